//! Activate Leader (5.2): several marches and entrenchments in one action.

use hexmap::Hex;
use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::campaign::Mount;
use crate::charts;
use crate::event::{Event, OnFoot};
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::setup::{Arm, Forbidden, LeaderId, Rank, UnitId, UnitSet};
use crate::turn::Action;

/// A leader activation in progress (5.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Activation {
    pub(crate) leader: LeaderId,
    /// Units he may select.
    pub(crate) eligible: UnitSet,
    /// Selected and still to go: to march, to entrench.
    pub(crate) marching: UnitSet,
    pub(crate) digging: UnitSet,
    /// All that were selected.
    pub(crate) selected: UnitSet,
    /// Most units he may select.
    pub(crate) limit: u8,
    /// Half MP of the leader; and of a unit on foot under a cavalry leader.
    pub(crate) allowance: u16,
    pub(crate) on_foot: u16,
    /// The hex he was in when activated.
    pub(crate) from: Hex,
    /// A unit has already marched.
    pub(crate) one_went: bool,
}

impl Pos<'_> {
    /// Whether a leader may be activated (5.2).
    pub(crate) fn may_activate(&self, leader: LeaderId) -> Result<(), Refusal> {
        let l = self.setup.leader(leader);
        if self.state.leader_hex(leader).is_none() {
            return Err(Refusal::new(Rule("G5.2-5"), "that leader is not on the map"));
        }
        if l.rank == Rank::Army {
            return Err(Refusal::new(Rule("G2.2-12"), "army leaders are not activated"));
        }
        self.may_stir(leader)?;
        self.permitted(l.side, Forbidden::Activate)?;
        if self.fit_subordinate_near(leader) {
            return Ok(());
        }
        Err(Refusal::new(
            Rule("G5.2-4"),
            "no unit of his command within his radius is at Fatigue Level 3 or less",
        ))
    }

    /// A subordinate in the radius who can be selected: the one he is with, most often.
    fn fit_subordinate_near(&self, leader: LeaderId) -> bool {
        let fit = |u: UnitId| self.may_march(u).is_ok() || self.may_entrench(u).is_ok();
        let own = |u: &UnitId| self.setup.leader(leader).commands.has(*u);
        let with = self.state.leaders[leader.index()].unit.filter(own);
        with.is_some_and(fit) || self.units_in_radius(leader).into_iter().any(fit)
    }

    /// The units a leader may select: his own in his radius, and any artillery there (5.2).
    fn selectable(&self, leader: LeaderId) -> UnitSet {
        let l = self.setup.leader(leader);
        let hexes = self.command_radius(leader);
        let near = |u: &UnitId| self.state.unit(*u).is_on_map() && hexes.contains(&self.state.unit(*u).hex);
        let joins = |u: &UnitId| !l.cavalry && self.setup.unit(*u).arm == Arm::Artillery;
        self.setup.by_side[l.side]
            .into_iter()
            .filter(|u| near(u) && (l.commands.has(*u) || joins(u)))
            .collect()
    }

    /// Whether a unit may be selected to march.
    pub(crate) fn may_select(&self, activation: &Activation, unit: UnitId) -> Result<(), Refusal> {
        self.may_be_selected(activation, unit)?;
        self.may_march(unit)
    }

    /// Whether a unit may be selected to entrench.
    pub(crate) fn may_select_to_dig(&self, activation: &Activation, unit: UnitId) -> Result<(), Refusal> {
        self.may_be_selected(activation, unit)?;
        self.may_entrench(unit)
    }

    fn may_be_selected(&self, activation: &Activation, unit: UnitId) -> Result<(), Refusal> {
        if activation.selected.has(unit) {
            return Err(Refusal::new(Rule("G5.2-6"), "that unit has been selected already"));
        }
        if !activation.eligible.has(unit) {
            return Err(Refusal::new(
                Rule("G5.2-6"),
                "only units of the leader's command within his radius can be selected",
            ));
        }
        let count = activation.selected.len() as u8;
        let own = activation.selected.with(unit).and(self.setup.leader(activation.leader).commands);
        let last = count + 1 >= activation.limit;
        if count >= activation.limit {
            return Err(Refusal::new(Rule("G5.2-9"), "the initiative die allows no more units"));
        }
        if last && own.is_empty() {
            return Err(Refusal::new(
                Rule("G5.2-12"),
                "a unit of the leader's own command must be among them",
            ));
        }
        Ok(())
    }

    /// Whether the selection may be closed.
    pub(crate) fn may_close_selection(&self, activation: &Activation) -> Result<(), Refusal> {
        if activation.selected.and(self.setup.leader(activation.leader).commands).is_empty() {
            return Err(Refusal::new(
                Rule("G5.2-6"),
                "at least one unit of the leader's command must be selected",
            ));
        }
        Ok(())
    }

    pub(crate) fn selection_orders(&self, activation: &Activation, out: &mut Vec<Order>) {
        for unit in activation.eligible.minus(activation.selected) {
            if self.may_select(activation, unit).is_ok() {
                out.push(Order::Select(unit));
            }
            if self.setup.entrench_action() && self.may_select_to_dig(activation, unit).is_ok() {
                out.push(Order::Dig(unit));
            }
        }
        if self.may_close_selection(activation).is_ok() {
            out.push(Order::Done);
        }
    }

    /// Whether the active leader may be attached to a unit in step 5 (5.2, 6.3).
    pub(crate) fn may_attach_active(&self, activation: &Activation, unit: UnitId) -> Result<(), Refusal> {
        let leader = activation.leader;
        let no = |rule, why: &'static str| Err(Refusal::new(rule, why));
        if self.state.leaders[leader.index()].unit == Some(unit) || !self.state.unit(unit).is_on_map() {
            return no(Rule("G5.2-30"), "he is attached to that unit already");
        }
        let joined_guns = activation.selected.has(unit)
            && self.setup.unit(unit).arm == Arm::Artillery
            && !self.setup.leader(leader).rank.is_high();
        if !crate::command::can_attach(self.setup, leader, unit) && !joined_guns {
            return no(Rule("G5.2-30"), "he can only be attached to a unit of his command");
        }
        if self.level_taken(leader, unit) {
            return no(Rule("G6.3-3"), "that unit has a leader of the same level");
        }
        let hex = self.state.unit(unit).hex;
        let selected_there = self.state.stack(hex).any(|u| activation.selected.has(u));
        if hex != activation.from && !selected_there {
            return no(Rule("G5.2-29"), "he may transfer only to the hex of a selected unit");
        }
        Ok(())
    }

    /// Whether an army or district leader may go along with the active leader (6.3).
    pub(crate) fn may_accompany(
        &self,
        activation: &Activation,
        leader: LeaderId,
        unit: UnitId,
    ) -> Result<(), Refusal> {
        let no = |rule, why: &'static str| Err(Refusal::new(rule, why));
        let l = self.setup.leader(leader);
        if l.side != self.setup.leader(activation.leader).side
            || !l.rank.is_high()
            || leader == activation.leader
            || self.state.leader_hex(leader) != Some(activation.from)
        {
            return no(Rule("G6.3-17"), "only an army or district leader in his hex may go along");
        }
        if self.setup.leader(activation.leader).cavalry {
            return no(Rule("G6.3-18"), "nobody goes along with a cavalry leader");
        }
        if self.state.leaders[activation.leader.index()].unit != Some(unit) {
            return no(Rule("G6.3-17"), "he must join the unit that the active leader joins");
        }
        if !crate::command::can_attach(self.setup, leader, unit) || self.level_taken(leader, unit) {
            return no(Rule("G6.3-17"), "he cannot be attached to that unit");
        }
        Ok(())
    }
}

