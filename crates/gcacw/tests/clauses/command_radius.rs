//! 2.5: how far a leader's word reaches.

use serde_json::json;
use table::rule;

use crate::world::{World, world};

const CORPS: &str = "tactical = 3\ncommand_value = 4";

/// Hooker with Ward in 0505, Geary of his corps somewhere else.
fn hooker(geary: &str) -> World {
    world()
        .infantry("u", "Ward", "0505", 6, "command = \"XX\"")
        .infantry("u", "Geary", geary, 6, "command = \"XX\"")
        .leader("u", "corps", "Hooker", "XX", "Ward", CORPS)
}

fn reaches(world: World) -> bool {
    let answer = world.set().ask(json!({"ask": "command-radius", "leader": "Hooker"}));
    answer["units"].as_array().unwrap().contains(&json!("Geary"))
}

#[rule("G2.5-1")]
#[test]
fn three_hexes_and_no_further() {
    assert!(reaches(hooker("0508")) && !reaches(hooker("0509")));
    let answer = hooker("0508").set().ask(json!({"ask": "command-radius", "leader": "Hooker"}));
    assert_eq!(answer["hexes"].as_array().unwrap().len(), 37);
    assert_eq!(answer["units"], json!(["Geary", "Ward"]));
}

#[rule("G2.5-2")]
#[test]
fn rivers_mountains_and_water_do_not_stop_it() {
    let wild = hooker("0507")
        .water("major-river", &["0505/0506", "0505/0605", "0505/0405", "0505/0504", "0505/0604", "0505/0404"])
        .terrain("mountain", &["0506", "0606"])
        .terrain("water", &["0406"]);
    assert!(reaches(wild));
    let sea = hooker("0508").terrain("water", &["0506", "0507", "0605", "0606", "0405", "0406"]);
    assert!(reaches(sea));
}

#[rule("G2.5-3", "G2.5-4")]
#[test]
fn the_enemy_and_his_zones_block_it() {
    // Bate's zone covers 0506 and 0605: the straight way is shut, three hexes go round by the south.
    let open = || hooker("0507").infantry("c", "Bate", "0606", 5, "");
    assert!(reaches(open()), "0405, 0406, 0507");
    let zoned = || open().infantry("c", "Low", "0305", 5, "");
    assert!(!reaches(zoned()), "0405 lies in a zone as well");
    // A restricted zone is as bad.
    let wooded = || zoned().terrain("woods", &["0506", "0606", "0405", "0406", "0605"]);
    let zones = wooded().set().ask(json!({"ask": "zoc", "side": "confederate"}));
    assert!(zones["restricted"].as_array().unwrap().contains(&json!("0506")), "{zones}");
    assert!(!reaches(wooded()));
    // A friend in the hex opens it, cavalry included.
    assert!(reaches(zoned().cavalry("u", "Horse", "0506", 2, "")));
    // The enemy's own hex is never entered.
    assert!(!reaches(hooker("0508").infantry("c", "A", "0507", 5, "").infantry("c", "B", "0607", 5, "")));
    // The unit's own hex is never blocked by a zone.
    assert!(reaches(hooker("0506").infantry("c", "Bate", "0507", 5, "")));
}

#[rule("G2.5-5")]
#[test]
fn his_own_hex_is_always_within() {
    let mut besieged = hooker("0505");
    for (n, hex) in ["0506", "0605", "0604", "0504", "0404", "0405"].into_iter().enumerate() {
        besieged = besieged.infantry("c", &format!("C{n}"), hex, 3, "");
    }
    let answer = besieged.set().ask(json!({"ask": "command-radius", "leader": "Hooker"}));
    assert_eq!(answer["hexes"], json!(["0505"]));
    assert_eq!(answer["units"], json!(["Geary", "Ward"]));
}

#[rule("G2.5-6")]
#[test]
fn in_1861_it_is_two_hexes() {
    assert!(reaches(hooker("0507").game("AGA", 1861)) && !reaches(hooker("0508").game("AGA", 1861)));
    assert!(reaches(hooker("0508").game("HSN", 1864)));
}
