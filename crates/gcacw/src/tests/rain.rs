//! 12.0 Rain and rivers, and the summary of woods hexsides.

use serde_json::json;
use table::{Side, rule};

use super::world;
use super::world::{Game, World};
use crate::charts::rain_numbers;
use crate::module::RainColumn;

const RAIN: &str = "[weather]\nrain = true";

fn pair(w: World) -> Game {
    w.infantry("u", "A", "0505", 8, "").infantry("c", "E", "1212", 8, "").set()
}

/// What the first step east costs with twelve MP, or the clause that forbids it.
fn step(w: World) -> Result<f64, &'static str> {
    let mut game = pair(w);
    game.marching("A", 12);
    if !game.offers("move 0506") {
        return Err(game.refused("move 0506"));
    }
    game.give("move 0506", &[]);
    Ok(12.0 - game.state.march().unwrap().mp as f64 / 2.0)
}

fn zone(w: World) -> bool {
    let answer = pair(w).ask(json!({"ask": "zoc", "side": "union"}));
    ["normal", "restricted"].iter().any(|k| answer[k].as_array().unwrap().contains(&json!("0506")))
}

fn attack(w: World) -> serde_json::Value {
    let game = w.infantry("u", "A", "0505", 8, "").infantry("c", "D", "0506", 8, "").set();
    game.ask(json!({"ask": "attack", "unit": "A", "target": "0506", "type": "normal"}))
}

fn event_world(code: &'static str, year: u16, advanced: bool) -> Game {
    let settings = format!(
        "turns = 12\nrandom_events = true\nadvanced = {advanced}\nevents = {{ 2 = \"rain+1\", 7 = \"rain\" }}"
    );
    world()
        .game(code, year)
        .settings(&settings)
        .infantry("u", "A", "0505", 5, "")
        .infantry("c", "E", "1212", 5, "")
        .set()
}

#[rule("G12-1", "G12-2", "G3.0-3")]
#[test]
fn rain_comes_from_the_table_and_only_where_it_counts() {
    for (code, year, advanced, rains) in [
        ("BAC", 1863, false, false),
        ("BAC", 1863, true, true),
        ("SJW", 1862, false, false),
        ("GTC", 1864, false, true),
        ("OTR", 1862, false, true),
        ("SIV", 1862, false, true),
        ("HSN", 1864, false, true),
    ] {
        let mut game = event_world(code, year, advanced);
        game.run(&[1, 1], |play| play.random_event());
        assert_eq!(game.state.is_rain(), rains, "{code}, advanced {advanced}");
    }
    let mut game = event_world("GTC", 1864, false);
    game.run(&[3, 5], |play| play.random_event());
    assert!(!game.state.is_rain(), "row 8 has no rain");
}

#[rule("G12-3", "G3.0-4")]
#[test]
fn events_need_a_table() {
    let faults = world().settings("random_events = true").infantry("u", "A", "0505", 5, "").faults();
    assert!(faults.contains("events"), "{faults}");
    // Without random events there is never a roll: the turn begins with the leaders.
    let game = world().infantry("u", "A", "0505", 5, "").infantry("c", "E", "1212", 5, "").begin(&[6, 1]);
    assert_eq!(game.decides(), ("initiative", Side::Union));
}

fn rain_turns(extra: u8) -> Vec<u8> {
    let mut game = event_world("GTC", 1864, false);
    game.state.turn = 5;
    game.run(&[], |play| play.rain(extra));
    (5..=12)
        .filter(|t| {
            game.state.turn = *t;
            game.state.is_rain()
        })
        .collect()
}

#[rule("G12-4", "G12-5", "G12-6", "G12-7")]
#[test]
fn rain_lasts_as_the_event_says() {
    assert_eq!(rain_turns(0), [5]);
    assert_eq!(rain_turns(1), [5, 6]);
    assert_eq!(rain_turns(2), [5, 6, 7]);
    assert_eq!(rain_turns(3), [5, 6, 7, 8]);
}

