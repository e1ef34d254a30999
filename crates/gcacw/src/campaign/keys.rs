//! The keys of a campaign file and of `[campaign]` in a scenario, as written.

use std::collections::BTreeMap;

use serde::Deserialize;
use table::Side;
use toml::Spanned;

use super::arrivals::Blocked;
use super::country::{BoxKeys, CountyKeys, DepotKeys, HeldKeys, LinkKeys, SupplyKeys};
use super::events::WeatherIs;
use crate::sequence::Phase;
use crate::setup::Arm;

/// A campaign file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignFile {
    pub format: String,
    pub name: String,
    /// What in it is ours and not the publisher's.
    #[serde(default)]
    pub ours: Vec<String>,
    /// The day of turn 1, where a scenario does not say.
    #[serde(default)]
    pub starts: Option<String>,
    /// Hexes of the published map by what they are for; a scenario may name others.
    #[serde(default)]
    pub place: BTreeMap<String, Vec<String>>,
    pub phase: Vec<Spanned<PhaseKeys>>,
    #[serde(default)]
    pub event: Vec<Spanned<EventKeys>>,
    #[serde(default)]
    pub arrivals: Vec<Spanned<ArrivalKeys>>,
    /// Supply is played.
    #[serde(default)]
    pub supply: Option<SupplyKeys>,
    #[serde(default)]
    pub winter: Option<Spanned<WinterKeys>>,
    #[serde(default)]
    pub manpower: Option<Spanned<ManpowerKeys>>,
    #[serde(default)]
    pub cavalry: Option<Spanned<CavalryKeys>>,
    /// Classes of forts: what each adds to a defence.
    #[serde(default)]
    pub fort: BTreeMap<String, FortKeys>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinterKeys {
    pub starts_at: i16,
    pub turns: u8,
    #[serde(default)]
    pub modifier: Vec<TurnModifierKeys>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnModifierKeys {
    pub name: String,
    pub value: i16,
    #[serde(default = "first")]
    pub from: u8,
    #[serde(default = "last")]
    pub until: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManpowerKeys {
    pub side: Side,
    /// For each face of the die, the arms that get a point.
    pub die: Vec<Vec<Arm>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CavalryKeys {
    pub side: Side,
    pub place: String,
    pub worn_out_on: u8,
    pub unmounts_at: i16,
    pub remounts_at: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FortKeys {
    pub side: Side,
    pub combat: u8,
    pub artillery: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhaseKeys {
    pub phase: Phase,
    #[serde(default = "first")]
    pub from: u8,
    #[serde(default = "last")]
    pub until: u8,
    #[serde(default = "first")]
    pub every: u8,
    #[serde(default)]
    pub not_last: bool,
}

fn first() -> u8 {
    1
}

fn last() -> u8 {
    u8::MAX
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventKeys {
    /// Sums of two dice.
    pub dice: Vec<u8>,
    pub name: String,
    #[serde(default)]
    pub text: String,
    #[serde(default = "first")]
    pub from: u8,
    #[serde(default = "last")]
    pub until: u8,
    #[serde(default)]
    pub weather: Option<WeatherIs>,
    #[serde(default)]
    pub once: bool,
    pub effect: EffectKeys,
}

/// What an event does, as written: a word, or a word with its numbers.
#[derive(Deserialize, Clone, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum EffectKeys {
    None,
    Heat,
    Rain { further_turns: u8 },
    Paralysis { foot: i8, horse: i8 },
    Pace { foot: i8, horse: i8 },
    MoreSets { table: String, sets: u8 },
    CommandValue { leader: String, change: i8 },
    ArmyInitiative { towards: Side },
    NoPontoons { side: Side },
    NoRolls { side: Side },
    Reroll { side: Side },
    NoGrandAssault { leader: String },
    Idle { side: Side, name: String },
    AttackBonus { side: Side, value: i8 },
    Boats { side: Side },
    Guide { points: u8 },
    Bring { table: String },
    JoinLeader { leader: String },
    Shift { table: String, turns: i8 },
    Points { side: Side, points: i32 },
    Withdraw { units: Vec<String> },
    WinterEnd { earlier_on: u8 },
    NightMarch { side: Side },
    Raid { side: Side, arm: Arm },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrivalKeys {
    pub id: String,
    pub name: String,
    /// Left out where it brings troops of both sides.
    #[serde(default)]
    pub side: Option<Side>,
    pub phase: Phase,
    #[serde(default = "first")]
    pub from: u8,
    #[serde(default = "last")]
    pub until: u8,
    /// 0: no dice, the sets name their turns.
    pub dice: u8,
    /// The `[place]` where its sets enter, unless they say.
    #[serde(default)]
    pub place: Option<String>,
    #[serde(default)]
    pub blocked: Blocked,
    /// A roll that an event prevents on the last turn is made on the next.
    #[serde(default)]
    pub make_up: bool,
    /// Who belongs to each set, where the chart names them.
    #[serde(default)]
    pub group: Vec<Vec<String>>,
    #[serde(default)]
    pub row: Vec<ArrivalRowKeys>,
    #[serde(default)]
    pub modifier: Vec<ArrivalModifierKeys>,
    /// The clause that a citation names.
    #[serde(default)]
    pub rule: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrivalRowKeys {
    #[serde(default = "first")]
    pub from: u8,
    #[serde(default = "last")]
    pub until: u8,
    /// Left out in the last row.
    #[serde(default)]
    pub at_most: Option<i16>,
    #[serde(default)]
    pub sets: u8,
    #[serde(default)]
    pub fatigue: u8,
    #[serde(default)]
    pub closes: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrivalModifierKeys {
    pub name: String,
    pub value: i16,
    #[serde(default = "first")]
    pub from: u8,
    #[serde(default = "last")]
    pub until: u8,
    #[serde(default)]
    pub received: Option<u8>,
    #[serde(default)]
    pub each: bool,
    #[serde(default)]
    pub any: bool,
    #[serde(default)]
    pub closed: Option<String>,
    #[serde(default)]
    pub rule: Option<String>,
}

/// `[campaign]` of a scenario.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct ScenarioCampaign {
    /// The campaign file: a built-in word, or the name of a file beside the scenario.
    #[serde(default)]
    pub rules: Option<String>,
    #[serde(default)]
    pub place: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub set: Vec<Spanned<SetKeys>>,
    #[serde(default)]
    pub fort: Vec<Spanned<FortSiteKeys>>,
    #[serde(default)]
    pub substitute: Vec<Spanned<SubstituteKeys>>,
    /// Supply; what it leaves out is as the campaign has it.
    #[serde(default)]
    pub supply: Option<SupplyKeys>,
    #[serde(default)]
    pub held: HeldKeys,
    #[serde(default)]
    pub depot: Vec<DepotKeys>,
    #[serde(default)]
    pub county: Vec<CountyKeys>,
    #[serde(default, rename = "box")]
    pub off_map: Vec<BoxKeys>,
    #[serde(default)]
    pub link: Vec<LinkKeys>,
    #[serde(default)]
    pub theater: Vec<Spanned<TheaterKeys>>,
}

/// Something that happens beyond the map.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TheaterKeys {
    pub name: String,
    pub turn: u8,
    pub effect: EffectKeys,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FortSiteKeys {
    pub hex: String,
    pub class: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubstituteKeys {
    pub unit: String,
    pub of: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetKeys {
    pub table: String,
    pub number: u8,
    pub units: Vec<String>,
    /// Default: the place of its table.
    #[serde(default)]
    pub hexes: Vec<String>,
    /// The off-map box where it comes, instead of hexes.
    #[serde(default, rename = "box")]
    pub off_map: Option<String>,
    /// The turn on which it comes, where the table rolls no dice; 0: it is there from the start.
    #[serde(default)]
    pub turn: Option<u8>,
}
