//! Options from a file and from the environment, colours, completions, manual pages.

use std::fs;
use std::path::Path;

use crate::common::{Done, command, hardtack};

fn with(vars: &[(&str, &Path)], args: &[&str]) -> Done {
    let mut command = command(args);
    for (name, value) in vars {
        command.env(name, value);
    }
    Done::from(command.output().unwrap()).calmly()
}

/// The line of `hardtack config` about an option of `serve`, as words.
fn line(done: &Done, option: &str) -> Vec<String> {
    let line = done.out.lines().find(|line| line.trim_start().starts_with(option));
    line.unwrap_or_else(|| panic!("{option}: {}", done.out)).split_whitespace().map(str::to_owned).collect()
}

#[test]
fn the_environment_goes_before_the_file_and_the_file_before_what_is_usual() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("c.toml");
    fs::write(&file, "[serve]\nport = 1900\nstreams = 7\n[print]\npaper = \"letter\"\n").unwrap();
    let plain = hardtack(&["config"]);
    assert_eq!((plain.code, line(&plain, "--port")), (0, vec!["--port".to_owned(), "1863".to_owned()]));
    assert!(plain.out.contains("No file is read"));
    let said = with(&[("HARDTACK_CONFIG", &file), ("HARDTACK_PORT", Path::new("1901"))], &["config"]);
    assert!(said.out.contains("c.toml"), "{}", said.out);
    assert_eq!(line(&said, "--port"), ["--port", "1901", "HARDTACK_PORT"]);
    assert_eq!(line(&said, "--streams "), ["--streams", "7", "file"]);
    assert_eq!(line(&said, "print --paper"), ["print", "--paper", "letter", "file"]);
    // In force: the page is Letter although nobody typed it, and A4 where somebody did.
    let pdf = folder.path().join("t.pdf").display().to_string();
    let print = ["print", "track", "lesson-spring-hill", "--out", &pdf];
    assert!(with(&[("HARDTACK_CONFIG", &file)], &print).out.contains("Letter"));
    let typed = [&print[..], &["--paper", "a4"]].concat();
    assert!(with(&[("HARDTACK_CONFIG", &file)], &typed).out.contains("A4"));
}

#[test]
fn a_file_with_a_slip_says_which() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("c.toml");
    for (text, names) in [
        ("[serve]\nprot = 1", "`prot`"),
        ("[sail]\nx = 1", "[sail]"),
        ("port =", "c.toml"),
        ("[serve]\nport = \"x\"", "--port"),
    ] {
        fs::write(&file, text).unwrap();
        let done = with(&[("HARDTACK_CONFIG", &file)], &["serve"]);
        assert!(done.code == 2 && done.err.contains(names), "{text}: {} {}", done.code, done.err);
    }
}

#[test]
fn colours_are_for_those_who_want_them() {
    let list =
        |args: &[&str], vars: &[(&str, &Path)]| with(vars, &[&["scenario", "list"], args].concat()).out;
    assert!(!list(&[], &[]).contains('\u{1b}'), "not in a pipe");
    assert!(list(&["--color", "always"], &[]).contains("\u{1b}[1mID"));
    assert!(!list(&["--color", "never"], &[]).contains('\u{1b}'));
    assert!(!list(&[], &[("NO_COLOR", Path::new("1"))]).contains('\u{1b}'));
    let show = hardtack(&["--color=always", "scenario", "show", "lesson-spring-hill"]).out;
    assert!(show.contains("\u{1b}[1;34mUnion") && show.contains("\u{1b}[1;33mConfederate"), "{show}");
    // Columns stand as they do without.
    let bare: String = {
        let mut out = list(&["--color", "always"], &[]);
        for code in ["\u{1b}[1m", "\u{1b}[0m"] {
            out = out.replace(code, "");
        }
        out
    };
    assert_eq!(bare, list(&["--color", "never"], &[]));
}

#[test]
fn shells_and_man_know_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = hardtack(&["completions", shell]);
        assert!(
            script.code == 0 && script.out.contains("roster") && script.out.contains("ladder"),
            "{shell}"
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("man1");
    assert_eq!(hardtack(&["man", dir.to_str().unwrap()]).code, 0);
    let serve = fs::read_to_string(dir.join("hardtack-serve.1")).unwrap();
    assert!(serve.contains("HARDTACK_PORT") && serve.contains("HARDTACK_STORE"), "{serve}");
    assert!(dir.join("hardtack.1").exists() && dir.join("hardtack-print.1").exists());
    let help = hardtack(&["serve", "--help"]).out;
    assert!(help.contains("[env: HARDTACK_PORT="), "{help}");
}

/// A value for an option that has none by itself.
fn sample(option: &str) -> &'static str {
    match option {
        "--public-url" => "https://table.example",
        "--database" => "postgres://me:secret-word@localhost/x",
        "--allow-upload" => "a long secret-word",
        "--mail" => "smtp://me:secret-word@mail.example:587",
        "--mail-from" => "table@example.org",
        "--player" => "mine=cmd:true",
        "--scenarios" | "--data" => "/nowhere",
        _ => "Ann",
    }
}

#[test]
fn every_option_of_serve_can_stand_in_the_file_and_in_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("c.toml");
    let plain = hardtack(&["config"]).out;
    let (_, serve) = plain.split_once("serve\n").unwrap();
    let shown: Vec<Vec<&str>> = serve.lines().map(|line| line.split_whitespace().collect()).collect();
    let options: Vec<(&str, &str)> = shown.iter().map(|row| (row[0], row[1])).collect();
    assert!(options.len() > 30, "{plain}");
    let help = hardtack(&["serve", "--help"]).out;
    for long in help
        .split("--")
        .skip(1)
        .filter_map(|rest| rest.split([' ', '\n', '[', '=', '.', ',', ')', ':']).next())
    {
        let known = options.iter().any(|(option, _)| *option == format!("--{long}"));
        assert!(
            known || ["help", "color", "scenarios", "version"].contains(&long) || long.len() < 2,
            "--{long}"
        );
    }
    for (option, value) in &options {
        let name = option.trim_start_matches("--");
        let value = if *value == "-" { sample(option) } else { value };
        // Letters need a sender and an address of the server.
        let beside = if *option == "--mail" { vec!["mail-from", "public-url"] } else { vec![] };
        let variable = |name: &str| match name {
            "data" => "HARDTACK_STORE".to_owned(),
            name => format!("HARDTACK_{}", name.replace('-', "_").to_uppercase()),
        };
        let mut by_environment = command(&["config"]);
        by_environment.env(variable(name), value);
        for more in &beside {
            by_environment.env(variable(more), sample(&format!("--{more}")));
        }
        let done = Done::from(by_environment.output().unwrap());
        assert_eq!(
            line(&done, &format!("{option} ")).last(),
            Some(&variable(name)),
            "{option}: {}",
            done.err
        );
        let written =
            if ["true", "false"].contains(&value) { value.to_owned() } else { format!("{value:?}") };
        let mut text = format!("[serve]\n{name} = {written}\n");
        for more in &beside {
            text += &format!("{more} = {:?}\n", sample(&format!("--{more}")));
        }
        fs::write(&file, text).unwrap();
        let done = with(&[("HARDTACK_CONFIG", &file)], &["config"]);
        assert_eq!(
            line(&done, &format!("{option} ")).last().map(String::as_str),
            Some("file"),
            "{option}: {}",
            done.err
        );
        assert!(!done.out.contains("secret-word"), "{option} is shown: {}", done.out);
    }
}
