//! Lee, Longstreet, Jackson, and the modifiers that single games and scenarios give (7.4).

use serde_json::{Value, json};
use table::{Side, rule};

use crate::field::{duel, field};
use crate::world::{Game, World, modifier};

/// A Confederate corps leader in 0606 with his Brigade, Target in 0605, all values equal.
fn corps(code: &'static str, year: u16, leader: &str, tactical: &str) -> World {
    field()
        .game(code, year)
        .infantry("u", "Target", "0605", 4, "tactical = 2")
        .infantry("c", "Brigade", "0606", 4, "command = \"A-P\"")
        .leader("c", "corps", leader, "P", "Brigade", &format!("tactical = {tactical}\ncommand_value = 5"))
}

fn lee(with: &str) -> String {
    format!(
        "[[leader]]\nside = \"confederate\"\nname = \"R.E. Lee\"\nrank = \"army\"\nwith = {with:?}\ncommand_value = 5"
    )
}

/// The assault to the question about Lee, or through the command die where there is none.
fn assault(game: &mut Game, leader: &str, unit: &str, dice: &[u8]) {
    game.acting(Side::Confederate).play(&format!("assault {leader}"), &[]);
    game.play(&format!("select {unit}"), dice);
}

/// The attacker's modifier of the assault that goes ahead.
fn bonus(world: World, leader: &str) -> i64 {
    let mut game = world.set();
    assault(&mut game, leader, "Brigade", &[1, 3, 3]);
    game.combat()["attacker_modifier"].as_i64().unwrap()
}

#[rule("G7.4-35", "G7.4-41")]
#[test]
fn lee_helps_an_assault_from_his_hex() {
    let mut game = corps("GTC", 1864, "Ewell", "2").scenario(&lee("Brigade")).set();
    assault(&mut game, "Ewell", "Brigade", &[]);
    assert_eq!(game.asked(), "lee", "asked just before the command die");
    game.play("lee", &[1, 3, 3]);
    assert_eq!(game.combat()["attacker_modifier"], 2);
    // Not announced, nothing.
    let mut game = corps("GTC", 1864, "Ewell", "2").scenario(&lee("Brigade")).set();
    assault(&mut game, "Ewell", "Brigade", &[]);
    game.play("done", &[1, 3, 3]);
    assert_eq!(game.combat()["attacker_modifier"], 1);
    // In the next hex he does not help.
    let away =
        corps("GTC", 1864, "Ewell", "2").infantry("c", "Escort", "0607", 2, "").scenario(&lee("Escort"));
    assert_eq!(bonus(away, "Ewell"), 1);
}

#[rule("G7.4-35")]
#[test]
fn district_and_division_leaders_have_lees_help_too() {
    for (rank, command) in [("district", "D"), ("division", "D")] {
        let mut game = field()
            .game("GTC", 1864)
            .infantry("u", "Target", "0605", 4, "")
            .infantry("c", "Brigade", "0606", 4, "command = \"D\"\ndivision = \"D\"")
            .infantry("c", "Escort", "0606", 2, "fatigue = 4")
            .leader("c", rank, "Early", command, "Brigade", "tactical = 0\ncommand_value = 5")
            .scenario(&lee("Escort"))
            .set();
        assault(&mut game, "Early", "Brigade", &[]);
        game.play("lee", &[1, 3, 3]);
        assert_eq!(game.combat()["attacker_modifier"], 2, "{rank}");
    }
}

#[rule("G7.4-36")]
#[test]
fn a_grand_assault_changes_nothing_about_lee() {
    for (die, joins) in [(6, false), (1, true)] {
        let mut game = corps("GTC", 1864, "Ewell", "2")
            .infantry("c", "Joins", "0706", 2, "")
            .scenario(&lee("Brigade"))
            .set();
        assault(&mut game, "Ewell", "Brigade", &[]);
        game.play("lee", &[1]);
        if joins {
            game.play("grand R.E. Lee", &[die]);
            game.play("join Joins", &[3, 3]);
        } else {
            game.play("grand R.E. Lee", &[die, 3, 3]);
        }
        assert_eq!(game.combat()["attacker_modifier"], 2, "assault and Lee; the ratio is 1-1");
    }
}

#[rule("G7.4-37")]
#[test]
fn lee_does_not_help_defenders() {
    let game = corps("GTC", 1864, "Ewell", "2").scenario(&lee("Brigade")).set();
    assert_eq!(game.plan("Target", "0606", "normal")["defender_modifier"], 0);
}

#[rule("G7.4-38")]
#[test]
fn roads_to_gettysburg_has_no_bonus_for_lee() {
    let world = corps("RTG", 1863, "Ewell", "2").scenario(&lee("Brigade"));
    assert_eq!(bonus(world, "Ewell"), 1);
}

