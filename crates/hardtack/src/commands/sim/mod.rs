//! `hardtack sim`: many games between computer players, on all cores.

mod summary;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use engine::program::Contender;

use super::{json_line, open};
use crate::players::{self, Waiting};
use crate::progress::play_all;
use crate::stopped;
use crate::usage::wrong_line;
use series::decisions::Decisions;
use series::results::{self, Journal, Row};
use series::{Finished, Job, Keep, Memories, Records, Series};
use summary::Summary;

/// Let computer players play many games and count
///
/// The same seed gives the same games, whatever the number of threads; game 0 of a series can be seen
/// again with `--games 1`, game 12 with `--from 12 --games 1`. A game that finds no legal order, goes on for ever or breaks the program is
/// an error and not among the results; its record is kept in `FILE.failed` beside the results, or among the system's
/// temporary files where there are none, and is told.
///
/// `--out` writes a row for each game: who won, points, losses, length, and every combat with its place and
/// its exact chance. Every game is kept as soon as it is over: a series that was stopped (Ctrl-C, or
/// the machine went down) goes on with `--resume`, and so does one that shall be longer.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  hardtack sim SCENARIO --games 1000 --seed 7
  hardtack sim SCENARIO --games 40 --players recruit,general:20ms
  hardtack sim SCENARIO --games 400 --players veteran,veteran --out games.csv
  hardtack sim SCENARIO --games 800 --players veteran,veteran --out games.csv --resume
  hardtack sim SCENARIO --games 400 --from 400 --out second.csv
  hardtack sim SCENARIO --out games.jsonl --out games.parquet
  hardtack sim SCENARIO --games 400 --players veteran,veteran --decisions decisions.parquet
  hardtack sim SCENARIO --games 20 --records games/ --json
  hardtack sim SCENARIO --games 20 --players veteran,\"cmd:python3 player.py\"

`hardtack report games.csv --out report.html` makes a page of it. The columns of
the results: docs/simulation.md.")]
pub struct Args {
    /// A built-in scenario's id, or a scenario file
    scenario: String,
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The number of the first game, counted from 0: for a series in parts, each on a machine of its own
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u64,
    #[arg(
        long,
        default_value = "random,random",
        value_name = "UNION,CONFEDERATE",
        help = format!("Who plays each side: {}; `general:20ms` has a budget, `cmd:PROGRAM` is a program", players::names())
    )]
    players: String,
    /// The seed of dice and choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write a row for each game into this file: .csv, .jsonl or .parquet; may be given several times
    #[arg(long, value_name = "FILE")]
    out: Vec<PathBuf>,
    /// Go on where the results in the first --out FILE stop
    #[arg(long, requires = "out")]
    resume: bool,
    /// Write a row for each decision into this file: .csv, .jsonl or .parquet
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    decisions: Option<PathBuf>,
    /// Write a record of every game into this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// How many threads; all cores if not given. More threads than cores cut budgets of time short
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// A game with more decisions than this has gone wrong
    #[arg(long, value_name = "N", default_value_t = 500_000)]
    cap: usize,
    /// As JSON: {"games", "win_rate": [union, confederate], "draws", "decisions", "seconds", ...}
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    waiting: Waiting,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    if args.from.checked_add(args.games).is_none() {
        wrong_line!("--from {}: there are no {} games after it", args.from, args.games);
    }
    let series = Series {
        scenario: open(&args.scenario)?,
        players: pair(&args.players, &args.waiting)?,
        seed: args.seed,
        records: records(args),
        cap: args.cap,
        facts: !args.out.is_empty(),
        memories: Memories::default(),
    };
    if let Some(folder) = &args.records {
        let cannot = || format!("the folder `{}` cannot be made", folder.display());
        std::fs::create_dir_all(folder).with_context(cannot)?;
    }
    results::check_names(&args.out)?;
    results::check_names(args.decisions.as_slice())?;
    players::try_out(&series.players)?;
    let started = Instant::now();
    let finished = match args.out.first() {
        Some(first) => {
            let (journal, done) = Journal::open(first, args.resume)?;
            stopped::tell_when_stopped(first);
            let finished = play(&series, args, Some(&journal), done)?;
            journal.finish(&args.out, &finished.rows)?;
            finished
        }
        None => play(&series, args, None, Vec::new())?,
    };
    let summary = Summary::of(&series, &finished, started.elapsed());
    match args.json {
        true => writeln!(out, "{}", json_line(&summary)?)?,
        false => summary.print(out)?,
    }
    Ok(if finished.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn play(series: &Series, args: &Args, journal: Option<&Journal>, done: Vec<Row>) -> anyhow::Result<Finished> {
    let jobs: Vec<Job> = (args.from..args.from + args.games).map(|game| Job { series: 0, game }).collect();
    let decisions = args.decisions.as_deref().map(Decisions::create).transpose()?;
    let (series, threads) = (std::slice::from_ref(series), args.threads.unwrap_or(0).into());
    let keep = Keep { done, journal, decisions: decisions.as_ref() };
    let finished = play_all(series, &jobs, threads, keep)?;
    decisions.map_or(Ok(()), Decisions::finish)?;
    Ok(finished)
}

/// Every game's record where that is asked for, else those of games that went wrong, beside what else is written.
fn records(args: &Args) -> Records {
    let written = args.out.first().or(args.decisions.as_ref());
    let beside = || Records::failed_beside(written.map(PathBuf::as_path));
    args.records.clone().map_or_else(beside, Records::All)
}

/// The two players of `UNION,CONFEDERATE`.
fn pair(text: &str, waiting: &Waiting) -> anyhow::Result<[Contender; 2]> {
    match text.split(',').map(str::trim).collect::<Vec<_>>()[..] {
        [union, confederate] => Ok([waiting.contender(union)?, waiting.contender(confederate)?]),
        _ => wrong_line!("--players `{text}`: expected two names such as `random,random`, Union first"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_are_named_with_a_comma() {
        let pair = |text: &str| pair(text, &Waiting::default());
        assert_eq!(
            pair("random, recruit").unwrap(),
            [staff::Level::Random.into(), staff::Level::Recruit.into()]
        );
        assert!(matches!(
            pair("cmd:my player,recruit").unwrap(),
            [Contender::Program(_), Contender::Staff(_)]
        ));
        assert!(pair("random").unwrap_err().to_string().contains("expected two names"));
        assert!(pair("random,chance").unwrap_err().to_string().contains("`chance`"));
    }
}
