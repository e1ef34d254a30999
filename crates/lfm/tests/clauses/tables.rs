//! The charts: their data, and that a scenario or an owner of the card can replace them.

use lfm::{Outcome, Tables};
use serde_json::json;
use table::{Source, rule};

use crate::world::{World, faces, words};

fn built_in() -> Tables {
    let mut source = Source::new("default", "");
    let tables = Tables::read(None, &mut source);
    assert!(!source.has_faults());
    tables
}

#[rule("LTAB-1")]
#[test]
fn the_odds_table() {
    let tables = built_in();
    let name = |a: u16, d: u16| tables.odds_name(tables.odds(a, d)).to_owned();
    let cases = [
        (7, 8, "2-3"),
        (8, 8, "1-1"),
        (11, 8, "1-1"),
        (12, 8, "3-2"),
        (16, 8, "2-1"),
        (23, 8, "2-1"),
        (24, 8, "3-1"),
        (40, 8, "5-1"),
        (2, 8, "1-3"),
        (1, 18, "1-3"),
        (90, 1, "5-1"),
    ];
    for (a, d, wanted) in cases {
        assert_eq!(name(a, d), wanted, "{a} against {d}");
    }
    let least = [
        (4, [2, 2, 3, 4, 6, 8, 12, 16, 20]),
        (5, [2, 3, 4, 5, 8, 10, 15, 20, 25]),
        (8, [3, 4, 6, 8, 12, 16, 24, 32, 40]),
        (11, [4, 6, 8, 11, 17, 22, 33, 44, 55]),
        (18, [6, 9, 12, 18, 27, 36, 54, 72, 90]),
    ];
    for (defender, row) in least {
        for (column, sp) in row.into_iter().enumerate() {
            assert!(tables.odds(sp, defender) >= column, "{sp}:{defender}");
            assert!(column == 0 || tables.odds(sp - 1, defender) < column, "{sp}:{defender}");
        }
    }
}

