//! 5.1: extended marches and force marches.

use serde_json::json;
use table::{Side, rule};

use super::world;
use super::world::Game;
use crate::Module;
use crate::charts::{self, ForceMarch, Straggling};

/// A unit of a game, with the keys of its state.
fn unit(code: &'static str, side: &str, arm: &str, keys: &str) -> Game {
    let year = Module::parse(code).unwrap().year;
    world().game(code, year).unit(side, arm, "A", "0505", 7, keys).set()
}

/// The modifier of the extended march that raises the unit to this level.
fn modifier(game: &Game, level: u8) -> i16 {
    game.pos().extended_march_modifiers(game.id("A"), level).sum()
}

fn infantry(code: &'static str, side: &str, keys: &str, level: u8) -> i16 {
    modifier(&unit(code, side, "infantry", keys), level)
}

#[rule("G5.1-14", "G5.2-36")]
#[test]
fn when_a_march_is_extended() {
    for (exhausted, extended) in [(false, [false, false, true, true]), (true, [false, true, true, true])] {
        for (before, applies) in extended.into_iter().enumerate() {
            let keys = format!("exhausted = {exhausted}\nfatigue = {before}");
            let mut game = unit("HSN", "c", "infantry", &keys);
            let answer = game.ask(json!({"ask": "extended-march", "unit": "A"}));
            assert_eq!(answer["applies"], applies, "{keys}");
            let dice: &[u8] = if applies { &[3, 1] } else { &[3] };
            game.acting(Side::Confederate).give("march A", dice);
        }
    }
}

#[rule("G5.1-23", "G5.1-27", "G5.1-37", "G5.1-48")]
#[test]
fn an_organized_unit_falls_into_disorder() {
    let mut game = unit("HSN", "u", "infantry", "fatigue = 2");
    game.acting(Side::Union).give("march A", &[3, 5]);
    let told = game.told("extended-march")[0].clone();
    assert_eq!((&told["die"], &told["modifier"], &told["result"]), (&json!(5), &json!(1), &json!("D")));
    let a = game.unit("A");
    assert_eq!((a.disorganized, a.manpower, a.fatigue), (true, 7, 3));
    // It can no longer force march.
    assert_eq!(game.asks(), "march");
    assert_eq!(game.refused("force-march"), "G5.1-20");
    let march = game.state.march().cloned().unwrap();
    assert_eq!(game.pos().may_force_march(&march).unwrap_err().rule.0, "G5.1-48");
}

#[rule("G5.1-24", "G5.1-25")]
#[test]
fn the_extended_march_table() {
    use Straggling::{Disorganized as D, Lose, NoEffect as NE};
    //             organized  <=5      6-9      >=10
    let rows = [
        (5, [NE, NE, NE, NE]),
        (6, [D, Lose(1), Lose(1), Lose(1)]),
        (7, [D, Lose(1), Lose(1), Lose(2)]),
        (8, [D, Lose(1), Lose(2), Lose(3)]),
    ];
    for (roll, row) in rows {
        for manpower in 1..=21 {
            let band = match manpower {
                ..=5 => 1,
                6..=9 => 2,
                _ => 3,
            };
            assert_eq!(charts::extended_march(roll, false, manpower), row[0]);
            assert_eq!(charts::extended_march(roll, true, manpower), row[band], "{roll} {manpower}");
        }
    }
    for (roll, manpower, result) in [(11, 14, Lose(3)), (2, 20, NE), (-3, 4, NE), (9, 6, Lose(2))] {
        assert_eq!(charts::extended_march(roll, true, manpower), result);
    }
    assert_eq!(charts::extended_march(12, false, 12), D);
}

#[rule("G5.1-26", "G5.1-28", "G5.1-29")]
#[test]
fn stragglers_are_lost_and_the_march_goes_on() {
    let march = |manpower: u8, die: u8| {
        let mut game = world()
            .infantry("u", "A", "0505", manpower, "fatigue = 3\ndisorganized = true\nexhausted = true")
            .infantry("u", "B", "0909", 3, "")
            .set();
        game.acting(Side::Union);
        game.give("march A", &[4, die]);
        game
    };
    // Exhausted from 3 to 4, and Union: +4.
    let game = march(10, 4);
    assert_eq!((game.unit("A").manpower, game.unit("A").disorganized), (7, true), "8 costs 3");
    assert_eq!((game.mp(), game.asks()), (4.0, "march"));
    assert_eq!(march(8, 4).unit("A").manpower, 6);
    let unhurt = march(8, 1);
    assert_eq!((unhurt.unit("A").manpower, unhurt.unit("A").disorganized), (8, true));
    let lost = march(1, 2);
    assert!(!lost.unit("A").is_on_map());
    assert_eq!(lost.decides(), ("initiative", Side::Union), "the action is over");
    let mut kept = unit("HSN", "c", "infantry", "fatigue = 2");
    kept.acting(Side::Confederate).give("march A", &[3, 5]);
    assert!(!kept.unit("A").disorganized);
}

