//! Phase 2: what a move may be and what it costs (VMOV-1 to VMOV-24, VGAP-4 to VGAP-8).

use arrayvec::ArrayVec;
use table::Refusal;

use crate::angle::{Angle, heading};
use crate::decide::no;
use crate::geometry::{CENT, INCH, Pt};
use crate::ids::{FeatureId, StandId};
use crate::movement::company::Company;
use crate::movement::terrain::{COST_INCH, Walk};
use crate::movement::way::Stretch;
use crate::position::Pos;
use crate::state::{Mover, Phase, Pose, mark};

/// How a facing change is paid for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pay {
    Free,
    Half,
    Disorder,
}

/// A move that was found legal: turn, straight leg, turn.
#[derive(Clone, Debug)]
pub struct MovePlan {
    pub end: Pose,
    pub turns: ArrayVec<Pay, 2>,
    pub cost: i64,
    pub walk: Option<Walk>,
    /// The length of the leg.
    pub length: i64,
    pub heading: Angle,
    /// Ends in an enemy zone, or in a building: nothing more but last acts.
    pub halted: bool,
    /// The building it ends in.
    pub building: FeatureId,
}

/// A refusal, and how far the leg could go in its direction.
#[derive(Clone, Debug)]
pub struct Blocked {
    pub refusal: Refusal,
    pub reach: i64,
    pub heading: Angle,
}

