//! The dice of the tables of arrivals: rolled one after the other, delayed, rolled again, and shifted.

use serde_json::json;
use table::{Refusal, Side};

use super::CampaignAsk;
use super::state::NOT_YET;
use crate::flow::Ask;
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;

impl Pos<'_> {
    /// Whether the owner of a table may roll on it again this turn.
    fn may_roll_again(&self, table: usize) -> bool {
        let side = self.setup.campaign.as_ref().and_then(|c| c.tables[table].side);
        side.is_some_and(|side| self.state.campaign.today.reroll[side])
    }

    /// Who decides about a table's dice.
    pub fn roller(&self, table: u8) -> Side {
        let side = self.setup.campaign.as_ref().and_then(|c| c.tables[table as usize].side);
        side.unwrap_or(Side::Union)
    }

    pub fn reroll_verdict(&self, order: Order) -> Option<Result<(), Refusal>> {
        matches!(order, Order::Reroll | Order::Done).then_some(Ok(()))
    }

    pub fn keep_roll_verdict(&self, order: Order) -> Option<Result<(), Refusal>> {
        matches!(order, Order::KeepRoll(0 | 1)).then_some(Ok(()))
    }
}

impl Play<'_> {
    /// Rolls on the tables of this phase, beginning with one; then everybody due arrives.
    pub fn roll_for_arrivals(&mut self, first: usize) {
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
                self.state.ask = Ask::Campaign(CampaignAsk::Reroll(table as u8));
                return;
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

    /// The first roll stands, or the dice fall again.
    pub fn reroll(&mut self, table: u8, order: Order) {
        let table = table as usize;
        let [first, _] = self.state.campaign.today.rolls;
        if order == Order::Reroll {
            let second = Pos { setup: self.setup, state: self.state }.arrival_dice(table, self.dice);
            self.state.campaign.today.rolls = [first, second];
            if self.pos().arrival_draw(table, first) != self.pos().arrival_draw(table, second) {
                self.state.ask = Ask::Campaign(CampaignAsk::KeepRoll(table as u8));
                return;
            }
        }
        self.settle_roll(table, first);
        self.roll_for_arrivals(table + 1);
    }

    /// One of the two rolls is kept.
    pub fn keep_roll(&mut self, table: u8, order: Order) {
        let second = usize::from(order == Order::KeepRoll(1));
        let sum = self.state.campaign.today.rolls[second];
        self.settle_roll(table as usize, sum);
        self.roll_for_arrivals(table as usize + 1);
    }

    /// All sets of a table that nobody has called come this turn.
    pub fn bring_sets(&mut self, table: u8) {
        let waiting: Vec<usize> = self.pos().undrawn(table as usize).collect();
        for n in waiting {
            self.state.campaign.sets[n] = self.state.turn;
        }
    }

    /// A die names a set of a table; if it has not come yet it comes sooner or later by so many turns.
    pub fn shift_set(&mut self, table: u8, turns: i8) {
        let Some(campaign) = &self.setup.campaign else { return };
        let die = self.dice.d6("reinforcement arrival");
        let named = campaign.sets.iter().position(|set| (set.table, set.number) == (table, die));
        let now = self.state.turn;
        let due = named.map(|n| self.state.campaign.sets[n]).filter(|due| *due != NOT_YET && *due >= now);
        let moved = due.map(|due| due.saturating_add_signed(turns).clamp(now, NOT_YET - 1));
        if let (Some(n), Some(turn)) = (named, moved) {
            self.state.campaign.sets[n] = turn;
        }
        self.tell(|t| {
            let text = match moved {
                Some(turn) => format!("Group {die} comes on turn {turn}."),
                None => format!("Group {die}: nothing changes."),
            };
            t.event("shift", text).data(json!({"die": die, "turn": moved}))
        });
    }
}
