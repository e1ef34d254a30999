//! Cavalry charges (3).

use hexmap::{Dir, Hex, Terrain};
use table::{Ask, Refusal, Room, Rule, Seats};

use crate::Lfm;
use crate::decide::unchecked;
use crate::drm::Drm;
use crate::event::{Die, Event};
use crate::ground::Class;
use crate::order::Order;
use crate::pending::{Fight, Party, Step};
use crate::play::Play;
use crate::position::Pos;
use crate::setup::Id;
use crate::state::flag;

/// Everything that decides a charge before the die falls.
#[derive(Clone, Debug)]
pub(crate) struct ChargeOdds {
    pub attacker_cr: u8,
    pub defender_cr: u8,
    pub difference: i8,
    pub column: usize,
    pub drm: Drm,
}

fn no<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(Rule(rule), why))
}

impl Pos<'_> {
    /// Column and modifiers of a charge (3.9, 3.10).
    pub(crate) fn charge_odds(self, riders: &[Id], from: Hex, target: Hex) -> ChargeOdds {
        let best =
            |units: &mut dyn Iterator<Item = Id>| units.map(|u| self.counter(u).cohesion).max().unwrap_or(0);
        let attacker_cr = best(&mut riders.iter().copied());
        let defender_cr = best(&mut self.units(target));
        let difference = attacker_cr as i8 - defender_cr as i8;
        let column = self.setup.tables.charge_column(difference);
        let drm = self.charge_drm(riders, from, target);
        ChargeOdds { attacker_cr, defender_cr, difference, column, drm }
    }

    fn charge_drm(self, riders: &[Id], from: Hex, target: Hex) -> Drm {
        let values = &self.setup.tables.charge_drm;
        let mut drm = Drm::default();
        let side = self.setup.map.between(from, target).copied().unwrap_or_default();
        if self.units(target).any(|u| self.shattered(u)) {
            drm.add("3.10b", Rule("L3-17"), "target shattered", values.target_shattered);
        } else if self.units(target).any(|u| self.disordered(u)) {
            drm.add("3.10a", Rule("L3-15"), "target disorganized", values.target_disorganized);
        }
        if riders.iter().any(|u| self.disordered(*u)) {
            drm.add("3.10c", Rule("L3-15"), "cavalry disorganized", values.cavalry_disorganized);
        }
        if side.steep_slope {
            drm.add("3.10d", Rule("L3-15"), "across a steep slope", values.steep_slope);
        }
        if self.has_breastwork(target) && self.units(target).any(|u| !self.mounted(u)) {
            drm.add("3.10e", Rule("L3-19"), "into a breastwork", values.breastwork);
        } else if side.stone_wall {
            drm.add("3.10f", Rule("L3-18"), "across a stone wall", values.stone_wall);
        }
        if side.water == Some(hexmap::Water::Creek) {
            drm.add("3.10g", Rule("L3-15"), "across a creek", values.creek);
        }
        if matches!(self.setup.map.terrain(target), Terrain::Town | Terrain::Woods) {
            drm.add("3.10h", Rule("L3-15"), "into a town or woods", values.town_or_woods);
        }
        drm
    }

    /// The units of the stack that is being moved.
    pub(crate) fn group_units(self) -> Vec<Id> {
        self.state.group.iter().copied().filter(|m| self.setup.is_unit(*m)).collect()
    }

    /// Whether the stack is one that may charge at all.
    fn is_charging_stack(self, units: &[Id]) -> Result<(), Refusal> {
        if units.is_empty() || !units.iter().all(|u| self.mounted(*u)) {
            return no("L3-2", "only mounted cavalry charges");
        }
        if self.is_night() {
            return no("L23-2", "there is no charge at night");
        }
        if units.iter().any(|u| self.shattered(*u)) {
            return no("L16-5", "cavalry of a shattered brigade does not charge");
        }
        if units.iter().any(|u| self.piece(*u).has(flag::ROAD | flag::PARTIAL)) {
            return no("L3-3", "cavalry that used a road rate does not charge");
        }
        if units.iter().any(|u| self.piece(*u).has(flag::SPLIT)) {
            return no("L3-8", "a charging stack is the one that set out, whole");
        }
        let group = self.piece(units[0]).group;
        let others = |p: &&crate::state::Piece| p.group == group && p.on_map();
        let whole = group == 0 || self.state.pieces.iter().filter(others).count() == units.len();
        if !whole || units.iter().any(|u| self.piece(*u).group != group) {
            return no("L3-8", "a charging stack is the one that set out, whole");
        }
        Ok(())
    }

    pub(crate) fn may_charge(self, dir: Dir) -> Result<(), Refusal> {
        let Some(hex) = self.group_hex() else { return no("L3-1", "the stack is not on the map") };
        let Some(target) = self.near(hex, dir) else { return no("L3-1", "there is no hex") };
        if !self.held_by(target, self.state.side.other()) {
            return no("L3-1", "there is no enemy unit to charge");
        }
        let units = self.group_units();
        self.is_charging_stack(&units)?;
        let mp = units.iter().map(|u| self.piece(*u).mp).min().unwrap_or(0);
        self.charge_cost(hex, dir, mp).map(|_| ())
    }

    /// The cost of entering the charged hex, if it can be paid (3.3).
    pub(crate) fn charge_cost(self, hex: Hex, dir: Dir, mp: u8) -> Result<u8, Refusal> {
        match self.cost(Class::Mounted, hex, dir) {
            None => no("L3-7", "mounted cavalry cannot enter that hex"),
            Some(cost) if cost > mp => no("L3-6", "not enough movement points to enter the hex"),
            Some(cost) => Ok(cost),
        }
    }

    /// Whether the stack could charge from a hex it is about to enter, with so many MP left.
    pub(crate) fn can_charge_from(self, units: &[Id], hex: Hex, mp: u8) -> bool {
        let enemy = self.state.side.other();
        let target = |d: Dir| {
            self.near(hex, d).is_some_and(|t| self.held_by(t, enemy)) && self.charge_cost(hex, d, mp).is_ok()
        };
        self.is_charging_stack(units).is_ok() && Dir::ALL.into_iter().any(target)
    }
}

