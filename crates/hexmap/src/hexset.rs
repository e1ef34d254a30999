//! A set of hexes as bits.

use crate::Hex;

/// A set of hexes of one map.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HexSet {
    words: Vec<u64>,
}

impl HexSet {
    /// An empty set for a map of `hexes` hexes.
    pub fn new(hexes: usize) -> Self {
        HexSet { words: vec![0; hexes.div_ceil(64)] }
    }
    /// Whether this hex is in it.
    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        self.words.get(hex.index() / 64).is_some_and(|w| w >> (hex.index() % 64) & 1 != 0)
    }
    /// Puts a hex in.
    #[inline]
    pub fn insert(&mut self, hex: Hex) {
        self.words[hex.index() / 64] |= 1 << (hex.index() % 64);
    }
    /// Takes a hex out.
    #[inline]
    pub fn remove(&mut self, hex: Hex) {
        self.words[hex.index() / 64] &= !(1 << (hex.index() % 64));
    }
    /// Takes all of them out.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }
    /// Whether no hex is in it.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }
    /// How many hexes are in it.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }
    /// The hexes in it, in the order of the grid.
    pub fn iter(&self) -> impl Iterator<Item = Hex> + '_ {
        self.words.iter().enumerate().flat_map(|(n, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let bit = left.trailing_zeros();
                    left &= left - 1;
                    Hex((n * 64) as u16 + bit as u16)
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_in_is_in() {
        let mut set = HexSet::new(200);
        for n in [0, 63, 64, 199] {
            set.insert(Hex(n));
        }
        set.remove(Hex(63));
        assert_eq!(set.iter().map(|h| h.0).collect::<Vec<_>>(), [0, 64, 199]);
        assert!(set.contains(Hex(64)) && !set.contains(Hex(63)) && set.len() == 3);
    }
}
