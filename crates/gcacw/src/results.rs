//! Combat results (7.5): losses, letters, elimination, and what comes after; advances (7.6).

use hexmap::Hex;
use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::assault::Assault;
use crate::charts::{CombatResult, Flight, Strain};
use crate::event::Event;
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::retreat::RetreatKind;
use crate::ruleset::Gcacw;
use crate::setup::{Arm, LeaderId, UnitId, UnitSet};
use crate::state::Whereabouts;

/// A combat in progress (7.5).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Combat {
    pub(crate) attacker: Side,
    pub(crate) attackers: UnitSet,
    pub(crate) defenders: UnitSet,
    /// The hex of the active unit or leader.
    pub(crate) from: Hex,
    pub(crate) target: Hex,
    pub(crate) stage: Stage,
    pub(crate) attacker_result: &'static CombatResult,
    pub(crate) defender_result: &'static CombatResult,
    /// Losses still to be taken by the side that is asked.
    pub(crate) losses: u8,
    /// Added to the attacker's loss by a huge grand assault (7.2).
    pub(crate) extra_loss: u8,
    /// Units chosen: to withdraw, or to advance.
    pub(crate) chosen: UnitSet,
    /// Leaders that have changed units for the advance.
    pub(crate) reattached: u64,
    /// The assault it is the combat of; else it is part of a march.
    pub(crate) assault: Option<Assault>,
}

/// What comes next in a combat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stage {
    DefenderLosses,
    DefenderFlight,
    AttackerLosses,
    Advance,
    Done,
}

impl Combat {
    /// Who takes losses now.
    fn loser(&self) -> Side {
        match self.stage {
            Stage::DefenderLosses => self.attacker.other(),
            _ => self.attacker,
        }
    }
}

