//! The plots: small SVG pictures whose colours come from the page.

use std::fmt::Write;

pub use hexmap::render::escape;
use table::Side;

use super::study::{Histogram, Share, Tenth};

const WIDTH: f64 = 640.0;
/// The part of a picture that the scale on the left takes, and the one below.
const LEFT: f64 = 46.0;
const BELOW: f64 = 40.0;
const ABOVE: f64 = 14.0;

fn open(height: f64, label: &str) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">\n", escape(label))
}

pub fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// The class of a side's colour.
pub const fn class(side: Option<Side>) -> &'static str {
    match side {
        Some(Side::Union) => "u",
        Some(Side::Confederate) => "c",
        None => "d",
    }
}

/// Shares as bars from left to right, each with its interval.
pub fn shares(rows: &[(&str, Option<Side>, Share)], label: &str) -> String {
    let (row, from, to) = (46.0, 120.0, WIDTH - 60.0);
    let height = rows.len() as f64 * row + BELOW;
    let x = |share: f64| from + share * (to - from);
    let mut svg = open(height, label);
    // Between 35 and 65% neither side has much the better of it.
    let _ = writeln!(
        svg,
        "<rect class=\"fair\" x=\"{:.1}\" y=\"4\" width=\"{:.1}\" height=\"{:.1}\"/>",
        x(0.35),
        x(0.65) - x(0.35),
        height - BELOW
    );
    for tenth in [0, 25, 50, 75, 100] {
        let at = x(f64::from(tenth) / 100.0);
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{at:.1} 4V{:.1}\"/><text x=\"{at:.1}\" y=\"{:.1}\" class=\"mid\">{tenth}%</text>",
            height - BELOW + 4.0,
            height - BELOW + 22.0
        );
    }
    for (n, (name, side, share)) in rows.iter().enumerate() {
        let (y, class) = (n as f64 * row + 10.0, class(*side));
        let (value, low, high) = (x(share.value()), x(share.low), x(share.high));
        let middle = y + 13.0;
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" class=\"end\">{name}</text>\
             <rect class=\"{class}\" x=\"{from}\" y=\"{y}\" width=\"{:.1}\" height=\"26\" rx=\"2\"/>\
             <path class=\"halo\" d=\"M{low:.1} {middle}H{high:.1}\"/>\
             <path class=\"whisker\" d=\"M{low:.1} {middle}H{high:.1}M{low:.1} {:.1}v12M{high:.1} {:.1}v12\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" class=\"strong\">{}</text>",
            from - 8.0,
            middle + 5.0,
            value - from,
            middle - 6.0,
            middle - 6.0,
            high.max(value) + 8.0,
            middle + 5.0,
            percent(share.value()),
        );
    }
    svg + "</svg>"
}

