//! What is refused, and by which clause: one rule a test, in a world where nothing else forbids the order.

use lfm::{Phase, flag};
use serde_json::json;
use table::{ScriptedDice, Side, rule};

use crate::world::{Play, World};

fn field() -> World {
    World::new(9, 20)
}

/// With nobody near.
fn quiet() -> World {
    World::new(12, 40).unit("c inf X L/B/C 4 4 1240")
}

#[rule("L3-2")]
#[test]
fn dismounted_cavalry_does_not_charge() {
    let world =
        |mode: &str| field().unit(&format!("u cav A I/1/1 4 4 0505 {mode}")).unit("c inf X L/B/C 4 4 0506");
    let mut play = world("dismounted").at(Phase::Movement);
    play.go("take A");
    assert_eq!(play.no("charge E"), "L3-2");
    let mut play = world("mounted").at(Phase::Movement);
    assert!(play.go("take A").may("charge E"));
}

#[rule("L3-3")]
#[test]
fn cavalry_that_has_charged_uses_no_road_rate() {
    let world = field()
        .road("pike", &["0505", "0506", "0507"])
        .unit("u cav A I/1/1 4 6 0504")
        .unit("c inf X L/B/C 4 4 0506");
    let mut play = world.at(Phase::Movement);
    play.go("take A").steps("E").roll("charge E", &[3]);
    while play.kind() == "retreat-hex" {
        let order = play.some("retreat").first().cloned().unwrap_or_else(|| "halt".into());
        play.go(&order);
    }
    assert_eq!((play.hex("A").as_str(), play.kind()), ("0506", "move"));
    assert_eq!(play.no("step W road"), "L3-3");
}

#[rule("L3-3")]
#[test]
fn cavalry_that_used_a_road_rate_does_not_charge_whoever_comes_to_it() {
    let world = |first: &str| {
        let mut play = field()
            .road("pike", &["0514", "0515"])
            .terrain("water", &["0405", "0406", "0605", "0606"])
            .unit("u cav A I/1/1 4 6 0504")
            .unit("u cav R I/1/2 4 4 0515")
            .unit("c inf X L/B/C 4 4 0506")
            .at(Phase::Movement);
        play.walk("R", &format!("{first} W W W W W W"));
        // X is driven on to R.
        play.go("take A").steps("E").roll("charge E", &[3]);
        play.go("retreat E").go("halt").go("take R");
        play
    };
    assert_eq!(world("W+").no("charge W"), "L3-3");
    assert!(world("W").may("charge W"));
}

#[rule("L3-5")]
#[test]
fn who_must_charge_does_nothing_else() {
    let world = field()
        .unit("u cav A I/1/1 4 4 0503")
        .unit("u art G I/1 4 4 0503 limbered")
        .unit("c inf X L/B/C 4 4 0506");
    let mut play = world.at(Phase::Movement);
    play.go("take A").steps("E E");
    assert_eq!(play.orders(), ["charge E"]);
    for order in
        ["halt", "step W", "step E road", "dismount", "mount", "unlimber", "join G", "take G", "done"]
    {
        assert_eq!(play.no(order), "L3-5", "{order}");
    }
}

#[rule("L3-17")]
#[test]
fn a_shattered_target_is_worth_two_to_the_cavalry() {
    let world = |chief: &str| {
        field()
            .unit("u cav A I/1/1 4 4 0505")
            .unit("c inf X L/B/C 4 4 0506")
            .man_with("c Brig 1 - L/B/C 0506", chief)
    };
    let drm =
        |chief: &str| world(chief).ask(json!({"ask":"charge","hex":"0505","target":"0506"}))["drm"].clone();
    assert_eq!((drm("shattered = true"), drm("")), (json!(-2), json!(0)));
}

#[rule("L4-9")]
#[test]
fn a_regiment_does_not_stop_on_cavalry_in_the_other_mode() {
    let world = quiet().unit("u cav M I/1/1 4 4 0501").unit("u cav N I/1/1 4 4 0509 dismounted");
    let mut play = world.at(Phase::Movement);
    play.go("take M").steps("E E E E E E E");
    // With the last movement point it could not go on from there.
    assert_eq!((play.piece("M").mp, play.no("step E")), (12, "L4-9"));
}

#[rule("L4-9")]
#[test]
fn reinforcements_do_not_enter_on_cavalry_in_the_other_mode() {
    let world = |mode: &str| {
        quiet()
            .unit("u cav M I/1/1 4 4 -")
            .unit(&format!("u cav N I/1/1 4 4 0501 {mode}"))
            .more("[[arrival]]\nturn = 1\nhex = \"0501\"\nunits = [\"M\"]")
            .at(Phase::Movement)
    };
    assert_eq!(world("dismounted").go("take M").no("enter 0501"), "L4-9");
    assert!(world("mounted").go("take M").may("enter 0501"));
}

