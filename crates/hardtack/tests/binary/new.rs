//! A scenario to begin with.

use std::fs;

use crate::common::hardtack;

#[test]
fn every_system_has_one_that_fits_and_plays_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("mine");
    for (system, board) in [("gcacw", "map"), ("lfm", "map"), ("vnb", "table")] {
        let name = format!("first-{system}");
        let done = hardtack(&["new", system, &name, "--out", out.to_str().unwrap()]);
        assert_eq!(done.code, 0, "{}", done.err);
        let [board, scenario] = [board, "scenario"].map(|kind| out.join(format!("{name}.{kind}.toml")));
        let [board, scenario] = [board.to_str().unwrap(), scenario.to_str().unwrap()];
        assert!(done.out.contains(board) && done.out.contains(scenario), "{}", done.out);
        let checked = hardtack(&["map", "check", board, "--strict"]);
        assert_eq!((checked.code, checked.out.contains("warning")), (0, false), "{}", checked.out);
        let checked = hardtack(&["scenario", "check", scenario]);
        assert_eq!((checked.code, checked.out.contains("warning")), (0, false), "{}", checked.out);
        let played = hardtack(&["sim", scenario, "--games", "20", "--seed", "1", "--json"]);
        assert_eq!(played.code, 0, "{}", played.err);
        assert_eq!(played.json()["games"], 20, "every game ends: {}", played.out);
    }
}

#[test]
fn nothing_is_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let map = folder.path().join("mine.map.toml");
    fs::write(&map, "my own work").unwrap();
    let done = hardtack(&["new", "lfm", "mine", "--out", out]);
    assert_eq!(done.code, 2);
    assert!(done.err.contains("mine.map.toml") && done.err.contains("is there already"), "{}", done.err);
    assert_eq!(fs::read_to_string(&map).unwrap(), "my own work");
    assert!(!folder.path().join("mine.scenario.toml").exists(), "both or none");
    for (system, name) in [("chess", "mine"), ("lfm", "\"")] {
        assert_eq!(hardtack(&["new", system, name, "--out", out]).code, 2);
    }
}
