//! Own scenarios by their ids, in every command; records that carry their texts; pictures under maps.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::common::*;

/// A shelf with one scenario that fits and one that does not.
fn shelf(folder: &Path) {
    let texts = library::open("crossroads-gcacw").unwrap().texts;
    for (name, slip) in [("mine", false), ("broken", true)] {
        fs::create_dir_all(folder.join(name)).unwrap();
        for (path, text) in &texts {
            let file = path.rsplit('/').next().unwrap();
            let slip = if slip && file.ends_with(".map.toml") { "\n[[place]]\n" } else { "" };
            fs::write(folder.join(name).join(file), format!("{text}{slip}")).unwrap();
        }
    }
}

#[test]
fn every_command_finds_own_scenarios_by_their_ids() {
    let folder = tempfile::tempdir().unwrap();
    shelf(folder.path());
    let at = folder.path().to_str().unwrap();
    let listed = hardtack(&["scenario", "list", "--scenarios", at]);
    assert!(listed.out.contains("own:mine") && listed.out.contains("own:broken"), "{}", listed.out);
    assert!(listed.out.contains("hardtack scenario check own:broken"), "{}", listed.out);
    let json = hardtack(&["scenario", "list", "--json", "--scenarios", at]).json();
    let own = |id: &str| json.as_array().unwrap().iter().find(|e| e["id"] == id).unwrap().clone();
    assert_eq!((&own("own:mine")["origin"], &own("own:mine")["system"]), (&json!("own"), &json!("gcacw")));
    assert!(own("own:broken")["findings"][0]["line"].is_u64());
    for args in [
        &["scenario", "show", "own:mine"] as &[&str],
        &["scenario", "check", "own:mine"],
        &["sim", "own:mine", "--games", "2", "--seed", "7"],
    ] {
        let done = hardtack(&[args, &["--scenarios", at]].concat());
        assert_eq!(done.code, 0, "{args:?}: {}", done.err);
    }
    assert_eq!(hardtack(&["scenario", "check", "own:broken", "--scenarios", at]).code, 1);
    assert_eq!(hardtack(&["scenario", "show", "own:nobody", "--scenarios", at]).calmly().out, "");
    assert_eq!(hardtack(&["scenario", "list", "--scenarios", "/nowhere/at/all"]).code, 2);
    assert_eq!(hardtack(&["serve", "--allow-upload", "short"]).code, 2);
}

#[test]
fn a_record_that_carries_its_texts_needs_no_file() {
    let folder = tempfile::tempdir().unwrap();
    shelf(folder.path());
    let (at, records) = (folder.path().to_str().unwrap(), folder.path().join("records"));
    let done = hardtack(&[
        "sim",
        "own:mine",
        "--games",
        "1",
        "--seed",
        "7",
        "--records",
        records.to_str().unwrap(),
        "--scenarios",
        at,
    ]);
    assert_eq!(done.code, 0, "{}", done.err);
    let record = fs::read_dir(&records).unwrap().next().unwrap().unwrap().path();
    let text = fs::read_to_string(&record).unwrap();
    let (head, lines) = text.split_once('\n').unwrap();
    let mut head: Value = serde_json::from_str(head).unwrap();
    assert_eq!(head["scenario"], "own:mine");
    assert_ne!(hardtack(&["replay", record.to_str().unwrap()]).code, 0, "nobody knows it without its shelf");
    let texts = library::open("crossroads-gcacw").unwrap().texts;
    head["texts"] = json!(texts);
    fs::write(&record, format!("{head}\n{lines}")).unwrap();
    let replayed = hardtack(&["replay", record.to_str().unwrap(), "--json"]).json();
    assert_eq!((&replayed["ok"], &replayed["same_scenario"]), (&json!(true), &json!(true)), "{replayed}");
}

#[test]
fn a_map_is_rendered_on_its_picture() {
    let folder = tempfile::tempdir().unwrap();
    shelf(folder.path());
    let (mine, at) = (folder.path().join("mine"), folder.path().to_str().unwrap());
    let map = mine.join("crossroads.map.toml");
    let picture = "\n[picture]\nfile = \"scan.png\"\norigin = [20, 20]\nhex = [30, 26]\n";
    fs::write(&map, fs::read_to_string(&map).unwrap() + picture).unwrap();
    let render = |out: &str| {
        let out = folder.path().join(out);
        let done =
            hardtack(&["map", "render", "own:mine", "--out", out.to_str().unwrap(), "--scenarios", at]);
        assert_eq!(done.code, 0, "{}", done.err);
        fs::read(out).unwrap()
    };
    let (drawn, plain) = (render("plain.png"), render("plain.svg"));
    let red = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"700\">\
         <rect width=\"900\" height=\"700\" fill=\"#c00000\"/></svg>";
    raster::png(red, 1.0, &mut fs::File::create(mine.join("scan.png")).unwrap()).unwrap();
    assert_ne!(render("scan-under.png"), drawn);
    let svg = String::from_utf8(render("scan-under.svg")).unwrap();
    assert!(svg.contains("data:image/png;base64,iVBOR"), "the picture goes with the drawing");
    assert!(!String::from_utf8(plain).unwrap().contains("base64,iVBOR"), "without its file the map is drawn");
}
