//! 11.0 Demoralization.

use serde_json::json;
use table::rule;

use super::world;
use super::world::Game;

/// A lone attacker against a lone defender in the open, the defender already `before` demoralized.
fn beaten(before: u8, dice: [u8; 2]) -> Game {
    let mut game = world()
        .infantry("c", "Attacker", "0506", 18, "tactical = 5")
        .infantry(
            "u",
            "Defender",
            "0505",
            11,
            &format!("tactical = 1\ncommand = \"X\"\ndemoralized = {before}"),
        )
        .leader("u", "corps", "Leader", "X", "Defender", "tactical = 1\ncommand_value = 3")
        .game("SLB", 1863)
        .set();
    game.marching("Attacker", 4);
    game.give("attack 0505", &[]);
    game.give("prepared", &dice);
    game
}

#[rule("G11-1", "G11-2", "G11-3", "G7.5-18", "G7.5-19")]
#[test]
fn routs_demoralize_step_by_step() {
    // 18 against 11 is 1-1; tactics +4, prepared +1: dice 5 against 5 give +5, a rout.
    for (before, after) in [(0, 1), (1, 2), (2, 2)] {
        let game = beaten(before, if before == 2 { [4, 5] } else { [5, 5] });
        let combat = game.combat();
        assert_eq!(combat["defender_result"], json!("2DR"), "{combat}");
        assert_eq!(game.unit("Defender").demoralized, after);
    }
    // Dice 6 against 2 give +9: R*.
    for before in [0, 1] {
        let game = beaten(before, [6, 2]);
        assert_eq!(game.unit("Defender").demoralized, 2, "from {before}");
    }
    // Leaders have no such state: the type has no field for it, and he is still with his unit.
    let game = beaten(0, [6, 2]);
    assert_eq!(game.state.leaders[0].unit, Some(game.id("Defender")));
}

#[rule("G11-4")]
#[test]
fn a_broken_unit_still_acts() {
    let mut game = world()
        .infantry("u", "A", "0505", 7, "demoralized = 2\nfatigue = 1\ncommand = \"X\"")
        .infantry("c", "E", "0506", 7, "")
        .leader("u", "corps", "L", "X", "A", "tactical = 2\ncommand_value = 4")
        .set();
    game.acting(table::Side::Union);
    assert!(game.offers("march A") && game.offers("assault L") && game.offers("activate L"));
}

#[rule("G11-5", "G5.5-8")]
#[test]
fn a_demoralized_unit_does_not_entrench_but_bridges() {
    let mut game = world()
        .water("minor-river", &["0505/0506"])
        .infantry("u", "A", "0505", 7, "demoralized = 1")
        .infantry("u", "B", "0901", 7, "")
        .set();
    game.run_phase(&[], |play| play.end_cycle());
    assert_eq!(game.refused("entrench A"), "G11-5");
    assert!(game.offers("build A > 0506"));
    game.acting(table::Side::Union);
    assert_eq!(game.refused("entrench A"), "G11-5");
}

#[rule("G11-6", "G7.4-77")]
#[test]
fn a_demoralized_unit_covers_nothing() {
    let flank = |demoralized: u8| {
        let game = world()
            .infantry("u", "D", "0505", 7, "")
            .infantry("c", "A", "0506", 7, "")
            .infantry("c", "Friend", "0504", 7, &format!("demoralized = {demoralized}"))
            .set();
        game.ask(json!({"ask": "attack", "unit": "A", "target": "0505", "type": "normal"}))["flank"]["basic"]
            .clone()
    };
    assert_eq!(flank(0), 4);
    assert_eq!(flank(1), 0);
    assert_eq!(flank(2), 0);
}

fn attack_value(manpower: u8, disorganized: bool, demoralized: u8) -> f64 {
    let game = world()
        .game("OTR", 1862)
        .infantry(
            "u",
            "A",
            "0505",
            manpower,
            &format!("disorganized = {disorganized}\ndemoralized = {demoralized}"),
        )
        .set();
    game.pos().attack_value(game.id("A")) as f64 / 4.0
}

#[rule("G11-7", "G11-8")]
#[test]
fn demoralize_1_halves_the_attack() {
    for (value, halved) in [(7, 3.0), (8, 4.0), (2, 1.0), (3, 1.0), (1, 0.5)] {
        assert_eq!(attack_value(value, false, 1), halved, "of {value}");
    }
    assert_eq!(attack_value(1, true, 1), 0.5, "of one half");
}

