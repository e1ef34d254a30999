//! Bridges and fords: exactly where roads meet water.

use geo::line_intersection::{LineIntersection, line_intersection};
use geo::{Closest, ClosestPoint, Coord, Point};
use hexmap::{Crossing, Way};
use table::Source;
use vnb::terrain::Terrain;

use super::Sheet;
use super::write::Shape;
use crate::courses::apart;
use crate::plan::Listed;

/// A crossing serves every meeting of its water so near.
const SAME: f64 = 0.5;
/// A listed crossing belongs to a meeting so near.
const NEAR: f64 = 4.0;

/// Where a road meets water.
struct Meeting {
    at: Coord,
    road: usize,
    stream: usize,
}

impl Sheet<'_> {
    pub(super) fn crossings(&mut self, source: &mut Source) {
        let plan = self.plan;
        let meetings = self.meetings();
        let mut placed: Vec<Coord> = Vec::new();
        for listed in &plan.crossings {
            let Some(at) = self.place_of(listed, &meetings) else {
                let what = "no road meets its water there: expected road and water that cross, or at beside the water";
                source.fault_at(listed.span.clone(), &listed.key, what);
                continue;
            };
            let kind = match listed.kind {
                Crossing::Bridge | Crossing::Dam => Terrain::Bridge,
                Crossing::Ford | Crossing::Ferry => Terrain::Ford,
            };
            self.add(kind, Some(&listed.name), Shape::Point(at), 0);
            placed.push(at);
        }
        for meeting in &meetings {
            if placed.iter().any(|at| apart(*at, meeting.at) < SAME) {
                continue;
            }
            let (road, stream) = (&plan.roads[meeting.road], &plan.streams[meeting.stream]);
            let kind = if road.kind == Way::Trail { Terrain::Ford } else { Terrain::Bridge };
            self.notes.push(format!(
                "{} crosses {} by a {kind} that is not listed",
                road.title(),
                stream.title()
            ));
            self.add(kind, None, Shape::Point(meeting.at), 0);
            placed.push(meeting.at);
        }
    }

    fn meetings(&self) -> Vec<Meeting> {
        let mut meetings = Vec::new();
        for (road, lines) in self.roads.iter().enumerate() {
            for part in lines.iter().flat_map(|line| line.lines()) {
                for (stream, waters) in self.waters.iter().enumerate() {
                    let parts = waters.iter().flat_map(|line| line.lines());
                    let met = parts.filter_map(|water| line_intersection(part, water));
                    meetings.extend(met.map(|met| match met {
                        LineIntersection::SinglePoint { intersection, .. } => {
                            Meeting { at: intersection, road, stream }
                        }
                        LineIntersection::Collinear { intersection } => {
                            Meeting { at: intersection.start, road, stream }
                        }
                    }));
                }
            }
        }
        meetings
    }

    fn place_of(&self, listed: &Listed, meetings: &[Meeting]) -> Option<Coord> {
        let far = |at: Coord| listed.at.map_or(0.0, |there| apart(there, at));
        let fits = |m: &&Meeting| {
            listed.fits(&self.plan.streams[m.stream]) && listed.serves(&self.plan.roads[m.road])
        };
        let met =
            meetings.iter().filter(fits).map(|m| m.at).filter(|at| listed.road.is_some() || far(*at) < NEAR);
        met.min_by(|a, b| far(*a).total_cmp(&far(*b))).or_else(|| {
            let at = listed.at.filter(|_| listed.road.is_none())?;
            let waters = self.waters.iter().zip(&self.plan.streams).filter(|(_, stream)| listed.fits(stream));
            let points = waters.flat_map(|(lines, _)| lines).filter_map(|line| {
                match line.closest_point(&Point::from(at)) {
                    Closest::Intersection(point) | Closest::SinglePoint(point) => Some(Coord::from(point)),
                    Closest::Indeterminate => None,
                }
            });
            points.filter(|point| far(*point) < NEAR).min_by(|a, b| far(*a).total_cmp(&far(*b)))
        })
    }
}
