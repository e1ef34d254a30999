//! Cavalry charges (3).

use lfm::{Phase, flag};
use serde_json::json;
use table::{Side, rule};

use crate::world::{World, faces, words};

fn field() -> World {
    World::new(9, 20)
}

fn charge(world: &World) -> serde_json::Value {
    world.ask(json!({"ask":"charge","hex":"0505","target":"0506"}))
}

#[rule("L3-1", "L3-5", "L5-10")]
#[test]
fn mounted_cavalry_charges_even_out_of_command() {
    let world = field().unit("u cav A I/1/1 4 4 0502").unit("c inf X L/B/C 4 4 0506");
    let mut play = world.at(Phase::Movement);
    play.go("take A").steps("E E E");
    assert_eq!((play.kind(), play.piece("A").mp), ("charge", 60));
    // Out of command it has to charge now; it cannot stop or go on.
    assert_eq!(play.orders(), ["charge E"]);
    assert_eq!(play.no("halt"), "L3-5");
    // Infantry out of command stays out.
    let foot = field().unit("u inf A I/1/1 4 4 0504").unit("c inf X L/B/C 4 4 0506");
    let mut play = foot.at(Phase::Movement);
    play.go("take A");
    assert_eq!(play.no("step E"), "L5-10");
    let reach = world.ask(json!({"ask":"reach","unit":"A","in_command":false}));
    assert!(reach["hexes"]["0505"].is_null());
}

#[rule("L3-6", "L3-7")]
#[test]
fn the_target_hex_must_be_affordable() {
    let woods =
        field().terrain("woods", &["0506"]).unit("u cav A I/1/1 4 4 0505").unit("c inf X L/B/C 4 4 0506");
    let ask =
        |world: &World, mp: f64| world.ask(json!({"ask":"charge","hex":"0505","target":"0506","mp":mp}));
    assert_eq!(ask(&woods, 1.0)["rule"], "3");
    assert_eq!(ask(&woods, 3.0)["cost"], 3);
    let creek =
        field().water("creek", "0505/0506").unit("u cav A I/1/1 4 4 0505").unit("c inf X L/B/C 4 4 0506");
    assert_eq!((ask(&creek, 2.0)["cost"].clone(), ask(&creek, 1.5)["rule"].clone()), (json!(2), json!("3")));
    let clear = field().unit("u cav A I/1/1 4 4 0505").unit("c inf X L/B/C 4 4 0506");
    assert_eq!(ask(&clear, 1.0)["cost"], 1);
}

#[rule("L3-8")]
#[test]
fn a_charging_stack_is_the_one_that_set_out() {
    let world = field()
        .unit("u cav A I/1/1 4 4 0502")
        .unit("u cav B I/1/1 4 4 0502")
        .unit("u cav C I/1/1 4 4 0503")
        .unit("c inf X L/B/C 4 4 0506");
    let mut play = world.at(Phase::Movement);
    play.go("take A").go("join B").steps("E E E");
    assert_eq!(play.some("charge"), ["charge E"]);
    // Alone from the start hex is fine.
    let mut play = world.at(Phase::Movement);
    play.go("take A").steps("E E E");
    assert_eq!(play.some("charge"), ["charge E"]);
    // Leaving B on the way is not: A may not even come near.
    let mut play = world.at(Phase::Movement);
    play.go("take A").go("join B").steps("SE E E").go("halt");
    play.go("take A");
    assert_eq!(play.no("step E"), "L5-10");
    // Taking up C on the way is not either.
    let mut play = world.at(Phase::Movement);
    play.go("take A").go("join B").steps("E").go("halt");
    play.go("take A").go("join B").go("join C").steps("E");
    assert_eq!(play.no("step E"), "L5-10");
    play.go("halt");
}

