//! Combat values (7.2) and Artillery values (7.3).

use serde_json::json;
use table::{Side, rule};

use super::field::{duel, field, modifier};
use super::world::{Game, World};
use crate::charts::ratio;
use crate::combat::{Attack, Manner, Sum};
use crate::setup::UnitSet;

#[rule("G7.2-1", "G7.2-2", "G7.2-3")]
#[test]
fn the_strength_marker_gives_the_value() {
    let game = world_of(&[
        ("Whole", 8, ""),
        ("Broken", 21, "disorganized = true"),
        ("Bit", 1, "disorganized = true"),
    ]);
    assert_eq!((game.combat_value("Whole"), game.unit("Whole").manpower), (8.0, 8));
    assert_eq!((game.combat_value("Broken"), game.unit("Broken").manpower), (14.0, 21));
    assert_eq!((game.combat_value("Bit"), game.unit("Bit").manpower), (0.5, 1));
    // Between the two known ends the values never fall, and disorder always costs something.
    let table: Vec<i32> = (1..=21).map(|m| game.setup.unprinted.disorganized(m)).collect();
    assert_eq!((table[0], table[20]), (2, 56));
    assert!(table.windows(2).all(|pair| pair[0] <= pair[1]));
    assert!(table.iter().zip(1..).all(|(quarters, manpower)| *quarters < manpower * 4));
}

/// Confederate units in 0606 in the game with the largest counters.
fn world_of(units: &[(&str, u8, &str)]) -> Game {
    let mut world = field().game("OTR", 1862);
    for (name, manpower, more) in units {
        world = world.infantry("c", name, "0606", *manpower, more);
    }
    world.set()
}

#[rule("G7.2-4", "G7.2-6")]
#[test]
fn halves_are_kept() {
    assert_eq!(ratio(28, 14), ratio(8, 4), "7 against 3.5 is 2-1");
    assert_eq!((ratio(28, 14).attacker, ratio(28, 14).defender), (2, 1));
    assert_eq!((ratio(26, 14).attacker, ratio(26, 14).defender), (1, 1), "6.5 against 3.5");
    let game = duel().infantry("u", "Bit", "0605", 1, "disorganized = true").set();
    assert_eq!(game.plan("Lion", "0605", "normal")["defender_value"], 5.5);
    // The whole of every unit counts.
    let game =
        corps(&[("A", "0606", 4, ""), ("B", "0606", 4, ""), ("C", "0606", 1, "disorganized = true")]).set();
    assert_eq!(assault(&game, &["A", "B", "C"])["attacker_value"], 8.5);
}

/// A corps under Polk around the defender Wall (4) in 0605.
fn corps(units: &[(&str, &str, u8, &str)]) -> World {
    let mut world = field().game("GTC", 1864).infantry("u", "Wall", "0605", 4, "");
    for (name, hex, manpower, more) in units {
        world = world.infantry("c", name, hex, *manpower, &format!("command = \"P\"\n{more}"));
    }
    world.leader("c", "corps", "Polk", "P", units[0].0, "tactical = 0\ncommand_value = 5")
}

fn assault(game: &Game, units: &[&str]) -> serde_json::Value {
    game.ask(json!({"ask": "assault", "leader": "Polk", "units": units, "target": "0605"}))
}

#[rule("G7.2-5")]
#[test]
fn fatigue_does_not_weaken() {
    let game = world_of(&[("Fresh", 6, ""), ("Worn", 6, "fatigue = 4")]);
    assert_eq!((game.combat_value("Fresh"), game.combat_value("Worn")), (6.0, 6.0));
}

#[rule("G7.2-8")]
#[test]
fn an_assault_counts_who_was_kept_and_who_joined() {
    let mut game = corps(&[("A", "0606", 7, ""), ("B", "0606", 6, ""), ("C", "0606", 5, ""), ("D", "0706", 4, "")])
        .scenario("[[leader]]\nside = \"confederate\"\nname = \"Hood\"\nrank = \"army\"\nwith = \"D\"\ncommand_value = 5")
        .set();
    game.acting(Side::Confederate).play("assault Polk", &[]);
    game.play("select A", &[]);
    game.play("select B", &[]);
    game.play("select C", &[3]);
    game.play("keep A", &[]);
    game.play("keep B", &[]);
    game.play("grand Hood", &[1]);
    game.play("join D", &[3, 3]);
    assert!(game.last("combat").text.contains("17 against 4"), "{}", game.last("combat").text);
}