#[rule("G11-9")]
#[test]
fn demoralize_2_leaves_one_point() {
    for (value, left) in [(12, 1.0), (2, 1.0), (1, 0.5)] {
        assert_eq!(attack_value(value, false, 2), left, "of {value}");
    }
    assert_eq!(attack_value(1, true, 2), 0.5);
}

#[rule("G11-10")]
#[test]
fn the_defence_is_whole() {
    let game = world()
        .infantry("u", "D", "0505", 7, "demoralized = 2")
        .infantry("u", "W", "0703", 7, "demoralized = 2\nentrenchment = \"abatis\"")
        .infantry("c", "A", "0506", 7, "")
        .set();
    assert_eq!(game.pos().hex_defence(game.hex("0505")), 28);
    assert_eq!(game.pos().hex_defence(game.hex("0703")), 42, "10.5 behind the abatis");
}

#[rule("G11-11", "G7.3-2")]
#[test]
fn demoralized_guns_are_silent() {
    // 4 guns against 2: +2, no effect. With the other three speaking it would be -1: -2 on clear ground.
    let modifier = |demoralized: u8| {
        let game = world()
            .infantry("u", "Good", "0505", 4, "artillery = 2")
            .infantry("u", "Broken", "0505", 3, &format!("artillery = 3\ndemoralized = {demoralized}"))
            .infantry("c", "A", "0506", 7, "artillery = 4")
            .set();
        let answer = game.ask(json!({"ask": "attack", "unit": "A", "target": "0505", "type": "normal"}));
        let guns = answer["modifiers"].as_array().unwrap().iter().find(|m| m["name"] == "artillery").cloned();
        guns.map(|g| g["value"].clone())
    };
    assert_eq!(modifier(1), None);
    assert_eq!(modifier(0), Some(json!(-2)));
}

#[rule("G11-12", "G7.1-61")]
#[test]
fn no_demoralized_unit_joins_a_grand_assault() {
    let game = |demoralized: u8| {
        let mut game = world()
            .infantry("c", "A", "0506", 7, "command = \"C\"")
            .infantry("c", "B", "0504", 7, &format!("demoralized = {demoralized}\ncommand = \"S\""))
            .infantry("u", "D", "0505", 7, "")
            .leader("c", "corps", "L", "C", "A", "tactical = 2\ncommand_value = 5")
            .leader("c", "army", "Hood", "ANY", "A", "command_value = 5")
            .set();
        game.acting(table::Side::Confederate);
        game.give("assault L", &[]);
        game.give("select A", &[1]);
        game
    };
    assert!(game(0).offers("grand Hood"));
    // Its hex is no eligible hex, so the try is not even offered: the combat is fought at once.
    let mut alone = world()
        .infantry("c", "A", "0506", 7, "command = \"C\"")
        .infantry("c", "B", "0504", 7, "demoralized = 1\ncommand = \"S\"")
        .infantry("u", "D", "0505", 7, "")
        .leader("c", "corps", "L", "C", "A", "tactical = 2\ncommand_value = 5")
        .leader("c", "army", "Hood", "ANY", "A", "command_value = 5")
        .set();
    alone.acting(table::Side::Confederate);
    alone.give("assault L", &[]);
    alone.give("select A", &[1, 3, 3]);
    assert!(alone.happened("combat"));
}

#[rule("G11-13", "G7.4-52", "G7.4-53")]
#[test]
fn broken_defenders_weaken_the_hex_when_they_are_most_of_it() {
    let modifier = |broken: u8, good: u8| {
        let mut w = world()
            .infantry("u", "Broken", "0505", broken, "demoralized = 2")
            .infantry("c", "A", "0506", 7, "");
        if good > 0 {
            w = w.infantry("u", "Good", "0505", good, "");
        }
        let game = w.set();
        game.ask(json!({"ask": "attack", "unit": "A", "target": "0505", "type": "normal"}))["defender_modifier"].clone()
    };
    assert_eq!(modifier(4, 4), 0);
    assert_eq!(modifier(5, 4), -1);
    assert_eq!(modifier(5, 0), -1);
}

#[rule("G11-14")]
#[test]
fn the_marker_goes_where_the_unit_goes() {
    let mut game = world()
        .way("road", &["0505", "0506", "0507", "0508", "0509", "0510"])
        .infantry("u", "A", "0505", 7, "demoralized = 1")
        .infantry("c", "E", "1212", 7, "")
        .set();
    game.marching("A", 5);
    for hex in ["0506", "0507", "0508", "0509"] {
        game.give(&format!("move {hex}"), &[]);
    }
    assert_eq!((game.at("A"), game.unit("A").demoralized), ("0509".into(), 1));
}
