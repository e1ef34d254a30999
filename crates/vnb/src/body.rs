//! The ground a stand covers: its rectangle, the markers of its column, a commander's disc; and where two of
//! them touch.

use crate::angle::Angle;
use crate::charts::{MARKER, half_size};
use crate::geometry::{CENT, INCH, Nearest, Pt, Quad, cents, point_segment};
use crate::kinds::Kind;
use crate::state::Pose;

/// Stands this deep in each other overlap; less is what rounding poses to hundredths costs.
pub const OVERLAP_SLACK: i64 = 2 * CENT;
/// Touching: at most this far apart, in hundredths.
pub const TOUCH: i64 = 2;
/// Contact: edges that lie on each other for at least this, in hundredths (VGAP-9).
pub const COMMON_EDGE: i64 = 50;

/// The edges of a stand, as bits.
pub mod edge {
    pub const FRONT: u8 = 1;
    pub const RIGHT: u8 = 2;
    pub const REAR: u8 = 4;
    pub const LEFT: u8 = 8;
    pub const TAIL: u8 = 16;
}

/// The ground a stand covers: its rectangle and the markers of its column, or a commander's disc.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    pub quad: Quad,
    pub tail: Option<Quad>,
    /// Radius of a disc; 0 for rectangles.
    pub radius: i64,
    pub centre: Pt,
    /// Everything lies within this distance of the centre.
    pub reach: i64,
}

impl Body {
    pub(crate) fn quads(&self) -> impl Iterator<Item = &Quad> {
        std::iter::once(&self.quad).chain(self.tail.as_ref())
    }
    fn is_disc(&self) -> bool {
        self.radius > 0
    }
    /// Distance between two bodies, 0 if they touch or overlap.
    pub fn distance(&self, o: &Body) -> i64 {
        let gap = match (self.is_disc(), o.is_disc()) {
            (true, true) => self.centre.dist(o.centre),
            (true, false) => o.point_gap(self.centre),
            (false, true) => self.point_gap(o.centre),
            (false, false) => self.quads_gap(o),
        };
        (gap - self.radius - o.radius).max(0)
    }
    fn quads_gap(&self, o: &Body) -> i64 {
        let mut least = Nearest::default();
        for a in self.quads() {
            for b in o.quads() {
                if a.meets(b) {
                    return 0;
                }
                a.corners_near(b, &mut least);
            }
        }
        least.found()
    }
    fn point_gap(&self, p: Pt) -> i64 {
        self.quads().map(|q| q.point_distance(p)).min().unwrap_or(0)
    }
    /// Distance of a point from the ground it covers.
    pub fn point_distance(&self, p: Pt) -> i64 {
        if self.is_disc() { (self.centre.dist(p) - self.radius).max(0) } else { self.point_gap(p) }
    }
    /// Distance of a segment from the ground it covers.
    pub fn segment_distance(&self, a: Pt, b: Pt) -> i64 {
        if self.is_disc() {
            return (point_segment(self.centre, a, b) - self.radius).max(0);
        }
        self.quads().map(|q| q.segment_distance(a, b)).min().unwrap_or(0)
    }
    /// Whether two bodies overlap by more than rounding costs.
    pub fn overlaps(&self, o: &Body) -> bool {
        if self.is_disc() || o.is_disc() {
            return self.distance(o) == 0
                && self.centre.dist(o.centre) < self.reach + o.reach - OVERLAP_SLACK;
        }
        let clear = self.tail.is_none() && o.tail.is_none() && {
            // Farther apart than their corners reach: (p + q)^2 is at most 2 p^2 + 2 q^2.
            let round = |b: &Body| (b.quad.0[0] - b.centre).square().max((b.quad.0[1] - b.centre).square());
            (self.centre - o.centre).square() > 2 * (round(self) + round(o)) + INCH * CENT
        };
        !clear && self.quads().any(|a| o.quads().any(|b| a.deeper_than(b, OVERLAP_SLACK)))
    }
    pub fn may_be_within(&self, o: &Body, limit: i64) -> bool {
        let reach = self.reach + o.reach + limit;
        let d = self.centre - o.centre;
        d.x.abs() <= reach && d.y.abs() <= reach && d.square() <= reach * reach
    }
    pub fn shifted(&self, by: Pt) -> Body {
        Body {
            quad: self.quad.shifted(by),
            tail: self.tail.map(|t| t.shifted(by)),
            centre: self.centre + by,
            ..*self
        }
    }
}

