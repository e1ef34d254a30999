//! Combat die roll modifiers (7.4) except flank attacks.

use serde_json::{Value, json};
use table::{Side, rule};

use super::field::{duel, field, modifier};
use super::world::World;
use crate::charts::{Guns, artillery, ratio};
use hexmap::Terrain;

/// The referee's answer about Lion's normal attack from 0606 on 0605.
fn plan(world: World) -> Value {
    world.set().plan("Lion", "0605", "normal")
}

/// What is added to the defender's die.
fn to_defender(world: World) -> i64 {
    plan(world)["defender_modifier"].as_i64().expect("a number")
}

#[rule("G7.4-3", "G7.4-4")]
#[test]
fn the_ratio_chart() {
    let of = |a: f64, d: f64| {
        let ratio = ratio((a * 4.0) as i32, (d * 4.0) as i32);
        (format!("{}-{}", ratio.attacker, ratio.defender), ratio.modifier)
    };
    for (a, d, words, modifier) in [
        (8.0, 7.0, "1-1", 0),
        (7.0, 8.0, "1-2", -1),
        (15.5, 8.0, "1-1", 0),
        (16.0, 8.0, "2-1", 1),
        (1.0, 12.5, "1-13", -12),
        (30.0, 2.0, "14-1", 13),
        (1.0, 40.0, "1-13", -12),
        (5.0, 10.0, "1-2", -1),
        (10.0, 10.0, "1-1", 0),
        (29.0, 10.0, "2-1", 1),
        (30.0, 10.0, "3-1", 2),
        (140.0, 10.0, "14-1", 13),
    ] {
        assert_eq!(of(a, d), (words.to_owned(), modifier), "{a} against {d}");
    }
    for n in 1..=14u8 {
        assert_eq!(of(f64::from(n), 1.0), (format!("{n}-1"), i16::from(n) - 1));
    }
    for n in 2..=13u8 {
        assert_eq!(of(1.0, f64::from(n)), (format!("1-{n}"), 1 - i16::from(n)));
    }
}

#[rule("G7.4-2")]
#[test]
fn the_ratio_changes_the_attackers_die() {
    let world = field().infantry("u", "Target", "0605", 3, "").infantry("c", "Lion", "0606", 9, "");
    let plan = plan(world);
    assert_eq!((&plan["attacker_modifier"], &plan["defender_modifier"]), (&json!(2), &json!(0)));
    assert_eq!(modifier(&plan, "combat ratio"), 2);
}

/// Polk's assault in a game, from 0606 on Target (T2) in 0605.
fn polk(code: &'static str, year: u16, leader: &str, tactical: &str) -> World {
    field()
        .game(code, year)
        .infantry("u", "Target", "0605", 4, "tactical = 2")
        .infantry("c", "Brigade", "0606", 4, "command = \"P\"\ntactical = 4")
        .leader("c", "corps", leader, "P", "Brigade", &format!("tactical = {tactical}\ncommand_value = 5"))
}

fn assault_plan(world: World, leader: &str, lee: bool) -> Value {
    world
        .set()
        .ask(json!({"ask": "assault", "leader": leader, "units": ["Brigade"], "target": "0605", "lee": lee}))
}

#[rule("G7.4-1")]
#[test]
fn modifiers_add_up() {
    let world = field()
        .infantry("u", "Target", "0605", 3, "tactical = 3")
        .infantry("c", "Brigade", "0606", 9, "command = \"P\"")
        .leader("c", "corps", "Polk", "P", "Brigade", "tactical = 2\ncommand_value = 5")
        .rain();
    let plan = assault_plan(world, "Polk", false);
    let parts = ["combat ratio", "tactical difference", "assault", "rain"].map(|name| modifier(&plan, name));
    assert_eq!(parts, [2, -1, 1, -1]);
    assert_eq!(plan["attacker_modifier"], 1);
}

#[rule("G7.4-5", "G7.4-9")]
#[test]
fn the_defenders_best_man_counts() {
    let hex = |more: World| {
        let world = more
            .infantry("u", "One", "0605", 2, "tactical = 1\ncommand = \"IV\"")
            .infantry("u", "Two", "0605", 2, "tactical = 2\ncommand = \"IV\"")
            .infantry("c", "Lion", "0606", 4, "tactical = 2");
        modifier(&plan(world), "tactical difference")
    };
    assert_eq!(hex(field()), 0);
    let led = field().leader("u", "corps", "Stanley", "IV", "One", "tactical = 4\ncommand_value = 4");
    assert_eq!(hex(led), -2);
    let guns = field().unit("u", "artillery", "Guns", "0605", 1, "tactical = 3\nalone = false");
    assert_eq!(hex(guns), -1, "a value in parentheses defends like any other");
    // Two numbers: the first attacks, the second defends.
    let split =
        |attacker: &str, defender: &str| {
            let world = field()
                .infantry("u", "Target", "0605", 4, &format!("tactical = {defender}"))
                .infantry("c", "Lion", "0606", 4, &format!("tactical = {attacker}"));
            modifier(&plan(world), "tactical difference")
        };
    assert_eq!(split("{ attack = 1, defend = 3 }", "0"), 1);
    assert_eq!(split("0", "{ attack = 1, defend = 3 }"), -3);
}

