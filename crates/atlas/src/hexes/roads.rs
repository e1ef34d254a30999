//! Roads from place to place: the cheapest way that keeps close to the line between the stops and crosses rivers where
//! the atlas has a crossing.

use std::collections::BTreeSet;

use geo::{Coord, LineString};
use hexmap::{Crossing, Dir, Hex, Water, Way};

use super::Sheet;
use super::cheapest::cheapest;
use super::lattice::{Side, normal};
use crate::courses::{apart, dense, distance};
use crate::plan::{Listed, Road, Stop};

/// What a hex costs by the square of its distance from the line.
const OFF: f64 = 0.8;
/// A hexside that has a road already is cheaper, so that roads meet instead of running side by side.
const SHARED: f64 = 0.75;
/// What it costs to turn by one, two or three hexsides.
const TURN: [f64; 4] = [0.0, 0.06, 1.5, 6.0];
/// What it costs to cross: a creek, a river near a listed crossing, any other river, open water.
const CREEK: f64 = 0.5;
const LISTED: f64 = 0.4;
const RIVER: f64 = 6.0;
const SEA: f64 = 60.0;
/// Roads are cut off so near to the edge.
const EDGE: f64 = 0.3;
/// How near a listed crossing has to be.
const NEAR: f64 = 1.6;

impl Sheet<'_, '_> {
    pub(super) fn lay_roads(&mut self) {
        let plan = self.plan;
        let mut shared: BTreeSet<Side> = BTreeSet::new();
        for road in &plan.roads {
            let path = match plan.overrides.road.iter().find(|(name, ..)| road.name.as_ref() == Some(name)) {
                Some((name, path, _)) => self.written(name, path),
                None => self.road(road, &shared),
            };
            if path.len() < 2 {
                let what =
                    format!("{} has no two hexes on the map: expected stops inside the frame", road.title());
                self.source.fault_at(road.span.clone(), &road.key, what);
            }
            if road.kind != Way::Railroad {
                shared.extend(self.steps(&path).map(|(hex, dir)| normal(self.grid, hex, dir)));
            }
            self.ways.push(path);
        }
        for (name, _, span) in &plan.overrides.road {
            if plan.roads.iter().all(|road| road.name.as_ref() != Some(name)) {
                let what = format!("there is no road `{name}`: expected the name of a [[line]]");
                self.source.fault_at(span.clone(), "[override] road", what);
            }
        }
    }

    /// The hexsides that a path crosses.
    pub(super) fn steps<'p>(&'p self, path: &'p [Hex]) -> impl Iterator<Item = (Hex, Dir)> + 'p {
        path.windows(2).filter_map(|pair| self.grid.direction(pair[0], pair[1]).map(|dir| (pair[0], dir)))
    }

    fn written(&mut self, name: &str, labels: &[(String, crate::plan::Span)]) -> Vec<Hex> {
        let key = format!("[override] road {name}");
        let mut path: Vec<Hex> = Vec::new();
        for (label, span) in labels {
            let Some(hex) = self.labelled(&key, label, span) else { continue };
            if let Some(last) = path.last().filter(|last| self.grid.direction(**last, hex).is_none()) {
                let what = format!("{} and {label} are not neighbours", self.grid.label(*last));
                self.source.fault_at(span.clone(), &key, what);
            }
            path.push(hex);
        }
        path
    }

    fn road(&self, road: &Road, shared: &BTreeSet<Side>) -> Vec<Hex> {
        let mut path: Vec<Hex> = Vec::new();
        for leg in self.legs(road) {
            let came = path.len().checked_sub(2).and_then(|n| self.grid.direction(path[n], path[n + 1]));
            let way = self.leg(road, &leg, came, shared);
            path.extend(way.into_iter().skip(usize::from(!path.is_empty())));
        }
        path
    }

    /// The road in stretches between the hexes it must go through.
    fn legs(&self, road: &Road) -> Vec<Leg> {
        let stops: Vec<(Coord, Option<Hex>)> = road.stops.iter().map(|stop| self.stop(stop)).collect();
        let line = self.on_map(stops);
        let mut legs = Vec::new();
        let mut points: Vec<Coord> = Vec::new();
        let mut from: Option<Hex> = None;
        for (n, (at, hex)) in line.iter().enumerate() {
            points.push(*at);
            let is_end = n == 0 || n + 1 == line.len();
            let hex = hex.or_else(|| is_end.then(|| self.end_hex(*at)).flatten());
            let Some(hex) = hex else { continue };
            if let Some(from) = from.filter(|from| *from != hex) {
                legs.push(Leg { from, to: hex, line: LineString::new(std::mem::take(&mut points)) });
            }
            points = vec![*at];
            from = Some(hex);
        }
        legs
    }

