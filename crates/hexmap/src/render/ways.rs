//! Pikes, roads, trails and railroads, through the hexes and across their sides.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::areas::Cells;
use super::mask::{Mask, WAY};
use super::pen::{Path, Point, noise, unit};
use crate::{Dir, Hex, PlaceKind, Way};

/// A stretch of one kind of way, ready to draw.
pub struct Track {
    pub kind: Way,
    pub points: Vec<Point>,
    pub name: Option<String>,
}

/// Where ways meet in a hex: near its centre, so that they do not look like a net of wires.
pub fn meeting(cells: &Cells<'_>, hex: Hex) -> Point {
    let (x, y) = cells.layout.centre(hex);
    let wander = cells.layout.edge * 0.19;
    (x + noise(11, hex.0.into(), 0) * wander, y + noise(12, hex.0.into(), 0) * wander)
}

fn is_rail(kind: Way) -> bool {
    matches!(kind, Way::Railroad | Way::UnfinishedRailroad)
}

/// Every way of the map, each hexside once for each kind.
pub fn tracks(cells: &Cells<'_>) -> Vec<Track> {
    let mut drawn: BTreeSet<(Way, Hex, Hex)> = BTreeSet::new();
    let mut found = Vec::new();
    for road in &cells.map.roads {
        let mut run: Vec<Hex> = Vec::new();
        let mut runs = Vec::new();
        for pair in road.path.windows(2) {
            if drawn.insert((road.kind, pair[0].min(pair[1]), pair[0].max(pair[1]))) {
                if run.is_empty() {
                    run.push(pair[0]);
                }
                run.push(pair[1]);
            } else if !run.is_empty() {
                runs.push(std::mem::take(&mut run));
            }
        }
        runs.push(run);
        let longest = runs.iter().map(Vec::len).max().unwrap_or(0);
        for run in runs.iter().filter(|run| run.len() > 1) {
            let name = road.name.clone().filter(|_| run.len() == longest);
            found.push(Track { kind: road.kind, points: line(cells, road.kind, run), name });
        }
    }
    found
}

/// The points a way runs through: hexes and hexsides by turns.
fn line(cells: &Cells<'_>, kind: Way, run: &[Hex]) -> Vec<Point> {
    let mut points = Vec::new();
    points.extend(leaving(cells, kind, run[0], run[1]));
    for (i, hex) in run.iter().enumerate() {
        let inner = i > 0 && i + 1 < run.len();
        let beside = inner && is_rail(kind) && shares(cells, kind, run[i - 1], *hex, run[i + 1]);
        let at = meeting(cells, *hex);
        points.push(if beside {
            aside(at, meeting(cells, run[i - 1]), meeting(cells, run[i + 1]), cells.layout.edge * 0.2)
        } else {
            at
        });
        if let Some(next) = run.get(i + 1)
            && let Some(dir) = cells.map.grid.direction(*hex, *next)
        {
            let gate = gate(cells, *hex, dir);
            let shared = is_rail(kind) && others(cells, kind, *hex, dir);
            let gap = if cells.map.side(*hex, dir).crossing.is_some() { 0.07 } else { 0.2 };
            let (from, to) = (cells.layout.centre(*hex), cells.layout.centre(*next));
            points.push(if shared { aside(gate, from, to, cells.layout.edge * gap) } else { gate });
        }
    }
    if let [.., before, last] = run {
        points.extend(leaving(cells, kind, *last, *before));
    }
    points
}

/// Where a way crosses a hexside: in its middle where there is a crossing, else somewhat to one side.
fn gate(cells: &Cells<'_>, hex: Hex, dir: Dir) -> Point {
    let [a, b] = cells.layout.side_knots(hex, dir);
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    let stray = if cells.map.side(hex, dir).water.is_some() { 0.0 } else { noise(13, a.0 + b.0, a.1 + b.1) };
    let (from, to) = (cells.layout.loose(a), cells.layout.loose(b));
    super::pen::between(from, to, 0.5 + 0.2 * stray)
}

/// A point to the right of somebody who goes from `from` to `to`.
fn aside(at: Point, from: Point, to: Point, by: f64) -> Point {
    let (dx, dy) = unit(from, to);
    (at.0 - dy * by, at.1 + dx * by)
}

