//! Phase 4: morale tests, routs, and what the enemy makes of them (VMOR-1 to VMOR-36).

use crate::angle::{Angle, between, normal};
use crate::decide::no;
use crate::event::Event;
use crate::geometry::{CENT, INCH, Pt};
use crate::ids::{FeatureId, StandId};
use crate::kinds::{Arm, Level};
use crate::movement::charge::{ChargePlan, Leave};
use crate::movement::terrain::COST_INCH;
use crate::play::Play;
use crate::position::Pos;
use crate::state::{Mover, Pending, Pose, mark};
use table::{Refusal, Side};

/// The farthest advance after melee or rout, in hundredths (VGAP-26).
pub const ADVANCE: i32 = 300;

impl Play<'_> {
    /// All tests of the phase, then all failures together.
    pub fn morale_phase(&mut self) {
        for piece in &mut self.state.pieces {
            piece.set(mark::JOSTLED, false);
        }
        let attacker = self.state.phasing;
        let mut order: Vec<StandId> = Vec::new();
        for side in [attacker, attacker.other()] {
            order.extend(self.pos().present_of(side).filter(|id| self.is_stand(*id)));
        }
        let contacts = self.contact_pairs();
        let mut failed = Vec::new();
        for id in order {
            if let Some(enemy) = self.test(id) {
                failed.push((id, enemy, self.state.piece(id).level.failed()));
            }
        }
        self.carry_out(failed, &contacts);
        self.offer_breakthroughs(&contacts);
        self.offer_exploits(&contacts);
    }

    /// Enemies in contact before the phase: each stand of the attacker with each it touches.
    fn contact_pairs(&self) -> Vec<(StandId, StandId)> {
        let pos = self.pos();
        let own = pos.present_of(self.state.phasing).filter(|id| self.is_stand(*id));
        own.flat_map(|id| pos.contacts(id).into_iter().map(move |e| (id, e))).collect()
    }

    /// One test, if there is a reason; a failure gives back the enemy it would run from.
    fn test(&mut self, id: StandId) -> Option<Option<StandId>> {
        let pos = self.pos();
        let causes = pos.causes(id);
        if causes.contacts.is_empty() && causes.fire.is_empty() {
            return None;
        }
        let needs = i16::from(self.setup.stand(id).morale) + pos.morale_modifiers(id, &causes).sum();
        let nearest = |list: &[StandId]| list.iter().copied().min_by_key(|e| (pos.distance(id, *e), *e));
        let from = causes.contacts.first().copied().or_else(|| nearest(&causes.fire));
        let die = self.dice.d6("morale");
        let passed = i16::from(die) <= needs;
        self.tell(|| Event::Tested { piece: id, needs, die, passed });
        (!passed).then_some(from)
    }

    /// Drops levels, then sets back chargers that cartridge weapons repulse (VCHG-12).
    fn carry_out(&mut self, failed: Vec<(StandId, Option<StandId>, Level)>, contacts: &[(StandId, StandId)]) {
        let newly: Vec<StandId> =
            failed.iter().filter(|(_, _, l)| *l == Level::Disordered).map(|(id, _, _)| *id).collect();
        self.drop_levels(failed);
        for id in newly {
            let target = self.state.piece(id).charged;
            let touched = target.is_some() && contacts.contains(&(id, target));
            if touched
                && self.state.piece(id).on_table()
                && self.state.piece(target).on_table()
                && self.pos().cartridge(target)
                && self.pos().contact(id, target)
            {
                self.repulse(id, target);
            }
        }
    }

    /// Sets a charger back one inch along its line.
    fn repulse(&mut self, id: StandId, by: StandId) {
        self.tell(|| Event::Repulsed { piece: id, by });
        let pose = self.state.piece(id).pose;
        let pos = self.pos();
        let back =
            |inch: i64| Pose::at(pose.centre() + Pt::polar(inch, normal(pose.facing + 18_000)), pose.facing);
        let to = (0..=10).rev().map(|k| back(k * INCH / 10)).find(|p| pos.free(id, *p)).unwrap_or(pose);
        self.state.piece_mut(id).charged = StandId::NONE;
        self.place(id, to, "is set back");
    }

    /// For every stand that routed out of contact, one enemy that touched it may advance or turn (VMOR-28).
    fn offer_exploits(&mut self, contacts: &[(StandId, StandId)]) {
        let gone =
            |id: StandId| !self.state.piece(id).on_table() || self.state.piece(id).level == Level::Routed;
        let mut offers: Vec<(Side, Vec<StandId>)> = Vec::new();
        let all: Vec<StandId> = contacts.iter().flat_map(|(a, b)| [*a, *b]).collect();
        let mut seen = Vec::new();
        for id in all {
            if seen.contains(&id) || !gone(id) {
                continue;
            }
            seen.push(id);
            let of = |(a, b): &(StandId, StandId)| {
                if *a == id {
                    Some(*b)
                } else if *b == id {
                    Some(*a)
                } else {
                    None
                }
            };
            let stands: Vec<StandId> =
                contacts.iter().filter_map(of).filter(|e| self.may_exploit(*e)).collect();
            if let Some(first) = stands.first() {
                offers.push((self.side(*first), stands));
            }
        }
        for (side, stands) in offers.into_iter().rev() {
            self.state.pending.push(Pending::Exploit { side, stands });
        }
    }

    fn may_exploit(&self, id: StandId) -> bool {
        let piece = self.state.piece(id);
        piece.on_table()
            && piece.level != Level::Routed
            && !piece.has(mark::RALLIED)
            && !piece.in_building()
            && !self.pos().in_contact(id)
    }

    /// Cavalry whose every enemy has gone may break through (VGAP-29).
    fn offer_breakthroughs(&mut self, contacts: &[(StandId, StandId)]) {
        let mut able: Vec<StandId> = Vec::new();
        for (id, _) in contacts {
            let pos = self.pos();
            let piece = pos.piece(*id);
            let fits = piece.on_table()
                && pos.arm(*id) == Arm::CavalryBrigade
                && !pos.disordered(*id)
                && !piece.has(mark::BROKE_THROUGH)
                && piece.charged_this_turn()
                && !pos.in_contact(*id);
            let all_gone = contacts
                .iter()
                .filter(|(a, _)| a == id)
                .all(|(_, e)| !pos.piece(*e).on_table() || pos.routed(*e));
            if fits && all_gone && !able.contains(id) {
                able.push(*id);
            }
        }
        for stand in able.into_iter().rev() {
            self.state.pending.push(Pending::Breakthrough { stand });
        }
    }

    /// One facing change after an enemy's rout.
    pub fn apply_turn(&mut self, id: StandId, facing: Angle) {
        self.unsettle(id);
        let pose = Pose { facing, ..self.state.piece(id).pose };
        self.place(id, pose, "turns");
        self.state.piece_mut(id).set(mark::BROKE_THROUGH, true);
    }

    /// An advance into vacated ground.
    pub fn apply_advance(&mut self, id: StandId, plan: &AdvancePlan) {
        let from = self.state.piece(id).pose;
        let near = self.commanders_near(id);
        self.unsettle(id);
        if self.state.piece(id).in_building() {
            return;
        }
        self.place(id, plan.end, "advances");
        if plan.building.is_some() {
            self.state.piece_mut(id).garrison = plan.building;
            self.state.piece_mut(id).set(mark::COLUMN, false);
        }
        if plan.disordered {
            self.disorder(id, "the ground it advanced over");
        }
        self.state.piece_mut(id).set(mark::BROKE_THROUGH, true);
        self.overrun_commanders(id);
        self.offer_follow(near, id, from);
    }

    /// A breakthrough, with tests at once for a new contact.
    pub fn apply_break(
        &mut self,
        id: StandId,
        facing: Angle,
        distance: i32,
        plan: Option<(StandId, ChargePlan)>,
    ) {
        self.unsettle(id);
        self.state.piece_mut(id).set(mark::BROKE_THROUGH, true);
        let Some((target, plan)) = plan else {
            let pose = self.state.piece(id).pose;
            let to = Pose::at(pose.centre() + Pt::polar(i64::from(distance) * CENT, facing), facing);
            self.place(id, to, "breaks through");
            self.state.piece_mut(id).charged = StandId::NONE;
            self.overrun_commanders(id);
            return;
        };
        self.state.piece_mut(id).charged = StandId::NONE;
        let mover = Mover { spent: self.pos().half(id), ..self.pos().mover_of(id) };
        self.state.mover = Some(mover);
        self.apply_charge(id, target, Some(plan));
        self.end_move();
        if !self.state.piece(id).on_table()
            || !self.state.piece(target).on_table()
            || !self.pos().contact(id, target)
        {
            return;
        }
        let contacts = [(id, target)];
        let mut failed = Vec::new();
        for stand in [id, target] {
            if let Some(from) = self.test(stand) {
                failed.push((stand, from, self.state.piece(stand).level.failed()));
            }
        }
        self.carry_out(failed, &contacts);
    }
}

