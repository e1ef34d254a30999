//! The keys of a scenario file, as written. Numbers are read wide and judged by the loader, so that all
//! values out of range are told at once.

use std::collections::BTreeMap;

use serde::Deserialize;
use table::{ForewordKeys, Side, WordList, WordOr};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub format: String,
    pub system: String,
    pub name: String,
    pub map: String,
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub about: ForewordKeys,
    #[serde(default)]
    pub first: Option<Side>,
    #[serde(default)]
    pub lfm: Lfm,
    #[serde(default)]
    pub unit: Vec<Unit>,
    #[serde(default)]
    pub commander: Vec<Commander>,
    #[serde(default)]
    pub marker: Vec<Marker>,
    #[serde(default)]
    pub arrival: Vec<Arrival>,
    #[serde(default)]
    pub hold: Vec<Hold>,
    #[serde(default)]
    pub victory: Option<Victory>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lfm {
    #[serde(default)]
    pub turn: Option<i64>,
    #[serde(default)]
    pub turns: Option<i64>,
    #[serde(default)]
    pub day_turns: Option<i64>,
    #[serde(default)]
    pub night_turns: Option<i64>,
    #[serde(default)]
    pub first_player: BTreeMap<String, Side>,
    #[serde(default)]
    pub rain: Vec<i64>,
    #[serde(default)]
    pub free_units: Vec<String>,
    #[serde(default)]
    pub retreat_before_combat: Vec<String>,
    #[serde(default)]
    pub acting: BTreeMap<Side, String>,
    #[serde(default)]
    pub tables: Option<Tables>,
    #[serde(default)]
    pub days: Vec<String>,
    #[serde(default)]
    pub first_hour: Option<i64>,
    #[serde(default)]
    pub minutes_per_turn: Option<i64>,
}

/// The file of other charts, or the charts themselves.
pub(crate) type Tables = WordOr<toml::Table>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unit {
    pub side: Side,
    pub name: String,
    #[serde(default)]
    pub id: Option<String>,
    pub arm: String,
    #[serde(default)]
    pub corps: String,
    #[serde(default)]
    pub division: String,
    #[serde(default)]
    pub brigade: String,
    pub sp: i64,
    #[serde(default)]
    pub limbered_sp: Option<i64>,
    pub cohesion: i64,
    #[serde(default)]
    pub hex: Option<String>,
    #[serde(default)]
    pub state: WordList,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Commander {
    pub side: Side,
    pub name: String,
    #[serde(default)]
    pub id: Option<String>,
    pub stars: i64,
    #[serde(default)]
    pub cv: Option<i64>,
    #[serde(default)]
    pub corps: String,
    #[serde(default)]
    pub division: String,
    #[serde(default)]
    pub brigade: String,
    #[serde(default)]
    pub arm: Option<String>,
    #[serde(default)]
    pub corps_number: Option<i64>,
    #[serde(default)]
    pub replacement: Option<Replacement>,
    #[serde(default)]
    pub replaced: bool,
    #[serde(default)]
    pub shattered: bool,
    #[serde(default)]
    pub strength: Option<i64>,
    #[serde(default)]
    pub hex: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Replacement {
    pub name: String,
    pub cv: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Marker {
    pub kind: String,
    #[serde(default)]
    pub hex: Option<String>,
    #[serde(default)]
    pub hexside: Option<String>,
    #[serde(default)]
    pub unit: Option<String>,
    /// Accepted as in other systems; works and bridges here belong to nobody.
    #[serde(default, rename = "side")]
    pub _side: Option<Side>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arrival {
    pub turn: i64,
    #[serde(default)]
    pub day: Option<i64>,
    #[serde(default)]
    pub hex: Option<String>,
    #[serde(default)]
    pub road: Option<String>,
    pub units: Vec<String>,
    #[serde(default)]
    pub mp: Option<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hold {
    #[serde(default)]
    pub units: Vec<String>,
    #[serde(default)]
    pub side: Option<Side>,
    #[serde(default)]
    pub corps: Option<String>,
    #[serde(default)]
    pub division: Option<String>,
    pub until: i64,
    #[serde(default = "yes")]
    pub contact: bool,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Victory {
    #[serde(default)]
    pub sp: Option<i64>,
    #[serde(default)]
    pub brigade: Option<i64>,
    #[serde(default)]
    pub commander: Option<i64>,
    #[serde(default)]
    pub draw: Option<i64>,
    #[serde(default)]
    pub handicap: BTreeMap<Side, i64>,
    #[serde(default)]
    pub levels: BTreeMap<String, i64>,
    #[serde(default)]
    pub exhaustion: BTreeMap<Side, i64>,
    #[serde(default)]
    pub sudden: Option<i64>,
    #[serde(default)]
    pub hex: Vec<VictoryHex>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VictoryHex {
    #[serde(default)]
    pub name: String,
    pub hexes: Vec<String>,
    pub points: i64,
    #[serde(default, rename = "for")]
    pub only: Option<Side>,
    #[serde(default)]
    pub held_by: Option<Side>,
}
