//! The legend: only what occurs on the map.

use std::fmt::Write;

use super::frame::{Bands, COLUMN, ROW};
use super::ground::{ground, stamp};
use super::layout::Layout;
use super::pen::{Point, n};
use super::relief::LEVELS;
use super::{Options, waters, ways};
use crate::{Crossing, HexMap, PlaceKind, Ridge, Terrain, Wall, Water, Way};

/// One line of the legend: a sample 46 by 20, and what it means.
pub(super) struct Item {
    sample: String,
    label: String,
}

fn item(label: impl Into<String>, sample: String) -> Item {
    Item { sample, label: label.into() }
}

/// Everything that occurs on a map, in the order of the legend.
pub(super) fn items(map: &HexMap) -> Vec<Item> {
    let mut found = Vec::new();
    for terrain in Terrain::ALL.iter().filter(|t| map.terrain.contains(t)) {
        found.push(item(words(terrain.word()), ground_sample(*terrain)));
    }
    let highest = map.grid.hexes().map(|h| map.elevation(h)).max().unwrap_or(0);
    for level in (0..=highest).filter(|_| highest > 0) {
        found.push(item(format!("Level {level}"), level_sample(level)));
    }
    hexsides(map, &mut found);
    sites(map, &mut found);
    found
}

fn hexsides(map: &HexMap, found: &mut Vec<Item>) {
    let side = |test: &dyn Fn(&crate::Hexside) -> bool| map.sides.iter().flatten().any(test);
    for kind in Way::ALL.iter().filter(|k| map.roads.iter().any(|r| r.kind == **k)) {
        found.push(item(words(kind.word()), way_sample(*kind)));
    }
    for kind in Water::ALL.iter().filter(|k| side(&|s| s.water == Some(**k))) {
        let label =
            if *kind == Water::AllWater { "All-water hexside".to_owned() } else { words(kind.word()) };
        found.push(item(label, water_sample(*kind)));
    }
    for kind in Crossing::ALL.iter().filter(|k| map.crossings.iter().any(|c| c.kind == **k)) {
        let sign = waters::crossing_sign(*kind, 8.0, 0.0, false);
        let sample = format!("{}<g transform=\"translate(23 10)\">{sign}</g>", creek_across());
        found.push(item(words(kind.word()), sample));
    }
    if side(&|s| s.ridge != Ridge::None) {
        found.push(item("Ridge (up to its crest)", hachures("hm-hachure", 14.0, true)));
    }
    if side(&|s| s.wall(Wall::SteepSlope)) {
        found.push(item("Steep slope (down)", hachures("hm-steep", 18.0, false)));
    }
    if side(&|s| s.wall(Wall::StoneWall)) {
        let d = "M4 10H42";
        let line = format!("<path d=\"{d}\" class=\"hm-wall\"/><path d=\"{d}\" class=\"hm-stones\"/>");
        found.push(item("Stone wall", line));
    }
    if !map.sunken_roads.is_empty() {
        let d = "M3 10H43";
        let line = ["hm-sunken-a", "hm-sunken-b", "hm-sunken"]
            .map(|class| format!("<path d=\"{d}\" class=\"{class}\"/>"))
            .concat();
        found.push(item("Sunken road", line));
    }
}

fn sites(map: &HexMap, found: &mut Vec<Item>) {
    let place = |kind| map.places.iter().any(|p| p.kind == kind);
    let block = |d: &str| format!("<path d=\"{d}\" class=\"hm-block\"/>");
    if place(PlaceKind::Town) {
        found.push(item(
            "Town",
            block("M13 4h4v4h-4zM19 3h5v4h-5zM27 4h4v4h-4zM14 11h4v4h-4zM20 10h5v5h-5zM28 11h4v3h-4z"),
        ));
    }
    if place(PlaceKind::Village) {
        found.push(item("Village", block("M17 6h4v4h-4zM24 5h4v4h-4zM20 12h5v3h-5z")));
    }
    let used = [
        (place(PlaceKind::Landmark), "Landmark", "landmark", ""),
        (place(PlaceKind::Entry), "Entry", "entry", " transform=\"translate(11 10)\""),
        (!map.stations.is_empty(), "Railroad station", "station", ""),
    ];
    for (_, label, symbol, transform) in used.into_iter().filter(|(there, ..)| *there) {
        let at = if transform.is_empty() { " x=\"23\" y=\"10\"" } else { transform };
        found.push(item(label, format!("<use href=\"#hm-{symbol}\"{at}/>")));
    }
    let fort = |fill: &str| format!("<use href=\"#hm-fort\" x=\"23\" y=\"10\" fill=\"{fill}\"/>");
    for (label, colour) in [("Fort", "#f4ecd8"), ("Union fort", "#41608f"), ("Confederate fort", "#d2765f")] {
        if map.redoubts.iter().any(|r| super::sites::fort_colour(r) == colour) {
            found.push(item(label, fort(colour)));
        }
    }
}

