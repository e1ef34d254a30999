//! The Recovery Phase (8.0): six steps in order.

use hexmap::{Dir, Hex, Terrain};
use table::{Modifiers, Refusal, Rule, Side};

use crate::campaign::wagons::SupplyStep;
use crate::flow::{Ask, RecoveryWork};
use crate::order::Order;
use crate::play::{Play, Pos};
use crate::sequence::Phase;
use crate::setup::UnitId;
use crate::state::Whereabouts;
use crate::works::Digging;

impl Pos<'_> {
    /// Whether a unit may entrench in step 1 (9.0).
    pub fn may_dig_in_recovery(&self, side: Side, unit: UnitId) -> Result<(), Refusal> {
        self.may_work(side, unit)?;
        self.may_dig(unit, Digging::Recovery)?;
        self.permitted(side, crate::setup::Forbidden::Entrench)
    }
}

impl Pos<'_> {
    /// Whether a unit may forage in step 2 (8.0): Advanced Game only, and not after other work.
    pub fn may_forage(&self, side: Side, unit: UnitId) -> Result<(), Refusal> {
        let no = |rule, why: &'static str| Err(Refusal::new(Rule(rule), why));
        if !self.s.advanced {
            return no("G8-6", "units forage in the Advanced Game only");
        }
        if self.s.module.never_out_of_supply {
            return no("G8-8", "nobody forages in this game");
        }
        if !self.s.module.forages {
            return no("G8-9", "this game has no forage table");
        }
        if self.s.unit(unit).side != side
            || !self.g.unit(unit).is_on_map()
            || !self.g.unit(unit).out_of_supply
        {
            return no("G8-6", "only a unit of yours that is out of supply forages");
        }
        if self.g.unit(unit).fatigue > 2 {
            return no("G8-6", "a unit forages at Fatigue Level 2 or less");
        }
        if self.g.recovery.done.has(unit) {
            return no("G8-7", "that unit has done its work in this phase");
        }
        Ok(())
    }

    /// Modifiers of the forage die: tired men, high ground, hemmed in by the enemy.
    pub fn forage_modifiers(&self, unit: UnitId) -> Modifiers {
        let mut mods = Modifiers::default();
        let (hex, side) = (self.g.unit(unit).hex, self.s.unit(unit).side);
        mods.add(Rule("GBAC-62"), "fatigue", self.g.unit(unit).fatigue as i16);
        if self.s.map.terrain(hex) == Terrain::Mountain || self.s.map.plateaus.contains(hex) {
            mods.add(Rule("GBAC-63"), "mountain or plateau", 2);
        }
        if let Some(supply) = self.s.logistics.supply.as_ref().filter(|s| s.forage != 0) {
            mods.add(Rule("GBAC-65"), "barren country", supply.forage);
        }
        let open = |(dir, near): (Dir, Hex)| {
            self.g.edge(self.s, side, hex, dir).passable
                && !self.g.is_enemy_in(self.s, side, near)
                && !self.g.in_any_enemy_zoc(self.s, side, near)
        };
        if !self.s.map.grid.neighbors(hex).any(open) {
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
    pub fn begin_recovery(&mut self) {
        self.g.recovery = RecoveryWork::default();
        self.ask_supply(Side::Union, SupplyStep::Emergency);
    }

    /// Asks a side for its work, or goes on where there is none.
    pub fn ask_for_work(&mut self, side: Side) {
        let mut orders = Vec::new();
        self.known(side).pos().work_orders(side, &mut orders);
        if orders == [Order::Done] && !self.g.hides(side) {
            return self.work_done(side);
        }
        self.g.ask = Ask::Recovery(side);
    }

    pub fn work_done(&mut self, side: Side) {
        match side {
            Side::Union => self.ask_for_work(Side::Confederate),
            Side::Confederate => self.ask_for_forage(Side::Union),
        }
    }

    /// Step 2: foraging, where the game has a table for it.
    fn ask_for_forage(&mut self, side: Side) {
        if self.s.by_side[side].into_iter().any(|u| self.pos().may_forage(side, u).is_ok()) {
            self.g.ask = Ask::Forage(side);
            return;
        }
        self.forage_done(side);
    }

    pub fn forage_done(&mut self, side: Side) {
        match side {
            Side::Union => self.ask_for_forage(Side::Confederate),
            Side::Confederate => {
                self.recover();
                self.after(Phase::Recovery);
            }
        }
    }

    pub fn dig_in_recovery(&mut self, unit: UnitId) {
        self.g.recovery.done.add(unit);
        self.dig(unit, Digging::Recovery);
    }

    /// One unit looks for food: on 3 or less it is in supply again.
    pub fn forage(&mut self, unit: UnitId) {
        self.g.recovery.done.add(unit);
        let modifier = self.known(self.s.unit(unit).side).pos().forage_modifiers(unit).sum();
        let die = self.dice.d6("forage");
        let found = die as i16 + modifier <= 3;
        if found {
            self.g.unit_mut(unit).out_of_supply = false;
        }
        self.tell(|t| {
            let text = if found { "finds food" } else { "forages in vain" };
            t.event("forage", format!("{} {text}.", t.unit(unit))).piece(t.unit(unit))
        });
        self.ask_for_forage(self.s.unit(unit).side);
    }

    /// Steps 3 to 6, which nobody decides. Each is finished for all units before the next.
    fn recover(&mut self) {
        let units: Vec<UnitId> = self.s.unit_ids().filter(|u| rests(self.g.unit(*u).whereabouts)).collect();
        for unit in &units {
            self.rally(*unit);
        }
        for unit in &units {
            let state = self.g.unit_mut(*unit);
            state.exhausted |= state.fatigue >= 3;
        }
        for unit in &units {
            let state = self.g.unit_mut(*unit);
            state.fatigue = state.fatigue.saturating_sub(3);
        }
        for unit in &units {
            let printed = self.s.unit(*unit);
            let attrition = self.s.advanced && self.s.module.supply_attrition[printed.side];
            if attrition && self.g.unit(*unit).out_of_supply {
                self.g.unit_mut(*unit).disorganized = true;
            }
        }
        if let Some(forces) = self.g.forces.as_mut() {
            forces.rest();
        }
        self.tell(|t| t.event("recovery", "The armies rest."));
    }

    /// Step 3 of one unit: order, freshness, courage. Demoralize-2 is looked at as the step begins.
    fn rally(&mut self, unit: UnitId) {
        let unsupplied =
            self.s.advanced && self.g.unit(unit).out_of_supply && !self.s.module.never_out_of_supply;
        let state = self.g.unit_mut(unit);
        if state.fatigue > 1 {
            return;
        }
        if state.demoralized < 2 {
            state.disorganized &= unsupplied;
            state.exhausted = false;
        }
        state.demoralized = state.demoralized.saturating_sub(1);
    }
}
