//! What can go wrong, whichever database it was.

/// Why something was not read or written. Nothing has changed, unless it says otherwise.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// Somebody else has written at this place before: an entry for this moment, a name that is taken.
    #[error("somebody else has written there before")]
    Doubled,
    /// The disk, the network or another program is in the way; it may go through later.
    #[error("{0}")]
    Unavailable(String),
    /// What is kept cannot be used by this version, or by anybody: told when a store is opened.
    #[error("{0}")]
    Unusable(String),
    /// The database refused a statement, or a row is not what it should be: a mistake of ours.
    #[error("the database failed: {0}")]
    Broken(String),
}

impl Fault {
    /// The transaction ended in the middle.
    pub(crate) fn lost() -> Fault {
        Fault::Unavailable("the disk failed or is full; nothing has changed".into())
    }
}

/// What is wrong with the disk is told in plain words, anything else as SQLite says it.
impl From<rusqlite::Error> for Fault {
    fn from(why: rusqlite::Error) -> Fault {
        use rusqlite::ErrorCode::{
            CannotOpen, ConstraintViolation, DatabaseBusy, DatabaseLocked, DiskFull, NotADatabase,
            PermissionDenied, ReadOnly, SystemIoFailure,
        };
        let unique = [rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE, rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY];
        let words = match why.sqlite_error_code() {
            Some(ConstraintViolation)
                if why.sqlite_error().is_some_and(|e| unique.contains(&e.extended_code)) =>
            {
                return Fault::Doubled;
            }
            Some(DiskFull) => "the disk is full",
            Some(ReadOnly | PermissionDenied | CannotOpen) => "the file of the games cannot be written",
            Some(DatabaseBusy | DatabaseLocked) => "the file of the games is locked by another program",
            Some(SystemIoFailure) => "the disk failed",
            Some(NotADatabase) => "the file of the games is no database of hardtack",
            _ => return Fault::Broken(why.to_string()),
        };
        Fault::Unavailable(format!("{words} ({why}); nothing has changed"))
    }
}

/// A connection that is gone is told as such, anything else as PostgreSQL says it.
impl From<::postgres::Error> for Fault {
    fn from(why: ::postgres::Error) -> Fault {
        use ::postgres::error::SqlState;
        let Some(told) = why.as_db_error() else {
            return Fault::Unavailable(format!("the database cannot be reached ({})", chain(&why)));
        };
        let code = told.code();
        // Classes 53 (no resources), 57 (an operator is in the way), 40 (others wrote the same at the same time).
        let passes = ["53", "57", "40"].iter().any(|class| code.code().starts_with(class));
        match () {
            () if *code == SqlState::UNIQUE_VIOLATION => Fault::Doubled,
            () if passes => Fault::Unavailable(format!("the database is not ready ({})", told.message())),
            () => Fault::Broken(format!("{} ({})", told.message(), code.code())),
        }
    }
}

/// An error and what caused it.
fn chain(why: &dyn std::error::Error) -> String {
    match why.source() {
        Some(cause) => format!("{why}: {}", chain(cause)),
        None => why.to_string(),
    }
}
