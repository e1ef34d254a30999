//! The courses of streams: features of one river joined at their ends, and bent onto the fords that are known better
//! than the river. Small-scale data may lie a mile off; a ford that an author looked up does not.

use geo::{Closest, ClosestPoint, Coord, Distance, Euclidean, LineString, Point};

use crate::plan::Plan;

/// Ends of one river that are so near are the same point.
const SNAP: f64 = 0.3;
/// A river is bent onto its crossings from no farther away than so many yards.
const BEND: f64 = 6_000.0;
/// How many yards along a river the last crossing bends it.
const FADE: f64 = 12_000.0;
/// Points of a dense line lie no farther apart.
const STEP: f64 = 0.25;

/// The courses of every stream, each from one end to the other.
pub fn courses(plan: &Plan) -> Vec<Vec<LineString>> {
    let straight: Vec<Vec<LineString>> =
        plan.streams.iter().map(|stream| join(&stream.lines).iter().map(dense).collect()).collect();
    let mut bent: Vec<Vec<LineString>> = vec![Vec::new(); straight.len()];
    // The large waters first: where they are bent, the mouths of the small ones follow.
    for n in by_size(plan) {
        let mut pulls = pulls(plan, n, &straight[n]);
        for (line, pulls) in straight[n].iter().zip(&mut pulls) {
            for end in line.0.first().into_iter().chain(line.0.last()) {
                pulls.extend(mouth(*end, &straight, &bent).map(|to| (*end, to)));
            }
            bent[n].push(bend(line, pulls, FADE / plan.yards));
        }
    }
    bent
}

/// The streams by size, the largest first.
pub fn by_size(plan: &Plan) -> Vec<usize> {
    let mut order: Vec<usize> = (0..plan.streams.len()).collect();
    order.sort_by_key(|n| (std::cmp::Reverse(plan.streams[*n].kind), *n));
    order
}

/// For each line of a stream, the points of it that are known better, and where they are.
fn pulls(plan: &Plan, n: usize, lines: &[LineString]) -> Vec<Vec<(Coord, Coord)>> {
    let stream = &plan.streams[n];
    let crossings =
        plan.crossings.iter().filter(|c| c.water.as_deref().is_some_and(|name| stream.is_called(name)));
    let known = plan.bends.iter().filter(|(name, _)| stream.is_called(name)).map(|(_, at)| *at);
    let mut pulls = vec![Vec::new(); lines.len()];
    for to in crossings.filter_map(|listed| listed.at).chain(known) {
        let far = |n: &usize| distance(to, &lines[*n]);
        let nearest = (0..lines.len()).min_by(|a, b| far(a).total_cmp(&far(b)));
        if let Some(n) = nearest.filter(|n| far(n) < BEND / plan.yards) {
            pulls[n].extend(nearest_point(&lines[n], to).map(|k| (lines[n].0[k], to)));
        }
    }
    pulls
}

/// Where a point of a stream that is bent already has gone, if another one ends there.
fn mouth(end: Coord, straight: &[Vec<LineString>], bent: &[Vec<LineString>]) -> Option<Coord> {
    let done = bent.iter().zip(straight).flat_map(|(bent, straight)| bent.iter().zip(straight));
    done.into_iter().find_map(|(bent, straight)| {
        let nearest = nearest_point(straight, end)?;
        (apart(straight.0[nearest], end) < SNAP).then(|| end + (bent.0[nearest] - straight.0[nearest]))
    })
}

fn nearest_point(line: &LineString, at: Coord) -> Option<usize> {
    (0..line.0.len()).min_by(|a, b| apart(line.0[*a], at).total_cmp(&apart(line.0[*b], at)))
}

pub fn distance(at: Coord, line: &LineString) -> f64 {
    Euclidean.distance(&Point::from(at), line)
}

pub fn apart(a: Coord, b: Coord) -> f64 {
    (a.x - b.x).hypot(a.y - b.y)
}

/// Joins lines end to end where their ends meet.
fn join(lines: &[LineString]) -> Vec<LineString> {
    let mut open: Vec<Vec<Coord>> = lines.iter().map(|l| l.0.clone()).filter(|l| l.len() > 1).collect();
    let mut n = 0;
    while n < open.len() {
        let found = (n + 1..open.len()).find_map(|m| joined(&open[n], &open[m]).map(|line| (m, line)));
        match found {
            Some((m, line)) => {
                open[n] = line;
                open.remove(m);
            }
            None => n += 1,
        }
    }
    open.into_iter().map(LineString::new).collect()
}

/// Both lines as one, if an end of one is an end of the other. A ring stays apart.
fn joined(a: &[Coord], b: &[Coord]) -> Option<Vec<Coord>> {
    let turned = |line: &[Coord]| line.iter().rev().copied().collect::<Vec<_>>();
    let (start, end) = (*a.first()?, *a.last()?);
    if apart(start, end) < SNAP {
        return None;
    }
    let (b_start, b_end) = (*b.first()?, *b.last()?);
    let (first, second) = if apart(end, b_start) < SNAP {
        (a.to_vec(), b.to_vec())
    } else if apart(end, b_end) < SNAP {
        (a.to_vec(), turned(b))
    } else if apart(start, b_end) < SNAP {
        (b.to_vec(), a.to_vec())
    } else if apart(start, b_start) < SNAP {
        (turned(b), a.to_vec())
    } else {
        return None;
    };
    Some(first.into_iter().chain(second.into_iter().skip(1)).collect())
}

