//! Contour lines of a grid of heights, by marching squares.

use std::collections::BTreeMap;

use geo::{Coord, LineString};

use crate::plan::{Heights, Plan};

/// Heights are looked at every so many inches.
const STEP: f64 = 1.0;

/// An edge of the squares: the point it begins at, and whether it goes down.
type Edge = (usize, usize, bool);

/// The outlines of all ground at least so high, closed, inside the frame.
pub fn rings(plan: &Plan, heights: &Heights, least: f64) -> Vec<LineString> {
    let field = Field::new(plan, heights, least);
    let mut next: BTreeMap<Edge, Edge> = BTreeMap::new();
    for row in 0..field.rows - 1 {
        for column in 0..field.columns - 1 {
            next.extend(field.square(row, column));
        }
    }
    let mut rings = Vec::new();
    while let Some((first, _)) = next.first_key_value().map(|(a, b)| (*a, *b)) {
        let mut ring = vec![field.point(first)];
        let mut at = first;
        while let Some(to) = next.remove(&at) {
            ring.push(field.point(to));
            at = to;
        }
        rings.push(LineString::new(ring));
    }
    rings
}

/// Heights above the contour at the points of a grid, with a rim of low ground around the frame.
struct Field {
    rows: usize,
    columns: usize,
    above: Vec<f64>,
    least: Coord,
    most: Coord,
}

impl Field {
    fn new(plan: &Plan, heights: &Heights, least: f64) -> Field {
        let (min, max) = (plan.frame.min(), plan.frame.max());
        let count = |length: f64| (length / STEP).ceil() as usize + 3;
        let (columns, rows) = (count(plan.frame.width()), count(plan.frame.height()));
        let mut field = Field { rows, columns, above: Vec::new(), least: min, most: max };
        for row in 0..rows {
            for column in 0..columns {
                let rim = row == 0 || column == 0 || row + 1 == rows || column + 1 == columns;
                let at = field.place(row, column);
                let earth = plan.geo.to_earth((at.x, at.y), plan.yards);
                let height = heights.height(earth).filter(|_| !rim).map_or(-1.0, |height| height - least);
                // Exactly on the contour counts as above it, and keeps the corners of outlines apart.
                field.above.push(if height == 0.0 { 1e-6 } else { height });
            }
        }
        field
    }

    /// Where a point of the grid lies; the rim lies on the edge of the frame.
    fn place(&self, row: usize, column: usize) -> Coord {
        let x = self.least.x + (column as f64 - 1.0) * STEP;
        let y = self.least.y + (row as f64 - 1.0) * STEP;
        Coord { x: x.clamp(self.least.x, self.most.x), y: y.clamp(self.least.y, self.most.y) }
    }

    fn value(&self, row: usize, column: usize) -> f64 {
        self.above[row * self.columns + column]
    }

    /// Where the contour crosses an edge.
    fn point(&self, (row, column, down): Edge) -> Coord {
        let (to_row, to_column) = if down { (row + 1, column) } else { (row, column + 1) };
        let (from, to) = (self.value(row, column), self.value(to_row, to_column));
        let (start, end) = (self.place(row, column), self.place(to_row, to_column));
        start + (end - start) * (from / (from - to)).clamp(0.0, 1.0)
    }

    /// The contour inside a square, from edge to edge, with the high ground on its right.
    fn square(&self, row: usize, column: usize) -> Vec<(Edge, Edge)> {
        let high = |dr: usize, dc: usize| self.value(row + dr, column + dc) > 0.0;
        let corners = [high(0, 0), high(0, 1), high(1, 1), high(1, 0)];
        // Edges clockwise from the upper one; each lies between its corner and the next.
        let edges: [Edge; 4] =
            [(row, column, false), (row, column + 1, true), (row + 1, column, false), (row, column, true)];
        let enters = (0..4).filter(|n| !corners[*n] && corners[(n + 1) % 4]);
        // From where the outline becomes high, on to where it next becomes low.
        let leaves = |n: usize| (1..4).map(|k| (n + k) % 4).find(|m| corners[*m] && !corners[(m + 1) % 4]);
        enters.filter_map(|n| leaves(n).map(|m| (edges[n], edges[m]))).collect()
    }
}
