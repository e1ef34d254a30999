//! Streams along hexsides: each course becomes one chain without gaps, the cheapest that keeps close to it.

use std::collections::BTreeSet;

use geo::{Coord, LineString};

use super::cheapest::cheapest;
use super::{Chain, Sheet};
use crate::courses::{apart, by_size, courses, distance};

/// What a hexside costs beside its distance from the course: straight chains are preferred to wriggling ones.
const LENGTH: f64 = 0.05;
/// What it costs to touch another water on the way.
const TOUCH: f64 = 3.0;
/// A course that ends so near to another one flows into it.
const MOUTH: f64 = 0.4;
/// The last stretch of a course in which it may turn out to have reached another.
const TAIL: f64 = 2.0;
/// How far a mouth may be moved to the corner where the other water is.
const REACH: f64 = 1.3;
/// How far from where a course leaves the frame its chain may leave the map.
const RIM: f64 = 1.6;
/// How far any other end may be moved to water that happens to be there.
const NEAR: f64 = 0.5;

impl Sheet<'_, '_> {
    pub(super) fn lay_rivers(&mut self) {
        let plan = self.plan;
        self.courses = courses(plan);
        let mut done = BTreeSet::new();
        // The small ones flow into the large ones.
        for n in by_size(plan) {
            let before = self.chains.len();
            for course in self.courses[n].clone() {
                let course = self.cut_at_mouth(&course, n, &done);
                for run in self.runs(&course) {
                    self.lay(n, run);
                }
            }
            done.insert(n);
            if self.chains.len() == before {
                let stream = &plan.streams[n];
                let what =
                    format!("{} has no part on the map: expected a course inside the frame", stream.title());
                self.source.fault_at(stream.span.clone(), &stream.key, what);
            }
        }
        self.override_water();
    }

    /// A course that reaches another water before its end has its mouth there.
    fn cut_at_mouth(&self, course: &LineString, own: usize, done: &BTreeSet<usize>) -> LineString {
        let points = self.cut_tail(course.0.clone(), own, done);
        let turned = self.cut_tail(points.into_iter().rev().collect(), own, done);
        LineString::new(turned.into_iter().rev().collect())
    }

    fn cut_tail(&self, mut points: Vec<Coord>, own: usize, done: &BTreeSet<usize>) -> Vec<Coord> {
        let Some(end) = points.last().copied() else { return points };
        let tail = points.iter().rposition(|point| apart(*point, end) > TAIL).map_or(0, |n| n + 1);
        let meets = |point: &Coord| {
            let others = done.iter().filter(|n| **n != own).flat_map(|n| &self.courses[*n]);
            others.into_iter().any(|line| distance(*point, line) < MOUTH / 2.0)
        };
        if let Some(n) = (tail..points.len()).find(|n| meets(&points[*n])) {
            points.truncate(n + 1);
        }
        points
    }

    /// The stretches of a course that lie on the map, and whether each end is at its edge.
    fn runs(&self, course: &LineString) -> Vec<Run> {
        let inside = |at: &Coord| {
            let frame = self.plan.frame;
            at.x.abs() <= frame.max().x - 0.4 && at.y.abs() <= frame.max().y - 0.4
        };
        let mut runs: Vec<Run> = Vec::new();
        let mut was_inside = false;
        for (n, at) in course.0.iter().enumerate() {
            let is_inside = inside(at);
            match (was_inside, is_inside) {
                (false, true) => runs.push(Run { points: vec![*at], from_edge: n > 0, to_edge: false }),
                (true, true) => runs.iter_mut().last().into_iter().for_each(|run| run.points.push(*at)),
                (true, false) => runs.iter_mut().last().into_iter().for_each(|run| run.to_edge = true),
                (false, false) => {}
            }
            was_inside = is_inside;
        }
        runs.retain(|run| run.points.len() > 2);
        runs
    }

