//! Retreats (9).

use lfm::{Phase, Where, flag};
use table::{Side, rule};

use crate::world::{Play, World};

/// X in 0505 is attacked from the north-west (0404) at such odds that a 1 makes it retreat.
fn driven(world: World) -> Play {
    driven_by(world, 2)
}

fn driven_by(world: World, die: u8) -> Play {
    let mut play = world.unit("u inf A I/1/1 8 5 0404").at(Phase::Combat);
    play.go("target 0505").go("with 0404");
    for hex in ["0405", "0506", "0605", "0604", "0504"] {
        if play.may(&format!("with {hex}")) {
            play.go(&format!("with {hex}"));
        }
    }
    play.roll("fight", &[die]);
    play
}

fn x() -> World {
    World::new(9, 20).unit("c inf X L/B/C 8 5 0505")
}

#[rule("L9-1", "L9-2", "L9-3")]
#[test]
fn the_first_hex_is_straight_away() {
    let mut play =
        World::new(9, 20).unit("c inf X L/B/C 8 5 0505").unit("u inf A I/1/1 8 5 0404").at(Phase::Combat);
    play.go("target 0505").go("with 0404").roll("fight", &[2]);
    assert_eq!(play.orders(), ["retreat SE"]);
    assert_eq!(play.no("halt"), "L9-1");
    play.go("retreat SE");
    assert_eq!(play.kind(), "retreat-hex");
    play.go(&play.some("retreat")[0].clone());
    assert_ne!(play.kind(), "retreat-hex", "two hexes at most");
    let mut two = World::new(9, 20)
        .unit("c inf X L/B/C 8 5 0505")
        .unit("u inf A I/1/1 8 5 0404")
        .unit("u inf B I/1/1 8 5 0405")
        .at(Phase::Combat);
    two.go("target 0505").go("with 0404").go("with 0405").roll("fight", &[4]);
    assert_eq!(two.orders(), ["retreat SE", "retreat SW"]);
}

#[rule("L9-4", "L9-5", "L9-6")]
#[test]
fn zones_of_control_are_avoided_if_possible() {
    // The hex straight away, 0605, lies beside another enemy in 0706: every free neighbour is offered.
    let mut play = driven(x().unit("u inf B I/1/2 2 4 0706"));
    assert_eq!(play.no("retreat SE"), "L9-4");
    assert!(play.some("retreat").iter().all(|o| o != "retreat SE") && !play.orders().is_empty());
    play.go(&play.orders()[0].clone());
    // Ringed at two hexes: one hex, then a stop, disorganized.
    let ring = x()
        .unit("u inf B I/1/2 2 4 0507")
        .unit("u inf C I/1/3 2 4 0706")
        .unit("u inf D I/1/4 2 4 0704")
        .unit("u inf E I/1/5 2 4 0503");
    let mut play = driven(ring);
    assert!(!play.orders().is_empty());
    play.go(&play.orders()[0].clone());
    assert!(play.has("X", flag::D));
    assert_ne!(play.kind(), "retreat-hex");
    // No hex at all: eliminated.
    let shut = World::new(9, 20)
        .terrain("water", &["0506", "0605", "0604", "0504"])
        .unit("c inf X L/B/C 8 5 0505")
        .unit("u inf B I/1/2 8 5 0405");
    let play = driven_by(shut, 3);
    assert_eq!(play.hex("X"), "-");
    assert_eq!(play.piece("X").place, Where::Lost);
}

#[rule("L9-9", "L9-10")]
#[test]
fn off_the_map_and_back() {
    let world = World::new(9, 20)
        .lfm("turns = 6\nfirst_player = { 2 = \"union\" }")
        .unit("c inf X L/B/C 8 5 0905")
        .unit("u inf A I/1/1 8 5 0804");
    let mut play = world.at(Phase::Combat);
    play.go("target 0905").go("with 0804").roll("fight", &[2]);
    assert_eq!(play.orders(), ["retreat SE"]);
    play.go("retreat SE");
    assert_eq!(play.piece("X").place, Where::Away);
    let id = play.id("X");
    let turn = |hex: &str| play.pos().entry_turn(id, play.setup.map.grid.hex(hex).unwrap()).unwrap();
    // Left on turn 1 at 0905: five hexes along the edge a turn.
    assert_eq!([turn("0905"), turn("0910"), turn("0911"), turn("0915"), turn("0916")], [2, 2, 3, 3, 4]);
    play.until(Phase::Movement, Side::Confederate);
    assert_eq!(play.no("take X"), "LSEQ-18");
    play.until(Phase::Movement, Side::Union);
    play.until(Phase::Movement, Side::Confederate);
    play.go("take X");
    let entries: Vec<String> = play.some("enter");
    assert!(
        entries.contains(&"enter 0910".to_owned()) && !entries.contains(&"enter 0911".to_owned()),
        "{entries:?}"
    );
    assert!(!entries.contains(&"enter 0904".to_owned()), "in a zone of control");
    play.go("enter 0909");
    assert_eq!(play.hex("X"), "0909");
}

