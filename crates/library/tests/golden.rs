//! Golden games and counts: one recorded game of every scenario as text a player can read, and the number of
//! orders and positions from fixed positions on, all compared byte by byte with tests/golden.
//!
//! A rule that changes shows here as a difference that can be judged. `cargo xtask golden` writes the files
//! anew and says which changed; the change is told in CHANGELOG.md.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use library::Scenario;
use staff::{Chooser, Level, Player};
use table::{BySide, Dice, Game, Played, SeededDice, Side, Standing};

/// The seed of the games, and their number in its series: `hardtack sim ID --seed 1863` plays them first.
const SEED: u64 = 1863;
/// The most orders of a game that are kept.
const MOST: usize = 300;
/// A position is noted after so many orders.
const NOTED: usize = 100;
/// Positions are counted after so many random orders.
const COUNTED: [usize; 4] = [0, 25, 70, 160];
/// Orders of a position that are followed when positions are counted; of more, this many are taken, spread
/// evenly.
const FOLLOWED: usize = 24;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden")
}

/// Compares a file with what it should be, or writes it when `HARDTACK_WRITE` is set.
fn compare(name: &str, now: &str) -> Result<(), String> {
    let path = folder().join(name);
    if std::env::var_os("HARDTACK_WRITE").is_some() {
        return std::fs::write(path, now).map_err(|e| format!("tests/golden/{name}: {e}"));
    }
    let kept = std::fs::read_to_string(path).map_err(|e| format!("tests/golden/{name}: {e}"))?;
    if kept == now {
        return Ok(());
    }
    let (kept, now): (Vec<&str>, Vec<&str>) = (kept.lines().collect(), now.lines().collect());
    let line = kept.iter().zip(&now).take_while(|(a, b)| a == b).count();
    let at = |lines: &[&str]| lines.get(line).copied().unwrap_or("the end").to_owned();
    Err(format!("tests/golden/{name}:{}: kept `{}`, now `{}`", line + 1, at(&kept), at(&now)))
}

/// All that differs, at once.
fn judge(faults: Vec<String>) {
    let how = "if this is meant, `cargo xtask golden` writes the files anew; tell it in CHANGELOG.md";
    assert!(faults.is_empty(), "{}\n{how}", faults.join("\n"));
}

fn scenarios() -> impl Iterator<Item = Scenario> {
    library::list().into_iter().map(|entry| library::open(&entry.id).unwrap_or_else(|e| panic!("{e}")))
}

/// Dice and events of an order.
fn told(text: &mut String, played: &Played) {
    let dice: Vec<String> = played.rolls.iter().map(|roll| format!("{} {}", roll.why, roll.die)).collect();
    if !dice.is_empty() {
        _ = writeln!(text, "  dice: {}", dice.join(", "));
    }
    for said in &played.said {
        _ = writeln!(text, "  {said}");
    }
}

/// The first game of a series of veterans, as text.
fn game(scenario: &Scenario) -> String {
    let player = Player::from(Level::Veteran);
    let mut dice = SeededDice::of_series(SEED, 0);
    let mut choosers = BySide::from_fn(|side| Chooser::new(SEED, 0, side));
    let (mut game, begun) = scenario.start(&mut dice);
    let mut memory = game.memory();
    let mut text = format!(
        "# {}: {player} (Union) against {player}, seed {SEED}, game 0, {MOST} orders at most.\n\n0 set-up\n",
        scenario.id
    );
    told(&mut text, &begun);
    let mut orders = 0;
    while let Some(seats) = game.standing().seats().filter(|_| orders < MOST) {
        let seat = seats.first();
        let order = staff::choose(player, game.as_ref(), seat, &mut memory, &mut choosers[seat])
            .unwrap_or_else(|| panic!("{}: {seat} has no order to give", scenario.id));
        let played = game.play(seat, &order, &mut dice).unwrap_or_else(|no| panic!("{order}: {no}"));
        orders += 1;
        _ = writeln!(text, "\n{orders} {seat} {order}");
        told(&mut text, &played);
        if orders % NOTED == 0 {
            _ = writeln!(text, "\nposition {:016x}", game.fingerprint());
        }
    }
    text + &end(game.as_ref(), orders)
}

