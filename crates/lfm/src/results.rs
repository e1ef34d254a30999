//! Carrying out results of combat and charges: losses, standing in NR terrain, exchanges (8.10, 9.1d).

use hexmap::Hex;
use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::Lfm;
use crate::decide::unchecked;
use crate::event::Event;
use crate::order::Order;
use crate::pending::{Open, Party, Pending, Step, Why};
use crate::play::Play;
use crate::position::Pos;
use crate::setup::Id;
use crate::state::NONE;
use crate::tables::Outcome;

/// Stands for "any hex of the party".
pub(crate) const ANYWHERE: Hex = Hex(NONE);

impl Pos<'_> {
    pub(crate) fn party_of(self, side: Side) -> Party {
        if self.state.fight.attacker == side { Party::Attackers } else { Party::Defenders }
    }

    /// Units in the hexes that defend.
    fn targets(self) -> impl Iterator<Item = Id> {
        self.state.fight.hexes(Party::Defenders).flat_map(move |h| self.units(h))
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
    pub(crate) fn loss_choices(self, party: Party, hex: Hex, any: bool) -> Vec<Id> {
        let pool = self.pool(party, hex);
        let cr = self.state.fight.cr(party);
        let first: Vec<Id> = pool.iter().copied().filter(|u| self.counter(*u).cohesion == cr).collect();
        if any || first.is_empty() { pool } else { first }
    }

    /// Who may take the stand test.
    pub(crate) fn stand_choices(self, hex: Hex, side: Side) -> Vec<Id> {
        self.loss_choices(self.party_of(side), hex, false)
    }

    pub(crate) fn check_loss(self, order: Order, choices: &[Id]) -> Result<(), Refusal> {
        match order {
            Order::Lose(id) if choices.contains(&id) => Ok(()),
            Order::Lose(_) => {
                Err(Refusal::new(Rule("L8-15"), "the first loss must have the cohesion rating that was used"))
            }
            _ => Err(Refusal::new(Rule("L8-15"), "choose the unit that is lost")),
        }
    }
}

impl Play<'_> {
    /// A stack has to retreat; in NR terrain its owner may choose (9.1d), but not from a charge (3.6).
    pub(crate) fn must_retreat(&mut self, hex: Hex, side: Side, why: Why, test: bool) {
        if !self.pos().held_by(hex, side) {
            return;
        }
        if why == Why::Combat && self.pos().no_retreat(hex) {
            self.push(Pending::Stand(Stand { hex, side, test }));
        } else {
            self.push(Step::Leave { hex, side, why });
        }
    }

    /// The stack leaves: a disorganized one loses a unit first (14.4).
    pub(crate) fn leave(&mut self, hex: Hex, side: Side, why: Why) {
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
            self.push(Step::Leave { hex, side, why });
            self.push(Pending::Lose(Loss { party, hex, any: false }));
            return;
        }
        let members: Vec<Id> = pos.units(hex).chain(pos.leaders_of(hex, side)).filter(goes).collect();
        self.start_retreat(members, side, why);
    }

    /// The price of standing: failing disorganizes a stack in order, and costs the unit otherwise.
    pub(crate) fn stand_test(&mut self, hex: Hex, unit: Id) {
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

    fn lose(&mut self, unit: Id, party: Party) {
        let hex = self.pos().piece(unit).at();
        self.casualties(hex);
        self.state.fight.pay(party, hex);
        let sp = self.pos().sp(unit);
        self.eliminate(unit);
        let exchange = self.state.fight.result == Some(Outcome::Exc);
        if exchange && party == Party::Defenders {
            self.push(Pending::Exchange(Exchange { need: sp as u8, first: true }));
        }
    }

    /// The attacker gives up units until the defender's loss is matched (8.10a).
    pub(crate) fn exchange(&mut self, unit: Id, need: u8) {
        let sp = self.pos().sp(unit) as u8;
        let hex = self.pos().piece(unit).at();
        self.casualties(hex);
        self.eliminate(unit);
        if sp < need {
            self.push(Pending::Exchange(Exchange { need: need - sp, first: false }));
        }
    }

    /// Pushes what a result asks for; the last pushed comes first.
    pub(crate) fn carry_out_result(&mut self, result: Outcome) {
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
            Outcome::Dc => self.push(Pending::Name(NameUnit { side: attacker })),
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
        self.push(Pending::Lose(Loss { party, hex: ANYWHERE, any }));
    }

    fn all_retreat(&mut self, party: Party, why: Why, test: bool) {
        let side = self.state.fight.side(party);
        let hexes: Vec<Hex> = self.state.fight.hexes(party).collect();
        for hex in hexes.into_iter().rev() {
            self.push(Step::MustRetreat { hex, side, why, test });
        }
    }

    /// A unit is named for the cohesion check of a result.
    pub(crate) fn name_for_check(&mut self, unit: Id) {
        let fails = self.pos().rung(unit);
        self.push(Step::Checks { unit, left: 1, fails, fire: false });
    }
}

/// The owner chooses whether to stand in NR terrain (9.1d).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Stand {
    pub hex: Hex,
    pub side: Side,
    pub test: bool,
}