#[rule("G7.4-6", "G7.4-7", "G7.4-8", "G7.4-10")]
#[test]
fn leaders_help_their_own_attackers() {
    let lead = |rest: World| {
        let world = rest
            .infantry("u", "Target", "0605", 4, "tactical = 2")
            .infantry("c", "Lion", "0606", 4, "tactical = 2\ncommand = \"XIV\"")
            .infantry("c", "Beside", "0606", 4, "tactical = 4\ncommand = \"XIV\"")
            .infantry("c", "Stranger", "0606", 4, "tactical = 2\ncommand = \"XX\"");
        modifier(&plan(world), "tactical difference")
    };
    let leader = |command: &str, with: &str, tactical: u8| {
        field().leader(
            "c",
            "corps",
            "Polk",
            command,
            with,
            &format!("tactical = {tactical}\ncommand_value = 4"),
        )
    };
    assert_eq!(lead(field()), 0, "an idle unit lends nothing");
    assert_eq!(lead(leader("XIV", "Lion", 3)), 1);
    assert_eq!(lead(leader("XIV", "Beside", 4)), 2, "attached to another unit of the hex");
    assert_eq!(lead(leader("XX", "Stranger", 4)), 0, "another corps");
    // 1 against 4 is -3.
    let world = field().infantry("u", "Target", "0605", 4, "tactical = 4").infantry(
        "c",
        "Lion",
        "0606",
        4,
        "tactical = 1",
    );
    assert_eq!(modifier(&plan(world), "tactical difference"), -3);
}

#[rule("G7.4-11")]
#[test]
fn in_an_assault_the_leader_alone_counts() {
    let world = polk("HSN", 1864, "Polk", "2").infantry("u", "Sharp", "0605", 1, "tactical = 3");
    assert_eq!(modifier(&assault_plan(world, "Polk", false), "tactical difference"), -1);
}

/// The artillery modifier with these guns: attackers in 0606, defenders in 0605 with their works.
fn guns(terrain: &str, attackers: &[u8], defenders: &[(u8, &str)], rain: bool) -> (i64, bool) {
    let mut world = field().terrain(terrain, &["0605"]).way("road", &["0606", "0605"]);
    for (n, (guns, works)) in defenders.iter().enumerate() {
        let more = format!("artillery = {guns}\nentrenchment = {works:?}");
        world = world.infantry("u", &format!("U{n}"), "0605", 2, &more);
    }
    for (n, guns) in attackers.iter().enumerate() {
        world =
            world.infantry("c", &format!("C{n}"), "0606", 2, &format!("command = \"P\"\nartillery = {guns}"));
    }
    if rain {
        world = world.rain();
    }
    let world = world.leader("c", "corps", "Polk", "P", "C0", "tactical = 0\ncommand_value = 5");
    let units: Vec<String> = (0..attackers.len()).map(|n| format!("C{n}")).collect();
    let answer =
        world.set().ask(json!({"ask": "assault", "leader": "Polk", "units": units, "target": "0605"}));
    let dice = answer["modifiers"].as_array().unwrap().iter().any(|m| m.get("chance").is_some());
    (modifier(&answer, "artillery"), dice)
}

#[rule("G7.4-12", "G7.4-15")]
#[test]
fn guns_are_compared() {
    assert_eq!(guns("clear", &[3, 2, 4], &[(1, "none"), (2, "none")], false), (1, false), "9 less 3 is 6");
    assert_eq!(guns("clear", &[0], &[(5, "none")], false), (-3, false));
}

#[rule("G7.4-13")]
#[test]
fn entrenched_guns_are_rounded_up_once() {
    // 1.5 times 3 are 4.5, that is 5: 6 less 5 is 1 (-2); with 4 it would be 2 and no effect.
    assert_eq!(guns("clear", &[6], &[(3, "abatis")], false), (-2, false));
    // 1.5 and 1 are 2.5, that is 3: 4 less 3 is 1; rounded down it would be 2 and no effect.
    assert_eq!(guns("clear", &[4], &[(1, "abatis"), (1, "none")], false), (-2, false));
    // Twice 1.5 are 3 when rounded once: 5 less 3 is 2; rounded one by one they were 4.
    assert_eq!(guns("clear", &[5], &[(1, "abatis"), (1, "abatis")], false), (0, false));
}

