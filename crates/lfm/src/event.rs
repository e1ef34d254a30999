//! What happened, for log, animation and replay.

use serde::Serialize;
use table::{Milestone, Side};

use crate::tables::Outcome;

/// A die that fell, with its purpose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Die {
    #[serde(rename = "for")]
    pub why: &'static str,
    pub die: u8,
}

impl Die {
    pub fn new(why: &'static str, die: u8) -> Vec<Die> {
        vec![Die { why, die }]
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    TurnBegins {
        turn: u16,
        label: String,
        night: bool,
    },
    Initiative {
        side: Side,
        dice: Vec<Die>,
    },
    PhaseBegins {
        turn: u16,
        phase: &'static str,
        side: Side,
    },
    RoundBegins {
        round: u16,
    },
    ArmyCommander {
        side: Side,
        piece: String,
    },
    CommandRoll {
        piece: String,
        dice: Vec<Die>,
        modifier: i8,
        cv: u8,
        in_command: bool,
    },
    Marker {
        piece: String,
        at: String,
        what: &'static str,
    },
    Works {
        at: String,
        built: bool,
    },
    BridgeRoll {
        piece: String,
        at: String,
        dice: Vec<Die>,
        modifier: i16,
        cohesion: u8,
        burned: bool,
    },
    Fired {
        from: Vec<String>,
        to: String,
        piece: String,
        sp: u16,
        dice: Vec<Die>,
        drm: i16,
        checks: u8,
    },
    Checked {
        piece: String,
        at: String,
        dice: Vec<Die>,
        modifier: i16,
        cohesion: u8,
        passed: bool,
    },
    Disorganized {
        at: String,
    },
    Moved {
        piece: String,
        from: String,
        to: String,
        /// Every hex entered, the last is `to`; left out for a single step.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        path: Vec<String>,
        /// At the road rate.
        road: bool,
    },
    Entered {
        piece: String,
        to: String,
    },
    Mode {
        piece: String,
        at: String,
        what: &'static str,
    },
    Charged {
        from: String,
        to: String,
        dice: Vec<Die>,
        drm: i16,
        column: String,
        result: &'static str,
    },
    Fought {
        from: Vec<String>,
        to: Vec<String>,
        odds: String,
        column: String,
        dice: Vec<Die>,
        drm: i16,
        result: &'static str,
    },
    Stood {
        at: String,
    },
    Lost {
        piece: String,
        from: String,
    },
    Retreated {
        pieces: Vec<String>,
        from: String,
        to: String,
    },
    LeftMap {
        pieces: Vec<String>,
        from: String,
    },
    Advanced {
        piece: String,
        from: String,
        to: String,
    },
    CasualtyRoll {
        piece: String,
        dice: Vec<Die>,
        hit: bool,
    },
    Relocated {
        piece: String,
        to: String,
    },
    Shattered {
        brigade: String,
        side: Side,
        shattered: bool,
    },
    ReorganizeRoll {
        at: String,
        dice: Vec<Die>,
        modifier: i16,
        cohesion: u8,
        cv: u8,
        removed: bool,
    },
    RecoveryRoll {
        piece: String,
        commander: String,
        dice: Vec<Die>,
        cohesion: u8,
        returns: bool,
    },
    Returned {
        piece: String,
        to: String,
    },
    NightFalls,
    NightEnds,
    Destroyed {
        brigade: String,
        side: Side,
    },
    Count {
        union: i32,
        confederate: i32,
    },
    GameOver {
        winner: Option<Side>,
        degree: table::view::Word,
    },
}

fn list(words: &[String]) -> String {
    words.join(", ")
}

/// A result of a chart in words.
fn told(code: &str) -> &'static str {
    Outcome::from_code(code).map_or("no effect", Outcome::told)
}

fn checks_words(checks: u8) -> String {
    match checks {
        0 => "no effect".to_owned(),
        1 => "one cohesion check".to_owned(),
        n => format!("{n} cohesion checks"),
    }
}

fn die(dice: &[Die]) -> String {
    dice.iter().map(|d| d.die.to_string()).collect::<Vec<_>>().join(" and ")
}

impl Event {
    /// Whether it begins a turn or a phase.
    pub(crate) fn milestone(&self) -> Option<Milestone> {
        match self {
            Event::TurnBegins { .. } => Some(Milestone::Turn),
            Event::PhaseBegins { .. } => Some(Milestone::Phase),
            _ => None,
        }
    }

