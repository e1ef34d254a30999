//! Hood Strikes North, Advanced Game: reinforcements and arrivals.

use std::fmt::Write;

use table::{Side, rule};

use super::hsn_turn::{begin, campaign};
use super::world::{Game, World};
use crate::state::Whereabouts;

/// A unit that waits for its set.
fn waiting(side: &str, name: &str, size: &str) -> String {
    format!("[[unit]]\nside = {side:?}\nname = {name:?}\nsize = {size:?}\narm = \"infantry\"\nmanpower = 4\n")
}

/// Union sets `1` to `n`, a division each.
fn union_sets(n: u8) -> World {
    let mut tables = String::from("[campaign.place]\nunion-entry = [\"0101\", \"0102\"]\n");
    for number in 1..=n {
        write!(tables, "[[campaign.set]]\ntable = \"union\"\nnumber = {number}\nunits = [\"U{number}\"]\n")
            .unwrap();
        tables.push_str(&waiting("union", &format!("U{number}"), "division"));
    }
    campaign().scenario(&tables)
}

/// Confederate sets `1` to `n`: a division each, and a brigade with the first.
fn southern_sets(n: u8) -> World {
    let mut tables = waiting("confederate", "Brigade", "brigade");
    for number in 1..=n {
        let more = if number == 1 { ", \"Brigade\"" } else { "" };
        write!(
            tables,
            "[[campaign.set]]\ntable = \"confederate\"\nnumber = {number}\nunits = [\"C{number}\"{more}]\nhexes = [\"1201\"]\n"
        )
        .unwrap();
        tables.push_str(&waiting("confederate", &format!("C{number}"), "division"));
    }
    campaign().scenario(&tables)
}

/// How many sets of a table a roll brings on a turn.
fn sets(game: &Game, table: usize, turn: u8, die: u8) -> u8 {
    let mut state = game.state.clone();
    state.turn = turn;
    let pos = crate::Pos { setup: &game.setup, state: &state };
    pos.roll_arrivals(table, &mut table::ScriptedDice::new([die])).sets
}

#[rule("GHSN-6", "GHSN-31", "GHSN-32")]
#[test]
fn union_reinforcements_are_rolled_for() {
    let game = union_sets(12).set();
    let row = |turn: u8| [1, 2, 3, 4, 5, 6].map(|die| sets(&game, 0, turn, die));
    assert_eq!(row(8), [0, 1, 1, 2, 2, 3]);
    assert_eq!(row(3), [0, 0, 0, 0, 0, 1]);
    assert_eq!(row(5), [0, 0, 0, 0, 1, 1]);
    assert_eq!(row(7), [0, 0, 0, 1, 1, 2]);
    assert_eq!([2, 4, 6, 9].map(|turn| sets(&game, 0, turn, 6)), [1, 1, 2, 3]);
    // Turn 1 has no roll, turn 2 has one.
    let mut game = union_sets(3).set();
    begin(&mut game, 1, &[6, 1]);
    assert!(!game.happened("arrivals"));
    begin(&mut game, 2, &[5, 6, 1]);
    assert!(game.happened("arrivals"));
}

#[rule("GHSN-33")]
#[test]
fn miller_slows_the_rest() {
    let mut game = union_sets(14).set();
    for n in 0..11 {
        game.state.campaign.sets[n] = 7;
    }
    assert_eq!((sets(&game, 0, 9, 6), sets(&game, 0, 9, 4)), (1, 0), "6 - 3 = 3; 4 - 3 = 1");
    // In the turn in which it comes there is no modifier yet, and it adds to that of the turn.
    assert_eq!(sets(&game, 0, 7, 6), 2);
    for n in 0..11 {
        game.state.campaign.sets[n] = 5;
    }
    assert_eq!(sets(&game, 0, 6, 6), 0, "6 - 2 - 3 = 1");
}

#[rule("GHSN-34")]
#[test]
fn sets_come_in_ascending_number_where_the_union_likes() {
    let mut game = union_sets(5).set();
    for n in 0..3 {
        game.state.campaign.sets[n] = 1;
        game.run(&[], |play| {
            play.place(crate::UnitId(2 + n as u8), play.setup.map.grid.hex("0202").unwrap())
        });
    }
    // Turn 11: die 4 brings two: sets 4 and 5.
    begin(&mut game, 11, &[3, 4, 4]);
    assert_eq!(game.decides(), ("arrival", Side::Union));
    assert_eq!(game.offered(), ["place U4 > 0101", "place U4 > 0102"]);
    game.give("place U4 > 0102", &[]).give("place U5 > 0101", &[6, 1]);
    assert_eq!((game.at("U4"), game.at("U5")), ("0102".to_owned(), "0101".to_owned()));
    assert_eq!((game.unit("U4").fatigue, game.unit("U4").disorganized), (0, false));
    // All are drawn: nobody rolls any more.
    begin(&mut game, 12, &[3, 4, 6, 1]);
    // A surplus is lost: three are due, one is left.
    let mut game = union_sets(1).set();
    begin(&mut game, 11, &[3, 4, 6]);
    game.give("place U1 > 0101", &[6, 1]);
    assert_eq!(game.told("arrivals")[0]["due"], 3);
}

#[rule("GHSN-21")]
#[test]
fn accelerated_reinforcements_bring_one_set_more() {
    let mut game = union_sets(5).set();
    // Turn 6: event 3, no men, reinforcement die 4 - 2 = 2: one set and one more.
    begin(&mut game, 6, &[1, 2, 1, 4]);
    assert_eq!(game.told("arrivals")[0]["sets"], serde_json::json!([1, 2]));
    let mut usual = union_sets(5).set();
    begin(&mut usual, 6, &[3, 4, 1, 4]);
    assert_eq!(usual.told("arrivals")[0]["sets"], serde_json::json!([1]));
}

