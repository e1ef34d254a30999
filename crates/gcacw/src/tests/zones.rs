//! 2.4: zones of control, normal and restricted.

use serde_json::json;
use table::{Side, rule};

use super::world;
use super::world::{Game, World};

/// The six hexes around 0505.
const AROUND: [&str; 6] = ["0404", "0405", "0504", "0506", "0604", "0605"];

/// A lone Union unit in 0505.
fn ward() -> World {
    world().infantry("u", "Ward", "0505", 6, "")
}

fn zoc(world: World) -> (Vec<String>, Vec<String>) {
    let answer = world.set().ask(json!({"ask": "zoc", "side": "union"}));
    let list =
        |key: &str| answer[key].as_array().unwrap().iter().map(|h| h.as_str().unwrap().to_owned()).collect();
    (list("normal"), list("restricted"))
}

fn normal(world: World, hex: &str) -> bool {
    zoc(world).0.contains(&hex.to_owned())
}

#[rule("G2.4-1")]
#[test]
fn a_unit_in_any_state_controls_the_six_hexes_around_it() {
    let worn = "fatigue = 4\nexhausted = true\ndisorganized = true\ndemoralized = 2";
    let (normal, restricted) = zoc(world().infantry("u", "Ward", "0505", 1, worn));
    assert_eq!(normal, AROUND);
    assert!(restricted.is_empty());
}

#[rule("G2.4-2")]
#[test]
fn leaders_and_markers_control_nothing() {
    let mut game = world()
        .infantry("u", "Ward", "0505", 6, "command = \"XX\"")
        .leader("u", "corps", "Hooker", "XX", "Ward", "tactical = 3\ncommand_value = 4")
        .scenario("[[marker]]\nkind = \"flanks-refused\"\nhex = \"0909\"\nside = \"union\"")
        .set();
    assert_eq!(game.ask(json!({"ask": "zoc", "side": "union"}))["normal"], json!(AROUND));
    // Without his unit the leader's hex exerts nothing.
    let id = game.id("Ward");
    game.state.lift(id, crate::Whereabouts::Retreating);
    assert_eq!(game.ask(json!({"ask": "zoc", "side": "union"}))["normal"], json!([]));
}

#[rule("G2.4-3")]
#[test]
fn zones_cross_rivers_only_at_crossings() {
    for river in ["minor-river", "major-river"] {
        assert!(!normal(ward().water(river, &["0505/0506"]), "0506"), "{river}");
        for crossing in ["ford", "dam", "ferry", "bridge"] {
            let world = ward().water(river, &["0505/0506"]).crossing(crossing, "0505/0506");
            assert!(normal(world, "0506"), "{crossing} over a {river}");
        }
    }
    let rain = ward().water("minor-river", &["0505/0506"]).crossing("ford", "0505/0506");
    assert!(!normal(rain.scenario("[weather]\nrain = true"), "0506"), "a ford in rain");
}

#[rule("G2.4-4")]
#[test]
fn zones_enter_and_leave_mountains_and_swamps_only_along_ways() {
    for closed in ["mountain", "swamp"] {
        assert!(!normal(ward().terrain(closed, &["0506"]), "0506"), "{closed}");
        for way in ["trail", "road", "pike", "railroad"] {
            let world = ward().terrain(closed, &["0506"]).way(way, &["0505", "0506"]);
            assert!(normal(world, "0506"), "{way} into {closed}");
        }
        let (out, restricted) = zoc(ward().terrain(closed, &["0505"]).way("road", &["0505", "0504"]));
        assert_eq!((out, restricted), (vec!["0504".to_owned()], vec![]), "out of {closed}");
    }
    assert!(normal(ward().terrain("provisional-swamp", &["0506"]), "0506"), "dry, it is rough");
    let wet = ward().terrain("provisional-swamp", &["0506"]).scenario("[weather]\nrain = true");
    assert!(!normal(wet, "0506"), "in rain it is swamp");
}

#[rule("G2.4-5")]
#[test]
fn zones_never_cross_open_water() {
    let (normal, restricted) = zoc(ward().water("all-water", &["0505/0506"]));
    assert_eq!(normal.len() + restricted.len(), 5);
    assert!(!normal.contains(&"0506".to_owned()));
}

#[rule("G2.4-6", "G2.4-9")]
#[test]
fn hex_a_in_the_woods_is_restricted() {
    let (normal, restricted) = zoc(ward().terrain("woods", &["0506"]));
    assert_eq!(restricted, ["0506"]);
    assert_eq!(normal, ["0404", "0405", "0504", "0604", "0605"]);
    for way in ["road", "trail", "pike", "railroad"] {
        let (normal, restricted) = zoc(ward().terrain("woods", &["0506"]).way(way, &["0505", "0506"]));
        assert_eq!((normal.len(), restricted.len()), (6, 0), "{way}");
    }
    assert_eq!(zoc(ward().terrain("rough", &["0506"])).1.len(), 0);
    // Out of the woods all six sides are wooded.
    assert_eq!(zoc(ward().terrain("woods", &["0505"])).1.len(), 6);
}

/// Enemy Bate in woods at 0507, Ward marching east along row 5 from 0505.
fn woods_game() -> Game {
    world()
        .terrain("woods", &["0506", "0507"])
        .infantry("u", "Ward", "0505", 6, "command = \"XX\"")
        .infantry("u", "Geary", "0806", 6, "command = \"XX\"")
        .infantry("c", "Bate", "0507", 5, "fatigue = 4")
        .leader("u", "corps", "Hooker", "XX", "Ward", "tactical = 3\ncommand_value = 4")
        .set()
}

#[rule("G2.4-7")]
#[test]
fn a_restricted_zone_lets_movers_through_but_stops_a_leaders_word() {
    let mut game = woods_game();
    let zoc = game.ask(json!({"ask": "zoc", "side": "confederate"}));
    assert_eq!(zoc["normal"], json!([]));
    assert!(zoc["restricted"].as_array().unwrap().contains(&json!("0506")));
    game.marching("Ward", 12).give("move 0506", &[]);
    assert_eq!(game.mp(), 7.0, "the woods cost 5, the zone nothing");
    assert!(game.offers("move 0606"), "and nobody stops");
    let game = woods_game();
    let radius = game.ask(json!({"ask": "command-radius", "leader": "Hooker"}))["hexes"].clone();
    assert!(!radius.as_array().unwrap().contains(&json!("0506")), "{radius}");
}

#[rule("G2.4-8")]
#[test]
fn one_normal_zone_is_enough() {
    let mut game = world()
        .terrain("woods", &["0607"])
        .infantry("u", "Ward", "0505", 6, "")
        .infantry("c", "Open", "0507", 5, "fatigue = 4")
        .infantry("c", "Wooded", "0607", 5, "fatigue = 4")
        .set();
    let hex = game.hex("0606");
    assert_eq!(game.state.zoc(&game.setup, Side::Confederate, hex), crate::ground::Zoc::Normal);
    game.marching("Ward", 12).give("move 0605", &[]).give("move 0606", &[]);
    assert_eq!(game.refused("move 0706"), "G6.2-35");
}
