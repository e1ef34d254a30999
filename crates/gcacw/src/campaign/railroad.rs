//! Railroad movement (Advanced Game): one unit from station to station.

use arrayvec::ArrayVec;
use hexmap::{Crossing, Dir, Hex, HexMap, Water, Way};
use table::{Refusal, Rule, Side};

use crate::charts;
use crate::event::Event;
use crate::ground::{self, remaining_crossing};
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{Arm, Forbidden, UnitId};
use crate::state::Burnt;
use crate::turn::Action;

fn no(why: &'static str) -> Refusal {
    Refusal::new(Rule("GBAC-69"), why)
}

const NO_LINE: &str = "no open line of at most 40 hexes leads there";

/// The railroads of a map as trains see them: hexes with rails, and the tracks that lead from each to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rails {
    stops: Vec<Stop>,
    /// For every hex of the map the number of its stop; beyond the last where it has no rails.
    at: Vec<u16>,
}

/// A hex with rails.
#[derive(Clone, Debug)]
struct Stop {
    hex: Hex,
    station: bool,
    /// Clockwise.
    tracks: ArrayVec<Track, 6>,
}

/// Rails over a hexside.
#[derive(Clone, Copy, Debug)]
struct Track {
    dir: Dir,
    to: u16,
    /// They cross a river, and lead no farther once the bridge is gone.
    river: bool,
}

impl Rails {
    pub(crate) fn of(map: &HexMap) -> Rails {
        let leads = |hex: Hex, dir: Dir| {
            let side = map.side(hex, dir);
            side.ways.has(Way::Railroad) && side.water != Some(Water::AllWater)
        };
        let railed = |hex: &Hex| map.grid.neighbors(*hex).any(|(dir, _)| leads(*hex, dir));
        let hexes: Vec<Hex> = map.grid.hexes().filter(railed).collect();
        let mut at = vec![hexes.len() as u16; map.grid.len()];
        for (n, hex) in hexes.iter().enumerate() {
            at[hex.index()] = n as u16;
        }
        let tracks = |hex: Hex| {
            let sides = map.grid.neighbors(hex).filter(|(dir, _)| leads(hex, *dir));
            let track = |(dir, near): (Dir, Hex)| {
                let river = ground::river(map.side(hex, dir)).is_some();
                Track { dir, to: at[near.index()], river }
            };
            sides.map(track).collect()
        };
        let stop = |hex: &Hex| Stop { hex: *hex, station: map.stations.contains(*hex), tracks: tracks(*hex) };
        Rails { stops: hexes.iter().map(stop).collect(), at }
    }

    fn stop(&self, hex: Hex) -> Option<usize> {
        Some(self.at[hex.index()] as usize).filter(|n| *n < self.stops.len())
    }
}

/// In `Trains::seen`: of a stop through which no train may run.
const CLOSED: u16 = u16::MAX;

/// The lines that a side's trains can use in a position, worked out once for all its units.
pub(crate) struct Trains {
    side: Side,
    /// The search that came to a stop last; `CLOSED` where no train may run.
    seen: Vec<u16>,
    /// What was found from the stations asked for so far.
    known: Vec<(Hex, Vec<(Hex, u8)>)>,
}

impl Trains {
    pub(crate) fn new(pos: &Pos, side: Side) -> Trains {
        let stops = pos.setup.rails.stops.len();
        let mut trains = Trains { side, seen: vec![0; stops], known: Vec::new() };
        // Only where the enemy is, or beside him, or in ruins, a line can be closed.
        for (hex, _) in &pos.state.burnt {
            trains.look_at(pos, *hex);
        }
        for enemy in pos.setup.by_side[side.other()] {
            let state = pos.state.unit(enemy);
            if state.is_on_map() {
                trains.look_at(pos, state.hex);
                pos.setup
                    .map
                    .grid
                    .around(state.hex)
                    .iter()
                    .flatten()
                    .for_each(|hex| trains.look_at(pos, *hex));
            }
        }
        trains
    }

    fn look_at(&mut self, pos: &Pos, hex: Hex) {
        if let Some(stop) = pos.setup.rails.stop(hex)
            && !pos.trains_pass(self.side, hex)
        {
            self.seen[stop] = CLOSED;
        }
    }

    /// Every station that trains reach from a hex and where a unit may leave them, with its distance in
    /// hexes, nearest first.
    fn reach(&mut self, pos: &Pos, from: Hex) -> &[(Hex, u8)] {
        let at = self.known.iter().position(|(hex, _)| *hex == from).unwrap_or_else(|| {
            let found = self.search(pos, from);
            self.known.push((from, found));
            self.known.len() - 1
        });
        &self.known[at].1
    }

    fn search(&mut self, pos: &Pos, from: Hex) -> Vec<(Hex, u8)> {
        let (rails, run) = (&pos.setup.rails, self.known.len() as u16 + 1);
        let mut stations = Vec::new();
        let Some(start) = rails.stop(from) else { return stations };
        // Trains leave from where they stand, closed or not; nobody comes back there.
        self.seen[start] = self.seen[start].max(run);
        let mut line = vec![(start, 0)];
        let mut next = 0;
        while let Some((at, hexes)) = line.get(next).copied() {
            if charts::railroad_fatigue(hexes + 1).is_none() {
                break;
            }
            next += 1;
            let here = &rails.stops[at];
            for track in &here.tracks {
                let to = track.to as usize;
                if self.seen[to] < run && pos.carries_trains(here.hex, track) {
                    self.seen[to] = run;
                    line.push((to, hexes + 1));
                    let stop = &rails.stops[to];
                    if stop.station && pos.is_open_station(self.side, stop.hex) {
                        stations.push((stop.hex, hexes + 1));
                    }
                }
            }
        }
        stations
    }
}

