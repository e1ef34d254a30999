//! 5.2: Activate Leader.

use serde_json::json;
use table::{Ruleset, Side, rule};

use super::world;
use super::world::{Game, World};
use crate::{Gcacw, MODULES, Module};

const CORPS: &str = "tactical = 3\ncommand_value = 4";
const HORSE: &str = "arm = \"cavalry\"\ntactical = 2\ncommand_value = 3";

/// A corps leader with A in 0505 and B, C of his corps near by; the enemy is far and tired.
fn corps(code: &'static str, year: u16) -> World {
    world()
        .game(code, year)
        .infantry("u", "A", "0505", 6, "command = \"XX\"")
        .infantry("u", "B", "0506", 6, "command = \"XX\"\nfatigue = 1")
        .infantry("u", "C", "0507", 6, "command = \"XX\"\nfatigue = 2")
        .leader("u", "corps", "L", "XX", "A", CORPS)
        .infantry("c", "Enemy", "1212", 5, "fatigue = 4")
}

fn active(world: World) -> Game {
    let mut game = world.set();
    game.acting(Side::Union).give("activate L", &[]);
    game
}

/// Selects units; the movement dice fall when the selection closes.
fn select(game: &mut Game, units: &[&str], dice: &[u8]) {
    for (n, unit) in units.iter().enumerate() {
        let last = n + 1 == units.len();
        // The last possible unit closes the selection by itself.
        let closes = last
            && game
                .offered()
                .iter()
                .filter(|o| o.starts_with("select") || o.starts_with("dig"))
                .all(|o| o.ends_with(unit));
        game.give(&format!("select {unit}"), if closes { dice } else { &[] });
        if last && !closes {
            game.give("done", dice);
        }
    }
}

/// The unit marches in place.
fn stand_still(game: &mut Game, unit: &str) {
    if game.asks() == "next-unit" {
        game.give(&format!("go {unit}"), &[]);
    }
    assert_eq!(game.state.march().unwrap().unit, game.id(unit));
    if game.asks() == "force-march" {
        game.give("steady", &[]);
    }
    game.give("end", &[]);
}

#[rule("G5.2-1", "G5.2-42", "G5.2-43", "G5.2-44")]
#[test]
fn the_selected_units_march_one_after_the_other() {
    let mut game = active(corps("SJW", 1862));
    select(&mut game, &["A", "B"], &[4]);
    game.give("done", &[]);
    assert_eq!(game.offered(), ["go A", "go B"]);
    assert_eq!(game.refused("end"), "G5.2-33", "nobody drops out");
    game.give("go A", &[]).give("steady", &[]).give("move 0504", &[]);
    // The next one begins when this one has ended, and there is no way back.
    assert_eq!(game.refused("go B"), "G5.1-20");
    game.give("end", &[]);
    assert_eq!(game.state.march().unwrap().unit, game.id("B"));
    assert_eq!(game.refused("go A"), "G5.1-17");
    game.give("steady", &[]).give("end", &[]);
    assert_eq!((game.unit("A").fatigue, game.unit("B").fatigue, game.unit("C").fatigue), (1, 2, 2));
    assert!(game.state.activation().is_none());
    assert_eq!(game.decides(), ("initiative", Side::Union), "a new Action Phase");
}

#[rule("G5.2-2")]
#[test]
fn assaults_and_fires_are_no_part_of_an_activation() {
    let mut game = active(corps("HSN", 1864).feature("rr_station = [\"0505\"]").infantry(
        "c",
        "Near",
        "0504",
        4,
        "fatigue = 4",
    ));
    select(&mut game, &["A", "B"], &[4]);
    for order in ["assault L", "burn A"] {
        assert_eq!(game.refused(order), "G5.2-29");
    }
    assert!(Gcacw::read_order(&game.setup, "rail A").is_err());
    game.give("done", &[]);
    assert_eq!(game.refused("assault L"), "G5.2-33");
    game.give("go A", &[]).give("steady", &[]);
    assert_eq!(game.refused("burn A"), "G5.1-20");
    game.give("attack 0504", &[]);
    assert!(game.offers("hasty"));
}