#[rule("G7.2-9", "G7.5-3", "G7.5-32")]
#[test]
fn works_count_for_the_ratio_only() {
    let game = field()
        .infantry("u", "Dug", "0605", 8, "entrenchment = \"breastwork\"")
        .infantry("u", "Open", "0605", 3, "")
        .infantry("c", "Lion", "0606", 11, "")
        .set();
    let plan = game.plan("Lion", "0605", "normal");
    assert_eq!((&plan["defender_value"], &plan["chart_value"]), (&json!(19), &json!(11)));
    let redoubt = "redoubt = { hexes = [\"0605\"], benefits = [\"union\"] }";
    let game = duel().feature(redoubt).infantry("u", "One", "0605", 1, "").set();
    let plan = game.plan("Lion", "0605", "normal");
    assert_eq!((&plan["defender_value"], &plan["chart_value"]), (&json!(9), &json!(6)));
    // Twelve in forts are 36 in the ratio and stay in the column 12-18.
    let mut game = field()
        .game("GTC", 1864)
        .infantry("u", "Fort", "0605", 12, "entrenchment = \"fort\"")
        .infantry("c", "Lion", "0606", 12, "")
        .set();
    let plan = game.plan("Lion", "0605", "normal");
    assert_eq!((&plan["defender_value"], &plan["chart_value"]), (&json!(36), &json!(12)));
    game.marching("Lion", 2);
    game.strike("0605", "normal", &[6, 1]);
    assert_eq!(game.combat()["difference"], 3, "1-3 is -2");
    assert_eq!(
        (&game.combat()["defender_result"], &game.combat()["attacker_result"]),
        (&json!("1Dr"), &json!("1Fa"))
    );
}

#[rule("G7.5-33")]
#[test]
fn hindman_behind_breastworks() {
    let plan = |more: &str| {
        let world = field().infantry("u", "Hindman", "0605", 8, more).infantry("c", "Lion", "0606", 8, "");
        world.set().plan("Lion", "0605", "normal")
    };
    let (open, dug) = (plan(""), plan("entrenchment = \"breastwork\""));
    assert_eq!(
        (&open["defender_value"], &open["chart_value"], &open["ratio"]),
        (&json!(8), &json!(8), &json!("1-1"))
    );
    assert_eq!(
        (&dug["defender_value"], &dug["chart_value"], &dug["ratio"]),
        (&json!(16), &json!(8), &json!("1-2"))
    );
}

/// The ratio value of Union units in 0605.
fn defence(code: &'static str, year: u16, units: &[(u8, &str)]) -> i32 {
    let mut world = field().game(code, year);
    for (n, (manpower, works)) in units.iter().enumerate() {
        world =
            world.infantry("u", &format!("U{n}"), "0605", *manpower, &format!("entrenchment = {works:?}"));
    }
    let game = world.set();
    game.pos().hex_defence(game.hex("0605")) / 4
}

#[rule("G7.2-10")]
#[test]
fn the_largest_values_that_count() {
    let open = [(18, "none"); 4];
    assert_eq!((defence("GTC", 1864, &open), defence("OTR", 1862, &open)), (70, 60));
    let half = [(18, "fort"), (18, "fort"), (18, "none"), (18, "none")];
    assert_eq!((defence("GTC", 1864, &half), defence("OTR", 1862, &half)), (120, 100));
    let all = [(16, "fort"); 4];
    assert_eq!((defence("GTC", 1864, &all), defence("OTR", 1862, &all)), (160, 130));
    // Fewer than half: the plain limit.
    assert_eq!(defence("GTC", 1864, &[(18, "fort"), (18, "none"), (18, "none")]), 70);
    for (code, year, expected) in [("GTC", 1864, 75), ("OTR", 1862, 70)] {
        let names = ["A", "B", "C", "D", "E"];
        let game = corps(&names.map(|n| (n, "0606", 15, ""))).game(code, year).set();
        assert_eq!(assault(&game, &names)["attacker_value"], expected);
        let six = ["A", "B", "C", "D", "E", "F"];
        let game = corps(&six.map(|n| (n, "0606", 15, ""))).game(code, year).set();
        assert_eq!(assault(&game, &six)["attacker_value"], if code == "OTR" { 70 } else { 80 });
    }
}

