//! A game as a record.

use table::{Line, Played};

use crate::hand::HandDice;
use crate::past::Given;
use crate::{Fault, Running};

impl Running {
    /// The record, as docs/records.md describes it: a header and a line for each step. It is played again for that,
    /// since nobody was told what happened while it was played.
    ///
    /// # Errors
    /// The set-up wants dice first.
    pub fn record(&self, players: [String; 2]) -> Result<String, Fault> {
        self.is_set_up()?;
        let scenario = &self.opened.scenario;
        let (mut game, start) = scenario.start(&mut HandDice::new(&self.start));
        let mut text = json(&scenario.header(players, self.seed, &start));
        for step in self.past.steps() {
            let order = match &step.order {
                Given::Nth(nth) => game.orders(step.seat).into_iter().nth(*nth).unwrap_or_default(),
                Given::Text(order) => order.to_string(),
            };
            let played: Played = game.play(step.seat, &order, &mut HandDice::new(&step.dice))?;
            text += &json(&Line::of(step.seat, &order, &played));
        }
        Ok(text)
    }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}
