//! Combat (8): obligations, odds, modifiers; rounds (13); advances (10); breaking off (12).

use lfm::{Phase, flag};
use serde_json::{Value, json};
use table::{Side, rule};

use crate::world::{Play, World, faces, words};

fn combat(world: &World, attackers: &[&str], target: Value) -> Value {
    world.ask(json!({"ask":"combat","attackers":attackers,"target":target}))
}

fn drm(world: &World, attackers: &[&str]) -> i64 {
    let answer = combat(world, attackers, json!("0505"));
    assert!(answer["error"].is_null(), "{answer}");
    answer["drm"].as_i64().unwrap()
}

/// A defender in 0505; attackers are added in the hexes around it: W 0504, E 0506, NE 0405, NW 0404,
/// SE 0605, SW 0604.
fn target(unit: &str) -> World {
    World::new(9, 9).unit(&format!("c {unit}"))
}

fn attackers(mut world: World, hexes: &[&str]) -> World {
    for hex in hexes {
        world = world.unit(&format!("u inf A{hex} I/1/{hex} 4 4 {hex}"));
    }
    world
}

const FOOT: &str = "inf X L/B/C 4 4 0505";

#[rule("L8-1", "L8-2", "L8-6", "L8-5")]
#[test]
fn every_enemy_in_contact_is_attacked_in_one_combat_each() {
    // A stands between X and Y; B touches Y only.
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 8 4 0505")
        .unit("c inf X L/B/C 4 4 0405")
        .unit("c inf Y L/B/D 4 4 0506")
        .unit("u inf B I/1/2 4 4 0507");
    let mut play = world.at(Phase::Combat);
    assert_eq!(play.orders(), ["target 0405", "target 0506"]);
    play.go("target 0405");
    assert_eq!(play.orders(), ["with 0505", "with 0506"]);
    play.go("with 0506");
    // A attacks both: every attacker touches every target, so B cannot join.
    assert_eq!(play.orders(), ["with 0505"]);
    assert_eq!(play.no("with 0507"), "L8-6");
    play.go("with 0505").roll("fight", &[4]);
    assert!(play.state.round == 1);
    // A against X, B against Y.
    let mut play = world.at(Phase::Combat);
    play.go("target 0405").go("with 0505");
    assert_eq!(play.no("with 0506"), "L8-6");
    play.roll("fight", &[5]); // 2-1: DC
    while play.kind() != "target" {
        let order = play.orders()[0].clone();
        play.give(&order, &mut table::ScriptedDice::new([1]));
    }
    assert_eq!(play.no("done"), "L8-2");
    play.go("target 0506");
    assert_eq!(play.no("with 0505"), "L8-5");
    assert_eq!(play.orders(), ["with 0507"]);
    let both = combat(&world, &["0505"], json!(["0405", "0506"]));
    assert_eq!((both["attacker_sp"].clone(), both["defender_sp"].clone()), (json!(8), json!(8)));
    assert_eq!(combat(&world, &["0505", "0507"], json!(["0405", "0506"]))["clause"], "L8-6");
    assert!(combat(&world, &["0505", "0507"], json!("0506"))["error"].is_null());
}

#[rule("L8-6")]
#[test]
fn targets_are_named_before_the_attackers() {
    // A and B both touch X and Y. Once A attacks X, Y is another combat, though B could attack both.
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 8 4 0505")
        .unit("u inf B I/1/2 8 4 0406")
        .unit("c inf X L/B/C 4 4 0405")
        .unit("c inf Y L/B/D 4 4 0506");
    let mut play = world.at(Phase::Combat);
    play.go("target 0405");
    assert!(play.may("with 0506"));
    play.go("with 0505");
    assert_eq!(play.no("with 0506"), "L8-6");
}