#[rule("G12-8", "G12-9")]
#[test]
fn periods_of_rain_unite() {
    for (second, last) in [(1, 8), (2, 9)] {
        let mut game = event_world("GTC", 1864, false);
        game.state.turn = 6;
        game.run(&[], |play| play.rain(2));
        game.state.turn = 7;
        game.run(&[], |play| play.rain(second));
        assert_eq!(game.state.skies.rain_until, last);
    }
}

#[rule("G12-10", "G6.2-9")]
#[test]
fn a_provisional_swamp_is_rough_or_swamp() {
    let bog = || world().terrain("provisional-swamp", &["0506"]);
    assert_eq!(step(bog()), Ok(5.0), "the cost of rough ground");
    assert_eq!(step(bog().scenario(RAIN)), Err("G6.2-8"));
    assert!(zone(bog()) && !zone(bog().scenario(RAIN)));
}

fn caught(w: World) -> Game {
    let mut game = w
        .terrain("provisional-swamp", &["0505"])
        .infantry("u", "A", "0505", 6, "fatigue = 1")
        .settings("turns = 12")
        .set();
    game.run(&[], |play| {
        play.rain(0);
        play.clear_swamps();
    });
    game
}

#[rule("G12-11", "G12-12")]
#[test]
fn units_are_driven_from_flooded_ground() {
    let mut game = caught(world().infantry("c", "E", "1212", 5, ""));
    let unit = *game.unit("A");
    assert_eq!((unit.fatigue, unit.disorganized), (2, true));
    assert_eq!(game.asks(), "swamp");
    assert_eq!(game.offered().len(), 6, "the owner chooses");
    // The turn then goes on with the leaders and the initiative.
    game.give("move 0605", &[6, 1]);
    assert_eq!(game.at("A"), "0605");
    // A road protects, a trail does not.
    for (way, flooded) in [("road", false), ("pike", false), ("railroad", false), ("trail", true)] {
        let mut game = world()
            .terrain("provisional-swamp", &["0505"])
            .way(way, &["0505", "0506"])
            .infantry("u", "A", "0505", 6, "fatigue = 1")
            .set();
        game.run(&[], |play| play.rain(0));
        assert_eq!(!game.state.flooded.is_empty(), flooded, "{way}");
        assert_eq!(game.unit("A").fatigue, 1 + u8::from(flooded), "{way}");
    }
}

#[rule("G12-13", "G12-14")]
#[test]
fn the_way_out_avoids_enemies_water_and_swamps() {
    let game = caught(
        world()
            .terrain("swamp", &["0605"])
            .terrain("water", &["0604"])
            .water("minor-river", &["0404/0505", "0405/0505"])
            .crossing("ford", "0404/0505")
            .crossing("bridge", "0405/0505")
            .infantry("c", "E", "0507", 5, ""),
    );
    // East is in the enemy's zone of control, north-east swamp, north-west water, the ford is closed.
    let mut offered = game.offered();
    offered.sort();
    assert_eq!(offered, ["move 0405", "move 0504"]);
    // If every legal hex is in an enemy zone of control, that is no bar.
    let game = caught(
        world()
            .terrain("swamp", &["0605", "0604", "0404", "0405"])
            .infantry("c", "E", "0507", 5, "")
            .infantry("c", "F", "0503", 5, ""),
    );
    assert_eq!(game.offered().len(), 2);
}

#[rule("G12-15")]
#[test]
fn who_finds_no_dry_ground_is_lost() {
    let game = world()
        .terrain("provisional-swamp", &["0505"])
        .terrain("swamp", &["0604", "0605", "0504", "0506", "0404", "0405"])
        .infantry("u", "A", "0505", 6, "")
        .infantry("c", "E", "1212", 5, "")
        .scenario("[[victory.loss]]\nside = \"confederate\"\npoints = 1");
    let mut game = game.set();
    game.run(&[], |play| play.rain(0));
    let a = game.id("A");
    assert!(game.pos().swamp_exits(a).is_empty());
    game.run(&[], |play| {
        play.state.turn = play.setup.turns;
        play.clear_swamps();
    });
    assert!(!game.unit("A").is_on_map());
    assert_eq!(game.pos().points().confederate, 6);
}

