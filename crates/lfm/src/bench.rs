//! How fast it is: decisions of random play with all legal orders listed, and lines of sight.

use std::hint::black_box;
use std::time::Instant;

use table::{Dice, NoLog, Ruleset, SeededDice};

use crate::{Lfm, Pos, Setup, position};

/// Decisions a second in random play on one thread, and microseconds for one line of sight.
pub fn bench(setup: &Setup) -> (f64, f64) {
    (decisions(setup), los(setup))
}

fn pick(dice: &mut SeededDice, below: usize) -> usize {
    let mut number = 0;
    for _ in 0..5 {
        number = number * 6 + dice.d6("pick") as usize - 1;
    }
    number % below
}

/// The best of ten stretches of several games each: what the program does while nothing else runs.
fn decisions(setup: &Setup) -> f64 {
    let mut dice = SeededDice::from_number(1863);
    let mut picks = SeededDice::from_number(3);
    let begin = Instant::now();
    let mut best = 0f64;
    for _ in 0..10 {
        best = best.max(stretch(setup, &mut dice, &mut picks));
        if begin.elapsed().as_secs() >= 5 {
            break;
        }
    }
    best
}

/// Plays whole games at random until 30,000 decisions are made; decisions a second.
fn stretch(setup: &Setup, dice: &mut SeededDice, picks: &mut SeededDice) -> f64 {
    let mut orders = Vec::new();
    let (mut made, begin) = (0u32, Instant::now());
    while made < 30_000 {
        let mut state = Lfm::start(setup, dice, &mut NoLog);
        while let Some(seat) = Pos::new(setup, &state).decider() {
            orders.clear();
            Lfm::orders(setup, &state, seat, &mut orders);
            let order = orders[pick(picks, orders.len())];
            Lfm::apply(setup, &mut state, seat, &order, dice, &mut NoLog);
            made += 1;
        }
    }
    made as f64 / begin.elapsed().as_secs_f64()
}

fn los(setup: &Setup) -> f64 {
    let state = position(setup);
    let pos = Pos::new(setup, &state);
    let hexes: Vec<_> = setup.map.grid.hexes().collect();
    let mut dice = SeededDice::from_number(8);
    let mut pairs = Vec::new();
    while pairs.len() < 20_000 {
        let (a, b) = (hexes[pick(&mut dice, hexes.len())], hexes[pick(&mut dice, hexes.len())]);
        if pos.distance(a, b) <= 8 || hexes.len() < 100 {
            pairs.push((a, b));
        }
        if pairs.len() % 2 == 1 {
            // Pairs within gun range are rare on a large map: look near the first hex.
            let near: Vec<_> = setup.sight.influenced(a).map(|(_, h)| h).collect();
            pairs.push((a, near[pick(&mut dice, near.len())]));
        }
    }
    let mut best = f64::MAX;
    for _ in 0..10 {
        let begin = Instant::now();
        for (a, b) in &pairs {
            black_box(pos.los(*a, *b, Some(table::Side::Union)));
        }
        best = best.min(begin.elapsed().as_secs_f64() * 1e6 / pairs.len() as f64);
    }
    best
}