#[rule("G7.4-14")]
#[test]
fn some_terrain_knows_no_artillery() {
    for terrain in ["woods", "city", "mountain", "swamp"] {
        assert_eq!(guns(terrain, &[12], &[(0, "none")], false), (0, false), "{terrain}");
        assert_eq!(guns(terrain, &[0], &[(9, "none")], false), (0, false), "{terrain}");
    }
}

#[rule("G7.4-16")]
#[test]
fn the_artillery_modifier_summary() {
    let columns = [(-9, -4), (-3, 1), (2, 4), (5, 7), (8, 20)];
    let rows: [(Terrain, [&str; 5]); 8] = [
        (Terrain::Clear, ["-3", "-2", "0", "1", "2d"]),
        (Terrain::Rolling, ["-2", "-1", "0", "1*", "1"]),
        (Terrain::Rough, ["-1", "-1*", "0", "0", "1*"]),
        (Terrain::Hill, ["-1", "-1*", "0", "0", "1*"]),
        (Terrain::Woods, ["0"; 5]),
        (Terrain::City, ["0"; 5]),
        (Terrain::Mountain, ["0"; 5]),
        (Terrain::Swamp, ["0"; 5]),
    ];
    for (terrain, cells) in rows {
        for ((low, high), cell) in columns.iter().zip(cells) {
            for difference in [*low, *high] {
                let found = match artillery(terrain, difference) {
                    Guns::Sure(n) => n.to_string(),
                    Guns::IfEven(n) => format!("{n}*"),
                    Guns::TwoOrOne => "2d".to_owned(),
                };
                assert_eq!(found, cell, "{terrain:?} at {difference}");
            }
        }
    }
}

/// The difference of equal combat dice after this artillery die.
fn with_artillery_die(terrain: &str, attacker: u8, defender: u8, die: u8) -> i64 {
    let mut game = field()
        .terrain(terrain, &["0605"])
        .infantry("u", "Target", "0605", 5, &format!("artillery = {defender}"))
        .infantry("c", "Lion", "0606", 5, &format!("artillery = {attacker}"))
        .set();
    game.marching("Lion", 2);
    game.strike("0605", "normal", &[die, 3, 3]);
    game.combat()["difference"].as_i64().unwrap()
}

#[rule("G7.4-17")]
#[test]
fn a_star_counts_on_even_dice() {
    assert_eq!([1, 2, 3, 4, 5, 6].map(|die| with_artillery_die("rough", 2, 2, die)), [0, -1, 0, -1, 0, -1]);
    assert_eq!([5, 6].map(|die| with_artillery_die("rolling", 6, 0, die)), [0, 1]);
    assert_eq!(
        [5, 6].map(|die| with_artillery_die("hill", 9, 1, die)),
        [-1, 0],
        "+1, and the hill's +1 against it"
    );
}

#[rule("G7.4-18")]
#[test]
fn a_dagger_is_two_or_one() {
    assert_eq!([1, 2, 3, 4, 5, 6].map(|die| with_artillery_die("clear", 9, 0, die)), [1, 2, 1, 2, 1, 2]);
}

#[rule("G7.4-19", "G7.4-20")]
#[test]
fn provisional_swamps_follow_the_weather() {
    assert_eq!(guns("provisional-swamp", &[0], &[(5, "none")], false), (-1, false));
    assert_eq!(guns("provisional-swamp", &[0], &[(5, "none")], true), (0, false));
}

#[rule("G7.4-21", "G7.4-22", "G7.4-23", "G7.4-24")]
#[test]
fn few_guns_do_little() {
    assert_eq!(guns("clear", &[0], &[(0, "none")], false), (0, false));
    assert_eq!(guns("clear", &[1], &[(0, "none")], false), (0, false));
    assert_eq!(guns("clear", &[6], &[(0, "none")], false), (1, false));
    assert_eq!(guns("rough", &[1], &[(0, "none")], false), (0, false), "not even a die for -1*");
    // One printed gun, whatever the works: -2 is -1.
    assert_eq!(guns("clear", &[0], &[(1, "fort")], false), (-1, false));
    assert_eq!(guns("rolling", &[0], &[(1, "none")], false), (-1, false));
    // Two printed guns: -3 is -2; four keep their -3.
    assert_eq!(guns("clear", &[0], &[(2, "breastwork")], false), (-2, false));
    assert_eq!(guns("clear", &[0], &[(4, "none")], false), (-3, false));
    // Demoralized guns are silent and are not counted as printed either.
    let world = field().infantry("u", "Broken", "0605", 4, "artillery = 5\ndemoralized = 1").infantry(
        "c",
        "Lion",
        "0606",
        4,
        "artillery = 1",
    );
    assert_eq!(modifier(&plan(world), "artillery"), 0);
}

