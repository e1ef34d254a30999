//! Ranged artillery fire (7) and phase 4.

use lfm::{Phase, flag};
use serde_json::json;
use table::{Side, rule};

use crate::world::{Play, World, faces};

fn guns() -> World {
    World::new(9, 24).unit("u art G I/1 6 4 0505").unit("c inf X L/B/C 4 4 0509")
}

#[rule("LSEQ-11", "L7-1", "L7-10", "L24-4")]
#[test]
fn unlimbered_guns_out_of_contact_fire_two_to_eight_hexes() {
    let at = |hex: &str| {
        let world = World::new(9, 24).unit("u art G I/1 6 4 0505").unit(&format!("c inf X L/B/C 4 4 {hex}"));
        world.ask(json!({"ask":"bombard","hexes":["0505"],"target":hex}))
    };
    assert_eq!(at("0506")["rule"], "7");
    assert!(at("0507")["error"].is_null() && at("0513")["error"].is_null());
    assert_eq!(at("0514")["clause"], "LSEQ-11");
    let state = |words: &str| {
        let world =
            World::new(9, 24).unit(&format!("u art G I/1 6 4 0505 {words}")).unit("c inf X L/B/C 4 4 0509");
        world.ask(json!({"ask":"bombard","hexes":["0505"],"target":"0509"}))["error"].is_null()
    };
    assert!(state("") && !state("limbered") && !state("building"));
    let contact = guns().unit("c inf Y L/B/D 4 4 0405");
    assert!(contact.at(Phase::Movement).log.iter().all(|e| !format!("{e:?}").contains("Fired")));
    assert_eq!(contact.ask(json!({"ask":"bombard","hexes":["0505"],"target":"0509"}))["clause"], "L7-10");
    // Once in each player turn.
    let mut play = guns().begin(&[]);
    play.until(Phase::Fire, Side::Union).go("aim 0509 G").roll("fire X", &[6]);
    play.until(Phase::ReturnFire, Side::Confederate);
    assert_eq!(play.some("aim"), ["aim 0509 G"]);
}

/// Three batteries of the Union and a shaky one of the enemy, in sight of each other.
fn duel() -> World {
    World::new(9, 24)
        .unit("u art A I/1 16 4 0505")
        .unit("u art B I/1 6 4 0605")
        .unit("u art H I/1 6 4 0705")
        .unit("c art C L/B 6 1 0509")
}

#[rule("LSEQ-12")]
#[test]
fn the_phasing_player_fires_first() {
    let mut play = duel().at(Phase::Fire);
    assert_eq!(play.no("aim 0505 C"), "LSEQ-12");
    play.go("done");
    assert_eq!((play.state.phase, play.seat()), (Phase::ReturnFire, Side::Confederate));
    assert!(play.may("aim 0505 C"));
}

#[rule("LSEQ-13", "L7-5", "L9-16")]
#[test]
fn guns_driven_off_limber_and_have_no_shot_left() {
    // A's fire disorganizes C and drives it off before its turn comes.
    let mut play = duel().at(Phase::Fire);
    play.go("aim 0509 A").roll("fire C", &[4, 5, 5]);
    assert_eq!(play.kind(), "retreat-hex");
    play.go(&play.orders()[0].clone());
    assert!(play.pos().limbered(play.id("C")));
    play.go("halt").go("done");
    assert_eq!((play.state.phase, play.some("aim").len()), (Phase::Movement, 0));
}

#[rule("LSEQ-14")]
#[test]
fn only_the_phasing_player_limbers_guns_that_did_not_fire() {
    let mut play = duel().at(Phase::Fire);
    assert_eq!(play.some("limber"), ["limber A", "limber B", "limber H"]);
    play.go("aim 0509 A").roll("fire C", &[6, 1]);
    assert_eq!(play.no("limber A"), "LSEQ-14");
    play.go("limber B");
    assert!(play.pos().limbered(play.id("B")));
    let other = duel().at(Phase::ReturnFire);
    assert_eq!(other.no("limber C"), "LSEQ-14");
}

