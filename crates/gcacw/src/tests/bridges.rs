//! 10.0 and 10.1: crossings and pontoon bridges.

use serde_json::json;
use table::{Ruleset, Side, rule};

use super::world;
use super::world::{Game, World};
use crate::Gcacw;

pub(super) const BROKEN: &str = "[[marker]]\nkind = \"destroyed\"\nhexside = \"0505/0506\"\n";

pub(super) fn river(kind: &str) -> World {
    world().water(kind, &["0505/0506"])
}

pub(super) fn crossed(kind: &str, crossing: &str) -> World {
    river(kind).crossing(crossing, "0505/0506")
}

pub(super) fn pontoon(kind: &str, side: &str) -> World {
    river(kind)
        .scenario(&format!("[[marker]]\nkind = \"pontoon\"\nside = \"{side}\"\nhexside = \"0505/0506\"\n"))
}

/// What a Union unit of 9 pays to go from 0505 to 0506, or the clause that forbids it.
pub(super) fn step(w: World) -> Result<f64, &'static str> {
    let mut game = w.infantry("u", "A", "0505", 9, "").infantry("c", "E", "1212", 8, "").set();
    game.marching("A", 20);
    if !game.offers("move 0506") {
        return Err(game.refused("move 0506"));
    }
    game.give("move 0506", &[]);
    Ok(20.0 - game.state.march().unwrap().mp as f64 / 2.0)
}

#[rule("G10-1", "G6.2-10")]
#[test]
fn rivers_are_crossed_at_crossings() {
    assert_eq!(step(river("minor-river")), Err("G6.2-10"));
    for crossing in ["ford", "bridge", "dam", "ferry"] {
        assert!(step(crossed("minor-river", crossing)).is_ok(), "{crossing}");
    }
}

#[rule("G10-2", "G10-4", "G6.2-11", "G6.2-12")]
#[test]
fn a_road_over_the_crossing_sets_the_cost() {
    let woods = |w: World| w.terrain("woods", &["0506"]);
    assert_eq!(step(woods(crossed("minor-river", "bridge").way("road", &["0505", "0506"]))), Ok(1.0));
    assert_eq!(step(woods(crossed("minor-river", "ford"))), Ok(5.0));
    assert_eq!(
        step(crossed("minor-river", "bridge").terrain("mountain", &["0506"]).way("trail", &["0505", "0506"])),
        Ok(2.0)
    );
    assert_eq!(step(crossed("minor-river", "dam").way("trail", &["0505", "0506"])), Ok(1.0));
}

#[rule("G10-3", "G10-4", "G10.1-39")]
#[test]
fn a_pontoon_carries_a_road_where_both_banks_have_one() {
    let banks = |w: World| w.way("pike", &["0504", "0505"]).way("trail", &["0506", "0507"]);
    assert_eq!(step(banks(pontoon("minor-river", "union"))), Ok(1.0));
    let rain = "[weather]\nrain = true";
    assert_eq!(step(banks(pontoon("minor-river", "union")).scenario(rain)), Ok(2.0), "a road, not a pike");
    assert_eq!(
        step(pontoon("minor-river", "union").way("road", &["0504", "0505"])),
        Ok(3.0),
        "full terrain cost"
    );
}

#[rule("G10-5")]
#[test]
fn ferries_cost_by_manpower() {
    let road = |w: World| w.way("road", &["0505", "0506"]);
    assert_eq!(step(road(crossed("major-river", "ferry"))), Ok(4.0), "9 / 3 and the road");
    assert_eq!(step(road(crossed("minor-river", "ferry"))), Ok(1.0));
}

#[rule("G10-6")]
#[test]
fn a_road_over_a_creek_is_no_bridge() {
    let mut game = river("creek")
        .way("road", &["0505", "0506"])
        .infantry("u", "A", "0505", 9, "")
        .infantry("c", "D", "0506", 5, "")
        .set();
    let answer = game.ask(json!({"ask": "attack", "unit": "A", "target": "0506", "type": "normal"}));
    assert_eq!(answer["defender_modifier"], 1);
    game.marching("A", 2);
    let unit = game.id("A");
    assert!(game.pos().may_destroy(unit, game.hex("0506")).is_err());
}

// ------------------------------------------------------------------ building (10.1)