/// Three leaders in 0606 with Lee: corps X, a division of X, corps Y.
fn two_corps() -> Game {
    field()
        .game("GTC", 1864)
        .infantry("u", "Target", "0605", 4, "")
        .infantry("c", "One", "0606", 4, "command = \"A-X\"\ndivision = \"A\"")
        .infantry("c", "Two", "0606", 4, "command = \"X\"")
        .infantry("c", "Three", "0606", 4, "command = \"Y\"")
        .leader("c", "division", "Rodes", "A", "One", "tactical = 0\ncommand_value = 5")
        .leader("c", "corps", "Ewell", "X", "Two", "tactical = 0\ncommand_value = 5")
        .leader("c", "corps", "Hill", "Y", "Three", "tactical = 0\ncommand_value = 5")
        .scenario(&lee("Three"))
        .set()
}

#[rule("G7.4-39", "G7.4-41")]
#[test]
fn lee_serves_one_corps_a_turn() {
    let mut game = two_corps();
    game.acting(Side::Confederate).play("assault Rodes", &[]);
    game.play("select One", &[]);
    assert_eq!(game.asked(), "lee");
    // The command roll fails: the bonus is bound to corps X all the same.
    game.play("lee", &[6]);
    assert!(game.is_over());
    let declare = |game: &Game, leader: &str, unit: &str| {
        let question =
            json!({"ask": "assault", "leader": leader, "units": [unit], "target": "0605", "lee": true});
        game.ask(question)["clause"].as_str().unwrap_or("").to_owned()
    };
    assert_eq!(declare(&game, "Ewell", "Two"), "");
    assert_eq!(declare(&game, "Rodes", "One"), "");
    assert_eq!(declare(&game, "Hill", "Three"), "G7.4-39");
    // The next turn he is free again.
    game.next_day(5);
    assert_eq!(declare(&game, "Hill", "Three"), "");
}

#[rule("G7.4-40")]
#[test]
fn a_district_ranks_as_a_corps() {
    let mut game = field()
        .game("GTC", 1864)
        .infantry("u", "Target", "0605", 4, "")
        .infantry("c", "One", "0606", 4, "command = \"SEV\"")
        .infantry("c", "Two", "0606", 4, "command = \"Y\"")
        .infantry("c", "Escort", "0606", 1, "fatigue = 4")
        .leader("c", "district", "Beauregard", "SEV", "One", "tactical = 0\ncommand_value = 5")
        .leader("c", "corps", "Hill", "Y", "Two", "tactical = 0\ncommand_value = 5")
        .scenario(&lee("Escort"))
        .set();
    assault(&mut game, "Beauregard", "One", &[]);
    game.play("lee", &[6]);
    // Hill has no question about Lee: the command die falls at once.
    assault(&mut game, "Hill", "Two", &[6]);
    assert!(game.is_over());
    assault(&mut game, "Beauregard", "One", &[]);
    assert_eq!(game.asked(), "lee", "a second assault of the district may have it");
}

#[rule("G7.4-42", "G7.4-43", "G7.4-44")]
#[test]
fn longstreet_from_1864_on() {
    assert_eq!(bonus(corps("GTC", 1864, "Longstreet", "2"), "Longstreet"), 2);
    assert_eq!(bonus(corps("SLB", 1863, "Longstreet", "2"), "Longstreet"), 1);
    assert_eq!(bonus(corps("HCR", 1862, "Longstreet", "2"), "Longstreet"), 1);
    assert_eq!(bonus(corps("BAC", 1863, "Longstreet", "2"), "Longstreet"), 1);
    let switch = "action = \"assault\"\nleader = \"Longstreet\"";
    let bac = corps("BAC", 1863, "Longstreet", "2").modifier("attacker", "confederate", 1, switch);
    assert_eq!(bonus(bac, "Longstreet"), 2);
    for word in ["lee", "done"] {
        let mut game = corps("GTC", 1864, "Longstreet", "2")
            .infantry("c", "Other", "0606", 4, "command = \"Y\"")
            .leader("c", "corps", "Hill", "Y", "Other", "tactical = 2\ncommand_value = 5")
            .scenario(&lee("Brigade"))
            .set();
        assault(&mut game, "Longstreet", "Brigade", &[]);
        game.play(word, &[1]);
        let question =
            json!({"ask": "assault", "leader": "Hill", "units": ["Other"], "target": "0605", "lee": true});
        let bound = game.ask(question)["clause"] == "G7.4-39";
        assert_eq!(bound, word == "lee", "Longstreet's own bonus leaves Lee free");
        game.play("done", &[3, 3]);
        assert_eq!(game.combat()["attacker_modifier"], 2, "one of the two: {word}");
    }
}

#[rule("G7.4-45")]
#[test]
fn shermans_bonus_is_a_switch_of_the_scenario() {
    let world = |switch: bool| {
        let world = field()
            .game("BAC", 1863)
            .infantry("c", "Target", "0605", 4, "")
            .infantry("u", "Division", "0606", 4, "command = \"XV\"")
            .leader("u", "corps", "Sherman", "XV", "Division", "tactical = 0\ncommand_value = 5");
        match switch {
            true => world.modifier("attacker", "union", 1, "action = \"assault\"\nleader = \"Sherman\""),
            false => world,
        }
    };
    for (switch, expected) in [(true, 2), (false, 1)] {
        let mut game = world(switch).set();
        game.acting(Side::Union).play("assault Sherman", &[]);
        game.play("select Division", &[1, 3, 3]);
        assert_eq!(game.combat()["attacker_modifier"], expected);
    }
}

