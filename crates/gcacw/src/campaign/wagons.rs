//! Wagon trains and their supply points (Advanced Game of BAC): loading, feeding, wearing out, leaving the
//! map and coming back; and the steps of the Supply Segment in which all that is asked.

use hexmap::Hex;
use table::{Ask, Refusal, Room, Rule, Seats, Side};

use super::depots::{BuildDepots, RepairStation};
use crate::event::Event;
use crate::order::Order;
use crate::pending::Pending;
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::setup::{Arm, UnitId, UnitSet};
use crate::state::Whereabouts;

/// What is asked about supply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SupplyStep {
    /// Reinforcement Phase: wagon trains come back.
    Return,
    /// Recovery Phase: emergency supply, and empty wagon trains that leave.
    Emergency,
    /// Supply Segment: a station.
    Repair,
    /// Supply Segment: new depots.
    Depots,
    /// Supply Segment: new supply points.
    Points,
    /// Supply Segment: empty wagon trains that leave.
    Empty,
}

impl SupplyStep {
    /// The decision that asks a side about it.
    fn decision(self, side: Side) -> Pending {
        match self {
            SupplyStep::Return => WagonReturn { side }.into(),
            SupplyStep::Emergency => EmergencySupply { side }.into(),
            SupplyStep::Repair => RepairStation { side }.into(),
            SupplyStep::Depots => BuildDepots { side }.into(),
            SupplyStep::Points => LoadWagons { side }.into(),
            SupplyStep::Empty => EmptyWagons { side }.into(),
        }
    }
}

/// What wear does to a wagon train (Wagon Reduction Table).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wear {
    None,
    LoseOne,
    Gone,
}

pub(crate) const fn wagon_reduction(die: u8) -> Wear {
    match die {
        ..=3 => Wear::None,
        4 | 5 => Wear::LoseOne,
        _ => Wear::Gone,
    }
}

fn refuse(rule: &'static str, why: &'static str) -> Result<(), Refusal> {
    Err(Refusal::new(Rule(rule), why))
}

impl Pos<'_> {
    fn wagons(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.setup.by_side[side].and(self.setup.wagons).into_iter()
    }

    /// The wagon trains of a side on the map that carry something.
    pub(crate) fn loaded_wagons(&self, side: Side) -> UnitSet {
        self.wagons(side).filter(|wagon| self.is_loaded(*wagon)).collect()
    }

    fn is_loaded(&self, wagon: UnitId) -> bool {
        self.state.unit(wagon).is_on_map() && self.state.unit(wagon).supplies > 0
    }

    /// Whether a wagon train may feed a unit in an emergency.
    pub(crate) fn may_feed(&self, side: Side, wagon: UnitId, unit: UnitId) -> Result<(), Refusal> {
        let own = self.setup.by_side[side].and(self.setup.wagons).has(wagon);
        if !own || !self.is_loaded(wagon) {
            return refuse("GBAC-21", "only a wagon train of yours that carries supply points feeds others");
        }
        let state = self.state.unit(unit);
        if self.setup.unit(unit).side != side || !state.is_on_map() || !state.out_of_supply {
            return refuse("GBAC-21", "only a unit of yours that is out of supply is fed");
        }
        if self.setup.map.grid.distance(self.state.unit(wagon).hex, state.hex) > 1 {
            return refuse("GBAC-21", "a wagon train feeds a unit in its own or an adjacent hex");
        }
        Ok(())
    }

    /// Whether a wagon train may be taken off the map.
    pub(crate) fn may_remove_wagon(&self, side: Side, wagon: UnitId) -> Result<(), Refusal> {
        let (printed, state) = (self.setup.unit(wagon), self.state.unit(wagon));
        if printed.side != side || printed.arm != Arm::Wagon || !state.is_on_map() {
            return refuse("GBAC-20", "only a wagon train of yours on the map is taken away");
        }
        if state.supplies > 0 {
            return refuse("GBAC-20", "only an empty wagon train is taken off the map");
        }
        Ok(())
    }

    /// Whether a wagon train may come back in a hex.
    pub(crate) fn may_return_wagon(&self, side: Side, wagon: UnitId, hex: Hex) -> Result<(), Refusal> {
        let (printed, state) = (self.setup.unit(wagon), self.state.unit(wagon));
        if printed.side != side || printed.arm != Arm::Wagon || state.whereabouts != Whereabouts::OffMap {
            return refuse("GBAC-4", "only a wagon train that was taken off the map comes back");
        }
        if !self.serving_depots(side).any(|n| self.depot_hex(n) == hex) {
            return refuse("GBAC-4", "a wagon train comes back in the hex of a depot of yours");
        }
        if self.state.in_any_enemy_zoc(self.setup, side, hex) {
            return refuse("GBAC-4", "a wagon train does not come back in an enemy zone of control");
        }
        Ok(())
    }

    /// The depot at which a wagon train may load one more point.
    pub(crate) fn may_load(&self, side: Side, wagon: UnitId) -> Result<usize, Refusal> {
        let no = |why: &'static str| Err(Refusal::new(Rule("GBAC-4"), why));
        let (printed, state) = (self.setup.unit(wagon), self.state.unit(wagon));
        if printed.side != side || printed.arm != Arm::Wagon || !state.is_on_map() {
            return no("only a wagon train of yours on the map is loaded");
        }
        if self.setup.logistics.supply.as_ref().is_none_or(|s| state.supplies >= s.capacity) {
            return no("that wagon train is full");
        }
        let at = self.serving_depots(side).find(|n| {
            self.depot_hex(*n) == state.hex && self.state.ledger.points.get(*n).is_some_and(|p| *p > 0)
        });
        at.ok_or_else(|| Refusal::new(Rule("GBAC-4"), "it is in no depot with supply points left"))
    }

    fn return_orders(&self, side: Side, out: &mut Vec<Order>) {
        for wagon in self.wagons(side).filter(|w| self.state.unit(*w).whereabouts == Whereabouts::OffMap) {
            let hexes = self.serving_depots(side).map(|n| self.depot_hex(n));
            let open = hexes.filter(|hex| self.may_return_wagon(side, wagon, *hex).is_ok());
            out.extend(open.map(|hex| Order::Place(wagon, hex)));
        }
    }

    fn removal_orders(&self, side: Side, out: &mut Vec<Order>) {
        out.extend(
            self.wagons(side).filter(|w| self.may_remove_wagon(side, *w).is_ok()).map(Order::RemoveWagon),
        );
    }
}

