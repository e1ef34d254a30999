//! The combat rows of the terrain table: cover, garrisons, fire.

use serde_json::{Value, json};
use table::rule;
use vnb::ids::FeatureId;
use vnb::kinds::Level;
use vnb::terrain::Terrain;

use crate::common::*;

/// A fires north at T, whose edge is `gap` ahead.
fn fire_at(
    a: (&str, &str, &str),
    t: (&str, &str, &str),
    gap: f64,
    facing: f64,
    features: &[String],
) -> World {
    let square = |k: &str| matches!(k, "ib" | "cb" | "mi");
    let own = if square(a.0) { 1.5 } else { 0.75 };
    let depth = if square(t.0) { 1.5 } else { 0.75 };
    let refs: Vec<&str> = features.iter().map(String::as_str).collect();
    position(
        "",
        &refs,
        &[
            stand('u', "A", a.0, a.1, (30.0, 20.0 - own, 0.0), a.2),
            stand('c', "T", t.0, t.1, (30.0, 20.0 + gap + depth, facing), t.2),
        ],
    )
}
fn fire(w: &World) -> Value {
    w.ask(json!({"ask": "fire", "by": "A", "at": "T"}))
}
fn saved(w: &World) -> bool {
    let f = fire(w);
    f["saves"].as_array().unwrap_or_else(|| panic!("{f}")).contains(&json!("terrain"))
}
const INF: (&str, &str, &str) = ("ib", "rm", "");
const GUNS: (&str, &str, &str) = ("bn", "rf", "");
const SIEGE: (&str, &str, &str) = ("bn", "smoothbore-siege", "");

fn melee(a: (&str, &str, &str), t: (&str, &str, &str), features: &[String]) -> Value {
    let square = |k: &str| matches!(k, "ib" | "cb" | "mi");
    let own = if square(a.0) { 1.5 } else { 0.75 };
    let depth = if square(t.0) { 1.5 } else { 0.75 };
    let refs: Vec<&str> = features.iter().map(String::as_str).collect();
    let w = position(
        "",
        &refs,
        &[
            stand(
                'u',
                "A",
                a.0,
                a.1,
                (30.0, 22.0 - own, 0.0),
                &format!("charged = {{ target = \"T\", from = [30.0, 10.0] }}\n{}", a.2),
            ),
            stand('c', "T", t.0, t.1, (30.0, 22.0 + depth, 180.0), t.2),
        ],
    );
    w.ask(json!({"ask": "melee", "by": ["A"], "at": "T"}))["attacker"][0]["saves"].clone()
}

#[rule("VCOM-29", "VTER-12", "VTER-29", "VTER-19")]
#[test]
fn woods_and_rocks_shelter_against_fire() {
    let ground = |kind: &str| vec![feature(kind, &rect(25.0, 22.99, 35.0, 26.0), "")];
    for (t, kind, gives) in [
        (INF, "forest", true),
        (("is", "rm", ""), "forest", true),
        (("cb", "rc", ""), "forest", false),
        (("bn", "sf", "state = \"limbered\""), "forest", false),
        (INF, "broken-ground", false),
        (("is", "rm", ""), "broken-ground", true),
        (("cs", "rc", "state = \"dismounted\""), "broken-ground", true),
        (INF, "orchard", false),
    ] {
        assert_eq!(saved(&fire_at(INF, t, 3.0, 180.0, &ground(kind))), gives, "{t:?} {kind}");
    }
    assert_eq!(melee(INF, INF, &[feature("forest", &rect(25.0, 21.9, 35.0, 26.0), "")]), json!([]));
}

/// A line along T's front edge at y = 23, a hair before it.
fn before(kind: &str) -> Vec<String> {
    vec![feature(kind, "line = [[25, 22.8], [35, 22.8]]", "")]
}
/// Whether it shelters T from A's fire.
fn shelters(kind: &str, a: (&str, &str, &str), t: (&str, &str, &str)) -> bool {
    saved(&fire_at(a, t, 3.0, 180.0, &before(kind)))
}
/// A line between two who fight hand to hand.
fn between(kind: &str) -> Vec<String> {
    vec![feature(kind, "line = [[25, 21.8], [35, 21.8]]", "")]
}
const LIGHT: (&str, &str, &str) = ("cs", "rc", "");
const BATTALION: (&str, &str, &str) = ("bn", "sf", "");