fn river(kind: &str) -> World {
    world().water(kind, &["0505/0506"])
}

fn crossed(kind: &str, crossing: &str) -> World {
    river(kind).crossing(crossing, "0505/0506")
}

#[rule("G12-16", "G2.4-3")]
#[test]
fn zones_do_not_cross_a_flooded_ford() {
    assert!(zone(crossed("minor-river", "ford")));
    assert!(!zone(crossed("minor-river", "ford").scenario(RAIN)));
    for dry in ["bridge", "ferry", "dam"] {
        assert!(zone(crossed("minor-river", dry).scenario(RAIN)), "{dry}");
    }
    let broken = || {
        crossed("minor-river", "bridge").scenario("[[marker]]\nkind = \"destroyed\"\nhexside = \"0505/0506\"")
    };
    assert!(zone(broken()) && !zone(broken().scenario(RAIN)));
}

#[rule("G12-17", "G12-27")]
#[test]
fn creeks_rise() {
    assert!(zone(river("creek")) && !zone(river("creek").scenario(RAIN)));
    for way in ["road", "trail", "pike", "railroad"] {
        assert!(zone(river("creek").way(way, &["0505", "0506"]).scenario(RAIN)), "{way}");
    }
    assert!(zone(river("creek").terrain("city", &["0506"]).scenario(RAIN)));
    assert_eq!(step(river("creek").scenario(RAIN)), Err("G12-27"));
    assert_eq!(step(river("creek").terrain("city", &["0506"]).scenario(RAIN)), Ok(3.0));
    assert_eq!(step(river("creek").way("trail", &["0505", "0506"]).scenario(RAIN)), Ok(2.0));
}

fn attacked(w: World) -> (String, i64) {
    let answer = attack(w);
    (answer["rule"].as_str().unwrap_or("").to_owned(), answer["defender_modifier"].as_i64().unwrap_or(0))
}

#[rule("G12-18")]
#[test]
fn rain_lames_every_attack() {
    let modifier = |w: World| attack(w)["attacker_modifier"].as_i64().unwrap();
    assert_eq!(modifier(world().scenario(RAIN)), modifier(world()) - 1);
}

#[rule("G12-19", "G7.1-10")]
#[test]
fn no_attack_over_fords_and_ruins_in_rain() {
    assert_eq!(attacked(crossed("minor-river", "ford").scenario(RAIN)).0, "7.1");
    let broken = "[[marker]]\nkind = \"destroyed\"\nhexside = \"0505/0506\"\n";
    assert_eq!(attacked(crossed("minor-river", "bridge").scenario(broken).scenario(RAIN)).0, "7.1");
    assert_eq!(
        attacked(crossed("minor-river", "bridge").scenario(RAIN)),
        (String::new(), 2),
        "a bridge is open"
    );
}

#[rule("G12-20")]
#[test]
fn no_attack_over_a_creek_in_rain_without_a_way_or_a_city() {
    assert_eq!(attacked(river("creek").scenario(RAIN)).0, "7.1");
    assert_eq!(attacked(river("creek").way("trail", &["0505", "0506"]).scenario(RAIN)).0, "");
    assert_eq!(attacked(river("creek").terrain("city", &["0505"]).scenario(RAIN)).0, "");
}

#[rule("G12-21")]
#[test]
fn a_creek_in_rain_helps_the_defender_twice() {
    let creek = || river("creek").way("trail", &["0505", "0506"]);
    assert_eq!((attacked(creek()).1, attacked(creek().scenario(RAIN)).1), (1, 2));
}

