//! The defender's retreat option and advances after combat (7.6).

use table::{Side, rule};

use super::field::{duel, field};
use super::world::{Game, World};
use crate::retreat::RetreatKind;

/// Three Union units in 0605, six strong together, and Lion beside them.
fn three() -> World {
    field()
        .infantry("u", "A", "0605", 2, "fatigue = 2")
        .infantry("u", "B", "0605", 2, "fatigue = 4")
        .infantry("u", "C", "0605", 2, "")
        .infantry("c", "Lion", "0606", 6, "")
}

fn struck(world: World, dice: [u8; 2]) -> Game {
    let mut game = world.set();
    game.marching("Lion", 4);
    game.strike("0605", "normal", &dice);
    game
}

#[rule("G7.6-47", "G7.6-49", "G7.6-51", "G7.6-5")]
#[test]
fn some_defenders_may_pull_back() {
    let mut game = struck(three(), [3, 3]);
    assert_eq!(game.combat()["defender_result"], "D");
    assert_eq!(game.decides(), ("withdraw", Side::Union));
    assert_eq!(game.open("withdraw"), ["A", "B", "C"], "tired units too");
    game.play("withdraw A", &[]);
    assert_eq!(game.refused("withdraw A"), "G7.6-47", "once");
    assert_eq!(game.refused("withdraw Lion"), "G7.6-47", "only a defender");
    game.play("withdraw B", &[]);
    game.play("done", &[]);
    game.play("retreat 0604", &[]);
    // One hex is enough, although it is next to the start; the two go as one stack.
    game.play("halt", &[]);
    assert_eq!(["A", "B", "C"].map(|u| game.at(u)), ["0604", "0604", "0605"]);
}

#[rule("G7.6-47", "G7.6-48", "G7.6-49")]
#[test]
fn a_voluntary_retreat_is_a_normal_one() {
    let mut game = struck(three(), [3, 3]);
    game.play("withdraw C", &[]);
    game.play("done", &[]);
    let mut charts = Vec::new();
    for hex in ["0604", "0505", "0404"] {
        let retreat = game.state.retreat().cloned().unwrap();
        assert_eq!(retreat.kind, RetreatKind::Voluntary);
        charts.push(game.pos().plan(&retreat).legal(retreat.at, &retreat.path)[0].chart);
        game.play(&format!("retreat {hex}"), &[]);
        // 0505 is next to the start as well.
        assert!(game.offers("halt"));
    }
    assert_eq!(charts, [1, 2, 2]);
    game.play("retreat 0403", &[]);
    assert!(!matches!(game.asks(), "retreat-hex"), "four hexes at most");
    assert_eq!(game.unit("C").demoralized, 0);
    // A forced retreat leaves no such choice.
    assert!(matches!(struck(three(), [5, 3]).asks(), "retreat-hex"));
}

#[rule("G7.6-47")]
#[test]
fn who_would_surrender_may_not_choose_it() {
    let game = struck(super::retreats::walled(duel(), "0605", &["0606"]), [2, 3]);
    assert_eq!(game.combat()["defender_result"], "D");
    assert!(!matches!(game.asks(), "withdraw"));
}

#[rule("G7.6-50")]
#[test]
fn pulling_back_tires_after_a_dash_only() {
    let fatigue = |dice: [u8; 2], result: &str, more: &str| {
        let world = field().infantry("u", "Target", "0605", 6, more).infantry("c", "Lion", "0606", 6, "");
        let mut game = struck(world, dice);
        assert_eq!(game.combat()["defender_result"], result);
        game.play("withdraw Target", &[]);
        game.flee();
        game.fatigue("Target")
    };
    assert_eq!(fatigue([1, 4], "-", "fatigue = 2"), 3);
    assert_eq!(fatigue([1, 4], "-", "fatigue = 4"), 4);
    assert_eq!(fatigue([1, 3], "f", "fatigue = 2"), 3, "for the f alone");
    // A bare 1 is no dash: 30 against 30, two more than the dice for the defender's works.
    let mut world = field().game("GTC", 1864).infantry("c", "Lion", "0606", 15, "");
    for name in ["X", "Y"] {
        world = world.infantry("u", name, "0605", 15, "fatigue = 2");
    }
    let mut game = struck(world, [2, 4]);
    assert_eq!(game.combat()["defender_result"], "1");
    game.play("lose X", &[]);
    game.play("withdraw X", &[]);
    game.play("withdraw Y", &[]);
    game.flee();
    assert_eq!((game.fatigue("X"), game.fatigue("Y")), (2, 2));
}