impl Play<'_> {
    pub(crate) fn charge(&mut self, dir: Dir) {
        let Some(from) = self.pos().group_hex() else { return };
        let Some(to) = self.setup.map.grid.neighbor(from, dir) else { return };
        if !self.state.stepped {
            self.set_out();
        }
        self.state.stepped = true;
        self.state.must_charge = false;
        let riders = self.pos().group_units();
        for id in &riders {
            self.state.set(*id, flag::CHARGE);
        }
        let odds = self.pos().charge_odds(&riders, from, to);
        let mut fight = Fight { attacker: self.state.side, charge: true, ..Fight::default() };
        (fight.attacker_cr, fight.defender_cr) = (odds.attacker_cr, odds.defender_cr);
        fight.add(Party::Attackers, from);
        fight.add(Party::Defenders, to);
        self.state.fight = fight;
        let die = self.dice.d6("charge");
        let drm = odds.drm.sum();
        let result = self.setup.tables.charge.at(die as i16 + drm, odds.column);
        self.tell(|s| Event::Charged {
            from: s.label(from),
            to: s.label(to),
            dice: Die::new("charge", die),
            drm,
            column: s.tables.charge.columns[odds.column].clone(),
            result: result.code(),
        });
        let chart = &self.setup.tables.charge;
        let results = |die| chart.at(i16::from(die) + drm, odds.column);
        self.count_result((fight.attacker, to, "charge"), die, results);
        self.push(Step::AfterCharge { from, to });
        self.carry_out_result(result);
    }

    /// The cavalry follows into an emptied hex and may go on (3.5); otherwise its move is over.
    pub(crate) fn after_charge(&mut self, from: Hex, to: Hex) {
        self.state.fight = Fight::default();
        let there = |play: &Self, m: &Id| {
            let piece = play.state.piece(*m);
            piece.on_map() && piece.at() == from
        };
        let mut group = std::mem::take(&mut self.state.group);
        group.retain(|m| self.state.piece(*m).on_map());
        self.state.group = group;
        let units = self.pos().group_units();
        let stands = !units.is_empty() && units.iter().all(|u| there(self, u));
        if !stands || self.pos().holder(to).is_some() {
            self.halt();
            return;
        }
        let Some(dir) = self.setup.map.grid.direction(from, to) else { return };
        for n in 0..self.state.group.len() {
            let id = self.state.group[n];
            let pos = self.pos();
            let cost = pos.cost(pos.class(id), from, dir).unwrap_or(0);
            self.state.shift(self.setup, id, to);
            let piece = &mut self.state.pieces[id.index()];
            piece.mp = piece.mp.saturating_sub(cost);
            piece.mine = 0;
            piece.flags &= !(flag::STOPPED | flag::CONTACT);
            piece.flags |= flag::MOVED | flag::FRESH;
            self.tell(|s| Event::Moved {
                piece: s.counter(id).id.clone(),
                from: s.label(from),
                to: s.label(to),
                path: Vec::new(),
                road: false,
            });
        }
        self.displace(to, self.state.side.other());
        self.strand(from, self.state.side);
    }
}

/// Cavalry out of command has entered a zone of control: it has to charge (3.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct MustCharge;

impl Room<Lfm> for MustCharge {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("charge", "The cavalry has to charge", "L3-5")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.state.side.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        let ways = Dir::ALL.into_iter().filter(|d| pos.may_charge(*d).is_ok());
        out.extend(ways.map(Order::Charge));
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Charge(dir) => pos.may_charge(dir),
            _ => no("L3-5", "cavalry out of command that enters a zone of control must charge"),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        match *order {
            Order::Charge(dir) => play.charge(dir),
            _ => unchecked(order),
        }
    }
}
