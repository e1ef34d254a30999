//! A map as text: an excerpt for a terminal, and a hex in words.

use std::collections::BTreeMap;

use crate::grid::Shape;
use crate::{Dir, Hex, HexMap, PlaceKind, Terrain, Way};

/// One letter for each terrain.
const fn letter(terrain: Terrain) -> char {
    match terrain {
        Terrain::Clear => '.',
        Terrain::Rolling => ',',
        Terrain::Rough => 'r',
        Terrain::Woods => 'w',
        Terrain::City => 'C',
        Terrain::Swamp => 's',
        Terrain::ProvisionalSwamp => 'p',
        Terrain::Hill => 'h',
        Terrain::Mountain => 'M',
        Terrain::Water => '~',
        Terrain::Orchard => 'o',
        Terrain::Cornfield => 'c',
        Terrain::Town => 'T',
        Terrain::Marsh => 'm',
    }
}

/// The hexes within `radius` of `centre` as text: in each its number, a letter for its terrain (and its
/// level, where the map has levels), and below that what `mark` says stands there or else the start of a
/// town's name. Signs between hexes show water and ways. A key explains what occurs.
///
/// ```
/// # let text = include_str!("../../../../data/examples/crossroads.map.toml");
/// # let map = hexmap::HexMap::parse("crossroads.map.toml", text).unwrap();
/// let town = map.grid.hex("4811").unwrap();
/// let excerpt = hexmap::render::text(&map, town, 2, |hex| (hex == town).then(|| "*Brown".to_owned()));
/// assert!(excerpt.contains("4811C") && excerpt.contains("*Brown"));
/// ```
pub fn text(map: &HexMap, centre: Hex, radius: u16, mark: impl Fn(Hex) -> Option<String>) -> String {
    let wide = (map.grid.label(centre).chars().count() + 4).max(9);
    let mut sheet = Sheet::default();
    let mut key = Key::default();
    let levels = map.elevation.iter().any(|level| *level != map.elevation[0]);
    for hex in map.grid.hexes().filter(|hex| map.grid.distance(centre, *hex) <= radius) {
        let (x, y) = corner(map, hex, wide);
        let terrain = map.terrain(hex);
        let mut head = format!("{}{}", map.grid.label(hex), letter(terrain));
        if levels {
            head.push_str(&map.elevation(hex).to_string());
        }
        key.terrain(terrain);
        sheet.write(x + 1, y, &head);
        let below = mark(hex).or_else(|| town(map, hex)).unwrap_or_default();
        sheet.write(x + 1, y + 1, &below.chars().take(wide - 2).collect::<String>());
        for dir in Dir::ALL {
            let seen = map.grid.neighbor(hex, dir).is_some_and(|n| map.grid.distance(centre, n) <= radius);
            if let Some((dx, dy)) = sign_place(map.grid.shape, dir, wide).filter(|_| seen)
                && let Some((sign, what)) = side_sign(map, hex, dir)
            {
                sheet.write(x + dx, y + dy, &sign.to_string());
                key.side(sign, what);
            }
        }
    }
    format!("{}\n{}", sheet.lines(), key.lines())
}

fn town(map: &HexMap, hex: Hex) -> Option<String> {
    let place = map.places.iter().find(|p| p.hex == hex && p.kind != PlaceKind::Entry)?;
    Some(place.name.to_lowercase())
}

/// The upper left corner of a hex on the sheet.
fn corner(map: &HexMap, hex: Hex, wide: usize) -> (usize, usize) {
    let (row, column) = map.grid.place(hex);
    let (row, column) = (usize::from(row), usize::from(column));
    let moved = usize::from(map.grid.is_moved(hex));
    match map.grid.shape {
        Shape::Pointy => (column * wide + moved * (wide / 2), row * 3),
        Shape::Flat => (column * wide, row * 4 + moved * 2),
    }
}

