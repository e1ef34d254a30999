//! 6.3: leaders on the move; 6.4 and 6.5: stacking and fatigue.

use serde_json::json;
use table::{Ruleset, Side, rule};

use super::world;
use super::world::{Game, World};
use crate::Gcacw;
use crate::retreat::RetreatKind;

const CORPS: &str = "tactical = 3\ncommand_value = 4";
const HORSE: &str = "arm = \"cavalry\"\ntactical = 2\ncommand_value = 3";
const ARMY: &str = "command_value = 5";
const OF: &str = "command = \"XX\"\narmy = \"N\"";

/// A, B in 0505 and C in 0507 of one corps; L with A; a tired enemy far away.
fn corps() -> World {
    world()
        .infantry("u", "A", "0505", 6, OF)
        .infantry("u", "B", "0505", 6, OF)
        .infantry("u", "C", "0507", 6, OF)
        .leader("u", "corps", "L", "XX", "A", CORPS)
        .infantry("c", "Far", "1212", 4, "fatigue = 4")
}

fn hex_of(game: &Game, leader: &str) -> String {
    game.label(game.state.leader_hex(game.leader_id(leader)).unwrap())
}

#[rule("G6.3-1", "G6.3-2", "G6.3-4")]
#[test]
fn a_leader_goes_where_his_unit_goes() {
    let mut game = corps().way("road", &["0505", "0506", "0507", "0508", "0509"]).set();
    game.marching("A", 9);
    for hex in ["0506", "0507", "0508", "0509"] {
        game.give(&format!("move {hex}"), &[]);
        assert_eq!((hex_of(&game, "L").as_str(), game.with("L").as_str()), (hex, "A"));
        // Not even where another of his units stands can he be dropped.
        assert_eq!(game.refused("transfer L > C"), "G5.1-20");
    }
    // Another unit of the stack leaves him where he is.
    let mut game = corps().set();
    game.marching("B", 9).give("move 0504", &[]);
    assert_eq!((hex_of(&game, "L"), game.with("L")), ("0505".into(), "A".into()));
}

#[rule("G6.3-3")]
#[test]
fn one_leader_of_each_level_on_a_unit() {
    let with = |ranks: &[(&str, &str)]| {
        let mut world =
            world().infantry("u", "A", "0505", 6, "command = \"XX\"\ndivision = \"XX\"\narmy = \"XX\"");
        for (n, (rank, values)) in ranks.iter().enumerate() {
            world = world.leader("u", rank, &format!("L{n}"), "XX", "A", values);
        }
        world.faults()
    };
    assert_eq!(with(&[("division", CORPS), ("corps", CORPS), ("army", ARMY)]), "");
    assert!(with(&[("corps", CORPS), ("corps", CORPS)]).contains("same level"));
    assert!(with(&[("army", ARMY), ("district", CORPS)]).contains("same level"));
    // In play as well.
    let mut game = corps().leader("u", "corps", "M", "XX", "C", CORPS).begin(&[]);
    assert_eq!(game.refused("transfer L > C"), "G6.3-3");
    game.give("transfer L > B", &[]);
    // And at the end of his own activation.
    let mut game = corps().leader("u", "corps", "M", "XX", "C", CORPS).set();
    game.acting(Side::Union).give("activate L", &[]).give("select C", &[]).give("done", &[3]);
    assert_eq!(game.refused("transfer L > C"), "G6.3-3");
}

#[rule("G6.3-6")]
#[test]
fn a_leader_retreats_with_his_unit() {
    let mut game = world()
        .infantry("u", "A", "0505", 6, OF)
        .infantry("u", "C", "0504", 6, OF)
        .leader("u", "corps", "L", "XX", "A", CORPS)
        .infantry("c", "E", "0506", 4, "fatigue = 4")
        .set();
    let (a, start, enemy) = (game.id("A"), game.hex("0505"), game.hex("0506"));
    let units = [a].into_iter().collect();
    game.run(&[], |play| play.begin_retreat(Side::Union, units, RetreatKind::Rout, start, enemy));
    game.give("retreat 0504", &[]);
    let mut hexes = 1;
    while game.state.retreat().is_some() {
        assert!(!game.offered().iter().any(|o| o.starts_with("transfer")), "nobody is left behind");
        assert_eq!(game.with("L"), "A");
        let order = game.offered()[0].clone();
        game.give(&order, &[]);
        hexes += 1;
    }
    assert!(hexes >= 3);
    assert_eq!((game.with("L"), hex_of(&game, "L")), ("A".into(), game.at("A")));
    assert_ne!(game.at("A"), "0504");
}

