//! 5.0 and 5.1: actions, and a unit's own march step by step.

use table::{Ruleset, Side, rule};

use super::world;
use super::world::{Game, World};
use crate::{Gcacw, MODULES, Order};

/// A side's unit in 0505, nobody else.
fn alone(code: &'static str, side: &str, arm: &str, keys: &str) -> Game {
    let year = crate::Module::parse(code).unwrap().year;
    let mut game = world().game(code, year).unit(side, arm, "A", "0505", 6, keys).set();
    game.acting(if side == "u" { Side::Union } else { Side::Confederate });
    game
}

/// The allowance a lone unit rolls.
fn allowance(code: &'static str, side: &str, arm: &str, dice: &[u8]) -> f64 {
    let mut game = alone(code, side, arm, "");
    game.give("march A", dice);
    game.mp()
}

#[rule("G5.0-1")]
#[test]
fn there_are_five_actions() {
    let mut game = world()
        .feature("rr_station = [\"0505\"]")
        .infantry("u", "A", "0505", 6, "command = \"XX\"")
        .leader("u", "corps", "L", "XX", "A", "tactical = 3\ncommand_value = 4")
        .infantry("c", "B", "0506", 5, "")
        .set();
    game.acting(Side::Union);
    let mut offered = game.offered();
    offered.sort_unstable();
    assert_eq!(offered, ["activate L", "assault L", "burn A", "entrench A", "march A"]);
}

#[rule("G5.0-2")]
#[test]
fn stations_burn_in_all_games_but_two() {
    for module in MODULES {
        let code = module.code.word();
        let mut game = world()
            .game(code, 1862)
            .feature("rr_station = [\"0505\"]")
            .infantry("u", "A", "0505", 7, "")
            .set();
        game.acting(Side::Union);
        if ["SIV", "OTR"].contains(&code) {
            assert_eq!(game.refused("burn A"), "G5.0-2");
        } else {
            assert!(game.offers("burn A"), "{code}");
        }
    }
}

#[rule("G5.0-3", "G5.5-1", "G5.5-7")]
#[test]
fn entrenching_as_an_action_goes_by_the_year() {
    let game = |year: u16, option: &str| {
        let mut game = world()
            .game("BAC", year)
            .settings(&format!("optional = [{option}]"))
            .infantry("u", "A", "0505", 6, "")
            .set();
        game.acting(Side::Union);
        game
    };
    let option = "\"entrench-action-1863\"";
    for year in [1861, 1862] {
        assert_eq!(game(year, "").refused("entrench A"), "G5.5-7");
        assert_eq!(game(year, option).refused("entrench A"), "G5.5-7");
    }
    assert_eq!(game(1863, "").refused("entrench A"), "G5.5-1");
    assert!(game(1863, option).offers("entrench A"));
    assert!(game(1864, "").offers("entrench A") && game(1865, "").offers("entrench A"));
}

#[rule("G5.1-1", "G6.3-5")]
#[test]
fn one_unit_marches_and_never_a_leader() {
    let mut game = world()
        .infantry("u", "A", "0505", 6, "command = \"XX\"")
        .infantry("u", "Far", "1212", 6, "")
        .leader("u", "corps", "L", "XX", "A", "tactical = 3\ncommand_value = 4")
        .set();
    game.acting(Side::Union);
    for order in ["march L", "march A, Far", "march A > Far", "march"] {
        assert!(Gcacw::read_order(&game.setup, order).is_err(), "{order}");
    }
    game.give("march Far", &[3]);
    assert_eq!(game.state.march().unwrap().unit, game.id("Far"));
}

#[rule("G5.1-2", "G5.1-3")]
#[test]
fn who_may_march() {
    for keys in ["fatigue = 3", "fatigue = 2", "fatigue = 2\ndisorganized = true"] {
        assert!(alone("HSN", "u", "infantry", keys).offers("march A"), "{keys}");
    }
    assert_eq!(alone("HSN", "u", "infantry", "fatigue = 4").refused("march A"), "G5.1-2");
}

#[rule("G6.1-3")]
#[test]
fn a_unit_marches_again_in_a_later_phase_with_a_new_die() {
    let mut game = world().game("SJW", 1862).infantry("u", "A", "0505", 6, "").set();
    game.acting(Side::Union);
    for (die, straggle) in [(4, None), (2, None), (5, Some(1))] {
        let mut dice = vec![die];
        dice.extend(straggle);
        game.give("march A", &dice);
        assert_eq!(game.mp(), die as f64, "nothing is left over from the march before");
        game.give("steady", &[]);
        // While it marches no other march begins.
        assert_eq!(game.refused("march A"), "G5.1-20");
        game.give("end", &[]).give("take", &[]);
    }
    assert_eq!(game.unit("A").fatigue, 3);
}

