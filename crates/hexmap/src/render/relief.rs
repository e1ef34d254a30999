//! High and low: tints and contour lines for levels, ridges, steep slopes, stone walls.

use std::fmt::Write;

use super::areas::{Cells, Piece, on_curve};
use super::mask::{LABEL, Mask, NUMBER, SITE, WATER, WAY};
use super::pen::{Path, Point, between, n, noise, unit};
use crate::{Dir, Hex, Ridge};

/// Colours of the levels 1 to 9, darker with height.
pub const LEVELS: [&str; 9] =
    ["#eadbb3", "#dfc793", "#d2b177", "#c49a5f", "#b4854c", "#a2713d", "#8f5f31", "#7c4f27", "#69401e"];

/// How far apart contour lines run that share one hexside.
const GAP: f64 = 3.6;

fn shift(cells: &Cells<'_>, level: u8, piece: &Piece) -> f64 {
    let Some(outside) = piece.outside else { return 0.0 };
    let (low, high) = (cells.map.elevation(outside), cells.map.elevation(piece.inside));
    (f64::from(low) + f64::from(high) + 1.0 - 2.0 * f64::from(level)) / 2.0 * GAP
}

fn heights(cells: &Cells<'_>) -> std::ops::RangeInclusive<u8> {
    let levels = || cells.map.grid.hexes().map(|h| cells.map.elevation(h));
    1..=levels().max().unwrap_or(0)
}

/// The tints of the levels above 0.
pub fn tints(out: &mut String, cells: &Cells<'_>) {
    for level in heights(cells) {
        let d = cells.smooth(|h| cells.map.elevation(h) >= level, |piece| shift(cells, level, piece));
        let _ = writeln!(out, "<path d=\"{d}\" fill=\"{}\"/>", LEVELS[usize::from(level) - 1]);
    }
}

/// The contour lines between levels, each with its height here and there.
pub fn contours(out: &mut String, cells: &Cells<'_>, mask: &mut Mask) {
    let mut names = String::new();
    for level in heights(cells) {
        let mut path = Path::default();
        for outline in cells.outlines(|h| cells.map.elevation(h) >= level) {
            let bends = cells.bends(&outline, |piece| shift(cells, level, piece));
            // Beyond the ring around the map there is no line to draw, only the edge of the paper.
            let inner: Vec<bool> = outline.iter().map(|(_, piece)| piece.outside.is_some()).collect();
            line(&mut path, &bends, &inner);
            label(&mut names, level, &bends, &inner, mask);
        }
        let width = if level % 5 == 0 { 1.6 } else { 1.0 };
        let _ = writeln!(out, "<path d=\"{}\" class=\"hm-contour\" stroke-width=\"{}\"/>", path.0, n(width));
    }
    let _ = writeln!(out, "<g class=\"hm-level\">{names}</g>");
}

fn line(path: &mut Path, bends: &[(Point, Point)], inner: &[bool]) {
    let count = bends.len();
    let mut drawing = false;
    for i in 0..count {
        let before = (i + count - 1) % count;
        if !(inner[i] && inner[before]) {
            drawing = false;
            continue;
        }
        if !drawing {
            path.start(bends[before].1);
        }
        path.quad(bends[i].0, bends[i].1);
        drawing = true;
    }
}

fn label(out: &mut String, level: u8, bends: &[(Point, Point)], inner: &[bool], mask: &mut Mask) {
    let mut since = 6;
    for i in 1..bends.len() {
        let at = on_curve(bends[i - 1].1, bends[i].0, bends[i].1);
        since += 1;
        if since >= 11 && inner[i] && inner[i - 1] && !mask.has(at, LABEL | SITE | WATER | WAY | NUMBER) {
            let _ = write!(out, "<text x=\"{}\" y=\"{}\">{level}</text>", n(at.0), n(at.1 + 3.0));
            mask.disc(at, 5.0, LABEL);
            since = 0;
        }
    }
}

