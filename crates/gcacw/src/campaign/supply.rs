//! Who is in supply (Advanced Game of BAC): depots, loaded wagon trains, and the ways from them.

use hexmap::{Dir, Hex, HexSet};
use table::Side;

use crate::event::Event;
use crate::ground::Edge;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::UnitSet;

/// The ways by which a side's supplies go in a position.
struct Ways<'a> {
    pos: Pos<'a>,
    side: Side,
    range: u8,
    /// Where the enemy stands, and around him: everywhere else supplies pass.
    near_enemy: HexSet,
    /// The hexsides in today's weather, as printed.
    edges: &'a [[Edge; 6]],
}

impl Ways<'_> {
    /// Whether supplies may pass a hex: no enemy in it, and no enemy zone unless a friend holds it.
    fn pass(&self, hex: Hex) -> bool {
        let Pos { setup, state } = self.pos;
        !self.near_enemy.contains(hex)
            || match state.side_in(setup, hex) {
                Some(there) => there == self.side,
                None => !state.in_any_enemy_zoc(setup, self.side, hex),
            }
    }

    /// Whether supplies may go from a hex to its neighbour.
    fn cross(&self, at: Hex, dir: Dir, near: Hex) -> bool {
        let Pos { setup, state } = self.pos;
        let passable = match state.may_be_altered(at) {
            true => state.edge(setup, self.side, at, dir).passable,
            false => self.edges[at.index()][dir.index()].passable,
        };
        passable && self.pass(near)
    }

    /// The units, of these, to which a way within range leads from one of several places.
    fn feed(&self, from: &[Hex], units: UnitSet) -> UnitSet {
        let grid = &self.pos.setup.map.grid;
        let open: Vec<Hex> = from.iter().copied().filter(|hex| self.pass(*hex)).collect();
        let (mut fed, mut doubtful, mut left) = (UnitSet::EMPTY, UnitSet::EMPTY, units);
        while let Some(unit) = left.first() {
            let to = self.pos.state.unit(unit).hex;
            // Who stands together is fed together.
            let stack = self.pos.state.stack_set(to).and(units);
            left = left.minus(stack);
            let near = |hex: &&Hex| grid.distance(**hex, to) <= self.range.into();
            // Most ways are open: walk straight there, and search only for those whom that does not find.
            let straight =
                |hex: &Hex| grid.leads_straight(*hex, to, |at, dir, near| self.cross(at, dir, near));
            if open.iter().filter(near).any(straight) {
                fed = fed.or(stack);
            } else if open.iter().any(|hex| near(&hex)) {
                doubtful = doubtful.or(stack);
            }
        }
        if doubtful.is_empty() { fed } else { fed.or(self.search(open, doubtful)) }
    }

    /// The same, hex by hex in rings around the places.
    fn search(&self, from: Vec<Hex>, units: UnitSet) -> UnitSet {
        let Pos { setup, state } = self.pos;
        let mut seen = HexSet::new(setup.map.grid.len());
        let (mut ring, mut missing) = (from, units);
        ring.iter().for_each(|hex| seen.insert(*hex));
        let mut goals: Vec<Hex> = units.into_iter().map(|unit| state.unit(unit).hex).collect();
        goals.dedup();
        // A hex from which the rest of the range leads to none of them is on no way.
        let leads_on =
            |hex: Hex, left: u8| goals.iter().any(|to| setup.map.grid.distance(hex, *to) <= left.into());
        for left in (0..self.range).rev() {
            let mut next = Vec::new();
            for at in ring {
                for (dir, near) in setup.map.grid.neighbors(at) {
                    if !seen.contains(near) && leads_on(near, left) && self.cross(at, dir, near) {
                        seen.insert(near);
                        next.push(near);
                        state.stack(near).for_each(|unit| missing.remove(unit));
                    }
                }
            }
            if missing.is_empty() {
                break;
            }
            ring = next;
        }
        units.minus(missing)
    }
}

impl Pos<'_> {
    /// The units of a side on the map that must be fed: all but wagon trains.
    fn eaters(&self, side: Side) -> UnitSet {
        let eaters = self.setup.by_side[side].minus(self.setup.wagons).into_iter();
        eaters.filter(|u| self.state.unit(*u).is_on_map()).collect()
    }

    /// The units fed by depots, and the loaded wagon trains that must feed others.
    pub(crate) fn fed(&self, side: Side) -> (UnitSet, UnitSet) {
        let Some(supply) = &self.setup.logistics.supply else { return Default::default() };
        let eaters = self.eaters(side);
        let near_enemy = self.state.on_and_beside(self.setup, side.other());
        let edges = self.setup.ground.in_weather(self.state.weather());
        let ways = Ways { pos: *self, side, range: supply.range, near_enemy, edges };
        let depots: Vec<Hex> = self.serving_depots(side).map(|n| self.depot_hex(n)).collect();
        let mut fed = ways.feed(&depots, eaters);
        let mut spending = UnitSet::EMPTY;
        for wagon in self.loaded_wagons(side) {
            let more = ways.feed(&[self.state.unit(wagon).hex], eaters.minus(fed));
            if !more.is_empty() {
                fed = fed.or(more);
                spending.add(wagon);
            }
        }
        (fed, spending)
    }
}

impl Play<'_> {
    /// The supply status of every unit; a wagon train that feeds somebody spends a point.
    pub(crate) fn determine_supply(&mut self) {
        for side in Side::BOTH {
            let (fed, spending) = self.pos().fed(side);
            let hungry = self.pos().eaters(side).minus(fed);
            for unit in fed {
                self.state.unit_mut(unit).out_of_supply = false;
            }
            for unit in hungry {
                self.state.unit_mut(unit).out_of_supply = true;
            }
            for wagon in spending {
                self.state.unit_mut(wagon).supplies -= 1;
            }
            self.tell(|t| Event::Supply { side, out_of_supply: t.units(hungry) });
        }
    }
}