impl Play<'_> {
    /// Asks the Union player, then the Confederate; whoever has nothing to decide is passed over.
    pub(crate) fn ask_supply(&mut self, side: Side, step: SupplyStep) {
        if self.setup.logistics.supply.is_some() {
            let decision = step.decision(side);
            let mut orders = Vec::new();
            decision.room().orders(self.pos(), &mut orders);
            if orders.len() > 1 {
                return self.ask(decision);
            }
        }
        self.supply_asked(side, step);
    }

    /// A side is done with a step: the other side's turn, or what comes next.
    pub(crate) fn supply_asked(&mut self, side: Side, step: SupplyStep) {
        if side == Side::Union {
            return self.ask_supply(Side::Confederate, step);
        }
        match step {
            SupplyStep::Return | SupplyStep::Empty => {}
            SupplyStep::Emergency => self.ask_for_work(Side::Union),
            SupplyStep::Repair => self.ask_supply(Side::Union, SupplyStep::Depots),
            SupplyStep::Depots => {
                self.bring_points();
                self.ask_supply(Side::Union, SupplyStep::Points);
            }
            SupplyStep::Points => {
                self.determine_supply();
                self.ask_supply(Side::Union, SupplyStep::Empty);
            }
        }
    }

    /// A wagon train comes back rested.
    fn return_wagon(&mut self, wagon: UnitId, hex: Hex) {
        let state = self.state.unit_mut(wagon);
        (state.fatigue, state.demoralized) = (0, 0);
        (state.disorganized, state.exhausted) = (false, false);
        self.place(wagon, hex);
    }

    /// The Supply Segment: worn-out wagon trains, then stations, depots, points and the status of all.
    pub(crate) fn supply_segment(&mut self) {
        let Some(supply) = &self.setup.logistics.supply else { return };
        if let Some(side) = supply.reduction {
            let wagons: UnitSet =
                self.pos().wagons(side).filter(|w| self.state.unit(*w).is_on_map()).collect();
            for wagon in wagons {
                self.wear(wagon);
            }
        }
        self.state.ledger.mended = [false; 2];
        self.ask_supply(Side::Union, SupplyStep::Repair);
    }

    fn wear(&mut self, wagon: UnitId) {
        let die = self.dice.d6("wagon reduction");
        let wear = wagon_reduction(die);
        match wear {
            Wear::None => {}
            Wear::LoseOne => {
                let state = self.state.unit_mut(wagon);
                state.supplies = state.supplies.saturating_sub(1);
            }
            Wear::Gone => {
                self.state.unit_mut(wagon).supplies = 0;
                self.eliminate(wagon, Whereabouts::BrokenDown);
            }
        }
        self.tell(|t| {
            let wear = match wear {
                Wear::None => "comes through",
                Wear::LoseOne => "loses a supply point on the road",
                Wear::Gone => "breaks down for good",
            };
            Event::WagonReduction { piece: t.unit(wagon), die, wear }
        });
    }

    /// New supply points are due at every depot that serves.
    fn bring_points(&mut self) {
        let Some(supply) = &self.setup.logistics.supply else { return };
        for (n, depot) in supply.depots.iter().enumerate() {
            let due = if self.pos().depot_serves(n) { depot.points } else { 0 };
            if let Some(points) = self.state.ledger.points.get_mut(n) {
                *points = due;
            }
        }
    }

    fn load(&mut self, side: Side, wagon: UnitId) {
        let Ok(depot) = self.pos().may_load(side, wagon) else { return };
        self.state.ledger.points[depot] -= 1;
        self.state.unit_mut(wagon).supplies += 1;
        let carries = self.state.unit(wagon).supplies;
        self.tell(|t| Event::Load { piece: t.unit(wagon), carries });
    }

    fn feed(&mut self, wagon: UnitId, unit: UnitId) {
        self.state.unit_mut(wagon).supplies -= 1;
        self.state.unit_mut(unit).out_of_supply = false;
        self.tell(|t| Event::Feed { piece: t.unit(unit), wagon: t.unit(wagon) });
    }

    fn remove_wagon(&mut self, wagon: UnitId) {
        let hex = self.state.unit(wagon).hex;
        self.leave_hex(wagon);
        self.state.lift(wagon, Whereabouts::OffMap);
        self.tell(|t| Event::WagonRemoved { piece: t.unit(wagon), from: t.hex(hex) });
    }
}

