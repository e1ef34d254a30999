//! Why something was not done. Nothing has changed in any of these cases.

use crate::passkey;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{0}")]
    NotFound(String),
    /// The token is nobody's.
    #[error("nobody is signed in on this device: sign in again")]
    NoPerson,
    #[error("{0}")]
    Forbidden(String),
    #[error("{0}")]
    Malformed(String),
    /// Somebody else has it.
    #[error("{0}")]
    Conflict(String),
    /// This server does not do it.
    #[error("{0}")]
    Missing(String),
    /// It may be done later.
    #[error("{0}")]
    Unavailable(String),
    #[error(transparent)]
    Store(#[from] store::Fault),
}

impl From<passkey::Refused> for Error {
    fn from(why: passkey::Refused) -> Error {
        Error::Malformed(why.to_string())
    }
}
