//! A loaded scenario: everything that never changes during a game.

use std::borrow::Cow;

use hexmap::{Hex, HexMap, HexSet};
use serde::{Deserialize, Serialize};
use table::{BySide, Foreword, Side};

use crate::campaign::Mount;
use crate::campaign::logistics::Logistics;
use crate::campaign::rails::Rails;
use crate::campaign::{Campaign, Fort};
use crate::ground::Ground;
use crate::module::{ArmyInitiative, Edition, Module, Tie};
use crate::observe::Terrains;
use crate::sequence::Step;
use crate::unprinted::Unprinted;
use crate::works::{Period, Works};

/// The most units and leaders a scenario may have.
pub(crate) const MOST_UNITS: usize = 128;
pub(crate) const MOST_LEADERS: usize = 64;
/// The most hexes that count for victory.
pub(crate) const MOST_WATCHED: usize = 64;

/// A military unit, by its place in the scenario.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct UnitId(pub(crate) u8);

/// A leader, by his place in the scenario.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct LeaderId(pub(crate) u8);

impl UnitId {
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl LeaderId {
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Unit sizes (2.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Size {
    Squadron,
    Regiment,
    Brigade,
    DemiDivision,
    Division,
}

impl Size {
    pub const fn word(self) -> &'static str {
        match self {
            Size::Squadron => "squadron",
            Size::Regiment => "regiment",
            Size::Brigade => "brigade",
            Size::DemiDivision => "demi-division",
            Size::Division => "division",
        }
    }
}

/// Unit types (2.2); wagon trains are a movement class of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
    Wagon,
}

impl Arm {
    pub const fn word(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
            Arm::Wagon => "wagon train",
        }
    }
}

/// Leader ranks (2.2). A Grand Division leader (BTC) has a corps leader's powers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Rank {
    Army,
    District,
    GrandDivision,
    Corps,
    Division,
}

impl Rank {
    pub(crate) const LEVELS: usize = 4;

    /// Two leaders of one level cannot be attached to the same unit (6.3).
    pub(crate) const fn level(self) -> u8 {
        match self {
            Rank::Army | Rank::District => 3,
            Rank::GrandDivision => 2,
            Rank::Corps => 1,
            Rank::Division => 0,
        }
    }
    /// Army and district leaders attach to infantry only, and can try grand assaults (2.2).
    pub(crate) const fn is_high(self) -> bool {
        matches!(self, Rank::Army | Rank::District)
    }
    pub const fn word(self) -> &'static str {
        match self {
            Rank::Army => "army",
            Rank::District => "district",
            Rank::GrandDivision => "grand division",
            Rank::Corps => "corps",
            Rank::Division => "division",
        }
    }
}

/// A unit as printed and set up.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    pub(crate) side: Side,
    pub(crate) name: String,
    pub(crate) size: Size,
    pub(crate) arm: Arm,
    /// Union mounted infantry moves like cavalry.
    pub(crate) mounted: bool,
    pub(crate) command: Option<String>,
    pub(crate) division: Option<String>,
    pub(crate) army: Option<String>,
    pub(crate) tactical_attack: u8,
    pub(crate) tactical_defend: u8,
    /// False for a Tactical value in parentheses: never the only unit of an attack.
    pub(crate) alone: bool,
    pub(crate) artillery: u8,
    pub(crate) manpower: u8,
    pub(crate) start: Start,
    pub(crate) out_of_supply: bool,
    pub(crate) retreat_march: bool,
    /// Supply points a wagon train begins with.
    pub(crate) supplies: u8,
}

/// Where and how a unit begins.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub(crate) hex: Option<Hex>,
    /// Turn and hexes of arrival where it does not begin on the map.
    pub(crate) arrives: Option<(u8, Vec<Hex>)>,
    /// The off-map box it begins in.
    pub(crate) place: Option<u8>,
    pub(crate) fatigue: u8,
    pub(crate) exhausted: bool,
    pub(crate) horses: Mount,
    pub(crate) disorganized: bool,
    pub(crate) demoralized: u8,
    pub(crate) works: Works,
}

impl Start {
    /// Of a counter that waits beside the map.
    pub(crate) const fn aside() -> Start {
        Start {
            hex: None,
            place: None,
            arrives: None,
            fatigue: 0,
            exhausted: false,
            horses: Mount::Fresh,
            disorganized: false,
            demoralized: 0,
            works: Works::None,
        }
    }
}

impl Unit {
    /// Cavalry, and mounted infantry, for every question of movement.
    #[inline]
    pub(crate) fn moves_as_cavalry(&self) -> bool {
        self.arm == Arm::Cavalry || self.mounted
    }
}

