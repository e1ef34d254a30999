//! Fire: ranges, dice, numbers to hit, saving throws.

use serde_json::{Value, json};
use table::rule;
use vnb::charts::{dice, ranges};
use vnb::kinds::{Arm, Weapon};

use crate::common::*;

/// Firer A of the side whose turn it is, target T straight ahead with this gap between front edge and edge.
fn range(a: (&str, &str, &str), t: (&str, &str, &str), gap: f64) -> World {
    let square = |k: &str| matches!(k, "ib" | "cb" | "mi");
    let own = if square(a.0) { 1.5 } else { 0.75 };
    let depth = if square(t.0) { 1.5 } else { 0.75 };
    position(
        "options = [\"poorly-trained\"]\ndate = \"1861-07-21\"",
        &[],
        &[
            stand('u', "A", a.0, a.1, (30.0, 20.0 - own, 0.0), a.2),
            stand('c', "T", t.0, t.1, (30.0, 20.0 + gap + depth, 180.0), t.2),
        ],
    )
}
fn fire(w: &World) -> Value {
    w.ask(json!({"ask": "fire", "by": "A", "at": "T"}))
}
fn no(w: &World) -> String {
    w.rule(json!({"ask": "fire", "by": "A", "at": "T"}))
}
const INF: (&str, &str, &str) = ("ib", "rm", "");

#[rule("VCOM-11")]
#[test]
fn corners_that_meet_are_no_close_range() {
    // Fronts on one line, corner on corner: 0 in apart and no contact.
    let w = position(
        "",
        &[],
        &[
            stand('u', "A", "ib", "rm", (30.0, 18.5, 0.0), ""),
            stand('c', "T", "ib", "rm", (33.0, 21.5, 180.0), ""),
        ],
    );
    assert_eq!(fire(&w)["range"], json!("long"));
    let unclear = w.ask(json!({"ask": "fire", "by": "A", "at": "T", "give_way": "yes"}));
    assert!(unclear["error"].as_str().is_some_and(|e| e.contains("give_way")));
}

#[rule("VCOM-10", "VGAP-40", "VMISC-20")]
#[test]
fn the_range_table() {
    for (weapon, close, long) in [
        (Weapon::Smoothbore, 0, 200),
        (Weapon::RifledCarbine, 0, 300),
        (Weapon::RifledMusket, 0, 400),
        (Weapon::CartridgeCarbine, 200, 400),
        (Weapon::CartridgeRifle, 300, 600),
        (Weapon::SmoothboreField, 400, 1000),
        (Weapon::SmoothboreHeavy, 400, 1200),
        (Weapon::SmoothboreSiege, 400, 1200),
        (Weapon::RifledField, 400, 1500),
        (Weapon::RifledHeavy, 400, 1800),
        (Weapon::RifledSiege, 400, 1800),
    ] {
        assert_eq!(ranges(weapon), (close, long), "{weapon:?}");
    }
    let at = |kind: &str, weapon: &str, gap: f64| {
        let w = range((kind, weapon, ""), INF, gap);
        fire(&w)["range"].as_str().map_or_else(|| no(&w), str::to_owned)
    };
    for (gap, word) in [(4.0, "close"), (4.1, "long"), (15.0, "long"), (15.1, "VCOM-10")] {
        assert_eq!(at("bn", "rf", gap), word, "{gap}");
    }
    for (gap, word) in [(3.0, "long"), (4.0, "long"), (4.1, "VCOM-10")] {
        assert_eq!(at("ib", "rm", gap), word);
    }
    for (gap, word) in [(3.0, "close"), (3.1, "long"), (6.0, "long"), (6.1, "VCOM-10")] {
        assert_eq!(at("ib", "cr", gap), word);
    }
    assert_eq!(
        (at("bn", "rifled-siege", 18.0), at("bn", "rifled-siege", 18.1)),
        ("long".into(), "VCOM-10".into())
    );
    let battery = range(("by", "rf", ""), INF, 3.0);
    assert_eq!(
        (fire(&battery)["range"].clone(), fire(&battery)["hits_on"].clone()),
        (json!("close"), json!(6))
    );
    assert_eq!(Weapon::by_maker("spencer"), Some((Weapon::CartridgeCarbine, true)));
    assert_eq!(Weapon::by_maker("henry"), Some((Weapon::CartridgeRifle, true)));
    assert_eq!(Weapon::by_maker("winchester"), Some((Weapon::CartridgeRifle, true)));
    assert_eq!(Weapon::by_maker("sharps"), Some((Weapon::CartridgeCarbine, false)));
}

