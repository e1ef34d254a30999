//! 6.2: enemy zones of control on the march.

use serde_json::json;
use table::{Ruleset, Side, rule};

use super::world;
use super::world::{Game, World};
use crate::Gcacw;

const TIRED: &str = "fatigue = 4";

/// A and a friend far behind, so that somebody can always act; guns enough not to be outgunned.
fn army() -> World {
    world().infantry("u", "A", "0505", 6, "artillery = 3").infantry("u", "Idle", "1212", 3, "")
}

/// A road along row 5; the enemy at its end controls 0508.
fn road() -> World {
    army().way("road", &["0505", "0506", "0507", "0508"]).infantry("c", "E", "0509", 2, TIRED)
}

fn arrived() -> Game {
    let mut game = road().set();
    game.marching("A", 6).give("move 0506", &[]).give("move 0507", &[]).give("move 0508", &[]);
    game
}

/// Answers whatever a combat asks; the attacker advances or stays.
fn settle(game: &mut Game, advances: bool) {
    loop {
        match game.asks() {
            "retreat-hex" => {
                let order = game.offered()[0].clone();
                game.give(&order, &[]);
            }
            "withdraw" => drop(game.give("done", &[])),
            "advance" if advances => drop(game.give("advance A", &[])),
            "advance" => drop(game.give("done", &[])),
            _ => return,
        }
    }
}

#[rule("G6.2-25", "G6.2-26", "G6.2-31")]
#[test]
fn who_enters_a_zone_stops() {
    let mut game = arrived();
    assert_eq!(game.mp(), 3.0);
    for hex in ["0507", "0607", "0408"] {
        assert_eq!(game.refused(&format!("move {hex}")), "G6.2-35");
    }
    assert_eq!(game.refused("refuse-flanks"), "G7.8-5");
    assert_eq!(game.offered(), ["attack 0509", "end"]);
    game.give("attack 0509", &[]);
    assert_eq!(game.offered(), ["column", "hasty", "normal"]);
}

#[rule("G6.2-27")]
#[test]
fn after_a_clean_victory_the_march_goes_on() {
    // 3-1 is +2, the dice +5: the attacker's result is a plain advance.
    let mut game = arrived();
    game.give("attack 0509", &[]).give("hasty", &[6, 1]);
    settle(&mut game, false);
    let combat = game.told("combat")[0].clone();
    assert_eq!(combat["attacker_result"], "a", "{combat}");
    assert_eq!((game.asks(), game.mp()), ("march", 2.0));
    assert!(game.offers("move 0607") || game.offers("move 0507"), "{:?}", game.offered());
    // A strain on the attacker ends it.
    let mut game = arrived();
    game.give("attack 0509", &[]).give("hasty", &[5, 2]);
    settle(&mut game, false);
    let combat = game.told("combat")[0].clone();
    assert_eq!(combat["attacker_result"], "fa", "{combat}");
    assert!(game.marched());
}

#[rule("G6.2-28", "G6.2-35")]
#[test]
fn another_enemys_zone_still_holds_the_victor() {
    let mut game = road().infantry("c", "Second", "0608", 2, TIRED).set();
    game.marching("A", 6).give("move 0506", &[]).give("move 0507", &[]);
    // 0507 lies in no zone; 0508 in those of both enemies.
    game.give("move 0508", &[]).give("attack 0509", &[]).give("hasty", &[6, 1]);
    settle(&mut game, false);
    assert_eq!((game.asks(), game.mp()), ("march", 2.0));
    assert_eq!(game.refused("move 0507"), "G6.2-35");
    assert!(game.offers("attack 0608") && game.offers("end"));
    // The same for one who began in the zone but fought first.
    let mut game =
        army().infantry("c", "E", "0506", 2, TIRED).infantry("c", "Second", "0605", 2, TIRED).set();
    game.marching("A", 6);
    assert!(game.offers("move 0404"));
    game.give("attack 0506", &[]).give("normal", &[6, 1]);
    settle(&mut game, false);
    assert_eq!(game.refused("move 0404"), "G6.2-35");
}

#[rule("G6.2-29")]
#[test]
fn a_friend_in_the_hex_does_not_help() {
    let mut game = road().infantry("u", "F", "0508", 2, "").set();
    game.marching("A", 6).give("move 0506", &[]).give("move 0507", &[]).give("move 0508", &[]);
    assert_eq!(game.refused("move 0507"), "G6.2-35");
}

