//! Scenario and table files: everything the formats allow is read, everything else is refused with file,
//! key and reason, all at once, and nothing makes the loader panic.

mod common;

use common::example;
use proptest::prelude::*;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/");

fn texts() -> (String, String) {
    let read = |f: &str| std::fs::read_to_string(format!("{FOLDER}examples/{f}")).unwrap();
    (read("crossroads.scenario.toml"), read("crossroads.table.toml"))
}

#[test]
fn the_example_loads() {
    let setup = example("crossroads");
    assert_eq!((setup.name.as_str(), setup.turns), ("The crossroads", 6));
    assert_eq!((setup.table.width, setup.table.height), (6000, 4800));
    assert_eq!(setup.stands.len(), 22);
}

#[test]
fn the_example_of_the_documentation_loads() {
    let doc = std::fs::read_to_string(format!("{FOLDER}../docs/scenarios-vnb.md")).unwrap();
    let start = doc.rfind("```toml\n").unwrap() + 8;
    let scenario = &doc[start..start + doc[start..].find("```").unwrap()];
    let doc = std::fs::read_to_string(format!("{FOLDER}../docs/tables.md")).unwrap();
    let start = doc.find("```toml\n").unwrap() + 8;
    let table = &doc[start..start + doc[start..].find("```").unwrap()];
    let setup = vnb::load("doc.scenario.toml", scenario, &mut |_| Ok(table.to_owned()))
        .unwrap_or_else(|f| panic!("{f}"));
    assert_eq!((setup.stands.len(), setup.table.features.len()), (4, 3));
}

#[test]
fn our_scenarios_load() {
    for entry in std::fs::read_dir(format!("{FOLDER}vnb")).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        if !file.ends_with(".scenario.toml") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let mut read =
            |name: &str| std::fs::read_to_string(format!("{FOLDER}vnb/{name}")).map_err(|e| e.to_string());
        vnb::load(&file, &text, &mut read).unwrap_or_else(|f| panic!("{f}"));
    }
}

#[test]
fn all_faults_are_told_at_once() {
    let table = "format = \"hardtack-table/1\"\nwidth = 30\nheight = 30\n\
        [[feature]]\nkind = \"lava\"\nshape = { point = [1, 1] }\n\
        [[feature]]\nkind = \"forest\"\nshape = { line = [[1, 1], [2, 2]] }\n\
        [[feature]]\nkind = \"hill\"\ncontours = 0\nshape = { polygon = [[1, 1], [5, 1], [5, 50]] }\n\
        [[feature]]\nkind = \"hill\"\ncontours = 0\nshape = { polygon = [[1, 1], [5, 1], [5, 5]] }\n\
        [[feature]]\nkind = \"bridge\"\nshape = { point = [9, 9] }\n\
        [[feature]]\nkind = \"town\"\nshape = { polygon = [[1, 1], [5, 1], [5, 5], [1, 5]] }\n\
        [[feature]]\nkind = \"orchard\"\nshape = { polygon = [[1, 1], [5, 5], [5, 1], [1, 5]] }\n\
        [[feature]]\nkind = \"road\"\nconstruction = \"stone\"\nshape = { line = [[1, 1], [2, 2]] }\n";
    let scenario = "format = \"hardtack-scenario/2\"\nsystem = \"lfm\"\nname = \"x\"\ntable = \"t\"\nfirst = \"french\"\n\
        [vnb]\nturns = 0\ndate = \"yesterday\"\noptions = [\"magic\"]\nstarts = \"25:00\"\n\
        [[stand]]\nside = \"union\"\nname = \"A\"\ntype = \"dragon\"\nweapon = \"fire\"\nmorale = 9\nsp = 0\nx = 1\ny = 1\n\
        [[stand]]\nside = \"union\"\nname = \"A\"\ntype = \"commander\"\nx = 90\ny = 90\n\
        [[stand]]\nside = \"union\"\nname = \"B\"\ntype = \"infantry-brigade\"\nx = 10\nstate = [\"routed\", \"disordered\", \"happy\"]\nguns = -1\n\
        [[stand]]\nside = \"union\"\nname = \"C\"\ntype = \"infantry-skirmisher\"\nweapon = \"rifled-musket\"\nx = 10\ny = 10\nreinforces = \"nobody\"\ngarrison = \"castle\"\n\
        [[stand]]\nside = \"union\"\nname = \"D\"\ntype = \"infantry-brigade\"\nweapon = \"rifled-musket\"\n\
        [[reinforcement]]\nside = \"union\"\nturn = 2\nat = [5, 5]\nstands = [\"D\"]\n\
        [[objective]]\nname = \"O\"\npoints = 1\n\
        [[division]]\nside = \"union\"\nname = \"X\"\ncommander = \"nobody\"\nexhaustion = 0\n";
    let faults = vnb::load("bad.scenario.toml", scenario, &mut |_| Ok(table.to_owned())).unwrap_err();
    let said = faults.to_string();
    for part in [
        "hardtack-scenario/1",
        "`lfm`: expected `vnb`",
        "french",
        "turns: 0",
        "yesterday",
        "magic",
        "25:00",
        "dragon",
        "`fire`",
        "morale: 9",
        "sp: 0",
        "used twice",
        "rank",
        "both, or neither",
        "at most one of",
        "happy",
        "guns: -1",
        "reinforces",
        "edge of the table",
        "either `at",
        "commander",
        "exhaustion: 0",
        "lava",
        "polygon = [...]",
        "contours",
        "not on the table",
        "half an inch of the water",
        "3 x 3",
        "crosses itself",
        "no `construction`",
    ] {
        assert!(said.contains(part), "nothing about `{part}` in:\n{said}");
    }
    assert!(faults.0.iter().all(|f| !f.file.is_empty() && !f.what.is_empty()));
}

