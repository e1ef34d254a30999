//! March (5.1).

use serde_json::json;
use table::{Side, rule};

use crate::world::{Game, World, world};

/// A world in which the other side has nobody near.
fn quiet(code: &'static str, year: u16) -> World {
    world().game(code, year).infantry("c", "Spare", "1212", 3, "")
}

#[rule("G5.1-4")]
#[test]
fn a_unit_marches_any_number_of_times_a_turn() {
    let mut game = quiet("SJW", 1862).infantry("u", "A", "0505", 6, "").acting(Side::Union);
    for (march, dice) in [&[4u8][..], &[2], &[5, 1]].into_iter().enumerate() {
        game.give("march A", dice);
        game.give("steady", &[]);
        game.give("end", &[]);
        assert_eq!(game.piece("A")["fatigue"], march + 1);
        game.give("take", &[]);
    }
    assert!(game.offers("march A"), "and a fourth time");
}

#[rule("G5.1-4")]
#[test]
fn but_once_in_one_action() {
    let mut game = quiet("SJW", 1862)
        .infantry("u", "A", "0505", 6, "command = \"V\"")
        .infantry("u", "B", "0505", 6, "command = \"V\"")
        .infantry("u", "C", "0505", 6, "command = \"V\"")
        .leader("u", "corps", "Porter", "V", "A", "tactical = 2\ncommand_value = 4")
        .acting(Side::Union);
    game.give("activate Porter", &[]);
    for unit in ["A", "B"] {
        game.give(&format!("select {unit}"), &[]);
    }
    game.give("select C", &[3]);
    if game.asked() == "attach-leader" {
        game.give("done", &[]);
    }
    game.give("go A", &[]);
    game.give("steady", &[]);
    game.give("end", &[]);
    assert_eq!(game.asked(), "next-unit");
    assert_eq!(game.refused("go A"), "G5.2-33", "it has marched");
    assert!(game.offers("go B") && game.offers("go C"));
    assert_eq!(game.piece("A")["fatigue"], 1);
    // B and the last one, which goes without being asked for.
    game.give("go B", &[]);
    game.give("steady", &[]);
    game.give("end", &[]);
    game.give("steady", &[]);
    game.give("end", &[]);
    assert_eq!(game.asked(), "initiative", "nobody is left: the action is over");
    assert_eq!(["A", "B", "C"].map(|unit| game.piece(unit)["fatigue"].clone()), [1, 1, 1].map(|n| json!(n)));
}

/// The sum of the modifiers of a unit's next extended march.
fn modifier(world: World) -> i64 {
    let answer = world.set().ask(json!({"ask": "extended-march", "unit": "A"}));
    assert_eq!(answer["applies"], true, "{answer}");
    answer["modifier"].as_i64().unwrap()
}

fn tired(code: &'static str, year: u16, side: &str, keys: &str) -> World {
    world().game(code, year).infantry(side, "A", "0505", 7, &format!("fatigue = 2\n{keys}"))
}

/// What the rules leave to a scenario is a key each, and off unless it is written.
#[rule("G5.1-44")]
#[test]
fn heat_is_a_key_and_lasts_a_turn() {
    let plain = || tired("HSN", 1864, "c", "").infantry("u", "Far", "1212", 3, "");
    assert_eq!(modifier(plain()), 0);
    assert_eq!(modifier(plain().scenario("[weather]\nheat = true")), 1);
    let mut hot = plain().scenario("[weather]\nheat = true").begin_with(6);
    hot.pass_to("recovery-work", 6);
    let turn = |game: &Game| game.view()["turn"].clone();
    while turn(&hot) == 1 {
        hot.give("done", &[]);
    }
    let cooler = hot.ask(json!({"ask": "extended-march", "unit": "A"}));
    assert_eq!(cooler["modifier"].as_i64().unwrap_or(0), 0, "{cooler}");
}

#[rule("G5.1-44")]
#[test]
fn supply_armies_and_retreat_marches_are_keys_too() {
    let hungry = |keys: &str| modifier(tired("BAC", 1863, "c", keys).settings("advanced = true"));
    assert_eq!((hungry(""), hungry("out_of_supply = true")), (0, 1));
    // Garrison troops unless the unit is said to be of the Army of the Potomac, or of the Regular Army.
    let army = |code, year, keys: &str| modifier(tired(code, year, "u", keys));
    assert_eq!((army("RTG", 1863, ""), army("RTG", 1863, "army = \"Potomac\"")), (2, 1));
    assert_eq!((army("RWH", 1864, ""), army("RWH", 1864, "army = \"Regular\"")), (2, 1));
    let retreat = |keys: &str| modifier(tired("AGA", 1861, "c", keys));
    assert_eq!((retreat(""), retreat("retreat_march = true")), (1, -2));
}
