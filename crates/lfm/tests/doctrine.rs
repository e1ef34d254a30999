//! Computer players: every order gets a finite score, the veteran beats chance, attacks come with reasons.

#[expect(dead_code, reason = "the random games use the rest")]
mod common;

use common::{all_scenarios, data, load_file, pick};
use lfm::{Lfm, Order, Setup, State};
use table::{Commander, FOLLY, NoLog, Plans, Ruleset, SeededDice, Side, Standing, Tuning};

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
    top(&scores)
}

/// The number of the highest score.
fn top(scores: &[f32]) -> usize {
    (0..scores.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap()
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

/// The usual table but for these figures.
fn tuned(changed: &[(&str, f32)]) -> Plans {
    let mut values: Vec<f32> = Lfm::WEIGHTS.iter().map(|(_, usual)| *usual).collect();
    for (name, value) in changed {
        let nth = Lfm::WEIGHTS.iter().position(|(n, _)| n == name);
        values[nth.unwrap_or_else(|| panic!("nothing is called {name}"))] = *value;
    }
    Plans::NONE.tuned(&Tuning::new(&values))
}

#[test]
fn a_judgement_does_not_depend_on_what_counted_for_who_asked_before() {
    let setup = load_file(&data().join("lfm/rummels-farm.scenario.toml"));
    let others = tuned(&[("pull", 0.3), ("need_open", 0.6), ("men", 0.8), ("order", 0.05), ("danger", 0.9)]);
    let mut memory = Lfm::memory(&setup);
    let (mut seen, mut differ) = (0, 0);
    play(&setup, 5, |state, seat, orders, picks| {
        let ask = |plans: &Plans, memory: &mut Memory| {
            let mut scores = Vec::new();
            Lfm::planned(&setup, state, seat, orders, plans, memory, &mut scores);
            scores
        };
        let first = ask(Plans::NONE, &mut memory);
        let other = ask(&others, &mut memory);
        let again = ask(Plans::NONE, &mut memory);
        assert_eq!(other, ask(&others, &mut Lfm::memory(&setup)));
        assert_eq!(again, ask(Plans::NONE, &mut Lfm::memory(&setup)));
        // A march is thought over when something else has counted on the way.
        if !orders.iter().any(|order| matches!(order, Order::Step { .. } | Order::Halt)) {
            assert_eq!(first, again);
            seen += 1;
        }
        differ += i32::from(first != other);
        if pick(picks, 3) == 0 { pick(picks, orders.len()) } else { top(&again) }
    });
    assert!(seen > 50 && differ > 50, "{seen} {differ}");
}

#[test]
fn the_usual_figures_as_a_tuning_change_nothing() {
    let setup = load_file(&data().join("lfm/rummels-farm.scenario.toml"));
    let same = tuned(&[]);
    let mut memories = [Lfm::memory(&setup), Lfm::memory(&setup)];
    play(&setup, 6, |state, seat, orders, _| {
        let mut scores = [Vec::new(), Vec::new()];
        for ((plans, memory), scores) in [Plans::NONE, &same].into_iter().zip(&mut memories).zip(&mut scores)
        {
            Lfm::planned(&setup, state, seat, orders, plans, memory, scores);
        }
        assert_eq!(scores[0], scores[1]);
        top(&scores[0])
    });
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