struct Site {
    code: &'static str,
    year: u16,
    side: &'static str,
    manpower: u8,
    more: &'static str,
}

const SITE: Site = Site { code: "HSN", year: 1864, side: "u", manpower: 7, more: "" };

/// A game in step 1 of the Recovery Phase with a builder B in 0505 and a bystander far away.
fn building(w: World, site: &Site) -> Game {
    let arm = if site.more.contains("artillery-unit") { "artillery" } else { "infantry" };
    let more = site.more.replace("artillery-unit", "");
    let mut game = w
        .game(site.code, site.year)
        .unit(site.side, arm, "B", "0505", site.manpower, &more)
        .infantry(site.side, "Far", "0101", site.manpower, "")
        .set();
    let side = game.setup.unit(game.id("B")).side;
    game.run(&[], |play| {
        play.begin_recovery();
        play.ask_for_work(side);
    });
    game
}

fn can_build(w: World, site: &Site) -> Result<(), &'static str> {
    let game = building(w, site);
    let side = game.setup.unit(game.id("B")).side;
    game.pos().may_build(side, game.id("B"), game.hex("0506")).map_err(|no| no.rule.0)
}

#[rule("G10.1-2", "G10.1-28", "G10.1-29")]
#[test]
fn a_pontoon_takes_a_die_of_five_or_less() {
    let banks = |w: World| w.way("road", &["0504", "0505"]).way("road", &["0506", "0507"]);
    for (die, built) in [(5, true), (6, false)] {
        let mut game = building(banks(crossed("minor-river", "ford")), &SITE);
        game.give("build B > 0506", &[die]);
        let there = game.state.altered.first().and_then(|a| a.pontoon);
        assert_eq!(there, built.then_some(Side::Union), "die {die}");
        // The hexside is named before the die falls.
        assert!(Gcacw::read_order(&game.setup, "build B").is_err());
    }
}

#[rule("G10.1-5")]
#[test]
fn only_rested_infantry_builds() {
    let river = || river("minor-river");
    assert_eq!(can_build(river(), &SITE), Ok(()));
    assert_eq!(can_build(river(), &Site { more: "fatigue = 1", ..SITE }), Err("G8-2"));
    assert_eq!(can_build(river(), &Site { more: "artillery-unit", ..SITE }), Err("G10.1-20"));
    // As an action nobody does.
    let mut game = river().infantry("u", "B", "0505", 7, "").set();
    game.acting(Side::Union);
    assert!(!game.offered().iter().any(|order| order.starts_with("build")));
    game.refused("build B > 0506");
}

#[rule("G10.1-1")]
#[test]
fn a_printed_bridge_is_permanent_and_one_built_in_play_is_a_pontoon() {
    let game = crossed("minor-river", "bridge").infantry("u", "B", "0505", 7, "").set();
    assert!(game.state.altered.is_empty(), "no pontoon marker on it");
    let mut game = building(river("minor-river"), &SITE);
    game.give("build B > 0506", &[1]);
    assert_eq!(game.state.altered.first().and_then(|a| a.pontoon), Some(Side::Union));
}

#[rule("G10.1-30")]
#[test]
fn a_failed_hexside_is_closed_for_the_turn() {
    let mut game = crossed("minor-river", "ford")
        .infantry("u", "B", "0505", 7, "")
        .infantry("u", "Across", "0506", 7, "")
        .set();
    game.run_phase(&[], |play| play.end_cycle());
    game.give("build B > 0506", &[6]);
    assert_eq!(game.refused("build Across > 0505"), "G10.1-30");
}

#[rule("G10.1-3")]
#[test]
fn slb_builds_by_rules_of_its_own() {
    assert_eq!(can_build(river("minor-river"), &Site { code: "SLB", year: 1863, ..SITE }), Err("G10.1-3"));
    assert_eq!(crate::Module::parse("SLB").unwrap().major_bridges[Side::Union], 2);
}

#[rule("G10.1-4", "G10.1-8", "G10.1-26")]
#[test]
fn where_a_bridge_may_be_built() {
    assert_eq!(can_build(river("major-river"), &SITE), Ok(()));
    assert_eq!(can_build(crossed("minor-river", "ford"), &SITE), Ok(()));
    assert_eq!(can_build(crossed("minor-river", "ferry"), &SITE), Ok(()));
    assert_eq!(can_build(crossed("minor-river", "dam"), &SITE), Err("G10.1-26"));
    assert_eq!(can_build(crossed("minor-river", "bridge"), &SITE), Err("G10.1-26"));
    assert_eq!(can_build(crossed("minor-river", "bridge").scenario(BROKEN), &SITE), Ok(()));
    assert_eq!(can_build(pontoon("minor-river", "confederate"), &SITE), Err("G10.1-26"));
}

