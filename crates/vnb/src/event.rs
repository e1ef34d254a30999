//! What happened, for log, animation and replay.

use serde::Serialize;
use table::Side;

use crate::kinds::Level;
use crate::setup::Setup;
use crate::state::{Phase, Pose};

/// A place in inches, as clients draw it.
pub type Spot = table::view::Pose;

impl From<Pose> for Spot {
    fn from(pose: Pose) -> Spot {
        let hundredth = |v: i32| f64::from(v) / 100.0;
        Spot { x: hundredth(pose.x), y: hundredth(pose.y), facing: hundredth(pose.facing) }
    }
}

/// A stand by its name: the id that clients know.
pub type Name = String;

/// One thing that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    Turn {
        turn: u16,
        side: Side,
    },
    PhaseBegins {
        phase: Phase,
        side: Side,
    },
    Moved {
        piece: Name,
        how: &'static str,
        from: Spot,
        to: Spot,
    },
    Changed {
        piece: Name,
        to: &'static str,
    },
    Disordered {
        piece: Name,
        why: &'static str,
    },
    Level {
        piece: Name,
        level: Level,
    },
    Recovered {
        piece: Name,
    },
    /// A stand has made its move.
    MoveOver {
        piece: Name,
    },
    /// A commander joins a stand, or leaves the one he was with.
    Attached {
        piece: Name,
        to: Name,
    },
    Detached {
        piece: Name,
        from: Name,
    },
    Charges {
        piece: Name,
        target: Name,
    },
    /// A charge ends short of its target.
    StoppedShort {
        piece: Name,
        target: Name,
    },
    Contact {
        piece: Name,
        target: Name,
    },
    Repulsed {
        piece: Name,
        by: Name,
    },
    RiddenDown {
        piece: Name,
        by: Name,
    },
    Evaded {
        piece: Name,
        to: Spot,
    },
    Entered {
        piece: Name,
        to: Spot,
    },
    Marsh {
        piece: Name,
        die: u8,
        factor: u8,
    },
    Rallied {
        piece: Name,
    },
    Tested {
        piece: Name,
        needs: i16,
        die: u8,
        passed: bool,
    },
    Routed {
        piece: Name,
    },
    Casualties {
        piece: Name,
        lost: u16,
        left: u16,
    },
    Eliminated {
        piece: Name,
    },
    LeftTable {
        piece: Name,
    },
    GunsLost {
        piece: Name,
    },
    Attacked {
        target: Name,
        melee: Vec<Name>,
        fire: Vec<Name>,
    },
    Volley {
        piece: Name,
        target: Name,
        hits: u8,
        saved: u8,
    },
    Blow {
        piece: Name,
        target: Name,
        hits: u8,
        saved: u8,
    },
    GaveWay {
        piece: Name,
        inches: u16,
    },
    Won {
        side: Side,
        tie: bool,
    },
    Burning {
        feature: String,
        caught: bool,
        out: bool,
    },
    Breach {
        feature: String,
        points: u8,
    },
    Exhausted {
        division: String,
        side: Side,
    },
    CollapseRoll {
        division: String,
        side: Side,
        die: u8,
        casualties: u16,
        collapsed: bool,
    },
    CommanderAtRisk {
        piece: Name,
        die: u8,
    },
    CommanderLost {
        piece: Name,
    },
    CommanderReplaced {
        piece: Name,
        to: Spot,
    },
    /// A night between two days of the battle.
    Night {
        until: String,
    },
    Guns {
        from: Name,
        to: Name,
    },
    Objective {
        name: String,
        side: Side,
    },
    Over {
        winner: Option<Side>,
        degree: &'static str,
        points: [i32; 2],
    },
}

impl Event {
    /// Whether it begins a turn or a phase.
    pub fn milestone(&self) -> Option<table::Milestone> {
        match self {
            Event::Turn { .. } => Some(table::Milestone::Turn),
            Event::PhaseBegins { .. } => Some(table::Milestone::Phase),
            _ => None,
        }
    }

