//! The grid: which hexes there are, how they are written, who is whose neighbour.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A hex of one map, by number. Only a [`Grid`] makes them, so a `Hex` is always on its map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hex(pub u16);

impl Hex {
    /// Its place in lists of all hexes.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the six directions, clockwise. On a pointy map 0 is north-east and 1 east; on a flat map 0 is
/// north and 1 north-east.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dir(u8);

impl Dir {
    /// All six, clockwise.
    pub const ALL: [Dir; 6] = [Dir(0), Dir(1), Dir(2), Dir(3), Dir(4), Dir(5)];

    /// The direction `turns` steps clockwise of direction 0.
    pub const fn new(turns: u8) -> Dir {
        Dir(turns % 6)
    }
    /// Its place in lists of all six.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    /// The direction back.
    #[inline]
    pub const fn opposite(self) -> Dir {
        Dir((self.0 + 3) % 6)
    }
    /// The direction after so many turns of sixty degrees.
    pub const fn clockwise(self, turns: u8) -> Dir {
        Dir((self.0 + turns) % 6)
    }
}

/// How hexes stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// Hexes stand in rows, a corner up.
    Pointy,
    /// Hexes stand in columns, an edge up.
    Flat,
}

/// How a hex is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LabelOrder {
    /// Row, then column.
    #[serde(rename = "RRCC")]
    RowColumn,
    /// Column, then row.
    #[serde(rename = "CCRR")]
    ColumnRow,
}

/// Where the row labels begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RowOne {
    /// Row labels grow southwards.
    #[default]
    North,
    /// Row labels grow northwards.
    South,
}

/// Which labels are moved half a hex: rows east (pointy), columns south (flat).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Parity {
    /// Those with even labels.
    Even,
    /// Those with odd labels.
    Odd,
}

/// The shape, size and labelling of a map.
#[derive(Clone, Debug)]
pub struct Grid {
    /// How hexes stand.
    pub shape: Shape,
    /// Whether rows or columns come first in a label.
    pub label: LabelOrder,
    /// How many rows there are.
    pub rows: u16,
    /// How many columns there are.
    pub columns: u16,
    /// The label of the first row.
    pub first_row: u16,
    /// The label of the first column.
    pub first_column: u16,
    /// Whether rows are counted from the north or from the south.
    pub row_one: RowOne,
    /// Which rows or columns are moved by half a hex.
    pub shifted: Parity,
    /// A letter before every label, where a map has several sheets.
    pub sheet: Option<char>,
    neighbors: Vec<[Option<Hex>; 6]>,
    axial: Vec<(i16, i16)>,
    /// The directions that lead nearer to a goal, as bits, by where it lies.
    nearer: [u8; 27],
}

/// Where a goal lies as seen from a hex, as a number: the signs of the axial differences and of their sum.
#[inline]
const fn bearing(dq: i32, dr: i32) -> usize {
    ((dq.signum() + 1) * 9 + (dr.signum() + 1) * 3 + (dq + dr).signum() + 1) as usize
}

/// Hexes between two places by their axial difference.
#[inline]
const fn hexes(dq: i32, dr: i32) -> i32 {
    (dq.abs() + dr.abs() + (dq + dr).abs()) / 2
}

/// The directions that lead nearer, for every bearing. Signs alone decide: a step changes each of the three
/// differences by one at most.
fn nearer_directions(shape: Shape) -> [u8; 27] {
    let steps = match shape {
        Shape::Pointy => [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)],
        Shape::Flat => [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)],
    };
    let mut nearer = [0; 27];
    for (dq, dr) in (-2..=2).flat_map(|dq| (-2..=2).map(move |dr| (dq, dr))) {
        let leads = |(q, r): &(i32, i32)| hexes(dq - q, dr - r) < hexes(dq, dr);
        let dirs = (0..6).filter(|dir| leads(&steps[*dir]));
        nearer[bearing(dq, dr)] = dirs.fold(0, |bits, dir| bits | 1 << dir);
    }
    nearer
}

impl Grid {
    /// The most hexes a map may have.
    pub const MOST: usize = 60_000;

