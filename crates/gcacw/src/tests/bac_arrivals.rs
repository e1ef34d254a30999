//! Battle Above the Clouds, Advanced Game: the reinforcements of scenarios 8 and 9.

use table::{Side, rule};

use super::world;
use super::world::{Game, World};
use crate::sequence::{Phase, Step};
use crate::state::Whereabouts;

fn scenario(number: u8) -> World {
    world()
        .game("BAC", 1863)
        .settings("advanced = true\nturns = 30")
        .scenario(&format!("[campaign]\nrules = \"bac-{number}\""))
        .infantry("u", "A", "0505", 6, "")
}

fn waiting(world: World, side: &str, names: &[&str]) -> World {
    names.iter().fold(world, |world, name| {
        world.scenario(&format!(
            "[[unit]]\nside = {side:?}\nname = {name:?}\narm = \"infantry\"\nmanpower = 5\ncommand = \"L\""
        ))
    })
}

/// A set of one table, entering at a hex.
fn set(world: World, side: &str, table: &str, number: u8, units: &[&str], more: &str) -> World {
    waiting(world, side, units).scenario(&format!(
        "[[campaign.set]]\ntable = {table:?}\nnumber = {number}\nunits = {units:?}\nhexes = [\"1101\"]\n{more}"
    ))
}

/// A turn that has nothing but its Reinforcement Phase.
fn only_reinforcements(game: &mut Game, turn: u8) {
    game.setup.steps = vec![Step::always(Phase::Reinforcement)];
    (game.setup.turns, game.state.turn, game.state.step) = (turn, turn, 1);
}

/// The Reinforcement Phase of a turn.
fn phase(game: &mut Game, turn: u8, dice: &[u8]) {
    only_reinforcements(game, turn);
    game.run(dice, |play| play.roll_for_arrivals(0));
}

fn table(game: &Game, id: &str) -> usize {
    game.setup.campaign.as_ref().unwrap().tables.iter().position(|t| t.id == id).unwrap()
}

/// How many sets a sum of dice brings.
fn sets(game: &Game, id: &str, sum: u8) -> u8 {
    game.pos().arrival_draw(table(game, id), sum).sets
}

#[rule("GBAC-45", "GBAC-46")]
#[test]
fn cavalry_comes_group_by_group() {
    let one = set(scenario(8), "confederate", "cavalry", 1, &["Martin"], "");
    let mut game = set(one, "confederate", "cavalry", 2, &["Wharton"], "").set();
    for sum in 2..=12 {
        assert_eq!(sets(&game, "cavalry", sum), u8::from(sum >= 6), "{sum}");
    }
    phase(&mut game, 2, &[2, 3]);
    assert!(!game.unit("Martin").is_on_map());
    phase(&mut game, 3, &[4, 4]);
    assert_eq!((game.at("Martin").as_str(), game.unit("Wharton").is_on_map()), ("1101", false));
    phase(&mut game, 4, &[3, 3]);
    assert!(game.unit("Wharton").is_on_map());
    phase(&mut game, 5, &[]);
}

fn mississippi(increments: u8) -> Game {
    let names: Vec<String> = (1..=increments).map(|n| format!("M{n}")).collect();
    let world = names.iter().enumerate().fold(scenario(8), |world, (n, name)| {
        set(world, "confederate", "mississippi", n as u8 + 1, &[name.as_str()], "")
    });
    world.set()
}

#[rule("GBAC-47", "GBAC-48", "GBAC-49", "GBAC-50")]
#[test]
fn mississippi_sends_less_and_less() {
    let mut game = mississippi(4);
    assert_eq!((sets(&game, "mississippi", 7), sets(&game, "mississippi", 6)), (1, 0));
    game.state.turn = 5;
    (game.state.campaign.sets[0], game.state.campaign.sets[1]) = (2, 3);
    assert_eq!((sets(&game, "mississippi", 10), sets(&game, "mississippi", 11)), (0, 1), "two received");
    game.state.campaign.sets[2] = 4;
    let virginia = table(&game, "virginia");
    game.state.campaign.closed |= 1 << virginia;
    assert_eq!((sets(&game, "mississippi", 5), sets(&game, "mississippi", 4)), (1, 0), "-6 and +8");
    // Far below 2 it is still no effect; and with nobody left no dice are rolled.
    game.state.campaign.closed = 0;
    assert_eq!(sets(&game, "mississippi", 2), 0);
    phase(&mut game, 6, &[6, 6]);
    assert_eq!(game.state.campaign.sets[3], u8::MAX, "12 - 6 brings nobody");
    game.state.campaign.closed |= 1 << virginia;
    phase(&mut game, 7, &[2, 3]);
    assert_eq!(game.at("M4"), "1101");
    phase(&mut game, 8, &[]);
}

