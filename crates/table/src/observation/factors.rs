//! Orders as four numbers each.

use serde::Serialize;

/// An order as numbers: kind, piece, place, option. 0 is none in the last three.
pub type Factors = [u16; 4];

/// How large the numbers of orders can be: each is below its size. Fixed for a scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Space {
    /// Changes when the meaning of any number does.
    pub version: u16,
    /// Kinds of orders.
    pub kinds: usize,
    /// Pieces an order can be about, and none.
    pub pieces: usize,
    /// Places an order can be aimed at, and none.
    pub places: usize,
    /// What else tells two orders apart.
    pub options: usize,
}

impl Space {
    /// Whether every one of these numbers is below its size.
    pub fn holds(&self, factors: Factors) -> bool {
        let sizes = [self.kinds, self.pieces, self.places, self.options];
        factors.iter().zip(sizes).all(|(factor, size)| usize::from(*factor) < size)
    }
}

/// Gives the orders of a list that would have the same numbers another option each: the next that is free, in the
/// order of the list.
pub fn told_apart(list: &mut [Factors], options: usize) {
    let last = options.saturating_sub(1).max(1) as u16;
    for nth in 1..list.len() {
        let (before, rest) = list.split_at_mut(nth);
        let own = &mut rest[0];
        // Each further option is looked for once: a list is shorter than there are options.
        for _ in 0..last {
            if !before.contains(own) {
                break;
            }
            own[3] = own[3] % last + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_with_the_same_numbers_get_options_of_their_own() {
        let mut list = [[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 0, 4], [1, 2, 3, 4], [1, 2, 3, 5]];
        told_apart(&mut list, 6);
        assert_eq!(list, [[1, 2, 3, 4], [1, 2, 3, 5], [1, 2, 0, 4], [1, 2, 3, 1], [1, 2, 3, 2]]);
    }

    #[test]
    fn a_space_holds_what_is_below_its_sizes() {
        let space = Space { version: 1, kinds: 2, pieces: 3, places: 4, options: 1 };
        assert!(space.holds([1, 2, 3, 0]));
        assert!(!space.holds([2, 0, 0, 0]) && !space.holds([0, 3, 0, 0]));
        assert!(!space.holds([0, 0, 4, 0]) && !space.holds([0, 0, 0, 1]));
    }
}
