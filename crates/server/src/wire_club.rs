//! What the server sends about the club around the tables, as types: see [`crate::wire`].

use club::care::addresses::Barred;
use club::care::{Act, Report, Restraint};
use schemars::JsonSchema;
use serde::Serialize;
use table::{BySide, Side};

use crate::wire::{SeatInfo, Terms};
use crate::wire_people::PersonCard;

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
    /// How much time there is, where a clock runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub terms: Option<Terms>,
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

/// The ratings of the club, by rule system.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ClubTable {
    pub systems: Vec<SystemTable>,
    /// How many members there are.
    pub members: u64,
}

/// The strongest members in a rule system.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SystemTable {
    pub system: String,
    pub title: String,
    pub members: Vec<RatedMember>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RatedMember {
    pub name: String,
    pub elo: i64,
    /// Rated games.
    pub games: i64,
    pub won: i64,
    pub drawn: i64,
    pub lost: i64,
}

/// Members by the alphabet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Members {
    pub members: Vec<PersonCard>,
    /// For the next page, as `after`; nothing if there is none.
    pub next: Option<String>,
}

/// What a person came to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PersonRecord {
    pub ratings: Vec<RatingLine>,
    /// Games against computer players and guests, and those of own scenarios.
    pub unrated: Vec<Unrated>,
}

/// A rating in a rule system, and how it came to be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RatingLine {
    pub system: String,
    pub title: String,
    pub elo: i64,
    pub games: i64,
    pub won: i64,
    pub drawn: i64,
    pub lost: i64,
    /// When a rated game ended, and the rating after it; the oldest first.
    pub points: Vec<(i64, i64)>,
}

/// Results that move no rating.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Unrated {
    pub system: String,
    pub title: String,
    /// The computer player; nothing: people whose games are not rated.
    pub against: Option<String>,
    pub won: i64,
    pub drawn: i64,
    pub lost: i64,
}

/// The games of a person that everybody may look at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PersonGames {
    pub games: Vec<PersonGame>,
    /// For the next page, as `before`; nothing if there is none.
    pub next: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PersonGame {
    pub id: String,
    pub scenario: String,
    pub touched: i64,
    pub headline: String,
    pub over: bool,
    /// The sides he plays.
    pub sides: Vec<Side>,
    pub seats: BySide<SeatInfo>,
}

/// What waits for who looks after the club, and what was done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CareBook {
    /// What waits first.
    pub reports: Vec<ReportCard>,
    pub restraints: Vec<RestraintCard>,
    pub addresses: Vec<BarredAddress>,
    /// The newest first.
    pub acts: Vec<ActCard>,
    /// For more of them, as `before`; nothing if there are none.
    pub next: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReportCard {
    pub id: String,
    pub at: i64,
    /// Names as they are now; nobody: he has left.
    pub by: Option<String>,
    pub about: Option<String>,
    pub game: Option<String>,
    /// The line of chat, and its words when it was reported.
    pub line: Option<i64>,
    pub quote: String,
    pub words: String,
    pub settled: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RestraintCard {
    pub name: String,
    /// `mute` or `block`.
    pub kind: &'static str,
    /// Nothing: for good.
    pub until: Option<i64>,
    pub why: String,
    pub at: i64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BarredAddress {
    /// It tells nothing of the address.
    pub id: String,
    pub until: Option<i64>,
    pub why: String,
    pub at: i64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ActCard {
    pub at: i64,
    /// Nobody: the command line, or one who has left.
    pub by: Option<String>,
    pub what: String,
    pub about: Option<String>,
    pub game: Option<String>,
    pub why: String,
}

impl From<Report> for ReportCard {
    fn from(report: Report) -> ReportCard {
        let Report { id, at, by, about, game, line, quote, words, settled } = report;
        ReportCard { id, at, by, about, game, line, quote, words, settled }
    }
}

impl From<Restraint> for RestraintCard {
    fn from(Restraint { name, kind, until, why, at }: Restraint) -> RestraintCard {
        RestraintCard { name, kind: kind.word(), until, why, at }
    }
}

impl From<Barred> for BarredAddress {
    fn from(Barred { id, until, why, at }: Barred) -> BarredAddress {
        BarredAddress { id, until, why, at }
    }
}

impl From<Act> for ActCard {
    fn from(Act { at, by, what, about, game, why, .. }: Act) -> ActCard {
        ActCard { at, by, what, about, game, why }
    }
}
