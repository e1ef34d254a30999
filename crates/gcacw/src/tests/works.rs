//! 9.0 Entrenchments: building them in each period, and what they are worth.

use serde_json::json;
use table::{Side, rule};

use super::world;
use super::world::Game;
use crate::Works;
use crate::works::{Digging, Period};

use Digging::{Action, Recovery};

fn next(works: Works, year: u16, digging: Digging) -> Option<Works> {
    works.next(Period::of(year), digging, false, false)
}

/// Steps of building from nothing until nothing more can be built.
fn climb(year: u16, digging: Digging) -> Vec<Works> {
    let mut built = Vec::new();
    let mut works = Works::None;
    while let Some(higher) = next(works, year, digging) {
        built.push(higher);
        works = higher;
    }
    built
}

#[rule("G9-59", "G9-24")]
#[test]
fn the_entrenchment_table_is_as_printed() {
    use Works::*;
    // Current marker; then 1861 R, 1862 R, 1863 A, 1863 R, 1864 A, 1864 R.
    type Row = (Works, [Option<Works>; 6]);
    #[rustfmt::skip]
    let rows: [Row; 9] = [
        (None,            [Some(AbatisBuild), Some(BreastworkBuild), Some(BreastworkBuild), Some(Breastwork), Some(Abatis),          Some(Breastwork)]),
        (AbatisBuild,     [Some(Abatis),      Option::None,          Option::None,          Option::None,     Option::None,          Option::None]),
        (Abatis,          [Some(Breastwork),  Option::None,          Option::None,          Option::None,     Some(BreastworkBuild), Some(FortBuild1)]),
        (BreastworkBuild, [Option::None,      Some(Breastwork),      Some(Breastwork),      Some(Breastwork), Some(Breastwork),      Some(FortBuild2)]),
        (Breastwork,      [Option::None,      Some(FortBuild),       Some(FortBuild),       Some(FortBuild),  Some(FortBuild1),      Some(Fort)]),
        (FortBuild,       [Option::None,      Some(Fort),            Some(Fort),            Some(Fort),       Option::None,          Option::None]),
        (FortBuild1,      [Option::None,      Option::None,          Option::None,          Option::None,     Some(FortBuild2),      Some(Fort)]),
        (FortBuild2,      [Option::None,      Option::None,          Option::None,          Option::None,     Some(Fort),            Some(Fort)]),
        (Fort,            [Option::None;      6]),
    ];
    for (works, expected) in rows {
        let columns = [
            (1861, Recovery),
            (1862, Recovery),
            (1863, Action),
            (1863, Recovery),
            (1864, Action),
            (1864, Recovery),
        ];
        for ((year, digging), next_works) in columns.into_iter().zip(expected) {
            assert_eq!(next(works, year, digging), next_works, "{works:?} in {year}, {digging:?}");
        }
    }
    let quarters = |works: Works, year| works.quarters(Period::of(year));
    #[rustfmt::skip]
    let worth = [(None, 4, 4), (AbatisBuild, 4, 4), (Abatis, 6, 6), (BreastworkBuild, 4, 6), (Breastwork, 8, 8),
                 (FortBuild, 8, 8), (FortBuild1, 8, 8), (FortBuild2, 10, 10), (Fort, 12, 12)];
    for (works, early, late) in worth {
        assert_eq!((quarters(works, 1863), quarters(works, 1864)), (early, late), "{works:?}");
    }
}

#[rule("G9-9", "G9-11", "G9-12", "G9-13")]
#[test]
fn in_1861_breastworks_are_the_ceiling() {
    assert_eq!(climb(1861, Recovery), [Works::AbatisBuild, Works::Abatis, Works::Breastwork]);
    let mut game = world()
        .game("AGA", 1861)
        .infantry("u", "A", "0505", 5, "entrenchment = \"breastwork\"")
        .infantry("u", "B", "0705", 5, "")
        .set();
    game.run_phase(&[], |play| play.end_cycle());
    assert_eq!(game.refused("entrench A"), "G9-30");
}