#[rule("L3-9", "L3-10", "L3-20", "L5-4", "L3-4", "L14-4")]
#[test]
fn a_successful_charge_follows_and_goes_on() {
    let world = field()
        .unit("u cav A I/1/1 4 6 0504")
        .unit("u cav B I/1/1 3 4 0504")
        .unit("c inf X L/B/C 4 4 0506")
        .unit("c inf Y L/B/D 4 4 0508");
    let mut play = world.at(Phase::Movement);
    play.go("take A").go("join B").steps("E");
    // Difference +2, die 3: DR. X has one way only, straight back, where Y's hex bars nothing.
    play.roll("charge E", &[3]);
    assert_eq!((play.kind(), play.seat()), ("retreat-hex", Side::Confederate));
    play.go(&play.orders()[0].clone());
    while play.kind() == "retreat-hex" {
        play.go("halt");
    }
    assert_eq!((play.hex("A"), play.hex("B")), ("0506".into(), "0506".into()));
    assert_eq!((play.piece("A").mp, play.kind()), (72, "move"));
    assert!(!play.has("A", flag::D), "not yet disorganized between two charges");
    assert_eq!(play.no("step W road"), "L2-2");
    let again = play.some("charge");
    if let Some(order) = again.first() {
        let before = play.log.len();
        play.roll(order, &[4]); // DC or NE
        assert!(play.log.len() > before);
        while play.kind() != "movement" && play.kind() != "move" {
            let order = play.orders()[0].clone();
            play.give(&order, &mut table::ScriptedDice::new([1]));
        }
    }
    if play.kind() == "move" {
        play.go("halt");
    }
    assert!(play.has("A", flag::D | flag::CHARGED) && play.has("B", flag::D));
    assert_eq!(play.no("take A"), "L5-4");
    // Charged cavalry does not attack in the Combat Phase.
    assert!(!play.pos().can_attack(play.piece("A").at()));
}

#[rule("L3-11", "L9-8")]
#[test]
fn terrain_does_not_hold_troops_that_are_ridden_down() {
    let world = field()
        .terrain("town", &["0506"])
        .unit("u cav A I/1/1 4 6 0504")
        .unit("c inf X L/B/C 4 4 0506")
        .unit("c inf Y L/B/C 3 3 0506");
    let mut play = world.at(Phase::Movement);
    play.go("take A").steps("E");
    // +2 column, town +2: die 1 is row 3: DR.
    play.roll("charge E", &[1]);
    assert_eq!(play.kind(), "retreat-hex");
    play.go("retreat E").go("halt");
    assert_eq!((play.hex("X"), play.hex("Y"), play.hex("A")), ("0507".into(), "0507".into(), "0506".into()));
}

#[rule("L3-12")]
#[test]
fn repulsed_cavalry_is_done() {
    let world = field().unit("u cav A I/1/1 4 4 0503").unit("c inf X L/B/C 4 4 0505");
    let mut play = world.at(Phase::Movement);
    play.go("take A").steps("E").roll("charge E", &[4]); // AR
    assert_eq!((play.kind(), play.seat()), ("retreat-hex", Side::Union));
    play.go("retreat W").go("halt");
    assert_eq!((play.hex("A").as_str(), play.kind()), ("0503", "movement"));
    assert_eq!(play.no("take A"), "L5-4");
    assert!(play.has("A", flag::D));
}

#[rule("L3-13", "L3-21", "L12-7")]
#[test]
fn cavalry_still_in_contact_withdraws_before_combat() {
    let world =
        field().unit("u cav A I/1/1 4 4 0504").unit("c cav X L/B/C 4 4 0506").unit("c inf Y L/B/D 4 4 0606");
    let mut play = world.at(Phase::Movement);
    play.go("take A").steps("E").roll("charge E", &[3]); // NE
    assert_eq!((play.kind(), play.hex("A").as_str()), ("movement", "0505"));
    assert_eq!(play.no("take A"), "L5-4");
    play.go("done");
    assert_eq!((play.kind(), play.state.phase), ("retreat-hex", Phase::Combat));
    play.go("retreat W").roll("halt", &[6]);
    assert!(play.has("A", flag::D) && play.has("A", flag::CHARGED));
    assert_ne!(play.kind(), "target", "no combat takes place");
}

#[rule("L3-14", "LTAB-8")]
#[test]
fn the_column_is_the_difference_of_the_best_ratings() {
    let world = field()
        .unit("u cav A I/1/1 4 4 0505")
        .unit("u cav B I/1/1 4 3 0505")
        .unit("c inf X L/B/C 4 5 0506")
        .unit("c inf Y L/B/C 4 2 0506");
    let answer = charge(&world);
    assert_eq!((answer["difference"].clone(), answer["column"].clone()), (json!(-1), json!("-1")));
    let with = |a: u8, x: u8, place: &str, more: &str| {
        let base = if place.is_empty() { field() } else { field().terrain(place, &["0506"]) };
        base.unit(&format!("u cav A I/1/1 4 {a} 0505")).unit(&format!("c inf X L/B/C 4 {x} 0506 {more}"))
    };
    assert_eq!(charge(&with(5, 3, "", ""))["column"], "+2");
    assert_eq!(faces(&charge(&with(4, 4, "", ""))), words("DR DC NE AR AR AE"));
    assert_eq!(faces(&charge(&with(5, 3, "", ""))), words("DE DE DR DC NE AR"));
    assert_eq!(faces(&charge(&with(3, 4, "town", "")))[0], "AR");
    assert_eq!(charge(&with(6, 1, "", ""))["column"], "+3");
    let broken = with(4, 4, "", "").man_with("c Brig 1 - L/B/C 0506", "shattered = true");
    assert_eq!(faces(&charge(&broken)), words("DE DE DR DC NE AR"));
    assert_eq!(charge(&broken)["drm"], -2);
}

