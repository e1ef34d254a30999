//! Sight, firing arc and line of fire (VGAP-11, VGAP-12; the V rows of the terrain table).

use arrayvec::ArrayVec;

use crate::few::Few;
use crate::geometry::{INCH, Pt, crossing, off_segment, point_segment, strictly_inside, within};
use crate::ids::{FeatureId, StandId};
use crate::movement::terrain::{beside, border_crossings};
use crate::position::Pos;
use crate::setup::Feature;
use crate::terrain::Terrain;

/// Stretches shorter than this are a touch, not a way through.
const SLIVER: i64 = 200;
/// Side of a cell of the crop grid in inches (VGAP-46).
pub const CELL: i64 = 3 * INCH;

/// How a feature matters for the sight between two stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Veil {
    /// Blocks lines through it unless somebody stands higher than its ground plus this.
    Blocks(u8),
    /// Standing crops: as `Blocks(0)`, cell by cell.
    Crops,
    /// The viewer is in it, on its edge: the first stretch may be this long, in hundredths.
    Viewer(i64),
    /// The target is in it, on its edge.
    Target(i64),
    /// A line of trees with neither of them next to it.
    Line,
    /// A hill higher than both ends.
    Crest,
}

/// The veils between two stands, or the feature that hides them from each other wherever they look.
type Veils = Result<Few<(FeatureId, Veil), 16>, FeatureId>;

