//! Places: lists in CSV files, and those the author writes down.

use std::collections::BTreeMap;

use geo::Coord;
use hexmap::{PlaceKind, Terrain};
use table::{Earth, Side};

use super::Desk;
use crate::keys::{PlaceKeys, Text};
use crate::plan::Place;

/// A row of a list of places.
pub struct Row {
    pub name: String,
    pub at: Earth,
}

/// Reads a list of places: CSV with the columns `name`, `lat` and `lon`, in any order and among others.
///
/// # Errors
/// Which column is missing, or which row cannot be read.
pub fn read(bytes: &[u8]) -> Result<Vec<Row>, String> {
    let mut csv = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(bytes);
    let heads = csv.headers().map_err(|e| format!("it is no CSV: {e}"))?.clone();
    let column = |names: [&str; 2]| {
        let found = heads.iter().position(|h| names.contains(&h));
        found.ok_or_else(|| format!("it has no column `{}`: expected name,lat,lon", names[0]))
    };
    let (name, lat, lon) =
        (column(["name", "Name"])?, column(["lat", "latitude"])?, column(["lon", "longitude"])?);
    let mut rows = Vec::new();
    for (n, record) in csv.records().enumerate() {
        let record = record.map_err(|e| format!("it is no CSV: {e}"))?;
        let number = |column: usize| record.get(column).and_then(|cell| cell.parse::<f64>().ok());
        let at = number(lat).zip(number(lon)).and_then(|(lat, lon)| Earth::new(lat, lon));
        match (record.get(name).filter(|name| !name.is_empty()), at) {
            (Some(name), Some(at)) => rows.push(Row { name: name.to_owned(), at }),
            _ => return Err(format!("line {}: expected a name, a latitude and a longitude", n + 2)),
        }
    }
    Ok(rows)
}

impl Desk<'_, '_> {
    pub(super) fn places(&mut self, keys: &BTreeMap<Text, PlaceKeys>) {
        for (name, keys) in keys {
            let key = format!("[place] {}", name.get_ref());
            let at = self.position(&key, &keys.at);
            let kind = keys.kind.as_ref().map_or(Some(PlaceKind::Village), |word| {
                self.word(&key, word, PlaceKind::from_word, &PlaceKind::expected())
            });
            let terrain = keys
                .terrain
                .as_ref()
                .and_then(|word| self.word(&key, word, Terrain::from_word, &Terrain::expected()));
            let banks = keys.bank.iter().filter_map(|(water, side)| self.bank(&key, water, side)).collect();
            let redoubt = keys.redoubt.as_ref();
            let redoubt =
                redoubt.and_then(|word| self.word(&key, word, sheltered, "union, confederate, both"));
            let (Some(at), Some(kind)) = (at, kind) else { continue };
            // What the author writes goes before what a list says.
            self.plan.places.retain(|p| p.name != *name.get_ref());
            let name = name.get_ref().clone();
            let span = keys.at.span();
            self.plan.places.push(Place { name, at, kind, terrain, banks, redoubt, key, span });
        }
        let away: Vec<String> = self
            .plan
            .places
            .iter()
            .filter(|p| keys.contains_key(p.name.as_str()) && !self.is_on(p.at))
            .map(|p| p.name.clone())
            .collect();
        let told = away.into_iter().map(|name| format!("{name} lies beyond the edge: only roads lead there"));
        self.plan.notes.extend(told.collect::<Vec<_>>());
    }

    fn bank(&mut self, key: &str, water: &Text, side: &Text) -> Option<(String, Coord)> {
        let bearing = self.word(key, side, compass, "north, east, south, west, north-east, ...")?;
        let turned = (bearing - self.plan.geo.turn).to_radians();
        Some((water.get_ref().clone(), Coord { x: turned.sin(), y: -turned.cos() }))
    }
}

/// Whom works shelter.
fn sheltered(word: &str) -> Option<&'static [Side]> {
    match word {
        "union" => Some(&[Side::Union]),
        "confederate" => Some(&[Side::Confederate]),
        "both" => Some(&[Side::Union, Side::Confederate]),
        _ => None,
    }
}

/// A point of the compass in degrees clockwise from north.
fn compass(word: &str) -> Option<f64> {
    const POINTS: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    POINTS.iter().position(|point| *point == word).map(|n| n as f64 * 45.0)
}
