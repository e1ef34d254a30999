//! Cavalry charges (3).

use lfm::{Phase, flag};
use serde_json::json;
use table::{Side, rule};

use crate::world::{Play, World, faces, words};

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

/// Two regiments have charged X out of 0506 and hold it, with another enemy in reach.
fn ridden_down() -> Play {
    let world = field()
        .unit("u cav A I/1/1 4 6 0504")
        .unit("u cav B I/1/1 3 4 0504")
        .unit("c inf X L/B/C 4 4 0506")
        .unit("c inf Y L/B/D 4 4 0508");
    let mut play = world.at(Phase::Movement);
    play.go("take A").go("join B").steps("E");
    // Difference +2, die 3: DR.
    play.roll("charge E", &[3]);
    assert_eq!((play.kind(), play.seat()), ("retreat-hex", Side::Confederate));
    play.go("retreat E").go("halt");
    play
}

#[rule("L3-9")]
#[test]
fn the_whole_stack_follows_into_the_emptied_hex_and_pays() {
    let play = ridden_down();
    assert_eq!((play.hex("A"), play.hex("B")), ("0506".into(), "0506".into()));
    // One MP to come near, one to follow.
    assert_eq!((play.piece("A").mp, play.piece("B").mp), (72, 72));
}

#[rule("L3-10", "L5-4")]
#[test]
fn a_charge_that_succeeded_goes_on_through_zones_of_control() {
    let mut play = ridden_down();
    assert_eq!(play.hex("X"), "0507");
    assert!(play.pos().in_zoc(play.piece("A").at(), Side::Confederate));
    assert_eq!((play.kind(), play.some("charge")), ("move", vec!["charge E".to_owned()]));
    // It may ride round him, too, and charge him from there.
    play.go("step NE");
    assert_eq!(play.some("charge"), ["charge SE"]);
    // Another, who has not charged, stops where he comes into a zone of control.
    let led =
        field().unit("u cav C I/1/1 4 6 0504").man("u Div 2 6 I/1/- 0504").unit("c inf X L/B/C 4 4 0506");
    let mut other = led.begin(&[]);
    other.roll("roll Div", &[1]).until(Phase::Movement, Side::Union);
    other.go("take C").go("step E");
    assert_eq!(other.no("step NE"), "L5-4");
}

#[rule("L3-20")]
#[test]
fn a_stack_that_charged_is_disorganized_when_its_move_ends() {
    let mut play = ridden_down();
    assert!(!play.has("A", flag::D | flag::CHARGED), "not yet between two charges");
    play.go("halt");
    for name in ["A", "B"] {
        assert!(play.has(name, flag::D) && play.has(name, flag::CHARGED), "{name}");
    }
    assert_eq!(play.no("take A"), "L5-4");
}

#[rule("L3-4")]
#[test]
fn cavalry_that_charged_attacks_nobody_in_the_combat_phase() {
    let mut play = ridden_down();
    play.go("halt");
    assert!(!play.pos().can_attack(play.piece("A").at()));
    let fresh = field().unit("u cav A I/1/1 4 6 0505").unit("c inf X L/B/C 4 4 0506").at(Phase::Combat);
    assert!(fresh.pos().can_attack(fresh.piece("A").at()));
}

