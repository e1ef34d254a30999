//! Programs that play, in series, on ladders, at the terminal and at the web table.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{hardtack, typed};
use crate::engine::{blocks, python};
use crate::serve::{request, start};

const LESSON: &str = "lesson-spring-hill";

/// The player that docs/players.md shows, in this folder.
fn shown(folder: &Path) -> String {
    let [program] = &blocks("players.md", "python")[..] else { panic!("one program is shown") };
    let file = folder.join("player.py");
    fs::write(&file, program).unwrap();
    format!("cmd:python3 '{}'", file.display())
}

/// A player in shell who answers every question by these words.
fn shell(folder: &Path, answer: &str) -> String {
    let script = format!(
        "read l; echo '{{\"ready\":true,\"view\":false,\"form\":\"count\"}}'\n\
         while read -r l; do case \"$l\" in *'\"do\":\"choose\"'*) echo '{answer}' ;; esac; done\n"
    );
    let file = folder.join("player.sh");
    fs::write(&file, script).unwrap();
    format!("cmd:sh '{}'", file.display())
}

/// The rows of a file without the clock's columns.
fn rows(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    let mut rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for row in &mut rows {
        for clock in ["seconds", "union_ms", "confederate_ms"] {
            row[clock] = Value::Null;
        }
    }
    rows
}

#[test]
fn the_program_that_the_page_shows_plays_the_same_series_on_any_number_of_threads() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let players = format!("{},recruit", shown(folder.path()));
    let play = |name: &str, threads: &str, more: &[&str]| {
        let file = folder.path().join(name);
        let sim = ["sim", LESSON, "--games", "5", "--seed", "3", "--players", &players, "--json"];
        let out = ["--threads", threads, "--out", file.to_str().unwrap()];
        let done = hardtack(&[&sim[..], &out, more].concat());
        assert_eq!((done.code, done.err.as_str()), (0, ""));
        assert_eq!(done.json()["programs"][0], json!({"faults": 0, "replaced": 0, "games": 0}));
        rows(&file)
    };
    let first = play("a.jsonl", "1", &[]);
    assert_eq!(first, play("b.jsonl", "3", &[]));
    let records = folder.path().join("records");
    assert_eq!(first, play("c.jsonl", "1", &["--records", records.to_str().unwrap()]));
    assert!(first.iter().all(|row| row["union"].as_str().unwrap().starts_with("cmd:python3")));
    assert!(first.iter().any(|row| row["fingerprint"] != first[0]["fingerprint"]), "its lots differ");
    let record = fs::read_dir(&records).unwrap().next().unwrap().unwrap().path();
    assert_eq!(hardtack(&["replay", record.to_str().unwrap(), "--json"]).json()["ok"], true);
}

#[cfg(unix)]
#[test]
fn faults_are_counted_by_sim_and_by_the_ladder() {
    let folder = tempfile::tempdir().unwrap();
    let (wrong, file) = (shell(folder.path(), "{}"), folder.path().join("a.jsonl"));
    let players = format!("recruit,{wrong}");
    let sim = ["sim", LESSON, "--games", "2", "--players", &players, "--program-faults", "2"];
    let done = hardtack(&[&sim[..], &["--out", file.to_str().unwrap()]].concat());
    assert!(
        done.out.contains("Confederate program: 4 faults; a recruit played on in 2 games"),
        "{}",
        done.out
    );
    for row in rows(&file) {
        assert_eq!((&row["union_faults"], &row["confederate_faults"]), (&json!(0), &json!(2)));
        assert!(row["confederate_replaced"].as_u64().unwrap() > 5, "{row}");
    }
    let levels = format!("random,{wrong}");
    let ladder = hardtack(&["ladder", LESSON, "--games", "2", "--levels", &levels, "--json"]).json();
    assert_eq!(ladder["levels"][1]["program"]["faults"], 6, "{ladder}");
    assert!(ladder["levels"][0].get("program").is_none());
    let page = hardtack(&["ladder", LESSON, "--games", "2", "--levels", &levels]).out;
    assert!(page.contains("6 faults; a recruit played on in 2 games"), "{page}");
}

