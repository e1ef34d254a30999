//! The hexes as GeoJSON, to lay over other maps.

use geo::Coord;
use hexmap::{Hex, Shape};

use super::lattice::Lattice;
use crate::plan::{Hexes, Plan};

/// A polygon for every hex, with its label.
pub fn outlines(plan: &Plan, ground: &Hexes) -> String {
    let lattice = Lattice::new(&ground.grid);
    let features: Vec<String> = ground.grid.hexes().map(|hex| outline(plan, ground, &lattice, hex)).collect();
    format!("{{\"type\":\"FeatureCollection\",\"features\":[\n{}\n]}}\n", features.join(",\n"))
}

fn outline(plan: &Plan, ground: &Hexes, lattice: &Lattice, hex: Hex) -> String {
    let centre = lattice.centres[hex.index()];
    let first = if ground.grid.shape == Shape::Pointy { 90.0 } else { 0.0 };
    let edge = 3f64.sqrt().recip();
    let corner = |n: u32| {
        let angle = (first + 60.0 * f64::from(n)).to_radians();
        let at = centre + Coord { x: angle.cos() * edge, y: angle.sin() * edge };
        let earth = plan.geo.to_earth((at.x, at.y), plan.yards);
        format!("[{:.6},{:.6}]", earth.longitude, earth.latitude)
    };
    // A ring is closed: its last point is its first.
    let ring: Vec<String> = (0..7).map(corner).collect();
    format!(
        "{{\"type\":\"Feature\",\"properties\":{{\"hex\":\"{}\"}},\"geometry\":{{\"type\":\"Polygon\",\"coordinates\":[[{}]]}}}}",
        ground.grid.label(hex),
        ring.join(",")
    )
}
