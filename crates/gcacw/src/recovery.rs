//! The Recovery Phase (8.0): six steps in order.

use hexmap::{Dir, Hex, Terrain};
use table::{Ask, Modifiers, Refusal, Room, Rule, Seats, Side};

use crate::campaign::wagons::SupplyStep;
use crate::charts;
use crate::event::Event;
use crate::order::{self, Order};
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::sequence::Phase;
use crate::setup::{UnitId, UnitSet};
use crate::state::Whereabouts;
use crate::works::Digging;

/// Step 1 of the Recovery Phase.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct RecoveryWork {
    /// Units that have done their work.
    pub(crate) done: UnitSet,
    /// Repair attempts made: Union, Confederate.
    pub(crate) repaired: [bool; 2],
    /// Hexes in which a pontoon has been attempted.
    pub(crate) built_in: Vec<Hex>,
    /// Hexsides on which one failed.
    pub(crate) failed: Vec<(Hex, Dir)>,
}

impl Pos<'_> {
    /// Whether a unit may entrench in step 1 (9.0).
    pub(crate) fn may_dig_in_recovery(&self, side: Side, unit: UnitId) -> Result<(), Refusal> {
        self.may_work(side, unit)?;
        self.may_dig(unit, Digging::Recovery)?;
        self.permitted(side, crate::setup::Forbidden::Entrench)
    }
}

impl Pos<'_> {
    /// Whether a unit may forage in step 2 (8.0): Advanced Game only, and not after other work.
    pub(crate) fn may_forage(&self, side: Side, unit: UnitId) -> Result<(), Refusal> {
        let no = |rule, why: &'static str| Err(Refusal::new(Rule(rule), why));
        if !self.setup.advanced {
            return no("G8-6", "units forage in the Advanced Game only");
        }
        if self.setup.module.never_out_of_supply {
            return no("G8-8", "nobody forages in this game");
        }
        if !self.setup.module.forages {
            return no("G8-9", "this game has no forage table");
        }
        if self.setup.unit(unit).side != side
            || !self.state.unit(unit).is_on_map()
            || !self.state.unit(unit).out_of_supply
        {
            return no("G8-6", "only a unit of yours that is out of supply forages");
        }
        if self.state.unit(unit).fatigue > 2 {
            return no("G8-6", "a unit forages at Fatigue Level 2 or less");
        }
        if self.state.recovery.done.has(unit) {
            return no("G8-7", "that unit has done its work in this phase");
        }
        Ok(())
    }

    /// Modifiers of the forage die: tired men, high ground, hemmed in by the enemy.
    pub(crate) fn forage_modifiers(&self, unit: UnitId) -> Modifiers {
        let mut mods = Modifiers::default();
        let (hex, side) = (self.state.unit(unit).hex, self.setup.unit(unit).side);
        mods.add(Rule("GBAC-62"), "fatigue", self.state.unit(unit).fatigue as i16);
        if self.setup.map.terrain(hex) == Terrain::Mountain || self.setup.map.plateaus.contains(hex) {
            mods.add(Rule("GBAC-63"), "mountain or plateau", 2);
        }
        if let Some(supply) = self.setup.logistics.supply.as_ref().filter(|s| s.forage != 0) {
            mods.add(Rule("GBAC-65"), "barren country", supply.forage);
        }
        let open = |(dir, near): (Dir, Hex)| {
            self.state.edge(self.setup, side, hex, dir).passable
                && !self.state.is_enemy_in(self.setup, side, near)
                && !self.state.in_any_enemy_zoc(self.setup, side, near)
        };
        if !self.setup.map.grid.neighbors(hex).any(open) {
            mods.add(Rule("GBAC-64"), "hemmed in", 1);
        }
        mods
    }
}

/// Units on the map rest, and those that are off it for a while.
fn rests(at: Whereabouts) -> bool {
    matches!(at, Whereabouts::OnMap | Whereabouts::OffMap | Whereabouts::Boxed)
}

