//! Cavalry retreat (7.7): cavalry that slips away before infantry can strike it.

use arrayvec::ArrayVec;
use hexmap::Hex;
use serde_json::json;
use table::{Modifiers, Rule, Side};

use crate::combat::{Attack, ModifierList};
use crate::flow::{AfterOffer, Ask, Offer, RetreatKind};
use crate::ground::Zoc;
use crate::order::AttackType;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{Arm, UnitId, UnitSet};

impl Pos<'_> {
    /// The cavalry units in a hex that can ride away.
    pub fn cavalry_in(&self, hex: Hex) -> UnitSet {
        self.state.stack(hex).filter(|u| self.setup.cavalry.has(*u) && self.rides(*u)).collect()
    }

    /// The modifiers of the cavalry retreat die (7.7). `active` is the hex of the enemy who comes.
    pub fn cavalry_retreat_modifiers(&self, hex: Hex, active: Hex) -> Modifiers {
        let units = self.cavalry_in(hex);
        let mut mods = Modifiers::default();
        let Some(first) = units.first() else { return mods };
        let mut ground = ModifierList::new();
        let attack = Attack::march(first, active, hex, AttackType::Normal);
        self.ground_modifiers(&attack, &mut ground);
        for modifier in ground {
            mods.add(Rule("G7.7-23"), modifier.name, modifier.value);
        }
        let bold =
            self.setup.unit(first).side == Side::Confederate && self.setup.module.bold_confederate_cavalry;
        let value: i32 = units.into_iter().map(|u| self.defence_value(u)).sum();
        match (value, bold) {
            (12.., false) => mods.add(Rule("G7.7-22"), "very large force", 2),
            (12.., true) => mods.add(Rule("G7.7-22"), "very large force", 4),
            (8..12, true) => mods.add(Rule("G7.7-22"), "large force", 2),
            (..=2, false) if units.len() == 1 => mods.add(Rule("G7.7-22"), "very small force", -4),
            (..=2, true) if units.len() == 1 => mods.add(Rule("G7.7-22"), "very small force", -2),
            (..=4, false) => mods.add(Rule("G7.7-24"), "small force", -2),
            _ => {}
        }
        let all = |test: &dyn Fn(UnitId) -> bool| units.into_iter().all(test);
        if all(&|u| self.state.unit(u).demoralized > 0) {
            mods.add(Rule("G7.7-22"), "demoralized", -2);
        }
        if all(&|u| self.state.unit(u).fatigue == 4) {
            mods.add(Rule("G7.7-22"), "fatigue", -2);
        }
        let supply_counts = self.setup.advanced
            && self.setup.module.supply_hurts_cavalry_retreat
            && !self.setup.module.never_out_of_supply;
        if supply_counts && all(&|u| self.state.unit(u).out_of_supply) {
            mods.add(Rule("G7.7-25"), "out of supply", -2);
        }
        mods
    }

    /// The hex of the active enemy unit, from which a cavalry retreat goes away.
    pub fn active_hex(&self) -> Hex {
        match (&self.state.combat, &self.state.assault, &self.state.march) {
            (Some(combat), _, _) => combat.target,
            (_, Some(assault), _) => assault.hex,
            (_, _, Some(march)) => self.state.unit(march.unit).hex,
            _ => Hex(0),
        }
    }
}

