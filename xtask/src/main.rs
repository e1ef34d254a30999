//! Chores of the repository: `cargo xtask rules` says which clauses of the rule index have a test.

mod coverage;
mod index;
mod sources;

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
        /// Compare with another list: TOML files with [[rule]] tables that have `id` and `kind`.
        /// Says what the index lacks, and counts against that list
        #[arg(long, value_name = "DIR")]
        against: Option<PathBuf>,
        /// Print only the counts, not the ids
        #[arg(long)]
        brief: bool,
    },
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let Command::Rules { against, brief } = Cli::parse().command;
    match coverage::report(root, against.as_deref(), brief) {
        Ok(report) => {
            print!("{}", report.text);
            if report.unknown { ExitCode::FAILURE } else { ExitCode::SUCCESS }
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