#[rule("G5.2-3", "G5.2-5", "G2.2-19")]
#[test]
fn one_leader_of_any_level_but_the_highest() {
    let mut game = corps("HSN", 1864)
        .infantry("u", "D", "0909", 6, "command = \"Y\"\ndivision = \"Z\"")
        .infantry("u", "E", "0910", 6, "command = \"W\"")
        .leader("u", "division", "Div", "Z", "D", CORPS)
        .leader("u", "district", "Dis", "W", "E", CORPS)
        .leader("u", "army", "Arm", "XX", "B", "command_value = 5")
        .scenario(
            "[[unit]]\nside = \"union\"\nname = \"Late\"\narm = \"infantry\"\nmanpower = 4\ncommand = \"V\"\n\
             arrives = { turn = 3, hexes = [\"0101\"] }",
        )
        .leader("u", "corps", "Absent", "V", "Late", CORPS)
        .set();
    game.acting(Side::Union);
    assert_eq!(game.refused("activate Absent"), "G5.2-5", "he is not on the map yet");
    assert!(["L", "Div", "Dis"].iter().all(|l| game.offers(&format!("activate {l}"))));
    assert_eq!(game.refused("activate Arm"), "G2.2-12");
    assert!(Gcacw::read_order(&game.setup, "activate L, Div").is_err());
    game.give("activate Div", &[]);
    assert_eq!(game.refused("activate L"), "G5.2-6");
}

#[rule("G5.2-4")]
#[test]
fn a_leader_needs_a_unit_of_his_own_that_can_go() {
    let led = |keys: &str, option: &str| {
        let mut game = world()
            .settings(&format!("optional = [{option}]"))
            .infantry("u", "A", "0505", 6, &format!("command = \"XX\"\n{keys}"))
            .unit("u", "artillery", "Guns", "0505", 3, "")
            .leader("u", "corps", "L", "XX", "A", CORPS)
            .set();
        game.acting(Side::Union);
        game
    };
    assert!(led("fatigue = 3", "").offers("activate L"));
    assert_eq!(led("fatigue = 4", "").refused("activate L"), "G5.2-4");
    // The option opens him too.
    assert!(led("fatigue = 4", "\"fatigue-4-march\"").offers("activate L"));
    // Guns of another command do not, even if he is with them.
    let mut game = led("fatigue = 4", "");
    game.state.leaders[0].unit = Some(game.id("Guns"));
    assert_eq!(game.refused("activate L"), "G5.2-4");
}

#[rule("G5.2-6", "G5.2-7", "G6.3-5")]
#[test]
fn at_least_one_of_his_units_within_his_radius() {
    let game = active(corps("SJW", 1862).infantry("u", "Far", "0509", 6, "command = \"XX\"").infantry(
        "u",
        "Tired",
        "0505",
        6,
        "command = \"XX\"\nfatigue = 4",
    ));
    assert_eq!(game.offered(), ["select A", "select B", "select C"]);
    assert_eq!(game.refused("done"), "G5.2-6");
    assert_eq!(game.refused("select Far"), "G5.2-6");
    assert_eq!(game.refused("select Tired"), "G5.1-2");
    let mut one = active(corps("SJW", 1862));
    select(&mut one, &["B"], &[3]);
    let mut all = active(corps("SJW", 1862));
    select(&mut all, &["A", "B", "C"], &[3]);
    assert_eq!(all.state.activation().unwrap().selected.len(), 3);
    assert_eq!(one.state.activation().unwrap().selected.len(), 1);
}

#[rule("G5.2-8")]
#[test]
fn units_without_a_command_march_alone() {
    let mut game = corps("OTR", 1862).cavalry("u", "Stoneman", "0505", 4, "").set();
    game.acting(Side::Union);
    assert!(game.offers("march Stoneman"));
    game.give("activate L", &[]);
    assert_eq!(game.refused("select Stoneman"), "G5.2-6");
}

fn richmond(dice: &[u8]) -> Game {
    corps("OTR", 1862)
        .infantry("u", "D", "0505", 6, "command = \"XX\"")
        .infantry("c", "Fresh", "1210", 5, "command = \"L\"")
        .infantry("c", "Fresh too", "1210", 5, "command = \"L\"")
        .infantry("c", "Fresh three", "1210", 5, "command = \"L\"")
        .leader("c", "corps", "CL", "L", "Fresh", CORPS)
        .begin(&[])
        .done_transferring(dice)
}