#[rule("G7.4-46", "G7.4-47")]
#[test]
fn jackson_in_his_games() {
    for (code, year, expected) in [("SJW", 1862, 2), ("HCR", 1862, 2), ("SIV", 1862, 1)] {
        assert_eq!(bonus(corps(code, year, "Jackson", "2"), "Jackson"), expected, "{code}");
    }
    // His Tactical value in SLB is 4, two more than the defender's.
    assert_eq!(bonus(corps("SLB", 1863, "Jackson", "2"), "Jackson"), 4);
    for word in ["lee", "done"] {
        let mut game = corps("SLB", 1863, "Jackson", "2").scenario(&lee("Brigade")).set();
        assault(&mut game, "Jackson", "Brigade", &[]);
        game.play(word, &[1, 3, 3]);
        assert_eq!(game.combat()["attacker_modifier"], 4, "the two do not add up: {word}");
    }
}

#[rule("G7.4-48")]
#[test]
fn jacksons_counter_in_slb() {
    let plan = |code, year| -> Value {
        let world = corps(code, year, "Jackson", "{ attack = 5, defend = 4 }");
        world
            .set()
            .ask(json!({"ask": "assault", "leader": "Jackson", "units": ["Brigade"], "target": "0605"}))
    };
    assert_eq!(modifier(&plan("SLB", 1863), "tactical difference"), 2);
    assert_eq!(modifier(&plan("HCR", 1862), "tactical difference"), 3);
}

/// The modifiers of both dice in Lion's hasty attack on Target, or in Target's on Lion.
fn both(world: World, attacker: &str, target: &str) -> (i64, i64) {
    let plan = world.set().plan(attacker, target, "normal");
    (plan["attacker_modifier"].as_i64().unwrap(), plan["defender_modifier"].as_i64().unwrap())
}

#[rule("G7.4-91", "G7.4-93", "G7.4-94", "G7.4-96")]
#[test]
fn a_scenario_supplies_what_its_own_rules_give() {
    assert_eq!(both(duel(), "Lion", "0605"), (0, 0));
    assert_eq!(both(duel().modifier("defender", "union", 2, ""), "Lion", "0605"), (0, 2), "gunboats");
    assert_eq!(both(duel().modifier("defender", "union", 2, ""), "Target", "0606"), (0, 0));
    assert_eq!(both(duel().modifier("attacker", "confederate", 1, ""), "Lion", "0605"), (1, 0));
    assert_eq!(both(duel().modifier("defender", "union", -1, ""), "Lion", "0605"), (0, -1));
    let twice = duel().modifier("attacker", "confederate", 1, "").modifier("attacker", "confederate", 1, "");
    assert_eq!(both(twice, "Lion", "0605"), (2, 0), "surprise and charge");
}

#[rule("G7.4-92", "G7.4-95")]
#[test]
fn a_side_may_be_shaken_for_some_turns() {
    let panic = || {
        duel().settings("turns = 5").modifier("attacker", "union", -1, "turns = [1]").modifier(
            "defender",
            "union",
            -1,
            "turns = [1]",
        )
    };
    assert_eq!(both(panic(), "Target", "0606"), (-1, 0));
    assert_eq!(both(panic(), "Lion", "0605"), (0, -1));
    let mut game = panic().begin(&[]);
    game.next_day(5);
    assert_eq!(game.plan("Lion", "0605", "normal")["defender_modifier"], 0);
    assert_eq!(game.plan("Target", "0606", "normal")["attacker_modifier"], 0);
}

#[rule("G7.4-97")]
#[test]
fn the_insubordinate_attack_half_heartedly() {
    let world = || {
        field()
            .game("BAC", 1863)
            .infantry("u", "Target", "0605", 4, "")
            .infantry("c", "Brigade", "0606", 4, "command = \"P\"")
            .leader("c", "corps", "Polk", "P", "Brigade", "tactical = 0\ncommand_value = 5")
    };
    // A tie for the initiative tries a corps leader; some dice find him wanting.
    let tried = (1..=6).map(|number| world().begin_rolling(number, number));
    let tried = tried.filter(|game| game.asked() == "insubordination").flat_map(|game| {
        (1..=6).map(move |die| {
            let mut game = game.copy();
            game.give("name Polk", &[die]);
            game
        })
    });
    let modifier = |game: &Game| game.plan("Brigade", "0605", "hasty")["attacker_modifier"].as_i64().unwrap();
    let game = tried.into_iter().find(|game| modifier(game) != -1).expect("somebody is insubordinate");
    assert_eq!(modifier(&game), -3);
    let assault = json!({"ask": "assault", "leader": "Polk", "units": ["Brigade"], "target": "0605"});
    assert_eq!(game.ask(assault)["attacker_modifier"], 1, "not in an assault");
}