#[rule("L16-4")]
#[test]
fn a_shattered_brigade_does_not_enter_the_map_in_a_zone_of_control() {
    let world = |chief: &str| {
        field()
            .unit("u inf A I/1/1 4 4 -")
            .man_with("u Brig 1 - I/1/1 -", chief)
            .unit("c inf X L/B/C 4 4 0502")
            .more("[[arrival]]\nturn = 1\nhex = \"0501\"\nunits = [\"A\", \"Brig\"]")
            .at(Phase::Movement)
    };
    assert_eq!(world("shattered = true").go("take A").no("enter 0501"), "L16-4");
    assert!(world("").go("take A").may("enter 0501"));
}

#[rule("L26-2")]
#[test]
fn only_those_who_arrive_together_enter_as_a_stack() {
    let group =
        |turn: u16, units: &str| format!("[[arrival]]\nturn = {turn}\nhex = \"0501\"\nunits = [{units}]");
    let mut play = quiet()
        .unit("u inf A I/1/1 4 4 -")
        .unit("u inf B I/1/1 4 4 -")
        .unit("u inf C I/1/1 4 4 -")
        .more(&group(1, "\"A\", \"B\""))
        .more(&group(1, "\"C\""))
        .at(Phase::Movement);
    play.go("take A");
    assert_eq!((play.no("join C"), play.may("join B")), ("L26-2", true));
}

#[rule("L1-6")]
#[test]
fn only_limbered_guns_unlimber_and_only_on_the_map() {
    let mut play = quiet()
        .unit("u inf A I/1/1 4 4 0505")
        .unit("u art G I/1 4 4 0505 limbered")
        .unit("u art L I/1 4 4 - limbered")
        .more("[[arrival]]\nturn = 1\nhex = \"0501\"\nunits = [\"L\"]")
        .at(Phase::Movement);
    play.go("take A");
    assert_eq!(play.no("unlimber"), "L1-6");
    play.go("join G");
    assert!(play.may("unlimber"));
    play.go("halt").go("take L");
    assert_eq!(play.no("unlimber"), "L1-6");
}

#[rule("LSEQ-15")]
#[test]
fn a_stack_is_made_of_own_units_of_one_hex_each_once() {
    let mut play = quiet()
        .unit("u inf A I/1/1 4 4 0505")
        .unit("u inf B I/1/1 4 4 0506")
        .unit("u inf C I/1/1 4 4 0505")
        .at(Phase::Movement);
    assert_eq!(play.no("take X"), "LSEQ-15");
    play.go("take A");
    assert_eq!([play.no("join A"), play.no("join B"), play.no("take B")], ["LSEQ-15"; 3]);
    assert!(play.may("join C"));
}

/// B and D are shot to pieces before they could move; their commanders stand here and in 0801.
fn shot(at: &str) -> Play {
    let world = World::new(9, 24)
        .terrain("water", &["0102", "0201"])
        .unit(&format!("u inf A I/1/1 14 4 {at}"))
        .unit("u inf B I/1/1 4 1 0503")
        .unit("u inf C I/1/2 4 4 0801")
        .unit("u inf D I/1/2 4 1 0603")
        .man(&format!("u Brig 1 - I/1/1 {at}"))
        .man("u Other 1 - I/1/2 0801")
        .unit("c art X L/B 16 4 0507")
        .unit("c art Y L/B 16 4 0707");
    let mut play = world.at(Phase::ReturnFire);
    for (aim, fire) in [("aim 0503 X", "fire B"), ("aim 0603 Y", "fire D")] {
        play.go(aim);
        play.give(fire, &mut ScriptedDice::new([1, 6, 6]));
        while play.kind() == "retreat-hex" {
            let order = play.orders().pop().unwrap();
            play.give(&order, &mut ScriptedDice::new([6]));
        }
    }
    play
}

#[rule("LSEQ-15")]
#[test]
fn who_is_not_on_the_map_does_not_move() {
    let mut play = shot("0101");
    play.until(Phase::Movement, Side::Union);
    assert_eq!((play.hex("B").as_str(), play.no("take B")), ("-", "LSEQ-15"));
}

#[rule("L17-4")]
#[test]
fn a_regiment_is_not_recovered_where_there_is_no_hex_for_it() {
    let mut play = shot("0101");
    play.until(Phase::Recovery, Side::Union);
    // Its commander's hex is full, and water is all around.
    assert_eq!((play.no("recover B"), play.may("recover D")), ("L17-4", true));
}

#[rule("L17-1")]
#[test]
fn a_commander_in_an_enemy_zone_recovers_nobody() {
    let mut play = shot("0403");
    play.until(Phase::Recovery, Side::Union);
    assert_eq!((play.no("recover B"), play.may("recover D")), ("L17-1", true));
}

