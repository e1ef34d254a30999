//! A piece of the map in letters: enough to find one's way in a terminal.

use std::collections::BTreeMap;
use std::io::Write;

use hexmap::{Hex, HexMap};
use library::Board;
use serde_json::Value;
use table::Side;

use crate::text;

/// Hexes shown in every direction: what fits 80 columns.
const RADIUS: u16 = 3;

/// The pieces in each place, by side.
type Stacks = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// Prints the map around a place: a hex, a piece, what is under way, or the first piece of the seat.
pub fn excerpt(
    out: &mut dyn Write,
    board: Board,
    view: &Value,
    seat: Side,
    around: &str,
) -> anyhow::Result<()> {
    match board {
        Board::Hexes(map) => match centre(&map, view, seat, around) {
            Some(hex) => hexes(out, &map, view, hex),
            None => Ok(writeln!(out, "There is no hex, place or unit on the map called `{around}`.")?),
        },
        Board::Table(table) => {
            tabletop(out, view, (f64::from(table.width) / 100.0, f64::from(table.height) / 100.0))
        }
    }
}

fn pieces(view: &Value) -> &[Value] {
    view["pieces"].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn centre(map: &HexMap, view: &Value, seat: Side, around: &str) -> Option<Hex> {
    let hex_of = |value: &Value| value.as_str().and_then(|label| map.grid.hex(label));
    if !around.is_empty() {
        let named = |p: &&Value| p["name"].as_str().is_some_and(|n| n.eq_ignore_ascii_case(around));
        let place = map.places.iter().find(|p| p.name.eq_ignore_ascii_case(around)).map(|p| p.hex);
        let piece = || pieces(view).iter().find(named).and_then(|p| hex_of(&p["at"]));
        return map.grid.hex(around).or(place).or_else(piece);
    }
    let own = |p: &&Value| p["side"] == seat.word();
    hex_of(&view["active"]["at"])
        .or_else(|| pieces(view).iter().filter(own).find_map(|p| hex_of(&p["at"])))
        .or_else(|| map.grid.hexes().next())
}

/// The whole table from above: a letter for each stand, small for the Confederates, and who is who.
fn tabletop(out: &mut dyn Write, view: &Value, (width, height): (f64, f64)) -> anyhow::Result<()> {
    // A letter is about twice as high as it is wide; the whole fits 76 columns and 24 lines.
    let scale = (76.0 / width).min(48.0 / height);
    let (across, down) = ((width * scale).ceil() as usize, (height * scale / 2.0).ceil() as usize);
    let mut sheet = vec![vec![' '; across]; down];
    let mut rows = Vec::new();
    let mut letters = [b'A'..=b'Z', b'a'..=b'z'].map(Iterator::cycle);
    for piece in pieces(view) {
        let (Some(x), Some(y)) = (piece["x"].as_f64(), piece["y"].as_f64()) else { continue };
        let union = piece["side"] == "union";
        let letter = letters[usize::from(!union)].next().map_or('?', char::from);
        let column = ((x * scale) as usize).min(across - 1);
        let row = (((height - y) * scale / 2.0) as usize).min(down - 1);
        sheet[row][column] = letter;
        let place = format!("{x:.1}, {y:.1} facing {}", piece["facing"]);
        rows.push(vec![letter.to_string(), piece["name"].as_str().unwrap_or_default().to_owned(), place]);
    }
    writeln!(out, "+{}+", "-".repeat(across))?;
    for line in sheet {
        writeln!(out, "|{}|", line.into_iter().collect::<String>())?;
    }
    writeln!(out, "+{}+", "-".repeat(across))?;
    writeln!(out, "{width} x {height} inches; capitals are Union stands, small letters Confederate ones")?;
    Ok(text::columns(out, "  ", &rows)?)
}

fn stacks(view: &Value) -> Stacks {
    let mut stacks = Stacks::new();
    for piece in pieces(view) {
        if let (Some(at), Some(side), Some(name)) =
            (piece["at"].as_str(), piece["side"].as_str(), piece["name"].as_str())
        {
            let sides = stacks.entry(at.to_owned()).or_default();
            sides.entry(text::capital(side)).or_default().push(name.to_owned());
        }
    }
    stacks
}

/// Who stands in a hex, in a few letters: `U2 Wagner` is Wagner with one more Union piece.
fn mark(sides: &BTreeMap<String, Vec<String>>) -> String {
    let (side, names) = sides.iter().next_back().map_or(("", &[][..]), |(s, n)| (s.as_str(), n));
    let count = if names.len() > 1 { names.len().to_string() } else { String::new() };
    format!("{}{count} {}", side.get(..1).unwrap_or_default(), names.first().map_or("", String::as_str))
}

fn hexes(out: &mut dyn Write, map: &HexMap, view: &Value, around: Hex) -> anyhow::Result<()> {
    let stacks = stacks(view);
    let marked = |hex: Hex| stacks.get(&map.grid.label(hex)).map(mark);
    writeln!(out, "{}", hexmap::render::text(map, around, RADIUS, marked).trim_end())?;
    for hex in map.grid.hexes().filter(|hex| map.grid.distance(around, *hex) <= RADIUS) {
        let label = map.grid.label(hex);
        for (side, names) in stacks.get(&label).into_iter().flatten() {
            let line = format!("{side}: {}", names.join(", "));
            text::hanging(out, &format!("  {label}  "), "        ", &line)?;
        }
    }
    Ok(())
}
