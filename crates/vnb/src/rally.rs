//! Phase 3: routed stands that touch a corps or army commander may rally (VRAL-1 to VRAL-5).

use table::{Ask, Refusal, Room, Seats};

use crate::Vnb;
use crate::angle::{Angle, normal};
use crate::decide::{no, unchecked};
use crate::event::Event;
use crate::ids::StandId;
use crate::kinds::Level;
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::state::mark;

/// Whether a routed stand rallies, and which.
pub struct Rally;

impl Room<Vnb> for Rally {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("rally", "Rally a routed stand?", "VRAL-1")
    }
    fn seats(&self, pos: Pos) -> Seats {
        pos.state.phasing.into()
    }
    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        for stand in pos.present_of(pos.state.phasing).filter(|id| pos.may_rally(*id)) {
            let facing = pos.piece(stand).pose.facing;
            for turn in [0, 18_000] {
                let facing = normal(facing + turn);
                if pos.may_turn_in_place(stand, facing).is_ok() {
                    out.push(Order::Rally { stand, facing });
                }
            }
        }
        out.push(Order::End);
    }
    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::End => Ok(()),
            Order::Rally { stand, .. } if !pos.here(*stand) || !pos.may_rally(*stand) => {
                Err(no("VRAL-1", "only routed stands that touch a corps or army commander rally"))
            }
            Order::Rally { stand, facing } => pos.may_turn_in_place(*stand, *facing),
            _ => Err(self.ask(pos).not_asked()),
        }
    }
    fn apply(&self, play: &mut Play, order: &Order) {
        match order {
            Order::End => play.begin_morale(),
            Order::Rally { stand, facing } => play.rally(*stand, *facing),
            other => unchecked(other),
        }
    }
}

impl Play<'_> {
    /// Rallies a stand: red marker only, any facing (VRAL-3, VRAL-4).
    fn rally(&mut self, id: StandId, facing: Angle) {
        let piece = self.state.piece_mut(id);
        piece.level = Level::PermanentlyDisordered;
        piece.set(mark::RALLIED, true);
        piece.pose.facing = facing;
        self.tell(|who| Event::Rallied { piece: who(id) });
    }
}

impl Pos<'_> {
    /// Routed stands that touch a corps or army commander (VRAL-1).
    pub(crate) fn may_rally(&self, id: StandId) -> bool {
        self.side(id) == self.state.phasing
            && self.routed(id)
            && self.present_of(self.side(id)).any(|c| {
                self.is_commander(c)
                    && self.setup.stand(c).rank != crate::kinds::Rank::Division
                    && self.touching(c, id)
            })
    }
    pub(crate) fn rally_left(&self) -> bool {
        self.present_of(self.state.phasing).any(|id| self.may_rally(id))
    }

    /// A turn on the spot that overlaps nobody.
    pub(crate) fn may_turn_in_place(&self, id: StandId, facing: Angle) -> Result<(), Refusal> {
        let pose = crate::state::Pose { facing, ..self.piece(id).pose };
        if pose == self.piece(id).pose || self.piece(id).in_building() || self.free(id, pose) {
            return Ok(());
        }
        Err(no("VMOV-13", "there is no room to turn that way"))
    }
}