#[rule("G5.1-5")]
#[test]
fn union_men_march_what_the_die_shows() {
    for die in 1..=6u8 {
        for code in ["HSN", "OTR", "SIV", "AGA", "SJW"] {
            assert_eq!(allowance(code, "u", "infantry", &[die]), f64::from(die), "{code}");
            assert_eq!(allowance(code, "u", "artillery", &[die]), f64::from(die), "{code}");
        }
    }
}

/// The allowance of Confederates on foot in the games of a kind, for every die.
fn confederates(slow: bool, expected: impl Fn(f64) -> f64) {
    let games = MODULES.iter().map(|m| m.code.word()).filter(|code| ["OTR", "AGA"].contains(code) == slow);
    for (code, die) in games.flat_map(|code| (1..=6u8).map(move |die| (code, die))) {
        for arm in ["infantry", "artillery"] {
            assert_eq!(allowance(code, "c", arm, &[die]), expected(f64::from(die)), "{code} {arm} {die}");
        }
    }
}

#[rule("G5.1-6", "G5.1-11")]
#[test]
fn confederates_step_out() {
    confederates(false, |roll| roll + 1.0);
}

#[rule("G5.1-7")]
#[test]
fn but_not_in_the_two_first_summers() {
    confederates(true, |roll| roll.max(2.0));
}

#[rule("G5.1-8")]
#[test]
fn union_cavalry_rolls_two_dice() {
    for code in ["HSN", "OTR", "AGA"] {
        assert_eq!(allowance(code, "u", "cavalry", &[1, 1]), 2.0);
        assert_eq!(allowance(code, "u", "cavalry", &[6, 5]), 11.0);
    }
}

#[rule("G5.1-9")]
#[test]
fn confederate_cavalry_rides_one_further() {
    for code in ["HSN", "OTR", "AGA"] {
        assert_eq!(allowance(code, "c", "cavalry", &[1, 1]), 3.0);
        assert_eq!(allowance(code, "c", "cavalry", &[6, 6]), 13.0);
        assert_eq!(allowance(code, "c", "cavalry", &[2, 3]), 6.0);
    }
}

#[rule("G5.1-10")]
#[test]
fn mounted_infantry_marches_like_cavalry() {
    let mut game = world()
        .infantry("u", "Wilder", "0505", 3, "mounted = true\nfatigue = 2")
        .infantry("u", "Ward", "0506", 9, "")
        .infantry("c", "Bate", "0705", 5, "fatigue = 4")
        .set();
    game.acting(Side::Union).give("march Wilder", &[2, 5, 5]);
    assert_eq!(game.told("extended-march")[0]["modifier"], 0, "as the cavalry of this game");
    assert_eq!(game.mp(), 7.0);
    game.give("force-march", &[2, 2]);
    assert_eq!(game.mp(), 11.0);
    game.give("move 0506", &[]);
    assert_eq!(game.mp(), 8.0, "friends do not delay it");
    game.give("move 0605", &[]).give("attack 0705", &[]);
    assert_eq!(game.offered(), ["column", "hasty", "normal"], "5 MP: attacks at the cavalry's price");
    assert!(world().cavalry("u", "C", "0505", 3, "mounted = true").faults().contains("mounted"));
}

#[rule("G5.1-12")]
#[test]
fn wagons_have_no_allowance() {
    let game = alone("BAC", "u", "wagon", "");
    assert_eq!(game.refused("march A"), "G5.1-12");
}

#[rule("G5.1-13", "G6.1-1")]
#[test]
fn marching_tires_even_in_place() {
    for (before, after) in [(0, 1), (1, 2), (2, 3), (3, 4)] {
        let mut game = alone("HSN", "c", "infantry", &format!("fatigue = {before}"));
        let straggle: &[u8] = if after >= 3 { &[3, 1] } else { &[3] };
        game.give("march A", straggle);
        assert_eq!(game.unit("A").fatigue, after);
        game.give("steady", &[]);
        assert!(game.offers("end") && game.offers("move 0506"));
        let next = game.unit("A").fatigue;
        game.give("end", &[]);
        assert_eq!(next, after);
        assert_eq!(game.told("move").len(), 0);
    }
}

