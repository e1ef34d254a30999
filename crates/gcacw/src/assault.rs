//! Assault and grand assault (5.3, 7.1).

use hexmap::Hex;
use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::combat::{Attack, Manner};
use crate::event::Event;
use crate::leaders::is_named;
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::results::{Combat, Stage};
use crate::ruleset::Gcacw;
use crate::setup::{Arm, DieOf, Forbidden, LeaderId, Rank, UnitId, UnitSet};
use crate::turn::Action;

/// An assault in progress (7.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Assault {
    pub(crate) leader: LeaderId,
    pub(crate) hex: Hex,
    pub(crate) selected: UnitSet,
    pub(crate) kept: UnitSet,
    pub(crate) joined: UnitSet,
    /// Units that must be kept, or hexes that may join.
    pub(crate) number: u8,
    pub(crate) lee: bool,
    /// The army or district leader of the grand assault.
    pub(crate) grand: bool,
    pub(crate) grand_tried: bool,
}

impl Pos<'_> {
    /// Whether a leader may begin an assault (5.3).
    pub(crate) fn may_assault(&self, leader: LeaderId) -> Result<(), Refusal> {
        let no = |rule, why: &'static str| Err(Refusal::new(rule, why));
        let l = self.setup.leader(leader);
        let Some(hex) = self.state.leader_hex(leader) else {
            return no(Rule("G5.3-1"), "that leader is not on the map");
        };
        if l.rank == Rank::Army {
            return no(Rule("G7.1-23"), "army leaders do not begin assaults");
        }
        if self.state.insubordinate >> leader.0 & 1 != 0 {
            return no(Rule("G4.2-3"), "he does not obey this turn");
        }
        self.may_stir(leader)?;
        self.permitted(l.side, Forbidden::Assault)?;
        if !self.state.stack(hex).any(|u| l.commands.has(u) && self.can_lead_assault(u)) {
            return no(Rule("G5.3-3"), "no unit of his command in his hex is at Fatigue Level 3 or less");
        }
        if self.assault_targets(l.side, hex).next().is_none() {
            return no(Rule("G5.3-1"), "no enemy hex that can be attacked is adjacent");
        }
        Ok(())
    }

    /// A unit that can be in an assault without being only a battery.
    fn can_lead_assault(&self, unit: UnitId) -> bool {
        self.may_join_assault(unit).is_ok() && self.may_attack_alone(unit).is_ok()
    }

    fn may_join_assault(&self, unit: UnitId) -> Result<(), Refusal> {
        self.may_act(unit)?;
        if self.state.unit(unit).fatigue > 3 {
            return Err(Refusal::new(
                Rule("G7.1-25"),
                "a unit at Fatigue Level 4 cannot take part in an assault",
            ));
        }
        if self.setup.unit(unit).arm == Arm::Wagon {
            return Err(Refusal::new(Rule("G7.1-1"), "wagon trains do not attack"));
        }
        self.permitted_to(unit, Forbidden::Assault)
    }

    /// The adjacent hexes that can be attacked from a hex by units that have not moved.
    fn assault_targets(&self, side: Side, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        self.setup
            .map
            .grid
            .neighbors(hex)
            .map(|(_, near)| near)
            .filter(move |near| self.attack_crosses(side, hex, *near, true).is_ok())
    }

    /// Whether a unit may be selected in step 1.
    pub(crate) fn may_select_for_assault(&self, assault: &Assault, unit: UnitId) -> Result<(), Refusal> {
        let l = self.setup.leader(assault.leader);
        let no = |rule, why: &'static str| Err(Refusal::new(rule, why));
        let here = self.state.unit(unit).is_on_map() && self.state.unit(unit).hex == assault.hex;
        if !here || self.setup.unit(unit).side != l.side {
            return no(Rule("G7.1-25"), "only units in the leader's hex can be selected");
        }
        if assault.selected.has(unit) {
            return no(Rule("G7.1-25"), "that unit has been selected already");
        }
        if !l.commands.has(unit) && self.setup.unit(unit).arm != Arm::Artillery {
            return no(Rule("G7.1-26"), "that unit is not of the leader's command");
        }
        self.may_join_assault(unit)
    }

    /// Whether the selection may be closed: not with artillery alone. Whoever leads is of the leader's
    /// command, or could not have been selected.
    pub(crate) fn may_close_assault(&self, assault: &Assault) -> Result<(), Refusal> {
        let leads = |u: UnitId| self.may_attack_alone(u).is_ok();
        if !assault.selected.into_iter().any(leads) {
            return Err(Refusal::new(Rule("G7.1-28"), "artillery alone makes no assault"));
        }
        Ok(())
    }

    pub(crate) fn assault_orders(&self, assault: &Assault, out: &mut Vec<Order>) {
        for unit in self.state.stack(assault.hex) {
            if self.may_select_for_assault(assault, unit).is_ok() {
                out.push(Order::Select(unit));
            }
        }
        if self.may_close_assault(assault).is_ok() {
            out.push(Order::Done);
        }
    }

    /// Whether a hex may be the target (7.1, step 3).
    pub(crate) fn may_assault_hex(&self, assault: &Assault, target: Hex) -> Result<(), Refusal> {
        self.attack_crosses(self.setup.leader(assault.leader).side, assault.hex, target, true)
    }

    pub(crate) fn target_orders(&self, assault: &Assault, out: &mut Vec<Order>) {
        let side = self.setup.leader(assault.leader).side;
        out.extend(self.assault_targets(side, assault.hex).map(Order::Attack));
    }

    /// Whether Lee's bonus may be announced (7.4).
    pub(crate) fn may_declare_lee(&self, leader: LeaderId, hex: Hex) -> Result<(), Refusal> {
        let no = |rule, why: &'static str| Err(Refusal::new(rule, why));
        let l = self.setup.leader(leader);
        if !self.setup.module.lee_bonus {
            return no(Rule("G7.4-38"), "this game has no bonus for Lee");
        }
        let lee_here = self.state.leaders_in(self.setup, hex).any(|other| {
            let other = self.setup.leader(other);
            other.side == Side::Confederate && other.rank == Rank::Army && is_named(&other.name, "Lee")
        });
        if l.side != Side::Confederate || !lee_here {
            return no(Rule("G7.4-35"), "Lee is not in the leader's hex");
        }
        match self.state.lee_corps {
            Some(corps) if corps != l.corps => {
                no(Rule("G7.4-39"), "this turn Lee's bonus belongs to another corps")
            }
            _ => Ok(()),
        }
    }

    /// Whether a selected unit may be kept (7.1, step 5): never artillery alone.
    pub(crate) fn may_keep(&self, assault: &Assault, unit: UnitId) -> Result<(), Refusal> {
        if !assault.selected.has(unit) || assault.kept.has(unit) {
            return Err(Refusal::new(Rule("G7.1-37"), "only a selected unit can be kept"));
        }
        let last = assault.kept.len() + 1 == assault.number as u32;
        let leads = |u: UnitId| self.may_attack_alone(u).is_ok();
        if last && !assault.kept.with(unit).into_iter().any(leads) {
            return Err(Refusal::new(Rule("G7.1-28"), "artillery alone makes no assault"));
        }
        Ok(())
    }

    /// Whether a grand assault may be tried through an army or district leader (7.1).
    pub(crate) fn may_try_grand(
        &self,
        assault: &Assault,
        target: Hex,
        leader: LeaderId,
    ) -> Result<(), Refusal> {
        let no = |rule, why: &'static str| Err(Refusal::new(rule, why));
        let l = self.setup.leader(assault.leader);
        let high = self.setup.leader(leader);
        if assault.grand_tried {
            return no(Rule("G7.1-54"), "one try in an action");
        }
        self.may_lead_grand(leader)?;
        if high.side != l.side || !high.rank.is_high() {
            return no(Rule("G7.1-47"), "a grand assault needs an army or district leader");
        }
        if l.cavalry {
            return no(Rule("G7.1-51"), "a cavalry leader makes no grand assault");
        }
        let Some(hex) = self.state.leader_hex(leader) else {
            return no(Rule("G7.1-47"), "that leader is not on the map");
        };
        if !self.command_radius(assault.leader).contains(&hex) {
            return no(Rule("G7.1-47"), "he is not within the command radius");
        }
        let committed: i32 = assault.kept.into_iter().map(|u| self.attack_value(u)).sum();
        if committed < self.setup.module.grand_assault_minimum {
            return no(Rule("G7.1-52"), "the assault must have a Combat value of 3 at least");
        }
        if self.joiners(assault, target).is_empty() {
            return no(Rule("G7.1-49"), "no further unit can join");
        }
        self.permitted(l.side, Forbidden::GrandAssault)
    }

    /// Every unit that could join a grand assault.
    fn joiners(&self, assault: &Assault, target: Hex) -> UnitSet {
        let side = self.setup.leader(assault.leader).side;
        let mut found = UnitSet::EMPTY;
        for (_, near) in self.setup.map.grid.neighbors(target) {
            if self.state.side_in(self.setup, near) != Some(side)
                || self.attack_crosses(side, near, target, true).is_err()
            {
                continue;
            }
            for unit in self.state.stack(near) {
                let free = !assault.selected.has(unit) && !assault.joined.has(unit);
                let able = self.state.unit(unit).demoralized == 0
                    && self.may_join_assault(unit).is_ok()
                    && self.permitted_to(unit, Forbidden::GrandAssault).is_ok();
                if free && able {
                    found.add(unit);
                }
            }
        }
        found
    }

    /// Whether a unit may join (grand assault, steps 2 and 3).
    pub(crate) fn may_join(&self, assault: &Assault, target: Hex, unit: UnitId) -> Result<(), Refusal> {
        if !self.joiners(assault, target).has(unit) {
            let rule = if self.state.unit(unit).demoralized > 0 { Rule("G11-12") } else { Rule("G7.1-61") };
            return Err(Refusal::new(rule, "that unit cannot join the grand assault"));
        }
        let mut hexes: Vec<Hex> = assault.joined.into_iter().map(|u| self.state.unit(u).hex).collect();
        hexes.push(self.state.unit(unit).hex);
        hexes.sort_unstable();
        hexes.dedup();
        if hexes.len() > assault.number as usize {
            return Err(Refusal::new(Rule("G7.1-59"), "the Grand Assault Number allows no further hex"));
        }
        Ok(())
    }

    pub(crate) fn join_orders(&self, assault: &Assault, target: Hex, out: &mut Vec<Order>) {
        for unit in self.joiners(assault, target) {
            if self.may_join(assault, target, unit).is_ok() {
                out.push(Order::Join(unit));
            }
        }
        if !assault.joined.is_empty() {
            out.push(Order::Done);
        }
    }

    /// Modifiers of the command dice that the scenario gives.
    pub(crate) fn command_die_modifier(&self, die: DieOf, leader: LeaderId) -> i16 {
        let side = self.setup.leader(leader).side;
        self.setup
            .modifiers
            .iter()
            .filter(|m| m.to == die && m.side == side)
            .filter(|m| m.leader.is_none_or(|l| l == leader))
            .filter(|m| m.turns.as_ref().is_none_or(|t| t.contains(&self.state.turn)))
            .map(|m| m.value)
            .sum()
    }

    /// The Assault Number for an unmodified command die; `None` ends the assault (7.1, step 5).
    pub(crate) fn assault_number(&self, leader: LeaderId, die: u8) -> Option<u8> {
        let l = self.setup.leader(leader);
        let district = if l.rank == Rank::District { -2 } else { 0 };
        let modified = die as i16 + district + self.command_die_modifier(DieOf::AssaultDie, leader);
        let number = self.command_value(leader) as i16 - modified;
        (die != 6 && number >= 0).then_some(number as u8)
    }

    /// How many of the selected units attack with an Assault Number.
    pub(crate) fn units_by_number(number: u8, selected: u32) -> u32 {
        (number as u32).max(1).min(selected)
    }
}

