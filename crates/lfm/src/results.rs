//! Carrying out results of combat and charges: losses, standing in NR terrain, exchanges (8.10, 9.1d).

use hexmap::Hex;
use table::{Refusal, Rule, Side};

use crate::event::Event;
use crate::order::Order;
use crate::pos::Pos;
use crate::run::Run;
use crate::setup::Id;
use crate::state::NONE;
use crate::tables::Outcome;
use crate::task::{Party, Task, Why};

/// Stands for "any hex of the party".
pub const ANYWHERE: Hex = Hex(NONE);

impl Pos<'_> {
    pub fn party_of(self, side: Side) -> Party {
        if self.state.fight.attacker == side { Party::Attackers } else { Party::Defenders }
    }

    fn pool(self, party: Party, hex: Hex) -> Vec<Id> {
        let side = self.state.fight.side(party);
        let riders = self.state.fight.charge && party == Party::Attackers;
        let of = |h: Hex| {
            let mine =
                move |u: &Id| self.counter(*u).side == side && (!riders || self.state.group.contains(u));
            self.units(h).filter(mine)
        };
        if hex != ANYWHERE {
            return of(hex).collect();
        }
        self.state.fight.hexes(party).flat_map(of).collect()
    }

    /// Who may be given up: first a unit with the cohesion rating that was used (8.10a).
    pub fn loss_choices(self, party: Party, hex: Hex, any: bool) -> Vec<Id> {
        let pool = self.pool(party, hex);
        let cr = self.state.fight.cr(party);
        let first: Vec<Id> = pool.iter().copied().filter(|u| self.counter(*u).cohesion == cr).collect();
        if any || first.is_empty() { pool } else { first }
    }

    /// Who may take the stand test.
    pub fn stand_choices(self, hex: Hex, side: Side) -> Vec<Id> {
        self.loss_choices(self.party_of(side), hex, false)
    }

    pub fn check_loss(self, order: Order, choices: &[Id]) -> Result<(), Refusal> {
        match order {
            Order::Lose(id) if choices.contains(&id) => Ok(()),
            Order::Lose(_) => {
                Err(Refusal::new(Rule("L8-15"), "the first loss must have the cohesion rating that was used"))
            }
            _ => Err(Refusal::new(Rule("L8-15"), "choose the unit that is lost")),
        }
    }

    pub fn check_stand(self, order: Order) -> Result<(), Refusal> {
        match order {
            Order::Stay | Order::Go => Ok(()),
            _ => Err(Refusal::new(Rule("L9-7"), "the stack may stand or retreat")),
        }
    }
}

