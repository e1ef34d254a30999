//! Assaults (7.1): leader and units, target, command roll, Assault Number.

use serde_json::json;
use table::{Side, rule};

use super::field::field;
use super::world::{Game, World};

/// Palmer of XIV Corps in 0606 with Johnson and Baird, Hindman in 0605.
fn palmer(command_value: u8) -> World {
    field()
        .infantry("u", "Johnson", "0606", 8, "command = \"XIV\"\nfatigue = 1\ntactical = 2")
        .infantry("u", "Baird", "0606", 8, "command = \"XIV\"\nfatigue = 1\ntactical = 2")
        .infantry("c", "Hindman", "0605", 8, "tactical = 2")
        .leader(
            "u",
            "corps",
            "Palmer",
            "XIV",
            "Johnson",
            &format!("tactical = 2\ncommand_value = {command_value}"),
        )
}

/// The assault up to the command die.
fn assault(game: &mut Game, leader: &str, units: &[&str], dice: &[u8]) {
    let side = game.setup.leader(game.leader_id(leader)).side;
    game.acting(side);
    game.play(&format!("assault {leader}"), &[]);
    for (n, unit) in units.iter().enumerate() {
        let last = n + 1 == units.len();
        let closes = last && game.open("select") == [*unit];
        game.play(&format!("select {unit}"), if closes { dice } else { &[] });
        if last && !closes {
            game.play("done", dice);
        }
    }
}

#[rule("G7.1-43", "G7.1-33", "G7.1-35", "G7.1-37", "G7.1-24")]
#[test]
fn palmer_keeps_johnson_and_drops_baird() {
    let mut game = palmer(5).set();
    // No movement dice: the command die 5 is the first to fall.
    assault(&mut game, "Palmer", &["Johnson", "Baird"], &[5]);
    assert_eq!(game.offered(), ["keep Johnson", "keep Baird"]);
    game.refused("done");
    // One unit: the combat follows at once, without a question about a type.
    game.play("keep Johnson", &[3, 3]);
    assert_eq!((game.fatigue("Johnson"), game.fatigue("Baird")), (2, 2));
    assert!(game.last("combat").text.contains("8 against 8"), "{}", game.last("combat").text);
}

#[rule("G7.1-6", "G7.1-25", "G7.1-26")]
#[test]
fn only_the_leaders_own_units_in_his_hex_are_selected() {
    let mut game = palmer(5)
        .infantry("u", "Tired", "0606", 5, "command = \"XIV\"\nfatigue = 4")
        .infantry("u", "Fresh", "0606", 5, "command = \"XIV\"\nfatigue = 3")
        .infantry("u", "Other", "0606", 5, "command = \"XX\"")
        .infantry("u", "Away", "0607", 5, "command = \"XIV\"")
        .cavalry("u", "Riders", "0606", 3, "")
        .set();
    game.acting(Side::Union).play("assault Palmer", &[]);
    assert_eq!(game.open("select"), ["Baird", "Fresh", "Johnson"]);
    assert_eq!(game.refused("select Tired"), "G7.1-25");
    assert_eq!(game.refused("select Other"), "G7.1-26");
    assert_eq!(game.refused("select Riders"), "G7.1-26");
    assert_eq!(game.refused("select Away"), "G7.1-25");
    game.refused("done");
    game.play("select Fresh", &[]);
    assert_eq!(game.refused("select Fresh"), "G7.1-25", "once");
    // The referee says the same.
    let clause = |unit: &str| {
        game.ask(json!({"ask": "assault", "leader": "Palmer", "units": [unit], "target": "0605"}))["clause"]
            .clone()
    };
    assert_eq!(
        ["Tired", "Other", "Riders", "Away"].map(clause),
        ["G7.1-25", "G7.1-26", "G7.1-26", "G7.1-25"].map(|c| json!(c))
    );
    // Eligible units may be left out: the command die follows.
    assert_eq!(game.play("done", &[6]), ["assault command"]);
    assert_eq!(["Fresh", "Baird", "Johnson"].map(|u| game.fatigue(u)), [4, 1, 1]);
}

#[rule("G7.1-7", "G7.1-42")]
#[test]
fn an_assault_is_one_attack() {
    let mut game = palmer(5).modifier("attacker", "union", 4, "").infantry("c", "Near", "0706", 5, "").set();
    game.acting(Side::Union).play("assault Palmer", &[]);
    game.play("select Johnson", &[]);
    game.play("select Baird", &[]);
    // Command die 1; 16 against 8 is 2-1: +1, assault +1, given +4; dice 5 and 4 make +7.
    game.play("attack 0605", &[1, 5, 4]);
    assert_eq!(game.combat()["attacker_result"], "a");
    game.flee();
    game.play("done", &[]);
    assert!(game.is_over() && game.state.assault().is_none());
}

