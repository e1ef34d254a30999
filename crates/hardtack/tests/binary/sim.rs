//! Series of games and their records.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{command, hardtack, one_of_each_system};
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
fn the_record_of_a_game_that_went_wrong_lies_beside_the_results_or_elsewhere_and_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let [here, out, temp] = ["here", "out", "temp"].map(|name| folder.path().join(name));
    for path in [&here, &out, &temp] {
        fs::create_dir(path).unwrap();
    }
    let id = &one_of_each_system()[0];
    let sim = |more: &[&str]| {
        let args = [&["sim", id, "--games", "1", "--cap", "3"], more].concat();
        let done = command(&args).current_dir(&here).env("TMPDIR", &temp).env("TMP", &temp).output().unwrap();
        assert_eq!(done.status.code(), Some(1));
        String::from_utf8(done.stdout).unwrap()
    };
    let told = sim(&[]);
    let elsewhere = records(&temp);
    assert_eq!(elsewhere.len(), 1, "a folder of its own");
    let record = records(&elsewhere[0]).remove(0);
    assert!(told.contains(record.to_str().unwrap()), "{told}");
    assert!(hardtack(&["replay", record.to_str().unwrap()]).code == 0);
    let games = out.join("games.csv");
    assert!(!out.join("games.csv.failed").exists(), "no folder without need");
    for copies in 1..3 {
        let told = sim(&["--out", games.to_str().unwrap()]);
        let beside = records(&out.join("games.csv.failed"));
        assert_eq!(beside.len(), copies, "nothing is replaced: {beside:?}");
        assert!(beside.iter().any(|record| told.contains(record.to_str().unwrap())), "{told}");
    }
    assert!(records(&here).is_empty(), "nothing is written where nobody asked for it");
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
    assert_eq!(done.code, 2);
    assert!(done.err.contains("`napoleon`") && done.err.contains("`random`"), "{}", done.err);
    let done = hardtack(&["sim", id, "--players", "random"]);
    assert!(done.code == 2 && done.err.contains("expected two names"), "{}", done.err);
}

/// Rows of a JSON lines file, without what depends on the clock.
fn rows(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    let row = |line: &str| {
        let mut row: Value = serde_json::from_str(line).unwrap();
        for clock in ["seconds", "union_ms", "confederate_ms"] {
            assert!(row[clock].as_f64().unwrap() >= 0.0, "{row}");
            row[clock] = Value::Null;
        }
        row
    };
    text.lines().map(row).collect()
}

#[test]
fn every_game_has_a_row_with_its_facts_and_the_summary_agrees() {
    for id in one_of_each_system() {
        let folder = tempfile::tempdir().unwrap();
        let [lines, again] = ["a.jsonl", "b.jsonl"].map(|name| folder.path().join(name));
        let sim = ["sim", &id, "--games", "5", "--seed", "9", "--players", "random,recruit", "--json"];
        let summary = hardtack(&[&sim[..], &["--out", lines.to_str().unwrap()]].concat()).json();
        let quiet = hardtack(&sim).json();
        assert_eq!(timeless(quiet), timeless(summary.clone()), "counting changes nothing");
        let rows_now = rows(&lines);
        assert_eq!(rows_now.len(), 5);
        let won = rows_now.iter().filter(|row| row["winner"] == "union").count();
        assert_eq!(summary["wins"][0], won);
        for (number, row) in rows_now.iter().enumerate() {
            assert_eq!(
                (&row["game"], &row["seed"], &row["scenario"]),
                (&number.into(), &9.into(), &Value::from(id.as_str()))
            );
            assert!(row["turns"].as_u64().unwrap() > 0 && row["decisions"].as_u64().unwrap() > 0, "{row}");
            for side in ["union", "confederate"] {
                let [strength, lost] =
                    ["strength", "lost"].map(|what| row[format!("{side}_{what}")].as_i64().unwrap());
                assert!(strength > 0 && (0..=strength).contains(&lost), "{row}");
            }
            for fight in row["fights"].as_array().unwrap() {
                let p = fight["p"].as_f64().unwrap();
                assert!((0.0..=1.0 + 1e-9).contains(&p), "{fight}");
                assert!(p > 0.0 || fight["won"] == false, "{fight}");
                assert!(p < 1.0 - 1e-9 || fight["won"] == true, "{fight}");
            }
        }
        assert!(
            rows_now.iter().any(|row| !row["fights"].as_array().unwrap().is_empty()),
            "nobody fought in {id}"
        );
        // Recorded games are counted the same way.
        let dir = folder.path().join("records");
        let recorded =
            ["--out", again.to_str().unwrap(), "--records", dir.to_str().unwrap(), "--threads", "1"];
        hardtack(&[&sim[..], &recorded].concat());
        assert_eq!(rows(&again), rows_now);
    }
}

