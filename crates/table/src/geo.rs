//! Where a map lies on the earth, and the way from latitude and longitude to the map and back.

use serde::Deserialize;
use toml::Spanned;

use crate::Source;

/// Metres in a degree of latitude on a sphere as large as the earth.
const METRES_A_DEGREE: f64 = 111_195.0;
const METRES_A_YARD: f64 = 0.9144;

/// A point on the earth in degrees: north and east are positive.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Earth {
    /// Degrees north of the equator.
    pub latitude: f64,
    /// Degrees east of Greenwich; America lies below 0.
    pub longitude: f64,
}

impl Earth {
    /// The farthest north and south that a map may lie: nearer to the poles the projection fails.
    pub const FARTHEST: f64 = 80.0;

    /// A point that can be on a map.
    pub fn new(latitude: f64, longitude: f64) -> Option<Earth> {
        let on = latitude.abs() <= Earth::FARTHEST && longitude.abs() <= 180.0;
        on.then_some(Earth { latitude, longitude })
    }
}

/// Where a map lies: its middle, and which way is up on it. The projection is the plain one for maps of a few
/// counties: a degree of longitude is as long everywhere on the map as in its middle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Geo {
    /// The middle of the map.
    pub centre: Earth,
    /// The bearing of the map's upper edge, in degrees clockwise from north.
    pub turn: f64,
}

impl Geo {
    /// A point of the earth in units of so many yards from the middle of the map: x to the right, y down.
    pub fn to_map(&self, at: Earth, yards: f64) -> (f64, f64) {
        let unit = yards * METRES_A_YARD / METRES_A_DEGREE;
        let east = (at.longitude - self.centre.longitude) * self.shrink() / unit;
        let south = (self.centre.latitude - at.latitude) / unit;
        let (sin, cos) = self.turn.to_radians().sin_cos();
        (east * cos + south * sin, south * cos - east * sin)
    }

    /// The point of the earth that lies so many units of so many yards right of and below the middle of the map.
    pub fn to_earth(&self, (x, y): (f64, f64), yards: f64) -> Earth {
        let unit = yards * METRES_A_YARD / METRES_A_DEGREE;
        let (sin, cos) = self.turn.to_radians().sin_cos();
        let (east, south) = (x * cos - y * sin, y * cos + x * sin);
        Earth {
            latitude: self.centre.latitude - south * unit,
            longitude: self.centre.longitude + east * unit / self.shrink(),
        }
    }

    fn shrink(&self) -> f64 {
        self.centre.latitude.to_radians().cos()
    }
}

/// The part `[geo]` of a map or table file, as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeoKeys {
    /// Latitude and longitude of the middle of the map.
    centre: Spanned<[f64; 2]>,
    #[serde(default)]
    turn: Option<Spanned<f64>>,
}

impl GeoKeys {
    /// Where the map lies, or a fault for each key that does not fit.
    pub fn read(&self, source: &mut Source) -> Option<Geo> {
        let [latitude, longitude] = *self.centre.get_ref();
        let centre = Earth::new(latitude, longitude);
        if centre.is_none() {
            let what = format!(
                "[{latitude}, {longitude}]: expected latitude (-{0} to {0}) and longitude (-180 to 180)",
                Earth::FARTHEST
            );
            source.fault_at(self.centre.span(), "[geo] centre", what);
        }
        let turn = self.turn.as_ref().map_or(0.0, |turn| *turn.get_ref());
        if let Some(key) = self.turn.as_ref().filter(|_| turn.is_nan() || turn.abs() > 360.0) {
            source.fault_at(key.span(), "[geo] turn", format!("{turn}: expected degrees, -360 to 360"));
            return None;
        }
        Some(Geo { centre: centre?, turn })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn virginia(turn: f64) -> Geo {
        Geo { centre: Earth { latitude: 38.33, longitude: -77.68 }, turn }
    }

    #[test]
    fn a_point_comes_back_to_where_it_was() {
        for turn in [0.0, 33.0, 180.0, -75.0] {
            let at = Earth { latitude: 38.302, longitude: -77.461 };
            let back = virginia(turn).to_earth(virginia(turn).to_map(at, 1940.0), 1940.0);
            assert!(
                (back.latitude - at.latitude).abs() < 1e-9 && (back.longitude - at.longitude).abs() < 1e-9
            );
        }
    }

    #[test]
    fn what_the_map_is_turned_to_is_up() {
        let east = Earth { latitude: 38.33, longitude: -77.58 };
        let (x, y) = virginia(0.0).to_map(east, 1940.0);
        assert!(x > 4.8 && x < 5.0 && y.abs() < 1e-9, "{x} {y}");
        let (x, y) = virginia(90.0).to_map(east, 1940.0);
        assert!(x.abs() < 1e-9 && y < -4.8, "{x} {y}");
    }

    #[test]
    fn what_is_not_on_the_earth_is_no_point() {
        assert!(Earth::new(-77.68, 38.33).is_some());
        assert!(Earth::new(91.0, 0.0).is_none() && Earth::new(0.0, 181.0).is_none());
        assert!(Earth::new(f64::NAN, 0.0).is_none());
    }
}
