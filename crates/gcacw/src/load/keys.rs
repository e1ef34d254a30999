//! The keys of a scenario file, as written.

use std::collections::BTreeMap;

use serde::Deserialize;
use table::Side;

use crate::campaign::Mount;
use crate::campaign::keys::ScenarioCampaign;
use crate::module::{ArmyInitiative, Edition, Tie};
use crate::setup::{Arm, DieOf, During, Forbidden, Rank, Size};
use crate::unprinted::TableKeys;
use crate::works::Works;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    pub format: String,
    pub system: String,
    pub name: String,
    pub map: String,
    #[serde(default)]
    pub description: String,
    /// Great Campaigns needs no first player; the key is allowed for all systems.
    #[serde(default, rename = "first")]
    pub _first: Option<Side>,
    pub gcacw: Game,
    #[serde(default)]
    pub leader: Vec<LeaderKeys>,
    #[serde(default)]
    pub unit: Vec<UnitKeys>,
    #[serde(default)]
    pub marker: Vec<MarkerKeys>,
    #[serde(default)]
    pub restriction: Vec<RestrictionKeys>,
    #[serde(default)]
    pub weather: Weather,
    #[serde(default)]
    pub victory: VictoryKeys,
    #[serde(default)]
    pub campaign: Option<ScenarioCampaign>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    pub game: String,
    #[serde(default)]
    pub edition: Option<Edition>,
    #[serde(default)]
    pub army_initiative: Option<ArmyInitiative>,
    #[serde(default)]
    pub year: Option<u16>,
    #[serde(default = "one_turn")]
    pub turns: u16,
    #[serde(default)]
    pub starts: Option<String>,
    #[serde(default)]
    pub random_events: bool,
    #[serde(default)]
    pub events: BTreeMap<String, String>,
    #[serde(default)]
    pub ties: Option<Vec<Tie>>,
    #[serde(default)]
    pub advanced: bool,
    #[serde(default)]
    pub optional: Vec<String>,
    #[serde(default)]
    pub tables: TableKeys,
    #[serde(default)]
    pub modifier: Vec<ModifierKeys>,
}

fn one_turn() -> u16 {
    1
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum Tactical {
    One(u8),
    Two { attack: u8, defend: u8 },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderKeys {
    pub side: Side,
    pub name: String,
    pub rank: Rank,
    #[serde(default)]
    pub arm: Option<Arm>,
    #[serde(default)]
    pub command: Option<String>,
    #[serde(default)]
    pub tactical: Option<Tactical>,
    #[serde(default)]
    pub command_value: u8,
    #[serde(default)]
    pub with: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitKeys {
    pub side: Side,
    pub name: String,
    #[serde(default = "division")]
    pub size: Size,
    pub arm: Arm,
    #[serde(default)]
    pub mounted: bool,
    #[serde(default)]
    pub command: Option<String>,
    #[serde(default)]
    pub division: Option<String>,
    #[serde(default)]
    pub army: Option<String>,
    #[serde(default)]
    pub tactical: Option<Tactical>,
    #[serde(default = "yes")]
    pub alone: bool,
    #[serde(default)]
    pub artillery: Option<u8>,
    pub manpower: u8,
    #[serde(default)]
    pub hex: Option<String>,
    #[serde(default)]
    pub arrives: Option<ArrivesKeys>,
    #[serde(default)]
    pub fatigue: u8,
    #[serde(default)]
    pub exhausted: bool,
    #[serde(default)]
    pub horses: Mount,
    #[serde(default)]
    pub disorganized: bool,
    #[serde(default)]
    pub demoralized: u8,
    #[serde(default)]
    pub entrenchment: Works,
    #[serde(default)]
    pub out_of_supply: bool,
    #[serde(default)]
    pub retreat_march: bool,
    #[serde(default)]
    pub supplies: u8,
    #[serde(default, rename = "box")]
    pub off_map: Option<String>,
}

fn division() -> Size {
    Size::Division
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrivesKeys {
    pub turn: u8,
    #[serde(default)]
    pub hexes: Vec<String>,
    #[serde(default, rename = "box")]
    pub off_map: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkerKind {
    FlanksRefused,
    DamagedStation,
    DestroyedStation,
    Pontoon,
    Destroyed,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarkerKeys {
    pub kind: MarkerKind,
    #[serde(default)]
    pub side: Option<Side>,
    #[serde(default)]
    pub hex: Option<String>,
    #[serde(default)]
    pub hexside: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModifierKeys {
    pub to: DieOf,
    pub side: Side,
    pub value: i16,
    pub name: String,
    #[serde(default)]
    pub action: During,
    #[serde(default)]
    pub leader: Option<String>,
    #[serde(default)]
    pub turns: Option<Vec<u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RestrictionKeys {
    pub side: Side,
    #[serde(default)]
    pub units: Vec<String>,
    #[serde(default)]
    pub command: Option<String>,
    #[serde(default)]
    pub until: Option<u8>,
    #[serde(default)]
    pub released_by: Option<u8>,
    #[serde(default)]
    pub turns: Option<Vec<u8>>,
    #[serde(default)]
    pub forbid: Vec<Forbidden>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Weather {
    #[serde(default)]
    pub rain: bool,
    #[serde(default)]
    pub heat: bool,
    #[serde(default)]
    pub minor_unfordable_until: u8,
    #[serde(default)]
    pub major_unfordable_until: u8,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct VictoryKeys {
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub place: Vec<PlaceKeys>,
    #[serde(default)]
    pub loss: Vec<LossKeys>,
    #[serde(default)]
    pub station: Vec<StationKeys>,
    #[serde(default)]
    pub bridge: Vec<BridgeKeys>,
    #[serde(default)]
    pub level: Vec<LevelKeys>,
    #[serde(default)]
    pub automatic: Vec<AutomaticKeys>,
}

#[derive(Deserialize, Default, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum When {
    #[default]
    End,
    Turn,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceKeys {
    #[serde(default)]
    pub name: Option<String>,
    pub side: Side,
    pub hexes: Vec<String>,
    pub points: i32,
    #[serde(default)]
    pub each: bool,
    #[serde(default)]
    pub when: When,
    #[serde(default)]
    pub held_by: Option<Side>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LossKeys {
    pub side: Side,
    pub points: i32,
    #[serde(default = "per_one")]
    pub per: u16,
}

fn per_one() -> u16 {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StationKeys {
    pub side: Side,
    #[serde(default)]
    pub damaged: i32,
    #[serde(default)]
    pub destroyed: i32,
    #[serde(default)]
    pub hexes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BridgeKeys {
    pub side: Side,
    pub points: i32,
    #[serde(default)]
    pub sides: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelKeys {
    #[serde(default)]
    pub at_least: Option<i32>,
    #[serde(default)]
    pub at_most: Option<i32>,
    #[serde(default)]
    pub winner: Option<Side>,
    pub degree: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AutomaticKeys {
    pub side: Side,
    pub hexes: Vec<String>,
    #[serde(default = "yes")]
    pub all: bool,
    #[serde(default = "decisive")]
    pub degree: String,
    #[serde(default = "first")]
    pub from_turn: u8,
    #[serde(default)]
    pub every_action: bool,
}

fn decisive() -> String {
    "decisive".to_owned()
}

fn first() -> u8 {
    1
}
