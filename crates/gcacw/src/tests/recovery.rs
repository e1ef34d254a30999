//! 8.0 Recovery, and the summaries at the end of the book.

use table::{Side, rule};

use super::world;
use super::world::{Game, World};

/// The position after a Recovery Phase in which nobody entrenches or bridges.
fn rested(world: World) -> Game {
    let mut game = world.settings("turns = 1").set();
    game.run_phase(&[], |play| play.end_cycle());
    while matches!(game.asks(), "recovery-work" | "forage") {
        game.give("done", &[]);
    }
    game
}

fn one(more: &str) -> World {
    world().infantry("u", "A", "0505", 7, more)
}

/// Step 3 passes a spent unit by, step 4 makes it exhausted, step 5 leaves Fatigue 1.
#[rule("G8-10", "G8-19")]
#[test]
fn a_spent_unit_becomes_exhausted() {
    let game = rested(one("fatigue = 4\ndisorganized = true"));
    assert_eq!((game.unit("A").exhausted, game.unit("A").disorganized), (true, true));
    assert!(!rested(one("fatigue = 2")).unit("A").exhausted);
}

#[rule("G8-20")]
#[test]
fn every_unit_sheds_three_levels() {
    for (before, after) in [(4, 1), (3, 0), (2, 0), (1, 0), (0, 0)] {
        assert_eq!(rested(one(&format!("fatigue = {before}"))).unit("A").fatigue, after, "from {before}");
    }
}

#[rule("G8-20", "G2.2-31")]
#[test]
fn every_level_loses_three_but_never_goes_below_zero() {
    for (before, after) in [(0, 0), (1, 0), (2, 0), (3, 0), (4, 1)] {
        assert_eq!(rested(one(&format!("fatigue = {before}"))).unit("A").fatigue, after, "from {before}");
    }
}

#[rule("G8-19")]
#[test]
fn three_levels_exhaust_and_two_do_not() {
    assert!(rested(one("fatigue = 3")).unit("A").exhausted);
    assert!(!rested(one("fatigue = 2")).unit("A").exhausted);
    assert!(rested(one("fatigue = 4\nexhausted = true")).unit("A").exhausted);
}

#[rule("G8-2", "G8-3", "G9-4", "G9-25")]
#[test]
fn only_a_fresh_unit_works_and_only_once() {
    let mut game =
        world().infantry("u", "Fresh", "0505", 7, "").infantry("u", "Tired", "0507", 7, "fatigue = 1").set();
    game.run_phase(&[], |play| play.end_cycle());
    assert!(game.offers("entrench Fresh"));
    assert_eq!(game.refused("entrench Tired"), "G8-2");
    game.state.turn = game.setup.turns;
    game.give("entrench Fresh", &[]);
    assert_eq!(game.unit("Fresh").works, crate::Works::Breastwork);
    assert!(game.state.outcome.is_some(), "nobody has more to do: the phase and the last turn are over");
}

#[rule("G8-3", "G9-5", "G10.1-11", "G10.3-5")]
#[test]
fn one_kind_of_work_a_phase() {
    let river = || {
        world()
            .water("minor-river", &["0505/0506", "0505/0605"])
            .crossing("bridge", "0505/0605")
            .scenario("[[marker]]\nkind = \"destroyed\"\nhexside = \"0505/0605\"")
            .infantry("u", "A", "0505", 7, "")
            .infantry("u", "B", "0901", 7, "")
    };
    // Having entrenched, it neither builds nor repairs.
    let mut game = river().set();
    game.run_phase(&[], |play| play.end_cycle());
    assert!(game.offers("build A > 0506") && game.offers("repair A > 0605"));
    game.give("entrench A", &[]);
    assert_eq!((game.refused("build A > 0506"), game.refused("repair A > 0605")), ("G8-3", "G8-3"));
    // A failed build is work too.
    let mut game = river().set();
    game.run_phase(&[], |play| play.end_cycle());
    game.give("build A > 0506", &[6]);
    assert_eq!((game.refused("entrench A"), game.refused("repair A > 0605")), ("G8-3", "G8-3"));
    // So is a failed repair.
    let mut game = river().set();
    game.run_phase(&[], |play| play.end_cycle());
    game.give("repair A > 0605", &[6]);
    assert_eq!((game.refused("entrench A"), game.refused("build A > 0506")), ("G8-3", "G8-3"));
}