/// A leader as printed and set up.
#[derive(Clone, Debug)]
pub(crate) struct Leader {
    pub(crate) side: Side,
    pub(crate) name: String,
    pub(crate) rank: Rank,
    pub(crate) cavalry: bool,
    pub(crate) command: Option<String>,
    pub(crate) tactical_attack: u8,
    pub(crate) tactical_defend: u8,
    pub(crate) command_value: u8,
    /// The unit he begins with; `None`: an event may bring him into play.
    pub(crate) with: Option<UnitId>,
    /// The units he commands.
    pub(crate) commands: UnitSet,
    /// The corps for the one-corps limit of Lee's bonus.
    pub(crate) corps: u16,
}

/// A set of units as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct UnitSet(pub(crate) u128);

impl UnitSet {
    pub(crate) const EMPTY: UnitSet = UnitSet(0);
    #[inline]
    pub(crate) const fn has(self, unit: UnitId) -> bool {
        self.0 >> unit.0 & 1 != 0
    }
    #[inline]
    pub(crate) fn add(&mut self, unit: UnitId) {
        self.0 |= 1 << unit.0;
    }
    #[inline]
    pub(crate) fn remove(&mut self, unit: UnitId) {
        self.0 &= !(1 << unit.0);
    }
    pub(crate) const fn with(self, unit: UnitId) -> UnitSet {
        UnitSet(self.0 | 1 << unit.0)
    }
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }
    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }
    pub(crate) const fn and(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & other.0)
    }
    pub(crate) const fn or(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 | other.0)
    }
    pub(crate) const fn minus(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & !other.0)
    }
    pub(crate) fn first(self) -> Option<UnitId> {
        (self.0 != 0).then(|| UnitId(self.0.trailing_zeros() as u8))
    }
}

impl IntoIterator for UnitSet {
    type Item = UnitId;
    type IntoIter = UnitSetIter;
    fn into_iter(self) -> UnitSetIter {
        UnitSetIter(self.0)
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Self {
        units.into_iter().fold(UnitSet::EMPTY, UnitSet::with)
    }
}

/// The units of a set, in the scenario's order.
pub(crate) struct UnitSetIter(u128);

impl Iterator for UnitSetIter {
    type Item = UnitId;
    #[inline]
    fn next(&mut self) -> Option<UnitId> {
        let unit = UnitSet(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(unit)
    }
}

/// Rules that players may switch on before the game (1.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    pub(crate) fatigue_4_march: bool,
    pub(crate) entrench_action_1863: bool,
    pub(crate) limited_intelligence: bool,
}

/// An optional rule as a player chooses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionWord {
    /// The word in files and requests.
    pub word: &'static str,
    pub title: &'static str,
    /// What it changes, in a sentence.
    pub text: &'static str,
}

impl Options {
    pub const WORDS: [OptionWord; 3] = [
        OptionWord {
            word: "fatigue-4-march",
            title: "March at Fatigue Level 4",
            text: "Organized units at Fatigue Level 4 may still march; they fall into disorder.",
        },
        OptionWord {
            word: "entrench-action-1863",
            title: "Entrenching as an action in 1863",
            text: "In games of 1863 a unit may entrench in the Action Cycle for two Fatigue Levels.",
        },
        OptionWord {
            word: "limited-intelligence",
            title: "Limited Intelligence",
            text: "Each player may hide forces, and dummies, under ten Force markers. The enemy sees only \
                   the markers until his units or his cavalry come near.",
        },
    ];

    /// Whether the rule of this word is on.
    pub fn is_on(&self, word: &str) -> bool {
        match word {
            "fatigue-4-march" => self.fatigue_4_march,
            "entrench-action-1863" => self.entrench_action_1863,
            "limited-intelligence" => self.limited_intelligence,
            _ => false,
        }
    }

    /// Switches a rule on; false if there is none of this word.
    pub(crate) fn switch_on(&mut self, word: &str) -> bool {
        match word {
            "fatigue-4-march" => self.fatigue_4_march = true,
            "entrench-action-1863" => self.entrench_action_1863 = true,
            "limited-intelligence" => self.limited_intelligence = true,
            _ => return false,
        }
        true
    }
}

/// Random events of one row of the table (3.0, 12.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Event {
    #[default]
    None,
    /// Rain now and for so many further turns.
    Rain(u8),
    Heat,
}

/// Whose die a scenario modifier changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum DieOf {
    Attacker,
    Defender,
    AssaultDie,
    GrandAssaultDie,
}

/// In which action a scenario modifier counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum During {
    #[default]
    Any,
    March,
    Assault,
}

