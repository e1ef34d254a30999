//! Refusing flanks (7.8).

use table::{Side, rule};

use super::field::{AROUND, duel, field};
use super::world::{Game, World};
use crate::charts::refused_flank;

/// The markers on the map.
fn markers(game: &Game) -> Vec<String> {
    let mut found: Vec<String> = game.state.refused.iter().map(|h| game.label(*h)).collect();
    found.sort_unstable();
    found
}

/// Flanks refused in a hex from the start.
fn marked(world: World, hex: &str) -> World {
    world.scenario(&format!("[[marker]]\nkind = \"flanks-refused\"\nhex = {hex:?}"))
}

/// Ward of the Union, alone in 0505 with no enemy near.
fn ward() -> World {
    field().infantry("u", "Ward", "0505", 5, "")
}

#[rule("G7.8-1", "G7.8-4")]
#[test]
fn a_point_buys_the_marker_and_ends_the_march() {
    for arm in ["infantry", "cavalry"] {
        let mut game = field().unit("u", arm, "Ward", "0505", 5, "fatigue = 2").set();
        game.marching("Ward", 5);
        game.play("refuse-flanks", &[]);
        assert_eq!(markers(&game), ["0505"]);
        assert!(game.is_over());
        // It may act again in the same turn.
        game.acting(Side::Union);
        assert!(game.offers("march Ward"));
    }
    let mut game = ward().set();
    game.marching("Ward", 1);
    assert!(game.offers("refuse-flanks"));
    game.state.march_mut().unwrap().mp = 1;
    assert_eq!(game.refused("refuse-flanks"), "G7.8-1", "half a point is too little");
    game.state.march_mut().unwrap().mp = 0;
    assert_eq!(game.refused("refuse-flanks"), "G7.8-1");
}

#[rule("G7.8-2")]
#[test]
fn not_in_mountains_or_swamps() {
    let refused = |world: World| {
        let mut game = world.set();
        game.marching("Ward", 4);
        (!game.offers("refuse-flanks")).then(|| game.refused("refuse-flanks"))
    };
    assert_eq!(refused(ward()), None);
    assert_eq!(refused(ward().terrain("mountain", &["0505"])), Some("G7.8-2"));
    assert_eq!(refused(ward().terrain("swamp", &["0505"])), Some("G7.8-2"));
    assert_eq!(refused(ward().terrain("provisional-swamp", &["0505"])), None);
    assert_eq!(refused(ward().terrain("provisional-swamp", &["0505"]).rain()), Some("G7.8-2"));
}

/// Two divisions of Palmer's corps in 0606, Wall in 0605; their hex is marked.
fn palmer() -> World {
    let world = field()
        .infantry("u", "A", "0606", 4, "command = \"XIV\"\nfatigue = 2")
        .infantry("u", "B", "0606", 4, "command = \"XIV\"\nfatigue = 2")
        .infantry("c", "Wall", "0605", 4, "")
        .leader("u", "corps", "Palmer", "XIV", "A", "tactical = 0\ncommand_value = 5");
    marked(world, "0606")
}

#[rule("G7.8-3", "G7.8-16", "G7.8-12")]
#[test]
fn assaults_and_markers() {
    let begin = || {
        let mut game = palmer().set();
        game.acting(Side::Union);
        assert!(game.offers("march A") && game.offers("assault Palmer") && game.offers("entrench A"));
        game.play("assault Palmer", &[]);
        assert!(!game.offers("refuse-flanks"));
        game.refused("refuse-flanks");
        game.play("select A", &[]);
        game
    };
    // Both take part: the marker comes off at the end.
    let mut game = begin();
    game.play("select B", &[1, 2, 4]);
    assert_eq!(markers(&game), ["0606"], "not before the action is over");
    game.hold_ground();
    game.play("lose A", &[]);
    assert!(game.is_over());
    assert!(markers(&game).is_empty());
    // One of two: it stays.
    let mut game = begin();
    game.play("done", &[1, 2, 4]);
    game.hold_ground();
    assert!(game.is_over());
    assert_eq!(markers(&game), ["0606"]);
    // Who is dropped in step 5 has not taken part.
    let mut game = begin();
    game.play("select B", &[5]);
    game.play("keep B", &[2, 4]);
    game.hold_ground();
    assert_eq!(markers(&game), ["0606"]);
}

