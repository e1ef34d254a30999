//! Rain and rivers (12.0).

use serde_json::{Value, json};
use table::{Side, rule};

use crate::world::{Game, World, world};

const RAIN: &str = "[weather]\nrain = true";

fn river(kind: &str) -> World {
    world().water(kind, &["0505/0506"])
}

/// Whether a beaten unit in 0505 can flee east.
fn flees_east(w: World) -> bool {
    let game = w.infantry("u", "A", "0505", 8, "").infantry("c", "Active", "0504", 8, "").set();
    let answer = game.ask(json!({"ask": "retreat", "units": ["A"], "active": "0504", "kind": "retreat"}));
    assert!(answer["error"].is_null(), "{answer}");
    !answer["first"]["0506"].is_null()
}

#[rule("G12-37", "G12-38")]
#[test]
fn closed_fords_stop_a_retreat() {
    for kind in ["minor", "major"] {
        let ford = || river(&format!("{kind}-river")).crossing("ford", "0505/0506");
        assert!(flees_east(ford()), "{kind}");
        assert!(!flees_east(ford().scenario(&format!("[weather]\n{kind}_unfordable_until = 1"))), "{kind}");
        assert!(!flees_east(ford().scenario(RAIN)), "{kind}");
    }
}

#[rule("G12-26")]
#[test]
fn a_creek_in_flood_stops_a_retreat() {
    assert!(flees_east(river("creek")));
    assert!(!flees_east(river("creek").scenario(RAIN)));
}

#[rule("G12-27")]
#[test]
fn but_not_into_a_city() {
    assert!(flees_east(river("creek").terrain("city", &["0506"]).scenario(RAIN)));
}

#[rule("G10.2-2")]
#[test]
fn a_retreat_goes_over_its_own_pontoon_only() {
    let pontoon = |side: &str| {
        let keys = format!("[[marker]]\nkind = \"pontoon\"\nside = {side:?}\nhexside = \"0505/0506\"");
        flees_east(river("minor-river").scenario(&keys))
    };
    assert!(pontoon("union") && !pontoon("confederate"));
}

/// A game with a table of events: row 2 is as given, every other nothing.
fn stormy(code: &'static str, year: u16, advanced: bool, event: &str) -> World {
    world()
        .game(code, year)
        .settings(&format!("random_events = true\nadvanced = {advanced}\nevents = {{ 2 = {event:?} }}"))
        .infantry("u", "A", "0505", 5, "")
}

#[rule("G12-1")]
#[test]
fn games_that_know_rain_only_when_advanced() {
    let rains = |code, year, advanced| {
        let game = stormy(code, year, advanced, "rain").begin_with(1);
        game.view()["weather"].as_str().unwrap().contains("Rain")
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

#[rule("G12-11", "G12-12")]
#[test]
fn a_stack_may_part_as_it_leaves_the_swamp() {
    let mut game = world()
        .settings("random_events = true\nevents = { 2 = \"rain\" }")
        .terrain("provisional-swamp", &["0505"])
        .infantry("u", "A", "0505", 6, "fatigue = 4\ncommand = \"X\"")
        .infantry("u", "B", "0505", 6, "disorganized = true")
        .leader("u", "corps", "Leader", "X", "A", "tactical = 1\ncommand_value = 3")
        .infantry("c", "E", "1212", 5, "")
        .begin(&[1, 1]);
    assert_eq!(game.asked(), "swamp");
    game.give("move 0605", &[]);
    assert_eq!(game.asked(), "swamp");
    game.give("move 0504", &[]);
    let at = |unit: &str| game.piece(unit)["at"].clone();
    assert_eq!((at("A"), at("B"), at("Leader")), (json!("0605"), json!("0504"), json!("0605")));
    let tired = |unit: &str| game.piece(unit)["fatigue"].clone();
    assert_eq!((tired("A"), tired("B")), (json!(4), json!(1)), "never above 4");
}

const MINOR: &str = "minor rivers unfordable";
const MAJOR: &str = "major rivers unfordable";

fn track(game: &Game) -> Vec<Value> {
    game.view()["track"].as_array().unwrap().iter().map(|turn| turn["weather"].clone()).collect()
}

#[rule("G12-30", "G12-35")]
#[test]
fn two_days_of_rain_close_the_rivers() {
    let game = stormy("HSN", 1864, false, "rain+1").infantry("c", "E", "1212", 5, "").begin(&[1, 1]);
    let rainy = json!(["rain", MINOR, MAJOR]);
    assert_eq!(track(&game), [rainy.clone(), rainy, json!([MAJOR]), json!([]), json!([])]);
}

/// A second shower adds no rain where it rains already, and the marker of the major rivers goes on by one.
#[rule("G12-42")]
#[test]
fn a_second_shower_moves_the_markers_on() {
    let world = world()
        .settings("random_events = true\nevents = { 2 = \"rain+1\", 3 = \"rain\" }")
        .infantry("u", "A", "0505", 5, "")
        .infantry("c", "E", "1212", 5, "");
    let mut game = world.begin(&[1, 1]);
    game.pass_rolling(&[1, 2]);
    assert_eq!(game.turn(), 2);
    assert_eq!(track(&game)[2..4], [json!([MAJOR]), json!([MAJOR])]);
}

/// Rain beyond the last turn lasts to the end.
#[rule("G12-43")]
#[test]
fn a_marker_beyond_the_track_lasts_to_the_end() {
    let world = world()
        .settings("turns = 2\nrandom_events = true\nevents = { 2 = \"rain+3\" }")
        .infantry("u", "A", "0505", 5, "")
        .infantry("c", "E", "1212", 5, "");
    let game = world.begin(&[1, 1]);
    assert_eq!(track(&game), [json!(["rain", MINOR, MAJOR]), json!(["rain", MINOR, MAJOR])]);
    assert_eq!(game.seat(), Side::Union);
}
