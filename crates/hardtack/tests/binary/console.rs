//! Every console block of the README and of docs/ is run, and shows what the program says.
//!
//! The blocks of a file are run in order in one folder of their own. A line `$ hardtack ...` is a command; what
//! follows it is its output, where `...` stands for any lines, or within a line for anything. A command with no
//! output below it must succeed. A block that is not run says why on its fence: ` ```console not-run: it serves `.

use std::path::{Path, PathBuf};

use crate::common::{Done, hardtack, typed};

const FENCE: &str = "```console";

/// A block of a Markdown file, by the line of its fence.
struct Block {
    line: usize,
    /// Why it is not run.
    not_run: Option<String>,
    commands: Vec<Shown>,
}

/// A command as a page shows it.
struct Shown {
    line: usize,
    command: String,
    output: Vec<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The README and every page of docs/.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> =
        std::fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|e| e == "md"));
    pages.push(root().join("README.md"));
    pages.sort();
    pages
}

/// The console blocks of a text.
fn blocks(text: &str) -> Result<Vec<Block>, String> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for (n, line) in text.lines().enumerate() {
        let line_number = n + 1;
        if open && line.starts_with("```") {
            open = false;
        } else if open {
            let block = blocks.last_mut().ok_or("a block without a fence")?;
            match (line.strip_prefix("$ "), block.commands.last_mut()) {
                (Some(command), _) => {
                    let command = command.to_owned();
                    block.commands.push(Shown { line: line_number, command, output: Vec::new() });
                }
                (None, Some(shown)) => shown.output.push(line.trim_end().to_owned()),
                (None, None) => return Err(format!("line {line_number}: output before the first command")),
            }
        } else if let Some(more) = line.strip_prefix(FENCE) {
            open = true;
            let not_run = match more.trim() {
                "" => None,
                said => match said.strip_prefix("not-run:").map(str::trim) {
                    Some(why) if !why.is_empty() => Some(why.to_owned()),
                    _ => return Err(format!("line {line_number}: `{said}`: expected `not-run: why`")),
                },
            };
            blocks.push(Block { line: line_number, not_run, commands: Vec::new() });
        }
    }
    Ok(blocks)
}

/// The words of a command as a shell reads them, as far as the pages need one.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for c in command.chars() {
        match (quote, c) {
            (Some(q), c) if q == c => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, ' ') if word.is_empty() => {}
            (None, ' ') => words.push(std::mem::take(&mut word)),
            (_, c) => word.push(c),
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

/// The arguments of the binary that a command means.
fn arguments(command: &str) -> Option<Vec<String>> {
    let words = words(command);
    let cargo = ["cargo", "run", "--release", "--"];
    match words.first()?.as_str() {
        "hardtack" => Some(words[1..].to_vec()),
        _ if words.len() >= 4 && words[..4] == cargo => Some(words[4..].to_vec()),
        _ => None,
    }
}

/// Whether a line is as shown, `...` standing for anything.
fn same_line(shown: &str, said: &str) -> bool {
    let Some((head, rest)) = shown.split_once("...") else { return shown == said };
    let Some(said) = said.strip_prefix(head) else { return false };
    (0..=said.len()).filter(|at| said.is_char_boundary(*at)).any(|at| same_line(rest, &said[at..]))
}

/// Whether the lines are as shown; a line `...` stands for any lines.
fn same(shown: &[String], said: &[&str]) -> bool {
    match shown.split_first() {
        None => said.is_empty(),
        Some((dots, rest)) if dots == "..." => (0..=said.len()).any(|skipped| same(rest, &said[skipped..])),
        Some((line, rest)) => {
            said.split_first().is_some_and(|(first, others)| same_line(line, first) && same(rest, others))
        }
    }
}