#[rule("G5.1-30", "G5.1-33", "G5.1-36", "G5.1-39")]
#[test]
fn modifiers_add_up() {
    let mut game = unit("HCR", "u", "infantry", "exhausted = true\nfatigue = 3");
    game.state.skies.heat = true;
    assert_eq!(modifier(&game, 4), 6, "exhausted 3, garrison 2, heat 1");
    let answer = game.ask(json!({"ask": "extended-march", "unit": "A"}));
    let values: Vec<i64> =
        answer["modifiers"].as_array().unwrap().iter().map(|m| m["value"].as_i64().unwrap()).collect();
    assert_eq!((values, &answer["modifier"]), (vec![3, 2, 1], &json!(6)));
}

#[rule("G5.1-31", "G5.1-32", "G5.1-33", "G5.1-38")]
#[test]
fn modifiers_for_fatigue() {
    assert_eq!([3, 4].map(|level| infantry("HSN", "c", "", level)), [0, 1]);
    assert_eq!([2, 3, 4].map(|level| infantry("HSN", "c", "exhausted = true", level)), [0, 1, 3]);
    let mut game = unit("HSN", "c", "infantry", "fatigue = 2");
    game.acting(Side::Confederate).give("march A", &[3, 6]);
    assert_eq!(game.told("extended-march")[0]["result"], "D", "a 6 without any modifier");
}

#[rule("G5.1-34")]
#[test]
fn modifiers_for_wagons() {
    assert_eq!(modifier(&unit("BAC", "c", "wagon", ""), 3), 1);
    assert_eq!(modifier(&unit("BAC", "u", "wagon", ""), 3), 2);
    assert_eq!(modifier(&unit("RTG", "u", "wagon", ""), 3), 2, "a wagon is no garrison unit");
}

#[rule("G5.1-35", "G5.1-37")]
#[test]
fn union_cavalry() {
    let cavalry = |code, army: &str| {
        let keys = if army.is_empty() { String::new() } else { format!("army = \"{army}\"") };
        modifier(&unit(code, "u", "cavalry", &keys), 3)
    };
    for code in ["HSN", "AIO", "BAC"] {
        assert_eq!(cavalry(code, ""), 0, "{code}");
    }
    assert_eq!((cavalry("GTC", "Potomac"), cavalry("GTC", "James")), (0, 1));
    assert_eq!((cavalry("RTG", "Potomac"), cavalry("RTG", "")), (0, 2));
    assert_eq!((cavalry("SLB", "Potomac"), cavalry("OTR", "Potomac")), (1, 1));
    assert_eq!((cavalry("RWH", "Regular"), cavalry("RWH", "")), (0, 2));
    // All Green Alike: +0 by this line, +1 and -3 by its year.
    assert_eq!(cavalry("AGA", ""), -2);
}

#[rule("G5.1-36", "G5.1-37")]
#[test]
fn garrisons_and_the_other_union_troops() {
    for code in ["SJW", "HCR", "RTG"] {
        for arm in ["infantry", "artillery"] {
            assert_eq!(modifier(&unit(code, "u", arm, ""), 3), 2, "{code} {arm}");
            assert_eq!(modifier(&unit(code, "u", arm, "army = \"Potomac\""), 3), 1, "{code} {arm}");
        }
    }
    assert_eq!((infantry("RWH", "u", "", 3), infantry("RWH", "u", "army = \"Regular\"", 3)), (2, 1));
    for code in ["HSN", "BAC", "OTR", "GTC", "SIV", "SLB", "AIO", "BTC"] {
        assert_eq!(infantry(code, "u", "", 3), 1, "{code}");
        assert_eq!(infantry(code, "c", "", 3), 0, "{code}");
    }
}

#[rule("G5.1-39", "G5.1-44")]
#[test]
fn heat_hits_both_sides() {
    for (side, plain) in [("c", 0), ("u", 2)] {
        let mut game = unit("RWH", side, "infantry", "");
        assert_eq!(modifier(&game, 3), plain);
        game.state.skies.heat = true;
        assert_eq!(modifier(&game, 3), plain + 1);
    }
}

#[rule("G5.1-40", "G5.1-44")]
#[test]
fn hunger_counts_in_the_advanced_game() {
    let hungry = |code: &'static str, settings: &str| {
        let year = Module::parse(code).unwrap().year;
        let keys = "out_of_supply = true";
        let game = world().game(code, year).settings(settings).infantry("c", "A", "0505", 7, keys).set();
        modifier(&game, 3)
    };
    assert_eq!((hungry("BAC", "advanced = true"), hungry("BAC", "")), (1, 0));
    assert_eq!(hungry("RTG", "advanced = true"), 0, "there nobody is ever out of supply");
}

#[rule("G5.1-41", "G5.1-42", "G5.1-43", "G5.1-44")]
#[test]
fn green_troops_of_1861() {
    assert_eq!((infantry("AGA", "c", "", 3), infantry("AGA", "u", "", 3)), (1, 2));
    assert_eq!(modifier(&unit("AGA", "c", "cavalry", ""), 3), -2);
    assert_eq!(infantry("AGA", "c", "retreat_march = true", 3), -2);
    let later = world().game("AGA", 1862).infantry("c", "A", "0505", 7, "").set();
    assert_eq!(modifier(&later, 3), 0);
    // Nobody else makes retreat marches.
    let other = world().game("HSN", 1864).infantry("c", "A", "0505", 7, "retreat_march = true").faults();
    assert!(other.contains("no retreat marches"), "{other}");
    let mut horse = unit("AGA", "c", "cavalry", "fatigue = 2");
    horse.acting(Side::Confederate).give("march A", &[3, 3, 6]);
    assert_eq!(horse.told("extended-march")[0]["result"], "NE", "6 - 2 is 4");
}

