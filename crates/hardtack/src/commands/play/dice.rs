//! The dice of a game at the terminal: from a seed, or rolled by hand and typed in.

use table::{Dice, SeededDice};

use super::console::Console;

pub enum TableDice<'a> {
    Seeded(Box<SeededDice>),
    ByHand(ByHand<'a>),
}

impl TableDice<'_> {
    /// Whether a die could not be had: what was being done must be taken back.
    pub fn ended(&self) -> bool {
        matches!(self, TableDice::ByHand(hand) if hand.made_up > 0)
    }
}

impl Dice for TableDice<'_> {
    fn d6(&mut self, why: &'static str) -> u8 {
        match self {
            TableDice::Seeded(dice) => dice.d6(why),
            TableDice::ByHand(hand) => hand.d6(why),
        }
    }
}

/// Asks for each die. When the input ends in the middle of a procedure, dice are made up so that it
/// comes to its end; the session then takes the order back.
pub struct ByHand<'a> {
    console: Console<'a>,
    made_up: u8,
}

impl<'a> ByHand<'a> {
    pub fn new(console: Console<'a>) -> Self {
        ByHand { console, made_up: 0 }
    }

    fn typed(&self, why: &str) -> Option<u8> {
        loop {
            let line = self.console.ask(&format!("  Roll a die for {why}: ")).ok()??;
            match line.parse::<u8>() {
                Ok(die @ 1..=6) => return Some(die),
                _ if matches!(line.as_str(), "q" | "quit") => return None,
                _ => self.console.line("  A die shows 1 to 6; `quit` takes the order back.").ok()?,
            }
        }
    }
}

impl Dice for ByHand<'_> {
    fn d6(&mut self, why: &'static str) -> u8 {
        let typed = if self.made_up == 0 { self.typed(why) } else { None };
        typed.unwrap_or_else(|| {
            self.made_up = self.made_up % 6 + 1;
            self.made_up
        })
    }
}
