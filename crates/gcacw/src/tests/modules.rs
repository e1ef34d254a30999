//! 1.0 and 2.0: the published games, editions, options, and what a scenario brings along.

use serde_json::json;
use table::{Ruleset, Side, Standing, Viewer, rule};

use super::world;
use super::world::{Game, World};
use crate::{Code, Edition, Gcacw, MODULES, Module};

/// A Union and a Confederate division far apart.
fn two(game: &'static str, year: u16) -> World {
    world().game(game, year).infantry("u", "Ward", "0202", 6, "").infantry("c", "Bate", "1010", 6, "")
}

/// The orders that belong to no rule of the Basic Game.
const ADVANCED: [&str; 9] = [
    "detach Ward",
    "attach Ward",
    "strategic-move Ward",
    "rail Ward",
    "embark Ward",
    "supply Ward",
    "forage Ward",
    "activate-army Grant",
    "night-march Ward",
];

fn reads(game: &Game, order: &str) -> bool {
    Gcacw::read_order(&game.setup, order).is_ok()
}

#[rule("G1.0-1")]
#[test]
fn thirteen_games_have_their_codes() {
    let codes = ["SJW", "HCR", "RTG", "SIV", "SLB", "OTR", "GTC", "BAC", "AGA", "AIO", "RWH", "HSN", "BTC"];
    let rows: Vec<Code> = codes.iter().map(|code| Module::parse(code).expect(code).code).collect();
    for (n, code) in rows.iter().enumerate() {
        assert!(!rows[..n].contains(code), "{code:?} twice");
        assert_eq!(Module::of(*code).code.word(), codes[n]);
    }
    assert_eq!(MODULES.len(), 13);
    assert!(Module::parse("XYZ").is_none());
    assert!(two("XYZ", 1864).faults().contains("`XYZ`: expected one of SJW"));
}

#[rule("G1.0-2", "G2.1-1")]
#[test]
fn one_engine_plays_an_old_game_and_a_new_one() {
    let valley = world()
        .game("SIV", 1862)
        .infantry("u", "Shields", "0202", 8, "")
        .infantry("c", "Taylor", "1010", 5, "");
    let tennessee =
        world().game("HSN", 1864).infantry("u", "Wagner", "0202", 7, "").cavalry("c", "Ross", "1010", 2, "");
    for (world, names) in [(valley, ["Shields", "Taylor"]), (tennessee, ["Wagner", "Ross"])] {
        let mut game = world.begin(&[6, 1]);
        assert_eq!(game.setup.units.iter().map(|u| u.name.as_str()).collect::<Vec<_>>(), names);
        // The same extended march in both: an exhausted unit that comes to fatigue 2 straggles by one table.
        game.state.unit_mut(game.id(names[0])).exhausted = true;
        game.state.unit_mut(game.id(names[0])).fatigue = 1;
        let answer = game.ask(json!({"ask": "extended-march", "unit": names[0]}));
        assert_eq!((&answer["applies"], &answer["modifier"]), (&json!(true), &json!(1)));
    }
}

#[rule("G1.0-3")]
#[test]
fn the_upgrade_kit_belongs_to_first_editions_only() {
    for code in ["SJW", "HCR", "RTG"] {
        let usual = two(code, 1862).set();
        assert_eq!(usual.setup.edition, Edition::Redesign);
        assert_eq!(
            Gcacw::view(&usual.setup, &usual.state, Viewer::Referee).erase().to_value()["gcacw"]["upgrade_kit"],
            false
        );
        let first = two(code, 1862).settings("edition = \"first\"").set();
        assert_eq!(
            Gcacw::view(&first.setup, &first.state, Viewer::Referee).erase().to_value()["gcacw"]["upgrade_kit"],
            true
        );
    }
    assert!(Module::of(Code::Slb).uses_upgrade_kit(Edition::First));
    assert!(!Module::of(Code::Otr).uses_upgrade_kit(Edition::First));
    assert!(two("HSN", 1864).settings("edition = \"redesign\"").faults().contains("no redesigned edition"));
}

#[rule("G1.0-4")]
#[test]
fn only_the_optional_rules_can_be_chosen_and_only_before_the_game() {
    let options = ["fatigue-4-march", "entrench-action-1863", "limited-intelligence"];
    for option in options {
        assert_eq!(two("BAC", 1863).settings(&format!("optional = [\"{option}\"]")).faults(), "");
    }
    let none = two("BAC", 1863).set();
    assert!(!none.setup.options.fatigue_4_march && !none.setup.options.entrench_action_1863);
    let faults = two("BAC", 1863).settings("optional = [\"no-extended-march\"]").faults();
    assert!(faults.contains("`no-extended-march`") && faults.contains("fatigue-4-march"), "{faults}");
    // In play there is no order that would change one.
    let game = two("BAC", 1863).begin(&[6, 1]);
    assert!(options.iter().all(|option| !reads(&game, option) && !reads(&game, &format!("option {option}"))));
}

#[rule("G1.0-5", "G2.2-34", "G5.1-45", "G6.0-4", "G6.0-6")]
#[test]
fn what_belongs_to_the_advanced_game_is_not_in_play() {
    for world in [two("HSN", 1864), two("BAC", 1863).settings("advanced = true")] {
        let mut game = world.begin(&[6, 1]);
        game.give("take", &[]);
        for order in ADVANCED {
            // Most have no word at all; the others are refused where they are not called for.
            assert!(!reads(&game, order) || !game.refused(order).is_empty(), "{order}");
        }
        assert_eq!(game.offered()[0], "march Ward");
    }
}

#[rule("G2.0-1")]
#[test]
fn two_sides_and_one_person_may_play_both() {
    let mut game = two("HSN", 1864).begin(&[6, 1]);
    assert_eq!(Side::BOTH.len(), 2);
    // Whoever sits at the table, each decision is some side's; the rules ask no more.
    assert_eq!(game.seat(), Side::Union);
    game.give("pass", &[]);
    assert_eq!(game.seat(), Side::Confederate);
    game.give("take", &[]);
    assert!(matches!(Gcacw::standing(&game.setup, &game.state), Standing::Waiting(_)));
}