#[rule("VTER-25")]
#[test]
fn field_works_shelter_foot_and_guns_from_all_but_siege_guns() {
    assert!(shelters("field-works", INF, INF) && shelters("field-works", GUNS, INF));
    assert!(shelters("field-works", INF, BATTALION));
    assert!(!shelters("field-works", SIEGE, INF) && !shelters("field-works", INF, LIGHT));
    assert_eq!(melee(INF, INF, &between("field-works")), json!(["terrain"]));
}

#[rule("VTER-39")]
#[test]
fn hasty_works_and_walls_shelter_from_small_arms() {
    for kind in ["hasty-works", "low-wall"] {
        assert!(shelters(kind, INF, INF) && shelters(kind, INF, BATTALION), "{kind}");
        assert!(!shelters(kind, GUNS, INF) && !shelters(kind, INF, LIGHT), "{kind}");
        assert_eq!(melee(INF, INF, &between(kind)), json!([]), "{kind}");
    }
}

#[rule("VTER-54")]
#[test]
fn a_sunken_road_shelters_but_not_from_infantry_in_melee() {
    assert!(shelters("sunken-road", INF, INF) && shelters("sunken-road", GUNS, INF));
    assert!(!shelters("sunken-road", SIEGE, INF));
    assert_eq!(melee(INF, INF, &between("sunken-road")), json!([]));
    assert_eq!(melee(("cb", "rc", ""), INF, &between("sunken-road")), json!(["terrain"]));
}

#[rule("VTER-12")]
#[test]
fn cover_is_of_four_kinds() {
    // Against everything, against fire, and against small arms.
    let wood = vec![feature("forest", &rect(25.0, 21.9, 35.0, 26.0), "")];
    assert_eq!(melee(INF, INF, &between("field-works")), json!(["terrain"]));
    assert_eq!(melee(INF, INF, &wood), json!([]));
    let wood = vec![feature("forest", &rect(25.0, 22.99, 35.0, 26.0), "")];
    assert!(saved(&fire_at(GUNS, INF, 3.0, 180.0, &wood)));
    assert!(!shelters("low-wall", GUNS, INF) && shelters("low-wall", INF, INF));
}

#[rule("VGAP-42")]
#[test]
fn works_shelter_the_front_edge_they_lie_along() {
    // On the front edge itself: against the front only.
    let on = vec![feature("low-wall", "line = [[25, 23], [35, 23]]", "")];
    assert!(saved(&fire_at(INF, INF, 3.0, 180.0, &on)));
    // More than half an inch away it shelters nobody.
    let far = vec![feature("low-wall", "line = [[25, 22.4], [35, 22.4]]", "")];
    assert!(!saved(&fire_at(INF, INF, 3.0, 180.0, &far)));
    // From behind there is no shelter: T faces away, its front and its wall on the far side.
    let beyond = vec![feature("low-wall", "line = [[25, 26.2], [35, 26.2]]", "")];
    assert!(!saved(&fire_at(INF, INF, 3.0, 0.0, &beyond)));
}

#[rule("VGAP-42")]
#[test]
fn closed_works_shelter_all_round() {
    let redoubt = |south: f64, north: f64| {
        let line =
            format!("line = [[28, {south}], [32, {south}], [32, {north}], [28, {north}], [28, {south}]]");
        vec![feature("field-works", &line, "")]
    };
    assert!(saved(&fire_at(INF, INF, 3.0, 0.0, &redoubt(22.9, 26.5))));
    // Its front edge on the far wall, fired at from behind: still inside.
    assert!(saved(&fire_at(INF, INF, 3.0, 0.0, &redoubt(22.5, 26.0))));
}

#[rule("VTER-36", "VTER-37", "VTER-38")]
#[test]
fn forts_in_combat() {
    for kind in ["fort", "fortress"] {
        let fort = vec![feature(kind, &rect(25.0, 22.99, 35.0, 30.0), "")];
        let far = vec![feature(kind, &rect(25.0, 28.99, 35.0, 36.0), "")];
        let rule = |a: (&str, &str, &str), gap: f64| {
            fire_at(a, INF, gap, 180.0, if gap < 5.0 { &fort } else { &far })
                .rule(json!({"ask": "fire", "by": "A", "at": "T"}))
        };
        assert_eq!(rule(INF, 3.0), "VTER-36");
        assert_eq!(rule(GUNS, 3.0), "VTER-36");
        assert_eq!(rule(("bn", "rifled-heavy", ""), 3.0), "ok");
        assert_eq!(rule(("bn", "rifled-heavy", ""), 9.0), "VTER-36");
        assert_eq!(rule(SIEGE, 9.0), "ok");
        assert!(saved(&fire_at(("bn", "rifled-heavy", ""), INF, 3.0, 180.0, &fort)));
        assert!(!saved(&fire_at(SIEGE, INF, 3.0, 180.0, &fort)));
        assert!(saved(&fire_at(SIEGE, INF, 9.0, 180.0, &far)));
        assert_eq!(melee(INF, INF, &[feature(kind, &rect(25.0, 21.9, 35.0, 30.0), "")]), json!(["terrain"]));
    }
}