impl Room<Lfm> for Stand {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("stand", "Stand in this terrain, or retreat", "L9-7")
    }

    fn seats(&self, _pos: Pos<'_>) -> Seats {
        self.side.into()
    }

    fn orders(&self, _pos: Pos<'_>, out: &mut Vec<Order>) {
        out.extend([Order::Stay, Order::Go]);
    }

    fn check(&self, _pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Stay | Order::Go => Ok(()),
            _ => Err(Refusal::new(Rule("L9-7"), "the stack may stand or retreat")),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        let Stand { hex, side, test } = *self;
        if *order == Order::Go {
            play.push(Step::Leave { hex, side, why: Why::Combat });
            return;
        }
        play.tell(|s| Event::Stood { at: s.label(hex) });
        if test && play.setup.tables.stand_test {
            play.push(Pending::StandTest(StandTest { hex, side }));
        }
    }
}

impl Open for Stand {
    fn waits(&self, pos: Pos<'_>) -> bool {
        pos.held_by(self.hex, self.side)
    }

    fn alone(&self, _play: &mut Play<'_>) {}
}

/// The owner chooses who takes the stand test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct StandTest {
    pub hex: Hex,
    pub side: Side,
}

impl Room<Lfm> for StandTest {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("stand-test", "Choose the unit that takes the stand test", "LTAB-3")
    }

    fn seats(&self, _pos: Pos<'_>) -> Seats {
        self.side.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        out.extend(pos.stand_choices(self.hex, self.side).into_iter().map(Order::Name));
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Name(id) if pos.stand_choices(self.hex, self.side).contains(id) => Ok(()),
            _ => Err(Refusal::new(Rule("LTAB-3"), "name one of the units offered")),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        let Order::Name(id) = *order else { return unchecked(order) };
        play.stand_test(self.hex, id);
    }
}

impl Open for StandTest {
    fn waits(&self, pos: Pos<'_>) -> bool {
        pos.stand_choices(self.hex, self.side).len() > 1
    }

    fn alone(&self, play: &mut Play<'_>) {
        if let Some(unit) = play.pos().stand_choices(self.hex, self.side).first().copied() {
            play.stand_test(self.hex, unit);
        }
    }
}

/// The owner gives up a unit: of one hex, or of a party to the fight (8.10).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Loss {
    pub party: Party,
    pub hex: Hex,
    /// Any unit will do: the first loss was another.
    pub any: bool,
}

impl Loss {
    fn choices(self, pos: Pos) -> Vec<Id> {
        pos.loss_choices(self.party, self.hex, self.any)
    }
}

impl Room<Lfm> for Loss {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("loss", "Choose the unit that is lost", "L8-15")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.state.fight.side(self.party).into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        out.extend(self.choices(pos).into_iter().map(Order::Lose));
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        pos.check_loss(*order, &self.choices(pos))
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        let Order::Lose(unit) = *order else { return unchecked(order) };
        play.lose(unit, self.party);
    }
}

impl Open for Loss {
    fn waits(&self, pos: Pos<'_>) -> bool {
        self.choices(pos).len() > 1
    }

    fn alone(&self, play: &mut Play<'_>) {
        if let Some(unit) = self.choices(play.pos()).first().copied() {
            play.lose(unit, self.party);
        }
    }
}

/// The attacker matches the defender's loss (8.10a).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Exchange {
    /// SP still to be matched.
    pub need: u8,
    pub first: bool,
}

impl Exchange {
    fn choices(self, pos: Pos) -> Vec<Id> {
        pos.loss_choices(Party::Attackers, ANYWHERE, !self.first)
    }
}

impl Room<Lfm> for Exchange {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("exchange", "Choose a unit to match the enemy's loss", "L8-17")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.state.fight.attacker.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        out.extend(self.choices(pos).into_iter().map(Order::Lose));
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        pos.check_loss(*order, &self.choices(pos))
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        let Order::Lose(unit) = *order else { return unchecked(order) };
        play.exchange(unit, self.need);
    }
}

impl Open for Exchange {
    fn waits(&self, pos: Pos<'_>) -> bool {
        self.choices(pos).len() > 1
    }

    fn alone(&self, play: &mut Play<'_>) {
        if let Some(unit) = self.choices(play.pos()).first().copied() {
            play.exchange(unit, self.need);
        }
    }
}

/// The attacker of a fight names the unit that takes a cohesion check (18).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct NameUnit {
    pub side: Side,
}

impl Room<Lfm> for NameUnit {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("name-unit", "Name the unit that takes a cohesion check", "L18-3")
    }

    fn seats(&self, _pos: Pos<'_>) -> Seats {
        self.side.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        out.extend(pos.targets().map(Order::Name));
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Name(id) if pos.targets().any(|u| u == *id) => Ok(()),
            _ => Err(Refusal::new(Rule("L18-3"), "name one of the units offered")),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        let Order::Name(unit) = *order else { return unchecked(order) };
        play.name_for_check(unit);
    }
}

impl Open for NameUnit {
    fn waits(&self, pos: Pos<'_>) -> bool {
        pos.targets().next().is_some()
    }

    fn alone(&self, _play: &mut Play<'_>) {}
}