fn end(game: &dyn Game, orders: usize) -> String {
    let points = game.view(table::Viewer::Referee).victory;
    let how = match game.standing() {
        Standing::Over(outcome) => {
            let winner = outcome.winner.map_or("nobody".to_owned(), |side| side.to_string());
            format!("over, {winner} wins, {}", outcome.degree)
        }
        Standing::Waiting(_) => format!("cut off in turn {}", game.tally().turn),
    };
    format!(
        "\nend: {how}; Union {}, Confederate {}\nposition {:016x} after {orders} orders\n",
        points.union,
        points.confederate,
        game.fingerprint()
    )
}

#[test]
fn golden_games() {
    judge(scenarios().filter_map(|s| compare(&format!("{}.txt", s.id), &game(&s)).err()).collect());
}

/// At most so many of the numbers below `n`, spread evenly.
fn spread(n: usize) -> impl Iterator<Item = usize> {
    let most = n.min(FOLLOWED);
    (0..most).map(move |i| i * n / most)
}

/// The positions that the orders of a position lead to, all under the same dice, each once.
fn next(game: &dyn Game, found: &mut BTreeSet<u64>, mut each: impl FnMut(Box<dyn Game>)) {
    let Some(seats) = game.standing().seats() else { return };
    let seat = seats.first();
    for nth in spread(game.order_count(seat)) {
        let mut after = game.copy();
        after.play_nth(seat, nth, &mut SeededDice::from_number(SEED));
        if found.insert(after.fingerprint()) {
            each(after);
        }
    }
}

/// Orders and positions one and two decisions from a position.
fn count(game: &dyn Game) -> String {
    let Standing::Waiting(asked) = game.standing() else { return "over".to_owned() };
    let (mut one, mut two, mut orders) = (BTreeSet::new(), BTreeSet::new(), 0);
    next(game, &mut one, |after| {
        let seats = after.standing().seats();
        orders += seats.map_or(0, |seats| after.order_count(seats.first()));
        next(after.as_ref(), &mut two, |_| {});
    });
    let listed = game.order_count(asked.seats.first());
    format!("{:<20}{listed:>8}{:>10}{orders:>8}{:>10}", asked.kind, one.len(), two.len())
}

/// A game after some random orders.
fn after(scenario: &Scenario, orders: usize) -> Box<dyn Game> {
    let mut dice = SeededDice::of_series(SEED, 1);
    let mut chooser = Chooser::new(SEED, 1, Side::Union);
    let (mut game, _) = scenario.start(&mut dice as &mut dyn Dice);
    for _ in 0..orders {
        game.play_random(&mut |n| chooser.below(n), &mut dice);
    }
    game
}

#[test]
fn counts_of_orders_and_positions() {
    let mut text = format!(
        "# Legal orders of fixed positions (after so many random orders of seed {SEED}), the positions they lead\n\
         # to, the legal orders of these, and the positions after those. Of more than {FOLLOWED} orders {FOLLOWED}\n\
         # are followed, spread evenly.\n\
         # scenario              after  decision              orders positions  orders positions\n"
    );
    for scenario in scenarios() {
        for orders in COUNTED {
            let counted = count(after(&scenario, orders).as_ref());
            _ = writeln!(text, "{:<22}{orders:>8}  {counted}", scenario.id);
        }
    }
    judge(compare("counts.txt", &text).err().into_iter().collect());
}

#[test]
fn no_file_is_of_a_scenario_that_is_gone() {
    let known: BTreeSet<String> = scenarios().map(|s| format!("{}.txt", s.id)).collect();
    let kept = std::fs::read_dir(folder()).unwrap_or_else(|e| panic!("tests/golden: {e}"));
    let names = kept.map(|file| file.unwrap().file_name().to_string_lossy().into_owned());
    let strange: Vec<String> = names.filter(|n| n != "counts.txt" && !known.contains(n)).collect();
    assert!(strange.is_empty(), "{strange:?}");
}
