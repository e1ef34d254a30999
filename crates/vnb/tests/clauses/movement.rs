//! Phase 2: rates, turns, columns, guns, zones.

use table::rule;
use vnb::charts::{Rate, rate};
use vnb::kinds::{Arm, Level};
use vnb::state::mark;

use crate::common::*;

/// One stand with its commander on top of it, alone on a large table.
fn alone(kind: &str, weapon: &str, more: &str) -> World {
    world(
        "options = [\"poorly-trained\"]\ndate = \"1861-07-21\"",
        &[],
        &[
            stand('u', "A", kind, weapon, (30.0, 10.0, 0.0), more),
            leader('u', "L", "division", (30.0, 10.0), ""),
        ],
    )
}
fn reach(w: &World, y: f64) -> String {
    w.check(&format!("move {{A}} 30.00,{:.2}@0", 10.0 + y))
}

#[rule("VMOV-1")]
#[test]
fn every_stand_moves_once_and_routed_ones_not_at_all() {
    let mut w = world(
        "",
        &[],
        &[
            leader('u', "L", "division", (22.0, 10.0), ""),
            stand('u', "A", "ib", "rm", (20.0, 10.0, 0.0), ""),
            stand('u', "R", "ib", "rm", (25.0, 10.0, 0.0), "state = \"routed\""),
        ],
    );
    assert_eq!(w.check("move {R} 25.00,12.00@0"), "VMOV-1");
    w.play(&["move {A} 20.00,12.00@0", "done"], &[]);
    assert_eq!(w.check("move {A} 20.00,13.00@0"), "VMOV-1");
}

/// A stand reaches exactly so far.
fn far(kind: &str, weapon: &str, more: &str, inches: f64) {
    let w = alone(kind, weapon, more);
    assert_eq!((reach(&w, inches), reach(&w, inches + 0.1)), ("ok".into(), "VMOV-2".into()), "{kind} {more}");
}

#[rule("VMOV-2")]
#[test]
fn the_movement_table() {
    let row = |arm, limbered, guns| rate(arm, limbered, guns, false);
    assert_eq!(row(Arm::InfantryBrigade, false, 0), Rate { allowance: 16, markers: 3 });
    assert_eq!(row(Arm::InfantrySkirmisher, false, 0), Rate { allowance: 16, markers: 0 });
    assert_eq!(row(Arm::CavalryBrigade, false, 0), Rate { allowance: 24, markers: 3 });
    assert_eq!(row(Arm::CavalryBrigade, false, 1), Rate { allowance: 20, markers: 3 });
    assert_eq!(row(Arm::CavalrySkirmisher, false, 0), Rate { allowance: 24, markers: 2 });
    assert_eq!(row(Arm::Commander, false, 0).allowance, 24);
    assert_eq!(row(Arm::Battalion, true, 0), Rate { allowance: 16, markers: 3 });
    assert_eq!(row(Arm::Battalion, false, 0).allowance, 2);
    // And that is how far they come.
    far("ib", "rm", "", 16.0);
    far("cb", "rc", "", 24.0);
}

#[rule("VMOV-3")]
#[test]
fn men_on_foot_go_sixteen_inches() {
    far("ib", "rm", "", 16.0);
    far("ib", "rm", "guns = 1", 16.0);
    far("is", "rm", "", 16.0);
    far("mi", "rc", "state = \"dismounted\"", 16.0);
}

#[rule("VMOV-4")]
#[test]
fn horsemen_and_commanders_go_twenty_four() {
    far("cb", "rc", "", 24.0);
    far("cs", "rc", "", 24.0);
    far("mi", "rc", "", 24.0);
    let w = alone("ib", "rm", "");
    assert_eq!(w.check("move {L} 30.00,34.00@0"), "ok");
    assert_eq!(w.check("move {L} 30.00,34.10@0"), "VMOV-2");
}

#[rule("VMOV-5")]
#[test]
fn a_gun_slows_cavalry() {
    far("cb", "rc", "guns = 1", 20.0);
}

#[rule("VMOV-6")]
#[test]
fn limbered_guns_of_every_weight_go_sixteen() {
    far("bn", "sf", "state = \"limbered\"", 16.0);
    far("bn", "rifled-heavy", "state = \"limbered\"", 16.0);
}

