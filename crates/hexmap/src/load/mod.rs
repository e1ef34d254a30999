//! From a map file to a [`HexMap`]: everything is checked once, here, and all faults are told at once.

mod areas;
mod hexsides;
mod keys;
mod picture;
#[cfg(test)]
mod tests;

use std::ops::Range;

use table::{BySide, Faults, Side, Source};

use crate::grid::{Grid, LabelOrder};
use crate::map::{HexMap, Hexside, Place, Redoubt};
use crate::{Dir, Hex, HexSet, Terrain};
use keys::{File, GridKeys, PlaceKeys, RedoubtKeys, Text, Word};

/// The word every map file begins with.
pub const FORMAT: &str = "hardtack-map/1";

pub(crate) fn parse(file: &str, text: &str) -> Result<HexMap, Faults> {
    match read(file, text) {
        (Some(map), faults) if faults.0.is_empty() => Ok(map),
        (_, faults) => Err(faults),
    }
}

/// The map as far as it can be read, and everything that is wrong with it. Without a grid there is none.
pub(crate) fn read(file: &str, text: &str) -> (Option<HexMap>, Faults) {
    let mut source = Source::new(file, text);
    let map = map(&mut source);
    (map, source.into_faults())
}

fn map(source: &mut Source) -> Option<HexMap> {
    let keys: File = source.read()?;
    if source.has_faults_in("[grid]") {
        return None;
    }
    if keys.format.get_ref() != FORMAT {
        let found = keys.format.get_ref();
        source.fault_at(keys.format.span(), "format", format!("`{found}`: expected \"{FORMAT}\""));
    }
    if *keys.yards_per_hex.get_ref() == 0 {
        source.fault_at(keys.yards_per_hex.span(), "yards_per_hex", "0: expected at least 1");
    }
    let grid = grid(&keys, source)?;
    Some(Loader { grid: &grid, source }.load(keys))
}

fn grid(keys: &File, source: &mut Source) -> Option<Grid> {
    let (span, keys) = (keys.grid.span(), keys.grid.get_ref());
    let sheet = sheet(keys, source);
    let (rows, columns) = (u32::from(keys.rows), u32::from(keys.columns));
    let hexes = rows as usize * columns as usize;
    if hexes == 0 {
        source.fault_at(span, "[grid]", "rows and columns must be at least 1");
        return None;
    }
    if hexes > Grid::MOST {
        source.fault_at(span, "[grid]", format!("{hexes} hexes: at most {} are possible", Grid::MOST));
        return None;
    }
    if u32::from(keys.first_row) + rows > 10_000 || u32::from(keys.first_column) + columns > 10_000 {
        source.fault_at(span, "[grid]", "row and column labels must stay below 10000");
        return None;
    }
    let size = (keys.rows, keys.columns);
    let first = (keys.first_row, keys.first_column);
    Some(Grid::new(keys.shape, keys.label, size, first, keys.row_one, keys.shifted, sheet))
}

fn sheet(keys: &GridKeys, source: &mut Source) -> Option<char> {
    let text = keys.sheet.as_ref()?;
    let mut letters = text.get_ref().chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => Some(letter),
        _ => {
            let what = format!("`{}`: expected one letter such as \"W\"", text.get_ref());
            source.fault_at(text.span(), "[grid] sheet", what);
            None
        }
    }
}

struct Loader<'a, 'b> {
    grid: &'a Grid,
    source: &'a mut Source<'b>,
}

impl Loader<'_, '_> {
    fn load(mut self, keys: File) -> HexMap {
        let terrain = self.terrain(&keys.terrain);
        let elevation = self.elevation(&keys.elevation);
        let mut sides = vec![[Hexside::default(); 6]; self.grid.len()];
        let roads = self.roads(&keys.road, &mut sides);
        let rivers = self.waters(&keys.water, &mut sides);
        let crossings = self.crossings(&keys.crossing, &mut sides);
        self.ridges(&keys.ridge, &mut sides);
        self.walls(&keys.wall, &elevation, &mut sides);
        self.borders(&keys.border, &mut sides);
        let places = self.places(&keys.place);
        let geo = keys.geo.as_ref().and_then(|geo| geo.read(self.source));
        let picture = keys.picture.as_ref().and_then(|keys| self.picture(keys));
        let art = keys.art.as_ref().and_then(|keys| self.art(keys));
        let features = &keys.features;
        let stations = self.hex_set("[features] rr_station", &features.rr_station);
        let sunken_roads = self.sunken_roads(&features.sunken_road, &terrain);
        let plateaus = self.hex_set("[features] plateau", &features.plateau);
        let mut redoubts = self.redoubts("[features] redoubt", &features.redoubt.0);
        redoubts.extend(self.redoubts("[features] fort", &features.fort.0));
        HexMap {
            name: keys.name,
            yards_per_hex: keys.yards_per_hex.into_inner(),
            grid: self.grid.clone(),
            geo,
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
            plateaus,
            picture,
            art,
        }
    }

    fn fault(&mut self, span: Range<usize>, key: &str, what: impl Into<String>) {
        self.source.fault_at(span, key, what);
    }

