//! `hardtack scenario check`: what is wrong with scenarios, and what is probably a slip.

use std::io::Write;
use std::process::ExitCode;

use library::{Finding, OpenError, lesson};
use staff::Level;

use super::findings::{Checked, tell};
use super::open;
use crate::progress::play_all;
use series::{Job, Keep, Memories, Records, Series};

/// A game of more decisions has gone wrong.
const CAP: usize = 500_000;

pub fn check(
    asked: &[String],
    json: bool,
    strict: bool,
    play: Option<u16>,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let all = if asked.is_empty() { built_in() } else { asked.to_vec() };
    let checked: anyhow::Result<Vec<Checked>> = all.iter().map(|one| check_one(one, play)).collect();
    tell(&checked?, json, strict, out)
}

/// Every scenario and lesson that is built in.
fn built_in() -> Vec<String> {
    let scenarios = library::check_all().into_iter().map(|(id, _)| id);
    scenarios.chain(lesson::check_lessons().into_iter().map(|(id, _)| id)).collect()
}

fn check_one(asked: &str, play: Option<u16>) -> anyhow::Result<Checked> {
    let mut findings = match library::examine_path(asked) {
        Ok(findings) => findings,
        // Said as everywhere.
        Err(OpenError::Unknown { .. }) => open(asked).map(|_| Vec::new())?,
        Err(other) => return Err(other.into()),
    };
    let is_lesson = asked.ends_with(lesson::LESSON) || lesson::lesson(asked).is_some();
    if let Some(games) = play.filter(|_| !is_lesson && !findings.iter().any(Finding::is_fault)) {
        findings.extend(played(asked, games)?);
    }
    Ok(Checked { name: asked.to_owned(), fits: "fits".to_owned(), findings })
}

/// S8: games of recruits in which nobody fights, or always the same side wins.
fn played(asked: &str, games: u16) -> anyhow::Result<Option<Finding>> {
    let scenario = open(asked)?;
    let file = scenario.texts.first().map(|(file, _)| file.clone()).unwrap_or_default();
    let series = Series {
        scenario,
        players: [Level::Recruit.into(), Level::Recruit.into()],
        seed: 1,
        records: Records::FailedElsewhere,
        cap: CAP,
        facts: true,
        memories: Memories::default(),
    };
    let jobs: Vec<Job> = (0..u64::from(games)).map(|game| Job { series: 0, game }).collect();
    let finished = play_all(&[series], &jobs, 0, Keep::default())?;
    if let Some(failed) = finished.failed.first() {
        anyhow::bail!("game {} {}: {}", failed.game, failed.why, failed.record);
    }
    let rows = &finished.rows;
    let fought = rows.iter().any(|row| !row.fights.is_empty());
    let winner = rows.first().map(|row| row.winner.clone()).filter(|side| side != "draw");
    let message = match winner {
        _ if !fought => {
            format!("nobody fights in {games} games of recruits: are both sides where they can meet?")
        }
        Some(side) if games > 1 && rows.iter().all(|row| row.winner == side) => {
            format!("the {side} side wins all {games} games of recruits: look at the victory conditions")
        }
        _ => return Ok(None),
    };
    Ok(Some(Finding::about_play(file, message)))
}