/// Reinforcement Phase: wagon trains come back.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct WagonReturn {
    pub(crate) side: Side,
}

impl Room<Gcacw> for WagonReturn {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("wagon-return", "Bring wagon trains back, or be done", "GBAC-3")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        pos.return_orders(self.side, out);
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Place(wagon, hex) => pos.may_return_wagon(self.side, wagon, hex),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Place(wagon, hex) => play.return_wagon(wagon, hex),
            Order::Done => return play.supply_asked(self.side, SupplyStep::Return),
            _ => return play.not_answered(self.clone(), order),
        }
        play.ask_supply(self.side, SupplyStep::Return);
    }
}

/// Recovery Phase: emergency supply, and empty wagon trains that leave.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct EmergencySupply {
    pub(crate) side: Side,
}

impl Room<Gcacw> for EmergencySupply {
    fn ask(&self, _pos: Pos) -> Ask {
        let prompt = "Feed units from wagon trains, take empty ones away, or be done";
        Ask::new("emergency-supply", prompt, "GBAC-21")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        let units = pos.setup.by_side[self.side].into_iter();
        let hungry: UnitSet = units.filter(|u| pos.state.unit(*u).out_of_supply).collect();
        for wagon in pos.loaded_wagons(self.side) {
            let open = hungry.into_iter().filter(|u| pos.may_feed(self.side, wagon, *u).is_ok());
            out.extend(open.map(|u| Order::Feed(wagon, u)));
        }
        pos.removal_orders(self.side, out);
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Feed(wagon, unit) => pos.may_feed(self.side, wagon, unit),
            Order::RemoveWagon(wagon) => pos.may_remove_wagon(self.side, wagon),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Feed(wagon, unit) => play.feed(wagon, unit),
            Order::RemoveWagon(wagon) => play.remove_wagon(wagon),
            Order::Done => return play.supply_asked(self.side, SupplyStep::Emergency),
            _ => return play.not_answered(self.clone(), order),
        }
        play.ask_supply(self.side, SupplyStep::Emergency);
    }
}

/// Supply Segment: new supply points.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LoadWagons {
    pub(crate) side: Side,
}

impl Room<Gcacw> for LoadWagons {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("load-wagons", "Load supply points on wagon trains, or be done", "GBAC-25")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        let open = pos.wagons(self.side).filter(|w| pos.may_load(self.side, *w).is_ok());
        out.extend(open.map(Order::Load));
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Load(wagon) => pos.may_load(self.side, wagon).map(|_| ()),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Load(wagon) => play.load(self.side, wagon),
            Order::Done => return play.supply_asked(self.side, SupplyStep::Points),
            _ => return play.not_answered(self.clone(), order),
        }
        play.ask_supply(self.side, SupplyStep::Points);
    }
}

/// Supply Segment: empty wagon trains that leave.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct EmptyWagons {
    pub(crate) side: Side,
}

impl Room<Gcacw> for EmptyWagons {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("empty-wagons", "Take empty wagon trains off the map, or be done", "GBAC-26")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        pos.removal_orders(self.side, out);
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::RemoveWagon(wagon) => pos.may_remove_wagon(self.side, wagon),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::RemoveWagon(wagon) => play.remove_wagon(wagon),
            Order::Done => return play.supply_asked(self.side, SupplyStep::Empty),
            _ => return play.not_answered(self.clone(), order),
        }
        play.ask_supply(self.side, SupplyStep::Empty);
    }
}
