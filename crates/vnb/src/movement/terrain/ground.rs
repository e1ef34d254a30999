//! What lies under a stretch: the areas it goes through, the roads along it, the lines it crosses, and where.

use crate::few::Few;
use crate::geometry::{CENT, INCH, Pt, crossing, strictly_inside};
use crate::grid::FeatureSet;
use crate::ids::FeatureId;
use crate::position::Pos;
use crate::setup::Feature;

pub(super) struct Ground<'a> {
    pub(super) areas: Few<(FeatureId, &'a Feature), 24>,
    /// Those it begins in.
    pub(super) begins: FeatureSet,
    pub(super) roads: Few<(i64, i64), 8>,
    /// Lines crossed: the way from the start, and the feature.
    pub(super) lines: Few<(i64, FeatureId), 12>,
    /// Where the ground may change, and which area's border is crossed there.
    pub(super) marks: Few<(i64, FeatureId), 32>,
}

/// A place where no border is crossed.
pub(super) const NO_BORDER: FeatureId = FeatureId::NONE;

impl Pos<'_> {
    /// Everything the stretch meets; roads only for those they help.
    pub(super) fn ground(&self, from: Pt, to: Pt, length: i64, roads: bool) -> Ground<'_> {
        let slack = INCH / 2;
        let low = Pt::new(from.x.min(to.x) - slack, from.y.min(to.y) - slack);
        let high = Pt::new(from.x.max(to.x) + slack, from.y.max(to.y) + slack);
        let mut ground = Ground {
            areas: Few::new(),
            begins: FeatureSet::default(),
            roads: Few::new(),
            lines: Few::new(),
            marks: Few::new(),
        };
        let (some, whole) = self.setup.table.grid.at(from);
        ground.marks.push((0, NO_BORDER));
        ground.marks.push((length, NO_BORDER));
        let table = &self.setup.table;
        let matter = if roads { table.underfoot.or(table.roads) } else { table.underfoot };
        for (n, f) in table.near_of(matter, low, high) {
            if f.kind.is_area() {
                if !beside(f, from, to) {
                    let marks = ground.marks.len();
                    border_crossings(f, from, to, length, |s| ground.marks.push((s, n)));
                    let begins = some.has(n) && (whole.has(n) || is_inside(f, from));
                    // An area that the stretch neither begins in nor comes to does not matter.
                    if begins || ground.marks.len() > marks {
                        ground.areas.push((n, f));
                        ground.begins.set(n, begins);
                    }
                }
                continue;
            }
            if roads && f.kind.is_road() {
                road_stretches(f, from, to, length, &mut ground);
            }
            if f.kind.is_underfoot() {
                for (a, b) in f.lines() {
                    if let Some(s) = crossing(from, to, length, a, b)
                        && s > 100
                        // A corner of the line is crossed once.
                        && ground.lines.last().is_none_or(|(t, m)| *m != n || (s - t).abs() > 100)
                    {
                        ground.lines.push((s, n));
                        ground.marks.push((s, NO_BORDER));
                    }
                }
            }
        }
        ground.marks.sort_unstable();
        ground.lines.sort_unstable();
        ground
    }
}

pub(super) fn is_inside(f: &Feature, p: Pt) -> bool {
    p.x >= f.low.x && p.x <= f.high.x && p.y >= f.low.y && p.y <= f.high.y && strictly_inside(p, &f.points)
}

/// Whether an area lies wholly to one side of the line of a stretch.
pub(crate) fn beside(f: &Feature, from: Pt, to: Pt) -> bool {
    let way = to - from;
    let (low, high) = (f.low - from, f.high - from);
    let corners = [low, Pt::new(low.x, high.y), high, Pt::new(high.x, low.y)].map(|p| way.cross(p));
    corners.iter().all(|side| *side > 0) || corners.iter().all(|side| *side < 0)
}

/// Where a stretch crosses the border of an area: only sides with their ends on either side of it can be
/// crossed.
pub(crate) fn border_crossings(f: &Feature, from: Pt, to: Pt, length: i64, mut note: impl FnMut(i64)) {
    let way = to - from;
    let Some(last) = f.points.last() else { return };
    let mut a = *last;
    let mut left = way.cross(a - from).signum();
    for b in &f.points {
        let side = way.cross(*b - from).signum();
        if side * left <= 0
            && let Some(s) = crossing(from, to, length, a, *b)
        {
            note(s);
        }
        (a, left) = (*b, side);
    }
}

/// The stretches of a path along a road: within half an inch of it and within 30 degrees of its direction.
fn road_stretches(f: &Feature, from: Pt, to: Pt, length: i64, ground: &mut Ground) {
    let way = to - from;
    if length == 0 {
        return;
    }
    let apart = |a: i64, b: i64, c: i64, d: i64| a.max(b) + INCH < c.min(d) || c.max(d) + INCH < a.min(b);
    for (a, b) in f.lines() {
        if apart(a.x, b.x, from.x, to.x) || apart(a.y, b.y, from.y, to.y) {
            continue;
        }
        let along = b - a;
        let size = along.length().max(1);
        // cos 30 = 0.866: the path must run along the road, not across it.
        if (i128::from(way.dot(along)).abs()) * 1000 < i128::from(length) * i128::from(size) * 866 {
            continue;
        }
        let place = |p: Pt| (along.dot(p - a) / size, along.cross(p - a) / size);
        let ((s, h), (t, k)) = (place(from), place(to));
        let mut span = (0, length);
        for (x, y, low, high) in
            [(s, t, -INCH / 2, size + INCH / 2), (h, k, -INCH / 2 - CENT / 2, INCH / 2 + CENT / 2)]
        {
            if x == y {
                if x < low || x > high {
                    span = (1, 0);
                }
                continue;
            }
            let at = |v: i64| (v - x) * length / (y - x);
            let (u, v) = (at(low), at(high));
            span = (span.0.max(u.min(v)), span.1.min(u.max(v)));
        }
        if span.1 > span.0 {
            ground.roads.push(span);
            ground.marks.push((span.0, NO_BORDER));
            ground.marks.push((span.1, NO_BORDER));
        }
    }
}
