//! `hardtack map check`: what is wrong with a map, and what is probably a slip.

use std::io::Write;
use std::process::ExitCode;

use library::{Board, examine_board, open_board};

use super::findings::{Checked, tell};
use super::map::told;

pub fn check(map: &str, json: bool, strict: bool, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let findings = told(map, examine_board(map))?;
    let describe = |board: Board| format!("fits ({}, {})", board.name(), board.measure());
    let fits = match findings.iter().any(|finding| finding.is_fault()) {
        true => String::new(),
        false => describe(told(map, open_board(map))?),
    };
    tell(&[Checked { name: map.to_owned(), fits, findings }], json, strict, out)
}
