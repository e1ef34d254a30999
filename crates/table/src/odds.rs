//! Exact odds: run the game's own procedure under every fall of the dice.

use crate::Dice;

/// Dice that walk through every outcome of a procedure, one run after the other.
#[derive(Debug)]
pub struct Walk {
    path: Vec<u8>,
    depth: usize,
}

impl Dice for Walk {
    #[inline]
    fn d6(&mut self, _why: &'static str) -> u8 {
        if self.depth == self.path.len() {
            self.path.push(1);
        }
        self.depth += 1;
        self.path[self.depth - 1]
    }
}

impl Walk {
    fn new() -> Self {
        Walk { path: Vec::with_capacity(16), depth: 0 }
    }

    /// The chance of the run just made.
    fn chance(&self) -> f64 {
        1.0 / 6f64.powi(self.depth as i32)
    }

    /// Turns the last die that has a higher face left; false when every outcome has been seen.
    fn next(&mut self) -> bool {
        self.path.truncate(self.depth);
        self.depth = 0;
        while let Some(last) = self.path.pop() {
            if last < 6 {
                self.path.push(last + 1);
                return true;
            }
        }
        false
    }
}

/// Outcomes with their exact chances, in the order in which they first came up.
pub type Chances<T> = Vec<(T, f64)>;

/// Runs `procedure` once for every fall of the dice it asks for and gathers equal results.
///
/// ```
/// // The higher of two dice is a six in 11 cases of 36.
/// let odds = table::chances(|dice| {
///     use table::Dice;
///     dice.d6("first").max(dice.d6("second"))
/// });
/// let six = odds.iter().find(|(high, _)| *high == 6).unwrap().1;
/// assert!((six - 11.0 / 36.0).abs() < 1e-12);
/// ```
pub fn chances<T: PartialEq>(mut procedure: impl FnMut(&mut Walk) -> T) -> Chances<T> {
    let mut walk = Walk::new();
    let mut found: Chances<T> = Vec::new();
    loop {
        let outcome = procedure(&mut walk);
        let p = walk.chance();
        match found.iter_mut().find(|(known, _)| *known == outcome) {
            Some((_, sum)) => *sum += p,
            None => found.push((outcome, p)),
        }
        if !walk.next() {
            return found;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_to_one_even_if_some_runs_roll_more_dice() {
        let odds = chances(|dice| {
            let first = dice.d6("command");
            if first == 6 { 0 } else { dice.d6("combat") }
        });
        assert!((odds.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((odds.iter().find(|(n, _)| *n == 0).unwrap().1 - 1.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn a_procedure_without_dice_has_one_outcome() {
        assert_eq!(chances(|_| "sure"), vec![("sure", 1.0)]);
    }
}
