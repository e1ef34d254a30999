//! Results of combat: losses, exchanges, standing (8.10, 9.1d); retreat before combat (11).

use lfm::{Phase, flag};
use table::{Side, rule};

use crate::world::{Play, World};

/// The Union attacks 0506 from 0505 with overwhelming odds or not, as the test sets it up.
fn attack(world: &World, dice: &[u8]) -> Play {
    let mut play = world.at(Phase::Combat);
    play.go("target 0506").go("with 0505").roll("fight", dice);
    play
}

#[rule("L8-15", "L8-4", "LTAB-3")]
#[test]
fn the_first_loss_has_the_rating_that_was_used() {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 8 6 0505")
        .unit("c inf X L/B/C 3 5 0506")
        .unit("c inf Y L/B/C 4 5 0506")
        .unit("c inf Z L/B/C 2 4 0506");
    // 8:8 with +1: 3-2, die 1: DE.
    let mut play = attack(&world, &[1]);
    assert_eq!((play.kind(), play.seat()), ("loss", Side::Confederate));
    assert_eq!(play.orders(), ["lose X", "lose Y"]);
    assert_eq!(play.no("lose Z"), "L8-15");
    play.go("lose X");
    assert_eq!(play.kind(), "retreat-hex");
    play.go("retreat E").go("halt");
    assert_eq!((play.hex("Y"), play.hex("Z")), ("0507".into(), "0507".into()));
}

#[rule("L8-16", "L8-17", "L8-18")]
#[test]
fn an_exchange_is_matched() {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 3 4 0505")
        .unit("u inf B I/1/1 2 3 0505")
        .unit("u inf C I/1/1 4 3 0505")
        .unit("c inf X L/B/C 3 4 0506")
        .unit("c inf Y L/B/C 5 4 0506");
    // 8:8 at 1-1, die 4: EXC.
    let mut play = attack(&world, &[4]);
    assert_eq!((play.kind(), play.orders()), ("loss", vec!["lose X".to_owned(), "lose Y".to_owned()]));
    play.go("lose Y");
    // The attacker must begin with A (cohesion 4, the only one), then needs 2 more SP.
    assert_eq!((play.kind(), play.hex("A").as_str()), ("exchange", "-"));
    assert_eq!(play.orders(), ["lose B", "lose C"]);
    play.go("lose B");
    assert_ne!(play.kind(), "exchange");
    assert_eq!((play.hex("C").as_str(), play.pos().lost_sp(Side::Union)), ("0505", 5));
    // The smaller loss is the defender's choice; one unit matches it, and it ends there.
    let mut play = attack(&world, &[4]);
    play.go("lose X");
    assert_eq!((play.pos().lost_sp(Side::Union), play.pos().lost_sp(Side::Confederate)), (3, 3));
    // Too weak to match: everything is lost.
    let weak = World::new(9, 20)
        .unit("u inf A I/1/1 3 4 0505")
        .unit("u inf B I/1/1 1 4 0505")
        .unit("c inf X L/B/C 6 4 0506");
    let mut play = attack(&weak, &[3]); // 2-3: EXC
    while play.kind() == "exchange" {
        play.go(&play.orders()[0].clone());
    }
    assert_eq!(play.pos().lost_sp(Side::Union), 4);
}

#[rule("L9-7", "LTAB-3", "L3-11", "LTAB-11")]
#[test]
fn a_stack_in_woods_may_stand() {
    let world = |state: &str| {
        World::new(9, 20)
            .terrain("woods", &["0506"])
            .unit("u inf A I/1/1 8 4 0505")
            .unit(&format!("c inf X L/B/C 4 4 0506 {state}"))
            .unit(&format!("c inf Y L/B/C 4 3 0506 {state}"))
            .unit("c inf F L/B/C 1 4 0508")
            .unit("c inf E L/B/C 1 4 0407")
    };
    let mut play = attack(&world(""), &[1]); // 1-1: DR
    assert_eq!((play.kind(), play.orders()), ("stand", vec!["go".to_owned(), "stay".to_owned()]));
    // The stand test: cohesion 4, die 5 with a friend beside it fails: disorganized, but it stands.
    play.roll("stay", &[5]);
    assert_eq!(
        (play.hex("X").as_str(), play.has("X", flag::D), play.has("Y", flag::D)),
        ("0506", true, true)
    );
    // Already disorganized: the unit that fails is lost, the rest stays.
    let mut play = attack(&world("disorganized"), &[2]); // -1: DR
    play.roll("stay", &[5]);
    assert_eq!((play.hex("X").as_str(), play.hex("Y").as_str()), ("-", "0506"));
    // Going costs a disorganized stack a unit.
    let mut play = attack(&world("disorganized"), &[2]);
    play.go("go");
    assert_eq!(play.hex("X"), "-");
    // In the open there is nothing to choose.
    let open = World::new(9, 20).unit("u inf A I/1/1 8 4 0505").unit("c inf X L/B/C 8 4 0506");
    assert_eq!(attack(&open, &[1]).kind(), "retreat-hex");
    // Without the test in the charts standing costs nothing.
    let free = world("").lfm("tables = { crt_results = { nr_stand_test = false } }");
    let mut play = attack(&free, &[1]);
    play.go("stay");
    assert!(!play.has("X", flag::D));
}

