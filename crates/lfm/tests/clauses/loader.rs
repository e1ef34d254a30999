//! Loading: every fault is told, all at once, and nothing panics.

use proptest::prelude::*;
use table::rule;

use crate::world::World;

fn good() -> World {
    World::new(9, 9).unit("u inf A I/1/1 4 4 0504").unit("c inf X L/B/C 4 4 0505")
}

#[rule("L29-1", "LTAB-14", "L19-1")]
#[test]
fn all_faults_at_once() {
    let bad = good()
        .unit("u inf B I/1/1 99 0 9999")
        .unit("u art G I/1 4 4 0101 mounted")
        .unit("c inf Z L/B/C 4 4 0504")
        .man("u D 2 9 I/1/- 0504")
        .lfm("turn = 0\nfree_units = [\"nobody\"]\nacting = { union = \"A\" }")
        .more("[[marker]]\nkind = \"burned-bridge\"\nhexside = \"0504/0505\"\n[[marker]]\nkind = \"flag\"");
    let faults = bad.faults();
    for part in [
        "sp: 99",
        "cohesion: 0",
        "`9999`",
        "mounted",
        "both sides",
        "cv: 9",
        "turn: 0",
        "nobody",
        "acting",
        "no bridge",
        "`flag`: expected breastwork",
    ] {
        assert!(faults.contains(part), "{part} in {faults}");
    }
    assert!(faults.lines().all(|l| l.contains(".toml")), "{faults}");
}

#[test]
fn what_a_scenario_may_not_say() {
    let cases: Vec<(World, &str)> = vec![
        (good().unit("u inf B I/-/1 4 4 0101"), "needs corps, division and brigade"),
        (good().man("u Two 4 4 -/-/- 0101").man("u Four 4 4 -/-/- 0102"), "two 4-star"),
        (good().man_with("u D 2 4 I/1/- 0101", "strength = 4"), "1 star"),
        (good().terrain("rolling", &["0101"]), "expected clear, woods"),
        (good().terrain("woods", &["0101"]).map("[features]\nsunken_road = [\"0101\"]\n"), "sunken road"),
        (good().wall("steep-slope", "0101/0102"), "two levels"),
        (good().lfm("turns = 1\nturn = 3"), "before turn 3"),
        (good().unit("u inf B I/1/1 4 4 -"), "expected a hex, or the name in an [[arrival]]"),
        (good().more("[[arrival]]\nturn = 1\nhex = \"0101\"\nunits = [\"A\"]"), "on the map already"),
        (good().unit("u inf B I/1/1 4 4 0101 flying"), "no state"),
        (good().unit("u cav B I/1/1 4 4 0101 mounted dismounted"), "both sides of the counter"),
        (good().more("[[hold]]\nuntil = 3"), "expected `units`"),
        (good().victory("[victory]\nlevels = { huge = 3 }\n"), "marginal, substantial or decisive"),
        (good().more("surprise = 1"), "surprise"),
    ];
    for (world, part) in cases {
        assert!(world.faults().contains(part), "{part} in {}", world.faults());
    }
    let missing = lfm::load("s", &good().text(), &mut |_| Err("no such file".to_owned())).unwrap_err();
    assert!(missing.to_string().contains("no such file"));
    assert!(lfm::load("s", "format = 3", &mut |_| Ok(String::new())).is_err());
}

#[test]
fn what_arises_in_play_is_accepted() {
    let odd = good()
        .unit("u inf B I/1/1 16 4 0504")
        .unit("u inf C II/1/1 16 4 0504")
        .unit("u inf E III/1/1 4 4 0909")
        .man("u Lone 2 4 IV/1/- 0101");
    assert!(odd.load().is_ok());
    assert!(World::new(3, 3).unit("u inf A I/1/1 4 4 0101").load().is_ok());
}

/// The example scenario with its map.
fn example() -> (String, String) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/examples");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    (read("lfm-example.scenario.toml"), read("lfm-example.map.toml"))
}

/// Cuts, doubles, swaps or overwrites a stretch of a text.
fn mutate(text: &str, at: usize, length: usize, how: u8, word: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let (at, end) = (at % lines.len(), (at % lines.len() + length).min(lines.len()));
    let mut out: Vec<String> = lines.iter().map(|l| (*l).to_owned()).collect();
    match how % 5 {
        0 => drop(out.drain(at..end)),
        1 => out.insert(at, lines[end.saturating_sub(1)].to_owned()),
        2 => out.swap(at, end.saturating_sub(1)),
        3 => {
            let key = lines[at].split('=').next().unwrap_or("").to_owned();
            out[at] = format!("{key}= {word}");
        }
        _ => out[at] = lines[at].replace(|c: char| c.is_ascii_digit(), word),
    }
    out.join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn mutated_files_load_or_are_refused_without_panic(
        changes in prop::collection::vec((0usize..400, 1usize..6, 0u8..5, 0usize..9), 1..4),
        in_map in any::<bool>(),
    ) {
        let values = ["-1", "0", "99999", "\"\"", "\"0505\"", "[]", "true", "{ union = 3 }", "7"];
        let (mut scenario, mut map) = example();
        for (at, length, how, word) in changes {
            let text = if in_map { &mut map } else { &mut scenario };
            *text = mutate(text, at, length, how, values[word]);
        }
        match lfm::load("fuzz", &scenario, &mut |_| Ok(map.clone())) {
            Ok(setup) => {
                let state = lfm::position(&setup);
                prop_assert!(<lfm::Lfm as table::Ruleset>::sound(&setup, &state).is_ok());
            }
            Err(faults) => prop_assert!(!faults.0.is_empty()),
        }
    }
}
