//! The names on a picture: along roads and water, and beside everything else where no other name stands.

use std::fmt::Write;

use crate::geometry::INCH;
use crate::picture::{SCALE, Sheet, text};
use crate::setup::Feature;
use crate::terrain::Terrain;

/// What a letter and a line of names take, about.
const LETTER: f64 = 6.2;
const LINE: f64 = 13.0;
/// How far a name is moved at a time, and how often at most, to find a free place.
const SHIFT: f64 = 7.0;
const SHIFTS: i32 = 6;

/// All names. Those of small things have the first choice: they have the least room to move.
pub(super) fn draw(out: &mut String, sheet: &Sheet, features: &[Feature]) {
    let mut apart: Vec<(i64, Label)> = Vec::new();
    for (n, feature) in features.iter().enumerate() {
        match along(sheet, feature) {
            Some(way) => name_along(out, n, feature, &way),
            None => apart.extend(Label::of(sheet, feature).map(|label| (size(feature), label))),
        }
    }
    apart.sort_by_key(|(size, _)| *size);
    let mut taken: Vec<Label> = Vec::with_capacity(apart.len());
    for (_, label) in apart {
        let set = label.set_among(&taken);
        let class = if set.water { "vb-name vb-water" } else { "vb-name" };
        let (x, y) = (set.x, set.y);
        let _ = writeln!(out, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", text(set.name));
        taken.push(set);
    }
}

/// How far something reaches, in the units of the table.
fn size(feature: &Feature) -> i64 {
    (feature.high.x - feature.low.x) + (feature.high.y - feature.low.y)
}

/// A name about its place.
#[derive(Clone, Copy)]
struct Label<'a> {
    name: &'a str,
    water: bool,
    x: f64,
    y: f64,
    /// Half of its width.
    half: f64,
}

impl<'a> Label<'a> {
    fn of(sheet: &Sheet, f: &'a Feature) -> Option<Label<'a>> {
        let name = f.name.as_deref()?;
        let at = if f.kind.is_area() { f.middle() } else { f.points[f.points.len() / 2] };
        let (x, y) = sheet.at(at);
        let drop = if f.kind.is_area() && !f.kind.is_building() { 4.0 } else { -9.0 };
        let half = name.chars().count() as f64 * LETTER / 2.0;
        Some(Label { name, water: f.kind.is_water(), x, y: y + drop, half })
    }

    /// How much of another name it covers, as an area.
    fn covers(&self, other: &Label) -> f64 {
        let wide = (self.half + other.half - (self.x - other.x).abs()).min(2.0 * self.half.min(other.half));
        let high = LINE - (self.y - other.y).abs();
        wide.max(0.0) * high.max(0.0)
    }

    /// Where it covers no other name, as near to its place as can be: below or above it.
    fn set_among(self, taken: &[Label]) -> Label<'a> {
        let shifts = (0..=SHIFTS).flat_map(|n| [n, -n]);
        let moved = shifts.map(|n| Label { y: self.y + f64::from(n) * SHIFT, ..self });
        let covered = |label: &Label| taken.iter().map(|other| label.covers(other)).sum::<f64>();
        let mut best = (f64::MAX, self);
        for label in moved {
            let hidden = covered(&label);
            if hidden < best.0 {
                best = (hidden, label);
            }
        }
        best.1
    }
}

/// The way along which the name of a road or a stream is set, from left to right; none where it is too short.
fn along(sheet: &Sheet, f: &Feature) -> Option<String> {
    let name = f.name.as_ref().filter(|_| f.kind.is_water() || f.kind == Terrain::Road)?;
    let length: i64 = f.points.windows(2).map(|p| p[0].dist(p[1])).sum();
    let room = length as f64 / INCH as f64 * SCALE;
    if room < name.chars().count() as f64 * 8.0 + 30.0 {
        return None;
    }
    let mut points = f.points.clone();
    if points.first()?.x > points.last()?.x {
        points.reverse();
    }
    Some(sheet.curve(&points))
}

fn name_along(out: &mut String, n: usize, f: &Feature, way: &str) {
    let Some(name) = &f.name else { return };
    let (class, lift) = match f.kind {
        Terrain::River => ("vb-name vb-way vb-water", 4.0),
        kind if kind.is_water() => ("vb-name vb-way vb-water", -5.0),
        _ => ("vb-name vb-way", -6.0),
    };
    // Roads and streams that meet in the middle have their names apart.
    let at = if f.kind.is_water() { 30 } else { 64 };
    let _ = writeln!(
        out,
        "<path id=\"vb-way-{n}\" d=\"{way}\" fill=\"none\"/><text class=\"{class}\" dy=\"{lift}\">\
         <textPath href=\"#vb-way-{n}\" startOffset=\"{at}%\">{}</textPath></text>",
        text(name)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(x: f64, y: f64) -> Label<'static> {
        Label { name: "Little Round Top", water: false, x, y, half: 50.0 }
    }

    #[test]
    fn a_name_that_would_cover_another_is_set_below_or_above_it() {
        let first = label(100.0, 100.0);
        let second = label(110.0, 102.0).set_among(&[first]);
        assert!(second.covers(&first) == 0.0 && (second.y - 102.0).abs() <= 14.0, "{}", second.y);
        let third = label(90.0, 98.0).set_among(&[first, second]);
        assert!(third.covers(&first) == 0.0 && third.covers(&second) == 0.0, "{}", third.y);
    }

    #[test]
    fn a_name_that_is_in_nobodys_way_stays_where_it_is() {
        let set = label(100.0, 100.0).set_among(&[label(300.0, 100.0), label(100.0, 120.0)]);
        assert_eq!((set.x, set.y), (100.0, 100.0));
    }
}