/// A and B, with L, assault a weak enemy in 0506 and drive him off; both may advance.
fn victory() -> Game {
    let mut game = world()
        .infantry("u", "A", "0505", 6, &format!("{OF}\nartillery = 3"))
        .infantry("u", "B", "0505", 6, OF)
        .leader("u", "corps", "L", "XX", "A", CORPS)
        .leader("u", "army", "G", "N", "B", ARMY)
        .infantry("c", "E", "0506", 2, "fatigue = 4")
        .set();
    game.acting(Side::Union).give("assault L", &[]).give("select A", &[]).give("select B", &[1, 6, 1]);
    while !matches!(game.asks(), "advance") {
        let order = game.offered()[0].clone();
        game.give(&order, &[]);
    }
    game
}

#[rule("G6.3-7", "G6.3-8")]
#[test]
fn leaders_in_an_advance() {
    // He goes with A.
    let mut game = victory();
    game.give("advance A", &[]).give("done", &[]);
    assert_eq!((game.at("A"), game.at("B")), ("0506".into(), "0505".into()));
    assert_eq!((hex_of(&game, "L"), game.with("L")), ("0506".into(), "A".into()));
    // He changes to B, which stays.
    let mut game = victory();
    game.give("advance A", &[]).give("transfer L > B", &[]).give("done", &[]);
    assert_eq!((hex_of(&game, "L"), game.with("L")), ("0505".into(), "B".into()));
    assert_eq!(game.at("A"), "0506");
    // Where both advance there is nothing to choose.
    let mut game = victory();
    game.give("advance A", &[]).give("advance B", &[]);
    assert_ne!(game.asks(), "advance");
    assert_eq!(
        (game.with("L"), hex_of(&game, "L"), game.at("B")),
        ("A".into(), "0506".into(), "0506".into())
    );
    // A single unit takes its leader along.
    let mut game = world()
        .infantry("u", "A", "0505", 6, &format!("{OF}\nartillery = 3"))
        .leader("u", "corps", "L", "XX", "A", CORPS)
        .infantry("c", "E", "0506", 2, "fatigue = 4")
        .set();
    game.marching("A", 2).give("attack 0506", &[]).give("normal", &[6, 1]);
    while !matches!(game.asks(), "advance") {
        let order = game.offered()[0].clone();
        game.give(&order, &[]);
    }
    game.give("advance A", &[]);
    assert_eq!(hex_of(&game, "L"), "0506");
}

#[rule("G6.3-10")]
#[test]
fn any_number_of_leaders_transfer_once_each() {
    let three = || {
        corps()
            .infantry("u", "D", "0606", 6, "command = \"Y\"")
            .infantry("u", "E", "0607", 6, "command = \"Y\"")
            .infantry("u", "F", "0707", 6, "command = \"Z\"")
            .infantry("u", "G", "0708", 6, "command = \"Z\"")
            .leader("u", "corps", "M", "Y", "D", CORPS)
            .leader("u", "corps", "N", "Z", "F", CORPS)
    };
    let orders = ["transfer L > C", "transfer M > E", "transfer N > G"];
    for count in 0..=3 {
        let mut game = three().begin(&[]);
        for order in &orders[..count] {
            game.give(order, &[]);
        }
        if count > 0 {
            assert_eq!(game.refused("transfer L > B"), "G6.3-10", "once");
        }
        assert_eq!(game.refused("transfer N > D"), "G6.3-10", "only to his own");
        game.give("done", &[]);
        assert_eq!(game.with("L"), if count > 0 { "C" } else { "A" });
    }
}

/// A leader in 0501 and one of his units far along the row.
fn row(hex: &str) -> World {
    world()
        .infantry("u", "A", "0501", 6, OF)
        .infantry("u", "C", hex, 6, OF)
        .leader("u", "corps", "L", "XX", "A", CORPS)
}