/// A modifier whose conditions the scenario decides.
#[derive(Clone, Debug)]
pub(crate) struct SpecialModifier {
    pub(crate) to: DieOf,
    pub(crate) side: Side,
    pub(crate) value: i16,
    pub(crate) name: Cow<'static, str>,
    pub(crate) action: During,
    pub(crate) leader: Option<LeaderId>,
    pub(crate) turns: Option<Vec<u8>>,
    /// Only where the defender stands in one of these.
    pub(crate) hexes: Option<Vec<Hex>>,
}

/// An action that a scenario can forbid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Forbidden {
    March,
    Activate,
    Assault,
    GrandAssault,
    Burn,
    Entrench,
    DestroyBridge,
    BuildBridge,
}

/// Units that may not act yet, or actions forbidden on some turns.
#[derive(Clone, Debug)]
pub(crate) struct Restriction {
    pub(crate) units: UnitSet,
    pub(crate) side: Side,
    /// First turn on which the units may act.
    pub(crate) until: Option<u8>,
    pub(crate) released_by: Option<u8>,
    pub(crate) turns: Option<Vec<u8>>,
    pub(crate) forbid: Vec<Forbidden>,
    /// The units to which `forbid` is limited; `None`: the whole side.
    pub(crate) only: Option<UnitSet>,
}

/// Points for holding hexes.
#[derive(Clone, Debug)]
pub(crate) struct PlacePoints {
    pub(crate) name: String,
    pub(crate) side: Side,
    pub(crate) hexes: Vec<Hex>,
    pub(crate) points: i32,
    pub(crate) each: bool,
    pub(crate) every_turn: bool,
    pub(crate) held_by: Option<Side>,
}

/// Points for enemy Manpower lost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LossPoints {
    pub(crate) side: Side,
    pub(crate) points: i32,
    pub(crate) per: u16,
}

/// Points for burnt stations.
#[derive(Clone, Debug)]
pub(crate) struct StationPoints {
    pub(crate) side: Side,
    pub(crate) damaged: i32,
    pub(crate) destroyed: i32,
    pub(crate) hexes: HexSet,
}

/// Points for destroyed bridges and ferries.
#[derive(Clone, Debug)]
pub(crate) struct BridgePoints {
    pub(crate) side: Side,
    pub(crate) points: i32,
    /// Empty: every bridge and ferry.
    pub(crate) sides: Vec<(Hex, hexmap::Dir)>,
}

/// A degree of victory.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    pub(crate) at_least: Option<i32>,
    pub(crate) at_most: Option<i32>,
    pub(crate) winner: Option<Side>,
    pub(crate) degree: Cow<'static, str>,
}

/// Victory at once.
#[derive(Clone, Debug)]
pub(crate) struct Automatic {
    pub(crate) side: Side,
    pub(crate) hexes: Vec<Hex>,
    pub(crate) all: bool,
    pub(crate) degree: Cow<'static, str>,
    pub(crate) from_turn: u8,
    pub(crate) every_action: bool,
}

/// How the game is won.
#[derive(Clone, Debug, Default)]
pub(crate) struct Victory {
    pub(crate) description: String,
    pub(crate) places: Vec<PlacePoints>,
    pub(crate) losses: Vec<LossPoints>,
    pub(crate) stations: Vec<StationPoints>,
    pub(crate) bridges: Vec<BridgePoints>,
    pub(crate) levels: Vec<Level>,
    pub(crate) automatic: Vec<Automatic>,
    /// Every hex whose holder matters.
    pub(crate) watched: Vec<Hex>,
}

impl Victory {
    /// Who holds a hex at set-up by the scenario's word, whichever of its entries says so.
    pub(crate) fn held_by(&self, hex: Hex) -> Option<Side> {
        self.places.iter().filter(|p| p.hexes.contains(&hex)).find_map(|p| p.held_by)
    }
}

/// A marker set up on the map.
#[derive(Clone, Copy, Debug)]
pub(crate) enum StartMarker {
    FlanksRefused(Hex),
    DamagedStation(Hex),
    DestroyedStation(Hex),
    Pontoon(Side, Hex, hexmap::Dir),
    DestroyedCrossing(Hex, hexmap::Dir),
}