#[test]
fn csv_and_parquet_hold_what_json_lines_hold() {
    let id = &one_of_each_system()[0];
    let folder = tempfile::tempdir().unwrap();
    let files = ["a.jsonl", "a.csv", "a.parquet"].map(|name| folder.path().join(name).display().to_string());
    let outs = files.iter().flat_map(|file| ["--out", file]).collect::<Vec<_>>();
    hardtack(&[&["sim", id, "--games", "4"][..], &outs].concat());
    let csv = fs::read_to_string(&files[1]).unwrap();
    assert!(
        csv.starts_with("scenario,scenario_hash,system,version,seed,game,union,confederate,winner,"),
        "{csv}"
    );
    assert_eq!(csv.lines().count(), 5);
    let parquet = fs::read(&files[2]).unwrap();
    assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
    // Each can be gone on from; nothing is played again, so that even the clock's columns are the same.
    let lines = fs::read_to_string(&files[0]).unwrap();
    for file in &files[1..] {
        let copy = folder.path().join("copy.jsonl");
        let args = ["sim", id, "--games", "4", "--out", file, "--out", copy.to_str().unwrap(), "--resume"];
        assert_eq!(hardtack(&args).code, 0);
        assert_eq!(fs::read_to_string(&copy).unwrap(), lines, "{file}");
    }
}

#[test]
fn every_decision_can_be_had_as_a_row_and_counting_changes_nothing() {
    for id in one_of_each_system() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name).display().to_string();
        let sim = ["sim", &id, "--games", "3", "--seed", "6", "--players", "random,veteran", "--json"];
        let play = |more: &[&str]| timeless(hardtack(&[&sim[..], more].concat()).json());
        let plain = play(&[]);
        assert_eq!(play(&["--decisions", &file("a.jsonl"), "--threads", "3"]), plain);
        let records = file("records");
        let recorded = ["--decisions", &file("b.jsonl"), "--records", &records, "--threads", "1"];
        assert_eq!(play(&recorded), plain);
        let text = fs::read_to_string(file("a.jsonl")).unwrap();
        assert!(text == fs::read_to_string(file("b.jsonl")).unwrap(), "{id}: on the record and off it");
        let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(plain["decisions"], rows.len());
        // Each says what the record of its game says.
        let mut rows = rows.iter();
        for game in 0..3 {
            let record = folder.path().join(format!("records/{id}-6-{game:06}.jsonl"));
            let record = fs::read_to_string(record).unwrap();
            for (number, line) in record.lines().skip(1).enumerate() {
                let (row, line) = (rows.next().unwrap(), serde_json::from_str::<Value>(line).unwrap());
                assert_eq!((&row["game"], &row["number"]), (&game.into(), &number.into()));
                assert_eq!(row["seat"], line["seat"], "{row} {line}");
                let fell = |rolls: &Value| rolls.as_array().map_or(0, Vec::len);
                assert_eq!(fell(&row["dice"]), fell(&line["dice"]), "{row} {line}");
                assert!(row["chosen"].as_u64().unwrap() < row["legal"].as_u64().unwrap(), "{row}");
                let weighed = row["seat"] == "confederate" && row["legal"].as_u64().unwrap() > 1;
                assert_eq!(row["value"].is_f64(), weighed, "{row}");
            }
        }
    }
}

#[test]
fn a_series_that_was_killed_goes_on_and_ends_as_if_nothing_had_happened() {
    let id = one_of_each_system().pop().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole.jsonl", "killed.jsonl"].map(|name| folder.path().join(name));
    let games = "12";
    let sim = ["sim", &id, "--games", games, "--seed", "4", "--players", "random,recruit", "--threads", "1"];
    hardtack(&[&sim[..], &["--out", whole.to_str().unwrap()]].concat());
    let args = [&sim[..], &["--out", killed.to_str().unwrap()]].concat();
    let mut child = crate::common::command(&args).stdout(std::process::Stdio::null()).spawn().unwrap();
    let part = folder.path().join("killed.jsonl.part");
    let begun = || fs::read_to_string(&part).is_ok_and(|text| text.lines().count() >= 2);
    while !begun() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    if part.exists() {
        // As if it had been killed while it wrote a line.
        let mut torn = fs::read(&part).unwrap();
        torn.extend(b"{\"scenario\":\"les");
        fs::write(&part, torn).unwrap();
        assert_eq!(hardtack(&args).code, 1, "a stopped run is not thrown away by accident");
        let done = hardtack(&[&args[..], &["--resume", "--json"]].concat());
        assert_eq!(done.json()["games"], 12);
    }
    assert_eq!(rows(&killed), rows(&whole));
    assert!(!part.exists());
}