impl Pos<'_> {
    /// The units of a set that are still on the map.
    pub(crate) fn alive(&self, units: UnitSet) -> UnitSet {
        units.into_iter().filter(|u| self.state.unit(*u).is_on_map()).collect()
    }

    /// The units that have to share the losses now.
    pub(crate) fn losers(&self, combat: &Combat) -> UnitSet {
        match combat.stage {
            Stage::DefenderLosses => self.alive(combat.defenders),
            _ => self.alive(combat.attackers),
        }
    }

    /// Whether an attacking unit may be chosen to advance (7.6).
    pub(crate) fn may_advance(&self, combat: &Combat, unit: UnitId) -> Result<(), Refusal> {
        if !self.alive(combat.attackers).has(unit) {
            return Err(Refusal::new(Rule("G7.6-53"), "only a unit that attacked may advance"));
        }
        if combat.chosen.has(unit) {
            return Err(Refusal::new(Rule("G7.6-53"), "that unit is advancing already"));
        }
        Ok(())
    }

    /// Whether a leader may change units just before the advance (6.3, 7.6).
    pub(crate) fn may_reattach(
        &self,
        combat: &Combat,
        leader: LeaderId,
        unit: UnitId,
    ) -> Result<(), Refusal> {
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

    pub(crate) fn advance_orders(&self, combat: &Combat, out: &mut Vec<Order>) {
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
    pub(crate) fn may_withdraw(&self, combat: &Combat, unit: UnitId) -> Result<(), Refusal> {
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
    pub(crate) fn lose_manpower(&mut self, unit: UnitId, loss: u8, disorganizes: bool) {
        if loss == 0 {
            return;
        }
        let state = self.state.unit_mut(unit);
        state.manpower = state.manpower.saturating_sub(loss);
        state.disorganized |= disorganizes;
        let left = state.manpower;
        self.tell(|t| Event::Loss { piece: t.unit(unit), side: t.setup.unit(unit).side, loss, left });
        if left == 0 {
            self.eliminate(unit, Whereabouts::Eliminated);
        }
    }

    /// Takes a unit out of play.
    pub(crate) fn eliminate(&mut self, unit: UnitId, how: Whereabouts) {
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
        self.tell(|t| Event::Eliminated {
            piece: t.unit(unit),
            side: t.setup.unit(unit).side,
            from: t.hex(hex),
            cause: if how == Whereabouts::Surrendered { "surrender" } else { "loss" },
            manpower,
        });
    }

    // -------------------------------------------------------------- the course of a combat

    /// Goes on with the combat until somebody has to decide.
    pub(crate) fn resume_combat(&mut self, mut combat: Combat) {
        loop {
            match combat.stage {
                Stage::DefenderLosses => {
                    if self.must_choose_losses(&mut combat) {
                        return self.ask(Losses { combat });
                    }
                    self.apply_letters(combat.defenders, combat.defender_result);
                    combat.stage = Stage::DefenderFlight;
                }
                Stage::DefenderFlight => match self.defender_flight(combat) {
                    Some(stayed) => combat = stayed,
                    None => return,
                },
                Stage::AttackerLosses => {
                    if self.must_choose_losses(&mut combat) {
                        return self.ask(Losses { combat });
                    }
                    self.apply_letters(combat.attackers, combat.attacker_result);
                    combat.stage = Stage::Advance;
                    combat.chosen = UnitSet::EMPTY;
                }
                Stage::Advance => {
                    if self.may_anybody_advance(&combat) {
                        return self.ask(Advance { combat });
                    }
                    combat.stage = Stage::Done;
                }
                Stage::Done => return self.combat_over(combat),
            }
        }
    }

    /// Takes what can be taken without a choice; true if a player has to choose.
    fn must_choose_losses(&mut self, combat: &mut Combat) -> bool {
        let losers = self.pos().losers(combat);
        let losses = combat.losses;
        let present: u32 = losers.into_iter().map(|u| self.state.unit(u).manpower as u32).sum();
        let Some(first) = losers.first().filter(|_| losses > 0) else { return false };
        if losses as u32 >= present {
            for unit in losers {
                self.lose_manpower(unit, self.state.unit(unit).manpower, false);
            }
        } else if losers.len() == 1 {
            self.lose_manpower(first, losses, false);
        } else {
            return true;
        }
        combat.losses = 0;
        false
    }

    /// One point of the loss, where the owner chose.
    fn take_one_loss(&mut self, mut combat: Combat, unit: UnitId) {
        combat.losses -= 1;
        self.lose_manpower(unit, 1, false);
        self.resume_combat(combat);
    }

    /// The letters of a result hit every unit that took part (7.5).
    fn apply_letters(&mut self, units: UnitSet, result: &CombatResult) {
        let hit = self.pos().alive(units);
        let broken: UnitSet = hit.into_iter().filter(|u| self.state.unit(*u).demoralized == 2).collect();
        for unit in hit {
            let state = self.state.unit_mut(unit);
            state.tire(result.strain.levels());
            state.disorganized |= result.strain == Strain::Disorganized;
            match result.flight {
                Flight::Rout => state.demoralized = (state.demoralized + 1).min(2),
                Flight::Panic => state.demoralized = 2,
                _ => {}
            }
        }
        let demoralized = matches!(result.flight, Flight::Rout | Flight::Panic);
        if !hit.is_empty() && (result.strain != Strain::None || demoralized) {
            let (fatigue, disorganized) = (result.strain.levels(), result.strain == Strain::Disorganized);
            self.tell(|t| Event::Strain { pieces: t.units(hit), fatigue, disorganized, demoralized });
        }
        if result.flight == Flight::Panic {
            for unit in broken {
                self.lose_manpower(unit, 1, false);
            }
        }
    }

    /// Retreat, rout, or the choice to withdraw. The combat, if it goes on without any of them.
    fn defender_flight(&mut self, mut combat: Combat) -> Option<Combat> {
        let survivors = self.pos().alive(combat.defenders);
        let kind = match combat.defender_result.flight {
            Flight::None => return self.offer_withdrawal(combat, survivors),
            Flight::Retreat => RetreatKind::Normal,
            Flight::Rout | Flight::Panic => RetreatKind::Rout,
        };
        turn_to_attacker_losses(&mut combat);
        if survivors.is_empty() {
            return Some(combat);
        }
        self.fall_back(combat, survivors, kind);
        None
    }

    /// The defenders go back; then the combat goes on.
    fn fall_back(&mut self, combat: Combat, units: UnitSet, kind: RetreatKind) {
        let (side, target, from) = (combat.attacker.other(), combat.target, combat.from);
        self.ask(Losses { combat });
        self.begin_retreat(side, units, kind, target, from);
    }

    /// Without r or R the defender may pull back units (7.6). The combat, if he has none or no way out.
    fn offer_withdrawal(&mut self, mut combat: Combat, survivors: UnitSet) -> Option<Combat> {
        let side = combat.attacker.other();
        let way_out =
            self.known(side).pos().can_retreat(side, RetreatKind::Voluntary, combat.target, combat.from);
        if survivors.is_empty() || !way_out {
            turn_to_attacker_losses(&mut combat);
            return Some(combat);
        }
        combat.chosen = UnitSet::EMPTY;
        self.ask(Withdraw { combat });
        None
    }

    /// A unit is chosen to withdraw; when nobody is left to choose they go.
    fn choose_withdrawal(&mut self, mut combat: Combat, unit: UnitId) {
        combat.chosen.add(unit);
        if self.pos().alive(combat.defenders).minus(combat.chosen).is_empty() {
            self.withdraw(combat);
        } else {
            self.ask(Withdraw { combat });
        }
    }

    /// The withdrawal is settled.
    fn withdraw(&mut self, mut combat: Combat) {
        turn_to_attacker_losses(&mut combat);
        let chosen = combat.chosen;
        if chosen.is_empty() {
            return self.resume_combat(combat);
        }
        if combat.defender_result.is_nothing() {
            for unit in chosen {
                self.state.unit_mut(unit).tire(1);
            }
        }
        self.fall_back(combat, chosen, RetreatKind::Voluntary);
    }

    // -------------------------------------------------------------- advance

    fn may_anybody_advance(&self, combat: &Combat) -> bool {
        combat.attacker_result.advance
            && self.state.side_in(self.setup, combat.target).is_none()
            && self.state.fort(self.setup, combat.target).is_none()
            && !self.pos().alive(combat.attackers).is_empty()
    }

    /// A unit is chosen to advance; when nothing more can be chosen the advance is made.
    fn choose_advance(&mut self, mut combat: Combat, unit: UnitId) {
        combat.chosen.add(unit);
        let mut left = Vec::new();
        self.pos().advance_orders(&combat, &mut left);
        if left.len() == 1 {
            self.advance(combat);
        } else {
            self.ask(Advance { combat });
        }
    }

    /// The chosen units go into the vacated hex (7.6).
    fn advance(&mut self, mut combat: Combat) {
        let (chosen, target, side) = (combat.chosen, combat.target, combat.attacker);
        combat.stage = Stage::Done;
        let foot = chosen.into_iter().any(|u| self.setup.unit(u).arm != Arm::Cavalry);
        self.move_up(chosen, target, side);
        if chosen.is_empty() || !foot {
            return self.resume_combat(combat);
        }
        self.ask(Advance { combat });
        self.offer_cavalry_retreats(target);
    }

    /// Moves units up without cost: an advance is no movement.
    pub(crate) fn move_up(&mut self, units: UnitSet, target: Hex, side: Side) {
        for unit in units {
            let from = self.state.unit(unit).hex;
            self.leave_hex(unit);
            self.state.put(unit, target);
            self.tell(|t| Event::Advance { piece: t.unit(unit), from: t.hex(from), to: t.hex(target) });
            if let Some(march) = self.state.march_mut().filter(|m| m.unit == unit) {
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
    fn combat_over(&mut self, combat: Combat) {
        if let Some(assault) = combat.assault {
            return self.assault_over(&assault);
        }
        let result = combat.attacker_result;
        if let Some(march) = self.state.march_mut() {
            march.over |= result.strain != Strain::None || result.ends_march;
        }
        self.go_on();
    }
}

fn turn_to_attacker_losses(combat: &mut Combat) {
    combat.stage = Stage::AttackerLosses;
    combat.losses = combat.attacker_result.loss + combat.extra_loss;
}

/// Who takes the losses of a combat (7.5).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Losses {
    pub(crate) combat: Combat,
}

impl Room<Gcacw> for Losses {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("losses", "Choose the unit that takes the next loss", "G7.5-27")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.combat.loser())
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        out.extend(pos.losers(&self.combat).into_iter().map(Order::Lose));
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Lose(unit) if pos.losers(&self.combat).has(unit) => Ok(()),
            Order::Lose(_) => {
                Err(Refusal::new(Rule("G7.5-27"), "only a unit of the combat takes its losses"))
            }
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Lose(unit) => play.take_one_loss(self.combat.clone(), unit),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// The defender may withdraw (7.6).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Withdraw {
    pub(crate) combat: Combat,
}

impl Room<Gcacw> for Withdraw {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("withdraw", "Choose units that withdraw, or hold the ground", "G7.6-47")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.combat.attacker.other())
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        let units = self.combat.defenders.into_iter();
        out.extend(units.filter(|u| pos.may_withdraw(&self.combat, *u).is_ok()).map(Order::Withdraw));
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Withdraw(unit) => pos.may_withdraw(&self.combat, unit),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        let combat = self.combat.clone();
        match *order {
            Order::Withdraw(unit) => play.choose_withdrawal(combat, unit),
            Order::Done => play.withdraw(combat),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// The attackers may advance (7.6).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Advance {
    pub(crate) combat: Combat,
}

impl Room<Gcacw> for Advance {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("advance", "Choose units that advance", "G7.6-53")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.combat.attacker)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        pos.advance_orders(&self.combat, out);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Advance(unit) => pos.may_advance(&self.combat, unit),
            Order::Transfer(leader, unit) => pos.may_reattach(&self.combat, leader, unit),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        let mut combat = self.combat.clone();
        match *order {
            Order::Advance(unit) => play.choose_advance(combat, unit),
            Order::Transfer(leader, unit) => {
                play.attach(leader, unit);
                combat.reattached |= 1 << leader.0;
                play.ask(Advance { combat });
            }
            Order::Done => play.advance(combat),
            _ => play.not_answered(self.clone(), order),
        }
    }
}