/// A loaded scenario.
#[derive(Clone, Debug)]
pub struct Setup {
    pub name: String,
    pub description: String,
    pub foreword: Foreword,
    pub map: HexMap,
    pub(crate) module: &'static Module,
    pub year: u16,
    pub(crate) period: Period,
    pub turns: u8,
    /// Day of the first turn: year, month, day.
    pub(crate) starts: Option<(u16, u8, u8)>,
    pub advanced: bool,
    pub options: Options,
    /// The phases of a turn (3.0).
    pub(crate) steps: Vec<Step>,
    /// The tables of an Advanced Game's campaign.
    pub(crate) campaign: Option<Campaign>,
    pub(crate) forts: Vec<Fort>,
    pub(crate) random_events: bool,
    /// Rows 2 to 12.
    pub(crate) events: [Event; 11],
    pub(crate) ties: [Tie; 6],
    /// Which army has the initiative at the start, where that decides ties.
    pub(crate) army_initiative: Option<ArmyInitiative>,
    pub(crate) edition: Edition,
    pub(crate) unprinted: Unprinted,
    pub(crate) units: Vec<Unit>,
    pub(crate) leaders: Vec<Leader>,
    pub(crate) by_side: BySide<UnitSet>,
    pub(crate) cavalry: UnitSet,
    pub(crate) wagons: UnitSet,
    /// Those that are not there from the start.
    pub(crate) late: UnitSet,
    /// A unit whose commander may be killed as it attacks, and the counter that follows it (7.5).
    pub(crate) stand_in: Option<(UnitId, UnitId)>,
    pub(crate) markers: Vec<StartMarker>,
    pub(crate) modifiers: Vec<SpecialModifier>,
    pub(crate) restrictions: Vec<Restriction>,
    pub(crate) victory: Victory,
    /// Rain on turn 1, and the turns through which rivers are unfordable.
    pub(crate) rain: bool,
    /// A Heat event is in effect on turn 1.
    pub(crate) heat: bool,
    pub(crate) minor_unfordable_until: u8,
    pub(crate) major_unfordable_until: u8,
    pub(crate) ground: Ground,
    /// The redoubts and forts that each side benefits from.
    pub(crate) redoubts: BySide<HexSet>,
    /// Crossings that leave a ford behind even on a major river.
    pub(crate) leaves_ford: Vec<(Hex, hexmap::Dir)>,
    pub(crate) radius: u8,
    /// Supply, counties and off-map boxes (Advanced Game).
    pub(crate) logistics: Logistics,
    /// Where trains run (Advanced Game).
    pub(crate) rails: Rails,
    /// The ground in numbers, for programs that learn.
    pub(crate) terrains: Terrains,
}

impl Setup {
    /// The published game whose rules it is played by: its code and its name.
    pub fn published(&self) -> (&'static str, &'static str) {
        (self.module.code.word(), self.module.name)
    }

    /// How many units a side has, those that come later too.
    pub fn unit_count(&self, side: Side) -> usize {
        self.units.iter().filter(|unit| unit.side == side).count()
    }

    /// Combat value in quarters of a unit with so much Manpower (7.2).
    #[inline]
    pub(crate) fn combat_value(&self, manpower: u8, disorganized: bool) -> i32 {
        if disorganized { self.unprinted.disorganized(manpower) } else { manpower as i32 * 4 }
    }
    #[inline]
    pub(crate) fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }
    #[inline]
    pub(crate) fn leader(&self, id: LeaderId) -> &Leader {
        &self.leaders[id.index()]
    }
    pub(crate) fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }
    pub(crate) fn leader_ids(&self) -> impl Iterator<Item = LeaderId> + use<> {
        (0..self.leaders.len() as u8).map(LeaderId)
    }
    pub(crate) fn unit_named(&self, name: &str) -> Option<UnitId> {
        self.unit_ids().find(|id| self.unit(*id).name == name)
    }
    pub(crate) fn leader_named(&self, name: &str) -> Option<LeaderId> {
        self.leader_ids().find(|id| self.leader(*id).name == name)
    }
    /// Whether a side benefits from a redoubt or permanent fort in this hex (9.0).
    pub(crate) fn redoubt(&self, hex: Hex, side: Side) -> bool {
        self.redoubts[side].contains(hex)
    }
    /// Whether both sides roll for the initiative even where one of them has nobody to act with: ties can
    /// end the Action Cycle or try somebody's obedience (4.2).
    pub(crate) fn both_always_roll(&self) -> bool {
        self.ties.iter().any(|tie| matches!(tie, Tie::MayEnd | Tie::Insubordination))
    }
    /// Whether entrenching as an action exists in this game (5.5).
    pub(crate) fn entrench_action(&self) -> bool {
        match self.period {
            Period::Y1864 => true,
            Period::Y1863 => self.options.entrench_action_1863,
            _ => false,
        }
    }
    /// Day of a turn as `29 November 1864`, where the scenario names its first day.
    pub(crate) fn date(&self, turn: u8) -> Option<String> {
        let (year, month, day) = crate::calendar::plus_days(self.starts?, turn.saturating_sub(1));
        Some(format!("{day} {} {year}", crate::calendar::MONTHS[month as usize - 1]))
    }
    /// The same as numbers.
    pub(crate) fn day(&self, turn: u8) -> Option<(u16, u8, u8)> {
        self.starts.map(|first| crate::calendar::plus_days(first, turn.saturating_sub(1)))
    }
}
