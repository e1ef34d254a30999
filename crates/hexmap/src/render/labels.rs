//! Names: each tries several places and takes the one with the most room.

use std::fmt::Write;

use super::areas::Cells;
use super::mask::{LABEL, Mask};
use super::pen::{Path, Point, escape, far, middle, n, resample, sample_rounded, typographic, unit};
use super::sites;
use super::typeface::{Face, width};
use super::waters::{self, chains};
use super::ways::{Track, meeting};
use crate::{PlaceKind, Water, Way};

/// How a kind of name is set.
struct Hand {
    class: &'static str,
    face: Face,
    size: f64,
    /// How crowded its place may be before the name is left out.
    bears: f64,
}

const fn hand(kind: PlaceKind) -> Hand {
    match kind {
        PlaceKind::Town => Hand { class: "hm-town", face: Face::Semibold, size: 18.0, bears: f64::MAX },
        PlaceKind::Village => Hand { class: "hm-village", face: Face::Regular, size: 14.0, bears: f64::MAX },
        PlaceKind::Landmark => Hand { class: "hm-landmark", face: Face::Italic, size: 12.0, bears: f64::MAX },
        PlaceKind::Entry => Hand { class: "hm-entry", face: Face::Italic, size: 11.5, bears: f64::MAX },
    }
}

const CROSSING: Hand = Hand { class: "hm-crossing", face: Face::Italic, size: 10.5, bears: 150.0 };

/// All names of the map, the most important first.
pub fn draw(out: &mut String, cells: &Cells<'_>, tracks: &[Track], mask: &mut Mask) {
    let order = [PlaceKind::Town, PlaceKind::Village];
    for kind in order {
        places(out, cells, kind, mask);
    }
    rivers(out, cells, mask);
    for kind in [PlaceKind::Entry, PlaceKind::Landmark] {
        places(out, cells, kind, mask);
    }
    for site in cells.map.crossings.iter() {
        if let Some(name) = &site.name {
            let at = cells.layout.gate(site.hex, site.dir);
            put(out, cells, name, &CROSSING, (at, 11.0), mask);
        }
    }
    roads(out, cells, tracks, mask);
}

fn places(out: &mut String, cells: &Cells<'_>, kind: PlaceKind, mask: &mut Mask) {
    for place in cells.map.places.iter().filter(|p| p.kind == kind) {
        let at = match kind {
            PlaceKind::Entry => cells.layout.centre(place.hex),
            _ => meeting(cells, place.hex),
        };
        let around = (at, sites::radius(cells, place.hex, kind));
        put(out, cells, &place.name, &hand(kind), around, mask);
    }
}

/// Writes a name beside a point, where it disturbs least.
fn put(
    out: &mut String,
    cells: &Cells<'_>,
    name: &str,
    hand: &Hand,
    (at, away): (Point, f64),
    mask: &mut Mask,
) {
    let size = (width(name, hand.face, hand.size), hand.size * 0.72);
    let (low, high) = cells.layout.map_rect();
    let best = positions(at, away, size)
        .into_iter()
        .enumerate()
        .map(|(rank, corner)| {
            let rect = (corner, (corner.0 + size.0, corner.1 + size.1));
            let outside = (low.0 - rect.0.0).max(0.0)
                + (rect.1.0 - high.0).max(0.0)
                + (low.1 - rect.0.1).max(0.0)
                + (rect.1.1 - high.1).max(0.0);
            (mask.crowding(rect) + 200.0 * outside + 2.5 * rank as f64, corner)
        })
        .min_by(|a, b| a.0.total_cmp(&b.0));
    let Some((cost, (x, y))) = best else { return };
    if cost > hand.bears {
        return;
    }
    mask.rect(((x - 1.0, y - 1.0), (x + size.0 + 1.0, y + size.1 + 2.0)), LABEL);
    let _ = writeln!(
        out,
        "<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>",
        hand.class,
        n(x),
        n(y + size.1),
        escape(&typographic(name))
    );
}