#[rule("G8-4", "G9-6", "G10.1-27", "G10.3-11", "G12-28", "G12-29")]
#[test]
fn rain_closes_step_one() {
    let mut game = world()
        .water("minor-river", &["0505/0506"])
        .crossing("bridge", "0505/0506")
        .scenario("[[marker]]\nkind = \"destroyed\"\nhexside = \"0505/0506\"\n[weather]\nrain = true")
        .infantry("u", "A", "0505", 7, "")
        .settings("turns = 1")
        .set();
    let pos = game.pos();
    let (a, to) = (game.id("A"), game.hex("0506"));
    assert_eq!(pos.may_dig_in_recovery(Side::Union, a).unwrap_err().rule.0, "G8-4");
    assert_eq!(pos.may_build(Side::Union, a, to).unwrap_err().rule.0, "G8-4");
    assert_eq!(pos.may_repair(Side::Union, a, to).unwrap_err().rule.0, "G8-4");
    game.run_phase(&[], |play| play.end_cycle());
    assert!(game.state.outcome.is_some(), "nobody is asked for work");
}

#[rule("G8-11", "G8-10")]
#[test]
fn a_rested_unit_reorganizes() {
    for fatigue in [0, 1] {
        let game = rested(one(&format!("fatigue = {fatigue}\ndisorganized = true")));
        assert_eq!(
            (game.unit("A").disorganized, game.unit("A").manpower, game.combat_value("A")),
            (false, 7, 7.0)
        );
    }
    let tired = rested(one("fatigue = 2\ndisorganized = true\nexhausted = true\ndemoralized = 1"));
    let unit = tired.unit("A");
    assert_eq!((unit.disorganized, unit.exhausted, unit.demoralized), (true, true, 1));
}

#[rule("G8-15", "G8-17", "G11-15")]
#[test]
fn exhaustion_and_the_first_marker_go() {
    let game = rested(one("fatigue = 1\nexhausted = true\ndemoralized = 1"));
    assert_eq!((game.unit("A").exhausted, game.unit("A").demoralized), (false, 0));
    assert_eq!(rested(one("fatigue = 2\ndemoralized = 1")).unit("A").demoralized, 1);
    // Want of supply does not keep a unit exhausted.
    let game = rested(world().game("BAC", 1863).settings("advanced = true").infantry(
        "u",
        "A",
        "0505",
        7,
        "exhausted = true\nout_of_supply = true",
    ));
    assert!(!game.unit("A").exhausted);
}

fn supply(code: &'static str, year: u16, side: &str, advanced: bool, disorganized: bool) -> bool {
    let settings = if advanced { "advanced = true" } else { "" };
    let more = format!("fatigue = 1\nout_of_supply = true\ndisorganized = {disorganized}");
    let game = rested(world().game(code, year).settings(settings).infantry(side, "A", "0505", 7, &more));
    game.unit("A").disorganized
}

#[rule("G8-13", "G8-14", "G8-24")]
#[test]
fn a_unit_without_supply_stays_disorganized_in_the_advanced_game() {
    assert!(supply("BAC", 1863, "u", true, true));
    assert!(!supply("BAC", 1863, "u", false, true), "the Basic Game knows no supply");
    assert!(!supply("RTG", 1863, "u", true, true), "nobody is ever out of supply there");
    assert!(!supply("SLB", 1863, "u", true, true));
    // In supply is the rule where nothing else is said.
    let game = rested(world().game("BAC", 1863).settings("advanced = true").infantry(
        "u",
        "A",
        "0505",
        7,
        "disorganized = true",
    ));
    assert!(!game.unit("A").disorganized);
}

