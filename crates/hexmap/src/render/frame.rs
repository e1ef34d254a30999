//! Around the map: neat line, title, scale bar, compass.

use std::fmt::Write;

use super::layout::{EDGE, Layout};
use super::pen::{Path, Point, escape, n, typographic};
use super::typeface::{Face, width};
use super::{Options, legend};
use crate::HexMap;

/// How much paper there is around the map.
pub(super) struct Bands {
    pub side: f64,
    pub top: f64,
    pub bottom: f64,
    /// The width between the side margins: that of the map, or more if the map is very small.
    pub width: f64,
    /// How much larger than usual title, legend and scale are set: large maps are seen from farther off.
    pub scale: f64,
}

const MARGIN: f64 = 44.0;
/// Room for scale bar and compass, to the right of the legend.
const TOOLS: f64 = 250.0;
pub(super) const ROW: f64 = 27.0;
pub(super) const COLUMN: f64 = 168.0;

impl Bands {
    pub fn new(map: &HexMap, options: &Options, map_width: f64) -> Bands {
        let tools = options.scale_bar || options.compass;
        let legend_wide = if options.legend { COLUMN } else { 0.0 };
        let title_wide =
            if options.title { width(&map.name, Face::Semibold, 34.0) * 1.2 + 120.0 } else { 0.0 };
        let least = title_wide.min(900.0).max(legend_wide + if tools { TOOLS } else { 0.0 });
        let scale = (map_width / 1300.0).clamp(1.0, 1.8);
        let bands = Bands {
            side: MARGIN,
            top: MARGIN + if options.title { 62.0 * scale } else { 0.0 },
            bottom: MARGIN,
            width: map_width.max(least),
            scale,
        };
        let legend = if options.legend {
            bands.rows(legend::items(map).len(), tools) as f64 * ROW + 12.0
        } else {
            0.0
        };
        let tools = if tools { 96.0 } else { 0.0 };
        Bands { bottom: MARGIN + legend.max(tools) * scale, ..bands }
    }

    /// Columns of the legend.
    pub fn columns(&self, tools: bool) -> usize {
        let room = self.width / self.scale - if tools { TOOLS } else { 0.0 };
        ((room / COLUMN) as usize).max(1)
    }

    fn rows(&self, items: usize, tools: bool) -> usize {
        items.div_ceil(self.columns(tools))
    }
}

pub(super) fn draw(out: &mut String, map: &HexMap, layout: &Layout, options: &Options) {
    neat_line(out, layout);
    let ((left, _), (map_right, map_bottom)) = layout.map_rect();
    let scale = Bands::new(map, options, map_right - left).scale;
    if options.title {
        title(out, map, layout, scale);
    }
    let (width, height) = layout.size();
    let middle = (map_bottom + height) / 2.0 + 6.0 * scale;
    let right = width - MARGIN;
    if options.compass {
        let _ = writeln!(
            out,
            "<use href=\"#hm-compass\" transform=\"translate({} {})scale({})\"/>",
            n(right - 32.0 * scale),
            n(middle),
            n(scale)
        );
    }
    if options.scale_bar {
        let left = right - if options.compass { 240.0 } else { 190.0 } * scale;
        scale_bar(out, map, (left, middle + 4.0 * scale), scale);
    }
}

/// A frame of black and white bars between fine lines.
fn neat_line(out: &mut String, layout: &Layout) {
    let ((left, top), (right, bottom)) = layout.map_rect();
    let rect = |out: &mut String, grow: f64, stroke: &str| {
        let _ = writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#2c211a\" \
             stroke-width=\"{stroke}\"/>",
            n(left - grow),
            n(top - grow),
            n(right - left + 2.0 * grow),
            n(bottom - top + 2.0 * grow)
        );
    };
    let mut bars = Path::default();
    for (from, to, across) in [(left, right, false), (top, bottom, true)] {
        let count = (((to - from) / (EDGE * 3f64.sqrt() * 2.0)).round() as i32).max(1) * 2;
        let step = (to - from) / f64::from(count);
        for i in (0..count).step_by(2) {
            let (a, b) = (from + f64::from(i) * step, from + f64::from(i + 1) * step);
            let (c, d) = (a + step, b + step);
            if across {
                bars.start((left - 6.0, a)).line((left - 6.0, b));
                bars.start((right + 6.0, c)).line((right + 6.0, d));
            } else {
                bars.start((a, top - 6.0)).line((b, top - 6.0));
                bars.start((c, bottom + 6.0)).line((d, bottom + 6.0));
            }
        }
    }
    let _ = writeln!(out, "<path d=\"{}\" stroke=\"#2c211a\" stroke-width=\"4\" fill=\"none\"/>", bars.0);
    rect(out, 0.0, "1.2");
    rect(out, 4.0, ".7");
    rect(out, 8.0, ".7");
    rect(out, 12.0, "2.4");
}