impl Game {
    /// Both sides transfer nobody; the dice of the first Initiative Segment.
    fn done_transferring(mut self, dice: &[u8]) -> Game {
        self.give("done", &[]).give("done", dice);
        self
    }
}

#[rule("G5.2-9", "G5.2-12")]
#[test]
fn on_to_richmond_the_die_limits_the_union() {
    for die in 2..=4 {
        let mut game = richmond(&[die, 1]);
        game.give("take", &[]).give("activate L", &[]);
        game.give("select B", &[3]);
        assert_eq!(game.state.activation().unwrap().selected.len(), 1, "closed after one");
    }
    let mut game = richmond(&[5, 1]);
    game.give("take", &[]).give("activate L", &[]).give("select A", &[]);
    assert!(game.offers("done") && game.offers("select B"), "one will do, two are possible");
    game.give("select B", &[3]);
    assert_eq!(game.state.activation().unwrap().selected.len(), 2);
    let mut game = richmond(&[6, 1]);
    game.give("take", &[]).give("activate L", &[]);
    select(&mut game, &["A", "B", "C", "D"], &[3]);
    assert_eq!(game.state.activation().unwrap().selected.len(), 4);
    // Never the Confederates, and the limit counts joined guns too.
    let mut game = richmond(&[1, 2]);
    game.give("take", &[]).give("activate CL", &[]);
    select(&mut game, &["Fresh", "Fresh too", "Fresh three"], &[3]);
    let guns = |die: u8| {
        let mut game = corps("OTR", 1862).unit("u", "artillery", "Guns", "0505", 2, "").set();
        game.acting(Side::Union).state.initiative_die = Some(die);
        game.give("activate L", &[]);
        game
    };
    assert_eq!(guns(3).refused("select Guns"), "G5.2-12", "the one unit must be his own");
    let mut game = guns(5);
    game.give("select Guns", &[]);
    assert_eq!(game.refused("done"), "G5.2-6");
    game.give("select A", &[3]);
}

#[rule("G5.2-10", "G5.2-11")]
#[test]
fn on_to_richmond_without_a_limit() {
    let mut yielded = richmond(&[2, 5]);
    yielded.give("pass", &[]).give("take", &[]).give("activate L", &[]);
    select(&mut yielded, &["A", "B", "C", "D"], &[3]);
    let mut unrolled = corps("OTR", 1862).begin(&[]);
    unrolled.give("done", &[]);
    assert!(unrolled.told("initiative").is_empty());
    unrolled.give("take", &[]).give("activate L", &[]);
    select(&mut unrolled, &["A", "B", "C"], &[3]);
    assert_eq!(unrolled.state.activation().unwrap().selected.len(), 3);
}

#[rule("G5.2-12")]
#[test]
fn guns_join_any_leader_but_the_cavalrys() {
    let guns =
        |hex: &str, keys: &str| active(corps("SJW", 1862).unit("u", "artillery", "Guns", hex, 2, keys));
    assert!(guns("0507", "fatigue = 1").offers("select Guns"));
    assert_eq!(guns("0509", "").refused("select Guns"), "G5.2-6");
    assert_eq!(guns("0507", "fatigue = 4").refused("select Guns"), "G5.1-2");
    let mut only = guns("0505", "");
    only.give("select Guns", &[]);
    assert_eq!(only.refused("done"), "G5.2-6", "a unit of his own must go as well");
    let mut horse = world()
        .game("HSN", 1864)
        .cavalry("u", "H", "0505", 3, "command = \"Cav\"\ndivision = \"5\"")
        .unit("u", "artillery", "Guns", "0505", 2, "")
        .leader("u", "division", "L", "5", "H", HORSE)
        .set();
    horse.acting(Side::Union).give("activate L", &[]);
    assert_eq!(horse.refused("select Guns"), "G5.2-6");
}