#[rule("G7.6-52")]
#[test]
fn the_option_is_there_once() {
    let mut game = struck(duel(), [3, 3]);
    game.hold_ground();
    assert!(!game.offers("withdraw Target"));
    game.refused("withdraw Target");
}

/// Polk's assault from 0606: A, B and C of his corps, X of another beside them.
fn assault(dice: &[u8]) -> Game {
    let mut world = field().infantry("u", "Wall", "0605", 4, "");
    for name in ["A", "B", "C"] {
        world = world.infantry("c", name, "0606", 4, "command = \"P\"");
    }
    let mut game = world
        .infantry("c", "X", "0606", 4, "command = \"Q\"")
        .leader("c", "corps", "Polk", "P", "A", "tactical = 0\ncommand_value = 5")
        .scenario("[[leader]]\nside = \"confederate\"\nname = \"Hood\"\nrank = \"army\"\nwith = \"B\"\ncommand_value = 5")
        .bonus(3)
        .set();
    game.acting(Side::Confederate).play("assault Polk", &[]);
    game.play("select A", &[]);
    game.play("select B", &[]);
    game.play("select C", &[1]);
    game.play("done", dice);
    game
}

#[rule("G7.6-53", "G7.5-21")]
#[test]
fn any_of_the_attackers_may_advance() {
    for subset in 0..8u32 {
        // 12 against 4 is +2, assault +1, given +3; dice 2 and 2.
        let mut game = assault(&[2, 2]);
        assert_eq!(game.combat()["attacker_result"], "a");
        game.flee();
        assert_eq!(game.open("advance"), ["A", "B", "C"]);
        assert_eq!(game.refused("advance X"), "G7.6-53", "only who attacked");
        let mut twice = assault(&[2, 2]);
        twice.flee();
        twice.play("advance A", &[]);
        assert_eq!(twice.refused("advance A"), "G7.6-53", "once");
        let chosen: Vec<&str> = ["A", "B", "C"]
            .into_iter()
            .enumerate()
            .filter(|(n, _)| subset >> n & 1 == 1)
            .map(|(_, u)| u)
            .collect();
        for unit in &chosen {
            game.play(&format!("advance {unit}"), &[]);
        }
        if game.asks() == "advance" {
            game.play("done", &[]);
        }
        for unit in ["A", "B", "C"] {
            assert_eq!(game.at(unit), if chosen.contains(&unit) { "0605" } else { "0606" });
        }
    }
}

#[rule("G7.6-53")]
#[test]
fn no_advance_without_an_a_or_past_a_defender() {
    let mut game = struck(duel(), [3, 3]);
    assert_eq!(game.combat()["attacker_result"], "1D");
    game.play("withdraw Target", &[]);
    game.flee();
    assert!(game.is_over(), "the hex is empty, but there is no a");
    // With an a in the result the hex must be empty too: here everybody has left it.
    let mut game = struck(duel(), [4, 2]);
    game.flee();
    assert_eq!(game.asks(), "advance");
    game.refused("advance Target");
}

#[rule("G7.6-54", "G7.6-55", "G7.6-56")]
#[test]
fn an_advance_is_no_movement() {
    let mut game = field()
        .terrain("woods", &["0605"])
        .infantry("u", "Target", "0605", 5, "")
        .infantry("u", "Other", "0604", 5, "")
        .infantry("u", "Third", "0706", 5, "")
        .infantry("c", "Lion", "0606", 5, "")
        .bonus(4)
        .set();
    game.marching("Lion", 4);
    game.strike("0605", "normal", &[4, 2]);
    game.flee();
    game.play("advance Lion", &[]);
    // From zone to zone, into woods, off the road.
    assert_eq!((game.at("Lion"), game.mp_left()), ("0605".to_owned(), 2.0));
    assert_eq!(game.shape("Lion"), (5, false, 0, 0));
}

