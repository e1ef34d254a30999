//! Combat results (7.5): losses, letters, elimination, and what comes after; advances (7.6).

use hexmap::Hex;
use serde_json::json;
use table::{Refusal, Rule, Side};

use crate::charts::{CombatResult, Flight, Strain};
use crate::flow::{AfterOffer, Ask, Combat, RetreatKind, Stage};
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{LeaderId, UnitId, UnitSet};
use crate::state::Whereabouts;

impl Pos<'_> {
    /// The units of a set that are still on the map.
    pub fn alive(&self, units: UnitSet) -> UnitSet {
        units.into_iter().filter(|u| self.state.unit(*u).is_on_map()).collect()
    }

    /// The units that have to share the losses now.
    pub fn losers(&self, combat: &Combat) -> UnitSet {
        match combat.stage {
            Stage::DefenderLosses => self.alive(combat.defenders),
            _ => self.alive(combat.attackers),
        }
    }

    /// Whether an attacking unit may be chosen to advance (7.6).
    pub fn may_advance(&self, combat: &Combat, unit: UnitId) -> Result<(), Refusal> {
        if !self.alive(combat.attackers).has(unit) {
            return Err(Refusal::new(Rule("G7.6-53"), "only a unit that attacked may advance"));
        }
        if combat.chosen.has(unit) {
            return Err(Refusal::new(Rule("G7.6-53"), "that unit is advancing already"));
        }
        Ok(())
    }

    /// Whether a leader may change units just before the advance (6.3, 7.6).
    pub fn may_reattach(&self, combat: &Combat, leader: LeaderId, unit: UnitId) -> Result<(), Refusal> {
        let no = |why: &'static str| Err(Refusal::new(Rule("G7.6-59"), why));
        let Some(own) = self.state.leaders[leader.index()].unit else {
            return no("that leader is not in play");
        };
        if combat.reattached >> leader.0 & 1 != 0 {
            return no("he has changed units already");
        }
        let together =
            self.state.unit(own).hex == self.state.unit(unit).hex && self.state.unit(unit).is_on_map();
        if own == unit || !together || self.setup.leader(leader).side != combat.attacker {
            return no("a leader changes only to another unit in his hex");
        }
        if !crate::command::can_attach(self.setup, leader, unit) || self.level_taken(leader, unit) {
            return no("he cannot be attached to that unit");
        }
        if combat.chosen.has(own) && self.alive(combat.attackers).minus(combat.chosen).is_empty() {
            return Err(Refusal::new(Rule("G6.3-8"), "all units advance, so he goes with his own"));
        }
        let goes_along = combat.chosen.has(unit);
        let stays = combat.chosen.has(own) && !goes_along && combat.attackers.len() > 1;
        if goes_along || stays { Ok(()) } else { no("he changes units only to advance, or to stay behind") }
    }

    pub fn advance_orders(&self, combat: &Combat, out: &mut Vec<Order>) {
        for unit in combat.attackers {
            if self.may_advance(combat, unit).is_ok() {
                out.push(Order::Advance(unit));
            }
        }
        if !combat.chosen.is_empty() {
            for leader in self.setup.leader_ids() {
                if self.setup.leader(leader).side == combat.attacker {
                    self.reattachments(combat, leader, out);
                }
            }
        }
        out.push(Order::Done);
    }

    fn reattachments(&self, combat: &Combat, leader: LeaderId, out: &mut Vec<Order>) {
        let Some(hex) = self.state.leader_hex(leader) else { return };
        for unit in self.state.stack(hex) {
            if self.may_reattach(combat, leader, unit).is_ok() {
                out.push(Order::Transfer(leader, unit));
            }
        }
    }

    /// Whether a defender may be chosen to withdraw (7.6).
    pub fn may_withdraw(&self, combat: &Combat, unit: UnitId) -> Result<(), Refusal> {
        if !self.alive(combat.defenders).has(unit) || combat.chosen.has(unit) {
            return Err(Refusal::new(Rule("G7.6-47"), "only a defending unit may withdraw"));
        }
        Ok(())
    }
}

