//! The picture of a map or a table with the pieces of a set-up on it.

use std::fmt::Write;

use hexmap::HexMap;
use hexmap::render::{Layout, Options, svg};
use table::view::Piece;
use vnb::{PICTURE_SCALE, Picture, Table};

use crate::Board;
use crate::counter::{commands, counter, ribbon, stand, states};

/// A counter's side in units of the picture, and the part of it that one above leaves to be seen: its name.
const SIDE: f64 = 42.0;
const PEEK: f64 = SIDE * 0.27;

/// The page to print, with these pieces where they stand.
pub(crate) fn picture(board: &Board, pieces: &[Piece]) -> String {
    match board {
        Board::Hexes(map) => on_hexes(map, pieces),
        Board::Table(table) => on_table(table, pieces),
    }
}

fn on_hexes(map: &HexMap, pieces: &[Piece]) -> String {
    let layout = Layout::new(map, &Options::default());
    let mut places: Vec<&str> = pieces.iter().filter_map(|p| p.now.at.as_deref()).collect();
    places.sort_unstable();
    places.dedup();
    let mut overlay = String::new();
    for place in places {
        let Some(hex) = map.grid.hex(place) else { continue };
        let here = || pieces.iter().filter(|p| p.now.at.as_deref() == Some(place));
        let leaders: Vec<&Piece> = here().filter(|p| commands(p)).collect();
        let units: Vec<&Piece> = here().filter(|p| !commands(p)).collect();
        stack(&mut overlay, layout.centre(hex), &leaders, &units);
    }
    svg(map, &Options { overlay, ..Options::default() })
}

/// Leaders as ribbons, then units, each a little lower than the one before, so that every name can be read.
fn stack(out: &mut String, (x, y): (f64, f64), leaders: &[&Piece], units: &[&Piece]) {
    let bands = leaders.len() + units.len().saturating_sub(1);
    let last = if units.is_empty() { 0.0 } else { SIDE };
    let (left, mut top) = (x - SIDE / 2.0, y - (bands as f64 * PEEK + last) / 2.0);
    let mut put = |drawn: &str| {
        let _ = writeln!(
            out,
            "<g transform=\"translate({left:.1} {top:.1})scale({})\">{drawn}</g>",
            SIDE / 100.0
        );
        top += PEEK;
    };
    leaders.iter().for_each(|leader| put(&ribbon(leader)));
    units.iter().for_each(|unit| put(&counter(unit, &states(unit))));
}

fn on_table(table: &Table, pieces: &[Piece]) -> String {
    let mut overlay = String::new();
    for piece in pieces {
        let Some(pose) = piece.now.pose else { continue };
        let (x, y) = vnb::place(table, pose.x, pose.y);
        let across = piece.radius.map_or(piece.width.unwrap_or(3.0), |r| r * 2.0);
        let deep = piece.radius.map_or(piece.depth.unwrap_or(1.5), |r| r * 2.0);
        let size = (across * PICTURE_SCALE, deep * PICTURE_SCALE);
        let drawn = stand(piece, size, (90.0..270.0).contains(&pose.facing), &states(piece));
        let _ = writeln!(
            overlay,
            "<g transform=\"translate({x:.1} {y:.1})rotate({:.1})\">{drawn}</g>",
            pose.facing,
        );
        if commands(piece) {
            let at = (x, y + across * PICTURE_SCALE / 2.0 + 10.0);
            let name = hexmap::render::escape(&piece.name);
            let _ = writeln!(
                overlay,
                "<text class=\"vb-name\" x=\"{:.1}\" y=\"{:.1}\">{name}</text>",
                at.0, at.1
            );
        }
    }
    vnb::draw(table, &Picture { bare: false, overlay: &overlay })
}

#[cfg(test)]
mod tests {
    use crate::open;

    #[test]
    fn everybody_who_stands_on_the_map_is_drawn() {
        for id in ["second-manassas", "rummels-farm", "lesson-henry-hill"] {
            let scenario = open(id).unwrap();
            let drawn = scenario.picture_of_setup();
            let view = scenario.position().view(table::Viewer::Referee);
            assert!(drawn.len() > scenario.picture(false).len());
            for piece in view.pieces.iter().filter(|p| p.now.at.is_some() || p.now.pose.is_some()) {
                let name = hexmap::render::escape(&piece.name);
                assert!(drawn.contains(&format!(">{name}</text>")), "{id}: {name}");
            }
        }
    }
}
