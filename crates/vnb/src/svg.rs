//! A picture of the table: paper, contours, woods, water, roads, towns, works, and the stands on it.
//! Drawn from the setup and the position alone, so the same position is always the same picture.

use std::fmt::Write;

use crate::charts::half_size;
use crate::field::Field;
use crate::geometry::{CENT, INCH, Pt, in_polygon};
use crate::kinds::{Kind, Level};
use crate::setup::{Feature, NONE, Setup, StandId};
use crate::state::{State, mark};
use crate::svg_counters::counters;
use crate::terrain::Terrain;

/// Units of the picture to an inch of the table.
pub(crate) const SCALE: f64 = 24.0;
/// The margin around the table.
const MARGIN: f64 = 34.0;

/// What the picture shows.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// Draw the firing arc and ranges of these stands.
    pub arcs: Vec<StandId>,
    /// Leave the title and the scale out: only the table itself.
    pub bare: bool,
}

/// Where points of the table lie in the picture.
pub(crate) struct Sheet {
    height: f64,
    margin: f64,
}

impl Sheet {
    pub fn at(&self, p: Pt) -> (f64, f64) {
        let inch = |v: i64| v as f64 / INCH as f64;
        (self.margin + inch(p.x) * SCALE, self.margin + self.height - inch(p.y) * SCALE)
    }
    pub fn path(&self, points: &[Pt], closed: bool) -> String {
        let mut d = String::new();
        for (n, p) in points.iter().enumerate() {
            let (x, y) = self.at(*p);
            let _ = write!(d, "{}{x:.1} {y:.1}", if n == 0 { "M" } else { "L" });
        }
        if closed {
            d.push('Z');
        }
        d
    }
    /// A line with its corners a little rounded: it never leaves the line the rules know by much.
    pub fn curve(&self, points: &[Pt]) -> String {
        let mut d = String::new();
        for (n, p) in points.iter().enumerate() {
            let (x, y) = self.at(*p);
            if n == 0 || n + 1 == points.len() {
                let _ = write!(d, "{}{x:.1} {y:.1}", if n == 0 { "M" } else { "L" });
                continue;
            }
            let near = |o: Pt| {
                let length = p.dist(o).max(1);
                self.at(p.toward(o, (INCH / 2).min(length / 2), length))
            };
            let ((ax, ay), (bx, by)) = (near(points[n - 1]), near(points[n + 1]));
            let _ = write!(d, "L{ax:.1} {ay:.1}Q{x:.1} {y:.1} {bx:.1} {by:.1}");
        }
        d
    }
}

/// Where a point of the table, in inches, lies in the bare picture ([`Picture::bare`]).
pub fn place(setup: &Setup, x: f64, y: f64) -> (f64, f64) {
    (x * SCALE, f64::from(setup.table.height) / 100.0 * SCALE - y * SCALE)
}

/// Draws the table, with the stands if there is a position.
pub fn svg(setup: &Setup, state: Option<&State>, picture: &Picture) -> String {
    let margin = if picture.bare { 0.0 } else { MARGIN };
    let (w, h) =
        (f64::from(setup.table.width) / 100.0 * SCALE, f64::from(setup.table.height) / 100.0 * SCALE);
    let sheet = Sheet { height: h, margin };
    let mut out = String::with_capacity(64 * 1024);
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0} {:.0}\" class=\"vb\" role=\"img\">\n<title>{}</title>\n{STYLE}\n",
        w + 2.0 * margin,
        h + 2.0 * margin,
        text(&setup.table.name)
    );
    let _ = writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"#f4ecd8\"/>");
    let _ = writeln!(
        out,
        "<clipPath id=\"vb-edge\"><rect x=\"{margin}\" y=\"{margin}\" width=\"{w:.1}\" height=\"{h:.1}\"/></clipPath>"
    );
    let _ = writeln!(
        out,
        "<g clip-path=\"url(#vb-edge)\">\n<rect x=\"{margin}\" y=\"{margin}\" width=\"{w:.1}\" height=\"{h:.1}\" fill=\"#f1e7c9\"/>"
    );
    ground(&mut out, &sheet, setup, state);
    if let Some(state) = state {
        counters(&mut out, &sheet, &Field::new(setup, state), &picture.arcs);
    }
    out.push_str("</g>\n");
    if !picture.bare {
        frame(&mut out, setup, margin, w, h);
    }
    out.push_str("</svg>\n");
    out
}