impl Pos<'_> {
    /// Whether trains run over rails: where they cross a river, a bridge must stand.
    fn carries_trains(&self, from: Hex, track: &Track) -> bool {
        if !track.river {
            return true;
        }
        let altered = self.state.altered_at(self.setup, from, track.dir);
        let crossing = remaining_crossing(self.setup.map.side(from, track.dir), altered, false);
        matches!(crossing, Some(Crossing::Bridge | Crossing::Dam))
    }

    /// Whether a side's trains may run through a hex.
    fn trains_pass(&self, side: Side, hex: Hex) -> bool {
        !self.state.burnt.contains(&(hex, Burnt::Destroyed))
            && !self.state.is_enemy_in(self.setup, side, hex)
            && !self.state.in_any_enemy_zoc(self.setup, side, hex)
    }

    /// A station where a side's units board and leave trains.
    fn is_open_station(&self, side: Side, hex: Hex) -> bool {
        self.setup.map.stations.contains(hex)
            && !self.state.burnt.contains(&(hex, Burnt::Destroyed))
            && self.spot_holder(hex) == Some(side)
    }

    /// Whether a unit may go by rail at all.
    pub(crate) fn may_board(&self, unit: UnitId) -> Result<(), Refusal> {
        let printed = self.setup.unit(unit);
        if !self.setup.advanced || !self.setup.module.railroad_movement {
            return Err(no("there is no railroad movement in this game"));
        }
        self.may_act(unit)?;
        if !matches!(printed.arm, Arm::Infantry | Arm::Artillery) || printed.mounted {
            return Err(no("only infantry and artillery go by rail"));
        }
        if !self.is_open_station(printed.side, self.state.unit(unit).hex) {
            return Err(no("trains leave from a station that is held and not destroyed"));
        }
        if self.state.unit(unit).fatigue > 3 {
            return Err(no("going by rail may not bring a unit above Fatigue Level 4"));
        }
        self.permitted_to(unit, Forbidden::March)
    }

    /// Hexes by rail to a station and the Fatigue Levels they cost, where a unit may go there.
    pub(crate) fn may_ride_train(&self, unit: UnitId, to: Hex) -> Result<(u8, u8), Refusal> {
        self.may_board(unit)?;
        let side = self.setup.unit(unit).side;
        if !self.is_open_station(side, to) {
            return Err(no("trains go to a station that is held and not destroyed"));
        }
        let mut trains = Trains::new(self, side);
        let reach = trains.reach(self, self.state.unit(unit).hex);
        let Some((_, hexes)) = reach.iter().find(|(hex, _)| *hex == to) else { return Err(no(NO_LINE)) };
        self.fare(unit, *hexes).map(|levels| (*hexes, levels))
    }

    /// The Fatigue Levels that so many hexes by rail cost a unit.
    fn fare(&self, unit: UnitId, hexes: u8) -> Result<u8, Refusal> {
        let Some(levels) = charts::railroad_fatigue(hexes) else { return Err(no(NO_LINE)) };
        if self.state.unit(unit).fatigue + levels > 4 {
            return Err(no("going so far by rail would bring the unit above Fatigue Level 4"));
        }
        Ok(levels)
    }

    /// The stations a unit may go to by rail; `trains` keeps what is known of the lines of its side.
    pub(crate) fn rail_orders(&self, unit: UnitId, trains: &mut Option<Trains>, out: &mut Vec<Order>) {
        if self.may_board(unit).is_err() {
            return;
        }
        let side = self.setup.unit(unit).side;
        let trains = trains.get_or_insert_with(|| Trains::new(self, side));
        debug_assert_eq!(trains.side, side);
        let reach = trains.reach(self, self.state.unit(unit).hex);
        for (hex, hexes) in reach {
            if self.fare(unit, *hexes).is_ok() {
                out.push(Order::Rail(unit, *hex));
            }
        }
    }
}

impl Play<'_> {
    /// The unit goes by rail: no die, no attack, only fatigue.
    pub(crate) fn go_by_rail(&mut self, unit: UnitId, to: Hex) {
        let Ok((hexes, levels)) = self.pos().may_ride_train(unit, to) else { return self.ask(Action) };
        let (from, side) = (self.state.unit(unit).hex, self.setup.unit(unit).side);
        self.leave_hex(unit);
        self.state.put(unit, to);
        self.state.unit_mut(unit).tire(levels);
        self.hold(to, side);
        self.tell(|t| Event::Rail {
            piece: t.unit(unit),
            from: t.hex(from),
            to: t.hex(to),
            hexes,
            fatigue: levels,
        });
        self.release_near(to, side);
        self.come_to_rest(unit);
        self.next_action_phase();
    }
}
