//! What is already drawn where, coarsely: names look for room, and trees keep off roads.

use super::pen::{Point, resample};

// In the order of the costs in WEIGHTS.
pub const LABEL: u8 = 1;
pub const SITE: u8 = 2;
pub const WATER: u8 = 4;
pub const WAY: u8 = 8;
pub const NUMBER: u8 = 16;

const CELL: f64 = 3.0;

pub struct Mask {
    columns: usize,
    rows: usize,
    cells: Vec<u8>,
}

impl Mask {
    pub fn new((width, height): Point) -> Mask {
        let (columns, rows) = ((width / CELL) as usize + 2, (height / CELL) as usize + 2);
        Mask { columns, rows, cells: vec![0; columns * rows] }
    }

    fn index(&self, (x, y): Point) -> Option<usize> {
        let (column, row) = ((x / CELL).floor(), (y / CELL).floor());
        let on =
            column >= 0.0 && row >= 0.0 && (column as usize) < self.columns && (row as usize) < self.rows;
        on.then(|| row as usize * self.columns + column as usize)
    }

    pub fn rect(&mut self, (low, high): (Point, Point), flag: u8) {
        let mut y = low.1;
        while y <= high.1 {
            let mut x = low.0;
            while x <= high.0 {
                if let Some(i) = self.index((x, y)) {
                    self.cells[i] |= flag;
                }
                x += CELL;
            }
            y += CELL;
        }
    }

    pub fn disc(&mut self, centre: Point, radius: f64, flag: u8) {
        self.rect(((centre.0 - radius, centre.1 - radius), (centre.0 + radius, centre.1 + radius)), flag);
    }

    pub fn line(&mut self, points: &[Point], width: f64, flag: u8) {
        for p in resample(points, CELL) {
            self.disc(p, width / 2.0, flag);
        }
    }

    /// Whether anything of these flags is at a point.
    pub fn has(&self, at: Point, flags: u8) -> bool {
        self.index(at).is_some_and(|i| self.cells[i] & flags != 0)
    }

    /// How badly a name would stand here.
    pub fn crowding(&self, (low, high): (Point, Point)) -> f64 {
        let mut sum = 0.0;
        let mut y = low.1;
        while y <= high.1 {
            let mut x = low.0;
            while x <= high.0 {
                sum += self.index((x, y)).map_or(0.0, |i| WEIGHTS[usize::from(self.cells[i] & 31)]);
                x += CELL;
            }
            y += CELL;
        }
        sum
    }
}

/// What a cell costs a name, for every set of flags.
const WEIGHTS: [f64; 32] = {
    let costs = [60.0, 20.0, 5.0, 2.0, 1.5];
    let mut table = [0.0; 32];
    let mut cell = 0;
    while cell < 32 {
        let mut flag = 0;
        while flag < 5 {
            if cell >> flag & 1 == 1 {
                table[cell] += costs[flag];
            }
            flag += 1;
        }
        cell += 1;
    }
    table
};
