//! Overriding retreat priorities, and retreats through the enemy (7.6).

use table::{Side, rule};

use super::field::{duel, field};
use super::retreats::walled;
use super::world::{Game, World};
use crate::retreat::Plan;
use crate::retreat::RetreatKind;

/// The hexes a retreat of Target from 0605, away from Lion in 0606, may enter after this path.
fn choices(game: &Game, kind: RetreatKind, path: &[&str], override_used: bool) -> Vec<String> {
    let path: crate::retreat::Path = path.iter().map(|h| game.hex(h)).collect();
    let start = game.hex("0605");
    let plan = Plan { pos: game.pos(), side: Side::Union, kind, start, active: game.hex("0606") };
    let at = path.last().copied().unwrap_or(start);
    let mut found: Vec<String> =
        plan.choices(at, &path, override_used).iter().map(|f| game.label(f.to)).collect();
    found.sort_unstable();
    found
}

/// Begins the retreat of Target.
fn retreat(world: World, kind: RetreatKind) -> Game {
    let mut game = world.set();
    let units = [game.id("Target")].into_iter().collect();
    let (start, active) = (game.hex("0605"), game.hex("0606"));
    game.marching("Lion", 2);
    game.run(&[], |play| play.begin_retreat(Side::Union, units, kind, start, active));
    game
}

/// A road leads into 0604, from which there is no way on.
fn dead_end() -> World {
    walled(duel().way("road", &["0605", "0604"]), "0604", &["0605"])
}

#[rule("G7.6-35")]
#[test]
fn an_override_saves_from_surrender_only() {
    // Number 1 leads nowhere: any other hex may be taken instead.
    assert_eq!(choices(&dead_end().set(), RetreatKind::Normal, &[], false), ["0505", "0506", "0705", "0706"]);
    // With a way on from 0604 there is nothing to override.
    let open = duel().way("road", &["0605", "0604"]).set();
    assert_eq!(choices(&open, RetreatKind::Normal, &[], false), ["0604"]);
    let mut game = retreat(dead_end(), RetreatKind::Normal);
    game.play("retreat 0705", &[]);
    assert!(game.state.retreat().unwrap().override_used);
    game.flee();
    assert!(game.unit("Target").is_on_map());
}

#[rule("G7.6-35")]
#[test]
fn elimination_by_losses_opens_no_override() {
    // From 0604: a free hex equally far costs a point (3), the road into an enemy zone nothing (4). The
    // last man of the unit dies of the first, and must take it all the same.
    let world = field()
        .infantry("u", "Target", "0605", 1, "")
        .infantry("c", "Lion", "0606", 5, "")
        .infantry("c", "Behind", "0503", 5, "")
        .way("road", &["0604", "0603"]);
    let mut game = retreat(walled(world, "0604", &["0605", "0603", "0505"]), RetreatKind::Rout);
    game.play("retreat 0604", &[]);
    assert_eq!(game.open("retreat"), ["0505"]);
    game.play("retreat 0505", &[]);
    assert_eq!(game.unit("Target").whereabouts, crate::Whereabouts::Eliminated);
}

#[rule("G7.6-36", "G7.6-17")]
#[test]
fn an_override_may_lead_through_the_enemy() {
    // 0604 by road is a dead end (1); the enemy stands in 0705 (5); the rest is closed.
    let world = walled(dead_end(), "0605", &["0606", "0604", "0705"]).infantry("c", "Enemy", "0705", 5, "");
    let mut game = retreat(world, RetreatKind::Normal);
    assert_eq!(game.open("retreat"), ["0705"]);
    assert_eq!(game.refused("retreat 0606"), "G7.6-17", "restrictions still hold");
    game.play("retreat 0705", &[]);
    assert_eq!(game.unit("Target").manpower, 2, "the loss of the row used");
}

/// As the dead end; and from 0705 a road leads into a second one in 0804.
fn two_dead_ends() -> World {
    let world = walled(dead_end().way("road", &["0705", "0804"]), "0605", &["0606", "0604", "0705"]);
    walled(world, "0804", &["0705"])
}

#[rule("G7.6-37")]
#[test]
fn two_overrides_are_not_to_be_had() {
    let game = two_dead_ends().set();
    // With the override spent on the first hex, 0804 must be entered, and it is the end.
    assert_eq!(choices(&game, RetreatKind::Rout, &["0705"], true), Vec::<String>::new());
    let game = retreat(two_dead_ends(), RetreatKind::Rout);
    assert_eq!(game.unit("Target").whereabouts, crate::Whereabouts::Surrendered);
}

