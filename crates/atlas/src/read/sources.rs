//! The files that an atlas names: which features of them are drawn, and as what.

use std::collections::BTreeSet;

use geo::{Coord, LineString, MultiPolygon, Polygon};
use hexmap::{PlaceKind, Water};
use table::Earth;

use super::geojson::{self, Feature};
use super::{Desk, heights, places};
use crate::keys::{Kinds, SourceKeys, Text};
use crate::plan::{Area, Coast, Place, Stream, System};

/// How much of a hex an area has to cover, unless the atlas says otherwise.
const SHARE: f64 = 0.5;

impl Desk<'_, '_> {
    pub(super) fn sources(&mut self, keys: &[SourceKeys]) {
        for (n, keys) in keys.iter().enumerate() {
            let key = format!("[[source]] {} ({})", n + 1, keys.file.get_ref());
            let bytes = match (self.reader)(keys.file.get_ref()) {
                Ok(bytes) => bytes,
                Err(why) => {
                    self.source.fault_at(keys.file.span(), &key, why);
                    continue;
                }
            };
            let read = match keys.role.get_ref().as_str() {
                "water" => geojson::read(&bytes).map(|found| self.waters(&key, keys, found)),
                "coast" => geojson::read(&bytes).map(|found| self.coast(&key, keys, &found)),
                "area" => geojson::read(&bytes).map(|found| self.source_areas(&key, keys, &found)),
                "places" => places::read(&bytes).map(|found| self.source_places(&key, keys, found)),
                "height" => {
                    heights::read(keys.file.get_ref(), &bytes).map(|found| self.heights(&key, keys, found))
                }
                other => {
                    let what = format!("as: `{other}`: expected water, coast, places, area or height");
                    self.source.fault_at(keys.role.span(), &key, what);
                    continue;
                }
            };
            if let Err(why) = read {
                self.source.fault_at(keys.file.span(), &key, format!("`{}`: {why}", keys.file.get_ref()));
            }
        }
    }

    fn to_line(&self, points: &[Earth]) -> LineString {
        points.iter().map(|at| self.on_map(*at)).collect()
    }

    /// Whether any part of a line comes near the map.
    fn is_near(&self, line: &LineString) -> bool {
        use geo::{BoundingRect, Intersects};
        line.bounding_rect().is_some_and(|rect| rect.intersects(&self.plan.frame))
    }

    fn waters(&mut self, key: &str, keys: &SourceKeys, features: Vec<Feature>) {
        let mut seen = BTreeSet::new();
        for feature in features.into_iter().filter(|f| f.has_tags(&keys.tag)) {
            let name = feature.name.clone().unwrap_or_default();
            seen.insert(name.clone());
            let Some(word) = kind_of(keys, &name) else { continue };
            let word = word.map_or_else(
                || Text::new(keys.role.span(), "creek".to_owned()),
                |w| Text::new(keys.role.span(), w),
            );
            let Some(kind) = self.word(key, &word, read_water, WATER_WORDS) else { continue };
            let rings = feature.areas.iter().flatten();
            let lines: Vec<LineString> = feature
                .lines
                .iter()
                .chain(rings)
                .map(|l| self.to_line(l))
                .filter(|l| self.is_near(l))
                .collect();
            if !lines.is_empty() {
                self.stream(
                    kind,
                    keys.rename.get(&name),
                    Some(name).filter(|n| !n.is_empty()),
                    lines,
                    key,
                    keys.file.span(),
                );
            }
        }
        self.all_seen(key, keys, &seen);
    }

    /// Adds lines to the water of this name and kind, or begins it.
    pub(super) fn stream(
        &mut self,
        kind: Water,
        name: Option<&String>,
        alias: Option<String>,
        lines: Vec<LineString>,
        key: &str,
        span: std::ops::Range<usize>,
    ) {
        let name = name.cloned().or_else(|| alias.clone());
        let known =
            self.plan.streams.iter_mut().find(|s| s.name.is_some() && s.name == name && s.kind == kind);
        match known {
            Some(stream) => stream.lines.extend(lines),
            None => self.plan.streams.push(Stream { kind, name, alias, lines, key: key.to_owned(), span }),
        }
    }

    /// Names that the source does not have are slips of the pen.
    fn all_seen(&mut self, key: &str, keys: &SourceKeys, seen: &BTreeSet<String>) {
        let each = match &keys.kind {
            Some(Kinds::Each(each)) => each.keys().cloned().collect(),
            _ => Vec::new(),
        };
        let only = keys.only.iter().flatten().chain(&keys.except).map(|name| name.get_ref().clone());
        for name in each
            .into_iter()
            .chain(only)
            .chain(keys.rename.keys().cloned())
            .filter(|name| !seen.contains(name))
        {
            let there: Vec<&str> =
                seen.iter().filter(|n| !n.is_empty()).map(String::as_str).take(40).collect();
            let what =
                format!("`{}` has no `{name}`: expected one of {}", keys.file.get_ref(), there.join(", "));
            self.source.fault_at(keys.file.span(), key, what);
        }
    }

    fn coast(&mut self, key: &str, keys: &SourceKeys, features: &[Feature]) {
        if keys.sea.is_empty() {
            self.source.fault_at(
                keys.file.span(),
                key,
                "expected sea = [[latitude, longitude], ...], a point in each open water",
            );
        }
        let sea: Vec<Coord> = keys.sea.iter().filter_map(|at| self.position(key, at)).collect();
        let all = features.iter().filter(|f| f.has_tags(&keys.tag));
        let lines = all.flat_map(|f| f.lines.iter().chain(f.areas.iter().flatten()));
        let lines = lines.map(|l| self.to_line(l)).filter(|l| self.is_near(l)).collect();
        self.plan.coasts.push(Coast { lines, sea });
    }