impl Pos<'_> {
    /// The points of a stand that can be seen: its centre and corners; a commander's centre.
    pub(crate) fn sight_points(&self, id: StandId) -> ArrayVec<Pt, 5> {
        let mut points = ArrayVec::new();
        points.push(self.centre(id));
        if !self.is_commander(id) {
            points.extend(self.own(id).0);
        }
        points
    }

    pub fn visible(&self, from: StandId, to: StandId) -> bool {
        let high = self.level(from).max(self.level(to));
        let Ok(veils) = self.veils(from, to, high) else { return false };
        if veils.is_empty() {
            return true;
        }
        let eye = self.front_centre(from);
        self.sight_points(to).iter().any(|p| self.veiled(&veils, eye, *p, high).is_none())
    }

    /// What hides `to` from `from`: the features in the way of the five lines, none if it is visible.
    pub(crate) fn hidden_by(&self, from: StandId, to: StandId) -> Vec<FeatureId> {
        let high = self.level(from).max(self.level(to));
        let veils = match self.veils(from, to, high) {
            Ok(veils) => veils,
            Err(feature) => return vec![feature],
        };
        let eye = self.front_centre(from);
        let mut found = Vec::new();
        for p in self.sight_points(to) {
            match self.veiled(&veils, eye, p, high) {
                None => return Vec::new(),
                Some(feature) if !found.contains(&feature) => found.push(feature),
                Some(_) => {}
            }
        }
        found
    }

    /// Whether one of the five lines is clear of terrain and of stands at once.
    pub(crate) fn clear_line_of_fire(&self, from: StandId, to: StandId) -> bool {
        let high = self.level(from).max(self.level(to));
        let Ok(veils) = self.veils(from, to, high) else { return false };
        let eye = self.front_centre(from);
        self.sight_points(to)
            .iter()
            .any(|p| self.veiled(&veils, eye, *p, high).is_none() && !self.masked(from, to, eye, *p))
    }

    /// Whether a stand blocks a line of fire.
    fn masked(&self, from: StandId, to: StandId, eye: Pt, point: Pt) -> bool {
        let (a, b) = (self.piece(from), self.piece(to));
        self.present().any(|id| {
            if id == from || id == to || self.is_commander(id) {
                return false;
            }
            let piece = self.piece(id);
            if piece.in_building() && (piece.garrison == a.garrison || piece.garrison == b.garrison) {
                return false;
            }
            if off_segment(self.piece(id).pose.centre(), eye, point, 13 * INCH / 2) {
                return false;
            }
            let body = self.body(id);
            !off_segment(body.centre, eye, point, body.reach)
                && body.segment_distance(eye, point) == 0
                && !self.fires_over(from, to, id)
        })
    }

    /// Guns on higher ground fire over a stand that is 2 in from both ends.
    fn fires_over(&self, from: StandId, to: StandId, over: StandId) -> bool {
        self.arm(from).is_artillery()
            && self.level(from) > self.level(over)
            && !self.within(over, from, 199)
            && !self.within(over, to, 199)
    }

    /// The features that matter between two stands, the higher of which is on this level.
    fn veils(&self, from: StandId, to: StandId, top: u8) -> Veils {
        let (a, b) = (self.front_centre(from), self.front_centre(to));
        let reach = self.body(to).reach.max(INCH);
        let low = Pt::new(a.x.min(b.x) - 2 * reach, a.y.min(b.y) - 2 * reach);
        let high = Pt::new(a.x.max(b.x) + 2 * reach, a.y.max(b.y) + 2 * reach);
        let mut veils = Few::new();
        for (n, f) in self.setup.table.near(low, high) {
            match self.veil(n, f, from, to, (a, b), top) {
                Ok(Some(veil)) => veils.push((n, veil)),
                Ok(None) => {}
                Err(()) => return Err(n),
            }
        }
        Ok(veils)
    }

    /// How one feature matters; `Err` if it hides the two from each other altogether.
    fn veil(
        &self,
        n: FeatureId,
        f: &Feature,
        from: StandId,
        to: StandId,
        (a, b): (Pt, Pt),
        top: u8,
    ) -> Result<Option<Veil>, ()> {
        match f.kind {
            Terrain::Forest => self.wooded(f, from, to, (a, b), 100),
            Terrain::Orchard => self.wooded(f, from, to, (a, b), 300),
            Terrain::Town | Terrain::Village if self.state.building(n).burnt_out => Ok(Some(Veil::Blocks(0))),
            Terrain::Town => {
                let own = self.piece(from).garrison == n || self.piece(to).garrison == n;
                Ok((!own).then_some(Veil::Blocks(1)))
            }
            Terrain::Crops => Ok((!f.flattened).then_some(Veil::Crops)),
            Terrain::BrokenGround | Terrain::Swamp => Ok(f.blocks_los.then_some(Veil::Blocks(0))),
            Terrain::Hill => Ok((f.level > top).then_some(Veil::Crest)),
            Terrain::TreeLine => {
                let next = self.next_to_line(f, from) || self.next_to_line(f, to);
                Ok((!next).then_some(Veil::Line))
            }
            Terrain::Fort | Terrain::Fortress => {
                let inside = match (f.contains(a), f.contains(b)) {
                    (true, false) => from,
                    (false, true) => to,
                    _ => return Ok(None),
                };
                if self.on_edge(f, inside) { Ok(None) } else { Err(()) }
            }
            _ => Ok(None),
        }
    }

    fn wooded(
        &self,
        f: &Feature,
        from: StandId,
        to: StandId,
        (a, b): (Pt, Pt),
        limit: i64,
    ) -> Result<Option<Veil>, ()> {
        match (f.contains(a), f.contains(b)) {
            (false, false) => Ok(Some(Veil::Blocks(1))),
            (true, true) if self.within(from, to, limit) => Ok(None),
            (true, false) if self.on_edge(f, from) => Ok(Some(Veil::Viewer(limit))),
            (false, true) if self.on_edge(f, to) => Ok(Some(Veil::Target(limit))),
            _ => Err(()),
        }
    }

    /// On the edge of an area: the footprint touches or crosses the boundary.
    pub(crate) fn on_edge(&self, f: &Feature, id: StandId) -> bool {
        let body = self.body(id);
        f.lines().any(|(a, b)| within(body.segment_distance(a, b), crate::body::TOUCH))
    }

    fn next_to_line(&self, f: &Feature, id: StandId) -> bool {
        let body = self.body(id);
        f.lines().any(|(a, b)| within(body.segment_distance(a, b), 100))
    }

    /// The first feature that blocks one line of sight, if any does.
    fn veiled(&self, veils: &[(FeatureId, Veil)], eye: Pt, point: Pt, high: u8) -> Option<FeatureId> {
        let length = eye.dist(point);
        let low = Pt::new(eye.x.min(point.x), eye.y.min(point.y));
        let top = Pt::new(eye.x.max(point.x), eye.y.max(point.y));
        let blocks = |(n, veil): &(FeatureId, Veil)| {
            let f = &self.setup.table.features[n.index()];
            if !f.near_box(low, top) {
                return false;
            }
            if *veil == Veil::Line {
                return f.lines().any(|(a, b)| {
                    crossing(eye, point, length, a, b)
                        .is_some_and(|s| high <= self.setup.table.level(eye.toward(point, s, length)) + 1)
                });
            }
            if beside(f, eye, point) {
                return false;
            }
            inside(f, eye, point, length).iter().any(|(s, t)| match veil {
                Veil::Blocks(height) => self.hides(eye, point, length, (*s, *t), *height, high),
                Veil::Crops => self.crops_hide(eye, point, length, (*s, *t), high),
                Veil::Viewer(limit) => *s > SLIVER || !within(t - s, *limit),
                Veil::Target(limit) => *t < length - SLIVER || !within(t - s, *limit),
                Veil::Crest => true,
                Veil::Line => false,
            })
        };
        veils.iter().find(|v| blocks(v)).map(|(n, _)| *n)
    }

    /// Whether something `height` above its ground hides, on a stretch of the line.
    fn hides(&self, eye: Pt, point: Pt, length: i64, (s, t): (i64, i64), height: u8, high: u8) -> bool {
        if high <= height {
            return true;
        }
        let mut marks: Few<i64, 32> = Few::new();
        let mut note = |x: i64| _ = (s..=t).contains(&x).then(|| marks.push(x));
        note(s);
        note(t);
        let (low, top) = crate::geometry::bounds(&[eye, point]);
        for (_, hill) in self.setup.table.near(low, top).filter(|(_, f)| f.kind == Terrain::Hill) {
            hill.lines().filter_map(|(a, b)| crossing(eye, point, length, a, b)).for_each(&mut note);
        }
        marks.sort_unstable();
        let ground = |x: i64| self.setup.table.level(eye.toward(point, x, length));
        marks.windows(2).any(|w| w[1] - w[0] > SLIVER && high <= ground((w[0] + w[1]) / 2) + height)
    }

    /// Standing crops hide cell by cell.
    fn crops_hide(&self, eye: Pt, point: Pt, length: i64, (s, t): (i64, i64), high: u8) -> bool {
        if self.state.trampled.iter().all(|w| *w == 0) {
            return self.hides(eye, point, length, (s, t), 0, high);
        }
        let mut marks = vec![s, t];
        for k in 0..=(self.setup.table.width.max(self.setup.table.height) as i64 / 300) {
            let v = k * CELL;
            let far = Pt::new(500 * INCH, 500 * INCH);
            marks.extend(crossing(eye, point, length, Pt::new(v, 0), Pt::new(v, far.y)));
            marks.extend(crossing(eye, point, length, Pt::new(0, v), Pt::new(far.x, v)));
        }
        marks.retain(|m| (s..=t).contains(m));
        marks.sort_unstable();
        marks.windows(2).any(|w| {
            w[1] - w[0] > SLIVER
                && !self.trampled(eye.toward(point, (w[0] + w[1]) / 2, length))
                && self.hides(eye, point, length, (w[0], w[1]), 0, high)
        })
    }

    /// Whether the crop at a place has been trampled.
    pub fn trampled(&self, p: Pt) -> bool {
        let n = crop_cell(self.setup.table.width, p);
        self.state.trampled.get(n / 64).is_some_and(|w| w & (1 << (n % 64)) != 0)
    }

    /// Distance from the front edge of a firer to the nearest point of a target (VGAP-3).
    pub(crate) fn fire_distance(&self, from: StandId, to: StandId) -> i64 {
        let target = self.body(to);
        match self.front_edge(from) {
            Some((a, b)) => target.segment_distance(a, b),
            None => self.body(from).distance(&target),
        }
    }

    /// Whether any part of a target lies in the firing arc (VGAP-11). Garrisons fire all round.
    pub(crate) fn in_arc(&self, from: StandId, to: StandId) -> bool {
        let Some((left, right)) = self.front_edge(from) else { return true };
        let body = self.body(to);
        if body.radius > 0 {
            return disc_in_arc(left, right, body.centre, body.radius);
        }
        quad_in_arc(left, right, &body.quad.0) || body.tail.is_some_and(|t| quad_in_arc(left, right, &t.0))
    }
}

