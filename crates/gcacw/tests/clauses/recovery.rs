//! Recovery (8.0).

use serde_json::{Value, json};
use table::{Ruleset, Side, rule};

use crate::world::{Game, world};

#[rule("G8-1")]
#[test]
fn the_union_player_works_first() {
    let mut game = world().infantry("u", "A", "0505", 7, "").infantry("c", "E", "1212", 7, "").recovering();
    assert_eq!(game.seat(), Side::Union);
    assert_eq!(game.refused("entrench E"), "G8-2");
    game.give("done", &[]);
    assert_eq!((game.asked(), game.seat()), ("recovery-work", Side::Confederate));
    assert!(game.offers("entrench E"));
}

#[rule("G8-5")]
#[test]
fn nobody_levies_in_pennsylvania() {
    let mut game = world()
        .game("RTG", 1863)
        .settings("advanced = true")
        .infantry("c", "E", "0505", 7, "")
        .infantry("u", "A", "1212", 7, "fatigue = 1")
        .recovering();
    while game.seat() == Side::Union {
        game.give("done", &[]);
    }
    assert_eq!(game.offered(), ["entrench E", "done"]);
    assert!(gcacw::Gcacw::read_order(&game.setup, "levy E").is_err());
}

/// Step 1 is passed over for both, step 2 is not.
#[rule("G8-6")]
#[test]
fn rain_does_not_stop_foraging() {
    let mut game = world()
        .game("BAC", 1863)
        .settings("advanced = true")
        .infantry("u", "A", "0505", 7, "out_of_supply = true")
        .infantry("c", "E", "1212", 7, "")
        .scenario("[weather]\nrain = true")
        .begin_with(3);
    while game.asked() != "forage" {
        assert_ne!(game.asked(), "recovery-work", "work is not done in rain");
        game.pass(3);
    }
    assert!(game.offers("forage A"));
}

fn look(game: &Game) -> Value {
    game.piece("A")["state"].clone()
}

/// Courage before order: the second marker goes first, and alone.
#[rule("G8-12", "G8-16", "G8-18", "G11-15")]
#[test]
fn courage_takes_two_turns() {
    let shaken = "disorganized = true\nexhausted = true\ndemoralized = 2";
    let mut game = world().infantry("u", "A", "0505", 7, shaken).infantry("c", "E", "1212", 7, "").begin(&[]);
    let first = look(&game);
    game.next_day(6);
    let second = look(&game);
    assert_ne!(first, second, "one marker less");
    for word in ["disorganized", "exhausted", "demoralized-1"] {
        assert!(second.as_array().unwrap().contains(&json!(word)), "{word} stays: {second}");
    }
    game.next_day(6);
    assert_eq!(look(&game), json!([]), "all is well on the third morning");
}