fn transfers(world: World) -> bool {
    let game = world.infantry("u", "Also", "0502", 6, OF).begin(&[]);
    game.offers("transfer L > C")
}

#[rule("G6.3-11", "G6.3-12")]
#[test]
fn ten_hexes_around_the_enemy() {
    assert!(transfers(row("0511")) && !transfers(row("0512")) && transfers(row("0501")));
    let mut far = row("0512").infantry("u", "Also", "0502", 6, OF).begin(&[]);
    assert_eq!(far.refused("transfer L > C"), "G6.3-11");
    far.give("done", &[]);
    // Zones and any ground are open to him, the enemy's hex is not.
    assert!(transfers(row("0511").infantry("c", "E", "0606", 4, "")));
    assert!(!transfers(row("0511").infantry("c", "E", "0506", 4, "")), "there is no other way of ten");
    assert!(transfers(row("0510").infantry("c", "E", "0506", 4, "")), "round him it is ten");
    let wild = row("0511")
        .water("major-river", &["0504/0505", "0506/0507"])
        .terrain("mountain", &["0505"])
        .terrain("swamp", &["0508"]);
    assert!(transfers(wild));
}

#[rule("G6.3-13")]
#[test]
fn the_union_transfers_first() {
    let mut game = corps()
        .infantry("c", "X", "1010", 4, "command = \"K\"")
        .infantry("c", "Y", "1011", 4, "command = \"K\"")
        .leader("c", "corps", "CL", "K", "X", CORPS)
        .begin(&[]);
    assert_eq!(game.refused("transfer CL > Y"), "G6.3-13");
    game.give("transfer L > C", &[]).give("done", &[]);
    assert_eq!(game.seat(), Side::Confederate);
    game.give("transfer CL > Y", &[]);
    assert_eq!(game.refused("transfer L > A"), "G6.3-13");
}

#[rule("G6.3-15", "G6.3-20")]
#[test]
fn where_high_leaders_transfer() {
    let mut game = corps()
        .cavalry("u", "H", "0506", 3, "army = \"N\"")
        .infantry("u", "Led", "0508", 3, "command = \"Cav\"\narmy = \"N\"")
        .leader("u", "corps", "Rider", "Cav", "Led", HORSE)
        .leader("u", "army", "G", "N", "B", ARMY)
        .begin(&[]);
    assert_eq!(game.refused("transfer G > H"), "G6.3-15");
    assert!(game.offers("transfer G > Led"), "with the infantry, whoever leads it");
    // With a unit that has another leader, or by himself.
    assert!(game.offers("transfer G > A") && game.offers("transfer G > C"));
    game.give("transfer G > C", &[]);
    assert_eq!(game.with("G"), "C");
}

#[rule("G6.3-16")]
#[test]
fn an_active_district_leader_transfers_to_infantry() {
    let mut game = world()
        .infantry("u", "A", "0505", 6, "army = \"V\"")
        .infantry("u", "B", "0506", 6, "army = \"V\"")
        .cavalry("u", "H", "0506", 3, "army = \"V\"")
        .leader("u", "district", "L", "V", "A", CORPS)
        .set();
    game.acting(Side::Union)
        .give("activate L", &[])
        .give("select B", &[])
        .give("select H", &[])
        .give("done", &[3]);
    assert_eq!(game.refused("transfer L > H"), "G5.2-30");
    game.give("transfer L > B", &[]);
    assert_eq!((game.with("L"), hex_of(&game, "L")), ("B".into(), "0506".into()));
}

/// L and the army leader G in 0505; C, D in 0507 are selected.
fn travelling(leader: &str, first: &str) -> Game {
    let horse = leader == HORSE;
    let arm = if horse { "cavalry" } else { "infantry" };
    let mut game = world()
        .infantry("u", "A", "0505", 6, "army = \"N\"")
        .unit("u", arm, "B", "0505", 6, OF)
        .unit("u", arm, "C", "0507", 6, OF)
        .infantry("u", "D", "0507", 6, OF)
        .leader("u", "corps", "L", "XX", "B", leader)
        .leader("u", "army", "G", "N", "A", ARMY)
        .infantry("u", "Distant", "0901", 6, "army = \"N\"")
        .leader("u", "army", "Far-off", "N", "Distant", ARMY)
        .set();
    game.acting(Side::Union).give("activate L", &[]).give("select C", &[]).give("select D", &[]);
    game.give("done", if horse { &[3, 3] } else { &[3] });
    game.give(&format!("transfer L > {first}"), &[]);
    game
}