    /// A grid of so many rows and columns, whose labels begin with these numbers. Rows and columns must be at
    /// least 1 and at most [`Grid::MOST`] hexes, the labels below 10,000.
    pub fn new(
        shape: Shape,
        label: LabelOrder,
        (rows, columns): (u16, u16),
        (first_row, first_column): (u16, u16),
        row_one: RowOne,
        shifted: Parity,
        sheet: Option<char>,
    ) -> Grid {
        let mut grid = Grid {
            shape,
            label,
            rows,
            columns,
            first_row,
            first_column,
            row_one,
            shifted,
            sheet,
            neighbors: Vec::new(),
            axial: Vec::new(),
            nearer: nearer_directions(shape),
        };
        grid.axial = grid.hexes().map(|h| grid.to_axial(h)).collect();
        grid.neighbors = grid.hexes().map(|h| Dir::ALL.map(|d| grid.find_neighbor(h, d))).collect();
        grid
    }

    /// How many hexes the map has.
    #[inline]
    pub fn len(&self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// Never true for a loaded map.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All hexes, row by row from the north-west.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        (0..self.len() as u16).map(Hex)
    }

    /// Rows counted from the north, columns from the west, from 0.
    pub fn place(&self, hex: Hex) -> (u16, u16) {
        (hex.0 / self.columns, hex.0 % self.columns)
    }

    fn at(&self, row: i32, column: i32) -> Option<Hex> {
        let on = (0..self.rows as i32).contains(&row) && (0..self.columns as i32).contains(&column);
        on.then(|| Hex((row * self.columns as i32 + column) as u16))
    }

    fn row_label(&self, row: u16) -> u16 {
        match self.row_one {
            RowOne::North => self.first_row + row,
            RowOne::South => self.first_row + (self.rows - 1 - row),
        }
    }

    fn column_label(&self, column: u16) -> u16 {
        self.first_column + column
    }

    fn is_shifted(&self, label: u16) -> bool {
        match self.shifted {
            Parity::Even => label.is_multiple_of(2),
            Parity::Odd => !label.is_multiple_of(2),
        }
    }

    /// Whether this hex stands half a hex farther east (pointy) or south (flat).
    pub fn is_moved(&self, hex: Hex) -> bool {
        let (row, column) = self.place(hex);
        match self.shape {
            Shape::Pointy => self.is_shifted(self.row_label(row)),
            Shape::Flat => self.is_shifted(self.column_label(column)),
        }
    }

    fn find_neighbor(&self, hex: Hex, dir: Dir) -> Option<Hex> {
        let (row, column) = self.place(hex);
        let moved = i32::from(self.is_moved(hex));
        let (down, right) = match (self.shape, dir.0) {
            (Shape::Pointy, 0) => (-1, moved),
            (Shape::Pointy, 1) => (0, 1),
            (Shape::Pointy, 2) => (1, moved),
            (Shape::Pointy, 3) => (1, moved - 1),
            (Shape::Pointy, 4) => (0, -1),
            (Shape::Pointy, _) => (-1, moved - 1),
            (Shape::Flat, 0) => (-1, 0),
            (Shape::Flat, 1) => (moved - 1, 1),
            (Shape::Flat, 2) => (moved, 1),
            (Shape::Flat, 3) => (1, 0),
            (Shape::Flat, 4) => (moved, -1),
            (Shape::Flat, _) => (moved - 1, -1),
        };
        self.at(row as i32 + down, column as i32 + right)
    }

    /// The neighbour in a direction, if it is on the map.
    #[inline]
    pub fn neighbor(&self, hex: Hex, dir: Dir) -> Option<Hex> {
        self.neighbors[hex.index()][dir.index()]
    }