#[rule("G7.1-42")]
#[test]
fn dice_with_their_modifiers_are_subtracted() {
    let mut game = field()
        .terrain("hill", &["0605"])
        .infantry("u", "Johnson", "0606", 9, "command = \"XIV\"")
        .infantry("c", "Hindman", "0605", 3, "")
        .leader("u", "corps", "Palmer", "XIV", "Johnson", "tactical = 0\ncommand_value = 5")
        .set();
    // 3-1 is +2, the assault +1; the hill gives the defender +1.
    assault(&mut game, "Palmer", &["Johnson"], &[1, 3, 5]);
    let combat = game.combat();
    assert_eq!((&combat["attacker_modifier"], &combat["defender_modifier"]), (&3.into(), &1.into()));
    assert_eq!(combat["difference"], 0);
    game.hold_ground();
    assert!(game.is_over());
}

#[rule("G7.1-23")]
#[test]
fn a_leader_needs_a_fit_unit_beside_him() {
    let tired = |a, b| {
        let mut game = field()
            .infantry("u", "One", "0606", 5, &format!("command = \"XIV\"\nfatigue = {a}"))
            .infantry("u", "Two", "0606", 5, &format!("command = \"XIV\"\nfatigue = {b}"))
            .infantry("c", "Hindman", "0605", 5, "")
            .leader("u", "corps", "Palmer", "XIV", "One", "tactical = 2\ncommand_value = 5")
            .scenario("[[leader]]\nside = \"union\"\nname = \"Thomas\"\nrank = \"army\"\nwith = \"Two\"\ncommand_value = 5")
            .set();
        game.acting(Side::Union);
        game
    };
    assert!(tired(4, 3).offers("assault Palmer"));
    tired(4, 4).refused("assault Palmer");
    assert_eq!(tired(0, 0).refused("assault Thomas"), "G7.1-23");
}

#[rule("G7.1-13", "G7.1-27", "G7.1-28")]
#[test]
fn artillery_joins_but_never_goes_alone() {
    let world = || palmer(5).unit("u", "artillery", "Guns", "0606", 2, "artillery = 5\nfatigue = 2");
    let mut game = world().set();
    game.acting(Side::Union).play("assault Palmer", &[]);
    assert_eq!(game.open("select"), ["Baird", "Guns", "Johnson"], "of any command");
    game.play("select Guns", &[]);
    assert_eq!(game.refused("done"), "G7.1-28");
    game.play("select Johnson", &[]);
    // Assault Number 1: the infantry must be kept.
    game.play("done", &[4]);
    assert_eq!(game.offered(), ["keep Johnson"]);
    assert_eq!(game.refused("keep Guns"), "G7.1-28");
    game.play("keep Johnson", &[3, 3]);
    assert_eq!(game.fatigue("Guns"), 3, "fatigue is the same for guns");
    // A tired battery is refused like everybody else.
    let mut tired = palmer(5).unit("u", "artillery", "Guns", "0606", 2, "fatigue = 4").set();
    tired.acting(Side::Union).play("assault Palmer", &[]);
    assert_eq!(tired.refused("select Guns"), "G7.1-25");
}

#[rule("G7.1-29", "G7.1-30")]
#[test]
fn fatigue_comes_first_then_the_target() {
    let mut game = field()
        .infantry("u", "Johnson", "0606", 8, "command = \"XIV\"")
        .infantry("u", "Baird", "0606", 8, "command = \"XIV\"\nfatigue = 3\nexhausted = true")
        .infantry("c", "Hindman", "0605", 8, "")
        .infantry("c", "Near", "0706", 5, "")
        .leader("u", "corps", "Palmer", "XIV", "Johnson", "tactical = 2\ncommand_value = 5")
        .set();
    game.acting(Side::Union).play("assault Palmer", &[]);
    game.play("select Johnson", &[]);
    assert!(game.play("select Baird", &[]).is_empty(), "no extended march");
    assert_eq!(game.asks(), "assault-target");
    assert_eq!((game.fatigue("Johnson"), game.fatigue("Baird")), (1, 4));
    assert!(!game.unit("Baird").disorganized);
    assert_eq!(game.open("attack"), ["0605", "0706"]);
    game.refused("attack 0507");
    game.play("attack 0706", &[6]);
    assert_eq!(game.last("assault-target").json["to"], "0706");
}

#[rule("G7.1-31", "G7.7-7")]
#[test]
fn cavalry_is_asked_before_the_command_die() {
    let mut game = palmer(5).cavalry("c", "Riders", "0605", 3, "").set();
    assault(&mut game, "Palmer", &["Johnson", "Baird"], &[]);
    assert_eq!(game.decides(), ("cavalry-retreat", Side::Confederate));
    assert_eq!(game.play("stand", &[6]), ["assault command"]);
    assert!(game.is_over(), "asked once");
}