#[rule("G7.2-11")]
#[test]
fn entrenched_is_who_has_a_benefit() {
    let building = [(18, "breastwork-build"); 5];
    assert_eq!(defence("GTC", 1863, &building), 70, "five times 18 without benefit");
    assert_eq!(defence("GTC", 1864, &building), 135, "one and a half times");
    // Confederates in a redoubt of the Virginia games, without a marker.
    let mut world = field().game("GTC", 1864).feature("redoubt = { hexes = [\"0605\"] }");
    for n in 0..5 {
        world = world.infantry("c", &format!("R{n}"), "0605", 18, "");
    }
    let game = world.set();
    assert_eq!(game.pos().hex_defence(game.hex("0605")), 135 * 4);
}

/// A grand assault of two hexes: so many units of 17 in one, so many of 15 in the other.
fn two_hexes(code: &'static str, year: u16, first: usize, second: usize, grand: bool) -> (Game, Attack) {
    let mut world =
        field().game(code, year).infantry("u", "Wall", "0605", 18, "entrenchment = \"fort\"\ntactical = 9");
    let mut names = Vec::new();
    for n in 0..first {
        names.push((format!("A{n}"), "0606", 17));
    }
    for n in 0..second {
        names.push((format!("B{n}"), "0706", 15));
    }
    for (name, hex, manpower) in &names {
        world = world.infantry("c", name, hex, *manpower, "command = \"P\"");
    }
    let game = world.leader("c", "corps", "Polk", "P", "A0", "tactical = 9\ncommand_value = 5").set();
    let attackers: UnitSet = names.iter().map(|(name, _, _)| game.id(name)).collect();
    let manner = Manner::Assault { leader: game.leader_id("Polk"), lee: false, grand };
    let attack = Attack { attackers, from: game.hex("0606"), target: game.hex("0605"), manner };
    (game, attack)
}

fn sum(code: &'static str, year: u16, first: usize, second: usize, grand: bool) -> Sum {
    let (game, attack) = two_hexes(code, year, first, second, grand);
    game.pos().combat_sum(&attack)
}

#[rule("G7.2-12", "G7.2-13")]
#[test]
fn each_hex_of_a_grand_assault_has_its_own_limit() {
    let gtc = sum("GTC", 1864, 5, 2, true);
    assert_eq!((gtc.attacker_value / 4, gtc.extra_loss), (110, 3), "85 is cut to 80");
    let otr = sum("OTR", 1862, 5, 2, true);
    assert_eq!((otr.attacker_value / 4, otr.extra_loss), (100, 3), "85 is cut to 70");
}

#[rule("G7.2-13")]
#[test]
fn a_huge_grand_assault_pays_more() {
    let extra = |first, second, grand| {
        let sum = sum("GTC", 1864, first, second, grand);
        (sum.attacker_value / 4, sum.extra_loss)
    };
    assert_eq!(extra(2, 3, true), (79, 0));
    assert_eq!(extra(3, 2, true), (81, 1));
    assert_eq!(extra(2, 4, true), (94, 2));
    assert_eq!(extra(5, 0, false), (80, 0), "no grand assault, nothing added");
    // The loss itself: 81 against 54 is 1-1, the assault +1; dice 2 and 3 make 0: 8D, and one more.
    let (mut game, attack) = two_hexes("GTC", 1864, 3, 2, true);
    game.state.active = Side::Confederate;
    game.run(&[2, 3], |play| play.fight(attack, None));
    assert_eq!(game.combat()["attacker_result"], "8D");
    game.play("done", &[]);
    assert_eq!(game.state.combat().unwrap().losses, 9);
}

#[rule("G7.3-1", "G7.3-2", "G7.3-3", "G7.3-4")]
#[test]
fn guns_count_for_the_artillery_modifier_only() {
    let plan = |more: &str| {
        let guns = format!("tactical = 2\nartillery = 5\n{more}");
        let world = field()
            .infantry("u", "Target", "0605", 5, "tactical = 2")
            .infantry("c", "Lion", "0606", 4, &guns);
        world.set().plan("Lion", "0605", "normal")
    };
    let fresh = plan("");
    assert_eq!((&fresh["attacker_value"], modifier(&fresh, "artillery")), (&json!(4), 1));
    // Neither fatigue nor disorder silences guns; demoralization does.
    assert_eq!(modifier(&plan("fatigue = 4\ndisorganized = true"), "artillery"), 1);
    assert_eq!(modifier(&plan("demoralized = 1"), "artillery"), 0);
    // The values are the scenario's: other guns, another modifier.
    let weak = duel().set().plan("Lion", "0605", "normal");
    assert_eq!(modifier(&weak, "artillery"), 0);
}
