//! What can go wrong, and how it is told: one type, one place that maps it to HTTP.

use std::time::Duration;

use ::store::Fault;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use library::Finding;
use table::{AskError, PlayError, Side};

use crate::limits::{self, Deed};
use crate::wire::Refused;

/// Why a request was not carried out. Nothing has changed in any of these cases.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{0}")]
    NotFound(String),
    #[error("this token holds no seat in this game")]
    UnknownToken,
    /// Nobody is signed in with this token.
    #[error("nobody is signed in on this device: sign in first")]
    NotSignedIn,
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
    #[error("{0}")]
    Store(Fault),
    /// Both players have to want to go on.
    #[error("the game rests until both players go on")]
    Resting,
    /// The order came too late.
    #[error("the time of the side that was asked is over")]
    OutOfTime,
    /// Another server has carried out an order for this moment.
    #[error("the game has moved on")]
    Overtaken,
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
    /// More often than one may.
    #[error("too many {}: wait {} s", .deed.word(), limits::seconds(*.wait))]
    TooOften { deed: Deed, wait: Duration },
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
            Error::UnknownToken | Error::NotSignedIn => StatusCode::UNAUTHORIZED,
            Error::NoSeat | Error::NotYourSeat(_) | Error::Forbidden(_) => StatusCode::FORBIDDEN,
            Error::Stale { .. } | Error::Overtaken | Error::Resting | Error::OutOfTime => {
                StatusCode::CONFLICT
            }
            Error::Play(PlayError::NotYourDecision(_)) => StatusCode::FORBIDDEN,
            Error::Play(PlayError::Over) | Error::Finished(_) => StatusCode::CONFLICT,
            Error::Play(_) | Error::Ask(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Error::Malformed(_) => StatusCode::BAD_REQUEST,
            Error::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Error::Conflict(_) => StatusCode::CONFLICT,
            Error::Faults(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Error::Broken(_) | Error::Store(_) | Error::Folder(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Error::TooMany(_) | Error::TooOften { .. } => StatusCode::TOO_MANY_REQUESTS,
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
            Error::NotSignedIn => "not-signed-in",
            Error::NoSeat => "no-seat",
            Error::NotYourSeat(_) => "not-your-seat",
            Error::Stale { .. } | Error::Overtaken => "stale",
            Error::Resting => "resting",
            Error::OutOfTime => "out-of-time",
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
            Error::TooMany(_) | Error::TooOften { .. } => "too-many",
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

impl From<club::Error> for Error {
    fn from(why: club::Error) -> Error {
        match why {
            club::Error::NotFound(why) => Error::NotFound(why),
            club::Error::NoPerson => Error::NotSignedIn,
            club::Error::Forbidden(why) => Error::Forbidden(why),
            club::Error::Malformed(why) => Error::Malformed(why),
            club::Error::Conflict(why) | club::Error::Missing(why) => Error::Conflict(why),
            club::Error::Unavailable(why) => Error::Unavailable(why),
            club::Error::Store(fault) => Error::from(fault),
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

impl From<Fault> for Error {
    fn from(why: Fault) -> Error {
        match why {
            Fault::Unavailable(words) => Error::Unavailable(words),
            Fault::Unusable(words) => Error::Folder(words),
            Fault::Doubled | Fault::Broken(_) => Error::Store(why),
        }
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
        let mut answer = (status, axum::Extension(kind), axum::Json(self.told())).into_response();
        if let Error::TooOften { deed, wait } = self {
            answer.headers_mut().insert(RETRY_AFTER, limits::seconds(wait).into());
            answer.extensions_mut().insert(deed);
        }
        answer
    }
}
