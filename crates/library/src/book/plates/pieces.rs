//! Counters and stands, drawn as on the web table: side by colour and outline, name, arm, strength, state.

use std::collections::BTreeMap;
use std::fmt::Write;

use hexmap::render::escape;
use table::view::{Marker, Piece};
use table::{Side, View};

use super::sheet::{Point, Sheet};

pub(super) const INK: &str = "#221c14";
const BAD: &str = "#a31515";
/// The letters of counters: those of the page, not of the map.
pub(super) const FACE: &str = "font-family:'Source Sans 3','Segoe UI',system-ui,'Noto Sans',sans-serif";
/// How wide a counter is, in hexes.
const ACROSS: f64 = 0.72;

/// The dark and the light colour of a side.
pub(super) fn colours(side: Option<Side>) -> (&'static str, &'static str) {
    match side {
        Some(Side::Confederate) => ("#8a4711", "#f3e2c8"),
        _ => ("#1f4a8a", "#dfe8f6"),
    }
}

/// All pieces and markers of a view.
pub(super) fn draw(sheet: &Sheet, view: &View) -> String {
    let mut out = String::from("<g class=\"plate-pieces\">");
    if sheet.is_table() {
        for piece in &view.pieces {
            stand(&mut out, sheet, piece);
        }
    } else {
        let mut places: BTreeMap<&str, Vec<&Piece>> = BTreeMap::new();
        for piece in &view.pieces {
            if let Some(at) = piece.now.at.as_deref() {
                places.entry(at).or_default().push(piece);
            }
        }
        for (place, here) in places {
            if let Some(at) = sheet.at(place) {
                stack(&mut out, at, sheet.unit() * ACROSS / 100.0, &here);
            }
        }
        // What a counter shows already needs no marker.
        let shown =
            |m: &&Marker| !["disorganized", "charged", "shattered"].iter().any(|w| m.kind.contains(w));
        for marker in view.markers.iter().filter(shown) {
            let hex = marker.at.as_deref().filter(|at| !at.contains('/'));
            if let Some((x, y)) = hex.and_then(|at| sheet.at(at)) {
                let lower = (x, y + sheet.unit() * 0.44);
                tag(&mut out, lower, sheet.unit() * 0.13, &marker.kind.replace('-', " "), INK);
            }
        }
    }
    out.push_str("</g>");
    out
}

/// Words on a strip of paper.
pub(super) fn tag(out: &mut String, (x, y): Point, size: f64, words: &str, colour: &str) {
    let wide = size * (1.0 + 0.6 * words.chars().count() as f64);
    let _ = write!(
        out,
        "<g transform=\"translate({x:.1} {y:.1})\"><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{:.1}\" \
         rx=\"{:.1}\" fill=\"#fffbe9\" stroke=\"{colour}\" stroke-width=\"1.4\"/><text y=\"{:.1}\" \
         style=\"{FACE};font-size:{size:.1}px;font-weight:700;fill:{colour};text-anchor:middle\">{}</text></g>",
        -wide / 2.0,
        -size * 0.75,
        size * 1.5,
        size * 0.35,
        size * 0.36,
        escape(words)
    );
}

/// The counters of a hex, one above the other, its leaders on top.
fn stack(out: &mut String, (x, y): Point, scale: f64, here: &[&Piece]) {
    let leader = |p: &&&Piece| matches!(p.kind.as_ref(), "leader" | "commander");
    let units: Vec<&&Piece> = here.iter().filter(|p| !leader(p)).collect();
    let leaders: Vec<&&Piece> = here.iter().filter(leader).collect();
    let shown = &units[units.len().saturating_sub(3)..];
    let down = if leaders.is_empty() { 0.0 } else { 12.0 };
    let _ = write!(out, "<g transform=\"translate({x:.1} {y:.1}) scale({scale:.3})\">");
    for (n, piece) in shown.iter().enumerate() {
        let step = (n as f64 - (shown.len() as f64 - 1.0) / 2.0) * 12.0;
        let _ = write!(out, "<g transform=\"translate({:.0} {:.0})\">", -50.0 + step, -50.0 - step + down);
        counter(out, piece);
        out.push_str("</g>");
    }
    for (n, piece) in leaders.iter().take(2).enumerate() {
        let _ = write!(out, "<g transform=\"translate(-50 {:.0})\">", -80.0 + down - n as f64 * 28.0);
        ribbon(out, piece);
        out.push_str("</g>");
    }
    out.push_str("</g>");
}

