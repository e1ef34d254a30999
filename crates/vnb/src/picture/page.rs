//! Around the table: neat line, title, legend, scale and compass.

use std::fmt::Write;

use super::{MARGIN, SCALE, Sheet, features, text};
use crate::geometry::{INCH, Pt};
use crate::setup::{Feature, Table};
use crate::terrain::Terrain;

/// Room for the title.
pub(super) const TITLE: f64 = 58.0;
/// A line of the legend, and how wide its columns are.
const ROW: f64 = 27.0;
const COLUMN: f64 = 150.0;
/// Room for scale and compass, to the right of the legend.
const TOOLS: f64 = 250.0;
const INK: &str = "#2c211a";

/// The kinds of terrain that the table has, areas first.
fn kinds(table: &Table) -> Vec<Terrain> {
    let mut kinds: Vec<Terrain> = Vec::new();
    for feature in &table.features {
        if !kinds.contains(&feature.kind) {
            kinds.push(feature.kind);
        }
    }
    kinds.sort_by_key(|kind| (!kind.is_area(), kind.is_point(), kind.word()));
    kinds
}

fn columns(width: f64) -> usize {
    (((width - TOOLS) / COLUMN) as usize).max(1)
}

/// How much paper there is below the table.
pub(super) fn below(table: &Table, width: f64) -> f64 {
    let rows = kinds(table).len().div_ceil(columns(width));
    MARGIN + (rows as f64 * ROW).max(78.0)
}

pub(super) fn draw(out: &mut String, table: &Table, sheet: &Sheet, (w, h): (f64, f64)) {
    let (left, top) = (sheet.left, sheet.top);
    for (grow, stroke) in [(0.0, 1.6), (4.0, 0.7), (8.0, 2.2)] {
        let _ = writeln!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"{stroke}\"/>",
            left - grow,
            top - grow,
            w + 2.0 * grow,
            h + 2.0 * grow
        );
    }
    let middle = left + w / 2.0;
    let _ = writeln!(
        out,
        "<text x=\"{middle:.1}\" y=\"{:.1}\" font-size=\"26\" font-weight=\"600\" letter-spacing=\"1.4\" text-anchor=\"middle\">{}</text>\
         <text x=\"{middle:.1}\" y=\"{:.1}\" font-size=\"13\" font-style=\"italic\" text-anchor=\"middle\">100 yards to the inch</text>",
        top - 40.0,
        text(&table.name),
        top - 20.0
    );
    legend(out, table, sheet, w);
    tools(out, (left + w, top + h));
}

/// A sample of each kind of terrain and its name.
fn legend(out: &mut String, table: &Table, sheet: &Sheet, width: f64) {
    let columns = columns(width);
    for (n, kind) in kinds(table).into_iter().enumerate() {
        let x = (n % columns) as f64 * COLUMN;
        let y = 24.0 + (n / columns) as f64 * ROW;
        // In hundredths of an inch below the table, where the features themselves are drawn.
        let point = |dx: f64, dy: f64| {
            let inches = |units: f64| (units / SCALE * INCH as f64) as i64;
            Pt::new(inches(x + dx), -inches(y + dy))
        };
        let (wide, high) = (34.0, 18.0);
        let points = if kind.is_area() {
            vec![point(0.0, 0.0), point(wide, 0.0), point(wide, high), point(0.0, high)]
        } else if kind.is_point() {
            vec![point(wide / 2.0, high / 2.0)]
        } else {
            vec![point(0.0, high / 2.0), point(wide, high / 2.0)]
        };
        if kind == Terrain::Ford {
            // Its sign is seen on water alone.
            let stream = vec![point(0.0, high / 2.0), point(wide, high / 2.0)];
            features::draw(out, sheet, &Feature::new(Terrain::River, stream));
        }
        features::draw(out, sheet, &Feature::new(kind, points));
        let _ = writeln!(
            out,
            "<text class=\"vb-key\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            sheet.left + x + wide + 9.0,
            sheet.bottom() + y + high / 2.0 + 4.5,
            capital(&kind.word().replace('-', " "))
        );
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Six inches, and where north is.
fn tools(out: &mut String, (right, bottom): (f64, f64)) {
    let left = right - TOOLS + 24.0;
    for k in 0..6 {
        let fill = if k % 2 == 0 { INK } else { "#f4ecd8" };
        let _ = write!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{SCALE}\" height=\"5\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\".7\"/>",
            left + f64::from(k) * SCALE,
            bottom + 54.0
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{left:.1}\" y=\"{:.1}\" font-size=\"12\">6 inches, 600 yards</text>",
        bottom + 48.0
    );
    let _ = writeln!(
        out,
        "<g transform=\"translate({:.1} {:.1})\"><circle r=\"19\" fill=\"none\" stroke=\"{INK}\" stroke-width=\".8\"/>\
         <path d=\"M0-26L4-4L0 0ZM26 0L4 4L0 0ZM0 26L-4 4L0 0ZM-26 0L-4-4L0 0Z\" fill=\"{INK}\" stroke=\"{INK}\" stroke-width=\".6\"/>\
         <path d=\"M0-26L-4-4L0 0ZM26 0L4-4L0 0ZM0 26L4 4L0 0ZM-26 0L-4 4L0 0Z\" fill=\"#f4ecd8\" stroke=\"{INK}\" stroke-width=\".6\"/>\
         <text y=\"-29\" text-anchor=\"middle\" font-size=\"13\" font-weight=\"600\">N</text></g>",
        right - 30.0,
        bottom + 62.0
    );
}
