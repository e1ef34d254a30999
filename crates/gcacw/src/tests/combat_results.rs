//! Combat results (7.5): the chart, letters, losses, elimination.

use serde_json::json;
use table::{Side, rule};

use super::field::{duel, field};
use super::world::{Game, World};
use crate::charts::{CombatResult, Flight, Strain, attacker_result, defender_result};

/// The printed chart: die difference, then the columns 1/2-3, 4-6, 7-11, 12-18, 19-26, 27-37, 38-49, 50+.
const DEFENDER: &str = "\
     <=-8 | -     -     -     -     -     -     -     -
       -7 | -     -     -     -     -     -     -     -
       -6 | -     -     -     -     -     -     -     -
       -5 | -     -     -     -     -     -     -     1
       -4 | -     -     -     -     -     -     1     1
       -3 | -     -     -     -     -     1     1     1
       -2 | f     f     f     f     f     1f    1f    1f
       -1 | F     F     F     F     1F    1F    1F    2F
        0 | D     D     D     D     1D    1D    2D    2D
       +1 | D     D     D     1D    1D    2D    2D    2D
       +2 | Dr    Dr    1Dr   1Dr   2Dr   2Dr   2Dr   3Dr
       +3 | Dr    Dr    1Dr   1Dr   2Dr   2Dr   3Dr   4Dr
       +4 | DR    1DR   1DR   2DR   3DR   3DR   4DR   5DR
       +5 | 1DR   2DR   2DR   3DR   3DR   3DR   4DR   5DR
       +6 | 1DR   2DR   2DR   3DR   3DR   4DR   5DR   6DR
       +7 | 1DR   2DR   2DR   3DR   4DR   6DR   7DR   8DR
       +8 | 2DR*  2DR*  3DR*  4DR*  5DR*  7DR*  7DR*  9DR*
       +9 | 2DR*  3DR*  4DR*  4DR*  5DR*  7DR*  8DR*  10DR*
    >=+10 | 3DR*  4DR*  5DR*  5DR*  6DR*  8DR*  9DR*  11DR*
";

/// The same for the attacker, whose columns go on: 50-59, 60-69, 70+.
const ATTACKER: &str = "\
     <=-8 | 3D    4D    5D    5D    6D    8D    10D   12D   14D   16D
       -7 | 2D    3D    4D    4D    5D    7D    9D    11D   13D   15D
       -6 | 2D    2D    3D    3D    5D    6D    8D    10D   12D   13D
       -5 | 1D    2D    2D    3D    4D    6D    7D    9D    11D   12D
       -4 | 1D    2D    2D    2D    3D    5D    6D    8D    9D    10D
       -3 | 1D    2D    2D    2D    3D    4D    5D    7D    8D    9D
       -2 | D     1D    2D    2D    3D    3D    5D    7D    8D    9D
       -1 | D     1D    1D    1D    2D    3D    5D    6D    7D    8D
        0 | D     1D    1D    1D    2D    3D    4D    5D    6D    8D
       +1 | D     1D    1D    1D    2D    3D    3D    4D    5D    7D
       +2 | Da    Da    1Da   1Da   2Da   2Da   3Da   4Da   5Da   6Da
       +3 | Fa    Fa    Fa    1Fa   2Fa   2Fa   3Fa   4Fa   5Fa   6Fa
       +4 | fa    fa    fa    1fa   1fa   2fa   3fa   3fa   4fa   5fa
       +5 | Ea    Ea    Ea    Ea    1Ea   1Ea   2Ea   2Ea   3Ea   3Ea
       +6 | a     a     a     a     1a    1a    1a    2a    2a    3a
       +7 | a     a     a     a     a     1a    1a    1a    2a    2a
       +8 | a     a     a     a     a     a     1a    1a    1a    2a
       +9 | a     a     a     a     a     a     a     1a    1a    1a
    >=+10 | a     a     a     a     a     a     a     a     1a    1a
";

/// The rows of a chart as written above: the difference and the cells.
fn rows(chart: &'static str) -> Vec<(i32, Vec<&'static str>)> {
    let cells = |line: &'static str| line.split_once('|').expect("a row").1.split_whitespace().collect();
    (-8..).zip(chart.lines().map(cells)).collect()
}

