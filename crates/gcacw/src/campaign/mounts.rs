//! Horses of the Union cavalry (HSN): they wear out, their riders go on foot, and units refit off the map.

use hexmap::Hex;
use serde::Deserialize;
use table::{Ask, Modifiers, Refusal, Room, Rule, Seats, Side};

use crate::event::{Event, Horses};
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::setup::{Arm, UnitId};
use crate::state::Whereabouts;

/// The counter on a cavalry unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub(crate) enum Mount {
    #[default]
    Fresh,
    WornOut,
    /// Its men go on foot.
    Unmounted,
}

/// The rules of the Union Cavalry Phase.
#[derive(Clone, Debug)]
pub(crate) struct Cavalry {
    pub(crate) side: Side,
    /// Where units leave the map and come back.
    pub(crate) hexes: Vec<Hex>,
    /// The turn on which the horses are worn out.
    pub(crate) worn_out_on: u8,
    /// The least modified roll that unmounts, and the least roll that remounts.
    pub(crate) unmounts_at: i16,
    pub(crate) remounts_at: u8,
}

impl Pos<'_> {
    fn cavalry_rules(&self) -> Option<&Cavalry> {
        self.setup.campaign.as_ref().and_then(|c| c.cavalry.as_ref())
    }

    /// Whether a unit moves like cavalry now.
    #[inline]
    pub(crate) fn rides(&self, unit: UnitId) -> bool {
        self.setup.unit(unit).moves_as_cavalry() && self.state.unit(unit).mount != Mount::Unmounted
    }

    /// The modifiers of the Unmounting Table.
    pub(crate) fn unmounting_modifiers(&self, unit: UnitId) -> Modifiers {
        let state = self.state.unit(unit);
        let mut mods = Modifiers::default();
        mods.add(Rule("GHSN-58"), "exhausted", i16::from(state.exhausted));
        mods.add(Rule("GHSN-58"), "disorganized", i16::from(state.disorganized));
        mods.add(Rule("GHSN-58"), "demoralized", i16::from(state.demoralized > 0));
        mods
    }

    fn is_cavalry_of(&self, side: Side, unit: UnitId) -> bool {
        self.setup.unit(unit).side == side && self.setup.unit(unit).arm == Arm::Cavalry
    }

    /// Whether a unit may be taken off the map to refit.
    pub(crate) fn may_go_off_map(&self, side: Side, unit: UnitId) -> Result<(), Refusal> {
        let no = |why: &'static str| Err(Refusal::new(Rule("GHSN-53"), why));
        let Some(rules) = self.cavalry_rules() else { return no("nobody refits off the map in this game") };
        if !self.is_cavalry_of(side, unit) || !self.state.unit(unit).is_on_map() {
            return no("only cavalry of yours on the map can be taken off it");
        }
        if !rules.hexes.contains(&self.state.unit(unit).hex) {
            return no("cavalry leaves the map only at its own places");
        }
        Ok(())
    }

    /// Whether a unit off the map may come back in a hex.
    pub(crate) fn may_come_back(&self, side: Side, unit: UnitId, hex: Hex) -> Result<(), Refusal> {
        let no = |why: &'static str| Err(Refusal::new(Rule("GHSN-56"), why));
        let Some(rules) = self.cavalry_rules() else { return no("nobody refits off the map in this game") };
        if !self.is_cavalry_of(side, unit) || self.state.unit(unit).whereabouts != Whereabouts::OffMap {
            return no("only cavalry of yours that is off the map comes back");
        }
        if !rules.hexes.contains(&hex) || self.state.is_shut(self.setup, side, hex) {
            return no("cavalry comes back at its own places, where no enemy is");
        }
        Ok(())
    }

    /// Every way to bring a unit back.
    pub(crate) fn returns(&self, side: Side) -> impl Iterator<Item = (UnitId, Hex)> + '_ {
        let hexes = self.cavalry_rules().map_or(&[][..], |rules| &rules.hexes);
        let off = self.setup.by_side[side]
            .into_iter()
            .filter(|u| self.state.unit(*u).whereabouts == Whereabouts::OffMap);
        off.flat_map(move |unit| hexes.iter().map(move |hex| (unit, *hex)))
            .filter(move |(unit, hex)| self.may_come_back(side, *unit, *hex).is_ok())
    }
}

