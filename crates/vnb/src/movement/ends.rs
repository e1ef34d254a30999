//! Where a move may end: in which building, over nobody, how near to enemies.

use table::Refusal;

use crate::body::{Body, TOUCH, body_at, front_centre};
use crate::decide::no;
use crate::geometry::{CENT, INCH, cents};
use crate::ids::{FeatureId, StandId};
use crate::kinds::Kind;
use crate::movement::company::Company;
use crate::position::Pos;
use crate::state::{Mover, Pose, mark};

impl Pos<'_> {
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
    pub(crate) fn building_for(&self, id: StandId, to: Pose) -> Result<FeatureId, Refusal> {
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
    pub(crate) fn may_end(
        &self,
        id: StandId,
        company: &Company,
        to: Pose,
        building: FeatureId,
    ) -> Result<(), Refusal> {
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
    pub(crate) fn no_approach(
        &self,
        id: StandId,
        company: &Company,
        mover: &Mover,
        to: Pose,
    ) -> Result<(), Refusal> {
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
}
