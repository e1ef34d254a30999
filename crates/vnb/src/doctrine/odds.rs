//! Chances that computer players reckon with: a rough model of melees and morale tests, asked many thousand times
//! a second. Every side is taken to roll so many dice that hit with a six as would give the hits expected of it,
//! whole dice, without saving throws. The rules' own odds are those of the referee.

use std::sync::OnceLock;

/// Most dice of one side in the table.
const MOST: usize = 24;

/// By the dice of either side: the chance to take fewer casualties, and to take as many.
type Chances = [[(f32, f32); MOST + 1]; MOST + 1];

/// Chance that the first of two melee sides takes fewer casualties, and that both take as many, by the dice
/// that each may count on to hit with a six.
fn table() -> &'static Chances {
    static TABLE: OnceLock<Box<Chances>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let hits: Vec<Vec<f32>> = (0..=MOST).map(sixes).collect();
        let mut found = Box::new([[(0.0, 0.0); MOST + 1]; MOST + 1]);
        for a in 0..=MOST {
            for d in 0..=MOST {
                let mut sum = (0.0, 0.0);
                for (n, p) in hits[a].iter().enumerate() {
                    let less: f32 = hits[d][..n.min(hits[d].len())].iter().sum();
                    sum.0 += p * less;
                    sum.1 += p * hits[d].get(n).copied().unwrap_or(0.0);
                }
                found[a][d] = sum;
            }
        }
        found
    })
}

/// How many sixes some dice show.
fn sixes(dice: usize) -> Vec<f32> {
    let mut chances = vec![1.0f32];
    for _ in 0..dice {
        let mut next = vec![0.0; chances.len() + 1];
        for (n, p) in chances.iter().enumerate() {
            next[n] += p * 5.0 / 6.0;
            next[n + 1] += p / 6.0;
        }
        chances = next;
    }
    chances
}

/// Chance to win a melee with so many hits expected on either side; `tie` is the chance to win a tie.
pub fn wins(own: f32, other: f32, tie: f32) -> f32 {
    let dice = |hits: f32| ((hits * 6.0).round().max(0.0) as usize).min(MOST);
    let (wins, even) = table()[dice(own)][dice(other)];
    wins + even * tie
}

/// Chance to pass a morale test against this number.
pub fn passes(needs: f32) -> f32 {
    (needs / 6.0).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_melees_are_even_and_more_dice_are_better() {
        assert!((wins(4.0 / 6.0, 4.0 / 6.0, 0.5) - 0.5).abs() < 1e-4);
        assert!(wins(8.0 / 6.0, 4.0 / 6.0, 0.5) > 0.6);
        assert!(wins(0.0, 1.0, 0.0) == 0.0);
        // One die against none: a six, or the tie.
        assert!((wins(1.0 / 6.0, 0.0, 0.5) - (1.0 / 6.0 + 5.0 / 12.0)).abs() < 1e-4);
        assert_eq!((passes(3.0), passes(7.0), passes(-1.0)), (0.5, 1.0, 0.0));
    }
}
