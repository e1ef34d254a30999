//! Bridges and ferries (10.1 to 10.3): building pontoons, dismantling, destroying, repairing.

use hexmap::{Crossing, Dir, Hex, Water};
use table::{Ask, Modifiers, Refusal, Room, Rule, Seats, Side};

use crate::event::{BridgeWork, Event};
use crate::ground::{self, remaining_crossing};
use crate::march::March;
use crate::module::SpecialSide;
use crate::order::{Heard, Order};
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::setup::{Arm, Forbidden, UnitId};
use crate::works::Digging;

type Verdict = Result<(), Refusal>;

fn no<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(Rule(rule), why))
}

impl Pos<'_> {
    fn has_way(&self, hex: Hex) -> bool {
        self.setup.map.ways_in(hex).any()
    }

    fn river(&self, hex: Hex, dir: Dir) -> Option<Water> {
        ground::river(self.setup.map.side(hex, dir))
    }

    fn is_unfordable(&self, water: Water) -> bool {
        let weather = self.state.weather();
        match water {
            Water::MinorRiver => weather.minor_unfordable,
            _ => weather.major_unfordable,
        }
    }

    fn special(&self, sides: &[SpecialSide], a: Hex, b: Hex) -> Option<SpecialSide> {
        let joins = |side: &SpecialSide| {
            let ends = side.hexes.map(|label| self.setup.map.grid.hex(label));
            ends == [Some(a), Some(b)] || ends == [Some(b), Some(a)]
        };
        sides.iter().copied().find(joins)
    }

    /// Whether a hexside is one of those a published game names.
    fn is_named(&self, sides: &[[&str; 2]], hex: Hex, dir: Dir) -> bool {
        let near = self.setup.map.grid.neighbor(hex, dir);
        sides.iter().any(|labels| {
            let ends = labels.map(|label| self.setup.map.grid.hex(label));
            ends == [Some(hex), near] || ends == [near, Some(hex)]
        })
    }

    /// What can be destroyed on a hexside: a bridge or ferry, or an aqueduct that is no crossing (10.2).
    fn breakable(&self, hex: Hex, dir: Dir, near: Hex) -> Option<Crossing> {
        let aqueduct = self.special(self.setup.module.destroy_sides, hex, near).map(|_| Crossing::Bridge);
        self.setup.map.side(hex, dir).crossing.or(aqueduct)
    }

    /// The combined Combat value of the enemies of a side in a hex, without entrenchments.
    fn enemy_value(&self, side: Side, hex: Hex) -> i32 {
        if !self.state.is_enemy_in(self.setup, side, hex) {
            return 0;
        }
        self.state.stack(hex).map(|u| self.state.combat_value(self.setup, u)).sum()
    }

    /// What every bit of work in step 1 of the Recovery Phase asks of a unit (8.0).
    pub(crate) fn may_work(&self, side: Side, unit: UnitId) -> Verdict {
        if self.setup.unit(unit).side != side || !self.state.unit(unit).is_on_map() {
            return no("G8-2", "that unit is not yours to work with now");
        }
        if self.state.unit(unit).fatigue > 0 {
            return no("G8-2", "only a unit at Fatigue Level 0 works in the Recovery Phase");
        }
        if self.state.recovery.done.has(unit) {
            return no("G8-3", "that unit has done its work in this phase");
        }
        if self.state.is_rain() {
            return no("G8-4", "no work is done in rain");
        }
        Ok(())
    }

    // -------------------------------------------------------------- building (10.1)

    /// Whether a unit may try to bridge the river towards a neighbouring hex.
    pub(crate) fn may_build(&self, side: Side, unit: UnitId, to: Hex) -> Verdict {
        self.may_work(side, unit)?;
        if !self.setup.module.builds_pontoons {
            return no("G10.1-3", "this game builds its bridges by rules of its own");
        }
        if self.state.campaign.today.no_pontoons[side] {
            return no("GHSN-30", "an event forbids pontoon bridges this turn");
        }
        if self.setup.unit(unit).arm != Arm::Infantry {
            return no("G10.1-20", "only infantry builds bridges");
        }
        if self.state.combat_value(self.setup, unit) < self.setup.module.bridges.build {
            return no("G10.1-6", "the unit is too weak to build a bridge");
        }
        let from = self.state.unit(unit).hex;
        let Some(dir) = self.setup.map.grid.direction(from, to) else {
            return no("G10.1-8", "a bridge joins two adjacent hexes");
        };
        let Some(water) = self.river(from, dir) else {
            return no("G10.1-21", "bridges are built only over major and minor rivers");
        };
        if self.is_bridged(from, dir) {
            return no("G10.1-26", "there is a bridge or dam already");
        }
        self.may_bridge(side, water)?;
        let blocked = self.setup.module.bridges.build_blocked;
        if self.enemy_value(side, from) >= blocked || self.enemy_value(side, to) >= blocked {
            return no("G10.1-22", "the enemy is too strong at the bridge");
        }
        if self.state.recovery.built_in.contains(&from) {
            return no("G10.1-25", "one try in a hex");
        }
        let failed = |(h, d): &(Hex, Dir)| (*h == from && *d == dir) || (*h == to && *d == dir.opposite());
        if self.state.recovery.failed.iter().any(failed) {
            return no("G10.1-30", "a try on this hexside has failed this turn");
        }
        self.permitted_to(unit, Forbidden::BuildBridge)
    }

    fn is_bridged(&self, hex: Hex, dir: Dir) -> bool {
        let altered = self.state.altered_at(self.setup, hex, dir);
        let kept = remaining_crossing(self.setup.map.side(hex, dir), altered, false);
        altered.is_some_and(|a| a.pontoon.is_some()) || matches!(kept, Some(Crossing::Bridge | Crossing::Dam))
    }

    /// Whether a side may bridge such a river at all, and has a marker left (10.1).
    fn may_bridge(&self, side: Side, water: Water) -> Verdict {
        let used = self
            .state
            .altered
            .iter()
            .filter(|a| a.pontoon == Some(side) && self.river(a.hex, a.dir) == Some(water))
            .filter(|a| !self.is_named(self.setup.module.union_pontoons, a.hex, a.dir))
            .count();
        match water {
            Water::MajorRiver => {
                let most = self.setup.module.major_bridges[side];
                match most {
                    0 if side == Side::Confederate => {
                        no("G10.1-9", "Confederates do not bridge major rivers in this game")
                    }
                    0 => no("G10.1-10", "major rivers are not bridged in this game"),
                    _ if used >= most as usize => {
                        no("G10.1-14", "no bridge marker for a major river is left")
                    }
                    _ => Ok(()),
                }
            }
            _ => match self.setup.module.minor_bridges[side] {
                Some(most) if used >= most as usize => {
                    no("G10.1-12", "no bridge marker for a minor river is left")
                }
                _ => Ok(()),
            },
        }
    }

    /// Modifiers of the construction die (10.1).
    pub(crate) fn build_modifiers(&self, side: Side, from: Hex, to: Hex) -> Modifiers {
        let mut mods = Modifiers::default();
        let Some(dir) = self.setup.map.grid.direction(from, to) else { return mods };
        let Some(water) = self.river(from, dir) else { return mods };
        if water == Water::MajorRiver {
            mods.add(Rule("G10.1-35"), "major river", 2);
            if side == Side::Confederate && self.near_capitol(from, to) {
                mods.add(Rule("G10.1-32"), "near the capitol", -3);
            }
        }
        if self.is_unfordable(water) {
            mods.add(Rule("G10.1-33"), "river unfordable", 1);
        }
        if let Some(special) = self.special(self.setup.module.build_sides, from, to) {
            mods.add(Rule("G10.1-34"), special.name, special.value);
        }
        let crossing_place = self.setup.map.side(from, dir).crossing.is_some();
        match (self.has_way(from), self.has_way(to)) {
            (true, true) if !crossing_place => mods.add(Rule("G10.1-36"), "no crossing place", 1),
            (true, true) => {}
            (false, false) => mods.add(Rule("G10.1-38"), "no roads", 3),
            _ => mods.add(Rule("G10.1-37"), "road on one bank only", 2),
        }
        mods
    }

    fn near_capitol(&self, from: Hex, to: Hex) -> bool {
        let capitol = self.setup.module.capitol.and_then(|label| self.setup.map.grid.hex(label));
        capitol.is_some_and(|c| {
            self.setup.map.grid.distance(c, from).min(self.setup.map.grid.distance(c, to)) <= 10
        })
    }

    // -------------------------------------------------------------- repairing (10.3)

    /// Whether a unit may try to repair the crossing towards a neighbouring hex.
    pub(crate) fn may_repair(&self, side: Side, unit: UnitId, to: Hex) -> Verdict {
        self.may_work(side, unit)?;
        if self.setup.unit(unit).arm != Arm::Infantry {
            return no("G10.3-7", "only infantry repairs bridges and ferries");
        }
        if self.state.combat_value(self.setup, unit) < self.setup.module.bridges.repair {
            return no("G10.3-3", "the unit is too weak to repair a bridge");
        }
        let from = self.state.unit(unit).hex;
        let altered =
            self.setup.map.grid.direction(from, to).and_then(|d| self.state.altered_at(self.setup, from, d));
        if altered.is_some_and(|a| self.is_named(self.setup.module.broken_for_good, a.hex, a.dir)) {
            return no("G10.1-41", "that bridge cannot be repaired");
        }
        match altered {
            Some(a) if a.destroyed && a.pontoon.is_none() => {}
            Some(a) if a.destroyed => return no("G10.1-26", "a pontoon bridge is in the way"),
            _ => return no("G10.3-2", "no destroyed bridge or ferry is there"),
        }
        let strange = |hex| !self.is_in_county_of(Side::Union, hex);
        let counties = self.setup.module.repairs_by_county && !self.setup.logistics.counties.is_empty();
        if side == Side::Union && counties && strange(from) && strange(to) {
            return no("G10.3-6", "neither end lies in a county that the Union controls");
        }
        let blocked = self.setup.module.bridges.repair_blocked;
        if self.enemy_value(side, from) >= blocked || self.enemy_value(side, to) >= blocked {
            return no("G10.3-8", "the enemy is too strong at the bridge");
        }
        if self.state.recovery.repaired[side as usize] {
            return no("G10.3-10", "one repair a player in a Recovery Phase");
        }
        Ok(())
    }

    /// Modifiers of the repair die (10.3).
    pub(crate) fn repair_modifiers(&self, from: Hex, to: Hex) -> Modifiers {
        let mut mods = Modifiers::default();
        let water = self.setup.map.grid.direction(from, to).and_then(|d| self.river(from, d));
        if water.is_some_and(|w| self.is_unfordable(w)) {
            mods.add(Rule("G10.3-16"), "river unfordable", 1);
        }
        if water == Some(Water::MajorRiver) {
            mods.add(Rule("G10.3-17"), "major river", 2);
        }
        if let Some(special) = self.special(self.setup.module.repair_sides, from, to) {
            mods.add(Rule("G10.3-18"), special.name, special.value);
        }
        mods
    }

    // -------------------------------------------------------------- destroying and dismantling (10.2)

    /// The far hexes of crossings that a unit ending its march here may try to destroy.
    pub(crate) fn destroyable(&self, unit: UnitId) -> impl Iterator<Item = Hex> + '_ {
        let from = self.state.unit(unit).hex;
        let tried = self.state.unit(unit).tried_bridge;
        self.setup
            .map
            .grid
            .neighbors(from)
            .map(|(_, to)| to)
            .filter(move |to| !tried && self.may_destroy(unit, *to).is_ok())
    }

    /// Whether a bridge or ferry that could be destroyed leads out of a hex: everybody sees that.
    pub(crate) fn has_crossing(&self, hex: Hex) -> bool {
        self.setup.map.grid.neighbors(hex).any(|(dir, to)| {
            let standing = !self.state.altered_at(self.setup, hex, dir).is_some_and(|a| a.destroyed);
            let side = self.setup.map.side(hex, dir);
            standing
                && match self.breakable(hex, dir, to) {
                    Some(Crossing::Bridge) => !side.indestructible && self.river(hex, dir).is_some(),
                    Some(crossing) => crossing == Crossing::Ferry,
                    None => false,
                }
        })
    }

    /// Whether a unit may try to destroy the crossing towards a neighbouring hex.
    pub(crate) fn may_destroy(&self, unit: UnitId, to: Hex) -> Verdict {
        let from = self.state.unit(unit).hex;
        let side = self.setup.unit(unit).side;
        let Some(dir) = self.setup.map.grid.direction(from, to) else {
            return no("G10.2-8", "only a crossing of the unit's own hex can be destroyed");
        };
        let hexside = self.setup.map.side(from, dir);
        let standing = !self.state.altered_at(self.setup, from, dir).is_some_and(|a| a.destroyed);
        let arm = self.setup.unit(unit).arm;
        match self.breakable(from, dir, to).filter(|_| standing) {
            Some(Crossing::Bridge) if self.river(from, dir).is_some() => {
                if hexside.indestructible {
                    return no("G10.2-23", "that bridge cannot be destroyed");
                }
                let strong = self.state.combat_value(self.setup, unit) >= self.setup.module.bridges.destroy;
                if arm != Arm::Infantry || !strong {
                    return no("G10.2-8", "a bridge is destroyed by strong infantry only");
                }
            }
            Some(Crossing::Ferry) => {
                if !matches!(arm, Arm::Infantry | Arm::Cavalry) {
                    return no("G10.2-10", "a ferry is destroyed by infantry or cavalry");
                }
            }
            Some(_) => return no("G10.2-15", "dams and fords cannot be destroyed"),
            None => return no("G10.2-8", "no bridge or ferry stands there"),
        }
        if self.state.unit(unit).tried_bridge {
            return no("G10.2-11", "one try a unit in a turn");
        }
        if self.state.is_enemy_in(self.setup, side, to) {
            return no("G10.2-13", "the enemy holds the other end");
        }
        let watched =
            self.state.side_in(self.setup, to).is_none() && self.state.in_any_enemy_zoc(self.setup, side, to);
        if watched {
            return no("G10.2-14", "the enemy controls the other end");
        }
        self.permitted_to(unit, Forbidden::DestroyBridge)
    }

    /// Modifiers of the destruction die (10.2).
    pub(crate) fn destroy_modifiers(&self, march: &March, to: Hex) -> Modifiers {
        let from = self.state.unit(march.unit).hex;
        let side = self.setup.unit(march.unit).side;
        let mut mods = Modifiers::default();
        let crossing = self.setup.map.between(from, to).and_then(|s| s.crossing);
        if crossing == Some(Crossing::Ferry) && side == Side::Confederate {
            mods.add(Rule("G10.2-19"), "Confederates at a ferry", -2);
        }
        let watched = |hex| self.state.in_any_enemy_zoc(self.setup, side, hex);
        if !watched(from) && !watched(to) {
            mods.add(Rule("G10.2-20"), "no enemy zone of control", -1);
        }
        if !march.moved && !march.attacked && !march.left_start {
            mods.add(Rule("G10.2-21"), "whole march on the spot", -1);
        }
        if let Some(special) = self.special(self.setup.module.destroy_sides, from, to) {
            mods.add(Rule("G10.2-22"), special.name, special.value);
        }
        mods
    }

    /// Whether the marching unit may take up its own pontoon towards a neighbouring hex.
    pub(crate) fn may_dismantle(&self, march: &March, to: Hex) -> Verdict {
        let from = self.state.unit(march.unit).hex;
        let side = self.setup.unit(march.unit).side;
        let altered =
            self.setup.map.grid.direction(from, to).and_then(|d| self.state.altered_at(self.setup, from, d));
        match altered {
            Some(a) if a.pontoon == Some(side) => Ok(()),
            _ => no("G10.2-7", "no pontoon bridge of yours is there"),
        }
    }

    /// Every bit of work open to a side in step 1 of the Recovery Phase, one after the other as long as
    /// somebody wants to know.
    pub(crate) fn open_work(&self, side: Side, tell: &mut dyn FnMut(Order) -> Heard) -> Heard {
        if self.state.is_rain() {
            return Heard::Continue(());
        }
        let digs = self.permitted(side, Forbidden::Entrench).is_ok();
        let broken = self.state.altered.iter().any(|a| a.destroyed);
        for unit in self.setup.by_side[side].minus(self.state.recovery.done) {
            let (printed, state) = (self.setup.unit(unit), self.state.unit(unit));
            if !state.is_on_map() || state.fatigue > 0 {
                continue;
            }
            debug_assert!(self.may_work(side, unit).is_ok());
            if digs && self.may_dig(unit, Digging::Recovery).is_ok() {
                tell(Order::Entrench(unit))?;
            }
            let from = state.hex;
            if printed.arm != Arm::Infantry || !self.setup.ground.has_rivers(from) {
                continue;
            }
            for (dir, to) in self.setup.map.grid.neighbors(from) {
                if self.river(from, dir).is_none() {
                    continue;
                }
                if self.may_build(side, unit, to).is_ok() {
                    tell(Order::Build(unit, to))?;
                }
                if broken && self.may_repair(side, unit, to).is_ok() {
                    tell(Order::Repair(unit, to))?;
                }
            }
        }
        Heard::Continue(())
    }
}

