//! Positions and orders in numbers: what is documented is what is there, and it can be played by.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::talk::{Limits, Session};
use engine::{DiceFrom, Fault, Moved, Opened, Running};
use serde_json::{Value, json};
use table::{Factors, Labels, Side};

/// A scenario of each system, with the name that its page gives the system.
const SYSTEMS: [(&str, &str); 3] = [
    ("second-manassas", "Great Campaigns"),
    ("rummels-farm", "The Last Full Measure"),
    ("lesson-henry-hill", "Volley & Bayonet"),
];

fn opened(id: &str) -> Arc<Opened> {
    Arc::new(Opened::new(library::open(id).unwrap()))
}

fn begun(id: &str) -> Running {
    Running::begin(opened(id), DiceFrom::number(7))
}

fn observed(game: &Running, seat: Side) -> Vec<f32> {
    let mut numbers = vec![f32::NAN; game.opened().shape().len()];
    game.observe(seat, &mut numbers).unwrap();
    numbers
}

/// What stands in quotes in the first cells of the tables of a section, in order.
fn documented(heading: &str) -> Vec<String> {
    let page = include_str!("../../../docs/observation.md");
    let section = page.split(&format!("### {heading}\n")).nth(1).unwrap_or_else(|| panic!("no `{heading}`"));
    let section = section.split("\n#").next().unwrap();
    let cells = section.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

#[test]
fn the_page_lists_every_label_in_its_order() {
    for (id, name) in SYSTEMS {
        let Labels { planes, token, vector, kinds, .. } = opened(id).labels();
        if !planes.is_empty() {
            assert_eq!(documented(&format!("{name}: planes")), planes, "{id}");
        }
        assert_eq!(documented(&format!("{name}: tokens")), token, "{id}");
        // Objectives are as many as a scenario has: the first is shown.
        let shown = |label: &String| !label.starts_with("objective-") || label.starts_with("objective-1-");
        let vector: Vec<String> = vector.into_iter().filter(shown).collect();
        assert_eq!(documented(&format!("{name}: vector")), vector, "{id}");
        assert_eq!(documented(&format!("{name}: orders")), kinds, "{id}");
    }
}

#[test]
fn labels_are_as_many_as_numbers_and_no_two_are_the_same() {
    for (id, _) in SYSTEMS {
        let opened = opened(id);
        let (shape, space, labels) = (opened.shape(), opened.space(), opened.labels());
        assert_eq!((shape.planes, shape.token), (labels.planes.len(), labels.token.len()), "{id}");
        assert_eq!((shape.vector, space.kinds), (labels.vector.len(), labels.kinds.len()), "{id}");
        assert_eq!((space.pieces, space.places), (labels.pieces.len(), labels.places.len()), "{id}");
        let vector: BTreeSet<&String> = labels.vector.iter().collect();
        assert_eq!(vector.len(), labels.vector.len(), "{id}");
        assert!((shape.version, space.version) == (1, 1) && shape.len() > 100, "{id}");
    }
}

/// The shape belongs to the scenario, not to the position, and both seats have one.
#[test]
fn the_shape_stays_and_each_seat_sees_its_own_side() {
    for (id, _) in SYSTEMS {
        let mut game = begun(id);
        let (shape, labels) = (game.opened().shape(), game.opened().labels());
        let own = labels.token.iter().position(|label| *label == "own").unwrap();
        for _ in 0..60 {
            let Some(seat) = game.seat() else { break };
            let sees = [Side::Union, Side::Confederate].map(|side| observed(&game, side));
            assert!(sees.iter().flatten().all(|number| number.is_finite()), "{id}");
            let vector = shape.len() - shape.vector;
            assert_eq!(
                (sees[seat as usize][vector], sees[seat.other() as usize][vector]),
                (1.0, 0.0),
                "{id}"
            );
            for token in 0..shape.tokens {
                let at = shape.parts().0 + token * shape.token + own;
                assert_eq!(sees[0][at], -sees[1][at], "{id}: whose piece {token} is");
            }
            game.step(seat, game.order_count(seat) / 2, &[]).unwrap();
            assert_eq!(game.game().shape(), shape, "{id}");
        }
    }
}

#[test]
fn a_room_of_another_length_is_refused() {
    let game = begun("rummels-farm");
    let needed = game.opened().shape().len();
    let mut room = vec![0.5; needed - 1];
    assert_eq!(game.observe(Side::Union, &mut room), Err(Fault::NoRoom { given: needed - 1, needed }));
    assert!(room.iter().all(|number| *number == 0.5), "nothing was written");
}

/// A game played by numbers alone is the game that is played by the orders they stand for.
#[test]
fn games_can_be_played_by_factors() {
    for (id, _) in SYSTEMS {
        let (mut game, mut other) = (begun(id), begun(id));
        let mut factors: Vec<Factors> = Vec::new();
        for step in 0..200 {
            let Some(seat) = game.seat() else { break };
            game.factors(seat, &mut factors);
            assert_eq!(factors.len(), game.order_count(seat));
            let chosen = step * 7 % factors.len();
            assert_eq!(game.nth(seat, factors[chosen]), Some(chosen), "{id}");
            let text = game.orders(seat).swap_remove(chosen);
            assert!(matches!(game.step(seat, chosen, &[]), Ok(Moved::Done(None))));
            other.step_order(seat, &text, &[]).unwrap();
            assert_eq!(game.fingerprint(), other.fingerprint(), "{id}: `{text}`");
        }
    }
}

#[test]
fn numbers_of_no_legal_order_are_none() {
    for (id, _) in SYSTEMS {
        let game = begun(id);
        let (seat, space) = (game.seat().unwrap(), game.opened().space());
        let beyond = [space.kinds, space.pieces, space.places, space.options].map(|size| size as u16);
        assert_eq!(game.nth(seat, beyond), None);
        assert_eq!(game.nth(seat, [0, u16::MAX, u16::MAX, u16::MAX]), None);
        let mut factors = Vec::new();
        game.factors(seat.other(), &mut factors);
        assert_eq!(factors.len(), game.order_count(seat.other()));
    }
}

/// Where the offered orders of a table lead is told, and is where the stand then is.
#[test]
fn a_move_leads_to_its_pose() {
    let mut game = begun("lesson-henry-hill");
    let (shape, labels) = (game.opened().shape(), game.opened().labels());
    let (mut poses, mut factors, mut moves) = (Vec::new(), Vec::new(), 0);
    let x = labels.token.iter().position(|label| *label == "x").unwrap();
    for step in 0..400 {
        let Some(seat) = game.seat() else { break };
        game.poses(seat, &mut poses);
        game.factors(seat, &mut factors);
        let moving = (0..poses.len())
            .find(|n| poses[*n].is_some() && labels.kinds[usize::from(factors[*n][0])] == "move");
        let nth = moving.unwrap_or(step * 3 % factors.len());
        game.step(seat, nth, &[]).unwrap();
        if let Some(pose) = moving.and_then(|nth| poses[nth]) {
            let token = usize::from(factors[nth][1]) - 1;
            let at = shape.parts().0 + token * shape.token + x;
            let is = &observed(&game, seat)[at..at + 4];
            // A charge of the enemy's, or a road, may have led it on.
            moves += usize::from(is == pose);
        }
    }
    assert!(moves > 20, "{moves} moves came where they were to lead");
}

fn ask(session: &mut Session, request: Value) -> Value {
    let mut out = Vec::new();
    session.answer(request.to_string().as_bytes(), &mut out);
    serde_json::from_slice(&out).unwrap()
}

#[test]
fn the_same_as_json() {
    for (id, _) in SYSTEMS {
        let mut session = Session::new(Limits::default());
        ask(&mut session, json!({"do": "new", "scenario": id, "seed": 7}));
        let game = begun(id);
        let shape = game.opened().shape();
        let space = ask(&mut session, json!({"do": "space", "game": 1}));
        assert_eq!(space["shape"], serde_json::to_value(shape).unwrap());
        assert_eq!(space["space"], serde_json::to_value(game.opened().space()).unwrap());
        assert_eq!(space["labels"], serde_json::to_value(game.opened().labels()).unwrap());
        for seat in Side::BOTH {
            let seen = ask(&mut session, json!({"do": "observe", "game": 1, "as": seat}));
            let parts = ["planes", "tokens", "vector"].map(|part| seen[part].as_array().unwrap().clone());
            let flat: Vec<f32> = parts.concat().iter().map(|n| n.as_f64().unwrap() as f32).collect();
            assert_eq!(flat, observed(&game, seat), "{id}");
            assert_eq!((parts[0].len(), parts[1].len()), shape.parts(), "{id}");
        }
        let legal = ask(&mut session, json!({"do": "legal", "game": 1, "form": "factors"}));
        let mut factors = Vec::new();
        game.factors(game.seat().unwrap(), &mut factors);
        assert_eq!(legal["orders"], json!(factors));
        let seen = ask(&mut session, json!({"do": "observe", "game": 1}));
        assert_eq!(seen["as"], legal["seat"], "unless it is said, the seat looks that decides");
        for (wrong, code) in [
            (json!({"do": "step", "game": 1, "factors": [60000, 0, 0, 0]}), "no-order"),
            (json!({"do": "step", "game": 1, "factors": [0, 0, 0]}), "bad-request"),
            (json!({"do": "step", "game": 1, "factors": factors[0], "n": 0}), "bad-request"),
            (json!({"do": "step", "game": 1, "factors": factors[0], "order": "pass"}), "bad-request"),
            (json!({"do": "observe", "game": 1, "as": "open"}), "bad-request"),
            (json!({"do": "observe", "game": 2, "as": "union"}), "no-game"),
            (json!({"do": "space", "game": 2}), "no-game"),
        ] {
            assert_eq!(ask(&mut session, wrong.clone())["error"]["code"], code, "{id}: {wrong}");
        }
        let stands = ask(&mut session, json!({"do": "step", "game": 1, "factors": factors[0]}));
        assert_eq!(stands["steps"], 1, "{id}: {stands}");
    }
}