/// Two regiments and a battery in this state, attacked under this die at 1-1.
fn pressed(state: &str, men: &str, die: u8) -> Play {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 8 4 0505")
        .unit(&format!("c inf X L/B/C 4 4 0506 {state}"))
        .unit(&format!("c inf Y L/B/C 2 3 0506 {state}"))
        .unit(&format!("c art G L/B 2 3 0506 {state}"))
        .man_with("c Brig 1 - L/B/C 0506", men);
    attack(&world, &[die])
}

#[rule("L14-1")]
#[test]
fn a_forced_retreat_disorganizes() {
    let mut play = pressed("", "", 2); // DR
    play.go("retreat E").go("halt");
    assert!(["X", "Y", "G"].iter().all(|n| play.has(n, flag::D) && play.hex(n) == "0507"));
}

#[rule("L14-10")]
#[test]
fn a_disorganized_stack_that_is_driven_again_loses_a_unit() {
    // One unit, by the rating used; the rest retreats.
    let mut play = pressed("disorganized", "", 3);
    assert_eq!(play.hex("X"), "-");
    play.go("retreat E").go("halt");
    assert_eq!((play.hex("Y"), play.hex("G")), ("0507".into(), "0507".into()));
    // A single regiment is all that is lost.
    let one = World::new(9, 20).unit("u inf A I/1/1 8 4 0505").unit("c inf X L/B/C 8 4 0506 disorganized");
    assert_eq!(attack(&one, &[3]).hex("X"), "-");
}

#[rule("LTAB-3")]
#[test]
fn the_loss_of_a_result_replaces_that_of_a_second_retreat() {
    let mut play = pressed("disorganized", "", 1); // row 0 of 1-1: DE
    play.go("retreat E").go("halt");
    assert_eq!(
        (play.hex("X").as_str(), play.hex("Y").as_str(), play.hex("G").as_str()),
        ("-", "0507", "0507")
    );
}

#[rule("L16-7")]
#[test]
fn shattered_units_count_as_disorganized_without_a_marker() {
    let mut play = pressed("", "shattered = true", 3);
    assert_eq!(play.hex("X"), "-");
    play.go("retreat E").go("halt");
    assert!(!play.has("Y", flag::D) && play.pos().disordered(play.id("Y")));
}

#[rule("LTAB-3")]
#[test]
fn results_that_cost_units() {
    // DE2 on a single regiment: it is gone, and nothing more.
    let single = World::new(9, 20).unit("u inf A I/1/1 8 6 0505").unit("c inf X L/B/C 1 1 0506");
    assert_eq!(attack(&single, &[1]).hex("X"), "-");
    // AE from two hexes: one unit in all, both hexes retreat.
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 2 4 0505")
        .unit("u inf B I/1/1 2 4 0605")
        .unit("u inf C I/1/1 2 3 0605")
        .unit("c inf X L/B/C 8 6 0506");
    let mut play = world.at(Phase::Combat);
    play.go("target 0506").go("with 0505").go("with 0605").roll("fight", &[6]);
    assert_eq!((play.kind(), play.orders()), ("loss", vec!["lose A".to_owned(), "lose B".to_owned()]));
    play.go("lose A");
    assert_eq!(play.kind(), "retreat-hex");
    play.go(&play.orders()[0].clone());
    play.go("halt");
    assert!(play.hex("B") != "0605" && play.hex("B") == play.hex("C"));
    assert_eq!(play.pos().lost_sp(Side::Union), 2);
}

#[rule("L18-3", "L16-8")]
#[test]
fn a_check_called_by_combat_uses_the_ladder() {
    let world = |state: &str, men: &str| {
        World::new(9, 20)
            .unit("u inf A I/1/1 8 3 0505")
            .unit(&format!("c inf X L/B/C 8 3 0506 {state}"))
            .unit("c inf F L/B/D 1 3 0508")
            .unit("c inf E L/B/D 1 3 0407")
            .man_with("c Brig 1 - L/B/C 0506", men)
    };
    let mut good = attack(&world("", ""), &[3]); // DC
    assert_eq!((good.kind(), good.seat()), ("name-unit", Side::Union));
    good.roll("name X", &[5]);
    assert_eq!((good.hex("X").as_str(), good.has("X", flag::D)), ("0506", true));
    let mut d = attack(&world("disorganized", ""), &[4]);
    d.roll("name X", &[5]);
    assert_eq!(d.kind(), "retreat-hex");
    let mut broken = attack(&world("", "shattered = true"), &[4]);
    broken.roll("name X", &[5]);
    assert_eq!(broken.hex("X"), "-");
}

