//! The stands of a picture: counters with facing, strength, markers; arcs and ranges on demand.

use std::fmt::Write;

use table::Side;

use crate::charts::ranges;
use crate::field::Field;
use crate::kinds::{Arm, Rank};
use crate::setup::StandId;
use crate::state::mark;
use crate::svg::{Sheet, drawn, in_building, marker_colours, text, units};

/// All stands on the table: brigades first, commanders on top.
pub(crate) fn counters(out: &mut String, sheet: &Sheet, field: &Field, arcs: &[StandId]) {
    for id in arcs
        .iter()
        .copied()
        .filter(|id| usize::from(*id) < field.setup.stands.len() && field.piece(*id).on_table())
    {
        arc(out, sheet, field, id);
    }
    let commander = |id: &StandId| field.is_commander(*id);
    for id in field.present().filter(|id| !commander(id)) {
        stand(out, sheet, field, id);
    }
    for id in field.present().filter(commander) {
        disc(out, sheet, field, id);
    }
}

fn colours(side: Side) -> (&'static str, &'static str) {
    match side {
        Side::Union => ("#33568a", "#eef2f8"),
        Side::Confederate => ("#9a938a", "#231c14"),
    }
}

/// A counter in its own coordinates, front up, then turned to its facing.
fn stand(out: &mut String, sheet: &Sheet, field: &Field, id: StandId) {
    let (info, piece) = (field.setup.stand(id), field.piece(id));
    let (x, y) = sheet.at(field.centre(id));
    let (mut w, mut d) = drawn(info.kind);
    let building = in_building(field, id);
    if building {
        (w, d) = (w * 0.62, d.min(w) * 0.62);
    }
    let facing = if building { 0.0 } else { f64::from(piece.pose.facing) / 100.0 };
    let (fill, ink) = colours(info.side);
    let _ = write!(
        out,
        "<g transform=\"translate({x:.1} {y:.1}) rotate({facing:.2})\"><title>{}</title>",
        text(&info.name)
    );
    for k in 0..field.markers(id) {
        let _ = write!(
            out,
            "<rect x=\"-10\" y=\"{:.1}\" width=\"20\" height=\"32\" rx=\"3\" fill=\"{fill}\" opacity=\".55\" stroke=\"#2c211a\" stroke-width=\".8\"/>",
            d + 2.0 + f64::from(k) * 36.0
        );
    }
    let dash = if piece.has(mark::GROUND) { " stroke-dasharray=\"4 2\"" } else { "" };
    let _ = write!(
        out,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"3\" fill=\"{fill}\" stroke=\"#1d1a18\" stroke-width=\"1.6\"{dash}/>",
        -w,
        -d,
        2.0 * w,
        2.0 * d
    );
    if !building {
        // The front edge, light and thick, with a point ahead.
        let _ = write!(
            out,
            "<path d=\"M{:.1} {1:.1}H{2:.1}\" stroke=\"#f6efdd\" stroke-width=\"3.4\"/><path d=\"M-6 {1:.1}L0 {3:.1}L6 {1:.1}Z\" fill=\"#f6efdd\" stroke=\"#1d1a18\" stroke-width=\".8\"/>",
            -w + 3.0,
            -d + 1.0,
            w - 3.0,
            -d - 7.0
        );
    }
    if piece.has(mark::STATIONARY) {
        let _ = write!(
            out,
            "<path d=\"M{:.1} {1:.1}H{2:.1}\" stroke=\"#1d1a18\" stroke-width=\"3\" stroke-dasharray=\"6 2\"/>",
            -w + 4.0,
            d - 3.0,
            w - 4.0
        );
    }
    for (n, colour) in marker_colours(piece.level).iter().enumerate() {
        let _ = write!(
            out,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\" fill=\"{colour}\" stroke=\"#1d1a18\" stroke-width=\"1\"/>",
            w - 8.0 - 11.0 * n as f64,
            d - 8.0
        );
    }
    out.push_str("</g>");
    // Sign, strength and name are read upright; on shallow stands sign and strength stand side by side.
    let deep = field.arm(id).is_brigade() && !building;
    let (sign, number, name) =
        if deep { ((0.0, -14.0), (0.0, 10.0), 22.0) } else { ((-13.0, -3.0), (12.0, 2.0), 13.0) };
    let _ = write!(
        out,
        "<g transform=\"translate({x:.1} {y:.1})\"><g transform=\"translate({} {})\">",
        sign.0, sign.1
    );
    symbol(out, field, id, ink);
    let _ = writeln!(
        out,
        "</g><text class=\"vb-sp\" x=\"{}\" y=\"{}\" style=\"fill:{ink}\">{}</text><text class=\"vb-unit\" y=\"{name}\" style=\"fill:{ink}\">{}</text></g>",
        number.0,
        number.1,
        piece.sp,
        text(&short(&info.name))
    );
}