#[rule("L8-2")]
#[test]
fn an_attacker_that_another_hex_needs_is_kept_for_it() {
    // Only A touches X; using it against Y alone would leave X unattacked.
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 8 4 0505")
        .unit("c inf X L/B/C 4 4 0404")
        .unit("c inf Y L/B/D 4 4 0506")
        .unit("u inf B I/1/2 4 4 0507");
    let mut play = world.at(Phase::Combat);
    play.go("target 0506");
    assert_eq!(play.no("with 0505"), "L8-2");
    assert_eq!(
        play.orders(),
        ["with 0404", "with 0507"].map(String::from).into_iter().filter(|o| play.may(o)).collect::<Vec<_>>()
    );
    play.go("with 0507").roll("fight", &[3]);
}

#[rule("L8-7", "L8-8")]
#[test]
fn not_every_stack_in_contact_attacks() {
    let world = target(FOOT).unit("u inf A I/1/1 4 4 0504").unit("u inf B I/1/2 4 4 0506");
    // A check each time: 1-1 with a 3, 2-1 with a flank and a 6.
    for (plan, die) in [(&["with 0506"][..], 3), (&["with 0504"], 3), (&["with 0504", "with 0506"], 6)] {
        let mut play = world.at(Phase::Combat);
        assert_eq!(play.no("done"), "L8-2");
        play.go("target 0505");
        assert_eq!(play.no("fight"), "L8-6");
        for order in plan {
            play.go(order);
        }
        play.roll("fight", &[die]);
        play.roll("name X", &[1]);
        assert_ne!(play.kind(), "target", "nothing is left to attack in this round");
    }
}

/// A has attacked X and was thrown back to 0504; X may follow.
fn repulsed() -> Play {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 4 3 0505")
        .unit("u inf D I/1/4 4 4 0403")
        .unit("c inf X L/B/C 8 3 0506");
    let mut play = world.at(Phase::Combat);
    play.go("target 0506").go("with 0505").roll("fight", &[4]); // 1-2: AR
    play.go("retreat W").go("halt");
    play
}

#[rule("L10-4")]
#[test]
fn the_defender_advances_too() {
    let mut play = repulsed();
    assert_eq!((play.kind(), play.seat()), ("advance", Side::Confederate));
    assert_eq!(play.some("advance"), ["advance W X"]);
    play.go("advance W X");
    assert_eq!(play.hex("X"), "0505");
}

#[rule("L13-1")]
#[test]
fn a_round_is_its_combats_with_their_retreats_and_advances() {
    let mut play = repulsed();
    assert_eq!((play.state.round, play.state.phase), (1, Phase::Combat));
    play.go("advance W X");
    assert_eq!((play.state.round, play.state.phase), (1, Phase::BreakOff));
}

#[rule("L13-2", "LSEQ-20")]
#[test]
fn rounds_go_on_as_long_as_units_are_in_contact() {
    let mut play = repulsed();
    play.go("advance W X").go("done").go("done");
    assert_eq!((play.state.round, play.kind()), (2, "target"));
    // Had X stayed, nobody would be in contact, and the phase would be over.
    let mut play = repulsed();
    play.roll("done", &[6]); // A's die for its order
    assert_ne!(play.state.phase, Phase::Combat);
    assert_eq!((play.some("target").len(), play.some("pull").len()), (0, 0));
}

#[rule("L8-9", "L20-31")]
#[test]
fn troops_drawn_in_by_an_enemy_advance_attack_out_of_command() {
    let mut play = repulsed();
    play.go("advance W X").go("done").go("done").go("target 0505");
    assert!(!play.has("A", flag::COMMAND) && play.may("with 0504"));
}

#[rule("L8-10", "L8-11", "L24-13")]
#[test]
fn flanks_count_and_facing_does_not() {
    for hex in ["0504", "0506", "0404", "0405", "0604", "0605"] {
        assert_eq!(drm(&attackers(target(FOOT), &[hex]), &[hex]), 0);
    }
    let two = |a: &'static str, b: &'static str| drm(&attackers(target(FOOT), &[a, b]), &[a, b]);
    assert_eq!((two("0404", "0405"), two("0404", "0506"), two("0504", "0506")), (0, -1, -1));
    let three = ["0404", "0405", "0506"];
    assert_eq!(drm(&attackers(target(FOOT), &three), &three), -1);
    let works = target(FOOT).more("[[marker]]\nkind = \"breastwork\"\nhex = \"0505\"");
    assert_eq!(drm(&attackers(works, &["0504", "0506"]), &["0504", "0506"]), 0);
}

