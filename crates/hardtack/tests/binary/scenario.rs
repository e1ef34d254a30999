//! Listing, showing and checking scenarios and maps.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{hardtack, one_of_each_system};

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")
}

/// The folder of `data/` that holds the scenario.
fn folder_of(id: &str) -> PathBuf {
    let file = format!("{id}.scenario.toml");
    let folders = fs::read_dir(data()).unwrap().map(|e| e.unwrap().path());
    folders.into_iter().find(|f| f.join(&file).exists()).unwrap()
}

/// A copy of the folder that holds the scenario, and the scenario's path in it.
fn copy(id: &str) -> (tempfile::TempDir, PathBuf) {
    let copy = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(folder_of(id)).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, copy.path().join(path.file_name().unwrap())).unwrap();
        }
    }
    let scenario = copy.path().join(format!("{id}.scenario.toml"));
    (copy, scenario)
}

#[test]
fn the_list_says_id_name_system_and_turns() {
    let list = hardtack(&["scenario", "list", "--json"]).json();
    for entry in list.as_array().unwrap() {
        let keys: Vec<&str> = entry.as_object().unwrap().keys().map(String::as_str).collect();
        let usual = [
            "campaign", "id", "length", "lessons", "minutes", "name", "origin", "size", "system", "turns",
            "year",
        ];
        let others: Vec<&str> = keys.iter().copied().filter(|key| *key != "game").collect();
        assert_eq!(others, usual);
        assert_eq!(keys.contains(&"game"), entry["system"] == "gcacw", "{entry}");
        assert!(entry["minutes"].as_u64().unwrap() > 0 && entry["size"].as_u64().unwrap() > 0, "{entry}");
        assert!(entry["lessons"].as_array().unwrap().iter().all(serde_json::Value::is_string));
        assert!(["gcacw", "lfm", "vnb"].contains(&entry["system"].as_str().unwrap()));
        assert!(entry["turns"].as_u64().unwrap() > 0);
    }
    let shown = hardtack(&["scenario", "list"]).out;
    assert_eq!(shown.lines().count(), list.as_array().unwrap().len() + 1, "a line each in a pipe: {shown}");
    for entry in list.as_array().unwrap() {
        let id = format!("\n{} ", entry["id"].as_str().unwrap());
        assert!(shown.contains(&id), "{shown}");
    }
}

#[test]
fn every_scenario_is_shown_with_its_forces_and_as_json() {
    for id in one_of_each_system() {
        let done = hardtack(&["scenario", "show", &id]);
        assert_eq!(done.code, 0);
        assert!(done.out.contains("\nUnion\n") && done.out.contains("\nConfederate\n"), "{}", done.out);
        let json = hardtack(&["scenario", "show", &id, "--json"]).json();
        assert_eq!(json["id"], id.as_str());
        assert!(json["turns"].as_u64().unwrap() > 0 && json["victory"]["lines"].is_array());
        let pieces = json["pieces"].as_array().unwrap();
        for piece in pieces {
            assert!(done.out.contains(piece["name"].as_str().unwrap()), "{piece}");
        }
        // A paragraph in a pipe is a line, for programs that search.
        let words = json["description"].as_str().unwrap().split("\n\n").next().unwrap();
        let first: Vec<&str> = words.split_whitespace().collect();
        assert!(done.out.lines().any(|line| line == first.join(" ")), "{}", done.out);
        let map = hardtack(&["scenario", "show", &id, "--map"]).out;
        assert!(map.starts_with(&done.out) && map.lines().count() > done.out.lines().count() + 8, "{map}");
    }
}

#[test]
fn everything_built_in_fits() {
    let done = hardtack(&["scenario", "check"]);
    assert_eq!(done.code, 0, "{}", done.out);
    assert!(done.out.lines().all(|l| l.ends_with(": fits")), "{}", done.out);
}

#[test]
fn a_scenario_file_is_the_same_as_the_built_in_one() {
    for id in one_of_each_system() {
        let (_folder, file) = copy(&id);
        let done = hardtack(&["scenario", "check", file.to_str().unwrap()]);
        assert_eq!((done.code, done.out.trim_end().ends_with(": fits")), (0, true), "{}", done.out);
        let body =
            |done: crate::common::Done| done.out.lines().skip(2).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(
            body(hardtack(&["scenario", "show", file.to_str().unwrap()])),
            body(hardtack(&["scenario", "show", &id]))
        );
    }
}

/// Changes the text of a scenario and gives what `check` says about it.
fn checked(id: &str, change: impl Fn(&str) -> String) -> String {
    let (_folder, file) = copy(id);
    let text = fs::read_to_string(&file).unwrap();
    let changed = change(&text);
    assert_ne!(changed, text, "the change changes nothing");
    fs::write(&file, changed).unwrap();
    let done = hardtack(&["scenario", "check", file.to_str().unwrap()]);
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    done.out + &done.err
}

#[test]
fn everything_built_in_fits_strictly_and_as_an_empty_list() {
    let done = hardtack(&["scenario", "check", "--strict", "--json"]);
    assert_eq!((done.code, done.out.as_str()), (0, "[]\n"), "{}", done.out);
}

/// The example of Volley & Bayonet in a folder of its own, without its commanders.
fn nobody_commands() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| fs::read_to_string(data().join("examples").join(name)).unwrap();
    fs::write(folder.path().join("crossroads.table.toml"), read("crossroads.table.toml")).unwrap();
    let text = read("crossroads.scenario.toml");
    let led = |part: &&str| part.starts_with("stand]]") && part.contains("type = \"commander\"");
    let parts: Vec<&str> = text.split("\n[[").filter(|part| !led(part)).collect();
    let file = folder.path().join("x.scenario.toml");
    fs::write(&file, parts.join("\n[[")).unwrap();
    (folder, file)
}