#[rule("L14-4")]
#[test]
fn a_charged_marker_disorganizes() {
    let drm = |state: &str| {
        let world = field().unit(&format!("u cav A I/1/1 4 4 0505 {state}")).unit("c inf X L/B/C 4 4 0506");
        charge(&world)["drm"].clone()
    };
    assert_eq!((drm(""), drm("charged"), drm("disorganized")), (json!(0), json!(1), json!(1)));
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

/// The modifier of a charge by cavalry in this state at this target.
fn drm(world: World, cavalry: &str, target: &str) -> i64 {
    let world = world.unit(&format!("u cav A I/1/1 4 4 0505 {cavalry}")).unit(&format!("c {target}"));
    let answer = charge(&world);
    assert!(answer["error"].is_null(), "{answer}");
    answer["drm"].as_i64().unwrap()
}

const FOOT: &str = "inf X L/B/C 4 4 0506";
const WORKS: &str = "[[marker]]\nkind = \"breastwork\"\nhex = \"0506\"";

fn steep() -> World {
    field().level(1, &["0506"]).wall("steep-slope", "0505/0506")
}

#[rule("L3-15")]
#[test]
fn charge_modifiers_one_by_one() {
    assert_eq!((drm(field(), "", FOOT), drm(field(), "", "art X L/B 4 4 0506")), (0, 0));
    assert_eq!(drm(field(), "", "inf X L/B/C 4 4 0506 disorganized"), -1);
    assert_eq!(drm(field(), "disorganized", FOOT), 1);
    assert_eq!(drm(steep(), "", FOOT), 1);
    assert_eq!(drm(field().water("creek", "0505/0506"), "", FOOT), 1);
    assert_eq!(drm(field().terrain("woods", &["0506"]), "", FOOT), 1);
    assert_eq!(drm(field().more(WORKS), "", FOOT), 1);
    assert_eq!(drm(field().wall("stone-wall", "0505/0506"), "", FOOT), 1);
}

#[rule("L3-16")]
#[test]
fn charge_modifiers_add_up() {
    assert_eq!(drm(field().water("creek", "0505/0506").terrain("woods", &["0506"]), "disorganized", FOOT), 3);
    assert_eq!(drm(steep().wall("stone-wall", "0505/0506"), "", "inf X L/B/C 4 4 0506 disorganized"), 1);
}

#[rule("L3-17")]
#[test]
fn a_shattered_target_counts_twice_not_three_times() {
    let broken = |state: &str| {
        let world = field().man_with("c Brig 1 - L/B/C 0506", "shattered = true");
        drm(world, "", &format!("inf X L/B/C 4 4 0506{state}"))
    };
    assert_eq!((broken(""), broken(" disorganized")), (-2, -2));
}

#[rule("L3-18")]
#[test]
fn a_wall_adds_nothing_to_works() {
    assert_eq!(drm(field().wall("stone-wall", "0505/0506"), "", FOOT), 1);
    assert_eq!(drm(field().wall("stone-wall", "0505/0506").more(WORKS), "", FOOT), 1);
}

#[rule("L3-19")]
#[test]
fn towns_and_works_against_a_charge() {
    assert_eq!(drm(field().terrain("town", &["0506"]), "", FOOT), 2);
    assert_eq!(drm(field().terrain("woods", &["0506"]).more(WORKS), "", FOOT), 2);
    assert_eq!(drm(field().map("[features]\nsunken_road = [\"0506\"]\n"), "", FOOT), 1);
    // Who is mounted has no use of works, but of the houses.
    assert_eq!(drm(field().terrain("town", &["0506"]), "", "cav X L/B/C 4 4 0506"), 1);
    assert_eq!(drm(field().more(WORKS), "", "cav X L/B/C 4 4 0506"), 0);
}

/// A charge that eliminates X of Y's hex (+2 column, die 1: DE), under these dice of commanders.
fn ridden_over(dice: &[u8]) -> Play {
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
    play.roll("charge E", &[&[1], dice].concat());
    assert_eq!(play.kind(), "retreat-hex");
    play.go("retreat E").go("halt");
    play
}

#[rule("L3-22", "L8-15")]
#[test]
fn the_loss_of_a_charge_has_the_rating_that_fought() {
    let play = ridden_over(&[4, 4]);
    assert_eq!((play.hex("X").as_str(), play.hex("Y").as_str()), ("-", "0507"));
}

#[rule("L8-19", "L21-1")]
#[test]
fn a_one_replaces_a_commander_of_a_hex_that_lost_a_unit() {
    let play = ridden_over(&[4, 1]);
    assert!(play.has("Div", flag::REPLACED) && !play.has("Corps", flag::REPLACED));
    let play = ridden_over(&[1, 2]);
    assert!(!play.has("Div", flag::REPLACED) && play.has("Corps", flag::REPLACED));
}

#[rule("L8-20", "L21-2")]
#[test]
fn replacements_and_brigadiers_are_not_hit() {
    // Four commanders in the hex, two dice: the replacement and the brigadier roll none.
    let play = ridden_over(&[1, 1]);
    assert_eq!(play.pos().cv(play.id("Div")), 2, "his replacement's");
    assert!(!play.has("Brig", flag::REPLACED));
    assert_eq!((play.hex("Old"), play.hex("Brig")), ("0507".into(), "0507".into()));
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