impl Play<'_> {
    /// Step 1 begins: the Union player first.
    pub(crate) fn begin_recovery(&mut self) {
        self.state.recovery = RecoveryWork::default();
        self.ask_supply(Side::Union, SupplyStep::Emergency);
    }

    /// Asks a side for its work, or goes on where there is none.
    pub(crate) fn ask_for_work(&mut self, side: Side) {
        let any = self.known(side).pos().open_work(side, &mut order::any).is_break();
        if !any && !self.state.hides(side) {
            return self.work_done(side);
        }
        self.ask(RecoveryWorks { side });
    }

    pub(crate) fn work_done(&mut self, side: Side) {
        match side {
            Side::Union => self.ask_for_work(Side::Confederate),
            Side::Confederate => self.ask_for_forage(Side::Union),
        }
    }

    /// Step 2: foraging, where the game has a table for it.
    fn ask_for_forage(&mut self, side: Side) {
        if self.setup.by_side[side].into_iter().any(|u| self.pos().may_forage(side, u).is_ok()) {
            return self.ask(Foraging { side });
        }
        self.forage_done(side);
    }

    pub(crate) fn forage_done(&mut self, side: Side) {
        match side {
            Side::Union => self.ask_for_forage(Side::Confederate),
            Side::Confederate => {
                self.recover();
                self.after(Phase::Recovery);
            }
        }
    }

    pub(crate) fn dig_in_recovery(&mut self, unit: UnitId) {
        self.state.recovery.done.add(unit);
        self.dig(unit, Digging::Recovery);
    }

    /// One unit looks for food: on 3 or less it is in supply again.
    pub(crate) fn forage(&mut self, unit: UnitId) {
        self.state.recovery.done.add(unit);
        let modifier = self.known(self.setup.unit(unit).side).pos().forage_modifiers(unit).sum();
        let die = self.dice.d6("forage");
        let found = die as i16 + modifier <= 3;
        if found {
            self.state.unit_mut(unit).out_of_supply = false;
        }
        self.tell(|t| Event::Forage { piece: t.unit(unit), die, modifier, found });
        self.ask_for_forage(self.setup.unit(unit).side);
    }

    /// Steps 3 to 6, which nobody decides. Each is finished for all units before the next.
    fn recover(&mut self) {
        let units: Vec<UnitId> =
            self.setup.unit_ids().filter(|u| rests(self.state.unit(*u).whereabouts)).collect();
        for unit in &units {
            self.rally(*unit);
        }
        for unit in &units {
            let state = self.state.unit_mut(*unit);
            state.exhausted |= charts::wears_out(state.fatigue);
        }
        for unit in &units {
            let state = self.state.unit_mut(*unit);
            state.fatigue = charts::rested(state.fatigue);
        }
        for unit in &units {
            let printed = self.setup.unit(*unit);
            let attrition = self.setup.advanced && self.setup.module.supply_attrition[printed.side];
            if attrition && self.state.unit(*unit).out_of_supply {
                self.state.unit_mut(*unit).disorganized = true;
            }
        }
        if let Some(forces) = self.state.forces.as_mut() {
            forces.rest();
        }
        self.tell(|_| Event::Recovery);
    }

    /// Step 3 of one unit: order, freshness, courage. Demoralize-2 is looked at as the step begins.
    fn rally(&mut self, unit: UnitId) {
        let unsupplied = self.setup.advanced
            && self.state.unit(unit).out_of_supply
            && !self.setup.module.never_out_of_supply;
        let state = self.state.unit_mut(unit);
        if !charts::pulls_itself_together(state.fatigue) {
            return;
        }
        if state.demoralized < 2 {
            state.disorganized &= unsupplied;
            state.exhausted = false;
        }
        state.demoralized = state.demoralized.saturating_sub(1);
    }
}

/// Entrenching and bridge work of the Recovery Phase (8.0).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct RecoveryWorks {
    pub(crate) side: Side,
}

impl Room<Gcacw> for RecoveryWorks {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("recovery-work", "Entrench, build or repair bridges, or be done", "G8-2")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        order::list(out, |tell| pos.open_work(self.side, tell));
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Entrench(unit) => pos.may_dig_in_recovery(self.side, unit),
            Order::Build(unit, to) => pos.may_build(self.side, unit, to),
            Order::Repair(unit, to) => pos.may_repair(self.side, unit, to),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Entrench(unit) => play.dig_in_recovery(unit),
            Order::Build(unit, to) => play.build(unit, to),
            Order::Repair(unit, to) => play.repair(unit, to),
            Order::Done => return play.work_done(self.side),
            _ => return play.not_answered(self.clone(), order),
        }
        play.ask_for_work(self.side);
    }
}

/// Foraging (8.0, step 2, Advanced Game).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Foraging {
    pub(crate) side: Side,
}

impl Room<Gcacw> for Foraging {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("forage", "Let units forage, or be done", "G8-6")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        let units = pos.setup.by_side[self.side].into_iter();
        out.extend(units.filter(|u| pos.may_forage(self.side, *u).is_ok()).map(Order::Forage));
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Forage(unit) => pos.may_forage(self.side, unit),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Forage(unit) => play.forage(unit),
            Order::Done => play.forage_done(self.side),
            _ => play.not_answered(self.clone(), order),
        }
    }
}
