//! How fast the rules are: random play, and judging a move.

use std::time::Instant;

use table::{Dice, NoLog, Ruleset, SeededDice};

use crate::field::Field;
use crate::setup::Setup;
use crate::state::{Phase, Pose};
use crate::{Order, Vnb};

/// Decisions a second in random play, and microseconds to judge a move of a stand.
pub fn bench(setup: &Setup) -> (f64, f64) {
    (decisions_a_second(setup), check_microseconds(setup))
}

fn decisions_a_second(setup: &Setup) -> f64 {
    let begun = Instant::now();
    let mut decisions = 0u64;
    let mut orders: Vec<Order> = Vec::new();
    let mut game = 0;
    while begun.elapsed().as_millis() < 1_000 {
        let mut dice = SeededDice::of_series(1863, game);
        let mut pick = SeededDice::of_series(1864, game);
        game += 1;
        let mut state = Vnb::start(setup, &mut dice, &mut NoLog);
        while let Some(seats) = Vnb::standing(setup, &state).seats() {
            let seat = seats.first();
            orders.clear();
            Vnb::orders(setup, &state, seat, &mut orders);
            let n = (0..4).fold(0usize, |n, _| n * 6 + usize::from(pick.d6("pick")));
            let order = orders[n % orders.len()].clone();
            Vnb::apply(setup, &mut state, seat, &order, &mut dice, &mut NoLog);
            decisions += 1;
        }
    }
    decisions as f64 / begun.elapsed().as_secs_f64()
}

/// Judges moves of every stand in all directions at the start of the battle.
fn check_microseconds(setup: &Setup) -> f64 {
    let state = Vnb::start(setup, &mut SeededDice::from_number(1), &mut NoLog);
    if state.phase != Phase::Movement {
        return 0.0;
    }
    let field = Field::new(setup, &state);
    let stands: Vec<u8> = field.present_of(state.phasing).collect();
    let begun = Instant::now();
    let mut judged = 0u64;
    while begun.elapsed().as_millis() < 500 && !stands.is_empty() {
        for id in &stands {
            let pose = field.piece(*id).pose;
            for k in 0..16 {
                let facing = k * 2_250;
                let step =
                    crate::geometry::Pt::polar((2 + i64::from(k % 5) * 3) * crate::geometry::INCH, facing);
                let to = Pose::at(pose.centre() + step, facing);
                std::hint::black_box(field.plan_move(*id, to, false).is_ok());
                judged += 1;
            }
        }
    }
    begun.elapsed().as_secs_f64() * 1e6 / judged.max(1) as f64
}
