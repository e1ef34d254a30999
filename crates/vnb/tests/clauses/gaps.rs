//! Rulings where the card is silent and no other file proves them.

use serde_json::json;
use table::rule;
use vnb::charts::half_size;
use vnb::ids::FeatureId;
use vnb::kinds::Kind;

use crate::common::*;

#[rule("VGAP-1")]
#[test]
fn footprints() {
    for (kind, size) in [
        (Kind::InfantryBrigade, (150, 150)),
        (Kind::CavalryBrigade, (150, 150)),
        (Kind::MountedInfantry, (150, 150)),
        (Kind::ArtilleryBattalion, (150, 75)),
        (Kind::ArtilleryBattery, (150, 75)),
        (Kind::InfantrySkirmisher, (150, 75)),
        (Kind::CavalrySkirmisher, (150, 75)),
        (Kind::Commander, (50, 50)),
    ] {
        assert_eq!(half_size(kind), size);
    }
    // A commander may stand on friends and blocks nothing.
    let w = world(
        "",
        &[],
        &[
            stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), ""),
            leader('u', "L", "division", (30.0, 13.0), ""),
            stand('u', "B", "ib", "rm", (40.0, 10.0, 0.0), ""),
        ],
    );
    assert_eq!(w.check("move {L} 40.00,10.00@0"), "ok");
    assert_eq!(w.check("move {A} 30.00,16.00@0"), "ok");
}

#[rule("VGAP-2")]
#[test]
fn table_and_coordinates() {
    let setup = scenario("", &[], &[stand('u', "A", "ib", "rm", (30.125, 10.0, 359.999), "")]).unwrap();
    assert_eq!((setup.table.width, setup.table.height), (9600, 7200));
    let pose = setup.pieces[0].pose;
    assert_eq!((pose.x, pose.y, pose.facing), (3013, 1000, 0));
    let w = world(
        "",
        &[],
        &[stand('u', "A", "is", "rm", (2.0, 10.0, 0.0), ""), leader('u', "L", "division", (2.0, 10.0), "")],
    );
    assert_eq!(w.check("move {A} 1.50,10.00@0"), "ok");
    assert_eq!(w.check("move {A} 1.40,10.00@0"), "VGAP-2");
    assert!(scenario("", &[], &[stand('u', "A", "ib", "rm", (1.0, 10.0, 0.0), "")]).is_err());
}

#[rule("VGAP-3")]
#[test]
fn distances_are_from_edge_to_edge() {
    // A gun's front edge to the nearest point of a target, not from its middle.
    let w = position(
        "",
        &[],
        &[
            stand('u', "G", "bn", "sf", (30.0, 19.25, 0.0), ""),
            stand('c', "T", "ib", "rm", (36.0, 25.5, 180.0), ""),
        ],
    );
    // Right front corner (31.5, 20) to the corner (34.5, 24): 3-4-5.
    assert_eq!(w.ask(json!({"ask": "visible", "from": "G", "to": "T"}))["range"], json!(5.0));
}

#[rule("VGAP-45")]
#[test]
fn siege_guns_breach_a_fortress() {
    let wall = feature("fortress", &rect(20.0, 30.0, 40.0, 40.0), "name = \"Donelson\"");
    let mut w = world(
        "phase = \"combat\"\nturns = 20",
        &[&wall],
        &[
            stand('u', "S", "bn", "smoothbore-siege", (30.0, 20.0, 0.0), "state = \"stationary\""),
            stand('u', "F", "bn", "sf", (36.0, 20.0, 0.0), ""),
            stand('c', "X", "ib", "rm", (80.0, 60.0, 0.0), ""),
        ],
    );
    assert_eq!(w.check("bombard {F} 0 36.00,30.00"), "VGAP-45");
    assert_eq!(w.check("bombard {S} 0 30.00,31.00"), "VGAP-45", "not on the wall");
    w.play(&["bombard {S} 0 30.00,30.00"], &[6, 5]);
    assert_eq!(w.state.breaches, [(FeatureId::new(0), 3000, 3000, 1)]);
    w.play(&["end", "end", "bombard {S} 0 30.50,30.00"], &[6, 6]);
    assert_eq!(w.state.breaches, [(FeatureId::new(0), 3000, 3000, 3)], "the same section of 3 in");
}

#[rule("VGAP-9")]
#[test]
fn contact_needs_half_an_inch_of_common_edge() {
    let touch = |x: f64, y: f64| {
        let w = position(
            "",
            &[],
            &[
                stand('u', "A", "ib", "rm", (30.0, 20.0, 0.0), ""),
                stand('c', "T", "ib", "rm", (x, y, 180.0), ""),
            ],
        );
        w.pos().contact(w.id("A"), w.id("T"))
    };
    assert!(touch(30.0, 23.0) && touch(32.5, 23.0) && touch(30.0, 23.02));
    assert!(!touch(32.51, 23.0) && !touch(33.0, 23.0) && !touch(30.0, 23.03));
    // Friends bar the whole front edge: there is no room to line up.
    let w = position(
        "",
        &[],
        &[
            stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), ""),
            leader('u', "L", "division", (30.0, 10.0), ""),
            stand('u', "F", "ib", "rm", (30.0, 19.0, 0.0), ""),
            stand('c', "T", "ib", "rm", (30.0, 22.0, 180.0), ""),
        ],
    );
    assert_eq!(w.rule(json!({"ask": "charge", "by": "A", "at": "T"})), "VGAP-6");
}

#[rule("VGAP-55", "VSEQ-5")]
#[test]
fn a_night_restores_order_and_sets_the_clock() {
    let stands = |state: &str| {
        [
            stand('u', "A", "ib", "rm", (10.0, 10.0, 0.0), state),
            stand('c', "B", "ib", "rm", (10.0, 60.0, 180.0), ""),
        ]
    };
    let keys = "turns = 4\nstarts = \"17:00\"\nnights = [{ after = 2, until = \"06:30\" }]";
    let cases = [
        ("disordered", vnb::kinds::Level::Good),
        ("routed", vnb::kinds::Level::PermanentlyDisordered),
        ("permanently-disordered", vnb::kinds::Level::PermanentlyDisordered),
    ];
    for (before, after) in cases {
        let mut w = world(keys, &[], &stands(&format!("state = \"{before}\"")));
        let level = |w: &World| w.state.pieces[0].level.word();
        w.play(&["end", "end", "end"], &[]);
        assert_eq!((w.state.turn, level(&w)), (2, before), "the last turn before the night");
        w.play(&["end"], &[]);
        assert_eq!((w.state.turn, level(&w)), (3, after.word()), "the morning");
        let clock: Vec<String> = (1..=4).map(|turn| w.setup.clock(turn)).collect();
        assert_eq!(clock, ["17:00", "18:00", "06:30", "07:30"]);
    }
    for night in ["{ after = 4, until = \"06:00\" }", "{ after = 2, until = \"dawn\" }"] {
        let keys = format!("turns = 4\nnights = [{night}]");
        let faults = scenario(&keys, &[], &stands("")).unwrap_err();
        assert!(faults.to_string().contains("[vnb]: nights"), "{faults}");
    }
}
