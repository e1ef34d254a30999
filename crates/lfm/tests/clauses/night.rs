//! Night (23).

use lfm::{Event, Phase, Where, flag};
use serde_json::json;
use table::{Side, rule};

use crate::world::World;

/// A position on the first night turn.
fn night() -> World {
    World::new(9, 24).lfm("turn = 2\nday_turns = 1\nnight_turns = 2\nturns = 5")
}

#[rule("L23-2", "LSEQ-27", "L23-6", "L23-10")]
#[test]
fn nothing_is_fought_at_night() {
    let world = night()
        .road("trail", &["0501", "0502", "0503", "0504", "0505"])
        .unit("u inf A I/1/1 4 4 0502")
        .unit("u art G I/1 6 4 0702")
        .man("u Div 2 6 I/1/- 0502")
        .unit("c inf X L/B/C 4 4 0506");
    let mut play = world.begin(&[]);
    let mut dice = table::SeededDice::from_number(1);
    play.until(Phase::Movement, Side::Union);
    play.go("take A").steps("E+ E");
    assert_eq!(play.no("step E"), "L23-2");
    play.go("halt");
    assert!(play.ask(json!({"ask":"zoi","side":"confederate"}))["hexes"].as_array().unwrap().is_empty());
    for question in [
        json!({"ask":"combat","attackers":["0502"],"target":"0506"}),
        json!({"ask":"bombard","hexes":["0702"],"target":"0506"}),
        json!({"ask":"charge","hex":"0502","target":"0503"}),
        json!({"ask":"command","side":"union","rolls":{}}),
    ] {
        assert_eq!(world.ask(question)["clause"], "L23-2");
    }
    while play.state.turn == 2 {
        play.give("done", &mut dice);
    }
    let phases: Vec<&str> = play
        .log
        .iter()
        .filter_map(|e| match e {
            Event::PhaseBegins { turn: 2, phase, .. } => Some(*phase),
            _ => None,
        })
        .collect();
    assert_eq!(
        phases,
        ["Construction", "Movement", "Reorganization", "Construction", "Movement", "Reorganization"]
    );
    assert!(matches!(play.log[1], Event::NightFalls));
}

#[rule("L23-3", "L14-3")]
#[test]
fn troops_in_contact_part_at_nightfall() {
    let world = night().unit("u inf A I/1/1 4 4 0505").unit("c inf X L/B/C 4 4 0506");
    let mut play = world.begin(&[]);
    while play.kind() != "retreat-hex" {
        play.go("done");
    }
    assert_eq!((play.seat(), play.orders()), (Side::Union, vec!["retreat W".to_owned()]));
    play.go("retreat W").go("halt");
    assert_eq!((play.hex("A").as_str(), play.has("A", flag::D)), ("0504", false));
    assert!(!play.pos().in_zoc(play.piece("A").at(), Side::Confederate));
    // With no way out it stays, and the other side goes.
    let shut = night()
        .terrain("water", &["0504", "0404", "0405", "0604", "0605"])
        .unit("u inf A I/1/1 4 4 0505")
        .unit("c inf X L/B/C 4 4 0506");
    let mut play = shut.begin(&[]);
    while play.kind() != "retreat-hex" {
        play.go("done");
    }
    assert_eq!((play.hex("A").as_str(), play.seat()), ("0505", Side::Confederate));
}

#[rule("L23-3")]
#[test]
fn at_nightfall_each_unit_leaves_but_not_the_same_way() {
    // Two brigades in one hex: one of them would be given up if they went on together.
    let world =
        night().unit("u inf A I/1/1 4 4 0505").unit("u inf B I/1/2 4 4 0505").unit("c inf X L/B/C 4 4 0506");
    let mut play = world.begin(&[]);
    while play.kind() != "retreat-hex" {
        play.go("done");
    }
    assert_eq!(play.orders(), ["leave A", "leave B", "retreat W"]);
    play.go("leave B").go("retreat W").go("halt");
    assert_eq!((play.hex("A"), play.hex("B")), ("0504".into(), "0505".into()));
    assert_eq!(
        (play.kind(), play.orders()),
        ("retreat-hex", vec!["retreat W".to_owned()]),
        "B has to go too"
    );
    play.go("retreat W").go("retreat W");
    assert_eq!((play.hex("A"), play.hex("B")), ("0504".into(), "0503".into()));
    play.until(Phase::Movement, Side::Union);
    play.go("done");
    assert_ne!(play.kind(), "overstacked");
}