impl Play<'_> {
    /// Step 1: the leader is chosen; his units are asked for.
    pub(crate) fn activate(&mut self, leader: LeaderId) {
        let side = self.setup.leader(leader).side;
        let limited = self.setup.module.union_selection_by_die && side == Side::Union;
        let limit = match self.state.initiative_die {
            Some(1..=4) if limited => 1,
            Some(5) if limited => 2,
            _ => u8::MAX,
        };
        let Some(from) = self.state.leader_hex(leader) else { return self.ask(Action) };
        let activation = Activation {
            leader,
            eligible: self.known(side).pos().selectable(leader),
            marching: UnitSet::EMPTY,
            digging: UnitSet::EMPTY,
            selected: UnitSet::EMPTY,
            limit,
            allowance: 0,
            on_foot: 0,
            from,
            one_went: false,
        };
        self.tell(|t| {
            Event::Activate { piece: t.leader(leader), from: t.hex(from) }
                .or_openly_if(t.secrets(), || Event::HiddenLeaderActs { side })
        });
        self.ask(SelectUnits { activation });
    }

    /// Step 2: a unit is selected, to march or to entrench.
    fn select(&mut self, mut activation: Activation, unit: UnitId, dig: bool) {
        activation.selected.add(unit);
        if dig {
            activation.digging.add(unit);
        } else {
            activation.marching.add(unit);
        }
        let mut left = Vec::new();
        self.pos().selection_orders(&activation, &mut left);
        if left == [Order::Done] {
            self.close_selection(activation);
        } else {
            self.ask(SelectUnits { activation });
        }
    }

    /// Steps 3 and 4: the leader's allowance.
    fn close_selection(&mut self, mut activation: Activation) {
        let (leader, marching) = (activation.leader, activation.marching);
        let [allowance, on_foot] = if marching.is_empty() { [0; 2] } else { self.leader_allowance(leader) };
        activation.allowance = allowance * 2;
        activation.on_foot = on_foot * 2;
        let (hidden, side) = (self.state.is_leader_hidden(leader), self.setup.leader(leader).side);
        let walking: UnitSet = marching.into_iter().filter(|u| self.pos().is_unmounted(*u)).collect();
        self.tell(|t| {
            let on_foot = (!walking.is_empty()).then(|| OnFoot { units: t.units(walking), mp: on_foot });
            Event::LeaderAllowance {
                piece: t.leader(leader),
                units: t.units(marching),
                mp: allowance,
                on_foot,
            }
            .or_openly_if(t.secrets(), || Event::LeaderLeads {
                side,
                piece: (!hidden).then(|| t.leader(leader)),
                mp: allowance,
            })
        });
        if self.pos().attachments(&activation).is_empty() {
            self.next_of_activation(activation);
        } else {
            self.ask(AttachLeader { activation });
        }
    }

    /// The leader's movement dice (5.2, step 3): for his units, and for cavalry of his that goes on foot.
    /// That gets the first of his two dice and what an infantry leader adds.
    fn leader_allowance(&mut self, leader: LeaderId) -> [u16; 2] {
        let l = self.setup.leader(leader);
        match (l.cavalry, l.rank) {
            (false, Rank::GrandDivision) => {
                let die = self.dice.d6("leader march");
                self.show_dice(&[die]);
                [self.pos().paced(l.side, false, (die + self.grand_division_bonus()) as u16); 2]
            }
            (cavalry, rank) => self.led_allowance(l.side, cavalry, rank != Rank::Division),
        }
    }

    /// The movement dice of a leader (5.2, step 3), in MP: for his units, and for those of them on foot.
    /// `corps`: he is more than a division's.
    pub(crate) fn led_allowance(&mut self, side: Side, cavalry: bool, corps: bool) -> [u16; 2] {
        let first = self.dice.d6("leader march");
        let dice = [first, if cavalry { self.dice.d6("leader march") } else { 0 }];
        self.show_dice(&dice[..1 + usize::from(cavalry)]);
        let foot = charts::led_foot(self.setup.module, side, first);
        let foot = self.pos().paced(side, false, u16::from(foot));
        if !cavalry {
            return [foot; 2];
        }
        let mounted = charts::led_cavalry(side, corps, dice[0] + dice[1]);
        [self.pos().paced(side, true, u16::from(mounted)), foot]
    }

    /// Burnside's Grand Divisions stepped out smartly from 15 to 17 November 1862 (5.2).
    fn grand_division_bonus(&self) -> u8 {
        match self.setup.day(self.state.turn) {
            Some((1862, 11, 15..=17)) => 2,
            _ => 1,
        }
    }

    /// Step 5: the leader is attached to another unit, and others may go along.
    fn attach_active(&mut self, activation: Activation, unit: UnitId) {
        self.attach(activation.leader, unit);
        if self.state.unit(unit).hex != activation.from {
            self.ask_for_companions(activation, unit);
        } else {
            self.next_of_activation(activation);
        }
    }

    /// Army and district leaders who may go along are asked for, as long as there are any.
    fn ask_for_companions(&mut self, activation: Activation, unit: UnitId) {
        if self.pos().companions(&activation, unit).is_empty() {
            self.next_of_activation(activation);
        } else {
            self.ask(Accompany { activation, unit });
        }
    }

    /// Steps 6 to 9: the next unit, or the end of the action.
    pub(crate) fn next_of_activation(&mut self, mut activation: Activation) {
        let gone = |u: &UnitId| !self.state.units[u.index()].is_on_map();
        let lost: UnitSet = activation.marching.or(activation.digging).into_iter().filter(gone).collect();
        activation.marching = activation.marching.minus(lost);
        activation.digging = activation.digging.minus(lost);
        let left = activation.marching.or(activation.digging);
        match (left.len(), left.first()) {
            (0, _) | (_, None) => self.next_action_phase(),
            (1, Some(unit)) => self.go(activation, unit),
            _ => self.ask(NextUnit { activation }),
        }
    }

    /// Step 6: one selected unit performs what was declared for it.
    fn go(&mut self, mut activation: Activation, unit: UnitId) {
        if activation.digging.has(unit) {
            activation.digging.remove(unit);
            self.entrench_action(unit);
            return self.next_of_activation(activation);
        }
        activation.marching.remove(unit);
        let (leader, later) = (activation.leader, activation.one_went);
        let (mounted, foot) = (activation.allowance, activation.on_foot);
        activation.one_went = true;
        let l = self.setup.leader(leader);
        let no_attack = later && l.cavalry && l.rank == Rank::Division;
        let allowance = if self.pos().is_unmounted(unit) { foot } else { mounted };
        self.ask(NextUnit { activation });
        self.begin_march(unit, allowance, no_attack);
    }
}

