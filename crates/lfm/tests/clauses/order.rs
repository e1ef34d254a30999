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

#[rule("L14-11", "L14-12", "L14-13", "L6-7", "LSEQ-22", "L14-4")]
#[test]
fn one_die_a_stack_to_reorganize() {
    let stack = |friend: &str| {
        let world = far()
            .unit("u inf A I/1/1 4 5 0505 disorganized")
            .unit("u inf B I/1/1 4 4 0505")
            .unit("u inf C I/1/1 4 3 0505");
        if friend.is_empty() { world } else { world.unit(friend) }
    };
    let good = "u inf F I/1/1 2 4 0506";
    let bad = "u inf F I/1/1 2 4 0506 disorganized";
    let removed = |world: &World, dice: &[u8]| !reorganized(world, dice).has("A", flag::D);
    assert!(removed(&stack(good), &[3]) && !removed(&stack(good), &[4]));
    assert!(!removed(&stack(""), &[3]) && removed(&stack(""), &[2]));
    assert!(!removed(&stack(bad), &[3, 6]));
    // An enemy zone of influence adds one more; a commander's value overrides all modifiers.
    let watched = |world: World| world.unit("c inf Y L/B/D 4 4 0508");
    assert!(!removed(&watched(stack(good)), &[3]) && removed(&watched(stack(good)), &[2]));
    let off = watched(stack(good)).lfm("tables = { reorganization = { zoi_drm = 0 } }");
    assert!(removed(&off, &[3]));
    let led = |cv: u8| {
        watched(far().unit("u inf A I/1/1 4 2 0505 disorganized")).man(&format!("u Div 2 {cv} I/9/- 0501"))
    };
    assert!(removed(&led(4), &[4]) && !removed(&led(4), &[5]));
    let own = far()
        .unit("u inf A I/1/1 4 5 0505 disorganized")
        .unit("u inf F I/1/1 2 4 0506")
        .man("u Div 2 3 I/1/- 0505");
    assert!(removed(&own, &[5]));
    // Only the phasing player's stacks roll; a Charged marker is one.
    let both = far()
        .unit("u cav A I/1/1 4 3 0505 charged")
        .unit("u inf B I/1/1 4 3 0605 disorganized")
        .unit("c inf Y L/B/D 4 4 0920 disorganized")
        .unit("c inf Z L/B/E 4 4 0918 disorganized");
    let play = reorganized(&both, &[2, 6]);
    let rolls = play.log.iter().filter(|e| matches!(e, Event::ReorganizeRoll { .. })).count();
    assert_eq!((rolls, play.has("A", flag::D | flag::CHARGED)), (2, false));
}

