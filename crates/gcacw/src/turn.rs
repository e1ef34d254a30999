//! The sequence of play (3.0) and the Action Cycle with its initiative (4.0 to 4.4).

use serde_json::json;
use table::{Refusal, Rule, Side};

use crate::flow::Ask;
use crate::module::Tie;
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::sequence::Phase;
use crate::setup::{LeaderId, Rank};

impl Pos<'_> {
    /// Whether a side has a unit that could take part in any action (4.2).
    pub fn is_eligible(&self, side: Side) -> bool {
        self.state.hides(side) || self.can_act(side)
    }

    /// Whether a side has an action to take. With a Force marker on the map it counts as eligible anyhow:
    /// what is under its markers must not show in who rolls for the initiative.
    pub fn can_act(&self, side: Side) -> bool {
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

    /// Every action open to the active player (5.0).
    pub fn action_orders(&self, out: &mut Vec<Order>) {
        self.actions_of(self.state.active, out);
    }

    /// The actions a side could take if it were its turn to act.
    pub fn actions_of(&self, side: Side, out: &mut Vec<Order>) {
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
    pub fn tie(&self, number: u8) -> Tie {
        match self.state.army_initiative {
            Some(army) => army.tie(number),
            None => self.setup.ties[number as usize - 1],
        }
    }

    /// Whether a Confederate corps leader may be named for an insubordination check (BAC).
    pub fn may_name(&self, leader: LeaderId) -> Result<(), Refusal> {
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
    /// Begins a turn: its phases follow one after the other.
    pub fn begin_turn(&mut self) {
        let turn = self.state.turn;
        self.tell(|t| {
            let date = t.0.date(turn).map(|d| format!(", {d}")).unwrap_or_default();
            t.event("turn", format!("Turn {turn}{date}.")).turn(turn)
        });
        self.state.step = 0;
        self.state.campaign.begin_turn();
        self.next_phase();
    }

    /// Leader Transfer Phase (6.3): the Union player first.
    pub fn transfers(&mut self, side: Side) {
        self.state.transferred = 0;
        self.state.ask = Ask::Transfer(side);
        let mut orders = Vec::new();
        self.known(side).pos().transfer_orders(side, &mut orders);
        if orders.len() == 1 && !self.state.hides(side) {
            self.transfers_done(side);
        }
    }

    pub fn transfer(&mut self, leader: LeaderId, unit: crate::setup::UnitId) {
        self.state.transferred |= 1 << leader.0;
        self.attach(leader, unit);
    }

    pub fn transfers_done(&mut self, side: Side) {
        match side {
            Side::Union => self.transfers(Side::Confederate),
            Side::Confederate => self.after(Phase::LeaderTransfer),
        }
    }

    /// An action is complete: a new Action Phase begins (4.1), unless somebody has won.
    pub fn next_action_phase(&mut self) {
        self.state.march = None;
        self.state.activation = None;
        self.state.assault = None;
        self.state.combat = None;
        self.night_is_over();
        if self.check_automatic(true) {
            return;
        }
        self.initiative();
    }

    /// The Initiative Segment (4.2).
    pub fn initiative(&mut self) {
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
        self.tell(|t| {
            t.event("initiative", format!("Initiative: Union {u}, Confederate {c}."))
                .data(json!({"union": u, "confederate": c}))
        });
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
    pub fn wins(&mut self, side: Side) {
        self.state.active = side;
        if self.pos().is_eligible(side) {
            self.state.ask = Ask::Initiative(side);
        } else {
            self.passes(side);
        }
    }

    /// The winner passes: the other side may act, if it can (4.2, 4.4).
    pub fn passes(&mut self, side: Side) {
        let other = side.other();
        self.tell(|t| t.event("pass", format!("The {side} player passes.")).side(side));
        self.state.initiative_die = None;
        if self.pos().is_eligible(other) {
            self.state.active = other;
            self.state.ask = Ask::Yielded(other);
        } else {
            self.end_cycle();
        }
    }

    fn insubordination(&mut self) {
        if self.setup.leader_ids().any(|l| self.pos().may_name(l).is_ok()) {
            self.state.ask = Ask::Insubordination;
        } else {
            self.wins(Side::Confederate);
        }
    }

    /// The Union player has named a leader: on 1 to 3 he does not obey this turn.
    pub fn name_insubordinate(&mut self, leader: LeaderId) {
        let die = self.dice.d6("insubordination");
        if die <= 3 {
            self.state.insubordinate |= 1 << leader.0;
        }
        self.tell(|t| {
            let text = match die {
                1..=3 => format!("{} does not obey this turn.", t.leader(leader)),
                _ => format!("{} obeys.", t.leader(leader)),
            };
            t.event("insubordination", text).piece(t.leader(leader)).data(json!({"die": die}))
        });
        self.wins(Side::Confederate);
    }

    /// The Action Cycle is over: recovery (4.4).
    pub fn end_cycle(&mut self) {
        self.after(Phase::ActionCycle);
    }

    /// Turn Indication Phase: the next turn, or the end.
    pub fn end_turn(&mut self) {
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
}
