//! Union forts (HSN): printed works with guns and a garrison of their own, which fall once and for all.

use hexmap::Hex;
use table::Side;

use crate::charts::{CombatResult, Flight};
use crate::event::Event;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::Setup;
use crate::state::State;

/// The most forts in a scenario.
pub(crate) const MOST_FORTS: usize = 32;

/// A fort.
#[derive(Clone, Debug)]
pub(crate) struct Fort {
    pub(crate) hex: Hex,
    pub(crate) side: Side,
    pub(crate) class: String,
    /// Quarters of Combat value, and guns.
    pub(crate) combat: i32,
    pub(crate) artillery: i32,
}

impl State {
    /// The fort that stands in a hex.
    #[inline]
    pub(crate) fn fort<'a>(&self, setup: &'a Setup, hex: Hex) -> Option<&'a Fort> {
        if setup.forts.is_empty() {
            return None;
        }
        let at = setup.forts.iter().position(|fort| fort.hex == hex)?;
        (self.campaign.fallen_forts >> at & 1 == 0).then(|| &setup.forts[at])
    }

    /// The enemy fort that keeps a side out of a hex.
    #[inline]
    pub(crate) fn enemy_fort<'a>(&self, setup: &'a Setup, side: Side, hex: Hex) -> Option<&'a Fort> {
        self.fort(setup, hex).filter(|fort| fort.side != side)
    }
}

impl Pos<'_> {
    /// Whether a side benefits from a redoubt or a standing fort in this hex (9.0).
    #[inline]
    pub(crate) fn in_redoubt(&self, hex: Hex, side: Side) -> bool {
        self.setup.redoubt(hex, side)
            || self.state.fort(self.setup, hex).is_some_and(|fort| fort.side == side)
    }
}

impl Play<'_> {
    /// An empty fort that was attacked falls to any loss, retreat or rout.
    pub(crate) fn fort_may_fall(&mut self, attacker: Side, hex: Hex, result: &CombatResult) {
        let empty = self.state.side_in(self.setup, hex).is_none();
        let hit = result.loss > 0 || result.flight != Flight::None;
        if !empty || !hit || self.state.enemy_fort(self.setup, attacker, hex).is_none() {
            return;
        }
        let Some(at) = self.setup.forts.iter().position(|fort| fort.hex == hex) else { return };
        self.state.campaign.fallen_forts |= 1 << at;
        self.tell(|t| Event::Fort { to: t.hex(hex) });
    }
}