/// Ridges: a crest in the high hex, and strokes down to the hexside.
pub fn ridges(out: &mut String, cells: &Cells<'_>) {
    let (mut crest, mut strokes) = (Path::default(), Path::default());
    for (hex, dir) in every_side(cells) {
        if cells.map.side(hex, dir).ridge != Ridge::Down {
            continue;
        }
        let (a, b, up) = slope(cells, hex, dir);
        let top = |share: f64| {
            let p = between(a, b, share);
            let bow = 5.0 + 4.5 * (share * (1.0 - share)) * 4.0;
            (p.0 + up.0 * bow, p.1 + up.1 * bow)
        };
        crest.start(top(0.02)).quad(top(0.5), top(0.98));
        for i in 0..=10 {
            let share = 0.03 + 0.094 * f64::from(i);
            let foot = between(a, b, share);
            let reach = 1.5 + 1.5 * noise(31, hex.0.into(), (dir.index() * 20 + i as usize) as i32);
            wedge(&mut strokes, top(share), (foot.0 - up.0 * reach, foot.1 - up.1 * reach), 1.1);
        }
    }
    if !crest.0.is_empty() {
        let _ = writeln!(
            out,
            "<path d=\"{}\" class=\"hm-hachure\"/><path d=\"{}\" class=\"hm-crest\"/>",
            strokes.0, crest.0
        );
    }
}

/// Steep slopes: long dark strokes downhill from the hexside.
pub fn slopes(out: &mut String, cells: &Cells<'_>) {
    let mut strokes = Path::default();
    for (hex, dir) in every_side(cells) {
        let Some(near) = cells.map.grid.neighbor(hex, dir) else { continue };
        let higher = cells.map.elevation(hex) > cells.map.elevation(near);
        if !cells.map.side(hex, dir).steep_slope || !higher {
            continue;
        }
        let (a, b, up) = slope(cells, hex, dir);
        for i in 0..13 {
            let foot = between(a, b, 0.04 + 0.0767 * f64::from(i));
            let long = 9.0 + 3.0 * noise(32, hex.0.into(), (dir.index() * 20 + i as usize) as i32);
            let from = (foot.0 + up.0 * 3.0, foot.1 + up.1 * 3.0);
            wedge(&mut strokes, from, (foot.0 - up.0 * long, foot.1 - up.1 * long), 1.3);
        }
    }
    if !strokes.0.is_empty() {
        let _ = writeln!(out, "<path d=\"{}\" class=\"hm-steep\"/>", strokes.0);
    }
}

/// Stone walls along their hexsides.
pub fn walls(out: &mut String, cells: &Cells<'_>) {
    let mut path = Path::default();
    for (hex, dir) in every_side(cells) {
        let twice = cells.map.grid.neighbor(hex, dir).is_some_and(|near| near < hex);
        if cells.map.side(hex, dir).stone_wall && !twice {
            let [a, b] = cells.layout.side(hex, dir);
            path.start(between(a, b, 0.04)).line(between(a, b, 0.96));
        }
    }
    if !path.0.is_empty() {
        let d = path.0;
        let _ = writeln!(out, "<path d=\"{d}\" class=\"hm-wall\"/><path d=\"{d}\" class=\"hm-stones\"/>");
    }
}

fn every_side(cells: &Cells<'_>) -> impl Iterator<Item = (Hex, Dir)> + use<> {
    cells.map.grid.hexes().flat_map(|hex| Dir::ALL.map(|dir| (hex, dir)))
}

/// The ends of a hexside and the step of length 1 from it into `hex`.
fn slope(cells: &Cells<'_>, hex: Hex, dir: Dir) -> (Point, Point, Point) {
    let [a, b] = cells.layout.side(hex, dir);
    (a, b, unit(between(a, b, 0.5), cells.layout.centre(hex)))
}

/// A stroke that is thick at its top and ends in a point.
fn wedge(path: &mut Path, top: Point, foot: Point, half: f64) {
    let (dx, dy) = unit(top, foot);
    path.polygon(&[(top.0 - dy * half, top.1 + dx * half), foot, (top.0 + dy * half, top.1 - dx * half)]);
}