#[rule("VTER-11", "VTER-30", "VTER-63")]
#[test]
fn who_does_not_attack_from_inside() {
    let town = feature("town", &rect(28.5, 17.0, 31.5, 20.0), "name = \"Town\"");
    let woods = feature("forest", &rect(25.0, 15.0, 35.0, 22.0), "");
    let in_features = |features: &[&str], kind: &str, weapon: &str, more: &str| {
        let w = position(
            "",
            features,
            &[
                garrison('u', "A", kind, weapon, "Town", more),
                stand('c', "T", "ib", "rm", (30.0, 24.5, 180.0), ""),
            ],
        );
        (w.rule(json!({"ask": "fire", "by": "A", "at": "T"})), w.pos().melee_dice(w.id("A")))
    };
    let rule = |kind: &str, weapon: &str, more: &str| in_features(&[&town], kind, weapon, more);
    assert_eq!(rule("bn", "sf", ""), ("VTER-11".into(), 0));
    // The wood round a block is named before the block.
    assert_eq!(in_features(&[&town, &woods], "bn", "sf", ""), ("VTER-30".into(), 0));
    assert_eq!(in_features(&[&town, &woods], "cb", "rc", ""), ("VTER-11".into(), 0));
    assert_eq!(rule("cb", "rc", "guns = 1"), ("VTER-11".into(), 0));
    assert_eq!(rule("ib", "rm", "").0, "ok");
    let wood = vec![feature("forest", &rect(25.0, 15.0, 35.0, 20.2), "")];
    assert_eq!(
        fire_at(GUNS, INF, 3.0, 180.0, &wood).rule(json!({"ask": "fire", "by": "A", "at": "T"})),
        "VTER-30"
    );
}

#[rule("VTER-62", "VTER-64", "VTER-65")]
#[test]
fn garrisons_of_towns() {
    let town = feature("town", &rect(28.5, 20.0, 31.5, 23.0), "name = \"Town\"");
    let side = |state: &str| {
        let w = position(
            "",
            &[&town],
            &[
                garrison('c', "T", "ib", "rm", "Town", state),
                stand('u', "A", "ib", "rm", (30.0, 16.0, 0.0), ""),
            ],
        );
        w.ask(json!({"ask": "fire", "by": "T", "at": "A"}))["dice"].clone()
    };
    assert_eq!((side("state = \"stationary\""), side("")), (json!(2), json!(1)), "a quarter of 5, of 2");
    let four = [(30.0, 18.5, 0.0), (27.0, 21.5, 90.0), (30.0, 24.5, 180.0), (33.0, 21.5, 270.0)];
    let mut stands = vec![garrison('c', "T", "ib", "rm", "Town", "state = \"stationary\"")];
    stands.extend(four.iter().enumerate().map(|(k, spot)| {
        stand('u', &format!("A{k}"), "ib", "rm", *spot, "charged = { target = \"T\", from = [30.0, 10.0] }")
    }));
    let w = position("", &[&town], &stands);
    let m = w.ask(json!({"ask": "melee", "by": ["A0", "A1", "A2", "A3"], "at": "T"}));
    let dice: Vec<u64> =
        m["defender"].as_array().unwrap().iter().map(|d| d["dice"].as_u64().unwrap()).collect();
    assert_eq!(dice, [2, 2, 2, 1], "seven in all");
    // Never flanked, and the charger gains nothing.
    let mods = |name: &str| w.ask(json!({"ask": "morale", "stand": name}))["modifiers"].clone();
    assert_eq!(mods("T"), json!([{"name": "defending a building or works", "value": 1, "rule": "VMOR-10"}]));
    assert_eq!(mods("A2"), json!([]));
    // Three skirmishers: three tests, one combat.
    let mut stands: Vec<String> =
        (0..3).map(|k| garrison('c', &format!("S{k}"), "is", "rm", "Town", "sp = 1")).collect();
    stands.push(stand(
        'u',
        "A",
        "ib",
        "rm",
        (30.0, 18.5, 0.0),
        "charged = { target = \"S0\", from = [30.0, 10.0] }",
    ));
    let mut w = world("phase = \"combat\"", &[&town], &stands);
    assert!(
        (0..3).all(|k| w.ask(json!({"ask": "morale", "stand": format!("S{k}")}))["tests"] == json!(true))
    );
    assert_eq!(
        w.ask(json!({"ask": "melee", "by": ["A"], "at": "S0"}))["casualties"]["defender"]
            .as_array()
            .unwrap()
            .len(),
        4
    );
    // Two hits to share out: the owner chooses who falls.
    w.play(&["attack {S0}"], &[6, 6, 1, 1, 1]);
    assert_eq!(w.waits(), "share");
    w.play(&["lose {S1}", "lose {S2}"], &[]);
    assert!(w.piece("S0").on_table() && !w.piece("S1").on_table() && !w.piece("S2").on_table());
    assert_eq!(w.level("S0"), Level::Disordered, "the garrison lost and leaves");
    assert_eq!(w.piece("S0").garrison, FeatureId::NONE);
}

