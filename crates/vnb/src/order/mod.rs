//! Orders and their written form.
//!
//! Lengths are inches with two decimals, facings degrees. Stands are called by their names, in quotes where a
//! name is more than one word: `move Jackson 34.50,20.25@90`, `charge "Bridge guard" Sherman @180`,
//! `attack Bee with Porter,"Griffin's battery"`. Their numbers in the roster are read as well, as in
//! `move 12 34.50,20.25@90`, but never written.

mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

use crate::angle::Angle;
use crate::ids::{FeatureId, StandId};
use crate::state::Pose;

/// What a stand can do in its move besides going somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    Limber,
    Unlimber,
    Mount,
    Dismount,
    StandUp,
    Recover,
    Stationary,
    StepBack,
}

impl Act {
    pub const ALL: [Act; 8] = [
        Act::Limber,
        Act::Unlimber,
        Act::Mount,
        Act::Dismount,
        Act::StandUp,
        Act::Recover,
        Act::Stationary,
        Act::StepBack,
    ];
    pub fn word(self) -> &'static str {
        match self {
            Act::Limber => "limber",
            Act::Unlimber => "unlimber",
            Act::Mount => "mount",
            Act::Dismount => "dismount",
            Act::StandUp => "stand-up",
            Act::Recover => "recover",
            Act::Stationary => "stationary",
            Act::StepBack => "step-back",
        }
    }
}

/// One decision of one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// Begin the move of a stand.
    Pick(StandId),
    /// Turn towards a place, go straight there, turn to the facing. `disorder`: pay with disorder.
    Move {
        stand: StandId,
        to: Pose,
        disorder: bool,
    },
    /// Follow a road to a point on it.
    March {
        stand: StandId,
        x: i32,
        y: i32,
    },
    Form {
        stand: StandId,
        facing: Angle,
    },
    Reform {
        stand: StandId,
        facing: Angle,
    },
    Act {
        stand: StandId,
        act: Act,
    },
    /// Leave a building by one of its four sides.
    Leave {
        stand: StandId,
        side: u8,
        facing: Angle,
    },
    Charge {
        stand: StandId,
        target: StandId,
        facing: Angle,
    },
    Attach {
        commander: StandId,
        stand: StandId,
    },
    Reinforce {
        stand: StandId,
        brigade: StandId,
    },
    /// Come onto the table.
    Enter {
        stand: StandId,
        to: Pose,
    },
    /// The stand's move is over.
    Done,
    /// The phase is over.
    End,
    Rally {
        stand: StandId,
        facing: Angle,
    },
    /// Run to cover.
    Cover {
        to: Pose,
    },
    Decline,
    /// Advance straight ahead, in hundredths of an inch.
    Advance {
        stand: StandId,
        distance: i32,
    },
    Turn {
        stand: StandId,
        facing: Angle,
    },
    /// Cavalry breaks through: turn, then go so far, or into a target.
    Break {
        stand: StandId,
        facing: Angle,
        distance: i32,
        target: StandId,
    },
    Ground(StandId),
    Attack {
        target: StandId,
        fire: Vec<StandId>,
    },
    Answer(StandId),
    GiveWay(u8),
    /// The skirmisher of a block that takes the next casualty.
    Lose(StandId),
    Follow,
    Fire {
        stand: StandId,
        target: StandId,
    },
    /// Siege guns fire at the wall of a fortress.
    Bombard {
        stand: StandId,
        feature: FeatureId,
        x: i32,
        y: i32,
    },
    /// A strength point of field guns becomes two dedicated guns, for these brigades.
    Convert {
        battalion: StandId,
        first: StandId,
        second: StandId,
    },
}