#[test]
fn a_program_that_cannot_play_is_told_before_anything_is_played() {
    for line in [
        &["sim", LESSON, "--players", "random,cmd:/no/such/program"][..],
        &["ladder", LESSON, "--levels", "random,cmd:/no/such/program"],
        &["play", LESSON, "--union", "cmd:/no/such/program"],
        &["serve", "--player", "mine=cmd:/no/such/program"],
    ] {
        let done = hardtack(line);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{line:?}");
        assert!(done.err.contains("`cmd:/no/such/program` cannot play"), "{}", done.err);
    }
}

#[cfg(unix)]
#[test]
fn a_program_plays_at_the_terminal_and_no_record_starts_one() {
    let folder = tempfile::tempdir().unwrap();
    let program = shell(folder.path(), "{\"n\":0}");
    let args = ["play", LESSON, "--seed", "4", "--confederate", &program, "--record", "game.jsonl"];
    let done = typed(folder.path(), &args, &"1\n".repeat(12));
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.out.contains("played by the computer (cmd:sh") && !done.out.contains("Confederate>"));
    assert!(!done.out.contains("a recruit gives"), "{}", done.out);
    let file = folder.path().join("game.jsonl");
    assert!(fs::read_to_string(&file).unwrap().lines().next().unwrap().contains("cmd:sh"));
    let on = typed(folder.path(), &["play", "game.jsonl"], "quit\n");
    assert!(on.out.contains("Confederate: played by you"), "{}", on.out);
    let wrong = shell(folder.path(), "nonsense");
    let args = ["play", LESSON, "--seed", "4", "--confederate", &wrong, "--program-faults", "1"];
    let done = typed(folder.path(), &args, &"1\n".repeat(12));
    assert!(done.out.contains("answered wrongly") && done.out.contains("a recruit gives this order"));
}

#[cfg(unix)]
#[test]
fn the_owner_of_a_server_offers_a_program_by_name_and_visitors_name_none() {
    let folder = tempfile::tempdir().unwrap();
    let mine = format!("mine={}", shell(folder.path(), r#"{"n":0,"why":"It comes first."}"#));
    let (mut server, address) = start(folder.path(), &["--player", &mine]);
    let (_, officers) = request(&address, "GET /api/v1/officers", &json!({}));
    let names: Vec<&str> = officers.as_array().unwrap().iter().map(|o| o["name"].as_str().unwrap()).collect();
    assert_eq!((names[0], *names.last().unwrap()), ("veteran", "mine"));
    assert!(!officers.to_string().contains("player.sh"), "what is run is nobody's business: {officers}");
    let game = |officer: &str| {
        let computer = json!({"kind": "computer", "officer": officer});
        let seats = json!({"union": {"kind": "me"}, "confederate": computer});
        request(&address, "POST /api/v1/games", &json!({"scenario": LESSON, "seats": seats}))
    };
    for stranger in ["cmd:sh -c id", "yours"] {
        let (status, told) = game(stranger);
        assert!(status == 400 || status == 404, "{status} {told}");
    }
    let both = json!({"kind": "computer", "officer": "mine"});
    let seats = json!({"union": both, "confederate": both});
    let (status, made) =
        request(&address, "POST /api/v1/games", &json!({"scenario": LESSON, "seats": seats}));
    assert_eq!(status, 200, "{made}");
    let id =
        made["game"]["id"].as_str().or(made["id"].as_str()).unwrap_or_else(|| panic!("{made}")).to_owned();
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let (_, log) = request(&address, &format!("GET /api/v1/games/{id}/log"), &json!({}));
        let (_, seen) = request(&address, &format!("GET /api/v1/games/{id}"), &json!({}));
        if log.to_string().contains("It comes first.") {
            break;
        }
        assert!(Instant::now() < until, "the program gives no order: {seen}");
        std::thread::sleep(Duration::from_millis(50));
    }
    server.kill().unwrap();
    server.wait().unwrap();
}
