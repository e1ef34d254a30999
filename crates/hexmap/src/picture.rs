//! A picture under a map: a scan of a printed sheet, with the grid laid over it. Where a hex lies on it follows from five
//! numbers, and these from a few hexes whose places on it are known.

use crate::grid::{Parity, RowOne, Shape};
use crate::{Grid, Hex};

/// A picture beside the map file, and how the grid lies on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The file of the picture.
    pub file: String,
    /// Where it lies under the hexes.
    pub fit: Fit,
    /// 0 to 1: how much of it is seen.
    pub opacity: f64,
    /// What is still drawn over it.
    pub draw: Draw,
}

/// What is drawn besides the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Draw {
    /// The grid and the numbers of the hexes, over it.
    #[default]
    Grid,
    /// The whole map under it, the grid and the names over it.
    All,
    /// Nothing.
    None,
}

/// How the grid lies on a picture, in pixels of the picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// The centre of the hex in the first row from the north and the first column, if it is not moved.
    pub origin: [f64; 2],
    /// From a column to the next, and from a row to the next.
    pub hex: [f64; 2],
    /// How far the grid is turned on the picture, in degrees, clockwise.
    pub turn: f64,
}

/// The grid may not be turned farther: such a picture is better turned itself.
const MOST_TURN: f64 = 45.0;
/// Hexes must not be smaller, in pixels.
pub(crate) const LEAST_HEX: f64 = 4.0;

impl Fit {
    /// The centre of a hex on the picture.
    pub fn centre(&self, grid: &Grid, hex: Hex) -> [f64; 2] {
        let (u, v) = units(grid, hex);
        let (sin, cos) = self.turn.to_radians().sin_cos();
        let (x, y) = (u * self.hex[0], v * self.hex[1]);
        [self.origin[0] + x * cos - y * sin, self.origin[1] + x * sin + y * cos]
    }

    /// The six numbers of the map from pixels of the picture to a drawing, where the drawing has its origin and its steps from
    /// column to column and from row to row: `x' = a x + c y + e`, `y' = b x + d y + f`.
    pub fn onto(&self, origin: (f64, f64), step: (f64, f64)) -> [f64; 6] {
        let (sin, cos) = self.turn.to_radians().sin_cos();
        let (sx, sy) = (step.0 / self.hex[0], step.1 / self.hex[1]);
        let [a, b, c, d] = [sx * cos, -sy * sin, sx * sin, sy * cos];
        let [x, y] = self.origin;
        [a, b, c, d, origin.0 - a * x - c * y, origin.1 - b * x - d * y]
    }
}

/// Where a hex lies in columns and rows from the first, which is not moved.
fn units(grid: &Grid, hex: Hex) -> (f64, f64) {
    let (row, column) = grid.place(hex);
    let row_label = match grid.row_one {
        RowOne::North => grid.first_row + row,
        RowOne::South => grid.first_row + grid.rows - 1 - row,
    };
    let label = if grid.shape == Shape::Pointy { row_label } else { grid.first_column + column };
    let moved = if (label % 2 == 0) == (grid.shifted == Parity::Even) { 0.5 } else { 0.0 };
    let (column, row) = (f64::from(column), f64::from(row));
    match grid.shape {
        Shape::Pointy => (column + moved, row),
        Shape::Flat => (column, row + moved),
    }
}

/// How the grid lies on a picture on which the centres of some hexes are known, by least squares; with the distance of
/// the farthest of them from where it comes to lie.
///
/// # Errors
/// There are fewer than three, they lie in one line, or no grid lies so.
pub fn calibrate(grid: &Grid, known: &[(Hex, [f64; 2])]) -> Result<(Fit, f64), String> {
    if known.len() < 3 {
        return Err(format!("{} hexes: at least three are needed", known.len()));
    }
    let in_line = || "these hexes lie in one line: take some in other rows and columns".to_owned();
    let points: Vec<((f64, f64), [f64; 2])> =
        known.iter().map(|(hex, at)| (units(grid, *hex), *at)).collect();
    // First any map that keeps lines straight, then the nearest of those that only turn and stretch.
    let affine = |axis: usize| {
        let rows = points.iter().map(|((u, v), at)| ([1.0, *u, *v], at[axis]));
        solve(rows)
    };
    let (Some([x, a, b]), Some([y, c, d])) = (affine(0), affine(1)) else { return Err(in_line()) };
    let mut all = [x, y, a.hypot(c), b.hypot(d), (c - b).atan2(a + d)];
    for _ in 0..40 {
        let [x, y, dx, dy, turn] = all;
        let (sin, cos) = turn.sin_cos();
        let rows = points.iter().flat_map(|((u, v), at)| {
            let (px, py) = (u * dx, v * dy);
            let here = [x + px * cos - py * sin, y + px * sin + py * cos];
            [
                ([1.0, 0.0, u * cos, -v * sin, -px * sin - py * cos], at[0] - here[0]),
                ([0.0, 1.0, u * sin, v * cos, px * cos - py * sin], at[1] - here[1]),
            ]
        });
        let Some(step) = solve(rows) else { return Err(in_line()) };
        all.iter_mut().zip(step).for_each(|(value, step)| *value += step);
    }
    let [x, y, dx, dy, turn] = all;
    let fit = Fit { origin: [x, y], hex: [dx, dy], turn: turn.to_degrees() };
    let fits = all.iter().all(|value| value.is_finite())
        && dx >= LEAST_HEX
        && dy >= LEAST_HEX
        && fit.turn.abs() <= MOST_TURN;
    if !fits {
        return Err(
            "no grid lies so: look at the numbers of the hexes, or turn the picture upright".to_owned()
        );
    }
    let off = |(hex, at): &(Hex, [f64; 2])| {
        let here = fit.centre(grid, *hex);
        (here[0] - at[0]).hypot(here[1] - at[1])
    };
    Ok((fit, known.iter().map(off).fold(0.0, f64::max)))
}