#[rule("L9-14")]
#[test]
fn shattered_units_do_not_find_cover() {
    let world = |hexes: &[&str]| {
        World::new(9, 20)
            .terrain("woods", hexes)
            .unit("c inf X L/B/C 4 5 0505")
            .unit("c inf Y L/B/C 4 5 0505")
            .man_with("c Brig 1 - L/B/C 0505", "shattered = true")
            .unit("u inf A I/1/1 8 5 0404")
    };
    let mut play = world(&["0605"]).at(Phase::Combat);
    play.go("target 0505").go("with 0404").roll("fight", &[3]);
    play.go(&play.some("lose")[0].clone());
    assert_eq!(play.orders(), ["retreat SE"]);
    play.go("retreat SE");
    assert_eq!((play.hex("X").as_str(), play.hex("Y").as_str()), ("-", "-"));
    let mut clear = world(&["0909"]).at(Phase::Combat);
    clear.go("target 0505").go("with 0404").roll("fight", &[3]);
    clear.go(&clear.some("lose")[0].clone());
    clear.go("retreat SE").go("halt");
    assert!(clear.hex("X") == "0605" || clear.hex("Y") == "0605");
    // Of their own will they may go into woods.
    let own = World::new(9, 20)
        .terrain("woods", &["0505"])
        .unit("u inf A I/1/1 4 4 0506")
        .man_with("u Brig 1 - I/1/1 0506", "shattered = true")
        .unit("c inf X L/B/C 4 4 0507");
    let mut play = own.at(Phase::BreakOff);
    play.go("pull 0506").go("retreat W").go("halt");
    assert_eq!(play.hex("A"), "0505");
}

#[rule("L9-15")]
#[test]
fn the_second_hex_leads_to_the_brigade() {
    let world = x().man("c Brig 1 - L/B/C 0909").unit("c inf Y L/B/C 2 2 0909");
    let mut play = driven(world);
    play.go("retreat SE");
    // From 0605 the commander in 0909 is 6 hexes away: only steps that come nearer.
    let far = |o: &str| matches!(o, "retreat W" | "retreat NW" | "retreat NE");
    assert!(play.some("retreat").iter().all(|o| !far(o)), "{:?}", play.orders());
    assert_eq!(play.no("retreat W"), "L9-15");
    play.go("retreat SE");
    // With nobody to go to, any free hex will do.
    let mut alone = driven(x());
    alone.go("retreat SE");
    assert!(alone.some("retreat").len() >= 3);
}

#[rule("L12-6")]
#[test]
fn guns_do_not_retreat_into_a_zone_of_control_without_friends() {
    let ring = |friend: &str| {
        let world = World::new(9, 20)
            .unit("c art X L/B 8 5 0505")
            .unit("u inf B I/1/2 2 4 0507")
            .unit("u inf C I/1/3 2 4 0706")
            .unit("u inf D I/1/4 2 4 0704")
            .unit("u inf E I/1/5 2 4 0503");
        if friend.is_empty() { world } else { world.unit(friend) }
    };
    let lost = driven(ring(""));
    assert_eq!(lost.hex("X"), "-");
    let mut play = World::new(9, 20)
        .unit("c art X L/B 8 5 0505")
        .unit("c inf F L/B/C 4 4 0605")
        .unit("u inf B I/1/2 2 4 0507")
        .unit("u inf C I/1/3 2 4 0706")
        .unit("u inf D I/1/4 2 4 0704")
        .unit("u inf E I/1/5 2 4 0503")
        .unit("u inf A I/1/1 8 5 0404")
        .at(Phase::Combat);
    play.go("target 0505").go("with 0404").roll("fight", &[2]);
    assert_eq!(play.orders(), ["retreat SE"]);
    play.go("retreat SE");
    assert!(play.hex("X") == "0605" && play.has("X", flag::D) && play.has("F", flag::D));
    // Voluntarily they may simply stay.
    let mut stay = World::new(9, 20)
        .terrain("water", &["0504", "0604", "0605", "0405", "0404"])
        .unit("u art G I/1 4 4 0505")
        .unit("c inf X L/B/C 4 4 0506")
        .at(Phase::Combat);
    stay.go("target 0506").go("with 0505").roll("fight", &[3]);
    stay.roll("name X", &[1]);
    assert_eq!(stay.state.phase, Phase::BreakOffOther, "the guns have nowhere to go and stay");
}

#[rule("L12-8")]
#[test]
fn guns_go_with_their_infantry_into_a_zone_of_control() {
    let ring = |with: &str| {
        let world = World::new(9, 20)
            .unit("c art X L/B 4 5 0505")
            .unit("u inf B I/1/2 2 4 0507")
            .unit("u inf C I/1/3 2 4 0706")
            .unit("u inf D I/1/4 2 4 0704")
            .unit("u inf E I/1/5 2 4 0503");
        if with.is_empty() { world } else { world.unit(with) }
    };
    assert_eq!(driven(ring("")).hex("X"), "-", "alone they are lost");
    let mut play = driven(ring("c inf F L/B/C 4 5 0505"));
    assert_eq!(play.kind(), "retreat-hex");
    let order = play.orders()[0].clone();
    play.go(&order);
    assert_eq!(play.hex("X"), play.hex("F"));
    assert!(play.hex("X") != "-" && play.pos().in_zoc(play.piece("X").at(), Side::Union));
    assert!(play.has("X", flag::D) && play.pos().limbered(play.id("X")));
}