    fn lay(&mut self, stream: usize, run: Run) {
        let (first, last) = (run.points[0], run.points[run.points.len() - 1]);
        let course = LineString::new(run.points);
        let starts = self.anchors(first, run.from_edge, stream);
        let ends = self.anchors(last, run.to_edge, stream);
        match self.chain(stream, &course, &starts, &ends) {
            Some(corners) if corners.len() > 1 => {
                for side in self.lattice.sides(&corners) {
                    self.water.insert(side, stream);
                }
                self.chains.push(Chain { stream, corners, course });
            }
            _ => {
                let name = self.plan.streams[stream].title();
                self.note(format!("a stretch of {name} is shorter than a hexside and is left out"));
            }
        }
    }

    /// The corners where a course may begin or end. A mouth may be at any of several, because a corner of the other
    /// water can be left only towards one of its banks.
    fn anchors(&self, at: Coord, edge: bool, own: usize) -> Vec<usize> {
        let lattice = &self.lattice;
        if edge {
            let rim = (0..lattice.at.len()).filter(|n| lattice.is_rim(*n) && apart(lattice.at[*n], at) < RIM);
            return rim.collect();
        }
        let lines = self.courses.iter().enumerate().filter(|(n, _)| *n != own).flat_map(|(_, lines)| lines);
        let is_mouth = lines.into_iter().any(|line| distance(at, line) < MOUTH);
        let reach = if is_mouth { REACH } else { NEAR };
        let is_wet = |n: &usize| lattice.next(*n).iter().any(|(_, side)| self.water.contains_key(side));
        let near = |n: &usize| apart(lattice.at[*n], at) < reach;
        let wet: Vec<usize> = (0..lattice.at.len()).filter(near).filter(is_wet).collect();
        if wet.is_empty() { lattice.nearest(at, |_| true).into_iter().collect() } else { wet }
    }

    /// The corners from a start to an end that keep closest to the course. No hexside carries two waters.
    fn chain(
        &self,
        stream: usize,
        course: &LineString,
        starts: &[usize],
        ends: &[usize],
    ) -> Option<Vec<usize>> {
        let lattice = &self.lattice;
        let count = lattice.at.len();
        let mut known = vec![f64::NAN; count];
        let mut off = |corner: usize| {
            if known[corner].is_nan() {
                known[corner] = distance(lattice.at[corner], course).powi(2);
            }
            known[corner]
        };
        let (first, last) = (course.0.first()?, course.0.last()?);
        // Two nodes more: before all starts, and beyond all ends.
        let (before, beyond) = (count, count + 1);
        let found = cheapest(
            count + 2,
            before,
            |n| n == beyond,
            |corner, out| {
                if corner == before {
                    out.extend(starts.iter().map(|n| (*n, apart(lattice.at[*n], *first).powi(2))));
                    return;
                }
                if ends.contains(&corner) {
                    out.push((beyond, apart(lattice.at[corner], *last).powi(2)));
                }
                for (next, side) in lattice.next(corner) {
                    if self.water.get(side).is_some_and(|owner| *owner != stream) {
                        continue;
                    }
                    let mut others = lattice.next(*next).iter().filter_map(|(_, side)| self.water.get(side));
                    let touches = others.any(|owner| *owner != stream) && !ends.contains(next);
                    // Half-way along a hexside the distance is about the mean of its corners'.
                    let cost = LENGTH + (off(corner) + off(*next)) / 2.0 + off(*next);
                    out.push((*next, cost + if touches { TOUCH } else { 0.0 }));
                }
            },
        )?;
        Some(found.into_iter().filter(|n| *n < count).collect())
    }

    fn override_water(&mut self) {
        let plan = self.plan;
        for (label, name, span) in &plan.overrides.water {
            let key = format!("[override] water {label}");
            let Some(side) = self.labelled_side(&key, label, span) else { continue };
            let Some(name) = name else {
                self.water.remove(&side);
                continue;
            };
            match plan.streams.iter().position(|s| s.is_called(name)) {
                Some(stream) => drop(self.water.insert(side, stream)),
                None => {
                    let what = format!("there is no water `{name}`: expected one of the atlas, or none");
                    self.source.fault_at(span.clone(), key, what);
                }
            }
        }
    }
}

/// A stretch of a course on the map.
struct Run {
    points: Vec<Coord>,
    from_edge: bool,
    to_edge: bool,
}
