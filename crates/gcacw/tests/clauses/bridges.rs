//! Bridges (10.0).

use serde_json::json;
use table::{Side, rule};

use crate::world::{Game, World, world};

/// A minor river between 0505 and 0506 with a broken bridge, and a unit on its west bank at rest.
fn broken(side: &str, keys: &str) -> World {
    world()
        .game("SIV", 1862)
        .settings("advanced = true")
        .way("road", &["0505", "0506"])
        .water("minor-river", &["0505/0506"])
        .crossing("bridge", "0505/0506")
        .map("[[border]]\nsides = [\"0504/0505\", \"0505/0405\", \"0505/0605\", \"0505/0404\", \"0505/0604\", \"0505/0506\"]")
        .infantry(side, "Banks", "0505", 5, "")
        .infantry("u", "Far", "0101", 2, "")
        .infantry("c", "Ashby", "1212", 2, "")
        .scenario("[[marker]]\nkind = \"destroyed\"\nhexside = \"0505/0506\"")
        .scenario(keys)
}

/// The county that 0506 lies in, named by its one town.
fn county(held_by: &str) -> String {
    format!(
        "[campaign]\nrules = \"bac\"\n[[campaign.county]]\nname = \"Page\"\nhexes = [\"0506\"]\npoints = 1\nheld_by = {held_by:?}"
    )
}

/// The Recovery Phase of the first turn, in which nobody has marched, as it comes to a side.
fn recovery(world: World, side: Side) -> Game {
    let mut game = world.begin_with(1);
    game.pass_to("recovery-work", 1);
    while game.seat() != side {
        game.give("done", &[]);
    }
    game
}

#[rule("G10.3-6")]
#[test]
fn in_the_valley_the_union_repairs_in_its_own_counties() {
    let union = |world| recovery(world, Side::Union);
    assert!(union(broken("u", &county("union"))).offers("repair Banks > 0506"));
    assert_eq!(union(broken("u", &county("confederate"))).refused("repair Banks > 0506"), "G10.3-6");
    let valley = recovery(broken("c", &county("union")), Side::Confederate);
    assert!(valley.offers("repair Banks > 0506"), "the rule binds the Union alone");
    // Without counties nobody knows whose they are.
    assert!(union(broken("u", "")).offers("repair Banks > 0506"));
    // In other games counties do not matter.
    let clouds = broken("u", &county("confederate")).game("BAC", 1863);
    assert!(union(clouds).offers("repair Banks > 0506"));
}

const BROKEN: &str = "[[marker]]\nkind = \"destroyed\"\nhexside = \"0505/0506\"\n";

fn pontoon_of(side: &str) -> String {
    format!("[[marker]]\nkind = \"pontoon\"\nside = \"{side}\"\nhexside = \"0505/0506\"\n")
}

fn crossed(kind: &str, crossing: &str) -> World {
    world().water(kind, &["0505/0506"]).crossing(crossing, "0505/0506")
}

#[rule("G10-2")]
#[test]
fn a_road_over_any_crossing_costs_one() {
    let step = |w: World| {
        let game = w.terrain("woods", &["0506"]).infantry("u", "A", "0505", 9, "").set();
        game.ask(json!({"ask": "reach", "unit": "A", "movement": 10}))["hexes"]["0506"]["cost"].clone()
    };
    for (crossing, way) in [("ford", "road"), ("dam", "railroad"), ("bridge", "pike")] {
        assert_eq!(step(crossed("minor-river", crossing).way(way, &["0505", "0506"])), 1, "{crossing}");
        assert_eq!(step(crossed("minor-river", crossing)), 5, "{crossing}, no way: woods");
    }
}

#[rule("G10.2-25")]
#[test]
fn the_ford_that_a_bridge_leaves_keeps_the_road() {
    let ruin = crossed("minor-river", "bridge").way("road", &["0505", "0506"]).scenario(BROKEN);
    let game = ruin.terrain("woods", &["0506"]).infantry("u", "A", "0505", 9, "").set();
    let reach = game.ask(json!({"ask": "reach", "unit": "A", "movement": 10}));
    assert_eq!(reach["hexes"]["0506"]["cost"], 1);
}

/// One bridge over a major river is all the Union has.
#[rule("G10.1-14", "G10.1-19", "G10.2-7")]
#[test]
fn a_bridge_taken_up_frees_its_marker_at_once() {
    let game = || {
        world()
            .water("major-river", &["0505/0506", "0909/0910"])
            .scenario(&pontoon_of("union"))
            .infantry("u", "A", "0505", 7, "")
            .infantry("u", "B", "0909", 7, "")
            .infantry("c", "E", "1201", 5, "")
            .acting(Side::Union)
    };
    let work = |mut game: Game| {
        game.give("end", &[]);
        game.pass_to("recovery-work", 1);
        game
    };
    let mut kept = game();
    kept.march("A", &[2]);
    assert_eq!(work(kept).refused("build B > 0910"), "G10.1-14");
    let mut taken = game();
    taken.march("A", &[2]).give("dismantle 0506", &[]);
    assert_eq!(taken.markers("pontoon"), 0);
    assert!(work(taken).offers("build B > 0910"));
}