#[rule("G12-22", "G12-23", "G12-24")]
#[test]
fn ways_are_slower_in_rain() {
    let by = |way: &str| step(world().way(way, &["0505", "0506"]).scenario(RAIN));
    assert_eq!((by("road"), by("railroad"), by("pike"), by("trail")), (Ok(2.0), Ok(2.0), Ok(1.5), Ok(2.0)));
    let up = |scenario: &str| {
        step(world().terrain("mountain", &["0506"]).way("trail", &["0505", "0506"]).scenario(scenario))
    };
    assert_eq!((up(""), up(RAIN)), (Ok(2.0), Ok(3.0)));
    // Allowance 4 on a pike in rain: two hexes for 3 MP, and one MP does not buy a third.
    let mut game = pair(world().way("pike", &["0505", "0506", "0507", "0508"]).scenario(RAIN));
    game.marching("A", 4);
    game.give("move 0506", &[]);
    game.give("move 0507", &[]);
    assert_eq!(game.state.march().unwrap().mp, 2);
    assert_eq!(game.refused("move 0508"), "G6.2-24");
}

#[rule("G12-25")]
#[test]
fn open_ground_costs_more_in_rain() {
    assert_eq!((step(world()), step(world().scenario(RAIN))), (Ok(3.0), Ok(4.0)));
}

#[rule("G12-26", "G12-28")]
#[test]
fn rivers_in_rain() {
    for kind in ["minor-river", "major-river"] {
        assert_eq!(step(crossed(kind, "ford").scenario(RAIN)), Err("G12-26"));
        assert_eq!(step(crossed(kind, "dam").scenario(RAIN)), Ok(4.0));
        assert_eq!(step(crossed(kind, "bridge").scenario(RAIN)), Ok(4.0));
        assert_eq!(step(crossed(kind, "ferry").scenario(RAIN)), Ok(6.0), "8 Manpower: two more");
    }
    // Rain forbids building and repairing, not destroying.
    let mut game = pair(crossed("minor-river", "bridge").scenario(RAIN));
    game.marching("A", 2);
    game.give("end", &[]);
    assert!(game.offers("destroy 0506"));
}

#[rule("G12-31", "G12-34")]
#[test]
fn the_rain_numbers_are_as_printed() {
    let column = |column| (0..4).map(|extra| rain_numbers(column, extra)).collect::<Vec<_>>();
    assert_eq!(column(RainColumn::Richmond), [Some((1, 1)), Some((2, 3)), Some((4, 6)), Some((6, 9))]);
    assert_eq!(column(RainColumn::Valley), [Some((0, 1)), Some((1, 3)), Some((3, 5)), None]);
    assert_eq!(column(RainColumn::Others), [Some((0, 1)), Some((1, 2)), Some((2, 3)), Some((3, 4))]);
    let of = |code| crate::Module::parse(code).unwrap().rain_numbers;
    assert_eq!(
        (of("OTR"), of("AIO"), of("SIV")),
        (RainColumn::Richmond, RainColumn::Richmond, RainColumn::Valley)
    );
    assert_eq!(
        (of("HSN"), of("BAC"), of("GTC")),
        (RainColumn::Others, RainColumn::Others, RainColumn::Others)
    );
    // What does not occur is a fault of the scenario.
    let faults = world()
        .game("SIV", 1862)
        .settings("random_events = true\nevents = { 2 = \"rain+3\" }")
        .infantry("u", "A", "0505", 5, "")
        .faults();
    assert!(faults.contains("does not occur"), "{faults}");
}

fn markers(code: &'static str, year: u16, events: &[(u8, u8)]) -> (u8, u8) {
    let mut game = event_world(code, year, true);
    for (turn, extra) in events {
        game.state.turn = *turn;
        game.run(&[], |play| play.rain(*extra));
    }
    (game.state.skies.minor_unfordable_until, game.state.skies.major_unfordable_until)
}

#[rule("G12-32")]
#[test]
fn a_marker_that_is_not_on_the_track_is_placed() {
    assert_eq!(markers("BAC", 1863, &[(4, 3)]).0, 7);
    assert_eq!(markers("BAC", 1863, &[(4, 0)]).0, 0, "Rain Number 0: not placed");
}