#[rule("GBAC-48", "GBAC-50")]
#[test]
fn increments_of_the_set_up_count_as_received() {
    let game = scenario(8)
        .infantry("c", "Early", "0909", 5, "")
        .scenario("[[campaign.set]]\ntable = \"mississippi\"\nnumber = 1\nunits = [\"Early\"]\nturn = 0");
    let game = set(game, "confederate", "mississippi", 2, &["Late"], "").set();
    assert_eq!((game.at("Early").as_str(), game.unit("Early").is_on_map()), ("0909", true));
    assert_eq!((sets(&game, "mississippi", 8), sets(&game, "mississippi", 9)), (0, 1), "-2");
    assert_eq!(game.unit("Late").whereabouts, Whereabouts::Arriving);
}

/// Longstreet's divisions.
fn virginia() -> World {
    let two = set(scenario(8), "confederate", "virginia", 1, &["Law", "Kershaw"], "");
    set(two, "confederate", "virginia", 2, &["Pickett"], "").leader(
        "c",
        "corps",
        "Longstreet",
        "L",
        "Law",
        "tactical = 4\ncommand_value = 4",
    )
}

#[rule("GBAC-51")]
#[test]
fn the_virginia_table() {
    let mut game = virginia().set();
    let mut row = |turn: u8, sum: u8| {
        game.state.turn = turn;
        let draw = game.pos().arrival_draw(table(&game, "virginia"), sum);
        (draw.sets, draw.closes)
    };
    let (nothing, refusal, two, three) = ((0, false), (0, true), (1, true), (2, true));
    for turn in [1, 7] {
        assert_eq!(
            [2, 3, 4, 9, 10, 11, 12].map(|sum| row(turn, sum)),
            [refusal, nothing, nothing, nothing, nothing, two, three]
        );
    }
    for turn in [8, 13] {
        assert_eq!(
            [2, 3, 4, 9, 10, 11, 12].map(|sum| row(turn, sum)),
            [refusal, refusal, nothing, nothing, two, two, three]
        );
    }
    assert_eq!(
        [2, 3, 4, 7, 9, 10, 11, 12].map(|sum| row(14, sum)),
        [refusal, refusal, refusal, refusal, refusal, two, two, three]
    );
}

#[rule("GBAC-52", "GBAC-53", "GBAC-55")]
#[test]
fn two_divisions_or_three() {
    let arrived = |dice: &[u8]| {
        let mut game = virginia().set();
        phase(&mut game, 2, dice);
        let here = ["Law", "Kershaw", "Pickett"].map(|name| game.unit(name).is_on_map());
        let longstreet = game.pos().state.leader_hex(game.leader_id("Longstreet")).is_some();
        // Whatever came, nobody rolls again.
        phase(&mut game, 3, &[]);
        (here, longstreet)
    };
    assert_eq!(arrived(&[5, 6]), ([true, true, false], true));
    assert_eq!(arrived(&[6, 6]), ([true, true, true], true));
    let game = virginia().set();
    let faults = set(scenario(8), "confederate", "virginia", 1, &["Pickett"], "").faults();
    assert!(faults.contains("Pickett is not of set 1: expected Law, Kershaw, Longstreet"), "{faults}");
    assert_eq!(game.unit("Law").whereabouts, Whereabouts::Arriving);
}

#[rule("GBAC-54", "GBAC-55", "GBAC-49")]
#[test]
fn a_refusal_from_virginia_is_final() {
    let mut game = set(virginia(), "confederate", "mississippi", 1, &["M1"], "").set();
    // Mississippi is rolled for first: 6 brings nobody. Then Virginia says no.
    phase(&mut game, 4, &[3, 3, 1, 1]);
    assert!(game.pos().arrival_modifiers(table(&game, "mississippi")).sum() == 8);
    // Only Mississippi is rolled for now, with +8.
    phase(&mut game, 5, &[1, 1]);
    assert!(game.unit("M1").is_on_map() && !game.unit("Law").is_on_map());
    // Without any result the rolls go on to turn 14, and then stop.
    let mut game = virginia().set();
    phase(&mut game, 13, &[3, 3]);
    assert!(game.pos().is_rolled(table(&game, "virginia"), Phase::Reinforcement));
    phase(&mut game, 15, &[]);
}

