//! 10.2 and 10.3: crossings destroyed, dismantled and repaired.

use serde_json::json;
use table::{Side, rule};

use super::bridges::{BROKEN, crossed, pontoon, published, river, step};
use super::world;
use super::world::{Game, World};

#[rule("G10.2-1", "G10.2-8", "G10.2-9", "G10.2-10", "G10.2-15", "G10.2-23")]
#[test]
fn who_destroys_what() {
    let can = |w: World, arm: &str, manpower: u8, more: &str| {
        let mut game = w.unit("u", arm, "A", "0505", manpower, more).infantry("c", "E", "1212", 5, "").set();
        game.marching("A", 2);
        game.give("end", &[]);
        game.asks() == "destroy-bridge" && game.offers("destroy 0506")
    };
    let bridge = || crossed("minor-river", "bridge");
    // No initiative follows where the offer is made; elsewhere the next Action Phase rolls dice, so only
    // the predicate is asked.
    let may = |w: World, arm: &str, manpower: u8, more: &str| {
        let game = w.unit("u", arm, "A", "0505", manpower, more).set();
        game.pos().may_destroy(game.id("A"), game.hex("0506")).map_err(|no| no.rule.0)
    };
    assert!(can(bridge(), "infantry", 5, ""));
    assert!(can(bridge().scenario("[weather]\nrain = true"), "infantry", 5, ""), "rain is no bar");
    assert_eq!(may(bridge(), "infantry", 4, ""), Err("G10.2-8"));
    assert_eq!(may(bridge(), "cavalry", 6, ""), Err("G10.2-8"));
    assert_eq!(may(bridge().game("SIV", 1862), "infantry", 3, ""), Ok(()));
    assert_eq!(may(bridge().game("SIV", 1862), "infantry", 2, ""), Err("G10.2-8"));
    assert_eq!(may(crossed("minor-river", "ferry"), "cavalry", 1, "disorganized = true"), Ok(()));
    assert_eq!(may(crossed("minor-river", "ferry"), "artillery", 5, ""), Err("G10.2-10"));
    assert_eq!(may(crossed("minor-river", "dam"), "infantry", 9, ""), Err("G10.2-15"));
    assert_eq!(may(crossed("minor-river", "ford"), "infantry", 9, ""), Err("G10.2-15"));
    let firm = world()
        .water("minor-river", &["0505/0506"])
        .map("[[crossing]]\nkind = \"bridge\"\nside = \"0505/0506\"\nindestructible = true");
    assert_eq!(may(firm, "infantry", 9, ""), Err("G10.2-23"));
}

#[rule("G10.2-2", "G7.1-9")]
#[test]
fn the_enemys_pontoon_is_no_way_for_us() {
    assert_eq!(step(pontoon("minor-river", "confederate")), Err("G10.2-2"));
    assert_eq!(step(pontoon("minor-river", "union")), Ok(3.0));
    assert_eq!(
        step(
            crossed("minor-river", "ford").scenario(
                "[[marker]]\nkind = \"pontoon\"\nside = \"confederate\"\nhexside = \"0505/0506\"\n"
            )
        ),
        Ok(3.0),
        "the ford is still there"
    );
    let attack = |w: World| {
        let game = w.infantry("u", "A", "0505", 9, "").infantry("c", "D", "0506", 4, "").set();
        game.ask(json!({"ask": "attack", "unit": "A", "target": "0506", "type": "normal"}))
    };
    assert_eq!(attack(pontoon("minor-river", "confederate"))["rule"], "7.1");
    assert_eq!(attack(pontoon("minor-river", "union"))["defender_modifier"], 2);
}

#[rule("G10.2-3", "G10.2-4")]
#[test]
fn a_strong_arrival_breaks_a_pontoon() {
    let stands = |code, year, manpowers: &[u8], arm: &str| {
        let mut w = pontoon("minor-river", "union").game(code, year).infantry("u", "U", "0101", 3, "");
        for (n, manpower) in manpowers.iter().enumerate() {
            w = w.unit("c", arm, &format!("E{n}"), "0507", *manpower, "");
        }
        let mut game = w.set();
        for n in 0..manpowers.len() {
            let id = game.id(&format!("E{n}"));
            let to = game.hex("0506");
            game.run(&[], |play| {
                play.leave_hex(id);
                play.state.put(id, to);
                play.come_to_rest(id);
            });
        }
        !game.state.altered.is_empty()
    };
    assert!(!stands("HSN", 1864, &[5], "cavalry"));
    assert!(stands("HSN", 1864, &[3, 3], "infantry"), "one unit alone must have the value");
    assert!(!stands("SIV", 1862, &[3], "infantry") && stands("SIV", 1862, &[2], "infantry"));
}