#[test]
fn a_series_can_be_made_longer_but_not_another() {
    let id = &one_of_each_system()[0];
    let folder = tempfile::tempdir().unwrap();
    let [short, long] = ["short.csv", "long.csv"].map(|name| folder.path().join(name).display().to_string());
    hardtack(&["sim", id, "--games", "3", "--out", &short]);
    hardtack(&["sim", id, "--games", "6", "--out", &long]);
    hardtack(&["sim", id, "--games", "6", "--out", &short, "--resume"]);
    let untimed = |file: &str| {
        let text = fs::read_to_string(file).unwrap();
        let games = text.lines().map(|line| line.split(',').take(20).collect::<Vec<_>>().join(","));
        games.collect::<Vec<_>>()
    };
    assert_eq!(untimed(&short), untimed(&long));
    let other = hardtack(&["sim", id, "--games", "6", "--seed", "2", "--out", &short, "--resume"]);
    assert!(
        other.code == 1 && other.err.contains("another series") && other.err.contains("seed"),
        "{}",
        other.err
    );
    let fewer = hardtack(&["sim", id, "--games", "2", "--out", &short, "--resume"]);
    assert!(fewer.code == 1 && fewer.err.contains("at least as many"), "{}", fewer.err);
    assert_eq!(untimed(&short), untimed(&long), "and nothing is lost");
    let wrong = hardtack(&["sim", id, "--out", "games.xls"]);
    assert!(wrong.code == 2 && wrong.err.contains(".parquet"), "{}", wrong.err);
}

#[test]
fn a_series_in_parts_has_the_rows_of_the_whole() {
    let id = &one_of_each_system()[0];
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let sim = ["sim", id, "--seed", "3", "--players", "random,recruit", "--threads", "1"];
    let play = |more: &[&str]| assert_eq!(hardtack(&[&sim[..], more].concat()).code, 0);
    play(&["--games", "6", "--out", &file("whole.jsonl")]);
    fs::create_dir(folder.path().join("parts")).unwrap();
    play(&["--games", "2", "--out", &file("parts/a.csv"), "--out", &file("a.jsonl")]);
    play(&["--games", "4", "--from", "2", "--out", &file("parts/b.parquet"), "--out", &file("b.jsonl")]);
    let parts = [rows(&folder.path().join("a.jsonl")), rows(&folder.path().join("b.jsonl"))].concat();
    assert_eq!(parts, rows(&folder.path().join("whole.jsonl")));
    // A page is made of the folder, and a part can be gone on with.
    let page = file("page.html");
    let report = hardtack(&["report", &file("parts"), "--out", &page, "--json"]).json();
    assert_eq!(report["games"], 6);
    play(&["--games", "6", "--from", "2", "--out", &file("b.jsonl"), "--resume"]);
    assert_eq!(rows(&folder.path().join("b.jsonl")).len(), 6);
    let beyond = hardtack(&["sim", id, "--from", &u64::MAX.to_string(), "--games", "2"]);
    assert!(beyond.code == 2 && beyond.err.contains("--from"), "{}", beyond.err);
}

/// A wrong chance, or a wrong idea of success, shows when many fights are added up.
#[test]
fn over_many_fights_the_dice_keep_their_word() {
    for (id, games) in [("second-manassas", "1000"), ("rummels-farm", "40"), ("lesson-henry-hill", "60")] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.jsonl");
        hardtack(&["sim", id, "--games", games, "--seed", "11", "--out", file.to_str().unwrap()]);
        let games = rows(&file);
        let fights = games.iter().flat_map(|row| row["fights"].as_array().unwrap());
        let (mut count, mut surplus, mut variance) = (0, 0.0, 0.0);
        for fight in fights {
            let p = fight["p"].as_f64().unwrap();
            count += 1;
            surplus += if fight["won"] == true { 1.0 - p } else { -p };
            variance += p * (1.0 - p);
        }
        assert!(count > 10, "{id}: {count} fights");
        assert!(
            f64::abs(surplus) < 3.5 * f64::sqrt(variance),
            "{id}: {surplus} of {count}, variance {variance}"
        );
    }
}
