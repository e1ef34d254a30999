//! An advance straight ahead, after a melee won or an enemy's rout (VGAP-26, VCOM-8).

use table::{Ask, Refusal, Room, Seats, Side};

use crate::Vnb;
use crate::body::{body_at, front_centre};
use crate::decide::{no, planned, unchecked};
use crate::geometry::{CENT, INCH, Pt, within};
use crate::ids::{FeatureId, StandId};
use crate::movement::way::swept;
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::state::{Pose, mark};
use crate::terrain::Terrain;

/// The farthest advance, in hundredths (VGAP-26).
pub const ADVANCE: i32 = 300;

/// Which stand of the winner of a melee advances.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Advance {
    pub side: Side,
    pub stands: Vec<StandId>,
}

impl Advance {
    pub(crate) fn stale(&self, pos: Pos) -> bool {
        self.stands.iter().all(|s| !pos.here(*s))
    }
}

impl Room<Vnb> for Advance {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("advance", "The melee is won: advance one stand?", "VCOM-8")
    }
    fn seats(&self, _pos: Pos) -> Seats {
        self.side.into()
    }
    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        self.stands.iter().for_each(|s| pos.offer_advances(*s, out));
        out.push(Order::Decline);
    }
    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Decline => Ok(()),
            Order::Advance { stand, .. } if !self.stands.contains(stand) => {
                Err(no("VCOM-8", "this stand has no such choice"))
            }
            Order::Advance { stand, distance } => pos.plan_advance(*stand, *distance).map(|_| ()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }
    fn apply(&self, play: &mut Play, order: &Order) {
        match order {
            Order::Decline => {}
            Order::Advance { stand, distance } => play.advance(*stand, *distance),
            other => unchecked(other),
        }
    }
}

impl Play<'_> {
    /// An advance into vacated ground.
    pub(crate) fn advance(&mut self, id: StandId, distance: i32) {
        let Some(plan) = planned(self.pos().plan_advance(id, distance)) else { return };
        let from = self.state.piece(id).pose;
        let near = self.commanders_near(id);
        self.unsettle(id);
        if self.state.piece(id).in_building() {
            return;
        }
        if plan.building.is_some() {
            self.state.piece_mut(id).set(mark::COLUMN, false);
        }
        self.place(id, plan.end, "advances");
        self.state.piece_mut(id).garrison = plan.building;
        if plan.disordered {
            self.disorder(id, "the ground it advanced over");
        }
        self.state.piece_mut(id).set(mark::BROKE_THROUGH, true);
        self.overrun_commanders(id);
        self.offer_follow(near, id, from);
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
    /// The longest advance of a stand that is possible, to the inch.
    pub(crate) fn offer_advances(&self, stand: StandId, out: &mut Vec<Order>) {
        let found = [ADVANCE, 200, 100].into_iter().find(|d| self.plan_advance(stand, *d).is_ok());
        out.extend(found.map(|distance| Order::Advance { stand, distance }));
    }

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
        let body = body_at(kind, piece.pose, self.markers(id));
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
            if swept(&body, way, &them) || end_body.overlaps(&them) {
                return Err(no("VGAP-26", "a stand is in the way"));
            }
            if enemy && within(end_body.distance(&them), 99) {
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
        let front = front_centre(self.kind(id), end);
        let found = self.setup.table.features.iter().enumerate().find(|(n, f)| {
            f.kind == Terrain::Town && !self.state.building(FeatureId::new(*n)).burnt_out && f.contains(front)
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
}
