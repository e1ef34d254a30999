//! Zones of control (5) and of influence (6).

use lfm::{Phase, flag};
use serde_json::{Value, json};
use table::{Side, rule};

use crate::world::World;

fn zone(world: &World, kind: &str, side: &str) -> Vec<Value> {
    world.ask(json!({"ask":kind,"side":side}))["hexes"].as_array().unwrap().clone()
}

#[rule("L5-1", "L5-2", "L5-3")]
#[test]
fn a_zone_of_control_is_the_hex_and_its_neighbours() {
    let one = |unit: &str| zone(&World::new(9, 9).unit(unit), "zoc", "union").len();
    assert_eq!(one("u inf A I/1/1 4 4 0505"), 7);
    assert_eq!(one("u inf A I/1/1 4 4 0101"), 3);
    assert_eq!(one("u art A I/1 4 4 0505 limbered"), 7);
    assert_eq!(one("u cav A I/1/1 4 4 0505 dismounted"), 7);
    let broken = World::new(9, 9)
        .unit("u inf A I/1/1 4 4 0505 disorganized")
        .man_with("u Brig 1 - I/1/1 0505", "shattered = true");
    assert_eq!(zone(&broken, "zoc", "union").len(), 7);
    assert!(zone(&World::new(9, 9).man("u Div 2 4 I/1/- 0505"), "zoc", "union").is_empty());
    let play = World::new(9, 9).unit("u inf A I/1/1 4 4 0505").unit("u inf B I/1/1 4 4 0506").begin(&[]);
    assert!(!play.pos().in_zoc(play.piece("A").at(), Side::Confederate));
}

#[rule("L5-4", "L20-1", "L5-7")]
#[test]
fn troops_in_command_stop_in_a_zone_of_control() {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 4 4 0504")
        .unit("u art G I/1 4 4 0504 limbered")
        .unit("u cav D I/1/2 4 4 0604 dismounted")
        .man("u Div 2 5 I/1/- 0504")
        .man("u Brig 1 - I/1/1 0504")
        .man("u Horse 1 - I/1/2 0604")
        .unit("c inf X L/B/C 4 4 0506")
        .unit("c inf Y L/B/D 4 4 0806");
    let mut play = world.begin(&[]);
    play.roll("roll Div", &[5]).until(Phase::Movement, Side::Union);
    for (name, way) in [("A", "E"), ("G", "E"), ("D", "E")] {
        play.go(&format!("take {name}")).steps(way);
        assert_eq!(play.some("step"), Vec::<String>::new(), "{name}");
        play.go("halt");
        assert_eq!(play.no(&format!("take {name}")), "L5-4", "{name}");
    }
    let mut out = world.at(Phase::Movement);
    for name in ["A", "G", "D"] {
        out.go(&format!("take {name}"));
        assert_eq!(out.no("step E"), "L5-10", "{name}");
        out.go("halt");
    }
    // From one zone of control to the next: allowed in command, with disorder and a stop.
    let close = World::new(9, 20)
        .unit("u inf A I/1/1 4 4 0505")
        .man("u Div 2 5 I/1/- 0505")
        .man("u Brig 1 - I/1/1 0505")
        .unit("c inf X L/B/C 4 4 0506");
    let mut play = close.begin(&[]);
    play.roll("roll Div", &[5]).until(Phase::Movement, Side::Union);
    play.go("take A").go("step NE");
    assert!(play.has("A", flag::D) && play.some("step").is_empty());
    let mut out = close.at(Phase::Movement);
    out.go("take A");
    assert_eq!(out.no("step NE"), "L5-10");
}

#[rule("L5-5")]
#[test]
fn leaving_a_zone_of_control_disorganizes() {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 4 4 0505")
        .unit("u inf B I/1/1 4 4 0505")
        .unit("c inf X L/B/C 4 4 0506");
    let mut play = world.at(Phase::Movement);
    play.walk("A", "W");
    assert!(play.has("A", flag::D) && !play.has("B", flag::D));
    let road = World::new(9, 30)
        .road("pike", &["0505", "0504", "0503", "0502", "0501"])
        .unit("u inf A I/1/1 4 4 0505")
        .unit("c inf X L/B/C 4 4 0506");
    let reach = road.ask(json!({"ask":"reach","unit":"A"}));
    // Disorganized from the first step on: half a point for the road hex beyond the zone of influence.
    assert_eq!(reach["hexes"]["0501"], json!({"cost": 3.5, "road": true}));
}

#[rule("L6-1")]
#[test]
fn influence_reaches_three_hexes() {
    for arm in ["inf", "cav"] {
        let open = World::new(11, 20).unit(&format!("u {arm} A I/1/1 4 4 0606"));
        let seen = zone(&open, "zoi", "union");
        assert!(seen.contains(&json!("0609")) && !seen.contains(&json!("0610")) && seen.len() == 37);
    }
}

#[rule("L6-2")]
#[test]
fn the_influence_of_guns_reaches_five_hexes() {
    for state in ["", "limbered"] {
        let guns = World::new(13, 20).unit(&format!("u art A I/1 4 4 0707 {state}"));
        let seen = zone(&guns, "zoi", "union");
        assert!(seen.contains(&json!("0712")) && !seen.contains(&json!("0713")) && seen.len() == 91);
    }
}

#[rule("L6-3")]
#[test]
fn a_hex_out_of_sight_is_not_influenced() {
    let woods = World::new(11, 20).terrain("woods", &["0607"]).unit("u inf A I/1/1 4 4 0606");
    assert!(!zone(&woods, "zoi", "union").contains(&json!("0608")));
    assert!(zone(&woods, "zoi", "union").contains(&json!("0607")));
}

#[rule("L6-4")]
#[test]
fn units_in_between_block_fire_not_influence() {
    let friends = World::new(11, 20).unit("u art A I/1 4 4 0606").unit("u inf B I/1/1 4 4 0607");
    assert!(zone(&friends, "zoi", "union").contains(&json!("0610")));
    let los = |purpose: &str| {
        friends.ask(json!({"ask":"los","from":"0606","to":"0610","for":purpose}))["los"].clone()
    };
    assert_eq!((los("fire"), los("influence")), (json!("blocked"), json!("clear")));
}

#[rule("L6-5")]
#[test]
fn partial_sight_is_enough_for_influence() {
    let partial = World::new(11, 20).terrain("woods", &["0608"]).unit("u inf A I/1/1 4 4 0606");
    assert!(zone(&partial, "zoi", "union").contains(&json!("0608")));
}

#[rule("L6-6")]
#[test]
fn influence_does_not_stop_a_march() {
    let world = World::new(9, 20).unit("u inf A I/1/1 4 4 0501").unit("c inf X L/B/C 4 4 0704");
    let mut play = world.at(Phase::Movement);
    play.walk("A", "E NE E E E");
    assert_eq!(play.piece("A").mp, 0);
}
