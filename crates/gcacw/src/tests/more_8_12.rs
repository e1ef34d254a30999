//! 8.0 to 12.0 once more: rulings where the book is silent, and clauses seen through whole orders.

use serde_json::json;
use table::{Ruleset, Side, Viewer, rule};

use super::world;
use super::world::{Game, World};
use crate::retreat::Plan;
use crate::retreat::RetreatKind;
use crate::{Gcacw, Works};

const BROKEN: &str = "[[marker]]\nkind = \"destroyed\"\nhexside = \"0505/0506\"\n";
const RAIN: &str = "[weather]\nrain = true";

fn pontoon_of(side: &str) -> String {
    format!("[[marker]]\nkind = \"pontoon\"\nside = \"{side}\"\nhexside = \"0505/0506\"\n")
}

fn river(kind: &str) -> World {
    world().water(kind, &["0505/0506"])
}

fn crossed(kind: &str, crossing: &str) -> World {
    river(kind).crossing(crossing, "0505/0506")
}

/// Step 1 of the Recovery Phase.
fn recovering(w: World) -> Game {
    let mut game = w.set();
    game.run_phase(&[], |play| play.end_cycle());
    game
}

/// Steps 3 to 6, and the initiative of the next turn.
fn rest(game: &mut Game) {
    game.run_phase(&[6, 1], |play| play.forage_done(Side::Confederate));
}

// ------------------------------------------------------------------ recovery (8.0)

#[rule("G8-1")]
#[test]
fn the_union_player_works_first() {
    let mut game = recovering(world().infantry("u", "A", "0505", 7, "").infantry("c", "E", "1212", 7, ""));
    assert_eq!(game.decides(), ("recovery-work", Side::Union));
    assert_eq!(game.refused("entrench E"), "G8-2");
    game.give("done", &[]);
    assert_eq!(game.decides(), ("recovery-work", Side::Confederate));
    assert!(game.offers("entrench E"));
}

#[rule("G8-5")]
#[test]
fn nobody_levies_in_pennsylvania() {
    let game = recovering(
        world().game("RTG", 1863).settings("advanced = true").infantry("c", "E", "0505", 7, "").infantry(
            "u",
            "A",
            "1212",
            7,
            "fatigue = 1",
        ),
    );
    assert_eq!(game.offered(), ["entrench E", "done"]);
    assert!(Gcacw::read_order(&game.setup, "levy E").is_err());
}

#[rule("G8-6", "G8-4")]
#[test]
fn rain_stops_work_but_not_foraging() {
    let game = recovering(
        world()
            .game("BAC", 1863)
            .settings("advanced = true")
            .infantry("u", "A", "0505", 7, "out_of_supply = true")
            .infantry("c", "E", "1212", 7, "")
            .scenario(RAIN),
    );
    assert_eq!(game.decides(), ("forage", Side::Union), "step 1 was passed over for both");
    assert!(game.offers("forage A"));
}

#[rule("G8-12", "G8-16", "G8-18", "G11-15")]
#[test]
fn courage_takes_two_turns() {
    let shaken = "disorganized = true\nexhausted = true\ndemoralized = 2";
    let mut game = world().infantry("u", "A", "0505", 7, shaken).infantry("c", "E", "1212", 7, "").set();
    let look = |game: &Game| {
        let unit = game.unit("A");
        (unit.demoralized, unit.disorganized, unit.exhausted)
    };
    rest(&mut game);
    assert_eq!(look(&game), (1, true, true));
    rest(&mut game);
    assert_eq!(look(&game), (0, false, false));
}

// ------------------------------------------------------------------ entrenchments (9.0)

#[rule("G9-4")]
#[test]
fn every_arm_digs_but_wagons() {
    let game = recovering(
        world()
            .game("BAC", 1863)
            .cavalry("u", "Horse", "0505", 4, "exhausted = true\ndisorganized = true")
            .unit("u", "artillery", "Guns", "0507", 2, "")
            .unit("u", "wagon", "Train", "0509", 1, "")
            .infantry("u", "Shaken", "0702", 5, "demoralized = 1"),
    );
    assert!(game.offers("entrench Horse") && game.offers("entrench Guns"));
    assert_eq!(game.refused("entrench Train"), "G9-4");
    assert_eq!(game.refused("entrench Shaken"), "G11-5");
}