#[rule("LTAB-2")]
#[test]
fn the_combat_results_table() {
    let tables = built_in();
    let row = |column: usize, drm: i16| -> String {
        (1..=6).map(|die| tables.crt.at(die + drm, column).code()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(row(3, 0), "DR DR DC EXC AR AR");
    assert_eq!(row(6, 0), "DE DE DE DR DR DC");
    assert_eq!(row(6, 1), "DE DE DR DR DC EXC");
    assert_eq!(row(3, -1), "DE DR DR DC EXC AR");
    assert_eq!(row(1, 0), "DC EXC AR AR AE AE");
    assert_eq!((tables.crt.at(11, 3), tables.crt.at(-30, 3)), (Outcome::Ae, Outcome::De));
    // One column is worth one pip, as far as the table goes.
    for column in 0..8 {
        for row in -2..9 {
            assert_eq!(
                tables.crt.at(row, column),
                tables.crt.at(row + 1, column + 1),
                "row {row} column {column}"
            );
        }
    }
    // Wins, open results and defeats of an unmodified die, in sixths.
    let sixths =
        [(0, 1, 5), (0, 2, 4), (1, 2, 3), (2, 2, 2), (3, 2, 1), (4, 2, 0), (5, 1, 0), (6, 0, 0), (6, 0, 0)];
    for (column, wanted) in sixths.into_iter().enumerate() {
        let count =
            |test: &dyn Fn(Outcome) -> bool| (1..=6).filter(|d| test(tables.crt.at(*d, column))).count();
        let wins = count(&|o| matches!(o, Outcome::De2 | Outcome::De | Outcome::Dr));
        let open = count(&|o| matches!(o, Outcome::Dc | Outcome::Exc));
        assert_eq!((wins, open, 6 - wins - open), wanted, "column {column}");
    }
}

#[rule("LTAB-5", "LTAB-6", "LTAB-8")]
#[test]
fn shifts_artillery_and_charges() {
    let tables = built_in();
    assert_eq!((-5..=5).map(|d| tables.shift(d)).collect::<Vec<_>>(), [-2, -2, -2, -1, -1, 0, 1, 1, 2, 2, 2]);
    assert_eq!((tables.shifted(8, 1), tables.shifted(0, -2)), (8, 0));
    let sum = |column: usize| (1..=6).map(|d| tables.artillery.at(d, column) as u32).sum::<u32>();
    assert_eq!((0..6).map(sum).collect::<Vec<_>>(), [1, 2, 4, 6, 9, 12]);
    assert!((0..6).all(|c| tables.artillery.at(7, c) == 0 && tables.artillery.at(40, c) == 0));
    assert_eq!(
        [1, 2, 3, 7, 8, 10, 11, 14, 15, 20].map(|sp| tables.fire_column(sp)),
        [0, 0, 1, 2, 3, 3, 4, 4, 5, 5]
    );
    assert_eq!([-6, -3, 0, 2, 5].map(|d| tables.charge_column(d)), [0, 0, 3, 5, 6]);
    for column in 0..6 {
        for row in -2..9 {
            assert_eq!(tables.charge.at(row, column), tables.charge.at(row + 1, column + 1));
        }
    }
}

#[rule("LTAB-9", "LTAB-10")]
#[test]
fn costs_and_rates() {
    let tables = built_in();
    let moves = &tables.moves;
    assert_eq!(moves.woods, [Some(24), Some(36), Some(36), Some(24)]);
    assert_eq!(moves.marsh, [Some(24), Some(36), None, Some(24)]);
    assert_eq!((moves.water, moves.river), ([None; 4], [None; 4]));
    assert_eq!(moves.steep_up, [Some(24), Some(24), None, Some(12)]);
    assert_eq!((moves.pike, moves.road, moves.trail, moves.disordered_road), (3, 4, 6, 6));
}

#[rule("LTAB-7", "LTAB-4")]
#[test]
fn modifiers_of_the_charts() {
    let tables = built_in();
    let fire = &tables.fire;
    assert_eq!((fire.partial, fire.breastwork, fire.disorganized), (1, 1, 1));
    assert_eq!((fire.crowded, fire.mounted_or_limbered), (-1, -1));
    let combat = &tables.combat;
    assert_eq!((combat.flanked, combat.all_higher, combat.all_lower, combat.creek), (-1, -1, 1, 1));
    assert_eq!((combat.steep_slope, combat.growth, combat.weak_commander), (1, 0, 0));
    assert_eq!((combat.attacker_commander, combat.defender_commander), (-1, 1));
}

#[rule("LTAB-11")]
#[test]
fn cover() {
    let tables = built_in();
    let nr = [tables.covers.woods, tables.covers.town, tables.covers.sunken_road, tables.covers.breastwork];
    assert!(nr.iter().all(|c| c.no_retreat));
    let open = [tables.covers.clear, tables.covers.orchard, tables.covers.cornfield, tables.covers.marsh];
    assert!(open.iter().all(|c| !c.no_retreat && !c.breastwork));
    // Mounted cavalry profits from woods and towns, not from works.
    let nr = |unit: &str, place: &str| {
        let mut world = World::new(9, 9).unit(unit);
        world = match place {
            "works" => world.more("[[marker]]\nkind = \"breastwork\"\nhex = \"0505\""),
            "sunken" => world.map("[features]\nsunken_road = [\"0505\"]\n"),
            "wall" => world.wall("stone-wall", "0505/0506"),
            word => world.terrain(word, &["0505"]),
        };
        let play = world.begin(&[]);
        play.pos().no_retreat(play.piece("A").at())
    };
    let (foot, horse) = ("u inf A I/1/1 4 4 0505", "u cav A I/1/1 4 4 0505");
    for (place, on_foot, mounted) in [
        ("woods", true, true),
        ("town", true, true),
        ("sunken", true, false),
        ("works", true, false),
        ("orchard", false, false),
        ("cornfield", false, false),
        ("wall", false, false),
    ] {
        assert_eq!((nr(foot, place), nr(horse, place)), (on_foot, mounted), "{place}");
    }
    assert!(!nr("u inf A I/1/1 4 4 0505 building", "marsh"));
}

#[rule("LTAB-2", "LTAB-9", "LTAB-3")]
#[test]
fn a_scenario_may_bring_its_own_charts() {
    let world = World::new(9, 9).unit("u inf A I/1/1 4 4 0504").unit("c inf X L/B/C 4 4 0505");
    let own = "[lfm.tables.crt]\ncolumns = [\"1:3\",\"1:2\",\"2:3\",\"1:1\",\"3:2\",\"2:1\",\"3:1\",\"4:1\",\"5:1\"]\n\
               1 = [\"AE\",\"AE\",\"AE\",\"AE\",\"AE\",\"AE\",\"AE\",\"AE\",\"AE\"]\n\
               [lfm.tables.tec.move.enter]\nclear = [36, 36, 36, 36]\n[lfm.tables]\nsource = \"my card\"\n";
    let here = world.clone().more(own);
    let answer = here.ask(json!({"ask":"combat","attackers":["0504"],"target":"0505"}));
    assert_eq!((faces(&answer), answer["tables"].clone()), (words("AE AE AE AE AE AE"), json!("my card")));
    assert_eq!(here.ask(json!({"ask":"reach","unit":"A"}))["hexes"]["0503"]["cost"], 3);
    assert_eq!(here.setup().tables.replaced, ["crt", "tec"]);
    // The same from a file.
    let text = world.clone().lfm("tables = \"card.toml\"").text();
    let map = world.map_text();
    let card = "source = \"printed\"\n[reorganization]\nzoi_drm = 0\n";
    let mut read = |name: &str| Ok(if name == "card.toml" { card.to_owned() } else { map.clone() });
    let setup = lfm::load("s", &text, &mut read).unwrap();
    assert_eq!((setup.tables.source.as_str(), setup.tables.zoi_drm), ("printed", 0));
    // All faults of a file at once.
    let bad = "[crt]\ncolumns = [\"1:1\"]\n1 = [\"XX\"]\n[odds]\ncolumns = []\n[combat_drm]\nflanked = \"no\"\n[what]\nx = 1\n";
    let mut read = |name: &str| Ok(if name == "card.toml" { bad.to_owned() } else { map.clone() });
    let faults = lfm::load("s", &text, &mut read).unwrap_err().to_string();
    for part in ["[crt] 1", "[odds] columns", "flanked", "what"] {
        assert!(faults.contains(part) && faults.contains("card.toml"), "{part}: {faults}");
    }
}
