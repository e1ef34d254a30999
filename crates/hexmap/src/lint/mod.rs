//! What is probably a slip in a map that loads: warnings, each with a code.
//!
//! | code | what |
//! | --- | --- |
//! | M1 | a named water in pieces |
//! | M2 | a road over a river without a crossing |
//! | M3 | a road that crosses one river twice within 4 hexes |
//! | M4 | a place called ford, bridge or ferry without a crossing within a hex |
//! | M5 | two towns in a hex, or one name twice |
//! | M6 | a station off the railroad |
//! | M7 | land that nobody can reach |
//! | M8 | a crossing with no road near |

mod places;
#[cfg(test)]
mod tests;
mod water;
mod ways;

use std::fmt;

use crate::{Hex, HexMap};

/// What a warning is about: the nth table of a list of the file, counted from 0, or a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// An entry of `[[water]]`.
    Water(usize),
    /// An entry of `[[road]]`.
    Road(usize),
    /// An entry of `[[crossing]]`.
    Crossing(usize),
    /// An entry of `[[place]]`.
    Place(usize),
    /// The hex of a station.
    Station(Hex),
    /// A hex and what it is made of.
    Land(Hex),
}

impl Subject {
    /// How an author points at it, lists counted from 1.
    pub fn key(self) -> String {
        match self {
            Subject::Water(n) => format!("[[water]] {}: sides", n + 1),
            Subject::Road(n) => format!("[[road]] {}: path", n + 1),
            Subject::Crossing(n) => format!("[[crossing]] {}: side", n + 1),
            Subject::Place(n) => format!("[[place]] {}: hex", n + 1),
            Subject::Station(_) => "[features] rr_station".to_owned(),
            Subject::Land(_) => "[terrain]".to_owned(),
        }
    }
}

/// One thing that is probably a slip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// Its code, as docs/maps.md lists them: `M3`.
    pub code: &'static str,
    /// What it is about.
    pub subject: Subject,
    /// What was noticed, in a sentence.
    pub what: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.what)
    }
}

/// Everything in a map that is probably a slip, by code.
pub fn warnings(map: &HexMap) -> Vec<Warning> {
    let mut found = Vec::new();
    water::in_pieces(map, &mut found);
    ways::without_crossing(map, &mut found);
    ways::crossing_twice(map, &mut found);
    places::fords_without_water(map, &mut found);
    places::towns_on_towns(map, &mut found);
    places::stations(map, &mut found);
    water::islands(map, &mut found);
    ways::crossings_without_road(map, &mut found);
    found
}

fn warn(found: &mut Vec<Warning>, code: &'static str, subject: Subject, what: String) {
    found.push(Warning { code, subject, what });
}
