//! The command `hardtack`. Every subcommand has a file of its own under `commands`.

mod commands;
mod forecast;
mod players;
mod record_file;
mod results;
mod series;
mod shelves;
mod text;
mod trial;
mod usage;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Gives memory back to the system when games and streams are gone.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use commands::{
    ask, atlas, bench, ending, ladder, map, new, odds, play, print, replay, report, rules, scenario, serve,
    sim,
};

/// A table for American Civil War wargames that knows the rules.
#[derive(Parser)]
#[command(name = "hardtack", version, after_help = AFTER_HELP)]
struct Cli {
    /// A folder with own scenarios, beside `scenarios` in the data folder; may be given more than once
    #[arg(long, value_name = "DIR", global = true)]
    scenarios: Vec<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

const AFTER_HELP: &str = "\
Wherever SCENARIO is asked for, give the id of a built-in scenario (`hardtack
scenario list`), of one of your own (`own:NAME`) or the path of a scenario file.
Without a command, the table is opened for a browser.

Exit status: 0 done; 1 something is wrong with a file, a record or a game;
2 something is wrong with the command line or the question.";

// What a command is for stands with its arguments, where it is not told here.
#[derive(Subcommand)]
enum Command {
    /// Open the table in a browser; the same as no command
    Serve(serve::Args),
    /// Play a scenario here in the terminal
    Play(play::Args),
    New(new::Args),
    /// List, show and check scenarios
    #[command(subcommand)]
    Scenario(scenario::Command),
    /// Draw and check maps
    #[command(subcommand)]
    Map(map::Command),
    /// Make maps from latitude and longitude
    #[command(subcommand)]
    Atlas(atlas::Command),
    Print(print::Args),
    Ask(ask::Args),
    Odds(odds::Args),
    Sim(sim::Args),
    Ladder(ladder::Args),
    Report(report::Args),
    /// Play a recorded game again and check every step
    Replay(replay::Args),
    Ending(ending::Args),
    /// Look a rule up
    Rules(rules::Args),
    Bench(bench::Args),
}

fn run(cli: Cli, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    shelves::use_them(&cli.scenarios)?;
    match cli.command {
        None => serve::run(&serve::Args::default(), &cli.scenarios, out),
        Some(Command::Serve(args)) => serve::run(&args, &cli.scenarios, out),
        Some(Command::Play(args)) => play::run(&args, out),
        Some(Command::New(args)) => new::run(&args, out),
        Some(Command::Scenario(command)) => scenario::run(&command, out),
        Some(Command::Map(command)) => map::run(&command, out),
        Some(Command::Atlas(command)) => atlas::run(&command, out),
        Some(Command::Print(args)) => print::run(&args, out),
        Some(Command::Ask(args)) => ask::run(&args, out),
        Some(Command::Odds(args)) => odds::run(&args, out),
        Some(Command::Sim(args)) => sim::run(&args, out),
        Some(Command::Ladder(args)) => ladder::run(&args, out),
        Some(Command::Report(args)) => report::run(&args, out),
        Some(Command::Replay(args)) => replay::run(&args, out),
        Some(Command::Ending(args)) => ending::run(&args, out),
        Some(Command::Rules(args)) => rules::run(&args, out),
        Some(Command::Bench(args)) => bench::run(&args, out),
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = io::BufWriter::new(io::stdout());
    let done = run(cli, &mut out).and_then(|code| Ok(out.flush().map(|()| code)?));
    done.unwrap_or_else(|error| match error.downcast_ref::<io::Error>() {
        // The reader of a pipe (`| head`) has seen enough.
        Some(e) if e.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        _ => {
            eprintln!("error: {error:#}");
            if error.is::<usage::Usage>() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    })
}
