//! Events: what happened, for log, animation and replay. Built only when somebody listens.

use std::cell::Cell;

use hexmap::Hex;
use serde::Serialize;
use serde_json::Value;
use table::{Side, Viewer};

use crate::setup::{LeaderId, Setup, UnitId, UnitSet};
use crate::state::State;

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
    /// The only side that may know it as it is.
    #[serde(skip)]
    pub only: Option<Side>,
    /// What the others may know of it, where it is secret.
    #[serde(skip)]
    pub open: Option<Box<Event>>,
}

/// The pieces an event has named.
#[derive(Default)]
pub struct Named {
    units: Cell<UnitSet>,
    leaders: Cell<u64>,
}

/// Builds events with names and labels.
pub struct Tell<'a>(pub &'a Setup, pub Named);

impl Tell<'_> {
    pub fn event(&self, kind: &'static str, text: impl Into<String>) -> Event {
        Event { kind, text: text.into(), ..Event::default() }
    }
    pub fn unit(&self, id: UnitId) -> &str {
        self.1.units.set(self.1.units.get().with(id));
        &self.0.unit(id).name
    }
    pub fn leader(&self, id: LeaderId) -> &str {
        self.1.leaders.set(self.1.leaders.get() | 1 << id.0);
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

impl Tell<'_> {
    /// The side of a hidden piece that was named, if one was.
    pub fn whose_secret(&self, state: &State) -> Option<Side> {
        let unit = self.1.units.get().into_iter().find(|u| state.is_hidden(*u));
        let named = |l: &LeaderId| self.1.leaders.get() >> l.0 & 1 != 0;
        let leader = || self.0.leader_ids().filter(named).find(|l| state.is_leader_hidden(*l));
        unit.map(|u| self.0.unit(u).side).or_else(|| leader().map(|l| self.0.leader(l).side))
    }
}

impl Event {
    /// For this side alone.
    pub fn only(mut self, side: Side) -> Event {
        self.only = Some(side);
        self
    }
    /// What others are told if the event turns out to be secret.
    pub fn or_openly(mut self, open: Event) -> Event {
        self.open = Some(Box::new(open));
        self
    }
    /// As [`Event::or_openly`], where there can be secrets at all.
    pub fn or_openly_if(self, secrets: bool, open: impl FnOnce() -> Event) -> Event {
        if secrets { self.or_openly(open()) } else { self }
    }
    /// Keeps the event from everybody but one side, if it is that side's secret.
    pub fn keep_secret(&mut self, of: Option<Side>) {
        self.only = self.only.or(of);
    }
    /// The part of it that a viewer may know.
    pub fn seen_by(&self, viewer: Viewer) -> Option<Event> {
        match (self.only, &self.open) {
            (Some(side), open) if !viewer.knows(side) => open.as_deref().cloned(),
            _ => Some(Event { only: None, open: None, ..self.clone() }),
        }
    }
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
