//! The text of the map, laid out as maps written by hand are.

use std::collections::BTreeMap;
use std::fmt::Write;

use hexmap::{Hex, LabelOrder, PlaceKind, Way};

use super::Sheet;
use super::lattice::Side;
use crate::plan::{Hexes, System};
use crate::text::{list, quoted, word};

impl Sheet<'_, '_> {
    pub(super) fn write(&self, ground: &Hexes) -> String {
        let mut out = self.head(ground);
        self.write_terrain(&mut out, ground);
        self.write_levels(&mut out);
        self.write_roads(&mut out);
        self.write_water(&mut out);
        self.write_crossings(&mut out);
        self.write_rims(&mut out);
        self.write_places(&mut out);
        self.write_features(&mut out);
        out
    }

    fn head(&self, ground: &Hexes) -> String {
        let grid = self.grid;
        let mut out = crate::text::head(self.plan, &self.source.file);
        let _ = writeln!(out, "format = \"hardtack-map/1\"\nname = {}", quoted(&self.plan.name));
        let _ = writeln!(out, "yards_per_hex = {}\n\n[grid]", ground.yards);
        let _ = writeln!(out, "shape = {}\nlabel = {}", word(&grid.shape), word(&grid.label));
        let _ = writeln!(out, "rows = {}\ncolumns = {}", grid.rows, grid.columns);
        if (grid.first_row, grid.first_column) != (1, 1) {
            let _ = writeln!(out, "first_row = {}\nfirst_column = {}", grid.first_row, grid.first_column);
        }
        let _ = writeln!(out, "row_one = {}\nshifted = {}\n", word(&grid.row_one), word(&grid.shifted));
        out + &crate::text::geo(self.plan)
    }

    fn labels(&self, hexes: impl IntoIterator<Item = Hex>) -> Vec<String> {
        hexes.into_iter().map(|hex| self.grid.label(hex)).collect()
    }

    /// Hexes as labels, with ranges along rows (or columns, if labels are column first).
    fn ranges(&self, hexes: &[Hex]) -> Vec<String> {
        let line_first = |hex: &Hex| {
            let (row, column) = self.grid.place(*hex);
            if self.grid.label == LabelOrder::RowColumn { (row, column) } else { (column, row) }
        };
        let mut runs: Vec<(Hex, Hex)> = Vec::new();
        let mut sorted = hexes.to_vec();
        sorted.sort_by_key(|hex| self.grid.label(*hex));
        for hex in sorted {
            let (line, place) = line_first(&hex);
            match runs.last_mut() {
                Some((_, last)) if line_first(last).0 == line && line_first(last).1.abs_diff(place) == 1 => {
                    *last = hex
                }
                _ => runs.push((hex, hex)),
            }
        }
        let label = |hex: Hex| self.grid.label(hex);
        runs.into_iter()
            .map(|(a, b)| if a == b { label(a) } else { format!("{}..{}", label(a), label(b)) })
            .collect()
    }

    fn write_terrain(&self, out: &mut String, ground: &Hexes) {
        let mut kinds: BTreeMap<_, Vec<Hex>> = BTreeMap::new();
        for hex in self.grid.hexes() {
            kinds.entry(self.terrain[hex.index()]).or_default().push(hex);
        }
        let _ = writeln!(out, "\n[terrain]\ndefault = \"{}\"", ground.default);
        for (kind, hexes) in kinds.iter().filter(|(kind, _)| **kind != ground.default) {
            let _ = writeln!(out, "{kind} = {}", list(&self.ranges(hexes)));
        }
    }

    fn write_levels(&self, out: &mut String) {
        let mut levels: BTreeMap<u8, Vec<Hex>> = BTreeMap::new();
        for hex in self.grid.hexes().filter(|hex| self.levels[hex.index()] > 0) {
            levels.entry(self.levels[hex.index()]).or_default().push(hex);
        }
        if self.plan.system == System::LastFullMeasure {
            let _ = writeln!(out, "\n[elevation]\ndefault = 0");
            for (level, hexes) in &levels {
                let _ = writeln!(out, "{level} = {}", list(&self.ranges(hexes)));
            }
        }
    }

    fn write_roads(&self, out: &mut String) {
        for (road, path) in self.plan.roads.iter().zip(&self.ways).filter(|(_, path)| path.len() > 1) {
            let _ = writeln!(out, "\n[[road]]\nkind = \"{}\"", road.kind);
            name(out, road.name.as_deref());
            let _ = writeln!(out, "path = {}", list(&self.labels(path.iter().copied())));
        }
    }