#[rule("G8-21", "G8-22", "G8-23")]
#[test]
fn want_of_supply_disorganizes_in_step_six() {
    for (code, year) in
        [("HCR", 1862), ("OTR", 1862), ("GTC", 1864), ("SJW", 1862), ("AGA", 1861), ("AIO", 1864)]
    {
        assert!(supply(code, year, "u", true, false) && supply(code, year, "c", true, false), "{code}");
        assert!(!supply(code, year, "u", false, false), "{code}: Basic Game");
    }
    for (code, year) in [("HSN", 1864), ("BTC", 1862), ("RTG", 1863), ("SLB", 1863)] {
        assert!(!supply(code, year, "u", true, false) && !supply(code, year, "c", true, false), "{code}");
    }
    assert!(supply("SIV", 1862, "u", true, false) && !supply("SIV", 1862, "c", true, false));
    assert!(!supply("RWH", 1864, "u", true, false) && supply("RWH", 1864, "c", true, false));
}

#[rule("GRS-1")]
#[test]
fn the_summary_holds_for_every_unit() {
    for fatigue in 0..=4u8 {
        for flags in 0..4u8 {
            for demoralized in 0..=2u8 {
                let (exhausted, disorganized) = (flags & 1 != 0, flags & 2 != 0);
                let more = format!(
                    "fatigue = {fatigue}\nexhausted = {exhausted}\ndisorganized = {disorganized}\ndemoralized = {demoralized}"
                );
                let game = rested(one(&more));
                let unit = game.unit("A");
                let rests = fatigue <= 1;
                let free = rests && demoralized < 2;
                assert_eq!(unit.disorganized, disorganized && !free, "{more}");
                assert_eq!(unit.exhausted, (exhausted && !free) || fatigue >= 3, "{more}");
                assert_eq!(unit.demoralized, if rests { demoralized.saturating_sub(1) } else { demoralized });
                assert_eq!(unit.fatigue, fatigue.saturating_sub(3));
            }
        }
    }
}

fn foraging(code: &'static str, year: u16, advanced: bool, fatigue: u8) -> Game {
    let settings = if advanced { "turns = 1\nadvanced = true" } else { "turns = 1" };
    let more = format!("fatigue = {fatigue}\nout_of_supply = true\ndisorganized = true");
    let mut game = world().game(code, year).settings(settings).infantry("u", "A", "0505", 7, &more).set();
    game.run_phase(&[], |play| play.end_cycle());
    if matches!(game.asks(), "recovery-work") {
        game.give("done", &[]);
    }
    game
}

#[rule("G8-6", "G8-9")]
#[test]
fn units_forage_in_the_advanced_game_of_a_module_with_a_table() {
    let mut game = foraging("BAC", 1863, true, 2);
    assert!(game.offers("forage A"));
    // Die 1 and Fatigue 2: food, and the unit is in supply in steps 3 and 6.
    game.give("forage A", &[1]);
    assert!(!game.unit("A").out_of_supply);
    let mut game = foraging("BAC", 1863, true, 1);
    game.give("forage A", &[3]);
    assert!(game.unit("A").out_of_supply && game.unit("A").disorganized, "3 + 1: nothing found");
    for (code, year, advanced, fatigue) in
        [("BAC", 1863, true, 3), ("BAC", 1863, false, 0), ("OTR", 1862, true, 0), ("HSN", 1864, true, 0)]
    {
        let game = foraging(code, year, advanced, fatigue);
        assert!(game.state.outcome.is_some(), "{code}: nobody is asked, the turn is over");
    }
}

#[rule("G8-7")]
#[test]
fn who_worked_does_not_forage() {
    let mut game = world()
        .game("BAC", 1863)
        .settings("advanced = true")
        .water("minor-river", &["0505/0506"])
        .infantry("u", "A", "0505", 7, "out_of_supply = true")
        .infantry("u", "B", "0901", 7, "out_of_supply = true\nfatigue = 1")
        .set();
    game.run_phase(&[], |play| play.end_cycle());
    game.give("build A > 0506", &[6]);
    assert!(game.offers("forage B"));
    assert_eq!(game.refused("forage A"), "G8-7");
}

#[rule("G8-8")]
#[test]
fn nobody_forages_where_nobody_starves() {
    for code in ["RTG", "SLB"] {
        let game = world()
            .game(code, 1863)
            .settings("advanced = true")
            .infantry("u", "A", "0505", 7, "out_of_supply = true")
            .set();
        assert_eq!(game.pos().may_forage(Side::Union, game.id("A")).unwrap_err().rule.0, "G8-8");
    }
}
