//! Phase 1.

use serde_json::json;
use table::rule;
use vnb::kinds::Level;
use vnb::state::mark;

use crate::common::*;

fn ordered(w: &World) -> (Vec<String>, Vec<String>) {
    let a = w.ask(json!({"ask": "command", "side": "union"}));
    let list = |k: &str| a[k].as_array().unwrap().iter().map(|v| v.as_str().unwrap().to_owned()).collect();
    (list("in_command"), list("out"))
}

#[rule("VCMD-1", "VGAP-3")]
#[test]
fn six_inches_from_ones_own_commander() {
    // Disc edge to stand edge: centre 6.0 + 0.5 + 1.5 away.
    let at = |y: f64, division: &str| {
        let w = position(
            "",
            &[],
            &[
                leader('u', "L", "division", (20.0, 20.0), &format!("division = \"{division}\"")),
                stand('u', "A", "ib", "rm", (20.0, y, 0.0), ""),
            ],
        );
        ordered(&w).0.contains(&"A".to_owned())
    };
    assert!(at(28.0, "u1"));
    assert!(!at(28.01, "u1"));
    assert!(!at(22.0, "other"));
}

#[rule("VCMD-2")]
#[test]
fn contact_passes_command_on_within_a_division() {
    let chain = |b: &str| {
        let w = position(
            "",
            &[],
            &[
                leader('u', "L", "division", (20.0, 10.0), ""),
                stand('u', "A", "ib", "rm", (20.0, 17.0, 0.0), ""),
                stand('u', "B", "ib", "rm", (20.0, 20.0, 0.0), b),
                stand('u', "C", "ib", "rm", (20.0, 23.0, 0.0), ""),
            ],
        );
        ordered(&w)
    };
    assert_eq!(chain("").0, ["A", "B", "C"]);
    assert_eq!(chain("division = \"other\"").1, ["B", "C"]);
}

#[rule("VCMD-3")]
#[test]
fn command_by_contact_must_be_kept_to_the_end() {
    let mut w = world(
        "",
        &[],
        &[
            leader('u', "L", "division", (20.0, 10.0), ""),
            stand('u', "A", "ib", "rm", (20.0, 17.0, 0.0), ""),
            stand('u', "B", "ib", "rm", (20.0, 20.0, 0.0), ""),
        ],
    );
    let mut kept = World { setup: w.setup.clone(), state: w.state.clone() };
    kept.play(&["end"], &[]);
    assert_eq!(kept.level("B"), Level::Good);
    w.play(&["move {B} 20.00,21.00@0", "stationary {B}", "end"], &[]);
    assert_eq!(w.level("B"), Level::Disordered);
    assert!(!w.has("B", mark::STATIONARY));
}

#[rule("VCMD-4")]
#[test]
fn skirmishers_take_command_from_anybody_near() {
    let w = |brigade_in: bool| {
        let y = if brigade_in { 20.0 } else { 60.0 };
        position(
            "",
            &[],
            &[
                leader('u', "Far", "division", (20.0, y), "division = \"other\""),
                stand('u', "Bde", "ib", "rm", (20.0, 26.0, 0.0), "division = \"other\""),
                stand('u', "Skirm", "is", "rm", (20.0, 33.0, 0.0), ""),
            ],
        )
    };
    assert_eq!(ordered(&w(true)).0, ["Bde", "Skirm"]);
    assert_eq!(ordered(&w(false)).1, ["Bde", "Skirm"]);
}

#[rule("VCMD-5")]
#[test]
fn command_lasts_the_player_turn() {
    let mut w = world(
        "",
        &[],
        &[leader('u', "L", "division", (20.0, 20.0), ""), stand('u', "A", "ib", "rm", (20.0, 22.0, 0.0), "")],
    );
    w.play(&["move {L} 40.00,20.00@0"], &[]);
    assert_eq!(w.check("move {A} 20.00,38.00@0"), "ok");
}

#[rule("VCMD-6", "VGAP-51")]
#[test]
fn out_of_command_nobody_approaches_a_visible_enemy() {
    let two = world(
        "",
        &[],
        &[
            stand('u', "A", "is", "rm", (30.0, 20.0, 0.0), ""),
            stand('c', "E1", "ib", "rm", (30.0, 37.0, 180.0), ""),
            stand('c', "E2", "ib", "rm", (52.0, 20.0, 270.0), ""),
        ],
    );
    assert_eq!(two.check("move {A} 30.00,20.50@0"), "VCMD-6");
    assert_eq!(two.check("move {A} 31.00,19.50@0"), "VCMD-6");
    assert_eq!(two.check("move {A} 29.00,18.00@0"), "ok");
    let hill = feature("hill", &rect(25.0, 27.0, 35.0, 30.0), "");
    let hidden = world(
        "",
        &[&hill],
        &[
            stand('u', "A", "is", "rm", (30.0, 20.0, 0.0), ""),
            stand('c', "E1", "ib", "rm", (30.0, 37.0, 180.0), ""),
        ],
    );
    assert_eq!(hidden.check("move {A} 30.00,24.00@0"), "ok");
}

