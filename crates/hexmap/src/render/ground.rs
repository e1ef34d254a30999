//! What covers the ground: tints that run together over neighbouring hexes, and scattered stamps.

use std::fmt::Write;

use super::areas::Cells;
use super::mask::{LABEL, Mask, NUMBER, SITE, WATER, WAY};
use super::pen::{Path, Point, noise};
use crate::{Hex, Terrain};

/// How one kind of ground is drawn.
pub struct Ground {
    /// The colour of the area, if it has one of its own.
    pub tint: Option<&'static str>,
    /// The line around the area.
    pub edge: &'static str,
    /// The stamps scattered over it, by the names of their markers.
    pub stamps: &'static [&'static str],
    /// How far apart the stamps stand.
    pub spacing: f64,
    /// How far they stray from their rows, as a share of the spacing.
    pub stray: f64,
}

const PLAIN: Ground = Ground { tint: None, edge: "", stamps: &[], spacing: 0.0, stray: 0.0 };

/// The look of each terrain. Kinds differ in form as well as in colour.
pub const fn ground(terrain: Terrain) -> Ground {
    match terrain {
        Terrain::Clear => PLAIN,
        Terrain::Rolling => {
            Ground { tint: Some("#eadfb6"), stamps: &["rolling"], spacing: 21.0, stray: 0.3, ..PLAIN }
        }
        Terrain::Rough => Ground {
            tint: Some("#e2cfa6"),
            stamps: &["rough1", "rough2"],
            spacing: 13.5,
            stray: 0.34,
            ..PLAIN
        },
        Terrain::Woods => Ground {
            tint: Some("#c9d6a3"),
            edge: "stroke=\"#8fa56a\" stroke-width=\".8\"",
            stamps: &["tree1", "tree2", "tree3"],
            spacing: 13.0,
            stray: 0.33,
        },
        Terrain::Hill => {
            Ground { tint: Some("#dcc394"), stamps: &["hill1", "hill2"], spacing: 25.0, stray: 0.22, ..PLAIN }
        }
        Terrain::Mountain => {
            Ground { tint: Some("#c8ab7d"), stamps: &["peak1", "peak2"], spacing: 25.0, stray: 0.2, ..PLAIN }
        }
        Terrain::Swamp => Ground {
            tint: Some("#bcd6cf"),
            edge: "stroke=\"#5f938f\" stroke-width=\".8\"",
            stamps: &["swamp1", "swamp2"],
            spacing: 14.0,
            stray: 0.28,
        },
        Terrain::ProvisionalSwamp => Ground {
            tint: Some("#dde3cd"),
            edge: "stroke=\"#5f938f\" stroke-width=\".8\" stroke-dasharray=\"3 3\"",
            stamps: &["swamp1", "rough1", "rough2"],
            spacing: 18.0,
            stray: 0.3,
        },
        Terrain::Marsh => Ground {
            tint: Some("#c6dbd2"),
            edge: "stroke=\"#5f938f\" stroke-width=\".8\" stroke-dasharray=\"4 2\"",
            stamps: &["swamp2", "reed"],
            spacing: 14.0,
            stray: 0.28,
        },
        Terrain::City => Ground {
            tint: Some("#e0c3ad"),
            edge: "stroke=\"#7a5646\" stroke-width=\"1\"",
            stamps: &["block1", "block2", "block1"],
            spacing: 9.5,
            stray: 0.07,
        },
        Terrain::Town => Ground {
            tint: Some("#e8d1be"),
            edge: "stroke=\"#9a7461\" stroke-width=\".8\" stroke-dasharray=\"5 2\"",
            stamps: &["block2", "block1", "house"],
            spacing: 12.0,
            stray: 0.2,
        },
        Terrain::Orchard => Ground {
            tint: Some("#dfe3b4"),
            edge: "stroke=\"#8c9a4f\" stroke-width=\".8\" stroke-dasharray=\"2 2\"",
            stamps: &["orchard"],
            spacing: 9.0,
            stray: 0.0,
        },
        Terrain::Cornfield => Ground {
            tint: Some("#efdc92"),
            edge: "stroke=\"#b08d2e\" stroke-width=\".8\" stroke-dasharray=\"6 2\"",
            ..PLAIN
        },
        Terrain::Water => {
            Ground { tint: Some("#b3d3df"), edge: "stroke=\"#3f6f8c\" stroke-width=\"1.6\"", ..PLAIN }
        }
    }
}

