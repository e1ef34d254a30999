//! The turn track: a box for each turn, with its day, its weather and who comes.

use library::Scenario;
use library::counter::colours;
use table::Viewer;

use crate::leaf::Leaves;
use crate::svg::{At, Face, Type};
use crate::{Error, INK, Paper, Printed};

const NUMBER: Type = Type::new(Face::Semibold, 5.4);
const DAY: Type = Type::new(Face::Italic, 3.0);
const WORD: Type = Type::new(Face::Regular, 2.9);
const STEP: f64 = 3.6;
/// The room that a marker needs.
const BODY: f64 = 20.0;

/// Prints the turn track of a scenario.
///
/// # Errors
/// A drawing that cannot be read.
pub fn track(
    scenario: &Scenario,
    paper: Paper,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<Printed, Error> {
    let view = scenario.position().view(Viewer::Referee);
    let mut leaves = Leaves::new(paper, &scenario.name, "Turn track");
    let across = if view.track.len() <= 6 { 3 } else { 5 };
    let (left, wide) = (leaves.left(), leaves.room() / f64::from(across as u8));
    for row in view.track.chunks(across) {
        let told: Vec<Vec<(String, &'static str)>> =
            row.iter().map(|turn| lines(turn, &view, wide - 4.0)).collect();
        let deep = told.iter().map(Vec::len).max().unwrap_or(0) as f64 * STEP;
        let height = (17.0 + deep).max(17.0 + BODY).min(leaves.whole());
        let _ = leaves.take(height);
        let y = leaves.y;
        let svg = leaves.take(height);
        for (n, (turn, told)) in row.iter().zip(&told).enumerate() {
            let x = left + wide * n as f64;
            let ground = if turn.night { "#d9d6d0" } else { "#fffdf5" };
            svg.rect([x, y, wide, height], ground, INK, 0.3);
            svg.text((x + 2.0, y + 6.4), At::Left, NUMBER, &turn.turn.to_string());
            svg.fitted((x + wide - 2.0, y + 6.0), At::Right, DAY, wide - 14.0, &turn.label);
            svg.line((x + 2.0, y + 8.4), (x + wide - 2.0, y + 8.4), 0.15, INK);
            for (k, (line, colour)) in told.iter().enumerate() {
                let at = y + 12.6 + STEP * k as f64;
                if at < y + height - 1.0 {
                    svg.fitted((x + 2.0, at), At::Left, Type { colour, ..WORD }, wide - 4.0, line);
                }
            }
        }
        leaves.y = y + height;
    }
    victory(&mut leaves, &view.victory);
    leaves.bind(tell)
}

/// What counts, below the turns.
fn victory(leaves: &mut Leaves, victory: &table::view::Victory) {
    let (left, room) = (leaves.left(), leaves.room());
    let mut put = |set: Type, text: &str, before: f64| {
        for (n, line) in set.wrap(text, room).iter().enumerate() {
            let step = set.size * 1.3 + if n == 0 { before } else { 0.0 };
            let _ = leaves.take(step);
            let y = leaves.y + step;
            leaves.take(0.0).text((left, y), At::Left, set, line);
            leaves.y = y;
        }
    };
    put(Type::new(Face::Semibold, 4.4), "Victory", 6.0);
    put(Type::new(Face::Regular, 3.4), &victory.description, 2.0);
    for line in &victory.lines {
        let side = line.side.map_or(String::new(), |side| format!("{side}: "));
        let points = if line.points == 0 { String::new() } else { format!(" ({})", line.points) };
        put(Type::new(Face::Regular, 3.2), &format!("{side}{}{points}", line.label), 0.8);
    }
}

/// The weather of a turn, and who comes, side by side.
fn lines(turn: &table::view::Turn, view: &table::View, room: f64) -> Vec<(String, &'static str)> {
    let mut lines: Vec<(String, &'static str)> = Vec::new();
    for word in &turn.weather {
        lines.extend(WORD.wrap(word, room).into_iter().map(|line| (line, "#1f4a66")));
    }
    for side in table::Side::BOTH {
        let who: Vec<&str> = turn
            .arrivals
            .iter()
            .filter_map(|id| view.piece(id))
            .filter(|piece| piece.side == Some(side))
            .map(|piece| piece.name.as_str())
            .collect();
        if !who.is_empty() {
            let told = format!("{side}: {}", who.join(", "));
            lines.extend(WORD.wrap(&told, room).into_iter().map(|line| (line, colours(Some(side)).0)));
        }
    }
    lines
}