/// Ward in 0505 next to Confederate cavalry in 0506; nobody else.
fn next_to_horse(arm: &str, keys: &str) -> Game {
    let mut game =
        world().unit("u", arm, "Ward", "0505", 6, keys).cavalry("c", "Ross", "0506", 3, "fatigue = 3").set();
    game.acting(Side::Union);
    game
}

#[rule("G5.1-15", "G5.2-37")]
#[test]
fn cavalry_may_slip_away_before_the_force_march() {
    let mut game = next_to_horse("infantry", "fatigue = 2");
    game.give("march Ward", &[3, 2]);
    assert_eq!((game.decides(), game.seat()), (("cavalry-retreat", Side::Confederate), Side::Confederate));
    assert_eq!(game.told("extended-march").len(), 1, "the extended march comes first");
    assert_eq!(game.unit("Ward").fatigue, 3);
    game.give("stand", &[]);
    assert_eq!(game.asks(), "force-march");
    // Cavalry on the march does not frighten cavalry.
    let mut game = next_to_horse("cavalry", "");
    game.give("march Ward", &[3, 2]);
    assert_eq!(game.asks(), "force-march");
}

/// Ross rides off one way or another until the retreat is over.
fn ride_off(game: &mut Game, die: u8) {
    game.give("evade", &[die]);
    while let "retreat-hex" = game.asks() {
        let order = game.offered()[0].clone();
        game.give(&order, &[]);
    }
}

#[rule("G5.1-16")]
#[test]
fn a_cavalry_retreat_slows_before_the_force_march_quickens() {
    // Force of 3 in clear ground against the die: 6 slows by 3, 4 by 2, 2 by 1.
    let slowed = |allowance: u8, die: u8| {
        let mut game = next_to_horse("infantry", "");
        game.give("march Ward", &[allowance]);
        ride_off(&mut game, die);
        assert_eq!(game.asks(), "force-march");
        let by = game.told("cavalry-retreat")[0]["slowed"].as_u64().unwrap();
        (game, by)
    };
    let (mut game, by) = slowed(1, 6);
    assert!(by >= 1);
    assert_eq!(game.mp(), 0.0);
    game.give("force-march", &[1]);
    assert_eq!(game.mp(), 2.0);
    let (mut game, by) = slowed(4, 2);
    game.give("steady", &[]);
    assert_eq!(game.mp(), 4.0 - by as f64);
    let (mut game, by) = slowed(1, 6);
    assert!(by >= 1);
    game.give("steady", &[]);
    assert_eq!((game.mp(), game.asks()), (0.0, "march"));
    assert!(game.offers("move 0506"), "one hex is always open");
    assert_eq!(game.refused("refuse-flanks"), "G7.8-1");
}

#[rule("G5.1-17", "G5.1-19", "G5.1-47")]
#[test]
fn a_force_march_is_a_choice_of_step_3() {
    let mut game = alone("HSN", "u", "infantry", "");
    game.give("march A", &[3]);
    assert_eq!(game.offered(), ["force-march", "steady"]);
    game.give("force-march", &[1]);
    assert_eq!(game.mp(), 5.0);
    assert_eq!(game.refused("force-march"), "G5.1-20");
    let mut game = alone("HSN", "u", "infantry", "");
    game.give("march A", &[3]).give("steady", &[]);
    assert_eq!(game.mp(), 3.0);
    game.give("move 0506", &[]);
    let mut game = alone("HSN", "u", "infantry", "");
    game.give("march A", &[4]).give("steady", &[]).give("move 0506", &[]);
    assert_eq!(game.refused("force-march"), "G5.1-20", "not on the way");
    // The counter is wide enough for the fastest rider and keeps halves.
    game.state.march_mut().unwrap().mp = 26 * 2 + 1;
    assert_eq!(game.mp(), 26.5);
}

fn spent(option: &str, keys: &str) -> Game {
    let mut game = world()
        .settings(&format!("optional = [{option}]"))
        .infantry("u", "A", "0505", 8, &format!("fatigue = 4\n{keys}"))
        .infantry("u", "B", "0909", 8, "")
        .set();
    game.acting(Side::Union);
    game
}

