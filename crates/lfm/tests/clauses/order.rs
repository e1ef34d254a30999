//! Disorganization (14), shattered brigades (15, 16), recovery (17), reorganization by commanders (19).

use lfm::{Event, Phase, flag};
use table::{ScriptedDice, Side, rule};

use crate::world::{Play, World};

/// Plays on with `done` under these dice until the reorganization rolls of the Union have been made.
fn reorganized(world: &World, dice: &[u8]) -> Play {
    let mut play = world.at(Phase::Movement);
    let mut script = ScriptedDice::new(dice.iter().copied());
    while play.state.side == Side::Union && play.state.phase != Phase::Recovery {
        play.give("done", &mut script);
    }
    assert!(script.is_empty(), "dice left");
    play
}

fn far() -> World {
    World::new(9, 24).unit("c inf X L/B/C 4 4 0924")
}

/// Whether these dice remove A's disorder.
fn removed(world: &World, dice: &[u8]) -> bool {
    !reorganized(world, dice).has("A", flag::D)
}

/// A disorganized stack of three, the lowest cohesion 3.
fn stack() -> World {
    far()
        .unit("u inf A I/1/1 4 5 0505 disorganized")
        .unit("u inf B I/1/1 4 4 0505")
        .unit("u inf C I/1/1 4 3 0505")
}

const FRIEND: &str = "u inf F I/1/1 2 4 0506";

fn watched(world: World) -> World {
    world.unit("c inf Y L/B/D 4 4 0508")
}

#[rule("L14-11")]
#[test]
fn a_stack_reorganizes_by_its_lowest_cohesion() {
    assert!(removed(&stack().unit(FRIEND), &[3]) && !removed(&stack().unit(FRIEND), &[4]));
}

#[rule("L14-12")]
#[test]
fn who_stands_alone_reorganizes_at_plus_one() {
    assert!(!removed(&stack(), &[3]) && removed(&stack(), &[2]));
    // A friend in disorder, who rolls too, is no help.
    assert!(!removed(&stack().unit("u inf F I/1/1 2 4 0506 disorganized"), &[3, 6]));
}

#[rule("L6-7")]
#[test]
fn who_is_seen_by_the_enemy_reorganizes_at_plus_one() {
    assert!(!removed(&watched(stack().unit(FRIEND)), &[3]) && removed(&watched(stack().unit(FRIEND)), &[2]));
    let off = watched(stack().unit(FRIEND)).lfm("tables = { reorganization = { zoi_drm = 0 } }");
    assert!(removed(&off, &[3]));
}

#[rule("L14-13")]
#[test]
fn a_commander_lends_his_value_whatever_the_modifiers() {
    // Alone and seen by the enemy: +2 to a cohesion of 2, but the commander's 4 counts.
    let led = watched(far().unit("u inf A I/1/1 4 2 0505 disorganized")).man("u Div 2 4 I/9/- 0501");
    assert!(removed(&led, &[4]) && !removed(&led, &[5]));
    // A better cohesion counts beside a poor commander.
    let own = far().unit("u inf A I/1/1 4 5 0505 disorganized").unit(FRIEND).man("u Div 2 3 I/1/- 0505");
    assert!(removed(&own, &[5]));
}

#[rule("LSEQ-22", "L14-4")]
#[test]
fn the_phasing_players_stacks_roll_once_each_charged_ones_too() {
    let both = far()
        .unit("u cav A I/1/1 4 3 0505 charged")
        .unit("u inf B I/1/1 4 3 0605 disorganized")
        .unit("c inf Y L/B/D 4 4 0920 disorganized")
        .unit("c inf Z L/B/E 4 4 0918 disorganized");
    let play = reorganized(&both, &[2, 6]);
    let rolls = play.log.iter().filter(|e| matches!(e, Event::ReorganizeRoll { .. })).count();
    assert_eq!((rolls, play.has("A", flag::D | flag::CHARGED)), (2, false));
}