#[rule("G12-33", "G12-35")]
#[test]
fn a_marker_on_the_track_goes_on() {
    assert_eq!(markers("HSN", 1864, &[(6, 2), (7, 1)]), (9, 11), "minor 8 then 9, major 9 then 11");
    assert_eq!(markers("GTC", 1864, &[(1, 0), (5, 0)]).1, 6, "one that has run out is placed anew");
}

#[rule("G12-36")]
#[test]
fn rain_of_one_day_closes_major_rivers_for_the_next() {
    assert_eq!(markers("GTC", 1864, &[(3, 0)]).1, 4);
}

fn unfordable(kind: &str, until: u8) -> String {
    format!("[weather]\n{kind}_unfordable_until = {until}")
}

#[rule("G12-37", "G12-38", "G12-42")]
#[test]
fn closed_fords() {
    for (kind, word, rule) in [("major-river", "major", "G12-37"), ("minor-river", "minor", "G12-38")] {
        assert_eq!(step(crossed(kind, "ford").scenario(&unfordable(word, 1))), Err(rule));
        assert_eq!(step(crossed(kind, "ford")), Ok(3.0));
        assert_eq!(step(crossed(kind, "bridge").scenario(&unfordable(word, 1))), Ok(3.0));
        // Through the turn of the marker, not longer.
        let mut game = pair(crossed(kind, "ford").scenario(&unfordable(word, 3)));
        for (turn, open) in [(3, false), (4, true)] {
            game.state.turn = turn;
            game.marching("A", 12);
            assert_eq!(game.offers("move 0506"), open, "{kind} on turn {turn}");
        }
    }
    let broken = "[[marker]]\nkind = \"destroyed\"\nhexside = \"0505/0506\"\n";
    assert_eq!(
        step(crossed("minor-river", "bridge").scenario(broken).scenario(&unfordable("minor", 1))),
        Err("G12-38")
    );
}

#[rule("G12-39", "G12-40")]
#[test]
fn zones_and_attacks_stop_at_closed_fords() {
    let closed = unfordable("minor", 2);
    assert!(!zone(crossed("minor-river", "ford").scenario(&closed)));
    assert!(zone(crossed("minor-river", "ferry").scenario(&closed)));
    assert_eq!(attack(crossed("minor-river", "ford").scenario(&closed))["rule"], "7.1");
}

#[rule("G12-41", "G6.2-16", "G6.2-17")]
#[test]
fn ferries_are_slow_on_a_swollen_river() {
    let cost = |manpower: u8, weather: &str| {
        let mut game = crossed("minor-river", "ferry")
            .scenario(weather)
            .infantry("u", "A", "0505", manpower, "")
            .infantry("c", "E", "1212", 8, "")
            .set();
        game.marching("A", 12);
        game.give("move 0506", &[]);
        12.0 - game.state.march().unwrap().mp as f64 / 2.0
    };
    let closed = unfordable("minor", 2);
    assert_eq!((cost(8, &closed), cost(2, &closed), cost(8, "")), (5.0, 3.0, 3.0));
}

// ------------------------------------------------------------------ woods hexsides (summary)

fn woods() -> World {
    world().terrain("woods", &["0506"])
}

#[rule("GWS-1", "G2.4-7", "G6.2-43")]
#[test]
fn a_restricted_zone_does_not_hold_a_mover() {
    let mut game = woods()
        .way("road", &["0507", "0506"])
        .infantry("u", "A", "0507", 8, "")
        .infantry("c", "E", "0505", 8, "")
        .set();
    assert_eq!(
        game.state.zoc(&game.setup, Side::Confederate, game.hex("0506")),
        crate::ground::Zoc::Restricted
    );
    game.marching("A", 12);
    game.give("move 0506", &[]);
    assert_eq!(game.state.march().unwrap().mp, 22, "the road's 1 MP");
    game.give("move 0507", &[]);
    assert_eq!(game.state.march().unwrap().mp, 20, "and out again without penalty");
}