#[rule("G9-15", "G9-17", "G9-18", "G9-19")]
#[test]
fn in_1862_a_fort_takes_four_phases() {
    assert_eq!(
        climb(1862, Recovery),
        [Works::BreastworkBuild, Works::Breastwork, Works::FortBuild, Works::Fort]
    );
}

#[rule("G9-20", "G9-22", "G9-23")]
#[test]
fn in_1863_a_fort_takes_three_phases() {
    assert_eq!(climb(1863, Recovery), [Works::Breastwork, Works::FortBuild, Works::Fort]);
    assert_eq!(next(Works::BreastworkBuild, 1863, Recovery), Some(Works::Breastwork));
}

#[rule("G9-25", "G9-27", "G9-28", "G9-29")]
#[test]
fn in_1864_a_fort_takes_two_phases() {
    assert_eq!(climb(1864, Recovery), [Works::Breastwork, Works::Fort]);
    assert_eq!(next(Works::Abatis, 1864, Recovery), Some(Works::FortBuild1));
    assert_eq!(next(Works::BreastworkBuild, 1864, Recovery), Some(Works::FortBuild2));
    assert_eq!(next(Works::FortBuild1, 1864, Recovery), Some(Works::Fort));
    assert_eq!(next(Works::FortBuild2, 1864, Recovery), Some(Works::Fort));
}

#[rule("G9-7", "G9-8")]
#[test]
fn each_game_digs_by_its_year() {
    let years = [
        ("AGA", Period::Y1861),
        ("SJW", Period::Y1862),
        ("HCR", Period::Y1862),
        ("SIV", Period::Y1862),
        ("OTR", Period::Y1862),
        ("BTC", Period::Y1862),
        ("SLB", Period::Y1863),
        ("RTG", Period::Y1863),
        ("BAC", Period::Y1863),
        ("GTC", Period::Y1864),
        ("AIO", Period::Y1864),
        ("RWH", Period::Y1864),
        ("HSN", Period::Y1864),
    ];
    for (code, period) in years {
        assert_eq!(Period::of(crate::Module::parse(code).unwrap().year), period, "{code}");
    }
    assert_eq!(Period::of(1865), Period::Y1864);
}

#[rule("G9-1", "G5.5-1", "G5.0-3")]
#[test]
fn digging_as_an_action_depends_on_the_year() {
    let offered = |code, year, option: &str| {
        let mut game = world().game(code, year).settings(option).infantry("u", "A", "0505", 5, "").set();
        game.acting(Side::Union);
        game.offers("entrench A")
    };
    assert!(offered("HSN", 1864, ""));
    assert!(!offered("BAC", 1863, "") && offered("BAC", 1863, "optional = [\"entrench-action-1863\"]"));
    assert!(!offered("OTR", 1862, "") && !offered("AGA", 1861, ""));
}

fn in_redoubt(code: &'static str, year: u16, side: &str, benefits: &str) -> Game {
    world()
        .game(code, year)
        .feature(&format!("redoubt = {{ hexes = [\"0505\"]{benefits} }}"))
        .infantry(side, "A", "0505", 4, "artillery = 4")
        .infantry(side, "B", "0905", 4, "")
        .set()
}

fn dug_in_redoubt(code: &'static str, year: u16, side: &str) -> Works {
    let mut game = in_redoubt(code, year, side, "");
    game.run_phase(&[], |play| play.end_cycle());
    game.give("entrench A", &[]);
    game.unit("A").works
}

#[rule("G9-10")]
#[test]
fn confederates_of_1861_dig_in_a_redoubt() {
    assert_eq!(dug_in_redoubt("AGA", 1861, "c"), Works::Breastwork);
    assert_eq!(dug_in_redoubt("AGA", 1861, "u"), Works::AbatisBuild);
}

#[rule("G9-16")]
#[test]
fn a_redoubt_of_1862_speeds_the_first_step() {
    assert_eq!(dug_in_redoubt("OTR", 1862, "c"), Works::Breastwork);
    assert_eq!(dug_in_redoubt("OTR", 1862, "u"), Works::BreastworkBuild);
}

#[rule("G9-21")]
#[test]
fn digging_in_a_redoubt_of_1863_is_as_elsewhere() {
    assert_eq!(dug_in_redoubt("BAC", 1863, "c"), Works::Breastwork);
}

