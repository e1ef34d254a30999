//! What the ground is like: heights from a grid, and patches for areas that are covered only in part.

use geo::Coord;
use table::Earth;

use crate::plan::Heights;

impl Heights {
    /// The height of a point, between the four values around it; `None` beyond the grid or where nothing is known.
    pub fn height(&self, at: Earth) -> Option<f64> {
        let (north, west) = self.north_west;
        let (x, y) = ((at.longitude - west) / self.step, (north - at.latitude) / self.step);
        let inside = x >= 0.0 && y >= 0.0 && x <= (self.columns - 1) as f64 && y <= (self.rows - 1) as f64;
        if !inside {
            return None;
        }
        let (column, row) = (x.floor(), y.floor());
        let value = |dx: usize, dy: usize| {
            let (column, row) =
                ((column as usize + dx).min(self.columns - 1), (row as usize + dy).min(self.rows - 1));
            f64::from(self.values[row * self.columns + column])
        };
        let (right, down) = (x - column, y - row);
        // What is not known beside a point that lies on its neighbour says nothing about it.
        let between = |a: f64, b: f64, share: f64| match share {
            0.0 => a,
            _ => a * (1.0 - share) + b * share,
        };
        let upper = between(value(0, 0), value(1, 0), right);
        let lower = between(value(0, 1), value(1, 1), right);
        Some(between(upper, lower, down)).filter(|height| !height.is_nan())
    }

    /// The level of a height: the last that begins at or below it, the first for lower ground.
    pub fn level(&self, height: f64) -> usize {
        self.levels.iter().rposition(|from| *from <= height).unwrap_or(0)
    }
}

/// A value from 0 to 1 for every point, which changes slowly: what is low lies in patches two or three hexes wide.
pub fn patch(at: Coord) -> f64 {
    0.7 * noise(at, 2.6, 1) + 0.3 * noise(at, 1.1, 2)
}

/// Random values on a grid, and smooth between them.
fn noise(at: Coord, size: f64, seed: u64) -> f64 {
    let (x, y) = (at.x / size, at.y / size);
    let (column, row) = (x.floor(), y.floor());
    let smooth = |t: f64| t * t * (3.0 - 2.0 * t);
    let (right, down) = (smooth(x - column), smooth(y - row));
    let value = |dx: i64, dy: i64| random(column as i64 + dx, row as i64 + dy, seed);
    let upper = value(0, 0) * (1.0 - right) + value(1, 0) * right;
    let lower = value(0, 1) * (1.0 - right) + value(1, 1) * right;
    upper * (1.0 - down) + lower * down
}

/// A fixed random number from 0 to 1 for a point of a grid (the last steps of SplitMix64).
fn random(x: i64, y: i64, seed: u64) -> f64 {
    let mut bits = (x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ (y as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
        ^ seed;
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((bits ^ (bits >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_lie_between_those_around_and_nowhere_else() {
        let heights = Heights {
            columns: 2,
            rows: 2,
            north_west: (39.0, -78.0),
            step: 1.0,
            values: vec![0.0, 10.0, 20.0, 30.0],
            levels: vec![0.0, 12.0, 25.0],
            terrain: Vec::new(),
        };
        let at = |latitude, longitude| heights.height(Earth { latitude, longitude });
        assert_eq!(at(38.5, -77.5), Some(15.0));
        assert_eq!(at(38.0, -77.0), Some(30.0));
        assert_eq!(at(37.9, -77.5), None);
        assert_eq!([-4.0, 12.0, 24.9, 99.0].map(|h| heights.level(h)), [0, 1, 1, 2]);
    }

    #[test]
    fn patches_are_the_same_every_time_and_use_the_whole_scale() {
        let values: Vec<f64> =
            (0..400).map(|n| patch(Coord { x: f64::from(n % 20), y: f64::from(n / 20) })).collect();
        assert!(values.iter().all(|v| (0.0..=1.0).contains(v)));
        assert!(values.iter().any(|v| *v < 0.25) && values.iter().any(|v| *v > 0.75));
        assert_eq!(patch(Coord { x: 3.0, y: 4.0 }), patch(Coord { x: 3.0, y: 4.0 }));
    }
}