#[rule("G10.1-6", "G10.1-7")]
#[test]
fn how_strong_the_builder_must_be() {
    assert_eq!(can_build(river("minor-river"), &Site { manpower: 5, ..SITE }), Ok(()));
    assert_eq!(can_build(river("minor-river"), &Site { manpower: 4, ..SITE }), Err("G10.1-6"));
    // Manpower 6 disorganized has a Combat value of 4.
    assert_eq!(
        can_build(river("minor-river"), &Site { manpower: 6, more: "disorganized = true", ..SITE }),
        Err("G10.1-6")
    );
    let valley = Site { code: "SIV", year: 1862, ..SITE };
    assert_eq!(can_build(river("minor-river"), &Site { manpower: 3, ..valley }), Ok(()));
    assert_eq!(
        can_build(river("minor-river"), &Site { manpower: 2, code: "SIV", year: 1862, ..SITE }),
        Err("G10.1-6")
    );
}

#[rule("G10.1-9", "G10.1-10", "G10.1-16", "G10.1-17")]
#[test]
fn who_bridges_major_rivers() {
    let can = |code, year, side| {
        let manpower = if code == "SIV" || code == "AGA" { 6 } else { 7 };
        can_build(river("major-river"), &Site { code, year, side, manpower, more: "" })
    };
    assert_eq!(can("HSN", 1864, "c"), Err("G10.1-9"));
    for (code, year) in [("OTR", 1862), ("GTC", 1864), ("AIO", 1864)] {
        assert_eq!((can(code, year, "c"), can(code, year, "u")), (Ok(()), Ok(())), "{code}");
    }
    assert_eq!(can("SIV", 1862, "u"), Err("G10.1-10"));
    assert_eq!(can("HSN", 1864, "u"), Ok(()));
    let most = |code| crate::Module::parse(code).unwrap().major_bridges;
    assert_eq!((most("GTC").union, most("GTC").confederate), (1, 1));
    assert_eq!((most("HSN").union, most("HSN").confederate), (1, 0));
    assert_eq!((most("AIO").union, most("AIO").confederate), (3, 1));
}

/// A game in which a side has so many pontoons over a kind of river already.
fn with_pontoons(
    code: &'static str,
    year: u16,
    kind: &str,
    side: &str,
    count: usize,
) -> Result<(), &'static str> {
    let word = if side == "u" { "union" } else { "confederate" };
    let sides: Vec<String> = (0..count)
        .map(|n| format!("{:02}{:02}/{:02}{:02}", 11 - n / 5, 1 + 2 * (n % 5), 11 - n / 5, 2 + 2 * (n % 5)))
        .collect();
    let mut all: Vec<&str> = sides.iter().map(String::as_str).collect();
    all.push("0505/0506");
    let mut w = world().water(kind, &all);
    for side in &sides {
        w = w.scenario(&format!("[[marker]]\nkind = \"pontoon\"\nside = \"{word}\"\nhexside = \"{side}\"\n"));
    }
    let side = if side == "u" { "u" } else { "c" };
    can_build(w, &Site { code, year, side, manpower: 7, more: "" })
}

#[rule("G10.1-12", "G10.1-14", "G10.1-15", "G10.1-18", "G10.1-19")]
#[test]
fn bridge_markers_run_out() {
    for (code, year) in [("OTR", 1862), ("GTC", 1864), ("HSN", 1864)] {
        assert_eq!(with_pontoons(code, year, "minor-river", "u", 7), Ok(()), "{code}");
        assert_eq!(with_pontoons(code, year, "minor-river", "u", 8), Err("G10.1-12"), "{code}");
        assert_eq!(with_pontoons(code, year, "minor-river", "c", 3), Ok(()), "{code}");
        assert_eq!(with_pontoons(code, year, "minor-river", "c", 4), Err("G10.1-12"), "{code}");
    }
    assert_eq!(with_pontoons("BAC", 1863, "major-river", "u", 1), Err("G10.1-14"));
    assert_eq!(
        with_pontoons("BAC", 1863, "major-river", "u", 0),
        Ok(()),
        "one that is gone can be built anew"
    );
    assert_eq!(with_pontoons("AIO", 1864, "major-river", "u", 2), Ok(()));
    assert_eq!(with_pontoons("AIO", 1864, "major-river", "u", 3), Err("G10.1-14"));
}