/// An advance that was found legal.
#[derive(Clone, Copy, Debug)]
pub struct AdvancePlan {
    pub end: Pose,
    pub disordered: bool,
    pub building: FeatureId,
}

impl Pos<'_> {
    /// Checks an advance straight ahead (VGAP-26).
    ///
    /// # Errors
    /// The rule against it.
    pub fn plan_advance(&self, id: StandId, distance: i32) -> Result<AdvancePlan, Refusal> {
        if !(1..=ADVANCE).contains(&distance) {
            return Err(no("VGAP-26", "an advance is at most 3 inches"));
        }
        let piece = self.piece(id);
        if piece.has(mark::RALLIED) {
            return Err(no("VMOR-27", "a stand rallied this turn does not move"));
        }
        if piece.in_building() || piece.has(mark::GROUND) || self.unlimbered(id) {
            return Err(no("VGAP-26", "the stand stays where it is"));
        }
        let length = i64::from(distance) * CENT;
        let end = Pose::at(piece.pose.centre() + Pt::polar(length, piece.pose.facing), piece.pose.facing);
        let (kind, from) = (self.kind(id), self.front_centre(id));
        let walk = self.walk(id, from, from + Pt::polar(length, piece.pose.facing), &self.forced_gait(id));
        if let Some(refusal) = walk.stop {
            return Err(refusal);
        }
        let building = self.taken_building(id, end)?;
        if building.is_some() {
            let middle = Pose::at(self.setup.table.features[building.index()].middle(), end.facing);
            return Ok(AdvancePlan { end: middle, disordered: walk.disordered, building });
        }
        let body = crate::body::body_at(kind, piece.pose, self.markers(id));
        let way = Pt::polar(length, piece.pose.facing);
        for other in self.present() {
            if other == id || self.is_commander(other) {
                continue;
            }
            let them = self.body(other);
            if !body.may_be_within(&them, length + 2 * INCH) {
                continue;
            }
            let enemy = self.side(other) != self.side(id);
            let end_body = body.shifted(way);
            if crate::movement::way::swept(&body, way, &them) || end_body.overlaps(&them) {
                return Err(no("VGAP-26", "a stand is in the way"));
            }
            if enemy && crate::geometry::within(end_body.distance(&them), 99) {
                return Err(no("VGAP-26", "an advance stops an inch from other enemies"));
            }
        }
        if !self.setup.table.holds(&body.shifted(way).quad.0) {
            return Err(no("VGAP-2", "the stand would not lie wholly on the table"));
        }
        Ok(AdvancePlan { end, disordered: walk.disordered, building: FeatureId::NONE })
    }

    /// The building an advance ends in; infantry may hold it, others may not enter.
    fn taken_building(&self, id: StandId, end: Pose) -> Result<FeatureId, Refusal> {
        let front = crate::body::front_centre(self.kind(id), end);
        let found = self.setup.table.features.iter().enumerate().find(|(n, f)| {
            f.kind == crate::terrain::Terrain::Town
                && !self.state.building(FeatureId::new(*n)).burnt_out
                && f.contains(front)
        });
        let Some((n, _)) = found else { return Ok(FeatureId::NONE) };
        let n = FeatureId::new(n);
        let taken = self.present().any(|o| o != id && self.piece(o).garrison == n);
        if taken
            || !self.block_clear(id, n)
            || !self.arm(id).is_infantry()
            || self.state.building(n).burning_since > 0
        {
            return Err(no("VGAP-26", "the building cannot be taken"));
        }
        Ok(n)
    }

    /// Checks a breakthrough (VGAP-29).
    ///
    /// # Errors
    /// The rule against it.
    pub fn plan_break(
        &self,
        id: StandId,
        facing: Angle,
        distance: i32,
        target: StandId,
    ) -> Result<Option<ChargePlan>, Refusal> {
        let pose = self.piece(id).pose;
        if between(facing, pose.facing) > 4_500 {
            return Err(no("VGAP-29", "a breakthrough turns by at most 45 degrees"));
        }
        let half = self.allowance(id) * COST_INCH / 2 + 3 * CENT;
        if target.is_some() {
            if target.index() >= self.setup.stands.len()
                || !self.piece(target).on_table()
                || self.side(target) == self.side(id)
                || self.is_commander(target)
            {
                return Err(no("VGAP-29", "there is no such enemy"));
            }
            self.charge_row(id, target)?;
            if self.exhausted(id) {
                return Err(no("VEXH-5", "an exhausted division does not charge"));
            }
            let leave = Leave {
                commanded: true,
                saw: true,
                budget: half,
                straight: false,
                free_turn: true,
                streams: 0,
                crossed: FeatureId::NONE,
            };
            return self.charge_line(id, target, facing, &leave).map(Some).map_err(|(_, r)| r);
        }
        let length = i64::from(distance) * CENT;
        if distance < 0 || length > self.allowance(id) * INCH / 2 {
            return Err(no("VGAP-29", "a breakthrough goes at most half a move"));
        }
        let turned = Pose { facing, ..pose };
        self.pivot_clear(id, pose, turned)?;
        let leg = self.leg(id, turned, Pt::polar(length, facing), length, half, 0, false);
        if let Some(refusal) = leg.stop {
            return Err(refusal);
        }
        let end = Pose::at(pose.centre() + Pt::polar(length, facing), facing);
        let mover = Mover { approach_limited: false, ..self.mover_of(id) };
        if self
            .feature_at(crate::body::front_centre(self.kind(id), end), crate::terrain::Terrain::Town)
            .is_some()
        {
            return Err(no("VGAP-29", "a breakthrough does not end in a town"));
        }
        self.end_is_legal(id, &mover, end).map(|()| None)
    }
}