#[rule("GBAC-33", "GBAC-55")]
#[test]
fn delayed_reinforcements_are_not_rolled_for() {
    let world = || {
        let world = set(virginia(), "confederate", "cavalry", 1, &["Martin"], "");
        let world = set(world, "confederate", "mississippi", 1, &["M1"], "");
        set(world, "union", "reserve-corps", 1, &["Steedman"], "")
    };
    let mut game = world().set();
    game.state.turn = 5;
    game.run(&[1, 2], |play| {
        play.campaign_event();
    });
    // Only the Union rolls.
    phase(&mut game, 5, &[4, 4]);
    assert!(["Martin", "M1", "Law"].iter().all(|name| !game.unit(name).is_on_map()));
    // Turn 14: the Virginia roll is made on turn 15 by the rows of turn 14.
    let mut game = virginia().set();
    game.state.turn = 14;
    game.run(&[4, 6], |play| {
        play.campaign_event();
    });
    phase(&mut game, 14, &[]);
    game.state.campaign.begin_turn();
    phase(&mut game, 15, &[3, 4]);
    let closed = table(&game, "virginia");
    assert!(game.state.campaign.closed >> closed & 1 != 0, "7 is a refusal on turn 14");
    phase(&mut game, 16, &[]);
}

#[rule("GBAC-34")]
#[test]
fn hastened_reinforcements_roll_again() {
    let start = || {
        let mut game = mississippi(1);
        game.state.turn = 5;
        game.run(&[4, 4], |play| {
            play.campaign_event();
        });
        only_reinforcements(&mut game, 5);
        game.run(&[2, 3], |play| play.roll_for_arrivals(0));
        game
    };
    let mut game = start();
    assert_eq!(game.asks(), "reroll");
    assert_eq!(
        (game.seat(), game.offered()),
        (Side::Confederate, vec!["reroll".to_owned(), "done".to_owned()])
    );
    game.give("reroll", &[4, 5]);
    assert_eq!(game.offered(), ["keep-first", "keep-second"]);
    let mut worse = game.state.clone();
    game.give("keep-second", &[]);
    assert!(game.unit("M1").is_on_map(), "9 brings the increment");
    std::mem::swap(&mut game.state, &mut worse);
    game.give("keep-first", &[]);
    assert!(!game.unit("M1").is_on_map(), "5 does not");
    // He need not roll again; two rolls that mean the same leave nothing to choose.
    let mut game = start();
    game.give("done", &[]);
    assert!(!game.unit("M1").is_on_map());
    let mut game = start();
    game.give("reroll", &[1, 1]);
    assert_eq!(game.asks(), "over", "the phase goes on");
}

#[rule("GBAC-56", "GBAC-57", "GBAC-58")]
#[test]
fn the_reserve_corps() {
    let one = set(scenario(8), "union", "reserve-corps", 1, &["Steedman"], "");
    let two = set(one, "union", "reserve-corps", 2, &["McCook"], "");
    let mut game = set(two, "union", "reserve-corps", 3, &["Mitchell"], "").set();
    game.state.turn = 2;
    assert_eq!((sets(&game, "reserve-corps", 8), sets(&game, "reserve-corps", 9)), (0, 1));
    phase(&mut game, 2, &[4, 5]);
    assert!(game.unit("Steedman").is_on_map());
    assert_eq!((sets(&game, "reserve-corps", 5), sets(&game, "reserve-corps", 6)), (0, 1));
    phase(&mut game, 3, &[3, 3]);
    assert!(game.unit("McCook").is_on_map());
    assert_eq!(
        (sets(&game, "reserve-corps", 5), sets(&game, "reserve-corps", 6)),
        (0, 1),
        "never more than +3"
    );
    phase(&mut game, 4, &[6, 6]);
    phase(&mut game, 5, &[]);
    assert!(game.unit("Mitchell").is_on_map());
}

fn groups() -> World {
    let sherman = set(scenario(9), "union", "groups", 4, &["Ewing"], "turn = 7");
    let sherman = sherman.leader("u", "corps", "Sherman", "L", "Ewing", "tactical = 4\ncommand_value = 4");
    let cavalry = set(sherman, "confederate", "groups", 2, &["Martin", "Wade"], "turn = 3");
    set(cavalry, "union", "groups", 1, &["Candy"], "")
}

