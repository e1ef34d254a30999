//! Numbers for choices: apart from the dice, and the same whatever the number of threads.

use table::Side;

/// Choices that depend on the seed, the game and the side alone.
#[derive(Clone, Debug)]
pub struct Chooser(u64);

impl Chooser {
    /// The choices of a side in a game of a series: each has a stream of its own.
    pub fn new(seed: u64, game: u64, side: Side) -> Chooser {
        let mut chooser = Chooser(seed);
        for word in [game, side as u64] {
            chooser.0 = chooser.number() ^ word;
        }
        chooser
    }

    /// A number below `n`, all as good as equally likely.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "there is nothing to choose from");
        ((u128::from(self.number()) * n as u128) >> 64) as usize
    }

    /// A number from 0 up to 1.
    pub fn share(&mut self) -> f64 {
        (self.number() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Any number (SplitMix64).
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
