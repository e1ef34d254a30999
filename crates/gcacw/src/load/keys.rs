//! The keys of a scenario file, as written.

use std::collections::BTreeMap;

use serde::Deserialize;
use table::{ForewordKeys, NumberOr, Side};

use crate::campaign::Mount;
use crate::campaign::keys::ScenarioCampaign;
use crate::module::{ArmyInitiative, Edition, Tie};
use crate::setup::{Arm, DieOf, During, Forbidden, Rank, Size};
use crate::unprinted::TableKeys;
use crate::works::Works;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub(crate) format: String,
    pub(crate) system: String,
    pub(crate) name: String,
    pub(crate) map: String,
    #[serde(default)]
    pub(crate) description: String,
    #[serde(default)]
    pub(crate) about: ForewordKeys,
    /// Great Campaigns needs no first player; the key is allowed for all systems.
    #[serde(default, rename = "first")]
    pub(crate) _first: Option<Side>,
    pub(crate) gcacw: Game,
    #[serde(default)]
    pub(crate) leader: Vec<LeaderKeys>,
    #[serde(default)]
    pub(crate) unit: Vec<UnitKeys>,
    #[serde(default)]
    pub(crate) marker: Vec<MarkerKeys>,
    #[serde(default)]
    pub(crate) restriction: Vec<RestrictionKeys>,
    #[serde(default)]
    pub(crate) weather: Weather,
    #[serde(default)]
    pub(crate) victory: VictoryKeys,
    #[serde(default)]
    pub(crate) campaign: Option<ScenarioCampaign>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Game {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) edition: Option<Edition>,
    #[serde(default)]
    pub(crate) army_initiative: Option<ArmyInitiative>,
    #[serde(default)]
    pub(crate) year: Option<u16>,
    #[serde(default = "one_turn")]
    pub(crate) turns: u16,
    #[serde(default)]
    pub(crate) starts: Option<String>,
    #[serde(default)]
    pub(crate) random_events: bool,
    #[serde(default)]
    pub(crate) events: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) ties: Option<Vec<Tie>>,
    #[serde(default)]
    pub(crate) advanced: bool,
    #[serde(default)]
    pub(crate) optional: Vec<String>,
    #[serde(default)]
    pub(crate) tables: TableKeys,
    #[serde(default)]
    pub(crate) modifier: Vec<ModifierKeys>,
}

fn one_turn() -> u16 {
    1
}

