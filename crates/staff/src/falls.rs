//! Dice for trials that are to be compared: the nth roll for a purpose falls alike in all of them, whatever
//! else was rolled before. So two orders meet the same luck, and what differs comes from the orders.

use table::{Dice, Fnv};

pub(crate) struct Falls {
    seed: u64,
    /// How often was rolled for each purpose.
    rolled: Vec<(&'static str, u64)>,
}

impl Falls {
    pub(crate) fn new(series: u64, number: u64) -> Falls {
        Falls { seed: mixed(series ^ mixed(number)), rolled: Vec::with_capacity(16) }
    }
}

impl Dice for Falls {
    fn d6(&mut self, why: &'static str) -> u8 {
        // The same words nearly always lie in the same place; where not, their text tells.
        let same = |(known, _): &&mut (&'static str, u64)| std::ptr::eq(*known, why) || *known == why;
        let nth = match self.rolled.iter_mut().find(same) {
            Some((_, times)) => {
                *times += 1;
                *times
            }
            None => {
                self.rolled.push((why, 0));
                0
            }
        };
        let number = mixed(self.seed ^ mixed(Fnv::of(&why) ^ mixed(nth)));
        // The upper half times six: none of the faces is favoured by more than one in 700 million.
        (((number >> 32) * 6) >> 32) as u8 + 1
    }
}

/// SplitMix64's last steps.
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_roll_in_between_does_not_change_the_luck_of_a_purpose() {
        let (mut one, mut other) = (Falls::new(7, 3), Falls::new(7, 3));
        let alone: Vec<u8> = (0..20).map(|_| one.d6("march")).collect();
        let mixed: Vec<u8> = (0..20)
            .map(|_| {
                other.d6("attack");
                other.d6("march")
            })
            .collect();
        assert_eq!(alone, mixed);
        let mut next = Falls::new(7, 4);
        assert_ne!(alone, (0..20).map(|_| next.d6("march")).collect::<Vec<_>>());
    }

    #[test]
    fn all_faces_come_about_equally_often() {
        let mut faces = [0u32; 7];
        for number in 0..6000 {
            let mut falls = Falls::new(1, number);
            (0..10).for_each(|_| faces[falls.d6("test") as usize] += 1);
        }
        assert_eq!(faces[0], 0);
        assert!(faces[1..].iter().all(|n| (9_500..10_500).contains(n)), "{faces:?}");
    }
}
