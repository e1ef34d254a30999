//! Things that stand in hexes: towns, villages, landmarks, entries, stations, forts.

use std::fmt::Write;

use super::areas::Cells;
use super::mask::{Mask, SITE};
use super::pen::{Path, Point, hash, n, noise};
use super::ways::meeting;
use crate::{Hex, PlaceKind, Redoubt, Terrain};

/// How much room a place takes around its point.
pub fn radius(cells: &Cells<'_>, hex: Hex, kind: PlaceKind) -> f64 {
    match kind {
        PlaceKind::Town if built_up(cells, hex) => 25.0,
        PlaceKind::Town => 12.0,
        PlaceKind::Village => 7.5,
        PlaceKind::Landmark => 4.0,
        PlaceKind::Entry => 6.0,
    }
}

fn built_up(cells: &Cells<'_>, hex: Hex) -> bool {
    matches!(cells.map.terrain(hex), Terrain::City | Terrain::Town)
}

pub fn draw(out: &mut String, cells: &Cells<'_>, mask: &mut Mask) {
    for place in &cells.map.places {
        let at = meeting(cells, place.hex);
        match place.kind {
            // A hex of streets already shows its blocks.
            PlaceKind::Town | PlaceKind::Village if built_up(cells, place.hex) => continue,
            PlaceKind::Town => blocks(out, at, place.hex, (4, 3)),
            PlaceKind::Village => blocks(out, at, place.hex, (3, 2)),
            PlaceKind::Landmark => landmark(out, at),
            PlaceKind::Entry => entry(out, cells, place.hex),
        }
        mask.disc(at, radius(cells, place.hex, place.kind), SITE);
    }
    for hex in cells.map.stations.iter() {
        let (x, y) = station_point(cells, hex);
        mask.disc((x, y), 6.0, SITE);
        let _ = writeln!(out, "<use href=\"#hm-station\" x=\"{}\" y=\"{}\"/>", n(x), n(y));
    }
    for redoubt in &cells.map.redoubts {
        let (x, y) = fort_point(cells, redoubt.hex);
        mask.disc((x, y), 9.0, SITE);
        let _ = writeln!(
            out,
            "<use href=\"#hm-fort\" x=\"{}\" y=\"{}\" fill=\"{}\"/>",
            n(x),
            n(y),
            fort_colour(redoubt)
        );
    }
}

pub fn fort_colour(redoubt: &Redoubt) -> &'static str {
    match redoubt.benefits {
        Some(sides) if sides.union && !sides.confederate => "#41608f",
        Some(sides) if sides.confederate && !sides.union => "#d2765f",
        _ => "#f4ecd8",
    }
}

fn station_point(cells: &Cells<'_>, hex: Hex) -> Point {
    let (x, y) = meeting(cells, hex);
    if has_place(cells, hex) { (x - 17.0, y + 11.0) } else { (x, y) }
}

fn fort_point(cells: &Cells<'_>, hex: Hex) -> Point {
    let (x, y) = cells.layout.centre(hex);
    let busy = has_place(cells, hex) || cells.map.ways_in(hex).any();
    if busy { (x + 16.0, y + 14.0) } else { (x, y + 4.0) }
}

fn has_place(cells: &Cells<'_>, hex: Hex) -> bool {
    cells.map.places.iter().any(|p| p.hex == hex)
}

/// A cluster of houses along two streets, different in every town.
fn blocks(out: &mut String, at: Point, hex: Hex, (columns, rows): (i32, i32)) {
    let (sin, cos) = (noise(21, hex.0.into(), 0) * 0.5).sin_cos();
    let turn = |x: f64, y: f64| (at.0 + x * cos - y * sin, at.1 + x * sin + y * cos);
    let mut path = Path::default();
    for row in 0..rows {
        for column in 0..columns {
            let key = row * 10 + column;
            if hash(22, hex.0.into(), key).is_multiple_of(8) {
                continue;
            }
            let (x, y) = (
                (f64::from(column) - f64::from(columns - 1) / 2.0) * 6.2,
                (f64::from(row) - f64::from(rows - 1) / 2.0) * 5.8,
            );
            let half = (1.9 + 0.6 * noise(23, hex.0.into(), key), 1.7 + 0.5 * noise(24, hex.0.into(), key));
            path.polygon(&[
                turn(x - half.0, y - half.1),
                turn(x + half.0, y - half.1),
                turn(x + half.0, y + half.1),
                turn(x - half.0, y + half.1),
            ]);
        }
    }
    let _ = writeln!(out, "<path d=\"{}\" class=\"hm-block\"/>", path.0);
}

fn landmark(out: &mut String, (x, y): Point) {
    let _ = writeln!(out, "<use href=\"#hm-landmark\" x=\"{}\" y=\"{}\"/>", n(x), n(y));
}

/// An arrow from the nearest edge of the map into the hex.
fn entry(out: &mut String, cells: &Cells<'_>, hex: Hex) {
    let (x, y) = cells.layout.centre(hex);
    let (low, high) = cells.layout.map_rect();
    let edges = [(x - low.0, 0.0), (high.0 - x, 180.0), (y - low.1, 90.0), (high.1 - y, 270.0)];
    let Some((away, turn)) = edges.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)) else { return };
    let back = match turn as i32 {
        0 => (x - away, y),
        180 => (x + away, y),
        90 => (x, y - away),
        _ => (x, y + away),
    };
    let _ = writeln!(
        out,
        "<use href=\"#hm-entry\" transform=\"translate({} {})rotate({})\"/>",
        n(back.0),
        n(back.1),
        n(turn)
    );
}