fn short(name: &str) -> String {
    if name.chars().count() <= 13 { name.to_owned() } else { name.chars().take(12).chain(['.']).collect() }
}

/// The sign of the arm, as on old maps: crossed bars for foot, a slash for horse, a dot for guns.
fn symbol(out: &mut String, field: &Field, id: StandId, ink: &str) {
    let skirmisher = field.arm(id).is_skirmisher();
    let _ = write!(
        out,
        "<g stroke=\"{ink}\" stroke-width=\"1.3\" fill=\"none\"><rect x=\"-9\" y=\"-6\" width=\"18\" height=\"12\"{}/>",
        if skirmisher { " stroke-dasharray=\"2 1.4\"" } else { "" }
    );
    let _ = match field.arm(id) {
        Arm::InfantryBrigade | Arm::InfantrySkirmisher => write!(out, "<path d=\"M-9-6L9 6M-9 6L9-6\"/>"),
        Arm::CavalryBrigade | Arm::CavalrySkirmisher => write!(out, "<path d=\"M-9 6L9-6\"/>"),
        Arm::MountedInfantry | Arm::DismountedCavalry => {
            write!(out, "<path d=\"M-9 6L9-6M-9-6L9 6\" stroke-width=\".8\"/>")
        }
        _ if field.piece(id).has(mark::LIMBERED) => write!(out, "<circle r=\"3\"/>"),
        _ => write!(out, "<circle r=\"3.2\" fill=\"{ink}\"/>"),
    };
    for k in 0..field.piece(id).guns {
        let _ =
            write!(out, "<circle cx=\"{}\" cy=\"0\" r=\"1.8\" fill=\"{ink}\"/>", 13.0 + 4.0 * f64::from(k));
    }
    out.push_str("</g>");
}

fn disc(out: &mut String, sheet: &Sheet, field: &Field, id: StandId) {
    let info = field.setup.stand(id);
    let (x, y) = sheet.at(field.centre(id));
    let (fill, ink) = colours(info.side);
    let stars = match info.rank {
        Rank::Division => "\u{2605}",
        Rank::Corps => "\u{2605}\u{2605}",
        Rank::Army => "\u{2605}\u{2605}\u{2605}",
    };
    let _ = writeln!(
        out,
        "<g transform=\"translate({x:.1} {y:.1})\"><title>{}</title><circle r=\"12\" fill=\"{fill}\" stroke=\"#f6efdd\" stroke-width=\"2\"/><circle r=\"12\" fill=\"none\" stroke=\"#1d1a18\" stroke-width=\".8\"/><text y=\"3\" font-size=\"8\" text-anchor=\"middle\" style=\"fill:{ink}\">{stars}</text><text class=\"vb-unit\" y=\"21\">{}</text></g>",
        text(&info.name),
        text(&short(&info.name))
    );
}

/// The firing arc of a stand: long range, and close range where there is one.
fn arc(out: &mut String, sheet: &Sheet, field: &Field, id: StandId) {
    let Some((left, right)) = field.front_edge(id) else { return };
    let (close, _) = ranges(field.setup.stand(id).weapon);
    let facing = f64::from(field.piece(id).pose.facing) / 100.0;
    let ((lx, ly), (rx, ry)) = (sheet.at(left), sheet.at(right));
    for (range, fill) in
        [(field.longest_range(id), "#9c2f27"), (close.min(field.longest_range(id)), "#9c2f27")]
    {
        if range == 0 {
            continue;
        }
        let r = units(range);
        let point = |x: f64, y: f64, turn: f64| {
            let a = (facing + turn).to_radians();
            (x + r * a.sin(), y - r * a.cos())
        };
        let ((ax, ay), (bx, by)) = (point(lx, ly, -45.0), point(lx, ly, 0.0));
        let ((cx, cy), (dx, dy)) = (point(rx, ry, 0.0), point(rx, ry, 45.0));
        let _ = writeln!(
            out,
            "<path d=\"M{lx:.1} {ly:.1}L{ax:.1} {ay:.1}A{r:.1} {r:.1} 0 0 1 {bx:.1} {by:.1}L{cx:.1} {cy:.1}A{r:.1} {r:.1} 0 0 1 {dx:.1} {dy:.1}L{rx:.1} {ry:.1}Z\" fill=\"{fill}\" fill-opacity=\".12\" stroke=\"{fill}\" stroke-width=\"1\" stroke-dasharray=\"5 3\"/>"
        );
    }
}