/// One value, or one for the attack and one for the defence.
pub(crate) type Tactical = NumberOr<TwoValues>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TwoValues {
    pub(crate) attack: u8,
    pub(crate) defend: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeaderKeys {
    pub(crate) side: Side,
    pub(crate) name: String,
    pub(crate) rank: Rank,
    #[serde(default)]
    pub(crate) arm: Option<Arm>,
    #[serde(default)]
    pub(crate) command: Option<String>,
    #[serde(default)]
    pub(crate) tactical: Option<Tactical>,
    #[serde(default)]
    pub(crate) command_value: u8,
    #[serde(default)]
    pub(crate) with: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitKeys {
    pub(crate) side: Side,
    pub(crate) name: String,
    #[serde(default = "division")]
    pub(crate) size: Size,
    pub(crate) arm: Arm,
    #[serde(default)]
    pub(crate) mounted: bool,
    #[serde(default)]
    pub(crate) command: Option<String>,
    #[serde(default)]
    pub(crate) division: Option<String>,
    #[serde(default)]
    pub(crate) army: Option<String>,
    #[serde(default)]
    pub(crate) tactical: Option<Tactical>,
    #[serde(default = "yes")]
    pub(crate) alone: bool,
    #[serde(default)]
    pub(crate) artillery: Option<u8>,
    pub(crate) manpower: u8,
    #[serde(default)]
    pub(crate) hex: Option<String>,
    #[serde(default)]
    pub(crate) arrives: Option<ArrivesKeys>,
    #[serde(default)]
    pub(crate) fatigue: u8,
    #[serde(default)]
    pub(crate) exhausted: bool,
    #[serde(default)]
    pub(crate) horses: Mount,
    #[serde(default)]
    pub(crate) disorganized: bool,
    #[serde(default)]
    pub(crate) demoralized: u8,
    #[serde(default)]
    pub(crate) entrenchment: Works,
    #[serde(default)]
    pub(crate) out_of_supply: bool,
    #[serde(default)]
    pub(crate) retreat_march: bool,
    #[serde(default)]
    pub(crate) supplies: u8,
    #[serde(default, rename = "box")]
    pub(crate) off_map: Option<String>,
}

fn division() -> Size {
    Size::Division
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArrivesKeys {
    pub(crate) turn: u8,
    #[serde(default)]
    pub(crate) hexes: Vec<String>,
    #[serde(default, rename = "box")]
    pub(crate) off_map: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum MarkerKind {
    FlanksRefused,
    DamagedStation,
    DestroyedStation,
    Pontoon,
    Destroyed,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MarkerKeys {
    pub(crate) kind: MarkerKind,
    #[serde(default)]
    pub(crate) side: Option<Side>,
    #[serde(default)]
    pub(crate) hex: Option<String>,
    #[serde(default)]
    pub(crate) hexside: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ModifierKeys {
    pub(crate) to: DieOf,
    pub(crate) side: Side,
    pub(crate) value: i16,
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) action: During,
    #[serde(default)]
    pub(crate) leader: Option<String>,
    #[serde(default)]
    pub(crate) turns: Option<Vec<u8>>,
    #[serde(default)]
    pub(crate) hexes: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RestrictionKeys {
    pub(crate) side: Side,
    #[serde(default)]
    pub(crate) units: Vec<String>,
    #[serde(default)]
    pub(crate) command: Option<String>,
    #[serde(default)]
    pub(crate) until: Option<u8>,
    #[serde(default)]
    pub(crate) released_by: Option<u8>,
    #[serde(default)]
    pub(crate) turns: Option<Vec<u8>>,
    #[serde(default)]
    pub(crate) forbid: Vec<Forbidden>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weather {
    #[serde(default)]
    pub(crate) rain: bool,
    #[serde(default)]
    pub(crate) heat: bool,
    #[serde(default)]
    pub(crate) minor_unfordable_until: u8,
    #[serde(default)]
    pub(crate) major_unfordable_until: u8,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct VictoryKeys {
    #[serde(default)]
    pub(crate) description: String,
    #[serde(default)]
    pub(crate) place: Vec<PlaceKeys>,
    #[serde(default)]
    pub(crate) loss: Vec<LossKeys>,
    #[serde(default)]
    pub(crate) station: Vec<StationKeys>,
    #[serde(default)]
    pub(crate) bridge: Vec<BridgeKeys>,
    #[serde(default)]
    pub(crate) level: Vec<LevelKeys>,
    #[serde(default)]
    pub(crate) automatic: Vec<AutomaticKeys>,
}

#[derive(Deserialize, Default, PartialEq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum When {
    #[default]
    End,
    Turn,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlaceKeys {
    #[serde(default)]
    pub(crate) name: Option<String>,
    pub(crate) side: Side,
    pub(crate) hexes: Vec<String>,
    pub(crate) points: i32,
    #[serde(default)]
    pub(crate) each: bool,
    #[serde(default)]
    pub(crate) when: When,
    #[serde(default)]
    pub(crate) held_by: Option<Side>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LossKeys {
    pub(crate) side: Side,
    pub(crate) points: i32,
    #[serde(default = "per_one")]
    pub(crate) per: u16,
}

fn per_one() -> u16 {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StationKeys {
    pub(crate) side: Side,
    #[serde(default)]
    pub(crate) damaged: i32,
    #[serde(default)]
    pub(crate) destroyed: i32,
    #[serde(default)]
    pub(crate) hexes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BridgeKeys {
    pub(crate) side: Side,
    pub(crate) points: i32,
    #[serde(default)]
    pub(crate) sides: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LevelKeys {
    #[serde(default)]
    pub(crate) at_least: Option<i32>,
    #[serde(default)]
    pub(crate) at_most: Option<i32>,
    #[serde(default)]
    pub(crate) winner: Option<Side>,
    pub(crate) degree: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AutomaticKeys {
    pub(crate) side: Side,
    pub(crate) hexes: Vec<String>,
    #[serde(default = "yes")]
    pub(crate) all: bool,
    #[serde(default = "decisive")]
    pub(crate) degree: String,
    #[serde(default = "first")]
    pub(crate) from_turn: u8,
    #[serde(default)]
    pub(crate) every_action: bool,
}

fn decisive() -> String {
    "decisive".to_owned()
}

fn first() -> u8 {
    1
}