#[rule("L7-2", "L7-3", "L7-4", "L7-7")]
#[test]
fn two_touching_hexes_combine_and_a_hex_fires_once() {
    let world = World::new(9, 24)
        .unit("u art A I/1 4 4 0505")
        .unit("u art B I/1 5 4 0505")
        .unit("u art C I/1 6 4 0405")
        .unit("u art D I/1 6 4 0305")
        .unit("c inf X L/B/C 4 4 0509")
        .unit("c inf Y L/B/D 4 4 0709");
    let ask = |hexes: serde_json::Value| world.ask(json!({"ask":"bombard","hexes":hexes,"target":"0509"}));
    assert!(ask(json!(["0505", "0405"]))["error"].is_null());
    assert_eq!(ask(json!(["0505", "0305"]))["clause"], "L7-2");
    assert_eq!(ask(json!(["0505", "0405", "0305"]))["clause"], "L7-2");
    let mut play = world.at(Phase::Fire);
    play.go("aim 0509 A");
    assert_eq!(play.some("add"), ["add B", "add C"]);
    assert_eq!(play.no("add D"), "L7-2");
    // B holds its fire: it may limber but not fire at anybody else.
    play.roll("fire X", &[6]);
    assert_eq!(play.no("aim 0709 B"), "L7-3");
    assert!(play.may("limber B") && !play.may("limber A"));
    let choices = ["A", "B", "A B"].map(|set| {
        let names: Vec<&str> = set.split(' ').collect();
        world.ask(json!({"ask":"bombard","hexes":["0505"],"target":"0509","batteries":names}))["sp"].clone()
    });
    assert_eq!(choices, [json!(4), json!(5), json!(9)]);
    // One hex sees, the other does not.
    let hill = World::new(9, 24)
        .level(1, &["0406"])
        .unit("u art A I/1 4 4 0505")
        .unit("u art C I/1 6 4 0405")
        .unit("c inf X L/B/C 4 4 0408");
    assert_eq!(hill.ask(json!({"ask":"bombard","hexes":["0505","0405"],"target":"0408"}))["clause"], "L7-7");
    assert_eq!(hill.ask(json!({"ask":"bombard","hexes":["0505"],"target":"0408"}))["sp"], 4);
}

#[rule("L7-6")]
#[test]
fn guns_fire_from_among_infantry() {
    let world = guns().unit("u inf A I/1/1 8 4 0505");
    assert_eq!(world.ask(json!({"ask":"bombard","hexes":["0505"],"target":"0509"}))["sp"], 6);
}

#[rule("L7-8", "L7-9")]
#[test]
fn half_strength_beyond_four_hexes() {
    let sp = |guns: &[(&str, u8)], target: &str| {
        let mut world = World::new(9, 24).unit(&format!("c inf X L/B/C 4 4 {target}"));
        let mut hexes = Vec::new();
        for (n, (hex, sp)) in guns.iter().enumerate() {
            world = world.unit(&format!("u art G{n} I/1 {sp} 4 {hex}"));
            if !hexes.contains(hex) {
                hexes.push(*hex);
            }
        }
        world.ask(json!({"ask":"bombard","hexes":hexes,"target":target}))["sp"].as_u64().unwrap()
    };
    assert_eq!((sp(&[("0505", 6)], "0509"), sp(&[("0505", 6)], "0510")), (6, 3));
    assert_eq!(sp(&[("0605", 6), ("0505", 6)], "0609"), 9);
    assert_eq!(sp(&[("0505", 5), ("0505", 3)], "0511"), 4);
    assert_eq!((sp(&[("0505", 5)], "0511"), sp(&[("0505", 1)], "0513")), (2, 1));
}

/// A great battery has aimed at two regiments of cohesion 3, with a friend in order beside them.
fn shelled(x: &str) -> Play {
    let world = World::new(9, 24)
        .unit("u art G I/1 16 4 0505")
        .unit(&format!("c inf X L/B/C 4 3 0509 {x}"))
        .unit("c inf Y L/B/C 4 3 0509")
        .unit("c inf F L/B/C 4 3 0409");
    let mut play = world.at(Phase::Fire);
    play.go("aim 0509 G");
    play
}

