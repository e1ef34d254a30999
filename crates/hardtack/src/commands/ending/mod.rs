//! `hardtack ending`: what a recorded game came to, and why.

mod page;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use ending::{ASKED, Decision, Ending, Otherwise, Tried, of_record};
use library::Scenario;
use serde_json::json;
use staff::{Budget, Chooser, Level, Player};
use table::{Game, replay};

use super::json_line;
use crate::record_file::{self, Record};

/// Say what a recorded game came to, and why
///
/// Who won and by which condition, what the points are for, points and losses turn by turn, the dice beside their exact
/// odds, and the moments at which the game turned. With --general a computer player says where he would have
/// chosen otherwise. The record must agree with the rules, and the game must be over.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  hardtack ending game.jsonl\n  hardtack ending game.jsonl --general 500ms"
)]
pub struct Args {
    /// A record: written by `play --record`, `sim --records` or the server
    file: PathBuf,
    /// The scenario, if it is not where the record says
    #[arg(long)]
    scenario: Option<String>,
    /// Let a general think again about the weightiest decisions, so long about each: 500ms, 2s, 4000steps
    #[arg(long, value_name = "BUDGET", value_parser = budget)]
    general: Option<Budget>,
    /// As JSON: {"ending", "otherwise"}
    #[arg(long)]
    json: bool,
}

/// Reads what may follow `general:`.
fn budget(text: &str) -> Result<Budget, String> {
    format!("{}:{text}", Level::General.word()).parse().map(|player: Player| player.budget)
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let record = record_file::read(&args.file)?;
    let scenario = record.scenario(args.scenario.as_deref())?;
    if record.header.system != scenario.system {
        bail!("the record is of `{}`, but the scenario is of `{}`", record.header.system, scenario.system);
    }
    let read = of_record(&record.header, record.lines.iter().cloned(), |dice| scenario.start(dice));
    let ending = read.context("the record differs from the rules: `hardtack replay` checks it")?;
    let Some(ending) = ending else {
        bail!("the game of this record goes on: it has an ending once somebody has won");
    };
    let otherwise = match args.general {
        Some(budget) => think_again(&scenario, &record, &ending, budget)?,
        None => Vec::new(),
    };
    match args.json {
        true => writeln!(out, "{}", json_line(&json!({ "ending": ending, "otherwise": otherwise }))?)?,
        false => page::print(out, &ending, &otherwise, args.general.is_some())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Where a general would have chosen otherwise, in turn.
fn think_again(
    scenario: &Scenario,
    record: &Record,
    ending: &Ending,
    budget: Budget,
) -> anyhow::Result<Vec<Otherwise>> {
    let mut told: Vec<Otherwise> = Vec::new();
    let mut asked = 0;
    for (decision, game) in positions(scenario, record, &ending.decisions)? {
        if asked < ASKED && decision.is_open(game.as_ref()) {
            asked += 1;
            told.extend(ask(game.as_ref(), decision, budget));
        }
    }
    told.sort_by_key(|other| other.n);
    Ok(told)
}

/// The decisions with the positions they were taken in, in the order of the decisions.
fn positions(
    scenario: &Scenario,
    record: &Record,
    decisions: &[Decision],
) -> anyhow::Result<Vec<(Decision, Box<dyn Game>)>> {
    let mut found: Vec<Option<Box<dyn Game>>> = decisions.iter().map(|_| None).collect();
    let mut keep = |n: usize, game: &dyn Game| {
        for (decision, place) in decisions.iter().zip(&mut found) {
            if decision.n == n + 1 {
                *place = Some(game.copy());
            }
        }
    };
    let (begun, _) = scenario.start(&mut super::replay::Given::new(&record.header.dice));
    keep(0, begun.as_ref());
    let mut n = 0;
    replay(
        &record.header,
        record.lines.iter().cloned(),
        |dice| scenario.start(dice),
        |game, _, _| {
            n += 1;
            keep(n, game);
        },
    )?;
    Ok(decisions.iter().cloned().zip(found).filter_map(|(d, game)| Some((d, game?))).collect())
}

fn ask(game: &dyn Game, decision: Decision, budget: Budget) -> Option<Otherwise> {
    let (seat, n) = (decision.seat, decision.n as u64);
    let general = Player { level: Level::General, budget };
    let choice = staff::consider(general, game, seat, &mut Chooser::new(game.fingerprint(), n, seat))?;
    let cards = game.cards(seat);
    let tried = |w: staff::Weighed| {
        let card = cards.iter().find(|card| card.order == w.order);
        Tried { label: card.map_or(w.order, |card| card.label.clone()), score: w.score, trials: w.trials }
    };
    let weighed: Vec<Tried> = choice.weighed.into_iter().map(tried).collect();
    decision.otherwise(game, &choice.order, choice.why, &weighed)
}
