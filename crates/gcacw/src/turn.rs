//! The sequence of play (3.0) and the Action Cycle with its initiative (4.0 to 4.4).

use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::event::Event;
use crate::leaders::Transfers;
use crate::module::Tie;
use crate::order::{self, Order};
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::sequence::Phase;
use crate::setup::{LeaderId, Rank, UnitId};

impl Pos<'_> {
    /// Whether a side has a unit that could take part in any action (4.2).
    pub(crate) fn is_eligible(&self, side: Side) -> bool {
        self.state.hides(side) || self.can_act(side)
    }

    /// Whether a side has an action to take. With a Force marker on the map it counts as eligible anyhow:
    /// what is under its markers must not show in who rolls for the initiative.
    pub(crate) fn can_act(&self, side: Side) -> bool {
        self.can_feint(side)
            || self.setup.by_side[side].into_iter().any(|u| {
                self.may_march(u).is_ok()
                    || self.may_entrench(u).is_ok()
                    || self.may_burn(u).is_ok()
                    || (self.setup.advanced && self.may_move_strategically(u, 2).is_ok())
            })
            || self.leaders_of_side(side).any(|l| self.may_assault(l).is_ok())
    }

    fn leaders_of_side(&self, side: Side) -> impl Iterator<Item = LeaderId> + '_ {
        self.setup.leader_ids().filter(move |l| self.setup.leader(*l).side == side)
    }

    /// Whether the player who acts commands a unit.
    fn own_unit(&self, unit: UnitId) -> Result<(), Refusal> {
        self.own(self.setup.unit(unit).side)
    }

    /// Whether the player who acts commands a leader.
    fn own_leader(&self, leader: LeaderId) -> Result<(), Refusal> {
        self.own(self.setup.leader(leader).side)
    }

    fn own(&self, side: Side) -> Result<(), Refusal> {
        if side == self.state.active {
            Ok(())
        } else {
            Err(Refusal::new(Rule("G4.3-2"), "that piece is not yours to command"))
        }
    }

    fn take_or_pass(&self, side: Side, out: &mut Vec<Order>) {
        if self.may_take(side).is_ok() {
            out.push(Order::Take);
        }
        out.push(Order::Pass);
    }

    /// The actions a side could take if it were its turn to act (5.0).
    pub(crate) fn actions_of(&self, side: Side, out: &mut Vec<Order>) {
        let day = !self.is_night();
        let mut trains = None;
        for unit in self.setup.by_side[side] {
            if !self.state.unit(unit).is_on_map() {
                continue;
            }
            if self.may_march(unit).is_ok() {
                out.push(Order::March(unit));
            }
            if day && self.may_entrench(unit).is_ok() {
                out.push(Order::Entrench(unit));
            }
            if day && self.may_burn(unit).is_ok() {
                out.push(Order::Burn(unit));
            }
            if self.setup.advanced {
                self.strategic_orders(unit, out);
                self.rail_orders(unit, &mut trains, out);
            }
        }
        for leader in self.leaders_of_side(side) {
            if self.may_activate(leader).is_ok() {
                out.push(Order::Activate(leader));
            }
            if day && self.may_assault(leader).is_ok() {
                out.push(Order::Assault(leader));
            }
        }
    }

    /// Who wins a tie on this number (4.2): where armies have an initiative of their own, that decides.
    pub(crate) fn tie(&self, number: u8) -> Tie {
        match self.state.army_initiative {
            Some(army) => army.tie(number),
            None => self.setup.ties[number as usize - 1],
        }
    }

    /// Whether a Confederate corps leader may be named for an insubordination check (BAC).
    pub(crate) fn may_name(&self, leader: LeaderId) -> Result<(), Refusal> {
        let l = self.setup.leader(leader);
        let open = l.side == Side::Confederate
            && l.rank == Rank::Corps
            && self.state.leader_hex(leader).is_some()
            && self.state.insubordinate >> leader.0 & 1 == 0;
        if open {
            Ok(())
        } else {
            Err(Refusal::new(Rule("G4.2-3"), "a Confederate corps leader on the map is named"))
        }
    }
}

