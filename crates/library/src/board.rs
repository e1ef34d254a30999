//! What a game is played on: a map of hexes or a table.

use std::borrow::Cow;
use std::path::Path;

use hexmap::HexMap;
use hexmap::render::{self, Options};
use table::{Faults, Source};

use crate::files::read_text;
use crate::scenario::{self, Kind, OpenError};
use crate::{Scenario, built_in};

const MAP: &str = ".map.toml";

/// A map of hexes or a table.
#[derive(Clone, Debug)]
pub enum Board<'a> {
    Hexes(Cow<'a, HexMap>),
}

impl Board<'_> {
    pub fn name(&self) -> &str {
        match self {
            Board::Hexes(map) => &map.name,
        }
    }

    /// How large it is, in words.
    pub fn measure(&self) -> String {
        match self {
            Board::Hexes(map) => format!("{} x {} hexes", map.grid.columns, map.grid.rows),
        }
    }

    /// How large it is, to compare boards of the same kind: hexes.
    pub fn size(&self) -> usize {
        match self {
            Board::Hexes(map) => map.grid.len(),
        }
    }

    /// The picture as SVG: a page to print, or the bare map with a clickable hex for a client.
    pub fn svg(&self, interactive: bool) -> String {
        match self {
            Board::Hexes(map) if interactive => {
                render::svg(map, &Options { interactive: true, ..Options::bare() })
            }
            Board::Hexes(map) => render::svg(map, &Options::default()),
        }
    }

    fn keep(self) -> Board<'static> {
        match self {
            Board::Hexes(map) => Board::Hexes(Cow::Owned(map.into_owned())),
        }
    }
}

/// Opens a map or a table: by the name of a built-in one, by the path of its file, or that of a
/// scenario (id or file).
///
/// # Errors
/// Nothing is called so, a file cannot be read, or everything in it that does not fit.
pub fn open_board(asked: &str) -> Result<Board<'static>, OpenError> {
    if let Some(file) = built_in(MAP).into_iter().find(|f| f.stem(MAP) == asked) {
        return Ok(parse(&format!("data/{}", file.path), &file.text())?);
    }
    if scenario::is_file(asked) {
        let text = read_text(Path::new(asked))?;
        let kind: Kind = Source::new(asked, &text).parse()?;
        if kind.format.as_deref() != Some(Scenario::FORMAT) {
            return Ok(parse(asked, &text)?);
        }
    }
    Ok(crate::open(asked)?.board().keep())
}

fn parse(file: &str, text: &str) -> Result<Board<'static>, Faults> {
    Ok(Board::Hexes(Cow::Owned(HexMap::parse(file, text)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_map_fits() {
        for file in built_in(MAP) {
            let id = file.stem(MAP).to_owned();
            let board = open_board(&id).unwrap_or_else(|e| panic!("{id}: {e}"));
            assert!(!board.name().is_empty());
        }
    }

    #[test]
    fn what_is_no_map_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.map.toml");
        std::fs::write(&file, "format = \"poem/1\"\n").unwrap();
        let told = open_board(file.to_str().unwrap()).unwrap_err().to_string();
        assert!(told.contains("x.map.toml"), "{told}");
        assert!(matches!(open_board("nowhere"), Err(OpenError::Unknown { .. })));
    }
}
