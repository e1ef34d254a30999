//! Laying a picture under the map of an own scenario: its map file gets a `[picture]`, everything else in it stays as it is.

use hexmap::{Draw, Fit, HexMap};
use toml_edit::{Array, DocumentMut, Item, Table, value};

use super::names::Files;
use super::{OwnShelf, WriteError, hash_of};
use crate::catalog::SCENARIO;

/// How the files of maps end.
const MAP: &str = ".map.toml";

/// A picture to be laid under a map.
#[derive(Clone, PartialEq, Debug)]
pub struct Under {
    /// The picture's file.
    pub file: String,
    /// Where it lies under the map.
    pub fit: Fit,
    /// How much of it is seen, 0 to 1.
    pub opacity: f64,
    /// What is still drawn over it.
    pub draw: Draw,
}

impl OwnShelf {
    /// The name and text of the map of an own scenario: the one its scenario names, or the only one.
    ///
    /// # Errors
    /// There is no such scenario, or it has no map of hexes.
    pub fn map_of(&self, id: &str) -> Result<(String, String), WriteError> {
        let files = self.texts(id)?;
        let main = self.entry(id)?.files.iter().find(|name| name.ends_with(SCENARIO)).cloned();
        let named = main.and_then(|main| named_map(files.get(&main)?)).filter(|name| name.ends_with(MAP));
        let only = || files.keys().find(|name| name.ends_with(MAP)).cloned();
        let name = named.filter(|name| files.contains_key(name)).or_else(only);
        let none = || WriteError::Wrong(format!("`{id}` has no map of hexes: a picture lies under one"));
        let name = name.ok_or_else(none)?;
        let text = files[&name].clone();
        Ok((name, text))
    }

    /// Writes into the map file of a scenario that this picture lies under it.
    ///
    /// # Errors
    /// There is no such scenario or map, or the map would not fit any more.
    pub fn lay_under(&self, id: &str, under: &Under) -> Result<(), WriteError> {
        let (name, text) = self.map_of(id)?;
        let text = with_picture(&text, under).map_err(|why| WriteError::Wrong(format!("{name}: {why}")))?;
        HexMap::parse(&name, &text).map_err(|faults| WriteError::Wrong(faults.to_string()))?;
        let mut files: Files = self.texts(id)?;
        let was = hash_of(&files);
        files.insert(name, text);
        self.write(id, &files, &was)
    }
}

/// The `map` of a scenario's text.
fn named_map(text: &str) -> Option<String> {
    text.parse::<DocumentMut>().ok()?.get("map")?.as_str().map(str::to_owned)
}

/// The text of a map with this picture; comments and order stay.
fn with_picture(text: &str, under: &Under) -> Result<String, String> {
    let mut map: DocumentMut = text.parse().map_err(|why: toml_edit::TomlError| why.to_string())?;
    let pair = |[a, b]: [f64; 2]| {
        let mut pair = Array::new();
        pair.push(rounded(a));
        pair.push(rounded(b));
        pair
    };
    let table = map.entry("picture").or_insert_with(|| Item::Table(Table::new()));
    let table = table.as_table_mut().ok_or("`picture` is no table: expected [picture]")?;
    table["file"] = value(&under.file);
    table["origin"] = value(pair(under.fit.origin));
    table["hex"] = value(pair(under.fit.hex));
    table["turn"] = value(rounded(under.fit.turn));
    table["opacity"] = value(rounded(under.opacity));
    table["draw"] = value(match under.draw {
        Draw::Grid => "grid",
        Draw::All => "all",
        Draw::None => "none",
    });
    Ok(map.to_string())
}

/// A thousandth of a pixel is enough.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn under() -> Under {
        let fit = Fit { origin: [12.34567, 8.0], hex: [60.0, 52.5], turn: 0.25 };
        Under { file: "scan.jpg".to_owned(), fit, opacity: 1.0, draw: Draw::Grid }
    }

    #[test]
    fn a_picture_is_written_and_everything_else_stays() {
        let text = crate::built_in(".map.toml")
            .into_iter()
            .find(|f| f.stem(".map.toml") == "crossroads")
            .unwrap()
            .text();
        let once = with_picture(&text, &under()).unwrap();
        assert!(once.starts_with(text.trim_end()), "what was there stands there still");
        let map = HexMap::parse("x.map.toml", &once).unwrap();
        let picture = map.picture.unwrap();
        assert_eq!((picture.file.as_str(), picture.fit.origin), ("scan.jpg", [12.346, 8.0]));
        let again = with_picture(&once, &Under { draw: Draw::All, ..under() }).unwrap();
        assert_eq!(HexMap::parse("x.map.toml", &again).unwrap().picture.unwrap().draw, Draw::All);
        assert_eq!(again.matches("[picture]").count(), 1);
    }
}