fn toward_cavalry(mover: &str, more: World) -> Game {
    let mut game = more.way("road", &["0505", "0506", "0507"]).set();
    game.marching(mover, 6).give("move 0506", &[]).give("move 0507", &[]);
    game
}

fn ride_off(game: &mut Game, die: u8) -> f64 {
    game.give("evade", &[die]);
    settle(game, false);
    game.told("cavalry-retreat")[0]["slowed"].as_f64().unwrap()
}

#[rule("G6.2-30", "G6.2-52")]
#[test]
fn cavalry_that_leaves_frees_the_mover() {
    let horse = || army().cavalry("c", "H", "0508", 2, "fatigue = 3");
    let mut game = toward_cavalry("A", horse());
    assert_eq!(game.decides(), ("cavalry-retreat", Side::Confederate), "asked before any attack");
    let slowed = ride_off(&mut game, 4);
    assert_eq!(game.mp(), 4.0 - slowed);
    assert!(game.offered().iter().any(|o| o.starts_with("move")), "{:?}", game.offered());
    // Another enemy still holds him.
    let mut game = toward_cavalry("A", horse().infantry("c", "E", "0607", 3, TIRED));
    let slowed = ride_off(&mut game, 4);
    assert_eq!(game.mp(), 4.0 - slowed);
    assert_eq!(game.refused("move 0508"), "G6.2-35");
    // If it stands, he is stopped.
    let mut game = toward_cavalry("A", horse());
    game.give("stand", &[]);
    assert_eq!(game.offered(), ["attack 0508", "end"]);
}

#[rule("G6.2-52")]
#[test]
fn who_frightens_cavalry() {
    let horse =
        |arm: &str| world().unit("u", arm, "A", "0505", 6, "").cavalry("c", "H", "0508", 2, "fatigue = 3");
    assert_eq!(toward_cavalry("A", horse("artillery")).decides(), ("cavalry-retreat", Side::Confederate));
    assert_eq!(toward_cavalry("A", horse("cavalry")).asks(), "march");
    let mut wooded = horse("infantry").terrain("woods", &["0508"]).set();
    wooded.marching("A", 9).give("move 0506", &[]).give("move 0507", &[]);
    assert_eq!(wooded.asks(), "march", "a restricted zone");
}

#[rule("G6.2-32")]
#[test]
fn marching_in_place_a_unit_may_refuse_its_flanks() {
    let mut game = army().infantry("c", "E", "0506", 4, TIRED).set();
    game.acting(Side::Union).give("march A", &[2]).give("steady", &[]);
    game.give("refuse-flanks", &[]);
    assert!(game.marched());
    assert_eq!(game.unit("A").fatigue, 1);
    assert_eq!(game.state.refused, [game.hex("0505")]);
}

#[rule("G6.2-33", "G6.2-34")]
#[test]
fn nobody_is_detached() {
    assert!(road().settings("detachment = true").faults().contains("detachment"));
    let game = arrived();
    assert!(Gcacw::read_order(&game.setup, "detach A").is_err());
    assert!(!game.offered().iter().any(|o| o.contains("detach")));
}

/// A begins in the zone of E, west of it.
fn in_zone() -> World {
    army().infantry("c", "E", "0504", 4, TIRED)
}

#[rule("G6.2-35", "G6.2-36")]
#[test]
fn leaving_a_zone_first_costs_one_more() {
    let mut game = in_zone().way("road", &["0505", "0506"]).set();
    game.marching("A", 4).give("move 0506", &[]);
    assert_eq!(game.mp(), 2.0);
    assert!(!game.offered().iter().all(|o| o == "end"), "and it may go on");
    // Into a restricted zone it is the same.
    let mut wooded = in_zone()
        .way("road", &["0505", "0506"])
        .terrain("woods", &["0507"])
        .infantry("c", "W", "0507", 4, TIRED)
        .set();
    wooded.marching("A", 4).give("move 0506", &[]);
    assert_eq!(wooded.mp(), 2.0);
    // A force march before it does not spoil the first thing.
    let mut forced = in_zone().way("road", &["0505", "0506"]).set();
    forced.acting(Side::Union).give("march A", &[2]).give("force-march", &[1]).give("move 0506", &[]);
    assert_eq!(forced.mp(), 2.0);
}

/// A in the zone of E goes to 0604, in the same zone; the keys of A and the MP.
fn zone_to_zone(keys: &str, mp: u16, more: World) -> Game {
    let mut game = more
        .infantry("u", "B", "0505", 6, keys)
        .infantry("u", "Idle", "1212", 3, "")
        .infantry("c", "E", "0504", 4, TIRED)
        .set();
    game.marching("B", mp).give("move 0604", &[]);
    game
}