#[rule("L21-3", "L20-26")]
#[test]
fn commanders_left_alone_join_troops_or_their_superior() {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 8 6 0505")
        .unit("c inf X L/B/C 1 1 0506")
        .unit("c inf Y L/B/D 4 4 0509")
        .man("c Div 2 4 L/B/- 0506")
        .man("c Brig 1 - L/B/C 0506")
        .man("c Corps 3 4 L/-/- 0512");
    let mut play = attack(&world, &[1, 6]); // DE2: one roll for Div
    let mut asked = 0;
    while play.kind() == "commander-hex" {
        assert_eq!(play.orders(), ["place 0509", "place 0512"]);
        asked += 1;
        play.go("place 0509");
    }
    assert_eq!((asked, play.hex("Div").as_str()), (1, "0509"));
    // His last regiment gone, the brigadier goes to his superior.
    assert_eq!(play.hex("Brig"), play.hex("Div"));
}

/// An attacker of this arm, and a defender.
fn meeting(attacker: &str, defender: &str) -> World {
    World::new(9, 20).unit(&format!("u {attacker} A I/1/1 8 4 0505")).unit(&format!("c {defender}"))
}

const HORSE: &str = "cav X L/B/C 4 4 0506 dismounted";
const FOOT: &str = "inf X L/B/C 4 4 0506";

#[rule("L11-1")]
#[test]
fn cavalry_and_designated_units_may_retreat_before_combat() {
    let mut play = attack(&meeting("inf", HORSE), &[]);
    assert_eq!((play.kind(), play.seat()), ("retreat-before-combat", Side::Confederate));
    play.roll("stay", &[4]);
    let sharp = meeting("inf", FOOT).lfm("retreat_before_combat = [\"X\"]");
    assert_eq!(attack(&sharp, &[]).kind(), "retreat-before-combat");
    // Not with guns beside them, not infantry: the die falls at once.
    let guns = meeting("inf", HORSE).unit("c art G L/B 2 4 0506");
    assert_ne!(attack(&guns, &[4]).kind(), "retreat-before-combat");
    assert_ne!(attack(&meeting("inf", FOOT), &[4]).kind(), "retreat-before-combat");
}

#[rule("L11-2")]
#[test]
fn nobody_slips_away_from_horsemen() {
    assert_ne!(attack(&meeting("cav", HORSE), &[4]).kind(), "retreat-before-combat");
}

#[rule("L11-3", "L5-6")]
#[test]
fn who_slips_away_goes_one_or_two_hexes_in_good_order() {
    let mut play = attack(&meeting("inf", HORSE), &[]);
    play.go("go").go("retreat E");
    assert!(play.may("halt"));
    play.go("retreat E");
    assert_eq!((play.hex("X").as_str(), play.has("X", flag::D)), ("0508", false));
    assert_ne!(play.kind(), "retreat-hex");
}

#[rule("L11-4")]
#[test]
fn no_die_is_rolled_for_a_hex_that_was_left_and_nobody_advances() {
    let mut play = attack(&meeting("inf", HORSE), &[]);
    play.go("go").go("retreat E").go("halt");
    assert_ne!((play.kind(), play.state.phase), ("advance", Phase::Combat));
    assert_eq!(play.hex("A"), "0505");
}

#[rule("L5-8")]
#[test]
fn who_slips_away_into_contact_is_disorganized() {
    // Every hex around is in a zone of control: there is no second hex.
    let ringed = meeting("inf", HORSE)
        .unit("u inf B I/1/2 4 4 0508")
        .unit("u inf C I/1/3 4 4 0707")
        .unit("u inf D I/1/4 4 4 0307");
    let mut play = attack(&ringed, &[]);
    play.go("go");
    play.go(&play.orders()[0].clone());
    assert!(play.pos().in_zoc(play.piece("X").at(), Side::Union));
    assert!(play.has("X", flag::D) && play.kind() != "retreat-hex");
}

#[rule("L11-4")]
#[test]
fn the_odds_are_found_anew_when_one_of_two_hexes_left() {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 8 4 0505")
        .unit("c cav X L/B/C 4 4 0405")
        .unit("c inf Y L/B/D 4 4 0506");
    let mut play = world.at(Phase::Combat);
    play.go("target 0405").go("with 0506").go("with 0505").go("fight");
    assert_eq!(play.kind(), "retreat-before-combat");
    play.go("go");
    let order = play.orders()[0].clone();
    play.go(&order);
    play.give("halt", &mut table::ScriptedDice::new([4]));
    let fought = play.said().into_iter().find(|s| s.contains("attack")).unwrap();
    assert!(fought.contains("0505 attack 0506 at 2-1"), "{fought}");
}

#[rule("L21-3", "L20-33")]
#[test]
fn an_acting_army_commander_answers_to_nobody() {
    // The acting 2-star and the 3-star of his corps are left alone in one hex.
    let world = World::new(9, 20)
        .lfm("acting = { confederate = \"Acts\" }")
        .unit("u inf A I/1/1 8 6 0505")
        .unit("c inf X L/B/C 1 1 0506")
        .man("c Acts 2 4 L/B/- 0506")
        .unit("c inf Y M/B/C 4 4 0520");
    let play = attack(&world, &[1, 6]);
    assert_eq!(play.pos().superior(play.id("Acts")), None);
    assert_eq!(play.hex("Acts"), "0506", "nobody is there whom he could join");
}