impl Run<'_> {
    /// A stack has to retreat; in NR terrain its owner may choose (9.1d), but not from a charge (3.6).
    pub fn must_retreat(&mut self, hex: Hex, side: Side, why: Why, test: bool) {
        if !self.pos().held_by(hex, side) {
            return;
        }
        if why == Why::Combat && self.pos().no_retreat(hex) {
            self.push(Task::Stand { hex, side, test });
        } else {
            self.push(Task::Leave { hex, side, why });
        }
    }

    /// The stack leaves: a disorganized one loses a unit first (14.4).
    pub fn leave(&mut self, hex: Hex, side: Side, why: Why) {
        let pos = self.pos();
        if !pos.held_by(hex, side) {
            return;
        }
        let party = pos.party_of(side);
        // Only those who ride come back from a charge; others in their hex stay.
        let riders = self.state.fight.charge && party == Party::Attackers;
        let goes = |u: &Id| !riders || self.state.group.contains(u);
        let broken = pos.units(hex).filter(goes).any(|u| pos.disordered(u));
        if broken && !self.state.fight.has_paid(party, hex) {
            self.state.fight.pay(party, hex);
            self.push(Task::Leave { hex, side, why });
            self.push(Task::Lose { side, party, hex, any: false });
            return;
        }
        let members: Vec<Id> = pos.units(hex).chain(pos.leaders_of(hex, side)).filter(goes).collect();
        self.start_retreat(members, side, why);
    }

    pub fn apply_stand(&mut self, order: Order, hex: Hex, side: Side, test: bool) {
        if order == Order::Go {
            self.push(Task::Leave { hex, side, why: Why::Combat });
            return;
        }
        self.tell(|s| Event::Stood { at: s.label(hex) });
        if test && self.setup.tables.stand_test {
            self.push(Task::StandTest { hex, side });
        }
    }

    pub fn stand_test_alone(&mut self, hex: Hex, side: Side) {
        if let Some(unit) = self.pos().stand_choices(hex, side).first().copied() {
            self.stand_test(hex, unit);
        }
    }

    /// The price of standing: failing disorganizes a stack in order, and costs the unit otherwise.
    pub fn stand_test(&mut self, hex: Hex, unit: Id) {
        let broken = self.pos().units(hex).any(|u| self.pos().disordered(u));
        if self.check_cohesion(unit) {
            return;
        }
        if broken {
            self.casualties(hex);
            self.eliminate(unit);
        } else {
            self.disorganize(hex, &[unit]);
        }
    }

    pub fn lose_alone(&mut self, side: Side, party: Party, hex: Hex, any: bool) {
        if let Some(unit) = self.pos().loss_choices(party, hex, any).first().copied() {
            self.lose(unit, side, party);
        }
    }

    pub fn lose(&mut self, unit: Id, _side: Side, party: Party) {
        let hex = self.pos().piece(unit).at();
        self.casualties(hex);
        self.state.fight.pay(party, hex);
        let sp = self.pos().sp(unit);
        self.eliminate(unit);
        let exchange = self.state.fight.result == Some(Outcome::Exc);
        if exchange && party == Party::Defenders {
            self.push(Task::Exchange { need: sp as u8, first: true });
        }
    }

    pub fn exchange_alone(&mut self, need: u8, first: bool) {
        if let Some(unit) = self.pos().loss_choices(Party::Attackers, ANYWHERE, !first).first().copied() {
            self.exchange(unit, need);
        }
    }

    /// The attacker gives up units until the defender's loss is matched (8.10a).
    pub fn exchange(&mut self, unit: Id, need: u8) {
        let sp = self.pos().sp(unit) as u8;
        let hex = self.pos().piece(unit).at();
        self.casualties(hex);
        self.eliminate(unit);
        if sp < need {
            self.push(Task::Exchange { need: need - sp, first: false });
        }
    }

    /// Pushes what a result asks for; the last pushed comes first.
    pub fn carry_out_result(&mut self, result: Outcome) {
        self.state.fight.result = Some(result);
        self.state.fight.paid = [0; 2];
        self.state.rolled.clear();
        let why = if self.state.fight.charge { Why::Charge } else { Why::Combat };
        let attacker = self.state.fight.attacker;
        match result {
            Outcome::De2 => {
                self.all_retreat(Party::Defenders, why, false);
                self.give_up(Party::Defenders, true);
                self.give_up(Party::Defenders, false);
            }
            Outcome::De => {
                self.all_retreat(Party::Defenders, why, false);
                self.give_up(Party::Defenders, false);
            }
            Outcome::Dr => self.all_retreat(Party::Defenders, why, true),
            Outcome::Dc => self.push(Task::Name { side: attacker }),
            Outcome::Exc => self.give_up(Party::Defenders, false),
            Outcome::Ne => {}
            Outcome::Ar => self.all_retreat(Party::Attackers, why, true),
            Outcome::Ae => {
                self.all_retreat(Party::Attackers, why, false);
                self.give_up(Party::Attackers, false);
            }
        }
    }

    fn give_up(&mut self, party: Party, any: bool) {
        let side = self.state.fight.side(party);
        self.push(Task::Lose { side, party, hex: ANYWHERE, any });
    }

    fn all_retreat(&mut self, party: Party, why: Why, test: bool) {
        let side = self.state.fight.side(party);
        let hexes: Vec<Hex> = self.state.fight.hexes(party).collect();
        for hex in hexes.into_iter().rev() {
            self.push(Task::MustRetreat { hex, side, why, test });
        }
    }

    /// A unit is named for the cohesion check of a result.
    pub fn name_for_check(&mut self, unit: Id) {
        let fails = self.pos().rung(unit);
        self.push(Task::Checks { unit, left: 1, fails, fire: false });
    }
}