/// The value that commanders lend in a hex: an army commander of 6 in 0507, one of a corps with 3 in 0509, one of a
/// division with 2 in 0501.
fn lent(hex: &str) -> u8 {
    let play = far()
        .unit("u inf A I/1/1 4 4 0505")
        .man("u Army 4 6 -/-/- 0507")
        .man("u Corps 3 3 II/-/- 0509")
        .man("u Div 2 2 IV/1/- 0501")
        .begin(&[]);
    play.pos().reorganizing_cv(play.setup.map.grid.hex(hex).unwrap(), Side::Union)
}

#[rule("L19-1")]
#[test]
fn commanders_from_division_up_have_a_value() {
    for (words, why) in [("u D 2 - I/1/- 0505", "missing"), ("u B 1 4 I/1/1 0505", "no command value")] {
        assert!(far().man(words).faults().contains(why));
    }
}

#[rule("L19-3")]
#[test]
fn any_commander_helps_in_his_hex_and_beside_it() {
    assert_eq!(["0507", "0508", "0506"].map(lent), [6, 6, 6]);
}

#[rule("L19-4")]
#[test]
fn corps_and_division_commanders_help_four_hexes_away() {
    // The army commander does not; the corps commander no more at five hexes, where the division's does.
    assert_eq!(["0505", "0504", "0513", "0514"].map(lent), [3, 2, 3, 0]);
}

#[rule("L19-2", "L19-5")]
#[test]
fn a_commander_helps_any_number_of_stacks_in_command_or_not() {
    let three = far()
        .unit("u inf A I/1/1 4 1 0505 disorganized")
        .unit("u inf B I/1/2 4 1 0507 disorganized")
        .unit("u inf C I/1/3 4 1 0503 disorganized")
        .man("u Corps 3 4 I/-/- 0505");
    let play = reorganized(&three, &[4, 4, 4]);
    assert!(!play.has("Corps", flag::COMMAND));
    assert!(!["A", "B", "C"].iter().any(|n| play.has(n, flag::D)));
}

#[rule("L14-3")]
#[test]
fn what_disorganizes_and_what_does_not() {
    // Joining a disorganized stack, and being joined by a disorganized unit.
    let world = far().unit("u inf A I/1/1 4 4 0505").unit("u inf B I/1/1 4 4 0506 disorganized");
    let mut play = world.at(Phase::Movement);
    play.walk("A", "E");
    assert!(play.has("A", flag::D));
    let mut play = world.at(Phase::Movement);
    play.walk("B", "W");
    assert!(play.has("A", flag::D));
    // A failed bridge roll does not.
    let bridge = far()
        .water("creek", "0505/0506")
        .crossing("bridge", "0505/0506", "")
        .unit("u inf A I/1/1 4 4 0505")
        .more("[[marker]]\nkind = \"bridge-charge\"\nhexside = \"0505/0506\"\nunit = \"A\"");
    let mut play = bridge.at(Phase::Construction);
    play.roll("burn A", &[6]);
    assert!(!play.has("A", flag::D));
}

/// A disorganized stack of three, and another of their brigade in order.
fn in_disorder() -> World {
    far()
        .unit("u inf A I/1/1 4 4 0505 disorganized")
        .unit("u inf B I/1/1 4 4 0505")
        .unit("u inf C I/1/1 4 4 0505")
        .unit("u inf E I/1/1 4 4 0507")
}

#[rule("L14-6", "L14-8")]
#[test]
fn who_leaves_a_disorganized_stack_and_who_stays_are_disorganized() {
    let mut play = in_disorder().at(Phase::Movement);
    play.walk("A", "W");
    assert!(["A", "B", "C"].iter().all(|n| play.has(n, flag::D)));
}

#[rule("L14-7")]
#[test]
fn disorder_passes_both_ways_when_units_end_together() {
    let mut play = in_disorder().at(Phase::Movement);
    play.walk("B", "E E");
    assert!(play.has("E", flag::D), "joined by a disorganized unit");
    let mut play = in_disorder().at(Phase::Movement);
    play.walk("E", "W W");
    assert!(play.has("E", flag::D), "it joined a disorganized stack");
}