    /// The hex in which a road begins or ends: one at the rim, if the road goes on beyond the edge.
    fn end_hex(&self, at: Coord) -> Option<Hex> {
        let max = self.plan.frame.max();
        let at_edge = at.x.abs() > max.x - EDGE - 0.3 || at.y.abs() > max.y - EDGE - 0.3;
        let is_rim = |hex: Hex| self.grid.around(hex).contains(&None);
        self.lattice.nearest_hex(at, |hex| !self.sea.contains(hex) && (!at_edge || is_rim(hex)))
    }

    /// Where a stop is on the map, and the hex it stands for: the centre of its place's hex.
    fn stop(&self, stop: &Stop) -> (Coord, Option<Hex>) {
        let place = stop.place.filter(|n| !self.is_crossing(&self.plan.places[*n]));
        match place.and_then(|n| self.sites[n]) {
            Some(hex) => (self.lattice.centres[hex.index()], Some(hex)),
            None => (stop.at, None),
        }
    }

    /// The stops with what lies beyond the edge cut off at it.
    fn on_map(&self, stops: Vec<(Coord, Option<Hex>)>) -> Vec<(Coord, Option<Hex>)> {
        let max = self.plan.frame.max();
        let inside = |at: &Coord| at.x.abs() < max.x - EDGE && at.y.abs() < max.y - EDGE;
        let mut line: Vec<(Coord, Option<Hex>)> = Vec::new();
        for (n, stop) in stops.iter().enumerate() {
            if let Some(before) = n.checked_sub(1).map(|n| stops[n])
                && (inside(&before.0) != inside(&stop.0))
            {
                let steps = dense(&LineString::new(vec![before.0, stop.0]));
                let mut edge = steps.0.windows(2).filter(|pair| inside(&pair[0]) != inside(&pair[1]));
                let edge = edge.next().map(|pair| if inside(&pair[0]) { pair[0] } else { pair[1] });
                line.extend(edge.map(|at| (at, None)));
            }
            if inside(&stop.0) || stop.1.is_some() {
                line.push(*stop);
            }
        }
        line
    }

    /// The hexes of one stretch. Where the road came from counts, so that it makes no hooks at its stops.
    fn leg(&self, road: &Road, leg: &Leg, came: Option<Dir>, shared: &BTreeSet<Side>) -> Vec<Hex> {
        // A node is a hex and the direction it was entered by; 6 at the start.
        let node = |hex: Hex, dir: Option<Dir>| hex.index() * 7 + dir.map_or(6, Dir::index);
        let hex_of = |node: usize| Hex((node / 7) as u16);
        let found = cheapest(
            self.grid.len() * 7,
            node(leg.from, came),
            |n| hex_of(n) == leg.to,
            |n, out| {
                let (hex, entered) = (hex_of(n), n % 7);
                for (dir, near) in self.grid.neighbors(hex) {
                    let turn = if entered == 6 { 0 } else { (dir.index() + 6 - entered) % 6 };
                    let off = distance(self.lattice.centres[near.index()], &leg.line);
                    let side = normal(self.grid, hex, dir);
                    let shares = road.kind != Way::Railroad && shared.contains(&side);
                    let length = if shares { SHARED } else { 1.0 };
                    let sea = if self.sea.contains(near) { SEA } else { 0.0 };
                    let cost = length
                        + OFF * off * off
                        + TURN[turn.min(6 - turn)]
                        + self.crossing_cost(road, side)
                        + sea;
                    out.push((node(near, Some(dir)), cost));
                }
            },
        );
        found.unwrap_or_default().into_iter().map(hex_of).collect()
    }

    fn crossing_cost(&self, road: &Road, side: Side) -> f64 {
        let (Some(stream), Some(middle)) = (self.water.get(&side), self.lattice.middle(side)) else {
            return 0.0;
        };
        let stream = &self.plan.streams[*stream];
        if stream.kind == Water::Creek {
            return CREEK;
        }
        // Trains do not ford rivers.
        let carries = |c: &Listed| road.kind != Way::Railroad || c.kind == Crossing::Bridge;
        let mut listed =
            self.plan.crossings.iter().filter(|c| c.fits(stream) && c.serves(road) && carries(c));
        let near = listed.any(|c| match c.at {
            Some(at) => apart(at, middle) < NEAR,
            None => c.road.is_some(),
        });
        match (near, stream.kind) {
            (true, _) => LISTED,
            (false, Water::AllWater) => SEA,
            (false, _) => RIVER,
        }
    }
}

/// A stretch of a road.
struct Leg {
    from: Hex,
    to: Hex,
    line: LineString,
}
