//! The plainest doctrine: give every order once and judge what comes of it.

use std::cell::Cell;

use crate::{Dice, NoLog, Ruleset, SeededDice, Side};

/// How unsurely the lesser computer players read a doctrine: each of its scores is off by about this share
/// of the distance between the best order and a poor one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Doubt {
    pub recruit: f32,
    pub veteran: f32,
    /// Which order counts as a poor one: 1 the worst, 0.5 the one in the middle. Where a few orders are
    /// folly the worst says nothing about how far apart the others are.
    pub poor: f32,
}

thread_local! {
    static MOMENT: Cell<u64> = const { Cell::new(0) };
}

/// The number of the decision that is being thought about on this thread. What a doctrine remembers from
/// one question to the next must not outlive it: else a choice would depend on what was thought about
/// before, and a game could not be played again alone.
pub fn moment() -> u64 {
    MOMENT.get()
}

/// Somebody begins to think about another decision.
pub fn new_moment() {
    MOMENT.set(MOMENT.get().wrapping_add(1));
}

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