#[rule("L19-1", "L19-2", "L19-3", "L19-4", "L19-5")]
#[test]
fn reorganization_ranges() {
    let play = far()
        .unit("u inf A I/1/1 4 4 0505")
        .man("u Army 4 6 -/-/- 0507")
        .man("u Corps 3 3 II/-/- 0509")
        .man("u Div 2 2 IV/1/- 0501")
        .begin(&[]);
    let cv = |hex: &str| play.pos().reorganizing_cv(play.setup.map.grid.hex(hex).unwrap(), Side::Union);
    assert_eq!((cv("0507"), cv("0508"), cv("0506")), (6, 6, 6)); // the army commander: 0 or 1 hex
    assert_eq!(cv("0505"), 3); // corps commander at 4, any formation
    assert_eq!(cv("0504"), 2); // corps commander at 5: no; division commander at 3
    assert_eq!(cv("0514"), 0);
    for (words, why) in [("u D 2 - I/1/- 0505", "missing"), ("u B 1 4 I/1/1 0505", "no command value")] {
        assert!(far().man(words).faults().contains(why));
    }
    // He lends it to any number of stacks, in command or not.
    let three = far()
        .unit("u inf A I/1/1 4 1 0505 disorganized")
        .unit("u inf B I/1/2 4 1 0507 disorganized")
        .unit("u inf C I/1/3 4 1 0503 disorganized")
        .man("u Corps 3 4 I/-/- 0505");
    let play = reorganized(&three, &[4, 4, 4]);
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

#[rule("L14-6", "L14-7", "L14-8", "L14-9", "L16-9")]
#[test]
fn disorder_belongs_to_stacks_and_never_vanishes_by_shuffling() {
    let world = far()
        .unit("u inf A I/1/1 4 4 0505 disorganized")
        .unit("u inf B I/1/1 4 4 0505")
        .unit("u inf C I/1/1 4 4 0505")
        .unit("u inf E I/1/1 4 4 0507");
    let mut play = world.at(Phase::Movement);
    assert!(["A", "B", "C"].iter().all(|n| play.has(n, flag::D)) && !play.has("E", flag::D));
    play.walk("A", "W");
    assert!(["A", "B", "C"].iter().all(|n| play.has(n, flag::D)));
    play.walk("B", "E E");
    assert!(play.has("E", flag::D), "joined by a disorganized unit");
    let broken = world.clone().man_with("u Brig 1 - I/1/1 0505", "shattered = true").begin(&[]);
    assert!(["A", "E"].iter().all(|n| broken.pos().disordered(broken.id(n)) && !broken.has(n, flag::D)));
}

#[rule("L15-1", "L15-2", "L15-3", "LSEQ-21", "L16-7")]
#[test]
fn brigades_shatter_at_half_strength_in_the_reorganization_phase() {
    let state = |total: u8, present: u8, side: &str| {
        let world = World::new(9, 24)
            .unit(&format!("{side} inf A I/1/1 {present} 4 0505 disorganized"))
            .man_with(&format!("{side} Brig 1 - I/1/1 0505"), &format!("strength = {total}"))
            .unit("u inf U V/1/1 4 4 0101")
            .unit("c inf Q V/1/1 4 4 0924");
        let mut play = world.at(Phase::Movement);
        assert!(!play.pos().shattered(play.id("A")), "not at the moment of the loss");
        let mut dice = table::SeededDice::from_number(2);
        while play.state.side == Side::Union && play.state.phase != Phase::Recovery {
            play.give("done", &mut dice);
        }
        play.pos().shattered(play.id("A"))
    };
    assert!(!state(16, 9, "u") && state(16, 8, "u"));
    assert!(!state(15, 8, "u") && state(15, 7, "u"));
    // Both sides are tested in the Union player's phase.
    assert!(state(16, 8, "c"));
    // A detached regiment far away is shattered with its brigade, whose D markers come off.
    let world = far()
        .unit("u inf A I/1/1 4 4 0505 disorganized")
        .unit("u inf B I/1/1 1 4 0517 detached")
        .man_with("u Brig 1 - I/1/1 0505", "strength = 16");
    let play = reorganized(&world, &[]);
    assert!(play.pos().shattered(play.id("B")) && !play.has("A", flag::D));
}

#[rule("L15-4", "LSEQ-23", "L17-2", "L17-5", "L17-4")]
#[test]
fn recovery_brings_regiments_back_and_may_end_the_shatter() {
    let world = |sp: u8| {
        World::new(9, 24)
            .unit("u inf A I/1/1 6 4 0502")
            .unit(&format!("u inf B I/1/1 {sp} 4 0503"))
            .man_with("u Brig 1 - I/1/1 0502", "strength = 16\nshattered = true")
            .unit("c art X L/B 16 4 0509")
            .lfm("turns = 3")
    };
    let shot = |sp: u8| {
        let mut play = world(sp).at(Phase::ReturnFire);
        // A shattered regiment is gone at its first failure.
        play.go("aim 0503 X").roll("fire B", &[3, 5]);
        assert_eq!(play.hex("B"), "-");
        play.until(Phase::Recovery, Side::Union);
        play
    };
    let mut play = shot(3);
    let mut failed = shot(3);
    failed.roll("recover B", &[5]);
    assert_eq!(failed.hex("B"), "-");
    play.roll("recover B", &[4]);
    assert_eq!(play.kind(), "return-hex");
    assert!(play.may("place 0502") && play.may("place 0402") && !play.may("place 0505"));
    play.go("place 0402");
    // 9 of 16 on the map: no longer shattered.
    assert!(!play.pos().shattered(play.id("A")) && !play.has("B", flag::D));
    let mut play = shot(2);
    play.roll("recover B", &[4]).go("place 0402");
    assert!(play.pos().shattered(play.id("A")), "8 of 16 is not more than half");
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
