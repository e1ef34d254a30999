//! Numbers, noise and curves: the tools everything else here draws with.

use std::fmt::Write;

/// A point of the page: x eastwards, y southwards.
pub type Point = (f64, f64);

/// Writes a number with at most one decimal, without needless zeros, never `-0`.
pub fn num(out: &mut String, value: f64) {
    let tenths = (value * 10.0).round() as i64;
    if tenths < 0 {
        out.push('-');
    }
    let (whole, part) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    let _ = match (whole, part) {
        (whole, 0) => write!(out, "{whole}"),
        (0, part) => write!(out, ".{part}"),
        (whole, part) => write!(out, "{whole}.{part}"),
    };
}

/// A number as text.
pub fn n(value: f64) -> String {
    let mut out = String::new();
    num(&mut out, value);
    out
}

fn pair(out: &mut String, (x, y): Point) {
    num(out, x);
    out.push(' ');
    num(out, y);
}

/// The `d` of an SVG path, written step by step.
#[derive(Default)]
pub struct Path(pub String);

impl Path {
    pub fn start(&mut self, p: Point) -> &mut Self {
        self.0.push('M');
        pair(&mut self.0, p);
        self
    }
    pub fn line(&mut self, p: Point) -> &mut Self {
        self.0.push('L');
        pair(&mut self.0, p);
        self
    }
    pub fn quad(&mut self, control: Point, p: Point) -> &mut Self {
        self.0.push('Q');
        pair(&mut self.0, control);
        self.0.push(' ');
        pair(&mut self.0, p);
        self
    }
    fn cubic(&mut self, a: Point, b: Point, p: Point) -> &mut Self {
        self.0.push('C');
        pair(&mut self.0, a);
        self.0.push(' ');
        pair(&mut self.0, b);
        self.0.push(' ');
        pair(&mut self.0, p);
        self
    }
    pub fn close(&mut self) -> &mut Self {
        self.0.push('Z');
        self
    }
    pub fn polygon(&mut self, points: &[Point]) -> &mut Self {
        self.polyline(points).close()
    }
    pub fn polyline(&mut self, points: &[Point]) -> &mut Self {
        for (i, p) in points.iter().enumerate() {
            if i == 0 {
                self.start(*p)
            } else {
                self.line(*p)
            };
        }
        self
    }

    /// An unseen line from point to point, for markers; a single point gets a second one beside it.
    pub fn dots(&mut self, points: &[Point]) -> &mut Self {
        for (i, p) in points.iter().enumerate() {
            self.0.push(['M', 'L', ' '][i.min(2)]);
            pair(&mut self.0, *p);
        }
        if let [only] = points {
            self.line((only.0 + 0.1, only.1));
        }
        self
    }

    /// A line that rounds its corners: through the middle of each piece, bent towards the points.
    pub fn rounded(&mut self, points: &[Point]) -> &mut Self {
        let [first, .., last] = points else { return self };
        self.start(*first);
        for pair in points.windows(2).skip(1) {
            self.quad(pair[0], middle(pair[0], pair[1]));
        }
        self.line(*last)
    }

    /// A smooth line through all the points.
    pub fn through(&mut self, points: &[Point]) -> &mut Self {
        let [first, .., last] = points else { return self };
        self.start(*first);
        for i in 1..points.len() {
            let before = if i >= 2 { points[i - 2] } else { *first };
            let after = *points.get(i + 1).unwrap_or(last);
            let (from, to) = (points[i - 1], points[i]);
            self.cubic(
                (from.0 + (to.0 - before.0) / 6.0, from.1 + (to.1 - before.1) / 6.0),
                (to.0 - (after.0 - from.0) / 6.0, to.1 - (after.1 - from.1) / 6.0),
                to,
            );
        }
        self
    }
}

pub fn middle(a: Point, b: Point) -> Point {
    ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
}

/// The point a share of the way from `a` to `b`.
pub fn between(a: Point, b: Point, share: f64) -> Point {
    (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
}

pub fn far(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The step of length 1 from `a` towards `b`.
pub fn unit(a: Point, b: Point) -> Point {
    let length = far(a, b).max(1e-9);
    ((b.0 - a.0) / length, (b.1 - a.1) / length)
}

/// Points close together along the line that [`Path::rounded`] draws.
pub fn sample_rounded(points: &[Point]) -> Vec<Point> {
    let [first, .., last] = points else { return points.to_vec() };
    let mut out = vec![*first];
    let mut at = *first;
    for pair in points.windows(2).skip(1) {
        let to = middle(pair[0], pair[1]);
        for step in 1..=6 {
            let t = f64::from(step) / 6.0;
            out.push(between(between(at, pair[0], t), between(pair[0], to, t), t));
        }
        at = to;
    }
    out.push(*last);
    out
}

/// Points close together along a line, `step` apart.
pub fn resample(points: &[Point], step: f64) -> Vec<Point> {
    let mut out: Vec<Point> = points.first().copied().into_iter().collect();
    let mut left = step;
    for pair in points.windows(2) {
        let length = far(pair[0], pair[1]);
        let mut gone = 0.0;
        while length - gone >= left {
            gone += left;
            out.push(between(pair[0], pair[1], gone / length));
            left = step;
        }
        left -= length - gone;
    }
    out
}

/// A number from -1 to 1 that depends on nothing but its seeds.
pub fn noise(kind: u32, a: i32, b: i32) -> f64 {
    (hash(kind, a, b) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// A number that depends on nothing but its seeds.
pub fn hash(kind: u32, a: i32, b: i32) -> u64 {
    let mut z = u64::from(kind).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (a as u32 as u64) << 32
        ^ (b as u32 as u64).wrapping_mul(0x2545_f491_4f6c_dd1d);
    for _ in 0..2 {
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
    }
    z
}

/// Straight apostrophes, as keyboards write them, become those of print.
pub fn typographic(text: &str) -> String {
    text.replace('\'', "\u{2019}")
}

/// Text made safe for SVG. What XML cannot hold at all becomes a space.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0, -0.04, 0.5, -0.25, 12.34, 100.0].map(n), ["0", "0", ".5", "-.3", "12.3", "100"]);
    }

    #[test]
    fn names_cannot_break_the_picture() {
        assert_eq!(escape("A<b>&\"\u{0}"), "A&lt;b&gt;&amp;&quot; ");
    }

    #[test]
    fn noise_stays_within_bounds_and_repeats() {
        for i in 0..1000 {
            assert!((-1.0..=1.0).contains(&noise(1, i, -i)));
            assert_eq!(noise(1, i, 7), noise(1, i, 7));
        }
    }

    #[test]
    fn resampling_keeps_the_distance() {
        let points = resample(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)], 3.0);
        assert_eq!(points.len(), 7);
        assert!(points.windows(2).all(|p| far(p[0], p[1]) <= 3.0 + 1e-9));
    }
}