    fn source_areas(&mut self, key: &str, keys: &SourceKeys, features: &[Feature]) {
        let Some(Kinds::All(word)) = &keys.kind else {
            self.source.fault_at(keys.role.span(), key, "expected kind = \"woods\" or another terrain");
            return;
        };
        let word = Text::new(keys.role.span(), word.clone());
        let share = self.share(key, keys.share.as_ref(), SHARE);
        let Some(kind) = self.area_kind(key, &word, None) else { return };
        let wanted: Vec<&Feature> = features.iter().filter(|f| f.has_tags(&keys.tag)).collect();
        if wanted.is_empty() {
            self.source.fault_at(
                keys.file.span(),
                key,
                "no feature has all of `tag`: expected properties of the file",
            );
        }
        for feature in wanted {
            let polygon = |rings: &Vec<Vec<Earth>>| {
                let mut rings = rings.iter().map(|ring| self.to_line(ring));
                rings.next().map(|outer| Polygon::new(outer, rings.collect()))
            };
            let shape = MultiPolygon(feature.areas.iter().filter_map(polygon).collect());
            self.plan.areas.push(Area { kind, name: None, shape, share, cover: 1.0 });
        }
    }

    fn source_places(&mut self, key: &str, keys: &SourceKeys, rows: Vec<places::Row>) {
        let seen: BTreeSet<String> = rows.iter().map(|row| row.name.clone()).collect();
        self.all_seen(key, keys, &seen);
        let wanted = |row: &&places::Row| {
            keys.only.as_ref().is_none_or(|only| only.iter().any(|o| *o.get_ref() == row.name))
                && keys.except.iter().all(|not| *not.get_ref() != row.name)
        };
        let mut taken = BTreeSet::new();
        for row in rows.iter().filter(wanted) {
            let at = self.on_map(row.at);
            // What lies beyond the edge may still be where a road leads.
            if !self.is_near_map(at) && keys.only.is_none() || !taken.insert(row.name.clone()) {
                continue;
            }
            let word = kind_of(keys, &row.name).flatten().unwrap_or_else(|| "town".to_owned());
            let word = Text::new(keys.role.span(), word);
            let Some(kind) = self.word(key, &word, PlaceKind::from_word, &PlaceKind::expected()) else {
                continue;
            };
            let name = keys.rename.get(&row.name).unwrap_or(&row.name).clone();
            let place = Place {
                name,
                at,
                kind,
                terrain: None,
                banks: Vec::new(),
                redoubt: None,
                key: key.to_owned(),
                span: keys.file.span(),
            };
            self.plan.places.push(place);
        }
    }

    pub(super) fn is_on(&self, at: Coord) -> bool {
        use geo::Intersects;
        self.plan.frame.intersects(&at)
    }

    /// A part of a whole: 0 to 1.
    pub(super) fn share(&mut self, key: &str, given: Option<&toml::Spanned<f64>>, default: f64) -> f64 {
        let Some(given) = given else { return default };
        if !(0.0..=1.0).contains(given.get_ref()) {
            self.source.fault_at(given.span(), key, format!("{}: expected 0 to 1", given.get_ref()));
        }
        *given.get_ref()
    }

    fn heights(&mut self, key: &str, keys: &SourceKeys, mut grid: crate::plan::Heights) {
        let Some(levels) =
            keys.levels.as_ref().filter(|l| !l.get_ref().is_empty() && l.get_ref().is_sorted())
        else {
            self.source.fault_at(
                keys.file.span(),
                key,
                "expected levels = [0, 60, 90], heights in growing order",
            );
            return;
        };
        grid.levels = levels.get_ref().clone();
        let words = keys.terrain.iter().flatten();
        let terrain =
            words.map(|w| self.word(key, w, hexmap::Terrain::from_word, &hexmap::Terrain::expected()));
        grid.terrain = terrain.collect::<Option<Vec<_>>>().unwrap_or_default();
        if self.plan.system == System::GreatCampaigns && grid.terrain.len() != grid.levels.len() {
            self.source.fault_at(
                levels.span(),
                key,
                "expected terrain = [\"clear\", \"hill\", ...], one for each level",
            );
        }
        self.plan.heights.push(grid);
    }
}

/// The words of water, with those of tables.
pub const WATER_WORDS: &str =
    "`creek`, `minor-river`, `major-river`, `all-water`, or `stream`, `river` (vnb)";

pub fn read_water(word: &str) -> Option<Water> {
    match word {
        "stream" => Some(Water::Creek),
        "river" => Some(Water::MinorRiver),
        _ => Water::from_word(word),
    }
}

/// The kind that a source gives a name: `None` if it is left out, `Some(None)` if nothing is said about kinds.
fn kind_of(keys: &SourceKeys, name: &str) -> Option<Option<String>> {
    let is = |list: &[Text]| list.iter().any(|n| n.get_ref() == name);
    if is(&keys.except) || keys.only.as_ref().is_some_and(|only| !is(only)) {
        return None;
    }
    let default = keys.default.as_ref().map(|word| word.get_ref().clone());
    match &keys.kind {
        None => Some(default),
        Some(Kinds::All(word)) => Some(Some(word.clone())),
        Some(Kinds::Each(each)) => each.get(name).cloned().or(default).map(Some),
    }
}