impl Play<'_> {
    /// Step 1: the leader is chosen.
    pub(crate) fn begin_assault(&mut self, leader: LeaderId) {
        let Some(hex) = self.state.leader_hex(leader) else { return self.ask(Action) };
        let assault = Assault {
            leader,
            hex,
            selected: UnitSet::EMPTY,
            kept: UnitSet::EMPTY,
            joined: UnitSet::EMPTY,
            number: 0,
            lee: false,
            grand: false,
            grand_tried: false,
        };
        self.tell(|t| Event::Assault { piece: t.leader(leader), from: t.hex(hex) });
        self.ask(AssaultUnits { assault });
    }

    fn select_for_assault(&mut self, mut assault: Assault, unit: UnitId) {
        assault.selected.add(unit);
        let mut left = Vec::new();
        self.pos().assault_orders(&assault, &mut left);
        if left == [Order::Done] {
            self.close_assault(assault);
        } else {
            self.ask(AssaultUnits { assault });
        }
    }

    /// Step 2: fatigue.
    fn close_assault(&mut self, assault: Assault) {
        for unit in assault.selected {
            self.state.unit_mut(unit).tire(1);
        }
        self.tell(|t| Event::AssaultUnits {
            piece: t.leader(assault.leader),
            units: t.units(assault.selected),
        });
        let mut targets = Vec::new();
        self.pos().target_orders(&assault, &mut targets);
        match targets[..] {
            [Order::Attack(only)] => self.assault_hex(assault, only),
            _ => self.ask(AssaultTarget { assault }),
        }
    }

    /// Steps 3 and 4: the target, and its cavalry's chance to leave.
    fn assault_hex(&mut self, assault: Assault, target: Hex) {
        self.tell(|t| Event::AssaultTarget { to: t.hex(target) });
        self.release_attacked(target);
        if self.setup.leader(assault.leader).cavalry {
            return self.lee_step(Lee { assault, target });
        }
        self.ask(Lee { assault, target });
        self.offer_from(target);
    }

    /// Just before the command die: Lee.
    pub(crate) fn lee_step(&mut self, lee: Lee) {
        if self.pos().may_declare_lee(lee.assault.leader, lee.assault.hex).is_ok() {
            self.ask(lee);
        } else {
            self.command_roll(lee.assault, lee.target);
        }
    }

    /// Lee's bonus is announced for the leader's corps.
    fn announce_lee(&mut self, mut assault: Assault, target: Hex) {
        self.state.lee_corps = Some(self.setup.leader(assault.leader).corps);
        assault.lee = true;
        self.command_roll(assault, target);
    }

    /// Step 5: the command die.
    fn command_roll(&mut self, mut assault: Assault, target: Hex) {
        let leader = assault.leader;
        let die = self.dice.d6("assault command");
        let number = self.pos().assault_number(leader, die);
        self.tell(|t| Event::AssaultCommand { piece: t.leader(leader), die, number });
        let Some(number) = number else { return self.assault_over(&assault) };
        let count = Pos::units_by_number(number, assault.selected.len());
        assault.number = count as u8;
        if count == assault.selected.len() {
            assault.kept = assault.selected;
            return self.kept_settled(assault, target);
        }
        self.ask(Keep { assault, target });
    }

    fn keep(&mut self, mut assault: Assault, target: Hex, unit: UnitId) {
        assault.kept.add(unit);
        if assault.kept.len() == assault.number as u32 {
            self.kept_settled(assault, target);
        } else {
            self.ask(Keep { assault, target });
        }
    }

    /// Step 6: grand assault, where one can be tried; an empty hex is simply occupied (7.7).
    fn kept_settled(&mut self, assault: Assault, target: Hex) {
        if self.state.side_in(self.setup, target).is_none() {
            return self.occupy_vacated(assault, target);
        }
        let tries = self.setup.leader_ids().any(|l| self.pos().may_try_grand(&assault, target, l).is_ok());
        if tries {
            self.ask(GrandAssault { assault, target });
        } else {
            self.assault_combat(assault, target);
        }
    }

    /// The cavalry has gone: the kept units may walk in.
    fn occupy_vacated(&mut self, assault: Assault, target: Hex) {
        self.resume_combat(Combat {
            attacker: self.setup.leader(assault.leader).side,
            attackers: assault.kept,
            defenders: UnitSet::EMPTY,
            from: assault.hex,
            target,
            stage: Stage::Advance,
            attacker_result: &VACATED,
            defender_result: &NOTHING,
            losses: 0,
            extra_loss: 0,
            chosen: UnitSet::EMPTY,
            reattached: 0,
            assault: Some(assault),
        });
    }

    /// A grand assault is tried (7.1).
    fn try_grand(&mut self, mut assault: Assault, target: Hex, leader: LeaderId) {
        assault.grand_tried = true;
        if let Some(unit) = self.state.leaders[leader.index()].unit {
            self.show(unit);
        }
        let die = self.dice.d6("grand assault");
        let modified = die as i16 + self.pos().command_die_modifier(DieOf::GrandAssaultDie, leader);
        let number = self.pos().command_value(leader) as i16 - modified;
        let works = modified < 6 && number >= 1;
        self.tell(|t| Event::GrandAssault {
            piece: t.leader(leader),
            die,
            hexes: works.then_some(number as u8),
        });
        if !works {
            return self.assault_combat(assault, target);
        }
        assault.grand = true;
        assault.number = number as u8;
        self.ask(Join { assault, target });
    }

    fn join(&mut self, mut assault: Assault, target: Hex, unit: UnitId) {
        assault.joined.add(unit);
        let mut left = Vec::new();
        self.pos().join_orders(&assault, target, &mut left);
        if left == [Order::Done] {
            self.joined(assault, target);
        } else {
            self.ask(Join { assault, target });
        }
    }

    /// Grand assault, step 4: fatigue of those who join; then the combat.
    fn joined(&mut self, assault: Assault, target: Hex) {
        for unit in assault.joined {
            self.state.unit_mut(unit).tire(1);
        }
        self.tell(|t| Event::AssaultUnits {
            piece: t.leader(assault.leader),
            units: t.units(assault.joined),
        });
        self.assault_combat(assault, target);
    }

    /// Steps 7 to 9.
    pub(crate) fn assault_now(&mut self, assault: Assault, target: Hex) {
        let attack = Attack {
            attackers: assault.kept.or(assault.joined),
            from: assault.hex,
            target,
            manner: Manner::Assault { leader: assault.leader, lee: assault.lee, grand: assault.grand },
        };
        self.fight(attack, Some(assault));
    }

    /// The action is over; markers of refused flanks go where everybody took part (7.8).
    pub(crate) fn assault_over(&mut self, assault: &Assault) {
        let took_part = assault.kept.or(assault.joined);
        for hex in self.state.refused.clone() {
            let stack = self.state.stack_set(hex);
            if !stack.is_empty() && stack.minus(took_part).is_empty() {
                self.drop_refused_flanks(hex);
            }
        }
        self.next_action_phase();
    }
}

