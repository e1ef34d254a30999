//! Points, segments and polygons in whole millionths of an inch.
//!
//! Poses are kept in hundredths of an inch and of a degree; what is derived from them (corners, nearest
//! points, crossings) is rounded once, to a millionth of an inch. Distances are then judged in hundredths.
//! All products fit into 64 or 128 bits for tables up to 400 inches, so the arithmetic is the same on
//! every machine.

use std::ops::{Add, Neg, Sub};

use crate::angle::{Angle, ONE, sin_cos};

/// Millionths of an inch in one inch.
pub const INCH: i64 = 1_000_000;
/// Millionths of an inch in a hundredth.
pub const CENT: i64 = INCH / 100;

/// A point or a step, in millionths of an inch; x grows east, y grows north.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Pt {
    pub x: i64,
    pub y: i64,
}

impl Pt {
    #[inline]
    pub const fn new(x: i64, y: i64) -> Pt {
        Pt { x, y }
    }
    #[inline]
    pub const fn cents(x: i32, y: i32) -> Pt {
        Pt { x: x as i64 * CENT, y: y as i64 * CENT }
    }
    /// A step of some length in a direction.
    #[inline]
    pub fn polar(length: i64, angle: Angle) -> Pt {
        let (s, c) = sin_cos(angle);
        Pt { x: scaled(length, s), y: scaled(length, c) }
    }
    #[inline]
    pub fn dot(self, o: Pt) -> i64 {
        self.x * o.x + self.y * o.y
    }
    #[inline]
    pub fn cross(self, o: Pt) -> i64 {
        self.x * o.y - self.y * o.x
    }
    #[inline]
    pub fn square(self) -> i64 {
        self.dot(self)
    }
    /// Its length as a step.
    #[inline]
    pub fn length(self) -> i64 {
        root(self.square())
    }
    #[inline]
    pub fn dist(self, o: Pt) -> i64 {
        (self - o).length()
    }
    /// The point a part `num / den` of the way to `to`.
    #[inline]
    pub fn toward(self, to: Pt, num: i64, den: i64) -> Pt {
        if den == 0 {
            return self;
        }
        let part = |d: i64| times_over(d, num, den);
        Pt { x: self.x + part(to.x - self.x), y: self.y + part(to.y - self.y) }
    }
}

impl Add for Pt {
    type Output = Pt;
    #[inline]
    fn add(self, o: Pt) -> Pt {
        Pt { x: self.x + o.x, y: self.y + o.y }
    }
}
impl Sub for Pt {
    type Output = Pt;
    #[inline]
    fn sub(self, o: Pt) -> Pt {
        Pt { x: self.x - o.x, y: self.y - o.y }
    }
}
impl Neg for Pt {
    type Output = Pt;
    #[inline]
    fn neg(self) -> Pt {
        Pt { x: -self.x, y: -self.y }
    }
}

/// The whole square root. The processor's square root gives the first guess, whole numbers the result: the
/// answer is exact, so no rounding of any machine decides.
#[inline]
pub fn root(n: i64) -> i64 {
    if n <= 0 {
        return 0;
    }
    let mut r = (n as f64).sqrt() as i64;
    while r.wrapping_mul(r) > n || r > 3_037_000_499 {
        r -= 1;
    }
    while r < 3_037_000_499 && (r + 1) * (r + 1) <= n {
        r += 1;
    }
    r
}

/// `length` times a sine, rounded to the nearest.
#[inline]
pub fn scaled(length: i64, sine: i64) -> i64 {
    (length * sine + ONE / 2) >> 30
}

/// `a` times `b` over `den`, rounded to the nearest, halves up. The machine's quotient is the first guess; whole
/// numbers decide, so the answer is exact, and no long division is needed for it.
#[inline]
fn times_over(a: i64, b: i64, den: i64) -> i64 {
    let (a, den) = if den < 0 { (-a, -den) } else { (a, den) };
    let whole = i128::from(a) * i128::from(b) + i128::from(den / 2);
    let mut guess = (a as f64 * b as f64 / den as f64).round() as i64;
    let mut rest = whole - i128::from(guess) * i128::from(den);
    while rest < 0 {
        (guess, rest) = (guess - 1, rest + i128::from(den));
    }
    while rest >= i128::from(den) {
        (guess, rest) = (guess + 1, rest - i128::from(den));
    }
    guess
}

/// A distance in hundredths of an inch, rounded to the nearest: the way all limits are judged.
#[inline]
pub fn cents(distance: i64) -> i64 {
    (distance + CENT / 2).div_euclid(CENT)
}

/// Whether a distance is within a limit given in hundredths, the limit included.
#[inline]
pub fn within(distance: i64, limit: i64) -> bool {
    cents(distance) <= limit
}