/// The first and last Combat value of each column, in quarters.
fn columns(starts: &[i32]) -> Vec<[i32; 2]> {
    let ends = starts.iter().skip(1).map(|next| (next - 1) * 4).chain([160 * 4]);
    starts.iter().map(|s| if *s == 0 { 2 } else { s * 4 }).zip(ends).map(|(a, b)| [a, b]).collect()
}

#[rule("G7.5-5", "G7.5-6", "G7.5-2")]
#[test]
fn every_cell_of_the_combat_chart() {
    let defender = columns(&[0, 4, 7, 12, 19, 27, 38, 50]);
    let attacker = columns(&[0, 4, 7, 12, 19, 27, 38, 50, 60, 70]);
    let mut cells = 0;
    for (difference, row) in rows(DEFENDER) {
        assert_eq!(row.len(), 8);
        for (text, values) in row.iter().zip(&defender) {
            cells += 1;
            values
                .iter()
                .for_each(|v| assert_eq!(defender_result(difference, *v).text, *text, "{difference} {v}"));
        }
    }
    for (difference, row) in rows(ATTACKER) {
        assert_eq!(row.len(), 10);
        for (text, values) in row.iter().zip(&attacker) {
            cells += 1;
            values
                .iter()
                .for_each(|v| assert_eq!(attacker_result(difference, *v).text, *text, "{difference} {v}"));
        }
    }
    assert_eq!(cells, 342);
    // Below and above the chart the outer rows count.
    assert_eq!(attacker_result(-19, 20).text, attacker_result(-8, 20).text);
    assert_eq!(defender_result(13, 20).text, defender_result(10, 20).text);
    assert_ne!(attacker_result(-7, 20).text, attacker_result(-8, 20).text);
    assert_ne!(defender_result(9, 20).text, defender_result(10, 20).text);
}

#[rule("G7.5-4")]
#[test]
fn half_values_use_the_right_hand_column() {
    let text = |value: f64| attacker_result(-8, (value * 4.0) as i32).text;
    assert_eq!([2.5, 3.0, 3.5, 6.0, 6.5].map(text), ["3D", "3D", "4D", "4D", "5D"]);
    let text = |value: f64| defender_result(1, (value * 4.0) as i32).text;
    assert_eq!([11.0, 11.5].map(text), ["D", "1D"]);
}

#[rule("G7.5-7")]
#[test]
fn a_result_is_a_number_and_letters() {
    let rout = CombatResult::read("4DR*");
    assert_eq!((rout.loss, rout.strain, rout.flight), (4, Strain::Disorganized, Flight::Panic));
    let little = CombatResult::read("1fa");
    assert_eq!((little.loss, little.strain, little.advance), (1, Strain::Little, true));
    let great = CombatResult::read("Fa");
    assert_eq!((great.loss, great.strain, great.advance), (0, Strain::Great, true));
    let end = CombatResult::read("11Ea");
    assert_eq!((end.loss, end.strain, end.ends_march), (11, Strain::None, true));
    assert_eq!(
        (CombatResult::read("Dr").flight, CombatResult::read("DR").flight),
        (Flight::Retreat, Flight::Rout)
    );
    let one = CombatResult::read("1");
    assert_eq!((one.loss, one.strain, one.flight, one.is_nothing()), (1, Strain::None, Flight::None, false));
    assert!(CombatResult::read("-").is_nothing());
}

/// Target with these keys is attacked by Lion, equal to him; the dice decide.
fn attacked(more: &str, dice: [u8; 2]) -> Game {
    let mut game = field()
        .infantry("u", "Target", "0605", 6, more)
        .infantry("c", "Lion", "0606", 6, "")
        .bonus(if dice[0] == 6 && dice[1] == 1 { 3 } else { 0 })
        .set();
    game.marching("Lion", 5);
    game.strike("0605", "normal", &dice);
    game
}