#[rule("G9-26")]
#[test]
fn a_redoubt_of_1864_speeds_the_first_step() {
    assert_eq!(dug_in_redoubt("AIO", 1864, "c"), Works::FortBuild1);
    assert_eq!(dug_in_redoubt("AIO", 1864, "u"), Works::Breastwork);
}

#[rule("G9-60")]
#[test]
fn and_so_by_an_action_of_1864() {
    let mut game = in_redoubt("AIO", 1864, "c", "");
    game.acting(Side::Confederate);
    game.give("entrench A", &[]);
    assert_eq!(game.unit("A").works, Works::BreastworkBuild);
}

#[rule("G9-2", "G9-32")]
#[test]
fn a_redoubt_is_printed_and_stays() {
    let mut game = world()
        .feature("redoubt = { hexes = [\"0505\"] }")
        .infantry("u", "A", "0505", 4, "entrenchment = \"fort\"")
        .infantry("u", "B", "0605", 4, "")
        .infantry("c", "E", "1212", 4, "")
        .set();
    game.marching("A", 4);
    game.give("move 0504", &[]);
    assert_eq!(game.unit("A").works, Works::None, "the marker goes");
    assert!(game.setup.redoubt(game.hex("0505"), Side::Union), "the redoubt stays");
    game.marching("B", 4);
    game.give("move 0505", &[]);
    assert_eq!(game.pos().hex_defence(game.hex("0505")), 24, "4 x 1.5");
    // No order makes a redoubt: the kinds of marker that can be built are those of the table.
    assert!(Works::ALL.iter().all(|w| w.word() != "redoubt"));
}

#[rule("G9-31")]
#[test]
fn works_are_lost_on_leaving_however_it_leaves() {
    let fort = "entrenchment = \"fort\"\ntactical = 5";
    // By advance after combat.
    let mut game =
        world().infantry("c", "A", "0506", 11, fort).infantry("u", "D", "0505", 1, "tactical = 1").set();
    game.marching("A", 4);
    game.give("attack 0505", &[]);
    game.give("normal", &[6, 1]);
    while game.asks() != "advance" {
        let order = game.offered()[0].clone();
        game.give(&order, &[]);
    }
    assert_eq!(game.unit("A").works, Works::Fort, "attacking from it keeps it");
    game.give("advance A", &[]);
    assert_eq!(game.unit("A").works, Works::None);
    // By retreat.
    let mut game =
        world().infantry("c", "A", "0506", 11, "tactical = 5").infantry("u", "D", "0505", 2, fort).set();
    let (start, active) = (game.hex("0505"), game.hex("0506"));
    let units = crate::UnitSet::EMPTY.with(game.id("D"));
    game.run(&[], |play| {
        play.begin_retreat(Side::Union, units, crate::retreat::RetreatKind::Normal, start, active);
    });
    assert_eq!(game.unit("D").works, Works::None);
}

#[rule("G9-33", "G9-46")]
#[test]
fn only_defenders_benefit() {
    let game = world()
        .infantry("u", "A", "0505", 6, "entrenchment = \"breastwork\"")
        .infantry("c", "D", "0506", 6, "entrenchment = \"breastwork\"")
        .set();
    let answer = game.ask(json!({"ask": "attack", "unit": "A", "target": "0506", "type": "normal"}));
    assert_eq!((&answer["attacker_value"], &answer["defender_value"]), (&json!(6), &json!(12)));
}

fn redoubt_value(code: &'static str, year: u16, side: &str, benefits: &str) -> f64 {
    let game = in_redoubt(code, year, side, benefits);
    game.pos().hex_defence(game.hex("0505")) as f64 / 4.0
}

/// What four men count for in a redoubt: of the Union, of the Confederates.
fn redoubt_values(code: &'static str, year: u16) -> (f64, f64) {
    (redoubt_value(code, year, "u", ""), redoubt_value(code, year, "c", ""))
}

#[rule("G9-34")]
#[test]
fn redoubts_of_virginia() {
    assert_eq!(redoubt_values("OTR", 1862), (4.0, 6.0));
}

