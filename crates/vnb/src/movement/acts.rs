//! Everything a stand does in its move besides going: columns, guns, horses, order, stationary, roads,
//! buildings, arrivals. The checks.

use table::Refusal;

use crate::angle::{Angle, heading, normal};
use crate::body::body_at;
use crate::charts::{half_size, rate};
use crate::decide::no;
use crate::geometry::{CENT, INCH, Pt, within};
use crate::ids::StandId;
use crate::kinds::{Kind, Level};
use crate::order::Act;
use crate::position::Pos;
use crate::state::{Mover, Pose, mark};
use crate::terrain::{Code, Terrain, movement};

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
}