/// Units of an assault (7.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct AssaultUnits {
    pub(crate) assault: Assault,
}

impl Room<Gcacw> for AssaultUnits {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("assault-units", "Select units for the assault", "G7.1-25")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        pos.assault_orders(&self.assault, out);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Select(unit) => pos.may_select_for_assault(&self.assault, unit),
            Order::Done => pos.may_close_assault(&self.assault),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        let assault = self.assault.clone();
        match *order {
            Order::Select(unit) => play.select_for_assault(assault, unit),
            Order::Done => play.close_assault(assault),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// The hex that an assault goes against (7.1, step 3).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct AssaultTarget {
    pub(crate) assault: Assault,
}

impl Room<Gcacw> for AssaultTarget {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("assault-target", "Choose the hex to assault", "G7.1-30")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        pos.target_orders(&self.assault, out);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Attack(to) => pos.may_assault_hex(&self.assault, to),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        let assault = self.assault.clone();
        match *order {
            Order::Attack(to) => play.assault_hex(assault, to),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// Lee's bonus (7.4).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Lee {
    pub(crate) assault: Assault,
    pub(crate) target: Hex,
}

impl Room<Gcacw> for Lee {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("lee", "Announce Lee's bonus, or not", "G7.4-41")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, _pos: Pos, out: &mut Vec<Order>) {
        out.extend([Order::Lee, Order::Done]);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Lee | Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        let assault = self.assault.clone();
        match *order {
            Order::Lee => play.announce_lee(assault, self.target),
            Order::Done => play.command_roll(assault, self.target),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// Which units the Assault Number keeps (7.1, step 5).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Keep {
    pub(crate) assault: Assault,
    pub(crate) target: Hex,
}

impl Room<Gcacw> for Keep {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("keep-units", "Choose the units that attack", "G7.1-37")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        let units = self.assault.selected.into_iter();
        out.extend(units.filter(|u| pos.may_keep(&self.assault, *u).is_ok()).map(Order::Keep));
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Keep(unit) => pos.may_keep(&self.assault, unit),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        let assault = self.assault.clone();
        match *order {
            Order::Keep(unit) => play.keep(assault, self.target, unit),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// Try a grand assault or go on (7.1, step 6).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct GrandAssault {
    pub(crate) assault: Assault,
    pub(crate) target: Hex,
}

impl Room<Gcacw> for GrandAssault {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("grand-assault", "Try a grand assault, or go on", "G7.1-39")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        let tries = |l: &LeaderId| pos.may_try_grand(&self.assault, self.target, *l).is_ok();
        out.extend(pos.setup.leader_ids().filter(tries).map(Order::Grand));
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Grand(leader) => pos.may_try_grand(&self.assault, self.target, leader),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        let assault = self.assault.clone();
        match *order {
            Order::Grand(leader) => play.try_grand(assault, self.target, leader),
            Order::Done => play.assault_combat(assault, self.target),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// Units that join a grand assault.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Join {
    pub(crate) assault: Assault,
    pub(crate) target: Hex,
}

impl Room<Gcacw> for Join {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("join-units", "Choose units that join the grand assault", "G7.1-60")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        pos.join_orders(&self.assault, self.target, out);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Join(unit) => pos.may_join(&self.assault, self.target, unit),
            Order::Done if self.assault.joined.is_empty() => {
                Err(Refusal::new(Rule("G7.1-64"), "at least one unit must join the grand assault"))
            }
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        let assault = self.assault.clone();
        match *order {
            Order::Join(unit) => play.join(assault, self.target, unit),
            Order::Done => play.joined(assault, self.target),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

static VACATED: crate::charts::CombatResult = crate::charts::CombatResult::read("a");
static NOTHING: crate::charts::CombatResult = crate::charts::CombatResult::read("-");
