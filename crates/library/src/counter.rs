//! Counters and stands as SVG, as the web table draws them: for set-ups on a map and for counters to be cut out.

use std::fmt::Write;

use hexmap::render::{Face, escape, width};
use table::Side;
use table::view::Piece;

/// The dark and the light colour of a side.
pub fn colours(side: Option<Side>) -> (&'static str, &'static str) {
    match side {
        Some(Side::Union) => ("#1f4a8a", "#dfe8f6"),
        Some(Side::Confederate) => ("#8a4711", "#f3e2c8"),
        None => ("#5d5243", "#efe6d2"),
    }
}

const INK: &str = "#221c14";
const BAD: &str = "#a31515";
const TYPE: &str = "font-family=\"Libertinus Serif\"";

/// Whether a piece commands others.
pub fn commands(piece: &Piece) -> bool {
    piece.kind == "leader" || piece.kind == "commander"
}

/// A text that is made smaller where it would run over.
fn fitted(out: &mut String, (x, y): (f64, f64), size: f64, room: f64, style: &str, text: &str) {
    let size = size.min(size * room / width(text, Face::Semibold, size).max(0.1));
    let _ = write!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size:.2}\" {TYPE} font-weight=\"600\" {style}>{}</text>",
        escape(text)
    );
}

/// The sign of an arm in its box.
fn sign(out: &mut String, arm: &str, [x, y, w, h]: [f64; 4]) {
    let (right, low) = (x + w, y + h);
    let (middle, half) = (x + w / 2.0, y + h / 2.0);
    let inside = if arm.contains("skirmisher") {
        format!("M{} {half}H{}", x + 3.0, right - 3.0)
    } else if arm.contains("cavalry") || arm.contains("mounted") {
        format!("M{x} {low}L{right} {y}")
    } else if arm.contains("infantry") {
        format!("M{x} {y}L{right} {low}M{x} {low}L{right} {y}")
    } else {
        String::new()
    };
    let dot = match arm.contains("artillery") {
        true => format!("<circle cx=\"{middle}\" cy=\"{half}\" r=\"{:.1}\" fill=\"{INK}\"/>", h * 0.24),
        false => String::new(),
    };
    let _ = write!(
        out,
        "<path d=\"M{x} {y}H{right}V{low}H{x}Z{inside}\" fill=\"#fff\" stroke=\"{INK}\" stroke-width=\"2\"/>{dot}"
    );
}

/// A five-pointed star around a point.
fn star(out: &mut String, (x, y): (f64, f64), size: f64, fill: &str) {
    out.push_str("<path d=\"");
    for n in 0..10 {
        let turn = f64::from(n) * std::f64::consts::PI / 5.0;
        let far = if n % 2 == 0 { size } else { size * 0.4 };
        let _ = write!(
            out,
            "{}{:.2} {:.2}",
            if n == 0 { "M" } else { "L" },
            x + far * turn.sin(),
            y - far * turn.cos()
        );
    }
    let _ = write!(out, "Z\" fill=\"{fill}\"/>");
}

/// A word as a strip shows it: `OUT OF SUPPLY`.
fn shouted(word: &str) -> String {
    word.replace(['-', '_'], " ").to_uppercase()
}

/// States that a commander must see at once.
fn troubled(state: &[&str]) -> bool {
    const BAD: [&str; 9] =
        ["disorg", "exhaust", "demoral", "disorder", "rout", "shatter", "out-of", "surround", "low-"];
    state.iter().any(|word| BAD.iter().any(|bad| word.contains(bad)))
}

/// A leader as a ribbon of 100 by 27 with a star.
pub fn ribbon(piece: &Piece) -> String {
    let (dark, _) = colours(piece.side);
    let round = if piece.side == Some(Side::Confederate) { 13 } else { 3 };
    let mut out = format!(
        "<rect width=\"100\" height=\"27\" rx=\"{round}\" fill=\"{dark}\" stroke=\"#fff\" stroke-width=\"2\"/>"
    );
    star(&mut out, (14.0, 14.0), 9.0, "#ffd97a");
    fitted(&mut out, (60.0, 20.0), 17.0, 70.0, "fill=\"#fff\" text-anchor=\"middle\"", &piece.name);
    out
}

/// A counter in a box of 100 by 100.
///
/// `state` stands in the strip at its foot: what it is in, or what its back says.
pub fn counter(piece: &Piece, state: &[&str]) -> String {
    let (dark, light) = colours(piece.side);
    let union = piece.side != Some(Side::Confederate);
    // The corners tell the sides apart without colour.
    let outline = if union { "M2 2H98V98H2Z" } else { "M14 2H86L98 14V86L86 98H14L2 86V14Z" };
    let band = if union { "M2 2H98V27H2Z" } else { "M14 2H86L98 14V27H2V14Z" };
    let mut out = format!(
        "<path d=\"{outline}\" fill=\"{light}\" stroke=\"{dark}\" stroke-width=\"3\"/><path d=\"{band}\" fill=\"{dark}\"/>"
    );
    let white = "fill=\"#fff\" text-anchor=\"middle\"";
    fitted(&mut out, (50.0, 20.5), 17.0, 84.0, white, &piece.name);
    let dark_text = format!("fill=\"{INK}\" text-anchor=\"middle\"");
    if commands(piece) {
        star(&mut out, (50.0, 45.0), 13.0, "#b8860b");
        let what = [piece.size.as_deref(), piece.rank.as_deref()].into_iter().flatten().next().unwrap_or("");
        fitted(&mut out, (50.0, 71.0), 13.0, 84.0, &dark_text, what);
    } else {
        sign(&mut out, piece.arm.as_deref().unwrap_or_default(), [9.0, 34.0, 34.0, 22.0]);
        let strength = piece.now.strength.as_deref().unwrap_or_default();
        fitted(&mut out, (67.0, 64.0), 40.0, 40.0, &dark_text, strength);
    }
    foot(&mut out, piece, state);
    out
}

