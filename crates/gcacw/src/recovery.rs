//! The Recovery Phase (8.0): six steps in order.

use table::{Refusal, Side};

use crate::flow::{Ask, RecoveryWork};
use crate::order::Order;
use crate::play::{Play, Pos};
use crate::setup::UnitId;
use crate::works::Digging;

impl Pos<'_> {
    /// Whether a unit may entrench in step 1 (9.0).
    pub fn may_dig_in_recovery(&self, side: Side, unit: UnitId) -> Result<(), Refusal> {
        self.may_work(side, unit)?;
        self.may_dig(unit, Digging::Recovery)?;
        self.permitted(side, crate::setup::Forbidden::Entrench)
    }
}

impl Play<'_> {
    /// Step 1 begins: the Union player first.
    pub fn begin_recovery(&mut self) {
        self.g.recovery = RecoveryWork::default();
        self.ask_for_work(Side::Union);
    }

    /// Asks a side for its work, or goes on where there is none.
    pub fn ask_for_work(&mut self, side: Side) {
        let mut orders = Vec::new();
        self.pos().work_orders(side, &mut orders);
        if orders == [Order::Done] {
            return self.work_done(side);
        }
        self.g.ask = Ask::Recovery(side);
    }

    pub fn work_done(&mut self, side: Side) {
        match side {
            Side::Union => self.ask_for_work(Side::Confederate),
            Side::Confederate => {
                self.recover();
                self.end_turn();
            }
        }
    }

    pub fn dig_in_recovery(&mut self, unit: UnitId) {
        self.g.recovery.done.add(unit);
        self.dig(unit, Digging::Recovery);
    }

    /// Steps 3 to 6, which nobody decides. Each is finished for all units before the next.
    fn recover(&mut self) {
        let units: Vec<UnitId> = self.s.unit_ids().filter(|u| self.g.unit(*u).is_on_map()).collect();
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
            if attrition && printed.out_of_supply {
                self.g.unit_mut(*unit).disorganized = true;
            }
        }
        self.tell(|t| t.event("recovery", "The armies rest."));
    }

    /// Step 3 of one unit: order, freshness, courage. Demoralize-2 is looked at as the step begins.
    fn rally(&mut self, unit: UnitId) {
        let unsupplied =
            self.s.advanced && self.s.unit(unit).out_of_supply && !self.s.module.never_out_of_supply;
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
