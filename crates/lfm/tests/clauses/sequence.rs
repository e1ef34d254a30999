//! The sequence of play.

use lfm::{Event, Phase, flag};
use serde_json::json;
use table::{Side, rule};

use crate::world::{Play, World};

fn armies() -> World {
    World::new(9, 20)
        .unit("u inf A I/1/1 4 4 0502")
        .man("u Meade 4 4 -/-/- 0502")
        .unit("c inf X L/B/C 4 4 0518")
        .man("c Lee 4 5 -/-/- 0518")
}

fn phases(play: &Play) -> Vec<(&'static str, Side)> {
    play.log
        .iter()
        .filter_map(|e| match e {
            Event::PhaseBegins { phase, side, .. } => Some((*phase, *side)),
            _ => None,
        })
        .collect()
}

#[rule("LSEQ-1", "LSEQ-24", "LSEQ-28", "LSEQ-6")]
#[test]
fn one_side_runs_all_phases_then_the_other() {
    let mut play = armies().lfm("turns = 2").begin(&[]);
    let mut dice = table::SeededDice::from_number(1);
    while play.state.turn == 1 {
        play.give("done", &mut dice);
    }
    let names =
        ["Command Determination", "Construction", "Artillery", "Movement", "Combat", "Reorganization"];
    let mut wanted: Vec<_> = names.iter().map(|n| (*n, Side::Union)).collect();
    wanted.extend(names.iter().map(|n| (*n, Side::Confederate)));
    let got = phases(&play);
    assert_eq!(got[..12], wanted[..]);
    let initiatives = play.log.iter().filter(|e| matches!(e, Event::Initiative { .. })).count();
    assert_eq!(initiatives, 2);
    // Command rolls are those of the phasing player only.
    let fresh = armies().begin(&[]);
    assert_eq!(fresh.some("roll"), ["roll Meade"]);
    for (phase, order, rule) in [
        (Phase::Movement, "aim 0518 A", "LSEQ-28"),
        (Phase::Command, "build A", "LSEQ-28"),
        (Phase::Construction, "recover A", "LSEQ-28"),
    ] {
        assert_eq!(armies().at(phase).no(order), rule);
    }
}

#[rule("LSEQ-2")]
#[test]
fn the_scenario_may_say_who_goes_first() {
    let play = armies().confederate_first().begin(&[]);
    assert_eq!(play.state.side, Side::Confederate);
    let mut play = armies().confederate_first().lfm("turns = 2").begin(&[]);
    play.until(Phase::Movement, Side::Union);
    let world = armies().roll_initiative().lfm("first_player = { 1 = \"confederate\" }");
    assert_eq!(world.begin(&[]).state.side, Side::Confederate);
    assert_eq!(armies().roll_initiative().begin(&[6, 1]).state.side, Side::Union);
}

/// Who goes first with army commanders of these values, under these dice: the Union's, the Confederate's, and so on.
fn first(union: u8, confederate: u8, dice: &[u8]) -> Side {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 4 4 0502")
        .man(&format!("u Meade 4 {union} -/-/- 0502"))
        .unit("c inf X L/B/C 4 4 0518")
        .man(&format!("c Lee 4 {confederate} -/-/- 0518"));
    world.roll_initiative().begin(dice).state.first
}

#[rule("LSEQ-3")]
#[test]
fn initiative_is_a_die_and_the_army_commander() {
    assert_eq!(first(4, 5, &[3, 4]), Side::Confederate);
    assert_eq!(first(5, 4, &[4, 3]), Side::Union);
    // The value makes up for a lower die.
    assert_eq!(first(6, 2, &[3, 5]), Side::Union);
}

#[rule("LSEQ-4")]
#[test]
fn with_equal_sums_the_better_army_commander_goes_first() {
    assert_eq!(first(3, 5, &[5, 3]), Side::Confederate);
    assert_eq!(first(5, 3, &[3, 5]), Side::Union);
}

#[rule("LSEQ-5")]
#[test]
fn equals_roll_again_until_the_sums_differ() {
    assert_eq!(first(4, 4, &[2, 2, 6, 6, 3, 1]), Side::Union);
    assert_eq!(first(4, 4, &[2, 2, 1, 3]), Side::Confederate);
}

#[rule("L8-21")]
#[test]
fn the_value_of_a_replacement_counts_for_the_initiative() {
    // 3 + 3 against 3 + 4.
    let replaced = World::new(9, 20)
        .unit("u inf A I/1/1 4 4 0502")
        .man_with("u Meade 4 5 -/-/- 0502", "replacement = { name = \"Next\", cv = 3 }\nreplaced = true")
        .unit("c inf X L/B/C 4 4 0518")
        .man("c Lee 4 3 -/-/- 0518")
        .roll_initiative();
    assert_eq!(replaced.begin(&[3, 4]).state.first, Side::Confederate);
}