/// Bars side by side for each step; `classes` gives the colour of each series, or of each step.
pub fn bars(
    histogram: &Histogram,
    classes: &dyn Fn(usize, usize) -> &'static str,
    below: &str,
    label: &str,
) -> String {
    let height = 250.0;
    let steps = histogram.counts[0].len();
    let most = histogram.counts.iter().flatten().copied().max().unwrap_or(1).max(1);
    let (bottom, width) = (height - BELOW, (WIDTH - LEFT - 10.0) / steps as f64);
    let y = |count: usize| bottom - count as f64 / most as f64 * (bottom - ABOVE);
    let mut svg = open(height, label);
    let scale = Histogram::of(&[vec![0, most as i64]], 5);
    for line in 0..scale.counts[0].len() + 1 {
        let count = line as i64 * scale.step;
        if count as usize <= most {
            let at = y(count as usize);
            let _ = write!(
                svg,
                "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{WIDTH}\"/><text x=\"{:.1}\" y=\"{:.1}\" class=\"end\">{count}</text>",
                LEFT - 6.0,
                at + 4.0
            );
        }
    }
    let bar = (width * 0.86 / histogram.counts.len() as f64).min(60.0);
    for step in 0..steps {
        let middle = LEFT + 5.0 + (step as f64 + 0.5) * width;
        let left = middle - bar * histogram.counts.len() as f64 / 2.0;
        for (series, counts) in histogram.counts.iter().enumerate().filter(|(_, counts)| counts[step] > 0) {
            let top = y(counts[step]);
            let _ = write!(
                svg,
                "<rect class=\"{}\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{}: {}</title></rect>",
                classes(series, step),
                left + series as f64 * bar,
                (bar - 1.0).max(1.0),
                bottom - top,
                histogram.label(step),
                counts[step]
            );
        }
        // As many labels as there is room for.
        if step % (steps.div_ceil(12)) == 0 {
            let low = histogram.first + step as i64 * histogram.step;
            let _ =
                write!(svg, "<text x=\"{middle:.1}\" y=\"{:.1}\" class=\"mid\">{low}</text>", bottom + 17.0);
        }
    }
    let _ = write!(
        svg,
        "<path class=\"axis\" d=\"M{LEFT} {bottom}H{WIDTH}\"/><text x=\"{:.1}\" y=\"{:.1}\" class=\"mid soft\">{}</text></svg>",
        (LEFT + WIDTH) / 2.0,
        height - 4.0,
        escape(below)
    );
    svg
}

/// What odds promised against what came of them: on the line they kept their word.
pub fn calibration(tenths: &[Tenth; 10], label: &str) -> String {
    let (size, left) = (380.0, 150.0);
    let height = size + ABOVE + BELOW;
    let (x, y) = (|p: f64| left + p * size, |p: f64| ABOVE + (1.0 - p) * size);
    let mut svg = open(height, label);
    for tick in [0, 25, 50, 75, 100] {
        let p = f64::from(tick) / 100.0;
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{:.1} {:.1}H{:.1}M{:.1} {:.1}V{:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" class=\"end\">{tick}%</text><text x=\"{:.1}\" y=\"{:.1}\" class=\"mid\">{tick}%</text>",
            x(0.0),
            y(p),
            x(1.0),
            x(p),
            y(0.0),
            y(1.0),
            x(0.0) - 8.0,
            y(p) + 4.0,
            x(p),
            y(0.0) + 17.0
        );
    }
    let _ =
        write!(svg, "<path class=\"fit\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>", x(0.0), y(0.0), x(1.0), y(1.0));
    let most = tenths.iter().map(|tenth| tenth.fights).max().unwrap_or(1).max(1) as f64;
    for tenth in tenths.iter().filter(|tenth| tenth.fights > 0) {
        let share = Share::of(tenth.won, tenth.fights);
        let at = x(tenth.promised / tenth.fights as f64);
        let _ = write!(
            svg,
            "<path class=\"whisker\" d=\"M{at:.1} {:.1}V{:.1}\"/>\
             <circle class=\"dot\" cx=\"{at:.1}\" cy=\"{:.1}\" r=\"{:.1}\"><title>{} of {} fights</title></circle>",
            y(share.low),
            y(share.high),
            y(share.value()),
            3.0 + 9.0 * (tenth.fights as f64 / most).sqrt(),
            tenth.won,
            tenth.fights
        );
    }
    let _ = write!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" class=\"mid soft\">chance before the dice</text>\
         <text transform=\"translate({:.1} {:.1}) rotate(-90)\" class=\"mid soft\">share that succeeded</text></svg>",
        x(0.5),
        height - 4.0,
        left - 56.0,
        y(0.5)
    );
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_plot_breaks_without_games() {
        let nothing = Histogram::of(&[Vec::new(), Vec::new()], 20);
        let empty = Share::of(0, 0);
        for svg in [
            bars(&nothing, &|_, _| "u", "points", "a \"plot\""),
            shares(&[("Union", Some(Side::Union), empty)], "wins"),
            calibration(&[Tenth::default(); 10], "odds"),
        ] {
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>") && !svg.contains("NaN"), "{svg}");
        }
    }
}