#[rule("VCOM-13", "VCOM-14", "VGAP-22")]
#[test]
fn the_dice_table() {
    let row = |arm, weapon| {
        let r = dice(arm, weapon);
        (r.fire, r.melee, r.stationary_fire, r.stationary_melee)
    };
    assert_eq!(row(Arm::InfantryBrigade, Weapon::Smoothbore), (2, 4, 4, 6));
    assert_eq!(row(Arm::InfantryBrigade, Weapon::RifledMusket), (2, 4, 5, 7));
    assert_eq!(row(Arm::InfantryBrigade, Weapon::RifledCarbine), (2, 4, 5, 7));
    assert_eq!(row(Arm::InfantryBrigade, Weapon::CartridgeRifle), (2, 4, 6, 8));
    assert_eq!(row(Arm::DismountedCavalry, Weapon::CartridgeCarbine), (2, 3, 4, 5));
    assert_eq!(row(Arm::Battalion, Weapon::RifledField), (1, 1, 2, 2));
    assert_eq!(row(Arm::Battery, Weapon::RifledField), (1, 1, 1, 1));
    for (a, gap, n, on) in [
        (("ib", "cr", "state = \"stationary\""), 5.0, 6, 6),
        (("bn", "sf", "state = \"stationary\""), 3.0, 2, 4),
        (("bn", "sf", "state = \"stationary\""), 8.0, 2, 6),
        (("ib", "rm", ""), 3.0, 2, 6),
        (("ib", "rm", "state = \"stationary\"\nsp = 1"), 3.0, 5, 6),
        (("ib", "rm", "state = \"stationary\"\nsp = 6"), 3.0, 5, 6),
        (("is", "rm", ""), 3.0, 1, 6),
        (("cb", "rm", "state = \"dismounted\""), 3.0, 2, 6),
    ] {
        let f = fire(&range(a, INF, gap));
        assert_eq!((f["dice"].clone(), f["hits_on"].clone()), (json!(n), json!(on)), "{a:?}");
    }
    let w = world(
        "",
        &[],
        &[stand('u', "A", "cb", "rc", (30.0, 10.0, 0.0), ""), leader('u', "L", "division", (30.0, 10.0), "")],
    );
    assert_eq!(w.check("stationary {A}"), "VCOM-13");
    assert!(
        scenario("", &[], &[stand('u', "A", "is", "rm", (9.0, 9.0, 0.0), "state = \"stationary\"")]).is_err()
    );
    for (a, rule) in
        [(("cb", "rc", ""), "VCOM-14"), (("cs", "rc", ""), "VCOM-14"), (("mi", "rm", ""), "VGAP-41")]
    {
        assert_eq!(no(&range(a, INF, 2.0)), rule);
    }
}