#[rule("G7.5-8")]
#[test]
fn results_come_before_anything_else() {
    let game = attacked("", [3, 3]);
    assert_eq!(game.decides(), ("withdraw", Side::Union));
    game.refused("end");
    game.refused("attack 0605");
}

#[rule("G7.5-10", "G7.5-11")]
#[test]
fn d_disorganizes_and_tires_by_three() {
    for (before, after) in [(0, 3), (1, 4), (3, 4), (4, 4)] {
        let game = attacked(&format!("fatigue = {before}"), [3, 3]);
        assert_eq!(game.shape("Target"), (6, true, after, 0));
    }
    // Disorganized it stays so; its Combat value of 4 makes the ratio 1-1 still.
    assert_eq!(attacked("disorganized = true", [3, 3]).shape("Target"), (6, true, 3, 0));
}

#[rule("G7.5-13", "G7.5-14", "G7.5-29")]
#[test]
fn the_small_letters_tire_only() {
    assert_eq!(attacked("fatigue = 1", [2, 3]).shape("Target"), (6, false, 3, 0), "F");
    assert_eq!(attacked("fatigue = 3", [2, 3]).shape("Target"), (6, false, 4, 0), "F");
    assert_eq!(attacked("fatigue = 1", [1, 3]).shape("Target"), (6, false, 2, 0), "f");
    assert_eq!(attacked("fatigue = 4", [1, 3]).shape("Target"), (6, false, 4, 0), "f");
}

#[rule("G7.5-12", "G7.5-21")]
#[test]
fn d_ends_the_march_after_the_advance() {
    let mut game = attacked("", [5, 3]);
    assert_eq!(game.combat()["attacker_result"], "Da");
    game.flee();
    assert_eq!(game.offered(), ["advance Lion", "done"], "an advance is a choice");
    game.play("advance Lion", &[]);
    assert_eq!(game.at("Lion"), "0605");
    assert!(game.is_over(), "3 MP are lost");
}

#[rule("G7.5-17", "G7.5-18")]
#[test]
fn r_retreats_and_big_r_routs() {
    let game = attacked("", [5, 3]);
    assert_eq!(game.combat()["defender_result"], "Dr");
    assert_eq!((game.decides(), game.shape("Target").3), (("retreat-hex", Side::Union), 0));
    for (before, after) in [(0, 1), (1, 2)] {
        let mut game = attacked(&format!("demoralized = {before}"), [6, 2]);
        assert_eq!(game.combat()["defender_result"], "1DR");
        assert_eq!(game.flee().len(), 4);
        assert_eq!(game.shape("Target"), (5, true, 3, after));
    }
    // Already at 2: the dice differ by one more, and nothing is added.
    let mut game = attacked("demoralized = 2", [5, 2]);
    assert_eq!(game.combat()["defender_result"], "1DR");
    game.flee();
    assert_eq!(game.shape("Target"), (5, true, 3, 2));
}

#[rule("G7.5-19", "G7.5-20")]
#[test]
fn r_star_breaks_a_unit() {
    for before in [0, 1] {
        let mut game = attacked(&format!("demoralized = {before}"), [6, 1]);
        assert_eq!(game.combat()["defender_result"], "2DR*");
        game.flee();
        assert_eq!(game.shape("Target"), (4, true, 3, 2));
    }
    // A lone unit of 9 already at 2 loses one more: 9 - 3 - 1.
    let world = |units: &[(&str, u8)]| {
        let mut world = field().infantry("c", "Lion", "0606", 9, "").bonus(5);
        for (name, manpower) in units {
            world = world.infantry("u", name, "0605", *manpower, "demoralized = 2");
        }
        let mut game = world.set();
        game.marching("Lion", 2);
        game.strike("0605", "normal", &[4, 2]);
        assert_eq!(game.combat()["defender_result"], "3DR*");
        game
    };
    let mut game = world(&[("Nine", 9)]);
    game.flee();
    assert_eq!(game.shape("Nine"), (5, true, 3, 2));
    let mut game = world(&[("Five", 5), ("Four", 4)]);
    game.play("lose Five", &[]);
    game.play("lose Four", &[]);
    game.play("lose Five", &[]);
    game.flee();
    assert_eq!((game.unit("Five").manpower, game.unit("Four").manpower), (2, 2), "one each on top of 3");
}

