//! Hood Strikes North, Advanced Game: Union forts.

use table::{Side, rule};

use super::field::{field, modifier};
use super::world::World;

fn nashville(class: &str) -> World {
    let fort = format!("[[campaign.fort]]\nhex = \"0605\"\nclass = {class:?}");
    field().settings("advanced = true").scenario(&fort)
}

#[rule("GHSN-38")]
#[test]
fn two_classes_of_forts() {
    for (class, value) in [("A", 2), ("B", 1)] {
        let game = nashville(class).infantry("c", "Lion", "0606", 8, "").set();
        let fort = &game.setup.forts[0];
        assert_eq!((fort.combat, fort.artillery), (value * 4, value));
    }
    let faults = nashville("C").infantry("c", "Lion", "0606", 8, "").faults();
    assert!(faults.contains("expected one of A, B"), "{faults}");
}

#[rule("GHSN-39")]
#[test]
fn a_fort_helps_its_defenders() {
    let game = nashville("A")
        .infantry("u", "Target", "0605", 6, "artillery = 3")
        .infantry("c", "Lion", "0606", 8, "artillery = 0")
        .set();
    let plan = game.plan("Lion", "0605", "normal");
    assert_eq!(plan["defender_value"], 11.0, "6 x 1.5 + 2");
    assert_eq!(plan["chart_value"], 8.0, "6 + 2 without the works");
    // 3 x 1.5 rounded up is 5, and the fort's 2.
    let hex = game.hex("0605");
    assert_eq!(game.pos().hex_defence(hex), 44);
    assert!(modifier(&plan, "artillery") < 0, "{plan}");
    // Only the Union's: a Confederate in such a hex gains nothing once it has fallen.
    assert!(game.pos().in_redoubt(hex, Side::Union) && !game.pos().in_redoubt(hex, Side::Confederate));
}

#[rule("GHSN-39")]
#[test]
fn an_empty_fort_defends_alone_and_falls_for_good() {
    let world = || nashville("B").infantry("c", "Lion", "0606", 8, "tactical = 3");
    let mut game = world().set();
    let (hex, near) = (game.hex("0605"), game.hex("0604"));
    assert!(!game.state.in_any_enemy_zoc(&game.setup, Side::Confederate, near), "no zone of control");
    game.marching("Lion", 8);
    assert_eq!(game.refused("move 0605"), "GHSN-39", "it keeps them out");
    assert!(game.offers("attack 0605"));
    let plan = game.plan("Lion", "0605", "normal");
    assert_eq!((plan["defender_value"].as_f64(), plan["chart_value"].as_f64()), (Some(1.0), Some(1.0)));
    // The worst dice: it stands and nobody enters.
    let mut lucky = game.copy();
    lucky.strike("0605", "column", &[1, 6]);
    assert!(lucky.state.fort(&lucky.setup, hex).is_some(), "{}", lucky.combat());
    // A loss of 1 is enough.
    game.strike("0605", "normal", &[6, 1]);
    assert!(game.state.fort(&game.setup, hex).is_none(), "{}", game.combat());
    assert!(game.happened("fort"));
    assert!(game.offers("advance Lion"));
    game.play("advance Lion", &[]);
    assert_eq!(game.at("Lion"), "0605");
    assert!(!game.pos().in_redoubt(hex, Side::Union), "for good");
}

#[rule("GHSN-39")]
#[test]
fn nobody_retreats_or_advances_into_a_standing_fort() {
    // The garrison is driven out; the fort still stands and must be taken for itself.
    let mut game = nashville("B")
        .infantry("u", "Target", "0605", 1, "")
        .infantry("c", "Lion", "0606", 11, "tactical = 5")
        .set();
    let hex = game.hex("0605");
    game.marching("Lion", 8);
    game.strike("0605", "normal", &[6, 1]);
    if game.unit("Target").is_on_map() || game.state.retreat().is_some() {
        game.flee();
    }
    assert!(game.state.side_in(&game.setup, hex).is_none(), "{}", game.combat());
    assert!(game.state.fort(&game.setup, hex).is_some());
    assert!(!game.offered().iter().any(|order| order.starts_with("advance")), "{:?}", game.offered());
    // A Confederate who has to retreat finds the hex shut.
    let mut game =
        nashville("A").infantry("c", "Lion", "0606", 5, "").infantry("u", "Wolf", "0607", 9, "").set();
    let answer = game
        .ask(serde_json::json!({"ask": "retreat", "units": ["Lion"], "active": "0607", "kind": "retreat"}));
    assert!(answer["first"].get("0605").is_none(), "{answer}");
    let mut driven = nashville("A")
        .infantry("c", "Lion", "0606", 9, "")
        .infantry("u", "Wolf", "0607", 9, "tactical = 5")
        .set();
    driven.marching("Wolf", 8);
    driven.strike("0606", "normal", &[4, 3]);
    assert_eq!(driven.asks(), "retreat-hex", "{}", driven.combat());
    assert_eq!(driven.refused("retreat 0605"), "GHSN-39");
    let fallen = 1;
    game.state.campaign.fallen_forts = fallen;
    let answer = game
        .ask(serde_json::json!({"ask": "retreat", "units": ["Lion"], "active": "0607", "kind": "retreat"}));
    assert!(answer["first"].get("0605").is_some(), "{answer}");
}