#[rule("VCOM-15", "VCOM-23", "VCOM-25")]
#[test]
fn hits_and_saves() {
    let f = fire(&range(INF, INF, 3.0));
    let hits: Vec<f64> = f["hits"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
    let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
    assert!(near(hits[0], 25.0 / 36.0) && near(hits[1], 10.0 / 36.0) && near(hits[2], 1.0 / 36.0));
    let f = fire(&range(("ib", "rm", "state = \"disordered\""), INF, 3.0));
    assert_eq!(f["saves"], json!(["disordered firer"]));
    assert!(near(f["hits"][2].as_f64().unwrap(), 1.0 / 144.0), "a hit stays in half the cases");
    // In play: 6 and 6 hit, saves 4 and 3.
    let mut w = world(
        "phase = \"combat\"",
        &[],
        &[
            stand('u', "A", "ib", "rm", (30.0, 18.5, 0.0), "state = \"disordered\""),
            stand('c', "T", "ib", "sb", (30.0, 24.5, 180.0), ""),
        ],
    );
    w.play(&["attack {T} with {A}"], &[6, 6, 4, 3]);
    assert_eq!(w.piece("T").sp, 3);
    let mut w = world(
        "phase = \"combat\"",
        &[],
        &[
            stand('u', "A", "ib", "rm", (30.0, 18.5, 0.0), "state = \"stationary\""),
            stand('c', "T", "ib", "sb", (30.0, 24.5, 180.0), ""),
        ],
    );
    w.play(&["attack {T} with {A}"], &[6, 6, 5, 1, 1]);
    assert_eq!(w.piece("T").sp, 2);
}

#[rule("VCOM-16", "VCOM-18", "VGAP-35", "VMISC-11")]
#[test]
fn dedicated_guns() {
    let n = |a: (&str, &str, &str), gap: f64| {
        let f = fire(&range(a, INF, gap));
        f["groups"].as_array().map(|g| {
            g.iter()
                .map(|g| (g["kind"].as_str().unwrap().to_owned(), g["dice"].as_u64().unwrap()))
                .collect::<Vec<_>>()
        })
    };
    let (small, gun) = ("small-arms".to_owned(), "dedicated-gun".to_owned());
    assert_eq!(
        n(("ib", "rm", "guns = 1\nstate = \"stationary\""), 4.0),
        Some(vec![(small.clone(), 5), (gun.clone(), 1)])
    );
    assert_eq!(n(("ib", "sb", "guns = 1"), 3.0), Some(vec![(gun.clone(), 1)]));
    assert_eq!(n(("ib", "sb", "guns = 1"), 2.0), Some(vec![(small, 2), (gun.clone(), 1)]));
    assert_eq!(n(("cb", "rc", "guns = 1"), 4.0), Some(vec![(gun, 1)]));
    assert_eq!(no(&range(("cb", "rc", "guns = 1"), INF, 4.1)), "VCOM-10");
    let w = range(("ib", "rm", "guns = 1\nstate = \"stationary\""), INF, 4.0);
    assert_eq!(w.pos().melee_dice(w.id("A")), 8);
    let w = range(("cb", "rc", "guns = 1"), INF, 4.0);
    assert_eq!(w.pos().melee_dice(w.id("A")), 2);
    assert_eq!(w.piece("A").sp, 4, "a gun is no strength point");
    // In a forest the gun stays silent.
    let wood = feature("forest", &rect(28.0, 15.0, 32.0, 20.01), "");
    let w = position(
        "",
        &[&wood],
        &[
            stand('u', "A", "ib", "rm", (30.0, 18.5, 0.0), "guns = 1"),
            stand('c', "T", "ib", "rm", (30.0, 24.5, 180.0), ""),
        ],
    );
    assert_eq!(fire(&w)["dice"], json!(2));
}

#[rule("VCOM-17", "VGAP-34")]
#[test]
fn reinforcing_skirmishers() {
    let behind = |y: f64, more: &str, division: &str| {
        let w = position(
            "",
            &[],
            &[
                stand('u', "A", "ib", "rm", (30.0, 18.5, 0.0), ""),
                stand(
                    'u',
                    "S",
                    "is",
                    "rm",
                    (30.0, y, 0.0),
                    &format!("reinforces = \"A\"\n{division}\n{more}"),
                ),
                stand('c', "T", "ib", "rm", (30.0, 24.5, 180.0), ""),
            ],
        );
        let own = w.rule(json!({"ask": "fire", "by": "S", "at": "T"}));
        (fire(&w)["dice"].as_u64().unwrap(), w.pos().melee_dice(w.id("A")), own)
    };
    assert_eq!(behind(16.25, "", ""), (3, 5, "VGAP-34".into()));
    assert_eq!(behind(16.0, "", "").0, 2, "it must touch");
    assert_eq!(behind(16.25, "state = \"disordered\"", "").0, 2);
    assert_eq!(behind(16.25, "", "division = \"other\"").0, 2);
    let two = |n: usize| {
        let spots = [(30.0, 16.25, 0.0), (32.25, 18.5, 90.0), (27.75, 18.5, 270.0)];
        let mut stands = vec![
            stand('u', "A", "ib", "rm", (30.0, 18.5, 0.0), ""),
            stand('c', "T", "ib", "rm", (30.0, 24.5, 180.0), ""),
        ];
        for (k, spot) in spots.iter().enumerate().take(n) {
            stands.push(stand('u', &format!("S{k}"), "is", "rm", *spot, "reinforces = \"A\""));
        }
        fire(&position("", &[], &stands))["dice"].as_u64().unwrap()
    };
    assert_eq!((two(2), two(3)), (4, 4), "two at most");
    let mut w = world(
        "",
        &[],
        &[
            stand('u', "A", "ib", "rm", (30.0, 18.5, 0.0), ""),
            stand('u', "S", "is", "rm", (30.0, 16.25, 0.0), ""),
            leader('u', "L", "division", (30.0, 18.0), ""),
        ],
    );
    w.play(&["reinforce {S} {A}"], &[]);
    assert_eq!(w.pos().melee_dice(w.id("A")), 5);
}

#[rule("VCOM-19", "VMISC-19", "VCOM-22", "VGAP-50")]
#[test]
fn numbers_to_hit() {
    let on = |a: (&str, &str, &str), gap: f64| fire(&range(a, INF, gap))["hits_on"].as_u64().unwrap_or(0);
    assert_eq!(on(("is", "rm", "flags = [\"sharpshooter\"]"), 3.0), 5);
    assert_eq!(on(("is", "rm", ""), 3.0), 6);
    assert_eq!(
        (on(("ib", "cr", "flags = [\"repeating\"]"), 3.0), on(("ib", "cr", "flags = [\"repeating\"]"), 3.1)),
        (5, 6)
    );
    assert_eq!((on(("bn", "rf", ""), 4.0), on(("bn", "rf", ""), 4.1)), (5, 6));
    assert_eq!((on(("bn", "sf", ""), 4.0), on(("bn", "sf", ""), 4.1)), (4, 6));
    assert_eq!(no(&range(("bn", "sf", "state = \"limbered\""), INF, 3.0)), "VGAP-50");
}

#[rule("VCOM-24", "VCOM-26", "VCOM-27", "VGAP-39")]
#[test]
fn who_saves_against_fire() {
    let saves =
        |a: (&str, &str, &str), t: (&str, &str, &str), gap: f64| fire(&range(a, t, gap))["saves"].clone();
    assert_eq!(saves(("by", "rf", ""), INF, 3.0), json!(["battery"]));
    assert_eq!(saves(("by", "rf", "state = \"stationary\""), INF, 3.0), json!([]));
    let skirm = ("is", "rm", "");
    let guns = ("bn", "sf", "");
    assert_eq!(saves(INF, skirm, 3.0), json!(["open order"]));
    assert_eq!(saves(INF, guns, 3.0), json!(["open order"]));
    assert_eq!(saves(("bn", "rf", ""), guns, 3.0), json!(["open order"]));
    assert_eq!(saves(("bn", "smoothbore-heavy", ""), guns, 3.0), json!([]));
    assert_eq!(saves(("bn", "smoothbore-heavy", ""), skirm, 3.0), json!(["open order"]));
    assert_eq!(saves(INF, ("bn", "sf", "state = \"limbered\""), 3.0), json!([]));
    assert_eq!(
        saves(("ib", "rm", "state = \"disordered\""), skirm, 3.0),
        json!(["disordered firer", "open order"])
    );
    let crowded = |x: f64| {
        let w = position(
            "",
            &[],
            &[
                stand('u', "A", "ib", "rm", (30.0, 18.5, 0.0), ""),
                stand('c', "T", "is", "rm", (30.0, 23.75, 180.0), ""),
                stand('c', "F", "ib", "rm", (x, 24.5, 180.0), ""),
            ],
        );
        fire(&w)["saves"].clone()
    };
    assert_eq!(crowded(33.0), json!([]));
    assert_eq!(crowded(36.0), json!(["open order"]));
    // Two sources, two throws: a quarter of the hits stay.
    let f = fire(&range(("ib", "rm", "state = \"disordered\""), skirm, 3.0));
    assert!((f["hits"][2].as_f64().unwrap() - (1.0f64 / 24.0).powi(2)).abs() < 1e-12);
}

#[rule("VCOM-28")]
#[test]
fn cavalry_may_give_way() {
    let start = || {
        world(
            "phase = \"combat\"",
            &[],
            &[
                stand('u', "A", "ib", "rm", (30.0, 18.5, 0.0), ""),
                stand('c', "T", "cb", "rc", (30.0, 24.5, 180.0), "sp = 3"),
            ],
        )
    };
    let mut w = start();
    w.play(&["attack {T} with {A}"], &[6, 6]);
    assert_eq!(w.waits(), "give-way");
    assert_eq!(w.check("give-way 3"), "VCOM-28");
    w.play(&["give-way 2"], &[4, 1]);
    assert_eq!(
        (w.piece("T").sp, w.at("T"), w.facing("T")),
        (2, (30.0, 36.5), 180.0),
        "twelve inches whatever the dice show"
    );
    let mut w = start();
    w.play(&["attack {T} with {A}", "give-way 0"], &[6, 6]);
    assert_eq!((w.piece("T").sp, w.at("T")), (1, (30.0, 24.5)));
    let w = start();
    let f = w.ask(json!({"ask": "fire", "by": "A", "at": "T", "give_way": true}));
    assert_eq!(f["saves"], json!(["cavalry gives way"]));
}

#[rule("VMISC-3", "VMISC-5", "VMISC-6")]
#[test]
fn going_to_ground() {
    let mut w = world(
        "phase = \"combat\"",
        &[],
        &[
            stand('u', "A", "ib", "cr", (30.0, 18.5, 0.0), "state = \"stationary\""),
            stand('u', "M", "ib", "rm", (40.0, 18.5, 0.0), ""),
            stand('c', "T", "ib", "rm", (30.0, 24.5, 180.0), ""),
        ],
    );
    assert_eq!(w.waits(), "ground");
    assert_eq!(w.check("ground {M}"), "VMISC-3");
    assert_eq!(fire(&w)["dice"], json!(6));
    w.play(&["ground {A}"], &[]);
    assert!(!w.has("A", vnb::state::mark::STATIONARY));
    assert_eq!(fire(&w)["dice"], json!(2));
    assert_eq!(w.ask(json!({"ask": "fire", "by": "T", "at": "A"}))["saves"], json!(["gone to ground"]));
    let wood = feature("forest", &rect(28.0, 15.0, 32.0, 20.01), "");
    let w = position(
        "",
        &[&wood],
        &[
            stand('u', "A", "ib", "cr", (30.0, 18.5, 0.0), "state = \"gone-to-ground\""),
            stand('c', "T", "ib", "rm", (30.0, 24.5, 180.0), ""),
        ],
    );
    assert_eq!(
        w.ask(json!({"ask": "fire", "by": "T", "at": "A"}))["saves"],
        json!(["terrain", "gone to ground"])
    );
    let ground = world(
        "",
        &[],
        &[
            stand('u', "A", "ib", "cr", (30.0, 10.0, 0.0), "state = \"gone-to-ground\""),
            leader('u', "L", "division", (30.0, 10.0), ""),
        ],
    );
    assert_eq!(ground.check("stationary {A}"), "VMISC-5");
}

#[rule("VGAP-11")]
#[test]
fn the_firing_arc() {
    // Facing north at the origin of the check, front corners at (28.5, 20) and (31.5, 20).
    let at = |x: f64, y: f64| {
        let w = position(
            "",
            &[],
            &[
                stand('u', "A", "bn", "rf", (30.0, 19.25, 0.0), ""),
                stand('c', "T", "ib", "rm", (x, y, 180.0), ""),
            ],
        );
        w.ask(json!({"ask": "visible", "from": "A", "to": "T"}))["arc"].clone()
    };
    // The near corner of T is (x - 1.5, y + 1.5).
    assert_eq!(at(35.5, 21.5), json!("front"), "dx 2.5 against dy 3.0");
    assert_eq!(at(36.0, 21.5), json!("front"), "dx 3.0 against dy 3.0");
    assert_eq!(at(36.5, 21.5), json!("outside"), "dx 3.5 against dy 3.0");
    assert_eq!(at(30.0, 15.0), json!("outside"));
    let w = position(
        "",
        &[],
        &[leader('u', "A", "army", (30.0, 19.0), ""), stand('c', "T", "ib", "rm", (30.0, 30.0, 180.0), "")],
    );
    assert_eq!(w.ask(json!({"ask": "visible", "from": "A", "to": "T"}))["arc"], json!("none"));
    assert_eq!(w.rule(json!({"ask": "fire", "by": "A", "at": "T"})), "VGAP-36");
}

#[rule("VGAP-21", "VGAP-23", "VMOV-21")]
#[test]
fn who_may_fire_at_what() {
    // It is the Union turn: Confederate guns fire at close range only.
    let guns = |gap: f64| {
        let w = position(
            "",
            &[],
            &[
                stand('c', "A", "bn", "sf", (30.0, 19.25, 0.0), ""),
                stand('u', "T", "ib", "rm", (30.0, 21.5 + gap, 180.0), ""),
            ],
        );
        no(&w)
    };
    assert_eq!((guns(9.0), guns(4.0)), ("VGAP-21".into(), "ok".into()));
    assert_eq!(no(&range(("ib", "rm", "state = \"march-column\""), INF, 2.0)), "VMOV-21");
    assert_eq!(no(&range(("ib", "rm", "state = \"routed\""), INF, 2.0)), "VMOR-35");
    assert_eq!(no(&range(("ib", "rm", "state = \"rallied\""), INF, 2.0)), "VRAL-5");
    let contact = position(
        "",
        &[],
        &[
            stand('u', "A", "ib", "rm", (30.0, 18.5, 0.0), ""),
            stand('c', "E", "ib", "rm", (27.0, 18.5, 90.0), ""),
            stand('c', "T", "ib", "rm", (30.0, 23.5, 180.0), ""),
        ],
    );
    assert_eq!(no(&contact), "VGAP-23");
    let own = position(
        "",
        &[],
        &[
            stand('u', "A", "ib", "rm", (30.0, 18.5, 0.0), ""),
            stand('u', "T", "ib", "rm", (30.0, 23.5, 180.0), ""),
        ],
    );
    assert_eq!(no(&own), "VGAP-23");
    // A brigade that has moved fires with its normal dice.
    let mut w = world(
        "",
        &[],
        &[
            stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), ""),
            leader('u', "L", "division", (30.0, 10.0), ""),
            stand('c', "T", "ib", "sb", (30.0, 31.5, 180.0), ""),
        ],
    );
    w.play(&["move {A} 30.00,26.00@0"], &[]);
    assert_eq!(fire(&w)["dice"], json!(2));
}