/// Distance of a point from a segment.
#[inline]
pub fn point_segment(p: Pt, a: Pt, b: Pt) -> i64 {
    let (d, e) = (b - a, p - a);
    let along = d.dot(e);
    let square = d.square();
    if along <= 0 || square == 0 {
        return e.length();
    }
    if along >= square {
        return (p - b).length();
    }
    d.cross(e).abs() / root(square).max(1)
}

/// The point of a segment nearest to `p`.
pub fn nearest_on_segment(p: Pt, a: Pt, b: Pt) -> Pt {
    let d = b - a;
    let along = d.dot(p - a);
    let square = d.square();
    if along <= 0 || square == 0 {
        a
    } else if along >= square {
        b
    } else {
        a.toward(b, along, square)
    }
}

/// Whether two closed segments have a point in common.
#[inline]
pub fn segments_meet(a: Pt, b: Pt, c: Pt, d: Pt) -> bool {
    if a.x.max(b.x) < c.x.min(d.x)
        || c.x.max(d.x) < a.x.min(b.x)
        || a.y.max(b.y) < c.y.min(d.y)
        || c.y.max(d.y) < a.y.min(b.y)
    {
        return false;
    }
    let side = |p: Pt, q: Pt, r: Pt| (q - p).cross(r - p).signum();
    side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0
}

