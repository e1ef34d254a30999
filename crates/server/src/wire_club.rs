//! What the server sends about the club around the tables, as types: see [`crate::wire`].

use schemars::JsonSchema;
use serde::Serialize;
use table::Side;

/// A seat that somebody offers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OpenSeat {
    pub game: String,
    pub scenario: String,
    /// The optional rules that are played.
    pub options: Vec<String>,
    /// The word of the rule system.
    pub system: String,
    pub title: String,
    /// How long it takes, in words.
    pub length: String,
    /// The side that is to be taken.
    pub side: Side,
    /// Who offers it, and whether he is a member of the club.
    pub by: String,
    pub member: bool,
    /// Whether anybody may take it; else the member who is asked.
    pub open: bool,
    /// Who is asked by his name, if anybody is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub to: Option<String>,
    pub private: bool,
    /// Since when, in seconds since 1970.
    pub since: i64,
}

/// A page of seats that anybody may take, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OpenSeats {
    pub seats: Vec<OpenSeat>,
    /// For the next page, as `before`; nothing if there is none.
    pub next: Option<String>,
}

/// What somebody is asked to play, and what he offers himself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MyOpenSeats {
    pub to_me: Vec<OpenSeat>,
    pub by_me: Vec<OpenSeat>,
}
