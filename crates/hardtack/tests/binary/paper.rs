//! `hardtack print`, and set-ups on maps.

use std::fs;

use crate::common::{hardtack, one_of_each_system};

#[test]
fn everything_of_every_system_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    for id in one_of_each_system() {
        for what in ["map", "counters", "roster", "track", "charts"] {
            let file = folder.path().join(format!("{what}.pdf")).display().to_string();
            let done = hardtack(&["print", what, &id, "--out", &file, "--paper", "letter"]);
            assert_eq!(done.code, 0, "{}", done.err);
            assert!(done.out.contains("page") && done.out.trim_end().ends_with(", Letter"), "{}", done.out);
            assert!(fs::read(&file).unwrap().starts_with(b"%PDF-"));
            assert_eq!(done.err, "", "no progress in a pipe");
        }
        let files = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(files, 5, "nothing unfinished is left");
    }
}

#[test]
fn a_set_up_is_drawn_on_its_map() {
    let folder = tempfile::tempdir().unwrap();
    let draw = |more: &[&str]| {
        let file = folder.path().join("m.svg").display().to_string();
        let args = [&["map", "render", "lesson-spring-hill", "--out", &file], more].concat();
        assert_eq!(hardtack(&args).code, 0);
        fs::read_to_string(file).unwrap()
    };
    assert!(!draw(&[]).contains(">Cleburne<") && draw(&["--setup"]).contains(">Cleburne<"));
}