#[rule("L8-12", "LTAB-1", "LTAB-2", "LTAB-5")]
#[test]
fn odds_shift_and_result() {
    let fight = |attack: (u8, u8), defend: (u8, u8)| {
        let world = World::new(9, 9)
            .unit(&format!("u art A I/1 {} {} 0504", attack.0, attack.1))
            .unit(&format!("c art X L/B {} {} 0505", defend.0, defend.1));
        combat(&world, &["0504"], json!("0505"))
    };
    assert_eq!(fight((8, 4), (8, 4))["odds"], "1-1");
    assert_eq!(faces(&fight((8, 4), (8, 4))), words("DR DR DC EXC AR AR"));
    assert_eq!(faces(&fight((9, 4), (3, 4))), words("DE DE DE DR DR DC"));
    assert_eq!(faces(&fight((4, 4), (8, 4))), words("DC EXC AR AR AE AE"));
    let shifted = World::new(9, 9)
        .unit("u inf A I/1/1 4 5 0504")
        .unit("u inf B I/1/2 4 3 0504")
        .unit("c inf X L/B/C 8 4 0505");
    let answer = combat(&shifted, &["0504"], json!("0505"));
    assert_eq!(
        (answer["attacker_cr"].clone(), answer["shift"].clone(), answer["column"].clone()),
        (json!(5), json!(1), json!("3-2"))
    );
    assert_eq!(fight((8, 2), (8, 5))["column"], "1-2");
    assert_eq!(fight((10, 5), (2, 4))["column"], "5-1");
    assert_eq!(fight((3, 3), (3, 3))["shift"], 0);
    // Regiments' ratings count before those of guns.
    let mixed = World::new(9, 9)
        .unit("u inf A I/1/1 4 3 0504")
        .unit("u art G I/1 4 6 0504")
        .unit("c inf X L/B/C 8 4 0505");
    assert_eq!(combat(&mixed, &["0504"], json!("0505"))["attacker_cr"], 3);
    // 16 against 8, flanked: die 4 becomes 3 at 2-1: DR.
    let flank = World::new(9, 9)
        .unit("u inf A I/1/1 8 4 0504")
        .unit("u inf B I/1/2 8 4 0506")
        .unit("c inf X L/B/C 8 4 0505");
    let answer = combat(&flank, &["0504", "0506"], json!("0505"));
    assert_eq!((answer["odds"].clone(), faces(&answer)[3].clone()), (json!("2-1"), json!("DR")));
}

#[rule("L8-13")]
#[test]
fn the_modifiers_of_both_sides_are_one_sum() {
    let fight = |state: &str, works: &str| {
        let world = World::new(9, 9)
            .unit(&format!("u inf A I/1/1 4 4 0504{state}"))
            .unit("u inf B I/1/2 4 4 0506")
            .unit("c inf X L/B/C 8 4 0505")
            .more(works);
        let answer = combat(&world, &["0504", "0506"], json!("0505"));
        assert_eq!(answer["column"], "1-1");
        (answer["drm"].as_i64().unwrap(), faces(&answer))
    };
    let works = "[[marker]]\nkind = \"breastwork\"\nhex = \"0505\"";
    // 1-1 without modifiers is DR DR DC EXC AR AR: each modifier moves every face.
    let flanked = fight("", "");
    assert_eq!((flanked.0, &flanked.1[1..]), (-1, &words("DR DR DC EXC AR")[..]));
    let sheltered = fight("", works);
    assert_eq!(sheltered, (0, words("DR DR DC EXC AR AR")));
    let broken = fight(" disorganized", works);
    assert_eq!((broken.0, &broken.1[..5]), (1, &words("DR DC EXC AR AR")[..]));
}