/// Where the sign of a hexside goes, seen from the hex's corner: only the three sides to the east and south.
fn sign_place(shape: Shape, dir: Dir, wide: usize) -> Option<(usize, usize)> {
    match (shape, dir.index()) {
        (Shape::Pointy, 1) => Some((wide - 1, 1)),
        (Shape::Pointy, 2) => Some((wide * 3 / 4 - 1, 2)),
        (Shape::Pointy, 3) => Some((wide / 4, 2)),
        (Shape::Flat, 1) => Some((wide - 1, 0)),
        (Shape::Flat, 2) => Some((wide - 1, 2)),
        (Shape::Flat, 3) => Some((wide / 2 - 1, 3)),
        _ => None,
    }
}

/// What matters most on a hexside: a crossing, water, or the best way.
fn side_sign(map: &HexMap, hex: Hex, dir: Dir) -> Option<(char, &'static str)> {
    let side = map.side(hex, dir);
    if side.water.is_some() {
        return Some(if side.crossing.is_some() { ('X', "crossing") } else { ('~', "water") });
    }
    let best = [Way::Pike, Way::Road, Way::UnfinishedRailroad, Way::Trail, Way::Railroad];
    let way = best.into_iter().find(|way| side.ways.has(*way))?;
    Some(match way {
        Way::Pike => ('=', "pike"),
        Way::Road | Way::UnfinishedRailroad => ('-', "road"),
        Way::Trail => (':', "trail"),
        Way::Railroad => ('+', "railroad"),
    })
}

/// A sheet of characters that grows as it is written on.
#[derive(Default)]
struct Sheet(BTreeMap<usize, BTreeMap<usize, char>>);

impl Sheet {
    fn write(&mut self, x: usize, y: usize, text: &str) {
        let row = self.0.entry(y).or_default();
        for (i, c) in text.chars().enumerate() {
            row.insert(x + i, if c.is_control() { ' ' } else { c });
        }
    }

    /// The written part, without the empty margin.
    fn lines(&self) -> String {
        let left = self.0.values().filter_map(|row| row.keys().next()).min().copied().unwrap_or(0);
        let first = self.0.keys().next().copied().unwrap_or(0);
        let last = self.0.keys().next_back().copied().unwrap_or(0);
        let mut out = String::new();
        for y in first..=last {
            let mut line = String::new();
            for (x, c) in self.0.get(&y).into_iter().flatten() {
                while line.chars().count() < x - left {
                    line.push(' ');
                }
                line.push(*c);
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }
}

/// What the letters and signs mean.
#[derive(Default)]
struct Key {
    terrain: BTreeMap<Terrain, char>,
    sides: BTreeMap<char, &'static str>,
}

impl Key {
    fn terrain(&mut self, terrain: Terrain) {
        self.terrain.insert(terrain, letter(terrain));
    }
    fn side(&mut self, sign: char, what: &'static str) {
        self.sides.insert(sign, what);
    }
    fn lines(&self) -> String {
        let ground: Vec<String> = self.terrain.iter().map(|(t, c)| format!("{c} {t}")).collect();
        let sides: Vec<String> = self.sides.iter().map(|(c, what)| format!("{c} {what}")).collect();
        let mut out = format!("hexes:    {}\n", ground.join("  "));
        if !sides.is_empty() {
            out.push_str(&format!("hexsides: {}\n", sides.join("  ")));
        }
        out
    }
}

/// A hex in words, for a screen reader: `4811, city, Columbia, pike, railroad`.
pub fn describe(map: &HexMap, hex: Hex) -> String {
    format!("{}, {}", map.grid.label(hex), ground(map, hex))
}

/// What lies in a hex, in words, without its label.
pub fn ground(map: &HexMap, hex: Hex) -> String {
    let mut parts = vec![map.terrain(hex).word().replace('-', " ")];
    if map.elevation(hex) > 0 {
        parts.push(format!("level {}", map.elevation(hex)));
    }
    parts.extend(map.places.iter().filter(|p| p.hex == hex).map(|p| p.name.clone()));
    parts.extend(map.ways_in(hex).iter().map(|way| way.word().replace('-', " ")));
    if map.stations.contains(hex) {
        parts.push("railroad station".to_owned());
    }
    if map.redoubts.iter().any(|r| r.hex == hex) {
        parts.push("fort".to_owned());
    }
    if map.plateaus.contains(hex) {
        parts.push("plateau".to_owned());
    }
    if map.sunken_roads.contains(hex) {
        parts.push("sunken road".to_owned());
    }
    parts.join(", ")
}
