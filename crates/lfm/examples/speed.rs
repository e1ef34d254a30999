//! Measures a scenario: `cargo run --release -p lfm --example speed -- FILE [GAMES]`. With a number of
//! games it plays them at random to the end and checks every position.

use std::path::Path;

use lfm::{Lfm, Setup, load, verify};
use table::{Dice, NoLog, Ruleset, SeededDice, Standing};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else {
        eprintln!("which scenario file?");
        return;
    };
    let games: u64 = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let path = Path::new(&file);
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut read = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(|e| e.to_string());
    match load(&file, &text, &mut read) {
        Ok(setup) if games > 0 => play(&setup, games),
        Ok(setup) => {
            let (decisions, los) = lfm::bench(&setup);
            println!("{}: {decisions:.0} decisions/s, {los:.3} us a line of sight", setup.name);
        }
        Err(faults) => eprintln!("{faults}"),
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
            let mut n = 0;
            for _ in 0..5 {
                n = n * 6 + picks.d6("pick") as usize - 1;
            }
            let order = orders[n % orders.len()];
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