#[rule("L3-15", "L3-16", "L3-17", "L3-18", "L3-19")]
#[test]
fn charge_modifiers() {
    let drm = |world: World, cavalry: &str, target: &str| {
        let world = world.unit(&format!("u cav A I/1/1 4 4 0505 {cavalry}")).unit(&format!("c {target}"));
        let answer = charge(&world);
        assert!(answer["error"].is_null(), "{answer}");
        answer["drm"].as_i64().unwrap()
    };
    let foot = "inf X L/B/C 4 4 0506";
    let works = "[[marker]]\nkind = \"breastwork\"\nhex = \"0506\"";
    let steep = || field().level(1, &["0506"]).wall("steep-slope", "0505/0506");
    assert_eq!(drm(field(), "", "inf X L/B/C 4 4 0506 disorganized"), -1);
    assert_eq!(drm(field().water("creek", "0505/0506").terrain("woods", &["0506"]), "disorganized", foot), 3);
    assert_eq!(drm(steep(), "", foot), 1);
    assert_eq!(drm(steep().wall("stone-wall", "0505/0506"), "", "inf X L/B/C 4 4 0506 disorganized"), 1);
    assert_eq!(drm(field().wall("stone-wall", "0505/0506"), "", foot), 1);
    assert_eq!(drm(field().wall("stone-wall", "0505/0506").more(works), "", foot), 1);
    assert_eq!(drm(field().terrain("town", &["0506"]), "", foot), 2);
    assert_eq!(drm(field().terrain("woods", &["0506"]), "", foot), 1);
    assert_eq!(drm(field().terrain("woods", &["0506"]).more(works), "", foot), 2);
    assert_eq!(drm(field().map("[features]\nsunken_road = [\"0506\"]\n"), "", foot), 1);
    assert_eq!(drm(field().terrain("town", &["0506"]), "", "cav X L/B/C 4 4 0506"), 1);
    assert_eq!(drm(field(), "", "art X L/B 4 4 0506"), 0);
}

#[rule("L3-22", "L8-19", "L8-20", "L21-1", "L21-2", "L8-15")]
#[test]
fn losses_take_the_rating_that_fought_and_commanders_roll() {
    let world = field()
        .unit("u cav A I/1/1 4 6 0504")
        .unit("c inf X L/B/C 3 4 0506")
        .unit("c inf Y L/B/C 4 3 0506")
        .man("c Corps 3 4 L/-/- 0506")
        .man_with("c Div 2 4 L/B/- 0506", "replacement = { name = \"Next\", cv = 2 }")
        .man_with("c Old 2 4 L/D/- 0506", "replaced = true")
        .man("c Brig 1 - L/B/C 0506");
    let mut play = world.at(Phase::Movement);
    play.go("take A").steps("E");
    // +2 column, die 1: DE. Two commanders roll: 4 and 1; the replacement and the brigadier do not.
    play.roll("charge E", &[1, 4, 1]);
    assert_eq!((play.hex("X").as_str(), play.kind()), ("-", "retreat-hex"));
    play.go("retreat E").go("halt");
    assert!(play.has("Div", flag::REPLACED) && !play.has("Corps", flag::REPLACED));
    assert_eq!(
        (play.hex("Y"), play.hex("Div"), play.hex("Brig")),
        ("0507".into(), "0507".into(), "0507".into())
    );
    assert_eq!(play.pos().cv(play.id("Div")), 2);
}

#[rule("L16-5")]
#[test]
fn a_shattered_brigade_does_not_charge() {
    let world = field()
        .unit("u cav A I/1/1 4 4 0504")
        .man_with("u Brig 1 - I/1/1 0504", "shattered = true")
        .unit("c inf X L/B/C 4 4 0506");
    let mut play = world.at(Phase::Movement);
    play.go("take A");
    assert_eq!(play.no("step E"), "L16-4");
    let near = field()
        .unit("u cav A I/1/1 4 4 0505")
        .man_with("u Brig 1 - I/1/1 0505", "shattered = true")
        .unit("c inf X L/B/C 4 4 0506");
    assert_eq!(charge(&near)["rule"], "16");
}