    /// A word of a closed list; what else was expected is said.
    fn word<W: Word>(&mut self, key: &str, text: &Text) -> Option<W> {
        let found = W::read(text.get_ref());
        if found.is_none() {
            let what = format!("`{}` is no {}: expected {}", text.get_ref(), W::WHAT, W::words().join(", "));
            self.fault(text.span(), key, what);
        }
        found
    }

    fn hex(&mut self, key: &str, label: &Text) -> Option<Hex> {
        self.hex_at(key, label.get_ref(), label.span())
    }

    fn hex_at(&mut self, key: &str, label: &str, span: Range<usize>) -> Option<Hex> {
        let found = self.grid.hex(label);
        if found.is_none() {
            let first = self.grid.label(Hex(0));
            let last = self.grid.label(Hex((self.grid.len() - 1) as u16));
            let what = format!("`{label}` is not on the map, whose corners are {first} and {last}");
            self.fault(span, key, what);
        }
        found
    }

    /// A hex, or a range of them such as `4611..4614`.
    fn hexes_at(&mut self, key: &str, entry: &str, span: Range<usize>) -> Vec<Hex> {
        match entry.split_once("..") {
            None => self.hex_at(key, entry, span).into_iter().collect(),
            Some((first, last)) => {
                let first = self.hex_at(key, first.trim(), span.clone());
                let last = self.hex_at(key, last.trim(), span.clone());
                match (first, last) {
                    (Some(first), Some(last)) => self.range(key, entry, span, first, last),
                    _ => Vec::new(),
                }
            }
        }
    }

    fn range(&mut self, key: &str, entry: &str, span: Range<usize>, a: Hex, b: Hex) -> Vec<Hex> {
        let ((a_row, a_col), (b_row, b_col)) = (self.grid.place(a), self.grid.place(b));
        match self.grid.label {
            LabelOrder::RowColumn if a_row == b_row => {
                (a_col.min(b_col)..=a_col.max(b_col)).map(|c| Hex(a_row * self.grid.columns + c)).collect()
            }
            LabelOrder::ColumnRow if a_col == b_col => {
                (a_row.min(b_row)..=a_row.max(b_row)).map(|r| Hex(r * self.grid.columns + a_col)).collect()
            }
            order => {
                let line = if order == LabelOrder::RowColumn { "row" } else { "column" };
                self.fault(span, key, format!("`{entry}`: a range runs along one {line}"));
                Vec::new()
            }
        }
    }

    fn hexes(&mut self, key: &str, list: &[Text]) -> Vec<Hex> {
        list.iter().flat_map(|entry| self.hexes_at(key, entry.get_ref(), entry.span())).collect()
    }

    fn hex_set(&mut self, key: &str, list: &[Text]) -> HexSet {
        let mut set = HexSet::new(self.grid.len());
        for hex in self.hexes(key, list) {
            set.insert(hex);
        }
        set
    }

    fn sunken_roads(&mut self, list: &[Text], terrain: &[Terrain]) -> HexSet {
        let key = "[features] sunken_road";
        let mut set = HexSet::new(self.grid.len());
        for entry in list {
            for hex in self.hexes_at(key, entry.get_ref(), entry.span()) {
                set.insert(hex);
                let there = terrain[hex.index()];
                if there != Terrain::Clear {
                    let label = self.grid.label(hex);
                    let what = format!("{label} is `{there}`: a sunken road runs in clear hexes");
                    self.fault(entry.span(), key, what);
                }
            }
        }
        set
    }

    fn places(&mut self, keys: &[PlaceKeys]) -> Vec<Place> {
        let mut found = Vec::new();
        for place in keys {
            let key = format!("[[place]] {}", place.name);
            let (hex, kind) = (self.hex(&key, &place.hex), self.word(&key, &place.kind));
            if let (Some(hex), Some(kind)) = (hex, kind) {
                found.push(Place { hex, name: place.name.clone(), kind });
            }
        }
        found
    }

    fn redoubts(&mut self, key: &str, keys: &[RedoubtKeys]) -> Vec<Redoubt> {
        let mut found = Vec::new();
        for redoubt in keys {
            let benefits = redoubt.benefits.as_ref().map(|sides| self.sides(key, sides));
            let hexes = self.hexes(key, &redoubt.hexes);
            found.extend(hexes.into_iter().map(|hex| Redoubt { hex, benefits }));
        }
        found
    }

    fn sides(&mut self, key: &str, words: &[Text]) -> BySide<bool> {
        let mut named = BySide::default();
        for word in words {
            match word.get_ref().parse::<Side>() {
                Ok(side) => named[side] = true,
                Err(unknown) => self.fault(word.span(), key, format!("benefits: {unknown}")),
            }
        }
        named
    }

    /// The direction from one hex to the next, with a fault if they are not neighbours.
    fn step(&mut self, key: &str, span: Range<usize>, from: Hex, to: Hex) -> Option<Dir> {
        let dir = self.grid.direction(from, to);
        if dir.is_none() {
            let (a, b) = (self.grid.label(from), self.grid.label(to));
            self.fault(span, key, format!("{a} and {b} are not neighbours"));
        }
        dir
    }
}