/// The strip with its states, else formation and values.
fn foot(out: &mut String, piece: &Piece, state: &[&str]) {
    let strip: Vec<String> = state.iter().take(2).map(|word| shouted(word)).collect();
    if !strip.is_empty() {
        let fill = if troubled(state) { BAD } else { "#5d5243" };
        let _ = write!(out, "<rect x=\"3\" y=\"76\" width=\"94\" height=\"17\" fill=\"{fill}\"/>");
        fitted(out, (50.0, 89.0), 13.0, 86.0, "fill=\"#fff\" text-anchor=\"middle\"", &strip.join(" "));
        return;
    }
    let soft = "fill=\"#4a4032\" text-anchor=\"";
    let values: Vec<&str> =
        piece.values.iter().filter(|(_, v)| v.len() < 3).map(|(_, v)| v.as_str()).take(2).collect();
    let formation = piece.command.as_deref().or(piece.division.as_deref()).unwrap_or_default();
    fitted(out, (9.0, 91.0), 14.0, 50.0, &format!("{soft}start\""), formation);
    fitted(out, (91.0, 91.0), 14.0, 30.0, &format!("{soft}end\""), &values.join("-"));
}

/// A stand of `w` by `d` around the origin, looking up; a commander is a disc. What is turned to the south afterwards has
/// its words upside down, so that they can be read then.
pub fn stand(piece: &Piece, (w, d): (f64, f64), turned: bool, state: &[&str]) -> String {
    let (dark, light) = colours(piece.side);
    let words = if turned { "<g transform=\"rotate(180)\">" } else { "<g>" };
    let mut out = String::new();
    if commands(piece) {
        let _ = write!(
            out,
            "<circle r=\"{:.2}\" fill=\"{dark}\" stroke=\"#fff\" stroke-width=\"{:.2}\"/>",
            w / 2.0,
            w / 24.0
        );
        out.push_str(words);
        star(&mut out, (0.0, -w * 0.16), w * 0.2, "#ffd97a");
        fitted(
            &mut out,
            (0.0, w * 0.22),
            w * 0.2,
            w * 0.82,
            "fill=\"#fff\" text-anchor=\"middle\"",
            &piece.name,
        );
        out.push_str("</g>");
        return out;
    }
    let _ = write!(
        out,
        "<path d=\"M{0:.2} {1:.2}h{w:.2}v{d:.2}h-{w:.2}Z\" fill=\"{light}\" stroke=\"{dark}\" stroke-width=\"{2:.2}\"/>\
         <path d=\"M{0:.2} {1:.2}h{w:.2}v{3:.2}h-{w:.2}ZM0 {4:.2}l{5:.2} {5:.2}h-{6:.2}Z\" fill=\"{dark}\"/>",
        -w / 2.0,
        -d / 2.0,
        w / 40.0,
        d * 0.1,
        -d / 2.0 - w * 0.06,
        w * 0.06,
        w * 0.12,
    );
    let ink = format!("fill=\"{INK}\" text-anchor=\"middle\"");
    let strength = piece.now.strength.as_deref().unwrap_or_default();
    out.push_str(words);
    fitted(&mut out, (0.0, d * 0.12), (w * 0.26).min(d * 0.42), w * 0.5, &ink, strength);
    fitted(&mut out, (0.0, d * 0.34), (w * 0.13).min(d * 0.2), w * 0.9, &ink, &piece.name);
    let strip: Vec<String> = state.iter().take(1).map(|word| shouted(word)).collect();
    let red = format!("fill=\"{BAD}\" text-anchor=\"middle\"");
    fitted(&mut out, (0.0, d * 0.47), (w * 0.09).min(d * 0.13), w * 0.9, &red, &strip.join(" "));
    out.push_str("</g>");
    out
}

/// The state of a piece that a counter shows.
pub fn states(piece: &Piece) -> Vec<&str> {
    piece.now.state.iter().map(AsRef::as_ref).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::view::Condition;

    #[test]
    fn a_counter_says_who_and_how_strong_and_can_be_told_from_the_enemys() {
        let piece = |side| Piece {
            name: "O'Neal & <Co>".to_owned(),
            side: Some(side),
            kind: "unit".into(),
            arm: Some("cavalry".into()),
            now: Condition { strength: Some("7".to_owned()), ..Condition::default() },
            ..Piece::default()
        };
        let union = counter(&piece(Side::Union), &[]);
        assert!(union.contains("O'Neal &amp; &lt;Co&gt;") && union.contains(">7<"), "{union}");
        let outline = |svg: &str| svg.split('"').nth(1).unwrap().to_owned();
        assert_ne!(outline(&union), outline(&counter(&piece(Side::Confederate), &[])));
        assert!(counter(&piece(Side::Union), &["disorganized"]).contains("DISORGANIZED"));
        assert!(stand(&piece(Side::Union), (72.0, 72.0), false, &[]).contains(">7<"));
    }
}
