//! How fast the rules are: decisions a second, and the questions that are asked most often.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use library::Scenario;
use staff::Chooser;
use table::{Game, SeededDice, Side, Viewer};

/// How long a figure is measured.
const PATIENCE: Duration = Duration::from_millis(1500);
/// Stretches of it: the best one tells what the program does while nothing else runs.
const STRETCHES: u32 = 5;

/// Random play on one thread with every legal order listed at every decision: decisions a second.
pub fn decisions_per_second(scenario: &Scenario) -> f64 {
    let mut game = 0;
    (0..STRETCHES).map(|_| stretch(scenario, &mut game)).fold(0.0, f64::max)
}

/// Whole games for a stretch of time.
fn stretch(scenario: &Scenario, number: &mut u64) -> f64 {
    let (mut decisions, mut playing) = (0u64, Duration::ZERO);
    while playing < PATIENCE / STRETCHES {
        let mut dice = SeededDice::of_series(1863, *number);
        let mut chooser = Chooser::new(1864, *number, Side::Union);
        *number += 1;
        let begun = Instant::now();
        let (mut game, _) = scenario.start(&mut dice);
        while game.play_random(&mut |n| chooser.below(n), &mut dice) {
            decisions += 1;
        }
        playing += begun.elapsed();
    }
    decisions as f64 / playing.as_secs_f64()
}

/// Microseconds for each question of the rules that is asked often, by its key; in the middle of a game `view_us` for
/// the position as JSON and `observe_us` for it in numbers; `copy_us` for a copy.
pub fn questions(scenario: &Scenario) -> BTreeMap<&'static str, f64> {
    let mut figures: BTreeMap<&'static str, f64> =
        scenario.drills().iter_mut().map(|drill| (drill.key, micros(|n| drill.ask(n)))).collect();
    figures.insert("view_us", view_us(scenario));
    figures.insert("observe_us", observe_us(scenario));
    figures.insert("copy_us", copy_us(scenario));
    figures
}

/// A copy of the position, as everybody who looks ahead makes it.
fn copy_us(scenario: &Scenario) -> f64 {
    let game = scenario.position();
    micros(|_| drop(black_box(game.copy())))
}

/// A game a hundred decisions old.
fn middle(scenario: &Scenario) -> Box<dyn Game> {
    let mut dice = SeededDice::of_series(1863, 0);
    let mut chooser = Chooser::new(1864, 0, Side::Union);
    let (mut game, _) = scenario.start(&mut dice);
    let mut left = 100;
    while left > 0 && game.play_random(&mut |n| chooser.below(n), &mut dice) {
        left -= 1;
    }
    game
}

/// The position of a seat as JSON, in the middle of a game.
pub fn view_us(scenario: &Scenario) -> f64 {
    let game = middle(scenario);
    micros(|_| {
        black_box(serde_json::to_string(&game.view(Viewer::Seat(Side::Union))).unwrap_or_default());
    })
}

/// The position of a seat in numbers, in the middle of a game.
pub fn observe_us(scenario: &Scenario) -> f64 {
    let game = middle(scenario);
    let mut numbers = vec![0.0; game.shape().len()];
    micros(|nth| {
        game.observe(Side::BOTH[nth % 2], black_box(&mut numbers));
    })
}

/// Microseconds a call, in the best stretch.
fn micros(mut call: impl FnMut(usize)) -> f64 {
    let (mut nth, mut best) = (0, f64::MAX);
    for _ in 0..STRETCHES {
        let (begun, mut calls) = (Instant::now(), 0u32);
        while begun.elapsed() < PATIENCE / STRETCHES / 4 {
            // A clock costs as much as a quick answer: look at it now and then.
            for _ in 0..16 {
                call(nth);
                nth += 1;
            }
            calls += 16;
        }
        best = best.min(begun.elapsed().as_secs_f64() * 1e6 / f64::from(calls));
    }
    best
}
