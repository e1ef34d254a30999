//! How strong somebody is, from his finished games against computer players of known ratings: so that he can ask for an opponent
//! who is a little stronger.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Error, Games, Token};

/// Games that tell enough.
const ENOUGH: usize = 3;
/// Before any game everybody is taken for this strong, as surely as two drawn games would say it: nobody is a genius after
/// three wins against a recruit.
const AT_FIRST: f64 = 1300.0;
const AS_SURE_AS: f64 = 2.0;
/// A rating lies between these.
const LEAST: f64 = 400.0;
const MOST: f64 = 3000.0;

/// How strong somebody is in a rule system.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Strength {
    /// On the scale of the computer players.
    pub rating: u16,
    /// From so many games.
    pub games: usize,
}

/// A game against a player of this rating: 1 won, 0.5 drawn, 0 lost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bout {
    pub against: f64,
    pub score: f64,
}

/// The share of games that one of the first rating wins against one of the second.
fn expected(rating: f64, against: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf((against - rating) / 400.0))
}

/// The rating with which these results are what was to be expected; nothing if there are too few.
pub fn reckon(bouts: &[Bout]) -> Option<Strength> {
    if bouts.len() < ENOUGH {
        return None;
    }
    let won: f64 = bouts.iter().map(|bout| bout.score).sum::<f64>() + 0.5 * AS_SURE_AS;
    let due = |rating: f64| -> f64 {
        let of_bouts: f64 = bouts.iter().map(|bout| expected(rating, bout.against)).sum();
        of_bouts + AS_SURE_AS * expected(rating, AT_FIRST)
    };
    let (mut low, mut high) = (LEAST, MOST);
    while high - low > 0.5 {
        let middle = (low + high) / 2.0;
        if due(middle) < won { low = middle } else { high = middle }
    }
    Some(Strength { rating: high.round() as u16, games: bouts.len() })
}

impl Games {
    /// How strong whoever has these seats is, by rule system.
    ///
    /// # Errors
    /// The store failed.
    pub async fn strength(
        &self,
        tokens: &[Token],
        person: Option<&str>,
    ) -> Result<BTreeMap<String, Strength>, Error> {
        let tokens = tokens.iter().map(Token::hash).collect();
        let rows = self.store().bouts(tokens, person.map(str::to_owned)).await?;
        let mut found = BTreeMap::new();
        for system in self.catalog().systems() {
            let bouts: Vec<Bout> = rows
                .iter()
                .filter(|row| row.system == system.id)
                .filter_map(|row| {
                    let against = system.ratings.of(&row.officer)?.into();
                    let score = row.winner.map_or(0.5, |won| f64::from(u8::from(won == row.side)));
                    Some(Bout { against, score })
                })
                .collect();
            found.extend(reckon(&bouts).map(|strength| (system.id.to_owned(), strength)));
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bouts(against: f64, scores: &[f64]) -> Vec<Bout> {
        scores.iter().map(|&score| Bout { against, score }).collect()
    }

    #[test]
    fn who_wins_half_against_a_veteran_comes_near_him_game_by_game() {
        let rating = |n| reckon(&bouts(1500.0, &[1.0, 0.0].repeat(n))).unwrap().rating;
        assert!(rating(2) > 1400 && rating(2) < rating(10) && rating(10) < rating(100));
        assert!((1495..=1500).contains(&rating(100)), "{}", rating(100));
    }

    #[test]
    fn nobody_is_a_genius_or_a_fool_after_three_games() {
        let won = reckon(&bouts(1000.0, &[1.0; 3])).unwrap().rating;
        let lost = reckon(&bouts(1900.0, &[0.0; 3])).unwrap().rating;
        assert!((1300..1500).contains(&won), "{won}");
        assert!((1100..1300).contains(&lost), "{lost}");
        assert_eq!(reckon(&bouts(1500.0, &[1.0; 2])), None);
    }

    #[test]
    fn many_wins_against_stronger_ones_lead_up_and_end_at_the_bound() {
        let mut last = 0;
        for n in [3, 10, 30, 100] {
            let now = reckon(&bouts(1900.0, &vec![1.0; n])).unwrap().rating;
            assert!(now > last);
            last = now;
        }
        assert!(last <= 3000);
    }
}