/// `minor-river` as a legend writes it: `Minor river`.
fn words(word: &str) -> String {
    let mut text = word.replace('-', " ");
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

const BLOB: &str = "M4 10Q3 2 14 2Q22 0 32 2Q44 2 43 11Q43 19 31 18Q22 21 13 18Q4 19 4 10Z";

fn ground_sample(terrain: Terrain) -> String {
    let look = ground(terrain);
    let edge = if look.edge.is_empty() { "stroke=\"#b9a67c\" stroke-width=\".6\"" } else { look.edge };
    let mut out = format!("<path d=\"{BLOB}\" fill=\"{}\" {edge}/>", look.tint.unwrap_or("#f4ecd8"));
    match terrain {
        Terrain::Cornfield => {
            let _ = write!(out, "<path d=\"{BLOB}\" fill=\"url(#hm-corn)\"/>");
        }
        Terrain::Orchard => stamp(&mut out, "orchard", &sample_rows(9.0)),
        Terrain::City => stamp(&mut out, "block1", &sample_rows(9.5)),
        _ => {
            let spots: &[Point] = match look.spacing {
                0.0 => &[],
                spacing if spacing < 20.0 => &[(12.0, 7.0), (23.0, 13.0), (34.0, 7.0)],
                _ => &[(15.0, 10.0), (32.0, 11.0)],
            };
            for (i, spot) in spots.iter().enumerate() {
                stamp(&mut out, look.stamps[i % look.stamps.len()], &[*spot]);
            }
        }
    }
    out
}

fn sample_rows(step: f64) -> Vec<Point> {
    let mut points = Vec::new();
    for row in 0..2 {
        for column in 0..3 {
            points.push((13.5 + step * f64::from(column), 6.0 + step * 0.86 * f64::from(row)));
        }
    }
    points
}

fn level_sample(level: u8) -> String {
    let tint = usize::from(level).checked_sub(1).map_or("#f4ecd8", |i| LEVELS[i]);
    format!("<path d=\"{BLOB}\" fill=\"{tint}\" stroke=\"#8a5a2b\"/>")
}

fn way_sample(kind: Way) -> String {
    let strokes = ways::STROKES.iter().find(|(k, _)| *k == kind).map_or(&[][..], |(_, s)| s);
    strokes.iter().map(|class| format!("<path d=\"M2 12C14 4 30 16 44 8\" class=\"{class}\"/>")).collect()
}

fn water_sample(kind: Water) -> String {
    let wide = waters::width(kind);
    let mut out = String::new();
    for (class, wide) in [("hm-bank", wide), ("hm-river", wide - 2.4)] {
        if wide > 0.0 {
            let _ = write!(
                out,
                "<path d=\"M3 12C14 5 30 15 43 8\" class=\"{class}\" stroke-width=\"{}\"/>",
                n(wide)
            );
        }
    }
    out
}

fn creek_across() -> String {
    "<path d=\"M23 1V19\" class=\"hm-bank\" stroke-width=\"6\" stroke-linecap=\"butt\"/>\
     <path d=\"M23 1V19\" class=\"hm-river\" stroke-width=\"3.6\" stroke-linecap=\"butt\"/>"
        .to_owned()
}

fn hachures(class: &str, long: f64, crest: bool) -> String {
    let mut d = String::new();
    for i in 0..11 {
        let _ = write!(d, "M{} 3l1.2 {}l1.2-{}z", n(4.0 + 3.5 * f64::from(i)), n(long), n(long));
    }
    let line = if crest { "<path d=\"M3 3H43\" class=\"hm-crest\"/>" } else { "" };
    format!("<path d=\"{d}\" class=\"{class}\"/>{line}")
}

pub(super) fn draw(out: &mut String, map: &HexMap, layout: &Layout, options: &Options) {
    let ((left, _), (right, bottom)) = layout.map_rect();
    let bands = Bands::new(map, options, right - left);
    let columns = bands.columns(options.scale_bar || options.compass);
    let items = items(map);
    let rows = items.len().div_ceil(columns);
    let _ = writeln!(
        out,
        "<g transform=\"translate({} {})scale({})\">",
        n(bands.side),
        n(bottom + 14.0 + 18.0 * bands.scale),
        n(bands.scale)
    );
    for (i, item) in items.iter().enumerate() {
        let (column, row) = (i / rows, i % rows);
        let (x, y) = (column as f64 * COLUMN, row as f64 * ROW);
        let _ = writeln!(
            out,
            "<g transform=\"translate({} {})\">{}<text class=\"hm-key\" x=\"54\" y=\"14.5\">{}</text></g>",
            n(x),
            n(y),
            item.sample,
            item.label
        );
    }
    out.push_str("</g>\n");
}