#[rule("GWS-2", "G7.1-14")]
#[test]
fn attacks_over_woods_need_a_start_there_or_a_way() {
    let far = |way: bool| {
        let mut w = woods().infantry("u", "A", "0504", 8, "").infantry("c", "E", "0506", 8, "");
        if way {
            w = w.way("trail", &["0505", "0506"]);
        }
        let mut game = w.set();
        game.marching("A", 12);
        game.give("move 0505", &[]);
        game
    };
    assert_eq!(far(false).refused("attack 0506"), "G7.1-14");
    assert!(far(true).offers("attack 0506"));
    let mut game = woods().infantry("u", "A", "0505", 8, "").infantry("c", "E", "0506", 8, "").set();
    game.marching("A", 4);
    assert!(game.offers("attack 0506"));
}

#[rule("GWS-3", "G7.4-66")]
#[test]
fn restricted_cover_is_weak_cover() {
    // Six covered, two of them only over roadless woods: +4 - 2.
    let game = world()
        .terrain("woods", &["0605", "0405"])
        .infantry("u", "D", "0505", 7, "")
        .infantry("c", "A", "0506", 7, "")
        .infantry("c", "B", "0504", 7, "")
        .set();
    let flank =
        game.ask(json!({"ask": "attack", "unit": "A", "target": "0505", "type": "normal"}))["flank"].clone();
    assert_eq!((&flank["basic"], &flank["final"]), (&json!(4), &json!(2)));
}

#[rule("GWS-4", "G7.6-28")]
#[test]
fn retreats_fear_restricted_zones() {
    let game = woods()
        .infantry("u", "A", "0505", 8, "")
        .infantry("c", "E", "0507", 8, "")
        .infantry("c", "Active", "0504", 8, "")
        .set();
    let plan = crate::retreat::Plan {
        pos: game.pos(),
        side: Side::Union,
        kind: crate::retreat::RetreatKind::Normal,
        start: game.hex("0505"),
        active: game.hex("0504"),
    };
    let east = *plan.legal(game.hex("0505"), &[]).iter().find(|f| f.to == game.hex("0506")).unwrap();
    assert_eq!((east.chart, east.priority, east.loss), (1, 4, 1), "farther, but in the enemy's zone");
}

#[rule("GWS-5", "G2.5-3", "G2.5-4")]
#[test]
fn restricted_zones_bar_command() {
    let reach = |friend: bool| {
        let mut w = world()
            .terrain("woods", &["0506", "0605", "0606", "0405", "0406", "0604", "0404"])
            .infantry("u", "L1", "0505", 3, "command = \"X\"")
            .infantry("u", "Far", "0507", 3, "command = \"X\"")
            .infantry("c", "N", "0605", 3, "")
            .infantry("c", "S", "0405", 3, "")
            .leader("u", "corps", "Leader", "X", "L1", "tactical = 1\ncommand_value = 1");
        if friend {
            w = w.cavalry("u", "Friend", "0506", 1, "");
        }
        let game = w.set();
        game.ask(json!({"ask": "command-radius", "leader": "Leader"}))["units"]
            .as_array()
            .unwrap()
            .contains(&json!("Far"))
    };
    assert!(reach(true));
    assert!(!reach(false));
}

#[rule("GSL-1", "G1.0-1")]
#[test]
fn there_are_thirteen_games() {
    let codes: std::collections::BTreeSet<&str> = crate::MODULES.iter().map(|m| m.code.word()).collect();
    let expected =
        ["AGA", "AIO", "BAC", "BTC", "GTC", "HCR", "HSN", "OTR", "RTG", "RWH", "SIV", "SJW", "SLB"];
    assert_eq!(codes.into_iter().collect::<Vec<_>>(), expected);
    assert!(crate::Module::parse("XYZ").is_none());
}