#[rule("VMOV-7")]
#[test]
fn guns_are_pushed_two_inches() {
    far("bn", "sf", "", 2.0);
}

#[rule("VMOV-8", "VMOV-9")]
#[test]
fn one_turn_is_free_a_second_costs_half_or_order() {
    let mut w = alone("ib", "rm", "");
    // Turn about, go 9 in, turn again: half a move is too much, disorder is not.
    assert_eq!(w.check("move {A} 39.00,10.00@0"), "VMOV-2");
    assert_eq!(w.check("move {A} 38.00,10.00@0"), "ok");
    assert_eq!(w.check("move {A} 46.00,10.00@0 disorder"), "ok");
    assert_eq!(w.check("move {A} 46.00,10.00@90"), "ok");
    w.play(&["move {A} 46.00,10.00@0 disorder"], &[]);
    assert_eq!(w.level("A"), Level::Disordered);
    assert_eq!(w.check("move {A} 46.00,10.00@90 disorder"), "VMOV-9", "disorder pays only once");
    let mut half = alone("ib", "rm", "");
    half.play(&["move {A} 38.00,10.00@0"], &[]);
    assert_eq!(half.level("A"), Level::Good);
    assert_eq!(half.check("move {A} 38.00,11.00@0"), "VMOV-2", "nothing is left");
}

#[rule("VMOV-10", "VMOV-11", "VMOV-12")]
#[test]
fn guns_turn_limber_and_unlimber() {
    let mut w = alone("bn", "sf", "state = \"limbered\"");
    w.play(
        &["move {A} 35.00,10.00@0", "move {A} 35.00,15.00@90", "move {A} 41.00,15.00@270", "unlimber {A}"],
        &[],
    );
    assert_eq!(w.level("A"), Level::Good);
    assert!(!w.has("A", mark::LIMBERED));
    let mut both = alone("bn", "sf", "");
    both.play(&["limber {A}", "move {A} 30.00,26.00@0", "unlimber {A}"], &[]);
    let mut by_hand = alone("bn", "sf", "");
    assert_eq!(by_hand.check("move {A} 30.00,11.00@90"), "ok", "a turn is half of 2 in");
    by_hand.play(&["move {A} 30.00,10.00@90"], &[]);
    assert_eq!(by_hand.check("move {A} 31.50,10.00@90"), "VMOV-2");
    assert_eq!(by_hand.check("move {A} 31.00,10.00@90"), "ok");
    by_hand.play(&["move {A} 30.00,10.00@180"], &[]);
    assert_eq!(by_hand.check("move {A} 30.00,9.50@180"), "VMOV-2");
    let mut carried = alone("bn", "sf", "");
    carried.play(&["move {A} 30.00,11.00@0", "limber {A}"], &[]);
    assert_eq!(carried.check("move {A} 30.00,13.00@0"), "VMOV-11");
}

#[rule("VMOV-13")]
#[test]
fn stands_do_not_overlap() {
    let w = world(
        "",
        &[],
        &[
            leader('u', "L", "division", (22.0, 10.0), ""),
            stand('u', "A", "ib", "rm", (20.0, 10.0, 90.0), ""),
            stand('u', "B", "ib", "rm", (30.0, 13.0, 90.0), ""),
        ],
    );
    assert_eq!(w.check("move {A} 30.00,10.00@90"), "ok");
    assert_eq!(w.check("move {A} 30.00,10.10@90"), "VGAP-6");
    let skirm = world(
        "",
        &[],
        &[
            leader('u', "L", "division", (22.0, 10.0), ""),
            stand('u', "S", "is", "rm", (20.0, 10.0, 90.0), ""),
            stand('u', "B", "ib", "rm", (30.0, 13.0, 90.0), ""),
        ],
    );
    assert_eq!(skirm.check("move {S} 30.00,10.60@90"), "VMOV-13");
}