#[rule("G5.1-18", "G6.5-3")]
#[test]
fn the_option_to_march_at_fatigue_4() {
    let on = "\"fatigue-4-march\"";
    assert_eq!(spent("", "").refused("march A"), "G5.1-2");
    assert_eq!(spent(on, "disorganized = true").refused("march A"), "G5.1-18");
    let mut game = spent(on, "exhausted = true");
    game.give("march A", &[4]);
    // No extended march, no force march.
    assert_eq!((game.asks(), game.told("extended-march").len()), ("march", 0));
    let march = game.state.march().cloned().unwrap();
    assert_eq!(game.pos().may_force_march(&march).unwrap_err().rule.0, "G5.1-18");
    let a = game.unit("A");
    assert_eq!((a.fatigue, a.disorganized, a.manpower), (4, true, 8));
    assert_eq!(game.mp(), 4.0);
    game.give("end", &[]).give("take", &[]);
    assert_eq!(game.refused("march A"), "G5.1-18");
    // It opens nothing but marches.
    let game = spent(on, "");
    assert_eq!(game.refused("entrench A"), "G5.5-6");
}

fn road() -> World {
    world().way("road", &["0505", "0506", "0507", "0508"]).infantry("u", "A", "0505", 6, "").infantry(
        "c",
        "B",
        "0509",
        5,
        "fatigue = 4",
    )
}

#[rule("G5.1-20", "G5.1-21", "G5.2-39")]
#[test]
fn a_march_counts_down_and_ends_at_nothing_or_at_will() {
    let mut game = road().set();
    game.marching("A", 5).give("move 0506", &[]).give("move 0507", &[]).give("move 0508", &[]);
    assert_eq!(game.mp(), 2.0);
    game.give("attack 0509", &[]);
    assert_eq!(game.refused("prepared"), "G6.1-7");
    let mut game = road().set();
    game.marching("A", 3).give("move 0506", &[]).give("move 0507", &[]);
    assert_eq!(game.mp(), 1.0);
    game.give("move 0508", &[]);
    assert!(game.marched(), "nothing left, nothing to decide");
    let mut game = road().set();
    game.marching("A", 3).give("move 0506", &[]).give("end", &[]);
    assert!(game.marched());
    assert_eq!(game.decides(), ("initiative", Side::Union), "the two MP are lost");
}

#[rule("G5.1-22", "G5.1-20")]
#[test]
fn the_last_points_pay_for_an_attack_that_is_still_fought() {
    let mut game = road().set();
    game.marching("A", 5).give("move 0506", &[]).give("move 0507", &[]).give("move 0508", &[]);
    game.give("attack 0509", &[]);
    // Clear ground, no guns: both dice, and the defender breaks.
    game.give("normal", &[6, 1]);
    assert_eq!(game.told("combat").len(), 1);
    assert!(game.state.combat().is_some() || game.marched());
    while !game.marched() {
        let order = game.offered()[0].clone();
        game.give(&order, &[]);
    }
    assert_eq!(game.at("A"), "0509", "it has even advanced");
    let mut game = road().set();
    game.marching("A", 4).give("move 0506", &[]).give("move 0507", &[]).give("move 0508", &[]);
    game.give("attack 0509", &[]).give("hasty", &[6, 1]);
    assert!(game.state.march().is_none_or(|m| m.mp == 0));
}

#[rule("G5.1-57")]
#[test]
fn newton_marches() {
    let mut game = world()
        .game("AIO", 1864)
        .infantry("u", "Newton", "0505", 7, "exhausted = true\nfatigue = 1\ncommand = \"IV\"")
        .set();
    game.acting(Side::Union);
    let answer = game.ask(serde_json::json!({"ask": "extended-march", "unit": "Newton"}));
    assert_eq!((&answer["applies"], &answer["modifier"]), (&true.into(), &1.into()));
    game.give("march Newton", &[3, 4]);
    assert_eq!(game.mp(), 3.0);
    assert_eq!(game.unit("Newton").fatigue, 2);
    let straggling = game.told("extended-march")[0].clone();
    assert_eq!(straggling["die"], 4);
    assert_eq!(straggling["modifier"], 1);
    assert_eq!(straggling["result"], "NE");
    assert!(!game.unit("Newton").disorganized);
    game.give("force-march", &[1]);
    let newton = game.unit("Newton");
    assert_eq!((newton.disorganized, newton.manpower, newton.fatigue, newton.exhausted), (true, 7, 2, true));
    assert_eq!(game.mp(), 5.0);
    assert_eq!(game.asks(), "march");
}

#[rule("G4.3-2", "G5.1-1")]
#[test]
fn nobody_marches_the_enemys_units() {
    let game = {
        let mut game = road().set();
        game.acting(Side::Union);
        game
    };
    let order = Order::March(game.id("B"));
    let refusal = Gcacw::check(&game.setup, &game.state, Side::Union, &order).unwrap_err();
    assert_eq!(refusal.rule.0, "G4.3-2");
    assert!(Gcacw::check(&game.setup, &game.state, Side::Confederate, &order).is_err());
}
