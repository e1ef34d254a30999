//! Rolling to hit and to save (VCOM-15, VCOM-23, VGAP-39), and the exact odds of the same procedure.

use arrayvec::ArrayVec;
use table::{Dice, chances};

use crate::charts::SAVES_ON;

/// Dice of one kind that hit and are saved alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    pub kind: &'static str,
    pub dice: u8,
    pub hits_on: u8,
    /// The sources of saving throws, each good for one throw a hit.
    pub saves: ArrayVec<&'static str, 8>,
    /// At close range.
    pub close: bool,
}

impl Group {
    /// One die to hit.
    pub fn hits(&self, dice: &mut dyn Dice) -> bool {
        dice.d6("to hit") >= self.hits_on
    }
    /// The throws against one hit: one after the other until one succeeds.
    pub fn saved(&self, dice: &mut dyn Dice) -> bool {
        self.saves.iter().any(|_| dice.d6("saving throw") >= SAVES_ON)
    }
    /// Rolls all dice and counts the hits before saves.
    pub fn roll(&self, dice: &mut dyn Dice) -> u8 {
        (0..self.dice).filter(|_| self.hits(dice)).count() as u8
    }
    /// The chance that one die ends as a casualty, by walking the two procedures above.
    pub fn chance(&self) -> f64 {
        let odds = chances(|dice| self.hits(dice) && !self.saved(dice));
        odds.iter().find(|(hit, _)| *hit).map_or(0.0, |(_, p)| *p)
    }
    /// The chances of 0, 1, 2, ... casualties.
    pub fn distribution(&self) -> Vec<f64> {
        let p = self.chance();
        (0..self.dice).fold(vec![1.0], |sum, _| convolve(&sum, &[1.0 - p, p]))
    }
}

/// The distribution of the sum of two independent counts.
pub fn convolve(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; a.len() + b.len() - 1];
    for (i, p) in a.iter().enumerate() {
        for (j, q) in b.iter().enumerate() {
            sum[i + j] += p * q;
        }
    }
    sum
}

/// A count that cannot be more than `most`.
pub fn limited(odds: &[f64], most: usize) -> Vec<f64> {
    let mut cut = vec![0.0; most.min(odds.len() - 1) + 1];
    for (n, p) in odds.iter().enumerate() {
        cut[n.min(most)] += p;
    }
    cut
}