#[rule("G7.8-16")]
#[test]
fn joining_a_grand_assault_is_taking_part() {
    let world = palmer()
        .infantry("u", "Howard", "0706", 4, "")
        .scenario("[[leader]]\nside = \"union\"\nname = \"Thomas\"\nrank = \"army\"\nwith = \"Howard\"\ncommand_value = 5");
    let mut game = marked(world, "0706").set();
    game.acting(Side::Union).play("assault Palmer", &[]);
    game.play("select A", &[]);
    game.play("done", &[1]);
    game.play("grand Thomas", &[1]);
    game.play("join Howard", &[]);
    game.play("done", &[2, 5]);
    game.hold_ground();
    while game.offers("lose A") {
        game.play("lose A", &[]);
    }
    assert_eq!(markers(&game), ["0606"], "B stood by in 0606; all of 0706 took part");
}

#[rule("G7.8-5")]
#[test]
fn not_on_entering_a_zone() {
    let enter = |world: World| {
        let mut game = world.infantry("u", "Ward", "0607", 5, "").set();
        game.marching("Ward", 12);
        game.play("move 0606", &[]);
        (!game.offers("refuse-flanks")).then(|| game.refused("refuse-flanks"))
    };
    let wall = || field().infantry("c", "Wall", "0605", 5, "");
    assert_eq!(enter(wall()), Some("G7.8-5"));
    assert_eq!(enter(wall().terrain("woods", &["0605"])), None, "a restricted zone only");
    assert_eq!(enter(field()), None);
    // From zone to zone the march is over anyway.
    let mut game = wall().infantry("u", "Ward", "0606", 5, "").set();
    game.marching("Ward", 12);
    game.play("move 0506", &[]);
    assert!(game.is_over());
}

#[rule("G7.8-5")]
#[test]
fn when_the_cavalry_has_gone_the_zone_is_gone() {
    let mut game = field().cavalry("c", "Riders", "0605", 3, "").infantry("u", "Ward", "0607", 5, "").set();
    game.marching("Ward", 12);
    game.play("move 0606", &[]);
    game.play("evade", &[2]);
    game.flee();
    assert!(game.offers("refuse-flanks"));
}

#[rule("G7.8-6")]
#[test]
fn in_place_inside_a_zone() {
    let world = field().infantry("c", "Wall", "0605", 5, "").infantry("u", "Ward", "0606", 5, "fatigue = 2");
    let mut game = world.set();
    // A full march: movement die, fatigue, extended march.
    let rolled = {
        game.acting(Side::Union);
        game.play("march Ward", &[3, 1])
    };
    assert_eq!(rolled, ["march", "extended march"]);
    assert_eq!(game.fatigue("Ward"), 3);
    game.play("steady", &[]);
    game.play("refuse-flanks", &[]);
    assert!(game.is_over());
    assert_eq!(markers(&game), ["0606"]);
}

#[rule("G7.8-7", "G7.8-8")]
#[test]
fn one_marker_for_everybody_in_the_hex() {
    let mut game = marked(ward().infantry("u", "Comes", "0506", 5, ""), "0505").set();
    game.marching("Comes", 8);
    // Entering costs what it costs without the marker: 3, and 1 for the friends.
    game.play("move 0505", &[]);
    assert_eq!(game.mp_left(), 4.0);
    assert_eq!(game.refused("refuse-flanks"), "G7.8-7");
    assert!(game.offers("move 0504"), "the march may go on");
    game.play("end", &[]);
    assert_eq!(markers(&game), ["0505"]);
}

#[rule("G7.8-9")]
#[test]
fn the_marker_stays_where_it_is() {
    let mut game = marked(ward().infantry("u", "Goes", "0505", 5, ""), "0505").set();
    game.marching("Goes", 8);
    game.play("move 0504", &[]);
    assert_eq!(markers(&game), ["0505"]);
    game.play("end", &[]);
    // The last one to go takes nothing along either: the marker is gone.
    game.marching("Ward", 8);
    game.play("move 0506", &[]);
    assert!(markers(&game).is_empty());
}

#[rule("G7.8-9")]
#[test]
fn a_beaten_hex_loses_its_marker() {
    let mut game = marked(duel(), "0605").set();
    game.marching("Lion", 2);
    game.strike("0605", "normal", &[4, 3]);
    assert_eq!(game.combat()["defender_result"], "Dr", "one more for a plain attack");
    game.flee();
    assert!(markers(&game).is_empty());
}

