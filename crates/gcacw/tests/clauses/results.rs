//! Combat results (7.5).

use serde_json::Value;
use table::{Side, rule};

use crate::world::{Game, of, world};

/// A hasty attack of five on five that goes so; what was told, and the two units after it.
fn fight(code: &'static str, year: u16, dice: &[u8]) -> Game {
    let mut game = world()
        .game(code, year)
        .infantry("u", "Target", "0605", 5, "")
        .infantry("u", "Reserve", "0101", 3, "")
        .infantry("c", "Lion", "0606", 5, "")
        .acting(Side::Confederate);
    game.give("march Lion", &[5]);
    game.give("steady", &[]);
    game.give("attack 0605", &[]);
    game.give("hasty", dice);
    game
}

fn state(game: &Game, unit: &str) -> Vec<Value> {
    game.piece(unit)["state"].as_array().unwrap().clone()
}

/// Which cells are italic nobody knows: no result sets off a panic.
#[rule("G7.5-9")]
#[test]
fn no_result_sets_off_a_panic() {
    for (attacker, defender) in (1..=6).flat_map(|a| (1..=6).map(move |d| (a, d))) {
        let [here, there] = [("SJW", 1862), ("HCR", 1862)].map(|(code, year)| {
            let game = fight(code, year, &[attacker, defender]);
            (game.said(), game.piece("Target"), game.piece("Lion"), game.asked())
        });
        assert_eq!(here, there, "{attacker} against {defender}");
    }
}

/// A D disorganizes; nothing else is counted.
#[rule("G7.5-37")]
#[test]
fn a_d_costs_no_ammunition() {
    for code in ["RTG", "SLB", "OTR"] {
        let game = (1..=6)
            .flat_map(|a| (1..=6).map(move |d| [a, d]))
            .map(|dice| fight(code, 1863, &dice))
            .find(|game| of(&game.last("combat"), "defender_result") == "D")
            .expect("some dice give a D");
        let target = game.piece("Target");
        assert_eq!(state(&game, "Target"), ["disorganized"]);
        assert_eq!(
            target["manpower"].as_u64().or(target["strength"].as_str().and_then(|s| s.parse().ok())),
            Some(5),
            "{target}"
        );
        let whole = serde_json::to_string(&game.view()).unwrap();
        assert!(!whole.to_lowercase().contains("ammunition"));
    }
}
