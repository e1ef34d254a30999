//! What happened, as everybody is told it.

use serde::Serialize;

use crate::view::Condition;

/// One event with what it changed: the same for all systems. In JSON the event's own keys, `type` first,
/// stand beside `now`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Happened<E> {
    /// What happened, in the words of the system.
    #[serde(flatten)]
    pub what: E,
    /// Every piece it changed, as it is after it. A client that follows these alone keeps the whole
    /// position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub now: Vec<Now>,
}

impl<E> From<E> for Happened<E> {
    fn from(what: E) -> Self {
        Happened { what, now: Vec::new() }
    }
}

/// A piece as it is after an event.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Now {
    /// The piece's id.
    pub id: String,
    /// Its condition then.
    #[serde(flatten)]
    pub now: Condition,
}

/// What an event begins, for everybody who goes by the turns of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Milestone {
    /// A turn begins.
    Turn,
    /// A phase of a turn begins.
    Phase,
}
