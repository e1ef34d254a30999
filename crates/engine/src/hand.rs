//! Dice that fall outside the program.

use serde::Serialize;
use table::{Dice, SeededDice};

/// A roll that the caller is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Wanted {
    /// What it is for, in words a player understands.
    #[serde(rename = "for")]
    pub why: &'static str,
    /// How many faces the die has: six in every system.
    pub faces: u8,
    /// How many rolls of the same step were given before it.
    pub given: usize,
}

/// The dice that were given for one step. Where there are too few, the first that is missing is remembered and others
/// are made up, so that the procedure comes to its end: what it did is then thrown away.
pub(crate) struct HandDice<'a> {
    given: &'a [u8],
    used: usize,
    missing: Option<&'static str>,
    made_up: Option<SeededDice>,
}

impl<'a> HandDice<'a> {
    pub(crate) fn new(given: &'a [u8]) -> Self {
        HandDice { given, used: 0, missing: None, made_up: None }
    }

    /// The first roll that was not there.
    pub(crate) fn wanted(&self) -> Option<Wanted> {
        self.missing.map(|why| Wanted { why, faces: 6, given: self.given.len() })
    }

    /// How many of the given dice fell.
    pub(crate) fn used(&self) -> usize {
        self.used
    }
}

impl Dice for HandDice<'_> {
    fn d6(&mut self, why: &'static str) -> u8 {
        if let Some(die) = self.given.get(self.used) {
            self.used += 1;
            return *die;
        }
        self.missing.get_or_insert(why);
        // As good as any: dice in a fixed row could be rolled again for ever.
        self.made_up.get_or_insert_with(|| SeededDice::from_number(0)).d6(why)
    }
}

/// Passes dice through and keeps their faces.
pub(crate) struct Faces<'a> {
    pub(crate) source: &'a mut dyn Dice,
    pub(crate) faces: Vec<u8>,
}

impl Dice for Faces<'_> {
    fn d6(&mut self, why: &'static str) -> u8 {
        let die = self.source.d6(why);
        self.faces.push(die);
        die
    }
}
