//! Who is in supply (Advanced Game of BAC): depots, loaded wagon trains, and the ways from them.

use hexmap::{Dir, Hex, HexSet};
use table::Side;

use crate::event::Event;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::UnitSet;

impl Pos<'_> {
    /// Whether supplies may pass a hex: no enemy in it, and no enemy zone unless a friend holds it.
    fn supply_passes(&self, side: Side, hex: Hex) -> bool {
        match self.state.side_in(self.setup, hex) {
            Some(there) => there == side,
            None => !self.state.in_any_enemy_zoc(self.setup, side, hex),
        }
    }

    /// Whether supplies may go from a hex to its neighbour.
    fn supply_crosses(&self, side: Side, at: Hex, dir: Dir, near: Hex) -> bool {
        self.state.edge(self.setup, side, at, dir).passable && self.supply_passes(side, near)
    }

    /// The units, of these, to which a way of at most so many hexes leads from one of several places.
    fn supplied_from(&self, side: Side, from: &[Hex], range: u8, units: UnitSet) -> UnitSet {
        let grid = &self.setup.map.grid;
        let open: Vec<Hex> = from.iter().copied().filter(|hex| self.supply_passes(side, *hex)).collect();
        let (mut found, mut doubtful) = (UnitSet::EMPTY, UnitSet::EMPTY);
        for unit in units {
            let to = self.state.unit(unit).hex;
            let near = |hex: &&Hex| grid.distance(**hex, to) <= range.into();
            // Most ways are open: walk straight there, and search only for those whom that does not find.
            let straight = |hex: &Hex| {
                grid.leads_straight(*hex, to, |at, dir, near| self.supply_crosses(side, at, dir, near))
            };
            if open.iter().filter(near).any(straight) {
                found.add(unit);
            } else if open.iter().any(|hex| near(&hex)) {
                doubtful.add(unit);
            }
        }
        if doubtful.is_empty() { found } else { found.or(self.search_supply(side, open, range, doubtful)) }
    }

    /// The same, hex by hex in rings around the places.
    fn search_supply(&self, side: Side, from: Vec<Hex>, range: u8, units: UnitSet) -> UnitSet {
        let mut seen = HexSet::new(self.setup.map.grid.len());
        let (mut ring, mut missing) = (from, units);
        ring.iter().for_each(|hex| seen.insert(*hex));
        for _ in 0..range {
            let mut next = Vec::new();
            for at in ring {
                for (dir, near) in self.setup.map.grid.neighbors(at) {
                    if !seen.contains(near) && self.supply_crosses(side, at, dir, near) {
                        seen.insert(near);
                        next.push(near);
                        self.state.stack(near).for_each(|unit| missing.remove(unit));
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

    /// The units of a side on the map that must be fed: all but wagon trains.
    fn eaters(&self, side: Side) -> UnitSet {
        let eaters = self.setup.by_side[side].minus(self.setup.wagons).into_iter();
        eaters.filter(|u| self.state.unit(*u).is_on_map()).collect()
    }

    /// The units fed by depots, and the loaded wagon trains that must feed others.
    pub(crate) fn fed(&self, side: Side) -> (UnitSet, UnitSet) {
        let Some(supply) = &self.setup.logistics.supply else { return Default::default() };
        let eaters = self.eaters(side);
        let depots: Vec<Hex> = self.serving_depots(side).map(|n| self.depot_hex(n)).collect();
        let mut fed = self.supplied_from(side, &depots, supply.range, eaters);
        let mut spending = UnitSet::EMPTY;
        for wagon in self.loaded_wagons(side) {
            let more =
                self.supplied_from(side, &[self.state.unit(wagon).hex], supply.range, eaters.minus(fed));
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