#[rule("L7-12")]
#[test]
fn one_unit_of_the_hex_takes_all_checks() {
    let mut play = shelled("");
    assert_eq!(play.some("fire"), ["fire X", "fire Y"]);
    // 16 SP, die 1: 3 checks, all of X: the third one removes it, Y rolls none.
    play.roll("fire X", &[1, 4, 5]).go("retreat NE").roll("halt", &[6]);
    assert_eq!((play.hex("X").as_str(), play.hex("Y").as_str()), ("-", "0509"));
}

#[rule("L7-13")]
#[test]
fn failed_checks_climb_the_ladder() {
    let mut play = shelled("");
    play.roll("fire X", &[1, 2, 4, 2]);
    assert_eq!((play.hex("X").as_str(), play.has("X", flag::D)), ("0509", true), "one failure of three");
    // D, pass, retreat.
    let mut play = shelled("");
    play.roll("fire X", &[1, 4, 2, 5]);
    assert_eq!(play.kind(), "retreat-hex");
    play.go("retreat E").go("halt");
    assert_eq!(play.hex("X"), "0510");
    let mut play = shelled("");
    play.roll("fire X", &[1, 4, 5]).go("retreat E").roll("halt", &[6]);
    assert_eq!(play.hex("X"), "-", "the third failure");
}

#[rule("L7-14")]
#[test]
fn who_is_disorganized_begins_a_rung_up() {
    // Die 4: 2 checks. The first failure is a retreat, the second the end.
    let mut play = shelled("disorganized");
    play.roll("fire X", &[4, 5]);
    assert_eq!(play.kind(), "retreat-hex");
    play.go("retreat E").roll("halt", &[6]);
    assert_eq!(play.hex("X"), "-");
}

#[rule("L7-15", "L14-2")]
#[test]
fn who_fails_a_check_is_disorganized_with_his_stack() {
    let mut play = shelled("");
    play.roll("fire X", &[1, 4, 5]);
    // The rest of the checks waits for the retreat; the stack shares the disorder already.
    assert_eq!(play.kind(), "retreat-hex");
    assert!(play.has("X", flag::D) && play.has("Y", flag::D));
}

/// Whether a shell with this die of the check disorganizes a lone regiment of such cohesion, and whoever else is there.
fn breaks(cohesion: u8, die: u8, friend: &str) -> bool {
    let alone = World::new(9, 24).unit("u art G I/1 6 4 0505");
    let alone = alone.unit(&format!("c inf X L/B/C 4 {cohesion} 0509"));
    let world = if friend.is_empty() { alone } else { alone.unit(friend) };
    let mut play = world.at(Phase::Fire);
    play.go("aim 0509 G").roll("fire X", &[3, die]);
    play.has("X", flag::D)
}

#[rule("L18-1")]
#[test]
fn a_die_above_the_cohesion_fails() {
    let friend = "c inf F L/B/C 4 3 0409";
    assert!(!breaks(3, 3, friend) && breaks(3, 4, friend));
    assert!(!breaks(5, 5, friend) && breaks(5, 6, friend));
}

#[rule("L18-2")]
#[test]
fn who_stands_alone_checks_at_plus_one() {
    assert!(breaks(3, 3, "") && !breaks(3, 2, "") && breaks(6, 6, ""));
    assert!(!breaks(3, 3, "c inf F L/B/C 4 3 0409"));
    assert!(breaks(3, 3, "c inf F L/B/C 4 3 0409 disorganized"), "who is in disorder is no help");
}