#[rule("G9-6", "G12-29")]
#[test]
fn no_entrenchment_action_in_rain() {
    let acting = |weather: &str| {
        let mut game = world().infantry("u", "A", "0505", 7, "").scenario(weather).set();
        game.acting(Side::Union);
        game
    };
    assert!(acting("").offers("entrench A"));
    assert_eq!(acting(RAIN).refused("entrench A"), "G12-29");
}

#[rule("G9-31")]
#[test]
fn unfinished_works_are_lost_as_well() {
    for works in ["abatis", "breastwork-build", "fort-build-1"] {
        let mut game = world()
            .infantry("u", "A", "0505", 7, &format!("entrenchment = \"{works}\""))
            .infantry("c", "E", "1212", 7, "")
            .set();
        game.marching("A", 4);
        assert_ne!(game.unit("A").works, Works::None);
        game.give("move 0506", &[]);
        assert_eq!(game.unit("A").works, Works::None, "{works}");
    }
}

#[rule("G9-3")]
#[test]
fn a_printed_fort_multiplies_guns_for_its_side_only() {
    let guns = |side: &str| {
        let game = world()
            .feature("fort = { hexes = [\"0505\"], benefits = [\"union\"] }")
            .infantry(side, "A", "0505", 6, "artillery = 3")
            .set();
        let unit = game.id("A");
        (game.setup.unit(unit).artillery as i32 * game.pos().works_quarters(unit) + 3) / 4
    };
    assert_eq!((guns("u"), guns("c")), (5, 3));
}

// ------------------------------------------------------------------ bridges (10.0 to 10.3)

#[rule("G10-2", "G10.2-25")]
#[test]
fn a_road_over_any_crossing_costs_one() {
    let step = |w: World| {
        let mut game = w
            .terrain("woods", &["0506"])
            .infantry("u", "A", "0505", 9, "")
            .infantry("c", "E", "1212", 8, "")
            .set();
        game.marching("A", 10);
        game.give("move 0506", &[]);
        20 - game.state.march().unwrap().mp
    };
    for (crossing, way) in [("ford", "road"), ("dam", "railroad"), ("bridge", "pike")] {
        assert_eq!(step(crossed("minor-river", crossing).way(way, &["0505", "0506"])), 2, "{crossing}");
        assert_eq!(step(crossed("minor-river", crossing)), 10, "{crossing}, no way: woods");
    }
    let ruin = crossed("minor-river", "bridge").way("road", &["0505", "0506"]).scenario(BROKEN);
    assert_eq!(step(ruin), 2, "the ford that a bridge leaves keeps the road");
}

#[rule("G10.1-19", "G10.1-14", "G10.2-7")]
#[test]
fn a_bridge_taken_up_frees_its_marker_at_once() {
    let mut game = world()
        .water("major-river", &["0505/0506", "0909/0910"])
        .scenario(&pontoon_of("union"))
        .infantry("u", "A", "0505", 7, "")
        .infantry("u", "B", "0909", 7, "")
        .infantry("c", "E", "1201", 5, "")
        .set();
    let other = |game: &Game| {
        let no = game.pos().may_build(Side::Union, game.id("B"), game.hex("0910"));
        no.map_err(|no| no.rule.0)
    };
    assert_eq!(other(&game), Err("G10.1-14"));
    game.marching("A", 2);
    game.give("dismantle 0506", &[]);
    assert_eq!(other(&game), Ok(()));
}

#[rule("G10.1-26", "G10.3-2")]
#[test]
fn a_pontoon_in_the_ruins_stops_the_repair() {
    let repair = |more: &str| {
        let game = crossed("minor-river", "bridge")
            .scenario(BROKEN)
            .scenario(more)
            .infantry("u", "B", "0505", 7, "");
        let game = game.set();
        let no = game.pos().may_repair(Side::Union, game.id("B"), game.hex("0506"));
        no.map_err(|no| no.rule.0)
    };
    assert_eq!(repair(""), Ok(()));
    assert_eq!(repair(&pontoon_of("union")), Err("G10.1-26"));
    assert_eq!(repair(&pontoon_of("confederate")), Err("G10.1-26"));
}

/// A Confederate of 5 marches to the end of a Union pontoon, and perhaps on.
fn arriving(steps: &[&str]) -> Game {
    let mut game = river("minor-river")
        .scenario(&pontoon_of("union"))
        .cavalry("c", "E", "0507", 5, "")
        .infantry("u", "U", "0101", 3, "")
        .set();
    game.marching("E", 12);
    for to in steps {
        game.give(&format!("move {to}"), &[]);
    }
    game
}