/// The number of the 3 in cell of the table grid a place lies in.
pub fn crop_cell(width: i32, p: Pt) -> usize {
    let across = (i64::from(width) / 300 + 1) as usize;
    let (cx, cy) = ((p.x.max(0) / CELL) as usize, (p.y.max(0) / CELL) as usize);
    cy * across + cx.min(across - 1)
}

/// The stretches of a line that run inside an area, as ways from its beginning.
pub fn inside(f: &Feature, p: Pt, q: Pt, length: i64) -> Few<(i64, i64), 8> {
    let mut marks: Few<i64, 32> = Few::new();
    marks.push(0);
    marks.push(length);
    border_crossings(f, p, q, length, |s| marks.push(s));
    marks.sort_unstable();
    let mut found: Few<(i64, i64), 8> = Few::new();
    for w in marks.windows(2) {
        if w[1] - w[0] <= SLIVER || !strictly_inside(p.toward(q, (w[0] + w[1]) / 2, length), &f.points) {
            continue;
        }
        match found.last_mut() {
            Some(last) if last.1 == w[0] => last.1 = w[1],
            _ => found.push((w[0], w[1])),
        }
    }
    found
}

/// The three half-planes of the arc: ahead of the front line, inside the two rays at 45 degrees.
/// Each is a point on its border and the direction along it, with the arc on the left.
fn arc_borders(left: Pt, right: Pt) -> [(Pt, Pt); 3] {
    let across = right - left;
    let ahead = Pt::new(-across.y, across.x);
    [(left, across), (right, across + ahead), (left, across - ahead)]
}