#[rule("G7.4-25", "G7.4-26", "G7.4-27")]
#[test]
fn water_helps_the_defender() {
    for river in ["minor-river", "major-river"] {
        for crossing in ["bridge", "dam", "ferry", "ford"] {
            let world = duel().water(river, &["0605/0606"]).crossing(crossing, "0605/0606");
            let plan = plan(world);
            assert_eq!(
                (&plan["defender_modifier"], &plan["attacker_modifier"]),
                (&json!(2), &json!(0)),
                "{crossing}"
            );
        }
    }
    let creek = || duel().water("creek", &["0605/0606"]);
    assert_eq!(to_defender(creek()), 1);
    assert_eq!(to_defender(creek().way("pike", &["0605", "0606"])), 1);
    let wet = plan(creek().way("road", &["0605", "0606"]).rain());
    assert_eq!((&wet["defender_modifier"], &wet["attacker_modifier"]), (&json!(2), &json!(-1)));
}

#[rule("G7.4-28")]
#[test]
fn in_a_grand_assault_the_leaders_hexside_counts() {
    let run = |water: &str, side: &str| {
        let mut world = field().water(water, &[side]);
        if water == "minor-river" {
            world = world.crossing("bridge", side);
        }
        let mut game = world
            .infantry("u", "Target", "0605", 8, "")
            .infantry("c", "Brigade", "0606", 4, "command = \"P\"")
            .infantry("c", "Joins", "0706", 4, "")
            .leader("c", "corps", "Polk", "P", "Brigade", "tactical = 0\ncommand_value = 5")
            .scenario("[[leader]]\nside = \"confederate\"\nname = \"Hood\"\nrank = \"army\"\nwith = \"Joins\"\ncommand_value = 5")
            .set();
        game.acting(Side::Confederate).play("assault Polk", &[]);
        game.play("select Brigade", &[1]);
        game.play("grand Hood", &[1]);
        game.play("join Joins", &[3, 3]);
        game.combat()["defender_modifier"].as_i64().unwrap()
    };
    assert_eq!(run("minor-river", "0605/0706"), 0, "only the joining unit crosses the bridge");
    assert_eq!(run("creek", "0605/0606"), 1);
}

#[rule("G7.4-29", "G7.4-30")]
#[test]
fn hills_and_mountains() {
    let ground = |here: &str, there: &str, ridge: Option<&str>| {
        let world = duel().terrain(here, &["0606"]).way("road", &["0605", "0606"]);
        let world = if here == there {
            duel().terrain(here, &["0606", "0605"]).way("road", &["0605", "0606"])
        } else {
            world.terrain(there, &["0605"])
        };
        to_defender(match ridge {
            Some(high) => world.ridge("0605/0606", high),
            None => world,
        })
    };
    assert_eq!(ground("rough", "hill", None), 1);
    assert_eq!(ground("hill", "hill", None), 0);
    assert_eq!(ground("mountain", "hill", None), 0);
    assert_eq!(ground("rough", "hill", Some("0606")), 0, "down a ridge");
    assert_eq!(ground("rough", "mountain", None), 2);
    assert_eq!(ground("mountain", "mountain", None), 1);
    assert_eq!(ground("hill", "mountain", None), 2);
}

#[rule("G7.4-31", "G7.4-32", "G7.4-33")]
#[test]
fn ridges_up_and_down() {
    let ridge = |here: &str, there: &str, high: &str| {
        let world = duel().terrain(here, &["0606"]).way("road", &["0605", "0606"]).ridge("0605/0606", high);
        to_defender(world.terrain(there, &["0605"]))
    };
    let (up, down) = ("0605", "0606");
    assert_eq!(ridge("rough", "rolling", up), 2);
    assert_eq!(ridge("rough", "hill", up), 3);
    assert_eq!(ridge("hill", "mountain", up), 4);
    assert_eq!(ridge("rough", "mountain", down), 1);
    assert_eq!(ridge("rough", "hill", down), 0);
    assert_eq!(ridge("rough", "rolling", down), 0);
    let world =
        duel().terrain("mountain", &["0605", "0606"]).way("road", &["0605", "0606"]).ridge("0605/0606", up);
    assert_eq!(to_defender(world), 3, "mountain to mountain, up");
}

