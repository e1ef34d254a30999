//! The railroads of a map as trains see them: worked out once, with the service from every station.

use arrayvec::ArrayVec;
use hexmap::{Crossing, Dir, Hex, HexMap, HexSet, Water, Way};

use crate::charts;
use crate::ground;

/// Hexes with rails, and the tracks that lead from each to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rails {
    pub(super) stops: Vec<Stop>,
    /// For every hex of the map the number of its stop; beyond the last where it has no rails.
    at: Vec<u16>,
    /// Railroad bridges over rivers, from the hex with the smaller number.
    bridges: Vec<(Hex, Dir)>,
    /// Hexes with rails and those around them.
    beside: HexSet,
    /// From every station, in the order of their stops.
    services: Vec<Service>,
}

/// A hex with rails.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    pub(super) hex: Hex,
    pub(super) station: bool,
    /// Clockwise.
    pub(super) tracks: ArrayVec<Track, 6>,
}

/// Rails over a hexside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Track {
    pub(super) to: u16,
    /// The number, among stops and bridges, of the bridge they need.
    pub(super) bridge: Option<usize>,
}

/// A set of stops and bridges by their numbers: stops first.
#[derive(Clone, Debug)]
pub(super) struct Line(Vec<u64>);

impl Line {
    pub(super) fn add(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }
    pub(super) fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 != 0
    }
    fn meets(&self, other: &Line) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}

/// Where trains run from a station as long as nothing is closed.
#[derive(Clone, Debug)]
pub(super) struct Service {
    start: u16,
    runs: Vec<Run>,
    circles: Vec<Circle>,
}

/// The shortest line to another station.
#[derive(Clone, Debug)]
struct Run {
    to: Hex,
    hexes: u8,
    line: Line,
}

/// A track between two stops that lie on different lines: over it trains go around a break.
#[derive(Clone, Debug)]
struct Circle {
    from: Line,
    to: Line,
    stop: usize,
}

impl Service {
    /// The stations in reach, nearest first; `None` where trains may go around a break, which only a search
    /// can tell.
    pub(super) fn reach<'a>(&'a self, closed: &'a Line) -> Option<impl Iterator<Item = (Hex, u8)> + 'a> {
        let around = |c: &Circle| !c.from.meets(closed) && c.to.meets(closed) && !closed.has(c.stop);
        if self.circles.iter().any(around) {
            return None;
        }
        Some(self.runs.iter().filter(|run| !run.line.meets(closed)).map(|run| (run.to, run.hexes)))
    }
}

impl Rails {
    pub(crate) fn of(map: &HexMap) -> Rails {
        let leads = |hex: Hex, dir: Dir| {
            let side = map.side(hex, dir);
            side.ways.has(Way::Railroad)
                && side.water != Some(Water::AllWater)
                && (ground::river(side).is_none()
                    || matches!(side.crossing, Some(Crossing::Bridge | Crossing::Dam)))
        };
        let railed = |hex: &Hex| map.grid.neighbors(*hex).any(|(dir, _)| leads(*hex, dir));
        let hexes: Vec<Hex> = map.grid.hexes().filter(railed).collect();
        let mut rails = Rails {
            stops: Vec::new(),
            at: vec![hexes.len() as u16; map.grid.len()],
            bridges: Vec::new(),
            beside: HexSet::new(map.grid.len()),
            services: Vec::new(),
        };
        for (n, hex) in hexes.iter().enumerate() {
            rails.at[hex.index()] = n as u16;
            rails.beside.insert(*hex);
            map.grid.neighbors(*hex).for_each(|(_, near)| rails.beside.insert(near));
        }
        for hex in &hexes {
            let mut tracks = ArrayVec::new();
            for (dir, near) in map.grid.neighbors(*hex).filter(|(dir, _)| leads(*hex, *dir)) {
                let side = map.side(*hex, dir);
                let bridged = ground::river(side).is_some() && side.crossing == Some(Crossing::Bridge);
                let place = if near < *hex { (near, dir.opposite()) } else { (*hex, dir) };
                let bridge = bridged.then(|| hexes.len() + rails.number_of(place));
                tracks.push(Track { to: rails.at[near.index()], bridge });
            }
            rails.stops.push(Stop { hex: *hex, station: map.stations.contains(*hex), tracks });
        }
        let stations = (0..rails.stops.len()).filter(|stop| rails.stops[*stop].station);
        rails.services = stations.map(|stop| rails.service(stop)).collect();
        rails
    }

    fn number_of(&mut self, bridge: (Hex, Dir)) -> usize {
        self.bridges.iter().position(|known| *known == bridge).unwrap_or_else(|| {
            self.bridges.push(bridge);
            self.bridges.len() - 1
        })
    }

    /// No stop and no bridge.
    pub(super) fn no_line(&self) -> Line {
        Line(vec![0; (self.stops.len() + self.bridges.len()).div_ceil(64)])
    }

    pub(super) fn stop(&self, hex: Hex) -> Option<usize> {
        Some(self.at[hex.index()] as usize).filter(|n| *n < self.stops.len())
    }

    /// The number of the bridge on a hexside, written from the hex with the smaller number.
    pub(super) fn bridge(&self, hex: Hex, dir: Dir) -> Option<usize> {
        self.bridges.iter().position(|b| *b == (hex, dir)).map(|n| self.stops.len() + n)
    }

    /// Whether somebody in a hex has rails in it or beside him.
    pub(super) fn are_near(&self, hex: Hex) -> bool {
        self.beside.contains(hex)
    }

    /// The service from a station.
    pub(super) fn service_from(&self, stop: usize) -> Option<&Service> {
        self.services.binary_search_by_key(&(stop as u16), |s| s.start).ok().map(|n| &self.services[n])
    }

    fn service(&self, start: usize) -> Service {
        let mut service = Service { start: start as u16, runs: Vec::new(), circles: Vec::new() };
        let mut lines: Vec<Option<Line>> = vec![None; self.stops.len()];
        lines[start] = Some(self.no_line());
        let mut reached = vec![(start, start, 0)];
        let mut next = 0;
        while let Some((at, before, hexes)) = reached.get(next).copied() {
            if charts::railroad_fatigue(hexes + 1).is_none() {
                break;
            }
            next += 1;
            let Some(here) = lines[at].clone() else { continue };
            for track in &self.stops[at].tracks {
                let to = track.to as usize;
                if let Some(there) = &lines[to] {
                    if to != before {
                        service.circles.push(Circle { from: here.clone(), to: there.clone(), stop: to });
                    }
                    continue;
                }
                let mut line = here.clone();
                line.add(to);
                track.bridge.into_iter().for_each(|bridge| line.add(bridge));
                if self.stops[to].station {
                    let run = Run { to: self.stops[to].hex, hexes: hexes + 1, line: line.clone() };
                    service.runs.push(run);
                }
                lines[to] = Some(line);
                reached.push((to, at, hexes + 1));
            }
        }
        service
    }
}
