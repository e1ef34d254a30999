//! `hardtack ladder`: every computer player against every other.

mod page;
mod standings;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use engine::program::Contender;
use library::Scenario;
use staff::{Budget, Player};

use super::{json_line, open};
use crate::players::{self, Waiting};
use crate::progress::play_all;
use crate::stopped;
use crate::usage::wrong_line;
use series::results::{self, Journal, Row};
use series::{Finished, Job, Keep, Memories, Records, Series};
use standings::Standings;

/// Every computer player against every other, with sides swapped
///
/// Each pairing plays half of its games with one player on the Union side and half with the other, and
/// the table tells how often each won (a draw counts half), Elo ratings and how long a decision took,
/// with 95% intervals. The tables are Markdown, ready for a document.
///
/// Each half of a pairing is the series that `hardtack sim SCENARIO --players A,B --seed SEED` plays.
///
/// A general with a budget of time shares the cores with the other games: more threads than cores, or
/// other work on the machine, cut his budget short and make his results worse than they are. Budgets in
/// steps (`--budget 4000steps`) do not depend on the machine.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  hardtack ladder lesson-spring-hill
  hardtack ladder rummels-farm --games 40 --levels random,recruit,veteran
  hardtack ladder lesson-henry-hill --budget 20ms --out ladder.md
  hardtack ladder lesson-spring-hill --levels general:20ms,general:100ms --json

