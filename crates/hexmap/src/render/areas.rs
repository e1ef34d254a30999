//! Areas that run over many hexes: their outlines as smooth closed lines.

use std::collections::BTreeMap;

use super::layout::{Knot, Layout};
use super::pen::{Path, Point, between, middle, noise, unit};
use crate::{Hex, HexMap};

/// The cells of a map and of one ring around it. What lies beyond the edge is like the hex next to it,
/// so that the land runs on to the frame.
pub struct Cells<'a> {
    pub map: &'a HexMap,
    pub layout: &'a Layout,
    cells: BTreeMap<Knot, Hex>,
}

/// One piece of an outline, from knot to knot; the area lies to its right.
#[derive(Clone, Copy)]
pub struct Piece {
    pub to: Knot,
    pub inside: Hex,
    /// The hex on the other side; `None` beyond the ring.
    pub outside: Option<Hex>,
}

impl<'a> Cells<'a> {
    pub fn new(map: &'a HexMap, layout: &'a Layout) -> Cells<'a> {
        let (rows, columns) = (i32::from(map.grid.rows), i32::from(map.grid.columns));
        let mut cells = BTreeMap::new();
        for row in -1..=rows {
            for column in -1..=columns {
                let (r, c) = (row.clamp(0, rows - 1), column.clamp(0, columns - 1));
                cells.insert(layout.cell_knot(row, column), Hex((r * columns + c) as u16));
            }
        }
        Cells { map, layout, cells }
    }

    /// Only the hexes of the map, without the ring.
    pub fn on_map(map: &'a HexMap, layout: &'a Layout) -> Cells<'a> {
        let cells = map.grid.hexes().map(|h| (layout.centre_knot(h), h)).collect();
        Cells { map, layout, cells }
    }

    /// The closed outlines of the area in which `inside` holds.
    pub fn outlines(&self, inside: impl Fn(Hex) -> bool) -> Vec<Vec<(Knot, Piece)>> {
        let mut pieces: BTreeMap<Knot, Piece> = BTreeMap::new();
        for (&centre, &hex) in self.cells.iter().filter(|(_, hex)| inside(**hex)) {
            let corners = self.layout.cell_corners(centre);
            for dir in 0..6 {
                let beyond = self.cells.get(&self.layout.next_cell(centre, dir)).copied();
                if !beyond.is_some_and(&inside) {
                    let to = corners[(dir + 1) % 6];
                    pieces.insert(corners[dir], Piece { to, inside: hex, outside: beyond });
                }
            }
        }
        let mut outlines = Vec::new();
        while let Some((&start, _)) = pieces.first_key_value() {
            let mut outline = Vec::new();
            let mut at = start;
            while let Some(piece) = pieces.remove(&at) {
                outline.push((at, piece));
                at = piece.to;
            }
            outlines.push(outline);
        }
        outlines
    }

    /// Smooth closed lines around an area; `shift` moves each piece outwards (negative: inwards).
    pub fn smooth(&self, inside: impl Fn(Hex) -> bool, shift: impl Fn(&Piece) -> f64) -> String {
        let mut path = Path::default();
        for outline in self.outlines(inside) {
            smooth_outline(&mut path, &self.bends(&outline, &shift));
        }
        path.0
    }

    /// For each piece of an outline its middle, and the corner before it.
    pub fn bends(&self, outline: &[(Knot, Piece)], shift: impl Fn(&Piece) -> f64) -> Vec<(Point, Point)> {
        let moved: Vec<(Point, Point)> = outline
            .iter()
            .map(|(from, piece)| {
                let (a, b) = (self.layout.loose(*from), self.layout.loose(piece.to));
                let (dx, dy) = unit(a, b);
                let by = shift(piece) + self.bulge(*from, piece.to);
                let push = |p: Point| (p.0 + dy * by, p.1 - dx * by);
                (push(a), push(b))
            })
            .collect();
        (0..moved.len())
            .map(|i| {
                let before = moved[(i + moved.len() - 1) % moved.len()];
                (middle(before.1, moved[i].0), middle(moved[i].0, moved[i].1))
            })
            .collect()
    }

    /// How far the middle of a hexside strays, so that single hexes do not look like coins. The same
    /// place for the areas on both sides.
    fn bulge(&self, from: Knot, to: Knot) -> f64 {
        let sign = if from < to { 1.0 } else { -1.0 };
        sign * noise(3, from.0 + to.0, from.1 + to.1) * self.layout.edge * 0.13
    }

    /// The outline of the map's own hexes, corner by corner.
    pub fn border(map: &'a HexMap, layout: &'a Layout) -> String {
        let mut path = Path::default();
        for outline in Cells::on_map(map, layout).outlines(|_| true) {
            let points: Vec<Point> = outline.iter().map(|(knot, _)| layout.point(*knot)).collect();
            path.polygon(&points);
        }
        path.0
    }
}

fn smooth_outline(path: &mut Path, bends: &[(Point, Point)]) {
    let Some((_, start)) = bends.last() else { return };
    path.start(*start);
    for (corner, middle) in bends {
        path.quad(*corner, *middle);
    }
    path.close();
}

/// A point on the curve near the corner of a bend, for a label on the line.
pub fn on_curve(before: Point, corner: Point, after: Point) -> Point {
    between(between(before, corner, 0.5), between(corner, after, 0.5), 0.5)
}

impl Cells<'_> {
    /// The hex whose land is at a point, in the ring around the map too.
    pub fn nearest(&self, at: Point) -> Option<Hex> {
        let (row, column) = self.layout.cell_at(at);
        self.cells.get(&self.layout.cell_knot(row, column)).copied()
    }
}
