//! Which features may matter at a place: a coarse grid over the table, so that nobody looks at them all.

use crate::geometry::{INCH, Pt, segments_meet, strictly_inside};
use crate::ids::FeatureId;
use crate::setup::Feature;
use crate::terrain::Terrain;

/// Side of a cell.
const CELL: i64 = 4 * INCH;

/// Features by number, walked through in their order on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeatureSet([u64; 4]);

impl FeatureSet {
    pub fn insert(&mut self, id: FeatureId) {
        self.0[id.index() / 64] |= 1 << (id.index() % 64);
    }
    /// Puts a feature in or takes it out.
    #[inline]
    pub fn set(&mut self, id: FeatureId, on: bool) {
        if on {
            self.insert(id);
        } else {
            self.0[id.index() / 64] &= !(1 << (id.index() % 64));
        }
    }
    #[inline]
    pub fn has(&self, id: FeatureId) -> bool {
        self.0[id.index() / 64] & (1 << (id.index() % 64)) != 0
    }
    /// The features of a table that fit.
    pub fn of(features: &[Feature], fits: impl Fn(Terrain) -> bool) -> FeatureSet {
        let mut set = FeatureSet::default();
        for (n, _) in features.iter().enumerate().filter(|(_, f)| fits(f.kind)) {
            set.insert(FeatureId::new(n));
        }
        set
    }
    #[inline]
    pub fn and(self, other: FeatureSet) -> FeatureSet {
        FeatureSet(std::array::from_fn(|n| self.0[n] & other.0[n]))
    }
    #[inline]
    pub fn or(self, other: FeatureSet) -> FeatureSet {
        FeatureSet(std::array::from_fn(|n| self.0[n] | other.0[n]))
    }
    #[inline]
    fn join(&mut self, other: &FeatureSet) {
        for (own, word) in self.0.iter_mut().zip(other.0) {
            *own |= word;
        }
    }
}

impl Iterator for FeatureSet {
    type Item = FeatureId;
    #[inline]
    fn next(&mut self) -> Option<FeatureId> {
        let n = self.0.iter().position(|word| *word != 0)?;
        let bit = self.0[n].trailing_zeros();
        self.0[n] &= self.0[n] - 1;
        Some(FeatureId::new(n * 64 + bit as usize))
    }
}

/// The features by cell. What lies off the table belongs to the cells of its edge.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    across: usize,
    up: usize,
    /// All that comes into a cell, and the areas that cover it whole.
    cells: Vec<FeatureSet>,
    whole: Vec<FeatureSet>,
}

/// How an area and a cell lie to each other.
enum Lie {
    Apart,
    Across,
    Whole,
}

impl Grid {
    /// Sorts the features of a table of this size, in hundredths of an inch, into cells.
    pub fn new(width: i32, height: i32, features: &[Feature]) -> Grid {
        let cells = |size: i32| (Pt::cents(size, 0).x.max(0) / CELL) as usize + 1;
        let (across, up) = (cells(width), cells(height));
        let empty = vec![FeatureSet::default(); across * up];
        let mut grid = Grid { across, up, cells: empty.clone(), whole: empty };
        for (n, f) in features.iter().enumerate() {
            if f.kind.is_area() {
                grid.insert_area(FeatureId::new(n), f);
                continue;
            }
            if f.points.len() < 2 {
                grid.insert(FeatureId::new(n), f.low, f.high);
                continue;
            }
            for (a, b) in f.lines() {
                let low = Pt::new(a.x.min(b.x), a.y.min(b.y));
                grid.insert(FeatureId::new(n), low, Pt::new(a.x.max(b.x), a.y.max(b.y)));
            }
        }
        grid
    }

    fn insert(&mut self, id: FeatureId, low: Pt, high: Pt) {
        for n in self.cells_of(low, high) {
            self.cells[n].insert(id);
        }
    }

    fn insert_area(&mut self, id: FeatureId, f: &Feature) {
        for n in self.cells_of(f.low, f.high) {
            match self.lie(n, f) {
                Lie::Apart => {}
                Lie::Across => self.cells[n].insert(id),
                Lie::Whole => {
                    self.cells[n].insert(id);
                    self.whole[n].insert(id);
                }
            }
        }
    }