/// Runs a command and compares what it says.
fn check(folder: &Path, shown: &Shown) -> Result<(), String> {
    let arguments = arguments(&shown.command)
        .ok_or("it is no command of this program: say on the fence why it is not run")?;
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let Done { code, out, err } = typed(folder, &arguments, "");
    if code != 0 && shown.output.is_empty() {
        return Err(format!("exit status {code}: {err}"));
    }
    let said = if code == 0 { out } else { out + &err };
    let lines: Vec<&str> = said.lines().map(str::trim_end).collect();
    match shown.output.is_empty() || same(&shown.output, &lines) {
        true => Ok(()),
        false => Err(format!("it says\n{said}")),
    }
}

#[test]
fn what_the_pages_show_is_what_the_program_says() {
    let (mut faults, mut run) = (Vec::new(), 0);
    for page in pages() {
        let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&page).unwrap();
        let folder = tempfile::tempdir().unwrap();
        for block in blocks(&text).unwrap_or_else(|why| panic!("{name}: {why}")) {
            if block.commands.is_empty() {
                faults.push(format!("{name}:{}: a block without a command", block.line));
            }
            for shown in block.commands.iter().filter(|_| block.not_run.is_none()) {
                run += 1;
                if let Err(why) = check(folder.path(), shown) {
                    faults.push(format!("{name}:{}: $ {}\n{why}", shown.line, shown.command));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    assert!(run > 8, "only {run} commands were run");
}

/// The questions in the tables of the referee's page, with the scenario that its section names.
fn questions(text: &str) -> Vec<(String, String)> {
    let (mut questions, mut scenario) = (Vec::new(), None);
    for line in text.lines() {
        let named = line.split_once("`hardtack ask ").and_then(|(_, rest)| rest.split_once("` understands"));
        if let Some((name, _)) = named {
            scenario = Some(name.to_owned());
        }
        let cell =
            line.strip_prefix("| ").and_then(|line| line.split_once(" | ")).map_or("", |(cell, _)| cell);
        let asked = cell.split('`').filter(|part| part.starts_with("{\"ask\""));
        questions
            .extend(asked.zip(scenario.iter().cycle()).map(|(asked, of)| (of.clone(), asked.to_owned())));
    }
    questions
}

#[test]
fn the_questions_of_the_referees_page_are_understood() {
    let text = std::fs::read_to_string(root().join("docs/referee.md")).unwrap();
    let questions = questions(&text);
    assert!(questions.len() > 20, "{questions:?}");
    for (scenario, question) in questions {
        let answer = hardtack(&["ask", &scenario, &question]).json();
        // That a rule forbids something is an answer.
        assert!(answer.get("error").is_none() || answer.get("rule").is_some(), "{question}: {answer}");
    }
}

#[test]
fn dots_stand_for_anything_and_nothing_else_does() {
    let shown = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(same(&shown("one\n...\nfour"), &["one", "two", "three", "four"]));
    assert!(same(&shown("one\n..."), &["one"]));
    assert!(same(&shown("game ... of 7, ... left"), &["game 3 of 7, 4 left"]));
    assert!(!same(&shown("one\n...\nfour"), &["one", "two", "five"]));
    assert!(!same(&shown("one"), &["one", "two"]));
    assert!(!same(&shown("one\ntwo"), &["one"]));
    assert!(!same(&shown("game ... of 7"), &["game 3 of 8"]));
}

#[test]
fn a_block_that_is_not_run_says_why() {
    assert!(blocks("```console maybe\n$ hardtack\n```").is_err());
    assert!(blocks("```console not-run:\n$ hardtack\n```").is_err());
    let read = blocks(
        "```console not-run: it serves\n$ hardtack serve\n```\n```console\n$ hardtack rules 'a b'\nx\n```",
    );
    let read = read.unwrap();
    assert_eq!(read[0].not_run.as_deref(), Some("it serves"));
    assert_eq!(arguments(&read[1].commands[0].command), Some(vec!["rules".to_owned(), "a b".to_owned()]));
    assert_eq!(
        (read[1].commands[0].line, read[1].commands[0].output.as_slice()),
        (5, ["x".to_owned()].as_slice())
    );
}