/// A text in a counter.
fn text(out: &mut String, (x, y): Point, size: f64, style: &str, words: &str) {
    let _ = write!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" style=\"{FACE};font-size:{size:.1}px;{style}\">{}</text>",
        escape(words)
    );
}

/// Abbreviations for the strip at the foot.
fn short(word: &str) -> String {
    let parts: Vec<&str> = word.split(['-', '_', ' ']).collect();
    let most = if parts.len() > 1 { 3 } else { 5 };
    let cut = |part: &&str| match part.chars().count() > most + 1 {
        true => format!("{}.", part.chars().take(most).collect::<String>()),
        false => (*part).to_owned(),
    };
    parts.iter().map(cut).collect::<Vec<_>>().join(" ").to_uppercase()
}

fn is_trouble(word: &str) -> bool {
    ["disorg", "exhaust", "demoral", "disorder", "rout", "shatter", "out-of"]
        .iter()
        .any(|bad| word.contains(bad))
}

/// A unit in a box of 100 by 100.
fn counter(out: &mut String, piece: &Piece) {
    let (dark, light) = colours(piece.side);
    let union = piece.side == Some(Side::Union);
    if let Some(works) = &piece.now.works {
        let wide = if ["fort", "abatis", "redoubt"].iter().any(|w| works.contains(w)) { 9 } else { 6 };
        let _ = write!(
            out,
            "<path d=\"M-6 70V106H106V70\" fill=\"none\" stroke=\"#5a4a2a\" stroke-width=\"{wide}\"/>"
        );
    }
    let outline = if union { "M2 2H98V98H2Z" } else { "M14 2H86L98 14V86L86 98H14L2 86V14Z" };
    let band = if union { "M2 2H98V26H2Z" } else { "M14 2H86L98 14V26H2V14Z" };
    let _ = write!(
        out,
        "<path d=\"{outline}\" fill=\"{light}\" stroke=\"{dark}\" stroke-width=\"3\"/><path d=\"{band}\" fill=\"{dark}\"/>"
    );
    let size = if piece.name.chars().count() > 9 { 13.0 } else { 16.0 };
    text(out, (50.0, 20.0), size, "font-weight:700;fill:#fff;text-anchor:middle", &piece.name);
    sign(out, piece.arm.as_deref());
    let strength = piece.now.strength.as_deref().unwrap_or_default();
    let (x, size) = match strength.chars().count() {
        0..=3 => (56.0, 44.0),
        4 => (50.0, 27.0),
        _ => (50.0, 22.0),
    };
    text(out, (x, 78.0), size, &format!("font-weight:800;fill:{INK};text-anchor:middle"), strength);
    for n in 0..piece.now.fatigue.map_or(0, |_| 4u8) {
        let tired = piece.now.fatigue.is_some_and(|level| n < level);
        let (fill, edge) = if tired { (BAD, BAD) } else { ("#fff", INK) };
        let _ = write!(
            out,
            "<circle cx=\"89\" cy=\"{}\" r=\"4.6\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.6\"/>",
            82 - i32::from(n) * 13
        );
    }
    let told: Vec<&str> = piece.now.state.iter().map(AsRef::as_ref).filter(|w| *w != "in-command").collect();
    let strip = told.iter().take(2).map(|word| short(word)).collect::<Vec<_>>().join(" ");
    if !strip.is_empty() {
        let fill = if told.iter().any(|word| is_trouble(word)) { BAD } else { "#5d5243" };
        let _ = write!(out, "<rect x=\"3\" y=\"83\" width=\"78\" height=\"14\" fill=\"{fill}\"/>");
        let size = if strip.chars().count() > 9 { 9.0 } else { 12.0 };
        text(out, (8.0, 94.0), size, "font-weight:700;fill:#fff;letter-spacing:.04em", &strip);
    }
    if !piece.leader_of.is_empty() {
        text(out, (9.0, 68.0), 22.0, "fill:#b8860b", "★");
    }
}

