//! Orders and questions, at many moments of a game of each system.

use serde_json::Value;
use table::laws::Slips;
use table::{Game, SeededDice, Side, Viewer};

use crate::bench::read;

const GAMES: [&str; 3] = ["lesson-spring-hill", "rummels-farm", "lesson-henry-hill"];

/// Some moments of a random game.
fn moments(id: &str) -> Vec<Box<dyn Game>> {
    let mut dice = SeededDice::from_number(9);
    let (mut game, _) = library::open(id).unwrap().start(&mut dice);
    let mut noise = Slips::new(9);
    let mut moments = vec![game.copy()];
    for n in 1..400 {
        if !game.play_random(&mut |n| noise.below(n), &mut dice) {
            break;
        }
        if n % 25 == 0 {
            moments.push(game.copy());
        }
    }
    moments
}

#[test]
fn orders() {
    for id in GAMES {
        let mut moments = moments(id);
        let listed = |game: &dyn Game| {
            let orders = Side::BOTH.into_iter().flat_map(|seat| game.orders(seat));
            orders.step_by(7).take(40).collect::<Vec<_>>()
        };
        let orders = moments.iter().flat_map(|game| listed(game.as_ref())).collect();
        let mut turn = 0;
        read(&format!("order-{id}"), orders, 4_000, |order| {
            turn += 1;
            let which = turn % moments.len();
            let game = &mut moments[which];
            for seat in Side::BOTH {
                let before = game.fingerprint();
                let legal = game.check(seat, order);
                assert_eq!(game.fingerprint(), before);
                if let Err(no) = legal {
                    assert!(!no.to_string().is_empty());
                } else {
                    game.copy().play(seat, order, &mut SeededDice::from_number(turn as u64)).unwrap();
                }
            }
        });
    }
}

#[test]
fn questions() {
    for id in GAMES {
        let moments = moments(id);
        let asked = |game: &dyn Game| {
            let cards = Side::BOTH.into_iter().flat_map(|seat| game.cards(seat));
            cards
                .filter_map(|card| card.preview)
                .map(|question| question.to_string())
                .take(30)
                .collect::<Vec<_>>()
        };
        let mut questions: Vec<String> = moments.iter().flat_map(|game| asked(game.as_ref())).collect();
        questions.sort();
        questions.dedup();
        let mut turn = 0;
        read(&format!("question-{id}"), questions, 2_000, |text| {
            turn += 1;
            let Ok(question) = serde_json::from_str::<Value>(text) else { return };
            let game = &moments[turn % moments.len()];
            for viewer in [Viewer::Referee, Viewer::Seat(Side::Union), Viewer::Spectator] {
                if let Err(no) = game.ask(viewer, &question) {
                    assert!(!no.to_string().is_empty());
                }
            }
        });
    }
}