    /// The neighbours that are on the map, with their directions, clockwise.
    #[inline]
    pub fn neighbors(&self, hex: Hex) -> impl Iterator<Item = (Dir, Hex)> + '_ {
        Dir::ALL.into_iter().filter_map(move |d| self.neighbor(hex, d).map(|n| (d, n)))
    }

    /// The neighbours by direction; `None` beyond the edge of the map.
    #[inline]
    pub fn around(&self, hex: Hex) -> &[Option<Hex>; 6] {
        &self.neighbors[hex.index()]
    }

    /// The direction from a hex to its neighbour; `None` if they are not adjacent.
    pub fn direction(&self, from: Hex, to: Hex) -> Option<Dir> {
        Dir::ALL.into_iter().find(|d| self.neighbor(from, *d) == Some(to))
    }

    fn to_axial(&self, hex: Hex) -> (i16, i16) {
        let (row, column) = self.place(hex);
        let (row, column) = (row as i16, column as i16);
        let moved = i16::from(self.is_moved(hex));
        match self.shape {
            // Doubled columns: x = 2 * column + moved, one row is one step of y.
            Shape::Pointy => {
                ((2 * column + moved - row) / 2 - i16::from((2 * column + moved - row) % 2 < 0), row)
            }
            Shape::Flat => {
                (column, (2 * row + moved - column) / 2 - i16::from((2 * row + moved - column) % 2 < 0))
            }
        }
    }

    /// The length of the shortest path in hexes, regardless of terrain.
    #[inline]
    pub fn distance(&self, a: Hex, b: Hex) -> u16 {
        let (dq, dr) = self.difference(a, b);
        hexes(dq, dr) as u16
    }

    #[inline]
    fn difference(&self, from: Hex, to: Hex) -> (i32, i32) {
        let ((aq, ar), (bq, br)) = (self.axial[from.index()], self.axial[to.index()]);
        ((bq - aq) as i32, (br - ar) as i32)
    }

    /// The neighbours that are nearer to a goal, with their directions, clockwise.
    #[inline]
    pub fn nearer(&self, at: Hex, to: Hex) -> impl Iterator<Item = (Dir, Hex)> + '_ {
        let (dq, dr) = self.difference(at, to);
        let mut left = self.nearer[bearing(dq, dr)];
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let dir = Dir(left.trailing_zeros() as u8);
                left &= left - 1;
                dir
            })
        })
        .filter_map(move |dir| self.neighbor(at, dir).map(|near| (dir, near)))
    }

    /// Whether always taking the first neighbour that is nearer to the goal, and that can be entered, leads
    /// there: who walks straight finds most ways without a search, but not all.
    #[inline]
    pub fn leads_straight(&self, from: Hex, to: Hex, mut enters: impl FnMut(Hex, Dir, Hex) -> bool) -> bool {
        let mut at = from;
        while at != to {
            match self.nearer(at, to).find(|(dir, near)| enters(at, *dir, *near)) {
                Some((_, near)) => at = near,
                None => return false,
            }
        }
        true
    }

    /// The centre of a hex in units of the hex's edge length: x eastwards, y southwards.
    pub fn centre(&self, hex: Hex) -> (f64, f64) {
        let (row, column) = self.place(hex);
        let moved = if self.is_moved(hex) { 0.5 } else { 0.0 };
        let across = 3f64.sqrt();
        match self.shape {
            Shape::Pointy => ((column as f64 + moved) * across, row as f64 * 1.5),
            Shape::Flat => (column as f64 * 1.5, (row as f64 + moved) * across),
        }
    }

    /// The centre of a hex from the middle of the map, in hexes: x eastwards, y southwards.
    pub fn from_middle(&self, hex: Hex) -> (f64, f64) {
        let across = 3f64.sqrt();
        let (rows, columns) = (f64::from(self.rows), f64::from(self.columns));
        // Every other line is moved by half a hex, so that the map is half a hex longer that way.
        let (wide, high) = match self.shape {
            Shape::Pointy => ((columns - 0.5) * across, (rows - 1.0) * 1.5),
            Shape::Flat => ((columns - 1.0) * 1.5, (rows - 0.5) * across),
        };
        let (x, y) = self.centre(hex);
        ((x - wide / 2.0) / across, (y - high / 2.0) / across)
    }

    /// The corners of a hex, clockwise, as pairs of whole numbers that neighbours share: x in halves of a hex's width and
    /// y in halves of its edge (pointy), or the other way round (flat). The side in direction n lies between corners
    /// n and n + 1.
    pub fn corners(&self, hex: Hex) -> [(i32, i32); 6] {
        let (row, column) = self.place(hex);
        let (row, column, moved) = (i32::from(row), i32::from(column), i32::from(self.is_moved(hex)));
        let (x, y, around) = match self.shape {
            Shape::Pointy => {
                (2 * column + moved, 3 * row, [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)])
            }
            Shape::Flat => {
                (3 * column, 2 * row + moved, [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)])
            }
        };
        around.map(|(dx, dy)| (x + dx, y + dy))
    }

    /// How many digits row and column take in a label.
    pub fn widths(&self) -> (usize, usize) {
        let digits = |n: u16| n.to_string().len().max(2);
        (digits(self.first_row + self.rows - 1), digits(self.first_column + self.columns - 1))
    }

    /// How a hex is written: `4610`, or `W0533` on a map sheet with a letter.
    pub fn label(&self, hex: Hex) -> String {
        let (row, column) = self.place(hex);
        let (row, column) = (self.row_label(row), self.column_label(column));
        let (r, c) = self.widths();
        let sheet = self.sheet.map(String::from).unwrap_or_default();
        match self.label {
            LabelOrder::RowColumn => format!("{sheet}{row:0r$}{column:0c$}"),
            LabelOrder::ColumnRow => format!("{sheet}{column:0c$}{row:0r$}"),
        }
    }

    /// Both parts of a label, row then column; `None` if it is not written as labels of this map are.
    fn parts(&self, label: &str) -> Option<(u16, u16)> {
        let digits = match self.sheet {
            Some(letter) => label.strip_prefix(letter).unwrap_or(label),
            None => label,
        };
        let (r, c) = self.widths();
        if digits.len() != r + c || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let (first, second) = match self.label {
            LabelOrder::RowColumn => digits.split_at(r),
            LabelOrder::ColumnRow => digits.split_at(c),
        };
        let (first, second) = (first.parse().ok()?, second.parse().ok()?);
        Some(match self.label {
            LabelOrder::RowColumn => (first, second),
            LabelOrder::ColumnRow => (second, first),
        })
    }

    fn labelled(&self, row_label: u16, column_label: u16) -> Option<Hex> {
        let column = column_label.checked_sub(self.first_column)?;
        let from_first = row_label.checked_sub(self.first_row)?;
        let row = match self.row_one {
            RowOne::North => from_first,
            RowOne::South => (self.rows - 1).checked_sub(from_first)?,
        };
        self.at(row as i32, column as i32)
    }

    /// The hex written so, if it is on the map. The sheet letter may be left out.
    pub fn hex(&self, label: &str) -> Option<Hex> {
        let (row, column) = self.parts(label)?;
        self.labelled(row, column)
    }

    /// The name of a direction: `NE`, `E`, `N` ...
    pub fn compass(&self, dir: Dir) -> &'static str {
        match self.shape {
            Shape::Pointy => ["NE", "E", "SE", "SW", "W", "NW"][dir.index()],
            Shape::Flat => ["N", "NE", "SE", "S", "SW", "NW"][dir.index()],
        }
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn published() -> Grid {
        Grid::new(Shape::Pointy, LabelOrder::RowColumn, (60, 40), (1, 1), RowOne::South, Parity::Even, None)
    }

    fn labels(grid: &Grid, hex: &str) -> Vec<String> {
        let mut found: Vec<_> = grid.neighbors(grid.hex(hex).unwrap()).map(|(_, n)| grid.label(n)).collect();
        found.sort();
        found
    }

    #[test]
    fn neighbours_are_those_of_the_published_maps() {
        let grid = published();
        assert_eq!(labels(&grid, "4610"), ["4510", "4511", "4609", "4611", "4710", "4711"]);
        assert_eq!(labels(&grid, "2914"), ["2813", "2814", "2913", "2915", "3013", "3014"]);
        let (wagner, brown) = (grid.hex("4610").unwrap(), grid.hex("4611").unwrap());
        assert_eq!(grid.compass(grid.direction(wagner, brown).unwrap()), "E");
        assert_eq!(grid.compass(grid.direction(wagner, grid.hex("4510").unwrap()).unwrap()), "SW");
    }

    #[test]
    fn rows_counted_southwards_keep_the_distance() {
        let grid = Grid::new(
            Shape::Pointy,
            LabelOrder::RowColumn,
            (40, 60),
            (1, 1),
            RowOne::North,
            Parity::Even,
            None,
        );
        assert_eq!(grid.distance(grid.hex("2444").unwrap(), grid.hex("1844").unwrap()), 6);
    }

    #[test]
    fn who_walks_straight_comes_nearer_with_every_step() {
        for shape in [Shape::Pointy, Shape::Flat] {
            let grid =
                Grid::new(shape, LabelOrder::RowColumn, (7, 6), (1, 1), RowOne::North, Parity::Even, None);
            for (at, to) in grid.hexes().flat_map(|at| grid.hexes().map(move |to| (at, to))) {
                let is_nearer = |(_, near): &(Dir, Hex)| grid.distance(*near, to) < grid.distance(at, to);
                let found: Vec<_> = grid.nearer(at, to).collect();
                assert_eq!(found, grid.neighbors(at).filter(is_nearer).collect::<Vec<_>>(), "{at:?} {to:?}");
                let mut steps = 0;
                assert!(grid.leads_straight(at, to, |_, _, _| {
                    steps += 1;
                    true
                }));
                assert_eq!(steps, grid.distance(at, to));
                let barred = |_: Hex, _: Dir, near: Hex| near != to;
                assert_eq!(grid.leads_straight(at, to, barred), at == to);
            }
        }
    }

    fn any_grid() -> impl Strategy<Value = Grid> {
        (any::<[bool; 5]>(), 1u16..20, 1u16..20, 0u16..99, 0u16..99).prop_map(|(flags, r, c, fr, fc)| {
            Grid::new(
                if flags[0] { Shape::Pointy } else { Shape::Flat },
                if flags[1] { LabelOrder::RowColumn } else { LabelOrder::ColumnRow },
                (r, c),
                (fr, fc),
                if flags[2] { RowOne::North } else { RowOne::South },
                if flags[3] { Parity::Even } else { Parity::Odd },
                flags[4].then_some('W'),
            )
        })
    }

    proptest! {
        #[test]
        fn labels_read_back(grid in any_grid()) {
            for hex in grid.hexes() {
                prop_assert_eq!(grid.hex(&grid.label(hex)), Some(hex));
            }
        }

        #[test]
        fn neighbours_are_mutual_and_one_apart(grid in any_grid()) {
            for hex in grid.hexes() {
                for (dir, near) in grid.neighbors(hex) {
                    prop_assert_eq!(grid.neighbor(near, dir.opposite()), Some(hex));
                    prop_assert_eq!(grid.distance(hex, near), 1);
                    let ((x, y), (nx, ny)) = (grid.centre(hex), grid.centre(near));
                    prop_assert!(((x - nx).hypot(y - ny) - 3f64.sqrt()).abs() < 1e-9);
                }
            }
        }

        #[test]
        fn distance_is_that_of_a_walk(grid in any_grid(), from in 0usize..400, to in 0usize..400) {
            let (from, to) = (Hex((from % grid.len()) as u16), Hex((to % grid.len()) as u16));
            // Breadth first over a grid without holes finds the true distance.
            let mut far = vec![u16::MAX; grid.len()];
            far[from.index()] = 0;
            let mut queue = std::collections::VecDeque::from([from]);
            while let Some(hex) = queue.pop_front() {
                for (_, near) in grid.neighbors(hex) {
                    if far[near.index()] == u16::MAX {
                        far[near.index()] = far[hex.index()] + 1;
                        queue.push_back(near);
                    }
                }
            }
            prop_assert!(far[to.index()] >= grid.distance(from, to));
            if grid.rows > 2 && grid.columns > 2 {
                prop_assert_eq!(far[to.index()], grid.distance(from, to));
            }
        }
    }
}
