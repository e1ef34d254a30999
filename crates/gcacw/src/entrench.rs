//! Entrenching as an action (5.5) and burning railroad stations (5.4).

use table::{Refusal, Rule};

use crate::play::{Play, Pos};
use crate::setup::{Arm, Forbidden, UnitId};
use crate::state::Burnt;
use crate::works::{Digging, Period, Works};

impl Pos<'_> {
    /// The next marker a unit would get by entrenching.
    pub fn next_works(&self, unit: UnitId, digging: Digging) -> Option<Works> {
        let state = self.g.unit(unit);
        let side = self.s.unit(unit).side;
        let in_redoubt = self.in_redoubt(state.hex, side);
        state.works.next(self.s.period, digging, in_redoubt, side == table::Side::Confederate)
    }

    /// Whether a unit may take the Entrenchment action (5.5).
    pub fn may_entrench(&self, unit: UnitId) -> Result<(), Refusal> {
        if !self.s.entrench_action() {
            let rule = if self.s.period == Period::Y1863 { Rule("G5.5-1") } else { Rule("G5.5-7") };
            return Err(Refusal::new(rule, "there is no entrenchment action in this game"));
        }
        self.may_act(unit)?;
        let most = if self.s.period == Period::Y1863 { 2 } else { 3 };
        if self.g.unit(unit).fatigue > most {
            let rule = if most == 2 { Rule("G5.5-5") } else { Rule("G5.5-6") };
            return Err(Refusal::new(rule, "the unit is too tired to entrench"));
        }
        self.may_dig(unit, Digging::Action)?;
        self.permitted_to(unit, Forbidden::Entrench)
    }

    /// What holds for every kind of entrenching: dry weather, steady troops, something left to build.
    pub fn may_dig(&self, unit: UnitId, digging: Digging) -> Result<(), Refusal> {
        if self.g.is_rain() {
            return Err(Refusal::new(Rule("G12-29"), "nobody entrenches in rain"));
        }
        if self.g.unit(unit).demoralized > 0 {
            return Err(Refusal::new(Rule("G11-5"), "a demoralized unit does not entrench"));
        }
        if self.s.unit(unit).arm == Arm::Wagon {
            return Err(Refusal::new(Rule("G9-4"), "wagon trains do not entrench"));
        }
        if self.next_works(unit, digging).is_none() {
            return Err(Refusal::new(Rule("G9-30"), "there is nothing more to build"));
        }
        Ok(())
    }

    /// Whether a unit may burn the railroad station it is in (5.4).
    pub fn may_burn(&self, unit: UnitId) -> Result<(), Refusal> {
        if !self.s.module.burns_stations {
            return Err(Refusal::new(Rule("G5.0-2"), "stations are not burnt in this game"));
        }
        self.may_act(unit)?;
        let state = self.g.unit(unit);
        if !self.s.map.stations.contains(state.hex) {
            return Err(Refusal::new(Rule("G5.4-2"), "the unit is not in a railroad station"));
        }
        if state.fatigue > 3 {
            return Err(Refusal::new(Rule("G5.4-2"), "a unit at Fatigue Level 4 cannot burn a station"));
        }
        if self.g.combat_value(self.s, unit) < 8 {
            return Err(Refusal::new(Rule("G5.4-3"), "burning a station takes a Combat value of 2"));
        }
        self.permitted_to(unit, Forbidden::Burn)
    }
}

impl Play<'_> {
    /// The Entrenchment action of one unit: tiring, and a step up the table.
    pub fn entrench_action(&mut self, unit: UnitId) {
        let levels = if self.s.period == Period::Y1863 { 2 } else { 1 };
        self.g.unit_mut(unit).tire(levels);
        self.dig(unit, Digging::Action);
    }

    /// Puts the next marker on a unit.
    pub fn dig(&mut self, unit: UnitId, digging: Digging) {
        let Some(works) = self.pos().next_works(unit, digging) else { return };
        self.g.unit_mut(unit).works = works;
        self.tell(|t| {
            t.event("entrench", format!("{} entrenches: {}.", t.unit(unit), works.word())).piece(t.unit(unit))
        });
    }

    /// Burns the station the unit is in.
    pub fn burn(&mut self, unit: UnitId) {
        self.show(unit);
        self.g.unit_mut(unit).tire(1);
        let hex = self.g.unit(unit).hex;
        let strong = self.g.combat_value(self.s, unit) >= 20;
        let known = self.g.burnt.iter_mut().find(|(at, _)| *at == hex);
        match (known, strong) {
            (Some((_, burnt)), true) => *burnt = Burnt::Destroyed,
            (Some(_), false) => {}
            (None, true) => self.g.burnt.push((hex, Burnt::Destroyed)),
            (None, false) => self.g.burnt.push((hex, Burnt::Damaged)),
        }
        self.tell(|t| {
            let what = if strong { "destroys" } else { "damages" };
            t.event("burn", format!("{} {what} the station in {}.", t.unit(unit), t.place(hex)))
                .piece(t.unit(unit))
        });
    }
}