const STYLE: &str = "<style>.vb text{font-family:'Libertinus Serif','Palatino Linotype',Palatino,Georgia,serif;fill:#2c211a}\
.vb-name{font-style:italic;font-size:13px;text-anchor:middle;paint-order:stroke;stroke:#f6efdd;stroke-width:3px;stroke-linejoin:round;stroke-opacity:.85}\
.vb-water{fill:#1f4a66}.vb-sp{font-size:15px;font-weight:700;text-anchor:middle}.vb-unit{font-size:8.6px;text-anchor:middle}</style>";

/// Text safe for XML.
pub(crate) fn text(raw: &str) -> String {
    raw.chars()
        .filter(|c| !c.is_control())
        .collect::<String>()
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// All terrain, from the ground up.
fn ground(out: &mut String, sheet: &Sheet, setup: &Setup, state: Option<&State>) {
    let features = &setup.table.features;
    let mut order: Vec<usize> = (0..features.len()).collect();
    order.sort_by_key(|n| (layer(features[*n].kind), features[*n].level, *n));
    for n in order {
        let burnt = state.is_some_and(|s| s.building(n as u8).burnt_out);
        draw(out, sheet, &features[n], burnt);
    }
    if let Some(state) = state {
        trampled(out, sheet, setup, state);
        fires(out, sheet, setup, state);
    }
    for f in features {
        name(out, sheet, f);
    }
}

fn layer(kind: Terrain) -> u8 {
    match kind {
        Terrain::Hill => 0,
        Terrain::Crops | Terrain::Orchard | Terrain::BrokenGround | Terrain::Swamp | Terrain::Marsh => 1,
        Terrain::Stream | Terrain::MarshyStream | Terrain::River => 2,
        Terrain::Forest => 3,
        Terrain::Road | Terrain::SunkenRoad => 4,
        Terrain::Bridge | Terrain::Ford => 5,
        _ => 6,
    }
}

fn draw(out: &mut String, sheet: &Sheet, f: &Feature, burnt: bool) {
    match f.kind {
        Terrain::Hill => hill(out, sheet, f),
        Terrain::Forest => {
            area(out, sheet, f, "#c9d6a3", "stroke=\"#8fa56a\" stroke-width=\"1.2\"");
            scatter(out, sheet, f, 17.0, tree);
        }
        Terrain::Orchard => {
            area(out, sheet, f, "#dde2b4", "stroke=\"#9aa868\" stroke-width=\"1\" stroke-dasharray=\"4 3\"");
            rows(out, sheet, f, 16.0, |out, x, y| {
                let _ = write!(
                    out,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.6\" fill=\"#7f9a4e\" stroke=\"#49602f\" stroke-width=\".7\"/>"
                );
            });
        }
        Terrain::Crops => {
            area(out, sheet, f, "#e8d48a", "stroke=\"#b08d2e\" stroke-width=\"1\"");
            rows(out, sheet, f, 9.0, |out, x, y| {
                let _ = write!(
                    out,
                    "<path d=\"M{x:.1} {y:.1}v-5m-2 1l2 2l2-2\" fill=\"none\" stroke=\"#a07f22\" stroke-width=\".8\"/>"
                );
            });
        }
        Terrain::BrokenGround => {
            area(out, sheet, f, "#e2cfa6", "stroke=\"#a08447\" stroke-width=\".8\" stroke-dasharray=\"2 3\"");
            scatter(out, sheet, f, 15.0, |out, x, y, k| {
                let _ = write!(
                    out,
                    "<path d=\"M{:.1} {:.1}l3-5l4 1l2 5z\" fill=\"{}\" stroke=\"#6b4a2a\" stroke-width=\".8\"/>",
                    x - 4.0,
                    y + 2.0,
                    if k % 2 == 0 { "#c9b089" } else { "#b59a72" }
                );
            });
        }
        Terrain::Swamp | Terrain::Marsh => {
            let (tint, dash) = if f.kind == Terrain::Swamp {
                ("#bcd6cf", "")
            } else {
                ("#c6dbd2", " stroke-dasharray=\"4 2\"")
            };
            area(out, sheet, f, tint, &format!("stroke=\"#5f938f\" stroke-width=\"1\"{dash}"));
            scatter(out, sheet, f, 17.0, |out, x, y, _| {
                let _ = write!(
                    out,
                    "<path d=\"M{:.1} {y:.1}h10M{x:.1} {y:.1}v-6m-2.5 6l-1.5-5m6.5 5l1.5-5\" fill=\"none\" stroke=\"#2f6a70\" stroke-width=\".9\"/>",
                    x - 5.0
                );
            });
        }
        Terrain::Town | Terrain::Village => building(out, sheet, f, burnt),
        Terrain::Fort | Terrain::Fortress => fort(out, sheet, f),
        Terrain::Bridge | Terrain::Ford => crossing(out, sheet, f),
        _ => line(out, sheet, f),
    }
}

fn area(out: &mut String, sheet: &Sheet, f: &Feature, fill: &str, stroke: &str) {
    let _ = writeln!(
        out,
        "<path d=\"{}\" fill=\"{fill}\" {stroke} stroke-linejoin=\"round\"/>",
        sheet.path(&f.points, true)
    );
}

/// A hill: a tint for its level, contour lines, and hachures down the slope.
fn hill(out: &mut String, sheet: &Sheet, f: &Feature) {
    let tint = ["#eadfb6", "#e6d3a3", "#dcc394", "#d1b384", "#c8ab7d"][usize::from(f.level.min(4))];
    let d = sheet.path(&f.points, true);
    let _ = writeln!(
        out,
        "<path d=\"{d}\" fill=\"{tint}\" stroke=\"#8a5a2b\" stroke-opacity=\".85\" stroke-width=\"1.4\" stroke-linejoin=\"round\"/>"
    );
    let mut ticks = String::new();
    let middle = f.middle();
    for (a, b) in f.lines() {
        let length = a.dist(b);
        let steps = (length / (INCH / 3)).max(1);
        for k in 0..steps {
            let p = a.toward(b, 2 * k + 1, 2 * steps);
            let inward = p.toward(middle, INCH / 4, p.dist(middle).max(1));
            let ((x, y), (u, v)) = (sheet.at(p), sheet.at(inward));
            let _ = write!(ticks, "M{x:.1} {y:.1}L{u:.1} {v:.1}");
        }
    }
    let _ =
        writeln!(out, "<path d=\"{ticks}\" stroke=\"#8a5a2b\" stroke-opacity=\".6\" stroke-width=\".8\"/>");
}

fn tree(out: &mut String, x: f64, y: f64, k: u64) {
    let (r, fill) = [(5.2, "#93aa6b"), (4.4, "#a3b77c"), (5.8, "#86a05f")][(k % 3) as usize];
    let _ = write!(
        out,
        "<g transform=\"translate({x:.1} {y:.1})\"><path d=\"M{:.1} 2Q0 {:.1} {:.1} 1\" fill=\"none\" stroke=\"#49602f\" stroke-width=\"1.2\"/><circle r=\"{r}\" cy=\"-1.5\" fill=\"{fill}\" stroke=\"#49602f\" stroke-width=\".8\"/></g>",
        -r,
        r + 1.5,
        r + 1.0
    );
}

/// Stamps strewn over an area, the same every time.
fn scatter(
    out: &mut String,
    sheet: &Sheet,
    f: &Feature,
    spacing: f64,
    stamp: impl Fn(&mut String, f64, f64, u64),
) {
    let step = (spacing / SCALE * INCH as f64) as i64;
    out.push_str("<g>");
    let mut y = f.high.y - step / 2;
    while y > f.low.y {
        let mut x = f.low.x + step / 2 + (y / step % 2) * step / 2;
        while x < f.high.x {
            let k = noise(x, y);
            let p = Pt::new(
                x + (k % 100) as i64 * step / 300 - step / 6,
                y + (k / 100 % 100) as i64 * step / 300 - step / 6,
            );
            if in_polygon(p, &f.points) && f.line_distance(p) > step / 5 {
                let (px, py) = sheet.at(p);
                stamp(out, px, py, k / 10_000);
            }
            x += step;
        }
        y -= step;
    }
    out.push_str("</g>\n");
}

/// Stamps in rows.
fn rows(out: &mut String, sheet: &Sheet, f: &Feature, spacing: f64, stamp: impl Fn(&mut String, f64, f64)) {
    let step = (spacing / SCALE * INCH as f64) as i64;
    out.push_str("<g>");
    let mut y = f.high.y - step / 2;
    while y > f.low.y {
        let mut x = f.low.x + step / 2;
        while x < f.high.x {
            let p = Pt::new(x, y);
            if in_polygon(p, &f.points) && f.line_distance(p) > step / 4 {
                let (px, py) = sheet.at(p);
                stamp(out, px, py);
            }
            x += step;
        }
        y -= step;
    }
    out.push_str("</g>\n");
}

/// A number that looks random and depends on the place alone.
fn noise(x: i64, y: i64) -> u64 {
    let mut n =
        (x as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (y as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    n ^= n >> 29;
    n = n.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    n ^ (n >> 32)
}

fn building(out: &mut String, sheet: &Sheet, f: &Feature, burnt: bool) {
    let (tint, wall) = match (burnt, f.stone) {
        (true, _) => ("#b9a58c", "#5a4a3a"),
        (false, true) => ("#d8cfc2", "#5b534a"),
        (false, false) => ("#e0c3ad", "#7a5646"),
    };
    area(out, sheet, f, tint, &format!("stroke=\"{wall}\" stroke-width=\"1.6\""));
    let Some(quad) = f.quad else { return };
    let c = quad.centre();
    let fill = if burnt { "none" } else { "#4a3028" };
    let town = f.kind == Terrain::Town;
    for (n, corner) in quad.0.iter().enumerate() {
        if !town && n % 2 == 1 {
            continue;
        }
        let (x, y) = sheet.at(c.toward(*corner, 11, 20));
        let (a, b) = if n % 2 == 0 { (17.0, 11.0) } else { (11.0, 15.0) };
        let _ = write!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{a}\" height=\"{b}\" fill=\"{fill}\" stroke=\"{wall}\" stroke-width=\"1\"/>",
            x - a / 2.0,
            y - b / 2.0
        );
    }
    out.push('\n');
}

fn fort(out: &mut String, sheet: &Sheet, f: &Feature) {
    let d = sheet.path(&f.points, true);
    let wide = if f.kind == Terrain::Fortress { 7.0 } else { 4.5 };
    let _ = writeln!(
        out,
        "<path d=\"{d}\" fill=\"#e6dcc0\" stroke=\"#3d3833\" stroke-width=\"{wide}\"/><path d=\"{d}\" fill=\"none\" stroke=\"#d8d1c4\" stroke-width=\"{:.1}\"/>",
        wide - 2.6
    );
    for (points, fill) in [(&f.entrances, "#f1e7c9"), (&f.breaches, "#9c2f27")] {
        for p in points {
            let (x, y) = sheet.at(*p);
            let _ = writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6\" fill=\"{fill}\" stroke=\"#3d3833\" stroke-width=\"1.2\"/>"
            );
        }
    }
}

fn crossing(out: &mut String, sheet: &Sheet, f: &Feature) {
    let (x, y) = sheet.at(f.points[0]);
    let _ = if f.kind == Terrain::Bridge {
        writeln!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"13\" height=\"15\" rx=\"1.5\" fill=\"#f4ecd8\" stroke=\"#2c211a\" stroke-width=\"1.6\"/>",
            x - 6.5,
            y - 7.5
        )
    } else {
        writeln!(
            out,
            "<path d=\"M{:.1} {y:.1}h16\" stroke=\"#f4ecd8\" stroke-width=\"7\" stroke-dasharray=\"2.4 2\"/>",
            x - 8.0
        )
    };
}

