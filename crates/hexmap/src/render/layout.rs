//! Where things are on the page: from hexes to points and back.

use super::Options;
use super::pen::{Point, middle, noise};
use crate::grid::{Parity, RowOne, Shape};
use crate::{Dir, Grid, Hex, HexMap};

/// A corner or centre of the endless hex grid, exact: counted in half edges and half hex widths.
pub(super) type Knot = (i32, i32);

const POINTY_CORNERS: [Knot; 6] = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];
const FLAT_CORNERS: [Knot; 6] = [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)];
const POINTY_STEPS: [Knot; 6] = [(1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3)];
const FLAT_STEPS: [Knot; 6] = [(0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1)];

/// The places of a drawn map in the coordinates of its SVG: hex to point and point to hex.
///
/// ```
/// # let text = include_str!("../../../../data/examples/crossroads.map.toml");
/// use hexmap::render::{Layout, Options};
/// let map = hexmap::HexMap::parse("crossroads.map.toml", text).unwrap();
/// let layout = Layout::new(&map, &Options::default());
/// let hex = map.grid.hex("4811").unwrap();
/// let (x, y) = layout.centre(hex);
/// assert_eq!(layout.hex_at(x + 5.0, y - 5.0), Some(hex));
/// ```
#[derive(Clone, Debug)]
pub struct Layout {
    grid: Grid,
    /// The length of a hex's edge.
    pub edge: f64,
    origin: Point,
    size: Point,
    rect: (Point, Point),
}

/// The length of a hex's edge on the page.
pub(super) const EDGE: f64 = 36.0;

impl Layout {
    /// The layout of the picture that [`super::svg`] draws with these options.
    pub fn new(map: &HexMap, options: &Options) -> Layout {
        let mut layout = Layout {
            grid: map.grid.clone(),
            edge: EDGE,
            origin: (0.0, 0.0),
            size: (0.0, 0.0),
            rect: ((0.0, 0.0), (0.0, 0.0)),
        };
        let (low, high) = layout.extent();
        let (width, height) = (high.0 - low.0, high.1 - low.1);
        let bands = super::frame::Bands::new(map, options, width);
        let left = bands.side + (bands.width - width) / 2.0;
        layout.origin = (left - low.0, bands.top - low.1);
        layout.rect = ((left, bands.top), (left + width, bands.top + height));
        layout.size = (bands.width + 2.0 * bands.side, bands.top + height + bands.bottom);
        layout
    }

    fn extent(&self) -> (Point, Point) {
        let mut low = (f64::MAX, f64::MAX);
        let mut high = (f64::MIN, f64::MIN);
        for corner in self.grid.hexes().flat_map(|h| self.corners(h)) {
            low = (low.0.min(corner.0), low.1.min(corner.1));
            high = (high.0.max(corner.0), high.1.max(corner.1));
        }
        (low, high)
    }

    /// Width and height of the whole picture.
    pub fn size(&self) -> (f64, f64) {
        self.size
    }

    /// The centre of the cell in the first row and column if it is not moved: all others are counted from it.
    pub fn origin(&self) -> (f64, f64) {
        self.origin
    }

    /// From a column to the next, and from a row to the next.
    pub fn step(&self) -> (f64, f64) {
        let (ux, uy) = self.unit_size();
        match self.grid.shape {
            Shape::Pointy => (2.0 * ux, 3.0 * uy),
            Shape::Flat => (3.0 * ux, 2.0 * uy),
        }
    }

    /// The upper left and lower right corner of the map itself, inside its frame.
    pub fn map_rect(&self) -> ((f64, f64), (f64, f64)) {
        self.rect
    }

    /// The centre of a hex.
    pub fn centre(&self, hex: Hex) -> (f64, f64) {
        self.point(self.centre_knot(hex))
    }

    /// The six corners of a hex; the side in direction `d` runs from corner `d` to corner `d + 1`.
    pub fn corners(&self, hex: Hex) -> [(f64, f64); 6] {
        let centre = self.centre_knot(hex);
        self.corner_offsets().map(|c| self.point((centre.0 + c.0, centre.1 + c.1)))
    }

    /// Both ends of a hexside.
    pub fn side(&self, hex: Hex, dir: Dir) -> [(f64, f64); 2] {
        self.side_knots(hex, dir).map(|knot| self.point(knot))
    }

    /// The hex at a point of the picture.
    pub fn hex_at(&self, x: f64, y: f64) -> Option<Hex> {
        if !x.is_finite() || !y.is_finite() {
            return None;
        }
        let (row, column) = self.cell_at((x, y));
        let on = (0..i32::from(self.grid.rows)).contains(&row)
            && (0..i32::from(self.grid.columns)).contains(&column);
        on.then(|| Hex((row * i32::from(self.grid.columns) + column) as u16))
    }

    /// The row and column of a point, also beyond the edges of the map.
    pub(super) fn cell_at(&self, at: Point) -> (i32, i32) {
        let (ux, uy) = self.unit_size();
        let (x, y) = ((at.0 - self.origin.0) / ux, (at.1 - self.origin.1) / uy);
        let (row, column) = match self.grid.shape {
            Shape::Pointy => ((y / 3.0).round() as i32, (x / 2.0).floor() as i32),
            Shape::Flat => ((y / 2.0).floor() as i32, (x / 3.0).round() as i32),
        };
        // Points far off the page are all alike; no number runs over.
        let row = row.clamp(-9, i32::from(self.grid.rows) + 9);
        let column = column.clamp(-9, i32::from(self.grid.columns) + 9);
        // A hex is the set of points nearest to its centre.
        let mut best = (f64::MAX, (row, column));
        for r in row - 1..=row + 1 {
            for c in column - 1..=column + 1 {
                let centre = self.point(self.cell_knot(r, c));
                let away = (centre.0 - at.0).powi(2) + (centre.1 - at.1).powi(2);
                if away < best.0 {
                    best = (away, (r, c));
                }
            }
        }
        best.1
    }

