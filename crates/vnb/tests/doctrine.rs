//! The doctrine of the computer players: a finite score for every order, reasons for all of them, and it is
//! better than none.

mod common;

use common::{example, ours};
use table::{Commander, Dice, NoLog, Ruleset, SeededDice, Side, Standing};
use vnb::{Order, Setup, Vnb};

fn below(pick: &mut SeededDice, n: usize) -> usize {
    (0..4).fold(0, |sum, _| sum * 6 + usize::from(pick.d6("pick"))) % n
}

fn best(scores: &[f32]) -> usize {
    (0..scores.len()).fold(0, |best, n| if scores[n] > scores[best] { n } else { best })
}

#[test]
fn every_order_of_a_random_game_has_a_finite_score_and_the_position_a_finite_worth() {
    for setup in [example("crossroads"), ours("lesson-henry-hill.scenario.toml")] {
        for game in 0..4 {
            let (mut dice, mut pick) = (SeededDice::of_series(31, game), SeededDice::of_series(32, game));
            let mut state = Vnb::start(&setup, &mut dice, &mut NoLog);
            let (mut orders, mut scores) = (Vec::new(), vec![9.0]);
            while let Some(seats) = Vnb::standing(&setup, &state).seats() {
                let seat = seats.first();
                orders.clear();
                Vnb::orders(&setup, &state, seat, &mut orders);
                Vnb::doctrine(&setup, &state, seat, &orders, &mut (), &mut scores);
                assert_eq!(scores.len(), orders.len());
                assert!(scores.iter().all(|s| s.is_finite()), "{orders:?}: {scores:?}");
                let worth = [Side::Union, Side::Confederate].map(|s| Vnb::worth(&setup, &state, s, &mut ()));
                assert!(worth.iter().all(|w| w.is_finite()));
                assert!((worth[0] + worth[1]).abs() < 0.01, "what one side gains the other loses: {worth:?}");
                let order = orders.swap_remove(below(&mut pick, orders.len()));
                Vnb::reason(&setup, &state, seat, &order, &mut ());
                Vnb::apply(&setup, &mut state, seat, &order, &mut dice, &mut NoLog);
            }
        }
    }
}

/// The side that follows the doctrine against one that gives any order; 2 for a win, 1 for a draw.
fn score(setup: &Setup, doctrine: Side, game: u64) -> u32 {
    let (mut dice, mut pick) = (SeededDice::of_series(41, game), SeededDice::of_series(42, game));
    let mut state = Vnb::start(setup, &mut dice, &mut NoLog);
    let (mut orders, mut scores): (Vec<Order>, Vec<f32>) = (Vec::new(), Vec::new());
    loop {
        let seat = match Vnb::standing(setup, &state) {
            Standing::Over(end) => return end.winner.map_or(1, |w| if w == doctrine { 2 } else { 0 }),
            Standing::Waiting(asked) => asked.seats.first(),
        };
        orders.clear();
        Vnb::orders(setup, &state, seat, &mut orders);
        let n = if seat == doctrine {
            Vnb::doctrine(setup, &state, seat, &orders, &mut (), &mut scores);
            best(&scores)
        } else {
            below(&mut pick, orders.len())
        };
        let order = orders.swap_remove(n);
        Vnb::apply(setup, &mut state, seat, &order, &mut dice, &mut NoLog);
    }
}

#[test]
fn the_doctrine_beats_chance() {
    let setup = ours("bull-run-1861.scenario.toml");
    let sum: u32 = (0..6).map(|n| score(&setup, Side::Union, n) + score(&setup, Side::Confederate, n)).sum();
    assert!(sum >= 20, "{sum} of 24");
}