/// Roads, water, works, trees along a line.
fn line(out: &mut String, sheet: &Sheet, f: &Feature) {
    let curved = f.kind.is_water() || f.kind == Terrain::Road;
    let d = if curved { sheet.curve(&f.points) } else { sheet.path(&f.points, false) };
    let mut stroke = |color: &str, width: f64, more: &str| {
        let _ = writeln!(
            out,
            "<path d=\"{d}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\" {more}/>"
        );
    };
    match f.kind {
        Terrain::Road => {
            stroke("#6b3c1c", 6.4, "");
            stroke("#f0dcae", 3.8, "");
        }
        Terrain::SunkenRoad => {
            stroke("#6b4a2a", 12.0, "stroke-dasharray=\"1 3\"");
            stroke("#6b4a2a", 6.4, "");
            stroke("#e9d9b0", 4.0, "");
        }
        Terrain::Stream => {
            stroke("#3f6f8c", 4.2, "");
            stroke("#aacfdd", 2.4, "");
        }
        Terrain::MarshyStream => {
            stroke("#5f938f", 9.0, "stroke-dasharray=\"1 5\"");
            stroke("#3f6f8c", 4.6, "");
            stroke("#aacfdd", 2.6, "");
        }
        Terrain::River => {
            stroke("#3f6f8c", 15.0, "");
            stroke("#aacfdd", 12.4, "");
        }
        Terrain::FieldWorks => {
            stroke("#6b4a2a", 7.0, "stroke-dasharray=\"2 3\"");
            stroke("#3d2a1a", 3.0, "");
        }
        Terrain::HastyWorks => stroke("#6b4a2a", 4.0, "stroke-dasharray=\"9 3\""),
        Terrain::LowWall => {
            stroke("#3d3833", 4.8, "");
            stroke("#d8d1c4", 2.6, "stroke-dasharray=\"4 1.4\"");
        }
        _ => stroke("#6f8a4b", 8.0, "stroke-dasharray=\"0.1 10\""),
    }
}

