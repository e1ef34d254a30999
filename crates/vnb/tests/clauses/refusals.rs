//! Every door at which a clause turns an order away: the order that is refused there, and nowhere else.

use serde_json::json;
use table::{Ruleset, Side, rule};
use vnb::ids::{FeatureId, StandId};
use vnb::kinds::Level;
use vnb::state::mark;
use vnb::{Order, Vnb};

use crate::common::*;

/// A stand at (30, 10) facing north with its commander, and others.
fn with(kind: &str, weapon: &str, more: &str, features: &[&str], others: &[String]) -> World {
    let mut stands = vec![
        stand('u', "A", kind, weapon, (30.0, 10.0, 0.0), more),
        leader('u', "L", "division", (30.0, 10.0), ""),
    ];
    stands.extend_from_slice(others);
    world("", features, &stands)
}
fn ib(side: char, name: &str, x: f64, y: f64, facing: f64) -> String {
    stand(side, name, "ib", "rm", (x, y, facing), "")
}

/// A has beaten T and may advance; others are about.
fn won(x: f64, features: &[&str], others: &[String]) -> World {
    let mut stands = vec![
        stand('u', "A", "ib", "rm", (30.0, 28.5, 0.0), "charged = { target = \"T\", from = [30.0, 20.0] }"),
        ib('c', "T", x, 31.5, 180.0),
    ];
    stands.extend_from_slice(others);
    let mut w = world("phase = \"combat\"", features, &stands);
    w.play(&["attack {T}"], &[6, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(w.waits(), "advance");
    w
}

#[rule("VCOM-8")]
#[test]
fn only_a_winner_advances() {
    let w = won(30.0, &[], &[ib('u', "C", 50.0, 28.5, 0.0)]);
    assert_eq!((w.check("advance {A} 3.00"), w.check("advance {C} 3.00")), ("ok".into(), "VCOM-8".into()));
}

#[rule("VGAP-26")]
#[test]
fn an_advance_is_short_and_keeps_clear() {
    let w = won(30.0, &[], &[]);
    assert_eq!((w.check("advance {A} 3.00"), w.check("advance {A} 3.01")), ("ok".into(), "VGAP-26".into()));
    // A friend 1.1 in ahead, a tenth of an inch in the way.
    let w = won(27.6, &[], &[ib('u', "F", 32.9, 32.6, 0.0)]);
    assert_eq!((w.check("advance {A} 1.00"), w.check("advance {A} 2.00")), ("ok".into(), "VGAP-26".into()));
    // An enemy beside the way: up to an inch from him.
    let w = won(27.6, &[], &[ib('c', "E", 33.4, 34.0, 180.0)]);
    assert_eq!((w.check("advance {A} 1.00"), w.check("advance {A} 2.00")), ("ok".into(), "VGAP-26".into()));
}

#[rule("VGAP-26")]
#[test]
fn guns_that_stand_do_not_advance() {
    // The charger runs; the guns he touched might make use of it.
    let guns = stand('c', "G", "bn", "sf", (30.0, 18.0, 180.0), "");
    let mut w = with("ib", "rm", "state = \"disordered\"", &[], &[guns, ib('u', "X", 60.0, 10.0, 0.0)]);
    w.play(&["charge {A} {G} @0", "end"], &[6, 1]);
    assert_eq!((w.waits(), w.seat()), ("exploit", Side::Confederate));
    assert_eq!((w.check("advance {G} 1.00"), w.check("turn {G} @170")), ("VGAP-26".into(), "ok".into()));
}

/// A has destroyed a skirmisher in front of it and may advance over its ground.
fn cleared(kind: &str, weapon: &str, y: f64, features: &[&str], others: &[String]) -> World {
    let charged = format!("charged = {{ target = \"T\", from = [30.0, {}] }}", y - 8.0);
    let mut stands = vec![
        stand('u', "A", kind, weapon, (30.0, y, 0.0), &charged),
        stand('c', "T", "is", "rm", (30.0, y + 2.25, 180.0), "sp = 1"),
        ib('c', "X", 80.0, 30.0, 180.0),
    ];
    stands.extend_from_slice(others);
    let mut w = world("phase = \"combat\"", features, &stands);
    let (own, theirs) = (w.pos().melee_dice(w.id("A")), w.pos().melee_dice(w.id("T")));
    let mut dice = vec![6; usize::from(own)];
    dice.extend(vec![1; usize::from(theirs)]);
    w.play(&["attack {T}"], &dice);
    assert_eq!(w.waits(), "advance");
    w
}

#[rule("VGAP-26")]
#[test]
fn horse_does_not_advance_into_a_town() {
    let town = feature("town", &rect(28.5, 31.6, 31.5, 34.6), "name = \"Town\"");
    let w = cleared("cb", "rc", 28.5, &[&town], &[]);
    assert_eq!((w.check("advance {A} 1.00"), w.check("advance {A} 3.00")), ("ok".into(), "VGAP-26".into()));
}

#[rule("VGAP-44")]
#[test]
fn nobody_advances_into_a_block_an_enemy_holds() {
    let town = feature("town", &rect(28.5, 32.1, 31.5, 35.1), "name = \"Town\"");
    let w = cleared("ib", "rm", 28.5, &[&town], &[garrison('c', "E", "is", "rm", "Town", "")]);
    assert_eq!(w.check("advance {A} 3.00"), "VGAP-44");
}

#[rule("VGAP-2")]
#[test]
fn an_advance_ends_on_the_table() {
    let w = cleared("ib", "rm", 68.5, &[], &[]);
    assert_eq!((w.check("advance {A} 2.00"), w.check("advance {A} 3.00")), ("ok".into(), "VGAP-2".into()));
}

#[rule("VCOM-2")]
#[test]
fn only_enemies_are_chosen() {
    let w = world(
        "phase = \"combat\"",
        &[],
        &[ib('u', "A", 28.5, 18.5, 0.0), ib('u', "B", 31.5, 18.5, 0.0), ib('c', "T", 30.0, 24.5, 180.0)],
    );
    assert_eq!(
        (w.check("attack {T} with {A}"), w.check("attack {A} with {B}")),
        ("ok".into(), "VCOM-2".into())
    );
}

#[rule("VGAP-36")]
#[test]
fn commanders_are_not_attacked_and_do_not_fire() {
    let w = world(
        "phase = \"combat\"",
        &[],
        &[
            ib('u', "A", 30.0, 18.5, 0.0),
            leader('u', "UL", "division", (30.0, 18.5), ""),
            ib('c', "T", 30.0, 24.5, 180.0),
            leader('c', "L", "division", (30.0, 24.5), ""),
        ],
    );
    assert_eq!(w.check("attack {L}"), "VGAP-36");
    assert_eq!(w.rule(json!({"ask": "fire", "by": "A", "at": "L"})), "VGAP-36");
    assert_eq!(w.rule(json!({"ask": "fire", "by": "UL", "at": "T"})), "VGAP-36");
}

#[rule("VGAP-36")]
#[test]
fn whom_a_commander_joins() {
    let w = world(
        "",
        &[],
        &[
            ib('u', "A", 30.0, 10.0, 0.0),
            ib('u', "B", 50.0, 10.0, 0.0),
            leader('u', "L", "army", (30.0, 12.0), ""),
            ib('c', "T", 30.0, 60.0, 180.0),
        ],
    );
    assert_eq!(w.check("attach {L} {A}"), "ok");
    assert_eq!(w.check("attach {L} {B}"), "VGAP-36", "he does not touch it");
    assert_eq!(w.check("attach {A} {B}"), "VGAP-36", "no commander");
}

#[rule("VGAP-19")]
#[test]
fn guns_breach_once_a_phase() {
    let wall = feature("fortress", &rect(20.0, 30.0, 40.0, 40.0), "name = \"Donelson\"");
    let mut w = world(
        "phase = \"combat\"\nturns = 20",
        &[&wall],
        &[
            stand('u', "S", "bn", "smoothbore-siege", (30.0, 20.0, 0.0), "state = \"stationary\""),
            stand('u', "S2", "bn", "smoothbore-siege", (36.0, 20.0, 0.0), "state = \"stationary\""),
            ib('c', "X", 80.0, 60.0, 0.0),
        ],
    );
    w.play(&["bombard {S} 0 30.00,30.00"], &[1, 1]);
    assert_eq!(w.check("bombard {S} 0 30.00,30.00"), "VGAP-19");
    assert_eq!(w.check("bombard {S2} 0 36.00,30.00"), "ok");
}

#[rule("VGAP-45")]
#[test]
fn what_breaches_which_walls() {
    let wall = feature("fortress", &rect(20.0, 30.0, 40.0, 40.0), "name = \"Donelson\"");
    let fort = feature("fort", &rect(50.0, 30.0, 60.0, 40.0), "name = \"Henry\"");
    let w = world(
        "phase = \"combat\"",
        &[&wall, &fort],
        &[
            stand('u', "S", "bn", "smoothbore-siege", (30.0, 20.0, 0.0), ""),
            stand('c', "C", "bn", "smoothbore-siege", (36.0, 20.0, 0.0), ""),
        ],
    );
    assert_eq!(w.check("bombard {S} 0 30.00,30.00"), "ok");
    assert_eq!(w.check("bombard {C} 0 36.00,30.00"), "VGAP-45", "not the attacker's");
    assert_eq!(w.check("bombard {S} 1 50.00,30.00"), "VGAP-45", "no fortress");
}

/// Two lines three inches apart; U has been attacked, T may still fire.
fn last_fire() -> World {
    let mut w = world(
        "phase = \"combat\"",
        &[],
        &[
            ib('u', "A", 28.5, 18.5, 0.0),
            ib('u', "B", 31.5, 18.5, 0.0),
            ib('c', "T", 28.5, 24.5, 180.0),
            ib('c', "U", 31.5, 24.5, 180.0),
        ],
    );
    w.play(&["attack {U} with {A}", "answer {B}", "end"], &[1, 1, 1, 1]);
    assert_eq!(w.waits(), "last-fire");
    w
}

#[rule("VGAP-19")]
#[test]
fn at_the_end_only_defenders_fire() {
    let w = last_fire();
    assert_eq!((w.check("fire {T} at {B}"), w.check("fire {B} at {T}")), ("ok".into(), "VGAP-19".into()));
    assert_eq!(w.check("fire {U} at {B}"), "VGAP-19", "it has answered");
}

#[rule("VGAP-23")]
#[test]
fn nobody_fires_at_friends_nor_into_a_melee() {
    let w = last_fire();
    assert_eq!(w.rule(json!({"ask": "fire", "by": "T", "at": "U"})), "VGAP-23");
    let mut w = world(
        "phase = \"combat\"",
        &[],
        &[
            ib('u', "A", 30.0, 20.0, 0.0),
            ib('c', "T", 30.0, 23.0, 180.0),
            ib('c', "D", 30.0, 15.0, 0.0),
            ib('u', "X", 33.6, 21.0, 0.0),
        ],
    );
    // Those in contact have been fought; D was never chosen.
    let t = w.id("T");
    w.state.piece_mut(t).set(mark::CHOSEN | mark::FOUGHT, true);
    w.play(&["end"], &[]);
    assert_eq!(w.waits(), "last-fire");
    assert_eq!((w.check("fire {D} at {A}"), w.check("fire {D} at {X}")), ("VGAP-23".into(), "ok".into()));
}

/// Cavalry that has broken T and may break through; others are about.
fn through(features: &[&str], others: &[String]) -> World {
    let mut stands = vec![
        stand('u', "A", "cb", "rc", (30.0, 52.0, 180.0), ""),
        leader('u', "L", "division", (30.0, 52.0), ""),
        stand('c', "T", "ib", "rm", (30.0, 46.0, 0.0), "state = \"disordered\""),
    ];
    stands.extend_from_slice(others);
    let mut w = world("", features, &stands);
    w.play(&["charge {A} {T} @180", "end", "decline"], &[1, 6]);
    assert_eq!(w.waits(), "breakthrough");
    w
}

#[rule("VGAP-29")]
#[test]
fn who_breaks_through_and_at_whom() {
    let w = through(&[], &[stand('u', "B", "cb", "rc", (60.0, 52.0, 180.0), "")]);
    assert_eq!(
        (w.check("break {A} @180 6.00"), w.check("break {B} @180 6.00")),
        ("ok".into(), "VGAP-29".into())
    );
    assert_eq!(w.check("break {A} @180 0.00 into {B}"), "VGAP-29", "no enemy");
    assert_eq!(
        (w.check("break {A} @180 12.00"), w.check("break {A} @180 12.10")),
        ("ok".into(), "VGAP-29".into())
    );
    assert_eq!(
        (w.check("break {A} @225 6.00"), w.check("break {A} @225.01 6.00")),
        ("ok".into(), "VGAP-29".into())
    );
}

#[rule("VGAP-29")]
#[test]
fn a_breakthrough_does_not_end_in_a_town() {
    let town = feature("town", &rect(21.0, 38.7, 24.0, 41.7), "name = \"Town\"");
    let w = through(&[&town], &[]);
    assert_eq!(
        (w.check("break {A} @220 10.00"), w.check("break {A} @220 5.00")),
        ("VGAP-29".into(), "ok".into())
    );
}

#[rule("VMISC-4")]
#[test]
fn who_lies_down_stands_up_first() {
    let w = with("ib", "cr", "state = \"gone-to-ground\"", &[], &[]);
    assert_eq!(
        (w.check("move {A} 30.00,11.00@0"), w.check("form {A} @0")),
        ("VMISC-4".into(), "VMISC-4".into())
    );
    assert_eq!(w.check("stand-up {A}"), "ok");
    assert_eq!(with("ib", "cr", "", &[], &[]).check("stand-up {A}"), "VMISC-4", "it stands");
}

#[rule("VMISC-12")]
#[test]
fn who_mounts_and_dismounts() {
    assert_eq!(with("ib", "rm", "", &[], &[]).check("dismount {A}"), "VMISC-12", "men on foot");
    assert_eq!(with("cb", "rc", "", &[], &[]).check("mount {A}"), "VMISC-12", "it is mounted");
    assert_eq!(with("cb", "rc", "state = \"march-column\"", &[], &[]).check("dismount {A}"), "VMISC-12");
    assert_eq!(with("cb", "rc", "", &[], &[]).check("dismount {A}"), "ok");
}

#[rule("VMOV-13")]
#[test]
fn a_column_needs_room_for_its_markers() {
    let w = with("ib", "rm", "", &[], &[ib('u', "B", 30.0, 5.5, 0.0)]);
    assert_eq!((w.check("form {A} @0"), w.check("form {A} @90")), ("VMOV-13".into(), "ok".into()));
}

#[rule("VMOV-13")]
#[test]
fn who_leaves_a_building_needs_room() {
    let farm = feature("village", &rect(28.5, 15.0, 31.5, 16.5), "name = \"Farm\"");
    let w = world("", &[&farm], &[garrison('u', "A", "is", "rm", "Farm", ""), ib('u', "B", 30.0, 13.0, 0.0)]);
    let ways: Vec<String> = (0..4).map(|side| w.check(&format!("leave {{A}} {side} @0"))).collect();
    assert_eq!(ways.iter().filter(|v| *v == "VMOV-13").count(), 1, "{ways:?}");
    assert_eq!(ways.iter().filter(|v| *v == "ok").count(), 3, "{ways:?}");
}

#[rule("VMOV-13")]
#[test]
fn nobody_takes_a_building_that_a_friend_stands_across() {
    let farm = feature("village", &rect(28.5, 15.0, 31.5, 16.5), "name = \"Farm\"");
    let across = |x: f64| {
        let w = with("is", "rm", "", &[&farm], &[ib('u', "B", x, 17.5, 0.0)]);
        w.check("move {A} 30.00,15.00@0")
    };
    assert_eq!((across(30.0), across(40.0)), ("VMOV-13".into(), "ok".into()));
}

#[rule("VMOV-13")]
#[test]
fn no_way_through_an_enemy() {
    // From behind, where there is no zone of control.
    let w = with("ib", "rm", "", &[], &[ib('c', "E", 30.0, 18.0, 0.0)]);
    assert_eq!(w.check("move {A} 30.00,24.00@0"), "VMOV-13");
}

#[rule("VGAP-2")]
#[test]
fn nobody_leaves_a_building_or_arrives_over_the_edge() {
    let farm = feature("village", &rect(0.0, 15.0, 3.0, 16.5), "name = \"Farm\"");
    let w = world("", &[&farm], &[garrison('u', "A", "is", "rm", "Farm", "")]);
    let ways: Vec<String> = (0..4).map(|side| w.check(&format!("leave {{A}} {side} @0"))).collect();
    assert_eq!(ways.iter().filter(|v| *v == "VGAP-2").count(), 1, "{ways:?}");
    let new = "[[stand]]\nside = \"union\"\nname = \"N\"\ntype = \"infantry-brigade\"\nweapon = \"rifled-musket\"\nsp = 4\ndivision = \"u1\"\n[[reinforcement]]\nside = \"union\"\nturn = 1\nat = [2.0, 0.0]\nstands = [\"N\"]\n";
    let w = world("", &[], &[ib('u', "A", 60.0, 60.0, 0.0), new.to_owned()]);
    assert_eq!(
        (w.check("enter {N} 2.00,1.50@0"), w.check("enter {N} 1.00,1.50@0")),
        ("ok".into(), "VGAP-2".into())
    );
}

#[rule("VGAP-47")]
#[test]
fn an_arrival_finds_its_place_free() {
    let new = "[[stand]]\nside = \"union\"\nname = \"N\"\ntype = \"infantry-brigade\"\nweapon = \"rifled-musket\"\nsp = 4\ndivision = \"u1\"\n[[reinforcement]]\nside = \"union\"\nturn = 1\nat = [30.0, 0.0]\nstands = [\"N\"]\n";
    let w = world("", &[], &[ib('u', "A", 30.0, 3.0, 0.0), new.to_owned()]);
    assert_eq!(
        (w.check("enter {N} 30.00,1.50@0"), w.check("enter {N} 34.00,1.50@0")),
        ("VGAP-47".into(), "ok".into())
    );
    assert_eq!(w.check("enter {N} 37.00,1.50@0"), "VGAP-47", "up to six inches along the edge");
    assert_eq!(w.check("enter {N} 34.00,1.50@90"), "VGAP-47", "facing as it is told");
}

#[rule("VGAP-47")]
#[test]
fn some_wait_for_their_turn_or_for_the_enemy() {
    let held = |turn: u8, enemy: f64| {
        let division =
            format!("[[division]]\nside = \"union\"\nname = \"u1\"\nexhaustion = 9\nreleased = {turn}\n");
        let w = world(
            "",
            &[],
            &[
                ib('u', "A", 30.0, 10.0, 0.0),
                leader('u', "L", "division", (30.0, 10.0), ""),
                ib('c', "E", 30.0, enemy, 180.0),
                division,
            ],
        );
        w.check("move {A} 30.00,9.00@180")
    };
    assert_eq!((held(2, 60.0), held(1, 60.0)), ("VGAP-47".into(), "ok".into()));
    assert_eq!((held(2, 19.0), held(2, 19.1)), ("ok".into(), "VGAP-47".into()), "an enemy within six inches");
}

#[rule("VCHG-19")]
#[test]
fn a_charge_past_fugitives_goes_on_or_ends() {
    let new = "[[stand]]\nside = \"union\"\nname = \"N\"\ntype = \"infantry-brigade\"\nweapon = \"rifled-musket\"\nsp = 4\ndivision = \"u1\"\n[[reinforcement]]\nside = \"union\"\nturn = 1\nat = [60.0, 0.0]\nstands = [\"N\"]\n";
    let mut w = with(
        "ib",
        "rm",
        "",
        &[],
        &[
            stand('c', "R", "ib", "rm", (30.0, 18.0, 180.0), "sp = 2\nstate = \"routed\""),
            stand('c', "T", "is", "rm", (31.0, 25.0, 180.0), ""),
            ib('u', "B", 32.0, 5.0, 0.0),
            new.to_owned(),
        ],
    );
    w.play(&["charge {A} {R} @0"], &[]);
    assert_eq!(w.check("charge {A} {T} @0"), "ok");
    assert_eq!(w.check("move {A} 30.00,17.00@0"), "VCHG-19", "no other leg");
    assert_eq!(w.check("recover {A}"), "VCHG-19", "no other act");
    assert_eq!(w.check("pick {B}"), "VCHG-19", "nobody else meanwhile");
    assert_eq!(w.check("enter {N} 60.00,1.50@0"), "VCHG-19", "nor an arrival");
}

#[rule("VGAP-44")]
#[test]
fn how_a_block_is_left() {
    let town = feature("town", &rect(28.5, 15.0, 31.5, 18.0), "name = \"Town\"");
    let inside = |more: &str| {
        let a = garrison('u', "A", "ib", "cr", "Town", more);
        world("", &[&town], &[a, leader('u', "L", "division", (30.0, 12.0), "")])
    };
    let w = inside("");
    assert_eq!((w.check("leave {A} 0 @0"), w.check("leave {A} 4 @0")), ("ok".into(), "VGAP-44".into()));
    assert_eq!(w.check("move {A} 30.00,22.00@0"), "VGAP-44", "it leaves first");
    let shot = ib('c', "T", 30.0, 21.0, 180.0);
    let charge = world(
        "",
        &[&town],
        &[garrison('u', "A", "ib", "rm", "Town", ""), leader('u', "L", "division", (30.0, 12.0), ""), shot],
    );
    assert_eq!(charge.check("charge {A} {T} @0"), "VGAP-44", "also to charge");
    assert_eq!(inside("state = \"gone-to-ground\"").check("leave {A} 0 @0"), "VGAP-44", "it lies down");
    assert_eq!(with("ib", "rm", "", &[], &[]).check("leave {A} 0 @0"), "VGAP-44", "it is in none");
}

#[rule("VGAP-44")]
#[test]
fn a_march_does_not_end_in_a_block() {
    let town = feature("town", &rect(28.5, 15.0, 31.5, 18.0), "name = \"Town\"");
    let road = feature("road", "line = [[30, 0], [30, 70]]", "");
    let w = with("ib", "rm", "state = \"march-column\"", &[&town, &road], &[]);
    assert_eq!(
        (w.check("march {A} 30.00,16.50"), w.check("march {A} 30.00,30.00")),
        ("VGAP-44".into(), "ok".into())
    );
}

#[rule("VGAP-44")]
#[test]
fn no_way_through_a_block_an_enemy_holds() {
    let town = feature("town", &rect(28.5, 15.0, 31.5, 18.0), "name = \"Town\"");
    let held = garrison('c', "E", "is", "rm", "Town", "");
    // Past the middle of the block, and along its edge.
    let w = with("is", "rm", "", &[&town], &[held]);
    assert_eq!(w.check("move {A} 30.00,22.00@0"), "VGAP-44");
    assert_eq!(w.check("move {A} 30.00,15.00@0"), "VGAP-44");
}

#[rule("VMOV-1")]
#[test]
fn fugitives_and_those_who_are_gone_do_not_charge() {
    let routed = with("ib", "rm", "state = \"routed\"", &[], &[ib('c', "T", 30.0, 18.0, 180.0)]);
    assert_eq!(routed.rule(json!({"ask": "charge", "by": "A", "at": "T"})), "VMOV-1");
    assert_eq!(routed.check("move {A} 30.00,11.00@0"), "VMOV-1");
    let mut charged =
        with("ib", "rm", "", &[], &[ib('c', "T", 30.0, 18.0, 180.0), ib('u', "B", 60.0, 10.0, 0.0)]);
    charged.play(&["charge {A} {T} @0", "pick {B}"], &[]);
    assert_eq!(charged.check("move {A} 30.00,9.00@180"), "VMOV-1", "it has moved");
}

#[rule("VMOV-1")]
#[test]
fn who_has_taken_his_last_act_is_done() {
    let mut w = with("ib", "rm", "", &[], &[]);
    w.play(&["stationary {A}"], &[]);
    assert_eq!(w.check("move {A} 30.00,11.00@0"), "VMOV-1");
    let new = "[[stand]]\nside = \"union\"\nname = \"N\"\ntype = \"infantry-brigade\"\nweapon = \"rifled-musket\"\nsp = 4\ndivision = \"u1\"\n[[reinforcement]]\nside = \"union\"\nturn = 2\nat = [60.0, 0.0]\nstands = [\"N\"]\n";
    let w = with("ib", "rm", "", &[], &[new.to_owned()]);
    assert_eq!(w.check("pick {N}"), "VMOV-1", "it is not on the table");
}

#[rule("VCHG-20")]
#[test]
fn in_contact_one_charges_whom_one_touches() {
    let w = with("ib", "rm", "", &[], &[ib('c', "T", 30.0, 13.0, 180.0), ib('c', "E", 36.0, 18.0, 180.0)]);
    assert_eq!(
        (w.check("charge {A} {T} @0"), w.check("charge {A} {E} @36")),
        ("ok".into(), "VCHG-20".into())
    );
    assert_eq!(w.check("recover {A}"), "VCHG-20", "first of all");
    assert_eq!(w.check("end"), "VCHG-20");
    let mut w = w;
    w.play(&["pick {A}"], &[]);
    assert_eq!(w.check("done"), "VCHG-20");
    let free = with("ib", "rm", "", &[], &[]);
    assert_eq!(free.check("step-back {A}"), "VCHG-20", "nobody to step back from");
}

#[rule("VMOV-23")]
#[test]
fn who_has_halted_does_nothing_more() {
    // Infantry passes before the front of cavalry, which it may not charge, and halts.
    let mut w = world(
        "",
        &[],
        &[
            leader('u', "L", "division", (26.0, 10.0), ""),
            ib('u', "A", 26.0, 10.0, 0.0),
            stand('c', "E", "cb", "rc", (30.0, 18.0, 270.0), ""),
            ib('c', "T", 26.0, 24.0, 180.0),
        ],
    );
    let far = w.ask(json!({"ask": "move", "stand": "A", "x": 26.0, "y": 21.0, "facing": 0}));
    assert_eq!(far["rule"], "VMOV-23");
    assert_eq!(w.check("charge {A} {T} @0"), "VMOV-23", "another enemy's zone is in the way");
    let y = far["farthest"]["y"].as_f64().unwrap();
    w.play(&[&format!("move {{A}} 26.00,{y:.2}@0")], &[]);
    assert_eq!(w.check("move {A} 26.00,12.00@180"), "VMOV-23");
    assert_eq!(w.check("charge {A} {T} @0"), "VMOV-23", "it has halted");
}

#[rule("VMOV-23")]
#[test]
fn another_enemy_on_the_line_of_a_charge_stops_it() {
    let past = |x: f64| {
        let between = stand('c', "E", "cb", "rc", (x, 16.0, 0.0), "");
        with("ib", "rm", "", &[], &[between, ib('c', "T", 30.0, 24.0, 180.0)]).check("charge {A} {T} @0")
    };
    assert_eq!((past(32.9), past(38.0)), ("VMOV-23".into(), "ok".into()));
}

#[rule("VMOV-23")]
#[test]
fn whoever_has_halted_does_not_mount() {
    let mut w = world(
        "",
        &[],
        &[
            leader('u', "L", "division", (26.0, 10.0), ""),
            stand('u', "A", "cb", "rc", (26.0, 13.0, 0.0), "state = \"dismounted\""),
            stand('c', "E", "cb", "rc", (30.0, 18.0, 270.0), ""),
        ],
    );
    let far = w.ask(json!({"ask": "move", "stand": "A", "x": 26.0, "y": 21.0, "facing": 0}));
    let y = far["farthest"]["y"].as_f64().unwrap();
    w.play(&[&format!("move {{A}} 26.00,{y:.2}@0")], &[]);
    assert_eq!(w.check("mount {A}"), "VMOV-23");
}

#[rule("VSEQ-1")]
#[test]
fn stands_move_in_the_movement_phase() {
    let stands = [
        ib('u', "A", 30.0, 10.0, 0.0),
        leader('u', "L", "division", (30.0, 10.0), ""),
        ib('c', "T", 30.0, 16.0, 180.0),
    ];
    let ask = json!({"ask": "move", "stand": "A", "x": 30.0, "y": 9.0, "facing": 180});
    assert_eq!(world("phase = \"combat\"", &[], &stands).rule(ask.clone()), "VSEQ-1");
    assert_eq!(world("", &[], &stands).rule(ask), "ok");
}

#[rule("VSEQ-2")]
#[test]
fn only_the_attacker_moves_charges_and_arrives() {
    let new = "[[stand]]\nside = \"confederate\"\nname = \"N\"\ntype = \"infantry-brigade\"\nweapon = \"rifled-musket\"\nsp = 4\ndivision = \"c1\"\n[[reinforcement]]\nside = \"confederate\"\nturn = 1\nat = [60.0, 72.0]\nfacing = 180\nstands = [\"N\"]\n";
    let w = with("ib", "rm", "", &[], &[ib('c', "T", 30.0, 18.0, 180.0), new.to_owned()]);
    assert_eq!(w.check("move {T} 30.00,19.00@0"), "VSEQ-2");
    assert_eq!(w.rule(json!({"ask": "charge", "by": "T", "at": "A"})), "VSEQ-2");
    assert_eq!(w.check("enter {N} 60.00,70.50@180"), "VSEQ-2");
}

/// What answers another question than the one asked is refused by the rule of the question; so is the player who
/// is not asked.
#[rule("VMOV-1")]
#[test]
fn who_is_asked_which_stand_moves_says_that() {
    let w = with("ib", "rm", "", &[], &[ib('c', "T", 30.0, 16.0, 180.0)]);
    assert_eq!(w.waits(), "pick");
    assert_eq!((w.check("attack {T} with {A}"), w.check("decline")), ("VMOV-1".into(), "VMOV-1".into()));
    let order = Vnb::read_order(&w.setup, "end").unwrap();
    assert_eq!(Vnb::check(&w.setup, &w.state, Side::Confederate, &order).unwrap_err().rule.0, "VMOV-1");
    let mut moving = w;
    moving.play(&["pick {A}"], &[]);
    assert_eq!((moving.waits(), moving.check("pick {A}")), ("act", "VMOV-1".into()));
}

#[rule("VCOM-2")]
#[test]
fn who_is_asked_for_an_attack_names_one() {
    let w =
        world("phase = \"combat\"", &[], &[ib('u', "A", 30.0, 18.5, 0.0), ib('c', "T", 30.0, 24.5, 180.0)]);
    assert_eq!((w.waits(), w.check("rally {A} @0")), ("attack", "VCOM-2".into()));
}

#[rule("VGAP-20")]
#[test]
fn who_is_asked_for_an_answer_gives_it() {
    let lines =
        [ib('u', "A", 28.5, 18.5, 0.0), ib('u', "B", 31.5, 18.5, 0.0), ib('c', "T", 30.0, 24.5, 180.0)];
    let mut w = world("phase = \"combat\"", &[], &lines);
    w.play(&["attack {T} with {A}"], &[]);
    assert_eq!((w.waits(), w.check("end")), ("answer", "VGAP-20".into()));
    assert_eq!((w.check("answer {T}"), w.check("answer {A}")), ("VGAP-20".into(), "ok".into()));
}

#[rule("VGAP-29")]
#[test]
fn who_is_asked_to_break_through_does_or_declines() {
    let w = through(&[], &[]);
    assert_eq!((w.check("advance {A} 1.00"), w.check("decline")), ("VGAP-29".into(), "ok".into()));
}

#[rule("VMISC-3")]
#[test]
fn who_is_asked_to_lie_down_does_or_declines() {
    let stands = [stand('u', "A", "ib", "cr", (30.0, 18.5, 0.0), ""), ib('c', "T", 30.0, 24.5, 180.0)];
    let w = world("phase = \"combat\"", &[], &stands);
    assert_eq!((w.waits(), w.check("end"), w.check("decline")), ("ground", "VMISC-3".into(), "ok".into()));
}

#[rule("VMOV-9")]
#[test]
fn a_turn_is_paid_with_what_is_left() {
    let mut w = with("ib", "rm", "", &[], &[]);
    w.play(&["move {A} 40.00,10.00@90"], &[]);
    // Two more turns of half a move each, and six inches left.
    assert_eq!(w.check("move {A} 40.00,12.00@90"), "VMOV-9");
    assert_eq!(w.check("move {A} 42.00,10.00@90"), "ok");
}

#[rule("VCHG-1")]
#[test]
fn no_move_makes_contact() {
    // Behind an enemy there is no zone of control: up to him, but not against him.
    let w = with("ib", "rm", "", &[], &[ib('c', "T", 30.0, 20.0, 0.0)]);
    assert_eq!(
        (w.check("move {A} 30.00,16.90@0"), w.check("move {A} 30.00,17.00@0")),
        ("ok".into(), "VCHG-1".into())
    );
    assert_eq!(w.check("charge {A} {T} @90"), "VCHG-1", "the line misses him");
    assert_eq!(w.check("charge {A} {T} @0"), "ok");
}

#[rule("VTER-71")]
#[test]
fn nobody_goes_into_or_through_a_burning_building() {
    let town = feature("town", &rect(28.5, 15.0, 31.5, 18.0), "name = \"Town\"");
    let mut w = with("is", "rm", "", &[&town], &[]);
    assert_eq!(
        (w.check("move {A} 30.00,22.00@0"), w.check("move {A} 30.00,15.00@0")),
        ("ok".into(), "ok".into())
    );
    w.state.building_mut(FeatureId::new(0)).burning_since = 1;
    assert_eq!(
        (w.check("move {A} 30.00,22.00@0"), w.check("move {A} 30.00,15.00@0")),
        ("VTER-71".into(), "VTER-71".into())
    );
    // A village burns under those who would stay in it; others go round it.
    let farm = feature("village", &rect(28.5, 15.0, 31.5, 16.5), "name = \"Farm\"");
    let mut w = with("is", "rm", "", &[&farm], &[]);
    w.state.building_mut(FeatureId::new(0)).burning_since = 1;
    assert_eq!(w.check("move {A} 30.00,15.00@0"), "VTER-71");
}

#[rule("VMISC-3")]
#[test]
fn who_goes_to_ground() {
    let w = |a: &str, kind: &str, weapon: &str| {
        world(
            "phase = \"combat\"",
            &[],
            &[
                stand('u', "A", kind, weapon, (30.0, 18.5, 0.0), a),
                stand('u', "O", "ib", "cr", (50.0, 18.5, 0.0), ""),
                ib('c', "T", 30.0, 24.5, 180.0),
            ],
        )
        .check("ground {A}")
    };
    assert_eq!(w("", "ib", "cr"), "ok");
    assert_eq!(w("", "ib", "rm"), "VMISC-3", "muzzle-loaders");
    assert_eq!(w("", "cb", "cc"), "VMISC-3", "horsemen");
    assert_eq!(w("state = \"march-column\"", "ib", "cr"), "VMISC-3", "a column");
    assert_eq!(w("state = \"routed\"", "ib", "cr"), "VMISC-3", "fugitives");
    let both = [
        stand('u', "A", "ib", "cr", (30.0, 18.5, 0.0), ""),
        stand('c', "T", "ib", "cr", (30.0, 24.5, 180.0), ""),
    ];
    let w = world("phase = \"combat\"", &[], &both);
    assert_eq!(w.seat(), Side::Union);
    assert_eq!((w.check("ground {A}"), w.check("ground {T}")), ("ok".into(), "VMISC-3".into()));
}

/// The rule against an order that no text can say: of a stand that is not there.
fn nobody(w: &World, order: &Order) -> &'static str {
    Vnb::check(&w.setup, &w.state, w.seat(), order).unwrap_err().rule.0
}

#[rule("VMOV-1", "VGAP-36")]
#[test]
fn orders_to_nobody() {
    let w = with("ib", "rm", "", &[], &[]);
    let none = StandId::new(200);
    assert_eq!(nobody(&w, &Order::Pick(none)), "VMOV-1");
    assert_eq!(nobody(&w, &Order::Attach { commander: w.id("L"), stand: none }), "VGAP-36");
}

#[rule("VMISC-3")]
#[test]
fn nobody_goes_to_ground() {
    let w = world(
        "phase = \"combat\"",
        &[],
        &[stand('u', "A", "ib", "cr", (30.0, 18.5, 0.0), ""), ib('c', "T", 30.0, 24.5, 180.0)],
    );
    assert_eq!(nobody(&w, &Order::Ground(StandId::new(200))), "VMISC-3");
}

#[rule("VMOV-1")]
#[test]
fn a_charge_of_this_turn_is_the_move() {
    let charged = "charged = { target = \"T\", from = [30.0, 2.0] }";
    let w = with("ib", "rm", charged, &[], &[ib('c', "T", 30.0, 13.0, 180.0)]);
    assert_eq!(w.check("move {A} 30.00,9.00@180"), "VMOV-1");
}

#[rule("VCOM-3")]
#[test]
fn somebody_of_the_attacker_must_attack() {
    let w = world(
        "phase = \"combat\"",
        &[],
        &[ib('u', "A", 30.0, 18.5, 0.0), ib('c', "T", 30.0, 24.5, 180.0), ib('c', "U", 33.0, 24.5, 180.0)],
    );
    assert_eq!((w.check("attack {T} with {A}"), w.check("attack {T}")), ("ok".into(), "VCOM-3".into()));
    assert_eq!(
        (w.check("attack {T} with {U}"), w.check("attack {T} with {A},{A}")),
        ("VCOM-3".into(), "VCOM-3".into())
    );
}

#[rule("VTER-65")]
#[test]
fn a_garrison_without_dice_does_not_fire() {
    let town = feature("town", &rect(28.5, 15.5, 31.5, 18.5), "name = \"Town\"");
    let garrisoned = |side: char, other: char, facing: f64| {
        let back = 180.0 - facing;
        let mut w = world(
            "phase = \"combat\"",
            &[&town],
            &[
                garrison(side, "G", "ib", "rm", "Town", ""),
                ib(side, "D", 35.0, 16.0, facing),
                ib(other, "T", 31.0, 22.5, back),
            ],
        );
        let g = w.id("G");
        w.state.piece_mut(g).dice_used = 9;
        w
    };
    let w = garrisoned('u', 'c', 0.0);
    assert_eq!(
        (w.check("attack {T} with {G}"), w.check("attack {T} with {D}")),
        ("VTER-65".into(), "ok".into())
    );
    let mut w = garrisoned('c', 'u', 0.0);
    w.play(&["end"], &[]);
    assert_eq!(w.waits(), "last-fire");
    assert_eq!((w.check("fire {G} at {T}"), w.check("fire {D} at {T}")), ("VTER-65".into(), "ok".into()));
}

#[rule("VEXH-5")]
#[test]
fn an_exhausted_division_does_not_break_through_into_contact() {
    let mut w = through(&[], &[stand('c', "G", "bn", "sf", (34.0, 41.0, 0.0), "")]);
    let d = w.pos().centre(w.id("G")) - w.pos().centre(w.id("A"));
    let at = f64::from(vnb::angle::heading(d.x, d.y)) / 100.0;
    let order = format!("break {{A}} @{at:.2} 0.00 into {{G}}");
    assert_eq!(w.check(&order), "ok");
    let division = usize::from(w.setup.stand(w.id("A")).division);
    w.state.losses[division].exhausted = true;
    assert_eq!(w.check(&order), "VEXH-5");
}

#[rule("VGAP-11", "VGAP-23")]
#[test]
fn targets_out_of_the_arc_and_out_of_sight() {
    let fire = |x: f64, y: f64, features: &[&str]| {
        let w = position(
            "phase = \"combat\"",
            features,
            &[ib('u', "A", 30.0, 18.5, 0.0), ib('c', "T", x, y, 180.0)],
        );
        w.rule(json!({"ask": "fire", "by": "A", "at": "T"}))
    };
    let hill = feature("hill", &rect(20.0, 20.5, 40.0, 21.5), "");
    assert_eq!((fire(30.0, 24.5, &[]), fire(30.0, 24.5, &[&hill])), ("ok".into(), "VGAP-23".into()));
    assert_eq!(fire(35.0, 18.5, &[]), "VGAP-11");
}

#[rule("VTER-69")]
#[test]
fn no_gun_fires_at_stone_in_the_occupiers_turn() {
    let town = feature("town", &rect(28.5, 20.0, 31.5, 23.0), "name = \"Town\"\nconstruction = \"stone\"");
    let fire = |side: char, other: char| {
        let gunners = stand(other, "B", "ib", "rm", (30.0, 16.5, 0.0), "guns = 1");
        let w =
            position("phase = \"combat\"", &[&town], &[garrison(side, "G", "ib", "rm", "Town", ""), gunners]);
        w.rule(json!({"ask": "fire", "by": "B", "at": "G"}))
    };
    assert_eq!((fire('u', 'c'), fire('c', 'u')), ("VTER-69".into(), "ok".into()));
}

#[rule("VGAP-5")]
#[test]
fn half_a_move_must_be_left() {
    let mut w = with("ib", "rm", "", &[], &[]);
    w.play(&["move {A} 30.00,18.00@0"], &[]);
    assert_eq!(w.check("stationary {A}"), "ok");
    let mut w = with("ib", "rm", "", &[], &[]);
    w.play(&["move {A} 30.00,18.10@0"], &[]);
    assert_eq!(w.check("stationary {A}"), "VGAP-5");
}

#[rule("VMOV-11", "VMOV-22")]
#[test]
fn who_limbers_and_unlimbers() {
    assert_eq!(with("ib", "rm", "", &[], &[]).check("limber {A}"), "VMOV-11");
    let column = with("bn", "sf", "state = [\"march-column\", \"limbered\"]", &[], &[]);
    assert_eq!(column.check("unlimber {A}"), "VMOV-22");
    assert_eq!(with("bn", "sf", "state = \"limbered\"", &[], &[]).check("unlimber {A}"), "ok");
}

#[rule("VGAP-15")]
#[test]
fn only_the_disordered_recover() {
    assert_eq!(with("ib", "rm", "", &[], &[]).check("recover {A}"), "VGAP-15");
    assert_eq!(
        with("ib", "rm", "state = \"permanently-disordered\"", &[], &[]).check("recover {A}"),
        "VGAP-15"
    );
    assert_eq!(with("ib", "rm", "state = \"disordered\"", &[], &[]).check("recover {A}"), "ok");
}

#[rule("VGAP-15")]
#[test]
fn nobody_recovers_in_contact() {
    let farm = feature("village", &rect(28.5, 15.0, 31.5, 16.5), "name = \"Farm\"");
    let inside = |y: f64| {
        let a = garrison('u', "A", "is", "rm", "Farm", "state = \"disordered\"");
        let others = [a, leader('u', "L", "division", (30.0, 12.0), ""), ib('c', "T", 30.0, y, 180.0)];
        world("", &[&farm], &others).check("recover {A}")
    };
    assert_eq!((inside(18.0), inside(25.0)), ("VGAP-15".into(), "ok".into()));
}

#[rule("VGAP-13")]
#[test]
fn who_takes_the_marker() {
    assert_eq!(
        with("ib", "rm", "state = \"stationary\"", &[], &[]).check("stationary {A}"),
        "VGAP-13",
        "it has it"
    );
    assert_eq!(with("ib", "rm", "state = \"march-column\"", &[], &[]).check("stationary {A}"), "VGAP-13");
    let town = feature("town", &rect(28.5, 15.0, 31.5, 18.0), "name = \"Town\"");
    let inside = |y: f64| {
        let stands = [
            garrison('u', "A", "ib", "rm", "Town", ""),
            leader('u', "L", "division", (30.0, 12.0), ""),
            ib('c', "T", 30.0, y, 180.0),
        ];
        world("", &[&town], &stands).check("stationary {A}")
    };
    assert_eq!((inside(19.5), inside(25.0)), ("VGAP-13".into(), "ok".into()), "in contact");
}

#[rule("VMOV-14", "VMOV-15")]
#[test]
fn who_forms_and_reforms() {
    let column = with("ib", "rm", "state = \"march-column\"", &[], &[]);
    assert_eq!((column.check("form {A} @0"), column.check("reform {A} @0")), ("VMOV-14".into(), "ok".into()));
    let line = with("ib", "rm", "", &[], &[]);
    assert_eq!((line.check("form {A} @0"), line.check("reform {A} @0")), ("ok".into(), "VMOV-15".into()));
    assert_eq!(line.check("form {L} @0"), "VMOV-14", "commanders march alone");
}

#[rule("VGAP-8")]
#[test]
fn who_marches() {
    let road = feature("road", "line = [[30, 0], [30, 70]]", "");
    let line = with("ib", "rm", "", &[&road], &[]);
    let column = |enemy: f64| {
        with("ib", "rm", "state = \"march-column\"", &[&road], &[ib('c', "T", enemy, 10.0, 270.0)])
    };
    assert_eq!(
        (line.check("march {A} 30.00,20.00"), column(50.0).check("march {A} 30.00,20.00")),
        ("VGAP-8".into(), "ok".into())
    );
    assert_eq!(column(33.0).check("march {A} 30.00,20.00"), "VGAP-8", "in contact it charges or steps back");
    assert_eq!(column(50.0).check("march {A} 40.00,20.00"), "VGAP-8", "off the road");
}

#[rule("VCHG-5")]
#[test]
fn only_enemy_stands_are_charged() {
    let w = with(
        "ib",
        "rm",
        "",
        &[],
        &[
            ib('u', "B", 30.0, 16.0, 0.0),
            ib('c', "T", 40.0, 10.0, 270.0),
            leader('c', "CL", "division", (40.0, 14.0), ""),
        ],
    );
    assert_eq!(w.check("charge {A} {B} @0"), "VCHG-5");
    assert_eq!(w.check("charge {A} {CL} @68"), "VCHG-5");
}

#[rule("VCHG-1")]
#[test]
fn only_stands_on_the_table_are_charged() {
    let new = "[[stand]]\nside = \"confederate\"\nname = \"N\"\ntype = \"infantry-brigade\"\nweapon = \"rifled-musket\"\nsp = 4\ndivision = \"c1\"\n[[reinforcement]]\nside = \"confederate\"\nturn = 3\nat = [0.0, 2.0]\nfacing = 90\nstands = [\"N\"]\n";
    let w = world(
        "",
        &[],
        &[ib('u', "A", 8.0, 2.0, 270.0), leader('u', "L", "division", (8.0, 2.0), ""), new.to_owned()],
    );
    assert_eq!(w.check("charge {A} {N} @270"), "VCHG-1");
}

#[rule("VCMD-6")]
#[test]
fn nobody_charges_out_of_command() {
    let w = world("", &[], &[ib('u', "A", 30.0, 10.0, 0.0), ib('c', "T", 30.0, 18.0, 180.0)]);
    assert_eq!(w.check("charge {A} {T} @0"), "VCMD-6");
}

#[rule("VCHG-4")]
#[test]
fn a_target_in_prohibited_ground_is_not_charged_from_outside_it_either() {
    // Its rear is out of the swamp and in reach, its front is in it.
    let swamp = feature("swamp", &rect(25.0, 19.0, 35.0, 25.0), "");
    let charge = |features: &[&str]| {
        let t = stand('c', "T", "is", "rm", (30.0, 18.75, 0.0), "");
        with("cb", "rc", "", features, &[t]).check("charge {A} {T} @0")
    };
    assert_eq!((charge(&[&swamp]), charge(&[])), ("VCHG-4".into(), "ok".into()));
}

#[rule("VCHG-2")]
#[test]
fn past_fugitives_a_charge_goes_straight_on() {
    let mut w = with(
        "ib",
        "rm",
        "",
        &[],
        &[
            stand('c', "R", "ib", "rm", (30.0, 18.0, 180.0), "sp = 2\nstate = \"routed\""),
            stand('c', "T", "is", "rm", (31.0, 25.0, 180.0), ""),
        ],
    );
    w.play(&["charge {A} {R} @0"], &[]);
    assert_eq!((w.check("charge {A} {T} @5"), w.check("charge {A} {T} @0")), ("VCHG-2".into(), "ok".into()));
}

#[rule("VGAP-6")]
#[test]
fn friends_in_the_way_of_a_charge() {
    let t = || ib('c', "T", 30.0, 22.0, 180.0);
    let charge = |friend: String| with("ib", "rm", "", &[], &[friend, t()]).check("charge {A} {T} @0");
    assert_eq!(charge(ib('u', "F", 30.0, 15.0, 0.0)), "VGAP-6", "a brigade on the way");
    assert_eq!(charge(ib('u', "F", 50.0, 15.0, 0.0)), "ok");
    // Skirmishers are passed, but not stood upon.
    assert_eq!(charge(stand('u', "F", "is", "rm", (30.0, 15.0, 0.0), "")), "ok");
    assert_eq!(charge(stand('u', "F", "is", "rm", (30.0, 19.75, 0.0), "")), "VGAP-6", "no room to line up");
}

#[rule("VGAP-44")]
#[test]
fn nobody_stands_on_the_threshold_of_an_enemy() {
    let farm = feature("village", &rect(28.5, 15.0, 31.5, 16.5), "name = \"Farm\"");
    let w = with("is", "rm", "", &[&farm], &[garrison('c', "E", "is", "rm", "Farm", "")]);
    assert_eq!(w.check("move {A} 30.00,14.25@0"), "VGAP-44");
}

#[rule("VTER-8")]
#[test]
fn ground_that_disorders_does_so_on_the_way() {
    let rough = feature("broken-ground", &rect(25.0, 14.0, 35.0, 16.0), "");
    let through = |features: &[&str]| {
        let mut w = with("cb", "rc", "", features, &[]);
        w.play(&["move {A} 30.00,22.00@0"], &[]);
        w.level("A")
    };
    assert_eq!((through(&[&rough]), through(&[])), (Level::Disordered, Level::Good));
}

#[rule("VGAP-4")]
#[test]
fn nobody_turns_over_an_enemy() {
    let beside =
        |x: f64| with("ib", "rm", "", &[], &[ib('c', "E", x, 10.0, 0.0)]).check("move {A} 30.00,10.00@90");
    assert_eq!((beside(33.3), beside(34.0)), ("VGAP-4".into(), "ok".into()));
}