#[rule("LINT-1")]
#[test]
fn a_scenario_holds_units_back() {
    let world = |until: u16| {
        quiet()
            .lfm("turns = 4")
            .unit("u inf A I/1/1 4 4 0505")
            .more(&format!("[[hold]]\nunits = [\"A\"]\nuntil = {until}"))
            .at(Phase::Movement)
    };
    assert_eq!(world(2).no("take A"), "LINT-1");
    assert!(world(1).may("take A"));
}

#[rule("L22-6")]
#[test]
fn only_a_detached_marker_is_taken_off() {
    let world = quiet().unit("u inf A I/1/1 4 4 0505").unit("u inf B I/1/1 4 4 0506 detached");
    let mut play = world.at(Phase::Movement);
    assert_eq!((play.no("attach A"), play.may("attach B")), ("L22-6", true));
    play.go("attach B");
    assert!(!play.has("B", flag::DETACHED));
    assert_eq!(play.no("attach B"), "L22-6");
}

#[rule("L24-16")]
#[test]
fn nobody_starts_to_build_under_enemy_influence() {
    let play = field()
        .unit("u inf A I/1/1 4 4 0506")
        .unit("u inf B I/1/2 4 4 0502")
        .unit("c inf X L/B/C 4 4 0509")
        .at(Phase::Construction);
    assert_eq!((play.no("build A"), play.may("build B")), ("L24-16", true));
}

#[rule("L20-7")]
#[test]
fn command_is_determined_from_the_army_commander_down() {
    let world = quiet()
        .man("u Meade 4 4 -/-/- 0101")
        .man("u Corps 3 3 I/-/- 0301")
        .man("u Second 3 3 II/-/- 0701")
        .unit("u inf A I/1/1 4 4 0505");
    let mut play = world.begin(&[]);
    assert_eq!((play.no("roll Corps"), play.may("roll Meade")), ("L20-7", true));
    play.roll("roll Meade", &[6]);
    assert!(play.may("roll Corps"));
    play.roll("roll Corps", &[6]);
    assert_eq!((play.no("roll Corps"), play.may("roll Second")), ("L20-7", true));
}

/// X holds 0506 between A and B of one brigade and breaks off; the Union may follow.
fn left_to_follow() -> Play {
    let world = field()
        .unit("u inf A I/1/1 4 4 0505")
        .man("u Brig 1 - I/1/1 0505")
        .unit("u inf B I/1/1 4 4 0605")
        .unit("u inf F I/1/2 2 4 0901")
        .unit("c inf X L/B/C 4 4 0506");
    let mut play = world.at(Phase::Combat);
    play.go("target 0506").go("with 0505").roll("fight", &[3]);
    play.roll("name X", &[1]);
    play
}

#[rule("L12-2")]
#[test]
fn only_a_stack_next_to_the_enemy_breaks_off() {
    let play = left_to_follow();
    assert_eq!(play.kind(), "break-off");
    assert_eq!((play.no("pull 0901"), play.may("pull 0505")), ("L12-2", true));
    assert_eq!(play.no("pull 0506"), "L12-2", "nor one of the enemy");
}

#[rule("L12-4")]
#[test]
fn a_vacated_hex_is_followed_into_from_one_hex_only() {
    let mut play = left_to_follow();
    play.go("done").go("pull 0506").go("retreat E").go("halt");
    assert!(play.may("advance E A") && play.may("advance NE B"));
    play.go("advance E A");
    assert_eq!(play.no("advance NE B"), "L12-4");
}

#[rule("L10-1")]
#[test]
fn a_commander_advances_only_with_troops() {
    let mut play = left_to_follow();
    play.go("done").go("pull 0506").go("retreat E").go("halt");
    assert_eq!(play.no("advance E Brig"), "L10-1");
    play.go("advance E A");
    assert!(play.kind() != "advance" || play.may("advance E Brig"));
}

#[rule("L7-1")]
#[test]
fn who_is_said_to_bombard_can() {
    let world = field()
        .unit("u art G I/1 4 4 0505")
        .unit("u art K I/1 4 4 0705")
        .unit("u inf A I/1/1 4 4 0305")
        .unit("c inf X L/B/C 4 4 0509");
    let ask = |hexes: &[&str], batteries: serde_json::Value| {
        world.ask(json!({"ask":"bombard","hexes":hexes,"target":"0509","batteries":batteries}))
    };
    let why = |answer: serde_json::Value| answer["error"].as_str().unwrap_or("none").to_owned();
    assert_eq!(why(ask(&["0505"], json!(["G"]))), "none");
    assert!(why(ask(&["0505"], json!(["K"]))).contains("not in one of the hexes"));
    assert!(why(ask(&["0305"], json!(null))).contains("no battery in 0305 can fire"));
}
