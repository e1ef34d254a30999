//! The keys of a scenario file, as they are written.

use serde::de::IntoDeserializer;
use serde::{Deserialize, Deserializer};
use table::{ForewordKeys, Side, Source, WordList};

use crate::kinds::{Kind, Rank};
use crate::state::Phase;

/// A word of a list that the rules know, or another that somebody wrote: told as a fault beside all others.
pub(crate) enum Said<T> {
    Known(T),
    Unknown(String),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Said<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let word = String::deserialize(from)?;
        let known: Result<T, serde::de::value::Error> = T::deserialize(word.clone().into_deserializer());
        Ok(known.map_or(Said::Unknown(word), Said::Known))
    }
}

impl<T: Copy> Said<T> {
    /// The word, or the usual one with a fault.
    pub(crate) fn or_fault(&self, source: &mut Source, key: &str, expected: &str, usual: T) -> T {
        match self {
            Said::Known(word) => *word,
            Said::Unknown(word) => {
                source.fault(key, format!("`{word}`: expected {expected}"));
                usual
            }
        }
    }
}

impl Said<Side> {
    /// The side, or the Union with a fault.
    pub(crate) fn side(&self, source: &mut Source, key: &str) -> Side {
        let said = match self {
            Said::Known(side) => Ok(*side),
            Said::Unknown(word) => word.parse::<Side>(),
        };
        said.unwrap_or_else(|no| {
            source.fault(key, no.to_string());
            Side::Union
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawScenario {
    pub format: String,
    pub system: String,
    pub name: String,
    pub table: Option<String>,
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub about: ForewordKeys,
    pub first: Option<Said<Side>>,
    #[serde(default)]
    pub vnb: RawVnb,
    #[serde(default)]
    pub division: Vec<RawDivision>,
    #[serde(default)]
    pub stand: Vec<RawStand>,
    #[serde(default)]
    pub objective: Vec<RawObjective>,
    #[serde(default)]
    pub reinforcement: Vec<RawReinforcement>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawVnb {
    pub phasing: Option<Said<Side>>,
    pub turn: Option<i64>,
    pub turns: Option<i64>,
    pub phase: Option<Said<Phase>>,
    pub date: Option<String>,
    pub starts: Option<String>,
    pub nights: Option<Vec<RawNight>>,
    pub options: Option<Vec<String>>,
    pub dedicated_guns: Option<bool>,
    pub victory: Option<RawVictory>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawNight {
    pub after: i64,
    pub until: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawVictory {
    pub casualty: Option<i32>,
    pub exhausted: Option<i32>,
    pub collapsed: Option<i32>,
    pub margin: Option<i32>,
    pub sudden_death: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawDivision {
    pub side: Said<Side>,
    pub name: String,
    pub corps: Option<String>,
    pub exhaustion: Option<i64>,
    pub commander: Option<String>,
    pub casualties: Option<i64>,
    pub exhausted: Option<bool>,
    pub collapsed: Option<bool>,
    pub released: Option<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawCharged {
    pub target: String,
    pub from: [f64; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawStand {
    pub side: Said<Side>,
    pub name: String,
    #[serde(rename = "type")]
    pub kind: Said<Kind>,
    pub weapon: Option<String>,
    pub sp: Option<i64>,
    pub morale: Option<i64>,
    pub division: Option<String>,
    pub corps: Option<String>,
    pub x: Option<f64>,
    pub y: Option<f64>,
    pub facing: Option<f64>,
    pub state: Option<WordList>,
    pub flags: Option<Vec<String>>,
    pub guns: Option<i64>,
    pub garrison: Option<String>,
    pub reinforces: Option<String>,
    pub charged: Option<RawCharged>,
    pub rank: Option<Said<Rank>>,
    pub attached: Option<String>,
    pub horse: Option<bool>,
    pub released: Option<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawObjective {
    pub name: String,
    pub at: Option<[f64; 2]>,
    pub feature: Option<String>,
    pub radius: Option<f64>,
    pub points: i32,
    pub held_by: Option<Said<Side>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawReinforcement {
    pub side: Said<Side>,
    pub turn: i64,
    pub at: [f64; 2],
    pub division: Option<String>,
    pub stands: Option<Vec<String>>,
    pub facing: Option<f64>,
    pub column: Option<bool>,
}