#[rule("G5.2-13")]
#[test]
fn the_option_for_spent_units() {
    let spent = |option: &str, keys: &str| {
        active(corps("HSN", 1864).settings(&format!("optional = [{option}]")).infantry(
            "u",
            "Spent",
            "0505",
            6,
            &format!("command = \"XX\"\nfatigue = 4\n{keys}"),
        ))
    };
    let on = "\"fatigue-4-march\"";
    assert_eq!(spent("", "").refused("select Spent"), "G5.1-2");
    assert_eq!(spent(on, "disorganized = true").refused("select Spent"), "G5.1-18");
    assert_eq!(spent(on, "").refused("dig Spent"), "G5.5-6");
    let mut game = spent(on, "");
    select(&mut game, &["Spent"], &[4]);
    game.give("done", &[]);
    assert_eq!((game.asks(), game.mp()), ("march", 5.0), "no straggling, no force march");
    assert_eq!((game.unit("Spent").fatigue, game.unit("Spent").disorganized), (4, true));
}

#[rule("G5.2-14", "G5.2-33", "G5.2-35")]
#[test]
fn each_unit_is_told_to_march_or_to_dig() {
    let mut game = active(corps("HSN", 1864));
    game.give("select A", &[]).give("dig B", &[]).give("done", &[4]).give("done", &[]);
    // After the movement die nothing is changed any more.
    for order in ["select B", "dig A"] {
        assert_eq!(game.refused(order), "G5.2-33");
    }
    game.give("go B", &[]);
    assert_eq!((game.unit("B").fatigue, game.unit("B").works), (2, crate::Works::Abatis));
    assert_eq!(game.state.march().unwrap().unit, game.id("A"), "digging takes no MP; A goes on");
    assert!(game.told("extended-march").is_empty());
    let old = active(corps("SJW", 1862));
    assert!(!old.offered().iter().any(|o| o.starts_with("dig")));
    assert_eq!(old.refused("dig A"), "G5.5-7");
}

#[rule("G5.2-15")]
#[test]
fn who_digs_under_a_leader_must_be_able_to() {
    let years = |code: &'static str, year: u16, keys: &str| {
        active(corps(code, year).settings("optional = [\"entrench-action-1863\"]").infantry(
            "u",
            "D",
            "0505",
            6,
            &format!("command = \"XX\"\n{keys}"),
        ))
    };
    let tired = years("BAC", 1863, "fatigue = 3");
    assert_eq!(tired.refused("dig D"), "G5.5-5");
    assert!(tired.offers("select D"));
    assert_eq!(years("HSN", 1864, "demoralized = 1").refused("dig D"), "G11-5");
}

/// The allowance a leader rolls.
fn allowance(code: &'static str, side: &str, leader: (&str, &str), dice: &[u8]) -> u16 {
    let arm = if leader.1 == HORSE { "cavalry" } else { "infantry" };
    let keys = "command = \"X\"\ndivision = \"X\"\narmy = \"X\"";
    let mut game = world()
        .game(code, Module::parse(code).unwrap().year)
        .unit(side, arm, "A", "0505", 5, keys)
        .leader(side, leader.0, "L", "X", "A", leader.1)
        .set();
    game.acting(if side == "u" { Side::Union } else { Side::Confederate }).give("activate L", &[]);
    select(&mut game, &["A"], dice);
    let march = game.state.march().unwrap();
    assert_eq!(march.mp, game.state.activation().unwrap().allowance);
    march.mp / 2
}

/// The allowance that infantry leaders of a side give in some games, for every die; all ranks give the same.
fn infantry_leaders(side: &str, games: impl Fn(&str) -> bool, expected: impl Fn(u16) -> u16) {
    for code in MODULES.iter().map(|m| m.code.word()).filter(|code| games(code)) {
        for die in 1..=6u8 {
            assert_eq!(allowance(code, side, ("corps", CORPS), &[die]), expected(die.into()), "{code}");
        }
    }
}

fn is_slow(code: &str) -> bool {
    ["OTR", "AGA"].contains(&code)
}

#[rule("G5.2-16")]
#[test]
fn union_leaders_add_one() {
    infantry_leaders("u", |code| !is_slow(code) && code != "SIV", |roll| roll + 1);
}

#[rule("G5.2-17")]
#[test]
fn but_in_three_games_they_only_see_to_two() {
    infantry_leaders("u", |code| is_slow(code) || code == "SIV", |roll| roll.max(2));
}