How to read the tables: docs/simulation.md.")]
pub struct Args {
    /// A built-in scenario's id, or a scenario file
    scenario: String,
    /// Games of each pairing, half of them with sides swapped
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
    #[arg(
        long,
        value_name = "A,B,...",
        default_value = "random,recruit,veteran,colonel,general",
        help = format!("Who plays: two or more of {}, weakest first; `cmd:PROGRAM` is a program", players::names())
    )]
    levels: String,
    /// How long `colonel` and `general` may think about a decision: 20ms, 1.5s, 4000steps
    #[arg(long, default_value = "20ms")]
    budget: String,
    /// The seed of dice and choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads; one for each core if not given
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// A game with more decisions than this has gone wrong
    #[arg(long, value_name = "N", default_value_t = 500_000)]
    cap: usize,
    /// Keep a row for each game in this file: .csv, .jsonl or .parquet, as `hardtack sim --out`
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Go on where the results in FILE stop
    #[arg(long, requires = "results")]
    resume: bool,
    /// Write the tables into this file as well
    #[arg(long, value_name = "FILE.md")]
    out: Option<PathBuf>,
    /// As JSON: {"levels": [{"player", "elo", ...}], "pairings": [{"players", "score", ...}], ...}
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    waiting: Waiting,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let players = levels(&args.levels, &args.budget, &args.waiting)?;
    if args.games % 2 == 1 {
        wrong_line!(
            "--games {}: an even number, so that each player has each side equally often",
            args.games
        );
    }
    let scenario = open(&args.scenario)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, usize::from);
    if threads > cores && players.iter().any(on_the_clock) {
        eprintln!("note: {threads} threads on {cores} cores: budgets of time are not worth their time");
    }
    players::try_out(&players)?;
    let finished = play_or_go_on(args, &scenario, &players, threads)?;
    let standings = Standings::of(&scenario.id, args.seed, threads, &players, finished);
    let page = page::markdown(&standings, &command_line(args, &players));
    if let Some(file) = &args.out {
        std::fs::write(file, &page).with_context(|| format!("`{}` cannot be written", file.display()))?;
    }
    match args.json {
        true => writeln!(out, "{}", json_line(&standings)?)?,
        false => write!(out, "{page}")?,
    }
    Ok(if standings.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The players named, those who think with the common budget unless they bring their own.
fn levels(text: &str, budget: &str, waiting: &Waiting) -> anyhow::Result<Vec<Contender>> {
    let common = players::player(&format!("general:{budget}")).context("--budget")?.budget;
    let named = |name: &str| -> anyhow::Result<Contender> {
        Ok(match waiting.contender(name)? {
            Contender::Staff(player) if player.level.thinks() && name == player.level.word() => {
                Player { budget: common, ..player }.into()
            }
            other => other,
        })
    };
    let players = text.split(',').map(|name| named(name.trim())).collect::<Result<Vec<_>, _>>()?;
    let twice = |n: &usize| players[..*n].contains(&players[*n]);
    if let Some(n) = (0..players.len()).find(twice) {
        wrong_line!("--levels `{text}`: `{}` is named twice", players[n]);
    }
    if players.len() < 2 {
        wrong_line!("--levels `{text}`: expected two players or more, such as `random,recruit`");
    }
    Ok(players)
}

fn on_the_clock(player: &Contender) -> bool {
    player.staff().is_none_or(|player| player.level.thinks() && matches!(player.budget, Budget::Time(_)))
}

fn play_or_go_on(
    args: &Args,
    scenario: &Scenario,
    players: &[Contender],
    threads: usize,
) -> anyhow::Result<Finished> {
    let Some(file) = &args.results else { return play(args, scenario, players, threads, None, Vec::new()) };
    results::check_names(std::slice::from_ref(file))?;
    let (journal, done) = Journal::open(file, args.resume)?;
    stopped::tell_when_stopped(file);
    let finished = play(args, scenario, players, threads, Some(&journal), done)?;
    journal.finish(std::slice::from_ref(file), &finished.rows)?;
    Ok(finished)
}

fn play(
    args: &Args,
    scenario: &Scenario,
    players: &[Contender],
    threads: usize,
    journal: Option<&Journal>,
    done: Vec<Row>,
) -> anyhow::Result<Finished> {
    let half = |seats: [usize; 2]| Series {
        scenario: scenario.clone(),
        players: seats.map(|place| players[place].clone()),
        seed: args.seed,
        records: Records::failed_beside(args.results.as_deref().or(args.out.as_deref())),
        cap: args.cap,
        facts: args.results.is_some(),
        memories: Memories::default(),
    };
    let pairings = pairings(players.len()).into_iter();
    let halves: Vec<Series> = pairings.flat_map(|[a, b]| [[a, b], [b, a]]).map(half).collect();
    // The nth game of every half, then the next: what is done early tells about all of them.
    let all = 0..halves.len();
    let jobs: Vec<Job> =
        (0..args.games / 2).flat_map(|game| all.clone().map(move |series| Job { series, game })).collect();
    play_all(&halves, &jobs, threads, Keep { done, journal, ..Keep::default() })
}

/// Every pair of places once, the better first.
fn pairings(players: usize) -> Vec<[usize; 2]> {
    (0..players).flat_map(|a| (0..a).map(move |b| [a, b])).collect()
}

/// The command that makes the same tables.
fn command_line(args: &Args, players: &[Contender]) -> String {
    let levels: Vec<String> = players.iter().map(Contender::to_string).collect();
    let (scenario, games, seed) = (&args.scenario, args.games, args.seed);
    format!("hardtack ladder {scenario} --games {games} --levels {} --seed {seed}", quoted(&levels.join(",")))
}

/// As it is typed: in quotes where there are blanks in it.
fn quoted(text: &str) -> String {
    match text.contains(' ') {
        true => format!("'{}'", text.replace('\'', "'\\''")),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_general_takes_the_common_budget_or_his_own() {
        let names = |text: &str| {
            let all = levels(text, "20ms", &Waiting::default()).unwrap();
            all.iter().map(Contender::to_string).collect::<Vec<_>>()
        };
        assert_eq!(names("veteran, general"), ["veteran", "general:20ms"]);
        assert_eq!(names("general,general:50ms"), ["general:20ms", "general:50ms"]);
        assert_eq!(names("cmd:my player,random"), ["cmd:my player", "random"]);
    }

    #[test]
    fn a_ladder_needs_two_different_players() {
        let told = |text: &str, budget: &str| {
            format!("{:#}", levels(text, budget, &Waiting::default()).unwrap_err())
        };
        assert!(told("random", "20ms").contains("two players or more"));
        assert!(told("random,recruit,random", "20ms").contains("`random` is named twice"));
        assert!(told("general,general:20ms", "20ms").contains("named twice"));
        assert!(told("random,recruit", "soon").contains("--budget"));
    }

    #[test]
    fn everybody_meets_everybody_once() {
        assert_eq!(pairings(4).len(), 6);
        assert!(pairings(4).iter().all(|[better, worse]| better > worse));
    }
}