/// Upper left corners for a name around a point: right, left, above, below, the quarters between, and the
/// same again a little farther off.
fn positions((x, y): Point, away: f64, (wide, high): (f64, f64)) -> Vec<Point> {
    let mut found = Vec::new();
    for more in [3.0, 12.0] {
        let far = away + more;
        let near = far * 0.75;
        found.extend([
            (x + far, y - high / 2.0),
            (x + near, y - near - high),
            (x + near, y + near),
            (x - far - wide, y - high / 2.0),
            (x - near - wide, y - near - high),
            (x - near - wide, y + near),
            (x - wide / 2.0, y - far - high),
            (x - wide / 2.0, y + far),
        ]);
    }
    found
}

/// The names of rivers, set along them and again every so often.
fn rivers(out: &mut String, cells: &Cells<'_>, mask: &mut Mask) {
    for (number, river) in cells.map.rivers.iter().enumerate() {
        let Some(name) = &river.name else { continue };
        let (class, size, spaced) = match river.kind {
            Water::Creek => ("hm-creek", 11.5, 0.6),
            Water::MinorRiver => ("hm-stream", 13.0, 1.4),
            _ => ("hm-great", 15.0, 2.6),
        };
        let long = width(name, Face::Italic, size) + spaced * name.chars().count() as f64;
        let lift = waters::width(river.kind) / 2.0 + 3.5;
        for (part, chain) in chains(cells.layout, river.sides.iter().copied()).iter().enumerate() {
            let bed: Vec<Point> = chain.iter().map(|k| cells.layout.loose(*k)).collect();
            let line = calm(&sample_rounded(&bed), 14);
            let id = format!("hm-w{number}-{part}");
            Along { id, class, name, long, lift, apart: 620.0 }.draw(out, cells, &line, mask);
        }
    }
}

/// The names of roads, small, along them.
fn roads(out: &mut String, cells: &Cells<'_>, tracks: &[Track], mask: &mut Mask) {
    for (number, track) in tracks.iter().enumerate() {
        let Some(name) = &track.name else { continue };
        let long = width(name, Face::Italic, 10.5) + 0.5 * name.chars().count() as f64;
        let line = calm(&resample(&track.points, 6.0), 8);
        let lift = if matches!(track.kind, Way::Road | Way::Trail) { 4.0 } else { 6.0 };
        let name =
            Along { id: format!("hm-r{number}"), class: "hm-roadname", name, long, lift, apart: 900.0 };
        name.draw(out, cells, &line, mask);
    }
}

/// A line with its wiggles taken out: each point the mean of its neighbours on the line.
fn calm(points: &[Point], reach: usize) -> Vec<Point> {
    let points = resample(points, 5.0);
    (0..points.len())
        .map(|i| {
            let reach = reach.min(i).min(points.len() - 1 - i);
            let near = &points[i - reach..=i + reach];
            let count = near.len() as f64;
            (near.iter().map(|p| p.0).sum::<f64>() / count, near.iter().map(|p| p.1).sum::<f64>() / count)
        })
        .collect()
}

/// The sides of a line a name may stand on, and how much farther off than needed.
const LIFTS: [(f64, f64); 6] = [(1.0, 0.0), (-1.0, 0.0), (1.0, 4.0), (-1.0, 4.0), (1.0, 8.0), (-1.0, 8.0)];

/// A name to be set along a line.
struct Along<'a> {
    id: String,
    class: &'static str,
    name: &'a str,
    /// The length of the name.
    long: f64,
    /// How far off the line it stands at least.
    lift: f64,
    /// After how many points of the page it is set again.
    apart: f64,
}

