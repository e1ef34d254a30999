//! Series of games and their records.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{hardtack, one_of_each_system};
use serde_json::Value;

fn records(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    files
}

/// The report without what depends on the clock.
fn timeless(mut report: Value) -> Value {
    for key in ["seconds", "decisions_per_second"] {
        assert!(report[key].as_f64().unwrap() >= 0.0);
        report[key] = Value::Null;
    }
    report
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    for id in one_of_each_system() {
        let sim = |threads: &str, seed: &str| {
            let args = ["sim", &id, "--games", "6", "--seed", seed, "--threads", threads, "--json"];
            timeless(hardtack(&args).json())
        };
        let alone = sim("1", "5");
        assert_eq!(alone, sim("4", "5"));
        assert_ne!(alone["fingerprint"], sim("1", "6")["fingerprint"]);
        assert_eq!(alone["games"], 6);
        let rates: Vec<f64> =
            alone["win_rate"].as_array().unwrap().iter().map(|r| r.as_f64().unwrap()).collect();
        let draws = alone["draws"].as_f64().unwrap();
        assert!((rates[0] + rates[1] + draws / 6.0 - 1.0).abs() < 1e-9, "{alone}");
    }
}

#[test]
fn recorded_games_are_the_same_games_and_replay() {
    for id in one_of_each_system() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("a/b");
        let dir = games.to_str().unwrap();
        let sim = ["sim", &id, "--games", "2", "--seed", "5", "--json"];
        let quiet = timeless(hardtack(&sim).json());
        let recorded = timeless(hardtack(&[&sim[..], &["--records", dir]].concat()).json());
        assert_eq!(quiet, recorded);
        let files = records(&games);
        assert_eq!(files.len(), 2);
        for file in files {
            let done = hardtack(&["replay", file.to_str().unwrap(), "--json"]);
            let report = done.json();
            assert_eq!((done.code, &report["ok"]), (0, &Value::Bool(true)), "{report}");
            assert!(report["standing"]["over"].is_object() && report["dice_from_seed"] == true, "{report}");
            let header = fs::read_to_string(&file).unwrap().lines().next().unwrap().to_owned();
            let header: Value = serde_json::from_str(&header).unwrap();
            assert_eq!(header["format"], "hardtack-record/1");
            assert_eq!(header["players"], serde_json::json!(["random", "random"]));
        }
    }
}

#[test]
fn a_game_that_does_not_end_is_an_error_with_its_record() {
    let folder = tempfile::tempdir().unwrap();
    let id = &one_of_each_system()[0];
    let dir = folder.path().to_str().unwrap();
    let done = hardtack(&["sim", id, "--games", "1", "--cap", "3", "--records", dir, "--json"]);
    assert_eq!(done.code, 1);
    let failed = &done.json()["failed"][0];
    assert!(failed["why"].as_str().unwrap().contains("did not end"), "{failed}");
    let record = failed["record"].as_str().unwrap();
    let replayed = hardtack(&["replay", record, "--json"]).json();
    assert_eq!((&replayed["ok"], &replayed["decisions"]), (&Value::Bool(true), &Value::from(3)));
}

#[test]
fn a_player_who_thinks_plays_the_same_game_again() {
    let id = &one_of_each_system()[0];
    let folder = tempfile::tempdir().unwrap();
    let sim = ["sim", id, "--games", "2", "--seed", "8", "--players", "recruit,random", "--json"];
    let first = timeless(hardtack(&sim).json());
    let dir = folder.path().to_str().unwrap();
    assert_eq!(first, timeless(hardtack(&[&sim[..], &["--records", dir]].concat()).json()));
    assert_eq!(first["players"], serde_json::json!(["recruit", "random"]));
}

#[test]
fn an_unknown_player_is_told_with_those_there_are() {
    let id = &one_of_each_system()[0];
    let done = hardtack(&["sim", id, "--players", "random,napoleon"]);
    assert_eq!(done.code, 1);
    assert!(done.err.contains("`napoleon`") && done.err.contains("`random`"), "{}", done.err);
    let done = hardtack(&["sim", id, "--players", "random"]);
    assert!(done.code == 1 && done.err.contains("expected two names"), "{}", done.err);
}