#[rule("G10.2-5")]
#[test]
fn a_recovered_enemy_breaks_it_before_the_action_cycle() {
    let mut game = pontoon("minor-river", "union")
        .infantry("c", "E", "0506", 7, "disorganized = true")
        .infantry("u", "U", "0101", 3, "")
        .set();
    assert!(game.combat_value("E") >= 5.0, "our table gives 5 for Manpower 7");
    let mut weak = pontoon("minor-river", "union")
        .infantry("c", "E", "0506", 6, "disorganized = true")
        .infantry("u", "U", "0101", 3, "")
        .set();
    weak.run(&[], |play| play.pontoons_at_risk());
    assert_eq!(weak.state.altered.len(), 1, "Combat value 4");
    let e = weak.id("E");
    weak.state.unit_mut(e).disorganized = false;
    weak.run(&[], |play| play.pontoons_at_risk());
    assert!(weak.state.altered.is_empty());
    // The check stands at the end of the Leader Transfer Phase.
    game.run_phase(&[6, 1], |play| play.transfers(Side::Confederate));
    assert!(game.state.altered.is_empty());
}

#[rule("G10.2-6")]
#[test]
fn zones_cross_any_standing_bridge() {
    let game = pontoon("minor-river", "confederate").infantry("u", "A", "0505", 5, "").set();
    let zone = game.ask(json!({"ask": "zoc", "side": "union"}));
    assert!(zone["normal"].as_array().unwrap().contains(&json!("0506")));
}

#[rule("G10.2-7")]
#[test]
fn a_marching_unit_takes_up_its_pontoon() {
    let mut game = pontoon("minor-river", "union")
        .infantry("u", "A", "0505", 5, "")
        .infantry("c", "E", "1212", 5, "")
        .set();
    game.marching("A", 5);
    game.give("move 0506", &[]);
    game.give("dismantle 0505", &[]);
    assert!(game.state.altered.is_empty());
    assert_eq!(game.state.march().unwrap().mp, 4, "2 MP left, at no cost");
}

fn destroying(w: World, side: &str, manpower: u8) -> Game {
    let mut game = w
        .infantry(side, "A", "0505", manpower, "")
        .infantry(if side == "u" { "c" } else { "u" }, "E", "1212", 5, "")
        .set();
    game.marching("A", 2);
    game
}

/// Whether the crossing falls to a unit of a side that has stood there all its march, with this die.
fn falls(crossing: &str, side: &str, die: u8) -> bool {
    let mut game = destroying(crossed("minor-river", crossing), side, 7);
    game.give("end", &[]);
    game.give("destroy 0506", &[die, 6, 1]);
    !game.state.altered.is_empty()
}

#[rule("G10.2-16", "G10.2-18")]
#[test]
fn a_bridge_falls_on_two_or_less() {
    // On the spot and unseen: -2.
    assert_eq!((falls("bridge", "u", 4), falls("bridge", "u", 5)), (true, false));
    assert_eq!((falls("bridge", "c", 4), falls("bridge", "c", 5)), (true, false));
    let mut game = destroying(crossed("minor-river", "bridge"), "u", 7);
    game.give("end", &[]);
    game.give("destroy 0506", &[1, 6, 1]);
    assert!(game.state.altered[0].destroyed, "a Destroyed marker lies there");
}

#[rule("G10.2-17", "G10.2-19")]
#[test]
fn a_ferry_falls_on_one_or_less_and_sooner_to_confederates() {
    assert_eq!((falls("ferry", "u", 3), falls("ferry", "u", 4)), (true, false));
    assert_eq!((falls("ferry", "c", 5), falls("ferry", "c", 6)), (true, false), "-2 more");
}