/// The tinted areas: first those that fade into each other, then those with an edge.
pub fn tints(out: &mut String, cells: &Cells<'_>) {
    let with_edge = |terrain: &&Terrain| !ground(**terrain).edge.is_empty();
    for terrain in Terrain::ALL.iter().filter(|t| !with_edge(t)).chain(Terrain::ALL.iter().filter(with_edge))
    {
        let Ground { tint: Some(tint), edge, .. } = ground(*terrain) else { continue };
        let d = cells.smooth(|hex| cells.map.terrain(hex) == *terrain, |_| 0.0);
        if d.is_empty() {
            continue;
        }
        // A seam of the same colour closes the gaps where three areas meet.
        let seam = format!("stroke=\"{tint}\" stroke-width=\"5\"");
        let edge = if edge.is_empty() { seam.as_str() } else { edge };
        let opacity = if *terrain == Terrain::Woods && relief(cells) { " fill-opacity=\".55\"" } else { "" };
        let _ = writeln!(out, "<path d=\"{d}\" fill=\"{tint}\"{opacity} {edge}/>");
        match terrain {
            Terrain::Water => waterlines(out, &d),
            Terrain::Cornfield => {
                let _ = writeln!(out, "<path d=\"{d}\" fill=\"url(#hm-corn)\"/>");
            }
            _ => {}
        }
    }
}

fn relief(cells: &Cells<'_>) -> bool {
    let grid = &cells.map.grid;
    grid.hexes().any(|h| cells.map.elevation(h) != cells.map.elevation(Hex(0)))
}

/// Lines that follow the shore, as engravers drew still water.
fn waterlines(out: &mut String, d: &str) {
    let _ = writeln!(
        out,
        "<clipPath id=\"hm-lake\"><path d=\"{d}\"/></clipPath><g clip-path=\"url(#hm-lake)\" fill=\"none\">"
    );
    for (width, colour) in [
        (28.0, "#7fabc0"),
        (26.6, "#b3d3df"),
        (18.0, "#6f9fb6"),
        (16.4, "#b3d3df"),
        (9.0, "#5c90a9"),
        (7.2, "#b3d3df"),
        (3.0, "#3f6f8c"),
    ] {
        let _ = writeln!(out, "<path d=\"{d}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>");
    }
    out.push_str("</g>\n");
}

/// The stamps: trees, tufts, blocks. They keep clear of what matters more.
pub fn stamps(out: &mut String, cells: &Cells<'_>, mask: &Mask) {
    for terrain in Terrain::ALL {
        let look = ground(*terrain);
        if look.stamps.is_empty() || !cells.map.terrain.contains(terrain) {
            continue;
        }
        let mut rows: Vec<Vec<Point>> = vec![Vec::new(); look.stamps.len()];
        for (point, variant) in scatter(cells, *terrain, &look, mask) {
            rows[variant].push(point);
        }
        for (name, points) in look.stamps.iter().zip(&rows) {
            // Chunks keep each element small enough for a browser to skip what it does not show.
            for chunk in points.chunks(400) {
                stamp(out, name, chunk);
            }
        }
    }
}

/// One stamp at each of the points. A marker at each corner of an unseen line is the shortest way.
pub fn stamp(out: &mut String, name: &str, points: &[Point]) {
    let mut path = Path::default();
    path.dots(points);
    let d = path.0;
    let url = format!("url(#hm-{name})");
    let end = if points.len() == 1 { String::new() } else { format!(" marker-end=\"{url}\"") };
    let _ = writeln!(out, "<path d=\"{d}\" fill=\"none\" marker-start=\"{url}\" marker-mid=\"{url}\"{end}/>");
}

fn scatter(cells: &Cells<'_>, terrain: Terrain, look: &Ground, mask: &Mask) -> Vec<(Point, usize)> {
    let (low, high) = cells.layout.map_rect();
    let row_height = look.spacing * 0.86;
    let kind = 100 + terrain as u32;
    let mut found = Vec::new();
    for row in 0..=((high.1 - low.1) / row_height) as i32 {
        for column in 0..=((high.0 - low.0) / look.spacing) as i32 {
            let stray = look.spacing * look.stray;
            let half = if row % 2 == 1 { 0.5 } else { 0.0 };
            let at = (
                low.0 + (f64::from(column) + half) * look.spacing + noise(kind, row, column) * stray,
                low.1 + f64::from(row) * row_height + noise(kind + 50, row, column) * stray,
            );
            if !mask.has(at, LABEL | SITE | WATER | WAY | NUMBER) && covers(cells, terrain, at) {
                let variant = super::pen::hash(kind + 90, row, column) as usize % look.stamps.len();
                found.push((at, variant));
            }
        }
    }
    found
}

/// Whether a point lies in this terrain, and not just at its edge.
fn covers(cells: &Cells<'_>, terrain: Terrain, (x, y): Point) -> bool {
    [(0.0, 0.0), (3.0, 0.0), (-3.0, 0.0), (0.0, 3.0), (0.0, -4.0)]
        .iter()
        .all(|(dx, dy)| cells.nearest((x + dx, y + dy)).is_some_and(|hex| cells.map.terrain(hex) == terrain))
}