#[test]
fn warnings_fail_only_where_one_is_strict() {
    let (_folder, file) = nobody_commands();
    let file = file.to_str().unwrap();
    let done = hardtack(&["scenario", "check", file, "second-manassas"]);
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    assert!(
        done.out.contains("warning S6: [[stand]] ") && done.out.contains("second-manassas: fits"),
        "{}",
        done.out
    );
    let done = hardtack(&["scenario", "check", file, "--strict", "--json"]);
    assert_eq!(done.code, 1, "{}", done.out);
    let list = done.json();
    let all = list.as_array().unwrap();
    assert!(
        all.iter().all(|f| f["line"].is_u64() && f["column"].is_u64() && f["severity"] == "warning"),
        "{list}"
    );
}

#[test]
fn games_of_recruits_show_that_nobody_can_fight() {
    let (_folder, file) = nobody_commands();
    let done = hardtack(&["scenario", "check", file.to_str().unwrap(), "--play", "2", "--json"]);
    let list = done.json();
    assert!(list.as_array().unwrap().iter().any(|f| f["code"] == "S8"), "{list}");
    let done = hardtack(&["scenario", "check", "lesson-spring-hill", "--play", "0"]);
    assert_eq!(done.code, 2, "{}", done.err);
}

/// The line of a scenario that names its map or table.
fn board_line(text: &str) -> &str {
    text.lines().find(|l| l.starts_with("map =") || l.starts_with("table =")).unwrap()
}

#[test]
fn faults_name_the_file_and_the_key() {
    for id in one_of_each_system() {
        let file = format!("{id}.scenario.toml");
        let told = checked(&id, |t| t.replace(board_line(t), &format!("{}\nno_such_key = 1", board_line(t))));
        assert!(told.contains(&file) && told.contains("no_such_key"), "{told}");
        let told = checked(&id, |t| t.replace("system = \"", "system = \"x"));
        assert!(told.contains(&file) && told.contains("system") && told.contains("gcacw"), "{told}");
        let told = checked(&id, |t| t.replace("hardtack-scenario/1", "hardtack-scenario/9"));
        assert!(told.contains("format") && told.contains("hardtack-scenario/9"), "{told}");
        let told = checked(&id, |t| t.replacen("side = \"union\"", "side = \"onion\"", 1));
        assert!(told.contains(&file) && told.contains("onion"), "{told}");
    }
}

#[test]
fn a_map_must_be_there_and_beside_the_scenario() {
    for id in one_of_each_system() {
        let point_at = |name: &'static str| {
            checked(&id, |t| {
                let line = board_line(t);
                t.replace(line, &format!("{} = \"{name}\"", line.split(' ').next().unwrap()))
            })
        };
        let told = point_at("atlantis.map.toml");
        assert!(told.contains("there is no file") && told.contains("atlantis"), "{told}");
        let told = point_at("../secret.map.toml");
        assert!(told.contains("outside the folder") && told.contains("../secret"), "{told}");
        let told = point_at("/etc/hostname");
        assert!(told.contains("outside the folder"), "{told}");
    }
}

#[test]
fn an_unknown_id_is_told_with_the_nearest() {
    let id = &one_of_each_system()[0];
    let done = hardtack(&["scenario", "show", &id[..id.len() - 1]]);
    assert_eq!(done.code, 2);
    assert!(done.err.contains(&format!("did you mean `{id}`?")), "{}", done.err);
}

#[test]
fn maps_are_drawn_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    for id in one_of_each_system() {
        let svg = folder.path().join("a.svg");
        let done = hardtack(&["map", "render", &id, "--out", svg.to_str().unwrap()]);
        assert_eq!(done.code, 0, "{}", done.err);
        let picture = fs::read_to_string(&svg).unwrap();
        assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
        let done = hardtack(&["map", "check", &id]);
        assert!(done.code == 0 && done.out.contains("fits"), "{}", done.out);
    }
    for file in ["examples/crossroads.map.toml", "vnb/henry-hill.table.toml"] {
        let svg = folder.path().join("b.svg");
        let done =
            hardtack(&["map", "render", data().join(file).to_str().unwrap(), "--out", svg.to_str().unwrap()]);
        assert_eq!(done.code, 0, "{}", done.err);
        assert!(fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    }
    let png = folder.path().join("a.png");
    let id = &one_of_each_system()[0];
    assert_eq!(hardtack(&["map", "render", id, "--out", png.to_str().unwrap()]).code, 0);
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    let done = hardtack(&["map", "render", id, "--out", png.to_str().unwrap(), "--scale", "1000"]);
    assert!(done.code == 2 && done.err.contains("at most 20000"), "{}", done.err);
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"), "what fails leaves the file as it was");
    let done = hardtack(&["map", "render", id, "--out", "a.gif"]);
    assert!(done.code == 2 && done.err.contains(".svg or .png"), "{}", done.err);
}

#[test]
fn a_map_with_faults_is_told_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("x.map.toml");
    let text = fs::read_to_string(data().join("examples/crossroads.map.toml")).unwrap();
    fs::write(&map, text.replacen("kind = \"", "kind = \"golden-", 1)).unwrap();
    let done = hardtack(&["map", "check", map.to_str().unwrap()]);
    assert_eq!(done.code, 1);
    assert!(done.out.contains("x.map.toml:") && done.out.contains("golden-"), "{}", done.out);
    let done = hardtack(&["map", "render", map.to_str().unwrap(), "--out", "/dev/null.svg"]);
    assert!(done.code == 1 && done.err.contains("golden-"), "{}", done.err);
}