impl Play<'_> {
    /// Offers retreats to all enemy cavalry in whose normal zone of control the active foot unit now is.
    pub fn offer_cavalry_retreats(&mut self, hex: Hex, then: AfterOffer) {
        let side = self.state.active;
        let mounted = then != AfterOffer::AfterAdvance
            && self.state.march.as_ref().is_some_and(|m| self.setup.unit(m.unit).arm == Arm::Cavalry);
        let mut hexes: ArrayVec<Hex, 6> = ArrayVec::new();
        if !mounted {
            for (dir, near) in self.setup.map.grid.neighbors(hex) {
                let zone = self.state.is_enemy_in(self.setup, side, near)
                    && self.state.edge(self.setup, side.other(), near, dir.opposite()).zoc == Zoc::Normal;
                if zone {
                    hexes.push(near);
                }
            }
        }
        self.offer_from(&hexes, then);
    }

    /// Offers retreats to the cavalry in these hexes, one after the other.
    pub fn offer_from(&mut self, hexes: &[Hex], then: AfterOffer) {
        let hexes = hexes.iter().copied().take(6).collect();
        self.state.offer = Some(Offer { hexes, then, hex: Hex(0), units: UnitSet::EMPTY });
        self.next_offer();
    }

    /// The next hex that can still be asked, or back to what was interrupted.
    pub fn next_offer(&mut self) {
        let side = self.state.active.other();
        while let Some(hex) = self.state.offer.as_mut().and_then(|o| o.hexes.pop_at(0)) {
            let declined = self.state.march.as_ref().is_some_and(|m| m.declined.contains(&hex));
            let units = self.pos().cavalry_in(hex);
            let active = self.pos().active_hex();
            let way_out = || self.known(side).pos().can_retreat(side, RetreatKind::Cavalry, hex, active);
            if declined || units.is_empty() || !way_out() {
                continue;
            }
            let offer = self.state.offer.as_mut().expect("an offer is open");
            offer.hex = hex;
            offer.units = units;
            self.state.ask = Ask::CavalryRetreat(side);
            return;
        }
        let then = self.state.offer.take().expect("an offer is open").then;
        self.after_offers(then);
    }

    fn after_offers(&mut self, then: AfterOffer) {
        match then {
            AfterOffer::MarchBegins => self.force_march_step(),
            AfterOffer::MarchGoesOn => {
                self.state.ask = Ask::March;
                self.settle_march();
            }
            AfterOffer::AttackNamed => self.target_settled(),
            AfterOffer::AfterAdvance => self.resume_combat(),
            AfterOffer::AssaultGoesOn => self.lee_step(),
        }
    }

    /// The cavalry stays, and is not asked again in this hex during this march.
    pub fn stand(&mut self) {
        let hex = self.state.offer.as_ref().expect("an offer is open").hex;
        if let Some(march) = self.state.march.as_mut()
            && !march.declined.is_full()
        {
            march.declined.push(hex);
        }
        self.next_offer();
    }

    /// The cavalry goes: the enemy is slowed, a 1 costs a Manpower point (7.7, steps 1 and 2).
    pub fn evade(&mut self) {
        let offer = self.state.offer.as_ref().expect("an offer is open");
        let (hex, units) = (offer.hex, offer.units);
        let active = self.pos().active_hex();
        let modifier = self.pos().cavalry_retreat_modifiers(hex, active).sum();
        let die = self.dice.d6("cavalry retreat");
        let slowed = (die as i16 + modifier).max(0) as u16 / 2;
        self.tell(|t| {
            let names: Vec<&str> = units.into_iter().map(|u| t.unit(u)).collect();
            let text = format!("{} slips away; the enemy loses {slowed} MP.", names.join(", "));
            t.event("cavalry-retreat", text)
                .piece(names.first().copied().unwrap_or_default())
                .from(t.hex(hex))
                .data(json!({"die": die, "modifier": modifier, "slowed": slowed}))
        });
        if self.state.assault.is_none()
            && let Some(march) = self.state.march.as_mut()
        {
            march.mp = march.mp.saturating_sub(slowed * 2);
        }
        match (die, units.len()) {
            (1, 1) => self.lose_manpower(units.first().expect("one"), 1, true),
            (1, _) => {
                self.state.ask = Ask::CavalryLoss(self.state.active.other());
                return;
            }
            _ => {}
        }
        self.evade_units();
    }

    /// The retreat itself (7.7, step 3).
    pub fn evade_units(&mut self) {
        let offer = self.state.offer.as_ref().expect("an offer is open");
        let (hex, units) = (offer.hex, self.pos().alive(offer.units));
        if units.is_empty() {
            return self.next_offer();
        }
        let (side, active) = (self.state.active.other(), self.pos().active_hex());
        self.begin_retreat(side, units, RetreatKind::Cavalry, hex, active);
    }
}
