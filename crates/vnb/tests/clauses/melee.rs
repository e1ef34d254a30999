//! Melee dice, ties and their odds.

use serde_json::{Value, json};
use table::rule;

use crate::common::*;

fn charge(
    a: (&str, &str, &str),
    t: (&str, &str, &str),
    facing: f64,
    features: &[&str],
    more: &[String],
) -> World {
    let square = |k: &str| matches!(k, "ib" | "cb" | "mi");
    let depth = if square(t.0) || facing.rem_euclid(180.0) != 0.0 { 1.5 } else { 0.75 };
    let own = if square(a.0) { 1.5 } else { 0.75 };
    let from = format!("charged = {{ target = \"T\", from = [30.0, 10.0] }}\n{}", a.2);
    let mut stands = vec![
        stand('u', "A", a.0, a.1, (30.0, 20.0 - own, 0.0), &from),
        stand('c', "T", t.0, t.1, (30.0, 20.0 + depth, facing), t.2),
    ];
    stands.extend_from_slice(more);
    position("options = [\"poorly-trained\"]\ndate = \"1861-07-21\"", features, &stands)
}
fn melee(w: &World) -> Value {
    w.ask(json!({"ask": "melee", "by": ["A"], "at": "T"}))
}
const INF: (&str, &str, &str) = ("ib", "rm", "");

/// Dice of the charger and what they hit on.
fn swing(a: (&str, &str, &str), t: (&str, &str, &str)) -> (u64, u64) {
    let m = melee(&charge(a, t, 180.0, &[], &[]));
    (m["attacker"][0]["dice"].as_u64().unwrap(), m["attacker"][0]["hits_on"].as_u64().unwrap())
}
/// Dice of the charged and what they hit on.
fn answer(t: (&str, &str, &str)) -> (u64, u64) {
    let m = melee(&charge(INF, t, 180.0, &[], &[]));
    (m["defender"][0]["dice"].as_u64().unwrap(), m["defender"][0]["hits_on"].as_u64().unwrap())
}
const SHAKEN: (&str, &str, &str) = ("ib", "rm", "state = \"disordered\"");

#[rule("VMOV-20")]
#[test]
fn columns_fight_hand_to_hand() {
    assert_eq!(swing(("ib", "rm", "state = \"march-column\""), INF), (4, 6));
}

#[rule("VCOM-20")]
#[test]
fn cartridge_weapons_hit_the_disordered_with_five() {
    assert_eq!((swing(("ib", "cr", ""), SHAKEN), swing(("ib", "cr", ""), INF)), ((4, 5), (4, 6)));
    assert_eq!(swing(("ib", "cr", "state = \"disordered\""), SHAKEN), (4, 5));
    assert_eq!(swing(INF, SHAKEN), (4, 6), "muskets do not");
}

#[rule("VCOM-21")]
#[test]
fn ordered_cavalry_hits_the_disordered_with_five() {
    assert_eq!((swing(("cb", "rc", ""), SHAKEN), swing(("cb", "rc", ""), INF)), ((2, 5), (2, 6)));
    assert_eq!(swing(("cb", "rc", "state = \"disordered\""), SHAKEN), (2, 6));
    assert_eq!(swing(("cs", "rc", ""), SHAKEN), (2, 5));
    assert_eq!(swing(("cb", "rc", "state = \"dismounted\""), SHAKEN), (3, 6), "not on foot");
}

#[rule("VCOM-22")]
#[test]
fn battalion_guns_in_melee() {
    assert_eq!((answer(("bn", "sf", "")), answer(("bn", "rf", ""))), ((1, 4), (1, 5)));
    assert_eq!(answer(("bn", "rf", "state = \"stationary\"")), (2, 5));
    assert_eq!(answer(("by", "sf", "")).1, 6, "batteries need a six");
}

#[rule("VGAP-50")]
#[test]
fn limbered_guns_have_one_die_and_a_six() {
    assert_eq!(answer(("bn", "sf", "state = \"limbered\"")), (1, 6));
}

