//! The end of the Combat phase: defending stands that nobody chose may fire (VGAP-19).

use table::{Ask, Refusal, Room, Seats};

use crate::Vnb;
use crate::combat::{Combat, Stage};
use crate::decide::{no, unchecked};
use crate::ids::StandId;
use crate::order::Order;
use crate::pending::Pending;
use crate::play::Play;
use crate::position::Pos;
use crate::state::mark;

/// Which of them fires next, and at whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct LastFire;

impl Room<Vnb> for LastFire {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("last-fire", "Fire with a stand that was not attacked?", "VGAP-19")
    }
    fn seats(&self, pos: Pos) -> Seats {
        pos.state.phasing.other().into()
    }
    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        for stand in pos.present_of(pos.state.phasing.other()).filter(|id| pos.may_still_fire(*id)) {
            out.extend(pos.fire_targets(stand).into_iter().map(|target| Order::Fire { stand, target }));
        }
        out.push(Order::End);
    }
    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Fire { stand, target } => pos.may_fire_last(*stand, *target),
            Order::End => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }
    fn apply(&self, play: &mut Play, order: &Order) {
        // It is asked again until nobody is left to fire.
        play.state.pending.push(Pending::LastFire(LastFire));
        match order {
            Order::Fire { stand, target } => play.fire_last(*stand, *target),
            Order::End => play.cease_fire(),
            other => unchecked(other),
        }
    }
}

impl Play<'_> {
    fn fire_last(&mut self, by: StandId, at: StandId) {
        let combat = Combat {
            target: at,
            fire: vec![by],
            answer: StandId::NONE,
            last: true,
            stage: Stage::Dice,
            ..Combat::default()
        };
        self.state.pending.push(Pending::Combat(Box::new(combat)));
    }

    /// Nobody of the defender fires any more this phase.
    fn cease_fire(&mut self) {
        for (piece, stand) in self.state.pieces.iter_mut().zip(&self.setup.stands) {
            if stand.side != self.state.phasing {
                piece.set(mark::FOUGHT, true);
            }
        }
    }
}

impl Pos<'_> {
    /// Whether a defending stand that nobody chose can still fire.
    pub(crate) fn last_fire_left(&self) -> bool {
        self.present_of(self.state.phasing.other()).any(|id| self.can_fire_last(id))
    }
    pub(crate) fn can_fire_last(&self, id: StandId) -> bool {
        self.may_still_fire(id) && self.has_target(id)
    }
    /// Whether it has not fought and has something to fire with.
    fn may_still_fire(&self, id: StandId) -> bool {
        !self.is_commander(id) && !self.piece(id).has(mark::FOUGHT) && self.longest_range(id) > 0
    }

    /// Checks the fire of a defending stand nobody chose (VGAP-19).
    ///
    /// # Errors
    /// The rule against it.
    pub(crate) fn may_fire_last(&self, by: StandId, at: StandId) -> Result<(), Refusal> {
        if !self.here(by) || !self.here(at) || self.side(by) == self.state.phasing {
            return Err(no("VGAP-19", "there is no such stand"));
        }
        if self.piece(by).has(mark::FOUGHT) {
            return Err(no("VGAP-19", "a stand attacks once a phase"));
        }
        if self.fire_plan(by, at, false)?.dice() == 0 {
            return Err(no("VTER-65", "the garrison has used all its dice"));
        }
        if self.in_contact(at) {
            return Err(no("VGAP-23", "fire into a melee belongs to its combat"));
        }
        Ok(())
    }
}