#[rule("G10.1-13")]
#[test]
fn some_games_have_markers_without_end() {
    for (code, year) in [("SJW", 1862), ("HCR", 1862), ("RTG", 1863), ("SIV", 1862)] {
        assert_eq!(with_pontoons(code, year, "minor-river", "u", 12), Ok(()), "{code}");
    }
}

#[rule("G10.1-20", "G10.1-21")]
#[test]
fn who_and_what_is_not_bridged() {
    let game = river("minor-river")
        .cavalry("u", "Horse", "0505", 7, "")
        .unit("u", "artillery", "Guns", "0505", 7, "")
        .set();
    for unit in ["Horse", "Guns"] {
        let no = game.pos().may_build(Side::Union, game.id(unit), game.hex("0506")).unwrap_err();
        assert_eq!(no.rule.0, "G10.1-20", "{unit}");
    }
    assert_eq!(can_build(river("creek"), &SITE), Err("G10.1-21"));
    assert_eq!(can_build(world(), &SITE), Err("G10.1-21"));
}

#[rule("G10.1-22", "G10.1-23")]
#[test]
fn enemies_at_the_far_end_bar_the_work() {
    let enemy = |manpower: u8, more: &str| river("minor-river").infantry("c", "E", "0506", manpower, more);
    assert_eq!(can_build(enemy(3, "").infantry("c", "F", "0506", 2, ""), &SITE), Err("G10.1-22"));
    assert_eq!(can_build(enemy(4, "entrenchment = \"fort\""), &SITE), Ok(()));
    let valley = Site { code: "SIV", year: 1862, ..SITE };
    assert_eq!(can_build(enemy(3, ""), &valley), Err("G10.1-22"));
    assert_eq!(can_build(enemy(2, ""), &Site { code: "SIV", year: 1862, ..SITE }), Ok(()));
}

#[rule("G10.1-24", "G10.1-25")]
#[test]
fn one_try_a_unit_and_a_hex() {
    let mut game = world()
        .water("minor-river", &["0505/0506", "0505/0605"])
        .infantry("u", "B", "0505", 7, "")
        .infantry("u", "C", "0505", 7, "")
        .set();
    game.run_phase(&[], |play| play.end_cycle());
    game.give("build B > 0506", &[6]);
    assert_eq!(game.refused("build B > 0605"), "G8-3");
    assert_eq!(game.refused("build C > 0605"), "G10.1-25");
    // Next turn it may try again.
    game.run(&[], |play| {
        play.state.turn = 2;
        play.begin_recovery();
    });
    assert!(game.offers("build B > 0506"));
}

fn build_modifier(w: World, code: &'static str, year: u16, side: Side) -> i16 {
    let game = w.game(code, year).set();
    game.pos().build_modifiers(side, game.hex("0505"), game.hex("0506")).sum()
}

/// The modifier for the Union, and a bridge site with ways on both banks.
fn union_modifier(w: World) -> i16 {
    build_modifier(w, "HSN", 1864, Side::Union)
}

fn roads(w: World) -> World {
    w.way("road", &["0504", "0505"]).way("trail", &["0506", "0507"])
}

const HIGH: &str = "[weather]\nmajor_unfordable_until = 1\nminor_unfordable_until = 1";

#[rule("G10.1-33")]
#[test]
fn an_unfordable_river_is_harder_to_bridge() {
    let ford = || roads(crossed("minor-river", "ford"));
    assert_eq!((union_modifier(ford()), union_modifier(ford().scenario(HIGH))), (0, 1));
}

#[rule("G10.1-35")]
#[test]
fn a_major_river_is_harder_to_bridge() {
    assert_eq!(union_modifier(roads(crossed("major-river", "ferry"))), 2);
}

#[rule("G10.1-36")]
#[test]
fn ways_without_a_crossing_place() {
    assert_eq!(union_modifier(roads(river("minor-river"))), 1);
    assert_eq!(union_modifier(roads(crossed("minor-river", "bridge").scenario(BROKEN))), 0);
}

