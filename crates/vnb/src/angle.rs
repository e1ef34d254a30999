//! Directions in hundredths of a degree, clockwise from north, and their sines as whole numbers.
//!
//! No platform float decides a rule: sine and cosine come from an integer series with 30 binary places,
//! so that the same move is judged the same on every machine. Right angles are exact.

/// A direction in hundredths of a degree, 0 to 35,999, clockwise from north.
pub type Angle = i32;

/// A full turn.
pub const TURN: Angle = 36_000;
/// One, in the scale of [`sin_cos`].
pub const ONE: i64 = 1 << 30;

/// Brings any number of hundredths of a degree into one turn.
pub fn normal(angle: Angle) -> Angle {
    angle.rem_euclid(TURN)
}

/// The smaller angle between two directions, 0 to 18,000.
pub fn between(a: Angle, b: Angle) -> Angle {
    let d = normal(a - b);
    d.min(TURN - d)
}

/// Sines of 0 to 90 degrees in hundredths, made by the series below when the program is compiled.
static SINES: [i32; 9_001] = sines();

/// Sine and cosine, scaled by [`ONE`].
#[inline]
pub fn sin_cos(angle: Angle) -> (i64, i64) {
    let angle = normal(angle);
    let (quarter, rest) = (angle / 9_000, (angle % 9_000) as usize);
    let (s, c) = (i64::from(SINES[rest]), i64::from(SINES[9_000 - rest]));
    match quarter {
        0 => (s, c),
        1 => (c, -s),
        2 => (-s, -c),
        _ => (-c, s),
    }
}

const fn sines() -> [i32; 9_001] {
    let mut table = [0; 9_001];
    let mut n = 0;
    while n <= 9_000 {
        table[n] = if n <= 4_500 { series_sin(n as Angle) } else { series_cos(9_000 - n as Angle) } as i32;
        n += 1;
    }
    table
}

/// Hundredths of a degree as radians with 30 binary places: pi / 18000 with 50 places, then cut.
const fn radians(angle: Angle) -> i64 {
    const PI_18000: i64 = 196_506_604_223; // pi / 18000 * 2^50
    (angle as i64 * PI_18000 + (1 << 19)) >> 20
}

const fn times(a: i64, b: i64) -> i64 {
    (a * b + (ONE / 2)) >> 30
}

/// x - x^3/3! + x^5/5! - ... up to 45 degrees.
const fn series_sin(angle: Angle) -> i64 {
    let x = radians(angle);
    let square = times(x, x);
    let mut term = x;
    let mut sum = x;
    let steps: [i64; 5] = [2 * 3, 4 * 5, 6 * 7, 8 * 9, 10 * 11];
    let mut n = 0;
    while n < steps.len() {
        term = -times(term, square) / steps[n];
        sum += term;
        n += 1;
    }
    sum
}

/// 1 - x^2/2! + x^4/4! - ... up to 45 degrees.
const fn series_cos(angle: Angle) -> i64 {
    let x = radians(angle);
    let square = times(x, x);
    let mut term = ONE;
    let mut sum = ONE;
    let steps: [i64; 6] = [2, 3 * 4, 5 * 6, 7 * 8, 9 * 10, 11 * 12];
    let mut n = 0;
    while n < steps.len() {
        term = -times(term, square) / steps[n];
        sum += term;
        n += 1;
    }
    sum
}

/// The direction of a step of `dx` east and `dy` north; 0 for no step at all.
pub fn heading(dx: i64, dy: i64) -> Angle {
    if dx == 0 && dy == 0 {
        return 0;
    }
    // Turn the step into the first quarter: `a` grows with the angle, `b` falls.
    let (quarter, a, b) = match (dx >= 0, dy >= 0) {
        (true, true) => (0, dx, dy),
        (true, false) => (1, -dy, dx),
        (false, false) => (2, -dx, -dy),
        (false, true) => (3, dy, -dx),
    };
    let reached = |angle: Angle| {
        let (s, c) = sin_cos(angle);
        a * c >= b * s
    };
    // The machine's guess is only where the search begins; whole numbers decide.
    let guess = (a as f64).atan2(b as f64).to_degrees() * 100.0;
    let mut low = (guess as Angle).clamp(0, 9_000);
    while low < 9_000 && reached(low + 1) {
        low += 1;
    }
    while low > 0 && !reached(low) {
        low -= 1;
    }
    let near = |angle: Angle| {
        let (s, c) = sin_cos(angle);
        (a * c - b * s).abs()
    };
    if low < 9_000 && near(low + 1) < near(low) {
        low += 1;
    }
    normal(quarter * 9_000 + low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_angles_are_exact() {
        assert_eq!(sin_cos(0), (0, ONE));
        assert_eq!(sin_cos(9_000), (ONE, 0));
        assert_eq!(sin_cos(18_000), (0, -ONE));
        assert_eq!(sin_cos(27_000), (-ONE, 0));
    }

    #[test]
    fn the_series_agree_with_the_library_to_a_hundred_millionth() {
        for angle in 0..TURN {
            let (s, c) = sin_cos(angle);
            let x = f64::from(angle).to_radians() / 100.0;
            assert!((s as f64 / ONE as f64 - x.sin()).abs() < 1e-8, "sin {angle}");
            assert!((c as f64 / ONE as f64 - x.cos()).abs() < 1e-8, "cos {angle}");
        }
    }

    #[test]
    fn headings_come_back() {
        for angle in (0..TURN).step_by(7) {
            let (s, c) = sin_cos(angle);
            assert_eq!(heading(s >> 6, c >> 6), angle);
        }
        assert_eq!(heading(0, -5), 18_000);
        assert_eq!(heading(-5, 0), 27_000);
    }
}
