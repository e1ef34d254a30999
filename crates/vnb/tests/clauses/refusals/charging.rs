//! Charges, and what stops them.

use super::*;
use serde_json::json;
use table::rule;

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

#[rule("VSEQ-2")]
#[test]
fn only_the_attacker_moves_charges_and_arrives() {
    let new = "[[stand]]\nside = \"confederate\"\nname = \"N\"\ntype = \"infantry-brigade\"\nweapon = \"rifled-musket\"\nsp = 4\ndivision = \"c1\"\n[[reinforcement]]\nside = \"confederate\"\nturn = 1\nat = [60.0, 72.0]\nfacing = 180\nstands = [\"N\"]\n";
    let w = with("ib", "rm", "", &[], &[ib('c', "T", 30.0, 18.0, 180.0), new.to_owned()]);
    assert_eq!(w.check("move {T} 30.00,19.00@0"), "VSEQ-2");
    assert_eq!(w.rule(json!({"ask": "charge", "by": "T", "at": "A"})), "VSEQ-2");
    assert_eq!(w.check("enter {N} 60.00,70.50@180"), "VSEQ-2");
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
