//! Chores of the repository: which clauses of the rule index have a test (`rules`), whether these tests would
//! notice a broken rule (`mutants`), the golden games (`golden`), what
//! generals have learned (`train`, `tune`), how scenarios come out when computer players play them (`studies`), and how hard the server is to break (`trial`).

mod coverage;
mod golden;
mod index;
mod mutants;
mod sources;
mod studies;
mod train;
mod trial;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "xtask", about = "Chores of the repository")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Say which clauses of the rule index have a test that names them
    ///
    /// A test names the clauses it proves with #[rule("G7.4-83")] above #[test]. Clauses of the kinds
    /// `ui` and `missing` are listed apart and do not count. The last line is `covered N of M`.
    Rules {
        /// Compare with another list: TOML files with `[[rule]]` tables that have `id` and `kind`.
        /// Says what the index lacks, and counts against that list
        #[arg(long, value_name = "DIR")]
        against: Option<PathBuf>,
        /// Print only the counts, not the ids
        #[arg(long)]
        brief: bool,
    },
    /// Write the golden games and counts in tests/golden anew, and say which changed
    Golden,
    /// Break rules one at a time and say which tests did not notice
    ///
    /// A rule is broken where its clause is cited: a condition never holds, or a modifier is 0. Only the tests that
    /// name the clause are run. All mutants are built at once into target/mutants.
    Mutants {
        /// Only these systems: gcacw, lfm, vnb
        systems: Vec<String>,
        /// Try only so many of each system, spread evenly
        #[arg(long, value_name = "N")]
        sample: Option<usize>,
    },
    /// Train the judgement of generals from games of computer players
    ///
    /// Plays games of each battle named on all cores, fits a net to them, writes it into crates/staff/nets and prints how well
    /// it judges games it has not seen. `cargo xtask train -- --help` tells what can be set.
    Train {
        /// Scenarios, or a system for all of its scenarios; then options of the trainer
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Look for better figures for the doctrine that generals follow, by playing against a league
    ///
    /// For each battle named, or for all of them together (`--any`), and for each side: an evolution strategy changes the figures of
    /// the doctrine, and what does better on fresh games is written into crates/staff/tunings. `cargo xtask tune -- --help`
    /// tells what can be set.
    Tune {
        /// Scenarios, or a system for all of its scenarios; then options of the tuner
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Play series of games of scenarios, and write what came of them into docs/library.md
    ///
    /// For each scenario: veterans against veterans, random players, veterans against random players with sides swapped. Rows of
    /// scenarios that are not named stay. All of it with fixed seeds: only the seconds differ from one run to the next.
    Studies(studies::Wanted),
    /// Try to break the server, and print one table of what was tried, what failed and what was measured
    ///
    /// Builds the release binary and lets crates/server/examples/trial loose on it: kills, second servers, locks, a full
    /// disk, slow and greedy clients, thousands of games and viewers. Takes some five minutes of a quiet machine.
    Trial {
        /// A tenth of it
        #[arg(long)]
        short: bool,
        /// Only these: kills, two, locks, full, slow, greedy, pictures, games, viewers
        names: Vec<String>,
    },
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let done = match Cli::parse().command {
        Command::Rules { against, brief } => {
            coverage::report(root, against.as_deref(), brief).map(|report| (report.text, !report.unknown))
        }
        Command::Golden => golden::write(root).map(|text| (text, true)),
        Command::Mutants { systems, sample } => {
            mutants::report(root, &systems, sample).map(|text| (text, true))
        }
        Command::Train { args } => train::run(root, "train", &args).map(|well| (String::new(), well)),
        Command::Tune { args } => train::run(root, "tune", &args).map(|well| (String::new(), well)),
        Command::Studies(wanted) => studies::run(root, &wanted).map(|text| (text, true)),
        Command::Trial { short, names } => trial::run(root, short, &names).map(|well| (String::new(), well)),
    };
    match done {
        Ok((text, well)) => {
            print!("{text}");
            if well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
