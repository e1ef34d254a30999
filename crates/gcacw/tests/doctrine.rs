//! What holds for the doctrine of computer players in every game.

use std::path::Path;

use gcacw::{Gcacw, Setup};
use table::{Commander, Dice, NoLog, Ruleset, SeededDice, Side, Standing};

fn scenario(id: &str) -> Setup {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/gcacw");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(|e| e.to_string());
    let file = format!("{id}.scenario.toml");
    let text = read(&file).expect("the scenario is there");
    gcacw::load(&file, &text, &mut |name| read(name)).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The best score's number, or any order for a side that does not think.
fn choose(scores: &[f32], thinks: bool, lots: &mut SeededDice) -> usize {
    if !thinks {
        return (0..6).fold(0, |sum, _| sum * 6 + lots.d6("lot") as usize - 1) % scores.len();
    }
    let mut best = 0;
    for nth in 1..scores.len() {
        if scores[nth] > scores[best] {
            best = nth;
        }
    }
    best
}

/// Plays a game in which one side follows the doctrine and the other draws lots; who wins.
fn duel(setup: &Setup, thinker: Side, number: u64) -> Option<Side> {
    let (mut dice, mut lots) = (SeededDice::of_series(3, number), SeededDice::of_series(4, number));
    let mut state = Gcacw::start(setup, &mut dice, &mut NoLog);
    let (mut orders, mut scores) = (Vec::new(), Vec::new());
    let mut memory = Gcacw::memory(setup);
    loop {
        let seat = match Gcacw::standing(setup, &state) {
            Standing::Over(outcome) => return outcome.winner,
            Standing::Waiting(asked) => asked.seats.first(),
        };
        orders.clear();
        Gcacw::orders(setup, &state, seat, &mut orders);
        Gcacw::doctrine(setup, &state, seat, &orders, &mut memory, &mut scores);
        assert_eq!(
            scores.len(),
            orders.len(),
            "a score for each order at {:?}",
            Gcacw::standing(setup, &state)
        );
        assert!(scores.iter().all(|s| s.is_finite()), "{orders:?} {scores:?}");
        let order = orders[choose(&scores, seat == thinker, &mut lots)];
        Gcacw::apply(setup, &mut state, seat, &order, &mut dice, &mut NoLog);
    }
}

#[test]
fn the_doctrine_beats_lots_on_either_side() {
    for id in ["lesson-spring-hill", "spring-hill-franklin", "second-manassas"] {
        let setup = scenario(id);
        let won = |side| (0..6).filter(|n| duel(&setup, side, *n) == Some(side)).count();
        let wins = Side::BOTH.map(won);
        assert!(wins.iter().sum::<usize>() >= 10, "{id}: {wins:?} of 6 each");
    }
}

#[test]
fn an_attack_is_explained_with_its_odds() {
    let setup = scenario("second-manassas");
    let mut dice = SeededDice::from_number(5);
    let mut state = Gcacw::start(&setup, &mut dice, &mut NoLog);
    let (mut orders, mut scores) = (Vec::new(), Vec::new());
    let mut memory = Gcacw::memory(&setup);
    let mut lots = SeededDice::from_number(6);
    let mut said = String::new();
    while let Standing::Waiting(asked) = Gcacw::standing(&setup, &state) {
        let seat = asked.seats.first();
        orders.clear();
        Gcacw::orders(&setup, &state, seat, &mut orders);
        Gcacw::doctrine(&setup, &state, seat, &orders, &mut memory, &mut scores);
        let order = orders[choose(&scores, true, &mut lots)];
        if matches!(order, gcacw::Order::By(_)) {
            said = Gcacw::reason(&setup, &state, seat, &order, &mut memory);
            break;
        }
        Gcacw::apply(&setup, &mut state, seat, &order, &mut dice, &mut NoLog);
    }
    assert!(said.contains("he gives way") && said.contains("Manpower"), "{said}");
}
