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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View<O = Own> {
    /// The word of the system: `gcacw`, `lfm`, `vnb`.
    pub system: &'static str,
    /// The scenario's title.
    pub title: String,
    /// The turn, counted from 1.
    pub turn: u16,
    /// How many turns there are.
    pub turns: u16,
    /// The turn as players say it: a date, an hour.
    pub turn_label: String,
    /// The phase of the turn, in a word of the system.
    pub phase: Word,
    /// What the pieces stand on.
    pub board: Ground,
    /// The weather, where it matters.
    pub weather: Option<String>,
    /// The side whose turn it is, where one has it.
    pub initiative: Option<Side>,
    /// Who is on the way, with what is left to him.
    pub active: Option<Active>,
    /// Every piece that the viewer may know of.
    pub pieces: Vec<Piece>,
    /// Everything else on the map.
    pub markers: Vec<Marker>,
    /// Every turn of the game.
    pub track: Vec<Turn>,
    /// How the game stands.
    pub victory: Victory,
    /// What only this system has, under keys of its own.
    #[serde(flatten)]
    pub own: O,
}

/// What pieces stand on.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Ground {
    /// A hex map: places are labels.
    Hexes,
    /// A table, in inches: places are `x`, `y`, and y grows north.
    Inches {
        /// From west to east.
        width: f64,
        /// From south to north.
        height: f64,
    },
}

/// Who is on the way.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Active {
    /// The piece that is on the way, by id.
    pub piece: String,
    /// The leader whose activation it is.
    pub leader: Option<String>,
    /// Others who go along.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub with: Vec<String>,
    /// What is left to it: `3 MP left`.
    pub label: String,
    /// Where it is.
    pub at: Option<String>,
    /// Movement points left, where they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub mp: Option<f64>,
}

/// A counter, a stand, a leader.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Piece {
    /// Unique in the scenario; what orders and events call it.
    pub id: String,
    /// What is printed on it.
    pub name: String,
    /// Whose it is; nobody's: it belongs to no side.
    pub side: Option<Side>,
    /// `unit`, `leader`, `force` (hexes); `stand`, `commander` (inches).
    pub kind: Word,
    /// Infantry, cavalry, artillery, in a word of the system.
    pub arm: Option<Word>,
    /// How large a formation it is, in a word of the system.
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
    /// Depth in inches.
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
    /// What it is worth in combat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub combat_value: Option<f64>,
    /// The formations it belongs to, from the highest.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub corps: Option<String>,
    /// The division, under the corps.
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pose {
    /// Inches from the west edge.
    pub x: f64,
    /// Inches from the south edge.
    pub y: f64,
    /// Where the front looks, in degrees clockwise from north.
    pub facing: f64,
}

/// Something on the map that is no piece.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Marker {
    /// What it is, in a word of the system.
    pub kind: Word,
    /// Whose it is, where it is somebody's.
    pub side: Option<Side>,
    /// A hex, or a hexside `4610/4611`.
    pub at: Option<String>,
    /// Inches from the west edge, on a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub x: Option<f64>,
    /// Inches from the south edge, on a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub y: Option<f64>,
    /// What is written on it, or what it is called.
    pub label: String,
}

/// A turn on the track.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turn {
    /// Its number, from 1.
    pub turn: u16,
    /// As players say it: a date, an hour.
    pub label: String,
    /// Whether it is dark.
    pub night: bool,
    /// The weather it has, or may have.
    pub weather: Vec<Word>,
    /// Who comes, by id.
    pub arrivals: Vec<String>,
}

/// How the game stands.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Victory {
    /// Victory points of the Union.
    pub union: i32,
    /// Victory points of the Confederacy.
    pub confederate: i32,
    /// Who would win if it ended now.
    pub leader: Option<Side>,
    /// By how much, in the scenario's word.
    pub degree: Word,
    /// The same as a sentence.
    pub description: String,
    /// What the points are for.
    pub lines: Vec<Points>,
}

/// What counts, for whom.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Points {
    /// What it is, as players say it.
    pub label: String,
    /// Who has the points.
    pub side: Option<Side>,
    /// How many.
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

/// Whatever the systems show, under keys of their own.
#[cfg(feature = "schema")]
impl schemars::JsonSchema for Own {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Own".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "object" })
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
