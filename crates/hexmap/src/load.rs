//! From a map file to a [`HexMap`]: everything is checked once, here, and all faults are told at once.

use std::collections::BTreeMap;

use serde::Deserialize;
use table::{BySide, Faults, Side, Source};

use crate::grid::{Grid, LabelOrder, Parity, RowOne, Shape};
use crate::map::{CrossingSite, Drawn, HexMap, Hexside, Place, PlaceKind, Redoubt, Ridge, River};
use crate::terrain::{Crossing, Terrain, Wall, Water, Way};
use crate::{Dir, Hex, HexSet};

/// The word every map file begins with.
pub const FORMAT: &str = "hardtack-map/1";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    name: String,
    #[serde(default = "default_yards")]
    yards_per_hex: u32,
    grid: GridKeys,
    terrain: BTreeMap<String, toml::Value>,
    #[serde(default)]
    elevation: BTreeMap<String, toml::Value>,
    #[serde(default)]
    road: Vec<RoadKeys>,
    #[serde(default)]
    water: Vec<WaterKeys>,
    #[serde(default)]
    crossing: Vec<CrossingKeys>,
    #[serde(default)]
    ridge: Vec<RidgeKeys>,
    #[serde(default)]
    wall: Vec<WallKeys>,
    #[serde(default)]
    place: Vec<PlaceKeys>,
    #[serde(default)]
    features: Features,
}

fn default_yards() -> u32 {
    250
}

fn one() -> u16 {
    1
}