/// The sign of an arm in its box.
fn sign(out: &mut String, arm: Option<&str>) {
    let line = match arm {
        Some("cavalry") => "<path d=\"M9 54L39 34\"/>",
        Some("artillery" | "horse-artillery") => {
            "<circle cx=\"24\" cy=\"44\" r=\"4.4\" style=\"fill:#221c14\"/>"
        }
        Some("infantry") => "<path d=\"M9 34L39 54M9 54L39 34\"/>",
        _ => return,
    };
    let _ = write!(
        out,
        "<g fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\"><rect x=\"9\" y=\"34\" width=\"30\" height=\"20\" \
         fill=\"#fff\"/>{line}</g>"
    );
}

/// A leader is a ribbon with a star.
fn ribbon(out: &mut String, piece: &Piece) {
    let (dark, _) = colours(piece.side);
    let round = if piece.side == Some(Side::Union) { 3 } else { 15 };
    let _ = write!(
        out,
        "<rect width=\"100\" height=\"30\" rx=\"{round}\" fill=\"{dark}\" stroke=\"#fff\" stroke-width=\"2\"/>"
    );
    text(out, (5.0, 22.0), 20.0, "fill:#ffd97a", "★");
    let size = if piece.name.chars().count() > 7 { 12.5 } else { 15.0 };
    text(out, (26.0, 21.0), size, "font-weight:700;fill:#fff", &piece.name);
}

/// A stand of a table: turned, the words on it upright.
fn stand(out: &mut String, sheet: &Sheet, piece: &Piece) {
    let (Some((x, y)), Some(pose)) = (sheet.piece(piece), piece.now.pose) else { return };
    let (dark, light) = colours(piece.side);
    let inch = sheet.unit();
    let _ = write!(out, "<g transform=\"translate({x:.1} {y:.1})\">");
    if let Some(radius) = piece.radius {
        let r = radius * inch;
        let _ = write!(out, "<circle r=\"{r:.1}\" fill=\"{dark}\" stroke=\"#fff\" stroke-width=\"1.5\"/>");
        text(out, (0.0, r * 0.45), r * 1.3, "fill:#ffd97a;text-anchor:middle", "★");
        out.push_str("</g>");
        return;
    }
    let (w, d) = (piece.width.unwrap_or(3.0) * inch, piece.depth.unwrap_or(1.5) * inch);
    let _ = write!(
        out,
        "<g transform=\"rotate({:.1})\"><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{w:.1}\" height=\"{d:.1}\" fill=\"{light}\" \
         stroke=\"{dark}\" stroke-width=\"2\"/><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{w:.1}\" height=\"{:.1}\" \
         fill=\"{dark}\"/><path d=\"M{:.1} {:.1}L0 {:.1}L{:.1} {:.1}Z\" fill=\"{dark}\"/>",
        pose.facing,
        -w / 2.0,
        -d / 2.0,
        -w / 2.0,
        -d / 2.0,
        d * 0.16,
        -d * 0.12,
        -d / 2.0,
        -d * 0.66,
        d * 0.12,
        -d / 2.0
    );
    for n in 0..piece.column_markers.unwrap_or(0) {
        let _ = write!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{inch:.1}\" height=\"{:.1}\" fill=\"{light}\" stroke=\"{dark}\" \
             stroke-width=\"1.4\"/>",
            -inch / 2.0,
            d / 2.0 + f64::from(n) * 1.5 * inch,
            1.5 * inch
        );
    }
    out.push_str("</g>");
    let size = d.min(w) * 0.36;
    let middle = format!("fill:{INK};text-anchor:middle;font-weight:");
    text(
        out,
        (0.0, size * 0.2),
        size,
        &format!("{middle}800"),
        piece.now.strength.as_deref().unwrap_or_default(),
    );
    text(out, (0.0, size * 0.72), size * 0.42, &format!("{middle}600"), &piece.name);
    let told: Vec<String> =
        piece.now.state.iter().filter(|w| *w != "moved").take(2).map(|word| short(word)).collect();
    if !told.is_empty() {
        let fill = if piece.now.state.iter().any(|w| is_trouble(w)) { BAD } else { "#5d5243" };
        let style = format!(
            "fill:{fill};font-weight:700;text-anchor:middle;paint-order:stroke;stroke:#fffdf5;stroke-width:.2em"
        );
        text(out, (0.0, -size * 0.72), size * 0.4, &style, &told.join(" "));
    }
    out.push_str("</g>");
}
