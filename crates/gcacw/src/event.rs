//! Events: what happened, for log, animation and replay. Built only when somebody listens.

use hexmap::Hex;
use serde::Serialize;
use serde_json::Value;
use table::Side;

use crate::setup::{LeaderId, Setup, UnitId};

/// One thing that happened.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Event {
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The sentence for the log.
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

/// Builds events with names and labels.
pub struct Tell<'a>(pub &'a Setup);

impl Tell<'_> {
    pub fn event(&self, kind: &'static str, text: impl Into<String>) -> Event {
        Event { kind, text: text.into(), ..Event::default() }
    }
    pub fn unit(&self, id: UnitId) -> &str {
        &self.0.unit(id).name
    }
    pub fn leader(&self, id: LeaderId) -> &str {
        &self.0.leader(id).name
    }
    pub fn hex(&self, hex: Hex) -> String {
        self.0.map.grid.label(hex)
    }
    /// A hex with the place that stands in it: `4610 (Franklin)`.
    pub fn place(&self, hex: Hex) -> String {
        match self.0.map.place_name(hex) {
            Some(name) => format!("{} ({name})", self.hex(hex)),
            None => self.hex(hex),
        }
    }
}

impl Event {
    pub fn piece(mut self, name: &str) -> Event {
        self.piece = Some(name.to_owned());
        self
    }
    pub fn side(mut self, side: Side) -> Event {
        self.side = Some(side);
        self
    }
    pub fn from(mut self, at: String) -> Event {
        self.from = Some(at);
        self
    }
    pub fn to(mut self, at: String) -> Event {
        self.to = Some(at);
        self
    }
    pub fn turn(mut self, turn: u8) -> Event {
        self.turn = Some(turn);
        self
    }
    pub fn data(mut self, data: Value) -> Event {
        self.data = Some(data);
        self
    }
}

/// Half MP as players write them: `3`, `1.5`.
pub fn points(halves: u16) -> String {
    if halves.is_multiple_of(2) { (halves / 2).to_string() } else { format!("{}.5", halves / 2) }
}

/// Quarters of a Combat value as players write them: `7`, `3.5`, `1.25`.
pub fn value(quarters: i32) -> String {
    let text = format!("{:.2}", quarters as f64 / 4.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