#[rule("G10.1-37")]
#[test]
fn a_way_on_one_bank_only() {
    assert_eq!(union_modifier(crossed("minor-river", "ford").way("road", &["0504", "0505"])), 2);
}

#[rule("G10.1-38")]
#[test]
fn no_way_on_either_bank() {
    assert_eq!(union_modifier(river("minor-river")), 3);
}

/// A major river in flood: 2 builds at +3, 3 does not.
#[rule("G10.1-31")]
#[test]
fn modifiers_of_the_construction_die_add_up() {
    let site = || roads(crossed("major-river", "ferry")).scenario(HIGH);
    assert_eq!(union_modifier(site()), 3);
    for (die, built) in [(2, true), (3, false)] {
        let mut game = building(site(), &SITE);
        game.give("build B > 0506", &[die]);
        assert_eq!(!game.state.altered.is_empty(), built, "die {die}");
    }
}

/// The neighbourhood of a hex of a published map, by its label.
pub(super) fn published(sheet: &str, first_row: u16, first_column: u16, rows: u16, columns: u16) -> World {
    world().grid(&format!(
        "shape = \"pointy\"\nlabel = \"RRCC\"\nrows = {rows}\ncolumns = {columns}\nfirst_row = {first_row}\nfirst_column = \
         {first_column}\nrow_one = \"south\"\nshifted = \"even\"\nsheet = \"{sheet}\""
    ))
}

#[rule("G10.1-32")]
#[test]
fn confederates_bridge_well_near_their_capitol() {
    let modifier = |code, year, sheet, row: u16, columns: [u16; 2], first_row, first_column| {
        let label = |c: u16| format!("{sheet}{row:02}{c:02}");
        let (a, b) = (label(columns[0]), label(columns[1]));
        let game = published(sheet, first_row, first_column, 20, 24)
            .game(code, year)
            .water("major-river", &[&format!("{a}/{b}")])
            .way("road", &[&a, &b])
            .crossing("ferry", &format!("{a}/{b}"))
            .set();
        game.pos().build_modifiers(Side::Confederate, game.hex(&a), game.hex(&b)).sum()
    };
    // Ten hexes from N0627: -3 + 2; eleven: +2.
    assert_eq!(modifier("OTR", 1862, "N", 6, [37, 38], 1, 20), -1);
    assert_eq!(modifier("OTR", 1862, "N", 6, [38, 39], 1, 20), 2);
    assert_eq!(modifier("GTC", 1864, "S", 36, [36, 37], 30, 20), -1);
    assert_eq!(modifier("GTC", 1864, "S", 36, [37, 38], 30, 20), 2);
}

#[rule("G10.1-34", "G10.2-22", "G10.3-18")]
#[test]
fn named_hexsides_have_modifiers_of_their_own() {
    let game = published("S", 30, 5, 10, 10)
        .game("OTR", 1862)
        .water("minor-river", &["S3409/S3509"])
        .crossing("ferry", "S3409/S3509")
        .way("road", &["S3409", "S3509"])
        .set();
    assert_eq!(game.pos().build_modifiers(Side::Union, game.hex("S3409"), game.hex("S3509")).sum(), 1);

    let mut game = published("W", 38, 20, 10, 10)
        .game("HCR", 1862)
        .water("minor-river", &["W4126/W4226"])
        .crossing("bridge", "W4126/W4226")
        .infantry("u", "A", "W4126", 9, "")
        .set();
    game.marching("A", 2);
    let march = game.state.march().cloned().unwrap();
    // +2 for the aqueduct, -1 without enemies about, -1 for a march on the spot.
    assert_eq!(game.pos().destroy_modifiers(&march, game.hex("W4226")).sum(), 0);

    for (a, b, first_row) in [("W5417", "W5517", 50), ("E2514", "E2614", 20)] {
        let game = published(&a[..1], first_row, 10, 10, 10)
            .game("AIO", 1864)
            .water("major-river", &[&format!("{a}/{b}")])
            .crossing("bridge", &format!("{a}/{b}"))
            .set();
        assert_eq!(game.pos().repair_modifiers(game.hex(a), game.hex(b)).sum(), 3, "{a}");
    }
}
