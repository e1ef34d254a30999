//! Phase 2: what a move may be and what it costs (VMOV-1 to VMOV-24, VGAP-4 to VGAP-8).

use arrayvec::ArrayVec;
use table::{Refusal, Rule};

use crate::angle::{Angle, heading};
use crate::body::{Body, TOUCH, body_at, front_centre};
use crate::geometry::{CENT, INCH, Pt, cents};
use crate::ids::{FeatureId, StandId};
use crate::kinds::Kind;
use crate::movement::company::Company;
use crate::movement::terrain::{COST_INCH, Walk};
use crate::movement::way::Stretch;
use crate::position::Pos;
use crate::state::{Mover, Phase, Pose, mark};

pub(crate) fn no(rule: &'static str, why: &'static str) -> Refusal {
    Refusal::new(Rule(rule), why)
}

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

    /// Whether nobody stands across a building from outside: its garrison fills it.
    pub(crate) fn block_clear(&self, id: StandId, feature: FeatureId) -> bool {
        let block = self.block_body(feature);
        !self.present().any(|o| {
            o != id
                && self.piece(o).garrison != feature
                && !self.is_commander(o)
                && self.near(o, block.centre, block.reach)
                && block.overlaps(&self.body(o))
        })
    }

    /// The building a stand would be in at a pose, if it may be (VGAP-44, VTER-61, VTER-67).
    fn building_for(&self, id: StandId, to: Pose) -> Result<FeatureId, Refusal> {
        let kind = self.kind(id);
        if kind == Kind::Commander {
            return Ok(FeatureId::NONE);
        }
        let p = front_centre(kind, to);
        let found = self
            .setup
            .table
            .areas(p, |kind| kind.is_building())
            .find(|(n, _)| !self.state.building(*n).burnt_out);
        let Some((n, f)) = found else { return Ok(FeatureId::NONE) };
        if self.state.building(n).burning_since > 0 {
            return Err(no("VTER-71", "the building burns"));
        }
        let inside = || self.present().filter(|o| *o != id && self.piece(*o).garrison == n);
        if inside().any(|o| self.side(o) != self.side(id)) {
            return Err(no("VGAP-44", "an enemy holds the building"));
        }
        let arm = self.arm(id);
        let takes = f.kind == crate::terrain::Terrain::Town || arm == crate::kinds::Arm::InfantrySkirmisher;
        if takes && !self.block_clear(id, n) {
            return Err(no("VMOV-13", "a stand is in the way of the building"));
        }
        if f.kind == crate::terrain::Terrain::Village {
            let free = inside().next().is_none();
            let fits =
                arm == crate::kinds::Arm::InfantrySkirmisher && free && !self.piece(id).has(mark::COLUMN);
            return Ok(if fits { n } else { FeatureId::NONE });
        }
        let weight = |o: StandId| match self.arm(o) {
            a if a.is_foot_brigade() => 4,
            crate::kinds::Arm::InfantrySkirmisher => 1,
            _ => 0,
        };
        let room = inside().map(weight).sum::<i32>() + weight(id) <= 4;
        if room { Ok(n) } else { Err(no("VTER-61", "the block is full")) }
    }

    /// Where a move may end: on the table, over nobody, not too near enemies.
    fn may_end(&self, id: StandId, company: &Company, to: Pose, building: FeatureId) -> Result<(), Refusal> {
        if building.is_some() {
            return Ok(());
        }
        let kind = self.kind(id);
        let body = body_at(kind, to, self.markers(id));
        if !self.setup.table.holds(&body.quad.0) || !self.tail_on_table(id, &body) {
            return Err(no("VGAP-2", "the stand would not lie wholly on the table"));
        }
        let commander = kind == Kind::Commander;
        for other in company.others() {
            if commander && !other.enemy
                || !self.near(other.id, body.centre, body.reach + INCH + CENT)
                || !body.may_be_within(&other.body, INCH + CENT)
            {
                continue;
            }
            if body.overlaps(&other.body) {
                return Err(no("VMOV-13", "the stand would overlap another"));
            }
            if other.enemy {
                self.keeps_off(id, other.id, &body, &other.body)?;
            }
        }
        Ok(())
    }

    /// Markers may trail off the table only while they come onto it.
    fn tail_on_table(&self, id: StandId, body: &Body) -> bool {
        let Some(tail) = body.tail else { return true };
        if self.setup.table.holds(&tail.0) {
            return true;
        }
        let now = self.body(id);
        now.tail.is_some_and(|t| !self.setup.table.holds(&t.0))
    }

    /// A move that is no charge makes no contact and keeps an inch from those it may not charge.
    fn keeps_off(&self, id: StandId, enemy: StandId, body: &Body, them: &Body) -> Result<(), Refusal> {
        let gap = cents(body.distance(them));
        if gap <= TOUCH {
            return Err(no("VCHG-1", "contact is made only by a charge"));
        }
        let starred = !self.is_commander(id) && self.arm(id) != crate::kinds::Arm::CavalryBrigade;
        if starred && gap < 100 && self.charge_row(id, enemy).is_err() {
            let now = cents(self.distance(id, enemy));
            // Who is nearer already may stay as near.
            if gap < now.min(100) {
                return Err(no("VCHG-10", "the stand must stop an inch from enemies it may not charge"));
            }
        }
        Ok(())
    }

    /// Out of command: not nearer to any enemy it saw when the move began (VGAP-51).
    fn no_approach(&self, id: StandId, company: &Company, mover: &Mover, to: Pose) -> Result<(), Refusal> {
        if !mover.approach_limited {
            return Ok(());
        }
        let kind = self.kind(id);
        let (before, after) = (body_at(kind, mover.start, 0), body_at(kind, to, 0));
        for enemy in self.watched(id, company, mover) {
            // Clearly farther off than before: no need to measure, unless there is a column's tail.
            if !enemy.column && after.centre.dist(enemy.centre) > enemy.apart + 2 * INCH {
                continue;
            }
            if cents(after.distance(enemy.body(self))) < cents(enemy.before(self, &before))
                && enemy.seen(self, id, mover)
            {
                return Err(no("VCMD-6", "out of command, the stand does not move towards a visible enemy"));
            }
        }
        Ok(())
    }

    /// Whether a stand at its start saw an enemy.
    pub(crate) fn saw_at(&self, id: StandId, start: Pose, enemy: StandId) -> bool {
        if self.piece(id).pose == start {
            return self.visible(id, enemy);
        }
        let mut then = self.state.clone();
        then.pieces[id.index()].pose = start;
        Pos::new(self.setup, &then).visible(id, enemy)
    }

    /// The end of a move that is no plain leg: a march, or a step back.
    pub(crate) fn end_is_legal(
        &self,
        id: StandId,
        company: &Company,
        mover: &Mover,
        to: Pose,
    ) -> Result<(), Refusal> {
        self.may_end(id, company, to, FeatureId::NONE)?;
        self.no_approach(id, company, mover, to)
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
