//! Seats and viewers by their words.

use pyo3::prelude::*;
use table::{Side, Viewer};

use crate::fault::wrong;

pub fn side(word: &str) -> PyResult<Side> {
    word.parse().map_err(|_| {
        wrong("bad-request", format!("there is no seat `{word}`: expected union or confederate"))
    })
}

pub fn viewer(word: &str) -> PyResult<Viewer> {
    match word {
        "spectator" => Ok(Viewer::Spectator),
        "open" => Ok(Viewer::Referee),
        seat => seat.parse().map(Viewer::Seat).map_err(|_| {
            let expected = "union, confederate, spectator or open";
            wrong("bad-request", format!("nobody looks as `{word}`: expected {expected}"))
        }),
    }
}