#[rule("G10.2-11", "G10.2-12")]
#[test]
fn a_unit_tries_once_a_turn_but_others_may_try_too() {
    let mut game = crossed("minor-river", "bridge")
        .infantry("u", "A", "0505", 7, "")
        .infantry("u", "B", "0505", 7, "")
        .infantry("c", "E", "1212", 5, "")
        .set();
    game.marching("A", 2).give("end", &[]).give("destroy 0506", &[6, 6, 1]);
    let to = game.hex("0506");
    assert_eq!(game.pos().may_destroy(game.id("A"), to).unwrap_err().rule.0, "G10.2-11");
    assert!(game.pos().may_destroy(game.id("B"), to).is_ok(), "after a try of another's that failed");
    game.marching("B", 2).give("end", &[]).give("destroy 0506", &[1, 6, 1]);
    assert!(!game.state.altered.is_empty());
}

#[rule("G10.2-20", "G10.2-21")]
#[test]
fn unseen_and_on_the_spot() {
    let sum = |from: &str, enemy: &str| {
        let mut game = crossed("minor-river", "bridge")
            .infantry("u", "A", from, 7, "")
            .infantry("c", "E", enemy, 5, "")
            .set();
        game.marching("A", 6);
        if from != "0505" {
            game.give("move 0505", &[]);
        }
        let march = game.state.march().cloned().unwrap();
        game.pos().destroy_modifiers(&march, game.hex("0506")).sum()
    };
    assert_eq!(sum("0505", "1212"), -2);
    assert_eq!(sum("0504", "1212"), -1, "it has moved");
    assert_eq!(sum("0505", "0405"), -1, "the enemy's zone of control reaches the near hex");
    assert_eq!(sum("0505", "0507"), -1, "or the far one");
    assert_eq!(sum("0504", "0507"), 0);
}

#[rule("G10.2-13", "G10.2-14")]
#[test]
fn enemies_bar_destruction() {
    let may = |w: World| {
        let game = w.infantry("u", "A", "0505", 7, "").set();
        game.pos().may_destroy(game.id("A"), game.hex("0506")).map_err(|no| no.rule.0)
    };
    let bridge = || crossed("minor-river", "bridge");
    assert_eq!(may(bridge().infantry("c", "E", "0506", 1, "disorganized = true")), Err("G10.2-13"));
    assert_eq!(may(bridge().infantry("c", "E", "0507", 5, "")), Err("G10.2-14"));
    assert_eq!(
        may(bridge().infantry("c", "E", "0507", 5, "").infantry("u", "Friend", "0506", 2, "")),
        Ok(())
    );
    let mut game = bridge()
        .infantry("u", "A", "0505", 7, "")
        .infantry("c", "E", "0507", 5, "")
        .infantry("u", "Friend", "0506", 2, "")
        .set();
    game.marching("A", 2);
    let march = game.state.march().cloned().unwrap();
    assert_eq!(
        game.pos().destroy_modifiers(&march, game.hex("0506")).sum(),
        -1,
        "only for the march on the spot"
    );
}

#[rule("G10.2-24")]
#[test]
fn an_aqueduct_can_be_destroyed_but_not_crossed() {
    let mut game = published("W", 38, 20, 10, 10)
        .game("HCR", 1862)
        .water("minor-river", &["W4126/W4226"])
        .infantry("u", "A", "W4126", 9, "")
        .infantry("c", "E", "W3820", 5, "")
        .scenario("[[victory.bridge]]\nside = \"union\"\npoints = 2")
        .set();
    game.marching("A", 20);
    assert_eq!(game.refused("move W4226"), "G6.2-10");
    game.give("end", &[]);
    // +2 -1 -1: a 2 destroys it.
    game.give("destroy W4226", &[2, 6, 1]);
    assert_eq!(game.pos().points().union, 2);
}

#[rule("G10.1-40")]
#[test]
fn chatham_bridge_is_a_union_pontoon_in_sjw() {
    let chatham = || {
        published("S", 38, 20, 12, 12)
            .game("SJW", 1862)
            .water("major-river", &["S4328/S4427", "S4022/S4023"])
            .infantry("u", "B", "S4022", 7, "")
    };
    let game = chatham().set();
    assert_eq!(game.state.altered.first().and_then(|a| a.pontoon), Some(Side::Union));
    // It takes no marker: the Union's one bridge over a major river can still be built.
    assert!(game.pos().may_build(Side::Union, game.id("B"), game.hex("S4023")).is_ok());
    // A strong Confederate who comes to rest beside it breaks it.
    let mut game = chatham().infantry("c", "E", "S4427", 5, "").set();
    let e = game.id("E");
    game.run(&[], |play| play.come_to_rest(e));
    assert!(game.state.altered.is_empty());
}

