//! Before the first turn: field artillery split up into dedicated guns (VMISC-10).

use table::{Ask, Refusal, Room, Seats, Side};

use crate::Vnb;
use crate::decide::{no, unchecked};
use crate::event::Event;
use crate::ids::{FeatureId, StandId};
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::state::{Phase, Presence};

/// Conversions that are offered at most; any other can be ordered as well.
const OFFERED: usize = 40;

/// Which artillery hands guns to which brigades.
pub struct HandOutGuns;

impl Room<Vnb> for HandOutGuns {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("guns", "Turn field artillery into dedicated guns?", "VMISC-10")
    }
    fn seats(&self, pos: Pos) -> Seats {
        pos.state.phasing.into()
    }
    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        let found = pos.conversions(pos.state.phasing).into_iter().take(OFFERED);
        out.extend(found.map(|(battalion, first, second)| Order::Convert { battalion, first, second }));
        out.push(Order::End);
    }
    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::End => Ok(()),
            Order::Convert { battalion, first, second } => {
                if pos.conversions(pos.state.phasing).contains(&(*battalion, *first, *second)) {
                    return Ok(());
                }
                Err(no(
                    "VMISC-10",
                    "two brigades of the formation without a gun each take one, from field artillery only",
                ))
            }
            _ => Err(self.ask(pos).not_asked()),
        }
    }
    fn apply(&self, play: &mut Play, order: &Order) {
        match order {
            Order::End => play.guns_done(),
            Order::Convert { battalion, first, second } => play.convert(*battalion, [*first, *second]),
            other => unchecked(other),
        }
    }
}

impl Play<'_> {
    /// The guns are handed out side by side, first player first; then the first turn begins.
    pub(crate) fn skip_guns(&mut self) {
        while self.state.phase == Phase::Guns && !self.pos().can_convert(self.state.phasing) {
            self.guns_done();
        }
    }

    pub(crate) fn guns_done(&mut self) {
        if self.state.phasing == self.setup.first {
            self.state.phasing = self.setup.first.other();
            self.skip_guns();
        } else {
            self.state.phasing = self.setup.phasing;
            self.open_turn(Phase::Movement);
        }
    }

    /// Two dedicated guns for a strength point (VMISC-10).
    fn convert(&mut self, battalion: StandId, brigades: [StandId; 2]) {
        let piece = self.state.piece_mut(battalion);
        piece.sp -= 1;
        let spent = piece.sp == 0;
        if spent {
            (piece.presence, piece.garrison) = (Presence::Gone, FeatureId::NONE);
        }
        for brigade in brigades {
            self.state.piece_mut(brigade).guns += 1;
            self.tell(|who| Event::Guns { from: who(battalion), to: who(brigade) });
        }
        self.skip_guns();
    }
}

impl Pos<'_> {
    /// Field artillery that can be split up into dedicated guns, and brigades to take them (VMISC-10).
    pub(crate) fn can_convert(&self, side: Side) -> bool {
        !self.conversions(side).is_empty()
    }
    pub(crate) fn conversions(&self, side: Side) -> Vec<(StandId, StandId, StandId)> {
        let mut found = Vec::new();
        let here = |id: StandId| self.side(id) == side && self.piece(id).presence != Presence::Gone;
        let all = || self.everybody().filter(|id| here(*id));
        for battalion in all().filter(|b| self.may_split(*b)) {
            let takers: Vec<StandId> = all().filter(|t| self.may_take_gun(battalion, *t)).collect();
            for (n, first) in takers.iter().enumerate() {
                for second in &takers[n + 1..] {
                    found.push((battalion, *first, *second));
                }
            }
        }
        found
    }
    fn may_split(&self, id: StandId) -> bool {
        self.arm(id).is_artillery() && self.setup.stand(id).weapon.is_field() && self.piece(id).sp > 0
    }
    pub(crate) fn may_take_gun(&self, battalion: StandId, brigade: StandId) -> bool {
        let (a, b) = (self.setup.stand(battalion), self.setup.stand(brigade));
        let formation = |s: &crate::setup::Stand| self.setup.divisions.get(s.division as usize);
        let same = a.division == b.division
            || formation(a).is_some_and(|d| d.formation == crate::setup::Formation::CorpsTroops)
                && (b.corps == a.corps || formation(b).is_some_and(|d| d.corps == a.corps))
            || formation(a).is_some_and(|d| d.formation == crate::setup::Formation::ArmyTroops);
        a.side == b.side && self.arm(brigade).is_brigade() && self.piece(brigade).guns == 0 && same
    }
}
