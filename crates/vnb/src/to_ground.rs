//! Going to ground at the beginning of the Combat phase (VMISC-3).

use table::{Ask, Refusal, Room, Seats, Side};

use crate::Vnb;
use crate::decide::{no, unchecked};
use crate::event::Event;
use crate::ids::StandId;
use crate::order::Order;
use crate::pending::Pending;
use crate::play::Play;
use crate::position::Pos;
use crate::state::mark;

/// Which stands of a side go to ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct GoToGround {
    pub side: Side,
}

impl Room<Vnb> for GoToGround {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("ground", "Which stands go to ground?", "VMISC-3")
    }
    fn seats(&self, _pos: Pos) -> Seats {
        self.side.into()
    }
    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        out.extend(
            pos.present_of(self.side).filter(|id| pos.may_go_to_ground(*id).is_ok()).map(Order::Ground),
        );
        out.push(Order::Decline);
    }
    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Decline => Ok(()),
            Order::Ground(id) => {
                pos.may_go_to_ground(*id)?;
                if pos.side(*id) == self.side { Ok(()) } else { Err(no("VMISC-3", "not your stand")) }
            }
            _ => Err(self.ask(pos).not_asked()),
        }
    }
    fn apply(&self, play: &mut Play, order: &Order) {
        match order {
            Order::Decline => {}
            Order::Ground(id) => {
                play.unsettle(*id);
                play.state.piece_mut(*id).set(mark::GROUND, true);
                play.tell(|who| Event::Changed { piece: who(*id), to: "on the ground" });
                play.offer_ground(self.side);
            }
            other => unchecked(other),
        }
    }
}

impl Play<'_> {
    /// Asks a side, if any stand of it may go to ground.
    pub(crate) fn offer_ground(&mut self, side: Side) {
        let pos = self.pos();
        if pos.present_of(side).any(|id| pos.may_go_to_ground(id).is_ok()) {
            self.state.pending.push(Pending::Ground(GoToGround { side }));
        }
    }
}

impl Pos<'_> {
    /// Checks going to ground (VMISC-3).
    ///
    /// # Errors
    /// The rule against it.
    pub(crate) fn may_go_to_ground(&self, id: StandId) -> Result<(), Refusal> {
        if id.index() >= self.setup.stands.len() || !self.piece(id).on_table() {
            return Err(no("VMISC-3", "there is no such stand"));
        }
        let piece = self.piece(id);
        if !self.cartridge(id) || !self.arm(id).is_infantry() {
            return Err(no("VMISC-3", "only men on foot with cartridge weapons go to ground"));
        }
        if piece.has(mark::GROUND | mark::COLUMN) || self.routed(id) || self.in_contact(id) {
            return Err(no("VMISC-3", "the stand cannot go to ground now"));
        }
        Ok(())
    }
}
