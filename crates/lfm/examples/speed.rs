//! Measures a scenario: `cargo run --release -p lfm --example speed -- FILE [GAMES]`. With a number of
//! games it plays them at random to the end and checks every position.

use std::path::Path;

use lfm::{Lfm, Setup, verify};
use table::{NoLog, Ruleset, SeededDice, Standing};

#[path = "../tests/common/mod.rs"]
mod common;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else {
        eprintln!("which scenario file? One of:");
        common::all_scenarios().iter().for_each(|path| eprintln!("  {}", path.display()));
        return;
    };
    let setup = common::load_file(Path::new(&file));
    match arguments.next().and_then(|n| n.parse().ok()) {
        Some(games) => play(&setup, games),
        None => {
            let (decisions, los) = lfm::bench(&setup);
            println!("{}: {decisions:.0} decisions/s, {los:.3} us a line of sight", setup.name);
        }
    }
}

fn play(setup: &Setup, games: u64) {
    let (mut made, mut longest) = (0u64, 0u64);
    for number in 0..games {
        let mut dice = SeededDice::of_series(11, number);
        let mut picks = SeededDice::of_series(12, number);
        let mut state = Lfm::start(setup, &mut dice, &mut NoLog);
        let mut orders = Vec::new();
        let mut length = 0;
        while let Standing::Waiting(decision) = Lfm::standing(setup, &state) {
            orders.clear();
            Lfm::orders(setup, &state, decision.seats.first(), &mut orders);
            assert!(!orders.is_empty(), "dead end in game {number}: {decision:?}");
            let order = match number % 2 {
                0 => orders[common::pick(&mut picks, orders.len())],
                _ => common::bold(setup, &state, &orders, &mut picks),
            };
            Lfm::apply(setup, &mut state, decision.seats.first(), &order, &mut dice, &mut NoLog);
            if length % 16 == 0 {
                verify(setup, &state).unwrap_or_else(|why| panic!("game {number}: {why}"));
            }
            length += 1;
            assert!(length < 20_000_000, "game {number} does not end");
        }
        made += length;
        longest = longest.max(length);
    }
    println!("{}: {games} games ended, {made} decisions, the longest {longest}", setup.name);
}
