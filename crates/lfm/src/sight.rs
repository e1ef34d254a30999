//! Line of sight (27): the hexes between, on the shortest and straightest paths.
//!
//! The band of hexes that qualify depends only on where the target lies as seen from the firer, so it is
//! worked out once for every offset within the range of guns. A hex is written as (x, y): along the rows
//! or columns that stand in line, and across them in half hexes.

use std::sync::OnceLock;

use hexmap::{Grid, Hex, HexMap, Shape};

/// What can be seen of a hex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Los {
    Clear,
    Partial,
    Blocked,
}

impl Los {
    pub const fn word(self) -> &'static str {
        match self {
            Los::Clear => "clear",
            Los::Partial => "partial",
            Los::Blocked => "blocked",
        }
    }
}

/// The reach of guns; bands up to it are kept.
pub const GUN_RANGE: u16 = 8;
/// The farthest zone of influence.
pub const INFLUENCE: u16 = 5;

/// The qualifying hexes between two hexes, as offsets from the first, step by step.
#[derive(Clone, Debug, Default)]
struct Band {
    steps: Vec<Vec<(i16, i16)>>,
}

/// The distance of two hexes whose offset is (x, y).
fn length(x: i32, y: i32) -> i32 {
    x.abs() + ((y.abs() - x.abs()).max(0)) / 2
}

impl Band {
    /// All hexes that lie on a shortest path and no farther from the straight line than the corner of a
    /// hex is from its centre.
    fn new(dx: i32, dy: i32) -> Band {
        let far = length(dx, dy);
        let limit = 4 * (3 * dx * dx + dy * dy) as i64;
        let mut steps = vec![Vec::new(); (far - 1).max(0) as usize];
        for x in dx.min(0) - 1..=dx.max(0) + 1 {
            for y in dy.min(0) - 2..=dy.max(0) + 2 {
                if (x + y) % 2 != 0 {
                    continue;
                }
                let (near, rest) = (length(x, y), length(dx - x, dy - y));
                let across = (dx * y - dy * x) as i64;
                if near > 0 && rest > 0 && near + rest == far && 9 * across * across <= limit {
                    steps[near as usize - 1].push((x as i16, y as i16));
                }
            }
        }
        Band { steps }
    }
}

/// Where hexes lie, how high they are, and the bands of paths.
#[derive(Clone, Debug)]
pub struct Sight {
    shape: Shape,
    size: (i32, i32),
    /// Of each row (pointy) or column (flat): whether it is moved half a hex.
    moved: Vec<i16>,
    spots: Vec<(i16, i16)>,
    /// Printed level of each hex.
    level: Vec<u8>,
    /// Level with woods, crops and houses.
    height: Vec<u8>,
    /// Whether a target here is at best partially obstructed.
    hides: Vec<bool>,
    bands: Vec<Band>,
    /// Offsets within the farthest zone of influence, nearest first.
    around: Vec<(i16, i16)>,
    /// For each hex: the hexes it has influence over; found when first asked for.
    influence: Vec<OnceLock<Influence>>,
    /// For each hex: which hexes in range of guns it overlooks; found when first asked for.
    seen: Vec<OnceLock<[u64; SEEN]>>,
}

/// The hexes that see a hex and are seen from it, nearest first; so many of them within 3 hexes.
#[derive(Clone, Debug)]
struct Influence {
    hexes: Vec<Hex>,
    near: usize,
}

/// The number of hexes within 3 hexes, the hex itself included.
pub const WITHIN_3: usize = 37;
const SPAN: i32 = GUN_RANGE as i32;
const ACROSS: i32 = 2 * SPAN + 1;
/// Words of the bit set of hexes that a hex overlooks.
const SEEN: usize = ((ACROSS * (2 * ACROSS - 1)) as usize).div_ceil(64);

