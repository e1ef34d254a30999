//! Moves and acts.

use super::*;
use serde_json::json;
use table::{Ruleset, Side, rule};
use vnb::Vnb;

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

#[rule("VMOV-9")]
#[test]
fn a_turn_is_paid_with_what_is_left() {
    let mut w = with("ib", "rm", "", &[], &[]);
    w.play(&["move {A} 40.00,10.00@90"], &[]);
    // Two more turns of half a move each, and six inches left.
    assert_eq!(w.check("move {A} 40.00,12.00@90"), "VMOV-9");
    assert_eq!(w.check("move {A} 42.00,10.00@90"), "ok");
}

#[rule("VMOV-1")]
#[test]
fn a_charge_of_this_turn_is_the_move() {
    let charged = "charged = { target = \"T\", from = [30.0, 2.0] }";
    let w = with("ib", "rm", charged, &[], &[ib('c', "T", 30.0, 13.0, 180.0)]);
    assert_eq!(w.check("move {A} 30.00,9.00@180"), "VMOV-1");
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

#[rule("VGAP-4")]
#[test]
fn nobody_turns_over_an_enemy() {
    let beside =
        |x: f64| with("ib", "rm", "", &[], &[ib('c', "E", x, 10.0, 0.0)]).check("move {A} 30.00,10.00@90");
    assert_eq!((beside(33.3), beside(34.0)), ("VGAP-4".into(), "ok".into()));
}
