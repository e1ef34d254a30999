//! What a game is played on: a map of hexes or a table.

use std::borrow::Cow;
use std::path::Path;

use hexmap::HexMap;
use hexmap::render::{self, Options};
use table::{Fault, Faults, Source};
use vnb::Table;

use crate::files::read_text;
use crate::scenario::{self, Kind, OpenError};
use crate::systems::table_picture;
use crate::{Ground, Scenario, built_in};

/// The words that maps and tables begin with.
const MAP: &str = "hardtack-map/1";
const TABLE: &str = "hardtack-table/1";

/// How the files of boards end, for those who ask by name.
pub(crate) const ENDINGS: [&str; 2] = [".map.toml", ".table.toml"];

/// A map of hexes or a table.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "one is opened now and then, never kept in numbers")]
pub enum Board<'a> {
    /// A map of hexes.
    Hexes(Cow<'a, HexMap>),
    /// Measured in inches (Volley & Bayonet).
    Table(Cow<'a, Table>),
}

impl Board<'_> {
    /// What it is called.
    pub fn name(&self) -> &str {
        match self {
            Board::Hexes(map) => &map.name,
            Board::Table(table) => &table.name,
        }
    }

    /// How large it is, in words.
    pub fn measure(&self) -> String {
        match self {
            Board::Hexes(map) => format!("{} x {} hexes", map.grid.columns, map.grid.rows),
            Board::Table(table) => {
                format!("{} x {} inches", f64::from(table.width) / 100.0, f64::from(table.height) / 100.0)
            }
        }
    }

    /// How large it is, to compare boards of the same kind: hexes, or square inches.
    pub fn size(&self) -> usize {
        match self {
            Board::Hexes(map) => map.grid.len(),
            Board::Table(table) => (table.width / 100 * (table.height / 100)).unsigned_abs() as usize,
        }
    }

    /// Units of its picture to a hex, from side to side, or to an inch.
    pub fn unit(&self) -> f64 {
        match self {
            Board::Hexes(map) => render::Layout::new(map, &Options::default()).edge * 3f64.sqrt(),
            Board::Table(_) => vnb::PICTURE_SCALE,
        }
    }

    /// Units of bare paper around its picture, as a page to print, that can be cut off.
    pub fn bare_edge(&self) -> f64 {
        match self {
            Board::Hexes(_) => 26.0,
            Board::Table(_) => 20.0,
        }
    }

    /// The picture under its page, if its file names one.
    pub fn ground(&self) -> Option<Ground> {
        Ground::of(self, false)
    }

    fn keep(self) -> Board<'static> {
        match self {
            Board::Hexes(map) => Board::Hexes(Cow::Owned(map.into_owned())),
            Board::Table(table) => Board::Table(Cow::Owned(table.into_owned())),
        }
    }
}

/// The picture of a map of hexes as SVG: a page to print, or the bare map for a client to click on.
pub(crate) fn hex_picture(map: &HexMap, interactive: bool) -> String {
    match interactive {
        true => render::svg(map, &Options { interactive: true, ..Options::bare() }),
        false => render::svg(map, &Options::default()),
    }
}

/// The bare map with a further layer on it.
pub(crate) fn hex_plan(map: &HexMap, overlay: &str) -> String {
    render::svg(map, &Options { overlay: overlay.to_owned(), ..Options::bare() })
}

/// The centre of a hex on [`hex_plan`].
pub(crate) fn hex_place(map: &HexMap, at: &str) -> Option<(f64, f64)> {
    Some(render::Layout::new(map, &Options::bare()).centre(map.grid.hex(at)?))
}

/// Draws what [`open_board`] opens, or the board of a scenario as its system draws it.
///
/// # Errors
/// As [`open_board`].
pub fn picture(asked: &str, interactive: bool) -> Result<String, OpenError> {
    match find(asked)? {
        Found::Scenario(scenario) => Ok(scenario.picture(interactive)),
        Found::Board(Board::Hexes(map)) => Ok(hex_picture(&map, interactive)),
        Found::Board(Board::Table(table)) => Ok(table_picture(&table, interactive)),
    }
}

/// Opens a map or a table: by the name of a built-in one, by the path of its file, or that of a
/// scenario (id or file).
///
/// # Errors
/// Nothing is called so, a file cannot be read, or everything in it that does not fit.
pub fn open_board(asked: &str) -> Result<Board<'static>, OpenError> {
    match find(asked)? {
        Found::Scenario(scenario) => Ok(scenario.board().keep()),
        Found::Board(board) => Ok(board),
    }
}

#[expect(clippy::large_enum_variant, reason = "one is found now and then, never kept in numbers")]
enum Found {
    Board(Board<'static>),
    Scenario(Scenario),
}

/// A scenario goes before a map of the same name: it has the same board.
fn find(asked: &str) -> Result<Found, OpenError> {
    if scenario::is_file(asked) && !crate::own::is_own(asked) {
        let text = read_text(Path::new(asked))?;
        let kind: Kind = Source::new(asked, &text).parse()?;
        if kind.format.as_deref() != Some(Scenario::FORMAT) {
            return Ok(Found::Board(parse(asked, &text)?));
        }
    }
    let unknown = match crate::open(asked) {
        Ok(scenario) => return Ok(Found::Scenario(scenario)),
        Err(unknown @ OpenError::Unknown { .. }) => unknown,
        Err(other) => return Err(other),
    };
    match built_in_board(asked) {
        Some((file, text)) => Ok(Found::Board(parse(&file, &text)?)),
        None => Err(unknown),
    }
}

/// The name in messages and the text of a built-in board.
pub(crate) fn built_in_board(asked: &str) -> Option<(String, String)> {
    let find = |ending: &str| built_in(ending).into_iter().find(|file| file.stem(ending) == asked);
    let file = ENDINGS.into_iter().find_map(find)?;
    Some((format!("data/{}", file.path), file.text()))
}

/// Everything wrong with a board, and what is probably a slip.
pub(crate) fn examine(file: &str, text: &str) -> (Faults, Vec<Fault>) {
    if is_table(file, text) {
        return vnb::examine_table(file, text);
    }
    let (map, faults) = HexMap::read(file, text);
    let map = map.filter(|_| faults.0.is_empty());
    let mut source = Source::new(file, text);
    for warning in map.iter().flat_map(hexmap::warnings) {
        source.warn(warning.code, warning.subject.key(), warning.what);
    }
    (faults, source.take_warnings())
}

/// Whether a text says that it is a map or a table.
pub(crate) fn is_board_text(text: &str) -> bool {
    let kind = Source::new("", text).parse::<Kind>().ok().and_then(|kind| kind.format);
    kind.is_some_and(|format| format == MAP || format == TABLE)
}

fn is_table(file: &str, text: &str) -> bool {
    let kind = Source::new(file, text).parse::<Kind>().ok().and_then(|kind| kind.format);
    kind.map_or(file.ends_with(ENDINGS[1]), |format| format == TABLE)
}

fn parse(file: &str, text: &str) -> Result<Board<'static>, Faults> {
    if is_table(file, text) {
        return Ok(Board::Table(Cow::Owned(vnb::load_table(file, text)?)));
    }
    Ok(Board::Hexes(Cow::Owned(HexMap::parse(file, text)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_map_fits() {
        let files = ENDINGS.into_iter().flat_map(|e| built_in(e).into_iter().map(move |f| (f, e)));
        for (file, ending) in files {
            let id = file.stem(ending).to_owned();
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
