//! Introduction: counters, scale.

use lfm::{Arm, Lfm, Phase, flag};
use serde_json::{Value, json};
use table::{Ruleset, rule};

use crate::world::{Play, World};

fn pair() -> World {
    World::new(9, 12).unit("u inf A I/1/1 4 4 0505").unit("c inf X L/B/C 4 4 0510")
}

#[rule("LINT-1", "L23-1", "LTAB-13")]
#[test]
fn the_scenario_overrides_the_series_rules() {
    let night = |world: World, last: u16| {
        let setup = world.lfm(&format!("turns = {last}")).setup();
        (1..=last).filter(|t| setup.is_night(*t)).count()
    };
    assert_eq!(night(pair(), 16), 2);
    assert_eq!(night(pair().lfm("night_turns = 1"), 16), 1);
    assert_eq!(pair().setup().turns, 12);
    assert!(pair().victory("").faults().contains("[victory]"));
    assert_eq!(pair().setup().map.yards_per_hex, 250);
}

#[rule("LINT-2")]
#[test]
fn four_kinds_of_unit_and_four_levels_of_commander() {
    let world = World::new(3, 8)
        .unit("u inf A I/1/1 4 4 0101")
        .unit("u cav B I/1/2 4 4 0102")
        .unit("u art C I/1 4 4 0103")
        .unit("u horse D I/1 4 4 0104")
        .man("u Army 4 5 -/-/- 0101")
        .man("u Corps 3 5 I/-/- 0101")
        .man("u Div 2 5 I/1/- 0101")
        .man("u Brig 1 - I/1/1 0101");
    let setup = world.setup();
    let arms: Vec<Arm> = setup.pieces.iter().map(|p| p.arm).take(5).collect();
    assert_eq!(arms, [Arm::Infantry, Arm::Cavalry, Arm::Artillery, Arm::HorseArtillery, Arm::Commander]);
    assert!(pair().unit("u balloon B I/1/1 4 4 0101").faults().contains("expected infantry, cavalry"));
    assert!(pair().man("u Five 5 4 -/-/- 0101").faults().contains("expected 1 to 4"));
}

#[rule("LINT-3", "LTAB-14", "L29-3")]
#[test]
fn counters_have_two_sides() {
    let world = pair()
        .unit("u art G I/1 6 4 0506")
        .unit("u art H I/1 6 4 0507 limbered")
        .unit("u cav K I/1/2 3 4 0508")
        .unit("u cav M I/1/2 3 4 0608 dismounted")
        .unit("u inf N I/1/1 3 4 0605 detached")
        .man_with("u Brig 1 - I/1/1 0505", "shattered = true")
        .man("u Div 2 5 I/1/- 0505")
        .man_with("u Rep 2 5 I/2/- 0505", "replacement = { name = \"Next\", cv = 2 }\nreplaced = true")
        .more("[[marker]]\nkind = \"breastwork\"\nhex = \"0605\"");
    let play = world.begin(&[]);
    let pos = play.pos();
    assert_eq!((pos.sp(play.id("G")), pos.sp(play.id("H"))), (6, 2));
    assert_eq!((pos.allowance(play.id("K")), pos.allowance(play.id("M"))), (96, 60));
    assert!(pos.shattered(play.id("A")) && pos.shattered(play.id("N")));
    assert_eq!((pos.cv(play.id("Div")), pos.cv(play.id("Rep"))), (5, 2));
    assert_eq!(play.shown("Rep")["name"], "Next");
    assert!(play.has("N", flag::DETACHED) && pos.has_breastwork(play.piece("N").at()));
    // A commander without a replacement side keeps his value when he is replaced.
    let back = pair().man_with("u Div 2 5 I/1/- 0505", "replaced = true").begin(&[]);
    assert_eq!(back.pos().cv(back.id("Div")), 5);
    for (bad, why) in [("0 4", "sp"), ("17 4", "sp"), ("4 0", "cohesion"), ("4 7", "cohesion")] {
        assert!(pair().unit(&format!("u inf B I/1/1 {bad} 0101")).faults().contains(why));
    }
    for cv in [0, 7] {
        assert!(pair().man(&format!("u Div 2 {cv} I/1/- 0505")).faults().contains("cv"));
    }
}

