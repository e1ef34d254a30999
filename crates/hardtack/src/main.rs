//! The command `hardtack`. Every subcommand has a file of its own under `commands`.

mod commands;
mod config;
mod forecast;
mod players;
mod progress;
mod record_file;
mod shelves;
mod stopped;
mod style;
mod text;
mod trial;
mod usage;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ArgMatches, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

/// Gives memory back to the system when games and streams are gone.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use config::Config;
use usage::Usage;

use commands::{
    admin, ask, atlas, backup, bench, completions, config as shown, ending, engine, ladder, map, new, odds,
    play, print, replay, report, rules, scenario, serve, sim,
};

/// A table for American Civil War wargames that knows the rules.
#[derive(Parser)]
#[command(name = "hardtack", version, after_help = AFTER_HELP)]
struct Cli {
    /// A folder with own scenarios, beside `scenarios` in the data folder; may be given more than once
    #[arg(long, value_name = "DIR", global = true)]
    scenarios: Vec<PathBuf>,
    /// Colours: at a terminal unless NO_COLOR is set, always, or never
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        global = true,
        hide_possible_values = true
    )]
    color: style::When,
    #[command(subcommand)]
    command: Option<Command>,
}

const AFTER_HELP: &str = "\
Wherever SCENARIO is asked for, give the id of a built-in scenario (`hardtack
scenario list`), of one of your own (`own:NAME`) or the path of a scenario file.
Without a command, the table is opened for a browser.

Options that are always the same can stand in a file or in the environment:
`hardtack config` shows where, and what is in force.

Exit status: 0 done; 1 something is wrong with a file, a record or a game;
2 something is wrong with the command line or the question.";

// What a command is for stands with its arguments, where it is not told here.
#[derive(Subcommand)]
enum Command {
    Serve(Box<serve::Args>),
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
    Engine(engine::Args),
    Sim(sim::Args),
    Ladder(ladder::Args),
    Report(report::Args),
    /// Play a recorded game again and check every step
    Replay(replay::Args),
    Ending(ending::Args),
    /// Look a rule up
    Rules(rules::Args),
    Bench(bench::Args),
    Backup(backup::Args),
    Restore(backup::RestoreArgs),
    MoveStore(backup::MoveArgs),
    Admin(admin::Args),
    Config(shown::Args),
    Completions(completions::Args),
    Man(completions::ManArgs),
}

fn run(cli: Cli, config: &Config, command: clap::Command, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    style::choose(cli.color);
    shelves::use_them(&cli.scenarios)?;
    match cli.command {
        None => Err(Usage::new("expected a command; `hardtack --help` lists them").into()),
        Some(Command::Serve(args)) => serve::run(&args, &cli.scenarios, out),
        Some(Command::Play(args)) => play::run(&args, out),
        Some(Command::New(args)) => new::run(&args, out),
        Some(Command::Scenario(command)) => scenario::run(&command, out),
        Some(Command::Map(command)) => map::run(&command, out),
        Some(Command::Atlas(command)) => atlas::run(&command, out),
        Some(Command::Print(args)) => print::run(&args, out),
        Some(Command::Ask(args)) => ask::run(&args, out),
        Some(Command::Odds(args)) => odds::run(&args, out),
        Some(Command::Engine(args)) => engine::run(&args, out),
        Some(Command::Sim(args)) => sim::run(&args, out),
        Some(Command::Ladder(args)) => ladder::run(&args, out),
        Some(Command::Report(args)) => report::run(&args, out),
        Some(Command::Replay(args)) => replay::run(&args, out),
        Some(Command::Ending(args)) => ending::run(&args, out),
        Some(Command::Rules(args)) => rules::run(&args, out),
        Some(Command::Bench(args)) => bench::run(&args, out),
        Some(Command::Backup(args)) => backup::run(&args, out),
        Some(Command::Restore(args)) => backup::restore(&args, out),
        Some(Command::MoveStore(args)) => backup::move_store(&args, out),
        Some(Command::Admin(args)) => admin::run(&args, config, &command, out),
        Some(Command::Config(_)) => shown::run(config, command, out),
        // What is in force here is nobody's business elsewhere.
        Some(Command::Completions(args)) => completions::run(&args, Cli::command(), out),
        Some(Command::Man(args)) => completions::man(&args, config::with_environment(Cli::command()), out),
    }
}

/// The command line, read with what stands in the file and in the environment.
fn read(command: &clap::Command) -> ArgMatches {
    let typed: Vec<OsString> = std::env::args_os().collect();
    let matches = command.clone().get_matches_from(&typed);
    // Without a command the table is opened.
    match matches.subcommand_name() {
        Some(_) => matches,
        None => command.clone().get_matches_from(typed.into_iter().chain(["serve".into()])),
    }
}

/// Whether clap may colour its help: it is asked before anything is read.
fn help_colour() -> ColorChoice {
    let typed: Vec<String> = std::env::args().collect();
    let after = |n: usize| typed.get(n + 1).map(String::as_str);
    let said = typed.iter().enumerate().find_map(|(n, word)| match word.as_str() {
        "--color" => after(n),
        word => word.strip_prefix("--color="),
    });
    match said {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

fn work(out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let config = Config::read()?;
    let command = config.apply(config::with_environment(Cli::command()))?.color(help_colour());
    let cli = Cli::from_arg_matches(&read(&command)).map_err(Usage::new)?;
    let code = run(cli, &config, command, out)?;
    out.flush()?;
    Ok(code)
}

fn main() -> ExitCode {
    let mut out = io::BufWriter::new(io::stdout());
    work(&mut out).unwrap_or_else(|error| match error.downcast_ref::<io::Error>() {
        // The reader of a pipe (`| head`) has seen enough.
        Some(e) if e.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        _ => {
            eprintln!("error: {error:#}");
            if error.is::<Usage>() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    })
}
