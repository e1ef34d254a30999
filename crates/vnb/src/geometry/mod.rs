//! Points, segments and polygons in whole millionths of an inch.
//!
//! Poses are kept in hundredths of an inch and of a degree; what is derived from them (corners, nearest
//! points, crossings) is rounded once, to a millionth of an inch. Distances are then judged in hundredths.
//! All products fit into 64 or 128 bits for tables up to 400 inches, so the arithmetic is the same on
//! every machine.

mod quad;

pub(crate) use quad::Nearest;
pub use quad::Quad;

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
    let mut guess = (a as f64 * b as f64 / den as f64) as i64;
    // The products may be too long for a word; what is left over is not: a few times `den` at most.
    let mut rest = a.wrapping_mul(b).wrapping_add(den / 2).wrapping_sub(guess.wrapping_mul(den));
    while rest < 0 {
        (guess, rest) = (guess - 1, rest + den);
    }
    while rest >= den {
        (guess, rest) = (guess + 1, rest - den);
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

/// Whether a point is farther than this from a segment. Most are so far from its box.
#[inline]
pub fn off_segment(p: Pt, a: Pt, b: Pt, limit: i64) -> bool {
    p.x < a.x.min(b.x) - limit
        || p.x > a.x.max(b.x) + limit
        || p.y < a.y.min(b.y) - limit
        || p.y > a.y.max(b.y) + limit
        || point_segment(p, a, b) > limit
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
    let Some(mut a) = polygon.last().copied() else { return false };
    polygon.iter().copied().any(|b| {
        let from = std::mem::replace(&mut a, b);
        // The box of a side first: few sides have the point in it.
        p.y >= from.y.min(b.y)
            && p.y <= from.y.max(b.y)
            && p.x >= from.x.min(b.x)
            && p.x <= from.x.max(b.x)
            && (b - from).cross(p - from) == 0
    })
}

/// Whether a point lies in a polygon and not on its border: count the border lines east of it.
#[inline]
pub fn strictly_inside(p: Pt, polygon: &[Pt]) -> bool {
    let Some(mut a) = polygon.last().copied() else { return false };
    let mut inside = false;
    for b in polygon.iter().copied() {
        if (a.y > p.y) != (b.y > p.y) {
            let side = (b - a).cross(p - a);
            if (b.y > a.y) == (side > 0) {
                inside = !inside;
            }
        }
        a = b;
    }
    inside && !on_border(p, polygon)
}

/// The sides of a closed polygon.
#[inline]
pub fn sides(polygon: &[Pt]) -> impl Iterator<Item = (Pt, Pt)> + '_ {
    let ends = polygon.iter().skip(1).chain(polygon.first());
    polygon.iter().zip(ends).map(|(a, b)| (*a, *b))
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
