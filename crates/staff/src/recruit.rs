//! `recruit`: try every order, play on a little, take what leaves one best off.

use table::{Game, SeededDice, Side};

use crate::Chooser;

/// Orders looked at when there are very many.
const MOST_ORDERS: usize = 40;
/// Falls of the dice tried for each order.
const TRIES: u64 = 3;
/// Decisions played on after an order.
const AHEAD: usize = 12;
/// Orders looked at in each of those.
const MOST_AHEAD: usize = 10;

/// The number of the best of a seat's `count` orders.
pub fn best(game: &dyn Game, seat: Side, count: usize, chooser: &mut Chooser) -> usize {
    let series = chooser.number();
    let mut found = (f64::MIN, 0);
    for nth in some_of(count, MOST_ORDERS, chooser) {
        let worth: f64 = (0..TRIES).map(|number| trial(game, seat, nth, series, number)).sum();
        // Between equals the first drawn stays: the draw was at random.
        if worth > found.0 {
            found = (worth, nth);
        }
    }
    found.1
}

/// What one order comes to under one fall of the dice, the same for every order that is compared.
fn trial(game: &dyn Game, seat: Side, nth: usize, series: u64, number: u64) -> f64 {
    let mut dice = SeededDice::of_series(series, number);
    let mut chooser = Chooser::new(series, number, seat);
    let mut ahead = game.copy();
    ahead.play_nth(seat, nth, &mut dice);
    for _ in 0..AHEAD {
        let Some(seats) = ahead.standing().seats() else { break };
        let mover = seats.first();
        let count = ahead.order_count(mover);
        if count == 0 {
            break;
        }
        let next = if mover == seat {
            step(ahead.as_ref(), seat, count, &dice, &mut chooser)
        } else {
            chooser.below(count)
        };
        ahead.play_nth(mover, next, &mut dice);
    }
    ahead.worth(seat)
}

/// The order that looks best at once.
fn step(game: &dyn Game, seat: Side, count: usize, dice: &SeededDice, chooser: &mut Chooser) -> usize {
    let mut found = (f64::MIN, 0);
    for nth in some_of(count, MOST_AHEAD, chooser) {
        let mut after = game.copy();
        after.play_nth(seat, nth, &mut dice.clone());
        let worth = after.worth(seat);
        if worth > found.0 {
            found = (worth, nth);
        }
    }
    found.1
}

/// The numbers below `count` in random order, `most` of them at most.
fn some_of(count: usize, most: usize, chooser: &mut Chooser) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    let taken = count.min(most);
    for at in 0..taken {
        let other = at + chooser.below(count - at);
        numbers.swap(at, other);
    }
    numbers.truncate(taken);
    numbers
}
