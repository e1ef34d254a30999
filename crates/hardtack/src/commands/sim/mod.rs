//! `hardtack sim`: many games between computer players, on all cores.

mod report;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, bail};
use staff::Player;

use super::{json_line, open};
use crate::players;
use crate::series::{self, Ended, Series};
use report::Report;

/// Let computer players play many games and count
///
/// The same seed gives the same games, whatever the number of threads; game 0 of a series can be seen
/// again with `--games 1`. A game that finds no legal order, goes on for ever or breaks the program is
/// an error, and its record is kept.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  hardtack sim SCENARIO --games 1000 --seed 7
  hardtack sim SCENARIO --games 40 --players recruit,random
  hardtack sim SCENARIO --games 20 --records games/ --json")]
pub struct Args {
    /// A built-in scenario's id, or a scenario file
    scenario: String,
    /// How many games
    #[arg(long, default_value_t = 100)]
    games: u64,
    #[arg(
        long,
        default_value = "random,random",
        value_name = "UNION,CONFEDERATE",
        help = format!("Who plays each side: {}", players::names())
    )]
    players: String,
    /// The seed of dice and choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write a record of every game into this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// How many threads; all cores if not given
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// A game with more decisions than this has gone wrong
    #[arg(long, value_name = "N", default_value_t = 500_000)]
    cap: usize,
    /// As JSON: {"games", "win_rate": [union, confederate], "draws", "decisions", "seconds", ...}
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let series = Series {
        scenario: open(&args.scenario)?,
        players: pair(&args.players)?,
        seed: args.seed,
        records: args.records.clone(),
        cap: args.cap,
    };
    if let Some(folder) = &args.records {
        let cannot = || format!("the folder `{}` cannot be made", folder.display());
        std::fs::create_dir_all(folder).with_context(cannot)?;
    }
    let started = Instant::now();
    let ended = play_all(&series, args.games, args.threads.unwrap_or(0).into())?;
    let report = Report::of(&series, &ended, started.elapsed());
    match args.json {
        true => writeln!(out, "{}", json_line(&report)?)?,
        false => report.print(out)?,
    }
    Ok(if report.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The two levels of `UNION,CONFEDERATE`.
fn pair(text: &str) -> anyhow::Result<[Player; 2]> {
    match text.split(',').map(str::trim).collect::<Vec<_>>()[..] {
        [union, confederate] => Ok([players::player(union)?, players::player(confederate)?]),
        _ => bail!("--players `{text}`: expected two names such as `random,random`, Union first"),
    }
}

fn play_all(series: &Series, games: u64, threads: usize) -> anyhow::Result<Vec<Ended>> {
    let bar = series::bar(games);
    let numbers: Vec<u64> = (0..games).collect();
    let ended = series::on_threads(threads, &numbers, |number| {
        let ended = series.play(*number);
        bar.inc(1);
        ended
    });
    bar.finish_and_clear();
    ended
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_are_named_with_a_comma() {
        assert_eq!(
            pair("random, recruit").unwrap(),
            [staff::Level::Random.into(), staff::Level::Recruit.into()]
        );
        assert!(pair("random").unwrap_err().to_string().contains("expected two names"));
        assert!(pair("random,chance").unwrap_err().to_string().contains("`chance`"));
    }
}