/// The same line with points close to each other.
pub fn dense(line: &LineString) -> LineString {
    let mut points: Vec<Coord> = line.0.first().copied().into_iter().collect();
    for part in line.lines() {
        let steps = (apart(part.start, part.end) / STEP).ceil().clamp(1.0, 4000.0);
        points.extend((1..=steps as u32).map(|n| part.start + part.delta() * (f64::from(n) / steps)));
    }
    LineString::new(points)
}

/// How far along a line each of its points lies.
fn along(line: &LineString) -> Vec<f64> {
    let mut sum = 0.0;
    let lengths = line.lines().map(|part| {
        sum += apart(part.start, part.end);
        sum
    });
    std::iter::once(0.0).chain(lengths.collect::<Vec<_>>()).collect()
}

/// Bends a dense line so that points of it come where they should be, smoothly between them.
fn bend(line: &LineString, moves: &[(Coord, Coord)], fade: f64) -> LineString {
    let along = along(line);
    let pull_of =
        |(from, to): &(Coord, Coord)| nearest_point(line, *from).map(|n| (along[n], *to - line.0[n]));
    let mut pulls: Vec<(f64, Coord)> = moves.iter().filter_map(pull_of).collect();
    pulls.sort_by(|a, b| a.0.total_cmp(&b.0));
    let moved = line.0.iter().zip(&along).map(|(point, at)| *point + pull(&pulls, *at, fade));
    LineString::new(moved.collect())
}

/// How far the point at `at` along a line is pulled.
fn pull(pulls: &[(f64, Coord)], at: f64, fade: f64) -> Coord {
    let after = pulls.iter().position(|(there, _)| *there >= at).unwrap_or(pulls.len());
    let (before, next) = (after.checked_sub(1).map(|n| pulls[n]), pulls.get(after).copied());
    match (before, next) {
        (Some((a, by)), Some((b, other))) => {
            let part = if b > a { (at - a) / (b - a) } else { 0.0 };
            by * (1.0 - part) + other * part
        }
        (Some((there, by)), None) | (None, Some((there, by))) => {
            by * (1.0 - (at - there).abs() / fade).max(0.0)
        }
        (None, None) => Coord::zero(),
    }
}

/// On which side of a line a point lies: negative left of it, positive right of it, seen along it with y down. `None`
/// beyond its ends.
pub fn side_of(line: &LineString, at: Coord) -> Option<f64> {
    let nearest = match line.closest_point(&Point::from(at)) {
        Closest::Intersection(point) | Closest::SinglePoint(point) => Coord::from(point),
        Closest::Indeterminate => return None,
    };
    let heading = heading_at(line, nearest)?;
    let away = at - nearest;
    let (first, last) = (*line.0.first()?, *line.0.last()?);
    if apart(nearest, first) < 1e-9 || apart(nearest, last) < 1e-9 {
        return None;
    }
    Some(heading.x * away.y - heading.y * away.x)
}

/// Which way a line runs about a point on it, over a hex or so, so that single corners do not count.
pub fn heading_at(line: &LineString, at: Coord) -> Option<Coord> {
    let near: Vec<Coord> = line.0.iter().copied().filter(|point| apart(*point, at) < 1.0).collect();
    let (first, last) = (*near.first()?, *near.last()?);
    Some(last - first).filter(|way| way.x.hypot(way.y) > 1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(points: &[(f64, f64)]) -> LineString {
        LineString::from(points.to_vec())
    }

    #[test]
    fn features_of_one_river_become_one_line_whatever_way_they_run() {
        let parts = [
            line(&[(4.0, 0.0), (2.0, 0.0)]),
            line(&[(9.0, 1.0), (9.0, 5.0)]),
            line(&[(0.0, 0.0), (2.1, 0.0)]),
        ];
        let joined = join(&parts);
        assert_eq!(joined.len(), 2);
        assert_eq!(joined[0].0.len(), 3);
        assert_eq!((joined[0].0[0].x, joined[0].0[2].x), (4.0, 0.0));
    }

    #[test]
    fn a_river_is_bent_onto_its_ford_and_runs_on_as_before() {
        let river = dense(&line(&[(0.0, 0.0), (20.0, 0.0)]));
        let bent = bend(&river, &[(Coord { x: 10.0, y: 0.0 }, Coord { x: 10.0, y: 1.0 })], 6.0);
        assert!(distance(Coord { x: 10.0, y: 1.0 }, &bent) < 1e-9);
        assert!(distance(Coord { x: 1.0, y: 0.0 }, &bent) < 1e-9);
    }

    #[test]
    fn the_banks_of_a_river_have_two_sides() {
        let river = dense(&line(&[(0.0, 0.0), (10.0, 0.0)]));
        let side = |x: f64, y: f64| side_of(&river, Coord { x, y });
        assert!(side(5.0, 1.0).unwrap() > 0.0 && side(5.0, -1.0).unwrap() < 0.0);
        assert_eq!(side(12.0, 1.0), None);
    }
}
