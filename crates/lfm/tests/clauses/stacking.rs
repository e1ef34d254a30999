//! Stacking (4).

use lfm::{Lfm, Order, Phase, flag};
use serde_json::json;
use table::{Ruleset, rule};

use crate::world::{Play, World};

fn field() -> World {
    World::new(9, 20).unit("c inf X L/B/C 4 4 0918")
}

/// Whether these units may stand in one hex.
fn fits(units: &[&str]) -> bool {
    let mut world = field();
    for unit in units {
        world = world.unit(unit);
    }
    let play = world.begin(&[]);
    !play.pos().overstacked(play.setup.map.grid.hex("0505").unwrap())
}

#[rule("L4-1")]
#[test]
fn sixteen_sp_of_one_brigade_stand_in_a_hex() {
    assert!(fits(&["u inf A I/1/1 5 4 0505", "u inf B I/1/1 5 4 0505", "u inf C I/1/1 6 4 0505"]));
    assert!(!fits(&["u inf A I/1/1 5 4 0505", "u inf B I/1/1 6 4 0505", "u inf C I/1/1 6 4 0505"]));
    assert!(!fits(&["u inf A I/1/1 4 4 0505", "u inf B I/1/2 4 4 0505"]));
}

#[rule("L4-4")]
#[test]
fn ten_sp_of_artillery_stand_there_besides() {
    let full = ["u inf A I/1/1 16 4 0505", "u art G I/1 4 4 0505", "u art H I/1 6 4 0505"];
    assert!(fits(&full));
    assert!(!fits(&[full[0], full[1], full[2], "u art K I/1 1 4 0505"]));
}

#[rule("L4-5")]
#[test]
fn a_larger_battery_stands_alone_among_guns() {
    assert!(fits(&["u art G I/1 12 4 0505"]));
    assert!(!fits(&["u art G I/1 12 4 0505", "u art H I/1 1 4 0505"]));
}

#[rule("L4-6")]
#[test]
fn batteries_share_hexes_with_any_formation() {
    assert!(fits(&["u art G I/1 4 4 0505", "u art H III/1 4 4 0505", "u inf A II/1/1 4 4 0505"]));
}

#[rule("L4-7")]
#[test]
fn limbered_and_unlimbered_batteries_share_a_hex() {
    assert!(fits(&["u art G I/1 5 4 0505 limbered", "u art H I/1 5 4 0505"]));
}

#[rule("L4-13")]
#[test]
fn commanders_take_no_room() {
    let staff = field()
        .unit("u inf A I/1/1 16 4 0505")
        .unit("u art G I/1 10 4 0505")
        .man("u Army 4 4 -/-/- 0505")
        .man("u Corps 3 4 I/-/- 0505")
        .man("u Div 2 4 I/1/- 0505")
        .man("u Brig 1 - I/1/1 0505")
        .begin(&[]);
    assert!(!staff.pos().overstacked(staff.piece("A").at()));
}

#[rule("L4-2", "L8-3", "L7-11")]
#[test]
fn eight_and_ten_fight() {
    let sp = |units: &[&str]| {
        let mut world = World::new(9, 9).unit("c inf X L/B/C 4 4 0506");
        for unit in units {
            world = world.unit(unit);
        }
        let answer = world.ask(json!({"ask":"combat","attackers":["0505"],"target":"0506"}));
        answer["attacker_sp"].as_u64().unwrap()
    };
    assert_eq!(sp(&["u inf A I/1/1 16 4 0505"]), 8);
    assert_eq!(sp(&["u inf A I/1/1 5 4 0505"]), 5);
    assert_eq!(sp(&["u inf A I/1/1 3 4 0505", "u inf B I/1/1 6 4 0505"]), 8);
    assert_eq!(sp(&["u inf A I/1/1 13 4 0505", "u art G I/1 10 4 0505"]), 18);
    assert_eq!(sp(&["u inf A I/1/1 12 4 0505", "u art G I/1 6 4 0505"]), 14);
    assert_eq!(sp(&["u art G I/1 12 4 0505"]), 10);
    assert_eq!(sp(&["u art G I/1 12 4 0505 limbered"]), 4);
}

#[rule("L4-8")]
#[test]
fn unlimbering_must_fit() {
    let world = field()
        .unit("u art G I/1 6 4 0505")
        .more("[[unit]]\nside = \"union\"\nname = \"H\"\narm = \"artillery\"\ncorps = \"I\"\nsp = 5\nlimbered_sp = 1\ncohesion = 4\nhex = \"0504\"\nstate = \"limbered\"");
    let mut play = world.at(Phase::Movement);
    play.go("take H").go("step E");
    assert_eq!(play.no("unlimber"), "L4-8");
    play.go("halt").go("done");
    assert_eq!((play.hex("H"), play.hex("G")), ("0505".into(), "0505".into()));
}