impl Pos<'_> {
    /// The stand's move as it stands: the one under way, or a fresh one.
    pub(crate) fn mover_of(&self, id: StandId) -> Mover {
        match self.state.mover {
            Some(mover) if mover.stand == id => mover,
            _ => Mover {
                stand: id,
                start: self.piece(id).pose,
                spent: 0,
                free_turn_used: false,
                gone: false,
                displaced: false,
                manhandled: false,
                limbered_move: false,
                streams: 0,
                halted: false,
                finished: false,
                charging: false,
                stepped_back: false,
                crossed: FeatureId::NONE,
                approach_limited: !self.commanded(id),
            },
        }
    }

    /// Whether the stand was found in command this turn; commanders always are.
    pub(crate) fn commanded(&self, id: StandId) -> bool {
        self.is_commander(id) || self.piece(id).has(mark::IN_COMMAND)
    }

    /// The whole allowance in cost units, half of it out of command; half a hundredth is forgiven.
    pub(crate) fn whole_budget(&self, id: StandId) -> i64 {
        let whole = self.allowance(id) * COST_INCH;
        (if self.commanded(id) { whole } else { whole / 2 }) + 3 * CENT
    }
    pub(crate) fn budget_left(&self, id: StandId, mover: &Mover) -> i64 {
        self.whole_budget(id) - mover.spent
    }
    pub(crate) fn half(&self, id: StandId) -> i64 {
        self.allowance(id) * COST_INCH / 2
    }

    /// Whether a stand may do something in its Movement phase now.
    ///
    /// # Errors
    /// The rule against it.
    pub(crate) fn may_act(&self, id: StandId) -> Result<Mover, Refusal> {
        if id.index() >= self.setup.stands.len() {
            return Err(no("VMOV-1", "there is no such stand"));
        }
        if self.state.phase != Phase::Movement {
            return Err(no("VSEQ-1", "stands move in the Movement phase"));
        }
        if self.side(id) != self.state.phasing {
            return Err(no("VSEQ-2", "only the attacker moves"));
        }
        if !self.piece(id).on_table() {
            return Err(no("VMOV-1", "the stand is not on the table"));
        }
        if self.routed(id) {
            return Err(no("VMOV-1", "a routed stand does not move"));
        }
        if self.piece(id).has(mark::MOVED) {
            return Err(no("VMOV-1", "the stand has moved already"));
        }
        if self.piece(id).charged.is_some() && self.state.mover.is_none_or(|m| m.stand != id || !m.charging) {
            return Err(no("VMOV-1", "the stand has charged"));
        }
        if !self.released(id) {
            return Err(no("VGAP-47", "the stand is not released yet"));
        }
        let mover = self.mover_of(id);
        if mover.finished {
            return Err(no("VMOV-1", "the stand has finished its move"));
        }
        Ok(mover)
    }

    /// Held back by the scenario until its turn, or until an enemy comes near.
    fn released(&self, id: StandId) -> bool {
        let stand = self.setup.stand(id);
        // Whoever has begun to move goes on, also away from the enemy who set him free.
        let begun = self.state.mover.is_some_and(|m| m.stand == id);
        if begun || stand.released <= self.state.turn {
            return true;
        }
        self.enemies_of(id).any(|e| self.within(id, e, 600))
    }

    /// As [`Pos::may_act`], for going or turning.
    fn may_go(&self, id: StandId) -> Result<Mover, Refusal> {
        let mover = self.may_act(id)?;
        let piece = self.piece(id);
        if piece.has(mark::MUST_CHOOSE) || mover.stepped_back {
            return Err(no("VCHG-20", "a stand in contact charges or steps back, nothing else"));
        }
        if mover.halted {
            return Err(no("VMOV-23", "the stand has halted"));
        }
        if mover.charging {
            return Err(no("VCHG-19", "a charge goes straight on or ends"));
        }
        if piece.has(mark::GROUND) {
            return Err(no("VMISC-4", "a stand on the ground must stand up first"));
        }
        if piece.in_building() {
            return Err(no("VGAP-44", "the stand must leave the building first"));
        }
        if mover.manhandled && piece.has(mark::LIMBERED) {
            return Err(no("VMOV-11", "guns moved by hand do not move limbered in the same phase"));
        }
        Ok(mover)
    }

    /// How the next facing change is paid for, given what the player prefers.
    fn pay(&self, id: StandId, free_used: bool, disorder: bool) -> Result<Pay, Refusal> {
        let piece = self.piece(id);
        if self.arm(id).is_artillery() {
            return Ok(if piece.has(mark::LIMBERED) { Pay::Free } else { Pay::Half });
        }
        if !free_used && !self.setup.stand(id).is_raw() {
            return Ok(Pay::Free);
        }
        if !disorder {
            return Ok(Pay::Half);
        }
        if self.disordered(id) || self.is_commander(id) {
            return Err(no("VMOV-9", "a facing change can be paid with disorder only by a stand in order"));
        }
        Ok(Pay::Disorder)
    }

    /// Whether a stand goes in any direction without turning (VGAP-4).
    pub(crate) fn goes_anywhere(&self, id: StandId) -> bool {
        self.is_commander(id) || self.arm(id).is_skirmisher()
    }

    /// Judges a move to a pose.
    ///
    /// # Errors
    /// The rule against it, and how far the stand could go that way.
    pub(crate) fn plan_move(&self, id: StandId, to: Pose, disorder: bool) -> Result<MovePlan, Blocked> {
        let mover = self.may_go(id).map_err(|r| Blocked { refusal: r, reach: 0, heading: 0 })?;
        let length = (to.centre() - self.piece(id).pose.centre()).length();
        self.plan_leg(id, &self.company(id, length), &mover, to, disorder)
    }

    /// As [`Pos::plan_move`], for one leg of several that a stand thinks of.
    ///
    /// # Errors
    /// As there.
    pub(crate) fn plan_among(&self, id: StandId, company: &Company, to: Pose) -> Result<MovePlan, Blocked> {
        let length = (to.centre() - self.piece(id).pose.centre()).length();
        if !company.serves(length) {
            return self.plan_move(id, to, false);
        }
        let mover = self.may_go(id).map_err(|r| Blocked { refusal: r, reach: 0, heading: 0 })?;
        self.plan_leg(id, company, &mover, to, false)
    }

    fn plan_leg(
        &self,
        id: StandId,
        company: &Company,
        mover: &Mover,
        to: Pose,
        disorder: bool,
    ) -> Result<MovePlan, Blocked> {
        let stuck = |refusal| Blocked { refusal, reach: 0, heading: self.piece(id).pose.facing };
        let start = self.piece(id).pose;
        let way = to.centre() - start.centre();
        let length = way.length();
        let mut turns: ArrayVec<Pay, 2> = ArrayVec::new();
        let mut free_used = mover.free_turn_used;
        let mut cost = 0;
        let mut turn = |pos: &Pos| -> Result<(), Refusal> {
            let pay = pos.pay(id, free_used, disorder)?;
            free_used |= pay == Pay::Free;
            cost += if pay == Pay::Half { pos.half(id) } else { 0 };
            turns.push(pay);
            Ok(())
        };
        let moving = length > CENT / 2;
        let toward = if moving { self.leg_heading(id, start, way) } else { start.facing };
        let facing = if self.goes_anywhere(id) { start.facing } else { toward };
        let pivot = facing != start.facing;
        if moving && pivot {
            turn(self).map_err(stuck)?;
        }
        if to.facing != facing {
            turn(self).map_err(stuck)?;
        }
        let budget = self.budget_left(id, mover) - cost;
        if budget < 0 {
            return Err(stuck(no("VMOV-9", "not enough movement left for the facing change")));
        }
        let mut plan = MovePlan {
            end: to,
            turns,
            cost,
            walk: None,
            length,
            heading: toward,
            halted: false,
            building: FeatureId::NONE,
        };
        let turned = Pose { facing, ..start };
        self.pivot_clear(id, company, start, turned).map_err(stuck)?;
        if moving {
            let gait = self.gait(id, budget, mover.streams, disorder);
            let leg = self.leg(id, company, &Stretch { start: turned, way, length }, &gait);
            let walk = leg.walk;
            if let Some(refusal) = leg.stop {
                return Err(Blocked { refusal, reach: leg.reach, heading: toward });
            }
            plan.cost += walk.cost;
            plan.walk = Some(walk);
        }
        let blocked = |refusal| Blocked { refusal, reach: length, heading: toward };
        self.pivot_clear(id, company, Pose { facing, ..to }, to).map_err(blocked)?;
        plan.building = self.building_for(id, to).map_err(blocked)?;
        self.may_end(id, company, to, plan.building).map_err(blocked)?;
        self.no_approach(id, company, mover, to).map_err(blocked)?;
        plan.halted = plan.building.is_some() || self.in_zone(id, company, to);
        Ok(plan)
    }

    /// The direction of a leg: straight ahead where that is meant, else that of the step.
    fn leg_heading(&self, id: StandId, start: Pose, way: Pt) -> Angle {
        let ahead = Pt::polar(INCH, start.facing);
        let aside = ahead.cross(way).abs() / INCH;
        let straight = aside <= 3 * CENT / 2 && ahead.dot(way) > 0;
        if straight && !self.goes_anywhere(id) { start.facing } else { heading(way.x, way.y) }
    }

    /// The farthest legal pose towards a wanted one, for whoever drags a stand too far.
    pub(crate) fn farthest(&self, id: StandId, to: Pose, disorder: bool) -> Option<Pose> {
        let blocked = match self.plan_move(id, to, disorder) {
            Ok(_) => return Some(to),
            Err(blocked) => blocked,
        };
        let start = self.piece(id).pose;
        let way = to.centre() - start.centre();
        let length = way.length();
        let mut reach = blocked.reach.min(length);
        let facing = if self.goes_anywhere(id) { start.facing } else { blocked.heading };
        for _ in 0..40 {
            if reach < CENT {
                return None;
            }
            let pose = Pose::at(start.centre().toward(to.centre(), reach, length), facing);
            match self.plan_move(id, pose, disorder) {
                Ok(_) => return Some(pose),
                // Rounding the pose may have cost the last half hundredth.
                Err(b) if b.reach < pose.centre().dist(start.centre()) => {
                    reach = b.reach.min(reach) - CENT / 2
                }
                Err(_) => reach -= (length / 40).max(CENT),
            }
        }
        None
    }
}