#[rule("G6.3-17", "G6.3-18")]
#[test]
fn a_high_leader_travels_with_the_active_one() {
    let mut game = travelling(CORPS, "C");
    assert_eq!(game.asks(), "accompany");
    assert_eq!(game.refused("transfer G > D"), "G6.3-17", "only to the unit that L joins");
    assert_eq!(game.refused("transfer L > C"), "G6.3-17", "only who ranks above the corps");
    assert!(!game.offers("transfer Far-off > C"));
    assert_eq!(game.refused("transfer Far-off > C"), "G6.3-17", "only out of the hex he leaves");
    game.give("transfer G > C", &[]);
    assert_eq!((game.with("G"), hex_of(&game, "G")), ("C".into(), "0507".into()));
    let mut stays = travelling(CORPS, "C");
    stays.give("done", &[]);
    assert_eq!((stays.with("G"), hex_of(&stays, "G")), ("A".into(), "0505".into()));
    // Nobody rides with a cavalry leader.
    let horse = travelling(HORSE, "D");
    assert_eq!(horse.asks(), "next-unit");
    assert_eq!(horse.with("G"), "A");
    let activation = horse.state.activation().cloned().unwrap();
    let refusal = horse.pos().may_accompany(&activation, horse.leader_id("G"), horse.id("D")).unwrap_err();
    assert_eq!(refusal.rule.0, "G6.3-18");
}

#[rule("G6.3-19")]
#[test]
fn a_high_leader_joins_a_unit_that_leaves() {
    let ready =
        || corps().cavalry("u", "H", "0505", 3, "army = \"N\"").leader("u", "army", "G", "N", "A", ARMY);
    let mut game = ready().set();
    game.marching("B", 9);
    assert!(game.offers("ride G") && !game.offers("ride L"));
    assert_eq!(game.refused("ride L"), "G6.3-19");
    game.give("ride G", &[]);
    assert_eq!(game.refused("end"), "G6.3-19", "having joined, he leaves with it");
    assert_eq!(game.refused("attack 0506"), "G6.3-19", "before anything else");
    game.give("move 0504", &[]).give("end", &[]);
    assert_eq!((game.with("G"), hex_of(&game, "G")), ("B".into(), "0504".into()));
    // Or stays.
    let mut game = ready().set();
    game.marching("B", 9).give("move 0504", &[]);
    assert_eq!((game.with("G"), hex_of(&game, "G")), ("A".into(), "0505".into()));
    // An advance after combat is such an occasion as well.
    let mut game = victory();
    game.give("advance A", &[]).give("transfer G > A", &[]).give("done", &[]);
    assert_eq!((game.with("G"), hex_of(&game, "G")), ("A".into(), "0506".into()));
    // No cavalry carries him.
    let mut game = ready().set();
    game.marching("H", 9);
    assert_eq!(game.refused("ride G"), "G6.3-19");
}

// ------------------------------------------------------------------ 6.4 and 6.5

#[rule("G6.4-1", "G6.4-3")]
#[test]
fn any_number_of_pieces_share_a_hex() {
    let mut world = world().infantry("u", "Late", "0504", 2, "");
    for n in 0..25 {
        let keys = format!("command = \"K{}\"\ndivision = \"D{n}\"\narmy = \"N\"", n % 3);
        world = world.infantry("u", &format!("U{n}"), "0505", 2, &keys);
    }
    for n in 0..3 {
        world = world.leader("u", "corps", &format!("C{n}"), &format!("K{n}"), &format!("U{n}"), CORPS);
        world = world.leader("u", "division", &format!("D{n}"), &format!("D{n}"), &format!("U{n}"), CORPS);
    }
    let mut game = world.set();
    let here = game.hex("0505");
    assert_eq!(game.state.stack(here).count(), 25);
    assert_eq!(game.state.leaders_in(&game.setup, here).count(), 6);
    // A great stack exerts the same zone as one unit, and its leaders command from there.
    let zoc = game.ask(json!({"ask": "zoc", "side": "union"}))["normal"].clone();
    for hex in ["0404", "0405", "0504", "0506", "0604", "0605"] {
        assert!(zoc.as_array().unwrap().contains(&json!(hex)));
    }
    let radius = game.ask(json!({"ask": "command-radius", "leader": "C0"}));
    assert_eq!(radius["units"].as_array().unwrap().len(), 9);
    game.marching("Late", 9).give("move 0505", &[]);
    assert_eq!((game.state.stack(here).count(), game.mp()), (26, 4.0), "3 for the ground, 2 for the crowd");
}