#[rule("VTER-68", "VTER-69")]
#[test]
fn stone_buildings() {
    let town =
        |more: &str| feature("town", &rect(28.5, 20.0, 31.5, 23.0), &format!("name = \"Town\"\n{more}"));
    let stone = town("construction = \"stone\"");
    let at = |town: &str, kind: &str, weapon: &str, phasing: &str| {
        let depth = if kind == "ib" { 1.5 } else { 0.75 };
        let w = position(
            &format!("phasing = \"{phasing}\""),
            &[town],
            &[
                garrison('c', "T", "ib", "rm", "Town", ""),
                stand('u', "A", kind, weapon, (30.0, 17.0 - depth, 0.0), ""),
            ],
        );
        let f = w.ask(json!({"ask": "fire", "by": "A", "at": "T"}));
        (
            w.rule(json!({"ask": "fire", "by": "A", "at": "T"})),
            f["hits_on"].clone(),
            w.ask(json!({"ask": "morale", "stand": "T"}))["tests"].clone(),
        )
    };
    assert_eq!(at(&stone, "ib", "rm", "union").0, "VTER-68");
    assert_eq!(at(&stone, "bn", "sf", "union"), ("ok".into(), json!(6), json!(false)));
    assert_eq!(at(&stone, "bn", "sf", "confederate").0, "VTER-69");
    let wooden = town("");
    assert_eq!(at(&wooden, "bn", "sf", "union"), ("ok".into(), json!(4), json!(true)));
    assert_eq!(at(&wooden, "ib", "rm", "union").0, "ok");
    let w = position(
        "",
        &[&stone],
        &[
            garrison('c', "T", "ib", "rm", "Town", ""),
            stand(
                'u',
                "A",
                "ib",
                "rm",
                (30.0, 18.5, 0.0),
                "charged = { target = \"T\", from = [30.0, 10.0] }",
            ),
        ],
    );
    assert_eq!(
        w.ask(json!({"ask": "melee", "by": ["A"], "at": "T"}))["attacker"][0]["saves"],
        json!([]),
        "melee as usual"
    );
}