/// Cells of crop that have been trodden down.
fn trampled(out: &mut String, sheet: &Sheet, setup: &Setup, state: &State) {
    let across = i64::from(setup.table.width) / 300 + 1;
    for (n, word) in state.trampled.iter().enumerate() {
        for bit in 0..64 {
            if word & (1 << bit) == 0 {
                continue;
            }
            let cell = (n * 64 + bit) as i64;
            let middle =
                Pt::new((cell % across) * 3 * INCH + 3 * INCH / 2, (cell / across) * 3 * INCH + 3 * INCH / 2);
            let standing =
                setup.table.features.iter().any(|f| f.kind == Terrain::Crops && f.contains(middle));
            if standing {
                let (x, y) = sheet.at(middle);
                let half = 1.5 * SCALE;
                let _ = writeln!(
                    out,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{0:.1}\" height=\"{0:.1}\" transform=\"translate({1:.1} {2:.1})\" fill=\"#efe2b0\" opacity=\".85\"/>",
                    2.0 * half,
                    x - half,
                    y - half
                );
            }
        }
    }
}

fn fires(out: &mut String, sheet: &Sheet, setup: &Setup, state: &State) {
    for (f, building) in &state.buildings {
        if building.burning_since > 0 {
            let (x, y) = sheet.at(setup.table.features[*f as usize].middle());
            let _ = writeln!(
                out,
                "<path d=\"M{x:.1} {:.1}q10-12 2-24q-1 7-5 9q0-10-6-15q1 11-5 17q-4 8 14 13z\" fill=\"#d9662b\" stroke=\"#7d1f1a\" stroke-width=\"1.2\"/>",
                y + 12.0
            );
        }
    }
}

