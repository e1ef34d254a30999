//! What can go wrong, and how it is told: one type, one place that maps it to HTTP.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use library::Finding;
use table::{AskError, PlayError, Side};

use crate::wire::Refused;

/// Why a request was not carried out. Nothing has changed in any of these cases.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{0}")]
    NotFound(String),
    #[error("this token holds no seat in this game")]
    UnknownToken,
    #[error("only the holder of a seat may do this")]
    NoSeat,
    #[error("the {0} seat is not yours")]
    NotYourSeat(Side),
    #[error("the game has moved on: it stands at {now}, the order was meant for {meant}")]
    Stale { now: u64, meant: u64 },
    #[error("{0}")]
    Play(#[from] PlayError),
    #[error("{0}")]
    Ask(#[from] AskError),
    #[error("{0}")]
    Malformed(String),
    #[error("{0}")]
    Forbidden(String),
    #[error("the game cannot be rebuilt from its record: {0}")]
    Broken(String),
    #[error("the database failed: {0}")]
    Store(rusqlite::Error),
    #[error("{0}")]
    Unavailable(String),
    /// The games cannot be had at all: told when the server starts.
    #[error("{0}")]
    Folder(String),
    /// The game is over, its seed is told.
    #[error("{0}")]
    Finished(String),
    /// More than one client may have.
    #[error("{0}")]
    TooMany(String),
    /// The server is not called so.
    #[error("{0}")]
    WrongHost(String),
    #[error("this cannot be done with {0} here")]
    WrongMethod(String),
    #[error("the request did not come whole in time")]
    TooSlow,
    #[error("{0}")]
    TooLarge(String),
    /// Something else stands there by now.
    #[error("{0}")]
    Conflict(String),
    /// Files that cannot be played.
    #[error("{}", faults(.0))]
    Faults(Vec<Finding>),
}

impl Error {
    pub fn no_such(what: &str, id: &str) -> Error {
        Error::NotFound(format!("there is no {what} `{}`", id.chars().take(80).collect::<String>()))
    }

    fn status(&self) -> StatusCode {
        match self {
            Error::NotFound(_) => StatusCode::NOT_FOUND,
            Error::UnknownToken => StatusCode::UNAUTHORIZED,
            Error::NoSeat | Error::NotYourSeat(_) | Error::Forbidden(_) => StatusCode::FORBIDDEN,
            Error::Stale { .. } => StatusCode::CONFLICT,
            Error::Play(PlayError::NotYourDecision(_)) => StatusCode::FORBIDDEN,
            Error::Play(PlayError::Over) | Error::Finished(_) => StatusCode::CONFLICT,
            Error::Play(_) | Error::Ask(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Error::Malformed(_) => StatusCode::BAD_REQUEST,
            Error::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Error::Conflict(_) => StatusCode::CONFLICT,
            Error::Faults(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Error::Broken(_) | Error::Store(_) | Error::Folder(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Error::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Error::WrongHost(_) => StatusCode::MISDIRECTED_REQUEST,
            Error::WrongMethod(_) => StatusCode::METHOD_NOT_ALLOWED,
            Error::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Error::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// A short stable word for programs.
    fn kind(&self) -> &'static str {
        match self {
            Error::NotFound(_) => "not-found",
            Error::UnknownToken => "unknown-token",
            Error::NoSeat => "no-seat",
            Error::NotYourSeat(_) => "not-your-seat",
            Error::Stale { .. } => "stale",
            Error::Play(PlayError::NotYourDecision(_)) => "not-your-decision",
            Error::Play(PlayError::Over) | Error::Finished(_) => "over",
            Error::Play(PlayError::Unreadable { .. }) => "unreadable",
            Error::Play(PlayError::Refused(_)) => "refused",
            Error::Ask(_) => "unanswerable",
            Error::Malformed(_) => "malformed",
            Error::Forbidden(_) => "forbidden",
            Error::Broken(_) => "broken",
            Error::Store(_) | Error::Folder(_) => "store",
            Error::Unavailable(_) => "unavailable",
            Error::TooMany(_) => "too-many",
            Error::WrongHost(_) => "wrong-host",
            Error::WrongMethod(_) => "wrong-method",
            Error::TooSlow => "too-slow",
            Error::TooLarge(_) => "too-large",
            Error::Conflict(_) => "conflict",
            Error::Faults(_) => "faults",
        }
    }

    /// How the error is told.
    pub(crate) fn told(&self) -> Refused {
        let (message, rule) = match self {
            Error::Play(PlayError::Refused(no)) => (no.why.to_string(), Some(no.rule)),
            Error::Ask(no) => (self.to_string(), no.rule),
            _ => (self.to_string(), None),
        };
        Refused {
            error: self.kind(),
            message,
            rule: rule.map(table::Rule::section),
            clause: rule.map(|rule| rule.0),
            seq: match self {
                Error::Stale { now, .. } => Some(*now),
                _ => None,
            },
            n: None,
            findings: match self {
                Error::Faults(found) => found.clone(),
                _ => Vec::new(),
            },
        }
    }
}

/// How many, and the first of them.
fn faults(found: &[Finding]) -> String {
    let mut faults = found.iter().filter(|finding| finding.is_fault());
    let count = faults.clone().count();
    let first = faults.next().map(|fault| {
        let line = fault.line.map(|line| format!(":{line}")).unwrap_or_default();
        format!("{}{line}: {}", fault.file, fault.message)
    });
    let faults = if count == 1 { "1 fault".to_owned() } else { format!("{count} faults") };
    format!("{faults}: {}", first.unwrap_or_default())
}

/// What is wrong with the disk is told in plain words, anything else as SQLite says it.
impl From<rusqlite::Error> for Error {
    fn from(why: rusqlite::Error) -> Error {
        use rusqlite::ErrorCode::{
            CannotOpen, DatabaseBusy, DatabaseLocked, DiskFull, NotADatabase, PermissionDenied, ReadOnly,
            SystemIoFailure,
        };
        let words = match why.sqlite_error_code() {
            Some(DiskFull) => "the disk is full",
            Some(ReadOnly | PermissionDenied | CannotOpen) => "the file of the games cannot be written",
            Some(DatabaseBusy | DatabaseLocked) => "the file of the games is locked by another program",
            Some(SystemIoFailure) => "the disk failed",
            Some(NotADatabase) => "the file of the games is no database of hardtack",
            _ => return Error::Store(why),
        };
        Error::Unavailable(format!("{words} ({why}); nothing has changed"))
    }
}

/// The word of an error, beside the answer that tells it: for who counts them.
#[derive(Clone, Copy)]
pub(crate) struct Kind(pub &'static str);

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let status = self.status();
        if status.is_server_error() {
            tracing::error!(error = %self, "a request failed");
        }
        let kind = Kind(self.kind());
        (status, axum::Extension(kind), axum::Json(self.told())).into_response()
    }
}
