//! What lies on and runs across hexsides: roads, water, crossings, ridges, walls.

use std::ops::Range;

use super::Loader;
use super::keys::{BorderKeys, CrossingKeys, RidgeKeys, RoadKeys, Text, WallKeys, WaterKeys};
use crate::map::{CrossingSite, Drawn, Hexside, Ridge, River};
use crate::{Dir, Hex, Wall, Way};

type Sides = [[Hexside; 6]];

impl Loader<'_, '_> {
    fn side(&mut self, key: &str, label: &Text) -> Option<(Hex, Dir)> {
        let Some((a, b)) = label.get_ref().split_once('/') else {
            let what = format!("`{}`: expected a hexside such as \"4610/4611\"", label.get_ref());
            self.fault(label.span(), key, what);
            return None;
        };
        let (a, b) = (self.hex_at(key, a, label.span()), self.hex_at(key, b, label.span()));
        let (a, b) = (a?, b?);
        Some((a, self.step(key, label.span(), a, b)?))
    }

    /// Changes a hexside on both of its hexes alike.
    fn mark(&self, sides: &mut Sides, hex: Hex, dir: Dir, mut change: impl FnMut(&mut Hexside)) {
        change(&mut sides[hex.index()][dir.index()]);
        if let Some(near) = self.grid.neighbor(hex, dir) {
            change(&mut sides[near.index()][dir.opposite().index()]);
        }
    }

    pub(super) fn roads(&mut self, keys: &[RoadKeys], sides: &mut Sides) -> Vec<Drawn> {
        let mut drawn = Vec::new();
        for (n, road) in keys.iter().enumerate() {
            let key = title("road", n, road.name.as_ref(), &road.kind);
            let kind = self.word::<Way>(&key, &road.kind);
            let labels = road.path.get_ref();
            if labels.len() < 2 {
                self.fault(road.path.span(), &key, "path: expected at least two hexes");
            }
            let path: Vec<Option<Hex>> = labels.iter().map(|label| self.hex(&key, label)).collect();
            for (pair, label) in path.windows(2).zip(labels.iter().skip(1)) {
                let [Some(from), Some(to)] = *pair else { continue };
                if let (Some(dir), Some(kind)) = (self.step(&key, label.span(), from, to), kind) {
                    self.mark(sides, from, dir, |side| side.ways.add(kind));
                }
            }
            let path: Option<Vec<Hex>> = path.into_iter().collect();
            if let (Some(kind), Some(path)) = (kind, path.filter(|path| path.len() > 1)) {
                drawn.push(Drawn { kind, path, name: road.name.clone() });
            }
        }
        drawn
    }

    pub(super) fn waters(&mut self, keys: &[WaterKeys], sides: &mut Sides) -> Vec<River> {
        let mut rivers = Vec::new();
        for (n, water) in keys.iter().enumerate() {
            let key = title("water", n, water.name.as_ref(), &water.kind);
            let kind = self.word(&key, &water.kind);
            let mut found = Vec::new();
            for (span, hex, dir) in self.course(&key, water) {
                let Some(kind) = kind else { continue };
                match sides[hex.index()][dir.index()].water {
                    Some(other) if other != kind => {
                        let label = self.side_label(hex, dir);
                        self.fault(span, &key, format!("{label} is already a {other}"));
                    }
                    _ => self.mark(sides, hex, dir, |side| side.water = Some(kind)),
                }
                found.push((hex, dir));
            }
            rivers.extend(kind.map(|kind| River { kind, name: water.name.clone(), sides: found }));
        }
        rivers
    }

    fn side_label(&self, hex: Hex, dir: Dir) -> String {
        let near = self.grid.neighbor(hex, dir).map(|near| self.grid.label(near));
        format!("{}/{}", self.grid.label(hex), near.unwrap_or_default())
    }

    /// The hexsides of a water, each with the place it was read from.
    fn course(&mut self, key: &str, water: &WaterKeys) -> Vec<(Range<usize>, Hex, Dir)> {
        let mut found = Vec::new();
        for label in &water.sides {
            found.extend(self.side(key, label).map(|(hex, dir)| (label.span(), hex, dir)));
        }
        if let Some(banks) = &water.between {
            let [left, right] = banks.get_ref();
            let (left, right) = (self.hexes(key, left), self.hex_set(key, right));
            let before = found.len();
            for hex in left {
                if right.contains(hex) {
                    let what = format!("between: {} is on both banks", self.grid.label(hex));
                    self.fault(banks.span(), key, what);
                }
                let across = self.grid.neighbors(hex).filter(|(_, near)| right.contains(*near));
                found.extend(across.map(|(dir, _)| (banks.span(), hex, dir)));
            }
            if found.len() == before {
                self.fault(banks.span(), key, "between: no hex of the one list touches one of the other");
            }
        }
        if let Some(path) = &water.path {
            self.along_corners(key, path.get_ref(), &mut found);
        }
        if water.sides.is_empty() && water.between.is_none() && water.path.is_none() {
            self.fault(water.kind.span(), key, "where: expected `sides`, `between` or `path`");
        }
        found
    }

