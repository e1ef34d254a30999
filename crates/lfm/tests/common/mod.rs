//! What the random games share: loading scenarios, choosing orders.

use std::path::{Path, PathBuf};

use lfm::{Order, Pos, Setup, State, load};
use table::{Dice, SeededDice};

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

/// A player who looks for a fight: rolls for command, marches towards the enemy, seldom digs or detaches.
pub fn bold(setup: &Setup, state: &State, orders: &[Order], picks: &mut SeededDice) -> Order {
    let any = orders[pick(picks, orders.len())];
    if pick(picks, 10) == 0 {
        return any;
    }
    if let Some(roll) = orders.iter().find(|o| matches!(o, Order::Roll(_))) {
        return *roll;
    }
    let pos = Pos::new(setup, state);
    if let Some(hex) = pos.group_hex() {
        let enemies: Vec<_> = pos.stacks_of(state.side.other()).collect();
        let gap = |h: hexmap::Hex| enemies.iter().map(|e| pos.distance(h, *e)).min().unwrap_or(99);
        if let Some(charge) = orders.iter().find(|o| matches!(o, Order::Charge(_))) {
            return *charge;
        }
        let nearer = orders.iter().filter(|o| match o {
            Order::Step { dir, road: false } => pos.near(hex, *dir).is_some_and(|n| gap(n) < gap(hex)),
            _ => false,
        });
        let nearer: Vec<Order> = nearer.copied().collect();
        if !nearer.is_empty() {
            return nearer[pick(picks, nearer.len())];
        }
        if pick(picks, 2) == 0 && orders.contains(&Order::Halt) {
            return Order::Halt;
        }
    }
    let dull = |o: &&Order| {
        matches!(
            o,
            Order::Detach(_) | Order::Attach(_) | Order::Build(_) | Order::Unbuild(_) | Order::Raze(_)
        )
    };
    let lively: Vec<Order> = orders.iter().filter(|o| !dull(o)).copied().collect();
    if lively.is_empty() { any } else { lively[pick(picks, lively.len())] }
}