#[rule("G9-35")]
#[test]
fn redoubts_of_tennessee() {
    assert_eq!(redoubt_values("HSN", 1864), (6.0, 6.0));
}

#[rule("G9-36")]
#[test]
fn redoubts_of_georgia() {
    assert_eq!(redoubt_values("AIO", 1864), (4.0, 6.0));
}

#[rule("G9-37")]
#[test]
fn redoubts_of_maryland_are_not_built_before_1863() {
    assert_eq!(redoubt_values("HCR", 1862), (4.0, 4.0));
    assert_eq!(redoubt_values("RWH", 1864), (6.0, 4.0));
}

#[rule("G9-39", "G9-40")]
#[test]
fn redoubts_of_chattanooga() {
    assert_eq!(redoubt_values("BAC", 1863), (6.0, 6.0), "half as much again");
}

#[rule("G9-38", "G9-3")]
#[test]
fn a_map_may_name_the_sides_itself() {
    // Centreville: both sides, whatever the game's habit.
    let both = ", benefits = [\"union\", \"confederate\"]";
    assert_eq!(redoubt_value("SJW", 1862, "u", both), 6.0);
    assert_eq!(redoubt_value("SJW", 1862, "c", both), 6.0);
    // On a map of 1861 it is simply not there.
    assert_eq!(redoubt_value("AGA", 1861, "c", ", benefits = []"), 4.0);
    // A permanent fort works as a redoubt for the side that is named.
    let game = world()
        .feature("fort = { hexes = [\"0505\"], benefits = [\"union\"] }")
        .infantry("u", "A", "0505", 6, "artillery = 3")
        .set();
    assert_eq!(game.pos().hex_defence(game.hex("0505")), 36, "6 x 1.5");
}

#[rule("G9-40", "G9-41", "G7.4-13")]
#[test]
fn guns_are_summed_multiplied_and_rounded_up() {
    let guns = |units: &[(u8, &str)], redoubt: bool| {
        let mut w = world().infantry("c", "A", "0506", 11, "artillery = 20").terrain("rolling", &["0505"]);
        if redoubt {
            w = w.feature("redoubt = { hexes = [\"0505\"] }");
        }
        for (n, (artillery, works)) in units.iter().enumerate() {
            let more = format!("artillery = {artillery}\nentrenchment = \"{works}\"");
            w = w.infantry("u", &format!("D{n}"), "0505", 3, &more);
        }
        let game = w.set();
        let units = game.state.stack_set(game.hex("0505"));
        units
            .into_iter()
            .map(|u| game.setup.unit(u).artillery as i32 * game.pos().works_quarters(u))
            .sum::<i32>()
    };
    let rounded = |quarters: i32| (quarters + 3) / 4;
    assert_eq!(rounded(guns(&[(1, "none"), (2, "none")], true)), 5, "4.5");
    assert_eq!(rounded(guns(&[(1, "abatis"), (2, "none")], false)), 4, "3.5");
    assert_eq!(rounded(guns(&[(4, "none")], true)), 6);
    assert_eq!(rounded(guns(&[(3, "fort-build-2")], false)), 8, "7.5");
    // In a combat: six guns against (1 + 2) x 1.5 = 5: a difference of +1, the column -3 to +1.
    let game = world()
        .feature("redoubt = { hexes = [\"0505\"] }")
        .infantry("c", "A", "0506", 11, "artillery = 6")
        .infantry("u", "D", "0505", 3, "artillery = 1")
        .infantry("u", "E", "0505", 2, "artillery = 2")
        .set();
    let answer = game.ask(json!({"ask": "attack", "unit": "A", "target": "0505", "type": "normal"}));
    let found =
        answer["modifiers"].as_array().unwrap().iter().find(|m| m["name"] == "artillery").unwrap()["value"]
            .clone();
    assert_eq!(found, -2);
    assert_eq!(answer["defender_value"], 7.5, "combat values keep their fraction");
}

fn behind(works: &str, code: &'static str, year: u16, manpower: u8) -> f64 {
    let game = world()
        .game(code, year)
        .infantry("u", "A", "0505", manpower, &format!("entrenchment = \"{works}\""))
        .set();
    game.pos().hex_defence(game.hex("0505")) as f64 / 4.0
}