#[rule("L20-5")]
#[test]
fn the_value_of_a_commander_counts_in_command_in_combat_and_for_order() {
    let world = |cv: u8| {
        World::new(9, 20)
            .unit("u inf A I/1/1 4 2 0505 disorganized")
            .man(&format!("u Div 2 {cv} I/1/- 0505"))
            .unit("c inf X L/B/C 4 4 0506")
    };
    let told = |cv: u8| {
        let odds = world(cv).ask(json!({"ask":"combat","attackers":["0505"],"target":"0506"}));
        let mut play = world(cv).begin(&[]);
        play.roll("roll Div", &[4]);
        let order = play.pos().reorganizing_cv(play.piece("A").at(), Side::Union);
        (play.has("Div", flag::COMMAND), odds["drm"].as_i64().unwrap(), order)
    };
    // One who is disorganized attacks at +1.
    assert_eq!((told(3), told(5)), ((false, 1, 3), (true, 0, 5)));
}

#[rule("LSEQ-7")]
#[test]
fn command_holds_for_the_whole_player_turn() {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 4 4 0505")
        .unit("u inf B I/1/1 4 4 0507")
        .unit("u inf C I/1/1 4 4 0501")
        .man("u Div 2 5 I/1/- 0505")
        .man("u Brig 1 - I/1/1 0505")
        .unit("c inf X L/B/C 4 4 0511");
    let mut play = world.begin(&[]);
    play.roll("roll Div", &[5]).until(Phase::Movement, Side::Union);
    assert!(play.has("B", flag::COMMAND) && !play.has("C", flag::COMMAND));
    // B walks three hexes off and may still enter the zone of control; C, next to its commander, may not.
    play.go("take B").steps("E E E");
    assert_eq!(play.hex("B"), "0510");
    play.go("halt").go("take C").steps("E E E");
    assert!(!play.has("C", flag::COMMAND));
}

#[rule("LSEQ-15", "L1-1")]
#[test]
fn movement_points_are_paid_and_lost() {
    let mut play = armies().lfm("turns = 3").at(Phase::Movement);
    play.walk("A", "E E E");
    assert_eq!(play.piece("A").mp, 24);
    play.go("take A").steps("E E");
    assert_eq!(play.no("step E"), "L1-1");
    play.go("halt").until(Phase::Movement, Side::Confederate).until(Phase::Movement, Side::Union);
    assert_eq!(play.piece("A").mp, 60);
}

#[rule("LSEQ-16", "LSEQ-17", "L1-5", "L1-6")]
#[test]
fn guns_move_limbered_and_unlimber_at_the_end() {
    let world = armies().unit("u art G I/1 6 4 0402").unit("u art H I/1 6 4 0602 limbered");
    let mut play = world.at(Phase::Movement);
    assert_eq!(play.no("take G"), "LSEQ-17");
    play.go("take H").steps("E E E E E").go("unlimber");
    assert_eq!(play.no("take H"), "L5-4");
    assert!(!play.has("H", flag::LIMBERED));
    let mut play = world.at(Phase::Movement);
    play.go("take H").go("unlimber");
    assert_eq!((play.hex("H").as_str(), play.has("H", flag::LIMBERED)), ("0602", false));
    assert!(play.some("charge").is_empty());
    // Limbered in the Artillery Phase, it has its 5 MP in the Movement Phase.
    let mut play = world.at(Phase::Fire);
    play.go("limber G").until(Phase::Movement, Side::Union);
    play.walk("G", "E E E E E");
    assert_eq!(play.hex("G"), "0407");
}

#[rule("LSEQ-19", "L17-1", "L17-3")]
#[test]
fn a_brigade_commander_who_stayed_may_recover() {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 6 4 0501")
        .unit("u inf B I/1/1 4 1 0503")
        .man("u Brig 1 - I/1/1 0501")
        .unit("c art X L/B 16 4 0507")
        .lfm("turns = 3");
    let mut play = world.begin(&[]);
    play.until(Phase::ReturnFire, Side::Union);
    // Three failures eliminate B.
    play.go("aim 0503 X").roll("fire B", &[1, 6, 6]);
    while play.kind() == "retreat-hex" {
        play.give(&play.orders()[0].clone(), &mut table::ScriptedDice::new([6]));
    }
    assert_eq!(play.hex("B"), "-");
    play.until(Phase::Recovery, Side::Union);
    assert_eq!(play.some("recover"), ["recover B"]);
    play.roll("recover B", &[2]);
    assert_ne!(play.state.phase, Phase::Recovery);
    let mut moved = world.begin(&[]);
    moved.until(Phase::ReturnFire, Side::Union);
    moved.go("aim 0503 X").roll("fire B", &[1, 6, 6]);
    while moved.kind() == "retreat-hex" {
        moved.give(&moved.orders()[0].clone(), &mut table::ScriptedDice::new([6]));
    }
    moved.until(Phase::Movement, Side::Union);
    moved.go("take A").go("join Brig").steps("SE").go("halt").go("done");
    assert_ne!(moved.state.phase, Phase::Recovery, "nobody may recover, so the phase is passed over");
    // A failed attempt does no harm: next turn there is another.
    play.until(Phase::Recovery, Side::Union);
    assert_eq!(play.some("recover"), ["recover B"]);
}

