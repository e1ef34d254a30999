//! Rivers along hexsides, and what crosses them.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::areas::Cells;
use super::layout::{Knot, Layout};
use super::mask::{Mask, WATER};
use super::pen::{Path, Point, n, sample_rounded, unit};
use crate::{Crossing, Dir, Hex, Water};

/// How wide a river is drawn.
pub const fn width(kind: Water) -> f64 {
    match kind {
        Water::Creek => 2.2,
        Water::MinorRiver => 6.0,
        Water::MajorRiver => 10.5,
        Water::AllWater => 18.0,
    }
}

/// The water along one stretch, from knot to knot.
pub struct Flow {
    pub kind: Water,
    pub points: Vec<Point>,
}

/// Joins hexsides into long lines, which end where three sides meet.
pub fn chains(layout: &Layout, sides: impl Iterator<Item = (Hex, Dir)>) -> Vec<Vec<Knot>> {
    let mut next: BTreeMap<Knot, Vec<Knot>> = BTreeMap::new();
    for (hex, dir) in sides {
        let [a, b] = layout.side_knots(hex, dir);
        for (from, to) in [(a, b), (b, a)] {
            let list = next.entry(from).or_default();
            if !list.contains(&to) {
                list.push(to);
            }
        }
    }
    let mut found = Vec::new();
    let ends: Vec<Knot> = next.iter().filter(|(_, to)| to.len() != 2).map(|(k, _)| *k).collect();
    for end in ends {
        while next.get(&end).is_some_and(|to| !to.is_empty()) {
            found.push(walk(&mut next, end));
        }
    }
    // What is left are rings.
    while let Some(start) = next.iter().find(|(_, to)| !to.is_empty()).map(|(k, _)| *k) {
        found.push(walk(&mut next, start));
    }
    found
}

fn walk(next: &mut BTreeMap<Knot, Vec<Knot>>, start: Knot) -> Vec<Knot> {
    let mut chain = vec![start];
    let mut at = start;
    while let Some(to) = next.get_mut(&at).and_then(Vec::pop) {
        let back = next.get_mut(&to).map(|list| {
            list.retain(|k| *k != at);
            list.len()
        });
        chain.push(to);
        at = to;
        // A side is left over at a plain bend, two or more where rivers meet.
        if back != Some(1) {
            break;
        }
    }
    chain
}

/// All the water of a map, smallest first.
pub fn flows(cells: &Cells<'_>) -> Vec<Flow> {
    let mut found = Vec::new();
    for kind in Water::ALL {
        let sides = cells.map.rivers.iter().filter(|r| r.kind == *kind).flat_map(|r| r.sides.iter().copied());
        for chain in chains(cells.layout, sides) {
            found.push(Flow { kind: *kind, points: bed(cells, &chain) });
        }
    }
    found
}

/// The line of a river. Where it reaches the edge of the map it runs on beyond it.
pub fn bed(cells: &Cells<'_>, chain: &[Knot]) -> Vec<Point> {
    let mut points: Vec<Point> = chain.iter().map(|k| cells.layout.loose(*k)).collect();
    if let (Some(first), Some(last)) = (chain.first(), chain.last())
        && first != last
    {
        if let Some(beyond) = beyond(cells.layout, *first) {
            points.insert(0, beyond);
        }
        points.extend(beyond(cells.layout, *last));
    }
    points
}

/// A point outside the map near a corner of its edge.
fn beyond(layout: &Layout, knot: Knot) -> Option<Point> {
    let at = layout.point(knot);
    let mut out = (0.0, 0.0);
    for turn in 0..12 {
        let (dy, dx) = (f64::from(turn) * std::f64::consts::TAU / 12.0 + 0.1).sin_cos();
        let probe = (at.0 + dx * layout.edge * 0.4, at.1 + dy * layout.edge * 0.4);
        if layout.hex_at(probe.0, probe.1).is_none() {
            out = (out.0 + dx, out.1 + dy);
        }
    }
    if out == (0.0, 0.0) {
        return None;
    }
    let (dx, dy) = unit((0.0, 0.0), out);
    Some((at.0 + dx * layout.edge * 1.2, at.1 + dy * layout.edge * 1.2))
}