#[rule("G7.5-22")]
#[test]
fn combat_causes_no_extended_march() {
    let mut game =
        duel().infantry("c", "Worn", "0706", 5, "tactical = 2\nfatigue = 1\nexhausted = true").set();
    game.marching("Worn", 2);
    // No die is scripted for an extended march.
    game.strike("0605", "normal", &[5, 2]);
    game.flee();
    game.play("done", &[]);
    assert_eq!(game.shape("Worn"), (5, false, 3, 0));
}

/// A leader's assault with these units from 0606 on a Wall of so many in 0605.
fn assault(units: &[(&str, u8, &str)], wall: u8, bonus: i16, dice: &[u8]) -> Game {
    let mut world = field().game("GTC", 1864).infantry("u", "Wall", "0605", wall, "");
    if bonus != 0 {
        world = world.bonus(bonus);
    }
    for (name, manpower, more) in units {
        world = world.infantry("c", name, "0606", *manpower, &format!("command = \"P\"\n{more}"));
    }
    let leader = "tactical = 0\ncommand_value = 5";
    let mut game = world.leader("c", "corps", "Polk", "P", units[0].0, leader).set();
    game.acting(Side::Confederate).play("assault Polk", &[]);
    for (n, (name, _, _)) in units.iter().enumerate() {
        game.play(&format!("select {name}"), if n + 1 == units.len() { dice } else { &[] });
    }
    game
}

#[rule("G7.5-16")]
#[test]
fn e_means_nothing_in_an_assault() {
    // 20 against 10: +1, assault +1, dice 4 and 1: +5.
    let mut game = assault(&[("A", 10, ""), ("B", 10, "")], 10, 0, &[1, 4, 1]);
    assert_eq!(game.combat()["attacker_result"], "1Ea");
    game.flee();
    game.play("lose A", &[]);
    game.play("advance B", &[]);
    game.play("done", &[]);
    assert_eq!((game.shape("A"), game.shape("B")), ((9, false, 1, 0), (10, false, 1, 0)));
    assert_eq!((game.at("A"), game.at("B")), ("0606".to_owned(), "0605".to_owned()));
}

#[rule("G7.5-23", "G7.5-24")]
#[test]
fn losses_and_the_side_of_the_marker() {
    let mut game = field()
        .infantry("u", "Target", "0605", 8, "")
        .infantry("c", "Lion", "0606", 8, "artillery = 3")
        .set();
    game.marching("Lion", 2);
    game.strike("0605", "normal", &[1, 3]);
    assert_eq!(game.combat()["attacker_result"], "2D");
    game.hold_ground();
    assert_eq!(game.shape("Lion"), (6, true, 3, 0));
    assert_eq!(game.setup.unit(game.id("Lion")).artillery, 3);
    // 8 and a disorganized 8 (worth 6) against 14: assault +1, dice 6 and 3: 1fa.
    for (loser, expected) in [("A", (7, false)), ("B", (7, true))] {
        let mut game = assault(&[("A", 8, ""), ("B", 8, "disorganized = true")], 14, 0, &[1, 6, 3]);
        assert_eq!(game.combat()["attacker_result"], "1fa");
        while matches!(game.asks(), "losses") {
            game.play("lose Wall", &[]);
        }
        game.flee();
        game.play(&format!("lose {loser}"), &[]);
        let unit = game.unit(loser);
        assert_eq!((unit.manpower, unit.disorganized), expected);
    }
}

#[rule("G7.5-26")]
#[test]
fn letters_hit_everybody_who_attacked() {
    let units = [("A", 2, ""), ("B", 2, ""), ("C", 2, "fatigue = 1"), ("D", 2, "")];
    // Command 5 less 2 is 3: one of the four is dropped. 6 against 6, assault +1, dice 5 and 3.
    let mut game = assault(&units, 6, 0, &[2]);
    game.play("keep A", &[]);
    game.play("keep B", &[]);
    game.play("keep C", &[5, 3]);
    assert_eq!(game.combat()["attacker_result"], "Fa");
    game.flee();
    assert_eq!(["A", "B", "C", "D"].map(|u| game.fatigue(u)), [3, 3, 4, 1]);
}