#[rule("G9-42")]
#[test]
fn behind_an_abatis() {
    assert_eq!(behind("abatis", "HSN", 1864, 7), 10.5);
}

#[rule("G9-43")]
#[test]
fn behind_an_unfinished_breastwork_of_1864() {
    assert_eq!(behind("breastwork-build", "HSN", 1864, 7), 10.5);
}

#[rule("G9-44")]
#[test]
fn behind_an_unfinished_breastwork_of_1863() {
    assert_eq!(behind("breastwork-build", "BAC", 1863, 7), 7.0);
}

#[rule("G9-45")]
#[test]
fn behind_an_unfinished_abatis() {
    assert_eq!(behind("abatis-build", "AGA", 1861, 4), 4.0);
}

#[rule("G9-46")]
#[test]
fn what_doubles_a_defender() {
    assert_eq!(behind("breastwork", "HSN", 1864, 8), 16.0);
    assert_eq!(behind("breastwork", "OTR", 1862, 8), 16.0);
    assert_eq!(behind("fort-build", "BAC", 1863, 8), 16.0);
    assert_eq!(behind("fort-build-1", "HSN", 1864, 8), 16.0);
}

#[rule("G9-47")]
#[test]
fn behind_the_second_step_of_a_fort() {
    assert_eq!(behind("fort-build-2", "HSN", 1864, 5), 12.5);
}

#[rule("G9-48")]
#[test]
fn behind_a_fort() {
    assert_eq!(behind("fort", "HSN", 1864, 5), 15.0);
    assert_eq!(behind("fort", "OTR", 1862, 5), 15.0);
}

#[rule("G9-14")]
#[test]
fn a_fort_of_1861_is_not_built_again() {
    let mut game = world()
        .game("AGA", 1861)
        .infantry("u", "A", "0505", 4, "entrenchment = \"fort\"")
        .infantry("c", "E", "1212", 4, "")
        .set();
    assert_eq!(game.pos().hex_defence(game.hex("0505")), 48);
    game.marching("A", 7);
    game.give("move 0504", &[]);
    game.give("move 0505", &[]);
    assert_eq!(game.unit("A").works, Works::None);
    assert!(!climb(1861, Recovery).contains(&Works::Fort));
}

#[rule("G9-49", "G9-50")]
#[test]
fn markers_help_their_unit_redoubts_everybody() {
    let value = |redoubt: bool, build: &str, code: &'static str, year: u16| {
        let mut w = world().game(code, year);
        if redoubt {
            w = w.feature("redoubt = { hexes = [\"0505\"] }");
        }
        let game = w
            .infantry("u", "A", "0505", 6, &format!("entrenchment = \"{build}\""))
            .infantry("u", "B", "0505", 4, "")
            .set();
        game.pos().hex_defence(game.hex("0505")) as f64 / 4.0
    };
    assert_eq!(value(false, "breastwork", "HSN", 1864), 16.0);
    assert_eq!(value(true, "breastwork", "HSN", 1864), 18.0);
    assert_eq!(value(true, "breastwork-build", "BAC", 1863), 15.0, "the better of the two, for each");
}

#[rule("G9-51", "G7.4-75")]
#[test]
fn works_do_not_help_to_cover_a_flank() {
    let covered = |works: &str| {
        let game = world()
            .game("OTR", 1862)
            .infantry("u", "D", "0505", 20, "")
            .infantry("c", "A", "0506", 20, "")
            .infantry("c", "Helper", "0504", 4, &format!("entrenchment = \"{works}\""))
            .set();
        game.ask(json!({"ask": "attack", "unit": "A", "target": "0505", "type": "normal"}))["flank"]["count"]
            .clone()
    };
    assert_eq!(covered("fort"), 3, "4 is less than a fourth of 20, fort or no fort");
}