/// Draws the rivers: first all banks, then all water, so that they flow into each other.
pub fn draw(out: &mut String, flows: &[Flow], mask: &mut Mask) {
    let lines: Vec<(Water, String)> = flows
        .iter()
        .map(|flow| {
            mask.line(&sample_rounded(&flow.points), width(flow.kind) + 4.0, WATER);
            let mut path = Path::default();
            path.rounded(&flow.points);
            (flow.kind, path.0)
        })
        .collect();
    for (class, inset) in [("hm-bank", 0.0), ("hm-river", 2.4)] {
        for kind in Water::ALL {
            let d: String = lines.iter().filter(|(k, _)| k == kind).map(|(_, d)| d.as_str()).collect();
            let wide = width(*kind) - inset;
            if !d.is_empty() && wide > 0.0 {
                let _ = writeln!(out, "<path d=\"{d}\" class=\"{class}\" stroke-width=\"{}\"/>", n(wide));
            }
        }
    }
}

/// The decks of bridges, drawn below the roads that use them.
pub fn decks(out: &mut String, cells: &Cells<'_>) {
    let mut path = Path::default();
    for site in cells.map.crossings.iter().filter(|s| s.kind == Crossing::Bridge) {
        let (at, along, half) = crossing_axes(cells, site.hex, site.dir);
        path.start((at.0 - along.0 * half, at.1 - along.1 * half));
        path.line((at.0 + along.0 * half, at.1 + along.1 * half));
    }
    if !path.0.is_empty() {
        let _ = writeln!(out, "<path d=\"{}\" class=\"hm-deck\"/>", path.0);
    }
}

/// The signs of bridges, fords, ferries and dams.
pub fn crossings(out: &mut String, cells: &Cells<'_>) {
    for site in &cells.map.crossings {
        let (at, along, half) = crossing_axes(cells, site.hex, site.dir);
        let turn = along.1.atan2(along.0).to_degrees();
        let side = cells.map.side(site.hex, site.dir);
        let _ = writeln!(
            out,
            "<g transform=\"translate({} {})rotate({})\">{}</g>",
            n(at.0),
            n(at.1),
            n(turn),
            crossing_sign(site.kind, half, turn, side.indestructible)
        );
    }
}

/// Where a crossing is, the way it runs, and half its length.
fn crossing_axes(cells: &Cells<'_>, hex: Hex, dir: Dir) -> (Point, Point, f64) {
    let at = cells.layout.gate(hex, dir);
    let along = cells
        .map
        .grid
        .neighbor(hex, dir)
        .map_or((1.0, 0.0), |near| unit(cells.layout.centre(hex), cells.layout.centre(near)));
    let wide = cells.map.side(hex, dir).water.map_or(4.0, width);
    (at, along, wide / 2.0 + 4.0)
}

/// A crossing that runs from left to right, `half` to each side. It will be turned by `turn` degrees; a boat
/// stays upright.
pub fn crossing_sign(kind: Crossing, half: f64, turn: f64, indestructible: bool) -> String {
    let h = n(half);
    match kind {
        Crossing::Bridge => {
            let w = if indestructible { "2.4" } else { "1.3" };
            let far = n(half + 3.0);
            format!(
                "<path d=\"M-{far}-8.5L-{h}-5H{h}L{far}-8.5M-{far} 8.5L-{h} 5H{h}L{far} 8.5\" class=\"hm-sign\" \
                 stroke-width=\"{w}\"/>"
            )
        }
        Crossing::Ford => {
            let far = n(half + 3.0);
            format!(
                "<path d=\"M-{far}-3H{far}M-{far} 3H{far}\" class=\"hm-sign\" stroke=\"#f4ecd8\" \
                 stroke-width=\"3.2\"/><path d=\"M-{far}-3H{far}M-{far} 3H{far}\" class=\"hm-sign\" \
                 stroke-width=\"1.8\" stroke-dasharray=\"1.8 2\"/>"
            )
        }
        Crossing::Ferry => {
            let far = n(half + 4.0);
            format!(
                "<path d=\"M-{far} 0H{far}\" class=\"hm-sign\" stroke-width=\"1\" stroke-dasharray=\"2 2\"/>\
                 <use href=\"#hm-ferry\" transform=\"rotate({})\"/>",
                n(-turn)
            )
        }
        Crossing::Dam => {
            let far = n(half + 2.0);
            format!(
                "<path d=\"M-{far}-1.6H{far}\" class=\"hm-sign\" stroke-width=\"4\"/><path d=\"M-{far} 2.4H{far}\" \
                 class=\"hm-sign\" stroke-width=\"4\" stroke-dasharray=\"1.4 2.2\"/>"
            )
        }
    }
}