    fn write_water(&self, out: &mut String) {
        for (n, stream) in self.plan.streams.iter().enumerate() {
            let chained = self.chains.iter().filter(|chain| chain.stream == n);
            let mut sides: Vec<Side> = chained.flat_map(|chain| self.lattice.sides(&chain.corners)).collect();
            let added: Vec<Side> = self.water.keys().copied().filter(|side| !sides.contains(side)).collect();
            sides.extend(added);
            let mut written = Vec::new();
            for side in sides.into_iter().filter(|side| self.water.get(side) == Some(&n)) {
                let label = self.side_label(side);
                if !written.contains(&label) {
                    written.push(label);
                }
            }
            if !written.is_empty() {
                let _ = writeln!(out, "\n[[water]]\nkind = \"{}\"", stream.kind);
                name(out, stream.name.as_deref());
                let _ = writeln!(out, "sides = {}", list(&written));
            }
        }
    }

    fn write_crossings(&self, out: &mut String) {
        for (side, site) in &self.crossings {
            let _ = writeln!(
                out,
                "\n[[crossing]]\nkind = \"{}\"\nside = \"{}\"",
                site.kind,
                self.side_label(*side)
            );
            name(out, site.name.as_deref());
            if site.indestructible {
                out.push_str("indestructible = true\n");
            }
        }
    }

    fn write_rims(&self, out: &mut String) {
        for (side, high) in &self.ridges {
            let (side, high) = (self.side_label(*side), self.grid.label(*high));
            let _ = writeln!(out, "\n[[ridge]]\nside = \"{side}\"\nhigh = \"{high}\"");
        }
        for (side, wall) in self.walls.keys() {
            let _ = writeln!(out, "\n[[wall]]\nkind = \"{wall}\"\nside = \"{}\"", self.side_label(*side));
        }
    }

    fn write_places(&self, out: &mut String) {
        for (n, place) in self.plan.places.iter().enumerate() {
            let Some(hex) = self.sites[n].filter(|_| !self.at_crossing[n]) else { continue };
            let _ = writeln!(
                out,
                "\n[[place]]\nhex = \"{}\"\nname = {}",
                self.grid.label(hex),
                quoted(&place.name)
            );
            let _ = writeln!(out, "kind = \"{}\"", place.kind);
        }
    }

    fn write_features(&self, out: &mut String) {
        let (stations, works) = (self.stations(), self.works());
        if stations.is_empty() && works.is_empty() {
            return;
        }
        out.push_str("\n[features]\n");
        if !stations.is_empty() {
            let _ = writeln!(out, "rr_station = {}", list(&self.labels(stations)));
        }
        if !works.is_empty() {
            out.push_str("redoubt = [\n");
            for (benefits, hexes) in works {
                let _ =
                    writeln!(out, "    {{ hexes = {}, benefits = {benefits} }},", list(&self.labels(hexes)));
            }
            out.push_str("]\n");
        }
    }

    /// The hexes of places with works, by the sides they shelter.
    fn works(&self) -> BTreeMap<String, Vec<Hex>> {
        let mut found: BTreeMap<String, Vec<Hex>> = BTreeMap::new();
        for (place, site) in self.plan.places.iter().zip(&self.sites) {
            if let (Some(sides), Some(hex)) = (place.redoubt, site) {
                let words: Vec<String> = sides.iter().map(|side| side.word().to_owned()).collect();
                found.entry(list(&words)).or_default().push(*hex);
            }
        }
        found.values_mut().for_each(|hexes| hexes.sort());
        found
    }

    /// Stations: those a railroad names, or the towns and villages it goes through.
    fn stations(&self) -> Vec<Hex> {
        let mut stations: Vec<Hex> = Vec::new();
        for (road, path) in
            self.plan.roads.iter().zip(&self.ways).filter(|(road, _)| road.kind == Way::Railroad)
        {
            let stops: Vec<usize> = match &road.stations {
                Some(names) => {
                    let of = |(name, _): &(String, _)| self.plan.places.iter().position(|p| p.name == *name);
                    names.iter().filter_map(of).collect()
                }
                None => {
                    let is_town =
                        |n: &usize| matches!(self.plan.places[*n].kind, PlaceKind::Town | PlaceKind::Village);
                    road.stops.iter().filter_map(|stop| stop.place).filter(is_town).collect()
                }
            };
            stations.extend(stops.into_iter().filter_map(|n| self.sites[n]).filter(|hex| path.contains(hex)));
        }
        stations.sort();
        stations.dedup();
        stations
    }
}

fn name(out: &mut String, name: Option<&str>) {
    if let Some(name) = name {
        let _ = writeln!(out, "name = {}", quoted(name));
    }
}
