//! Charges: who may charge whom, along which line, and how the charger lines up (VCHG-1 to VCHG-22, VGAP-9).

use table::Refusal;

use crate::angle::{Angle, heading, normal};
use crate::body::{TOUCH, body_at, front_centre};
use crate::charts::{MayCharge, half_size, may_charge};
use crate::decide::no;
use crate::few::Few;
use crate::geometry::{CENT, INCH, Pt};
use crate::ids::{FeatureId, StandId};
use crate::kinds::Arm;
use crate::movement::line_up::corridor;
use crate::movement::plan::Pay;
use crate::movement::terrain::Walk;
use crate::position::Pos;
use crate::state::{Pose, mark};
use crate::terrain::{Code, movement};

/// A charge along one line.
#[derive(Clone, Debug)]
pub struct ChargePlan {
    pub facing: Angle,
    /// How far the front-edge centre goes to the first touch.
    pub length: i64,
    pub cost: i64,
    pub pay: Pay,
    pub walk: Walk,
    /// A bridge is crossed in disorder, because paying for it would leave the charge too short.
    pub hasty: bool,
    /// Front-edge centre after the turn, when the charge begins.
    pub from: Pt,
    /// Skirmishers ridden through and fugitives run over before the target, with the way to each.
    pub met: Few<(i64, StandId), 4>,
    /// Disordered on the way, or at the bank the target holds.
    pub disordered: bool,
}

/// What is known of a charge beforehand: command and sight.
#[derive(Clone, Copy, Debug)]
pub struct Leave {
    pub commanded: bool,
    pub saw: bool,
    /// Allowance still to spend, in cost units.
    pub budget: i64,
    /// Only straight ahead: a charge that goes on past fugitives.
    pub straight: bool,
    pub free_turn: bool,
    pub streams: u8,
    pub crossed: FeatureId,
}

/// How far along the list of refusals a line of charge gets.
type Verdict = Result<ChargePlan, (u8, Refusal)>;

