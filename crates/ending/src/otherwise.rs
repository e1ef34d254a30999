//! Where a computer player would have chosen otherwise. Who he is and how long he may think is the business of whoever
//! asks him.

use serde::Serialize;
use table::{Game, Side, Viewer};

use crate::turning::Decision;

/// So many decisions of a game are thought about again.
pub const ASKED: usize = 10;
/// An order that did better by less than this many victory points is as good as the other.
const SLIGHT: f64 = 0.15;

/// A decision in which a computer player would have chosen otherwise.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Otherwise {
    /// The number of the order, from 1: the decision was taken after the one before it.
    pub n: usize,
    /// Whose decision it was.
    pub seat: Side,
    /// When it was, as players say it.
    pub when: String,
    /// What was ordered, and what he would have ordered, as their cards say it.
    pub did: String,
    /// What the computer player would have ordered.
    pub would: String,
    /// His reason; empty where he gives none.
    pub why: String,
    /// By how much his order did better in his trials, in about victory points, where he has tried both.
    pub gain: Option<f64>,
}

/// An order that a computer player weighed, as its card says it, and how good it looked after so many trials.
#[derive(Clone, PartialEq, Debug)]
pub struct Tried {
    /// The order as its card says it.
    pub label: String,
    /// How good it looked, in about victory points.
    pub score: f64,
    /// How often it was tried out.
    pub trials: u32,
}

impl Decision {
    /// Whether there was anything to choose; `game` stands before the order.
    pub fn is_open(&self, game: &dyn Game) -> bool {
        game.order_count(self.seat) > 1
    }

    /// What he would have done; nothing if it comes to the same. `game` stands before the order, `order` is his choice.
    pub fn otherwise(
        self,
        game: &dyn Game,
        order: &str,
        why: String,
        weighed: &[Tried],
    ) -> Option<Otherwise> {
        let card = game.cards(self.seat).into_iter().find(|card| card.order == order);
        let would = card.map_or_else(|| order.to_owned(), |card| card.label);
        if would == self.did {
            return None;
        }
        let score = |label: &str| weighed.iter().find(|w| w.label == label && w.trials > 0).map(|w| w.score);
        let gain = score(&would).zip(score(&self.did)).map(|(would, did)| would - did);
        if gain.is_some_and(|gain| gain < SLIGHT) {
            return None;
        }
        let when = game.view(Viewer::Referee).turn_label;
        Some(Otherwise { n: self.n, seat: self.seat, when, did: self.did, would, why, gain })
    }
}

#[cfg(test)]
mod tests {
    use table::{SeededDice, Standing};

    use super::*;

    #[test]
    fn only_what_differs_and_did_better_is_told() {
        let (game, _) = library::open("lesson-spring-hill").unwrap().start(&mut SeededDice::from_number(3));
        let Standing::Waiting(asked) = game.standing() else { panic!("the game has begun") };
        let seat = asked.seats.first();
        let cards = game.cards(seat);
        let tried = |card: usize, score| Tried { label: cards[card].label.clone(), score, trials: 9 };
        let told = |chosen: usize, scores: [f64; 2]| {
            let decision = Decision { n: 1, seat, did: cards[0].label.clone() };
            assert!(decision.is_open(game.as_ref()));
            let weighed = [tried(0, scores[0]), tried(1, scores[1])];
            decision.otherwise(game.as_ref(), &cards[chosen].order, String::new(), &weighed)
        };
        assert_eq!(told(0, [1.0, 2.0]), None, "the same order");
        assert_eq!(told(1, [1.0, 1.1]), None, "hardly better");
        let other = told(1, [1.0, 2.5]).expect("a better order");
        assert_eq!((other.would, other.gain), (cards[1].label.clone(), Some(1.5)));
    }
}
