//! What counts in the doctrine can be changed by name: all of it matters somewhere, and who asks with
//! other figures changes nothing for whoever asks next.

mod common;

use std::sync::Arc;

use common::ours;
use table::{Commander, Dice, Judgement, NoLog, Plans, Ruleset, Seated, SeededDice, Side, Tuning};
use vnb::{Order, Setup, State, Vnb};

fn below(pick: &mut SeededDice, n: usize) -> usize {
    (0..4).fold(0, |sum, _| sum * 6 + usize::from(pick.d6("pick"))) % n
}

/// The usual figures with some of them changed.
fn plans(change: impl Fn(&str, f32) -> f32) -> Plans {
    let values: Vec<f32> = Vnb::WEIGHTS.iter().map(|(name, usual)| change(name, *usual)).collect();
    Plans::NONE.tuned(&Tuning::new(&values))
}

/// Scores of all orders, to the last bit.
fn scores(setup: &Setup, state: &State, seat: Side, orders: &[Order], plans: &Plans) -> Vec<u32> {
    let mut scores = Vec::new();
    Vnb::planned(setup, state, seat, orders, plans, &mut (), &mut scores);
    scores.iter().map(|score| score.to_bits()).collect()
}

/// Shows all that is asked in some games, where now the doctrine and now chance decides.
fn games(file: &str, games: u64, mut each: impl FnMut(&Setup, &State, Side, &[Order])) {
    let setup = ours(file);
    for game in 0..games {
        let (mut dice, mut pick) = (SeededDice::of_series(51, game), SeededDice::of_series(52, game));
        let mut state = Vnb::start(&setup, &mut dice, &mut NoLog);
        let (mut orders, mut scores) = (Vec::new(), Vec::new());
        while let Some(seats) = Vnb::standing(&setup, &state).seats() {
            let seat = seats.first();
            orders.clear();
            Vnb::orders(&setup, &state, seat, &mut orders);
            each(&setup, &state, seat, &orders);
            Vnb::doctrine(&setup, &state, seat, &orders, &mut (), &mut scores);
            let best = (0..scores.len()).fold(0, |best, n| if scores[n] > scores[best] { n } else { best });
            let n = if pick.d6("whim") == 6 { below(&mut pick, orders.len()) } else { best };
            let order = orders.swap_remove(n);
            Vnb::apply(&setup, &mut state, seat, &order, &mut dice, &mut NoLog);
        }
    }
}

#[test]
fn no_two_figures_have_the_same_name_and_none_is_nothing() {
    let mut names: Vec<&str> = Vnb::WEIGHTS.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Vnb::WEIGHTS.len());
    assert!(Vnb::WEIGHTS.iter().all(|(_, usual)| *usual > 0.0));
}

#[test]
fn every_figure_changes_some_score() {
    let mut idle: Vec<(&str, Plans)> = Vnb::WEIGHTS
        .iter()
        .map(|(name, _)| (*name, plans(|n, usual| if n == *name { 1.5 * usual } else { usual })))
        .collect();
    for file in ["bull-run-1861", "gettysburg-july-1"] {
        games(&format!("{file}.scenario.toml"), 4, |setup, state, seat, orders| {
            let usual = scores(setup, state, seat, orders, Plans::NONE);
            idle.retain(|(_, plans)| scores(setup, state, seat, orders, plans) == usual);
        });
    }
    let idle: Vec<&str> = idle.iter().map(|(name, _)| *name).collect();
    assert!(idle.is_empty(), "{idle:?}");
}

#[test]
fn whoever_asks_with_other_figures_changes_nothing_for_the_next() {
    let bold = plans(|name, usual| match name {
        "charge_loss" | "risk" => 0.3 * usual,
        "pull_early" | "hold_free" => 2.0 * usual,
        _ => usual,
    });
    let (mut asked, mut differ) = (0, 0);
    games("lesson-henry-hill.scenario.toml", 2, |setup, state, seat, _| {
        let game = Seated::<Vnb>::new(Arc::new(setup.clone()), state.clone());
        let mut memory = game.memory();
        let [before, other, after, again] = [Plans::NONE, &bold, Plans::NONE, &bold].map(|plans| {
            memory.follow(seat, plans);
            game.advise(seat, &mut memory).iter().map(|score| score.to_bits()).collect::<Vec<_>>()
        });
        assert_eq!((&before, &other), (&after, &again));
        asked += 1;
        differ += u32::from(before != other);
    });
    assert!(differ > asked / 20, "{differ} of {asked}");
}

#[test]
fn the_usual_figures_by_name_are_the_usual_ones() {
    let same = plans(|_, usual| usual);
    games("lesson-henry-hill.scenario.toml", 2, |setup, state, seat, orders| {
        let [named, usual] = [&same, Plans::NONE].map(|plans| scores(setup, state, seat, orders, plans));
        assert_eq!(named, usual);
    });
}

#[test]
fn no_figure_is_too_wild() {
    let wild = [plans(|_, _| 0.0), plans(|_, usual| -usual), plans(|_, _| 1e9), plans(|_, _| f32::NAN)];
    games("lesson-henry-hill.scenario.toml", 1, |setup, state, seat, orders| {
        for plans in &wild {
            let scores = scores(setup, state, seat, orders, plans);
            assert!(scores.iter().all(|score| f32::from_bits(*score).is_finite()));
        }
    });
}
