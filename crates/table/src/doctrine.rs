//! The plainest doctrine: give every order once and judge what comes of it.

use crate::{Dice, NoLog, Ruleset, SeededDice, Side};

/// Orders that are tried at most; beyond them the rest count as the worst.
const MOST: usize = 64;

/// Scores each order by the worth of the position after it, every one under the same dice.
pub fn one_step<R: Ruleset>(
    setup: &R::Setup,
    state: &R::State,
    seat: Side,
    orders: &[R::Order],
    scores: &mut Vec<f32>,
) {
    scores.clear();
    for order in orders.iter().take(MOST) {
        let mut after = state.clone();
        R::apply(setup, &mut after, seat, order, &mut middling_dice(), &mut NoLog);
        scores.push(R::worth(setup, &after, seat) as f32);
    }
    let worst = scores.iter().copied().fold(0.0, f32::min);
    scores.resize(orders.len(), worst);
}

/// The same fall for every order that is compared.
fn middling_dice() -> impl Dice {
    SeededDice::from_number(1863)
}