impl Play<'_> {
    /// Begins a turn: its phases follow one after the other, see [`Play::run`].
    pub(crate) fn begin_turn(&mut self) {
        let turn = self.state.turn;
        self.tell(|t| Event::Turn { turn, date: t.setup.date(turn) });
        self.state.step = 0;
        self.state.campaign.begin_turn();
    }

    /// Leader Transfer Phase (6.3): the Union player first.
    pub(crate) fn transfers(&mut self, side: Side) {
        self.state.transferred = 0;
        let any = self.known(side).pos().open_transfers(side, &mut order::any).is_break();
        if !any && !self.state.hides(side) {
            self.transfers_done(side);
        } else {
            self.ask(Transfers { side });
        }
    }

    pub(crate) fn transfer(&mut self, leader: LeaderId, unit: crate::setup::UnitId) {
        self.state.transferred |= 1 << leader.0;
        self.attach(leader, unit);
    }

    pub(crate) fn transfers_done(&mut self, side: Side) {
        match side {
            Side::Union => self.transfers(Side::Confederate),
            Side::Confederate => self.after(Phase::LeaderTransfer),
        }
    }

    /// An action is complete: a new Action Phase begins (4.1), unless somebody has won.
    pub(crate) fn next_action_phase(&mut self) {
        self.state.pending.clear();
        self.night_is_over();
        if self.check_automatic(true) {
            return;
        }
        self.initiative();
    }

    /// The Initiative Segment (4.2).
    pub(crate) fn initiative(&mut self) {
        if let Some(forces) = self.state.forces.as_mut() {
            forces.new_action();
        }
        let able = |side| self.pos().is_eligible(side);
        let (union, confederate) = (able(Side::Union), able(Side::Confederate));
        self.state.initiative_die = None;
        match (union, confederate) {
            (false, false) => return self.end_cycle(),
            (true, false) if !self.setup.both_always_roll() => return self.wins(Side::Union),
            (false, true) if !self.setup.both_always_roll() => return self.wins(Side::Confederate),
            _ => {}
        }
        let (u, c) = (self.dice.d6("Union initiative"), self.dice.d6("Confederate initiative"));
        self.tell(|_| Event::Initiative { union: u, confederate: c });
        let winner = match u.cmp(&c) {
            std::cmp::Ordering::Greater => Side::Union,
            std::cmp::Ordering::Less => Side::Confederate,
            std::cmp::Ordering::Equal => match self.pos().tie(u) {
                Tie::Union => Side::Union,
                Tie::Confederate => Side::Confederate,
                Tie::MayEnd => {
                    if self.dice.d6("does the Action Cycle end") <= 3 {
                        return self.end_cycle();
                    }
                    Side::Union
                }
                Tie::Insubordination => return self.insubordination(),
            },
        };
        self.state.initiative_die = Some(if winner == Side::Union { u } else { c });
        if !self.offers_night_march(winner) {
            self.wins(winner);
        }
    }

    /// Somebody has won the initiative: he takes it or passes; who has nobody to act with must pass.
    pub(crate) fn wins(&mut self, side: Side) {
        self.state.active = side;
        if self.pos().is_eligible(side) {
            self.ask(Initiative { side });
        } else {
            self.passes(side);
        }
    }

    /// The winner passes: the other side may act, if it can (4.2, 4.4).
    pub(crate) fn passes(&mut self, side: Side) {
        let other = side.other();
        self.tell(|_| Event::Pass { side });
        self.state.initiative_die = None;
        if self.pos().is_eligible(other) {
            self.state.active = other;
            self.ask(Yielded { side: other });
        } else {
            self.end_cycle();
        }
    }

    fn insubordination(&mut self) {
        if self.setup.leader_ids().any(|l| self.pos().may_name(l).is_ok()) {
            self.ask(Insubordination);
        } else {
            self.wins(Side::Confederate);
        }
    }

    /// The Union player has named a leader: on 1 to 3 he does not obey this turn.
    fn name_insubordinate(&mut self, leader: LeaderId) {
        let die = self.dice.d6("insubordination");
        if die <= 3 {
            self.state.insubordinate |= 1 << leader.0;
        }
        self.tell(|t| Event::Insubordination { piece: t.leader(leader), die, obeys: die > 3 });
        self.wins(Side::Confederate);
    }

    /// The Action Cycle is over: recovery (4.4).
    pub(crate) fn end_cycle(&mut self) {
        self.after(Phase::ActionCycle);
    }

    /// Turn Indication Phase: the next turn, or the end.
    pub(crate) fn end_turn(&mut self) {
        if !self.setup.scores_in_its_own_phase() {
            self.score_turn();
        }
        if self.check_automatic(false) {
            return;
        }
        for unit in &mut self.state.units {
            unit.tried_bridge = false;
        }
        self.state.lee_corps = None;
        self.state.insubordinate = 0;
        self.state.skies.heat = false;
        if self.state.turn >= self.setup.turns {
            return self.finish_game();
        }
        self.state.turn += 1;
        self.begin_turn();
    }

    /// A player has the initiative and acts with it (4.2).
    fn take_initiative(&mut self, side: Side) {
        self.tell(|_| Event::Take { side, night: false });
        self.ask(Action);
    }
}