impl Along<'_> {
    /// Sets the name where the line is straightest and emptiest.
    fn draw(&self, out: &mut String, cells: &Cells<'_>, line: &[Point], mask: &mut Mask) {
        let line = resample(line, 5.0);
        let times = ((line.len() as f64 * 5.0 / self.apart).round() as usize).max(1);
        for turn in 0..times {
            let stretch = &line[turn * line.len() / times..(turn + 1) * line.len() / times];
            if let Some((cost, path)) = self.best(cells, stretch, mask)
                && cost < 400.0
            {
                mask.line(&path, 12.0, LABEL);
                self.set(out, turn, &path);
            }
        }
    }

    /// The best place for the name along a stretch, and what is wrong with it.
    fn best(&self, cells: &Cells<'_>, stretch: &[Point], mask: &Mask) -> Option<(f64, Vec<Point>)> {
        // On the inner side of a bend there is less room than on the line itself.
        let need = (self.long * 1.1 / 5.0).ceil() as usize + 3;
        let last = stretch.len().checked_sub(need)?;
        (0..=last)
            .step_by(2)
            .flat_map(|from| {
                let part = &stretch[from..from + need];
                LIFTS.map(|(side, more)| (more, raised(part, self.lift + more, side)))
            })
            .filter(|(_, path)| length(path) > self.long + 4.0)
            .map(|(more, path)| (unrest(&path, mask) + outside(cells, &path) + more * 2.0, path))
            .min_by(|a, b| a.0.total_cmp(&b.0))
    }

    fn set(&self, out: &mut String, turn: usize, path: &[Point]) {
        let thin: Vec<Point> = path.iter().step_by(3).chain(path.last()).copied().collect();
        let mut d = Path::default();
        d.through(&thin);
        let Along { id, class, name, .. } = self;
        let _ = writeln!(
            out,
            "<path id=\"{id}-{turn}\" d=\"{}\" fill=\"none\"/><text class=\"{class}\">\
             <textPath href=\"#{id}-{turn}\" startOffset=\"50%\">{}</textPath></text>",
            d.0,
            escape(&typographic(name))
        );
    }
}

fn length(path: &[Point]) -> f64 {
    path.windows(2).map(|p| far(p[0], p[1])).sum()
}

/// A stretch that reads from left to right, moved off its line: above it (1) or below (-1).
fn raised(stretch: &[Point], lift: f64, side: f64) -> Vec<Point> {
    let mut points = stretch.to_vec();
    if points.first().zip(points.last()).is_some_and(|(a, b)| a.0 > b.0) {
        points.reverse();
    }
    let by = if side > 0.0 { lift } else { -lift - 8.0 };
    (0..points.len())
        .map(|i| {
            let (a, b) = (points[i.saturating_sub(2)], points[(i + 2).min(points.len() - 1)]);
            let (dx, dy) = unit(a, b);
            (points[i].0 + dy * by, points[i].1 - dx * by)
        })
        .collect()
}

/// What a name costs that would run off the map.
fn outside(cells: &Cells<'_>, path: &[Point]) -> f64 {
    let (low, high) = cells.layout.map_rect();
    let off =
        |p: &&Point| p.0 < low.0 + 10.0 || p.1 < low.1 + 12.0 || p.0 > high.0 - 10.0 || p.1 > high.1 - 6.0;
    path.iter().filter(off).count() as f64 * 100.0
}

/// How much a stretch bends, and how crowded the ground above it is.
fn unrest(path: &[Point], mask: &Mask) -> f64 {
    let mut sum = 0.0;
    for three in path.windows(5) {
        let bend = far(middle(three[0], three[4]), three[2]);
        sum += bend * bend * 6.0;
    }
    for pair in path.windows(2).step_by(2) {
        let (dx, dy) = unit(pair[0], pair[1]);
        let at = (pair[0].0 + dy * 4.0, pair[0].1 - dx * 4.0);
        sum += mask.crowding(((at.0 - 3.0, at.1 - 4.0), (at.0 + 3.0, at.1 + 4.0))) * 0.5;
        // Steep names are hard to read.
        sum += (dy.abs() - 0.8).max(0.0) * 12.0;
    }
    sum
}
