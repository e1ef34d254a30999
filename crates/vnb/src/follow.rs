//! Commanders near a stand that moves on or is driven off may go along (VMISC-2).

use table::{Ask, Refusal, Room, Seats};

use crate::Vnb;
use crate::decide::unchecked;
use crate::ids::StandId;
use crate::order::Order;
use crate::pending::Pending;
use crate::play::Play;
use crate::position::Pos;
use crate::state::Pose;

/// Whether a commander goes along with a stand that moved from a pose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Follow {
    pub commander: StandId,
    pub with: StandId,
    pub from: Pose,
}

impl Follow {
    pub(crate) fn stale(&self, pos: Pos) -> bool {
        !pos.here(self.commander) || !pos.here(self.with)
    }
}

impl Room<Vnb> for Follow {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("follow", "Does the commander go along?", "VMISC-2")
    }
    fn seats(&self, pos: Pos) -> Seats {
        pos.side(self.commander).into()
    }
    fn orders(&self, _pos: Pos, out: &mut Vec<Order>) {
        out.extend([Order::Follow, Order::Decline]);
    }
    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Follow | Order::Decline => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }
    fn apply(&self, play: &mut Play, order: &Order) {
        match order {
            Order::Follow => play.go_along(self.commander, self.with),
            Order::Decline => play.stay_behind(self.commander),
            other => unchecked(other),
        }
    }
}

impl Play<'_> {
    /// Commanders within 3 in who are not attached to the stand: they may go along (VMISC-2).
    pub(crate) fn commanders_near(&self, id: StandId) -> Vec<StandId> {
        let pos = self.pos();
        let near =
            |c: &StandId| pos.is_commander(*c) && pos.piece(*c).attached != id && pos.within(*c, id, 300);
        pos.present_of(pos.side(id)).filter(near).collect()
    }

    pub(crate) fn offer_follow(&mut self, commanders: Vec<StandId>, with: StandId, from: Pose) {
        if !self.state.piece(with).on_table() || self.state.piece(with).pose == from {
            return;
        }
        for commander in commanders {
            if self.state.piece(commander).on_table() {
                self.state.pending.push(Pending::Follow(Follow { commander, with, from }));
            }
        }
    }

    /// A commander goes along with a stand (VMISC-2).
    fn go_along(&mut self, commander: StandId, with: StandId) {
        let pos = self.pos();
        let centre = pos.centre(with);
        let (w, h) = (self.setup.table.width, self.setup.table.height);
        let mut pose = Pose::at(centre, pos.piece(commander).pose.facing);
        (pose.x, pose.y) = (pose.x.clamp(50, w - 50), pose.y.clamp(50, h - 50));
        self.place(commander, pose, "goes along");
    }

    /// A commander who stays where an enemy reaches him is lost.
    fn stay_behind(&mut self, commander: StandId) {
        let pos = self.pos();
        let reached = pos
            .present_of(pos.side(commander).other())
            .any(|e| !pos.is_commander(e) && pos.touching(e, commander));
        if reached {
            self.lose_commander(commander);
        }
    }
}
