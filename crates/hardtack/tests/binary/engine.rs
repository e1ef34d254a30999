//! Games for other programs, through a pipe.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::common::{Done, command, hardtack, one_of_each_system, typed};

/// The blocks of a page that are written in a language, as its fences say.
pub fn blocks(page: &str, language: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
    let text = std::fs::read_to_string(path).unwrap();
    let fence = format!("```{language}\n");
    let parts = text.split(&fence).skip(1);
    parts.map(|part| part.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// The PATH by which a program finds this build.
fn path() -> std::ffi::OsString {
    let mut folders = vec![PathBuf::from(env!("CARGO_BIN_EXE_hardtack")).parent().unwrap().to_owned()];
    folders.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    std::env::join_paths(folders).unwrap()
}

/// Whether there is a Python to try what the pages show; says loudly where there is none.
pub fn python() -> bool {
    let found = Command::new("python3").arg("--version").stdout(Stdio::null()).status();
    let found = found.is_ok_and(|status| status.success());
    if !found {
        eprintln!("THERE IS NO python3 HERE: what the pages show in Python was NOT TRIED");
    }
    found
}

fn run(program: &str, flag: &str, text: &str) -> Done {
    let output = Command::new(program)
        .args([flag, text])
        .env("PATH", path())
        .env("HARDTACK_CONFIG", "")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    Done::from(output)
}

#[test]
fn the_page_shows_a_program_in_python_that_plays_a_game() {
    let blocks = blocks("engine.md", "python");
    assert_eq!(blocks.len(), 1);
    let lines = blocks[0].lines().filter(|line| !line.trim().is_empty()).count();
    assert!(lines <= 10, "{lines} lines");
    if !python() {
        return;
    }
    let done = run("python3", "-c", &blocks[0]);
    assert_eq!(done.code, 0, "{}", done.err);
    let words: Vec<&str> = done.out.split_whitespace().collect();
    assert!(matches!(words[0], "union" | "confederate" | "None"), "{}", done.out);
    assert_eq!((words[1], words[3]), ("after", "steps"), "{}", done.out);
    assert!(words[2].parse::<u32>().unwrap() > 5, "{}", done.out);
}

#[test]
fn the_page_shows_a_talk_in_a_shell() {
    let blocks = blocks("engine.md", "sh");
    assert_eq!(blocks.len(), 2);
    let done = run("sh", "-c", &blocks[0]);
    assert_eq!(done.code, 0, "{}", done.err);
    let last = done.json();
    assert_eq!(last["id"], "mine");
    assert!(last["count"].as_u64().unwrap() > 0 && last["orders"][0].is_string(), "{last}");
}

#[test]
fn the_page_shows_a_position_and_an_order_in_numbers() {
    let done = run("sh", "-c", &blocks("engine.md", "sh")[1]);
    assert_eq!(done.code, 0, "{}", done.err);
    let lines: Vec<Value> = done.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [seen, legal, stands] = &lines[..] else { panic!("{}", done.out) };
    let (rows, columns) = (&seen["shape"]["rows"], &seen["shape"]["columns"]);
    let hexes = rows.as_u64().unwrap() * columns.as_u64().unwrap();
    let planes = seen["planes"].as_array().unwrap().len() as u64;
    assert_eq!(planes, seen["shape"]["planes"].as_u64().unwrap() * hexes);
    assert_eq!(legal["orders"].as_array().unwrap().len() as u64, legal["count"].as_u64().unwrap());
    assert_eq!(legal["orders"][0].as_array().unwrap().len(), 4);
    assert_eq!(stands["steps"], 1, "{stands}");
}

/// The answers to these requests.
fn answers(requests: &[Value]) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let text: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let done = typed(folder.path(), &["engine"], &text);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    done.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_game_of_a_series_can_be_played_again_order_by_order() {
    for id in one_of_each_system() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().to_str().unwrap();
        let rows = folder.path().join("a.jsonl");
        let sim =
            ["sim", &id, "--games", "2", "--seed", "6", "--records", dir, "--out", rows.to_str().unwrap()];
        hardtack(&sim);
        let row = std::fs::read_to_string(&rows).unwrap().lines().nth(1).unwrap().to_owned();
        let row: Value = serde_json::from_str(&row).unwrap();
        let record = std::fs::read_to_string(folder.path().join(format!("{id}-6-000001.jsonl"))).unwrap();
        let mut requests = vec![json!({"do": "new", "scenario": id, "seed": 6, "number": 1})];
        for line in record.lines().skip(1) {
            let line: Value = serde_json::from_str(line).unwrap();
            requests.push(json!({"do": "step", "game": 1, "seat": line["seat"], "order": line["order"]}));
        }
        requests.push(json!({"do": "state", "game": 1}));
        requests.push(json!({"do": "record", "game": 1, "players": ["random", "random"]}));
        let mut answers = answers(&requests);
        let written = answers.pop().unwrap();
        let state = answers.pop().unwrap();
        assert_eq!(state["fingerprint"], row["fingerprint"], "{id}");
        assert_eq!(state["steps"], row["decisions"]);
        assert_eq!(state["over"]["points"], json!([row["union_points"], row["confederate_points"]]));
        assert_eq!(written["record"], record, "{id}: the record is the same, letter by letter");
    }
}

#[test]
fn an_answer_comes_before_the_next_request_and_nothing_ends_the_program() {
    use std::io::{BufRead, BufReader, Write};
    let mut child = command(&["engine"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut requests = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for line in
        [&b"{\"do\":\"hello\"}"[..], b"nonsense", b"\xff\xfe\x00", b"{\"do\":\"step\",\"game\":4,\"n\":1}"]
    {
        requests.write_all(line).unwrap();
        requests.write_all(b"\n").unwrap();
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer.get("error").is_some(), !line.ends_with(b"\"hello\"}"), "{answer}");
    }
    drop(requests);
    assert!(child.wait().unwrap().success());
}