#[rule("G5.2-20")]
#[test]
fn confederate_leaders_add_two() {
    infantry_leaders("c", |code| !is_slow(code), |roll| roll + 2);
}

#[rule("G5.2-21")]
#[test]
fn but_in_two_games_one() {
    infantry_leaders("c", is_slow, |roll| roll + 1);
}

#[rule("G5.2-26")]
#[test]
fn every_leader_not_of_cavalry_is_one_of_infantry() {
    for rank in ["corps", "division", "district"] {
        assert_eq!(allowance("HSN", "u", (rank, CORPS), &[3]), 4, "{rank}");
        assert_eq!(allowance("HSN", "c", (rank, CORPS), &[3]), 5, "{rank}");
    }
}

/// What a cavalry leader adds to two dice, in whatever game.
fn cavalry_leader_adds(side: &str, rank: &'static str, more: u16) {
    for code in ["HSN", "OTR", "AGA", "SIV"] {
        for (dice, sum) in [([2, 3], 5), ([6, 6], 12), ([1, 1], 2), ([3, 4], 7)] {
            assert_eq!(allowance(code, side, (rank, HORSE), &dice), sum + more, "{code}");
        }
    }
}

#[rule("G5.2-18")]
#[test]
fn a_union_cavalry_division_leader() {
    cavalry_leader_adds("u", "division", 1);
}

#[rule("G5.2-19")]
#[test]
fn a_union_cavalry_corps_leader() {
    cavalry_leader_adds("u", "corps", 2);
}

#[rule("G5.2-22")]
#[test]
fn a_confederate_cavalry_division_leader() {
    cavalry_leader_adds("c", "division", 2);
}

#[rule("G5.2-23")]
#[test]
fn a_confederate_cavalry_corps_leader() {
    cavalry_leader_adds("c", "corps", 3);
}

#[rule("G5.2-25")]
#[test]
fn the_summary_of_leaders_dice() {
    let infantry = |code, side| allowance(code, side, ("corps", CORPS), &[3]);
    assert_eq!((infantry("HSN", "u"), infantry("OTR", "u")), (4, 3));
    assert_eq!((infantry("HSN", "c"), infantry("OTR", "c")), (5, 4));
    assert_eq!(allowance("HSN", "u", ("division", HORSE), &[1, 2]), 4);
    assert_eq!(allowance("HSN", "c", ("corps", HORSE), &[1, 2]), 6);
}

#[rule("G5.2-24", "G5.2-25")]
#[test]
fn burnsides_grand_divisions() {
    for (day, bonus) in
        [("1862-11-14", 1), ("1862-11-15", 2), ("1862-11-16", 2), ("1862-11-17", 2), ("1862-12-11", 1)]
    {
        let mut game = world()
            .game("BTC", 1862)
            .settings(&format!("starts = \"{day}\""))
            .infantry("u", "A", "0505", 5, "command = \"Right\"")
            .leader("u", "grand-division", "Sumner", "Right", "A", CORPS)
            .set();
        game.acting(Side::Union).give("activate Sumner", &[]).give("select A", &[4]);
        assert_eq!(game.mp(), 4.0 + bonus as f64, "{day}");
    }
}

#[rule("G5.2-27", "G5.2-28", "G5.2-34", "G5.2-38")]
#[test]
fn all_march_by_the_leaders_allowance() {
    let mut game = active(corps("SJW", 1862).unit("u", "artillery", "Guns", "0505", 2, ""));
    select(&mut game, &["A", "B", "Guns"], &[4]);
    game.give("done", &[]);
    let marker = |game: &Game| game.state.activation().unwrap().allowance / 2;
    assert_eq!(marker(&game), 5);
    game.give("go A", &[]).give("force-march", &[4]);
    assert_eq!((game.mp(), marker(&game)), (8.0, 5), "the force march is A's own");
    assert_eq!(game.unit("A").fatigue, 1);
    game.give("end", &[]).give("go Guns", &[]);
    assert_eq!((game.mp(), game.asks()), (5.0, "march"), "guns do not force march");
    game.give("end", &[]);
    assert_eq!((game.mp(), marker(&game)), (5.0, 5));
    assert_eq!(game.unit("B").fatigue, 2);
}

