//! The dice of the tables of arrivals: rolled one after the other, delayed, rolled again, and shifted.

use table::{Ask, Refusal, Room, Seats, Side};

use super::state::NOT_YET;
use crate::event::Event;
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;

impl Pos<'_> {
    /// Whether the owner of a table may roll on it again this turn.
    fn may_roll_again(&self, table: usize) -> bool {
        let side = self.setup.campaign.as_ref().and_then(|c| c.tables[table].side);
        side.is_some_and(|side| self.state.campaign.today.reroll[side])
    }

    /// Who decides about a table's dice.
    pub(crate) fn roller(&self, table: u8) -> Side {
        let side = self.setup.campaign.as_ref().and_then(|c| c.tables[table as usize].side);
        side.unwrap_or(Side::Union)
    }
}

impl Play<'_> {
    /// Rolls on the tables of this phase, beginning with one; then everybody due arrives.
    pub(crate) fn roll_for_arrivals(&mut self, first: usize) {
        let phase = self.pos().phase();
        let tables = self.setup.campaign.as_ref().map_or(0, |c| c.tables.len());
        for table in first..tables {
            self.owe_roll(table);
            if !self.pos().is_rolled(table, phase) {
                continue;
            }
            let sum = Pos { setup: self.setup, state: self.state }.arrival_dice(table, self.dice);
            if self.pos().may_roll_again(table) {
                self.state.campaign.today.rolls = [sum, 0];
                return self.ask(Reroll { table: table as u8 });
            }
            self.settle_roll(table, sum);
        }
        self.arrivals(Side::Union);
    }

    /// A roll that an event prevents on the last turn of its table is owed, where the table says so.
    fn owe_roll(&mut self, table: usize) {
        let Some(campaign) = &self.setup.campaign else { return };
        let t = &campaign.tables[table];
        let lost = t.side.is_some_and(|side| self.state.campaign.today.no_rolls[side]);
        if t.make_up && t.until == self.state.turn && lost {
            self.state.campaign.owed |= 1 << table;
        }
    }

    fn settle_roll(&mut self, table: usize, sum: u8) {
        self.state.campaign.owed &= !(1 << table);
        self.draw_sets(table, sum);
    }

    /// The dice fall again; where it makes a difference, one of the two rolls is kept.
    fn reroll(&mut self, table: u8) {
        let n = table as usize;
        let [first, _] = self.state.campaign.today.rolls;
        let second = Pos { setup: self.setup, state: self.state }.arrival_dice(n, self.dice);
        self.state.campaign.today.rolls = [first, second];
        if self.pos().arrival_draw(n, first) != self.pos().arrival_draw(n, second) {
            return self.ask(KeepRoll { table });
        }
        self.keep_roll(table, 0);
    }

    /// One of the two rolls is kept, and the other tables follow.
    fn keep_roll(&mut self, table: u8, which: usize) {
        let sum = self.state.campaign.today.rolls[which];
        self.settle_roll(table as usize, sum);
        self.roll_for_arrivals(table as usize + 1);
    }

    /// All sets of a table that nobody has called come this turn.
    pub(crate) fn bring_sets(&mut self, table: u8) {
        let waiting: Vec<usize> = self.pos().undrawn(table as usize).collect();
        for n in &waiting {
            self.state.campaign.sets[*n] = self.state.turn;
        }
        if let Some(campaign) = self.setup.campaign.as_ref().filter(|_| !waiting.is_empty()) {
            let sets = waiting.iter().map(|n| campaign.sets[*n].number).collect();
            self.tell(|_| Event::SetsCome { name: campaign.tables[table as usize].name.clone(), sets });
        }
    }

    /// A die names a set of a table; if it has not come yet it comes sooner or later by so many turns.
    pub(crate) fn shift_set(&mut self, table: u8, turns: i8) {
        let Some(campaign) = &self.setup.campaign else { return };
        let die = self.dice.d6("reinforcement arrival");
        let named = campaign.sets.iter().position(|set| (set.table, set.number) == (table, die));
        let now = self.state.turn;
        let due = named.map(|n| self.state.campaign.sets[n]).filter(|due| *due != NOT_YET && *due >= now);
        let moved = due.map(|due| due.saturating_add_signed(turns).clamp(now, NOT_YET - 1));
        if let (Some(n), Some(turn)) = (named, moved) {
            self.state.campaign.sets[n] = turn;
        }
        self.tell(|_| Event::Shift { die, turn: moved });
    }
}

/// Whether the dice of a table of arrivals are rolled again.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Reroll {
    pub(crate) table: u8,
}

impl Room<Gcacw> for Reroll {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("reroll", "Roll again for reinforcements, or let the roll stand", "GBAC-34")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.roller(self.table))
    }

    fn orders(&self, _pos: Pos, out: &mut Vec<Order>) {
        out.extend([Order::Reroll, Order::Done]);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Reroll | Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Reroll => play.reroll(self.table),
            Order::Done => play.keep_roll(self.table, 0),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// Which of the two rolls is kept.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct KeepRoll {
    pub(crate) table: u8,
}

impl Room<Gcacw> for KeepRoll {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("keep-roll", "Keep one of the two rolls", "GBAC-34")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.roller(self.table))
    }

    fn orders(&self, _pos: Pos, out: &mut Vec<Order>) {
        out.extend([Order::KeepFirst, Order::KeepSecond]);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::KeepFirst | Order::KeepSecond => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::KeepFirst => play.keep_roll(self.table, 0),
            Order::KeepSecond => play.keep_roll(self.table, 1),
            _ => play.not_answered(self.clone(), order),
        }
    }
}
