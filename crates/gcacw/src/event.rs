//! Events: what happened, for log, animation and replay. `say` makes the sentences, `told` decides who may
//! know of them.

use serde::Serialize;
use table::view::Word;
use table::{Milestone, Side};

/// A die that fell, with its purpose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Die {
    #[serde(rename = "for")]
    pub why: &'static str,
    pub die: u8,
}

/// One thing that happened. Pieces are told by name, hexes by label.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    // -------------------------------------------------------------- the turn
    Turn {
        turn: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        date: Option<String>,
    },
    Phase {
        phase: &'static str,
    },
    Initiative {
        union: u8,
        confederate: u8,
    },
    Take {
        side: Side,
        /// It is a march by night.
        #[serde(skip_serializing_if = "is_false")]
        night: bool,
    },
    Pass {
        side: Side,
    },
    Insubordination {
        piece: String,
        die: u8,
        obeys: bool,
    },
    Recovery,
    Over {
        winner: Option<Side>,
        degree: Word,
    },

    // -------------------------------------------------------------- weather
    /// The scenario's table of random events.
    #[serde(rename = "event")]
    RandomEvent {
        row: u8,
        result: Day,
        /// How many days more it lasts.
        #[serde(skip_serializing_if = "is_zero")]
        more_days: u8,
    },
    /// The campaign's table of random events.
    #[serde(rename = "event")]
    CampaignEvent {
        row: u8,
        name: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        effect: Option<String>,
    },
    /// The provisional swamps are under water.
    Flood {
        pieces: Vec<String>,
    },
    Swamp {
        piece: String,
        from: String,
        to: String,
    },

    // -------------------------------------------------------------- marches
    March {
        piece: String,
        from: String,
        mp: f64,
    },
    #[serde(rename = "march")]
    ForceMarches {
        side: Side,
        from: String,
        mp: f64,
    },
    Strategic {
        piece: String,
        from: String,
        mp: f64,
    },
    ExtendedMarch {
        piece: String,
        die: u8,
        modifier: i16,
        result: &'static str,
        #[serde(skip_serializing_if = "is_zero")]
        loss: u8,
    },
    /// What everybody sees of the roll of a hidden force.
    #[serde(rename = "extended-march")]
    ForceStraggles {
        side: Side,
        die: u8,
    },
    #[serde(rename = "extended-march")]
    ShamRoll {
        die: u8,
        sham: bool,
    },
    ForceMarch {
        piece: String,
        bonus: u8,
        loss: u8,
    },
    /// What everybody sees of the forced march of a hidden force.
    #[serde(rename = "force-march")]
    ForceForces {
        side: Side,
    },
    #[serde(rename = "force-march")]
    ShamForceMarch {
        sham: bool,
        bonus: u8,
    },
    Move {
        piece: String,
        from: String,
        to: String,
        /// MP paid and left, for those who may know.
        #[serde(flatten)]
        paid: Option<Paid>,
    },
    #[serde(rename = "move")]
    MarkerMoves {
        side: Side,
        piece: String,
        from: String,
        to: String,
    },
    Disorganized {
        piece: String,
    },
    Rail {
        piece: String,
        from: String,
        to: String,
        hexes: u8,
        fatigue: u8,
    },
    GuideUsed {
        points: u8,
    },

    // -------------------------------------------------------------- leaders
    Activate {
        piece: String,
        from: String,
    },
    #[serde(rename = "activate")]
    HiddenLeaderActs {
        side: Side,
    },
    LeaderAllowance {
        piece: String,
        /// Who marches; nobody where all entrench.
        units: Vec<String>,
        mp: u16,
        /// For cavalry that goes on foot, where some does.
        #[serde(skip_serializing_if = "Option::is_none")]
        on_foot: Option<OnFoot>,
    },
    /// Without the units he leads, and without him where he is hidden.
    #[serde(rename = "leader-allowance")]
    LeaderLeads {
        side: Side,
        #[serde(skip_serializing_if = "Option::is_none")]
        piece: Option<String>,
        mp: u16,
    },
    Attach {
        piece: String,
        unit: String,
        to: String,
    },
    LeaderLost {
        piece: String,
    },
    CommandValue {
        piece: String,
        value: u8,
    },

    // -------------------------------------------------------------- fighting
    Attack {
        piece: String,
        from: String,
        to: String,
        kind: &'static str,
    },
    Assault {
        piece: String,
        from: String,
    },
    AssaultUnits {
        piece: String,
        units: Vec<String>,
    },
    AssaultTarget {
        to: String,
    },
    AssaultCommand {
        piece: String,
        die: u8,
        /// The Assault Number; none where the assault does not come off.
        number: Option<u8>,
    },
    GrandAssault {
        piece: String,
        die: u8,
        /// How many hexes may join; none where it cannot be brought on.
        hexes: Option<u8>,
    },
    Bonus {
        side: Side,
        value: i8,
    },
    Combat(Box<Combat>),
    CommanderKilled {
        piece: String,
        from: String,
        stand_in: String,
    },
    Fort {
        to: String,
    },
    Loss {
        piece: String,
        side: Side,
        loss: u8,
        left: u8,
    },
    Eliminated {
        piece: String,
        side: Side,
        from: String,
        cause: &'static str,
        manpower: u8,
    },
    /// What the letters of a result do to those who fought.
    Strain {
        pieces: Vec<String>,
        fatigue: u8,
        disorganized: bool,
        demoralized: bool,
    },
    /// The scenario no longer holds them back.
    Released {
        pieces: Vec<String>,
    },
    CavalryRetreat {
        piece: String,
        pieces: Vec<String>,
        from: String,
        die: u8,
        modifier: i16,
        slowed: u16,
    },
    Withdraw {
        piece: String,
        pieces: Vec<String>,
        from: String,
    },
    Retreat {
        piece: String,
        pieces: Vec<String>,
        from: String,
        to: String,
    },
    RetreatOver {
        piece: String,
        pieces: Vec<String>,
        to: String,
    },
    Advance {
        piece: String,
        from: String,
        to: String,
    },

    // -------------------------------------------------------------- works, bridges, stations
    Entrench {
        piece: String,
        works: &'static str,
    },
    FlanksRefused {
        piece: String,
        to: String,
    },
    FlanksUnrefused {
        to: String,
    },
    Bridge {
        piece: String,
        from: String,
        to: String,
        what: BridgeWork,
        die: u8,
    },
    PontoonLost {
        side: Side,
        from: String,
        to: String,
    },
    Burn {
        piece: String,
        to: String,
        what: Burning,
    },

    // -------------------------------------------------------------- arrivals and the country beyond
    Arrivals {
        /// Of the table.
        name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
        sets: Vec<u8>,
        due: u8,
        modifier: i16,
        fatigue: u8,
        closed: bool,
    },
    Arrival {
        piece: String,
        to: String,
    },
    #[serde(rename = "arrival")]
    BoxArrival {
        piece: String,
        r#box: String,
    },
    /// Sets of a table come at once.
    SetsCome {
        name: String,
        sets: Vec<u8>,
    },
    Shift {
        die: u8,
        turn: Option<u8>,
    },
    OffMap {
        piece: String,
        /// The box it goes to.
        #[serde(skip_serializing_if = "Option::is_none")]
        r#box: Option<String>,
        /// The hex it is on its way to.
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<String>,
        /// The hex it leaves to refit.
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<String>,
    },
    Withdrawn {
        piece: String,
    },
    Theater {
        name: String,
    },

    // -------------------------------------------------------------- campaigns
    Paralysis {
        union: u8,
        confederate: u8,
        side: Option<Side>,
    },
    ArmyInitiative {
        with: Option<Side>,
    },
    Guide {
        side: Side,
    },
    Winter {
        /// Its last turn; none while the weather holds.
        #[serde(skip_serializing_if = "Option::is_none")]
        until: Option<u8>,
        #[serde(skip_serializing_if = "is_false")]
        begins: bool,
    },
    /// Whether men come for the cavalry and for the infantry.
    Manpower {
        side: Side,
        die: u8,
        cavalry: bool,
        infantry: bool,
    },
    #[serde(rename = "manpower")]
    ManpowerLost {
        arm: &'static str,
    },
    #[serde(rename = "manpower")]
    Strengthened {
        piece: String,
        manpower: u8,
    },
    Rejoin {
        piece: String,
        parent: String,
        to: String,
        manpower: u8,
    },
    #[serde(rename = "horses")]
    HorsesWornOut {
        side: Side,
    },
    Horses {
        piece: String,
        die: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        modifier: Option<i16>,
        found: Horses,
    },
    County {
        name: String,
        side: Side,
    },
    Supply {
        side: Side,
        out_of_supply: Vec<String>,
    },
    Forage {
        piece: String,
        die: u8,
        modifier: i16,
        found: bool,
    },
    Mend {
        side: Side,
        to: String,
    },
    Depot {
        side: Side,
        to: String,
    },
    WagonReduction {
        piece: String,
        die: u8,
        wear: &'static str,
    },
    WagonRemoved {
        piece: String,
        from: String,
    },
    Load {
        piece: String,
        carries: u8,
    },
    Feed {
        piece: String,
        wagon: String,
    },

    // -------------------------------------------------------------- Force markers
    MovementDice {
        side: Side,
        dice: Vec<Die>,
    },
    ForceMarker {
        side: Side,
        piece: String,
        to: String,
    },
    Hide {
        piece: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    },
    /// A marker is taken off, with what was under it.
    Reveal {
        side: Side,
        piece: String,
        to: String,
        units: Vec<String>,
        leaders: Vec<String>,
    },
    #[serde(rename = "reveal")]
    ComesIntoTheOpen {
        side: Side,
        piece: String,
        to: String,
    },
    /// Counters change and nothing else is to be told.
    Changed,
}

