//! Marches along a road (VGAP-8). The checks.

use table::Refusal;

use crate::angle::heading;
use crate::body::{front_centre, pose_of_front};
use crate::decide::no;
use crate::few::Few;
use crate::geometry::{CENT, INCH, Pt, within};
use crate::ids::StandId;
use crate::movement::company::Company;
use crate::movement::terrain::Walk;
use crate::movement::way::Stretch;
use crate::position::Pos;
use crate::state::{Mover, Pose, mark};
use crate::terrain::Terrain;

/// A march along a road that was found legal.
#[derive(Clone, Debug)]
pub struct MarchPlan {
    pub end: Pose,
    pub cost: i64,
    pub walks: Vec<Walk>,
    pub path: Few<Pt, 32>,
    pub halted: bool,
}

impl Pos<'_> {
    /// Checks a march along a road: columns, and limbered artillery.
    ///
    /// # Errors
    /// The rule against it.
    pub(crate) fn plan_march(&self, id: StandId, x: i32, y: i32) -> Result<MarchPlan, Refusal> {
        self.march_among(id, None, x, y)
    }

    /// As [`Pos::plan_march`], with those about a stand that thinks of several ways.
    ///
    /// # Errors
    /// As there.
    pub(crate) fn march_among(
        &self,
        id: StandId,
        about: Option<&Company>,
        x: i32,
        y: i32,
    ) -> Result<MarchPlan, Refusal> {
        let mover = self.may_act(id)?;
        let piece = self.piece(id);
        if piece.has(mark::MUST_CHOOSE | mark::GROUND)
            || piece.in_building()
            || mover.halted
            || mover.charging
            || mover.stepped_back
        {
            return Err(no("VGAP-8", "the stand cannot march now"));
        }
        let marches = piece.has(mark::COLUMN) || (self.arm(id).is_artillery() && piece.has(mark::LIMBERED));
        if !marches || (mover.manhandled && self.arm(id).is_artillery()) {
            return Err(no("VGAP-8", "only columns and limbered guns follow a road"));
        }
        let from = self.front_centre(id);
        let path = self
            .road_path(from, Pt::cents(x, y))
            .ok_or(no("VGAP-8", "the stand and the place are not on one road"))?;
        // Half an inch to the road at most, and the depth of the stand twice where it turns about.
        let length: i64 = path.windows(2).map(|pair| pair[0].dist(pair[1]) + 1).sum::<i64>() + 4 * INCH;
        let own;
        let company = match about.filter(|company| company.serves(length)) {
            Some(company) => company,
            None => {
                own = self.company(id, length);
                &own
            }
        };
        let mut cost = 0;
        let mut walks = Vec::new();
        let (mut streams, kind) = (mover.streams, self.kind(id));
        let mut end = piece.pose;
        for pair in path.windows(2) {
            let way = pair[1] - pair[0];
            let length = way.length();
            if length < CENT / 4 {
                continue;
            }
            let facing = heading(way.x, way.y);
            let start = pose_of_front(kind, pair[0], facing);
            let gait = self.gait(id, self.budget_left(id, &mover) - cost, streams, false);
            let leg = self.leg(id, company, &Stretch { start, way, length }, &gait);
            if let Some(refusal) = leg.stop {
                return Err(refusal);
            }
            (cost, streams) = (cost + leg.walk.cost, leg.walk.streams);
            walks.push(leg.walk);
            end = pose_of_front(kind, pair[1], facing);
        }
        self.ends_well(id, company, &mover, end)?;
        Ok(MarchPlan { end, cost, walks, path, halted: self.in_zone(id, company, end) })
    }

    /// The way along one road from near its line to near another point of it.
    fn road_path(&self, from: Pt, to: Pt) -> Option<Few<Pt, 32>> {
        for (_, f) in self.setup.table.around(from, INCH).filter(|(_, f)| f.kind.is_road()) {
            if !within(f.line_distance(from), 50) || !within(f.line_distance(to), 50) {
                continue;
            }
            let place = |p: Pt| {
                f.lines()
                    .enumerate()
                    .map(|(n, (a, b))| (n, crate::geometry::nearest_on_segment(p, a, b)))
                    .min_by_key(|(_, q)| (*q - p).square())
            };
            let ((n, a), (m, b)) = (place(from)?, place(to)?);
            let mut path: Few<Pt, 32> = Few::new();
            path.push(a);
            if n < m {
                f.points[n + 1..=m].iter().for_each(|p| path.push(*p));
            } else {
                f.points[m + 1..=n].iter().rev().for_each(|p| path.push(*p));
            }
            path.push(b);
            return Some(path);
        }
        None
    }

    /// The end of a march is judged as that of any move.
    fn ends_well(&self, id: StandId, company: &Company, mover: &Mover, end: Pose) -> Result<(), Refusal> {
        let front = front_centre(self.kind(id), end);
        let built = self
            .setup
            .table
            .areas(front, |kind| kind == Terrain::Town)
            .any(|(n, _)| !self.state.building(n).burnt_out);
        if built {
            return Err(no("VGAP-44", "a column does not end its march in a town block"));
        }
        self.end_is_legal(id, company, mover, end)
    }
}
