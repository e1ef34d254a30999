//! Shapes of four corners: the footprints of stands and blocks, and how far they are from each other.

use crate::angle::{Angle, sin_cos};
use crate::geometry::{Pt, bounds, root, scaled, segments_meet};

/// The least distance found so far. Roots are drawn and quotients taken only where they can matter: the result is
/// that of [`point_segment`] for every pair.
pub(crate) struct Nearest(i64);

impl Default for Nearest {
    fn default() -> Nearest {
        Nearest(i64::MAX)
    }
}

impl Nearest {
    /// The least distance; 0 where nothing lay outside of anything.
    pub(crate) fn found(&self) -> i64 {
        if self.0 == i64::MAX { 0 } else { self.0 }
    }
    /// The corners of one shape as far as they can matter, from another; `back` is how far each lies back, times
    /// `size`.
    #[inline]
    fn corners(&mut self, from: &Quad, of: &Quad, back: [i64; 4], size: i64) {
        let nearest = (1..4).fold(0, |n, k| if back[k] < back[n] { k } else { n });
        for k in 0..4 {
            let n = (nearest + k) & 3;
            if self.0 == i64::MAX || back[n] < (self.0 + 1) * size {
                for (a, b) in from.edges() {
                    self.look(a, b, &[of.0[n]]);
                }
            }
        }
    }
    /// Points that an edge looks at: those on its outer side.
    #[inline]
    fn look(&mut self, a: Pt, b: Pt, points: &[Pt]) {
        let d = b - a;
        self.each(a, b, points, |e| d.cross(e) > 0);
    }
    /// Points on either side of a segment.
    #[inline]
    fn measure(&mut self, a: Pt, b: Pt, points: &[Pt]) {
        self.each(a, b, points, |_| true);
    }
    #[inline]
    fn each(&mut self, a: Pt, b: Pt, points: &[Pt], counts: impl Fn(Pt) -> bool) {
        let d = b - a;
        let square = d.square();
        let mut length = 0;
        for p in points {
            let e = *p - a;
            if !counts(e) {
                continue;
            }
            let along = d.dot(e);
            if along <= 0 || along >= square {
                let way = if along <= 0 { e } else { *p - b };
                if self.0 > 3_000_000_000 || way.square() < self.0 * self.0 {
                    self.0 = self.0.min(way.length());
                }
                continue;
            }
            if length == 0 {
                length = root(square).max(1);
            }
            let aside = d.cross(e).abs();
            if self.0 > 3_000_000_000 || aside < self.0 * length {
                self.0 = self.0.min(aside / length);
            }
        }
    }
}

/// A rectangle-like convex shape of four corners, clockwise: front left, front right, rear right, rear left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quad(pub [Pt; 4]);

