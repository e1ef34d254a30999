//! Arrivals at the edge of the table (VGAP-47). The checks.

use table::Refusal;

use crate::angle::{Angle, normal};
use crate::body::body_at;
use crate::charts::half_size;
use crate::decide::no;
use crate::geometry::{CENT, INCH, Pt, within};
use crate::ids::StandId;
use crate::movement::company::Company;
use crate::position::Pos;
use crate::setup::Entry;
use crate::state::{Phase, Pose, Presence};

impl Pos<'_> {
    /// Checks an arrival.
    ///
    /// # Errors
    /// The rule against it.
    pub(crate) fn may_enter(&self, id: StandId, to: Pose) -> Result<(), Refusal> {
        let entry = self.may_arrive(id)?;
        let at = self.entry_pose(id, entry.x, entry.y, entry.facing);
        let (dx, dy) = (to.x - at.x, to.y - at.y);
        let off = if self.along_x(&entry) { (dx, dy) } else { (dy, dx) };
        if to.facing != at.facing || off.0.abs() > 600 || off.1.abs() > 1 {
            return Err(no(
                "VGAP-47",
                "reinforcements arrive at their point of entry, or up to 6 in along the edge",
            ));
        }
        self.entry_free(id, to, &self.company_at(id, to.centre(), 0))
    }

    /// Whether a stand arrives now, and where; somebody may stand in its place.
    fn may_arrive(&self, id: StandId) -> Result<Entry, Refusal> {
        if id.index() >= self.setup.stands.len()
            || self.state.phase != Phase::Movement
            || self.side(id) != self.state.phasing
        {
            return Err(no("VSEQ-2", "reinforcements arrive in their own Movement phase"));
        }
        let stand = self.setup.stand(id);
        let Some(entry) =
            stand.entry.filter(|e| e.turn <= self.state.turn && self.piece(id).presence == Presence::Waiting)
        else {
            return Err(no("VGAP-47", "the stand does not arrive now"));
        };
        if self.state.mover.is_some_and(|m| m.charging) {
            return Err(no("VCHG-19", "finish the charge first"));
        }
        Ok(entry)
    }

    /// Whether an entry lies on the northern or southern edge.
    fn along_x(&self, entry: &Entry) -> bool {
        entry.y == 0 || entry.y == self.setup.table.height
    }

    /// The place at the edge with the rear of the stand on it.
    pub(crate) fn entry_pose(&self, id: StandId, x: i32, y: i32, facing: Angle) -> Pose {
        let (w, d) = half_size(self.kind(id));
        let (w, d) = (i64::from(w) * CENT, i64::from(d) * CENT);
        let (ahead, right) = (Pt::polar(d, facing), Pt::polar(w, normal(facing + 9_000)));
        let (half_x, half_y) = (ahead.x.abs() + right.x.abs(), ahead.y.abs() + right.y.abs());
        let (tw, th) = (i64::from(self.setup.table.width) * CENT, i64::from(self.setup.table.height) * CENT);
        let p = Pt::cents(x, y);
        Pose::at(Pt::new(p.x.clamp(half_x, tw - half_x), p.y.clamp(half_y, th - half_y)), facing)
    }

    /// Whether a place is on the table and free of those about.
    fn entry_free(&self, id: StandId, to: Pose, company: &Company) -> Result<(), Refusal> {
        let body = body_at(self.kind(id), to, 0);
        if !self.setup.table.holds(&body.quad.0) {
            return Err(no("VGAP-2", "the stand would not lie wholly on the table"));
        }
        let commander = self.is_commander(id);
        for other in company.others() {
            if commander && !other.enemy || !self.near(other.id, body.centre, body.reach + INCH) {
                continue;
            }
            let them = &other.body;
            let near = body.may_be_within(them, INCH);
            if near && (body.overlaps(them) || other.enemy && within(body.distance(them), 99)) {
                return Err(no("VGAP-47", "the point of entry is taken"));
            }
        }
        Ok(())
    }

    /// The nearest free place for an arrival, up to 6 in along the edge.
    pub(crate) fn free_entry(&self, id: StandId) -> Option<Pose> {
        let entry = self.may_arrive(id).ok()?;
        let along_x = self.along_x(&entry);
        // Who is near any of these places.
        let centre = self.entry_pose(id, entry.x, entry.y, entry.facing).centre();
        let company = self.company_at(id, centre, 6 * INCH + CENT);
        std::iter::once(0).chain((1..=6).flat_map(|k| [k * 100, -k * 100])).find_map(|shift| {
            let (x, y) = if along_x { (entry.x + shift, entry.y) } else { (entry.x, entry.y + shift) };
            let pose = self.entry_pose(id, x, y, entry.facing);
            self.entry_free(id, pose, &company).is_ok().then_some(pose)
        })
    }
}