#[rule("L9-13", "L22-1")]
#[test]
fn who_has_to_leave_an_overfull_hex_may_leave_his_brigade() {
    // At night C cannot follow off the road, and where B could come back to it A stands.
    let world = night()
        .road("trail", &["0505", "0506", "0507"])
        .unit("u inf A I/1/1 4 4 0505")
        .unit("u inf B I/1/2 4 4 0505")
        .unit("u inf C I/1/2 4 4 0504")
        .unit("c inf X L/B/C 4 4 0924");
    let mut play = world.begin(&[]);
    play.until(Phase::Movement, Side::Union);
    play.walk("B", "E E");
    play.go("done");
    assert_ne!(play.kind(), "overstacked");
    // When the phase ends it goes as near to its brigade as it can.
    assert_eq!(["A", "B", "C"].map(|n| play.hex(n)), ["0505", "0506", "0504"]);
}

#[rule("L23-7")]
#[test]
fn at_night_the_way_is_along_roads() {
    let world = night()
        .road("trail", &["0505", "0506", "0507"])
        .unit("u inf A I/1/1 4 4 0505")
        .unit("c inf X L/B/C 4 4 0924");
    let mut play = world.begin(&[]);
    play.until(Phase::Movement, Side::Union);
    play.go("take A");
    assert_eq!(play.no("step W"), "L23-7");
    play.steps("E+ E");
    let reach = world.ask(json!({"ask":"reach","unit":"A"}));
    assert_eq!(reach["hexes"].as_object().unwrap().keys().collect::<Vec<_>>(), ["0505", "0506", "0507"]);
}

#[rule("L23-6")]
#[test]
fn at_night_nobody_is_watched() {
    let world = night()
        .road("pike", &["0505", "0504", "0503"])
        .unit("u inf A I/1/1 4 4 0505")
        .unit("c art X L/B 6 4 0508");
    let mut play = world.at(Phase::Construction);
    assert!(play.may("build A"));
    play.until(Phase::Movement, Side::Union);
    play.go("take A").go("step W road");
}

#[rule("L23-8", "L23-9")]
#[test]
fn at_dawn_the_lost_are_lost() {
    let world = World::new(9, 24)
        .lfm("day_turns = 1\nnight_turns = 2\nturns = 5")
        .unit("u inf A I/1/1 4 1 0504")
        .unit("u inf B I/1/2 4 4 0604")
        .man("u One 1 - I/1/1 0504")
        .man("u Two 1 - I/1/2 0604")
        .man("u Div 2 4 I/1/- 0604")
        .unit("c art X L/B 16 4 0508");
    let mut play = world.at(Phase::ReturnFire);
    play.go("aim 0504 X");
    play.give("fire A", &mut table::ScriptedDice::new([1, 6, 6]));
    while play.kind() == "retreat-hex" {
        let order = play.orders()[0].clone();
        play.give(&order, &mut table::ScriptedDice::new([6]));
    }
    assert_eq!((play.piece("A").place, play.hex("One").as_str()), (Where::Lost, "0604"));
    let mut dice = table::SeededDice::from_number(8);
    while play.state.turn < 4 {
        assert_eq!(play.piece("A").place, Where::Lost);
        if play.kind() == "rejoin" || play.kind() == "retreat-hex" {
            play.go(&play.orders()[0].clone());
        } else {
            play.give("done", &mut dice);
        }
    }
    assert_eq!((play.piece("A").place, play.piece("One").place), (Where::Gone, Where::Gone));
    assert_eq!(play.hex("Two"), "0604");
    assert!(play.said().iter().any(|s| s.contains("destroyed")));
}

#[rule("L15-7")]
#[test]
fn what_recovers_in_the_night_is_part_of_the_new_total() {
    let world = World::new(9, 24)
        .lfm("day_turns = 1\nnight_turns = 2\nturns = 5")
        .unit("u inf A I/1/1 4 3 0504")
        .unit("u inf B I/1/1 3 4 0604")
        .man("u One 1 - I/1/1 0604")
        .man("u Div 2 4 I/1/- 0704")
        .unit("c art X L/B 16 4 0508");
    let mut play = world.at(Phase::ReturnFire);
    play.go("aim 0504 X");
    play.give("fire A", &mut table::ScriptedDice::new([1, 6, 6]));
    while play.kind() == "retreat-hex" {
        let order = play.orders()[0].clone();
        play.give(&order, &mut table::ScriptedDice::new([6]));
    }
    assert_eq!(play.piece("A").place, Where::Lost);
    let brigade = |play: &crate::world::Play| {
        let state = play.state.brigades[0];
        (state.total, state.lost, state.shattered)
    };
    let mut dice = table::SeededDice::from_number(8);
    while !play.may("done") || play.state.turn == 1 {
        assert_eq!(brigade(&play).0, 7);
        play.give(&play.orders()[0].clone(), &mut dice);
    }
    assert_eq!(brigade(&play), (3, 0, false), "night has fallen: what is on the map is the new total");
    while !play.orders().contains(&"recover A".to_owned()) {
        play.give("done", &mut dice);
    }
    play.roll("recover A", &[1]);
    play.go(&play.orders()[0].clone());
    assert_eq!(brigade(&play), (7, 0, false), "and A is part of it again");
}