#[rule("G5.2-29", "G5.2-30", "G5.2-31", "G5.2-32", "G6.3-14")]
#[test]
fn step_5_the_leader_finds_his_place() {
    let ready = || {
        let mut game = active(corps("SJW", 1862).infantry("u", "Beside", "0506", 4, "command = \"XX\""));
        select(&mut game, &["A", "B"], &[4]);
        game
    };
    let game = ready();
    assert_eq!(game.refused("transfer L > C"), "G5.2-29", "C was not selected");
    assert!(game.offers("transfer L > B") && game.offers("transfer L > Beside"));
    // Once, and before anybody marches.
    let mut game = ready();
    game.give("transfer L > B", &[]);
    assert_eq!(game.with("L"), "B");
    assert_eq!(game.refused("transfer L > A"), "G5.2-33");
    game.give("go A", &[]).give("steady", &[]).give("move 0504", &[]);
    assert_eq!(game.refused("transfer L > A"), "G5.1-20");
    game.give("end", &[]).give("steady", &[]).give("move 0507", &[]);
    assert_eq!(
        (game.with("L").as_str(), game.label(game.state.leader_hex(game.leader_id("L")).unwrap())),
        ("B", "0507".into())
    );
    // With a unit that was not selected he stays where it stands.
    let mut game = ready();
    game.give("transfer L > Beside", &[]).give("go B", &[]).give("steady", &[]).give("move 0606", &[]);
    assert_eq!(game.refused("march Beside"), "G5.1-20");
    game.give("end", &[]);
    stand_still(&mut game, "A");
    assert_eq!((game.with("L").as_str(), game.at("Beside")), ("Beside", "0506".into()));
    assert_eq!(game.unit("Beside").fatigue, 0);
}

#[rule("G5.2-29")]
#[test]
fn a_leader_may_ride_with_guns_that_joined() {
    let ready = |rank: &str| {
        let mut game = world()
            .infantry("u", "A", "0505", 6, "command = \"XX\"\narmy = \"XX\"")
            .unit("u", "artillery", "Guns", "0506", 2, "")
            .leader("u", rank, "L", "XX", "A", CORPS)
            .set();
        game.acting(Side::Union).give("activate L", &[]);
        game.give("select A", &[]).give("select Guns", &[3]);
        game
    };
    assert!(ready("corps").offers("transfer L > Guns"));
    // A district leader only with infantry: there is nothing to decide.
    assert_eq!(ready("district").asks(), "next-unit");
}

#[rule("G5.2-36", "G5.2-45")]
#[test]
fn each_unit_straggles_for_itself() {
    let mut game = active(corps("SJW", 1862).infantry("u", "D", "0505", 6, "command = \"XX\"\nfatigue = 3"));
    select(&mut game, &["B", "C", "D"], &[4]);
    game.give("done", &[]);
    game.give("go B", &[]);
    assert!(game.told("extended-march").is_empty(), "1 to 2");
    game.give("steady", &[]).give("end", &[]).give("go C", &[1]);
    assert_eq!((game.told("extended-march").len(), game.unit("C").fatigue), (1, 3));
    // D, tired after it was selected, goes all the same and stays at 4.
    let d = game.id("D");
    game.state.unit_mut(d).fatigue = 3;
    game.give("steady", &[]).give("end", &[1]);
    assert_eq!((game.unit("D").fatigue, game.told("extended-march").len()), (4, 2));
    assert_eq!(game.state.march().unwrap().unit, d);
}

#[rule("G5.2-37")]
#[test]
fn a_cavalry_retreat_slows_one_unit_only() {
    let mut game = active(corps("SJW", 1862).cavalry("c", "Horse", "0504", 3, "fatigue = 3"));
    select(&mut game, &["A", "B"], &[4]);
    game.give("done", &[]).give("go A", &[]);
    assert_eq!(game.decides(), ("cavalry-retreat", Side::Confederate));
    game.give("evade", &[4]);
    while let "retreat-hex" = game.asks() {
        let order = game.offered()[0].clone();
        game.give(&order, &[]);
    }
    let slowed = game.told("cavalry-retreat")[0]["slowed"].as_f64().unwrap();
    assert!(slowed > 0.0);
    assert_eq!(game.mp(), 5.0 - slowed);
    game.give("steady", &[]).give("end", &[]);
    assert_eq!(game.mp(), 5.0, "B starts with all of it");
}