#[rule("G5.1-46")]
#[test]
fn the_garrison_of_the_rulebook() {
    for (die, result) in [(3, "D"), (2, "NE")] {
        let mut game = unit("RTG", "u", "infantry", "exhausted = true\nfatigue = 2");
        game.acting(Side::Union).give("march A", &[4, die]);
        assert_eq!(game.unit("A").fatigue, 3);
        let told = game.told("extended-march")[0].clone();
        assert_eq!((&told["modifier"], &told["result"]), (&json!(3), &json!(result)));
    }
}

#[rule("G5.1-48", "G5.1-49")]
#[test]
fn who_may_force_march() {
    let asks = |arm: &str, keys: &str| {
        let mut game = unit("HSN", "u", arm, keys);
        let dice: &[u8] = if arm == "cavalry" { &[3, 3] } else { &[3] };
        game.acting(Side::Union).give("march A", dice);
        game.asks()
    };
    assert_eq!(asks("infantry", ""), "force-march");
    assert_eq!(asks("cavalry", ""), "force-march");
    assert_eq!(asks("infantry", "disorganized = true"), "march");
    assert_eq!(asks("artillery", ""), "march");
    for arm in ["artillery", "wagon"] {
        let mut game = unit("HSN", "u", arm, "");
        game.marching("A", 3);
        let march = game.state.march().cloned().unwrap();
        assert_eq!(game.pos().may_force_march(&march).unwrap_err().rule.0, "G5.1-49");
    }
}

#[rule("G5.1-50", "G5.1-51", "G5.1-53", "G5.1-55")]
#[test]
fn infantry_force_marches() {
    let force = |manpower: u8, die: u8| {
        let mut game =
            world().infantry("u", "A", "0505", manpower, "").infantry("u", "B", "0909", 2, "").set();
        game.acting(Side::Union).give("march A", &[1]).give("force-march", &[die]);
        let a = *game.unit("A");
        assert!(a.disorganized);
        (if a.is_on_map() { game.mp() - 1.0 } else { 0.0 }, a.manpower)
    };
    let bonus = [2.0, 2.0, 2.0, 3.0, 4.0, 5.0];
    for die in 1..=6u8 {
        let loss = if die == 1 {
            0
        } else if die == 6 {
            2
        } else {
            1
        };
        assert_eq!(force(7, die), (bonus[die as usize - 1], 7 - loss), "die {die}");
    }
    assert_eq!((force(6, 6).1, force(5, 6).1), (4, 4));
    assert_eq!(force(1, 6), (0.0, 0), "eliminated");
    assert_eq!(force(8, 4), (3.0, 7));
}

#[rule("G5.1-52", "G5.1-54")]
#[test]
fn cavalry_force_marches() {
    for (dice, bonus, loss) in [
        ([1, 1], 4.0, 0),
        ([1, 2], 4.0, 0),
        ([2, 2], 4.0, 0),
        ([2, 3], 4.0, 0),
        ([3, 3], 5.0, 0),
        ([3, 4], 6.0, 0),
        ([4, 4], 7.0, 1),
        ([6, 6], 11.0, 1),
    ] {
        let mut game = world().cavalry("u", "A", "0505", 3, "").set();
        game.acting(Side::Union).give("march A", &[1, 1]).give("force-march", &dice);
        assert_eq!((game.mp() - 2.0, game.unit("A").manpower), (bonus, 3 - loss), "{dice:?}");
    }
    let mut last = world().cavalry("u", "A", "0505", 1, "").cavalry("u", "B", "0909", 1, "").set();
    last.acting(Side::Union).give("march A", &[1, 1]).give("force-march", &[6, 6]);
    assert!(!last.unit("A").is_on_map());
}

#[rule("G5.1-56")]
#[test]
fn the_force_march_table() {
    let infantry = [(2, 0), (2, 1), (2, 1), (3, 1), (4, 1), (5, 2)];
    for (n, (bonus, loss)) in infantry.into_iter().enumerate() {
        assert_eq!(charts::force_march_infantry(n as u8 + 1, 6), ForceMarch { bonus, loss });
        assert_eq!(charts::force_march_infantry(n as u8 + 1, 5), ForceMarch { bonus, loss: loss.min(1) });
    }
    let cavalry = [(4, 0), (4, 0), (4, 0), (4, 0), (5, 0), (6, 0), (7, 1), (8, 1), (9, 1), (10, 1), (11, 1)];
    for (n, (bonus, loss)) in cavalry.into_iter().enumerate() {
        assert_eq!(charts::force_march_cavalry(n as u8 + 2), ForceMarch { bonus, loss });
    }
}