#[rule("L4-10")]
#[test]
fn the_regiments_of_a_hex_attack_and_defend_as_one() {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 4 4 0505")
        .unit("u inf B I/1/1 4 4 0505")
        .unit("c inf X L/B/C 4 4 0405")
        .unit("c inf Y L/B/D 4 4 0506");
    let mut play = world.at(Phase::Combat);
    play.go("target 0405");
    // A cannot attack the one and B the other: who attacks 0405 alone leaves 0506 unattacked.
    assert_eq!(play.no("with 0505"), "L8-2");
    play.go("with 0506").go("with 0505");
    let both = combat(&world, &["0505"], json!(["0405", "0506"]));
    assert_eq!((&both["attacker_sp"], &both["defender_sp"]), (&json!(8), &json!(8)));
    // Attacked, they go together.
    let two = World::new(9, 20)
        .unit("u inf A I/1/1 8 5 0404")
        .unit("c inf X L/B/C 4 5 0505")
        .unit("c inf Y L/B/C 4 5 0505");
    let mut play = two.at(Phase::Combat);
    play.go("target 0505").go("with 0404").roll("fight", &[2]).go("retreat SE").go("halt");
    assert_eq!((play.hex("X").as_str(), play.hex("Y").as_str()), ("0605", "0605"));
}

#[rule("L8-14", "LTAB-4")]
#[test]
fn the_example_of_the_book_has_a_net_modifier_of_minus_one() {
    let world = World::new(9, 9)
        .level(1, &["0504", "0506"])
        .unit("c inf X L/B/C 4 4 0505")
        .more("[[marker]]\nkind = \"breastwork\"\nhex = \"0505\"")
        .unit("u inf A I/1/1 4 4 0504")
        .unit("u inf B I/1/2 4 4 0506 disorganized")
        .man("u Div 2 5 I/1/- 0504");
    let answer = combat(&world, &["0504", "0506"], json!("0505"));
    let values: Vec<i64> =
        answer["modifiers"].as_array().unwrap().iter().map(|m| m["value"].as_i64().unwrap()).collect();
    assert_eq!((values, answer["drm"].clone()), (vec![-1, -1, -1, 1, 1], json!(-1)));
    assert_eq!(answer["modifiers"][0], json!({"name":"flanked","value":-1,"rule":"8.7","clause":"L8-11"}));
}

/// The modifier of an attack from 0504 alone.
fn one(world: World) -> i64 {
    drm(&attackers(world, &["0504"]), &["0504"])
}

const WORKS: &str = "[[marker]]\nkind = \"breastwork\"\nhex = \"0505\"";
const TWO: [&str; 2] = ["0504", "0404"];

#[rule("LTAB-4")]
#[test]
fn combat_modifiers_one_by_one() {
    assert_eq!(one(target(FOOT)), 0);
    assert_eq!(one(target(FOOT).man("c Div 2 4 L/B/- 0505")), 1);
    assert_eq!(one(target(FOOT).man("c Div 2 3 L/B/- 0505")), 0);
    assert_eq!(one(target(FOOT).man("u Div 2 4 I/1/- 0504")), -1);
    assert_eq!(one(target(FOOT).level(1, &["0504"])), -1);
    assert_eq!(one(target(FOOT).level(1, &["0505"])), 1);
    // Up a steep slope: lower, and the slope.
    assert_eq!(one(target(FOOT).level(1, &["0505"]).wall("steep-slope", "0504/0505")), 2);
    assert_eq!(one(target(FOOT).water("creek", "0504/0505")), 1);
    assert_eq!(one(target(FOOT).water("creek", "0504/0505").crossing("bridge", "0504/0505", "")), 1);
    // All attackers have to be higher, or across the creek.
    assert_eq!(drm(&attackers(target(FOOT).water("creek", "0504/0505"), &TWO), &TWO), 0);
    assert_eq!(drm(&attackers(target(FOOT).level(1, &["0504"]), &TWO), &TWO), 0);
}