    /// A plain sentence for the log.
    pub fn say(&self, setup: &Setup) -> String {
        match self {
            Event::Turn { turn, side } => {
                format!("Turn {turn}, {}: the {side} player turn begins.", setup.clock(*turn))
            }
            Event::PhaseBegins { phase, side } => format!("{} phase of the {side} player.", phase.title()),
            Event::Moved { piece, how, from, to } => format!("{piece} {how} {}.", way(*from, *to)),
            Event::Changed { piece, to } => format!("{piece} is now {to}."),
            Event::Disordered { piece, why } => format!("{piece} is disordered: {why}."),
            Event::Level { piece, level } => {
                format!("{} falls to {}.", piece, level.word().replace('-', " "))
            }
            Event::Recovered { piece } => format!("{piece} recovers its order."),
            Event::MoveOver { piece } => format!("{piece} has made its move."),
            Event::Attached { piece, to } => format!("{piece} joins {to}."),
            Event::Detached { piece, from } => format!("{piece} leaves {from}."),
            Event::StoppedShort { piece, target } => format!("{piece} stops short of {target}."),
            Event::Charges { piece, target } => format!("{piece} charges {target}."),
            Event::Contact { piece, target } => {
                format!("{piece} is in contact with {target}.")
            }
            Event::Repulsed { piece, by } => {
                format!("{piece} is repulsed by the fire of {by}.")
            }
            Event::RiddenDown { piece, by } => format!("{piece} is ridden down by {by}."),
            Event::Evaded { piece, .. } => format!("{piece} gets out of the way."),
            Event::Entered { piece, .. } => format!("{piece} comes onto the table."),
            Event::Marsh { piece, die, factor } => {
                format!("{piece} goes into the marsh: die {die}, every inch counts {factor}.")
            }
            Event::Rallied { piece } => format!("{piece} rallies."),
            Event::Tested { piece, needs, die, passed } => {
                format!(
                    "{} needs {needs} or less, rolls {die}: {}.",
                    piece,
                    if *passed { "stands" } else { "fails" }
                )
            }
            Event::Routed { piece } => format!("{piece} routs."),
            Event::Casualties { piece, lost, left } => format!("{piece} loses {lost}, {left} left."),
            Event::Eliminated { piece } => format!("{piece} is eliminated."),
            Event::LeftTable { piece } => format!("{piece} leaves the table."),
            Event::GunsLost { piece } => format!("{piece} loses its dedicated guns."),
            Event::Attacked { target, melee, fire } => {
                let all: Vec<&str> = melee.iter().chain(fire).map(String::as_str).collect();
                format!("{target} is attacked by {}.", all.join(", "))
            }
            Event::Volley { piece, target, hits, saved } => {
                format!("{piece} fires at {target}: {hits} hits, {saved} saved.")
            }
            Event::Blow { piece, target, hits, saved } => {
                format!("{piece} fights {target}: {hits} hits, {saved} saved.")
            }
            Event::GaveWay { piece, inches } => format!("{piece} gives way by {inches} inches."),
            Event::Won { side, tie } => {
                format!("The {side} side wins the melee{}.", if *tie { " after a tie" } else { "" })
            }
            Event::Burning { feature, caught: true, .. } => format!("{feature} catches fire."),
            Event::Burning { feature, out: true, .. } => format!("The fire in {feature} goes out."),
            Event::Burning { feature, .. } => format!("{feature} burns on."),
            Event::Breach { feature, points } => {
                format!("The wall of {feature} takes breach point {points} of 3.")
            }
            Event::Exhausted { division, side } => format!("{side} division {division} is exhausted."),
            Event::CollapseRoll { division, side, die, casualties, collapsed } => {
                let end = if *collapsed { "it collapses" } else { "it holds" };
                format!("{side} division {division} lost {casualties} this turn, rolls {die}: {end}.")
            }
            Event::CommanderAtRisk { piece, die } => format!("{piece} is in danger: die {die}."),
            Event::CommanderLost { piece } => format!("{piece} is lost."),
            Event::CommanderReplaced { piece, .. } => format!("A successor takes over from {piece}."),
            Event::Night { until } => format!("Night falls; both armies rest until {until}."),
            Event::Guns { from, to } => format!("{from} hands a dedicated gun to {to}."),
            Event::Objective { name, side } => format!("The {side} side holds {name}."),
            Event::Over { winner: Some(side), degree, points } => {
                format!(
                    "The battle is over: {degree} victory of the {side} side, {} to {}.",
                    points[0], points[1]
                )
            }
            Event::Over { winner: None, points, .. } => {
                format!("The battle is over: a draw, {} to {}.", points[0], points[1])
            }
        }
    }
}

/// How far and whither, as one would say it across a table: `6.3 inches north-west`.
fn way(from: Spot, to: Spot) -> String {
    const WINDS: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    let (east, north) = (to.x - from.x, to.y - from.y);
    let far = east.hypot(north);
    if far < 0.05 {
        return "on the spot".to_owned();
    }
    let eighth = (east.atan2(north).to_degrees() / 45.0).round() as i32;
    let inches = if (0.95..1.05).contains(&far) { "inch" } else { "inches" };
    format!("{far:.1} {inches} {}", WINDS[eighth.rem_euclid(8) as usize])
}