/// A stand's own rectangle (a square around the disc for commanders).
pub fn own_quad(kind: Kind, pose: Pose) -> Quad {
    let (w, d) = half_size(kind);
    // A disc lies on the table as its box does, however it is turned.
    let facing = if kind == Kind::Commander { 0 } else { pose.facing };
    Quad::rect(pose.centre(), facing, i64::from(w) * CENT, i64::from(d) * CENT)
}

/// The ground a stand covers in a pose with so many column markers behind it.
pub fn body_at(kind: Kind, pose: Pose, markers: u8) -> Body {
    let (w, d) = half_size(kind);
    let (w, d) = (i64::from(w) * CENT, i64::from(d) * CENT);
    let centre = pose.centre();
    if kind == Kind::Commander {
        return Body { quad: own_quad(kind, pose), tail: None, radius: w, centre, reach: w };
    }
    let quad = Quad::rect(centre, pose.facing, w, d);
    let length = i64::from(MARKER.1) * CENT * i64::from(markers);
    let tail = (markers > 0).then(|| {
        let middle = centre + Pt::polar(-(d + length / 2), pose.facing);
        Quad::rect(middle, pose.facing, i64::from(MARKER.0) * CENT, length / 2)
    });
    let reach = if markers > 0 { d + length + INCH / 2 } else { w + d };
    Body { quad, tail, radius: 0, centre, reach }
}

/// The middle of the front edge in a pose.
pub fn front_centre(kind: Kind, pose: Pose) -> Pt {
    if kind == Kind::Commander {
        return pose.centre();
    }
    let (_, depth) = half_size(kind);
    pose.centre() + Pt::polar(i64::from(depth) * CENT, pose.facing)
}

/// The pose whose front-edge centre is at a point.
pub fn pose_of_front(kind: Kind, front: Pt, facing: Angle) -> Pose {
    let depth = if kind == Kind::Commander { 0 } else { half_size(kind).1 };
    Pose::at(front - Pt::polar(i64::from(depth) * CENT, facing), facing)
}

/// Which edges of `a` lie on edges of `b`.
pub fn contact_edges(a: &Body, b: &Body) -> u8 {
    let mut found = 0;
    let lies = |(p, q): (Pt, Pt)| b.quads().any(|o| lies_on(p, q, o));
    for n in 0..4 {
        if lies(a.quad.edge(n)) {
            found |= 1 << n;
        }
    }
    if let Some(tail) = &a.tail
        && tail.edges().any(lies)
    {
        found |= edge::TAIL;
    }
    found
}

/// How far from an edge counts as lying on it.
const NEAR: i64 = TOUCH * CENT + CENT / 2 - 1;

/// Whether an edge of a shape lies on the segment `a` to `b` for long enough.
fn lies_on(a: Pt, b: Pt, shape: &Quad) -> bool {
    let along = b - a;
    let length = along.length();
    if length == 0 {
        return false;
    }
    let heights = shape.0.map(|p| along.cross(p - a));
    let limit = (NEAR + 1) * length;
    // Wholly to one side of the segment's line, as most shapes are: nothing to measure.
    if heights.iter().all(|h| *h >= limit) || heights.iter().all(|h| *h <= -limit) {
        return false;
    }
    let places =
        std::array::from_fn::<_, 4, _>(|n| (along.dot(shape.0[n] - a) / length, heights[n] / length));
    (0..4).any(|n| cents(common(length, places[n], places[(n + 1) & 3])) >= COMMON_EDGE)
}

/// The length for which a segment lies on another of this length (at most 0.02 in apart); its ends as ways along
/// and heights above the other.
fn common(length: i64, (mut s, mut h): (i64, i64), (mut t, mut k): (i64, i64)) -> i64 {
    if s > t {
        (s, h, t, k) = (t, k, s, h);
    }
    let (mut low, mut high) = (s.max(0), t.min(length));
    // On one side all the way, and too far: no stretch of it is close enough.
    if high <= low || h.min(k) > NEAR || h.max(k) < -NEAR {
        return 0;
    }
    // Keep only the stretch where the edges are close enough.
    let at = |x: i64| h + (k - h) * (x - s) / (t - s).max(1);
    let where_is = |height: i64| s + (height - h) * (t - s) / (k - h);
    if at(low).abs() > NEAR || at(high).abs() > NEAR {
        if k == h {
            return 0;
        }
        let (x, y) = (where_is(-NEAR), where_is(NEAR));
        low = low.max(x.min(y));
        high = high.min(x.max(y));
    }
    (high - low).max(0)
}
