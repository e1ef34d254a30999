//! `hardtack ask`: the referee.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::ExitCode;

use serde_json::Value;
use table::{AskError, Game, Viewer};

use super::play::screen;
use super::{json_line, open};
use crate::forecast;

/// Ask the referee about a scenario's position
///
/// One question, one answer, both JSON. A question that has no answer is told as {"error": "...",
/// "rule": "6.2"} with exit status 2. With `-`, questions are read from standard input, one a line,
/// and every one gets its line, errors included.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// A built-in scenario's id, or a scenario file
    scenario: String,
    /// A JSON object, or `-` for one question a line on standard input
    question: String,
    /// In words: the one sentence about what the dice may bring, where there is one, instead of JSON
    #[arg(long)]
    words: bool,
}

const AFTER_HELP: &str = r#"Examples:
  hardtack ask my.scenario.toml '{"ask":"neighbors","hex":"4610"}'
  hardtack ask my.scenario.toml '{"ask":"attack","unit":"Brown","target":"4610","type":"hasty"}'
  hardtack ask --words my.scenario.toml '{"ask":"attack","unit":"Brown","target":"4610","type":"hasty"}'
  hardtack ask my.scenario.toml - < questions.jsonl > answers.jsonl

docs/referee.md lists the questions of each rule system."#;

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let game = open(&args.scenario)?.position();
    if args.question == "-" {
        answer_all(game.as_ref(), io::stdin().lock(), out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (answer, code) = match answer(game.as_ref(), args.question.as_bytes()) {
        Ok(answer) => (answer, ExitCode::SUCCESS),
        Err(error) => (error.to_json(), ExitCode::from(2)),
    };
    if args.words {
        in_words(&answer, out)?;
    } else {
        writeln!(out, "{}", json_line(&answer)?)?;
    }
    Ok(code)
}

/// An answer as one would say it across the table; what has no forecast is told key by key.
fn in_words(answer: &Value, out: &mut dyn Write) -> anyhow::Result<()> {
    match answer["error"].as_str() {
        Some(error) => Ok(writeln!(out, "{error}")?),
        None if forecast::sentence(answer).is_some() => Ok(forecast::show(out, "", answer)?),
        None => screen::answer(out, answer),
    }
}

fn answer(game: &dyn Game, question: &[u8]) -> Result<Value, AskError> {
    let question: Value = serde_json::from_slice(question)
        .map_err(|e| AskError::new(format!("the question is not JSON: {e}")))?;
    if !question.is_object() {
        return Err(AskError::new(r#"a question is a JSON object such as {"ask":"zoc","side":"union"}"#));
    }
    game.ask(Viewer::Referee, &question)
}

/// Answers line by line. What has been answered is sent as soon as no further question is waiting, so
/// that a script may wait for one answer before it asks the next.
fn answer_all(game: &dyn Game, questions: impl Read, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut questions = BufReader::with_capacity(1 << 16, questions);
    let (mut line, mut told) = (Vec::new(), Vec::new());
    while questions.read_until(b'\n', &mut line)? > 0 {
        if !line.trim_ascii().is_empty() {
            let answer = answer(game, &line).unwrap_or_else(|error| error.to_json());
            serde_json::to_writer(&mut told, &answer)?;
            told.push(b'\n');
            out.write_all(&told)?;
        }
        line.clear();
        told.clear();
        if !questions.buffer().contains(&b'\n') {
            out.flush()?;
        }
    }
    Ok(())
}