#[rule("LINT-4", "L14-5")]
#[test]
fn one_marker_a_stack_in_its_sides_colour() {
    let world =
        pair().unit("u inf B I/1/1 3 4 0505 disorganized").unit("c inf Y L/B/C 3 4 0510 disorganized");
    let view = world.begin(&[]).view();
    let markers: Vec<_> =
        view["markers"].as_array().unwrap().iter().map(|m| (m["at"].clone(), m["side"].clone())).collect();
    assert_eq!(markers, [(json!("0505"), json!("union")), (json!("0510"), json!("confederate"))]);
}

#[rule("L14-4")]
#[test]
fn a_charged_marker_on_any_unit_of_the_stack_disorganizes_it() {
    let drm = |unit: &str| {
        let w = World::new(9, 12).unit("u cav A I/1/1 4 4 0505").unit(unit).unit("c inf X L/B/C 4 4 0506");
        w.ask(json!({"ask":"combat","attackers":["0506"],"target":"0505"}))["drm"].clone()
    };
    assert_eq!(drm("u inf B I/1/1 3 4 0505"), 0);
    assert_eq!(drm("u inf B I/1/1 3 4 0505 charged"), -1);
    assert_eq!(drm("u cav B I/1/1 3 4 0505 charged"), -1);
}

#[rule("LINT-5", "L24-5")]
#[test]
fn only_finished_works_help() {
    let world = |unit: &str, more: &str| {
        let w = World::new(9, 12).unit(unit).unit("c inf X L/B/C 4 4 0506").more(more);
        w.ask(json!({"ask":"combat","attackers":["0506"],"target":"0505"}))["drm"].clone()
    };
    assert_eq!(world("u inf A I/1/1 4 4 0505 building", ""), 0);
    assert_eq!(world("u inf A I/1/1 4 4 0505", "[[marker]]\nkind = \"breastwork\"\nhex = \"0505\""), 1);
}

#[rule("LINT-6")]
#[test]
fn a_brigade_is_known_by_all_three_labels() {
    let play = pair()
        .unit("u inf B I/1/1 4 4 0101")
        .unit("u inf C I/1/2 4 4 0102")
        .unit("u inf D II/1/1 4 4 0103")
        .begin(&[]);
    let pos = play.pos();
    let same = |a: &str, b: &str| pos.same_brigade(play.id(a), play.id(b));
    assert!(same("A", "B") && !same("A", "C") && !same("A", "D"));
    let division = |n: &str| play.setup.counter(play.id(n)).division_no;
    assert!(division("A") == division("C") && division("A") != division("D"));
}

#[rule("LINT-7", "L20-34")]
#[test]
fn corps_are_ranked_by_number() {
    let world =
        |corps: &str| pair().man(&format!("u First 3 4 {corps}/-/- 0501")).man("u Second 3 4 IX/-/- 0502");
    assert!(world("I").load().is_ok());
    let faults = world("L").faults();
    assert!(faults.contains("corps `L`") && faults.contains("corps_number"), "{faults}");
    assert!(pair().man("u Only 3 4 L/-/- 0501").load().is_ok());
    let three = World::new(9, 12)
        .man("u Eleven 3 4 XI/-/- 0501")
        .man("u One 3 4 1/-/- 0502")
        .man("u Three 3 4 III/-/- 0503");
    assert_eq!(three.ask(json!({"ask":"command","side":"union"}))["army_commander"], "One");
}

#[rule("LINT-8")]
#[test]
fn two_counters_may_bear_one_name() {
    let twin = "[[unit]]\nside = \"union\"\nname = \"A\"\nid = \"A of 2\"\narm = \"infantry\"\ncorps = \"I\"\n\
                division = \"1\"\nbrigade = \"2\"\nsp = 3\ncohesion = 4\nhex = \"0101\"";
    let setup = pair().more(twin).setup();
    assert_eq!(setup.units, 3);
    assert_ne!(setup.find("A"), setup.find("A of 2"));
    assert!(pair().unit("u inf A I/1/2 3 4 0101").faults().contains("two counters"));
}