/// Whether another kind of way crosses this hexside too.
fn others(cells: &Cells<'_>, kind: Way, hex: Hex, dir: Dir) -> bool {
    cells.map.side(hex, dir).ways.iter().any(|way| way != kind && !is_rail(way))
}

/// Whether a railroad runs beside a road here. Where railroads branch it keeps to the middle.
fn shares(cells: &Cells<'_>, kind: Way, before: Hex, hex: Hex, after: Hex) -> bool {
    let branches = Dir::ALL.iter().filter(|d| cells.map.side(hex, **d).ways.has(kind)).count();
    let beside = |near| cells.map.grid.direction(hex, near).is_some_and(|dir| others(cells, kind, hex, dir));
    branches <= 2 && (beside(before) || beside(after))
}

/// A way that ends at the edge of the map runs on beyond it, unless it ends at a place.
fn leaving(cells: &Cells<'_>, kind: Way, hex: Hex, before: Hex) -> Option<Point> {
    let grid = &cells.map.grid;
    let only = Dir::ALL.iter().filter(|d| cells.map.side(hex, **d).ways.has(kind)).count() == 1;
    let stops = cells.map.places.iter().any(|p| p.hex == hex && p.kind != PlaceKind::Entry);
    if !only || stops {
        return None;
    }
    let straight = grid.direction(before, hex)?;
    let off = [0, 1, 5].map(|turn| straight.clockwise(turn)).into_iter();
    let dir = off.into_iter().find(|d| grid.neighbor(hex, *d).is_none())?;
    let beyond = cells.layout.next_cell(cells.layout.centre_knot(hex), dir.index());
    Some(cells.layout.point(beyond))
}

/// The order of drawing, and the strokes of each kind from the lowest up.
pub const STROKES: [(Way, &[&str]); 5] = [
    (Way::Trail, &["hm-trail-a", "hm-trail"]),
    (Way::Road, &["hm-road-a", "hm-road"]),
    (Way::Pike, &["hm-pike-a", "hm-pike"]),
    (Way::UnfinishedRailroad, &["hm-unfinished-a", "hm-unfinished-b", "hm-unfinished"]),
    (Way::Railroad, &["hm-rail-a", "hm-rail-b", "hm-rail"]),
];

pub fn draw(out: &mut String, tracks: &[Track], mask: &mut Mask) {
    for (kind, strokes) in STROKES {
        let mut path = Path::default();
        for track in tracks.iter().filter(|t| t.kind == kind) {
            path.through(&track.points);
            mask.line(&track.points, 9.0, WAY);
        }
        if path.0.is_empty() {
            continue;
        }
        for class in strokes {
            let _ = writeln!(out, "<path d=\"{}\" class=\"{class}\"/>", path.0);
        }
    }
}

/// Sunken roads: banks with short strokes on both sides of whatever runs in the hex.
pub fn sunken(out: &mut String, cells: &Cells<'_>) {
    let mut path = Path::default();
    for hex in cells.map.sunken_roads.iter() {
        let at = meeting(cells, hex);
        let mut arms: Vec<Point> = Dir::ALL
            .into_iter()
            .filter(|d| cells.map.side(hex, *d).ways.any())
            .map(|d| gate(cells, hex, d))
            .collect();
        if arms.is_empty() {
            let along = cells.map.grid.neighbors(hex).filter(|(_, n)| cells.map.sunken_roads.contains(*n));
            arms = along.map(|(d, _)| gate(cells, hex, d)).collect();
        }
        if arms.is_empty() {
            arms = vec![(at.0 - 22.0, at.1), (at.0 + 22.0, at.1)];
        }
        // Arms on opposite sides belong together.
        let half = arms.len().div_ceil(2);
        for (i, arm) in arms.iter().take(half).enumerate() {
            match arms.get(i + half) {
                Some(other) => path.through(&[*arm, at, *other]),
                None => path.through(&[*arm, at]),
            };
        }
    }
    if !path.0.is_empty() {
        let d = path.0;
        let _ = writeln!(
            out,
            "<path d=\"{d}\" class=\"hm-sunken-a\"/><path d=\"{d}\" class=\"hm-sunken-b\"/>\
             <path d=\"{d}\" class=\"hm-sunken\"/>"
        );
    }
}