fn name(out: &mut String, sheet: &Sheet, f: &Feature) {
    let Some(name) = &f.name else { return };
    let water = f.kind.is_water();
    let at = if f.kind.is_area() { f.middle() } else { f.points[f.points.len() / 2] };
    let (x, y) = sheet.at(at);
    let drop = if f.kind.is_area() && !f.kind.is_building() { 4.0 } else { -9.0 };
    let class = if water { "vb-name vb-water" } else { "vb-name" };
    let _ = writeln!(out, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>", y + drop, text(name));
}

/// The neat line, the title, and a scale of inches.
fn frame(out: &mut String, setup: &Setup, margin: f64, w: f64, h: f64) {
    let _ = writeln!(
        out,
        "<rect x=\"{margin}\" y=\"{margin}\" width=\"{w:.1}\" height=\"{h:.1}\" fill=\"none\" stroke=\"#2c211a\" stroke-width=\"1.6\"/>\
         <rect x=\"{0:.1}\" y=\"{0:.1}\" width=\"{1:.1}\" height=\"{2:.1}\" fill=\"none\" stroke=\"#2c211a\" stroke-width=\".7\"/>",
        margin - 6.0,
        w + 12.0,
        h + 12.0
    );
    let _ = writeln!(
        out,
        "<text x=\"{margin}\" y=\"{:.1}\" font-size=\"17\" letter-spacing=\"1\">{}</text>",
        margin - 12.0,
        text(&setup.table.name)
    );
    let left = margin + w - 12.0 * SCALE;
    for k in 0..12 {
        let fill = if k % 2 == 0 { "#2c211a" } else { "#f4ecd8" };
        let _ = write!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{SCALE}\" height=\"5\" fill=\"{fill}\" stroke=\"#2c211a\" stroke-width=\".7\"/>",
            left + f64::from(k) * SCALE,
            margin + h + 12.0
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"12\" text-anchor=\"end\">12 inches, 1200 yards</text>",
        left - 8.0,
        margin + h + 18.0
    );
}

/// How big a stand is drawn: half width and half depth.
pub(crate) fn drawn(kind: Kind) -> (f64, f64) {
    let (w, d) = half_size(kind);
    (f64::from(w) / 100.0 * SCALE, f64::from(d) / 100.0 * SCALE)
}

/// The colours of the markers of a level.
pub(crate) fn marker_colours(level: Level) -> &'static [&'static str] {
    match level {
        Level::Good | Level::Eliminated => &[],
        Level::Disordered => &["#e8b923"],
        Level::PermanentlyDisordered => &["#b3261e"],
        Level::Routed => &["#e8b923", "#b3261e"],
    }
}

/// Whether a stand is drawn lying in its building.
pub(crate) fn in_building(field: &Field, id: StandId) -> bool {
    field.piece(id).garrison != NONE && !field.piece(id).has(mark::COLUMN)
}

/// Hundredths to picture units.
pub(crate) fn units(hundredths: i64) -> f64 {
    (hundredths * CENT) as f64 / INCH as f64 * SCALE
}