#[rule("L4-12", "L4-11", "L9-13")]
#[test]
fn overstacks_are_cut_down_at_the_end_of_movement() {
    let world = field()
        .unit("u inf A I/1/1 6 4 0505")
        .unit("u inf B I/1/1 6 4 0505")
        .unit("u inf C I/1/1 4 4 0505")
        .unit("u inf D I/1/1 2 4 0505");
    let mut play = world.at(Phase::Movement);
    play.go("done");
    assert_eq!(play.kind(), "overstacked");
    assert_eq!(play.orders(), ["lose A", "lose B", "lose C", "lose D"]);
    play.go("lose D");
    assert_eq!(play.pos().regiment_sp(play.piece("A").at()), 16);
    assert_ne!(play.kind(), "overstacked");
    // 19 SP: the two small ones together would be more units than needed.
    let more = world.clone().unit("u inf E I/1/1 1 4 0505");
    let mut play = more.at(Phase::Movement);
    play.go("done");
    assert_eq!(play.orders(), ["lose A", "lose B", "lose C"]);
    assert_eq!(play.no("lose D"), "L4-12");
    // Two brigades: one is kept, the other lost whole.
    let two =
        field().unit("u inf A I/1/1 4 4 0505").unit("u inf B I/1/2 3 4 0505").unit("u inf C I/1/2 3 4 0505");
    let mut play = two.at(Phase::Movement);
    play.go("done");
    assert_eq!(play.orders(), ["keep A", "keep B"]);
    play.go("keep A");
    assert_eq!((play.hex("A"), play.hex("B"), play.hex("C")), ("0505".into(), "-".into(), "-".into()));
    assert_eq!(play.state.brigades[2].lost + play.state.brigades[1].lost, 6);
}

/// Two regiments of 14 SP that retreated onto friends, and one more, before an attack.
fn crowd() -> Play {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 16 6 0505")
        .unit("c inf X L/B/C 14 4 0506")
        .unit("c inf Y L/B/C 14 3 0506")
        .unit("c inf Z L/B/E 6 4 0507");
    let mut play = world.at(Phase::Combat);
    play.go("target 0506").go("with 0505");
    play
}

/// They are driven off: 1-1 shifted right once by +2, die 3 is DR.
fn driven() -> Play {
    let mut play = crowd();
    play.roll("fight", &[3]).go("retreat E").go("halt");
    play
}

#[rule("L9-12")]
#[test]
fn a_crowd_defends_with_eight_sp() {
    let answer = crowd().ask(json!({"ask":"combat","attackers":["0505"],"target":"0506"}));
    assert_eq!((answer["attacker_sp"].clone(), answer["defender_sp"].clone()), (json!(8), json!(8)));
}

#[rule("L4-3", "L8-4", "L9-17")]
#[test]
fn all_units_of_a_hex_share_its_fate_beyond_the_limit_too() {
    let play = driven();
    assert_eq!((play.hex("X"), play.hex("Y")), ("0507".into(), "0507".into()));
    assert!(play.has("X", flag::D) && play.has("Y", flag::D));
}

#[rule("L9-11")]
#[test]
fn a_retreat_ends_on_friends_beyond_all_limits() {
    let play = driven();
    assert_eq!(play.pos().regiment_sp(play.piece("X").at()), 34);
    assert!(play.has("Z", flag::D), "disorder passes to those who stood there");
}

#[rule("L4-14")]
#[test]
fn what_overstacking_will_cost_is_told_before_movement_ends() {
    let world = field()
        .unit("u inf A I/1/1 6 4 0505")
        .unit("u inf B I/1/1 6 4 0505")
        .unit("u inf C I/1/1 6 4 0506")
        .unit("u inf D I/1/2 4 4 0507");
    let mut play = world.at(Phase::Movement);
    let card = |play: &crate::world::Play| {
        let done = Lfm::card(&play.setup, &play.state, &Order::Done);
        (done.label, done.preview)
    };
    assert_eq!(card(&play), ("Done".to_owned(), None));
    play.walk("C", "W");
    let (label, preview) = card(&play);
    assert_eq!(label, "Done: 1 unit is lost by overstacking in 0505");
    assert_eq!(play.ask(preview.unwrap())["hexes"], json!({ "0505": 1 }));
    play.walk("D", "W W");
    let answer = play.ask(json!({ "ask": "overstacked", "side": "union" }));
    assert_eq!((&answer["units"], &answer["hexes"]), (&json!(2), &json!({ "0505": 2 })));
    play.walk("C", "E").walk("D", "E");
    assert_eq!(card(&play).0, "Done: 1 unit is lost by overstacking in 0506");
}
