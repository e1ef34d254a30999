//! Questions to the referee in games of every scenario, and the decisions that come up in them.

mod common;

use common::{all_scenarios, bold, load_file, pick};
use lfm::{Lfm, Order, Pos, Setup};
use table::{NoLog, Ruleset, SeededDice, Side, Standing};

/// Plays one game at random; gives back the number of decisions.
fn game(
    setup: &Setup,
    number: u64,
    mut each: impl FnMut(&lfm::State, Side, &[Order], &mut SeededDice),
) -> usize {
    let mut dice = SeededDice::of_series(1, number);
    let mut picks = SeededDice::of_series(2, number);
    let mut state = Lfm::start(setup, &mut dice, &mut NoLog);
    let mut orders = Vec::new();
    let mut made = 0;
    while let Standing::Waiting(decision) = Lfm::standing(setup, &state) {
        let seat = decision.seats.first();
        orders.clear();
        Lfm::orders(setup, &state, seat, &mut orders);
        assert!(!orders.is_empty(), "dead end: {decision:?} after {made} decisions");
        each(&state, seat, &orders, &mut picks);
        // Every other game is played by somebody who looks for a fight.
        let order = match number % 2 {
            0 => orders[pick(&mut picks, orders.len())],
            _ => bold(setup, &state, &orders, &mut picks),
        };
        Lfm::apply(setup, &mut state, seat, &order, &mut dice, &mut NoLog);
        if let Err(why) = Lfm::sound(setup, &state) {
            panic!("{why} after {order:?}, decision {made} of game {number}");
        }
        made += 1;
        assert!(made < 3_000_000, "the game does not end");
    }
    made
}

/// A question made of words that fit and words that do not.
fn any_question(setup: &Setup, picks: &mut SeededDice) -> serde_json::Value {
    use serde_json::{Value, json};
    let mut below = |n: usize| pick(picks, n);
    let hex = |n: usize| match n % 9 {
        0 => json!("9999"),
        1 => json!(7),
        _ => json!(setup.label(hexmap::Hex((n % setup.map.grid.len()) as u16))),
    };
    let name = |n: usize| match n % 7 {
        0 => json!("nobody"),
        _ => json!(setup.pieces[n % setup.pieces.len()].id),
    };
    let kinds = ["los", "zoi", "zoc", "reach", "combat", "bombard", "charge", "command", "why"];
    let side = ["union", "confederate", "both"][below(3)];
    let near = |n: usize| {
        // Neighbours of a piece's hex: questions about fights should often be about real ones.
        let piece = &setup.pieces[n % setup.pieces.len()];
        json!(piece.id)
    };
    let mut question = json!({
        "ask": kinds[below(kinds.len())], "from": hex(below(7000)), "to": hex(below(7000)), "side": side,
        "unit": name(below(7000)), "attackers": [hex(below(7000)), hex(below(7000))], "target": hex(below(7000)),
        "hexes": [hex(below(7000))], "hex": hex(below(7000)), "units": [near(below(7000))],
        "rolls": { "Meade": below(9), "Lee": 3 }, "mp": below(9), "in_command": below(2) == 0,
    });
    for key in ["from", "unit", "attackers", "target", "hexes", "units", "rolls", "mp", "side", "in_command"]
    {
        match below(6) {
            0 => drop(question.as_object_mut().map(|o| o.remove(key))),
            1 => question[key] = Value::Null,
            2 => question[key] = [json!([]), json!({}), json!(-3), json!(""), json!([[]])][below(5)].clone(),
            _ => {}
        }
    }
    question
}

#[test]
fn any_question_is_answered_or_refused() {
    for path in all_scenarios() {
        let setup = load_file(&path);
        let (mut answered, mut refused, mut seen) = (0, 0, 0usize);
        game(&setup, 9, |state, _, _, picks| {
            seen += 1;
            if !seen.is_multiple_of(41) {
                return;
            }
            for _ in 0..20 {
                match Lfm::ask(&setup, state, table::Viewer::Referee, &any_question(&setup, picks)) {
                    Ok(_) => answered += 1,
                    Err(no) => {
                        assert!(no.to_json()["error"].as_str().is_some_and(|e| !e.is_empty()));
                        refused += 1;
                    }
                }
            }
        });
        assert!(answered > 0 && refused > 0);
    }
}

#[test]
fn fights_that_touch_are_answered_with_six_faces() {
    use serde_json::json;
    for path in all_scenarios() {
        let setup = load_file(&path);
        let mut fights = 0;
        game(&setup, 21, |state, _, _, _| {
            let pos = Pos::new(&setup, state);
            if state.phase != lfm::Phase::Combat || setup.is_night(state.turn) {
                return;
            }
            for target in pos.contacts() {
                let from = pos.neighbors(target).map(|(_, n)| n).find(|n| pos.can_attack(*n)).unwrap();
                let question =
                    json!({"ask":"combat","attackers":[setup.label(from)],"target":setup.label(target)});
                let answer = Lfm::ask(&setup, state, table::Viewer::Referee, &question).unwrap();
                let sum: i64 = answer["modifiers"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|m| m["value"].as_i64().unwrap())
                    .sum();
                assert_eq!(
                    (answer["outcomes"].as_array().unwrap().len(), answer["drm"].as_i64()),
                    (6, Some(sum))
                );
                fights += 1;
            }
        });
        assert!(fights > 0, "{}: nobody ever met", setup.name);
    }
}

#[test]
fn every_kind_of_decision_comes_up() {
    let mut kinds = std::collections::BTreeSet::new();
    for path in all_scenarios() {
        let setup = load_file(&path);
        let games = if setup.pieces.len() < 60 { 60 } else { 6 };
        for number in 0..games {
            game(&setup, 2 * number + 1, |state, _, _, _| {
                if let Standing::Waiting(decision) = Lfm::standing(&setup, state) {
                    kinds.insert(decision.kind);
                }
            });
        }
    }
    let wanted = [
        "advance",
        "artillery",
        "attackers",
        "break-off",
        "break-off-hex",
        "charge",
        "command",
        "commander-hex",
        "construction",
        "exchange",
        "fire",
        "loss",
        "move",
        "movement",
        "name-unit",
        "overstacked",
        "raze",
        "recovery",
        "rejoin",
        "retreat-before-combat",
        "retreat-hex",
        "return-hex",
        "stand",
        "stand-test",
        "target",
    ];
    let missing: Vec<_> = wanted.iter().filter(|k| !kinds.contains(*k)).collect();
    assert!(missing.is_empty(), "never asked: {missing:?}");
}