/// What a combat came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Combat {
    pub side: Side,
    pub from: String,
    pub to: String,
    pub attacker_value: f64,
    pub defender_value: f64,
    /// `3-2`.
    pub ratio: String,
    pub attacker_die: u8,
    pub defender_die: u8,
    /// Attacker's die and modifiers less the defender's.
    pub difference: i32,
    pub attacker_modifier: i16,
    pub defender_modifier: i16,
    /// What the guns add to the attacker's die.
    pub artillery_modifier: i16,
    pub attacker_result: &'static str,
    pub defender_result: &'static str,
}

/// What a step cost, and what is left of the march.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Paid {
    pub cost: f64,
    pub left: f64,
}

/// Cavalry that goes on foot in an activation, and its MP.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OnFoot {
    pub units: Vec<String>,
    pub mp: u16,
}

/// What a day brings on the table of random events.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Day {
    Nothing,
    Rain,
    Heat,
}

/// What is done to a crossing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BridgeWork {
    Built,
    NotBuilt,
    Repaired,
    NotRepaired,
    Destroyed,
    NotDestroyed,
    TakenUp,
}

/// What fire does to a station.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Burning {
    Damaged,
    DamagedAgain,
    Destroyed,
    /// It was destroyed already.
    Ruins,
}

/// How cavalry comes out of a roll for its horses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Horses {
    Fresh,
    NoFresh,
    Lost,
    Kept,
}

fn is_false(on: &bool) -> bool {
    !on
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

impl Event {
    /// Whether it begins a turn or a phase.
    pub(crate) fn milestone(&self) -> Option<Milestone> {
        match self {
            Event::Turn { .. } => Some(Milestone::Turn),
            Event::Phase { .. } => Some(Milestone::Phase),
            _ => None,
        }
    }
}

/// Half MP as players write them: `3`, `1.5`.
pub(crate) fn points(halves: u16) -> String {
    if halves.is_multiple_of(2) { (halves / 2).to_string() } else { format!("{}.5", halves / 2) }
}

/// Quarters of a Combat value as players write them: `7`, `3.5`, `1.25`.
pub(crate) fn value(quarters: i32) -> String {
    let text = format!("{:.2}", quarters as f64 / 4.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