impl Play<'_> {
    // -------------------------------------------------------------- losses

    /// Takes Manpower from a unit; at 0 it is eliminated (7.5). `disorganizes`: the new marker lies on its
    /// disorganized side.
    pub fn lose_manpower(&mut self, unit: UnitId, loss: u8, disorganizes: bool) {
        if loss == 0 {
            return;
        }
        let state = self.state.unit_mut(unit);
        state.manpower = state.manpower.saturating_sub(loss);
        state.disorganized |= disorganizes;
        let left = state.manpower;
        self.tell(|t| {
            let text = format!("{} loses {loss} Manpower, {left} left.", t.unit(unit));
            t.event("loss", text).piece(t.unit(unit)).side(self_side(t, unit))
        });
        if left == 0 {
            self.eliminate(unit, Whereabouts::Eliminated);
        }
    }

    /// Takes a unit out of play.
    pub fn eliminate(&mut self, unit: UnitId, how: Whereabouts) {
        let (hex, manpower) = (self.state.unit(unit).hex, self.state.unit(unit).manpower);
        self.state.lift(unit, how);
        let hidden = self.state.is_hidden(unit);
        if let Some(forces) = self.state.forces.as_mut().filter(|_| hidden) {
            forces.lose(unit);
        }
        self.state.unit_mut(unit).works = crate::works::Works::None;
        self.state.unit_mut(unit).manpower = 0;
        if self.state.side_in(self.setup, hex).is_none() {
            self.drop_refused_flanks(hex);
        }
        for leader in self.setup.leader_ids() {
            if self.state.leaders[leader.index()].unit == Some(unit) {
                let state = &mut self.state.leaders[leader.index()];
                state.unit = None;
                state.last_hex = hex;
                if let Some(forces) = self.state.forces.as_mut().filter(|_| hidden) {
                    forces.lose_leader(leader);
                }
            }
        }
        self.tell(|t| {
            let (text, cause) = match how {
                Whereabouts::Surrendered => (format!("{} surrenders.", t.unit(unit)), "surrender"),
                _ => (format!("{} is eliminated.", t.unit(unit)), "loss"),
            };
            t.event("eliminated", text)
                .piece(t.unit(unit))
                .from(t.hex(hex))
                .side(self_side(t, unit))
                .data(json!({"cause": cause, "manpower": manpower}))
        });
    }

    // -------------------------------------------------------------- the course of a combat

    /// Goes on with the combat until somebody has to decide.
    pub fn resume_combat(&mut self) {
        loop {
            let Some(combat) = self.state.combat.as_ref() else { return };
            match combat.stage {
                Stage::DefenderLosses => {
                    if self.take_losses(combat.attacker.other()) {
                        return;
                    }
                    let (units, result) = (self.combat().defenders, self.combat().defender_result);
                    self.apply_letters(units, result);
                    self.combat_mut().stage = Stage::DefenderFlight;
                }
                Stage::DefenderFlight => {
                    if self.defender_flight() {
                        return;
                    }
                }
                Stage::AttackerLosses => {
                    if self.take_losses(combat.attacker) {
                        return;
                    }
                    let (units, result) = (self.combat().attackers, self.combat().attacker_result);
                    self.apply_letters(units, result);
                    self.combat_mut().stage = Stage::Advance;
                    self.combat_mut().chosen = UnitSet::EMPTY;
                }
                Stage::Advance => {
                    if self.may_anybody_advance() {
                        self.state.ask = Ask::Advance;
                        return;
                    }
                    self.combat_mut().stage = Stage::Done;
                }
                Stage::Done => return self.combat_over(),
            }
        }
    }

    fn combat(&self) -> &Combat {
        self.state.combat.as_ref().expect("a combat is on")
    }

    fn combat_mut(&mut self) -> &mut Combat {
        self.state.combat.as_mut().expect("a combat is on")
    }

    /// Takes what can be taken without a choice; true if a player has to choose.
    fn take_losses(&mut self, side: Side) -> bool {
        let losers = self.pos().losers(self.combat());
        let losses = self.combat().losses;
        let present: u32 = losers.into_iter().map(|u| self.state.unit(u).manpower as u32).sum();
        if losses == 0 || losers.is_empty() {
            return false;
        }
        if losses as u32 >= present {
            for unit in losers {
                self.lose_manpower(unit, self.state.unit(unit).manpower, false);
            }
        } else if losers.len() == 1 {
            self.lose_manpower(losers.first().expect("one"), losses, false);
        } else {
            self.state.ask = Ask::Losses(side);
            return true;
        }
        self.combat_mut().losses = 0;
        false
    }

    /// One point of the loss, where the owner chose.
    pub fn take_one_loss(&mut self, unit: UnitId) {
        self.combat_mut().losses -= 1;
        self.lose_manpower(unit, 1, false);
        self.resume_combat();
    }

    /// The letters of a result hit every unit that took part (7.5).
    fn apply_letters(&mut self, units: UnitSet, result: &CombatResult) {
        for unit in self.pos().alive(units) {
            let was_broken = self.state.unit(unit).demoralized == 2;
            let state = self.state.unit_mut(unit);
            match result.strain {
                Strain::None => {}
                Strain::Little => state.tire(1),
                Strain::Great => state.tire(2),
                Strain::Disorganized => {
                    state.tire(3);
                    state.disorganized = true;
                }
            }
            match result.flight {
                Flight::Rout => state.demoralized = (state.demoralized + 1).min(2),
                Flight::Panic => state.demoralized = 2,
                _ => {}
            }
            if result.flight == Flight::Panic && was_broken {
                self.lose_manpower(unit, 1, false);
            }
        }
    }

    /// Retreat, rout, or the choice to withdraw; true if somebody has to decide.
    fn defender_flight(&mut self) -> bool {
        let (flight, from, target) =
            (self.combat().defender_result.flight, self.combat().from, self.combat().target);
        let survivors = self.pos().alive(self.combat().defenders);
        let side = self.combat().attacker.other();
        let kind = match flight {
            Flight::None => return self.offer_withdrawal(side, survivors, target, from),
            Flight::Retreat => RetreatKind::Normal,
            _ => RetreatKind::Rout,
        };
        self.turn_to_attacker_losses();
        if survivors.is_empty() {
            return false;
        }
        self.begin_retreat(side, survivors, kind, target, from);
        true
    }

    fn turn_to_attacker_losses(&mut self) {
        let combat = self.combat_mut();
        combat.stage = Stage::AttackerLosses;
        combat.losses = combat.attacker_result.loss + combat.extra_loss;
    }

    /// Without r or R the defender may pull back units (7.6).
    fn offer_withdrawal(&mut self, side: Side, survivors: UnitSet, target: Hex, from: Hex) -> bool {
        let way_out = self.known(side).pos().can_retreat(side, RetreatKind::Voluntary, target, from);
        if survivors.is_empty() || !way_out {
            self.turn_to_attacker_losses();
            return false;
        }
        self.combat_mut().chosen = UnitSet::EMPTY;
        self.state.ask = Ask::Withdraw(side);
        true
    }

    /// The withdrawal is settled.
    pub fn withdraw(&mut self) {
        let (chosen, side) = (self.combat().chosen, self.combat().attacker.other());
        let (target, from) = (self.combat().target, self.combat().from);
        let after_nothing = self.combat().defender_result.is_nothing();
        self.turn_to_attacker_losses();
        if chosen.is_empty() {
            return self.resume_combat();
        }
        if after_nothing {
            for unit in chosen {
                self.state.unit_mut(unit).tire(1);
            }
        }
        self.begin_retreat(side, chosen, RetreatKind::Voluntary, target, from);
    }

    // -------------------------------------------------------------- advance

    fn may_anybody_advance(&self) -> bool {
        let combat = self.combat();
        combat.attacker_result.advance
            && self.state.side_in(self.setup, combat.target).is_none()
            && self.state.fort(self.setup, combat.target).is_none()
            && !self.pos().alive(combat.attackers).is_empty()
    }

    /// A unit is chosen to advance; when nothing more can be chosen the advance is made.
    pub fn choose_advance(&mut self, unit: UnitId) {
        self.combat_mut().chosen.add(unit);
        let mut left = Vec::new();
        self.pos().advance_orders(self.combat(), &mut left);
        if left.len() == 1 {
            self.advance();
        }
    }

    /// The chosen units go into the vacated hex (7.6).
    pub fn advance(&mut self) {
        let (chosen, target, side) = (self.combat().chosen, self.combat().target, self.combat().attacker);
        self.combat_mut().stage = Stage::Done;
        let foot = chosen.into_iter().any(|u| self.setup.unit(u).arm != crate::setup::Arm::Cavalry);
        self.move_up(chosen, target, side);
        if !chosen.is_empty() && foot {
            return self.offer_cavalry_retreats(target, AfterOffer::AfterAdvance);
        }
        self.resume_combat();
    }

    /// Moves units up without cost: an advance is no movement.
    pub fn move_up(&mut self, units: UnitSet, target: Hex, side: Side) {
        for unit in units {
            let from = self.state.unit(unit).hex;
            self.leave_hex(unit);
            self.state.put(unit, target);
            self.tell(|t| {
                t.event("advance", format!("{} advances into {}.", t.unit(unit), t.place(target)))
                    .piece(t.unit(unit))
                    .from(t.hex(from))
                    .to(t.hex(target))
            });
            if let Some(march) = self.state.march.as_mut()
                && march.unit == unit
            {
                march.advanced = true;
                march.left_start = true;
            }
        }
        if !units.is_empty() {
            self.hold(target, side);
            self.release_near(target, side);
            for unit in units {
                self.come_to_rest(unit);
            }
        }
    }

    /// Back to the march or assault that the combat was part of.
    fn combat_over(&mut self) {
        let combat = self.state.combat.take().expect("a combat is on");
        if self.state.assault.is_some() {
            return self.assault_over();
        }
        let result = combat.attacker_result;
        let Some(march) = self.state.march.as_mut() else { return self.next_action_phase() };
        if result.strain != Strain::None || result.ends_march {
            march.over = true;
        }
        if !self.state.unit(self.state.march.as_ref().expect("a march is on").unit).is_on_map() {
            return self.finish_unit();
        }
        self.state.ask = Ask::March;
        self.settle_march();
    }
}

fn self_side(tell: &crate::event::Tell, unit: UnitId) -> Side {
    tell.0.unit(unit).side
}