#[rule("GBAC-42", "GBAC-43")]
#[test]
fn a_die_names_the_group_that_comes_sooner_or_later() {
    let due = |turn: u8, dice: &[u8]| {
        let mut game = groups().set();
        game.state.turn = turn;
        game.run(dice, |play| {
            play.campaign_event();
        });
        let campaign = game.setup.campaign.as_ref().unwrap();
        let n = campaign.sets.iter().position(|s| s.number == 4).unwrap();
        game.state.campaign.sets[n]
    };
    assert_eq!(due(5, &[2, 4, 4]), 6, "one turn sooner");
    assert_eq!(due(6, &[2, 4, 4]), 6);
    assert_eq!(due(7, &[2, 4, 4]), 7, "not before the current turn");
    assert_eq!(due(6, &[4, 4, 4]), 8, "one turn later");
    assert_eq!(due(7, &[4, 4, 4]), 8);
    assert_eq!(due(8, &[4, 4, 4]), 7, "it has come already");
    assert_eq!(due(6, &[4, 4, 3]), 7, "another group");
    assert_eq!(due(6, &[4, 4, 1]), 7, "a group without a day");
}

#[rule("GBAC-43")]
#[test]
fn the_six_groups() {
    let text = include_str!("../../../../data/gcacw/campaign/bac-9.campaign.toml");
    let file: toml::Value = toml::from_str(text).unwrap();
    let table =
        file["arrivals"].as_array().unwrap().iter().find(|t| t["id"].as_str() == Some("groups")).unwrap();
    let names = |n: usize| -> Vec<&str> {
        table["group"][n].as_array().unwrap().iter().filter_map(|name| name.as_str()).collect()
    };
    assert_eq!(names(0), ["Candy"]);
    assert_eq!(
        names(1),
        ["Martin", "Morgan", "Tyler", "Joe Wheeler", "Kelly", "Wade", "Wharton", "Davidson", "Harrison"]
    );
    assert_eq!(names(2), ["Hardee", "Pettus"]);
    assert_eq!(names(3), ["Sherman", "Ewing"]);
    assert_eq!(names(4), ["JE Smith", "Wagon Train 7"]);
    assert_eq!(names(5), ["Blair", "ML Smith", "Osterhaus", "Wagon Train 8"]);
    let faults = set(scenario(9), "union", "groups", 6, &["Ewing"], "turn = 7").faults();
    assert!(faults.contains("Ewing is not of set 6"), "{faults}");
}

#[rule("GBAC-44")]
#[test]
fn groups_come_on_their_day_or_never() {
    let mut game = groups().set();
    phase(&mut game, 2, &[]);
    assert!(!game.unit("Martin").is_on_map());
    phase(&mut game, 3, &[]);
    assert!(game.unit("Martin").is_on_map() && game.unit("Wade").is_on_map());
    // The Union group cannot use an entry hex that the enemy holds: it waits.
    phase(&mut game, 7, &[]);
    assert!(!game.unit("Ewing").is_on_map());
    let moved = ["Martin", "Wade"].map(|name| game.id(name));
    let away = game.hex("1112");
    for unit in moved {
        game.state.lift(unit, Whereabouts::Retreating);
        game.state.put(unit, away);
    }
    phase(&mut game, 8, &[]);
    assert!(
        game.unit("Ewing").is_on_map() && game.pos().state.leader_hex(game.leader_id("Sherman")).is_some()
    );
    phase(&mut game, 20, &[]);
    assert_eq!(game.unit("Candy").whereabouts, Whereabouts::Arriving, "without a day it never comes");
}

#[rule("GBAC-40")]
#[test]
fn quarles_and_baldwin_come_once() {
    let world = set(scenario(9), "confederate", "quarles-baldwin", 1, &["Quarles", "Baldwin"], "");
    let mut game = world.set();
    phase(&mut game, 3, &[]);
    assert!(!game.unit("Quarles").is_on_map());
    game.state.turn = 4;
    game.run(&[1, 2], |play| {
        play.campaign_event();
    });
    phase(&mut game, 4, &[]);
    assert!(game.unit("Quarles").is_on_map() && game.unit("Baldwin").is_on_map());
    // A second time, or without the counters: nothing.
    let before = game.state.campaign.sets;
    game.state.turn = 6;
    game.run(&[1, 2], |play| {
        play.campaign_event();
    });
    assert_eq!(game.state.campaign.sets, before);
    let mut bare = scenario(9).set();
    bare.run(&[1, 2], |play| {
        play.campaign_event();
    });
}
