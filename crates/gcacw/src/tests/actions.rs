//! 5.3 to 5.5: the frame of an assault, burning stations, entrenching.

use table::{Ruleset, Side, rule};

use super::world;
use super::world::{Game, World};
use crate::state::Burnt;
use crate::{Gcacw, Works};

const CORPS: &str = "tactical = 3\ncommand_value = 4";

#[rule("G5.3-1")]
#[test]
fn a_leader_assaults_an_adjacent_hex() {
    let stands = |enemy: &str, rank: &str, values: &str| {
        let mut game = world()
            .infantry("u", "A", "0505", 6, "command = \"XX\"\narmy = \"XX\"\ndivision = \"XX\"")
            .infantry("u", "B", "0505", 6, "command = \"XX\"\narmy = \"XX\"\ndivision = \"XX\"")
            .leader("u", rank, "L", "XX", "A", values)
            .infantry("c", "Enemy", enemy, 5, "")
            .set();
        game.acting(Side::Union);
        game
    };
    for rank in ["district", "corps", "division"] {
        assert!(stands("0506", rank, CORPS).offers("assault L"), "{rank}");
        assert_eq!(stands("0507", rank, CORPS).refused("assault L"), "G5.3-1");
    }
    assert!(!stands("0506", "army", "command_value = 4").offers("assault L"));
    let mut game = stands("0506", "corps", CORPS);
    game.give("assault L", &[]).give("select A", &[]).give("select B", &[1, 3, 3]);
    assert_eq!(game.last("assault-target").json["to"], "0506");
}

#[rule("G5.3-2", "G5.3-4", "G6.1-10", "G6.5-1")]
#[test]
fn an_assault_is_one_leaders_and_takes_no_movement() {
    let mut game = world()
        .infantry("u", "A", "0505", 6, "command = \"XX\"")
        .infantry("u", "B", "0505", 6, "command = \"XIV\"")
        .leader("u", "corps", "L", "XX", "A", CORPS)
        .leader("u", "corps", "M", "XIV", "B", CORPS)
        .infantry("c", "Enemy", "0506", 5, "fatigue = 4")
        .set();
    game.acting(Side::Union).give("assault L", &[]);
    assert_eq!(game.refused("select B"), "G7.1-26");
    assert_eq!(game.refused("prepared"), "G7.1-25");
    // The command die 2, then the combat: no movement die and no MP.
    game.give("select A", &[2, 3, 3]);
    assert_eq!(game.told("assault-command").len(), 1);
    assert!(game.told("march").is_empty() && game.state.march().is_none());
    assert!(game.unit("A").fatigue >= 1, "taking part tires by one, the result may by more");
}

#[rule("G5.3-3")]
#[test]
fn a_rested_unit_must_be_in_the_leaders_hex() {
    let mut game = world()
        .infantry("u", "A", "0505", 6, "command = \"XX\"\nfatigue = 4")
        .infantry("u", "B", "0504", 6, "command = \"XX\"")
        .leader("u", "corps", "L", "XX", "A", CORPS)
        .infantry("c", "Enemy", "0506", 5, "")
        .set();
    game.acting(Side::Union);
    assert_eq!(game.refused("assault L"), "G5.3-3");
    let a = game.id("A");
    game.state.unit_mut(a).fatigue = 3;
    assert!(game.offers("assault L"));
}

/// A unit in a station.
fn station(manpower: u8, keys: &str) -> World {
    world()
        .feature("rr_station = [\"0505\"]")
        .way("railroad", &["0504", "0505", "0506"])
        .infantry("u", "A", "0505", manpower, keys)
        .infantry("u", "Other", "0506", 9, "")
}

fn acting(world: World) -> Game {
    let mut game = world.set();
    game.acting(Side::Union);
    game
}

fn marker(game: &Game) -> Option<Burnt> {
    game.state.burnt.iter().find(|(hex, _)| *hex == game.hex("0505")).map(|(_, burnt)| *burnt)
}

#[rule("G5.4-1", "G5.4-2", "G6.5-2")]
#[test]
fn who_may_burn_a_station() {
    assert!(acting(station(3, "fatigue = 3")).offers("burn A"));
    let tired = acting(station(3, "fatigue = 4").settings("optional = [\"fatigue-4-march\"]"));
    assert_eq!(tired.refused("burn A"), "G5.4-2");
    assert_eq!(tired.refused("burn Other"), "G5.4-2", "a plain railroad hex");
    assert!(Gcacw::read_order(&tired.setup, "burn Nobody").is_err());
}

#[rule("G5.4-3")]
#[test]
fn burning_takes_a_combat_value_of_2() {
    assert!(acting(station(2, "")).offers("burn A"));
    assert_eq!(acting(station(1, "")).refused("burn A"), "G5.4-3");
    // Disorganized: Manpower 2 fights with 1, Manpower 3 with 2.
    assert_eq!(acting(station(2, "disorganized = true")).refused("burn A"), "G5.4-3");
    assert!(acting(station(3, "disorganized = true")).offers("burn A"));
}

