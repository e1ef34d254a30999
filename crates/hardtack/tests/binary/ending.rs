//! What a recorded game came to.

use std::fs;

use crate::common::{hardtack, one_of_each_system};

/// The file of a game of two veterans; it lives as long as the folder.
fn recorded(id: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let sim = ["sim", id, "--games", "1", "--seed", "3", "--players", "veteran,veteran", "--records", dir];
    assert_eq!(hardtack(&sim).code, 0);
    let file = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    (folder, file.to_str().unwrap().to_owned())
}

#[test]
fn every_part_of_an_ending_is_told_to_people_and_to_programs() {
    for id in one_of_each_system() {
        let (_folder, file) = recorded(&id);
        let page = hardtack(&["ending", &file]).calmly();
        assert_eq!(page.code, 0, "{}", page.err);
        for part in ["Where the points came from", "Turn by turn", "exact odds", "Where the game turned"] {
            assert!(page.out.contains(part), "{id}: {part}\n{}", page.out);
        }
        let told = hardtack(&["ending", &file, "--json"]).calmly().json();
        let ending = &told["ending"];
        assert!(page.out.starts_with(ending["headline"].as_str().unwrap()), "{id}: {}", page.out);
        for side in ["union", "confederate"] {
            let sources = ending["sources"].as_array().unwrap();
            let sum: i64 = sources.iter().map(|s| s["points"][side].as_i64().unwrap()).sum();
            assert_eq!(Some(sum), ending["points"][side].as_i64(), "{id}: {ending}");
        }
    }
}

#[test]
fn a_general_says_where_he_would_have_chosen_otherwise() {
    let (_folder, file) = recorded("lesson-henry-hill");
    let told = hardtack(&["ending", &file, "--json", "--general", "400steps"]).calmly().json();
    for other in told["otherwise"].as_array().unwrap() {
        assert_ne!(other["did"], other["would"], "{other}");
    }
    let page = hardtack(&["ending", &file, "--general", "400steps"]).calmly();
    assert!(page.out.contains("Where the general would have chosen otherwise"), "{}", page.out);
    let slip = hardtack(&["ending", &file, "--general", "soon"]).calmly();
    assert!(slip.code == 2 && slip.err.contains("20ms"), "{}", slip.err);
}

#[test]
fn a_record_that_stops_before_the_end_has_no_ending() {
    let (_folder, file) = recorded("lesson-spring-hill");
    let text = fs::read_to_string(&file).unwrap();
    let cut: String = text.lines().take(4).map(|line| format!("{line}\n")).collect();
    fs::write(&file, cut).unwrap();
    let done = hardtack(&["ending", &file]).calmly();
    assert!(done.code == 1 && done.err.contains("goes on"), "{}", done.err);
}
