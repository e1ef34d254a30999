//! Stations and depots in the Supply Segment (Advanced Game of BAC).

use hexmap::Hex;
use table::{Ask, Refusal, Room, Rule, Seats, Side};

use super::wagons::SupplyStep;
use crate::event::Event;
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;

impl Pos<'_> {
    /// Whether a depot stands.
    pub(crate) fn depot_stands(&self, n: usize) -> bool {
        self.state.ledger.depots >> n & 1 != 0
    }

    /// Whether a depot gives supply: it stands, the enemy does not hold its hex, and its station is whole.
    pub(crate) fn depot_serves(&self, n: usize) -> bool {
        let Some(depot) = self.setup.logistics.supply.as_ref().and_then(|s| s.depots.get(n)) else {
            return false;
        };
        self.depot_stands(n)
            && self.spot_holder(depot.hex) != Some(depot.side.other())
            && !self.is_burnt(depot.hex)
    }

    fn is_burnt(&self, hex: Hex) -> bool {
        self.state.burnt.iter().any(|(at, _)| *at == hex)
    }

    /// The depots of a side that give supply, by number.
    pub(crate) fn serving_depots(&self, side: Side) -> impl Iterator<Item = usize> + '_ {
        let depots = self.setup.logistics.supply.as_ref().map_or(&[][..], |s| &s.depots[..]);
        (0..depots.len()).filter(move |n| depots[*n].side == side && self.depot_serves(*n))
    }

    pub(crate) fn depot_hex(&self, n: usize) -> Hex {
        self.setup.logistics.supply.as_ref().map_or(Hex(0), |s| s.depots[n].hex)
    }

    /// Whether a side may repair the station in a hex.
    pub(crate) fn may_mend(&self, side: Side, hex: Hex) -> Result<(), Refusal> {
        let no = |why: &'static str| Err(Refusal::new(Rule("GBAC-28"), why));
        if self.state.ledger.mended[side as usize] {
            return no("a player repairs one station in a Supply Segment");
        }
        if !self.is_burnt(hex) {
            return no("there is no damaged or destroyed station");
        }
        if self.spot_holder(hex) != Some(side) {
            return no("only a station that is held is repaired");
        }
        Ok(())
    }

    /// Whether a side may build the depot that the scenario plans in a hex.
    pub(crate) fn may_build_depot(&self, side: Side, hex: Hex) -> Result<usize, Refusal> {
        let no = |why: &'static str| Err(Refusal::new(Rule("GBAC-28"), why));
        let depots = self.setup.logistics.supply.as_ref().map_or(&[][..], |s| &s.depots[..]);
        let due = |n: &usize| {
            let depot = &depots[*n];
            (depot.side, depot.hex) == (side, hex) && depot.turn <= self.state.turn && !self.depot_stands(*n)
        };
        let Some(n) = (0..depots.len()).find(due) else { return no("no depot is due there") };
        if self.spot_holder(hex) != Some(side) || self.is_burnt(hex) {
            return no("a depot is built in a hex that is held, where no station lies in ruins");
        }
        if self.state.in_any_enemy_zoc(self.setup, side, hex) {
            return no("no depot is built in an enemy zone of control");
        }
        Ok(n)
    }
}

impl Play<'_> {
    /// A station works again.
    pub(crate) fn mend(&mut self, side: Side, hex: Hex) {
        self.state.burnt.retain(|(at, _)| *at != hex);
        self.state.ledger.mended[side as usize] = true;
        self.tell(|t| Event::Mend { side, to: t.hex(hex) });
    }

    pub(crate) fn build_depot(&mut self, side: Side, hex: Hex) {
        let Ok(n) = self.pos().may_build_depot(side, hex) else { return };
        self.state.ledger.depots |= 1 << n;
        self.tell(|t| Event::Depot { side, to: t.hex(hex) });
    }
}

/// Supply Segment: a station.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct RepairStation {
    pub(crate) side: Side,
}

impl Room<Gcacw> for RepairStation {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("repair-station", "Repair one railroad station, or be done", "GBAC-25")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        let open = pos.state.burnt.iter().filter(|(hex, _)| pos.may_mend(self.side, *hex).is_ok());
        out.extend(open.map(|(hex, _)| Order::Mend(*hex)));
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Mend(hex) => pos.may_mend(self.side, hex),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Mend(hex) => play.mend(self.side, hex),
            Order::Done => return play.supply_asked(self.side, SupplyStep::Repair),
            _ => return play.not_answered(self.clone(), order),
        }
        play.ask_supply(self.side, SupplyStep::Repair);
    }
}

/// Supply Segment: new depots.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct BuildDepots {
    pub(crate) side: Side,
}

impl Room<Gcacw> for BuildDepots {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("build-depots", "Build new depots, or be done", "GBAC-25")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        let depots = pos.setup.logistics.supply.as_ref().map_or(&[][..], |s| &s.depots[..]);
        let open = depots.iter().filter(|d| pos.may_build_depot(self.side, d.hex).is_ok());
        out.extend(open.map(|d| Order::Depot(d.hex)));
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Depot(hex) => pos.may_build_depot(self.side, hex).map(|_| ()),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Depot(hex) => play.build_depot(self.side, hex),
            Order::Done => return play.supply_asked(self.side, SupplyStep::Depots),
            _ => return play.not_answered(self.clone(), order),
        }
        play.ask_supply(self.side, SupplyStep::Depots);
    }
}