#[rule("G5.4-4", "G5.4-5", "G5.4-7", "G6.5-1")]
#[test]
fn what_a_fire_does() {
    for (manpower, burnt) in
        [(2, Burnt::Damaged), (4, Burnt::Damaged), (5, Burnt::Destroyed), (11, Burnt::Destroyed)]
    {
        let mut game = acting(station(manpower, "fatigue = 2\nexhausted = true"));
        game.give("burn A", &[]);
        assert_eq!(marker(&game), Some(burnt), "{manpower}");
        assert_eq!(game.unit("A").fatigue, 3, "and no extended march");
        assert_eq!((game.decides(), game.at("A")), (("initiative", Side::Union), "0505".into()));
    }
}

#[rule("G5.4-6")]
#[test]
fn friends_do_not_fan_the_fire() {
    let mut game = acting(station(3, "").infantry("u", "Strong", "0505", 9, ""));
    game.give("burn A", &[]);
    assert_eq!(marker(&game), Some(Burnt::Damaged));
}

#[rule("G5.4-8", "G5.4-9", "G5.4-10")]
#[test]
fn fires_last_and_only_a_strong_unit_finishes_them() {
    let again = |kind: &str, manpower: u8| {
        let marked = format!("[[marker]]\nkind = \"{kind}\"\nhex = \"0505\"");
        let mut game = acting(station(manpower, "").scenario(&marked));
        game.give("burn A", &[]);
        assert_eq!(game.unit("A").fatigue, 1);
        marker(&game)
    };
    assert_eq!(again("damaged-station", 6), Some(Burnt::Destroyed));
    assert_eq!(again("damaged-station", 4), Some(Burnt::Damaged));
    assert_eq!(again("destroyed-station", 3), Some(Burnt::Destroyed));
    let mut game = acting(station(6, "").settings("turns = 2"));
    game.give("burn A", &[]).give("pass", &[]);
    while game.state.outcome.is_none() {
        let pass = game.offered().pop().unwrap();
        game.give(&pass, &[]);
    }
    assert_eq!((marker(&game), game.state.turn), (Some(Burnt::Destroyed), 2));
}

fn digger(code: &'static str, year: u16, keys: &str) -> Game {
    acting(
        world()
            .game(code, year)
            .settings("optional = [\"entrench-action-1863\", \"fatigue-4-march\"]")
            .infantry("u", "A", "0505", 6, keys)
            .infantry("u", "Idle", "0909", 3, ""),
    )
}

/// Entrenches in one action after another, the unit as fresh as need be.
fn dig(game: &mut Game) -> Works {
    let a = game.id("A");
    game.give("entrench A", &[]);
    let works = game.unit("A").works;
    game.state.unit_mut(a).fatigue = 0;
    game.acting(Side::Union);
    works
}

#[rule("G5.5-2", "G5.5-15", "G5.5-19")]
#[test]
fn entrenching_alone_is_the_whole_action() {
    for (code, year) in [("BAC", 1863), ("HSN", 1864)] {
        let mut game = digger(code, year, "");
        let roll: &[u8] = if code == "BAC" { &[6, 1] } else { &[] };
        game.give("entrench A", roll);
        assert_eq!(game.decides(), ("initiative", Side::Union));
    }
    let led = |year: u16, code: &'static str| {
        let mut game = acting(
            world()
                .game(code, year)
                .settings("optional = [\"entrench-action-1863\"]")
                .infantry("u", "A", "0505", 6, "command = \"XX\"")
                .infantry("u", "B", "0505", 6, "command = \"XX\"")
                .infantry("u", "C", "0505", 6, "command = \"XX\"")
                .leader("u", "corps", "L", "XX", "A", CORPS),
        );
        game.give("activate L", &[]).give("select A", &[]).give("select B", &[]).give("dig C", &[3]);
        game.give("done", &[]).give("go C", &[]);
        assert_eq!(game.offered(), ["go A", "go B"], "two are left");
        game.give("go A", &[]);
        assert!(game.state.march().is_some());
    };
    led(1863, "BAC");
    led(1864, "HSN");
}

#[rule("G5.5-3")]
#[test]
fn the_recovery_phase_still_lets_rested_units_dig() {
    let mut game = world()
        .infantry("u", "Acts", "0505", 6, "")
        .infantry("u", "Rests", "0707", 6, "entrenchment = \"abatis\"")
        .set();
    game.acting(Side::Union).give("entrench Acts", &[]).give("pass", &[]);
    assert_eq!(game.decides(), ("recovery-work", Side::Union));
    assert!(game.offers("entrench Rests") && !game.offers("entrench Acts"), "Acts is at fatigue 1");
}

