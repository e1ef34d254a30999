//! A piece of the map in letters: enough to find one's way in a terminal.

use std::collections::BTreeMap;
use std::io::Write;

use hexmap::{Hex, HexMap};
use library::Board;
use table::view::{Ground, Piece, Pose};
use table::{Side, View};

use crate::text;

/// Hexes shown in every direction: what fits 80 columns.
const RADIUS: u16 = 3;

/// The pieces in each place, by side.
type Stacks = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// Prints the map around a place: a hex, a piece, what is under way, or the first piece of the seat.
pub fn excerpt(
    out: &mut dyn Write,
    board: Board,
    view: &View,
    seat: Side,
    around: &str,
) -> anyhow::Result<()> {
    match board {
        Board::Hexes(map) => match centre(&map, view, seat, around) {
            Some(hex) => hexes(out, &map, view, hex),
            None => Ok(writeln!(out, "There is no hex, place or unit on the map called `{around}`.")?),
        },
        Board::Table(_) => match view.board {
            Ground::Inches { width, height } => tabletop(out, view, (width, height)),
            Ground::Hexes => Ok(()),
        },
    }
}

fn centre(map: &HexMap, view: &View, seat: Side, around: &str) -> Option<Hex> {
    let hex_of = |piece: &Piece| piece.now.at.as_deref().and_then(|label| map.grid.hex(label));
    if !around.is_empty() {
        let named = |p: &&Piece| p.name.eq_ignore_ascii_case(around);
        let place = map.places.iter().find(|p| p.name.eq_ignore_ascii_case(around)).map(|p| p.hex);
        let piece = || view.pieces.iter().find(named).and_then(hex_of);
        return map.grid.hex(around).or(place).or_else(piece);
    }
    let active = view.active.as_ref().and_then(|active| active.at.as_deref());
    active
        .and_then(|at| map.grid.hex(at))
        .or_else(|| view.pieces.iter().filter(|p| p.side == Some(seat)).find_map(hex_of))
        .or_else(|| map.grid.hexes().next())
}

/// The whole table from above: a letter for each stand, small for the Confederates, and who is who.
fn tabletop(out: &mut dyn Write, view: &View, (width, height): (f64, f64)) -> anyhow::Result<()> {
    // A letter is about twice as high as it is wide; the whole fits 76 columns and 24 lines.
    let scale = (76.0 / width).min(48.0 / height);
    let (across, down) = ((width * scale).ceil() as usize, (height * scale / 2.0).ceil() as usize);
    let mut sheet = vec![vec![' '; across]; down];
    let mut rows = Vec::new();
    let mut letters = [b'A'..=b'Z', b'a'..=b'z'].map(Iterator::cycle);
    for piece in &view.pieces {
        let Some(Pose { x, y, facing }) = piece.now.pose else { continue };
        let union = piece.side == Some(Side::Union);
        let letter = letters[usize::from(!union)].next().map_or('?', char::from);
        let column = ((x * scale) as usize).min(across - 1);
        let row = (((height - y) * scale / 2.0) as usize).min(down - 1);
        sheet[row][column] = letter;
        let place = format!("{x:.1}, {y:.1} facing {facing:?}");
        rows.push(vec![letter.to_string(), piece.name.clone(), place]);
    }
    writeln!(out, "+{}+", "-".repeat(across))?;
    for line in sheet {
        writeln!(out, "|{}|", line.into_iter().collect::<String>())?;
    }
    writeln!(out, "+{}+", "-".repeat(across))?;
    writeln!(out, "{width} x {height} inches; capitals are Union stands, small letters Confederate ones")?;
    Ok(text::columns(out, "  ", &rows)?)
}

fn stacks(view: &View) -> Stacks {
    let mut stacks = Stacks::new();
    for piece in &view.pieces {
        if let (Some(at), Some(side)) = (&piece.now.at, piece.side) {
            let sides = stacks.entry(at.clone()).or_default();
            sides.entry(side.to_string()).or_default().push(piece.name.clone());
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

fn hexes(out: &mut dyn Write, map: &HexMap, view: &View, around: Hex) -> anyhow::Result<()> {
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
