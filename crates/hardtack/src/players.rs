//! Who sits in a seat: the levels of computer players by name.

use anyhow::bail;
use table::{BySide, Game, Side};

/// The levels there are, weakest first.
pub const LEVELS: [&str; 1] = ["random"];

/// Checks the name of a level.
///
/// # Errors
/// No player is called so; says which there are.
pub fn level(name: &str) -> anyhow::Result<&'static str> {
    match LEVELS.iter().find(|level| **level == name) {
        Some(level) => Ok(level),
        None => bail!("there is no computer player `{name}`: there is `{}`", LEVELS.join("`, `")),
    }
}

/// Choices that depend on the seed, the game and the side alone: never on threads or on the dice.
pub struct Chooser(u64);

impl Chooser {
    pub fn new(seed: u64, game: u64, side: Side) -> Chooser {
        let mut chooser = Chooser(seed);
        for word in [game, side as u64] {
            chooser.0 = chooser.next() ^ word;
        }
        chooser
    }

    pub fn both(seed: u64, game: u64) -> BySide<Chooser> {
        BySide::from_fn(|side| Chooser::new(seed, game, side))
    }

    /// A number below `n`, all equally likely but for one part in 2^64 / n.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// A random legal order of the seat; none if there is none.
pub fn choose(game: &dyn Game, seat: Side, chooser: &mut Chooser) -> Option<String> {
    let mut orders = game.orders(seat);
    (!orders.is_empty()).then(|| orders.swap_remove(chooser.below(orders.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_comes_up_and_streams_differ() {
        let mut chooser = Chooser::new(1, 2, Side::Union);
        let mut seen = [0u32; 7];
        (0..7_000).for_each(|_| seen[chooser.below(7)] += 1);
        assert!(seen.iter().all(|n| (850..1150).contains(n)), "{seen:?}");
        let mut streams =
            [(1, 0, Side::Union), (0, 1, Side::Union), (0, 0, Side::Confederate), (0, 0, Side::Union)]
                .map(|(seed, game, side)| Chooser::new(seed, game, side).next())
                .to_vec();
        streams.sort_unstable();
        streams.dedup();
        assert_eq!(streams.len(), 4);
    }

    #[test]
    fn an_unknown_level_names_those_there_are() {
        assert!(level("genius").unwrap_err().to_string().contains("`random`"));
        assert_eq!(level("random").unwrap(), "random");
    }
}