fn district(command_value: u8) -> World {
    field()
        .infantry("u", "Guard", "0606", 8, "command = \"D\"\ntactical = 2")
        .infantry("c", "Hindman", "0605", 8, "tactical = 2")
        .leader(
            "u",
            "district",
            "Sigel",
            "D",
            "Guard",
            &format!("tactical = 2\ncommand_value = {command_value}"),
        )
}

#[rule("G7.1-32")]
#[test]
fn a_natural_six_always_fails() {
    let mut game = district(5).set();
    assault(&mut game, "Sigel", &["Guard"], &[6]);
    assert!(game.is_over() && !game.happened("combat"));
    let mut game = palmer(9).set();
    assault(&mut game, "Palmer", &["Johnson"], &[6]);
    assert!(game.is_over() && !game.happened("combat"));
}

#[rule("G7.1-33", "G7.1-34", "G7.1-44")]
#[test]
fn the_assault_number_is_command_less_die() {
    let number = |world: World, leader: &str, die| {
        let game = world.set();
        game.pos().assault_number(game.leader_id(leader), die)
    };
    assert_eq!(number(palmer(5), "Palmer", 3), Some(2));
    assert_eq!(number(palmer(3), "Palmer", 5), None, "-2");
    assert_eq!(number(palmer(3), "Palmer", 4), None, "-1");
    assert_eq!(number(palmer(3), "Palmer", 3), Some(0));
    assert_eq!(number(district(4), "Sigel", 1), Some(5));
    assert_eq!(number(district(3), "Sigel", 4), Some(1));
    assert_eq!(number(district(5), "Sigel", 6), None);
}

#[rule("G7.1-34", "G7.1-38")]
#[test]
fn a_failed_assault_still_tires() {
    for (value, die) in [(5, 6), (3, 4)] {
        let mut game = palmer(value).set();
        assault(&mut game, "Palmer", &["Johnson", "Baird"], &[die]);
        assert!(game.is_over() && !game.happened("combat"));
        assert_eq!((game.fatigue("Johnson"), game.fatigue("Baird")), (2, 2));
    }
}

/// Palmer with four divisions of 4.
fn four_divisions(command_value: u8) -> World {
    let mut world = field().infantry("c", "Hindman", "0605", 8, "tactical = 2");
    for name in ["A", "B", "C", "D"] {
        world = world.infantry("u", name, "0606", 4, "command = \"XIV\"\ntactical = 2");
    }
    world.leader(
        "u",
        "corps",
        "Palmer",
        "XIV",
        "A",
        &format!("tactical = 2\ncommand_value = {command_value}"),
    )
}

#[rule("G7.1-35", "G7.1-37")]
#[test]
fn the_number_limits_the_units() {
    let mut game = four_divisions(3).set();
    assault(&mut game, "Palmer", &["A", "B", "C", "D"], &[1]);
    game.play("keep B", &[]);
    game.refused("done");
    assert_eq!(game.refused("keep B"), "G7.1-37");
    game.play("keep C", &[3, 3]);
    assert!(game.last("combat").text.contains("8 against 8"), "{}", game.last("combat").text);
    // Number 0: one unit of three.
    let mut game = four_divisions(3).set();
    assault(&mut game, "Palmer", &["A", "B", "C"], &[3]);
    game.play("keep C", &[3, 3]);
    assert!(game.last("combat").text.contains("4 against 8"), "{}", game.last("combat").text);
}

#[rule("G7.1-36")]
#[test]
fn a_high_number_adds_nobody() {
    let mut game = four_divisions(5).set();
    assault(&mut game, "Palmer", &["A", "B"], &[1, 3, 3]);
    assert!(game.last("combat").text.contains("8 against 8"), "{}", game.last("combat").text);
    game.hold_ground();
    game.play("lose A", &[]);
    assert_eq!(["A", "B", "C", "D"].map(|u| game.fatigue(u)), [4, 4, 0, 0]);
}

#[rule("G7.1-41", "G7.4-50")]
#[test]
fn an_assault_has_one_more_and_no_type() {
    let mut game = palmer(5).set();
    assault(&mut game, "Palmer", &["Johnson"], &[1, 3, 3]);
    assert_eq!(game.combat()["attacker_modifier"], 1);
    assert_eq!(game.combat()["difference"], 1);
}

#[rule("G7.1-45")]
#[test]
fn a_scenario_may_modify_the_command_die() {
    let number = |world: World| {
        let game = world.set();
        game.pos().assault_number(game.leader_id("Palmer"), 3)
    };
    assert_eq!(number(palmer(4)), Some(1));
    assert_eq!(number(palmer(4).modifier("assault-die", "union", 1, "")), Some(0));
    assert_eq!(number(palmer(4).modifier("assault-die", "union", 2, "turns = [2]")), Some(1));
    assert_eq!(number(palmer(4).modifier("assault-die", "confederate", 1, "")), Some(1));
}