#[rule("G10.1-41")]
#[test]
fn chatham_bridge_stays_broken_in_slb() {
    let game = published("S", 38, 20, 12, 12)
        .game("SLB", 1863)
        .water("major-river", &["S4328/S4427"])
        .crossing("bridge", "S4328/S4427")
        .infantry("u", "B", "S4328", 7, "")
        .set();
    assert!(game.state.altered[0].destroyed);
    let no = game.pos().may_repair(Side::Union, game.id("B"), game.hex("S4427")).unwrap_err();
    assert_eq!(no.rule.0, "G10.1-41");
}

#[rule("G10.2-25", "G10.2-26", "G10.2-27", "G10.2-28")]
#[test]
fn what_a_destroyed_crossing_leaves() {
    let zone = |w: World| {
        let game = w.infantry("u", "A", "0505", 9, "").set();
        game.ask(json!({"ask": "zoc", "side": "union"}))["normal"]
            .as_array()
            .unwrap()
            .contains(&json!("0506"))
    };
    for crossing in ["bridge", "ferry"] {
        let minor = || crossed("minor-river", crossing).scenario(BROKEN);
        assert_eq!(step(minor()), Ok(3.0), "a ford, without the ferry's penalty");
        assert!(zone(minor()));
        let high = "[weather]\nminor_unfordable_until = 2";
        assert_eq!(step(minor().scenario(high)), Err("G12-38"));
        assert!(!zone(minor().scenario(high)));
        let major = || crossed("major-river", crossing).scenario(BROKEN);
        assert!(step(major()).is_err() && !zone(major()), "{crossing} over a major river");
    }
    for name in ["Berry's Ferry", "Snicker's Ferry"] {
        let named = river("major-river")
            .map(&format!("[[crossing]]\nkind = \"ferry\"\nside = \"0505/0506\"\nname = \"{name}\""))
            .scenario(BROKEN);
        assert_eq!(step(named), Ok(3.0), "{name} leaves a ford");
    }
}

// ------------------------------------------------------------------ repair (10.3)

fn can_repair(
    w: World,
    code: &'static str,
    year: u16,
    side: &str,
    manpower: u8,
    more: &str,
) -> Result<(), &'static str> {
    let game = w.game(code, year).infantry(side, "B", "0505", manpower, more).set();
    let side = game.setup.unit(game.id("B")).side;
    game.pos().may_repair(side, game.id("B"), game.hex("0506")).map_err(|no| no.rule.0)
}

fn broken(kind: &str, crossing: &str) -> World {
    crossed(kind, crossing).scenario(BROKEN)
}

#[rule("G10.3-2")]
#[test]
fn what_is_repaired() {
    let bridge = || broken("minor-river", "bridge");
    assert_eq!(can_repair(bridge(), "HSN", 1864, "u", 5, ""), Ok(()));
    assert_eq!(can_repair(bridge(), "HSN", 1864, "u", 5, "fatigue = 1"), Err("G8-2"));
    assert_eq!(can_repair(crossed("minor-river", "bridge"), "HSN", 1864, "u", 5, ""), Err("G10.3-2"));
    let lost = can_repair(river("minor-river"), "HSN", 1864, "u", 5, "");
    assert_eq!(lost, Err("G10.3-2"), "a pontoon leaves nothing");
}

#[rule("G10.3-3")]
#[test]
fn five_men_repair() {
    let repair = |manpower| can_repair(broken("minor-river", "bridge"), "HSN", 1864, "u", manpower, "");
    assert_eq!((repair(5), repair(4)), (Ok(()), Err("G10.3-3")));
}

#[rule("G10.3-1", "G10.3-4")]
#[test]
fn in_the_valley_two_men_of_either_side_repair() {
    for side in ["u", "c"] {
        let repair = |manpower| can_repair(broken("minor-river", "bridge"), "SIV", 1862, side, manpower, "");
        assert_eq!((repair(2), repair(1)), (Ok(()), Err("G10.3-3")), "{side}");
    }
}

