//! Dice come in as a parameter, each roll with its purpose: from a seed, a script, or the enumerator
//! of [`crate::odds`]. Rules never know which.

use std::collections::VecDeque;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A source of six-sided dice, the only dice of all three systems.
pub trait Dice {
    /// Rolls one die, 1 to 6. `why` says for what, in words a player understands.
    fn d6(&mut self, why: &'static str) -> u8;
}

/// A die that fell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Roll {
    /// What it was rolled for.
    #[serde(rename = "for")]
    pub why: std::borrow::Cow<'static, str>,
    /// What the die showed.
    pub die: u8,
}

/// Dice from a ChaCha8 stream. The stream and the way a die is cut from it never change, so that an old
/// record replays and both players can verify the dice from the seed after the game.
#[derive(Clone, Debug)]
pub struct SeededDice {
    stream: ChaCha8Rng,
    word: u32,
    bytes_left: u8,
}

impl SeededDice {
    /// The dice of this seed, from their beginning.
    pub fn new(seed: [u8; 32]) -> Self {
        SeededDice { stream: ChaCha8Rng::from_seed(seed), word: 0, bytes_left: 0 }
    }

    /// A seed from a number typed by a person.
    pub fn from_number(seed: u64) -> Self {
        Self::new(Self::seed_of_number(seed))
    }

    /// The seed that [`SeededDice::from_number`] uses.
    pub fn seed_of_number(seed: u64) -> [u8; 32] {
        Sha256::digest(format!("hardtack seed {seed}")).into()
    }

    /// The seed of game `number` of a series: depends on nothing else, so that a game of a simulation
    /// can be played again alone and on any number of threads.
    pub fn of_series(seed: u64, number: u64) -> Self {
        Self::new(Self::seed_of_series(seed, number))
    }

    /// The seed that [`SeededDice::of_series`] uses.
    pub fn seed_of_series(seed: u64, number: u64) -> [u8; 32] {
        Sha256::digest(format!("hardtack series {seed} game {number}")).into()
    }

    /// The hash shown to both players when a game begins; the seed itself is shown when it ends.
    pub fn commitment(seed: &[u8; 32]) -> String {
        Sha256::digest(seed).iter().map(|b| format!("{b:02x}")).collect()
    }
}

impl Dice for SeededDice {
    #[inline]
    fn d6(&mut self, _why: &'static str) -> u8 {
        loop {
            if self.bytes_left == 0 {
                self.word = self.stream.next_u32();
                self.bytes_left = 4;
            }
            let byte = (self.word & 0xff) as u8;
            self.word >>= 8;
            self.bytes_left -= 1;
            // 252 is the largest multiple of 6 in a byte: the last four values would favour low dice.
            if byte < 252 {
                return byte % 6 + 1;
            }
        }
    }
}

/// Dice written down beforehand: tests, worked examples, or a player who rolls real dice.
#[derive(Clone, Debug, Default)]
pub struct ScriptedDice {
    next: VecDeque<u8>,
}

impl ScriptedDice {
    /// These dice and no others, in this order.
    pub fn new(dice: impl IntoIterator<Item = u8>) -> Self {
        ScriptedDice { next: dice.into_iter().collect() }
    }

    /// Whether every scripted die has been rolled.
    pub fn is_empty(&self) -> bool {
        self.next.is_empty()
    }
}

impl Dice for ScriptedDice {
    /// # Panics
    /// If the script is too short or holds a number that is on no die: the test or example is wrong.
    fn d6(&mut self, why: &'static str) -> u8 {
        let die = self.next.pop_front().unwrap_or_else(|| panic!("no scripted die left for: {why}"));
        assert!((1..=6).contains(&die), "{die} is on no die (for: {why})");
        die
    }
}

/// Passes dice through and keeps what fell.
pub struct Recorder<'a> {
    source: &'a mut dyn Dice,
    /// Everything that was rolled so far.
    pub rolls: Vec<Roll>,
}

impl<'a> Recorder<'a> {
    /// Listens to these dice.
    pub fn new(source: &'a mut dyn Dice) -> Self {
        Recorder { source, rolls: Vec::new() }
    }
}

impl Dice for Recorder<'_> {
    fn d6(&mut self, why: &'static str) -> u8 {
        let die = self.source.d6(why);
        self.rolls.push(Roll { why: why.into(), die });
        die
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut dice = SeededDice::from_number(1862);
        let rolled: Vec<u8> = (0..24).map(|_| dice.d6("test")).collect();
        assert_eq!(rolled, GOLDEN);
    }
    const GOLDEN: [u8; 24] = [4, 5, 1, 4, 5, 3, 3, 6, 6, 4, 3, 4, 3, 4, 1, 3, 1, 2, 4, 3, 6, 3, 3, 1];

    #[test]
    fn all_faces_come_about_equally_often() {
        let mut dice = SeededDice::from_number(3);
        let mut faces = [0u32; 7];
        for _ in 0..60_000 {
            faces[dice.d6("test") as usize] += 1;
        }
        assert_eq!(faces[0], 0);
        assert!(faces[1..].iter().all(|&n| (9_600..10_400).contains(&n)), "{faces:?}");
    }

    #[test]
    fn a_recorder_keeps_what_fell_and_why() {
        let mut script = ScriptedDice::new([4, 2]);
        let mut dice = Recorder::new(&mut script);
        dice.d6("attacker");
        dice.d6("defender");
        assert_eq!(dice.rolls[1], Roll { why: "defender".into(), die: 2 });
        assert!(script.is_empty());
    }

    #[test]
    fn games_of_a_series_differ() {
        let roll = |n| {
            let mut dice = SeededDice::of_series(1, n);
            (0..10).map(|_| dice.d6("")).collect::<Vec<_>>()
        };
        assert_ne!(roll(0), roll(1));
        assert_eq!(roll(1), roll(1));
    }
}