    /// From corner to corner along hexsides. A corner is the hexes that meet there: three, at the edge of the map two.
    fn along_corners(&mut self, key: &str, path: &[Text], found: &mut Vec<(Range<usize>, Hex, Dir)>) {
        let mut before: Option<Vec<Hex>> = None;
        for label in path {
            let hexes: Vec<&str> = label.get_ref().split('/').collect();
            if !(2..=3).contains(&hexes.len()) {
                let what = format!("`{}`: expected a corner such as \"4610/4611/4711\"", label.get_ref());
                self.fault(label.span(), key, what);
                before = None;
                continue;
            }
            let hexes = hexes.into_iter().filter_map(|hex| self.hex_at(key, hex, label.span()));
            let corner: Vec<Hex> = hexes.collect();
            if let Some(before) = &before {
                let shared: Vec<Hex> = corner.iter().copied().filter(|hex| before.contains(hex)).collect();
                let side = match shared[..] {
                    [a, b] => self.grid.direction(a, b).map(|dir| (a, dir)),
                    _ => None,
                };
                match side {
                    Some((hex, dir)) => found.push((label.span(), hex, dir)),
                    None => {
                        let what = format!("`{}` is not the next corner along a hexside", label.get_ref());
                        self.fault(label.span(), key, what);
                    }
                }
            }
            before = Some(corner);
        }
        if path.len() < 2
            && let Some(only) = path.first()
        {
            self.fault(only.span(), key, "path: expected at least two corners");
        }
    }

    pub(super) fn crossings(&mut self, keys: &[CrossingKeys], sides: &mut Sides) -> Vec<CrossingSite> {
        let mut found = Vec::new();
        for (n, crossing) in keys.iter().enumerate() {
            let key = title("crossing", n, crossing.name.as_ref(), &crossing.kind);
            let kind = self.word(&key, &crossing.kind);
            let (Some((hex, dir)), Some(kind)) = (self.side(&key, &crossing.side), kind) else { continue };
            let (there, label) = (sides[hex.index()][dir.index()], crossing.side.get_ref());
            if there.water.is_none() {
                self.fault(crossing.side.span(), &key, format!("{label} has no water to cross"));
            }
            if there.crossing.is_some() {
                self.fault(crossing.side.span(), &key, format!("{label} already has a crossing"));
            }
            self.mark(sides, hex, dir, |side| {
                side.crossing = Some(kind);
                side.indestructible = crossing.indestructible;
            });
            found.push(CrossingSite { hex, dir, kind, name: crossing.name.clone() });
        }
        found
    }

    pub(super) fn borders(&mut self, keys: &[BorderKeys], sides: &mut Sides) {
        for (n, border) in keys.iter().enumerate() {
            let key = format!("[[border]] {}", n + 1);
            for label in &border.sides {
                let Some((hex, dir)) = self.side(&key, label) else { continue };
                self.mark(sides, hex, dir, |side| side.county = true);
            }
        }
    }

    pub(super) fn ridges(&mut self, keys: &[RidgeKeys], sides: &mut Sides) {
        for (n, ridge) in keys.iter().enumerate() {
            let key = format!("[[ridge]] {}", n + 1);
            let (side, high) = (self.side(&key, &ridge.side), self.hex(&key, &ridge.high));
            let (Some((hex, dir)), Some(high)) = (side, high) else { continue };
            let Some(near) = self.grid.neighbor(hex, dir) else { continue };
            let (label, high_label) = (ridge.side.get_ref(), ridge.high.get_ref());
            if high != hex && high != near {
                self.fault(ridge.high.span(), &key, format!("high: {high_label} is not a hex of {label}"));
                continue;
            }
            let (own, other) = if high == near { (Ridge::Up, Ridge::Down) } else { (Ridge::Down, Ridge::Up) };
            let there = &mut sides[hex.index()][dir.index()].ridge;
            if *there == other {
                let what = format!("{label} already has a ridge in its other hex");
                self.fault(ridge.side.span(), &key, what);
                continue;
            }
            *there = own;
            sides[near.index()][dir.opposite().index()].ridge = other;
        }
    }

    pub(super) fn walls(&mut self, keys: &[WallKeys], elevation: &[u8], sides: &mut Sides) {
        for (n, wall) in keys.iter().enumerate() {
            let key = title("wall", n, None, &wall.kind);
            let kind = self.word(&key, &wall.kind);
            let (Some((hex, dir)), Some(kind)) = (self.side(&key, &wall.side), kind) else { continue };
            let Some(near) = self.grid.neighbor(hex, dir) else { continue };
            let level = elevation[hex.index()];
            if kind == Wall::SteepSlope && level == elevation[near.index()] {
                let label = wall.side.get_ref();
                let what = format!("{label}: both hexes are at level {level}: a slope joins two levels");
                self.fault(wall.side.span(), &key, what);
            }
            self.mark(sides, hex, dir, |side| match kind {
                Wall::StoneWall => side.stone_wall = true,
                Wall::SteepSlope => side.steep_slope = true,
            });
        }
    }
}

/// How a fault points at the nth table of a list: `[[road]] 3 (Columbia Pike)`.
fn title(list: &str, n: usize, name: Option<&String>, kind: &Text) -> String {
    format!("[[{list}]] {} ({})", n + 1, name.unwrap_or(kind.get_ref()))
}
