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
pub(crate) struct CampaignFile {
    pub(crate) format: String,
    pub(crate) name: String,
    /// What in it is ours and not the publisher's.
    #[serde(default)]
    pub(crate) ours: Vec<String>,
    /// The day of turn 1, where a scenario does not say.
    #[serde(default)]
    pub(crate) starts: Option<String>,
    /// Hexes of the published map by what they are for; a scenario may name others.
    #[serde(default)]
    pub(crate) place: BTreeMap<String, Vec<String>>,
    pub(crate) phase: Vec<Spanned<PhaseKeys>>,
    #[serde(default)]
    pub(crate) event: Vec<Spanned<EventKeys>>,
    #[serde(default)]
    pub(crate) arrivals: Vec<Spanned<ArrivalKeys>>,
    /// Supply is played.
    #[serde(default)]
    pub(crate) supply: Option<SupplyKeys>,
    #[serde(default)]
    pub(crate) winter: Option<Spanned<WinterKeys>>,
    #[serde(default)]
    pub(crate) manpower: Option<Spanned<ManpowerKeys>>,
    #[serde(default)]
    pub(crate) cavalry: Option<Spanned<CavalryKeys>>,
    /// Classes of forts: what each adds to a defence.
    #[serde(default)]
    pub(crate) fort: BTreeMap<String, FortKeys>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WinterKeys {
    pub(crate) starts_at: i16,
    pub(crate) turns: u8,
    #[serde(default)]
    pub(crate) modifier: Vec<TurnModifierKeys>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TurnModifierKeys {
    pub(crate) name: String,
    pub(crate) value: i16,
    #[serde(default = "first")]
    pub(crate) from: u8,
    #[serde(default = "last")]
    pub(crate) until: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ManpowerKeys {
    pub(crate) side: Side,
    /// For each face of the die, the arms that get a point.
    pub(crate) die: Vec<Vec<Arm>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CavalryKeys {
    pub(crate) side: Side,
    pub(crate) place: String,
    pub(crate) worn_out_on: u8,
    pub(crate) unmounts_at: i16,
    pub(crate) remounts_at: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FortKeys {
    pub(crate) side: Side,
    pub(crate) combat: u8,
    pub(crate) artillery: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PhaseKeys {
    pub(crate) phase: Phase,
    #[serde(default = "first")]
    pub(crate) from: u8,
    #[serde(default = "last")]
    pub(crate) until: u8,
    #[serde(default = "first")]
    pub(crate) every: u8,
    #[serde(default)]
    pub(crate) not_last: bool,
}

fn first() -> u8 {
    1
}

fn last() -> u8 {
    u8::MAX
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventKeys {
    /// Sums of two dice.
    pub(crate) dice: Vec<u8>,
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) text: String,
    #[serde(default = "first")]
    pub(crate) from: u8,
    #[serde(default = "last")]
    pub(crate) until: u8,
    #[serde(default)]
    pub(crate) weather: Option<WeatherIs>,
    #[serde(default)]
    pub(crate) once: bool,
    pub(crate) effect: EffectKeys,
}

/// What an event does, as written: a word, or a word with its numbers.
#[derive(Deserialize, Clone, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum EffectKeys {
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
pub(crate) struct ArrivalKeys {
    pub(crate) id: String,
    pub(crate) name: String,
    /// Left out where it brings troops of both sides.
    #[serde(default)]
    pub(crate) side: Option<Side>,
    pub(crate) phase: Phase,
    #[serde(default = "first")]
    pub(crate) from: u8,
    #[serde(default = "last")]
    pub(crate) until: u8,
    /// 0: no dice, the sets name their turns.
    pub(crate) dice: u8,
    /// The `[place]` where its sets enter, unless they say.
    #[serde(default)]
    pub(crate) place: Option<String>,
    #[serde(default)]
    pub(crate) blocked: Blocked,
    /// A roll that an event prevents on the last turn is made on the next.
    #[serde(default)]
    pub(crate) make_up: bool,
    /// Who belongs to each set, where the chart names them.
    #[serde(default)]
    pub(crate) group: Vec<Vec<String>>,
    #[serde(default)]
    pub(crate) row: Vec<ArrivalRowKeys>,
    #[serde(default)]
    pub(crate) modifier: Vec<ArrivalModifierKeys>,
    /// The clause that a citation names.
    #[serde(default)]
    pub(crate) rule: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArrivalRowKeys {
    #[serde(default = "first")]
    pub(crate) from: u8,
    #[serde(default = "last")]
    pub(crate) until: u8,
    /// Left out in the last row.
    #[serde(default)]
    pub(crate) at_most: Option<i16>,
    #[serde(default)]
    pub(crate) sets: u8,
    #[serde(default)]
    pub(crate) fatigue: u8,
    #[serde(default)]
    pub(crate) closes: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArrivalModifierKeys {
    pub(crate) name: String,
    pub(crate) value: i16,
    #[serde(default = "first")]
    pub(crate) from: u8,
    #[serde(default = "last")]
    pub(crate) until: u8,
    #[serde(default)]
    pub(crate) received: Option<u8>,
    #[serde(default)]
    pub(crate) each: bool,
    #[serde(default)]
    pub(crate) any: bool,
    #[serde(default)]
    pub(crate) closed: Option<String>,
    #[serde(default)]
    pub(crate) rule: Option<String>,
}

/// `[campaign]` of a scenario.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioCampaign {
    /// The campaign file: a built-in word, or the name of a file beside the scenario.
    #[serde(default)]
    pub(crate) rules: Option<String>,
    #[serde(default)]
    pub(crate) place: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub(crate) set: Vec<Spanned<SetKeys>>,
    #[serde(default)]
    pub(crate) fort: Vec<Spanned<FortSiteKeys>>,
    #[serde(default)]
    pub(crate) substitute: Vec<Spanned<SubstituteKeys>>,
    /// Supply; what it leaves out is as the campaign has it.
    #[serde(default)]
    pub(crate) supply: Option<SupplyKeys>,
    #[serde(default)]
    pub(crate) held: HeldKeys,
    #[serde(default)]
    pub(crate) depot: Vec<DepotKeys>,
    #[serde(default)]
    pub(crate) county: Vec<CountyKeys>,
    #[serde(default, rename = "box")]
    pub(crate) off_map: Vec<BoxKeys>,
    #[serde(default)]
    pub(crate) link: Vec<LinkKeys>,
    #[serde(default)]
    pub(crate) theater: Vec<Spanned<TheaterKeys>>,
}

/// Something that happens beyond the map.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TheaterKeys {
    pub(crate) name: String,
    pub(crate) turn: u8,
    pub(crate) effect: EffectKeys,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FortSiteKeys {
    pub(crate) hex: String,
    pub(crate) class: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SubstituteKeys {
    pub(crate) unit: String,
    pub(crate) of: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetKeys {
    pub(crate) table: String,
    pub(crate) number: u8,
    pub(crate) units: Vec<String>,
    /// Default: the place of its table.
    #[serde(default)]
    pub(crate) hexes: Vec<String>,
    /// The off-map box where it comes, instead of hexes.
    #[serde(default, rename = "box")]
    pub(crate) off_map: Option<String>,
    /// The turn on which it comes, where the table rolls no dice; 0: it is there from the start.
    #[serde(default)]
    pub(crate) turn: Option<u8>,
}
