//! Every player against every other.

use std::fs;

use crate::common::{hardtack, one_of_each_system};
use serde_json::{Value, json};

/// The standings without what depends on the clock.
fn timeless(mut standings: Value) -> Value {
    for level in standings["levels"].as_array_mut().unwrap() {
        assert!(level["choice_ms"].as_f64().unwrap() >= 0.0 && level["choices"].as_u64().unwrap() > 0);
        level["choice_ms"] = Value::Null;
    }
    standings["threads"] = Value::Null;
    standings
}

#[test]
fn a_ladder_has_every_pairing_with_sides_swapped_and_is_the_same_again() {
    let id = &one_of_each_system()[0];
    let levels = "random,recruit,general:30steps";
    let ladder = |threads: &str| {
        let args = ["ladder", id, "--games", "4", "--levels", levels, "--seed", "3", "--threads", threads];
        timeless(hardtack(&[&args[..], &["--json"]].concat()).json())
    };
    let standings = ladder("1");
    assert_eq!(standings, ladder("3"));
    assert_eq!(standings["failed"], json!([]));
    let pairings = standings["pairings"].as_array().unwrap();
    let names: Vec<&Value> = pairings.iter().map(|p| &p["players"]).collect();
    assert_eq!(
        names,
        [
            &json!(["recruit", "random"]),
            &json!(["general:30steps", "random"]),
            &json!(["general:30steps", "recruit"])
        ]
    );
    for pairing in pairings {
        let number = |value: &Value| value.as_f64().unwrap();
        assert_eq!(pairing["games"], 4, "{pairing}");
        let score = number(&pairing["score"]);
        let counted = number(&pairing["wins"][0]) + number(&pairing["draws"]) / 2.0;
        assert!((score - counted / 4.0).abs() < 1e-12, "{pairing}");
        let sides = (number(&pairing["score_as"][0]) + number(&pairing["score_as"][1])) / 2.0;
        assert!((score - sides).abs() < 1e-12, "each side half of the games: {pairing}");
        assert!(number(&pairing["interval"][0]) <= score && score <= number(&pairing["interval"][1]));
    }
}

#[test]
fn half_of_a_pairing_is_a_series_of_sim() {
    let id = &one_of_each_system()[0];
    let args = ["ladder", id, "--games", "8", "--levels", "random,recruit", "--seed", "3", "--json"];
    let pairing = &hardtack(&args).json()["pairings"][0];
    let sim = |players: &str| {
        hardtack(&["sim", id, "--games", "4", "--players", players, "--seed", "3", "--json"]).json()
    };
    let halves = [sim("recruit,random"), sim("random,recruit")];
    for side in 0..2 {
        let wins: u64 = halves.iter().map(|half| half["wins"][side].as_u64().unwrap()).sum();
        assert_eq!(pairing["side_wins"][side].as_u64().unwrap(), wins, "{pairing}");
    }
}

#[test]
fn the_tables_are_markdown_on_the_terminal_and_in_a_file() {
    let id = &one_of_each_system()[0];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ladder.md");
    let args = ["ladder", id, "--games", "2", "--levels", "random,recruit", "--out", file.to_str().unwrap()];
    let done = hardtack(&args);
    assert_eq!(done.code, 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), done.out);
    for part in
        ["| player ", "| recruit over random |", "as Confederate", "Fisher", "--levels random,recruit"]
    {
        assert!(done.out.contains(part), "`{part}` is missing:\n{}", done.out);
    }
}

#[test]
fn a_ladder_that_cannot_be_climbed_is_told_why() {
    let id = &one_of_each_system()[0];
    let told = |more: &[&str]| {
        let done = hardtack(&[&["ladder", id][..], more].concat());
        assert_eq!(done.code, 2, "{}", done.out);
        done.err
    };
    assert!(told(&["--games", "3"]).contains("even number"));
    assert!(told(&["--levels", "random"]).contains("two players or more"));
    assert!(told(&["--levels", "random,napoleon"]).contains("`napoleon`"));
    assert!(told(&["--budget", "long"]).contains("--budget"));
}

#[test]
fn a_ladder_keeps_its_games_and_goes_on() {
    let id = &one_of_each_system()[0];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let ladder = |games: &str, more: &[&str]| {
        let args = ["ladder", id, "--games", games, "--levels", "random,recruit", "--seed", "3", "--json"];
        timeless(hardtack(&[&args[..], more].concat()).json())
    };
    let whole = ladder("8", &[]);
    let kept = ["--results", file.to_str().unwrap()];
    ladder("4", &kept);
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 4);
    assert_eq!(ladder("8", &[&kept[..], &["--resume"]].concat()), whole);
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 8);
}