impl Sight {
    pub fn new(map: &HexMap, growth: impl Fn(Hex) -> (u8, bool)) -> Sight {
        let grid = &map.grid;
        let lines = if grid.shape == Shape::Pointy { grid.rows } else { grid.columns };
        let moved = (0..lines).map(|n| i16::from(grid.is_moved(first_of_line(grid, n)))).collect();
        let mut sight = Sight {
            shape: grid.shape,
            size: (grid.rows as i32, grid.columns as i32),
            moved,
            spots: Vec::new(),
            level: grid.hexes().map(|h| map.elevation(h)).collect(),
            height: grid.hexes().map(|h| map.elevation(h) + growth(h).0).collect(),
            hides: grid.hexes().map(|h| growth(h).1).collect(),
            bands: Vec::new(),
            around: Vec::new(),
            influence: Vec::new(),
            seen: Vec::new(),
        };
        sight.spots = grid.hexes().map(|h| sight.spot_of(grid.place(h))).collect();
        for x in -SPAN..=SPAN {
            for y in -2 * SPAN..=2 * SPAN {
                let near = (x + y) % 2 == 0 && length(x, y) <= SPAN;
                sight.bands.push(if near { Band::new(x, y) } else { Band::default() });
            }
        }
        sight.around = offsets_within(INFLUENCE as i32);
        sight.influence = vec![OnceLock::new(); grid.len()];
        sight.seen = vec![OnceLock::new(); grid.len()];
        sight
    }

    fn spot_of(&self, (row, column): (u16, u16)) -> (i16, i16) {
        let (line, along) = match self.shape {
            Shape::Pointy => (row, column),
            Shape::Flat => (column, row),
        };
        (line as i16, 2 * along as i16 + self.moved[line as usize])
    }

    /// The hex at a spot, if it is on the map.
    #[inline]
    fn hex_at(&self, x: i32, y: i32) -> Option<Hex> {
        let (rows, columns) = self.size;
        let lines = if self.shape == Shape::Pointy { rows } else { columns };
        if x < 0 || x >= lines {
            return None;
        }
        let twice = y - self.moved[x as usize] as i32;
        if twice < 0 {
            return None;
        }
        let (row, column) = if self.shape == Shape::Pointy { (x, twice / 2) } else { (twice / 2, x) };
        (row < rows && column < columns).then(|| Hex((row * columns + column) as u16))
    }

    #[inline]
    fn offset(&self, from: Hex, by: (i16, i16)) -> Option<Hex> {
        let (x, y) = self.spots[from.index()];
        self.hex_at((x + by.0) as i32, (y + by.1) as i32)
    }

    /// The distance in hexes.
    #[inline]
    pub(crate) fn range(&self, from: Hex, to: Hex) -> u16 {
        let ((ax, ay), (bx, by)) = (self.spots[from.index()], self.spots[to.index()]);
        length((bx - ax) as i32, (by - ay) as i32) as u16
    }

    pub(crate) fn level(&self, hex: Hex) -> u8 {
        self.level[hex.index()]
    }

    /// The line of sight between two hexes; `raised` names hexes that count one level higher. They only take
    /// sight away: what terrain hides is hidden, whoever stands between.
    pub fn los(&self, from: Hex, to: Hex, raised: impl Fn(Hex) -> bool) -> Los {
        if self.range(from, to) <= GUN_RANGE && !self.overlooks(from, to) {
            return Los::Blocked;
        }
        self.look(from, to, raised)
    }

    fn look(&self, from: Hex, to: Hex, raised: impl Fn(Hex) -> bool) -> Los {
        let ((ax, ay), (bx, by)) = (self.spots[from.index()], self.spots[to.index()]);
        let (dx, dy) = ((bx - ax) as i32, (by - ay) as i32);
        let far = length(dx, dy);
        if far <= 1 {
            return Los::Clear;
        }
        let seen = if far <= SPAN {
            let number = (dx + SPAN) * (2 * ACROSS - 1) + dy + 2 * SPAN;
            self.along(&self.bands[number as usize], from, to, raised)
        } else {
            self.along(&Band::new(dx, dy), from, to, raised)
        };
        if seen == Los::Clear && self.hides[to.index()] { Los::Partial } else { seen }
    }