#[rule("GHSN-7", "GHSN-8")]
#[test]
fn confederate_reinforcements_come_on_turn_10_and_from_turn_24() {
    let late = |turn: u8| {
        let arrives = format!("arrives = {{ turn = {turn}, hexes = [\"1201\"] }}");
        campaign().scenario(&format!("{}{arrives}\n", waiting("confederate", "Late", "division")))
    };
    for turn in 1..=30 {
        let checked = turn == 10 || turn >= 24;
        assert_eq!(late(turn).faults().contains("Confederate Reinforcement Phase"), !checked, "turn {turn}");
    }
    let mut game = late(24).set();
    begin(&mut game, 10, &[3, 4, 6, 1]);
    assert_eq!(game.unit("Late").whereabouts, Whereabouts::Arriving);
    begin(&mut game, 24, &[1, 3, 4, 6, 1]);
    assert_eq!(game.at("Late"), "1201");
    // Who was kept out on turn 10 comes when the phase is held again, not before.
    let mut game = late(10).infantry("u", "Guard", "1201", 4, "").set();
    begin(&mut game, 10, &[3, 4, 6, 1]);
    assert_eq!(game.unit("Late").whereabouts, Whereabouts::Arriving);
    let guard = game.id("Guard");
    game.state.lift(guard, Whereabouts::Eliminated);
    begin(&mut game, 11, &[3, 4, 6, 1]);
    assert_eq!(game.unit("Late").whereabouts, Whereabouts::Arriving);
    begin(&mut game, 24, &[1, 3, 4, 6, 1]);
    assert!(game.unit("Late").is_on_map());
    // By default nobody comes on any turn.
    let none = campaign().set();
    assert!(none.setup.unit_ids().all(|unit| !none.setup.comes_later(unit)));
}

#[rule("GHSN-11")]
#[test]
fn arrivals_open_the_action_cycle() {
    let mut game = southern_sets(8).set();
    begin(&mut game, 1, &[6, 1]);
    assert!(!game.happened("arrivals"), "not on turn 1");
    begin(&mut game, 2, &[6, 6, 1]);
    let news = game.all_news();
    let kinds: Vec<&str> = news.iter().map(|e| e.kind.as_str()).collect();
    let at = |kind: &str| kinds.iter().position(|k| *k == kind).unwrap();
    assert!(at("arrivals") < at("initiative"));
    assert_eq!(kinds.iter().filter(|k| **k == "arrivals").count(), 1);
    let cycle = news.iter().position(|e| e.text == "Action Cycle.").unwrap();
    assert!(cycle < at("arrivals"));
}

#[rule("GHSN-46", "GHSN-47")]
#[test]
fn the_confederate_arrival_table() {
    let game = southern_sets(8).set();
    let row = |turn: u8| [1, 2, 3, 4, 5, 6].map(|die| sets(&game, 1, turn, die));
    assert_eq!(row(2), [0, 0, 0, 0, 1, 2]);
    assert_eq!(row(3), [0, 1, 2, 2, 3, 4]);
    assert_eq!(row(4), [3, 4, 5, 6, 6, 6]);
    assert_eq!(row(5), [6; 6]);
    assert_eq!(row(9), [6; 6], "what is left comes");
    // The exact odds of turn 2.
    let mut state = game.state.clone();
    state.turn = 2;
    let odds = crate::Pos { setup: &game.setup, state: &state }.arrival_odds(1);
    let p = |n: u8| odds.iter().filter(|(draw, _)| draw.sets == n).map(|(_, p)| p).sum::<f64>();
    assert!((p(0) - 4.0 / 6.0).abs() < 1e-12 && (p(1) - 1.0 / 6.0).abs() < 1e-12);
}

#[rule("GHSN-48")]
#[test]
fn early_arrivals_are_tired() {
    let mut game = southern_sets(8).set();
    begin(&mut game, 2, &[6, 6, 1]);
    assert_eq!((game.unit("C1").fatigue, game.unit("C2").fatigue), (1, 1));
    assert_eq!(game.unit("Brigade").fatigue, 0, "divisions only");
    assert_eq!(game.unit("C3").whereabouts, Whereabouts::Arriving);
    let mut game = southern_sets(8).set();
    begin(&mut game, 3, &[3, 4, 1, 4, 6, 1]);
    assert_eq!((game.at("C2"), game.unit("C1").fatigue, game.unit("C2").fatigue), ("1201".to_owned(), 0, 0));
}

#[rule("GHSN-49")]
#[test]
fn confederate_sets_enter_where_they_are_listed() {
    // Turn 4, die 1: three sets.
    let mut game = southern_sets(8).set();
    begin(&mut game, 4, &[3, 4, 1, 1, 1, 6]);
    assert_eq!(["C1", "C2", "C3"].map(|unit| game.at(unit)), ["1201", "1201", "1201"]);
    assert_eq!(game.unit("C4").whereabouts, Whereabouts::Arriving);
    game.give("take", &[]);
    assert!(game.offers("march C1"), "free to act this turn");
    // The enemy holds the entry: the nearest free hexes.
    let mut game = southern_sets(1).infantry("u", "Guard", "1201", 4, "").set();
    begin(&mut game, 4, &[3, 4, 1, 1]);
    let near: Vec<String> =
        game.setup.map.grid.neighbors(game.hex("1201")).map(|(_, hex)| game.label(hex)).collect();
    let offered = game.offered();
    assert_eq!(offered.len(), near.len());
    assert!(near.iter().all(|hex| offered.iter().any(|o| o.ends_with(hex))), "{offered:?} {near:?}");
}