#[rule("L7-15")]
#[test]
fn all_checks_of_one_unit_come_before_the_next() {
    let world = World::new(9, 24)
        .unit("u art G I/1 10 4 0505")
        .unit("u art H I/1 10 4 0705")
        .unit("c inf X L/B/C 4 5 0509")
        .unit("c inf Y L/B/D 4 5 0709");
    let mut play = world.at(Phase::Fire);
    play.go("aim 0509 G").roll("fire X", &[1, 1, 1]);
    play.go("aim 0709 H").roll("fire Y", &[1, 1, 1]);
    let checked: Vec<String> = play
        .log
        .iter()
        .filter_map(|e| match e {
            lfm::Event::Checked { piece, .. } => Some(piece.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(checked, ["X", "X", "Y", "Y"]);
}

#[rule("L7-16")]
#[test]
fn only_the_checking_unit_goes_away_from_the_guns() {
    let world = World::new(9, 24)
        .unit("u art G I/1 16 4 0505")
        .unit("c inf X L/B/C 4 1 0509")
        .unit("c inf Y L/B/C 4 4 0509");
    let mut play = world.at(Phase::Fire);
    play.go("aim 0509 G").roll("fire X", &[3, 6, 6]);
    // Directions that lead farther from the guns in the west.
    assert_eq!(play.orders(), ["retreat E", "retreat NE", "retreat SE"]);
    assert_eq!(play.no("retreat W"), "L9-2");
    play.go("retreat E").go("halt");
    assert_eq!((play.hex("X"), play.hex("Y")), ("0510".into(), "0509".into()));
    assert!(play.has("X", flag::D) && play.has("Y", flag::D));
    assert_eq!(play.pos().lost_sp(Side::Confederate), 0);
}

#[rule("L7-17")]
#[test]
fn works_let_a_unit_ignore_the_retreat_rung() {
    let world = World::new(9, 24)
        .unit("u art G I/1 16 4 0505")
        .unit("c inf X L/B/C 4 3 0509")
        .unit("c inf F L/B/C 4 3 0409")
        .more("[[marker]]\nkind = \"breastwork\"\nhex = \"0509\"");
    // Breastworks +1: die 1 is row 2: 3 checks.
    let mut play = world.at(Phase::Fire);
    play.go("aim 0509 G").roll("fire X", &[1, 5, 5]);
    assert_eq!((play.kind(), play.seat()), ("stand", Side::Confederate));
    play.roll("stay", &[2]);
    assert_eq!((play.hex("X").as_str(), play.has("X", flag::D)), ("0509", true));
    let mut play = world.at(Phase::Fire);
    play.go("aim 0509 G").roll("fire X", &[1, 5, 5]);
    play.roll("stay", &[6]);
    assert_eq!(play.hex("X"), "-");
}

#[rule("LTAB-6", "LTAB-7", "L3-19")]
#[test]
fn the_artillery_table_and_its_modifiers() {
    let fire = |sp: u8, guns: &str, place: &str, target: &[&str]| {
        let mut world = World::new(9, 24);
        if !place.is_empty() {
            world = world.terrain(place, &["0509"]);
        }
        world = world.unit(&format!("u art G I/1 {sp} 4 0505 {guns}"));
        for unit in target {
            world = world.unit(&format!("c {unit}"));
        }
        world.ask(json!({"ask":"bombard","hexes":["0505"],"target":"0509"}))
    };
    let foot = ["inf X L/B/C 4 4 0509"];
    let checks =
        |answer: &serde_json::Value| faces(answer).iter().map(|v| v.as_u64().unwrap()).collect::<Vec<_>>();
    assert_eq!(checks(&fire(4, "", "", &foot)), [1, 1, 0, 0, 0, 0]);
    assert_eq!(checks(&fire(10, "", "", &foot)), [2, 2, 1, 1, 0, 0]);
    assert_eq!(checks(&fire(16, "", "woods", &foot))[1], 2);
    assert_eq!(checks(&fire(16, "", "", &foot))[5], 1);
    assert_eq!(fire(6, "", "town", &foot)["drm"], 2);
    assert_eq!(fire(6, "", "", &["cav X L/B/C 4 4 0509"])["drm"], -1);
    assert_eq!(fire(6, "", "", &["art X L/B 4 4 0509 limbered"])["drm"], -1);
    assert_eq!(fire(6, "disorganized", "", &foot)["drm"], 1);
    assert_eq!(fire(6, "", "woods", &["inf X L/B/C 12 4 0509"])["drm"], 0);
    let named = World::new(9, 24)
        .unit("u art G I/1 6 4 0505")
        .unit("c inf X L/B/C 4 4 0509")
        .unit("c cav Y L/B/C 4 4 0509");
    let at = |unit: &str| named.ask(json!({"ask":"bombard","hexes":["0505"],"target":"0509","unit":unit}));
    assert_eq!((at("X")["drm"].clone(), at("Y")["drm"].clone()), (json!(0), json!(-1)));
    assert_eq!(fire(9, "", "", &foot)["column"], "8-10");
    assert!(fire(9, "", "", &foot)["tables"].as_str().unwrap().contains("ours"));
}