    /// The event as a sentence for the log.
    pub(crate) fn say(&self) -> String {
        use Event::*;
        match self {
            TurnBegins { turn, label, night: false } => format!("Turn {turn} begins: {label}."),
            TurnBegins { turn, label, .. } => format!("Night turn {turn} begins: {label}."),
            Initiative { side, dice } if dice.is_empty() => format!("The {side} goes first by the scenario."),
            Initiative { side, dice } => format!("The {side} has the initiative (dice {}).", die(dice)),
            PhaseBegins { phase, side, .. } => format!("{side} {phase} Phase."),
            RoundBegins { round } => format!("Combat round {round}."),
            ArmyCommander { side, piece } => format!("{piece} commands the {side} army."),
            CommandRoll { piece, dice, modifier, cv, in_command } => format!(
                "{piece} rolls {} {modifier:+} against {cv}: {}in command.",
                die(dice),
                if *in_command { "" } else { "not " }
            ),
            Marker { piece, at, what } => format!("{piece} in {at}: {what}."),
            Works { at, built: true } => format!("Breastworks stand in {at}."),
            Works { at, .. } => format!("The breastworks in {at} are torn down."),
            BridgeRoll { piece, at, dice, burned, .. } => format!(
                "{piece} tries to burn the bridge {at} and rolls {}: {}.",
                die(dice),
                if *burned { "it burns" } else { "it still stands" }
            ),
            Fired { from, to, piece, sp, dice, drm, checks } => format!(
                "Guns in {} fire on {piece} in {to} with {sp} SP: {} {drm:+}, {}.",
                list(from),
                die(dice),
                checks_words(*checks)
            ),
            Checked { piece, dice, modifier, cohesion, passed, .. } => format!(
                "{piece} checks cohesion {cohesion}: {} {modifier:+}, {}.",
                die(dice),
                if *passed { "holds" } else { "fails" }
            ),
            Disorganized { at } => format!("The stack in {at} is disorganized."),
            Moved { piece, from, to, .. } => format!("{piece} moves from {from} to {to}."),
            Entered { piece, to } => format!("{piece} arrives in {to}."),
            Mode { piece, what, .. } => format!("{piece} {what}."),
            Charged { from, to, dice, drm, result, .. } => {
                format!("Cavalry charges from {from} into {to}: {} {drm:+}, {}.", die(dice), told(result))
            }
            Fought { from, to, odds, column, dice, drm, result } => format!(
                "{} attack {} at {odds} (column {column}): {} {drm:+}, {}.",
                list(from),
                list(to),
                die(dice),
                told(result)
            ),
            Stood { at } => format!("The stack in {at} stands."),
            Lost { piece, from } => format!("{piece} is eliminated in {from}."),
            Retreated { pieces, from, to } => format!("{} retreat from {from} to {to}.", list(pieces)),
            LeftMap { pieces, from } => format!("{} leave the map from {from}.", list(pieces)),
            Advanced { piece, from, to } => format!("{piece} advances from {from} to {to}."),
            CasualtyRoll { piece, hit: true, .. } => format!("{piece} is hit and replaced."),
            CasualtyRoll { piece, .. } => format!("{piece} is unhurt."),
            Relocated { piece, to } => format!("{piece} goes to {to}."),
            Shattered { brigade, shattered: true, .. } => format!("{brigade} is shattered."),
            Shattered { brigade, .. } => format!("{brigade} is no longer shattered."),
            ReorganizeRoll { at, dice, removed, .. } => format!(
                "The stack in {at} rolls {} to reorganize: {}.",
                die(dice),
                if *removed { "in good order" } else { "still disorganized" }
            ),
            RecoveryRoll { piece, commander, dice, returns, .. } => format!(
                "{commander} looks for {piece} and rolls {}: {}.",
                die(dice),
                if *returns { "it rallies" } else { "nothing" }
            ),
            Returned { piece, to } => format!("{piece} returns in {to}."),
            NightFalls => "Night falls: order is restored everywhere.".to_owned(),
            NightEnds => "The night ends: what was lost stays lost.".to_owned(),
            Destroyed { brigade, .. } => format!("{brigade} is destroyed."),
            Count { union, confederate } => {
                format!("Victory points: Union {union}, Confederate {confederate}.")
            }
            GameOver { winner: Some(side), degree } => format!("The {side} wins a {degree} victory."),
            GameOver { .. } => "The battle is a draw.".to_owned(),
        }
    }
}
