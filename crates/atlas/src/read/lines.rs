//! What the author draws by hand: roads, streams, ridges and walls as lines, woods and hills as areas.

use geo::{LineString, MultiPolygon, Polygon};
use hexmap::{Terrain, Wall, Way};
use toml::Spanned;
use vnb::terrain::Terrain as TableTerrain;

use super::Desk;
use super::sources::{WATER_WORDS, read_water};
use crate::keys::{AreaKeys, LineKeys, Stop, Text};
use crate::plan::{Area, AreaKind, Rim, RimKind, Road, System};

/// What a word of `[[line]] kind` means.
enum Kind {
    Water(hexmap::Water),
    Way(Way),
    Rim(RimKind),
}

impl Desk<'_, '_> {
    pub(super) fn lines(&mut self, keys: &[LineKeys]) {
        for (n, keys) in keys.iter().enumerate() {
            let name = keys.name.as_ref().unwrap_or(keys.kind.get_ref());
            let key = format!("[[line]] {} ({name})", n + 1);
            let kind = self.line_kind(&key, keys);
            let Some(stops) = self.stops(&key, keys) else { continue };
            match kind {
                Some(Kind::Water(kind)) => {
                    let line = self.line(&key, stops.get_ref());
                    self.stream(kind, keys.name.as_ref(), None, vec![line], &key, stops.span());
                }
                Some(Kind::Way(kind)) => self.road(&key, kind, keys, stops),
                Some(Kind::Rim(kind)) => {
                    let line: LineString = self.line(&key, stops.get_ref());
                    self.plan.rims.push(Rim { kind, name: keys.name.clone(), line, key, span: stops.span() });
                }
                None => {}
            }
        }
    }

    fn stops<'k>(&mut self, key: &str, keys: &'k LineKeys) -> Option<&'k Spanned<Vec<Spanned<Stop>>>> {
        let given = match (&keys.via, &keys.points) {
            (Some(stops), None) | (None, Some(stops)) => Some(stops),
            _ => None,
        };
        if given.is_none_or(|stops| stops.get_ref().len() < 2) {
            self.source.fault_at(
                keys.kind.span(),
                key,
                "expected via = [...] or points = [...] with at least two stops",
            );
            return None;
        }
        given
    }

    fn line_kind(&mut self, key: &str, keys: &LineKeys) -> Option<Kind> {
        let word = keys.kind.get_ref().as_str();
        if let Some(water) = read_water(word) {
            return Some(Kind::Water(water));
        }
        if let Some(way) = Way::from_word(word) {
            return Some(Kind::Way(way));
        }
        if self.plan.system == System::VolleyAndBayonet {
            let table = TableTerrain::from_word(word).filter(|t| t.is_line());
            return self.known(key, &keys.kind, table.map(|t| Kind::Rim(RimKind::Table(t))));
        }
        if word == "ridge" {
            let high = keys.high.as_ref().map_or("left", |high| high.get_ref().as_str());
            if !["left", "right"].contains(&high) {
                self.source.fault_at(
                    keys.kind.span(),
                    key,
                    format!("high: `{high}`: expected left or right"),
                );
            }
            return Some(Kind::Rim(RimKind::Ridge { high_left: high == "left" }));
        }
        self.known(key, &keys.kind, Wall::from_word(word).map(|wall| Kind::Rim(RimKind::Wall(wall))))
    }

    fn known(&mut self, key: &str, word: &Text, kind: Option<Kind>) -> Option<Kind> {
        if kind.is_none() {
            let others = match self.plan.system {
                System::VolleyAndBayonet => "or a line of docs/tables.md".to_owned(),
                _ => format!("`ridge`, {}", Wall::expected()),
            };
            let what =
                format!("kind `{}`: expected {}, {WATER_WORDS}, {others}", word.get_ref(), Way::expected());
            self.source.fault_at(word.span(), key, what);
        }
        kind
    }

    fn road(&mut self, key: &str, kind: Way, keys: &LineKeys, stops: &Spanned<Vec<Spanned<Stop>>>) {
        let stations = keys.stations.as_ref().map(|names| {
            let known = |name: &Text| {
                let known = self.plan.places.iter().any(|p| p.name == *name.get_ref());
                if !known {
                    let what = format!("stations: there is no place `{}`", name.get_ref());
                    self.source.fault_at(name.span(), key, what);
                }
                (name.get_ref().clone(), name.span())
            };
            names.iter().map(known).collect()
        });
        let span = stops.span();
        let stops = stops.get_ref().iter().filter_map(|s| self.stop(key, s.get_ref(), s.span())).collect();
        self.plan.roads.push(Road {
            kind,
            name: keys.name.clone(),
            stops,
            stations,
            key: key.to_owned(),
            span,
        });
    }

    pub(super) fn areas(&mut self, keys: &[AreaKeys]) {
        for (n, keys) in keys.iter().enumerate() {
            let key = format!("[[area]] {} ({})", n + 1, keys.name.as_ref().unwrap_or(keys.kind.get_ref()));
            let ring = self.line(&key, keys.points.get_ref());
            if keys.points.get_ref().len() < 3 {
                self.source.fault_at(keys.points.span(), &key, "points: expected at least three");
            }
            let share = self.share(&key, keys.share.as_ref(), 0.5);
            let cover = self.share(&key, keys.cover.as_ref(), 1.0);
            let Some(kind) = self.area_kind(&key, &keys.kind, keys.level.as_ref()) else { continue };
            let shape = MultiPolygon(vec![Polygon::new(ring, Vec::new())]);
            self.plan.areas.push(Area { kind, name: keys.name.clone(), shape, share, cover });
        }
    }

    pub(super) fn area_kind(
        &mut self,
        key: &str,
        word: &Text,
        level: Option<&Spanned<u8>>,
    ) -> Option<AreaKind> {
        let height = level.map(|level| *level.get_ref());
        if let Some(level) = level.filter(|l| !(1..=9).contains(l.get_ref())) {
            self.source.fault_at(level.span(), key, format!("level {}: expected 1 to 9", level.get_ref()));
        }
        match self.plan.system {
            System::VolleyAndBayonet => {
                let word = match word.get_ref().as_str() {
                    "woods" => &Text::new(word.span(), "forest".to_owned()),
                    "cornfield" => &Text::new(word.span(), "crops".to_owned()),
                    _ => word,
                };
                let read = |word: &str| TableTerrain::from_word(word).filter(|t| t.is_area());
                let kind =
                    self.word(key, word, read, "the areas of docs/tables.md, such as forest, hill or crops")?;
                Some(AreaKind::Table(kind, height.unwrap_or(1)))
            }
            System::LastFullMeasure if word.get_ref() == "hill" => Some(AreaKind::Level(height.unwrap_or(1))),
            _ => self.word(key, word, Terrain::from_word, &Terrain::expected()).map(AreaKind::Terrain),
        }
    }
}
