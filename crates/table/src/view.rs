//! The position as a client sees it: one frame for all systems, with a part of each system's own.
//!
//! docs/interface.md tells what the fields mean; `web/js/wire.d.ts` is written from these types. Fields may
//! be added; none is renamed or dropped.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::Side;

/// A word of a system, mostly a constant.
pub type Word = Cow<'static, str>;

/// What a viewer may know of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct View<O = Own> {
    /// The word of the system: `gcacw`, `lfm`, `vnb`.
    pub system: &'static str,
    pub title: String,
    pub turn: u16,
    pub turns: u16,
    /// The turn as players say it: a date, an hour.
    pub turn_label: String,
    pub phase: Word,
    /// What the pieces stand on.
    pub board: Ground,
    pub weather: Option<String>,
    /// The side whose turn it is, where one has it.
    pub initiative: Option<Side>,
    /// Who is on the way, with what is left to him.
    pub active: Option<Active>,
    pub pieces: Vec<Piece>,
    pub markers: Vec<Marker>,
    pub track: Vec<Turn>,
    pub victory: Victory,
    /// What only this system has, under keys of its own.
    #[serde(flatten)]
    pub own: O,
}

/// What pieces stand on.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub enum Ground {
    /// A hex map: places are labels.
    Hexes,
    /// A table, in inches: places are `x`, `y`, and y grows north.
    Inches { width: f64, height: f64 },
}

/// Who is on the way.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct Active {
    pub piece: String,
    /// The leader whose activation it is.
    pub leader: Option<String>,
    /// Others who go along.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub with: Vec<String>,
    /// What is left to it: `3 MP left`.
    pub label: String,
    pub at: Option<String>,
    /// Movement points left, where they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub mp: Option<f64>,
}

/// A counter, a stand, a leader.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct Piece {
    /// Unique in the scenario; what orders and events call it.
    pub id: String,
    /// What is printed on it.
    pub name: String,
    pub side: Option<Side>,
    /// `unit`, `leader`, `force` (hexes); `stand`, `commander` (inches).
    pub kind: Word,
    pub arm: Option<Word>,
    pub size: Option<Word>,
    /// The formation it belongs to, as the counter shows it.
    pub command: Option<String>,
    /// Where it is and what lies on it: everything that changes in play.
    #[serde(flatten)]
    pub now: Condition,
    /// What the number on the counter means.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub strength_note: Option<Word>,
    /// It has nothing left to do in this phase.
    pub spent: bool,
    /// The leaders who are with it.
    pub leader_of: Vec<String>,
    /// Further values, in pairs of name and value.
    pub values: Vec<(Word, String)>,
    /// Width and depth in inches.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub width: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub depth: Option<f64>,
    /// A disc instead, with this radius in inches.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub radius: Option<f64>,
    /// What a screen reader says.
    pub label: String,
    /// Men left on it, and what it is worth in combat, where the counter does not show both.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub manpower: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub combat_value: Option<f64>,
    /// The formations it belongs to, from the highest.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub corps: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub division: Option<String>,
    /// A commander's rank.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rank: Option<Word>,
    /// Its number in the scenario file, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub number: Option<u16>,
    /// Whether its commander reaches it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub in_command: Option<bool>,
    /// The building it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub garrison: Option<String>,
    /// How many markers stand behind it as a march column.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub column_markers: Option<u8>,
    /// The hidden force it is in, for those who may know.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub under: Option<String>,
    /// The pieces of a hidden force: none for those who may not know; left out for every other piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub holds: Option<Option<Vec<String>>>,
}

/// What changes on a piece in play. Events carry it for every piece they change, so that a client that
/// follows the events alone keeps the whole position: a law of this table (`laws.rs`).
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct Condition {
    /// Its hex; none while it is not on the map.
    pub at: Option<String>,
    /// Where it is instead: `arrives turn 2`, `eliminated`, `hidden`.
    pub r#where: Option<String>,
    /// Its place on a table in inches.
    #[serde(flatten)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub pose: Option<Pose>,
    /// The number printed large.
    pub strength: Option<String>,
    /// 0 to 4, where the system has it: shown as pips.
    pub fatigue: Option<u8>,
    /// Words of the system in the order in which a counter shows them.
    pub state: Vec<Word>,
    /// Works it stands in.
    pub works: Option<Word>,
    /// The piece it goes with.
    pub attached_to: Option<String>,
}

/// A place on a table in inches: the centre, and where the front looks, in degrees clockwise from north.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct Pose {
    pub x: f64,
    pub y: f64,
    pub facing: f64,
}

/// Something on the map that is no piece.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct Marker {
    pub kind: Word,
    pub side: Option<Side>,
    /// A hex, or a hexside `4610/4611`.
    pub at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub x: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub y: Option<f64>,
    pub label: String,
}

/// A turn on the track.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct Turn {
    pub turn: u16,
    pub label: String,
    pub night: bool,
    pub weather: Vec<Word>,
    /// Who comes, by id.
    pub arrivals: Vec<String>,
}

/// How the game stands.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct Victory {
    pub union: i32,
    pub confederate: i32,
    pub leader: Option<Side>,
    pub degree: Word,
    pub description: String,
    pub lines: Vec<Points>,
}

/// What counts, for whom.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct Points {
    pub label: String,
    pub side: Option<Side>,
    pub points: i32,
}

impl Points {
    /// The label of points that a side has from the beginning.
    pub const GIVEN: &str = "Given by the scenario";
}

/// A system's own part of a view behind the one interface: its keys, each with its JSON.
#[derive(Clone, Debug, Default)]
pub struct Own(Vec<(String, Box<RawValue>)>);

impl Own {
    /// The fields of a struct. Nothing, if it has none.
    pub fn of(part: &impl Serialize) -> Own {
        let fields: std::collections::BTreeMap<String, Box<RawValue>> =
            serde_json::to_string(part).and_then(|text| serde_json::from_str(&text)).unwrap_or_default();
        Own(fields.into_iter().collect())
    }

    /// The JSON under a key.
    pub fn get(&self, key: &str) -> Option<&RawValue> {
        self.0.iter().find(|(known, _)| known == key).map(|(_, json)| json.as_ref())
    }
}

/// The client's type checker knows it as whatever the systems show: `wire.d.ts` begins with it.
#[cfg(feature = "ts")]
impl ts_rs::TS for Own {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &ts_rs::Config) -> String {
        "Own".to_owned()
    }

    fn inline(config: &ts_rs::Config) -> String {
        Self::name(config)
    }

    fn inline_flattened(config: &ts_rs::Config) -> String {
        Self::name(config)
    }
}

impl Serialize for Own {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_map(self.0.iter().map(|(key, json)| (key, json)))
    }
}

impl<O: Serialize> View<O> {
    /// The view as everybody above the rules sees it.
    pub fn erase(self) -> View {
        let own = Own::of(&self.own);
        View {
            system: self.system,
            title: self.title,
            turn: self.turn,
            turns: self.turns,
            turn_label: self.turn_label,
            phase: self.phase,
            board: self.board,
            weather: self.weather,
            initiative: self.initiative,
            active: self.active,
            pieces: self.pieces,
            markers: self.markers,
            track: self.track,
            victory: self.victory,
            own,
        }
    }
}

impl View {
    /// The view as JSON that can be looked into.
    pub fn to_value(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// The piece of this id.
    pub fn piece(&self, id: &str) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.id == id)
    }
}
