//! Open decisions, as a stack inside the position, so that a game can be saved and sent in the middle of a combat.

use table::Room;

use crate::Vnb;
use crate::advance::Advance;
use crate::combat::{Answer, Combat};
use crate::exploit::{Breakthrough, Exploit};
use crate::follow::Follow;
use crate::last_fire::LastFire;
use crate::movement::charging::GoOn;
use crate::movement::react::RunToCover;
use crate::position::Pos;
use crate::strikes::{GiveWay, Share};
use crate::to_ground::GoToGround;

/// Somebody has to decide something before the rules go on, or the rules go on with something themselves; the
/// last entry is the most urgent.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Pending {
    Cover(RunToCover),
    Exploit(Exploit),
    Breakthrough(Breakthrough),
    Ground(GoToGround),
    Answer(Answer),
    GiveWay(GiveWay),
    Share(Share),
    Advance(Advance),
    Follow(Follow),
    LastFire(LastFire),
    /// A combat between choices: nobody is asked.
    Combat(Box<Combat>),
    /// A charge that goes on after a reaction: nobody is asked.
    Charge(GoOn),
}

impl Pending {
    /// The decision it is; none where the rules go on by themselves.
    pub(crate) fn room(&self) -> Option<&dyn Room<Vnb>> {
        Some(match self {
            Pending::Cover(room) => room,
            Pending::Exploit(room) => room,
            Pending::Breakthrough(room) => room,
            Pending::Ground(room) => room,
            Pending::Answer(room) => room,
            Pending::GiveWay(room) => room,
            Pending::Share(room) => room,
            Pending::Advance(room) => room,
            Pending::Follow(room) => room,
            Pending::LastFire(room) => room,
            Pending::Combat(_) | Pending::Charge(_) => return None,
        })
    }

    /// Whether a choice has come to nothing since it was offered.
    pub(crate) fn stale(&self, pos: Pos) -> bool {
        match self {
            Pending::Cover(room) => room.stale(pos),
            Pending::Exploit(room) => room.stale(pos),
            Pending::Breakthrough(room) => room.stale(pos),
            Pending::Advance(room) => room.stale(pos),
            Pending::Follow(room) => room.stale(pos),
            Pending::Ground(_)
            | Pending::Answer(_)
            | Pending::GiveWay(_)
            | Pending::Share(_)
            | Pending::LastFire(_)
            | Pending::Combat(_)
            | Pending::Charge(_) => false,
        }
    }
}