#[rule("G7.5-27")]
#[test]
fn the_attacker_shares_his_loss_in_full() {
    // 11 against 11; given -4, assault +1, dice 1 and 5: -7.
    let run = || {
        let mut game = assault(&[("A", 6, ""), ("B", 5, "")], 11, -4, &[1, 1, 5]);
        assert_eq!(game.combat()["attacker_result"], "4D");
        game.hold_ground();
        game
    };
    for shares in [["A", "A", "A", "A"], ["A", "B", "A", "A"], ["B", "B", "B", "B"]] {
        let mut game = run();
        for unit in shares {
            game.refused("done");
            game.play(&format!("lose {unit}"), &[]);
        }
        assert!(game.is_over(), "neither more nor less than four");
        assert_eq!(game.unit("A").manpower + game.unit("B").manpower, 7);
    }
    // A loss larger than what is there: everybody goes, the rest is void.
    let mut game = assault(&[("A", 1, ""), ("B", 1, "")], 9, 0, &[1, 1, 6]);
    assert_eq!(game.combat()["attacker_result"], "3D");
    game.hold_ground();
    assert!(!game.unit("A").is_on_map() && !game.unit("B").is_on_map());
}

#[rule("G7.5-30", "G7.5-34")]
#[test]
fn the_defender_shares_his_loss_in_full() {
    let run = || {
        let mut game = field()
            .game("GTC", 1864)
            .infantry("u", "Small", "0605", 2, "")
            .infantry("u", "Large", "0605", 11, "")
            .infantry("c", "Lion", "0606", 13, "")
            .set();
        game.marching("Lion", 2);
        game.strike("0605", "normal", &[6, 1]);
        assert_eq!(game.combat()["defender_result"], "3DR");
        game.refused("done");
        game
    };
    let mut game = run();
    game.play("lose Small", &[]);
    assert_eq!((game.unit("Small").manpower, game.unit("Small").is_on_map()), (1, true));
    // At 0 it is gone at once; the last point falls on the other by itself.
    game.play("lose Small", &[]);
    assert!(!game.unit("Small").is_on_map());
    assert_eq!(game.unit("Large").manpower, 10);
    game.flee();
    assert!(!game.unit("Small").is_on_map(), "it does not retreat");
    let mut game = run();
    for _ in 0..3 {
        game.play("lose Large", &[]);
    }
    assert_eq!((game.unit("Small").manpower, game.unit("Large").manpower), (2, 8));
    assert!(matches!(game.asks(), "retreat-hex"));
}

#[rule("G7.5-31")]
#[test]
fn the_defender_comes_first() {
    // 13 at Fatigue Level 2 against 5: 2-1 is +1, assault +1, dice 3 and 2: +3.
    let mut game = assault(&[("A", 13, "fatigue = 1")], 5, 0, &[1, 3, 2]);
    assert_eq!(
        (&game.combat()["defender_result"], &game.combat()["attacker_result"]),
        (&json!("Dr"), &json!("1Fa"))
    );
    assert_eq!(game.shape("A"), (13, false, 2, 0), "not yet");
    // The attackers' zone is still in force: 0706 and 0506 lie in it.
    assert!(matches!(game.decides(), ("retreat-hex", Side::Union)));
    assert_eq!(game.open("retreat"), ["0505", "0604", "0705"]);
    game.flee();
    assert_eq!(game.shape("A"), (12, false, 4, 0));
    game.play("advance A", &[]);
    assert_eq!(game.at("A"), "0605");
}

/// Target's corps: its leader stands with it, other units are where they are put.
fn led(others: &[(&str, &str)]) -> Game {
    let mut world = field()
        .infantry("u", "Target", "0605", 2, "command = \"IV\"")
        .infantry("c", "Lion", "0606", 2, "")
        .bonus(4)
        .leader("u", "corps", "Stanley", "IV", "Target", "tactical = 0\ncommand_value = 4");
    for (name, hex) in others {
        world = world.infantry("u", name, hex, 3, "command = \"IV\"");
    }
    let mut game = world.set();
    game.marching("Lion", 2);
    game.play("attack 0605", &[]);
    game
}

