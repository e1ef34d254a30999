//! The terrain of a picture: what each kind of feature looks like.

use std::fmt::Write;

use crate::geometry::{INCH, Pt, in_polygon};
use crate::picture::{SCALE, Sheet, names};
use crate::setup::Feature;
use crate::terrain::Terrain;

/// All terrain, from the ground up.
pub(crate) fn ground(out: &mut String, sheet: &Sheet, features: &[Feature]) {
    let mut order: Vec<usize> = (0..features.len()).collect();
    order.sort_by_key(|n| (layer(features[*n].kind), features[*n].level, *n));
    for n in order {
        draw(out, sheet, &features[n]);
    }
    names::draw(out, sheet, features);
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

pub(super) fn draw(out: &mut String, sheet: &Sheet, f: &Feature) {
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
        Terrain::Town | Terrain::Village => building(out, sheet, f),
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

fn building(out: &mut String, sheet: &Sheet, f: &Feature) {
    let (tint, wall) = if f.stone { ("#d8cfc2", "#5b534a") } else { ("#e0c3ad", "#7a5646") };
    area(out, sheet, f, tint, &format!("stroke=\"{wall}\" stroke-width=\"1.6\""));
    let Some(quad) = f.quad else { return };
    let c = quad.centre();
    let town = f.kind == Terrain::Town;
    for (n, corner) in quad.0.iter().enumerate() {
        if !town && n % 2 == 1 {
            continue;
        }
        let (x, y) = sheet.at(c.toward(*corner, 11, 20));
        let (a, b) = if n % 2 == 0 { (17.0, 11.0) } else { (11.0, 15.0) };
        let _ = write!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{a}\" height=\"{b}\" fill=\"#4a3028\" stroke=\"{wall}\" stroke-width=\"1\"/>",
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