impl Play<'_> {
    /// A try to build a pontoon bridge.
    pub(crate) fn build(&mut self, unit: UnitId, to: Hex) {
        self.show(unit);
        let (from, side) = (self.state.unit(unit).hex, self.setup.unit(unit).side);
        let Some(dir) = self.setup.map.grid.direction(from, to) else { return };
        let modifier = self.known(side).pos().build_modifiers(side, from, to).sum();
        let die = self.dice.d6("pontoon bridge");
        let built = die as i16 + modifier <= 5;
        self.state.recovery.done.add(unit);
        self.state.recovery.built_in.push(from);
        if built {
            self.state.alter(self.setup, from, dir, |a| a.pontoon = Some(side));
        } else {
            self.state.recovery.failed.push((from, dir));
        }
        self.tell_bridge(unit, from, to, if built { BridgeWork::Built } else { BridgeWork::NotBuilt }, die);
    }

    /// A try to repair a bridge or ferry.
    pub(crate) fn repair(&mut self, unit: UnitId, to: Hex) {
        self.show(unit);
        let (from, side) = (self.state.unit(unit).hex, self.setup.unit(unit).side);
        let Some(dir) = self.setup.map.grid.direction(from, to) else { return };
        let hexside = self.setup.map.side(from, dir);
        let modifier = self.known(side).pos().repair_modifiers(from, to).sum();
        let die = self.dice.d6("repair");
        let bridge = hexside.crossing == Some(Crossing::Bridge);
        let sure = bridge
            && die == 1
            && hexside.water == Some(Water::MajorRiver)
            && self.setup.module.one_always_repairs_major;
        let repaired = sure || die as i16 + modifier <= if bridge { 3 } else { 5 };
        self.state.recovery.done.add(unit);
        self.state.recovery.repaired[side as usize] = true;
        if repaired {
            self.state.alter(self.setup, from, dir, |a| a.destroyed = false);
        }
        self.tell_bridge(
            unit,
            from,
            to,
            if repaired { BridgeWork::Repaired } else { BridgeWork::NotRepaired },
            die,
        );
    }

    /// A try to destroy a bridge or ferry.
    fn destroy(&mut self, march: &March, dir: Dir, to: Hex) {
        let unit = march.unit;
        self.while_marching(march, |play| play.show(unit));
        let from = self.state.unit(unit).hex;
        let known = self.known(self.setup.unit(unit).side);
        let modifier = known.pos().destroy_modifiers(march, to).sum();
        drop(known);
        let bridge = self.pos().breakable(from, dir, to) == Some(Crossing::Bridge);
        let die = self.dice.d6("destroy the crossing");
        let destroyed = die as i16 + modifier <= if bridge { 2 } else { 1 };
        self.state.unit_mut(unit).tried_bridge = true;
        if destroyed {
            self.state.alter(self.setup, from, dir, |a| a.destroyed = true);
        }
        self.tell_bridge(
            unit,
            from,
            to,
            if destroyed { BridgeWork::Destroyed } else { BridgeWork::NotDestroyed },
            die,
        );
    }

    pub(crate) fn dismantle(&mut self, unit: UnitId, to: Hex) {
        self.show(unit);
        let from = self.state.unit(unit).hex;
        let Some(dir) = self.setup.map.grid.direction(from, to) else { return };
        self.state.alter(self.setup, from, dir, |a| a.pontoon = None);
        self.tell_bridge(unit, from, to, BridgeWork::TakenUp, 0);
    }

    fn tell_bridge(&mut self, unit: UnitId, from: Hex, to: Hex, what: BridgeWork, die: u8) {
        self.tell(|t| Event::Bridge { piece: t.unit(unit), from: t.hex(from), to: t.hex(to), what, die });
    }

    /// A unit comes to rest: the enemy's pontoons at its hex fall if it is strong enough (10.2).
    pub(crate) fn come_to_rest(&mut self, unit: UnitId) {
        if self.state.altered.is_empty() || !self.state.unit(unit).is_on_map() || self.state.is_hidden(unit) {
            return;
        }
        if self.state.combat_value(self.setup, unit) >= self.setup.module.bridges.arrival {
            self.remove_pontoons(self.setup.unit(unit).side.other(), self.state.unit(unit).hex);
        }
    }

    fn remove_pontoons(&mut self, owner: Side, hex: Hex) {
        for (dir, near) in self.setup.map.grid.neighbors(hex) {
            let there = self.state.altered_at(self.setup, hex, dir).and_then(|a| a.pontoon);
            if there == Some(owner) {
                self.state.alter(self.setup, hex, dir, |a| a.pontoon = None);
                self.tell(|t| Event::PontoonLost { side: owner, from: t.hex(hex), to: t.hex(near) });
            }
        }
    }

    /// Pontoons beside which an enemy has recovered his strength fall before the Action Cycle (10.2).
    pub(crate) fn pontoons_at_risk(&mut self) {
        if self.state.altered.iter().any(|a| a.pontoon.is_some()) {
            for unit in self.setup.unit_ids() {
                self.come_to_rest(unit);
            }
        }
    }
}

/// Bridges and ferries to destroy at the end of a march (10.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct DestroyBridge {
    pub(crate) march: March,
}

impl Room<Gcacw> for DestroyBridge {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("destroy-bridge", "Try to destroy a bridge or ferry, or leave it", "G10.2-8")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        out.extend(pos.destroyable(self.march.unit).map(Order::Destroy));
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Destroy(to) => pos.may_destroy(self.march.unit, to),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        let at = play.state.unit(self.march.unit).hex;
        match *order {
            Order::Destroy(to) => {
                if let Some(dir) = play.setup.map.grid.direction(at, to) {
                    play.destroy(&self.march, dir, to);
                }
                play.finish_unit();
            }
            Order::Done => play.finish_unit(),
            _ => play.not_answered(self.clone(), order),
        }
    }
}