#[rule("LTAB-4")]
#[test]
fn woods_orchards_and_cornfields_count_where_the_card_says_so() {
    let card = "tables = { combat_drm = { woods_orchard_cornfield = 1 } }";
    for word in ["woods", "orchard", "cornfield"] {
        assert_eq!(one(target(FOOT).terrain(word, &["0505"])), 0, "{word}");
        assert_eq!(one(target(FOOT).terrain(word, &["0505"]).lfm(card)), 1, "{word}");
    }
    assert_eq!(one(target(FOOT).lfm(card)), 0);
    assert_eq!(one(target(FOOT).terrain("woods", &["0504"]).lfm(card)), 0, "the attacker's cover is none");
}

#[rule("L24-7")]
#[test]
fn works_help_all_but_mounted_cavalry() {
    assert_eq!((one(target(FOOT)), one(target(FOOT).more(WORKS))), (0, 1));
    assert_eq!(one(target("cav X L/B/C 4 4 0505").more(WORKS)), 0);
    assert_eq!(one(target("cav X L/B/C 4 4 0505 dismounted").more(WORKS)), 1);
}

#[rule("L24-8")]
#[test]
fn towns_and_sunken_roads_are_works() {
    assert_eq!(one(target(FOOT).terrain("town", &["0505"])), 1);
    assert_eq!(one(target(FOOT).terrain("town", &["0505"]).more(WORKS)), 1);
    assert_eq!(one(target(FOOT).map("[features]\nsunken_road = [\"0505\"]\n")), 1);
    assert_eq!(one(target("cav X L/B/C 4 4 0505").terrain("town", &["0505"])), 0);
}

#[rule("L24-9")]
#[test]
fn a_stone_wall_counts_if_every_attacker_comes_across_it() {
    let wall = || target(FOOT).wall("stone-wall", "0504/0505");
    assert_eq!((one(wall()), one(target(FOOT).wall("stone-wall", "0506/0505"))), (1, 0));
    assert_eq!(drm(&attackers(wall(), &TWO), &TWO), 0);
    assert_eq!(drm(&attackers(wall().wall("stone-wall", "0404/0505"), &TWO), &TWO), 1);
}

#[rule("L24-10")]
#[test]
fn works_behind_a_wall_count_once() {
    assert_eq!(one(target(FOOT).wall("stone-wall", "0504/0505").more(WORKS)), 1);
}

#[rule("L16-6")]
#[test]
fn a_shattered_stack_defends_with_all_its_strength() {
    let broken = target("inf X L/B/C 6 4 0505").man_with("c Brig 1 - L/B/C 0505", "shattered = true");
    let answer = combat(&attackers(broken.clone(), &["0504"]), &["0504"], json!("0505"));
    assert_eq!((answer["defender_sp"].clone(), answer["drm"].clone()), (json!(6), json!(-1)));
    // Once a hex, whatever else is in disorder there.
    assert_eq!(one(broken.unit("c art G L/B 2 4 0505 disorganized")), -1);
}

#[rule("L16-1", "L16-2", "L24-7")]
#[test]
fn disorder_counts_for_each_hex() {
    let world = World::new(9, 9)
        .unit("c inf X L/B/C 4 4 0505")
        .unit("u inf A I/1/1 4 4 0504 disorganized")
        .unit("u inf B I/1/2 4 4 0404 disorganized")
        .unit("u inf C I/1/3 4 4 0405");
    let answer = combat(&world, &["0504", "0404", "0405"], json!("0505"));
    assert_eq!(answer["drm"], 2 - 1); // two disorganized hexes, flanked
    let two = World::new(9, 9)
        .unit("u inf A I/1/1 4 4 0505")
        .unit("c inf X L/B/C 4 4 0405 disorganized")
        .unit("c inf Y L/B/D 4 4 0506")
        .man_with("c Brig 1 - L/B/D 0506", "shattered = true")
        .more("[[marker]]\nkind = \"breastwork\"\nhex = \"0405\"");
    assert_eq!(combat(&two, &["0505"], json!(["0405", "0506"]))["drm"], -2 + 1);
}