/// A cavalry leader's two units beside an enemy.
fn raid(rank: &str) -> Game {
    let mut game = world()
        .cavalry("u", "A", "0505", 4, "command = \"Cav\"\ndivision = \"5\"")
        .cavalry("u", "B", "0505", 4, "command = \"Cav\"\ndivision = \"5\"")
        .leader("u", rank, "L", if rank == "corps" { "Cav" } else { "5" }, "A", HORSE)
        .infantry("c", "Enemy", "0506", 5, "fatigue = 4")
        .set();
    game.acting(Side::Union).give("activate L", &[]).give("select A", &[]).give("select B", &[3, 3]);
    game.give("done", &[]).give("go B", &[]).give("steady", &[]);
    game
}

#[rule("G5.2-40", "G5.2-41")]
#[test]
fn under_a_cavalry_division_leader_only_the_first_may_attack() {
    let mut division = raid("division");
    assert!(division.offers("attack 0506"));
    division.give("end", &[]).give("steady", &[]);
    assert_eq!(division.refused("attack 0506"), "G5.2-40");
    let mut corps = raid("corps");
    assert!(corps.offers("attack 0506"));
    corps.give("end", &[]).give("steady", &[]);
    assert!(corps.offers("attack 0506"));
}

#[rule("G5.2-46")]
#[test]
fn logans_activation() {
    let mut game = world()
        .game("AIO", 1864)
        .infantry("u", "Osterhaus", "0505", 5, "command = \"XV\"\nfatigue = 4")
        .infantry("u", "ML Smith", "0505", 5, "command = \"XV\"")
        .infantry("u", "Harrow", "0506", 5, "command = \"XV\"\nfatigue = 1")
        .infantry("u", "Veatch", "0507", 5, "command = \"XVI\"")
        .leader("u", "corps", "Logan", "XV", "ML Smith", CORPS)
        .infantry("c", "Bate", "1212", 5, "fatigue = 4")
        .set();
    game.acting(Side::Union);
    let radius = game.ask(json!({"ask": "command-radius", "leader": "Logan"}));
    assert_eq!(radius["units"], json!(["Harrow", "ML Smith", "Osterhaus"]));
    game.give("activate Logan", &[]);
    let choices: Vec<String> = game.offered().into_iter().filter(|o| o.starts_with("select")).collect();
    assert_eq!(choices, ["select ML Smith", "select Harrow"]);
    assert_eq!(game.refused("select Osterhaus"), "G5.1-2");
    assert_eq!(game.refused("select Veatch"), "G5.2-6");
    game.give("select ML Smith", &[]).give("select Harrow", &[4]);
    assert_eq!(game.state.activation().unwrap().allowance, 10);
    game.give("transfer Logan > Harrow", &[]);
    game.give("go Harrow", &[]).give("steady", &[]);
    assert_eq!((game.mp(), game.unit("Harrow").fatigue), (5.0, 2));
    game.give("move 0606", &[]).give("end", &[]);
    assert_eq!(game.state.activation().unwrap().allowance, 10);
    game.give("steady", &[]);
    assert_eq!((game.mp(), game.unit("ML Smith").fatigue), (5.0, 1));
    game.give("move 0504", &[]).give("end", &[]);
    assert!(game.told("extended-march").is_empty());
    assert_eq!((game.unit("Osterhaus").fatigue, game.unit("Veatch").fatigue), (4, 0));
    assert_eq!((game.at("Osterhaus"), game.at("Veatch")), ("0505".into(), "0507".into()));
    assert_eq!(game.label(game.state.leader_hex(game.leader_id("Logan")).unwrap()), "0606");
    assert_eq!((game.at("Harrow"), game.at("ML Smith")), ("0606".into(), "0504".into()));
    assert_eq!(game.decides(), ("initiative", Side::Union));
    assert!(game.state.activation().is_none());
}