#[rule("G5.5-4")]
#[test]
fn any_unit_digs_and_no_leader() {
    for arm in ["infantry", "cavalry", "artillery"] {
        let game = acting(world().unit("u", arm, "A", "0505", 3, ""));
        assert!(game.offers("entrench A"), "{arm}");
    }
    let led = acting(
        world().infantry("u", "A", "0505", 6, "command = \"XX\"").leader("u", "corps", "L", "XX", "A", CORPS),
    );
    assert!(Gcacw::read_order(&led.setup, "entrench L").is_err());
}

#[rule("G5.5-5", "G5.5-6", "G5.5-12", "G5.5-16")]
#[test]
fn how_tired_a_digger_may_be_and_becomes() {
    for fatigue in 0..=2u8 {
        let mut game = digger("BAC", 1863, &format!("fatigue = {fatigue}\nexhausted = true"));
        game.give("entrench A", &[6, 1]);
        assert_eq!(game.unit("A").fatigue, fatigue + 2);
        assert!(game.told("extended-march").is_empty());
    }
    assert_eq!(digger("BAC", 1863, "fatigue = 3").refused("entrench A"), "G5.5-5");
    for fatigue in 0..=3u8 {
        let mut game = digger("HSN", 1864, &format!("fatigue = {fatigue}\nexhausted = true"));
        game.give("entrench A", &[]);
        assert_eq!(game.unit("A").fatigue, fatigue + 1);
        assert!(game.told("extended-march").is_empty());
    }
    // Not at 4, not even with the option to march at 4.
    assert_eq!(digger("HSN", 1864, "fatigue = 4").refused("entrench A"), "G5.5-6");
}

#[rule("G5.5-8", "G5.5-9", "G5.5-10", "G9-30")]
#[test]
fn what_keeps_a_unit_from_digging() {
    for level in [1, 2] {
        assert_eq!(digger("HSN", 1864, &format!("demoralized = {level}")).refused("entrench A"), "G11-5");
    }
    assert!(digger("HSN", 1864, "exhausted = true\ndisorganized = true\nfatigue = 1").offers("entrench A"));
    for (code, year, almost) in [("BAC", 1863, "fort-build"), ("HSN", 1864, "fort-build-2")] {
        assert_eq!(digger(code, year, "entrenchment = \"fort\"").refused("entrench A"), "G9-30");
        assert!(digger(code, year, &format!("entrenchment = \"{almost}\"")).offers("entrench A"));
    }
    let rain = acting(world().infantry("u", "A", "0505", 6, "").scenario("[weather]\nrain = true"));
    assert_eq!(rain.refused("entrench A"), "G12-29");
}

#[rule("G5.5-11", "G5.5-17")]
#[test]
fn four_actions_in_one_turn() {
    let mut game = digger("HSN", 1864, "");
    for works in [Works::Abatis, Works::BreastworkBuild, Works::Breastwork, Works::FortBuild1] {
        game.give("entrench A", &[]);
        assert_eq!(game.unit("A").works, works);
        game.give("take", &[]);
    }
    assert_eq!(game.unit("A").fatigue, 4);
    assert_eq!(game.refused("entrench A"), "G5.5-6");
    // Rested, it goes on to the end of the table.
    let a = game.id("A");
    game.state.unit_mut(a).fatigue = 0;
    assert_eq!([dig(&mut game), dig(&mut game)], [Works::FortBuild2, Works::Fort]);
    assert_eq!(game.refused("entrench A"), "G9-30");
}

#[rule("G5.5-13")]
#[test]
fn the_steps_of_1863() {
    for redoubt in [false, true] {
        let mut world = world()
            .game("RTG", 1863)
            .settings("optional = [\"entrench-action-1863\"]")
            .infantry("u", "A", "0505", 6, "");
        if redoubt {
            world = world.feature("redoubt = { hexes = [\"0505\"], benefits = [\"union\"] }");
        }
        let mut game = acting(world);
        let steps = [dig(&mut game), dig(&mut game), dig(&mut game), dig(&mut game)];
        assert_eq!(steps, [Works::BreastworkBuild, Works::Breastwork, Works::FortBuild, Works::Fort]);
    }
}

#[rule("G5.5-18")]
#[test]
fn in_a_redoubt_of_its_own_side_a_unit_starts_higher() {
    let dalton = |side: &str| {
        let mut game = world()
            .game("AIO", 1864)
            .feature("redoubt = { hexes = [\"0505\"], benefits = [\"confederate\"] }")
            .infantry(side, "A", "0505", 6, "")
            .set();
        game.acting(if side == "u" { Side::Union } else { Side::Confederate });
        game.give("entrench A", &[]);
        game.unit("A").works
    };
    assert_eq!((dalton("c"), dalton("u")), (Works::BreastworkBuild, Works::Abatis));
}
