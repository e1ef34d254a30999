//! What happened, for log, animation and replay.

use serde::Serialize;
use table::Side;

use crate::ids::StandId;
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

/// One thing that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    Turn { turn: u16, side: Side },
    PhaseBegins { phase: Phase, side: Side },
    Moved { piece: StandId, how: &'static str, from: Spot, to: Spot },
    Changed { piece: StandId, to: &'static str },
    Disordered { piece: StandId, why: &'static str },
    Level { piece: StandId, level: Level },
    Recovered { piece: StandId },
    Charges { piece: StandId, target: StandId },
    Contact { piece: StandId, target: StandId },
    Repulsed { piece: StandId, by: StandId },
    RiddenDown { piece: StandId, by: StandId },
    Evaded { piece: StandId, to: Spot },
    Entered { piece: StandId, to: Spot },
    Marsh { piece: StandId, die: u8, factor: u8 },
    Rallied { piece: StandId },
    Tested { piece: StandId, needs: i16, die: u8, passed: bool },
    Routed { piece: StandId },
    Casualties { piece: StandId, lost: u16, left: u16 },
    Eliminated { piece: StandId },
    LeftTable { piece: StandId },
    GunsLost { piece: StandId },
    Attacked { target: StandId, melee: Vec<StandId>, fire: Vec<StandId> },
    Volley { piece: StandId, target: StandId, hits: u8, saved: u8 },
    Blow { piece: StandId, target: StandId, hits: u8, saved: u8 },
    GaveWay { piece: StandId, inches: u16 },
    Won { side: Side, tie: bool },
    Burning { feature: String, caught: bool, out: bool },
    Breach { feature: String, points: u8 },
    Exhausted { division: String, side: Side },
    CollapseRoll { division: String, side: Side, die: u8, casualties: u16, collapsed: bool },
    CommanderAtRisk { piece: StandId, die: u8 },
    CommanderLost { piece: StandId },
    CommanderReplaced { piece: StandId, to: Spot },
    Guns { from: StandId, to: StandId },
    Objective { name: String, side: Side },
    Over { winner: Option<Side>, degree: &'static str, points: [i32; 2] },
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
        let name = |id: &StandId| setup.name_of(*id).to_owned();
        match self {
            Event::Turn { turn, side } => {
                format!("Turn {turn}, {}: the {side} player turn begins.", setup.clock(*turn))
            }
            Event::PhaseBegins { phase, side } => format!("{} phase of the {side} player.", phase.title()),
            Event::Moved { piece, how, to, .. } => {
                format!("{} {how} to {:.2}, {:.2}.", name(piece), to.x, to.y)
            }
            Event::Changed { piece, to } => format!("{} is now {to}.", name(piece)),
            Event::Disordered { piece, why } => format!("{} is disordered: {why}.", name(piece)),
            Event::Level { piece, level } => {
                format!("{} falls to {}.", name(piece), level.word().replace('-', " "))
            }
            Event::Recovered { piece } => format!("{} recovers its order.", name(piece)),
            Event::Charges { piece, target } => format!("{} charges {}.", name(piece), name(target)),
            Event::Contact { piece, target } => {
                format!("{} is in contact with {}.", name(piece), name(target))
            }
            Event::Repulsed { piece, by } => {
                format!("{} is repulsed by the fire of {}.", name(piece), name(by))
            }
            Event::RiddenDown { piece, by } => format!("{} is ridden down by {}.", name(piece), name(by)),
            Event::Evaded { piece, .. } => format!("{} gets out of the way.", name(piece)),
            Event::Entered { piece, .. } => format!("{} comes onto the table.", name(piece)),
            Event::Marsh { piece, die, factor } => {
                format!("{} goes into the marsh: die {die}, every inch counts {factor}.", name(piece))
            }
            Event::Rallied { piece } => format!("{} rallies.", name(piece)),
            Event::Tested { piece, needs, die, passed } => {
                format!(
                    "{} needs {needs} or less, rolls {die}: {}.",
                    name(piece),
                    if *passed { "stands" } else { "fails" }
                )
            }
            Event::Routed { piece } => format!("{} routs.", name(piece)),
            Event::Casualties { piece, lost, left } => format!("{} loses {lost}, {left} left.", name(piece)),
            Event::Eliminated { piece } => format!("{} is eliminated.", name(piece)),
            Event::LeftTable { piece } => format!("{} leaves the table.", name(piece)),
            Event::GunsLost { piece } => format!("{} loses its dedicated guns.", name(piece)),
            Event::Attacked { target, melee, fire } => {
                let all: Vec<String> = melee.iter().chain(fire).map(&name).collect();
                format!("{} is attacked by {}.", name(target), all.join(", "))
            }
            Event::Volley { piece, target, hits, saved } => {
                format!("{} fires at {}: {hits} hits, {saved} saved.", name(piece), name(target))
            }
            Event::Blow { piece, target, hits, saved } => {
                format!("{} fights {}: {hits} hits, {saved} saved.", name(piece), name(target))
            }
            Event::GaveWay { piece, inches } => format!("{} gives way by {inches} inches.", name(piece)),
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
            Event::CommanderAtRisk { piece, die } => format!("{} is in danger: die {die}.", name(piece)),
            Event::CommanderLost { piece } => format!("{} is lost.", name(piece)),
            Event::CommanderReplaced { piece, .. } => format!("A successor takes over from {}.", name(piece)),
            Event::Guns { from, to } => format!("{} hands a dedicated gun to {}.", name(from), name(to)),
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