/// Distance between two segments.
pub fn segment_segment(a: Pt, b: Pt, c: Pt, d: Pt) -> i64 {
    if segments_meet(a, b, c, d) {
        return 0;
    }
    point_segment(a, c, d).min(point_segment(b, c, d)).min(point_segment(c, a, b)).min(point_segment(d, a, b))
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
    #[inline]
    pub fn point_distance(&self, p: Pt) -> i64 {
        self.outside_distance(p).unwrap_or(0)
    }
    /// Distance of a point that lies outside; none if it lies inside. Only edges that look at the point count.
    #[inline]
    fn outside_distance(&self, p: Pt) -> Option<i64> {
        let looking = self.edges().filter(|(a, b)| (*b - *a).cross(p - *a) > 0);
        looking.map(|(a, b)| point_segment(p, a, b)).min()
    }
    pub fn segment_distance(&self, a: Pt, b: Pt) -> i64 {
        let (Some(from_a), Some(from_b)) = (self.outside_distance(a), self.outside_distance(b)) else {
            return 0;
        };
        if self.edges().any(|(c, d)| segments_meet(a, b, c, d)) {
            return 0;
        }
        self.0.iter().map(|p| point_segment(*p, a, b)).min().unwrap_or(0).min(from_a).min(from_b)
    }
    /// Distance between two shapes, 0 if they touch or overlap.
    pub fn distance(&self, o: &Quad) -> i64 {
        if !self.parted_from(o) && !o.parted_from(self) {
            return 0;
        }
        let mut least = i64::MAX;
        self.corners_near(o, &mut least);
        o.corners_near(self, &mut least);
        if least == i64::MAX { 0 } else { least }
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
    /// The least distance of the other's corners from this shape, if it is less than the one known.
    #[inline]
    fn corners_near(&self, o: &Quad, least: &mut i64) {
        for (a, b) in self.edges() {
            let d = b - a;
            let square = d.square();
            let mut length = 0;
            for p in &o.0 {
                let e = *p - a;
                let aside = d.cross(e);
                // Only edges that look at the corner count.
                if aside <= 0 {
                    continue;
                }
                let along = d.dot(e);
                if along <= 0 || along >= square {
                    let way = if along <= 0 { e } else { *p - b };
                    // Roots are drawn only where they can matter.
                    if *least > 3_000_000_000 || way.square() < *least * *least {
                        *least = (*least).min(way.length());
                    }
                    continue;
                }
                if length == 0 {
                    length = root(square).max(1);
                }
                *least = (*least).min(aside / length);
            }
        }
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

/// The smallest box around points.
pub fn bounds(points: &[Pt]) -> (Pt, Pt) {
    let mut low = Pt::new(i64::MAX, i64::MAX);
    let mut high = Pt::new(i64::MIN, i64::MIN);
    for p in points {
        low = Pt::new(low.x.min(p.x), low.y.min(p.y));
        high = Pt::new(high.x.max(p.x), high.y.max(p.y));
    }
    (low, high)
}

/// Whether a point lies in a polygon of any shape, its border included.
pub fn in_polygon(p: Pt, polygon: &[Pt]) -> bool {
    on_border(p, polygon) || strictly_inside(p, polygon)
}

/// Whether a point lies on the border of a polygon.
#[inline]
pub fn on_border(p: Pt, polygon: &[Pt]) -> bool {
    sides(polygon).any(|(a, b)| {
        (b - a).cross(p - a) == 0
            && p.x >= a.x.min(b.x)
            && p.x <= a.x.max(b.x)
            && p.y >= a.y.min(b.y)
            && p.y <= a.y.max(b.y)
    })
}

/// Whether a point lies in a polygon and not on its border: count the border lines east of it.
#[inline]
pub fn strictly_inside(p: Pt, polygon: &[Pt]) -> bool {
    let mut inside = false;
    for (a, b) in sides(polygon) {
        if (a.y > p.y) != (b.y > p.y) {
            let side = (b - a).cross(p - a);
            if (b.y > a.y) == (side > 0) {
                inside = !inside;
            }
        }
    }
    inside && !on_border(p, polygon)
}

/// The sides of a closed polygon.
pub fn sides(polygon: &[Pt]) -> impl Iterator<Item = (Pt, Pt)> + '_ {
    polygon.iter().enumerate().map(|(n, a)| (*a, polygon[(n + 1) % polygon.len()]))
}

/// The stretches of an open line.
pub fn stretches(line: &[Pt]) -> impl Iterator<Item = (Pt, Pt)> + '_ {
    line.windows(2).map(|w| (w[0], w[1]))
}

/// Where the segment `p` to `q` of length `length` crosses `a` to `b`: the way from `p`, if it does.
/// Segments that lie on each other do not cross.
#[inline]
pub fn crossing(p: Pt, q: Pt, length: i64, a: Pt, b: Pt) -> Option<i64> {
    let (d, e) = (q - p, b - a);
    let den = d.cross(e);
    if den == 0 {
        return None;
    }
    let (s, t) = ((a - p).cross(e), (a - p).cross(d));
    let fits = |n: i64| if den > 0 { (0..=den).contains(&n) } else { (den..=0).contains(&n) };
    if !fits(s) || !fits(t) {
        return None;
    }
    Some(times_over(s, length, den))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inches(x: f64, y: f64) -> Pt {
        Pt::new((x * 1e6) as i64, (y * 1e6) as i64)
    }

    #[test]
    fn squares_touch_overlap_and_part() {
        let a = Quad::rect(inches(0.0, 0.0), 0, 1_500_000, 1_500_000);
        let at = |x: f64| Quad::rect(inches(x, 0.0), 0, 1_500_000, 1_500_000);
        assert_eq!(a.distance(&at(3.0)), 0);
        assert_eq!(a.depth_of_overlap(&at(3.0)), 0);
        assert_eq!(a.depth_of_overlap(&at(2.9)), 100_000);
        assert_eq!(a.distance(&at(5.0)), 2_000_000);
        let turned = Quad::rect(inches(5.0, 0.0), 4_500, 1_500_000, 1_500_000);
        assert!((a.distance(&turned) - 1_378_680).abs() <= 2);
    }

    #[test]
    fn polygons_know_inside_and_border() {
        let l = [(0., 0.), (4., 0.), (4., 2.), (2., 2.), (2., 4.), (0., 4.)].map(|(x, y)| inches(x, y));
        assert!(strictly_inside(inches(1., 3.), &l) && !in_polygon(inches(3., 3.), &l));
        assert!(on_border(inches(2., 3.), &l) && !strictly_inside(inches(2., 3.), &l));
        assert!(in_polygon(inches(2., 3.), &l));
    }

    #[test]
    fn crossings_are_measured_along_the_way() {
        let (p, q) = (inches(0., 0.), inches(10., 0.));
        assert_eq!(crossing(p, q, 10 * INCH, inches(6., -1.), inches(6., 1.)), Some(6 * INCH));
        assert_eq!(crossing(p, q, 10 * INCH, inches(6., 1.), inches(6., 2.)), None);
    }

    #[test]
    fn quotients_are_exact() {
        let long = |a: i64, b: i64, den: i64| {
            let (a, den) = (i128::from(a) * i128::from(den.signum()), i128::from(den.abs()));
            (a * i128::from(b) + den / 2).div_euclid(den) as i64
        };
        let some = [0, 1, -1, 7, -8, 999_999, 400_000_000, -399_999_999, 159_999_999_999_999_999];
        for a in some {
            for b in some {
                for den in
                    some.into_iter().filter(|d| *d != 0 && (a as f64 * b as f64 / *d as f64).abs() < 1e9)
                {
                    assert_eq!(times_over(a, b, den), long(a, b, den), "{a} * {b} / {den}");
                }
            }
        }
    }

    #[test]
    fn roots_are_exact() {
        for r in [0i64, 1, 2, 3, 999, 94_906_267, 3_037_000_499] {
            assert_eq!(root(r * r), r);
            assert_eq!(root(r * r - i64::from(r > 0)), (r - 1).max(0));
        }
        assert_eq!(root(i64::MAX), 3_037_000_499);
    }

    #[test]
    fn limits_are_judged_in_hundredths() {
        assert!(within(6 * INCH + 4_999, 600) && !within(6 * INCH + 5_000, 600));
    }
}