#[test]
fn a_missing_table_is_told() {
    let (scenario, _) = texts();
    let said = vnb::load("x", &scenario, &mut |_| Err("no such file".into())).unwrap_err().to_string();
    assert!(said.contains("crossroads.table.toml") && said.contains("no such file"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Files with pieces cut out, doubled or overwritten load or are refused, and never panic; what loads
    /// can be played.
    #[test]
    fn mutated_files_never_panic(
        which in any::<bool>(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, "[ -~]{0,6}"), 1..4),
    ) {
        let (mut scenario, mut table) = texts();
        {
            let text = if which { &mut scenario } else { &mut table };
            for (at, length, insert) in cuts {
                let from = at.index(text.len());
                let to = (from + length).min(text.len());
                if text.is_char_boundary(from) && text.is_char_boundary(to) {
                    text.replace_range(from..to, &insert);
                }
            }
        }
        check(&scenario, &table);
    }

    /// Numbers replaced by other numbers: sizes, places, strengths.
    #[test]
    fn odd_numbers_never_panic(which in any::<bool>(), at in any::<prop::sample::Index>(), number in prop_oneof![
        Just("nan".to_owned()), Just("inf".to_owned()), Just("-inf".to_owned()), Just("1e300".to_owned()), Just("-0.0".to_owned()),
        (-1_000_000i64..1_000_000).prop_map(|n| n.to_string()), (-500.0f64..500.0).prop_map(|n| format!("{n:.4}")),
        Just(i64::MAX.to_string()), Just(i64::MIN.to_string()),
    ]) {
        let (mut scenario, mut table) = texts();
        {
            let text = if which { &mut scenario } else { &mut table };
            let places: Vec<(usize, usize)> = numbers(text);
            let (from, to) = places[at.index(places.len())];
            text.replace_range(from..to, &number);
        }
        check(&scenario, &table);
    }
}

fn numbers(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut n = 0;
    while n < bytes.len() {
        if bytes[n].is_ascii_digit() && n > 0 && matches!(bytes[n - 1], b' ' | b'[') {
            let end = (n..bytes.len())
                .find(|k| !bytes[*k].is_ascii_digit() && bytes[*k] != b'.')
                .unwrap_or(bytes.len());
            found.push((n, end));
            n = end;
        }
        n += 1;
    }
    found
}

/// Loads, and if that works plays a little and asks every question.
fn check(scenario: &str, table: &str) {
    use table::{Rules, SeededDice, Viewer};
    match vnb::load("mutant.scenario.toml", scenario, &mut |_| Ok(table.to_owned())) {
        Err(faults) => assert!(!faults.0.is_empty()),
        Ok(setup) => {
            let names: Vec<String> = setup.stands.iter().map(|s| s.name.clone()).collect();
            let mut dice = SeededDice::from_number(3);
            let (mut game, _) = table::Seated::<vnb::Vnb>::start(std::sync::Arc::new(setup), &mut dice);
            let mut n = 0usize;
            for _ in 0..25 {
                n = n.wrapping_mul(31).wrapping_add(7);
                if !game.play_random(&mut |k| n % k, &mut dice) {
                    break;
                }
            }
            for (a, b) in names.iter().zip(names.iter().rev()) {
                for ask in ["visible", "fire", "melee", "charge"] {
                    let q = serde_json::json!({ "ask": ask, "from": a, "to": b, "by": if ask == "melee" { serde_json::json!([a]) } else { serde_json::json!(a) }, "at": b });
                    _ = game.ask(Viewer::Referee, &q);
                }
                _ = game.ask(Viewer::Referee, &serde_json::json!({ "ask": "morale", "stand": a }));
            }
        }
    }
}