fn even() -> Parity {
    Parity::Even
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GridKeys {
    shape: Shape,
    label: LabelOrder,
    rows: u16,
    columns: u16,
    #[serde(default = "one")]
    first_row: u16,
    #[serde(default = "one")]
    first_column: u16,
    #[serde(default)]
    row_one: RowOne,
    #[serde(default = "even")]
    shifted: Parity,
    #[serde(default)]
    sheet: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoadKeys {
    kind: Way,
    path: Vec<String>,
    #[serde(default)]
    name: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WaterKeys {
    kind: Water,
    #[serde(default)]
    name: Option<String>,
    sides: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CrossingKeys {
    kind: Crossing,
    side: String,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    indestructible: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RidgeKeys {
    side: String,
    high: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WallKeys {
    kind: Wall,
    side: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceKeys {
    hex: String,
    name: String,
    kind: PlaceKind,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Features {
    #[serde(default)]
    rr_station: Vec<String>,
    #[serde(default)]
    redoubt: OneOrMany<RedoubtKeys>,
    /// Permanent forts: they work as redoubts.
    #[serde(default)]
    fort: OneOrMany<RedoubtKeys>,
    #[serde(default)]
    sunken_road: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

impl<T> Default for OneOrMany<T> {
    fn default() -> Self {
        OneOrMany::Many(Vec::new())
    }
}

impl<T> OneOrMany<T> {
    fn as_slice(&self) -> &[T] {
        match self {
            OneOrMany::One(one) => std::slice::from_ref(one),
            OneOrMany::Many(many) => many,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RedoubtKeys {
    hexes: Vec<String>,
    #[serde(default)]
    benefits: Option<Vec<Side>>,
}

pub(crate) fn parse(file: &str, text: &str) -> Result<HexMap, Faults> {
    let mut source = Source::new(file, text);
    let keys: File = source.parse()?;
    if keys.format != FORMAT {
        source.fault("format", format!("`{}`: expected \"{FORMAT}\"", keys.format));
        return Err(source.into_faults());
    }
    let Some(grid) = grid(&keys.grid, &mut source) else { return Err(source.into_faults()) };
    let mut loader = Loader { grid: &grid, source: &mut source };
    let terrain = loader.terrain(&keys.terrain);
    let elevation = loader.elevation(&keys.elevation);
    let mut sides = vec![[Hexside::default(); 6]; grid.len()];
    let roads = loader.roads(&keys.road, &mut sides);
    let rivers = loader.waters(&keys.water, &mut sides);
    let crossings = loader.crossings(&keys.crossing, &mut sides);
    loader.ridges(&keys.ridge, &mut sides);
    loader.walls(&keys.wall, &elevation, &mut sides);
    let places = loader.places(&keys.place);
    let stations = loader.hex_set("[features] rr_station", &keys.features.rr_station);
    let sunken_roads = loader.hex_set("[features] sunken_road", &keys.features.sunken_road);
    let mut redoubts = loader.redoubts("[features] redoubt", keys.features.redoubt.as_slice());
    redoubts.extend(loader.redoubts("[features] fort", keys.features.fort.as_slice()));
    let map = HexMap {
        name: keys.name,
        yards_per_hex: keys.yards_per_hex,
        grid,
        terrain,
        elevation,
        sides,
        rivers,
        roads,
        crossings,
        places,
        stations,
        redoubts,
        sunken_roads,
    };
    source.finish(map)
}

fn grid(keys: &GridKeys, source: &mut Source) -> Option<Grid> {
    let sheet = match keys.sheet.as_deref() {
        None => None,
        Some(text) => match text.chars().collect::<Vec<_>>()[..] {
            [letter] if letter.is_ascii_alphabetic() => Some(letter),
            _ => {
                source.fault("[grid] sheet", format!("`{text}`: expected one letter such as \"W\""));
                None
            }
        },
    };
    if keys.rows == 0 || keys.columns == 0 {
        source.fault("[grid]", "rows and columns must be at least 1");
        return None;
    }
    if keys.rows as usize * keys.columns as usize > Grid::MOST {
        let hexes = keys.rows as usize * keys.columns as usize;
        source.fault("[grid]", format!("{hexes} hexes: at most {} are possible", Grid::MOST));
        return None;
    }
    if keys.first_row as u32 + keys.rows as u32 > 10_000
        || keys.first_column as u32 + keys.columns as u32 > 10_000
    {
        source.fault("[grid]", "row and column labels must stay below 10000");
        return None;
    }
    if source.has_faults() {
        return None;
    }
    let size = (keys.rows, keys.columns);
    let first = (keys.first_row, keys.first_column);
    Some(Grid::new(keys.shape, keys.label, size, first, keys.row_one, keys.shifted, sheet))
}

struct Loader<'a, 'b> {
    grid: &'a Grid,
    source: &'a mut Source<'b>,
}

impl Loader<'_, '_> {
    fn hex(&mut self, key: &str, label: &str) -> Option<Hex> {
        let found = self.grid.hex(label);
        if found.is_none() {
            let first = self.grid.label(Hex(0));
            let last = self.grid.label(Hex((self.grid.len() - 1) as u16));
            self.source
                .fault(key, format!("`{label}` is not on the map, whose corners are {first} and {last}"));
        }
        found
    }

    /// A list of hexes and ranges `4611..4614`.
    fn hexes(&mut self, key: &str, list: &[String]) -> Vec<Hex> {
        let mut found = Vec::new();
        for entry in list {
            match entry.split_once("..") {
                None => found.extend(self.hex(key, entry)),
                Some((first, last)) => found.extend(self.range(key, entry, first.trim(), last.trim())),
            }
        }
        found
    }

    fn range(&mut self, key: &str, entry: &str, first: &str, last: &str) -> Vec<Hex> {
        let (Some(a), Some(b)) = (self.hex(key, first), self.hex(key, last)) else { return Vec::new() };
        let ((a_row, a_col), (b_row, b_col)) = (self.grid.place(a), self.grid.place(b));
        let along_row = self.grid.label == LabelOrder::RowColumn;
        if (along_row && a_row != b_row) || (!along_row && a_col != b_col) {
            let line = if along_row { "row" } else { "column" };
            self.source.fault(key, format!("`{entry}`: a range runs along one {line}"));
            return Vec::new();
        }
        if along_row {
            (a_col.min(b_col)..=a_col.max(b_col)).map(|c| Hex(a_row * self.grid.columns + c)).collect()
        } else {
            (a_row.min(b_row)..=a_row.max(b_row)).map(|r| Hex(r * self.grid.columns + a_col)).collect()
        }
    }

    /// The strings of a TOML list, with a fault for anything else.
    fn strings(&mut self, key: &str, value: &toml::Value) -> Vec<String> {
        let Some(list) = value.as_array() else {
            self.source.fault(key, "expected a list of hexes such as [\"4610\", \"4611..4614\"]");
            return Vec::new();
        };
        let mut found = Vec::new();
        for entry in list {
            match entry.as_str() {
                Some(text) => found.push(text.to_owned()),
                None => self.source.fault(key, format!("`{entry}`: expected a hex in quotes")),
            }
        }
        found
    }

    fn terrain(&mut self, keys: &BTreeMap<String, toml::Value>) -> Vec<Terrain> {
        let mut default = Terrain::Clear;
        match keys.get("default").map(|v| (v, v.as_str().and_then(Terrain::from_word))) {
            Some((_, Some(word))) => default = word,
            Some((value, None)) => {
                self.source.fault("[terrain] default", format!("`{value}`: expected {}", terrain_words()))
            }
            None => self.source.fault("[terrain]", "the key `default` is missing"),
        }
        let mut terrain: Vec<Option<Terrain>> = vec![None; self.grid.len()];
        for (word, value) in keys.iter().filter(|(word, _)| *word != "default") {
            let key = format!("[terrain] {word}");
            let Some(kind) = Terrain::from_word(word) else {
                self.source.fault(key, format!("unknown terrain: expected {}", terrain_words()));
                continue;
            };
            let list = self.strings(&key, value);
            for hex in self.hexes(&key, &list) {
                match terrain[hex.index()] {
                    Some(other) if other != kind => {
                        let label = self.grid.label(hex);
                        self.source
                            .fault(&key, format!("{label} is already `{other}`: a hex has one terrain"));
                    }
                    _ => terrain[hex.index()] = Some(kind),
                }
            }
        }
        terrain.into_iter().map(|t| t.unwrap_or(default)).collect()
    }

    fn elevation(&mut self, keys: &BTreeMap<String, toml::Value>) -> Vec<u8> {
        let level = |n: i64| u8::try_from(n).ok().filter(|n| *n <= 9);
        let mut default = 0;
        if let Some(value) = keys.get("default") {
            match value.as_integer().and_then(level) {
                Some(n) => default = n,
                None => self.source.fault("[elevation] default", format!("`{value}`: expected 0 to 9")),
            }
        }
        let mut levels: Vec<Option<u8>> = vec![None; self.grid.len()];
        for (word, value) in keys.iter().filter(|(word, _)| *word != "default") {
            let key = format!("[elevation] {word}");
            let Some(n) = word.parse().ok().and_then(level) else {
                self.source.fault(key, "expected a level 0 to 9 as key");
                continue;
            };
            let list = self.strings(&key, value);
            for hex in self.hexes(&key, &list) {
                match levels[hex.index()] {
                    Some(other) if other != n => {
                        let label = self.grid.label(hex);
                        self.source.fault(&key, format!("{label} is already at level {other}"));
                    }
                    _ => levels[hex.index()] = Some(n),
                }
            }
        }
        levels.into_iter().map(|l| l.unwrap_or(default)).collect()
    }

    /// The direction from one hex to the next, with a fault if they are not neighbours.
    fn step(&mut self, key: &str, from: Hex, to: Hex) -> Option<Dir> {
        let dir = self.grid.direction(from, to);
        if dir.is_none() {
            let (a, b) = (self.grid.label(from), self.grid.label(to));
            self.source.fault(key, format!("{a} and {b} are not neighbours"));
        }
        dir
    }

    fn side(&mut self, key: &str, label: &str) -> Option<(Hex, Dir)> {
        let Some((a, b)) = label.split_once('/') else {
            self.source.fault(key, format!("`{label}`: expected a hexside such as \"4610/4611\""));
            return None;
        };
        let (a, b) = (self.hex(key, a)?, self.hex(key, b)?);
        Some((a, self.step(key, a, b)?))
    }

    /// Changes a hexside on both of its hexes alike.
    fn mark(&self, sides: &mut [[Hexside; 6]], hex: Hex, dir: Dir, mut change: impl FnMut(&mut Hexside)) {
        change(&mut sides[hex.index()][dir.index()]);
        if let Some(near) = self.grid.neighbor(hex, dir) {
            change(&mut sides[near.index()][dir.opposite().index()]);
        }
    }

    fn roads(&mut self, keys: &[RoadKeys], sides: &mut [[Hexside; 6]]) -> Vec<Drawn> {
        let mut drawn = Vec::new();
        for (n, road) in keys.iter().enumerate() {
            let key = format!("[[road]] {} ({})", n + 1, road.name.as_deref().unwrap_or(road.kind.word()));
            if road.path.len() < 2 {
                self.source.fault(&key, "path: expected at least two hexes");
            }
            let path: Vec<Hex> = road.path.iter().filter_map(|label| self.hex(&key, label)).collect();
            if path.len() != road.path.len() {
                continue;
            }
            for pair in path.windows(2) {
                if let Some(dir) = self.step(&key, pair[0], pair[1]) {
                    self.mark(sides, pair[0], dir, |side| side.ways.add(road.kind));
                }
            }
            drawn.push(Drawn { kind: road.kind, path, name: road.name.clone() });
        }
        drawn
    }

    fn waters(&mut self, keys: &[WaterKeys], sides: &mut [[Hexside; 6]]) -> Vec<River> {
        let mut rivers = Vec::new();
        for (n, water) in keys.iter().enumerate() {
            let key = format!("[[water]] {} ({})", n + 1, water.name.as_deref().unwrap_or(water.kind.word()));
            let mut found = Vec::new();
            for label in &water.sides {
                let Some((hex, dir)) = self.side(&key, label) else { continue };
                match sides[hex.index()][dir.index()].water {
                    Some(other) if other != water.kind => {
                        self.source.fault(&key, format!("{label} is already a {other}"));
                    }
                    _ => self.mark(sides, hex, dir, |side| side.water = Some(water.kind)),
                }
                found.push((hex, dir));
            }
            rivers.push(River { kind: water.kind, name: water.name.clone(), sides: found });
        }
        rivers
    }

    fn crossings(&mut self, keys: &[CrossingKeys], sides: &mut [[Hexside; 6]]) -> Vec<CrossingSite> {
        let mut found = Vec::new();
        for (n, crossing) in keys.iter().enumerate() {
            let name = crossing.name.as_deref().unwrap_or(crossing.kind.word());
            let key = format!("[[crossing]] {} ({name})", n + 1);
            let Some((hex, dir)) = self.side(&key, &crossing.side) else { continue };
            let there = sides[hex.index()][dir.index()];
            if there.water.is_none() {
                self.source.fault(&key, format!("{} has no water to cross", crossing.side));
            }
            if there.crossing.is_some() {
                self.source.fault(&key, format!("{} already has a crossing", crossing.side));
            }
            self.mark(sides, hex, dir, |side| {
                side.crossing = Some(crossing.kind);
                side.indestructible = crossing.indestructible;
            });
            found.push(CrossingSite { hex, dir, kind: crossing.kind, name: crossing.name.clone() });
        }
        found
    }

    fn ridges(&mut self, keys: &[RidgeKeys], sides: &mut [[Hexside; 6]]) {
        for (n, ridge) in keys.iter().enumerate() {
            let key = format!("[[ridge]] {}", n + 1);
            let (Some((hex, dir)), Some(high)) = (self.side(&key, &ridge.side), self.hex(&key, &ridge.high))
            else {
                continue;
            };
            let Some(near) = self.grid.neighbor(hex, dir) else { continue };
            if high != hex && high != near {
                self.source.fault(&key, format!("high: {} is not a hex of {}", ridge.high, ridge.side));
                continue;
            }
            let (own, other) = if high == near { (Ridge::Up, Ridge::Down) } else { (Ridge::Down, Ridge::Up) };
            sides[hex.index()][dir.index()].ridge = own;
            sides[near.index()][dir.opposite().index()].ridge = other;
        }
    }

    fn walls(&mut self, keys: &[WallKeys], elevation: &[u8], sides: &mut [[Hexside; 6]]) {
        for (n, wall) in keys.iter().enumerate() {
            let key = format!("[[wall]] {} ({})", n + 1, wall.kind);
            let Some((hex, dir)) = self.side(&key, &wall.side) else { continue };
            let Some(near) = self.grid.neighbor(hex, dir) else { continue };
            if wall.kind == Wall::SteepSlope && elevation[hex.index()] == elevation[near.index()] {
                let level = elevation[hex.index()];
                self.source.fault(
                    &key,
                    format!("{}: both hexes are at level {level}: a slope joins two levels", wall.side),
                );
            }
            self.mark(sides, hex, dir, |side| match wall.kind {
                Wall::StoneWall => side.stone_wall = true,
                Wall::SteepSlope => side.steep_slope = true,
            });
        }
    }

    fn places(&mut self, keys: &[PlaceKeys]) -> Vec<Place> {
        let mut found = Vec::new();
        for place in keys {
            let key = format!("[[place]] {}", place.name);
            let Some(hex) = self.hex(&key, &place.hex) else { continue };
            found.push(Place { hex, name: place.name.clone(), kind: place.kind });
        }
        found
    }

    fn hex_set(&mut self, key: &str, list: &[String]) -> HexSet {
        let mut set = HexSet::new(self.grid.len());
        for hex in self.hexes(key, list) {
            set.insert(hex);
        }
        set
    }

    fn redoubts(&mut self, key: &str, keys: &[RedoubtKeys]) -> Vec<Redoubt> {
        let mut found = Vec::new();
        for redoubt in keys {
            let benefits =
                redoubt.benefits.as_ref().map(|sides| BySide::from_fn(|side| sides.contains(&side)));
            for hex in self.hexes(key, &redoubt.hexes) {
                found.push(Redoubt { hex, benefits });
            }
        }
        found
    }
}

fn terrain_words() -> String {
    Terrain::ALL.iter().map(|t| t.word()).collect::<Vec<_>>().join(", ")
}