#[rule("G6.2-37", "G6.2-38", "G6.2-42")]
#[test]
fn from_zone_to_zone_takes_everything() {
    for way in ["road", "trail", "pike", "railroad"] {
        let game = zone_to_zone("", 9, world().way(way, &["0505", "0604"]));
        assert!(game.marched(), "the march is over");
        let step = &game.told("move")[0];
        assert_eq!((&step["cost"], &step["left"]), (&json!(9.0), &json!(0.0)));
        assert_eq!(
            (game.unit("B").disorganized, game.unit("B").manpower, game.at("B")),
            (false, 6, "0604".into())
        );
        // No attack, no refusing of flanks: the action has ended.
        for order in ["attack 0504", "refuse-flanks", "column"] {
            assert_eq!(game.refused(order), "G4.2-11");
        }
    }
    let rough = zone_to_zone("", 1, world().terrain("rough", &["0604"]));
    assert_eq!((rough.at("B"), rough.marched()), ("0604".into(), true));
    // A friend there, or another enemy's zone, changes nothing.
    let friend =
        zone_to_zone("", 9, world().infantry("u", "F", "0604", 8, "").way("road", &["0505", "0604"]));
    assert!(friend.marched());
    let mut two = in_zone().infantry("c", "Other", "0507", 4, TIRED).way("road", &["0505", "0506"]).set();
    two.marching("A", 9).give("move 0506", &[]);
    assert!(two.marched());
}

#[rule("G6.2-39")]
#[test]
fn from_zone_to_zone_the_ground_still_bars() {
    let barred = |world: World| {
        let mut game = world.infantry("u", "B", "0505", 6, "").infantry("c", "E", "0504", 4, TIRED).set();
        game.marching("B", 9).refused("move 0604")
    };
    // The zone reaches the mountain along E's own road; B has none.
    assert_eq!(barred(world().terrain("mountain", &["0604"]).way("road", &["0504", "0604"])), "G6.2-6");
    assert_eq!(barred(world().terrain("swamp", &["0604"]).way("road", &["0504", "0604"])), "G6.2-8");
    assert_eq!(barred(world().water("minor-river", &["0505/0604"])), "G6.2-10");
    let ford =
        zone_to_zone("", 5, world().water("minor-river", &["0505/0604"]).crossing("ford", "0505/0604"));
    assert_eq!(ford.at("B"), "0604");
}

#[rule("G6.2-40", "G6.2-41")]
#[test]
fn from_zone_to_zone_off_the_ways_hurts() {
    let hurt = |keys: &str| {
        let game = zone_to_zone(keys, 5, world());
        (game.unit("B").disorganized, game.unit("B").manpower)
    };
    assert_eq!(hurt(""), (true, 6));
    assert_eq!(hurt("disorganized = true"), (true, 5));
    let mut last = world()
        .infantry("u", "B", "0505", 1, "disorganized = true")
        .infantry("u", "Idle", "1212", 3, "")
        .infantry("c", "E", "0504", 4, TIRED)
        .set();
    last.marching("B", 5).give("move 0604", &[]);
    assert!(!last.unit("B").is_on_map() && last.marched());
    // A force march has disorganized it already.
    let mut forced = in_zone().set();
    forced.acting(Side::Union).give("march A", &[2]).give("force-march", &[1]).give("move 0604", &[]);
    assert_eq!((forced.unit("A").disorganized, forced.unit("A").manpower), (true, 5));
}

#[rule("G6.2-43")]
#[test]
fn restricted_zones_do_not_touch_movement() {
    let mut game = army()
        .terrain("woods", &["0506", "0507", "0508", "0606"])
        .infantry("c", "W", "0606", 4, TIRED)
        .infantry("c", "Open", "0510", 4, TIRED)
        .set();
    let zoc = game.ask(json!({"ask": "zoc", "side": "confederate"}));
    for hex in ["0506", "0507", "0605"] {
        assert!(zoc["restricted"].as_array().unwrap().contains(&json!(hex)), "{hex}: {zoc}");
    }
    game.marching("A", 20).give("move 0506", &[]).give("move 0507", &[]).give("move 0508", &[]);
    assert_eq!(game.mp(), 5.0, "three woods hexes at 5 and nothing else");
    game.give("move 0509", &[]);
    assert_eq!(game.refused("move 0508"), "G6.2-35", "into a normal zone one does stop");
}