#[rule("L16-9")]
#[test]
fn disorder_belongs_to_stacks_and_shatter_to_brigades() {
    let play = in_disorder().at(Phase::Movement);
    assert!(["A", "B", "C"].iter().all(|n| play.has(n, flag::D)) && !play.has("E", flag::D));
    let broken = in_disorder().man_with("u Brig 1 - I/1/1 0505", "shattered = true").begin(&[]);
    assert!(["A", "E"].iter().all(|n| broken.pos().disordered(broken.id(n)) && !broken.has(n, flag::D)));
}

/// Whether a brigade of such a strength is shattered with so much left, in the Union player's Movement Phase and
/// after his brigades were tested.
fn shatters(total: u8, present: u8, side: &str) -> (bool, bool) {
    let world = World::new(9, 24)
        .unit(&format!("{side} inf A I/1/1 {present} 4 0505 disorganized"))
        .man_with(&format!("{side} Brig 1 - I/1/1 0505"), &format!("strength = {total}"))
        .unit("u inf U V/1/1 4 4 0101")
        .unit("c inf Q V/1/1 4 4 0924");
    let mut play = world.at(Phase::Movement);
    let before = play.pos().shattered(play.id("A"));
    let mut dice = table::SeededDice::from_number(2);
    while play.state.side == Side::Union && play.state.phase != Phase::Recovery {
        play.give("done", &mut dice);
    }
    (before, play.pos().shattered(play.id("A")))
}

#[rule("L15-1")]
#[test]
fn brigades_shatter_at_half_strength() {
    assert!(!shatters(16, 9, "u").1 && shatters(16, 8, "u").1);
    assert!(!shatters(15, 8, "u").1 && shatters(15, 7, "u").1);
}

#[rule("L15-2", "LSEQ-21")]
#[test]
fn both_sides_are_tested_in_every_reorganization_phase_and_not_before() {
    assert_eq!((shatters(16, 8, "u"), shatters(16, 8, "c")), ((false, true), (false, true)));
}

#[rule("L15-3", "L16-7")]
#[test]
fn all_regiments_shatter_and_their_markers_come_off() {
    // A detached regiment far away is shattered with its brigade; nobody rolls to reorganize.
    let world = far()
        .unit("u inf A I/1/1 4 4 0505 disorganized")
        .unit("u inf B I/1/1 1 4 0517 detached")
        .man_with("u Brig 1 - I/1/1 0505", "strength = 16");
    let play = reorganized(&world, &[]);
    assert!(play.pos().shattered(play.id("B")) && !play.has("A", flag::D));
}

/// A shattered brigade of 16 with 6 SP left, and a regiment B of so many that was shot to pieces in this turn.
fn shot(sp: u8) -> Play {
    let world = World::new(9, 24)
        .unit("u inf A I/1/1 6 4 0502")
        .unit(&format!("u inf B I/1/1 {sp} 4 0503"))
        .man_with("u Brig 1 - I/1/1 0502", "strength = 16\nshattered = true")
        .unit("c art X L/B 16 4 0509")
        .lfm("turns = 3");
    let mut play = world.at(Phase::ReturnFire);
    // A shattered regiment is gone at its first failure.
    play.go("aim 0503 X").roll("fire B", &[3, 5]);
    assert_eq!(play.hex("B"), "-");
    play.until(Phase::Recovery, Side::Union);
    play
}

#[rule("L17-2")]
#[test]
fn a_die_of_at_most_its_cohesion_recovers_a_regiment() {
    let mut failed = shot(3);
    failed.roll("recover B", &[5]);
    assert_eq!(failed.hex("B"), "-");
    let mut play = shot(3);
    play.roll("recover B", &[4]).go("place 0402");
    assert_eq!(play.hex("B"), "0402");
}

#[rule("L17-4")]
#[test]
fn a_recovered_regiment_returns_to_its_brigadiers_hex_or_beside_it() {
    let mut play = shot(3);
    play.roll("recover B", &[4]);
    assert_eq!(play.kind(), "return-hex");
    assert!(play.may("place 0502") && play.may("place 0402") && !play.may("place 0505"));
}

#[rule("L17-5")]
#[test]
fn a_recovered_regiment_has_its_full_strength_and_is_in_order() {
    let mut play = shot(3);
    play.roll("recover B", &[4]).go("place 0502");
    assert_eq!((play.pos().sp(play.id("B")), play.has("B", flag::D)), (3, false));
    assert_eq!(play.pos().lost_sp(Side::Union), 0);
}