    /// Walks all paths of the band at once: at each step, which hexes a free path reaches and which an
    /// obstructed one does.
    fn along(&self, band: &Band, from: Hex, to: Hex, raised: impl Fn(Hex) -> bool) -> Los {
        let (f, t) = (self.level[from.index()], self.level[to.index()]);
        let (top, uneven) = (f.max(t), f != t);
        // At most two hexes of a band lie at one distance, and they touch.
        let mut last: [(i16, i16); 4] = [(0, 0); 4];
        let (mut count, mut free, mut shut) = (1usize, 1u8, 0u8);
        for step in &band.steps {
            let mut here: [(i16, i16); 4] = [(0, 0); 4];
            let (mut n, mut now_free, mut now_shut) = (0usize, 0u8, 0u8);
            for &spot in step {
                let Some(hex) = self.offset(from, spot) else { continue };
                let high = self.height[hex.index()] + u8::from(raised(hex));
                let blocks = high > top || (high == top && uneven);
                let (mut by_free, mut by_shut) = (false, false);
                for (k, before) in last[..count].iter().enumerate() {
                    let touches = length((spot.0 - before.0) as i32, (spot.1 - before.1) as i32) == 1;
                    by_free |= touches && free >> k & 1 != 0;
                    by_shut |= touches && shut >> k & 1 != 0;
                }
                if !by_free && !by_shut {
                    continue;
                }
                now_free |= u8::from(by_free && !blocks) << n;
                now_shut |= u8::from(by_shut || (by_free && blocks)) << n;
                here[n] = spot;
                n += 1;
            }
            (last, count, free, shut) = (here, n, now_free, now_shut);
        }
        match (free != 0, shut != 0) {
            (true, false) => Los::Clear,
            (true, true) => Los::Partial,
            (false, _) => Los::Blocked,
        }
    }

    /// Whether terrain alone lets guns in one hex fire into another: what a battery looks for that has yet
    /// to go there. It counts no troops in between.
    pub(crate) fn overlooks(&self, from: Hex, to: Hex) -> bool {
        let ((ax, ay), (bx, by)) = (self.spots[from.index()], self.spots[to.index()]);
        let (dx, dy) = ((bx - ax) as i32, (by - ay) as i32);
        if length(dx, dy) > SPAN {
            return false;
        }
        let seen = self.seen[from.index()].get_or_init(|| self.overlooked(from));
        let number = ((dx + SPAN) * (2 * ACROSS - 1) + dy + 2 * SPAN) as usize;
        seen[number / 64] >> (number % 64) & 1 != 0
    }

    fn overlooked(&self, from: Hex) -> [u64; SEEN] {
        let mut seen = [0; SEEN];
        for x in -SPAN..=SPAN {
            for y in -2 * SPAN..=2 * SPAN {
                let near = (x + y) % 2 == 0 && length(x, y) <= SPAN;
                let Some(to) = self.offset(from, (x as i16, y as i16)).filter(|_| near) else { continue };
                let number = ((x + SPAN) * (2 * ACROSS - 1) + y + 2 * SPAN) as usize;
                if self.look(from, to, |_| false) != Los::Blocked {
                    seen[number / 64] |= 1 << (number % 64);
                }
            }
        }
        seen
    }

    /// The hexes within so many of this one (5 at most), each with its distance, the nearest first.
    #[inline]
    pub(crate) fn within(&self, hex: Hex, far: u16) -> impl Iterator<Item = (u16, Hex)> + '_ {
        (0..=far.min(INFLUENCE)).flat_map(move |d| {
            let first = if d == 0 { 0 } else { 1 + 3 * d * (d - 1) };
            let last = 1 + 3 * d * (d + 1);
            (first..last).filter_map(move |n| self.offset(hex, self.around[n as usize]).map(|h| (d, h)))
        })
    }

    /// Which hexes around this one terrain lets a zone of influence reach.
    fn influence_of(&self, hex: Hex) -> Influence {
        let seen = |by: &(i16, i16)| {
            self.offset(hex, *by).filter(|there| self.look(hex, *there, |_| false) != Los::Blocked)
        };
        let near = self.around[..WITHIN_3].iter().filter_map(seen).count();
        Influence { hexes: self.around.iter().filter_map(seen).collect(), near }
    }

    /// Hexes within 3 hexes (or 5, if `far`) that see this hex and are seen from it, nearest first.
    #[inline]
    pub(crate) fn influenced(&self, hex: Hex, far: bool) -> &[Hex] {
        let all = self.influence[hex.index()].get_or_init(|| self.influence_of(hex));
        if far { &all.hexes } else { &all.hexes[..all.near] }
    }
}

fn first_of_line(grid: &Grid, line: u16) -> Hex {
    match grid.shape {
        Shape::Pointy => Hex(line * grid.columns),
        Shape::Flat => Hex(line),
    }
}

fn offsets_within(far: i32) -> Vec<(i16, i16)> {
    let mut all: Vec<(i16, i16)> = (-far..=far)
        .flat_map(|x| (-2 * far..=2 * far).map(move |y| (x, y)))
        .filter(|(x, y)| (x + y) % 2 == 0 && length(*x, *y) <= far)
        .map(|(x, y)| (x as i16, y as i16))
        .collect();
    all.sort_by_key(|(x, y)| (length(*x as i32, *y as i32), *x, *y));
    all
}