impl Play<'_> {
    /// Union Cavalry Phase: segments A and B, then C is asked for.
    pub(crate) fn cavalry_phase(&mut self) {
        let Some(rules) = self.setup.campaign.as_ref().and_then(|c| c.cavalry.as_ref()) else {
            return;
        };
        if self.state.turn == rules.worn_out_on {
            self.wear_out_horses(rules.side);
        }
        self.remount(rules);
        if self.setup.by_side[rules.side]
            .into_iter()
            .any(|u| self.pos().may_go_off_map(rules.side, u).is_ok())
        {
            self.ask(OffMapRemoval { side: rules.side });
        } else {
            self.removal_done();
        }
    }

    /// Segment A: every cavalry unit on the map gets the counter.
    fn wear_out_horses(&mut self, side: Side) {
        for unit in self.setup.by_side[side] {
            if self.pos().is_cavalry_of(side, unit) && self.state.unit(unit).is_on_map() {
                self.state.unit_mut(unit).mount = Mount::WornOut;
            }
        }
        self.tell(|_| Event::HorsesWornOut { side });
    }

    /// Segment B: each unmounted unit off the map looks for horses.
    fn remount(&mut self, rules: &Cavalry) {
        for unit in self.setup.by_side[rules.side] {
            let state = self.state.unit(unit);
            let looks = state.whereabouts == Whereabouts::OffMap && state.mount == Mount::Unmounted;
            if !looks || !self.pos().is_cavalry_of(rules.side, unit) {
                continue;
            }
            let die = self.dice.d6("remount");
            let found = die >= rules.remounts_at;
            if found {
                self.state.unit_mut(unit).mount = Mount::Fresh;
            }
            self.tell(|t| {
                let found = if found { Horses::Fresh } else { Horses::NoFresh };
                Event::Horses { piece: t.unit(unit), die, modifier: None, found }
            });
        }
    }

    /// Segment C, one unit: it leaves the map and its counter is turned.
    pub(crate) fn go_off_map(&mut self, side: Side, unit: UnitId) {
        let from = self.state.unit(unit).hex;
        self.leave_hex(unit);
        let state = self.state.unit_mut(unit);
        state.whereabouts = Whereabouts::OffMap;
        if state.mount == Mount::WornOut {
            state.mount = Mount::Unmounted;
        }
        self.tell(|t| Event::OffMap { piece: t.unit(unit), r#box: None, to: None, from: Some(t.hex(from)) });
        if self.setup.by_side[side].into_iter().any(|u| self.pos().may_go_off_map(side, u).is_ok()) {
            self.ask(OffMapRemoval { side });
        } else {
            self.removal_done();
        }
    }

    /// Segment D, and then E is asked for.
    pub(crate) fn removal_done(&mut self) {
        let Some(rules) = self.setup.campaign.as_ref().and_then(|c| c.cavalry.as_ref()) else {
            return;
        };
        for unit in self.setup.by_side[rules.side] {
            if self.state.unit(unit).is_on_map() && self.state.unit(unit).mount == Mount::WornOut {
                self.unmounting_roll(unit, rules.unmounts_at);
            }
        }
        self.ask_for_returns(rules.side);
    }

    fn unmounting_roll(&mut self, unit: UnitId, unmounts_at: i16) {
        let modifier = self.pos().unmounting_modifiers(unit).sum();
        let die = self.dice.d6("unmounting");
        let falls = die as i16 + modifier >= unmounts_at;
        if falls {
            self.state.unit_mut(unit).mount = Mount::Unmounted;
        }
        self.tell(|t| {
            let found = if falls { Horses::Lost } else { Horses::Kept };
            Event::Horses { piece: t.unit(unit), die, modifier: Some(modifier), found }
        });
    }

    /// Segment E.
    pub(crate) fn ask_for_returns(&mut self, side: Side) {
        if self.pos().returns(side).next().is_some() {
            self.ask(CavalryReturn { side });
        }
    }
}

/// Cavalry that leaves the map to refit.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct OffMapRemoval {
    pub(crate) side: Side,
}

impl Room<Gcacw> for OffMapRemoval {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("off-map-removal", "Take cavalry off the map to refit, or be done", "GHSN-53")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        let units = pos.setup.by_side[self.side].into_iter();
        out.extend(units.filter(|u| pos.may_go_off_map(self.side, *u).is_ok()).map(Order::OffMap));
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::OffMap(unit) => pos.may_go_off_map(self.side, unit),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::OffMap(unit) => play.go_off_map(self.side, unit),
            Order::Done => play.removal_done(),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// Cavalry that comes back.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CavalryReturn {
    pub(crate) side: Side,
}

impl Room<Gcacw> for CavalryReturn {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("cavalry-return", "Bring cavalry back to the map, or be done", "GHSN-56")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        out.extend(pos.returns(self.side).map(|(unit, hex)| Order::Place(unit, hex)));
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Place(unit, hex) => pos.may_come_back(self.side, unit, hex),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Place(unit, hex) => {
                play.place(unit, hex);
                play.ask_for_returns(self.side);
            }
            Order::Done => {}
            _ => play.not_answered(self.clone(), order),
        }
    }
}