/// The winner of the initiative takes it or passes (4.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Initiative {
    pub(crate) side: Side,
}

impl Room<Gcacw> for Initiative {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("initiative", "Take the initiative or pass", "G4.2-11")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        pos.take_or_pass(self.side, out);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Take => pos.may_take(self.side),
            Order::Pass => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match order {
            Order::Take => play.take_initiative(self.side),
            Order::Pass => play.passes(self.side),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// The loser, offered the initiative, takes it or passes (4.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Yielded {
    pub(crate) side: Side,
}

impl Room<Gcacw> for Yielded {
    fn ask(&self, _pos: Pos) -> Ask {
        let prompt = "Take the yielded initiative, or pass and end the cycle";
        Ask::new("yielded-initiative", prompt, "G4.2-12")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        pos.take_or_pass(self.side, out);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Take => pos.may_take(self.side),
            Order::Pass => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        let side = self.side;
        match order {
            Order::Take => play.take_initiative(side),
            Order::Pass => {
                play.tell(|_| Event::Pass { side });
                play.end_cycle();
            }
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// The Union player names a Confederate corps leader (BAC).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Insubordination;

impl Room<Gcacw> for Insubordination {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("insubordination", "Name a Confederate corps leader to be tried", "G4.2-3")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(Side::Union)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        out.extend(pos.setup.leader_ids().filter(|l| pos.may_name(*l).is_ok()).map(Order::Name));
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Name(leader) => pos.may_name(*leader),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match order {
            Order::Name(leader) => play.name_insubordinate(*leader),
            _ => play.not_answered(Insubordination, order),
        }
    }
}

/// One action (5.0).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Action;

impl Room<Gcacw> for Action {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("choose-action", "Choose an action", "G4.3-1")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        pos.actions_of(pos.state.active, out);
        pos.marker_orders(pos.state.active, out);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        let seat = pos.state.active;
        match *order {
            Order::Marker(hex) => pos.may_place_marker(seat, hex),
            Order::Under(unit, marker) => pos.may_go_under(seat, unit, marker),
            Order::Feint(marker, _) => pos.may_feint(seat, marker),
            Order::Done => pos.may_do_nothing(seat),
            Order::March(unit) => pos.own_unit(unit).and_then(|()| pos.may_march(unit)),
            Order::Entrench(_) | Order::Burn(_) | Order::Assault(_) if pos.is_night() => {
                pos.by_day("a night march is a march or a leader's activation")
            }
            Order::Entrench(unit) => pos.own_unit(unit).and_then(|()| pos.may_entrench(unit)),
            Order::Burn(unit) => pos.own_unit(unit).and_then(|()| pos.may_burn(unit)),
            Order::Strategic(unit, levels) => {
                pos.own_unit(unit).and_then(|()| pos.may_move_strategically(unit, levels))
            }
            Order::Rail(unit, to) => {
                pos.own_unit(unit).and_then(|()| pos.may_ride_train(unit, to).map(|_| ()))
            }
            Order::Activate(leader) => pos.own_leader(leader).and_then(|()| pos.may_activate(leader)),
            Order::Assault(leader) => pos.own_leader(leader).and_then(|()| pos.may_assault(leader)),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::March(unit) => {
                let allowance = play.own_allowance(unit);
                play.begin_march(unit, allowance, false);
            }
            Order::Strategic(unit, levels) => play.move_strategically(unit, levels),
            Order::Rail(unit, to) => play.go_by_rail(unit, to),
            Order::Activate(leader) => play.activate(leader),
            Order::Assault(leader) => play.begin_assault(leader),
            Order::Feint(marker, guise) => play.feint(marker, guise),
            Order::Burn(unit) => {
                play.burn(unit);
                play.next_action_phase();
            }
            Order::Entrench(unit) => {
                play.entrench_action(unit);
                play.next_action_phase();
            }
            Order::Done => play.next_action_phase(),
            // What is done with markers is no action: it is still to be chosen.
            Order::Marker(hex) => {
                play.ask(Action);
                play.place_marker(play.state.active, hex);
            }
            Order::Under(unit, marker) => {
                play.ask(Action);
                play.go_under(unit, marker);
            }
            _ => play.not_answered(Action, order),
        }
    }
}