#[rule("L8-22", "L10-5", "L10-1", "L10-3")]
#[test]
fn combats_are_fought_one_by_one_and_advances_made_at_once() {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 8 6 0505")
        .unit("u inf B I/1/2 8 6 0605")
        .unit("u inf N I/1/3 8 6 0404")
        .unit("c inf X L/B/C 4 3 0506")
        .unit("c inf Y L/B/D 4 3 0607");
    let mut play = world.at(Phase::Combat);
    assert_eq!(play.some("target").len(), 1, "only X is in contact");
    play.go("target 0506").go("with 0505").roll("fight", &[6]); // 4-1 after the shift: DR
    play.go("retreat E").go("halt");
    // A fought and may advance; B touches the hex too but took no part.
    assert_eq!(play.kind(), "advance");
    assert_eq!(play.some("advance"), ["advance E A"]);
    assert_eq!(play.no("advance NE B"), "L10-3");
    play.go("done");
    assert!(play.some("advance").is_empty(), "an advance not made is gone");
    // Two enemy hexes: both orders are open, and one that is no longer touched drops out.
    let two = World::new(9, 20)
        .unit("u inf A I/1/1 8 6 0505")
        .unit("u inf B I/1/2 8 6 0705")
        .unit("c inf X L/B/C 4 3 0506")
        .unit("c inf Y L/B/D 4 3 0706");
    assert_eq!(two.at(Phase::Combat).orders(), ["target 0506", "target 0706"]);
}

#[rule("L10-6", "L10-7", "L10-8", "L10-9")]
#[test]
fn how_many_advance_and_where() {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 10 6 0504")
        .unit("u art G I/1 4 6 0504")
        .unit("u inf B I/1/2 8 6 0604")
        .unit("c inf X L/B/C 4 3 0505");
    let mut play = world.at(Phase::Combat);
    play.go("target 0505").go("with 0504").go("with 0604").roll("fight", &[6]);
    play.go("retreat E").go("halt");
    assert_eq!(play.kind(), "advance");
    assert_eq!(play.no("advance E G"), "L10-7");
    // Nobody in the vacated hex yet: no side step.
    assert_eq!(play.no("advance E B"), "L10-8");
    play.go("advance E A");
    assert_eq!(play.no("advance NE B"), "L10-6");
    assert_eq!(
        play.some("advance"),
        ["advance E B", "advance NW B"]
            .map(String::from)
            .into_iter()
            .filter(|o| play.may(o))
            .collect::<Vec<_>>()
    );
    play.go("advance E B");
    assert_eq!((play.hex("A"), play.hex("B"), play.hex("G")), ("0505".into(), "0605".into(), "0504".into()));
    assert!(!play.has("A", flag::COMMAND), "an advance into a zone of control needs no command");
    // A shattered defender does not advance into one.
    let broken = World::new(9, 20)
        .unit("u inf A I/1/1 4 3 0505")
        .unit("u inf B I/1/2 4 3 0404")
        .unit("c inf X L/B/C 8 3 0506")
        .man_with("c Brig 1 - L/B/C 0506", "shattered = true");
    let mut play = broken.at(Phase::Combat);
    play.go("target 0506").go("with 0505").roll("fight", &[6]); // 1-2, -1: row 5: AE
    assert_eq!(play.hex("A"), "-");
    assert_ne!(play.kind(), "advance");
}

#[rule("L10-8")]
#[test]
fn nobody_advances_where_nobody_can_go() {
    // A enters the hex that was left; beside it lie a pond, and the hex that A came from.
    let world = World::new(9, 20)
        .terrain("water", &["0605"])
        .unit("u inf A I/1/1 6 6 0504")
        .unit("u inf B I/1/2 6 6 0604")
        .unit("c inf X L/B/C 4 3 0505");
    let mut play = world.at(Phase::Combat);
    play.go("target 0505").go("with 0504").go("with 0604").roll("fight", &[6]);
    play.go("retreat E").go("halt").go("advance E A");
    assert_eq!(play.no("advance E B"), "L10-8");
    assert!(play.may("advance NW B"));
}