#[rule("G7.5-35", "G7.5-34")]
#[test]
fn a_leader_goes_to_his_nearest_unit() {
    let mut game = led(&[("Near", "0602"), ("Far", "0610")]);
    game.play("normal", &[6, 2]);
    assert!(!game.unit("Target").is_on_map(), "2DR* against 2");
    assert_eq!(game.state.leader_hex(game.leader_id("Stanley")), Some(game.hex("0602")));
    // On a tie his player chooses.
    let mut game = led(&[("West", "0602"), ("East", "0608"), ("Far", "0610")]);
    game.play("normal", &[6, 2]);
    assert_eq!(game.seat(), Side::Union);
    assert_eq!(game.offered(), ["transfer Stanley > West", "transfer Stanley > East"]);
    assert_eq!(game.refused("transfer Stanley > Far"), "G7.5-35");
    game.play("transfer Stanley > East", &[]);
    assert_eq!(game.state.leader_hex(game.leader_id("Stanley")), Some(game.hex("0608")));
    assert_eq!(game.asks(), "advance", "the combat goes on");
}

/// Cleburne in 0606 with his corps leader, Target in 0605, in the Advanced Game of HSN or the Basic Game.
fn cleburne(advanced: bool) -> World {
    let unit = |name: &str, more: &str| {
        format!(
            "[[unit]]\nside = \"confederate\"\nname = {name:?}\narm = \"infantry\"\nmanpower = 8\ncommand = \"C\"\n{more}"
        )
    };
    let world = field()
        .infantry("u", "Target", "0605", 8, "tactical = 2")
        .scenario(&unit("Cleburne", "hex = \"0606\"\ntactical = 4\nfatigue = 1\nexhausted = true"))
        .leader("c", "corps", "Cheatham", "C", "Cleburne", "tactical = 2\ncommand_value = 5");
    match advanced {
        true => world.settings("advanced = true").scenario(&unit("Smith-A", "tactical = 1\nartillery = 3")),
        false => world,
    }
}

#[rule("G7.5-38", "GHSN-62", "GHSN-63")]
#[test]
fn cleburne_falls_as_he_attacks() {
    let mut game = cleburne(true).set();
    assert!(!game.unit("Smith-A").is_on_map());
    game.marching("Cleburne", 4);
    // Equal dice: his Tactical value still counts in this combat, 4 to 2.
    game.strike("0605", "hasty", &[3, 3]);
    assert_eq!(game.combat()["difference"], 1);
    game.hold_ground();
    assert!(!game.unit("Cleburne").is_on_map());
    // Smith-A has his place, his leader and his markers, and takes the result 1D.
    assert_eq!((game.at("Smith-A"), game.shape("Smith-A")), ("0606".to_owned(), (7, true, 4, 0)));
    assert!(game.unit("Smith-A").exhausted);
    assert_eq!(game.state.leaders[game.leader_id("Cheatham").index()].unit, Some(game.id("Smith-A")));
    assert_eq!(game.pos().lost(Side::Confederate), 1, "one point is lost, not a division");
}

#[rule("G7.5-38", "GHSN-62", "GHSN-63")]
#[test]
fn cleburne_goes_on_marching_as_smith() {
    let mut game = cleburne(true).bonus(5).set();
    // He has lost a man already: 7 against 8.
    let id = game.id("Cleburne");
    game.state.unit_mut(id).manpower = 7;
    game.marching("Cleburne", 4);
    game.strike("0605", "normal", &[2, 2]);
    assert_eq!(game.combat()["attacker_result"], "a");
    game.flee();
    game.play("advance Smith-A", &[]);
    assert_eq!((game.at("Smith-A"), game.mp_left()), ("0605".to_owned(), 2.0));
    assert_eq!((game.unit("Smith-A").manpower, game.pos().lost(Side::Confederate)), (7, 1), "counted once");
    assert_eq!(game.state.leader_hex(game.leader_id("Cheatham")), Some(game.hex("0605")));
}

