//! Entrenching as an action (5.5) and burning railroad stations (5.4).

use table::{Refusal, Rule};

use crate::event::{Burning, Event};
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{Arm, Forbidden, UnitId};
use crate::state::Burnt;
use crate::works::{Digging, Period, Works};

impl Pos<'_> {
    /// The next marker a unit would get by entrenching.
    pub(crate) fn next_works(&self, unit: UnitId, digging: Digging) -> Option<Works> {
        let state = self.state.unit(unit);
        let side = self.setup.unit(unit).side;
        let in_redoubt = self.in_redoubt(state.hex, side);
        state.works.next(self.setup.period, digging, in_redoubt, side == table::Side::Confederate)
    }

    /// Whether a unit may take the Entrenchment action (5.5).
    pub(crate) fn may_entrench(&self, unit: UnitId) -> Result<(), Refusal> {
        if !self.setup.entrench_action() {
            let rule = if self.setup.period == Period::Y1863 { Rule("G5.5-1") } else { Rule("G5.5-7") };
            return Err(Refusal::new(rule, "there is no entrenchment action in this game"));
        }
        self.may_act(unit)?;
        let most = if self.setup.period == Period::Y1863 { 2 } else { 3 };
        if self.state.unit(unit).fatigue > most {
            let rule = if most == 2 { Rule("G5.5-5") } else { Rule("G5.5-6") };
            return Err(Refusal::new(rule, "the unit is too tired to entrench"));
        }
        self.may_dig(unit, Digging::Action)?;
        self.permitted_to(unit, Forbidden::Entrench)
    }

    /// What holds for every kind of entrenching: dry weather, steady troops, something left to build.
    pub(crate) fn may_dig(&self, unit: UnitId, digging: Digging) -> Result<(), Refusal> {
        if self.state.is_rain() {
            return Err(Refusal::new(Rule("G12-29"), "nobody entrenches in rain"));
        }
        if self.state.unit(unit).demoralized > 0 {
            return Err(Refusal::new(Rule("G11-5"), "a demoralized unit does not entrench"));
        }
        if self.setup.unit(unit).arm == Arm::Wagon {
            return Err(Refusal::new(Rule("G9-4"), "wagon trains do not entrench"));
        }
        if self.next_works(unit, digging).is_none() {
            return Err(Refusal::new(Rule("G9-30"), "there is nothing more to build"));
        }
        Ok(())
    }

    /// Whether a unit may burn the railroad station it is in (5.4).
    pub(crate) fn may_burn(&self, unit: UnitId) -> Result<(), Refusal> {
        if !self.setup.module.burns_stations {
            return Err(Refusal::new(Rule("G5.0-2"), "stations are not burnt in this game"));
        }
        self.may_act(unit)?;
        let state = self.state.unit(unit);
        if !self.setup.map.stations.contains(state.hex) {
            return Err(Refusal::new(Rule("G5.4-2"), "the unit is not in a railroad station"));
        }
        if state.fatigue > 3 {
            return Err(Refusal::new(Rule("G5.4-2"), "a unit at Fatigue Level 4 cannot burn a station"));
        }
        if self.state.combat_value(self.setup, unit) < 8 {
            return Err(Refusal::new(Rule("G5.4-3"), "burning a station takes a Combat value of 2"));
        }
        self.permitted_to(unit, Forbidden::Burn)
    }
}

impl Play<'_> {
    /// The Entrenchment action of one unit: tiring, and a step up the table.
    pub(crate) fn entrench_action(&mut self, unit: UnitId) {
        let levels = if self.setup.period == Period::Y1863 { 2 } else { 1 };
        self.state.unit_mut(unit).tire(levels);
        self.dig(unit, Digging::Action);
    }

    /// Puts the next marker on a unit.
    pub(crate) fn dig(&mut self, unit: UnitId, digging: Digging) {
        let Some(works) = self.pos().next_works(unit, digging) else { return };
        self.state.unit_mut(unit).works = works;
        self.tell(|t| Event::Entrench { piece: t.unit(unit), works: works.word() });
    }

    /// Burns the station the unit is in.
    pub(crate) fn burn(&mut self, unit: UnitId) {
        self.show(unit);
        self.state.unit_mut(unit).tire(1);
        let hex = self.state.unit(unit).hex;
        let strong = self.state.combat_value(self.setup, unit) >= 20;
        let known = self.state.burnt.iter_mut().find(|(at, _)| *at == hex);
        let what = match (known, strong) {
            (Some((_, Burnt::Destroyed)), _) => Burning::Ruins,
            (Some((_, burnt)), true) => {
                *burnt = Burnt::Destroyed;
                Burning::Destroyed
            }
            (Some((_, Burnt::Damaged)), false) => Burning::DamagedAgain,
            (None, true) => {
                self.state.burnt.push((hex, Burnt::Destroyed));
                Burning::Destroyed
            }
            (None, false) => {
                self.state.burnt.push((hex, Burnt::Damaged));
                Burning::Damaged
            }
        };
        self.tell(|t| Event::Burn { piece: t.unit(unit), to: t.hex(hex), what });
    }
}