/// The least squares of linear equations, by their normal equations; nothing where they do not say enough.
fn solve<const N: usize>(rows: impl Iterator<Item = ([f64; N], f64)>) -> Option<[f64; N]> {
    let mut matrix = [[0.0; N]; N];
    let mut right = [0.0; N];
    for (row, value) in rows {
        for i in 0..N {
            right[i] += row[i] * value;
            matrix[i].iter_mut().zip(row).for_each(|(sum, other)| *sum += row[i] * other);
        }
    }
    for i in 0..N {
        let best = (i..N).max_by(|a, b| matrix[*a][i].abs().total_cmp(&matrix[*b][i].abs()))?;
        matrix.swap(i, best);
        right.swap(i, best);
        if matrix[i][i].abs() < 1e-9 {
            return None;
        }
        for below in i + 1..N {
            let share = matrix[below][i] / matrix[i][i];
            let upper = matrix[i];
            matrix[below].iter_mut().zip(upper).for_each(|(value, upper)| *value -= share * upper);
            right[below] -= share * right[i];
        }
    }
    let mut found = [0.0; N];
    for i in (0..N).rev() {
        let rest: f64 = (i + 1..N).map(|j| matrix[i][j] * found[j]).sum();
        found[i] = (right[i] - rest) / matrix[i][i];
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HexMap;
    use crate::render::{Layout, Options};

    fn map(shape: &str) -> HexMap {
        let text = format!(
            "format = \"hardtack-map/1\"\nname = \"x\"\n[grid]\nshape = \"{shape}\"\nlabel = \"RRCC\"\nrows = 20\n\
             columns = 30\nrow_one = \"south\"\n[terrain]\ndefault = \"clear\"\n"
        );
        HexMap::parse("x.map.toml", &text).unwrap()
    }

    #[test]
    fn hexes_that_were_clicked_a_little_off_bring_all_others_within_two_pixels() {
        let true_one = Fit { origin: [131.0, 94.5], hex: [109.2, 125.3], turn: 0.7 };
        for shape in ["pointy", "flat"] {
            let grid = map(shape).grid;
            let clicked =
                [("0101", 0.8, -0.6), ("2030", -0.7, 0.9), ("2002", 0.5, 0.8), ("0129", -0.9, -0.4)];
            let known: Vec<(Hex, [f64; 2])> = clicked
                .iter()
                .map(|(label, x, y)| {
                    let hex = grid.hex(label).unwrap();
                    let at = true_one.centre(&grid, hex);
                    (hex, [at[0] + x, at[1] + y])
                })
                .collect();
            let (fit, off) = calibrate(&grid, &known).unwrap();
            assert!(off < 2.0, "{off}");
            for hex in grid.hexes() {
                let (found, wanted) = (fit.centre(&grid, hex), true_one.centre(&grid, hex));
                let away = (found[0] - wanted[0]).hypot(found[1] - wanted[1]);
                assert!(away < 2.0, "{shape} {}: {away}", grid.label(hex));
            }
        }
    }

    #[test]
    fn three_exact_hexes_are_enough() {
        let grid = map("flat").grid;
        let true_one = Fit { origin: [-2.0, -14.0], hex: [109.2, 125.3], turn: -3.0 };
        let known = ["0101", "0130", "2001"].map(|label| {
            let hex = grid.hex(label).unwrap();
            (hex, true_one.centre(&grid, hex))
        });
        let (fit, off) = calibrate(&grid, &known).unwrap();
        assert!(off < 1e-6 && (fit.turn + 3.0).abs() < 1e-6, "{fit:?} {off}");
        assert!((fit.hex[0] - 109.2).abs() < 1e-6 && (fit.origin[1] + 14.0).abs() < 1e-6, "{fit:?}");
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let grid = map("pointy").grid;
        let known = |labels: [&str; 3], at: [[f64; 2]; 3]| {
            let hex = |label: &str| grid.hex(label).unwrap();
            [(hex(labels[0]), at[0]), (hex(labels[1]), at[1]), (hex(labels[2]), at[2])]
        };
        let spread = [[0.0, 0.0], [100.0, 0.0], [0.0, 100.0]];
        assert!(calibrate(&grid, &known(["0101", "0105", "0109"], spread)).unwrap_err().contains("one line"));
        let two = &known(["0101", "0105", "0909"], spread)[..2];
        assert!(calibrate(&grid, two).unwrap_err().contains("three"));
        let on_the_head = [[900.0, 0.0], [0.0, 0.0], [900.0, 900.0]];
        assert!(calibrate(&grid, &known(["0101", "0130", "2001"], on_the_head)).is_err());
    }

    #[test]
    fn a_picture_comes_to_lie_under_the_hexes_of_the_drawing() {
        for shape in ["pointy", "flat"] {
            let map = map(shape);
            let layout = Layout::new(&map, &Options::bare());
            let fit = Fit { origin: [50.0, 60.0], hex: [80.0, 70.0], turn: 4.0 };
            let [a, b, c, d, e, f] = fit.onto(layout.origin(), layout.step());
            for hex in map.grid.hexes() {
                let [x, y] = fit.centre(&map.grid, hex);
                let there = layout.centre(hex);
                let away = (a * x + c * y + e - there.0).hypot(b * x + d * y + f - there.1);
                assert!(away < 1e-6, "{shape} {}: {away}", map.grid.label(hex));
            }
        }
    }
}