#[rule("G10.1-26")]
#[test]
fn a_pontoon_in_the_ruins_stops_the_repair() {
    let work = |more: &str| {
        crossed("minor-river", "bridge")
            .scenario(BROKEN)
            .scenario(more)
            .infantry("u", "B", "0505", 7, "")
            .recovering()
    };
    assert!(work("").offers("repair B > 0506"));
    assert_eq!(work(&pontoon_of("union")).refused("repair B > 0506"), "G10.1-26");
}

/// A Confederate of 5 marches to the end of a Union pontoon, and perhaps on.
#[rule("G10.2-3")]
#[test]
fn a_march_that_ends_at_a_pontoon_breaks_it() {
    let arriving = |steps: &[&str]| {
        let mut game = world()
            .water("minor-river", &["0505/0506"])
            .scenario(&pontoon_of("union"))
            .cavalry("c", "E", "0507", 5, "")
            .infantry("u", "U", "0101", 3, "")
            .acting(Side::Confederate);
        game.march("E", &[6, 5]);
        for to in steps {
            game.give(&format!("move {to}"), &[]);
        }
        let before = game.markers("pontoon");
        game.give("end", &[]);
        (before, game.markers("pontoon"))
    };
    assert_eq!(arriving(&["0506"]), (1, 0), "once it has come to rest");
    assert_eq!(arriving(&["0506", "0606"]), (1, 1), "passing by does no harm");
}

/// A strong unit at a bridge, another with it, the enemy far away.
fn at_a_bridge(w: World) -> Game {
    w.infantry("u", "A", "0505", 7, "")
        .infantry("u", "B", "0505", 7, "")
        .infantry("c", "E", "1212", 5, "")
        .acting(Side::Union)
}

#[rule("G10.2-11", "G10.2-12")]
#[test]
fn a_second_try_waits_for_the_next_turn() {
    let mut game = at_a_bridge(crossed("minor-river", "bridge"));
    game.march("A", &[2]).give("end", &[]);
    game.give("destroy 0506", &[6]);
    game.march("A", &[2]).give("end", &[]);
    assert_eq!(game.asked(), "initiative", "A has had its try");
    game.march("B", &[2]).give("end", &[]);
    assert!(game.offers("destroy 0506"), "B has not");
    game.give("done", &[]);
    game.next_day(6);
    game.march("A", &[2]).give("end", &[]);
    assert!(game.offers("destroy 0506"), "a new turn");
}

/// The zone of the enemy in 0507 is a restricted one in the woods of 0506; the bridge to 0504 is free.
#[rule("G10.2-14")]
#[test]
fn a_restricted_zone_watches_a_bridge_too() {
    let mut game = crossed("minor-river", "bridge")
        .water("minor-river", &["0505/0504"])
        .crossing("bridge", "0505/0504")
        .terrain("woods", &["0506"])
        .infantry("u", "A", "0505", 7, "")
        .infantry("c", "E", "0507", 5, "")
        .acting(Side::Union);
    game.march("A", &[2]).give("end", &[]);
    assert!(game.offers("destroy 0504"));
    assert_eq!(game.refused("destroy 0506"), "G10.2-14");
}

/// One face of the die more destroys the bridge where no enemy zone, not even a restricted one, reaches it.
#[rule("G10.2-20")]
#[test]
fn an_unwatched_bridge_falls_more_easily() {
    let falls = |enemy: &str, die: u8| {
        let mut game = crossed("minor-river", "bridge")
            .terrain("woods", &["0505"])
            .infantry("u", "A", "0505", 7, "")
            .infantry("c", "E", enemy, 5, "")
            .acting(Side::Union);
        game.march("A", &[2]).give("end", &[]);
        game.give("destroy 0506", &[die]);
        game.markers("destroyed") == 1
    };
    let faces = |enemy: &str| (1..=6).filter(|die| falls(enemy, *die)).count();
    assert_eq!(faces("1212"), faces("0504") + 1);
}

#[rule("G10.1-7", "G10.3-4")]
#[test]
fn in_the_valley_mending_takes_fewer_men_than_building() {
    let game = world()
        .game("SIV", 1862)
        .water("minor-river", &["0505/0506", "0505/0605"])
        .crossing("bridge", "0505/0506")
        .scenario(BROKEN)
        .infantry("u", "B", "0505", 2, "")
        .recovering();
    assert!(game.offers("repair B > 0506"));
    assert_eq!(game.refused("build B > 0605"), "G10.1-6");
}

#[rule("G10.3-10")]
#[test]
fn each_player_has_a_repair_of_his_own() {
    let mut game = world()
        .water("minor-river", &["0505/0506", "0202/0203"])
        .crossing("bridge", "0505/0506")
        .crossing("ferry", "0202/0203")
        .scenario(BROKEN)
        .scenario("[[marker]]\nkind = \"destroyed\"\nhexside = \"0202/0203\"\n")
        .infantry("u", "B", "0505", 7, "")
        .infantry("u", "C", "0505", 7, "")
        .infantry("c", "E", "0202", 7, "")
        .recovering();
    game.give("repair B > 0506", &[6]);
    assert_eq!(game.refused("repair C > 0506"), "G10.3-10", "one for each player");
    game.give("done", &[]);
    assert!(game.offers("repair E > 0203"));
}