#[rule("L10-8")]
#[test]
fn nobody_advances_twice() {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 6 6 0504")
        .unit("u inf B I/1/2 6 6 0604")
        .unit("c inf X L/B/C 4 3 0505");
    let mut play = world.at(Phase::Combat);
    play.go("target 0505").go("with 0504").go("with 0604").roll("fight", &[6]);
    play.go("retreat E").go("halt").go("advance E A").go("advance NW B");
    assert_eq!(play.hex("B"), "0504", "beside the hex that A entered, where A had stood");
    assert_ne!(play.kind(), "advance", "both have made their hex");
}

/// A has attacked X in vain; B stands by. The attacker may break off.
fn undecided() -> Play {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 8 4 0505")
        .unit("u inf B I/1/2 8 4 0605")
        .unit("c inf X L/B/C 8 4 0506");
    let mut play = world.at(Phase::Combat);
    play.go("target 0506").go("with 0505").roll("fight", &[3]); // DC
    play.roll("name X", &[1]);
    play
}

#[rule("L12-2")]
#[test]
fn the_attacker_breaks_off_first_with_any_stack_in_contact() {
    let play = undecided();
    assert_eq!((play.kind(), play.seat()), ("break-off", Side::Union));
    assert_eq!(play.orders(), ["done", "pull 0505", "pull 0605"]);
}

#[rule("L12-1")]
#[test]
fn a_free_retreat_keeps_its_order() {
    let mut play = undecided();
    play.go("pull 0505").go("retreat W").go("retreat W");
    assert_eq!((play.hex("A").as_str(), play.has("A", flag::D)), ("0503", false));
}

#[rule("L12-5")]
#[test]
fn the_defender_follows_before_he_breaks_off() {
    let mut play = undecided();
    play.go("pull 0505").go("retreat W").go("retreat W");
    assert_eq!((play.kind(), play.seat()), ("advance", Side::Confederate));
    assert_eq!(play.orders(), ["advance W X", "done"]);
    play.go("advance W X");
    assert_eq!(play.hex("X"), "0505");
}

#[rule("L12-3")]
#[test]
fn the_defender_breaks_off_after_the_attacker() {
    let mut play = undecided();
    play.go("done");
    assert_eq!((play.kind(), play.seat()), ("break-off", Side::Confederate));
    assert_eq!(play.orders(), ["done", "pull 0506"]);
}

#[rule("L10-2")]
#[test]
fn who_attacked_nobody_follows_a_free_retreat_too() {
    let mut play = undecided();
    play.go("done").go("pull 0506").go("retreat NE").go("halt");
    assert_eq!((play.kind(), play.seat()), ("advance", Side::Union));
    play.go("advance NE B");
    assert_eq!(play.hex("B"), "0506");
}

#[rule("L12-4")]
#[test]
fn a_free_retreat_is_followed_from_one_hex_only() {
    let mut play = undecided();
    play.go("done").go("pull 0506").go("retreat E").go("halt");
    assert_eq!(play.orders(), ["advance E A", "advance NE B", "done"]);
    play.go("advance E A");
    assert!(play.some("advance").is_empty());
}

#[rule("L13-3", "L16-4")]
#[test]
fn those_who_cannot_attack_break_off() {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 4 4 0505")
        .man_with("u Brig 1 - I/1/1 0505", "shattered = true")
        .unit("c inf X L/B/C 4 4 0506");
    let mut play = world.at(Phase::BreakOff);
    assert_eq!(play.no("done"), "L13-3");
    play.go("pull 0505").go("retreat W").go("halt").go("done");
    assert_eq!((play.state.phase, play.state.side), (Phase::Command, Side::Confederate), "the phase is over");
    assert_eq!(combat(&world, &["0505"], json!("0506"))["clause"], "L16-4");
}
