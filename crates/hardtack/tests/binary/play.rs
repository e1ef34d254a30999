//! A game at the terminal, typed line by line.

use std::fs;

use crate::common::{hardtack, one_of_each_system, typed};

#[test]
fn the_first_choice_again_and_again_is_a_game() {
    let folder = tempfile::tempdir().unwrap();
    for id in one_of_each_system() {
        let args = ["play", &id, "--seed", "4", "--confederate", "random", "--record", "game.jsonl"];
        let done = typed(folder.path(), &args, &"1\n".repeat(12));
        assert_eq!(done.code, 0, "{}", done.err);
        assert!(done.out.contains("Union>") && !done.out.contains("Confederate>"), "{}", done.out);
        let record = folder.path().join("game.jsonl");
        let report = hardtack(&["replay", record.to_str().unwrap(), "--json"]).json();
        assert!(report["ok"] == true && report["decisions"].as_u64().unwrap() >= 12, "{report}");
        fs::remove_file(record).unwrap();
    }
}

#[test]
fn a_game_is_saved_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    for id in one_of_each_system() {
        let seed = ["--seed", "9"];
        let once = typed(
            folder.path(),
            &[&["play", &id, "--record", "a.jsonl"], &seed[..]].concat(),
            &"1\n".repeat(8),
        );
        assert!(once.out.contains("`hardtack play a.jsonl` goes on with it"), "{}", once.out);
        typed(folder.path(), &[&["play", &id], &seed[..]].concat(), "1\n1\n1\nsave b\nquit\n");
        let on = typed(folder.path(), &["play", "b.jsonl"], &"1\n".repeat(5));
        assert!(on.out.contains("The game goes on after 3 decisions"), "{}", on.out);
        let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(text("a.jsonl"), text("b.jsonl"));
        // A line that was cut off is dropped, not played.
        let cut = text("a.jsonl");
        fs::write(folder.path().join("c.jsonl"), &cut[..cut.len() - 5]).unwrap();
        let on = typed(folder.path(), &["play", "c.jsonl"], "quit\n");
        assert!(on.out.contains("cut off") && on.out.contains("after 7 decisions"), "{}", on.out);
        for name in ["a.jsonl", "b.jsonl", "c.jsonl"] {
            fs::remove_file(folder.path().join(name)).unwrap();
        }
    }
}

#[test]
fn every_command_of_the_help_does_something() {
    let folder = tempfile::tempdir().unwrap();
    for id in one_of_each_system() {
        let lines = "help\nlist\nmap\nroster\nroster union\nlook nobody\npreview 1\npreview x\nwhy 1\nwhy nonsense order\n\
                     rule X\nask {}\nask x\nlog\nvictory\nundo\nsave\n99999\nxyzzy\n\nquit\n";
        let done = typed(folder.path(), &["play", &id, "--seed", "2"], lines);
        assert_eq!(done.code, 0);
        for said in [
            "give order number 3",
            "is legal",
            "Nothing is called `nobody`",
            "is not JSON",
            "Save where?",
            "The choices go from 1",
            "No choice has `xyzzy`",
            "Nothing can be taken back",
            "The game was not saved",
        ] {
            assert!(done.out.contains(said), "{id}: {said}: {}", done.out);
        }
    }
}

#[test]
fn dice_can_be_rolled_by_hand_and_leaving_in_the_middle_takes_the_order_back() {
    let folder = tempfile::tempdir().unwrap();
    for id in one_of_each_system() {
        let done =
            typed(folder.path(), &["play", &id, "--real-dice", "--record", "r.jsonl"], &"1\n".repeat(40));
        assert_eq!(done.code, 0, "{}", done.err);
        let record = folder.path().join("r.jsonl");
        let report = hardtack(&["replay", record.to_str().unwrap(), "--json"]).json();
        assert!(report["ok"] == true && report["dice_from_seed"] == false, "{report}");
        fs::remove_file(record).unwrap();
    }
}

#[test]
fn without_a_scenario_there_is_a_menu() {
    let folder = tempfile::tempdir().unwrap();
    let done = typed(folder.path(), &["play"], "nine\n\n3\nquit\n");
    assert_eq!(done.code, 0);
    assert!(
        done.out.contains("A number from 1 to") && done.out.contains("Two people play here"),
        "{}",
        done.out
    );
    assert!(done.out.contains("The game was not saved"), "{}", done.out);
    assert_eq!(typed(folder.path(), &["play"], "").code, 0);
}

#[test]
fn a_player_nobody_knows_is_refused() {
    let id = &one_of_each_system()[0];
    let done = hardtack(&["play", id, "--union", "napoleon"]);
    assert!(done.code == 2 && done.err.contains("`napoleon`") && done.err.contains("`me`"), "{}", done.err);
}
