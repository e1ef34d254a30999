//! The referee on the command line.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::common::{command, hardtack, one_of_each_system, typed};
use serde_json::Value;

#[test]
fn a_question_without_an_answer_is_told_as_json_with_status_2() {
    for id in one_of_each_system() {
        for question in ["{\"ask\":\"the-weather-in-1864\"}", "{}", "{\"ask\":7}", "[1,2]", "nonsense", ""] {
            let done = hardtack(&["ask", &id, question]);
            assert_eq!(done.code, 2, "{id}: {question}: {}", done.out);
            let answer = done.json();
            assert!(answer["error"].as_str().is_some_and(|why| !why.is_empty()), "{answer}");
            assert_eq!(done.err, "");
        }
    }
}

#[test]
fn with_a_dash_every_question_gets_its_line() {
    let folder = tempfile::tempdir().unwrap();
    for id in one_of_each_system() {
        let done = typed(folder.path(), &["ask", &id, "-"], "{}\n\nnonsense\n{\"ask\":\"?\"}\n\"\u{1F41A}\"");
        assert_eq!(done.code, 0);
        let answers: Vec<Value> = done.out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        assert_eq!(answers.len(), 4, "{}", done.out);
        assert!(answers.iter().all(|a| a["error"].is_string()));
    }
}

#[test]
fn an_answer_comes_before_the_next_question_is_asked() {
    let id = &one_of_each_system()[0];
    let mut child = command(&["ask", id, "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        writeln!(questions, "{{\"ask\":\"?\"}}").unwrap();
        assert!(answers.next().unwrap().unwrap().contains("error"));
    }
    drop(questions);
    assert!(child.wait().unwrap().success());
}

#[test]
fn many_thousands_of_questions_are_answered_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let id = &one_of_each_system()[0];
    let questions: String = (0..20_000).map(|n| format!("\"{n}\"\n{{\"ask\":\"q{n}\"}}\n")).collect();
    let done = typed(folder.path(), &["ask", id, "-"], &questions);
    assert_eq!(done.out.lines().count(), 40_000);
}

#[test]
fn a_scenario_that_is_not_there_is_no_question() {
    let done = hardtack(&["ask", "no-such-battle", "-"]);
    assert_eq!((done.code, done.out.as_str()), (2, ""));
    assert!(
        done.err.contains("no-such-battle") && done.err.contains("hardtack scenario list"),
        "{}",
        done.err
    );
}