impl Pos<'_> {
    /// The row of the charge table (VCHG-5 to VCHG-9), flank charges on guns still to be judged.
    ///
    /// # Errors
    /// VCHG-7, VCHG-6 or VCHG-9.
    pub(crate) fn charge_row(&self, id: StandId, target: StandId) -> Result<MayCharge, Refusal> {
        let marching = self.routed(target) || self.piece(target).has(mark::COLUMN);
        match may_charge(self.arm(id), self.arm(target), marching) {
            MayCharge::Never => Err(no("VCHG-7", "this stand never charges")),
            MayCharge::NotCavalryBrigades => Err(no("VCHG-6", "infantry does not charge cavalry brigades")),
            MayCharge::OnlyRoutedOrMarching => {
                Err(no("VCHG-9", "light horse charges a brigade only while it is routed or in march column"))
            }
            allowed => Ok(allowed),
        }
    }

    /// Everything about a charge that does not depend on its line, in the order of the refusals.
    fn may_charge_at_all(&self, id: StandId, target: StandId, leave: &Leave) -> Result<(), Refusal> {
        if self.side(id) != self.state.phasing {
            return Err(no("VSEQ-2", "only the attacker charges"));
        }
        if self.side(target) == self.side(id) || self.is_commander(target) {
            return Err(no("VCHG-5", "only enemy stands are charged"));
        }
        if self.routed(id) {
            return Err(no("VMOV-1", "a routed stand does not move"));
        }
        self.charge_row(id, target)?;
        if self.exhausted(id) {
            return Err(no("VEXH-5", "an exhausted division does not charge"));
        }
        if !leave.commanded {
            return Err(no("VCMD-6", "out of command, the stand does not move towards the enemy"));
        }
        if !leave.saw {
            return Err(no("VCHG-3", "the target was not visible at the beginning of the turn"));
        }
        if self.disordered(id) && self.cartridge(target) {
            return Err(no("VCHG-11", "disordered troops do not charge cartridge weapons"));
        }
        if self.is_in_prohibited(id, target) {
            return Err(no("VCHG-4", "the target stands in terrain prohibited to the charger"));
        }
        if !self.contact(id, target) && self.in_contact(id) {
            return Err(no("VCHG-20", "the stand is in contact with another enemy"));
        }
        Ok(())
    }

    fn is_in_prohibited(&self, id: StandId, target: StandId) -> bool {
        let (p, column) = (self.front_centre(target), self.column(id));
        !self.piece(target).in_building()
            && self.setup.table.areas(p, |kind| movement(kind, column) == Code::Prohibited).next().is_some()
    }

    /// The charge question: is there any line on which the charge is legal?
    ///
    /// # Errors
    /// The first rule in order that rules out every line.
    pub(crate) fn any_charge(
        &self,
        id: StandId,
        target: StandId,
        leave: &Leave,
    ) -> Result<Option<ChargePlan>, Refusal> {
        self.may_charge_at_all(id, target, leave)?;
        if self.contact(id, target) {
            return Ok(None);
        }
        let mut best: Option<(u8, Refusal)> = None;
        for facing in self.charge_facings(id, target, leave) {
            match self.charge_line(id, target, facing, leave) {
                Ok(plan) => return Ok(Some(plan)),
                Err((stage, refusal)) => {
                    if best.as_ref().is_none_or(|(s, _)| stage > *s) {
                        best = Some((stage, refusal));
                    }
                }
            }
        }
        Err(best.map_or_else(|| no("VCHG-1", "the target cannot be reached"), |(_, r)| r))
    }

    /// The facings worth trying: at the target's middle, straight at its edges, and a sweep across it.
    fn charge_facings(&self, id: StandId, target: StandId, leave: &Leave) -> Vec<Angle> {
        let pose = self.piece(id).pose;
        if leave.straight {
            return vec![pose.facing];
        }
        let centre = pose.centre();
        let to = |p: Pt| heading(p.x - centre.x, p.y - centre.y);
        let body = self.body(target);
        let mut facings = vec![pose.facing, to(body.centre)];
        for quad in std::iter::once(body.quad).chain(body.tail) {
            for n in 0..4 {
                let (a, b) = quad.edge(n);
                facings.push(heading((b - a).y, -(b - a).x));
                facings.push(to(a));
            }
        }
        let middle = to(body.centre);
        let apart = centre.dist(body.centre).max(INCH);
        // Half the angle under which charger and target together appear, a little more for safety.
        let wide = ((body.reach + 3 * INCH) as i128 * 5_730 / apart as i128).min(18_000) as i32;
        let step = (wide / 120).clamp(10, 100);
        facings.extend((-wide / step..=wide / step).map(|k| normal(middle + k * step)));
        facings
    }

    /// Judges one line of charge.
    ///
    /// # Errors
    /// How far it gets in the order of refusals, and the refusal.
    pub(crate) fn charge_line(&self, id: StandId, target: StandId, facing: Angle, leave: &Leave) -> Verdict {
        let (kind, pose) = (self.kind(id), self.piece(id).pose);
        let turned = Pose { facing, ..pose };
        let from = front_centre(kind, turned);
        let body = body_at(kind, turned, self.markers(id));
        let them = self.body(target);
        if leave.straight && facing != pose.facing {
            return Err((0, no("VCHG-2", "the charge goes straight ahead")));
        }
        let Some(length) = corridor(from, facing, half_size(kind).0, &them) else {
            return Err((0, no("VCHG-1", "the line of the charge misses the target")));
        };
        let (pay, pay_cost) =
            self.charge_turn(id, facing, leave, self.cartridge(target)).map_err(|r| (2, r))?;
        let way = Pt::polar(length, facing);
        let standing = if self.piece(id).has(mark::GROUND) { self.half(id) } else { 0 };
        let in_order = pay != Pay::Disorder;
        let (walk, hasty) = self.charge_way(id, (from, from + way), leave, pay_cost + standing, in_order);
        if walk.stop.is_some() {
            return Err((1, no("VCHG-4", "prohibited terrain lies in the way")));
        }
        let guns = self.charge_row(id, target) == Ok(MayCharge::OnlyInFlank) && !self.routed(target);
        if guns && (self.piece(target).in_building() || !self.behind_front(target, from)) {
            return Err((2, no("VCHG-8", "light horse charges guns only in flank")));
        }
        let cost = walk.cost + pay_cost + standing;
        if cost > leave.budget {
            return Err((3, no("VCHG-1", "the target is out of reach")));
        }
        let met = self.on_the_way(id, target, &body, way, length)?;
        let mut plan = ChargePlan { facing, length, cost, pay, walk, hasty, from, met, disordered: false };
        if self.stops_in_contact(id, target) {
            let Some(flush) = self.line_up(id, target, &plan) else {
                return Err((4, no("VGAP-6", "there is no room to line up with the target")));
            };
            let touch = from + way;
            if !self.walk_on(id, touch, facing, flush, &mut plan.walk) {
                return Err((1, no("VCHG-4", "prohibited terrain lies in the way")));
            }
        }
        let crossed = if plan.walk.crossed.is_some() { plan.walk.crossed } else { leave.crossed };
        let banked = crossed.is_some() && self.holds_bank(target, crossed);
        plan.disordered = !self.disordered(id) && (plan.walk.disordered || banked || pay == Pay::Disorder);
        if plan.disordered && self.cartridge(target) {
            return Err((
                6,
                no("VCHG-12", "disordered on the way, the charge is repulsed by cartridge weapons"),
            ));
        }
        Ok(plan)
    }

    /// The last steps of a charge, from the first touch to where the charger lies flush with its target: a
    /// slanting charge touches with a corner first. They cost nothing, but water under them is crossed all the
    /// same. False if it cannot be.
    pub(crate) fn walk_on(
        &self,
        id: StandId,
        touch: Pt,
        facing: Angle,
        flush: Pose,
        walk: &mut Walk,
    ) -> bool {
        // Water just at the touch, or just under the edge of the target, lies between them, too.
        let from = touch - Pt::polar(200, facing);
        let to = front_centre(self.kind(id), flush) + Pt::polar((TOUCH + 1) * CENT, flush.facing);
        let last = self.walk(id, from, to, &self.gait(id, i64::MAX / 8, walk.streams, false));
        if last.stop.is_some() {
            return false;
        }
        if last.crossed.is_some() && last.crossed != walk.crossed {
            (walk.crossed, walk.streams) = (last.crossed, last.streams);
            walk.disordered |= last.disordered;
            walk.mired |= last.mired;
            walk.guns_lost |= last.guns_lost;
        }
        true
    }

    /// The ground of a charge, and whether a bridge is crossed in disorder instead of for half a move (VTER-15).
    /// Order that was lost in the turn cannot be paid with again.
    fn charge_way(
        &self,
        id: StandId,
        (from, to): (Pt, Pt),
        leave: &Leave,
        spent: i64,
        in_order: bool,
    ) -> (Walk, bool) {
        let walk = |hasty| self.walk(id, from, to, &self.gait(id, i64::MAX / 8, leave.streams, hasty));
        let paid = walk(false);
        if paid.stop.is_some() || paid.cost + spent <= leave.budget || !in_order {
            return (paid, false);
        }
        let hasty = walk(true);
        if hasty.cost < paid.cost && hasty.cost + spent <= leave.budget {
            (hasty, true)
        } else {
            (paid, false)
        }
    }

    /// Whether contact with the target ends the charge: not for fugitives, nor for skirmishers ridden over.
    pub(crate) fn stops_in_contact(&self, id: StandId, target: StandId) -> bool {
        !self.routed(target) && !self.rides_through(id, target)
    }
    /// A cavalry brigade rides through skirmishers, unless they hold broken ground or a building.
    pub(crate) fn rides_through(&self, id: StandId, other: StandId) -> bool {
        self.arm(id) == Arm::CavalryBrigade
            && self.arm(other).is_skirmisher()
            && !self.piece(other).in_building()
            && !self.holds_broken_ground(other)
    }

    /// The turn before a charge and what it costs.
    fn charge_turn(
        &self,
        id: StandId,
        facing: Angle,
        leave: &Leave,
        cartridge: bool,
    ) -> Result<(Pay, i64), Refusal> {
        if facing == self.piece(id).pose.facing {
            return Ok((Pay::Free, 0));
        }
        if leave.free_turn && !self.setup.stand(id).is_raw() {
            return Ok((Pay::Free, 0));
        }
        // Those without a free turn pay half a move, or with their order where that does not stop them.
        if leave.budget >= self.allowance(id) * crate::movement::terrain::COST_INCH
            && !self.disordered(id)
            && !cartridge
        {
            return Ok((Pay::Disorder, 0));
        }
        Ok((Pay::Half, self.half(id)))
    }

    /// Checks a charge in play.
    ///
    /// # Errors
    /// The rule against it. `None`: contact is kept.
    pub(crate) fn plan_charge(
        &self,
        id: StandId,
        target: StandId,
        facing: Angle,
    ) -> Result<Option<ChargePlan>, Refusal> {
        let mover = self.may_act(id)?;
        if target.index() >= self.setup.stands.len() || !self.piece(target).on_table() {
            return Err(no("VCHG-1", "there is no such stand on the table"));
        }
        if mover.halted || mover.stepped_back {
            return Err(no("VMOV-23", "the stand has halted"));
        }
        if mover.gone && !mover.charging {
            return Err(no("VCHG-2", "a charge is one straight move after the turn"));
        }
        if self.piece(id).in_building() {
            return Err(no("VGAP-44", "the stand must leave the building first"));
        }
        let leave = Leave {
            commanded: self.commanded(id),
            saw: true,
            budget: self.budget_left(id, &mover),
            straight: mover.charging,
            free_turn: !mover.free_turn_used,
            streams: mover.streams,
            crossed: mover.crossed,
        };
        self.may_charge_at_all(id, target, &leave)?;
        // Sight is the dearest question: it is asked last, its refusal comes first.
        let line = if self.contact(id, target) {
            Ok(None)
        } else {
            self.charge_line(id, target, facing, &leave).map(Some)
        };
        let saw = || {
            mover.charging && self.routed(target)
                || self.seen_before(id, target)
                || self.may_pursue(id, target)
        };
        match line {
            Ok(plan) if saw() => Ok(plan),
            Ok(_) => Err(no("VCHG-3", "the target was not visible at the beginning of the turn")),
            Err((_, refusal)) => Err(refusal),
        }
    }
}