impl Quad {
    /// A rectangle around `centre`, `half_width` to either side and `half_depth` ahead and behind.
    #[inline]
    pub fn rect(centre: Pt, facing: Angle, half_width: i64, half_depth: i64) -> Quad {
        let (s, c) = sin_cos(facing);
        let ahead = Pt::new(scaled(half_depth, s), scaled(half_depth, c));
        let right = Pt::new(scaled(half_width, c), -scaled(half_width, s));
        Quad([centre + ahead - right, centre + ahead + right, centre - ahead + right, centre - ahead - right])
    }
    #[inline]
    pub fn edge(&self, n: usize) -> (Pt, Pt) {
        (self.0[n & 3], self.0[(n + 1) & 3])
    }
    #[inline]
    pub fn edges(&self) -> impl Iterator<Item = (Pt, Pt)> + '_ {
        (0..4).map(|n| self.edge(n))
    }
    #[inline]
    pub fn centre(&self) -> Pt {
        let sum = self.0[0] + self.0[1] + self.0[2] + self.0[3];
        Pt::new(sum.x / 4, sum.y / 4)
    }
    #[inline]
    pub fn shifted(&self, by: Pt) -> Quad {
        Quad(self.0.map(|p| p + by))
    }
    /// Whether a point lies in it, its border included.
    #[inline]
    pub fn contains(&self, p: Pt) -> bool {
        self.edges().all(|(a, b)| (b - a).cross(p - a) <= 0)
    }
    /// Distance of a point, 0 if it lies inside. Only edges that look at the point count.
    #[inline]
    pub fn point_distance(&self, p: Pt) -> i64 {
        let mut least = Nearest::default();
        for (a, b) in self.edges() {
            least.look(a, b, &[p]);
        }
        least.found()
    }
    pub fn segment_distance(&self, a: Pt, b: Pt) -> i64 {
        if self.contains(a) || self.contains(b) || self.edges().any(|(c, d)| segments_meet(a, b, c, d)) {
            return 0;
        }
        let mut least = Nearest::default();
        for (c, d) in self.edges() {
            least.look(c, d, &[a, b]);
        }
        least.measure(a, b, &self.0);
        least.found()
    }
    /// Distance between two shapes, 0 if they touch or overlap.
    pub fn distance(&self, o: &Quad) -> i64 {
        if self.meets(o) {
            return 0;
        }
        let mut least = Nearest::default();
        self.corners_near(o, &mut least);
        least.found()
    }
    /// Whether two shapes touch or overlap.
    pub(crate) fn meets(&self, o: &Quad) -> bool {
        !self.parted_from(o) && !o.parted_from(self)
    }
    /// The least distance of corners of either shape from the other, if it is less than the one known.
    ///
    /// Seen from one shape towards the other, a corner is at least as far off as it lies beyond the foremost
    /// corner of the other: those that lie too far back are not looked at.
    pub(crate) fn corners_near(&self, o: &Quad, least: &mut Nearest) {
        let zero = self.0[0];
        let toward = (0..4).fold(Pt::default(), |sum, n| sum + (o.0[n] - self.0[n]));
        let size = toward.length() + 1;
        let own = self.0.map(|p| toward.dot(p - zero));
        let theirs = o.0.map(|p| toward.dot(p - zero));
        let foremost = own[0].max(own[1]).max(own[2].max(own[3]));
        let hindmost = theirs[0].min(theirs[1]).min(theirs[2].min(theirs[3]));
        least.corners(self, o, theirs.map(|t| t - foremost), size);
        least.corners(o, self, own.map(|s| hindmost - s), size);
    }
    /// Whether one of this shape's own edges has the other wholly before it.
    fn parted_from(&self, o: &Quad) -> bool {
        self.edges().any(|(a, b)| {
            let d = b - a;
            let [p, q, r, s] = o.0.map(|p| d.cross(a - p));
            let depth = p.max(q).max(r.max(s));
            // As deep as rounding: less than the length of the edge is no gap yet.
            depth < 0 && -depth >= d.length().max(1)
        })
    }
    /// How deep two shapes lie in each other; negative if a line separates them.
    pub fn depth_of_overlap(&self, o: &Quad) -> i64 {
        self.depth_one_way(o).min(o.depth_one_way(self))
    }
    /// Whether two shapes lie deeper in each other than this, which is not negative.
    pub fn deeper_than(&self, o: &Quad, depth: i64) -> bool {
        self.deeper_one_way(o, depth) && o.deeper_one_way(self, depth)
    }
    #[inline]
    fn deeper_one_way(&self, o: &Quad, depth: i64) -> bool {
        (0..4).all(|n| {
            let (a, b) = self.edge(n);
            let d = b - a;
            let [p, q, r, s] = o.0.map(|p| d.cross(a - p));
            let most = p.max(q).max(r.max(s));
            // Roots are drawn only where they can matter.
            most > 0 && most / d.length().max(1) > depth
        })
    }
    /// The least depth over this shape's own edges.
    fn depth_one_way(&self, o: &Quad) -> i64 {
        let mut least = i64::MAX;
        for (a, b) in self.edges() {
            let d = b - a;
            let length = d.length().max(1);
            // Clockwise corners: the inside is to the right, where the cross product is negative.
            let depth = o.0.iter().map(|p| -d.cross(*p - a)).max().unwrap_or(0);
            least = least.min(depth / length);
            if least < 0 {
                return least;
            }
        }
        least
    }
    /// The smallest box around it: lower left and upper right corner.
    pub fn bounds(&self) -> (Pt, Pt) {
        bounds(&self.0)
    }
}