#[rule("L15-4", "LSEQ-23")]
#[test]
fn a_brigade_with_more_than_half_its_strength_stands_again() {
    let shattered = |sp: u8| {
        let mut play = shot(sp);
        play.roll("recover B", &[4]).go("place 0402");
        play.pos().shattered(play.id("A"))
    };
    assert!(!shattered(3), "9 of 16");
    assert!(shattered(2), "8 of 16 is not more than half");
}

#[rule("L17-1", "L17-4")]
#[test]
fn where_and_by_whom_regiments_are_recovered() {
    let shot = |more: &str, a_sp: u8| {
        let world = World::new(9, 24)
            .unit(&format!("u inf A I/1/1 {a_sp} 4 0501"))
            .unit("u inf B I/1/1 4 1 0503")
            .man("u Brig 1 - I/1/1 0501")
            .unit("c art X L/B 16 4 0507")
            .more(more);
        let mut play = world.at(Phase::ReturnFire);
        play.go("aim 0503 X");
        play.give("fire B", &mut ScriptedDice::new([1, 6, 6]));
        while play.kind() == "retreat-hex" {
            let order = play.orders().pop().unwrap();
            play.give(&order, &mut ScriptedDice::new([6]));
        }
        play
    };
    let mut play = shot("", 14);
    assert_eq!(play.hex("B"), "-");
    play.until(Phase::Recovery, Side::Union);
    play.roll("recover B", &[1]);
    assert!(!play.may("place 0501") && play.may("place 0401"), "14 SP and 4 do not fit");
    assert!(!play.may("place 0502"), "under the eyes of the guns");
}

#[rule("L17-5")]
#[test]
fn recovered_cavalry_returns_in_the_mode_of_its_stack() {
    let world = World::new(9, 24)
        .unit("u cav A I/1/1 6 4 0501 dismounted disorganized")
        .unit("u cav B I/1/1 4 1 0503")
        .man("u Brig 1 - I/1/1 0501")
        .unit("c art X L/B 16 4 0507");
    let mut play = world.at(Phase::ReturnFire);
    play.go("aim 0503 X");
    play.give("fire B", &mut ScriptedDice::new([1, 6, 6]));
    while play.kind() == "retreat-hex" {
        let order = play.orders().pop().unwrap();
        play.give(&order, &mut ScriptedDice::new([6]));
    }
    let mut script = ScriptedDice::new([6]);
    while play.state.phase != Phase::Recovery {
        play.give("done", &mut script);
    }
    play.roll("recover B", &[1]);
    assert!(play.may("place 0501 foot") && !play.may("place 0501") && play.may("place 0401"));
    play.go("place 0501 foot");
    assert!(play.has("B", flag::D) && !play.has("B", flag::MOUNTED));
}

#[rule("L15-5", "L15-6", "L23-4", "L23-5")]
#[test]
fn the_night_restores_order_and_notes_new_totals() {
    let world = World::new(9, 24)
        .lfm("day_turns = 1\nturn = 1\nturns = 4")
        .unit("u inf A I/1/1 4 4 0505")
        .unit("u inf B I/1/1 3 4 0505")
        .unit("u inf E I/2/1 4 4 0705 disorganized")
        .unit("c inf X L/B/C 4 1 0924 disorganized")
        .man_with("u Brig 1 - I/1/1 0505", "shattered = true\nstrength = 16")
        .man_with("u Two 1 - I/2/1 0705", "strength = 6");
    let mut play = world.begin(&[]);
    let mut dice = table::SeededDice::from_number(3);
    while play.state.turn == 1 {
        play.give("done", &mut dice);
    }
    assert!(!["E", "X"].iter().any(|n| play.has(n, flag::D)));
    assert!(!play.pos().shattered(play.id("A")));
    assert_eq!((play.state.brigades[0].total, play.state.brigades[0].lost), (7, 0));
    assert_eq!(
        (play.state.brigades[1].total, play.state.brigades[1].lost),
        (6, 2),
        "never shattered: as before"
    );
}