/// A column is as near as its tail: who goes away from its head may still come nearer to it.
#[rule("VGAP-51")]
#[test]
fn the_tail_of_a_column_is_approached_too() {
    let beside = |state: &str| {
        world(
            "",
            &[],
            &[
                stand('u', "A", "is", "rm", (31.5, 24.0, 61.7), ""),
                stand('c', "E", "ib", "rm", (30.0, 30.0, 270.0), state),
            ],
        )
    };
    // Away from the head, and nearer to where the tail is.
    assert_eq!(beside("").check("move {A} 38.00,27.50@61.7"), "ok");
    assert_eq!(beside("state = \"march-column\"").check("move {A} 38.00,27.50@61.7"), "VCMD-6");
}

/// One stand that nobody commands.
fn forgotten(kind: &str, weapon: &str, more: &str) -> World {
    let keys = "options = [\"poorly-trained\"]\ndate = \"1861-07-21\"";
    world(keys, &[], &[stand('u', "A", kind, weapon, (30.0, 10.0, 0.0), more)])
}

#[rule("VCMD-7")]
#[test]
fn out_of_command_nobody_becomes_stationary() {
    assert_eq!(forgotten("ib", "rm", "").check("stationary {A}"), "VCMD-7");
}

#[rule("VCMD-8")]
#[test]
fn out_of_command_nobody_recovers() {
    assert_eq!(forgotten("ib", "rm", "state = \"disordered\"").check("recover {A}"), "VCMD-8");
}

#[rule("VCMD-9")]
#[test]
fn out_of_command_guns_stay_as_they_are() {
    assert_eq!(forgotten("bn", "sf", "state = \"limbered\"").check("unlimber {A}"), "VCMD-9");
    assert_eq!(forgotten("bn", "sf", "").check("limber {A}"), "VCMD-9");
}

#[rule("VCMD-10")]
#[test]
fn out_of_command_the_free_turn_is_left() {
    let mut w = forgotten("ib", "rm", "");
    w.play(&["move {A} 30.00,10.00@90"], &[]);
    assert_eq!((w.level("A"), w.check("move {A} 38.00,10.00@90")), (Level::Good, "ok".into()));
    // The raw brigade has none: half its move is all it has, so nothing is left.
    let mut raw = forgotten("ib", "rm", "flags = [\"poorly-trained\"]");
    raw.play(&["move {A} 30.00,10.00@90"], &[]);
    assert_eq!(raw.check("move {A} 31.00,10.00@90"), "VMOV-2");
}

#[rule("VCMD-11")]
#[test]
fn out_of_command_half_a_move_disorders() {
    for (kind, weapon, half) in [("ib", "rm", 8.0), ("cb", "rc", 12.0)] {
        let w = forgotten(kind, weapon, "");
        let to = |inches: f64| w.check(&format!("move {{A}} 30.00,{:.2}@0", 10.0 + inches));
        assert_eq!((to(half), to(half + 0.1)), ("ok".into(), "VMOV-2".into()), "{kind}");
    }
    let mut moved = forgotten("ib", "rm", "");
    moved.play(&["move {A} 30.00,18.00@0", "done"], &[]);
    assert_eq!(moved.level("A"), Level::Disordered);
}

#[rule("VCMD-12")]
#[test]
fn out_of_command_who_keeps_still_stays_stationary() {
    let mut w = forgotten("ib", "rm", "state = \"stationary\"");
    w.play(&["end"], &[]);
    assert!(w.has("A", mark::STATIONARY));
    let mut turned = forgotten("ib", "rm", "state = \"stationary\"");
    turned.play(&["move {A} 30.00,10.00@90"], &[]);
    assert!(!turned.has("A", mark::STATIONARY));
}

#[rule("VCMD-11")]
#[test]
fn leaving_a_building_out_of_command_disorders() {
    let farm = feature("village", &rect(28.5, 15.0, 31.5, 16.5), "name = \"Farm\"");
    let leave = |more: &[String]| {
        let mut stands = vec![garrison('u', "A", "is", "rm", "Farm", "")];
        stands.extend_from_slice(more);
        let mut w = world("", &[&farm], &stands);
        w.play(&["leave {A} 0 @0", "done"], &[]);
        w.level("A")
    };
    assert_eq!(leave(&[]), Level::Disordered, "it has moved");
    assert_eq!(leave(&[leader('u', "L", "division", (30.0, 12.0), "")]), Level::Good);
    // A turn alone is no move.
    let mut w = world("", &[], &[stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), "")]);
    w.play(&["move {A} 30.00,10.00@90", "done"], &[]);
    assert_eq!(w.level("A"), Level::Good);
}