#[rule("G7.6-57", "G7.1-22", "G7.8-10")]
#[test]
fn after_an_advance_into_a_zone_a_unit_fights_or_stops() {
    let run = |near: &str| {
        let mut game = duel().infantry("u", "Other", near, 5, "").bonus(4).set();
        game.marching("Lion", 8);
        game.strike("0605", "normal", &[4, 2]);
        game.flee();
        game.play("advance Lion", &[]);
        assert_eq!(game.mp_left(), 6.0);
        game
    };
    let game = run("0604");
    assert_eq!(game.offered(), ["attack 0604", "end"]);
    game.refused("move 0505");
    let game = run("0204");
    assert!(game.offers("move 0505"), "without a zone the march goes on");
    assert_eq!(game.refused("refuse-flanks"), "G7.8-10");
}

#[rule("G7.6-58", "G7.6-59")]
#[test]
fn leaders_advance_with_their_own() {
    let polk = |game: &Game| game.label(game.state.leader_hex(game.leader_id("Polk")).unwrap());
    let hood = |game: &Game| game.label(game.state.leader_hex(game.leader_id("Hood")).unwrap());
    // All go: so do the leaders.
    let mut game = assault(&[2, 2]);
    game.flee();
    for unit in ["A", "B", "C"] {
        game.play(&format!("advance {unit}"), &[]);
    }
    if game.asks() == "advance" {
        game.play("done", &[]);
    }
    assert_eq!((polk(&game), hood(&game)), ("0605".to_owned(), "0605".to_owned()));
    // Only C goes: Polk stays with A, or goes along with C.
    let only_c = || {
        let mut game = assault(&[2, 2]);
        game.flee();
        game.play("advance C", &[]);
        game
    };
    let mut game = only_c();
    game.play("done", &[]);
    assert_eq!((polk(&game), game.at("C")), ("0606".to_owned(), "0605".to_owned()));
    let mut game = only_c();
    assert!(game.offers("transfer Polk > C") && game.offers("transfer Hood > C"));
    assert_eq!(game.refused("transfer Polk > X"), "G7.6-59", "not of his command");
    assert_eq!(game.refused("transfer Polk > B"), "G7.6-59", "B stays where he is, as A does");
    game.play("transfer Polk > C", &[]);
    game.play("done", &[]);
    assert_eq!((polk(&game), hood(&game)), ("0605".to_owned(), "0606".to_owned()));
    assert_eq!(game.state.leaders[game.leader_id("Polk").index()].unit, Some(game.id("C")));
    // A goes with Polk; he may stay behind with one of his own who stays.
    let mut game = assault(&[2, 2]);
    game.flee();
    game.play("advance A", &[]);
    game.play("transfer Polk > C", &[]);
    game.play("done", &[]);
    assert_eq!((polk(&game), game.at("A")), ("0606".to_owned(), "0605".to_owned()));
}

#[rule("G7.6-59")]
#[test]
fn a_leader_goes_along_with_the_unit_that_marched() {
    let mut game = duel()
        .infantry("c", "Stays", "0606", 4, "command = \"P\"")
        .infantry("c", "Goes", "0606", 5, "command = \"P\"\ntactical = 2")
        .leader("c", "corps", "Polk", "P", "Stays", "tactical = 2\ncommand_value = 4")
        .set();
    game.marching("Goes", 2);
    game.strike("0605", "normal", &[4, 2]);
    game.flee();
    game.play("advance Goes", &[]);
    game.play("transfer Polk > Goes", &[]);
    if game.asks() == "advance" {
        game.play("done", &[]);
    }
    assert_eq!(game.state.leader_hex(game.leader_id("Polk")), Some(game.hex("0605")));
}
