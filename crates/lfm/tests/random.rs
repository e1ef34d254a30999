//! Random games of every scenario: offered orders are legal, others are refused without harm, games end,
//! records replay.

mod common;

use std::sync::Arc;

use common::{all_scenarios, bold, load_file, pick};
use lfm::{Lfm, Order, Pos, Setup};
use table::{Game, Header, Line, NoLog, Rules, Ruleset, Seated, SeededDice, Side, Standing, replay};

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

#[test]
fn random_games_end_and_keep_the_invariants() {
    for path in all_scenarios() {
        let setup = load_file(&path);
        let games = if setup.pieces.len() < 60 { 12 } else { 2 };
        for number in 0..games {
            let made = game(&setup, number, |_, _, _, _| {});
            assert!(made > 20, "{}: {made} decisions", setup.name);
        }
    }
}

#[test]
fn offered_orders_are_legal_and_others_are_refused_unchanged() {
    for path in all_scenarios() {
        let setup = load_file(&path);
        let mut seen = 0usize;
        game(&setup, 77, |state, seat, orders, picks| {
            seen += 1;
            if !seen.is_multiple_of(7) {
                return;
            }
            for order in orders {
                assert_eq!(Lfm::check(&setup, state, seat, order), Ok(()), "{order:?}");
                let text = Lfm::write_order(&setup, order);
                assert_eq!(Lfm::read_order(&setup, &text).as_ref(), Ok(order), "{text}");
                assert!(Lfm::check(&setup, state, seat.other(), order).is_err());
            }
            let before = Lfm::fingerprint(state);
            for _ in 0..8 {
                let order = any_order(&setup, picks);
                let listed = orders.contains(&order);
                assert_eq!(Lfm::check(&setup, state, seat, &order).is_ok(), listed, "{order:?}");
            }
            assert_eq!(Lfm::fingerprint(state), before);
        });
    }
}

/// Any order at all, legal or not.
fn any_order(setup: &Setup, picks: &mut SeededDice) -> Order {
    let mut below = |n: usize| pick(picks, n);
    let id = lfm::Id(below(setup.pieces.len() + 1) as u16);
    let at = lfm::Spot {
        row: below(setup.map.grid.rows as usize + 2) as u16,
        column: below(setup.map.grid.columns as usize + 2) as u16,
    };
    let dir = hexmap::Dir::new(below(6) as u8);
    let all = [
        Order::Done,
        Order::Roll(id),
        Order::Detach(id),
        Order::Attach(id),
        Order::Build(id),
        Order::Unbuild(id),
        Order::Mine(id, dir),
        Order::Burn(id),
        Order::Aim(id, at),
        Order::Add(id),
        Order::Fire(id),
        Order::Limber(id),
        Order::Take(id),
        Order::Join(id),
        Order::Enter { at, road: below(2) == 0 },
        Order::Step { dir, road: below(2) == 0 },
        Order::Halt,
        Order::Mount,
        Order::Dismount,
        Order::Unlimber,
        Order::Charge(dir),
        Order::Raze(at),
        Order::Target(at),
        Order::With(at),
        Order::Fight,
        Order::Stay,
        Order::Go,
        Order::Pull(at),
        Order::Leave(id),
        Order::Retreat(dir),
        Order::Lose(id),
        Order::Name(id),
        Order::Keep(id),
        Order::Advance(id, dir),
        Order::Place(at),
        Order::PlaceOnFoot(at),
        Order::Recover(id),
    ];
    all[below(all.len())]
}

#[test]
fn recorded_games_replay_to_the_same_position() {
    for path in all_scenarios() {
        let setup = Arc::new(load_file(&path));
        let mut dice = SeededDice::of_series(5, 5);
        let mut picks = SeededDice::of_series(6, 6);
        let (mut game, begun) = Seated::<Lfm>::start(setup.clone(), &mut dice);
        let header = Header {
            format: Header::FORMAT.to_owned(),
            system: "lfm".to_owned(),
            scenario: setup.name.clone(),
            scenario_hash: String::new(),
            version: String::new(),
            players: ["a".to_owned(), "b".to_owned()],
            seed_hash: String::new(),
            seed: None,
            dice: begun.rolls,
            events: begun.events,
        };
        let mut lines = Vec::new();
        while lines.len() < 3000 {
            let Some(seats) = game.standing().seats() else { break };
            let seat = seats.first();
            let orders = game.orders(seat);
            let order = &orders[pick(&mut picks, orders.len())];
            let played = game.play(seat, order, &mut dice).unwrap();
            assert!(played.said.iter().all(|s| s.ends_with('.')), "{:?}", played.said);
            lines.push(Line::of(seat, order, &played));
        }
        let begin = |dice: &mut dyn table::Dice| {
            let (game, played) = Seated::<Lfm>::start(setup.clone(), dice);
            (Box::new(game) as Box<dyn Game>, played)
        };
        let read = lines.iter().cloned().map(Ok);
        let again = replay(&header, read, begin, |_, _| {}).unwrap();
        assert_eq!(again.fingerprint, game.fingerprint());
    }
}

#[test]
fn every_view_and_card_can_be_shown() {
    for path in all_scenarios() {
        let setup = load_file(&path);
        let mut seen = 0usize;
        game(&setup, 3, |state, _, orders, _| {
            seen += 1;
            if !seen.is_multiple_of(501) {
                return;
            }
            let view = Lfm::view(&setup, state, table::Viewer::Spectator);
            assert_eq!(view.pieces.len(), setup.pieces.len());
            for order in orders.iter().take(40) {
                let card = Lfm::card(&setup, state, order);
                assert!(!card.label.is_empty() && !card.label.contains('?'), "{card:?}");
                if let Some(question) = &card.preview {
                    let pos = Pos::new(&setup, state);
                    let _ = pos.standing();
                    if setup.is_night(state.turn) || question["ask"] == "reach" {
                        continue;
                    }
                    let answer = Lfm::ask(&setup, state, table::Viewer::Spectator, question);
                    assert!(answer.is_ok(), "{question}: {answer:?}");
                }
            }
        });
    }
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
        let games = if setup.pieces.len() < 60 { 40 } else { 5 };
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