#[rule("VMOV-14")]
#[test]
fn forming_march_column_costs_half_a_move() {
    let mut w = alone("ib", "rm", "");
    w.play(&["form {A} @0"], &[]);
    assert_eq!(
        (reach(&w, 16.0), reach(&w, 16.1)),
        ("ok".into(), "VMOV-2".into()),
        "8 in of allowance are 16"
    );
    let mut late = alone("ib", "rm", "");
    late.play(&["move {A} 30.00,18.10@0"], &[]);
    assert_eq!(late.check("form {A} @0"), "VGAP-5");
}

#[rule("VMOV-15")]
#[test]
fn reforming_costs_half_a_move() {
    let column = || alone("ib", "rm", "state = \"march-column\"");
    let mut w = column();
    w.play(&["move {A} 30.00,26.00@0", "reform {A} @0"], &[]);
    assert_eq!(w.pos().markers(w.id("A")), 0);
    let mut far = column();
    far.play(&["move {A} 30.00,28.00@0"], &[]);
    assert_eq!(far.check("reform {A} @0"), "VGAP-5");
}

#[rule("VMOV-16")]
#[test]
fn regulars_pick_their_facing_as_they_form() {
    let mut w = alone("ib", "rm", "");
    w.play(&["form {A} @90"], &[]);
    assert_eq!(w.facing("A"), 90.0);
    let mut w = alone("ib", "rm", "state = \"march-column\"");
    w.play(&["reform {A} @90"], &[]);
    assert_eq!(w.facing("A"), 90.0);
    let raw = alone("ib", "rm", "flags = [\"poorly-trained\"]\nstate = \"march-column\"");
    assert_eq!((raw.check("reform {A} @90"), raw.check("reform {A} @0")), ("VMOV-16".into(), "ok".into()));
}

#[rule("VMOV-17")]
#[test]
fn markers_of_a_column() {
    for (kind, weapon, more, n) in [
        ("ib", "rm", "", 3),
        ("cb", "rc", "", 3),
        ("bn", "sf", "state = \"limbered\"", 3),
        ("cs", "rc", "", 2),
        ("is", "rm", "", 0),
    ] {
        let mut w = alone(kind, weapon, more);
        assert_eq!(w.pos().markers(w.id("A")), 0, "{kind} in line");
        w.play(&["form {A} @0"], &[]);
        assert_eq!(w.pos().markers(w.id("A")), n, "{kind}");
    }
}

#[rule("VMOV-22")]
#[test]
fn guns_limber_before_they_march() {
    assert_eq!(alone("bn", "sf", "").check("form {A} @0"), "VMOV-22");
    assert_eq!(alone("bn", "sf", "state = \"limbered\"").check("form {A} @0"), "ok");
}

#[rule("VGAP-7")]
#[test]
fn markers_trail_behind_a_column() {
    let mut w = alone("ib", "rm", "");
    w.play(&["form {A} @90"], &[]);
    let tail = w.pos().body(w.id("A")).tail.expect("markers behind");
    // 1.5 in of stand and 4.5 in of markers behind its centre, an inch wide.
    let (x, y) = (tail.0.map(|p| p.x), tail.0.map(|p| p.y));
    assert_eq!((x.iter().min(), x.iter().max()), (Some(&24_000_000), Some(&28_500_000)));
    assert_eq!((y.iter().min(), y.iter().max()), (Some(&9_500_000), Some(&10_500_000)));
}