#[rule("VGAP-41")]
#[test]
fn mounted_infantry_strikes_as_cavalry_skirmishers() {
    assert_eq!((swing(("mi", "rc", ""), SHAKEN), swing(("mi", "rc", ""), INF)), ((2, 5), (2, 6)));
}

#[rule("VRAL-5")]
#[test]
fn the_rallied_strike_nobody() {
    assert_eq!(answer(("ib", "rm", "state = \"rallied\"")).0, 0);
    assert_eq!(answer(("is", "rm", "flags = [\"sharpshooter\"]")), (1, 6), "others do");
}

#[rule("VCOM-24", "VCOM-25", "VCOM-26")]
#[test]
fn saves_in_melee() {
    let saves = |a: (&str, &str, &str), t: (&str, &str, &str)| {
        let m = melee(&charge(a, t, 180.0, &[], &[]));
        (m["attacker"][0]["saves"].clone(), m["defender"][0]["saves"].clone())
    };
    assert_eq!(
        saves(("ib", "rm", "state = \"disordered\""), INF),
        (json!(["disordered attacker"]), json!([]))
    );
    assert_eq!(saves(INF, ("by", "sf", "")), (json!([]), json!(["battery"])));
    assert_eq!(
        saves(INF, ("by", "sf", "state = \"limbered\"")),
        (json!([]), json!(["battery"])),
        "not stationary"
    );
    assert_eq!(saves(INF, ("is", "rm", "")), (json!([]), json!([])), "open order is for fire");
}

#[rule("VTER-65")]
#[test]
fn a_garrison_that_attacks_uses_one_side() {
    let town =
        feature("town", "polygon = [[28.5, 20], [31.5, 20], [31.5, 23], [28.5, 23]]", "name = \"Block\"");
    let w = position(
        "",
        &[&town],
        &[
            stand('u', "A", "ib", "rm", (30.0, 18.5, 0.0), ""),
            stand('c', "T", "ib", "rm", (10.0, 10.0, 0.0), "state = \"stationary\"\ngarrison = \"Block\""),
        ],
    );
    let m = w.ask(json!({"ask": "melee", "by": ["T"], "at": "A"}));
    assert_eq!((m["attacker"][0]["dice"].clone(), m["defender"][0]["dice"].clone()), (json!(2), json!(4)));
}

#[rule("VCOM-31", "VCOM-32", "VCOM-33", "VGAP-24")]
#[test]
fn the_odds_of_a_melee() {
    let m = melee(&charge(INF, INF, 180.0, &[], &[]));
    let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
    let sum =
        ["attacker_wins", "defender_wins", "neither"].iter().map(|k| m[*k].as_f64().unwrap()).sum::<f64>();
    assert!(near(sum, 1.0));
    // Equal stands: even chances.
    assert_eq!((m["tie"]["attacker"].clone(), m["tie"]["defender"].clone()), (json!(4), json!(4)));
    assert!(near(m["tie"]["attacker_wins"].as_f64().unwrap(), 0.5));
    assert!(near(m["attacker_wins"].as_f64().unwrap(), m["defender_wins"].as_f64().unwrap()));
    // One point of difference: 21 of the 30 throws that decide.
    let m = melee(&charge(("ib", "rm", "morale = 5"), INF, 180.0, &[], &[]));
    assert!(near(m["tie"]["attacker_wins"].as_f64().unwrap(), 21.0 / 31.0));
    // Both with one strength point: each may die, and both may.
    let m = melee(&charge(("ib", "rm", "sp = 1"), ("ib", "rm", "sp = 1"), 180.0, &[], &[]));
    let miss = (5.0f64 / 6.0).powi(4);
    assert!(near(m["neither"].as_f64().unwrap(), (1.0 - miss) * (1.0 - miss)));
    assert_eq!(m["casualties"]["defender"].as_array().unwrap().len(), 2);
    let apart = position(
        "",
        &[],
        &[
            stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), ""),
            stand('c', "T", "ib", "rm", (30.0, 20.0, 180.0), ""),
        ],
    );
    assert_eq!(apart.rule(json!({"ask": "melee", "by": ["A"], "at": "T"})), "VGAP-24");
}