    /// Cells of the table's edge reach beyond it.
    fn lie(&self, n: usize, f: &Feature) -> Lie {
        const BEYOND: i64 = 600 * INCH;
        let (x, y) = (n % self.across, n / self.across);
        let side = |k: usize, count: usize| {
            let low = if k == 0 { -BEYOND } else { k as i64 * CELL };
            let high = if k + 1 == count { BEYOND } else { (k as i64 + 1) * CELL };
            (low, high)
        };
        let ((left, right), (bottom, top)) = (side(x, self.across), side(y, self.up));
        let corners =
            [Pt::new(left, bottom), Pt::new(left, top), Pt::new(right, top), Pt::new(right, bottom)];
        let holds = |p: Pt| (left..=right).contains(&p.x) && (bottom..=top).contains(&p.y);
        let across = f
            .lines()
            .any(|(a, b)| holds(a) || (0..4).any(|k| segments_meet(a, b, corners[k], corners[(k + 1) % 4])));
        if across {
            Lie::Across
        } else if strictly_inside(Pt::new((left + right) / 2, (bottom + top) / 2), &f.points) {
            Lie::Whole
        } else {
            Lie::Apart
        }
    }

    fn cells_of(&self, low: Pt, high: Pt) -> impl Iterator<Item = usize> + use<> {
        let column = |x: i64| (x.max(0) / CELL).min(self.across as i64 - 1) as usize;
        let row = |y: i64| (y.max(0) / CELL).min(self.up as i64 - 1) as usize;
        let (left, right, bottom, top) = (column(low.x), column(high.x), row(low.y), row(high.y));
        let across = self.across;
        (bottom..=top).flat_map(move |y| (left..=right).map(move |x| y * across + x))
    }

    /// Features that may come into a box: areas by their own box, lines by that of each stretch.
    #[inline]
    pub fn near(&self, low: Pt, high: Pt) -> FeatureSet {
        let mut found = FeatureSet::default();
        if !self.cells.is_empty() {
            self.cells_of(low, high).for_each(|n| found.join(&self.cells[n]));
        }
        found
    }
    /// Features that may cover a place, and areas that certainly do.
    #[inline]
    pub fn at(&self, p: Pt) -> (FeatureSet, FeatureSet) {
        if self.cells.is_empty() {
            return Default::default();
        }
        let column = (p.x.max(0) / CELL).min(self.across as i64 - 1) as usize;
        let row = (p.y.max(0) / CELL).min(self.up as i64 - 1) as usize;
        let n = row * self.across + column;
        (self.cells[n], self.whole[n])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inches(x: i64, y: i64) -> Pt {
        Pt::new(x * INCH, y * INCH)
    }

    #[test]
    fn every_feature_near_a_box_is_found_in_order() {
        let wood = Feature::new(Terrain::Forest, vec![inches(1, 1), inches(9, 1), inches(9, 3)]);
        let road = Feature::new(Terrain::Road, vec![inches(0, 0), inches(0, 30), inches(40, 30)]);
        let far = Feature::new(Terrain::Forest, vec![inches(60, 60), inches(70, 60), inches(70, 65)]);
        let grid = Grid::new(4_000, 4_000, &[wood, road, far]);
        let near = |a: Pt, b: Pt| grid.near(a, b).collect::<Vec<_>>();
        assert_eq!(near(inches(0, 0), inches(2, 2)), [0, 1].map(FeatureId::new));
        assert!(near(inches(20, 10), inches(22, 12)).is_empty());
        assert_eq!(near(inches(20, 28), inches(22, 31)), [1].map(FeatureId::new));
        // What lies beyond the edge is looked for at the edge.
        assert_eq!(near(inches(64, 61), inches(65, 62)), [2].map(FeatureId::new));
        assert_eq!(Grid::default().at(inches(1, 1)).0.count(), 0);
    }

    #[test]
    fn areas_cover_cells_in_part_whole_or_not_at_all() {
        let corners = [(2, 2), (30, 2), (30, 30), (2, 30)].map(|(x, y)| inches(x, y));
        let grid = Grid::new(4_000, 4_000, &[Feature::new(Terrain::Hill, corners.to_vec())]);
        let at = |x: i64, y: i64| {
            let (some, whole) = grid.at(inches(x, y));
            (some.has(FeatureId::new(0)), whole.has(FeatureId::new(0)))
        };
        assert_eq!((at(3, 3), at(14, 14), at(38, 14)), ((true, false), (true, true), (false, false)));
    }
}