#[rule("G7.8-11")]
#[test]
fn markers_are_not_limited() {
    let mut game = ward().set();
    let hexes: Vec<hexmap::Hex> = game.setup.map.grid.hexes().take(30).collect();
    game.state.refused.extend(hexes);
    game.marching("Ward", 2);
    game.play("refuse-flanks", &[]);
    assert_eq!(markers(&game).len(), 31);
}

#[rule("G7.8-13", "G7.8-14", "G7.8-7")]
#[test]
fn what_the_marker_leaves_of_a_flank_attack() {
    assert_eq!([4, 3, 2, 1, 0].map(refused_flank), [2, 1, 1, 1, 1]);
    let attack = |directions: &[usize], friends: &[usize], mark: bool| {
        let mut world = field().infantry("u", "One", "0605", 2, "").infantry("u", "Two", "0605", 3, "");
        for (n, d) in directions.iter().enumerate() {
            let name = if n == 0 { "Lion".to_owned() } else { format!("C{n}") };
            world = world.infantry("c", &name, AROUND[*d], 5, "");
        }
        for d in friends {
            world = world.infantry("u", &format!("U{d}"), AROUND[*d], 5, "");
        }
        if mark {
            world = marked(world, "0605");
        }
        world.set().plan("Lion", "0605", "normal")["attacker_modifier"].as_i64().unwrap()
    };
    assert_eq!([attack(&[0, 3], &[], false), attack(&[0, 3], &[], true)], [4, 2]);
    assert_eq!([attack(&[0, 3], &[1], false), attack(&[0, 3], &[1], true)], [3, 1]);
    assert_eq!([attack(&[0, 2], &[], false), attack(&[0, 2], &[], true)], [2, 1]);
    assert_eq!([attack(&[0, 2], &[1], false), attack(&[0, 2], &[1], true)], [1, 1]);
    // A plain attack, and one whose bonus came to nothing.
    assert_eq!([attack(&[0], &[], false), attack(&[0], &[], true)], [0, 1]);
    assert_eq!([attack(&[0, 2], &[1, 5], false), attack(&[0, 2], &[1, 5], true)], [0, 1]);
}

#[rule("G7.8-15")]
#[test]
fn a_marker_is_taken_off_at_the_start_of_a_march() {
    let mut game = marked(ward().infantry("u", "Other", "0505", 5, ""), "0505").set();
    game.acting(Side::Union);
    assert!(!game.offers("unrefuse-flanks"), "not without a march");
    game.marching("Ward", 5);
    game.play("unrefuse-flanks", &[]);
    assert!(markers(&game).is_empty());
    assert_eq!(game.mp_left(), 5.0, "it costs nothing");
    game.play("end", &[]);
    // Once the unit has moved it is too late.
    let mut game = marked(ward().infantry("u", "Other", "0504", 5, ""), "0504").set();
    game.marching("Ward", 8);
    assert!(!game.offers("unrefuse-flanks"), "only in the unit's own hex");
    game.play("move 0504", &[]);
    assert_eq!(game.refused("unrefuse-flanks"), "G7.8-15");
}

#[rule("G7.8-17", "G7.8-18", "G7.8-12")]
#[test]
fn a_lone_unit_that_moves_or_attacks_drops_the_marker() {
    // It attacks.
    let mut game = marked(duel(), "0606").set();
    game.marching("Lion", 2);
    game.strike("0605", "column", &[3, 3]);
    assert!(markers(&game).is_empty());
    // With a friend beside it the marker stays.
    let mut game = marked(duel().infantry("c", "Friend", "0606", 3, ""), "0606").set();
    game.marching("Lion", 2);
    game.strike("0605", "column", &[3, 3]);
    assert_eq!(markers(&game), ["0606"]);
    // It marches in place: the marker may stay.
    let mut game = marked(ward(), "0505").set();
    game.marching("Ward", 4);
    game.play("end", &[]);
    assert_eq!(markers(&game), ["0505"]);
    // It moves, and buys another where it stops.
    game.marching("Ward", 4);
    game.play("move 0504", &[]);
    assert!(markers(&game).is_empty());
    game.play("refuse-flanks", &[]);
    assert_eq!(markers(&game), ["0504"]);
    assert!(game.is_over());
}