#[rule("G7.6-37")]
#[test]
fn looking_ahead_finds_no_second_override() {
    // By road to 0604; from there the road ends in 0603, and 0704 is the way out.
    let world = || {
        let world = walled(duel().way("road", &["0605", "0604", "0603"]), "0605", &["0606", "0604"]);
        walled(walled(world, "0604", &["0605", "0603", "0704"]), "0603", &["0604"])
    };
    assert!(retreat(world(), RetreatKind::Rout).state.retreat().is_some(), "one override is enough");
    // Another road from 0704 into another dead end: two would be needed.
    let second = walled(world().way("road", &["0704", "0703"]), "0703", &["0704"]);
    let game = retreat(second, RetreatKind::Rout);
    assert_eq!(game.unit("Target").whereabouts, crate::Whereabouts::Surrendered);
}

#[rule("G7.6-38", "G7.6-39")]
#[test]
fn the_override_may_come_early() {
    // The road goes 0604, 0603, 0602; from the last there is no way on: the third hex would be the end.
    let world = || walled(duel().way("road", &["0605", "0604", "0603", "0602"]), "0602", &["0603"]);
    let game = world().set();
    let rout = |path: &[&str], used| choices(&game, RetreatKind::Rout, path, used);
    let first = rout(&[], false);
    assert!(first.contains(&"0604".to_owned()) && first.contains(&"0705".to_owned()), "{first:?}");
    let second = rout(&["0604"], false);
    assert!(second.contains(&"0603".to_owned()) && second.contains(&"0704".to_owned()), "{second:?}");
    let third = rout(&["0604", "0603"], false);
    assert!(!third.contains(&"0602".to_owned()) && third.contains(&"0703".to_owned()), "{third:?}");
    // Once spent, the numbers bind again.
    assert_eq!(rout(&["0705"], true), ["0704", "0804"]);
}

/// A corridor of hexes that goes west from 0605; enemies stand in some of them.
fn corridor(enemies: &[&str], manpower: u8) -> World {
    let mut world = field()
        .infantry("u", "Target", "0605", manpower, "")
        .infantry("c", "Lion", "0606", 5, "")
        .game("GTC", 1864);
    let hexes = ["0606", "0605", "0604", "0603", "0602", "0601", "0701"];
    for three in hexes.windows(3) {
        world = walled(world, three[1], &[three[0], three[2]]);
    }
    for (n, hex) in enemies.iter().enumerate() {
        world = world.infantry("c", &format!("Enemy{n}"), hex, 3, "");
    }
    world
}

#[rule("G7.6-44")]
#[test]
fn each_unit_loses_three_among_the_enemy() {
    let mut game = retreat(corridor(&["0604"], 7), RetreatKind::Normal);
    game.play("retreat 0604", &[]);
    assert_eq!(game.shape("Target"), (4, true, 0, 0));
    let mut game = retreat(corridor(&["0604"], 3), RetreatKind::Normal);
    game.play("retreat 0604", &[]);
    assert_eq!(game.unit("Target").whereabouts, crate::Whereabouts::Eliminated);
}

#[rule("G7.6-45")]
#[test]
fn a_retreat_does_not_end_among_the_enemy() {
    let mut game = retreat(corridor(&["0603"], 9), RetreatKind::Normal);
    game.play("retreat 0604", &[]);
    game.play("retreat 0603", &[]);
    game.refused("halt");
    game.play("retreat 0602", &[]);
    assert!(game.offers("halt"));
}

#[rule("G7.6-46")]
#[test]
fn a_retreat_is_drawn_out_of_the_enemys_hexes() {
    let mut game = retreat(corridor(&["0603", "0602", "0601"], 14), RetreatKind::Normal);
    for hex in ["0604", "0603", "0602", "0601", "0701"] {
        assert!(!game.offers("halt"));
        game.play(&format!("retreat {hex}"), &[]);
    }
    // Three times among the enemy, and a point for each step in their zones off the road.
    assert!(game.state.retreat().is_none(), "the fifth hex is free of enemies: it ends there");
    assert_eq!(game.at("Target"), "0701");
}

#[rule("G7.6-46")]
#[test]
fn a_retreat_that_can_end_is_not_drawn_out() {
    // After three hexes Target can stop; the fourth is full of enemies.
    let mut game = retreat(corridor(&["0601"], 9), RetreatKind::Normal);
    for hex in ["0604", "0603", "0602"] {
        game.play(&format!("retreat {hex}"), &[]);
    }
    assert!(game.state.retreat().is_none(), "{:?}", game.offered());
    assert_eq!(game.at("Target"), "0602");
}
