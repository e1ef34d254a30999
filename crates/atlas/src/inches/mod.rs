//! Laying an atlas out on a table measured in inches.

mod clip;
mod contours;
mod crossings;
mod write;

use geo::{Area as _, BooleanOps, ChaikinSmoothing, LineString, MultiPolygon, Polygon, Rect, Simplify};
use hexmap::{PlaceKind, Water};
use table::Source;
use vnb::terrain::Terrain;

use crate::courses::courses;
use crate::plan::{AreaKind, Inches, Plan, RimKind};
use write::{Feature, Shape};

/// Points of a line or an outline that lie so near to the line without them are left out.
const SIMPLE: f64 = 0.08;
/// How often the corners of what nature made are cut off.
const ROUNDS: usize = 2;
/// Pieces of areas smaller than this many square inches are left out.
const SMALL: f64 = 1.0;
/// Sides of a town block and of a village, in inches.
const TOWN: (f64, f64) = (3.0, 3.0);
const VILLAGE: (f64, f64) = (3.0, 1.5);

/// The table while it is being laid out.
struct Sheet<'a> {
    plan: &'a Plan,
    notes: &'a mut Vec<String>,
    features: Vec<Feature>,
    /// The courses of every stream on the table, by stream.
    waters: Vec<Vec<LineString>>,
    /// The lines of every road on the table, by road.
    roads: Vec<Vec<LineString>>,
}

/// The text of the table. Faults wait in `source`.
pub fn compile(plan: &Plan, ground: &Inches, source: &mut Source, notes: &mut Vec<String>) -> String {
    let mut sheet = Sheet { plan, notes, features: Vec::new(), waters: Vec::new(), roads: Vec::new() };
    sheet.hills();
    sheet.areas();
    sheet.waters(source);
    sheet.roads(source);
    sheet.rims(source);
    sheet.crossings(source);
    sheet.places();
    let text = write::write(plan, ground, &source.file, &sheet.features);
    // What is written must load: a fault of the compiler is told, not handed on.
    if let Err(faults) = vnb::load_table("the compiled table", &text)
        && !source.has_faults()
    {
        source.fault("", format!("the table does not load: {faults}"));
    }
    text
}

impl Sheet<'_> {
    /// Adds a feature; of several with one name only the first has it.
    fn add(&mut self, kind: Terrain, name: Option<&str>, shape: Shape, contours: u8) {
        let name = name.filter(|name| self.features.iter().all(|f| f.name.as_deref() != Some(name)));
        self.features.push(Feature { kind, name: name.map(str::to_owned), shape, contours });
    }

    fn hills(&mut self) {
        let plan = self.plan;
        for heights in &plan.heights {
            for level in 1..heights.levels.len().min(10) {
                let rings = contours::rings(plan, heights, heights.levels[level]);
                let shape =
                    MultiPolygon(rings.into_iter().map(|ring| Polygon::new(ring, Vec::new())).collect());
                self.area(Terrain::Hill, None, &shape, level as u8);
            }
        }
    }

    fn areas(&mut self) {
        for area in &self.plan.areas {
            if let AreaKind::Table(kind, level) = area.kind {
                self.area(kind, area.name.as_deref(), &area.shape, level);
            }
        }
    }

    fn area(&mut self, kind: Terrain, name: Option<&str>, shape: &MultiPolygon, level: u8) {
        let inside = shape.intersection(&self.plan.frame.to_polygon());
        for piece in inside.0.into_iter().filter(|piece| piece.unsigned_area() >= SMALL) {
            if !piece.interiors().is_empty() {
                self.notes.push(format!(
                    "{}: a table has no areas with holes: filled",
                    name.unwrap_or(kind.word())
                ));
            }
            let natural =
                !matches!(kind, Terrain::Crops | Terrain::Orchard) && !kind.is_building() && !kind.is_fort();
            let rounded = if natural { piece.chaikin_smoothing(ROUNDS) } else { piece };
            self.add(kind, name, Shape::Polygon(rounded.simplify(SIMPLE).exterior().clone()), level);
        }
    }

    fn waters(&mut self, source: &mut Source) {
        let plan = self.plan;
        for (stream, lines) in plan.streams.iter().zip(courses(plan)) {
            let lines = self.clipped(&lines);
            if lines.is_empty() {
                let what = format!(
                    "{} has no part on the table: expected a course inside the frame",
                    stream.title()
                );
                source.fault_at(stream.span.clone(), &stream.key, what);
            }
            let kind = if stream.kind == Water::Creek { Terrain::Stream } else { Terrain::River };
            for line in &lines {
                self.add(kind, stream.name.as_deref(), Shape::Line(line.clone()), 0);
            }
            self.waters.push(lines);
        }
    }

    fn roads(&mut self, source: &mut Source) {
        let plan = self.plan;
        for road in &plan.roads {
            let line: LineString = road.stops.iter().map(|stop| stop.at).collect();
            let lines = self.clipped(&[line]);
            if lines.is_empty() {
                let what =
                    format!("{} has no part on the table: expected stops inside the frame", road.title());
                source.fault_at(road.span.clone(), &road.key, what);
            }
            for line in &lines {
                self.add(Terrain::Road, road.name.as_deref(), Shape::Line(line.clone()), 0);
            }
            self.roads.push(lines);
        }
    }

    fn rims(&mut self, source: &mut Source) {
        let plan = self.plan;
        for rim in &plan.rims {
            let RimKind::Table(kind) = rim.kind else { continue };
            let lines = self.clipped(std::slice::from_ref(&rim.line));
            if lines.is_empty() {
                source.fault_at(
                    rim.span.clone(),
                    &rim.key,
                    "it has no part on the table: expected points inside the frame",
                );
            }
            for line in lines {
                self.add(kind, rim.name.as_deref(), Shape::Line(line), 0);
            }
        }
    }

    fn clipped(&self, lines: &[LineString]) -> Vec<LineString> {
        let inside = lines.iter().flat_map(|line| clip::clip(line, self.plan.frame));
        inside.map(|line| line.simplify(SIMPLE)).collect()
    }

    /// Towns and villages are blocks of buildings; other places have no terrain of their own.
    fn places(&mut self) {
        for place in &self.plan.places {
            let (kind, (wide, high)) = match place.kind {
                PlaceKind::Town => (Terrain::Town, TOWN),
                PlaceKind::Village => (Terrain::Village, VILLAGE),
                PlaceKind::Landmark | PlaceKind::Entry => continue,
            };
            let half = geo::Coord { x: wide / 2.0, y: high / 2.0 };
            let block = Rect::new(place.at - half, place.at + half);
            let (inner, outer) = (block.max(), self.plan.frame.max());
            let (low, least) = (block.min(), self.plan.frame.min());
            if inner.x > outer.x || inner.y > outer.y || low.x < least.x || low.y < least.y {
                self.notes
                    .push(format!("{}: its block would hang over the edge and is left out", place.name));
                continue;
            }
            self.add(kind, Some(&place.name), Shape::Polygon(block.to_polygon().exterior().clone()), 0);
        }
    }
}
