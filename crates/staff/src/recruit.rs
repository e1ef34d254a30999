//! `recruit`: try every order, play on a little, take what leaves one best off.

use table::{Game, SeededDice, Side, Standing};

use crate::Chooser;

/// Orders looked at when there are very many.
const MOST_ORDERS: usize = 40;
/// Falls of the dice tried for each order.
const TRIES: u64 = 3;
/// Decisions played on after an order.
const AHEAD: usize = 12;
/// Orders looked at in each of those.
const MOST_AHEAD: usize = 10;

/// With so many orders a decision is one about what to do, and worth a look of its own.
const A_PLAN: usize = 6;

/// The number of the best of a seat's `count` orders.
pub fn best(game: &dyn Game, seat: Side, count: usize, chooser: &mut Chooser) -> usize {
    let series = chooser.number();
    let depth = usize::from(count < A_PLAN);
    best_by(some_of(count, MOST_ORDERS, chooser), |nth| {
        (0..TRIES).map(|number| trial(game, seat, nth, (series, number), depth)).sum()
    })
}

/// The number with the highest worth. Between equals the first stays: they come in random order.
fn best_by(numbers: Vec<usize>, mut worth: impl FnMut(usize) -> f64) -> usize {
    let mut found = (f64::MIN, 0);
    for nth in numbers {
        let worth = worth(nth);
        if worth > found.0 {
            found = (worth, nth);
        }
    }
    found.1
}

/// What one order comes to under one fall of the dice, the same for every order that is compared. Where
/// it only opens a choice of plans (take the initiative, then what?), the plans are looked into as well.
fn trial(game: &dyn Game, seat: Side, nth: usize, (series, number): (u64, u64), depth: usize) -> f64 {
    let mut dice = SeededDice::of_series(series, number);
    let mut chooser = Chooser::new(series, number, seat);
    let mut ahead = game.copy();
    ahead.play_nth(seat, nth, &mut dice);
    for steps in 0..AHEAD {
        let Standing::Waiting(asked) = ahead.standing() else { break };
        if asked.kind.ends_with("initiative") {
            // The action is over; what comes next depends on dice that have not fallen.
            break;
        }
        let mover = asked.seats.first();
        let count = ahead.order_count(mover);
        if count == 0 {
            break;
        }
        let next = if mover != seat {
            chooser.below(count)
        } else if depth > 0 && steps == 0 && count >= A_PLAN {
            let plans = some_of(count, MOST_ORDERS, &mut chooser);
            best_by(plans, |plan| trial(ahead.as_ref(), seat, plan, (series, number), depth - 1))
        } else {
            step(ahead.as_ref(), seat, count, &dice, &mut chooser)
        };
        ahead.play_nth(mover, next, &mut dice);
    }
    ahead.worth(seat)
}

/// The order that looks best at once.
fn step(game: &dyn Game, seat: Side, count: usize, dice: &SeededDice, chooser: &mut Chooser) -> usize {
    best_by(some_of(count, MOST_AHEAD, chooser), |nth| {
        let mut after = game.copy();
        after.play_nth(seat, nth, &mut dice.clone());
        after.worth(seat)
    })
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
