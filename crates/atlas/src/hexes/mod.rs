//! Laying an atlas out on hexes.

mod cheapest;
mod coasts;
mod crossings;
mod lattice;
mod outlines;
mod places;
mod rims;
mod rivers;
mod roads;
mod terrain;
mod write;

use std::collections::BTreeMap;

use geo::LineString;
use hexmap::{Crossing, Dir, Grid, Hex, HexMap, HexSet, Terrain};
use table::Source;

use crate::plan::{Hexes, Plan, Span};
use lattice::{Lattice, Side};
pub use outlines::outlines;

/// The map while it is being laid out. Each file of this module lays one kind of thing, in the order of [`compile`].
struct Sheet<'a, 'b> {
    plan: &'a Plan,
    grid: &'a Grid,
    lattice: Lattice,
    source: &'a mut Source<'b>,
    notes: &'a mut Vec<String>,
    /// The courses of every stream, before they were laid along hexsides.
    courses: Vec<Vec<LineString>>,
    chains: Vec<Chain>,
    /// Which stream runs along a hexside.
    water: BTreeMap<Side, usize>,
    /// Hexes of open water.
    sea: HexSet,
    /// The hex of every place that is drawn or was met by a road.
    sites: Vec<Option<Hex>>,
    /// The hexes of every road, in pieces where it leaves the map.
    ways: Vec<Vec<Hex>>,
    crossings: BTreeMap<Side, Site>,
    /// Places that are named at their crossing, and not once more.
    at_crossing: Vec<bool>,
    terrain: Vec<Terrain>,
    levels: Vec<u8>,
    ridges: BTreeMap<Side, Hex>,
    walls: BTreeMap<(Side, hexmap::Wall), ()>,
}

/// A stretch of a stream along hexsides.
struct Chain {
    stream: usize,
    /// The corners, one after the other, in the direction of the course.
    corners: Vec<usize>,
    course: LineString,
}

/// A crossing as it will be written.
struct Site {
    kind: Crossing,
    name: Option<String>,
    indestructible: bool,
}

/// The text of the map. Faults wait in `source`.
pub fn compile(plan: &Plan, ground: &Hexes, source: &mut Source, notes: &mut Vec<String>) -> String {
    let count = ground.grid.len();
    let mut sheet = Sheet {
        plan,
        grid: &ground.grid,
        lattice: Lattice::new(&ground.grid),
        source,
        notes,
        courses: Vec::new(),
        chains: Vec::new(),
        water: BTreeMap::new(),
        sea: HexSet::new(count),
        sites: vec![None; plan.places.len()],
        ways: Vec::new(),
        crossings: BTreeMap::new(),
        at_crossing: vec![false; plan.places.len()],
        terrain: vec![ground.default; count],
        levels: vec![0; count],
        ridges: BTreeMap::new(),
        walls: BTreeMap::new(),
    };
    sheet.lay_coasts();
    sheet.lay_rivers();
    sheet.lay_places();
    sheet.lay_roads();
    sheet.lay_crossings();
    sheet.lay_terrain();
    sheet.lay_rims();
    let text = sheet.write(ground);
    // What is written must load: a fault of the compiler is told, not handed on.
    if let Err(faults) = HexMap::parse("the compiled map", &text)
        && !sheet.source.has_faults()
    {
        sheet.source.fault("", format!("the map does not load: {faults}"));
    }
    text
}

impl Sheet<'_, '_> {
    /// The hex of a label in the atlas, or a fault.
    fn labelled(&mut self, key: &str, label: &str, span: &Span) -> Option<Hex> {
        let found = self.grid.hex(label);
        if found.is_none() {
            let last = Hex((self.grid.len() - 1) as u16);
            let (first, last) = (self.grid.label(Hex(0)), self.grid.label(last));
            let what = format!("`{label}` is not on the map, whose corners are {first} and {last}");
            self.source.fault_at(span.clone(), key, what);
        }
        found
    }

    /// The hexside of a label such as `1011/1012`, or a fault.
    fn labelled_side(&mut self, key: &str, label: &str, span: &Span) -> Option<Side> {
        let Some((a, b)) = label.split_once('/') else {
            let what = format!("`{label}`: expected a hexside such as \"1011/1012\"");
            self.source.fault_at(span.clone(), key, what);
            return None;
        };
        let (a, b) = (self.labelled(key, a, span)?, self.labelled(key, b, span)?);
        let dir = self.grid.direction(a, b);
        if dir.is_none() {
            self.source.fault_at(span.clone(), key, format!("`{label}`: the two hexes are not neighbours"));
        }
        dir.map(|dir| lattice::normal(self.grid, a, dir))
    }

    /// The stream along a hexside.
    fn stream_at(&self, hex: Hex, dir: Dir) -> Option<usize> {
        self.water.get(&lattice::normal(self.grid, hex, dir)).copied()
    }

    fn note(&mut self, text: String) {
        self.notes.push(text);
    }
}