#[rule("VTER-70", "VTER-71", "VTER-72", "VTER-73")]
#[test]
fn buildings_burn() {
    let start = |more: &str| {
        let farm = feature("village", &rect(28.5, 20.0, 31.5, 21.5), &format!("name = \"Farm\"\n{more}"));
        world(
            "phase = \"combat\"\nturn = 3\nturns = 9",
            &[&farm],
            &[
                stand('u', "G", "bn", "sf", (30.0, 12.0, 0.0), ""),
                stand('u', "H", "bn", "sf", (34.0, 12.0, 0.0), ""),
                garrison('c', "S", "is", "sb", "Farm", "sp = 2"),
                stand('c', "X", "ib", "sb", (70.0, 60.0, 0.0), ""),
            ],
        )
    };
    // Two battalions fire: two dice to hit, one die for the fire.
    let mut w = start("");
    w.play(&["attack {S} with {G},{H}"], &[1, 1, 6]);
    assert_eq!(w.state.building(FeatureId::new(0)).burning_since, 3);
    assert_eq!((w.piece("S").garrison, w.level("S")), (FeatureId::NONE, Level::Disordered));
    assert!(w.at("S").1 > 25.0, "away from the nearest enemy");
    // Nobody goes in while it burns.
    w.play(&["end"], &[]);
    assert_eq!(
        (w.state.turn, w.state.building(FeatureId::new(0)).burnt_out),
        (4, false),
        "no roll in turn 3"
    );
    w.play(&["end", "end"], &[]);
    assert_eq!(w.state.turn, 5, "no roll in turn 4");
    w.play(&["end"], &[]);
    w.play(&["end"], &[5]);
    assert!(w.state.building(FeatureId::new(0)).burnt_out, "a 5 is enough for a village");
    let p = vnb::geometry::Pt::cents(3000, 2050);
    assert!(
        w.pos().feature_at(p, Terrain::BrokenGround).is_some()
            && w.pos().feature_at(p, Terrain::Village).is_none()
    );
    // Burnt out it hides what is behind it.
    let mut unlucky = start("");
    unlucky.play(&["attack {S} with {G}"], &[1, 5]);
    assert_eq!(unlucky.state.building(FeatureId::new(0)).burning_since, 0);
    let mut stone = start("construction = \"stone\"");
    stone.play(&["attack {S} with {G}"], &[1]);
    assert_eq!(stone.state.building(FeatureId::new(0)).burning_since, 0, "stone does not burn");
}

#[rule("VTER-20")]
#[test]
fn skirmishers_hold_broken_ground_against_cavalry() {
    let rough = feature("broken-ground", &rect(25.0, 18.0, 35.0, 30.0), "");
    let mut w = world(
        "",
        &[&rough],
        &[
            stand('u', "A", "cb", "rc", (30.0, 12.0, 0.0), ""),
            leader('u', "L", "division", (30.0, 12.0), ""),
            stand('c', "S", "is", "rm", (30.0, 19.0, 180.0), "sp = 2"),
        ],
    );
    w.play(&["charge {A} {S} @0"], &[]);
    assert!(w.pos().contact(w.id("A"), w.id("S")) && w.piece("S").on_table(), "not ridden down");
    // Both pass; two dice against one: the skirmisher wins by a hit and withdraws all the same.
    w.play(&["end", "attack {S}"], &[1, 1, 1, 1, 6]);
    assert_eq!(w.level("S"), Level::Good);
    assert_eq!(w.at("S").1, 27.0);
}

#[rule("VTER-20", "VMOR-12")]
#[test]
fn skirmishers_in_broken_ground_stand_up_to_horse_as_close_order_infantry() {
    let rough = feature("broken-ground", &rect(14.0, 14.0, 28.0, 26.0), "");
    let meet = |ground: &[&str], kind: &str, charger: &str| {
        let at = if kind == "cs" { 18.5 } else { 17.75 };
        position(
            "phase = \"combat\"\nphasing = \"confederate\"",
            ground,
            &[
                stand('u', "S", "is", "rm", (20.0, 20.0, 180.0), "sp = 1\nmorale = 4"),
                stand(
                    'c',
                    "C",
                    kind,
                    "rc",
                    (20.0, at, 0.0),
                    &format!(
                        "sp = 3\nmorale = 4\ncharged = {{ target = \"S\", from = [20.0, 8.0] }}\n{charger}"
                    ),
                ),
            ],
        )
    };
    let odds = |w: &World| {
        let morale = w.ask(json!({"ask": "morale", "stand": "S"}));
        let melee = w.ask(json!({"ask": "melee", "by": ["C"], "at": "S"}));
        let chance = (melee["attacker_wins"].as_f64().unwrap() * 1e8).round() / 1e8;
        (
            morale["needs"].as_i64(),
            melee["tie"]["attacker"].as_i64(),
            melee["tie"]["defender"].as_i64(),
            chance,
        )
    };
    let shaken = "state = \"disordered\"";
    assert_eq!(odds(&meet(&[&rough], "cb", shaken)), (Some(4), Some(4), Some(4), 0.50983796));
    // On open ground they are ridden over: -1 for the test, -2 for the tie.
    assert_eq!(odds(&meet(&[], "cb", shaken)), (Some(3), Some(4), Some(1), 0.7962963));
    for kind in ["cs", "mi"] {
        let (needs, _, tie, _) = odds(&meet(&[&rough], kind, ""));
        assert_eq!((needs, tie), (Some(4), Some(4)), "{kind}");
        let (needs, _, tie, _) = odds(&meet(&[], kind, ""));
        assert_eq!((needs, tie), (Some(3), Some(1)), "{kind} on open ground");
    }
}