#[rule("LINT-9", "LINT-10", "LINT-11")]
#[test]
fn the_view_knows_the_scale() {
    let play = pair().unit("u art G I/1 3 4 0506").begin(&[]);
    assert_eq!(play.shown("A")["values"][1], json!(["Men", "400"]));
    assert_eq!(play.shown("G")["values"][1], json!(["Guns", "6"]));
    assert_eq!(play.view()["lfm"]["yards_per_hex"].as_u64().unwrap() * 8, 2000);
    let small = pair().map_text().replace("name = \"small\"", "name = \"small\"\nyards_per_hex = 200");
    let setup = lfm::load("s", &pair().text(), &mut |_| Ok(small.clone())).unwrap();
    let view = Lfm::view(&setup, &Lfm::position(&setup), table::Viewer::Spectator).erase().to_value();
    assert_eq!(view["lfm"]["yards_per_hex"].as_u64().unwrap() * 8, 1600);
}

#[rule("L29-2")]
#[test]
fn lists_tell_commanders_regiments_and_batteries_apart() {
    let world = pair()
        .unit("u inf B I/1/1 8 4 0505")
        .unit("u cav E I/1/2 4 4 0506")
        .unit("u art G I/1 3 4 0505")
        .man("u Brig 1 - I/1/1 0505")
        .man("u Div 2 4 I/1/- 0505");
    let play = world.begin(&[]);
    let look = |name: &str| {
        let shown = play.shown(name);
        ["kind", "size", "command"].map(|key| shown[key].as_str().unwrap().to_owned())
    };
    assert_eq!(look("Brig"), ["leader", "brigade", "I/1/1"]);
    assert_eq!(look("Div"), ["leader", "division", "I/1"]);
    assert_eq!(look("B"), ["unit", "regiment", "I/1/1"]);
    assert_eq!(look("E"), ["unit", "regiment", "I/1/2"]);
    assert_eq!(look("G"), ["unit", "battery", "I/1"]);
}

/// Two regiments with their brigadier in 0505, a third beside them, and one of another corps.
fn two_brigades() -> Play {
    let world = pair()
        .unit("u inf B I/1/1 8 4 0505")
        .unit("u inf E I/1/1 4 4 0506")
        .unit("u art G I/1 3 4 0505")
        .unit("u inf F II/1/1 4 4 0301")
        .man("u Brig 1 - I/1/1 0505");
    world.at(Phase::Movement)
}

/// The boxes of the Union's chart.
fn boxes(play: &Play) -> Vec<Value> {
    play.view()["lfm"]["charts"]["union"].as_array().unwrap().clone()
}

#[rule("L20-4")]
#[test]
fn every_piece_shows_its_formation() {
    let play = two_brigades();
    let formation = |name: &str| (play.shown(name)["corps"].clone(), play.shown(name)["command"].clone());
    assert_eq!(formation("A"), (json!("I"), json!("I/1/1")));
    assert_eq!(formation("F"), (json!("II"), json!("II/1/1")));
}

#[rule("L28-1", "L28-2")]
#[test]
fn the_box_of_a_brigade_holds_who_shares_its_brigadiers_hex() {
    let play = two_brigades();
    let boxed = boxes(&play).into_iter().map(|b| (b["brigade"].clone(), b["boxed"].clone()));
    assert_eq!(
        boxed.collect::<Vec<_>>(),
        [(json!("I/1/1"), json!(["A", "B"])), (json!("II/1/1"), json!([]))]
    );
}

#[rule("L28-3")]
#[test]
fn who_is_boxed_stands_in_the_brigadiers_hex() {
    let play = two_brigades();
    assert_eq!(play.pos().regiment_sp(play.piece("Brig").at()), 12);
    assert_eq!(play.pos().force(play.piece("Brig").at()).sp, 8 + 3);
}

#[rule("L28-4")]
#[test]
fn who_leaves_the_hex_leaves_the_box() {
    let mut play = two_brigades();
    play.walk("A", "NW");
    assert_eq!(boxes(&play)[0]["boxed"], json!(["B"]));
}