#[rule("G7.5-38", "GHSN-62", "GHSN-63")]
#[test]
fn cleburne_lives_otherwise() {
    let alive = |advanced: bool, dice: [u8; 2]| {
        let mut game = cleburne(advanced).set();
        game.marching("Cleburne", 4);
        game.strike("0605", "hasty", &dice);
        game.unit("Cleburne").is_on_map()
    };
    assert!(alive(true, [3, 4]));
    assert!(alive(false, [3, 3]), "Basic Game");
    // Not when he defends.
    let mut game = cleburne(true).set();
    game.marching("Target", 4);
    game.strike("0606", "hasty", &[3, 3]);
    assert!(game.unit("Cleburne").is_on_map());
    // In an assault too.
    let mut game = cleburne(true).set();
    game.acting(Side::Confederate).play("assault Cheatham", &[]);
    game.play("select Cleburne", &[1, 4, 4]);
    assert!(!game.unit("Cleburne").is_on_map());
    game.hold_ground();
    assert!(game.is_over());
    assert_eq!(game.at("Smith-A"), "0606");
}

#[rule("GHSN-64")]
#[test]
fn smith_is_a_lesser_cleburne() {
    // Tactical 4 and artillery 3 in the data, and nothing said of Smith-A.
    let patrick = "command = \"C\"\ntactical = 4\nartillery = 3";
    let world = || field().settings("advanced = true").infantry("c", "Cleburne", "0606", 8, patrick);
    let game = world().set();
    let smith = game.setup.unit(game.id("Smith-A"));
    assert_eq!((smith.tactical_attack, smith.tactical_defend, smith.artillery), (3, 3, 3));
    assert_eq!((smith.manpower, smith.command.as_deref()), (8, Some("C")));
    // What a counter says of itself counts.
    let own = |keys: &str| {
        let unit = "[[unit]]\nside = \"confederate\"\nname = \"Smith-A\"\narm = \"infantry\"\nmanpower = 8\ncommand = \"C\"\n";
        let game = world().scenario(&format!("{unit}{keys}")).set();
        let smith = game.setup.unit(game.id("Smith-A"));
        (smith.tactical_attack, smith.artillery)
    };
    assert_eq!(own(""), (3, 3));
    assert_eq!(own("tactical = 2"), (2, 3));
    assert_eq!(own("artillery = 1"), (3, 1));
}

#[rule("G7.5-36")]
#[test]
fn a_leader_without_units_is_out() {
    let mut game = led(&[]);
    game.play("normal", &[6, 2]);
    assert!(game.happened("leader-lost"));
    assert_eq!(game.state.leader_hex(game.leader_id("Stanley")), None);
}

#[rule("G7.5-35")]
#[test]
fn a_leader_stays_with_the_stack_that_retreats() {
    // His unit is lost on the way; the other one of the stack is still marching off.
    let world: World = field()
        .infantry("u", "Target", "0605", 2, "command = \"IV\"")
        .infantry("u", "Second", "0605", 5, "command = \"IV\"")
        .infantry("c", "Lion", "0606", 7, "")
        .infantry("c", "Behind", "0603", 5, "")
        .leader("u", "corps", "Stanley", "IV", "Target", "tactical = 0\ncommand_value = 4");
    let sides = ["0605/0505", "0605/0705", "0605/0506", "0605/0706"];
    let mut game = world.water("minor-river", &sides).set();
    game.marching("Lion", 2);
    game.strike("0605", "normal", &[5, 3]);
    assert_eq!(game.combat()["defender_result"], "1Dr");
    game.play("lose Target", &[]);
    game.play("retreat 0604", &[]);
    assert!(!game.unit("Target").is_on_map());
    let stanley = game.leader_id("Stanley");
    assert_eq!(game.state.leaders[stanley.index()].unit, Some(game.id("Second")));
    game.flee();
    assert_eq!(game.state.leader_hex(stanley), Some(game.unit("Second").hex));
}