#[rule("VCOM-34", "VCOM-35", "VCOM-37")]
#[test]
fn tie_modifiers() {
    // Modified morale of the defender plus its tie modifiers, minus the base of 4.
    let tie = |a: (&str, &str, &str), t: (&str, &str, &str), facing: f64, more: &[String]| {
        let m = melee(&charge(a, t, facing, &[], more));
        (m["tie"]["attacker"].as_i64().unwrap() - 4, m["tie"]["defender"].as_i64().unwrap() - 4)
    };
    let horse = ("cb", "rc", "");
    // Morale: not secure -1; tie: -2.
    assert_eq!(tie(horse, INF, 180.0, &[]).1, -3);
    // Stationary: still -1 morale, but +2 in a tie.
    assert_eq!(tie(horse, ("ib", "rm", "state = \"stationary\""), 180.0, &[]).1, 1);
    // Contacted on an open flank: -1 insecure, -1 flank, -2 in spite of the marker.
    assert_eq!(tie(horse, ("ib", "rm", "state = \"stationary\""), 0.0, &[]).1, -4);
    let back = stand('c', "F", "ib", "rm", (30.0, 24.5, 0.0), "");
    assert_eq!(tie(horse, INF, 180.0, &[back]).1, 2);
    let friend = stand('c', "F", "ib", "rm", (33.0, 21.5, 180.0), "");
    assert_eq!(
        tie(INF, ("bn", "sf", ""), 180.0, std::slice::from_ref(&friend)).1,
        1,
        "supported guns against infantry"
    );
    assert_eq!(
        tie(horse, ("bn", "sf", "state = \"stationary\""), 180.0, &[friend]).1,
        -2,
        "guns against cavalry"
    );
    let raw = ("ib", "rm", "flags = [\"poorly-trained\"]");
    assert_eq!(tie(INF, raw, 180.0, &[]).0, 2);
    assert_eq!(tie(INF, ("ib", "rm", "flags = [\"poorly-trained\", \"elites\"]"), 180.0, &[]).0, 0);
    assert_eq!(tie(raw, raw, 180.0, &[]).0, 0);
    // Cavalry that touches the attacker from behind counts, though it is not in this melee.
    let rider = stand('c', "R", "cb", "rc", (30.0, 15.5, 0.0), "");
    // Morale: -1 not secure, -1 flank; tie -2.
    assert_eq!(tie(INF, INF, 180.0, &[rider]).0, -4);
    // Militia are disordered for good: -1 on their own morale.
    assert_eq!(tie(INF, ("ib", "rm", "flags = [\"militia\"]"), 180.0, &[]), (2, -1));
}

#[rule("VGAP-20")]
#[test]
fn all_dice_go_at_one() {
    let mut w = world(
        "phase = \"combat\"",
        &[],
        &[
            stand(
                'u',
                "A",
                "ib",
                "rm",
                (28.5, 18.5, 0.0),
                "charged = { target = \"T\", from = [28.5, 10.0] }",
            ),
            stand(
                'u',
                "B",
                "ib",
                "rm",
                (31.5, 18.5, 0.0),
                "charged = { target = \"T\", from = [31.5, 10.0] }",
            ),
            stand('c', "T", "ib", "rm", (30.0, 21.5, 180.0), ""),
        ],
    );
    w.play(&["attack {T}"], &[]);
    assert_eq!(w.waits(), "answer");
    // Eight dice of the attackers, four of the defender, all at B.
    w.play(&["answer {B}"], &[6, 6, 1, 1, 1, 1, 1, 1, 6, 1, 1, 1]);
    assert_eq!((w.piece("A").sp, w.piece("B").sp, w.piece("T").sp), (4, 3, 2));
}
