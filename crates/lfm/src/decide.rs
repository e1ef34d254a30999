//! Who decides what: the one way from a position to the room of its decision.

use table::{Refusal, Room, Rule, Side, Standing};

use crate::Lfm;
use crate::artillery::{Aimed, Artillery};
use crate::charge::MustCharge;
use crate::combat::{Attackers, BreakOff, Target};
use crate::command::Determination;
use crate::construction::Construction;
use crate::movement::{Move, Movement};
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::reorganization::Recovery;
use crate::state::Phase;

impl<'a> Pos<'a> {
    /// The room of the decision that is open; none when the game is over.
    fn room(self) -> Option<&'a dyn Room<Lfm>> {
        if self.state.outcome.is_some() {
            return None;
        }
        match self.state.pending.last() {
            Some(pending) => pending.open().map(|open| open as &dyn Room<Lfm>),
            None => self.phase_room(),
        }
    }

    /// What the phase itself asks.
    fn phase_room(self) -> Option<&'static dyn Room<Lfm>> {
        let state = self.state;
        Some(match state.phase {
            Phase::Command => &Determination,
            Phase::Construction => &Construction,
            Phase::Fire | Phase::ReturnFire if state.mission.target.is_some() => &Aimed,
            Phase::Fire | Phase::ReturnFire => &Artillery,
            Phase::Movement if state.must_charge => &MustCharge,
            Phase::Movement if state.group.is_empty() => &Movement,
            Phase::Movement => &Move,
            Phase::Combat if state.fight.planned => &Attackers,
            Phase::Combat => &Target,
            Phase::BreakOff | Phase::BreakOffOther => &BreakOff,
            Phase::Recovery => &Recovery,
            Phase::Over => return None,
        })
    }

    /// The side that decides now.
    pub fn decider(self) -> Option<Side> {
        self.room().map(|room| room.seats(self).first())
    }

    pub fn standing(self) -> Standing {
        match (self.state.outcome.clone(), self.room()) {
            (Some(outcome), _) => Standing::Over(outcome),
            (None, Some(room)) => room.standing(self),
            // The rules always run on to a decision or to the end.
            (None, None) => Standing::Over(self.verdict()),
        }
    }

    /// Whether a seat may give this order now.
    pub(crate) fn check(self, seat: Side, order: &Order) -> Result<(), Refusal> {
        let Some(room) = self.room() else {
            return Err(Refusal::new(Rule("LSEQ-25"), "the game is over"));
        };
        if !room.seats(self).contains(seat) {
            return Err(Refusal::new(Rule("LSEQ-1"), "the other player decides now"));
        }
        if order.piece().is_some_and(|id| id.index() >= self.setup.pieces.len()) {
            return Err(Refusal::new(Rule("LINT-2"), "there is no such piece"));
        }
        room.check(self, order)
    }

    /// All legal orders of a seat.
    pub(crate) fn orders(self, seat: Side, out: &mut Vec<Order>) {
        if let Some(room) = self.room().filter(|room| room.seats(self).contains(seat)) {
            room.orders(self, out);
        }
    }

    /// What does not belong to this phase.
    pub(crate) fn out_of_phase(self) -> Refusal {
        Refusal::new(Rule("LSEQ-28"), format!("this is the {} Phase", self.state.phase.name()))
    }
}

impl Play<'_> {
    /// Carries out an order that was checked, then lets the rules run.
    pub(crate) fn apply(&mut self, order: &Order) {
        match self.state.pending.pop() {
            Some(pending) => {
                if let Some(open) = pending.open() {
                    open.apply(self, order);
                }
            }
            None => {
                if let Some(room) = self.pos().phase_room() {
                    room.apply(self, order);
                }
            }
        }
        self.run();
    }
}

/// An order that came to a room without its check: a fault of the program, not of a player.
pub(crate) fn unchecked(order: &Order) {
    debug_assert!(false, "{order:?} is no answer to this decision");
}
