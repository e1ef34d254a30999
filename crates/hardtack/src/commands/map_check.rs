//! `hardtack map check`: what is wrong with a map, and what is probably a slip.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use library::{Board, OpenError, open_board};
use serde::Serialize;
use table::{Fault, Source};

use super::json_line;
use super::map::told;
use crate::text;

/// One thing that was found, as programs get it.
#[derive(Serialize)]
struct Finding {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    key: String,
    severity: &'static str,
    code: &'static str,
    message: String,
}

/// The code of everything that keeps a map from loading.
const FAULT: &str = "M0";

pub fn check(map: &str, json: bool, strict: bool, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    // The text, to find lines in it; what is no file has none.
    let text = Path::new(map).is_file().then(|| library::read_text(Path::new(map))).and_then(Result::ok);
    let text = text.unwrap_or_default();
    let mut fits = None;
    let findings: Vec<Finding> = match open_board(map) {
        Ok(board) => {
            fits = Some(format!("{map}: fits ({}, {})", board.name(), board.measure()));
            match &board {
                Board::Hexes(hexes) => {
                    hexmap::warnings(hexes).iter().map(|w| warning(map, &text, w)).collect()
                }
                Board::Table(_) => Vec::new(),
            }
        }
        Err(OpenError::Faults(faults)) => faults.0.into_iter().map(|f| fault(map, &text, f)).collect(),
        error => return told(map, error).map(|_| ExitCode::FAILURE),
    };
    if json {
        writeln!(out, "{}", json_line(&findings)?)?;
    } else {
        tell(map, &findings, fits.as_deref(), out)?;
    }
    let fails = fits.is_none() || strict && !findings.is_empty();
    Ok(if fails { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn tell(map: &str, findings: &[Finding], fits: Option<&str>, out: &mut dyn Write) -> anyhow::Result<()> {
    for Finding { file, line, key, severity, code, message, .. } in findings {
        let at = line.map_or(String::new(), |line| format!(":{line}"));
        match *severity {
            "warning" => writeln!(out, "{file}{at}: warning {code}: {message}")?,
            _ if key.is_empty() => writeln!(out, "{file}{at}: {message}")?,
            _ => writeln!(out, "{file}{at}: {key}: {message}")?,
        }
    }
    match fits {
        Some(fits) if findings.is_empty() => writeln!(out, "{fits}")?,
        Some(fits) => writeln!(out, "{fits}, {}", text::counted(findings.len(), "warning"))?,
        None => writeln!(out, "{map}: {}", text::counted(findings.len(), "fault"))?,
    }
    Ok(())
}

fn warning(file: &str, text: &str, warning: &hexmap::Warning) -> Finding {
    let place = warning.subject.place(text);
    let line = place.as_ref().map(|span| Source::new(file, text).line(span));
    let column = place.map(|span| span.start - text[..span.start].rfind('\n').map_or(0, |at| at + 1) + 1);
    Finding {
        file: file.to_owned(),
        line,
        column,
        key: warning.subject.key(),
        severity: "warning",
        code: warning.code,
        message: warning.what.clone(),
    }
}

fn fault(map: &str, text: &str, fault: Fault) -> Finding {
    // A fault knows its line; its column is where that line begins, after the blanks.
    let own =
        fault.line.filter(|_| fault.file == map).and_then(|line| text.lines().nth(line.checked_sub(1)?));
    let column = own.map(|line| line.len() - line.trim_start().len() + 1);
    let Fault { file, line, key, what } = fault;
    Finding { file, line, column, key, severity: "fault", code: FAULT, message: what }
}