#[rule("G6.5-1")]
#[test]
fn what_tires_a_unit() {
    let tired = |code: &'static str, year: u16, order: &str, dice: &[u8]| {
        let mut game = world()
            .game(code, year)
            .settings("optional = [\"entrench-action-1863\"]\nties = [\"union\", \"union\", \"union\", \"union\", \"union\", \"union\"]")
            .feature("rr_station = [\"0505\"]")
            .infantry("u", "A", "0505", 6, "")
            .infantry("u", "Idle", "0909", 3, "")
            .set();
        game.acting(Side::Union).give(order, dice);
        game.unit("A").fatigue
    };
    assert_eq!(tired("HSN", 1864, "march A", &[3]), 1);
    assert_eq!(tired("HSN", 1864, "burn A", &[]), 1);
    assert_eq!(tired("HSN", 1864, "entrench A", &[]), 1);
    assert_eq!(tired("BAC", 1863, "entrench A", &[]), 2);
    let mut game = corps().set();
    let a = game.id("A");
    for (levels, from, to) in [(1, 0, 1), (2, 1, 3), (3, 0, 3), (3, 2, 4), (2, 3, 4)] {
        game.state.unit_mut(a).fatigue = from;
        game.state.unit_mut(a).tire(levels);
        assert_eq!(game.unit("A").fatigue, to);
    }
}

#[rule("G6.5-2", "G6.5-3")]
#[test]
fn at_fatigue_4_a_unit_only_defends() {
    for option in ["", "\"fatigue-4-march\""] {
        let mut game = world()
            .settings(&format!("optional = [{option}]"))
            .feature("rr_station = [\"0505\"]")
            .infantry("u", "A", "0505", 6, "fatigue = 4\ncommand = \"XX\"\ndisorganized = false")
            .infantry("u", "B", "0504", 6, "command = \"XX\"")
            .leader("u", "corps", "L", "XX", "A", CORPS)
            .infantry("c", "E", "0506", 6, "")
            .set();
        game.acting(Side::Union);
        assert_eq!(game.refused("assault L"), "G5.3-3");
        assert_eq!(game.refused("burn A"), "G5.4-2");
        assert_eq!(game.refused("entrench A"), "G5.5-6");
        assert_eq!(game.offers("march A"), !option.is_empty());
        game.give("activate L", &[]);
        assert_eq!(game.offers("select A"), !option.is_empty());
        assert!(!game.offers("dig A"));
        // It defends with its whole value.
        let answer = game.ask(json!({"ask": "attack", "unit": "E", "target": "0505", "type": "normal"}));
        assert_eq!(answer["defender_value"], 6);
        let retreat =
            game.ask(json!({"ask": "retreat", "units": ["A"], "active": "0506", "kind": "retreat"}));
        assert_eq!(retreat["surrenders"], false);
    }
}

#[rule("G6.5-4")]
#[test]
fn spent_units_are_shown_as_spent() {
    let spent = |keys: &str, option: &str| {
        let game =
            world().settings(&format!("optional = [{option}]")).infantry("u", "A", "0505", 6, keys).set();
        let view = Gcacw::view(&game.setup, &game.state, table::Viewer::Referee).erase().to_value();
        view["pieces"][0]["spent"].as_bool().unwrap()
    };
    assert!(spent("fatigue = 4", "") && !spent("fatigue = 3", ""));
    assert!(!spent("fatigue = 4", "\"fatigue-4-march\""));
    assert!(spent("fatigue = 4\ndisorganized = true", "\"fatigue-4-march\""));
}
