//! Counters to be cut out: fronts, and on the page behind them their backs, mirrored so that both sides meet when the
//! sheet is turned along its long edge.

use library::counter::{commands, counter, stand};
use library::{Board, Scenario};
use table::Viewer;
use table::view::Piece;

use crate::leaf::Leaves;
use crate::svg::{At, Face, Svg, Type};
use crate::{Error, Length, Paper, Printed, SOFT};

/// A counter in millimetres.
struct Cut<'a> {
    piece: &'a Piece,
    width: f64,
    height: f64,
}

/// Prints the counters of a scenario: squares of `size`, or for a table stands at `inch` millimetres an inch.
///
/// # Errors
/// A counter that is larger than the paper, or a drawing that cannot be read.
pub fn counters(
    scenario: &Scenario,
    paper: Paper,
    size: Length,
    inch: Length,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<Printed, Error> {
    let view = scenario.position().view(Viewer::Referee);
    let stands = matches!(scenario.board(), Board::Table(_));
    let back = library::system(scenario.system).map_or("", |system| system.paper.back);
    let mut leaves = Leaves::new(paper, &scenario.name, "");
    for side in scenario.sides {
        let own: Vec<Cut> = view
            .pieces
            .iter()
            .filter(|piece| piece.side == Some(side))
            .map(|piece| match stands {
                true => standing(piece, inch.0),
                false => Cut { piece, width: size.0, height: size.0 },
            })
            .collect();
        let mut left = own.as_slice();
        while !left.is_empty() {
            let (fit, places) = lay(left, leaves.room(), leaves.whole() - 8.0);
            if fit == 0 {
                return Err(Error::Paper(format!(
                    "a counter of {:.0} by {:.0} mm does not fit on {}: take a smaller scale",
                    left[0].width,
                    left[0].height,
                    paper.name()
                )));
            }
            for front in [true, false] {
                leaves.part(&format!("{side} counters, {}", if front { "fronts" } else { "backs" }));
                sheet(&mut leaves, &left[..fit], &places, if front { "" } else { back }, front);
            }
            left = &left[fit..];
        }
    }
    leaves.bind(tell)
}

/// A stand as large as the rules want it.
fn standing(piece: &Piece, inch: f64) -> Cut<'_> {
    if commands(piece) {
        return Cut { piece, width: inch, height: inch };
    }
    // What is not on the table yet has no size of its own to show: brigades are square, all others half as deep.
    let brigade =
        piece.arm.as_deref().is_some_and(|arm| arm.contains("brigade") || arm == "mounted-infantry");
    let (width, depth) = (piece.width.unwrap_or(3.0), piece.depth.unwrap_or(if brigade { 3.0 } else { 1.5 }));
    Cut { piece, width: width * inch, height: depth * inch }
}

/// How many of them fit on a page, and where: rows as high as the highest of each.
fn lay(cuts: &[Cut], room: f64, high: f64) -> (usize, Vec<(f64, f64)>) {
    let (mut x, mut y, mut row) = (0.0, 0.0, 0.0f64);
    let mut places = Vec::new();
    for cut in cuts {
        if x + cut.width > room {
            (x, y, row) = (0.0, y + row, 0.0);
        }
        if y + cut.height > high || cut.width > room {
            break;
        }
        places.push((x, y));
        x += cut.width;
        row = row.max(cut.height);
    }
    (places.len(), places)
}

fn sheet(leaves: &mut Leaves, cuts: &[Cut], places: &[(f64, f64)], back: &str, front: bool) {
    let (left, room) = (leaves.left(), leaves.room());
    let svg = leaves.take(10.0);
    let top = 32.0;
    for (cut, (x, y)) in cuts.iter().zip(places) {
        // Turned along the long edge, left becomes right.
        let x = if front { left + x } else { left + room - x - cut.width };
        let at = (x, top + y);
        let state = if back.is_empty() { Vec::new() } else { vec![back] };
        draw(svg, cut, at, &state);
        crop(svg, at, cut);
    }
    let told = if front {
        "Print on both sides, turned along the long edge; cut along the lines."
    } else {
        "The backs of the page before."
    };
    svg.text((left, 27.0), At::Left, Type::new(Face::Italic, 3.0).soft(), told);
}

fn draw(svg: &mut Svg, cut: &Cut, (x, y): (f64, f64), state: &[&str]) {
    let square = (cut.width - cut.height).abs() < 1e-9 && cut.width < 20.0;
    let disc = commands(cut.piece) && cut.piece.kind == "commander";
    if square && !disc {
        // A little within the cut: scissors are not exact.
        let inner = cut.width * 0.96;
        let edge = (cut.width - inner) / 2.0;
        svg.group((x + edge, y + edge), inner / 100.0, &counter(cut.piece, state));
        return;
    }
    let drawn = stand(cut.piece, (cut.width * 0.94, cut.height * 0.94), false, state);
    svg.group((x + cut.width / 2.0, y + cut.height / 2.0), 1.0, &drawn);
}

/// Ticks at the corners: lines all round would show after the cut.
fn crop(svg: &mut Svg, (x, y): (f64, f64), cut: &Cut) {
    let tick = cut.width.min(cut.height) * 0.1;
    for cx in [x, x + cut.width] {
        for cy in [y, y + cut.height] {
            svg.line((cx - tick, cy), (cx + tick, cy), 0.08, SOFT);
            svg.line((cx, cy - tick), (cx, cy + tick), 0.08, SOFT);
        }
    }
}