fn title(out: &mut String, map: &HexMap, layout: &Layout, scale: f64) {
    let x = 0.0;
    let room = (layout.size().0 - 2.0 * MARGIN) / scale - 100.0;
    let _ = writeln!(
        out,
        "<g transform=\"translate({} {})scale({})\">",
        n(layout.size().0 / 2.0),
        n(6.0 - 6.0 * scale),
        n(scale)
    );
    let natural = width(&map.name, Face::Semibold, 34.0) * 1.12;
    let size = if natural > room { (34.0 * room / natural).max(12.0) } else { 34.0 };
    let half = natural * size / 34.0 / 2.0 + 14.0;
    let y = 52.0;
    let _ = writeln!(
        out,
        "<text class=\"hm-title\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>",
        n(x),
        n(y),
        n(size),
        escape(&typographic(&map.name))
    );
    for (from, to) in [(x - half - 42.0, x - half), (x + half + 42.0, x + half)] {
        let _ = writeln!(
            out,
            "<path d=\"M{0} {2}H{1}M{0} {3}H{1}\" stroke=\"#2c211a\" stroke-width=\".8\"/>\
             <circle cx=\"{1}\" cy=\"{4}\" r=\"3\" fill=\"#2c211a\"/>",
            n(from),
            n(to),
            n(y - 12.5),
            n(y - 9.5),
            n(y - 11.0)
        );
    }
    let _ = writeln!(
        out,
        "<text class=\"hm-subtitle\" x=\"{}\" y=\"{}\">{}</text>",
        n(x),
        n(y + 21.0),
        escape(&subtitle(map.yards_per_hex))
    );
    out.push_str("</g>\n");
}

/// The scale in words.
pub(super) fn subtitle(yards: u32) -> String {
    match yards {
        0..1000 => format!("{yards} yards to the hex"),
        _ => {
            let tenths = (u64::from(yards) * 10 + 880) / 1760;
            match (tenths / 10, tenths % 10) {
                (1, 0) => "one mile to the hex".to_owned(),
                (whole, 0) => format!("{whole} miles to the hex"),
                (whole, part) => format!("{whole}.{part} miles to the hex"),
            }
        }
    }
}

/// A bar of four parts, in miles or, on maps of a battlefield, in yards.
fn scale_bar(out: &mut String, map: &HexMap, (x, y): Point, scale: f64) {
    let point_yards = f64::from(map.yards_per_hex) / (EDGE * 3f64.sqrt());
    let (unit, word) = if map.yards_per_hex >= 600 { (1760.0, "miles") } else { (1.0, "yards") };
    let wanted = 170.0 * scale * point_yards / unit / 4.0;
    let power = 10f64.powf(wanted.log10().floor());
    let part = [5.0, 2.0, 1.0, 0.5].map(|m| m * power).into_iter().find(|p| *p <= wanted).unwrap_or(power);
    let step = part * unit / point_yards;
    let _ = writeln!(out, "<g class=\"hm-scale\" font-size=\"{}\">", n(11.0 * scale));
    for i in 0..4u8 {
        let fill = if i % 2 == 0 { "#2c211a" } else { "#f4ecd8" };
        let _ = writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" stroke=\"#2c211a\" stroke-width=\".8\"/>",
            n(x + f64::from(i) * step),
            n(y),
            n(step),
            n(5.0 * scale)
        );
    }
    for i in [0u8, 1, 2, 4] {
        let value = (part * f64::from(i) * 100.0).round() / 100.0;
        let unit = if i == 4 { format!("{value} {word}") } else { value.to_string() };
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\">{unit}</text>",
            n(x + f64::from(i) * step),
            n(y - 5.0 * scale)
        );
    }
    out.push_str("</g>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_said_in_words() {
        assert_eq!(subtitle(250), "250 yards to the hex");
        assert_eq!(subtitle(1760), "one mile to the hex");
        assert_eq!(subtitle(1940), "1.1 miles to the hex");
        assert_eq!(subtitle(u32::MAX), "2440322.3 miles to the hex");
    }
}