    fn unit_size(&self) -> Point {
        let (half_width, half_edge) = (self.edge * 3f64.sqrt() / 2.0, self.edge / 2.0);
        match self.grid.shape {
            Shape::Pointy => (half_width, half_edge),
            Shape::Flat => (half_edge, half_width),
        }
    }

    pub(super) fn point(&self, knot: Knot) -> Point {
        let (ux, uy) = self.unit_size();
        (self.origin.0 + f64::from(knot.0) * ux, self.origin.1 + f64::from(knot.1) * uy)
    }

    fn corner_offsets(&self) -> [Knot; 6] {
        match self.grid.shape {
            Shape::Pointy => POINTY_CORNERS,
            Shape::Flat => FLAT_CORNERS,
        }
    }

    pub(super) fn centre_knot(&self, hex: Hex) -> Knot {
        let (row, column) = self.grid.place(hex);
        self.cell_knot(i32::from(row), i32::from(column))
    }

    /// The centre of the cell in a row and column, which may lie beyond the edges of the map.
    pub(super) fn cell_knot(&self, row: i32, column: i32) -> Knot {
        let row_label = match self.grid.row_one {
            RowOne::North => i32::from(self.grid.first_row) + row,
            RowOne::South => i32::from(self.grid.first_row) + i32::from(self.grid.rows) - 1 - row,
        };
        let label = match self.grid.shape {
            Shape::Pointy => row_label,
            Shape::Flat => i32::from(self.grid.first_column) + column,
        };
        let moved = i32::from((label.rem_euclid(2) == 0) == (self.grid.shifted == Parity::Even));
        match self.grid.shape {
            Shape::Pointy => (2 * column + moved, 3 * row),
            Shape::Flat => (3 * column, 2 * row + moved),
        }
    }

    pub(super) fn cell_corners(&self, centre: Knot) -> [Knot; 6] {
        self.corner_offsets().map(|c| (centre.0 + c.0, centre.1 + c.1))
    }

    /// The centre of the next cell in a direction.
    pub(super) fn next_cell(&self, centre: Knot, dir: usize) -> Knot {
        let step = match self.grid.shape {
            Shape::Pointy => POINTY_STEPS[dir],
            Shape::Flat => FLAT_STEPS[dir],
        };
        (centre.0 + step.0, centre.1 + step.1)
    }

    pub(super) fn side_knots(&self, hex: Hex, dir: Dir) -> [Knot; 2] {
        let corners = self.cell_corners(self.centre_knot(hex));
        [corners[dir.index()], corners[(dir.index() + 1) % 6]]
    }

    /// A corner moved a little, always in the same way, so that shores and edges do not look ruled.
    pub(super) fn loose(&self, knot: Knot) -> Point {
        let (x, y) = self.point(knot);
        let wander = self.edge * 0.14;
        (x + noise(1, knot.0, knot.1) * wander, y + noise(2, knot.0, knot.1) * wander)
    }

    /// Where a hexside is crossed.
    pub(super) fn gate(&self, hex: Hex, dir: Dir) -> Point {
        let [a, b] = self.side_knots(hex, dir);
        middle(self.loose(a), self.loose(b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn maps() -> Vec<HexMap> {
        let mut maps = Vec::new();
        for shape in ["pointy", "flat"] {
            for shifted in ["even", "odd"] {
                for row_one in ["north", "south"] {
                    let text = format!(
                        "format = \"hardtack-map/1\"\nname = \"x\"\n[grid]\nshape = \"{shape}\"\nlabel = \"RRCC\"\n\
                         rows = 7\ncolumns = 6\nfirst_row = 4\nfirst_column = 3\nrow_one = \"{row_one}\"\n\
                         shifted = \"{shifted}\"\n[terrain]\ndefault = \"clear\"\n"
                    );
                    maps.push(HexMap::parse("x", &text).unwrap());
                }
            }
        }
        maps
    }

    #[test]
    fn points_find_their_hex() {
        for map in maps() {
            let layout = Layout::new(&map, &Options::default());
            for hex in map.grid.hexes() {
                let (x, y) = layout.centre(hex);
                for (cx, cy) in layout.corners(hex) {
                    let near = (x + (cx - x) * 0.97, y + (cy - y) * 0.97);
                    assert_eq!(layout.hex_at(near.0, near.1), Some(hex), "{}", map.grid.label(hex));
                }
            }
            assert_eq!(layout.hex_at(0.0, 0.0), None);
            for far in [1e9, -1e9, 1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
                assert_eq!(layout.hex_at(far, far), None);
                assert_eq!(layout.hex_at(far, 100.0), None);
            }
        }
    }

    #[test]
    fn sides_are_shared_by_neighbours() {
        for map in maps() {
            let layout = Layout::new(&map, &Options::default());
            for hex in map.grid.hexes() {
                for (dir, near) in map.grid.neighbors(hex) {
                    let [a, b] = layout.side_knots(hex, dir);
                    assert_eq!(layout.side_knots(near, dir.opposite()), [b, a]);
                    assert_eq!(
                        layout.next_cell(layout.centre_knot(hex), dir.index()),
                        layout.centre_knot(near)
                    );
                }
            }
        }
    }
}