/// Clips a convex shape by the arc; anything left, a single point included, is in it. Each of the three borders
/// adds a corner at most: seven in all.
fn quad_in_arc(left: Pt, right: Pt, corners: &[Pt; 4]) -> bool {
    let mut shape: ArrayVec<Pt, 12> = corners.iter().copied().collect();
    for (origin, along) in arc_borders(left, right) {
        let length = along.length().max(1);
        // How far inside the border a point lies, a hair's breadth forgiven for rounding.
        let depth = |p: Pt| along.cross(p - origin) / length + 20;
        let mut kept: ArrayVec<Pt, 12> = ArrayVec::new();
        for n in 0..shape.len() {
            let (p, q) = (shape[n], shape[(n + 1) % shape.len()]);
            let (d, e) = (depth(p), depth(q));
            if d >= 0 {
                kept.push(p);
            }
            if (d < 0) != (e < 0) {
                kept.push(p.toward(q, d.abs(), d.abs() + e.abs()));
            }
        }
        shape = kept;
        if shape.is_empty() {
            return false;
        }
    }
    true
}

fn disc_in_arc(left: Pt, right: Pt, centre: Pt, radius: i64) -> bool {
    let borders = arc_borders(left, right);
    if borders.iter().all(|(o, along)| along.cross(centre - *o) >= 0) {
        return true;
    }
    let far = |(o, along): (Pt, Pt), sign: i64| {
        let k = sign * 100;
        (o, o + Pt::new(along.x * k, along.y * k))
    };
    let (a, b) = far(borders[1], 1);
    let (c, d) = far(borders[2], -1);
    let near =
        point_segment(centre, left, right).min(point_segment(centre, a, b)).min(point_segment(centre, c, d));
    within(near, crate::geometry::cents(radius))
}