#[rule("VMOV-18", "VMOV-19", "VGAP-8")]
#[test]
fn columns_march_three_times_as_far_on_a_road() {
    let road = feature("road", "line = [[30, 0], [30, 70]]", "");
    let on = |kind: &str, weapon: &str, more: &str| {
        world(
            "",
            &[&road],
            &[
                stand('u', "A", kind, weapon, (30.0, 10.0, 0.0), more),
                leader('u', "L", "division", (30.0, 10.0), ""),
            ],
        )
    };
    let w = on("ib", "rm", "state = \"march-column\"");
    assert_eq!((reach(&w, 48.0), reach(&w, 48.1)), ("ok".into(), "VMOV-2".into()));
    assert_eq!(w.check("march {A} 30.00,59.50"), "ok");
    assert_eq!(w.check("march {A} 30.00,59.65"), "VMOV-2");
    let guns = on("bn", "sf", "state = [\"march-column\", \"limbered\"]");
    assert_eq!((reach(&guns, 48.0), reach(&guns, 48.1)), ("ok".into(), "VMOV-2".into()));
    let w = alone("cb", "rc", "state = \"march-column\"");
    assert_eq!((reach(&w, 48.0), reach(&w, 48.1)), ("ok".into(), "VMOV-2".into()));
    // 24 in of road, then clear ground: 8 spent, 8 left are 16 in.
    let short = feature("road", "line = [[30, 0], [30, 35]]", "");
    let w = world(
        "",
        &[&short],
        &[
            stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), "state = \"march-column\""),
            leader('u', "L", "division", (30.0, 10.0), ""),
        ],
    );
    assert_eq!((reach(&w, 40.0), reach(&w, 40.3)), ("ok".into(), "VMOV-2".into()));
    // Off road in a forest each inch costs 2 / 2 = 1.
    let wood = feature("forest", &rect(20.0, 0.0, 40.0, 60.0), "");
    let w = world(
        "",
        &[&wood],
        &[
            stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), "state = \"march-column\""),
            leader('u', "L", "division", (30.0, 10.0), ""),
        ],
    );
    assert_eq!((reach(&w, 16.0), reach(&w, 16.1)), ("ok".into(), "VMOV-2".into()));
    // A column follows the bends of its road without paying for turns.
    let bends = feature("road", "line = [[30, 0], [30, 20], [50, 20], [50, 40]]", "");
    let mut w = world(
        "",
        &[&bends],
        &[
            stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), "state = \"march-column\""),
            leader('u', "L", "division", (30.0, 10.0), ""),
        ],
    );
    w.play(&["march {A} 50.00,30.00"], &[]);
    assert_eq!((w.at("A"), w.facing("A"), w.level("A")), ((50.0, 28.5), 0.0, Level::Good));
}

#[rule("VMOV-23")]
#[test]
fn zones_of_control_halt() {
    // A cavalry brigade, which infantry may not charge, faces west; infantry passes before its front.
    let past = |x: f64| {
        world(
            "",
            &[],
            &[
                leader('u', "L", "division", (x, 10.0), ""),
                stand('u', "A", "ib", "rm", (x, 10.0, 0.0), ""),
                stand('c', "E", "cb", "rc", (30.0, 18.0, 270.0), ""),
            ],
        )
    };
    // Front edge at x = 28.5; the mover's right edge at x + 1.5.
    let near = past(26.0);
    assert_eq!(near.check("move {A} 26.00,25.00@0"), "VMOV-23");
    assert_eq!(near.check("move {A} 26.00,14.00@0"), "ok", "up to the zone it may go");
    let clear = past(25.89);
    assert_eq!(clear.check("move {A} 25.89,25.00@0"), "ok");
    // Behind its rear edge at x = 31.5 there is no zone.
    let behind = past(33.5);
    assert_eq!(behind.check("move {A} 33.50,25.00@0"), "ok");
    let mut halted = past(26.0);
    let far = halted.ask(serde_json::json!({"ask": "move", "stand": "A", "x": 26.0, "y": 25.0, "facing": 0}));
    assert_eq!(far["rule"], "VMOV-23");
    let y = far["farthest"]["y"].as_f64().unwrap();
    halted.play(&[&format!("move {{A}} 26.00,{y:.2}@0")], &[]);
    assert_eq!(halted.check("move {A} 26.00,13.00@180"), "VMOV-23", "the move is over");
}

#[rule("VMOV-24")]
#[test]
fn raw_troops_pay_for_every_turn() {
    let raw = |flag: &str| alone("ib", "rm", &format!("flags = [\"{flag}\"]"));
    let mut w = raw("poorly-trained");
    w.play(&["move {A} 30.00,10.00@90"], &[]);
    assert_eq!(
        (w.check("move {A} 38.00,10.00@90"), w.check("move {A} 38.10,10.00@90")),
        ("ok".into(), "VMOV-2".into())
    );
    let mut w = raw("poorly-trained");
    w.play(&["move {A} 46.00,10.00@90 disorder"], &[]);
    assert_eq!(w.level("A"), Level::Disordered);
    assert_eq!(raw("militia").check("move {A} 46.00,10.00@90 disorder"), "VMOV-9");
    assert_eq!(raw("militia").check("move {A} 38.00,10.00@90"), "ok");
}

