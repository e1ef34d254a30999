//! `hardtack report`: a page about a series of games.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use series::report::Study;
use series::results;

use super::json_line;
use crate::text;
use crate::usage::wrong_line;

/// Make a page about a series of games, for whoever designs or chooses a scenario
///
/// One HTML file with everything in it, which needs no network: who wins and how surely, victory points,
/// losses, length, where on the map the fighting was, and whether the odds that players took gave the
/// results they promised. Every picture has its numbers in a table.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  hardtack sim SCENARIO --games 400 --players veteran,veteran --out games.csv
  hardtack report games.csv --out report.html
  hardtack report east.parquet west.jsonl --out both.html
  hardtack report parts/ --out all.html

How to read it: docs/simulation.md.")]
pub struct Args {
    /// Results of `hardtack sim --out` or `hardtack ladder --results`: .csv, .jsonl, .parquet, or a folder of them
    #[arg(required = true)]
    results: Vec<PathBuf>,
    /// Where to: an HTML file
    #[arg(long, value_name = "FILE.html")]
    out: PathBuf,
    /// The figures as JSON on standard output: {"scenario", "games", "wins", "draws", "lead", "degrees", "places"}
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let ending = args.out.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    if !["html", "htm"].contains(&ending.as_str()) {
        wrong_line!("--out `{}`: expected a file that ends in .html", args.out.display());
    }
    let study = Study::of(results::read_all(&args.results)?)?;
    let scenario = study.drawn();
    if scenario.is_none() {
        eprintln!("note: `{}` is gone or has changed since: the page has no map", study.scenario);
    }
    std::fs::write(&args.out, study.page(scenario.as_ref()))
        .with_context(|| format!("`{}` cannot be written", args.out.display()))?;
    if args.json {
        writeln!(out, "{}", json_line(&study.figures(scenario.as_ref()))?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let games = text::counted(study.rows.len(), "game");
    writeln!(out, "{}: {games} of {}", args.out.display(), study.scenario)?;
    Ok(ExitCode::SUCCESS)
}