impl Pos<'_> {
    /// Whether a unit marches with what its leader gives those on foot.
    fn is_unmounted(&self, unit: UnitId) -> bool {
        self.state.unit(unit).mount == Mount::Unmounted
    }

    /// The units the active leader could be attached to in step 5.
    fn attachments(&self, activation: &Activation) -> UnitSet {
        let mut hexes: Vec<Hex> = activation.selected.into_iter().map(|u| self.state.unit(u).hex).collect();
        hexes.push(activation.from);
        let mut found = UnitSet::EMPTY;
        for hex in hexes {
            for unit in self.state.stack(hex) {
                if self.may_attach_active(activation, unit).is_ok() {
                    found.add(unit);
                }
            }
        }
        found
    }

    /// The leaders who may go along to a unit.
    fn companions(&self, activation: &Activation, unit: UnitId) -> Vec<LeaderId> {
        self.setup.leader_ids().filter(|l| self.may_accompany(activation, *l, unit).is_ok()).collect()
    }
}

/// Units of a leader activation (5.2, step 2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SelectUnits {
    pub(crate) activation: Activation,
}

impl Room<Gcacw> for SelectUnits {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("select-units", "Select units of the leader's command", "G5.2-6")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        pos.selection_orders(&self.activation, out);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Select(unit) => pos.may_select(&self.activation, unit),
            Order::Dig(unit) => pos.may_select_to_dig(&self.activation, unit),
            Order::Done => pos.may_close_selection(&self.activation),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        let activation = self.activation.clone();
        match *order {
            Order::Select(unit) => play.select(activation, unit, false),
            Order::Dig(unit) => play.select(activation, unit, true),
            Order::Done => play.close_selection(activation),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// Transfer and attachment of the active leader (5.2, step 5).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct AttachLeader {
    pub(crate) activation: Activation,
}

impl Room<Gcacw> for AttachLeader {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("attach-leader", "Attach the leader to a unit, or leave him where he is", "G5.2-29")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        let leader = self.activation.leader;
        out.extend(pos.attachments(&self.activation).into_iter().map(|u| Order::Transfer(leader, u)));
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Transfer(leader, _) if leader != self.activation.leader => {
                Err(Refusal::new(Rule("G5.2-29"), "only the active leader may transfer"))
            }
            Order::Transfer(_, unit) => pos.may_attach_active(&self.activation, unit),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        let activation = self.activation.clone();
        match *order {
            Order::Transfer(_, unit) => play.attach_active(activation, unit),
            Order::Done => play.next_of_activation(activation),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// Army and district leaders who go along with the active leader (6.3).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Accompany {
    pub(crate) activation: Activation,
    /// The unit he has joined.
    pub(crate) unit: UnitId,
}

impl Room<Gcacw> for Accompany {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("accompany", "Let higher leaders go along, or be done", "G6.3-17")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        let open = pos.companions(&self.activation, self.unit);
        out.extend(open.into_iter().map(|l| Order::Transfer(l, self.unit)));
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Transfer(leader, unit) => pos.may_accompany(&self.activation, leader, unit),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        let activation = self.activation.clone();
        match *order {
            Order::Transfer(leader, unit) => {
                play.attach(leader, unit);
                play.ask_for_companions(activation, unit);
            }
            Order::Done => play.next_of_activation(activation),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// The next unit of the activation (5.2, step 6).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct NextUnit {
    pub(crate) activation: Activation,
}

impl Room<Gcacw> for NextUnit {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("next-unit", "Choose the next unit of the activation", "G5.2-33")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, _pos: Pos, out: &mut Vec<Order>) {
        out.extend(self.activation.marching.or(self.activation.digging).into_iter().map(Order::Go));
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        let waits = self.activation.marching.or(self.activation.digging);
        match *order {
            Order::Go(unit) if waits.has(unit) => Ok(()),
            Order::Go(_) => Err(Refusal::new(Rule("G5.2-33"), "that unit is not waiting to go")),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Go(unit) => play.go(self.activation.clone(), unit),
            _ => play.not_answered(self.clone(), order),
        }
    }
}
