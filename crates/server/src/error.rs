//! What can go wrong, and how it is told: one type, one place that maps it to HTTP.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
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
    Store(#[from] rusqlite::Error),
    #[error("{0}")]
    Unavailable(String),
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
            Error::Play(PlayError::Over) => StatusCode::CONFLICT,
            Error::Play(_) | Error::Ask(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Error::Malformed(_) => StatusCode::BAD_REQUEST,
            Error::Broken(_) | Error::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
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
            Error::Play(PlayError::Over) => "over",
            Error::Play(PlayError::Unreadable { .. }) => "unreadable",
            Error::Play(PlayError::Refused(_)) => "refused",
            Error::Ask(_) => "unanswerable",
            Error::Malformed(_) => "malformed",
            Error::Forbidden(_) => "forbidden",
            Error::Broken(_) => "broken",
            Error::Store(_) => "store",
            Error::Unavailable(_) => "unavailable",
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
        }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let status = self.status();
        if status.is_server_error() {
            tracing::error!(error = %self, "a request failed");
        }
        (status, axum::Json(self.told())).into_response()
    }
}
