//! What the tests share: loading scenarios, small worlds, scripted play.
#![expect(dead_code, reason = "each test file uses its own part")]

use std::path::{Path, PathBuf};

use lfm::{Lfm, Order, Pos, Setup, State, load};
use table::{Dice, NoLog, Ruleset, ScriptedDice, SeededDice, Side};

pub fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")
}

/// Loads a scenario file with the files it names beside it.
pub fn load_file(path: &Path) -> Setup {
    let text = std::fs::read_to_string(path).unwrap();
    let folder = path.parent().unwrap().to_path_buf();
    let mut read = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(|e| e.to_string());
    load(&path.file_name().unwrap().to_string_lossy(), &text, &mut read).unwrap_or_else(|e| panic!("{e}"))
}

/// Every Last Full Measure scenario of the program.
pub fn all_scenarios() -> Vec<PathBuf> {
    let mut found = vec![data().join("examples/lfm-example.scenario.toml")];
    for entry in std::fs::read_dir(data().join("lfm")).into_iter().flatten().flatten() {
        if entry.path().to_string_lossy().ends_with(".scenario.toml") {
            found.push(entry.path());
        }
    }
    found.sort();
    found
}

/// A number below `below`, from a stream of its own.
pub fn pick(dice: &mut SeededDice, below: usize) -> usize {
    let mut number = 0;
    for _ in 0..5 {
        number = number * 6 + dice.d6("pick") as usize - 1;
    }
    number % below
}

pub fn orders(setup: &Setup, state: &State) -> Vec<Order> {
    let mut found = Vec::new();
    if let Some(seat) = Pos::new(setup, state).decider() {
        Lfm::orders(setup, state, seat, &mut found);
    }
    found
}

pub fn decider(setup: &Setup, state: &State) -> Side {
    Pos::new(setup, state).decider().expect("the game goes on")
}

/// Gives an order as text; it must be legal.
pub fn play(setup: &Setup, state: &mut State, order: &str, dice: &[u8]) {
    let mut script = ScriptedDice::new(dice.iter().copied());
    play_with(setup, state, order, &mut script);
    assert!(script.is_empty(), "dice left after `{order}`");
}

pub fn play_with(setup: &Setup, state: &mut State, order: &str, dice: &mut dyn Dice) {
    let read = Lfm::read_order(setup, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    let seat = decider(setup, state);
    Lfm::check(setup, state, seat, &read).unwrap_or_else(|e| panic!("{order}: {e}"));
    assert!(orders(setup, state).contains(&read), "{order} is legal but not listed");
    Lfm::apply(setup, state, seat, &read, dice, &mut NoLog);
    lfm::verify(setup, state).unwrap_or_else(|e| panic!("after {order}: {e}"));
}