#[rule("G10.2-3")]
#[test]
fn a_march_that_ends_at_a_pontoon_breaks_it() {
    let mut game = arriving(&["0506"]);
    assert_eq!(game.state.altered.len(), 1, "it has not come to rest yet");
    game.give("end", &[6, 1]);
    assert!(game.state.altered.is_empty());
    let mut passed = arriving(&["0506", "0606"]);
    passed.give("end", &[6, 1]);
    assert_eq!(passed.state.altered.len(), 1, "passing by does no harm");
}

#[rule("G10.2-11", "G10.2-12")]
#[test]
fn a_second_try_waits_for_the_next_turn() {
    let mut game = crossed("minor-river", "bridge")
        .infantry("u", "A", "0505", 7, "")
        .infantry("u", "B", "0505", 7, "")
        .infantry("c", "E", "1212", 5, "")
        .set();
    game.marching("A", 2).give("end", &[]);
    game.give("destroy 0506", &[6, 6, 1]);
    game.marching("A", 2).give("end", &[6, 1]);
    assert_ne!(game.asks(), "destroy-bridge", "A has had its try");
    game.marching("B", 2).give("end", &[]);
    assert!(game.offers("destroy 0506"), "B has not");
    rest(&mut game);
    game.marching("A", 2).give("end", &[]);
    assert!(game.offers("destroy 0506"), "a new turn");
}

#[rule("G10.2-14", "G10.2-20")]
#[test]
fn restricted_zones_watch_a_bridge_too() {
    let far = crossed("minor-river", "bridge")
        .terrain("woods", &["0506"])
        .infantry("u", "A", "0505", 7, "")
        .infantry("c", "E", "0507", 5, "")
        .set();
    let no = far.pos().may_destroy(far.id("A"), far.hex("0506")).unwrap_err();
    assert_eq!(no.rule.0, "G10.2-14");
    let modifiers = |enemy: &str| {
        let mut near = crossed("minor-river", "bridge")
            .terrain("woods", &["0505"])
            .infantry("u", "A", "0505", 7, "")
            .infantry("c", "E", enemy, 5, "")
            .set();
        near.marching("A", 2);
        let march = near.state.march().cloned().unwrap();
        near.pos().destroy_modifiers(&march, near.hex("0506")).sum()
    };
    assert_eq!((modifiers("0504"), modifiers("1212")), (-1, -2));
}

#[rule("G10.3-4", "G10.1-7")]
#[test]
fn in_the_valley_mending_takes_fewer_men_than_building() {
    let game = world()
        .game("SIV", 1862)
        .water("minor-river", &["0505/0506", "0505/0605"])
        .crossing("bridge", "0505/0506")
        .scenario(BROKEN)
        .infantry("u", "B", "0505", 2, "")
        .set();
    let (pos, unit) = (game.pos(), game.id("B"));
    assert!(pos.may_repair(Side::Union, unit, game.hex("0506")).is_ok());
    assert_eq!(pos.may_build(Side::Union, unit, game.hex("0605")).unwrap_err().rule.0, "G10.1-6");
}

#[rule("G10.3-10")]
#[test]
fn each_player_has_a_repair_of_his_own() {
    let mut game = recovering(
        world()
            .water("minor-river", &["0505/0506", "0202/0203"])
            .crossing("bridge", "0505/0506")
            .crossing("ferry", "0202/0203")
            .scenario(BROKEN)
            .scenario("[[marker]]\nkind = \"destroyed\"\nhexside = \"0202/0203\"\n")
            .infantry("u", "B", "0505", 7, "")
            .infantry("u", "C", "1005", 7, "")
            .infantry("c", "E", "0202", 7, ""),
    );
    game.give("repair B > 0506", &[6]);
    game.give("done", &[]);
    assert!(game.offers("repair E > 0203"));
}

// ------------------------------------------------------------------ rain and rivers (12.0)

/// Whether a beaten unit in 0505 can flee east.
fn flees_east(w: World) -> bool {
    let game = w.infantry("u", "A", "0505", 8, "").infantry("c", "Active", "0504", 8, "").set();
    let (start, active) = (game.hex("0505"), game.hex("0504"));
    let plan = Plan { pos: game.pos(), side: Side::Union, kind: RetreatKind::Normal, start, active };
    plan.legal(start, &[]).iter().any(|f| f.to == game.hex("0506"))
}