#[rule("VMISC-4", "VMISC-12", "VMISC-9", "VMISC-16")]
#[test]
fn standing_up_mounting_and_dismounting_cost_half_a_move() {
    let mut w = alone("ib", "cr", "state = \"gone-to-ground\"");
    assert_eq!(reach(&w, 5.0), "VMISC-4");
    w.play(&["stand-up {A}"], &[]);
    assert_eq!((reach(&w, 8.0), reach(&w, 8.1)), ("ok".into(), "VMOV-2".into()));
    let mut w = alone("cb", "rc", "");
    w.play(&["move {A} 30.00,22.00@0", "dismount {A}"], &[]);
    assert_eq!(w.check("move {A} 30.00,22.50@0"), "VMOV-2");
    let mut w = alone("cb", "rc", "");
    w.play(&["move {A} 30.00,23.00@0"], &[]);
    assert_eq!(w.check("dismount {A}"), "VGAP-5");
    let mut w = alone("cb", "rc", "state = \"dismounted\"");
    w.play(&["mount {A}"], &[]);
    assert_eq!((reach(&w, 12.0), reach(&w, 12.1)), ("ok".into(), "VMOV-2".into()));
    let mut w = alone("cs", "cc", "");
    w.play(&["dismount {A}"], &[]);
    let a = w.id("A");
    assert_eq!((w.pos().arm(a), w.pos().allowance(a)), (Arm::InfantrySkirmisher, 16));
    let w = alone("mi", "cr", "state = [\"dismounted\", \"stationary\"]\nflags = [\"repeating\"]");
    let a = w.id("A");
    assert_eq!((w.pos().arm(a), w.pos().melee_dice(a)), (Arm::InfantryBrigade, 8));
}

#[rule("VGAP-4")]
#[test]
fn moves_are_straight_legs_and_pivots() {
    let mut w = alone("ib", "rm", "");
    // Facing east and ten inches on: one turn, straight ahead.
    w.play(&["move {A} 40.00,10.00@90"], &[]);
    assert_eq!((w.at("A"), w.facing("A")), ((40.0, 10.0), 90.0));
    // A sidestep would be two more turns, each half a move.
    assert_eq!(w.check("move {A} 40.00,12.00@90"), "VMOV-9");
    let mut s = alone("is", "rm", "");
    s.play(&["move {A} 40.00,10.00@0"], &[]);
    assert_eq!(s.check("move {A} 40.00,12.00@180"), "ok", "skirmishers sidestep and still have their turn");
}

#[rule("VGAP-5")]
#[test]
fn half_moves_add_up() {
    let mut w = alone("ib", "rm", "state = \"disordered\"");
    w.play(&["recover {A}", "stationary {A}"], &[]);
    assert!(w.has("A", mark::STATIONARY) && w.level("A") == Level::Good);
    let stream = feature("stream", "line = [[0, 12], [60, 12]]", "");
    let mut w = world(
        "",
        &[&stream],
        &[
            stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), "state = \"disordered\""),
            leader('u', "L", "division", (30.0, 10.0), ""),
        ],
    );
    w.play(&["recover {A}"], &[]);
    assert_eq!(reach(&w, 2.0), "VTER-55");
    let w = world("", &[&stream], &[stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), "")]);
    assert_eq!(
        reach(&w, 2.0),
        "VTER-55",
        "out of command half a move is all there is, and the walk to the bank is part of it"
    );
}

#[rule("VGAP-6")]
#[test]
fn brigades_do_not_pass_brigades() {
    let through = |kind: &str, weapon: &str, more: &str| {
        world(
            "",
            &[],
            &[
                leader('u', "L", "division", (30.0, 10.0), ""),
                stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), ""),
                stand('u', "F", kind, weapon, (30.0, 15.0, 0.0), more),
            ],
        )
        .check("move {A} 30.00,24.00@0")
    };
    assert_eq!(through("ib", "rm", ""), "VGAP-6");
    assert_eq!(through("is", "rm", ""), "ok");
    assert_eq!(through("bn", "sf", ""), "ok");
    assert_eq!(through("is", "rm", "state = \"routed\""), "VGAP-6");
}
