//! Cavalry retreat (7.7): cavalry that slips away before infantry can strike it.

use arrayvec::ArrayVec;
use hexmap::Hex;
use table::{Ask, Modifiers, Refusal, Room, Rule, Seats, Side};

use crate::combat::{Attack, ModifierList};
use crate::event::Event;
use crate::ground::Zoc;
use crate::order::{AttackType, Order};
use crate::play::Play;
use crate::position::Pos;
use crate::retreat::RetreatKind;
use crate::ruleset::Gcacw;
use crate::setup::{UnitId, UnitSet};

/// The hexes around another: there are no more than six.
type Around = ArrayVec<Hex, 6>;

/// Cavalry retreats on offer (7.7), one hex after the other.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Offer {
    /// Those still to be asked.
    pub(crate) hexes: Around,
    /// The hex being asked, or whose cavalry is retreating.
    pub(crate) hex: Hex,
    pub(crate) units: UnitSet,
}

impl Pos<'_> {
    /// The cavalry units in a hex that can ride away.
    pub(crate) fn cavalry_in(&self, hex: Hex) -> UnitSet {
        self.state.stack(hex).filter(|u| self.setup.cavalry.has(*u) && self.rides(*u)).collect()
    }

    /// The modifiers of the cavalry retreat die (7.7). `active` is the hex of the enemy who comes.
    pub(crate) fn cavalry_retreat_modifiers(&self, hex: Hex, active: Hex) -> Modifiers {
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
    pub(crate) fn active_hex(&self) -> Hex {
        match (self.state.combat(), self.state.assault(), self.state.march()) {
            (Some(combat), _, _) => combat.target,
            (_, Some(assault), _) => assault.hex,
            (_, _, Some(march)) => self.state.unit(march.unit).hex,
            _ => Hex(0),
        }
    }
}

impl Play<'_> {
    /// Offers retreats to all enemy cavalry in whose normal zone of control the active foot unit now is.
    pub(crate) fn offer_cavalry_retreats(&mut self, hex: Hex) {
        let side = self.state.active;
        let mut hexes = Around::new();
        for (dir, near) in self.setup.map.grid.neighbors(hex) {
            let zone = self.state.is_enemy_in(self.setup, side, near)
                && self.state.edge(self.setup, side.other(), near, dir.opposite()).zoc == Zoc::Normal;
            if zone {
                hexes.push(near);
            }
        }
        self.next_offer(hexes);
    }

    /// Offers a retreat to the cavalry in a hex.
    pub(crate) fn offer_from(&mut self, hex: Hex) {
        self.next_offer(Around::from_iter([hex]));
    }

    /// The next hex that can still be asked, or back to what was interrupted.
    pub(crate) fn next_offer(&mut self, mut hexes: Around) {
        let side = self.state.active.other();
        while let Some(hex) = hexes.pop_at(0) {
            let declined = self.state.march().is_some_and(|m| m.declined.contains(&hex));
            let units = self.pos().cavalry_in(hex);
            let active = self.pos().active_hex();
            let way_out = || self.known(side).pos().can_retreat(side, RetreatKind::Cavalry, hex, active);
            if !declined && !units.is_empty() && way_out() {
                return self.ask(CavalryRetreat { offer: Offer { hexes, hex, units } });
            }
        }
        self.go_on();
    }

    /// The cavalry stays, and is not asked again in this hex during this march.
    fn stand(&mut self, offer: Offer) {
        if let Some(march) = self.state.march_mut() {
            march.declined.push(offer.hex);
        }
        self.next_offer(offer.hexes);
    }

    /// The cavalry goes: the enemy is slowed, a 1 costs a Manpower point (7.7, steps 1 and 2).
    fn evade(&mut self, offer: Offer) {
        let (hex, units) = (offer.hex, offer.units);
        let active = self.pos().active_hex();
        let modifier = self.pos().cavalry_retreat_modifiers(hex, active).sum();
        let die = self.dice.d6("cavalry retreat");
        let slowed = (die as i16 + modifier).max(0) as u16 / 2;
        self.tell(|t| {
            let pieces = t.units(units);
            let piece = pieces.first().cloned().unwrap_or_default();
            Event::CavalryRetreat { piece, pieces, from: t.hex(hex), die, modifier, slowed }
        });
        if let Some(march) = self.state.march_mut() {
            march.mp = march.mp.saturating_sub(slowed * 2);
        }
        match (die, units.len(), units.first()) {
            (1, 1, Some(only)) => self.lose_manpower(only, 1, true),
            (1, ..) => return self.ask(CavalryLoss { offer }),
            _ => {}
        }
        self.evade_units(offer);
    }

    /// The retreat itself (7.7, step 3).
    fn evade_units(&mut self, offer: Offer) {
        let (hex, units) = (offer.hex, self.pos().alive(offer.units));
        if units.is_empty() {
            return self.next_offer(offer.hexes);
        }
        let (side, active) = (self.state.active.other(), self.pos().active_hex());
        self.ask(CavalryRetreat { offer });
        self.begin_retreat(side, units, RetreatKind::Cavalry, hex, active);
    }
}

/// A cavalry retreat is offered (7.7).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CavalryRetreat {
    pub(crate) offer: Offer,
}

impl Room<Gcacw> for CavalryRetreat {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("cavalry-retreat", "Slip away with the cavalry, or stand", "G7.7-8")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active.other())
    }

    fn orders(&self, _pos: Pos, out: &mut Vec<Order>) {
        out.extend([Order::Evade, Order::Stand]);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Evade | Order::Stand => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match order {
            Order::Evade => play.evade(self.offer.clone()),
            Order::Stand => play.stand(self.offer.clone()),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// Which cavalry unit takes the loss of a 1 (7.7).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CavalryLoss {
    pub(crate) offer: Offer,
}

impl Room<Gcacw> for CavalryLoss {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("cavalry-loss", "Choose the cavalry unit that takes the loss", "G7.7-30")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active.other())
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        out.extend(pos.alive(self.offer.units).into_iter().map(Order::Lose));
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Lose(unit) if pos.alive(self.offer.units).has(unit) => Ok(()),
            Order::Lose(_) => Err(Refusal::new(Rule("G7.7-30"), "only a retreating cavalry unit loses")),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Lose(unit) => {
                play.lose_manpower(unit, 1, true);
                play.evade_units(self.offer.clone());
            }
            _ => play.not_answered(self.clone(), order),
        }
    }
}