#[rule("G7.4-34")]
#[test]
fn geary_and_cleburne_on_the_ridge() {
    // The hexes of the example; the ridge lies in Geary's.
    let game = field()
        .game("AIO", 1864)
        .terrain("mountain", &["0605"])
        .terrain("rough", &["0606"])
        .way("road", &["0605", "0606"])
        .ridge("0605/0606", "0606")
        .infantry("u", "Geary", "0606", 7, "")
        .infantry("c", "Cleburne", "0605", 7, "")
        .set();
    assert_eq!(game.plan("Cleburne", "0606", "normal")["defender_modifier"], 2);
    assert_eq!(game.plan("Geary", "0605", "normal")["defender_modifier"], 1);
}

#[rule("G7.4-49", "G7.4-50")]
#[test]
fn types_of_attack() {
    let game = duel().set();
    let of = |kind: &str| game.plan("Lion", "0605", kind)["attacker_modifier"].as_i64().unwrap();
    assert_eq!(["column", "hasty", "normal", "prepared"].map(of), [-3, -1, 0, 1]);
    let plan = assault_plan(polk("HSN", 1864, "Polk", "2"), "Polk", false);
    assert_eq!((modifier(&plan, "assault"), &plan["attacker_modifier"]), (1, &json!(1)));
}

#[rule("G7.4-51")]
#[test]
fn rain_hampers_every_attack() {
    let game = duel().rain().set();
    assert_eq!(game.plan("Lion", "0605", "normal")["attacker_modifier"], -1);
    assert_eq!(game.plan("Target", "0606", "normal")["attacker_modifier"], -1);
    let plan = assault_plan(polk("HSN", 1864, "Polk", "2").rain(), "Polk", false);
    assert_eq!(plan["attacker_modifier"], 0);
}

#[rule("G7.4-52", "G7.4-53")]
#[test]
fn broken_defenders() {
    let hex = |units: &[(u8, u8, &str)]| {
        let mut world = field().infantry("c", "Lion", "0606", 8, "");
        for (n, (manpower, demoralized, works)) in units.iter().enumerate() {
            let more = format!("demoralized = {demoralized}\nentrenchment = {works:?}");
            world = world.infantry("u", &format!("U{n}"), "0605", *manpower, &more);
        }
        to_defender(world)
    };
    assert_eq!(hex(&[(5, 2, "none")]), -1);
    assert_eq!(hex(&[(5, 1, "none")]), 0);
    assert_eq!(hex(&[(5, 2, "none"), (5, 0, "none")]), 0, "exactly half");
    assert_eq!(hex(&[(6, 2, "none"), (5, 0, "none")]), -1);
    assert_eq!(hex(&[(6, 2, "none"), (5, 0, "breastwork")]), 0, "6 against 10");
}

#[rule("G7.4-89", "G7.4-90")]
#[test]
fn the_lists_of_modifiers() {
    let hill = duel()
        .terrain("hill", &["0605"])
        .water("creek", &["0605/0606"])
        .way("road", &["0605", "0606"])
        .rain();
    assert_eq!(to_defender(hill), 3);
    // Prepared +1, 2-1 +1, artillery -2, flank +2, rain -1.
    let game = field()
        .infantry("u", "Target", "0605", 4, "artillery = 3")
        .infantry("c", "Lion", "0606", 8, "artillery = 3")
        .infantry("c", "Bystander", "0505", 4, "")
        .rain()
        .set();
    let plan = game.plan("Lion", "0605", "prepared");
    let names = ["prepared attack", "combat ratio", "artillery", "flank attack", "rain"];
    assert_eq!(names.map(|name| modifier(&plan, name)), [1, 1, -2, 2, -1]);
    assert_eq!(plan["attacker_modifier"], 1);
    // And what the scenario gives.
    let given = duel().modifier("attacker", "confederate", 3, "").set().plan("Lion", "0605", "hasty");
    assert_eq!(modifier(&given, "given"), 3);
}

#[test]
fn gunboats_help_only_where_they_reach() {
    let guns = |hexes: &str| duel().modifier("defender", "union", 2, &format!("hexes = [{hexes}]"));
    let plan = |hexes| guns(hexes).set().plan("Lion", "0605", "hasty");
    assert_eq!(modifier(&plan("\"0305\", \"0605\""), "given"), 2);
    assert_eq!(modifier(&plan("\"0305\""), "given"), 0);
    assert!(guns("\"9905\"").faults().contains("`9905` is not on the map"));
    let command = duel().modifier("assault-die", "union", 2, "hexes = [\"0605\"]");
    assert!(command.faults().contains("hexes: expected only"));
}
