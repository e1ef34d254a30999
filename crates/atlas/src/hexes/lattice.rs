//! The corners of hexes and the hexsides between them: what rivers run along.

use std::collections::BTreeMap;

use geo::Coord;
use hexmap::{Dir, Grid, Hex, Shape};

/// A hexside between two hexes of the map, as one of them sees it: the one with the smaller number.
pub type Side = (Hex, Dir);

/// All corners that have hexsides between two hexes of the map.
pub struct Lattice {
    pub at: Vec<Coord>,
    pub centres: Vec<Coord>,
    next: Vec<Vec<(usize, Side)>>,
    ends: BTreeMap<Side, (usize, usize)>,
}

impl Lattice {
    pub fn new(grid: &Grid) -> Lattice {
        let centres: Vec<Coord> = grid.hexes().map(|hex| grid.from_middle(hex)).map(Coord::from).collect();
        let mut lattice = Lattice { at: Vec::new(), centres, next: Vec::new(), ends: BTreeMap::new() };
        let mut known = BTreeMap::new();
        for hex in grid.hexes() {
            for (dir, near) in grid.neighbors(hex).filter(|(_, near)| hex < *near) {
                let [a, b] =
                    [dir.index(), (dir.index() + 1) % 6].map(|n| lattice.corner(grid, hex, n, &mut known));
                let side = (hex, dir);
                debug_assert_eq!(side, normal(grid, near, dir.opposite()));
                lattice.next[a].push((b, side));
                lattice.next[b].push((a, side));
                lattice.ends.insert(side, (a, b));
            }
        }
        lattice
    }

    fn corner(&mut self, grid: &Grid, hex: Hex, n: usize, known: &mut BTreeMap<(i32, i32), usize>) -> usize {
        *known.entry(grid.corners(hex)[n]).or_insert_with(|| {
            // Clockwise from the upper corner of a pointy hex, the upper left one of a flat hex.
            let first: f64 = if grid.shape == Shape::Pointy { -90.0 } else { -120.0 };
            let angle = (first + 60.0 * n as f64).to_radians();
            let edge = 3f64.sqrt().recip();
            self.at.push(self.centres[hex.index()] + Coord { x: angle.cos() * edge, y: angle.sin() * edge });
            self.next.push(Vec::new());
            self.at.len() - 1
        })
    }

    /// The corners one hexside away, and which hexside that is.
    pub fn next(&self, corner: usize) -> &[(usize, Side)] {
        &self.next[corner]
    }

    pub fn side_between(&self, a: usize, b: usize) -> Option<Side> {
        self.next[a].iter().find(|(other, _)| *other == b).map(|(_, side)| *side)
    }

    /// The two corners of a hexside.
    pub fn ends(&self, side: Side) -> Option<(usize, usize)> {
        self.ends.get(&side).copied()
    }

    /// The middle of a hexside.
    pub fn middle(&self, side: Side) -> Option<Coord> {
        self.ends(side).map(|(a, b)| (self.at[a] + self.at[b]) / 2.0)
    }

    /// Whether a corner lies on the rim of the map.
    pub fn is_rim(&self, corner: usize) -> bool {
        self.next[corner].len() < 3
    }

    /// The hexsides that a chain of corners runs along.
    pub fn sides(&self, corners: &[usize]) -> Vec<Side> {
        corners.windows(2).filter_map(|pair| self.side_between(pair[0], pair[1])).collect()
    }

    /// The corner nearest to a point among those that fit; the first of several.
    pub fn nearest(&self, at: Coord, fits: impl Fn(usize) -> bool) -> Option<usize> {
        nearest(&self.at, at, fits)
    }

    /// The hex whose centre is nearest to a point, among those that fit.
    pub fn nearest_hex(&self, at: Coord, fits: impl Fn(Hex) -> bool) -> Option<Hex> {
        nearest(&self.centres, at, |n| fits(Hex(n as u16))).map(|n| Hex(n as u16))
    }
}

fn nearest(points: &[Coord], at: Coord, fits: impl Fn(usize) -> bool) -> Option<usize> {
    let far = |n: usize| (points[n].x - at.x).powi(2) + (points[n].y - at.y).powi(2);
    // Equal distances are common on a grid: rounding must not choose between them.
    let bucket = |n: usize| (far(n) * 1e6).round() as i64;
    (0..points.len()).filter(|n| fits(*n)).min_by_key(|n| (bucket(*n), *n))
}

/// The one name of a hexside.
pub fn normal(grid: &Grid, hex: Hex, dir: Dir) -> Side {
    match grid.neighbor(hex, dir) {
        Some(near) if near < hex => (near, dir.opposite()),
        _ => (hex, dir),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::courses::apart;
    use hexmap::{LabelOrder, Parity, RowOne};

    #[test]
    fn every_side_joins_two_corners_an_edge_apart_and_half_a_hex_from_both_centres() {
        for (shape, shifted) in
            [Shape::Pointy, Shape::Flat].into_iter().flat_map(|s| [(s, Parity::Even), (s, Parity::Odd)])
        {
            let grid = Grid::new(shape, LabelOrder::RowColumn, (5, 6), (1, 1), RowOne::South, shifted, None);
            let lattice = Lattice::new(&grid);
            for hex in grid.hexes() {
                for (dir, near) in grid.neighbors(hex) {
                    let side = normal(&grid, hex, dir);
                    let (a, b) = lattice.ends(side).unwrap();
                    assert!((apart(lattice.at[a], lattice.at[b]) - 3f64.sqrt().recip()).abs() < 1e-9);
                    let middle = lattice.middle(side).unwrap();
                    for centre in [hex, near].map(|h| lattice.centres[h.index()]) {
                        assert!((apart(middle, centre) - 0.5).abs() < 1e-9);
                    }
                }
            }
        }
    }
}
