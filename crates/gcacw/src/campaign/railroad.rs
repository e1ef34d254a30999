//! Railroad movement (Advanced Game): one unit from station to station.

use hexmap::{Crossing, Dir, Hex, HexMap, HexSet, Water, Way};
use table::{Refusal, Rule, Side};

use crate::charts;
use crate::event::Event;
use crate::ground::remaining_crossing;
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{Arm, Forbidden, UnitId};
use crate::state::Burnt;
use crate::turn::Action;

fn no(why: &'static str) -> Refusal {
    Refusal::new(Rule("GBAC-69"), why)
}

/// The railroads of a map: which of its hexes have rails, and over which hexsides they lead.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rails {
    hexes: Vec<Hex>,
    /// For every hex of the map a bit for each direction.
    over: Vec<u8>,
}

impl Rails {
    pub(crate) fn of(map: &HexMap) -> Rails {
        let leads = |hex: Hex, dir: Dir| {
            let side = map.side(hex, dir);
            side.ways.has(Way::Railroad) && side.water != Some(Water::AllWater)
        };
        let bits = |hex: Hex| {
            let dirs = map.grid.neighbors(hex).filter(|(dir, _)| leads(hex, *dir));
            dirs.fold(0u8, |bits, (dir, _)| bits | 1 << dir.index())
        };
        let over: Vec<u8> = map.grid.hexes().map(bits).collect();
        let hexes = map.grid.hexes().filter(|hex| over[hex.index()] != 0).collect();
        Rails { hexes, over }
    }

    fn lead(&self, from: Hex, dir: Dir) -> bool {
        self.over[from.index()] >> dir.index() & 1 != 0
    }
}

/// The lines that a side's trains can use in a position, worked out once for all its units.
pub(crate) struct Trains {
    side: Side,
    /// Hexes with rails that trains may run through.
    open: HexSet,
    /// What was found from the stations asked for so far.
    known: Vec<(Hex, Vec<(Hex, u8)>)>,
}

impl Trains {
    pub(crate) fn new(pos: &Pos, side: Side) -> Trains {
        let mut open = HexSet::new(pos.setup.map.grid.len());
        for hex in &pos.setup.rails.hexes {
            if pos.trains_pass(side, *hex) {
                open.insert(*hex);
            }
        }
        Trains { side, open, known: Vec::new() }
    }

    /// Every hex that trains reach from one, with its distance in hexes, nearest first.
    fn reach(&mut self, pos: &Pos, from: Hex) -> &[(Hex, u8)] {
        let at = self.known.iter().position(|(hex, _)| *hex == from).unwrap_or_else(|| {
            self.known.push((from, self.search(pos, from)));
            self.known.len() - 1
        });
        &self.known[at].1
    }

    fn search(&self, pos: &Pos, from: Hex) -> Vec<(Hex, u8)> {
        let mut seen = HexSet::new(pos.setup.map.grid.len());
        seen.insert(from);
        let mut found = vec![(from, 0)];
        let mut next = 0;
        while let Some((at, hexes)) = found.get(next).copied() {
            if charts::railroad_fatigue(hexes + 1).is_none() {
                break;
            }
            next += 1;
            for (dir, near) in pos.setup.map.grid.neighbors(at) {
                if !seen.contains(near) && self.open.contains(near) && pos.rails(at, dir) {
                    seen.insert(near);
                    found.push((near, hexes + 1));
                }
            }
        }
        found
    }
}

impl Pos<'_> {
    /// Whether trains run over a hexside: rails, and a bridge that stands where there is a river.
    fn rails(&self, from: Hex, dir: Dir) -> bool {
        if !self.setup.rails.lead(from, dir) {
            return false;
        }
        let side = self.setup.map.side(from, dir);
        let crossing = || remaining_crossing(side, self.state.altered_at(self.setup, from, dir), false);
        match side.water {
            Some(Water::MinorRiver | Water::MajorRiver) => {
                matches!(crossing(), Some(Crossing::Bridge | Crossing::Dam))
            }
            _ => true,
        }
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
        self.fare(unit, Trains::new(self, side).reach(self, self.state.unit(unit).hex), to)
    }

    fn fare(&self, unit: UnitId, reach: &[(Hex, u8)], to: Hex) -> Result<(u8, u8), Refusal> {
        let hexes = reach.iter().find(|(hex, _)| *hex == to).map(|(_, hexes)| *hexes);
        let Some((hexes, levels)) = hexes.and_then(|n| charts::railroad_fatigue(n).map(|f| (n, f))) else {
            return Err(no("no open line of at most 40 hexes leads there"));
        };
        if self.state.unit(unit).fatigue + levels > 4 {
            return Err(no("going so far by rail would bring the unit above Fatigue Level 4"));
        }
        Ok((hexes, levels))
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
        for (hex, _) in reach {
            if self.is_open_station(side, *hex) && self.fare(unit, reach, *hex).is_ok() {
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