#[rule("G12-26", "G12-27", "G12-37", "G12-38", "G10.2-2")]
#[test]
fn retreats_meet_the_same_water() {
    let high = |kind: &str| format!("[weather]\n{kind}_unfordable_until = 1");
    for kind in ["minor", "major"] {
        let ford = || crossed(&format!("{kind}-river"), "ford");
        assert!(flees_east(ford()), "{kind}");
        assert!(!flees_east(ford().scenario(&high(kind))) && !flees_east(ford().scenario(RAIN)), "{kind}");
    }
    assert!(flees_east(river("creek")) && !flees_east(river("creek").scenario(RAIN)));
    assert!(flees_east(river("creek").terrain("city", &["0506"]).scenario(RAIN)), "ours");
    assert!(flees_east(river("minor-river").scenario(&pontoon_of("union"))));
    assert!(!flees_east(river("minor-river").scenario(&pontoon_of("confederate"))));
}

#[rule("G12-1")]
#[test]
fn games_that_know_rain_only_when_advanced() {
    let rains = |code: &'static str, year: u16, advanced: bool| {
        let settings =
            format!("random_events = true\nadvanced = {advanced}\nevents = {{ 2 = \"rain\", 3 = \"none\" }}");
        let mut game = world().game(code, year).settings(&settings).infantry("u", "A", "0505", 5, "").set();
        game.run(&[1, 1], |play| play.random_event());
        game.state.is_rain()
    };
    for (code, year) in
        [("AGA", 1861), ("BAC", 1863), ("HCR", 1862), ("RTG", 1863), ("SJW", 1862), ("SLB", 1863)]
    {
        assert!(!rains(code, year, false) && rains(code, year, true), "{code}");
    }
    for (code, year) in
        [("GTC", 1864), ("OTR", 1862), ("SIV", 1862), ("AIO", 1864), ("RWH", 1864), ("BTC", 1862)]
    {
        assert!(rains(code, year, false), "{code}");
    }
}

#[rule("G12-12", "G12-11")]
#[test]
fn a_stack_may_part_as_it_leaves_the_swamp() {
    let mut game = world()
        .terrain("provisional-swamp", &["0505"])
        .infantry("u", "A", "0505", 6, "fatigue = 4\ncommand = \"X\"")
        .infantry("u", "B", "0505", 6, "disorganized = true")
        .leader("u", "corps", "Leader", "X", "A", "tactical = 1\ncommand_value = 3")
        .infantry("c", "E", "1212", 5, "")
        .set();
    game.run(&[], |play| {
        play.rain(0);
        play.clear_swamps();
    });
    assert_eq!(game.asks(), "swamp");
    game.give("move 0605", &[]);
    assert_eq!(game.asks(), "swamp");
    game.give("move 0504", &[6, 1]);
    assert_eq!((game.at("A"), game.at("B")), ("0605".into(), "0504".into()));
    assert_eq!(game.state.leaders[0].unit, Some(game.id("A")), "he goes with his unit");
    assert_eq!((game.unit("A").fatigue, game.unit("B").fatigue), (4, 1), "never above 4");
}

#[rule("G12-30", "G12-35", "G12-42", "G12-43")]
#[test]
fn the_turn_track_shows_the_rivers_in_every_game() {
    let mut game = world().infantry("u", "A", "0505", 6, "").infantry("c", "E", "1212", 5, "").set();
    game.run(&[], |play| play.rain(1));
    let weather = |game: &Game, turn: usize| {
        Gcacw::view(&game.setup, &game.state, Viewer::Referee).erase().to_value()["track"][turn - 1]["weather"].clone()
    };
    let (minor, major) = ("minor rivers unfordable", "major rivers unfordable");
    assert_eq!(weather(&game, 1), json!(["rain", minor, major]));
    assert_eq!(weather(&game, 2), json!(["rain", minor, major]));
    assert_eq!(weather(&game, 3), json!([major]));
    assert_eq!(weather(&game, 4), json!([]));
    // A second shower adds no rain, and the major marker still goes on by one.
    game.state.turn = 2;
    game.run(&[], |play| play.rain(0));
    assert_eq!(weather(&game, 3), json!([major]));
    assert_eq!(weather(&game, 4), json!([major]));
    // Beyond the last turn a marker lasts to the end.
    game.state.turn = 5;
    game.run(&[], |play| play.rain(3));
    assert_eq!(weather(&game, 5), json!(["rain", minor, major]));
    assert!(game.state.weather().major_unfordable);
}