#[rule("G10.3-7")]
#[test]
fn horse_and_guns_repair_nothing() {
    let game = broken("minor-river", "bridge")
        .cavalry("u", "H", "0505", 6, "")
        .unit("u", "artillery", "G", "0505", 6, "")
        .set();
    for unit in ["H", "G"] {
        let no = game.pos().may_repair(Side::Union, game.id(unit), game.hex("0506")).unwrap_err();
        assert_eq!(no.rule.0, "G10.3-7");
    }
}

#[rule("G10.3-8", "G10.3-9")]
#[test]
fn enemies_bar_repair() {
    let with =
        |manpower: u8, more: &str| broken("minor-river", "bridge").infantry("c", "E", "0506", manpower, more);
    assert_eq!(can_repair(with(4, "entrenchment = \"fort\""), "HSN", 1864, "u", 5, ""), Ok(()));
    assert_eq!(can_repair(with(5, ""), "HSN", 1864, "u", 5, ""), Err("G10.3-8"));
    assert_eq!(can_repair(with(2, ""), "SIV", 1862, "u", 5, ""), Err("G10.3-8"));
    assert_eq!(can_repair(with(1, ""), "SIV", 1862, "u", 5, ""), Ok(()));
}

#[rule("G10.3-10", "G10.3-12")]
#[test]
fn one_repair_a_player() {
    let mut game = world()
        .water("minor-river", &["0505/0506", "0505/0605", "0909/0910"])
        .crossing("bridge", "0505/0506")
        .crossing("bridge", "0505/0605")
        .crossing("bridge", "0909/0910")
        .scenario(BROKEN)
        .scenario("[[marker]]\nkind = \"destroyed\"\nhexside = \"0505/0605\"")
        .scenario("[[marker]]\nkind = \"destroyed\"\nhexside = \"0909/0910\"")
        .infantry("u", "B", "0505", 7, "")
        .infantry("u", "C", "0909", 7, "")
        .infantry("c", "E", "0910", 4, "")
        .set();
    game.run_phase(&[], |play| play.end_cycle());
    assert!(game.offers("repair B > 0506") && game.offers("repair B > 0605"), "the hexside is named first");
    game.give("repair B > 0605", &[3]);
    assert_eq!(game.refused("repair C > 0910"), "G10.3-10");
    assert!(!game.state.recovery.repaired[1], "the other player has his own");
}

/// Whether a die mends a broken crossing.
fn repairs(w: World, code: &'static str, year: u16, die: u8) -> bool {
    let mut game =
        w.game(code, year).infantry("u", "B", "0505", 7, "").infantry("u", "Far", "0101", 7, "").set();
    game.run_phase(&[], |play| play.begin_recovery());
    game.give("repair B > 0506", &[die]);
    game.state.altered.is_empty()
}

/// The highest die that mends a broken crossing; 0 if none does.
fn highest_repair(kind: &str, crossing: &str, weather: &str) -> u8 {
    let mends = |die: &u8| repairs(broken(kind, crossing).scenario(weather), "HSN", 1864, *die);
    let highest = (1..=6).rfind(mends).unwrap_or(0);
    assert!((1..=highest).all(|die| mends(&die)), "a lower die is never worse");
    highest
}

#[rule("G10.3-13")]
#[test]
fn a_bridge_is_mended_on_three() {
    assert_eq!(highest_repair("minor-river", "bridge", ""), 3);
}

#[rule("G10.3-14")]
#[test]
fn a_ferry_is_mended_on_five() {
    assert_eq!(highest_repair("minor-river", "ferry", ""), 5);
}

#[rule("G10.3-16")]
#[test]
fn an_unfordable_river_is_harder() {
    assert_eq!(highest_repair("minor-river", "bridge", "[weather]\nminor_unfordable_until = 1"), 2);
}

#[rule("G10.3-17")]
#[test]
fn a_major_river_is_harder() {
    assert_eq!(highest_repair("major-river", "bridge", ""), 1);
    assert_eq!(highest_repair("major-river", "ferry", ""), 3);
}

/// With +2 and +1 a 1 makes 4, yet there it always repairs a major river bridge.
#[rule("G10.3-15")]
#[test]
fn a_one_always_mends_a_great_bridge_of_georgia() {
    let high = || broken("major-river", "bridge").scenario("[weather]\nmajor_unfordable_until = 1");
    assert!(repairs(high(), "AIO", 1864, 1) && !repairs(high(), "AIO", 1864, 2));
    assert!(!repairs(high(), "HSN", 1864, 1));
}
