//! Everything a stand does in its move besides going: columns, guns, horses, order, stationary, roads,
//! buildings, arrivals. The checks.

use table::Refusal;

use crate::angle::{Angle, heading, normal};
use crate::body::{body_at, front_centre, pose_of_front};
use crate::charts::{half_size, rate};
use crate::decide::no;
use crate::few::Few;
use crate::geometry::{CENT, INCH, Pt, within};
use crate::ids::StandId;
use crate::kinds::{Kind, Level};
use crate::movement::company::Company;
use crate::movement::terrain::Walk;
use crate::movement::way::Stretch;
use crate::order::Act;
use crate::position::Pos;
use crate::setup::Entry;
use crate::state::{Mover, Phase, Pose, Presence, mark};
use crate::terrain::{Code, Terrain, movement};

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
    /// Checks a special act.
    ///
    /// # Errors
    /// The rule against it.
    pub(crate) fn may_do(&self, id: StandId, act: Act) -> Result<Mover, Refusal> {
        let mover = self.may_act(id)?;
        let piece = self.piece(id);
        if act == Act::StepBack {
            return if piece.has(mark::MUST_CHOOSE) {
                Ok(mover)
            } else {
                Err(no("VCHG-20", "the stand is in no contact to step back from"))
            };
        }
        if piece.has(mark::MUST_CHOOSE) {
            return Err(no("VCHG-20", "a stand in contact charges or steps back first"));
        }
        if mover.charging {
            return Err(no("VCHG-19", "a charge goes straight on or ends"));
        }
        match act {
            Act::Limber | Act::Unlimber => self.may_limber(id, act == Act::Limber)?,
            Act::Mount | Act::Dismount => self.may_mount(id, act == Act::Mount, &mover)?,
            Act::StandUp if !piece.has(mark::GROUND) => {
                return Err(no("VMISC-4", "the stand is not on the ground"));
            }
            Act::StandUp => self.affords_half(id, &mover)?,
            Act::Recover => self.may_recover(id, &mover)?,
            Act::Stationary => self.may_be_stationary(id, &mover)?,
            Act::StepBack => {}
        }
        Ok(mover)
    }

    fn affords_half(&self, id: StandId, mover: &Mover) -> Result<(), Refusal> {
        if self.budget_left(id, mover) < self.half(id) {
            return Err(no("VGAP-5", "half a move is no longer left"));
        }
        Ok(())
    }

    fn may_limber(&self, id: StandId, limber: bool) -> Result<(), Refusal> {
        let piece = self.piece(id);
        if !self.arm(id).is_artillery() || piece.has(mark::LIMBERED) == limber {
            return Err(no("VMOV-11", "only artillery limbers and unlimbers"));
        }
        if !self.commanded(id) {
            return Err(no("VCMD-9", "out of command, guns neither limber nor unlimber"));
        }
        if !limber && piece.has(mark::COLUMN) {
            return Err(no("VMOV-22", "guns in march column must reform first"));
        }
        if !limber && self.is_in(id, Terrain::Forest) {
            return Err(no("VTER-30", "guns do not unlimber in a forest"));
        }
        Ok(())
    }

    fn may_mount(&self, id: StandId, mount: bool, mover: &Mover) -> Result<(), Refusal> {
        let horse =
            matches!(self.kind(id), Kind::CavalryBrigade | Kind::CavalrySkirmisher | Kind::MountedInfantry);
        let piece = self.piece(id);
        if !horse || piece.has(mark::DISMOUNTED) != mount {
            return Err(no("VMISC-12", "the stand cannot do that"));
        }
        if piece.has(mark::GROUND | mark::COLUMN) || piece.in_building() {
            return Err(no("VMISC-12", "the stand must first stand in line in the open"));
        }
        if mover.halted && mount {
            return Err(no("VMOV-23", "the stand has halted"));
        }
        self.affords_half(id, mover)
    }

    fn may_recover(&self, id: StandId, mover: &Mover) -> Result<(), Refusal> {
        let piece = self.piece(id);
        if piece.level != Level::Disordered {
            return Err(no("VGAP-15", "only temporary disorder can be shed"));
        }
        if !self.commanded(id) {
            return Err(no("VCMD-8", "out of command, a stand does not recover"));
        }
        if self.in_contact(id) {
            return Err(no("VGAP-15", "a stand in contact with the enemy does not recover"));
        }
        if !piece.in_building() && self.is_in(id, Terrain::Forest) {
            return Err(no("VTER-31", "nobody recovers in a forest"));
        }
        if piece.has(mark::MIRED) {
            return Err(no("VTER-47", "a stand that crossed a marshy stream does not recover this turn"));
        }
        if self.in_disordering_terrain(id) {
            return Err(no("VTER-8", "the ground keeps the stand in disorder"));
        }
        self.affords_half(id, mover)
    }

    /// Whether a stand is in terrain that is DI for it.
    pub(crate) fn in_disordering_terrain(&self, id: StandId) -> bool {
        let (p, column, piece) = (self.front_centre(id), self.column(id), self.piece(id));
        if piece.in_building() {
            return self.garrisons(id).is_some_and(|t| movement(t, column).disorders_inside());
        }
        let disorders = |kind: Terrain| {
            let code = movement(kind, column);
            code.disorders_inside() || (code == Code::Roll && piece.marsh == 4)
        };
        let mut areas = self.setup.table.areas(p, |kind| kind.is_building() || disorders(kind));
        areas.any(|(n, f)| disorders(self.terrain_now(n).unwrap_or(f.kind)))
    }

    fn may_be_stationary(&self, id: StandId, mover: &Mover) -> Result<(), Refusal> {
        let piece = self.piece(id);
        if !self.arm(id).can_be_stationary() || (self.arm(id).is_artillery() && piece.has(mark::LIMBERED)) {
            return Err(no("VCOM-13", "this stand cannot be stationary"));
        }
        if piece.has(mark::STATIONARY) || piece.has(mark::COLUMN) {
            return Err(no("VGAP-13", "the stand cannot take the marker"));
        }
        if !self.commanded(id) {
            return Err(no("VCMD-7", "out of command, a stand does not become stationary"));
        }
        if self.exhausted(id) {
            return Err(no("VEXH-3", "an exhausted division does not become stationary"));
        }
        if piece.has(mark::GROUND) {
            return Err(no("VMISC-5", "a stand on the ground does not become stationary"));
        }
        if self.in_contact(id) || piece.charged.is_some() {
            return Err(no("VGAP-13", "a stand in contact does not become stationary"));
        }
        if !piece.in_building() && self.is_in(id, Terrain::Forest) && !self.along_a_feature(id) {
            return Err(no("VTER-32", "in a forest a stand becomes stationary only along a feature"));
        }
        self.affords_half(id, mover)
    }

    /// A road, water, works or wall within an inch of the front edge and roughly parallel to it (VTER-32).
    fn along_a_feature(&self, id: StandId) -> bool {
        let Some((a, b)) = self.front_edge(id) else { return false };
        let front = b - a;
        self.setup.table.around(a, 5 * INCH).any(|(_, f)| {
            let line = f.kind.is_water() || f.kind.is_road() || f.kind.is_works();
            let edge = self.setup.options.forest_edge_is_feature && f.kind == Terrain::Forest;
            (line || edge)
                && f.lines().any(|(c, d)| {
                    let way = d - c;
                    let parallel = i128::from(front.dot(way)).abs() * 1000
                        >= i128::from(front.length()) * i128::from(way.length()) * 707;
                    parallel && within(crate::geometry::segment_segment(a, b, c, d), 100)
                })
        })
    }

    /// Checks forming march column or reforming from it.
    ///
    /// # Errors
    /// The rule against it.
    pub(crate) fn may_form(&self, id: StandId, facing: Angle, form: bool) -> Result<Mover, Refusal> {
        let mover = self.may_act(id)?;
        let piece = self.piece(id);
        let rule = if form { "VMOV-14" } else { "VMOV-15" };
        if self.is_commander(id) || piece.has(mark::COLUMN) == form || piece.in_building() {
            return Err(no(rule, "the stand cannot do that"));
        }
        if piece.has(mark::MUST_CHOOSE) || mover.charging || mover.stepped_back || mover.halted {
            return Err(no(rule, "the stand can only end its move"));
        }
        if form && self.unlimbered(id) {
            return Err(no("VMOV-22", "unlimbered guns form no march column"));
        }
        if piece.has(mark::GROUND) {
            return Err(no("VMISC-4", "a stand on the ground must stand up first"));
        }
        if facing != piece.pose.facing && self.setup.stand(id).is_raw() {
            return Err(no("VMOV-16", "poorly trained troops keep their facing"));
        }
        self.affords_half(id, &mover)?;
        let markers = if form { rate(self.arm(id), true, 0, false).markers } else { 0 };
        let body = body_at(self.kind(id), Pose { facing, ..piece.pose }, markers);
        let tail_fits = body.tail.is_none_or(|t| self.setup.table.holds(&t.0));
        if self.taken(&body, |other| other == id) || !tail_fits || !self.setup.table.holds(&body.quad.0) {
            return Err(no("VMOV-13", "there is no room"));
        }
        Ok(mover)
    }

    /// Checks leaving a building: the pose outside.
    ///
    /// # Errors
    /// The rule against it.
    pub(crate) fn may_leave(&self, id: StandId, side: u8, facing: Angle) -> Result<Pose, Refusal> {
        let mover = self.may_act(id)?;
        let piece = self.piece(id);
        if !piece.in_building() || side > 3 {
            return Err(no("VGAP-44", "the stand is in no building with such a side"));
        }
        if mover.halted || piece.has(mark::GROUND) {
            return Err(no("VGAP-44", "the stand cannot leave now"));
        }
        let (a, b) = self.block_body(piece.garrison).quad.edge(side as usize);
        let out = heading(-(b - a).y, (b - a).x);
        let middle = Pt::new((a.x + b.x) / 2, (a.y + b.y) / 2);
        let (w, d) = half_size(self.kind(id));
        let (ahead, right) =
            (Pt::polar(i64::from(d) * CENT, facing), Pt::polar(i64::from(w) * CENT, normal(facing + 9_000)));
        let unit = Pt::polar(INCH, out);
        let depth = (unit.dot(ahead).abs() + unit.dot(right).abs()) / INCH;
        let pose = Pose::at(middle + Pt::polar(depth, out), facing);
        let body = body_at(self.kind(id), pose, 0);
        if !self.setup.table.holds(&body.quad.0) {
            return Err(no("VGAP-2", "the stand would not lie wholly on the table"));
        }
        for other in self.present() {
            if other == id || self.is_commander(other) || self.piece(other).garrison == piece.garrison {
                continue;
            }
            let them = self.body(other);
            if body.may_be_within(&them, INCH)
                && (body.overlaps(&them)
                    || self.side(other) != self.side(id) && within(body.distance(&them), 99))
            {
                return Err(no("VMOV-13", "there is no room on that side"));
            }
        }
        Ok(pose)
    }

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
