//! Records that were changed, cut or garbled are found out.

use std::fs;
use std::path::PathBuf;

use crate::common::{hardtack, one_of_each_system};
use serde_json::{Value, json};

/// A game on record.
struct Game {
    _folder: tempfile::TempDir,
    file: PathBuf,
    lines: Vec<Value>,
}

fn recorded(id: &str) -> Game {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    assert_eq!(hardtack(&["sim", id, "--games", "1", "--seed", "3", "--records", dir]).code, 0);
    let file = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let text = fs::read_to_string(&file).unwrap();
    let lines = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    Game { _folder: folder, file, lines }
}

impl Game {
    fn replay(&self, lines: &[Value]) -> Value {
        let text: String = lines.iter().map(|l| format!("{l}\n")).collect();
        self.replay_text(text.as_bytes())
    }

    fn replay_text(&self, text: &[u8]) -> Value {
        fs::write(&self.file, text).unwrap();
        let done = hardtack(&["replay", self.file.to_str().unwrap(), "--json"]);
        if done.out.is_empty() {
            assert!(done.code == 1 && !done.err.is_empty(), "{}", done.err);
            return json!({ "ok": false, "error": done.err });
        }
        assert_eq!(done.code, i32::from(done.json()["ok"] != true));
        done.json()
    }

    /// The first line, after the header, for which this holds.
    fn line(&self, wanted: impl Fn(&Value) -> bool) -> usize {
        (1..self.lines.len()).find(|n| wanted(&self.lines[*n])).unwrap()
    }

    /// Changes a copy of the record and says on which line the replay finds a difference.
    fn differs(&self, change: impl FnOnce(&mut Vec<Value>)) -> (u64, String) {
        let mut lines = self.lines.clone();
        change(&mut lines);
        let report = self.replay(&lines);
        assert_eq!(report["ok"], false, "{report}");
        (report["line"].as_u64().unwrap_or(0), report["error"].as_str().unwrap().to_owned())
    }
}

#[test]
fn a_tampered_record_is_found_out_where_it_was_changed() {
    for id in one_of_each_system() {
        let game = recorded(&id);
        assert_eq!(game.replay(&game.lines)["ok"], true);
        let rolled = game.line(|l| l["dice"].is_array());
        let (line, why) = game.differs(|lines| {
            let die = lines[rolled]["dice"][0]["die"].as_u64().unwrap();
            lines[rolled]["dice"][0]["die"] = json!(die % 6 + 1);
        });
        assert!(line > 0 && line <= rolled as u64 + 1, "{line} {rolled} {why}");
        let (line, why) = game.differs(|lines| lines[rolled]["dice"][0]["for"] = json!("luck"));
        assert_eq!(line, rolled as u64 + 1, "{why}");
        let told = game.line(|l| l["events"].is_array());
        let (line, why) = game.differs(|lines| lines[told]["events"][0]["type"] = json!("miracle"));
        assert!(line == told as u64 + 1 && why.contains("miracle"), "{line} {why}");
        let (line, why) = game.differs(|lines| lines[1]["order"] = json!("surrender at once"));
        assert!(line == 2 && why.contains("surrender at once"), "{line} {why}");
        let (line, _) = game.differs(|lines| {
            let other = if lines[1]["seat"] == "union" { "confederate" } else { "union" };
            lines[1]["seat"] = json!(other);
        });
        assert_eq!(line, 2);
    }
}

#[test]
fn the_dice_must_come_from_the_seed_that_was_promised() {
    let game = recorded(&one_of_each_system()[0]);
    let (line, why) = game.differs(|lines| lines[0]["seed_hash"] = json!("00"));
    assert!(line == 1 && why.contains("hash"), "{line} {why}");
    let (line, why) = game.differs(|lines| lines[0]["seed"] = json!("zz"));
    assert!(line == 1 && why.contains("hexadecimal"), "{line} {why}");
    let mut lines = game.lines.clone();
    lines[0]["seed"] = Value::Null;
    let report = game.replay(&lines);
    assert_eq!((&report["ok"], &report["dice_from_seed"]), (&json!(true), &json!(false)), "{report}");
}

#[test]
fn another_scenario_is_noted_and_another_system_refused() {
    let game = recorded(&one_of_each_system()[0]);
    let mut lines = game.lines.clone();
    lines[0]["scenario_hash"] = json!("0000");
    assert_eq!(game.replay(&lines)["same_scenario"], false);
    let (line, why) = game.differs(|lines| lines[0]["system"] = json!("chess"));
    assert!(line == 1 && why.contains("chess"), "{line} {why}");
    let (_, why) = game.differs(|lines| lines[0]["scenario"] = json!("waterloo"));
    assert!(why.contains("waterloo"), "{why}");
    let (_, why) = game.differs(|lines| lines[0]["format"] = json!("hardtack-record/2"));
    assert!(why.contains("hardtack-record/1"), "{why}");
}

/// A small generator for the mutations: the same every time.
struct Noise(u64);

impl Noise {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

#[test]
fn a_garbled_record_never_breaks_the_program() {
    for id in one_of_each_system() {
        let game = recorded(&id);
        // The first decisions only, so that sixty replays do not take long.
        let whole: String = game.lines.iter().take(25).map(|l| format!("{l}\n")).collect();
        let mut noise = Noise(7);
        for round in 0..60 {
            let mut bytes = whole.clone().into_bytes();
            match round % 4 {
                0 => bytes.truncate(noise.below(bytes.len())),
                1 => (0..3).for_each(|_| {
                    let at = noise.below(bytes.len());
                    bytes[at] = noise.below(256) as u8;
                }),
                2 => (0..2).for_each(|_| {
                    let at = noise.below(bytes.len());
                    bytes[at] = b"0123456789\"{}[],:\n"[noise.below(18)];
                }),
                _ => {
                    let (from, upto) = (noise.below(bytes.len()), noise.below(bytes.len()));
                    bytes.drain(from.min(upto)..from.max(upto));
                }
            }
            game.replay_text(&bytes);
        }
    }
}

#[test]
fn what_is_too_large_for_a_record_is_refused_early() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.jsonl");
    std::fs::File::create(&file).unwrap().set_len((16 << 20) + 1).unwrap();
    let told = hardtack(&["replay", file.to_str().unwrap()]);
    assert!(told.code == 1 && told.err.contains("larger than 16 MiB"), "{}", told.err);
}

#[test]
fn a_record_of_a_newer_version_is_told_to_be_one() {
    let game = recorded("lesson-spring-hill");
    let mut lines = game.lines.clone();
    lines[0]["version"] = "99.1.0".into();
    assert_eq!(game.replay(&lines)["newer_version"], "99.1.0");
    assert_eq!(game.replay(&game.lines).get("newer_version"), None);
}
