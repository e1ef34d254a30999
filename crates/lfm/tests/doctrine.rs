//! Computer players: every order gets a finite score, the veteran beats chance, attacks come with reasons.

#[expect(dead_code, reason = "the random games use the rest")]
mod common;

use common::{all_scenarios, data, load_file, pick};
use lfm::{Lfm, Order, Setup, State};
use table::{Commander, FOLLY, NoLog, Ruleset, SeededDice, Side, Standing};

type Memory = <Lfm as Commander>::Memory;

/// Plays a game; `choose` is asked for the number of an order.
fn play(
    setup: &Setup,
    number: u64,
    mut choose: impl FnMut(&State, Side, &[Order], &mut SeededDice) -> usize,
) -> State {
    let mut dice = SeededDice::of_series(21, number);
    let mut picks = SeededDice::of_series(22, number);
    let mut state = Lfm::start(setup, &mut dice, &mut NoLog);
    let mut orders = Vec::new();
    let mut made = 0;
    while let Standing::Waiting(decision) = Lfm::standing(setup, &state) {
        let seat = decision.seats.first();
        orders.clear();
        Lfm::orders(setup, &state, seat, &mut orders);
        let nth = choose(&state, seat, &orders, &mut picks);
        Lfm::apply(setup, &mut state, seat, &orders[nth], &mut dice, &mut NoLog);
        made += 1;
        assert!(made < 200_000, "{}: the game does not end", setup.name);
    }
    state
}

/// The order that the doctrine likes best.
fn best(setup: &Setup, state: &State, seat: Side, orders: &[Order], memory: &mut Memory) -> usize {
    let mut scores = Vec::new();
    Lfm::doctrine(setup, state, seat, orders, memory, &mut scores);
    (0..orders.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap()
}

#[test]
fn every_order_of_a_random_game_gets_a_finite_score() {
    for path in all_scenarios() {
        let setup = load_file(&path);
        let mut memory = Lfm::memory(&setup);
        let mut scores = vec![7.0];
        play(&setup, 1, |state, seat, orders, picks| {
            Lfm::doctrine(&setup, state, seat, orders, &mut memory, &mut scores);
            assert_eq!(scores.len(), orders.len(), "{}", setup.name);
            for (order, score) in orders.iter().zip(&scores) {
                assert!(score.is_finite() && score.abs() <= -FOLLY, "{}: {order:?} {score}", setup.name);
            }
            let worth = Lfm::worth(&setup, state, seat, &mut memory);
            assert!(worth.is_finite(), "{}", setup.name);
            pick(picks, orders.len())
        });
    }
}

#[test]
fn a_judgement_does_not_depend_on_what_was_asked_before() {
    let setup = load_file(&data().join("lfm/rummels-farm.scenario.toml"));
    let mut memory = Lfm::memory(&setup);
    let other = load_file(&data().join("lfm/little-round-top.scenario.toml"));
    let elsewhere = Lfm::start(&other, &mut SeededDice::from_number(4), &mut NoLog);
    let mut seen = 0;
    play(&setup, 2, |state, seat, orders, picks| {
        let moving = orders.contains(&Order::Halt);
        let mut first = Vec::new();
        Lfm::doctrine(&setup, state, seat, orders, &mut memory, &mut first);
        if !moving {
            let (mut foreign, mut noise, mut again) = (Vec::new(), Vec::new(), Vec::new());
            Lfm::orders(&other, &elsewhere, Side::Confederate, &mut foreign);
            Lfm::doctrine(&other, &elsewhere, Side::Confederate, &foreign, &mut memory, &mut noise);
            Lfm::doctrine(&setup, state, seat, orders, &mut memory, &mut again);
            assert_eq!(first, again);
            seen += 1;
        }
        pick(picks, orders.len())
    });
    assert!(seen > 50);
}

#[test]
fn the_veteran_beats_chance() {
    let setup = load_file(&data().join("lfm/rummels-farm.scenario.toml"));
    let mut memory = Lfm::memory(&setup);
    let mut won = 0;
    for number in 0..10 {
        let veteran = if number % 2 == 0 { Side::Union } else { Side::Confederate };
        let end = play(&setup, number, |state, seat, orders, picks| match seat == veteran {
            true => best(&setup, state, seat, orders, &mut memory),
            false => pick(picks, orders.len()),
        });
        won += i32::from(end.outcome.unwrap().winner == Some(veteran));
    }
    assert!(won >= 9, "{won} of 10");
}

#[test]
fn games_of_two_veterans_end_in_every_scenario() {
    for path in all_scenarios() {
        let setup = load_file(&path);
        let mut memory = Lfm::memory(&setup);
        let end = play(&setup, 3, |state, seat, orders, _| best(&setup, state, seat, orders, &mut memory));
        assert!(end.outcome.is_some(), "{}", setup.name);
    }
}

#[test]
fn attacks_come_with_a_reason_and_odds() {
    let setup = load_file(&data().join("lfm/rummels-farm.scenario.toml"));
    let mut memory = Lfm::memory(&setup);
    let mut fights = 0;
    for number in 0..3 {
        play(&setup, number, |state, seat, orders, _| {
            for order in orders {
                let why = Lfm::reason(&setup, state, seat, order, &mut memory);
                let attack =
                    matches!(order, Order::Fight | Order::Target(_) | Order::Charge(_) | Order::Fire(_));
                if attack {
                    assert!(
                        why.ends_with('.')
                            && (why.contains(" in 100") || why.contains("Never") || why.contains("Always")),
                        "{order:?}: `{why}`"
                    );
                    fights += 1;
                }
                assert!(why.is_empty() || why.ends_with('.'), "{order:?}: `{why}`");
            }
            best(&setup, state, seat, orders, &mut memory)
        });
    }
    assert!(fights > 20, "{fights}");
}
