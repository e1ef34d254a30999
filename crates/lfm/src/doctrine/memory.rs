//! What the computer player keeps from one question to the next, so as not to work it out again.

use hexmap::Reach;
use table::{Plans, Side};

use super::movement::Plan;
use super::place::View;
use super::scene::{self, Scene};
use super::weights::Weights;
use crate::position::Pos;

/// The memory of a computer player, for the games of one scenario: what was worked out last. It is used again only for the very position it was worked out for; a plan is
/// kept while its own stack is on the way, and made anew from where that stack stands if it is lost.
#[derive(Default)]
pub struct Memory {
    pub(super) scene: Scene,
    pub(super) plan: Plan,
    /// What the divisions of the side that is asked are told to do.
    pub(super) plans: Plans,
    /// What counts how much to it.
    pub(super) weights: Weights,
    /// Room to search in; it carries nothing from one search to the next.
    pub(super) room: Reach,
}

impl table::Remember for Memory {
    fn forget(&mut self) {
        // Nothing is used for another position than the one it was worked out for.
    }
}

impl Memory {
    /// Takes up the plans of the side that is asked, and what counts to it.
    pub(super) fn follow(&mut self, plans: &Plans) {
        if self.plans == *plans {
            return;
        }
        if self.plans.tuning() != plans.tuning() {
            self.weights = Weights::of(plans.tuning());
            self.scene.forget();
        }
        self.plans.clone_from(plans);
        // A march that was thought out under other plans is thought over.
        self.plan = Plan::default();
    }

    /// Looks the field over.
    pub(super) fn view<'a>(&'a mut self, pos: Pos<'a>, seat: Side) -> View<'a> {
        self.look(pos, seat);
        View { pos, side: seat, scene: &self.scene, plans: &self.plans, w: &self.weights }
    }

    /// Brings the scene up to date.
    pub(super) fn look(&mut self, pos: Pos, seat: Side) {
        self.scene.refresh_foes(&self.weights, pos, seat);
        self.scene.refresh_own(&self.weights, pos, seat, scene::own_key(pos, seat, &[]));
    }
}
