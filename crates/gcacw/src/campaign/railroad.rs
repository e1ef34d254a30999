//! Railroad movement (Advanced Game): one unit from station to station.

use hexmap::Hex;
use table::{Refusal, Rule, Side};

use super::rails::Line;
use crate::charts;
use crate::event::Event;
use crate::ground::Zoc;
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

/// The lines that a side's trains can use in a position, worked out once for all its units.
pub(crate) struct Trains {
    side: Side,
    /// Stops through which no train may run, and bridges that are gone.
    closed: Line,
    /// The stations asked for so far; what was found from each begins here in `found`.
    known: Vec<(Hex, usize)>,
    found: Vec<(Hex, u8)>,
}

impl Trains {
    pub(crate) fn new(pos: &Pos, side: Side) -> Trains {
        let Pos { setup, state } = *pos;
        let rails = &setup.rails;
        let mut closed = rails.no_line();
        let gone = state.altered.iter().filter(|a| a.destroyed);
        gone.filter_map(|a| rails.bridge(a.hex, a.dir)).for_each(|bridge| closed.add(bridge));
        let ruins = state.burnt.iter().filter(|(_, burnt)| *burnt == Burnt::Destroyed);
        ruins.filter_map(|(hex, _)| rails.stop(*hex)).for_each(|stop| closed.add(stop));
        // No train runs where the enemy stands or has a zone of control.
        for enemy in setup.by_side[side.other()] {
            let there = state.unit(enemy);
            if !there.is_on_map()
                || !rails.are_near(there.hex)
                || state.stack(there.hex).next() != Some(enemy)
            {
                continue;
            }
            rails.stop(there.hex).into_iter().for_each(|stop| closed.add(stop));
            for (dir, near) in setup.map.grid.neighbors(there.hex) {
                if let Some(stop) = rails.stop(near)
                    && state.edge(setup, side.other(), there.hex, dir).zoc != Zoc::None
                {
                    closed.add(stop);
                }
            }
        }
        Trains { side, closed, known: Vec::new(), found: Vec::new() }
    }

    /// Every station that trains reach from a hex and where a unit may leave them, with its distance in
    /// hexes, nearest first.
    fn reach(&mut self, pos: &Pos, from: Hex) -> &[(Hex, u8)] {
        let known = self.known.iter().position(|(hex, _)| *hex == from);
        let at = known.unwrap_or_else(|| {
            self.known.push((from, self.found.len()));
            self.find(pos, from);
            self.known.len() - 1
        });
        let end = self.known.get(at + 1).map_or(self.found.len(), |(_, first)| *first);
        &self.found[self.known[at].1..end]
    }

    /// Notes what trains reach from a station.
    fn find(&mut self, pos: &Pos, from: Hex) {
        let rails = &pos.setup.rails;
        let Some(start) = rails.stop(from) else { return };
        let open = |(hex, _): &(Hex, u8)| pos.is_open_station(self.side, *hex);
        // Trains leave from where they stand, closed or not; nobody comes back there.
        match rails.service_from(start).and_then(|service| service.reach(&self.closed)) {
            Some(reach) => {
                let first = self.found.len();
                self.found.extend(reach.filter(open));
                debug_assert!(
                    self.found[first..].iter().copied().eq(self.search(pos, start).into_iter().filter(open))
                );
            }
            None => self.found.extend(self.search(pos, start).into_iter().filter(open)),
        }
    }

    /// Every station in reach of a stop, hex by hex along the rails.
    fn search(&self, pos: &Pos, start: usize) -> Vec<(Hex, u8)> {
        let stops = &pos.setup.rails.stops;
        let mut seen = self.closed.clone();
        seen.add(start);
        let mut line = Vec::with_capacity(stops.len());
        line.push((start, 0));
        let (mut next, mut stations) = (0, Vec::new());
        while let Some((at, hexes)) = line.get(next).copied() {
            if charts::railroad_fatigue(hexes + 1).is_none() {
                break;
            }
            next += 1;
            for track in &stops[at].tracks {
                let to = track.to as usize;
                if !seen.has(to) && !track.bridge.is_some_and(|bridge| self.closed.has(bridge)) {
                    seen.add(to);
                    line.push((to, hexes + 1));
                    if stops[to].station {
                        stations.push((stops[to].hex, hexes + 1));
                    }
                }
            }
        }
        stations
    }
}

impl Pos<'_> {
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
