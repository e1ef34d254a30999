//! What the computer player keeps from one question to the next, so as not to work it out again.

use hexmap::Reach;
use table::{Plans, Side};

use super::movement::Plan;
use super::place::View;
use super::scene::{self, Scene};
use crate::position::Pos;

/// The memory of a computer player, for the games of one scenario: what was worked out last. It is used again only for the very position it was worked out for; a plan is
/// kept while its own stack is on the way, and made anew from where that stack stands if it is lost.
#[derive(Default)]
pub struct Memory {
    pub(super) scene: Scene,
    pub(super) plan: Plan,
    /// What the divisions of the side that is asked are told to do.
    pub(super) plans: Plans,
    /// Room to search in; it carries nothing from one search to the next.
    pub(super) room: Reach,
}

impl table::Remember for Memory {
    fn forget(&mut self) {
        // Nothing is used for another position than the one it was worked out for.
    }
}

impl Memory {
    /// Looks the field over.
    pub(super) fn view<'a>(&'a mut self, pos: Pos<'a>, seat: Side) -> View<'a> {
        self.look(pos, seat);
        View { pos, side: seat, scene: &self.scene, plans: &self.plans }
    }

    /// Brings the scene up to date.
    pub(super) fn look(&mut self, pos: Pos, seat: Side) {
        self.scene.refresh_foes(pos, seat);
        self.scene.refresh_own(pos, seat, scene::own_key(pos, seat, &[]));
    }
}
