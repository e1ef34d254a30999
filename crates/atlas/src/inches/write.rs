//! The text of the table.

use std::fmt::Write;

use geo::{Coord, LineString};
use vnb::terrain::Terrain;

use crate::plan::{Inches, Plan};
use crate::text::{geo, head, lines, quoted};

/// A feature as it will be written.
pub struct Feature {
    pub kind: Terrain,
    pub name: Option<String>,
    pub shape: Shape,
    /// Hills only.
    pub contours: u8,
}

pub enum Shape {
    /// A closed outline.
    Polygon(LineString),
    Line(LineString),
    Point(Coord),
}

pub fn write(plan: &Plan, ground: &Inches, file: &str, features: &[Feature]) -> String {
    let mut out = head(plan, file);
    let _ = writeln!(out, "format = \"hardtack-table/1\"\nname = {}", quoted(&plan.name));
    let _ = writeln!(out, "width = {}\nheight = {}\n", ground.width, ground.height);
    out += &geo(plan);
    for feature in features {
        let _ = writeln!(out, "\n[[feature]]\nkind = \"{}\"", feature.kind);
        if let Some(name) = &feature.name {
            let _ = writeln!(out, "name = {}", quoted(name));
        }
        let inches = |at: &Coord| point(ground, *at);
        let shape = match &feature.shape {
            Shape::Point(at) => format!("point = {}", inches(at)),
            Shape::Line(line) => format!("line = {}", points(line.0.iter().map(inches))),
            // The first point is not written once more at the end.
            Shape::Polygon(ring) => {
                let open = ring.0.len().saturating_sub(usize::from(ring.is_closed()));
                format!("polygon = {}", points(ring.0.iter().take(open).map(inches)))
            }
        };
        let _ = writeln!(out, "shape = {{ {shape} }}");
        if feature.kind == Terrain::Hill {
            let _ = writeln!(out, "contours = {}", feature.contours);
        }
    }
    out
}

/// A point from the south-western corner in inches, to a hundredth.
fn point(ground: &Inches, at: Coord) -> String {
    let round = |inches: f64| (inches * 100.0).round() / 100.0 + 0.0;
    let x = round(at.x + ground.width / 2.0).clamp(0.0, ground.width);
    let y = round(ground.height / 2.0 - at.y).clamp(0.0, ground.height);
    format!("[{x:?}, {y:?}]")
}

fn points(points: impl Iterator<Item = String>) -> String {
    let points: Vec<String> = points.collect();
    let one = format!("[{}]", points.join(", "));
    if one.len() < 90 { one } else { format!("[\n{}]", lines(&points)) }
}