#[rule("LSEQ-25", "LSEQ-26", "L23-8")]
#[test]
fn days_are_counted_and_time_goes_on() {
    let mut play = armies().lfm("day_turns = 2\nnight_turns = 2\nturns = 6").begin(&[]);
    let mut dice = table::SeededDice::from_number(4);
    let counts = |p: &Play| p.log.iter().filter(|e| matches!(e, Event::Count { .. })).count();
    while play.state.turn < 2 {
        play.give("done", &mut dice);
    }
    assert_eq!(counts(&play), 0);
    while play.state.turn < 3 {
        play.give("done", &mut dice);
    }
    assert_eq!(counts(&play), 1);
    assert_eq!(play.setup.day_of(4), (1, 4));
    assert_eq!(play.setup.day_of(5), (2, 1));
    while play.kind() != "over" {
        play.give("done", &mut dice);
    }
    assert_eq!((play.state.turn, counts(&play)), (6, 2));
    assert_eq!(play.view()["track"].as_array().unwrap().len(), 6);
    assert_eq!(play.view()["victory"]["union"], json!(0));
}

#[rule("LTAB-13")]
#[test]
fn victory_points_are_counted_as_the_scenario_says() {
    let world = armies().lfm("turns = 1\nday_turns = 1").victory(
        "[victory]\nhandicap = { union = 7 }\nlevels = { marginal = 1, decisive = 6 }\n\
         [[victory.hex]]\nname = \"Hill\"\nhexes = [\"0503\"]\npoints = 4\n\
         [[victory.hex]]\nhexes = [\"0518\"]\npoints = 9\nfor = \"union\"\n",
    );
    let mut play = world.at(Phase::Movement);
    play.walk("A", "E E");
    // The hex is held by whose unit passed it last.
    assert_eq!(play.view()["victory"]["union"], 11);
    let mut dice = table::SeededDice::from_number(4);
    while play.kind() != "over" {
        play.give("done", &mut dice);
    }
    let table::Standing::Over(end) = play.pos().standing() else { panic!() };
    assert_eq!((end.winner, &*end.degree, end.points), (Some(Side::Union), "decisive", [11, 0]));
    // A margin below a tenth of the larger total is a draw.
    let close = armies()
        .lfm("turns = 1\nday_turns = 1")
        .victory("[victory]\nhandicap = { union = 100, confederate = 91 }\n");
    let mut play = close.begin(&[]);
    while play.kind() != "over" {
        play.give("done", &mut dice);
    }
    let table::Standing::Over(end) = play.pos().standing() else { panic!() };
    assert_eq!((end.winner, &*end.degree), (None, "draw"));
}

#[rule("LTAB-13")]
#[test]
fn an_exhausted_army_loses_at_once_and_held_units_wait() {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 4 1 0504")
        .unit("u inf B I/1/2 4 1 0510")
        .unit("c art X L/B 16 4 0507")
        .more("[[hold]]\nside = \"union\"\ncorps = \"I\"\nuntil = 9\ncontact = false")
        .victory("[victory]\nexhaustion = { union = 4 }\n");
    let mut play = world.begin(&[]);
    play.until(Phase::ReturnFire, Side::Union);
    play.go("aim 0504 X").roll("fire A", &[1, 6, 6]);
    while play.kind() == "retreat-hex" {
        play.give(&play.orders()[0].clone(), &mut table::ScriptedDice::new([6]));
    }
    play.until(Phase::Movement, Side::Union);
    assert_eq!(play.no("take B"), "LINT-1");
    let mut dice = table::SeededDice::from_number(4);
    while play.kind() != "over" {
        play.give("done", &mut dice);
    }
    let table::Standing::Over(end) = play.pos().standing() else { panic!() };
    assert_eq!((play.state.turn, end.winner, &*end.degree), (1, Some(Side::Confederate), "decisive"));
    // With contact, the zone of influence of the guns sets them free.
    let free = World::new(9, 20)
        .unit("u inf B I/1/2 4 4 0510")
        .unit("c art X L/B 16 4 0507")
        .more("[[hold]]\nunits = [\"B\"]\nuntil = 9");
    assert!(free.at(Phase::Movement).may("take B"));
}