#[rule("G9-52", "G6.2-50")]
#[test]
fn works_do_not_crowd_a_hex() {
    let cost = |manpower: u8| {
        let mut game = world()
            .way("road", &["0505", "0506"])
            .infantry("u", "A", "0505", 7, "")
            .infantry("u", "Friend", "0506", manpower, "entrenchment = \"breastwork\"")
            .infantry("c", "E", "1212", 4, "")
            .set();
        game.marching("A", 6);
        game.give("move 0506", &[]);
        6.0 - game.state.march().unwrap().mp as f64 / 2.0
    };
    assert_eq!(cost(2), 1.0);
    assert_eq!(cost(3), 2.0);
}

/// The flank modifier that counts against a redoubt hex, by how many hexes around it are covered.
fn flank_on_redoubt(benefits: &str, works: &str, friends: &[&str]) -> (i64, i64) {
    let mut w = world()
        .feature(&format!("redoubt = {{ hexes = [\"0505\"]{benefits} }}"))
        .infantry("u", "D", "0505", 3, &format!("entrenchment = \"{works}\""))
        .infantry("c", "A", "0506", 11, "");
    for (n, hex) in friends.iter().enumerate() {
        let side = if n == 0 { "c" } else { "u" };
        w = w.infantry(side, &format!("F{n}"), hex, 9, "");
    }
    let answer = w.set().ask(json!({"ask": "attack", "unit": "A", "target": "0505", "type": "normal"}));
    (answer["flank"]["final"].as_i64().unwrap(), answer["flank"]["effective"].as_i64().unwrap())
}

/// Opposite sides: six covered, +4.
#[rule("G9-53", "G9-54")]
#[test]
fn a_redoubt_halves_the_largest_flank_bonus() {
    assert_eq!(flank_on_redoubt("", "none", &["0504"]), (4, 2));
    // Who may not use it is not protected by it.
    assert_eq!(flank_on_redoubt(", benefits = [\"confederate\"]", "none", &["0504"]), (4, 4));
}

/// Two hexes apart: five covered, +2. A friend of the defender on one of six: +3.
#[rule("G9-55")]
#[test]
fn a_redoubt_leaves_one_of_two_or_three() {
    assert_eq!(flank_on_redoubt("", "none", &["0504", "0605"]), (3, 1));
    assert_eq!(flank_on_redoubt("", "none", &["0604"]), (2, 1));
}

#[rule("G9-56")]
#[test]
fn a_redoubt_takes_the_smallest_flank_bonus() {
    assert_eq!(flank_on_redoubt("", "none", &["0604", "0605"]), (1, 0));
}

#[rule("G9-57")]
#[test]
fn a_redoubt_gives_nothing_against_a_plain_attack() {
    assert_eq!(flank_on_redoubt("", "none", &[]), (0, 0));
}

/// Markers inside keep the protection; elsewhere a fort has none.
#[rule("G9-58")]
#[test]
fn works_protect_no_flank_but_in_a_redoubt() {
    assert_eq!(flank_on_redoubt("", "fort", &["0604"]), (2, 1));
    let game = world()
        .infantry("u", "D", "0505", 3, "entrenchment = \"fort\"")
        .infantry("c", "A", "0506", 11, "")
        .infantry("c", "F", "0604", 9, "")
        .set();
    let answer = game.ask(json!({"ask": "attack", "unit": "A", "target": "0505", "type": "normal"}));
    assert_eq!(answer["flank"]["effective"], 2);
}

#[rule("G9-57", "G7.4-82")]
#[test]
fn redoubt_and_refused_flanks_in_one_hex() {
    let effective = |friends: &[&str]| {
        let mut w = world()
            .feature("redoubt = { hexes = [\"0505\"] }")
            .scenario("[[marker]]\nkind = \"flanks-refused\"\nside = \"union\"\nhex = \"0505\"")
            .infantry("u", "D", "0505", 3, "")
            .infantry("c", "A", "0506", 11, "");
        for hex in friends {
            w = w.infantry("c", hex, hex, 9, "");
        }
        let answer = w.set().ask(json!({"ask": "attack", "unit": "A", "target": "0505", "type": "normal"}));
        answer["flank"]["effective"].as_i64().unwrap()
    };
    assert_eq!(effective(&["0504"]), 2, "the redoubt's row");
    assert_eq!(effective(&[]), 1, "the marker's gift to a plain attack");
}
