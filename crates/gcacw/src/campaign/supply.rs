//! Who is in supply (Advanced Game of BAC): depots, loaded wagon trains, and the ways from them.

use hexmap::{Hex, HexSet};
use table::Side;

use crate::event::Event;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{Arm, UnitId, UnitSet};

impl Pos<'_> {
    /// Whether supplies may pass a hex: no enemy in it, and no enemy zone unless a friend holds it.
    fn supply_passes(&self, side: Side, hex: Hex) -> bool {
        match self.state.side_in(self.setup, hex) {
            Some(there) => there == side,
            None => !self.state.in_any_enemy_zoc(self.setup, side, hex),
        }
    }

    /// The hexes a side can supply from a hex, or from any of several.
    fn supply_reach(&self, side: Side, from: impl IntoIterator<Item = Hex>, range: u8) -> HexSet {
        let mut found = HexSet::new(self.setup.map.grid.len());
        let mut ring = Vec::new();
        for hex in from {
            if !found.contains(hex) && self.supply_passes(side, hex) {
                found.insert(hex);
                ring.push(hex);
            }
        }
        for _ in 0..range {
            let mut next = Vec::new();
            for at in ring {
                for (dir, near) in self.setup.map.grid.neighbors(at) {
                    let open = !found.contains(near)
                        && self.state.edge(self.setup, side, at, dir).passable
                        && self.supply_passes(side, near);
                    if open {
                        found.insert(near);
                        next.push(near);
                    }
                }
            }
            ring = next;
        }
        found
    }

    /// The units of a side on the map that must be fed: all but wagon trains.
    fn eaters(&self, side: Side) -> UnitSet {
        let eats = |u: &UnitId| self.state.unit(*u).is_on_map() && self.setup.unit(*u).arm != Arm::Wagon;
        self.setup.by_side[side].into_iter().filter(eats).collect()
    }

    fn fed_from(&self, units: UnitSet, reach: &HexSet) -> UnitSet {
        units.into_iter().filter(|u| reach.contains(self.state.unit(*u).hex)).collect()
    }

    /// The units fed by depots, and the loaded wagon trains that must feed others.
    pub(crate) fn fed(&self, side: Side) -> (UnitSet, UnitSet) {
        let Some(supply) = &self.setup.logistics.supply else { return Default::default() };
        let eaters = self.eaters(side);
        let serving = supply.depots.iter().enumerate();
        let serving = serving.filter(|(n, depot)| depot.side == side && self.depot_serves(*n));
        let reach = self.supply_reach(side, serving.map(|(_, depot)| depot.hex), supply.range);
        let mut fed = self.fed_from(eaters, &reach);
        let mut spending = UnitSet::EMPTY;
        for wagon in self.loaded_wagons(side) {
            if eaters.minus(fed).is_empty() {
                break;
            }
            let reach = self.supply_reach(side, [self.state.unit(wagon).hex], supply.range);
            let more = self.fed_from(eaters.minus(fed), &reach);
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
