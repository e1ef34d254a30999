//! Pages about series.

use std::fs;
use std::path::Path;

use crate::common::{hardtack, one_of_each_system, typed};

#[test]
fn a_report_has_every_part_and_needs_no_network() {
    for id in one_of_each_system() {
        let folder = tempfile::tempdir().unwrap();
        let [games, page] = ["games.csv", "report.html"].map(|n| folder.path().join(n).display().to_string());
        hardtack(&[
            "sim",
            &id,
            "--games",
            "6",
            "--players",
            "random,recruit",
            "--seed",
            "2",
            "--out",
            &games,
        ]);
        let done = hardtack(&["report", &games, "--out", &page]);
        assert!(done.code == 0 && done.out.contains("6 games of"), "{}{}", done.out, done.err);
        let html = fs::read_to_string(&page).unwrap();
        for part in [
            "Who wins",
            "Victory points",
            "Losses",
            "Length",
            "Where the fighting was",
            "Odds taken, results got",
            "Who played, and how this was made",
            "class=\"heat\"",
            "95% interval",
            "prefers-color-scheme: dark",
            "<td>recruit</td>",
            &format!("hardtack sim {id} --players random,recruit --seed 2 --games 1"),
        ] {
            assert!(html.contains(part), "{id}: `{part}` is missing");
        }
        assert!(html.starts_with("<!doctype html>") && html.ends_with("</html>\n"));
        assert!(!html.contains("NaN") && !html.contains("src=\"") && !html.contains("<script"), "{id}");
        let outside = html.matches("http").count() - html.matches("http://www.w3.org/").count();
        assert_eq!(outside, 0, "{id}: the page asks for something elsewhere");
    }
}

#[test]
fn a_report_without_its_scenario_has_no_map_but_all_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let [games, page] = ["games.jsonl", "report.html"].map(|n| folder.path().join(n).display().to_string());
    hardtack(&["sim", &one_of_each_system()[0], "--games", "3", "--out", &games]);
    let text = fs::read_to_string(&games).unwrap();
    let hash = text.split("\"scenario_hash\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    fs::write(&games, text.replace(&hash, "0000000000000000")).unwrap();
    let done = hardtack(&["report", &games, "--out", &page]);
    assert!(done.code == 0 && done.err.contains("no map"), "{}", done.err);
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.contains("Who wins") && !html.contains("class=\"heat\""));
}

#[test]
fn what_cannot_be_reported_is_told_why() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let ids = one_of_each_system();
    hardtack(&["sim", &ids[0], "--games", "1", "--out", &file("a.csv")]);
    hardtack(&["sim", &ids[1], "--games", "1", "--out", &file("b.csv")]);
    fs::write(file("none.jsonl"), "").unwrap();
    let told = |files: &[&str]| {
        let done = hardtack(&[&["report"][..], files, &["--out", &file("r.html")]].concat());
        assert_eq!(done.code, if files[0].contains("nowhere") { 2 } else { 1 }, "{}", done.out);
        done.err
    };
    assert!(told(&[&file("a.csv"), &file("b.csv")]).contains("about one scenario"));
    assert!(told(&[&file("none.jsonl")]).contains("no games"));
    assert!(told(&[&file("nowhere.csv")]).contains("there is no file"));
}

#[test]
fn results_find_their_scenario_from_anywhere_and_places_have_names() {
    let folder = tempfile::tempdir().unwrap();
    let dir = |name: &str| folder.path().join(name);
    fs::create_dir_all(dir("work/out")).unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/gcacw");
    for name in ["lesson-spring-hill.scenario.toml", "spring-hill.map.toml"] {
        fs::copy(source.join(name), dir("work").join(name)).unwrap();
    }
    let sim = ["sim", "lesson-spring-hill.scenario.toml", "--games", "8", "--players", "recruit,recruit"];
    let done = typed(&dir("work"), &[&sim[..], &["--out", "out/games.csv"]].concat(), "");
    assert_eq!(done.code, 0, "{}", done.err);
    // Goes on in the same words.
    let more = ["sim", "lesson-spring-hill.scenario.toml", "--games", "9", "--players", "recruit,recruit"];
    let done = typed(&dir("work"), &[&more[..], &["--out", "out/games.csv", "--resume"]].concat(), "");
    assert_eq!(done.code, 0, "{}", done.err);
    fs::rename(dir("work"), dir("moved")).unwrap();
    let report = ["report", "moved/out/games.csv", "--out", "r.html", "--json"];
    let done = typed(folder.path(), &report, "");
    assert!(done.code == 0 && !done.err.contains("no map"), "{}", done.err);
    let json = done.json();
    assert_eq!(json["games"], 9);
    let wins: u64 = json["wins"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(wins + json["draws"].as_u64().unwrap(), 9);
    let places = json["places"].as_array().unwrap();
    assert!(places.iter().any(|place| place["at"] == "2320" && place["name"] == "Spring Hill"), "{places:?}");
    let html = fs::read_to_string(dir("r.html")).unwrap();
    assert!(html.contains("class=\"heat\"") && html.contains("2320 Spring Hill"));
}
