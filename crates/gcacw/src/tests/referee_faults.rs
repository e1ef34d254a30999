//! Faults that questions about maps of one's own brought to light.

use serde_json::json;
use table::rule;

use super::world;
use crate::MarchReach;

/// A sheet letter alone does not make a map a published one: SLB's and SIV's short lists of dams and ferries
/// are about their own sheets.
#[rule("G6.2-14", "G6.2-19")]
#[test]
fn a_map_of_ones_own_has_dams_and_ferries_in_every_game() {
    let faults = |code: &'static str, letter: &str, kind: &str| {
        let side = format!("{letter}0101/{letter}0102");
        let grid =
            format!("shape = \"flat\"\nlabel = \"CCRR\"\nrows = 4\ncolumns = 4\nsheet = \"{letter}\"\n");
        world().game(code, 1862).grid(&grid).water("minor-river", &[&side]).crossing(kind, &side).faults()
    };
    for (code, published) in [("SLB", "S"), ("SIV", "M")] {
        assert_eq!(faults(code, "W", "ferry"), "", "{code}");
        assert!(faults(code, published, "ferry").contains("no ferry"), "{code}");
    }
    assert_eq!(faults("SLB", "W", "dam"), "");
    assert!(faults("SLB", "S", "dam").contains("no dam"));
}

/// A strong enemy stack next door is no stack of friends: the search and the single step agree.
#[rule("G6.2-23", "G6.2-44")]
#[test]
fn an_enemy_hex_is_barred_whoever_stands_in_it() {
    let game = world()
        .infantry("u", "Ward", "0505", 6, "")
        .infantry("c", "Brown", "0506", 9, "")
        .infantry("c", "Bate", "0506", 8, "")
        .set();
    let mut reach = MarchReach::new();
    game.pos().march_reach(game.id("Ward"), 12, &mut reach);
    assert_eq!(reach.cost(game.hex("0506")), None);
    assert_eq!(reach.cost(game.hex("0505")), Some(0));
}

/// The short radius and the green troops belong to the game about 1861, not to every file that names the year.
#[rule("G2.5-6", "G5.1-41", "G5.1-42")]
#[test]
fn only_all_green_alike_is_green_in_1861() {
    let answers = |code: &'static str, year: u16| {
        let game = world()
            .game(code, year)
            .infantry("c", "Bee", "0505", 5, "command = \"J\"\nfatigue = 2")
            .infantry("c", "Bartow", "0508", 5, "command = \"J\"")
            .cavalry("c", "Stuart", "0707", 3, "fatigue = 2")
            .leader("c", "corps", "Johnston", "J", "Bee", "tactical = 3\ncommand_value = 4")
            .set();
        let radius = game.ask(json!({"ask": "command-radius", "leader": "Johnston"}));
        let modifier = |unit| game.ask(json!({"ask": "extended-march", "unit": unit}))["modifier"].clone();
        (radius["units"].as_array().unwrap().len(), modifier("Bee"), modifier("Stuart"))
    };
    assert_eq!(answers("AGA", 1861), (1, json!(1), json!(-2)));
    for (code, year) in [("AGA", 1862), ("SIV", 1861), ("HSN", 1861)] {
        assert_eq!(answers(code, year), (2, json!(0), json!(0)), "{code} {year}");
    }
}

/// Somebody who copies the whole Terrain Chart is not turned away for its swamps and mountains.
#[rule("G2.3-3", "G6.2-6", "G6.2-9")]
#[test]
fn a_whole_terrain_chart_may_be_copied() {
    let chart = |rows: &str| {
        world()
            .settings(&format!("[gcacw.tables]\nterrain = {{ rough = [4, 6], {rows} }}"))
            .terrain("mountain", &["0506"])
            .terrain("provisional-swamp", &["0504"])
            .infantry("u", "Ward", "0505", 6, "")
    };
    let game = chart("mountain = [2, 3], swamp = [2, 3], provisional-swamp = [1, 1]").set();
    let reach = game.ask(json!({"ask": "reach", "unit": "Ward", "movement": 9}));
    assert_eq!(reach["hexes"]["0504"]["cost"], 4, "rough while it is dry");
    assert!(reach["hexes"]["0506"].is_null(), "no way leads there");
    assert!(chart("water = [1, 1]").faults().contains("no cost can be set"));
    assert!(chart("swamp = [1]").faults().contains("expected [dry, rain]"));
}
