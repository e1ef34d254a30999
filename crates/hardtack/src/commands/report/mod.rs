//! `hardtack report`: a page about a series of games.

mod fighting;
mod page;
mod plots;
mod study;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};

use crate::results::{self, Row};
use crate::text;
use study::Study;

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

How to read it: docs/simulation.md.")]
pub struct Args {
    /// Results of `hardtack sim --out` or `hardtack ladder --results`: .csv, .jsonl, .parquet
    #[arg(required = true)]
    results: Vec<PathBuf>,
    /// Where to: an HTML file
    #[arg(long, value_name = "FILE.html")]
    out: PathBuf,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut rows: Vec<Row> = Vec::new();
    for file in &args.results {
        rows.extend(results::read(file)?);
    }
    let study = Study::of(rows)?;
    let scenario = drawn(&study);
    let page = page::html(&study, scenario.as_ref());
    std::fs::write(&args.out, page).with_context(|| format!("`{}` cannot be written", args.out.display()))?;
    let games = text::counted(study.rows.len(), "game");
    writeln!(out, "{}: {games} of {}", args.out.display(), study.scenario)?;
    Ok(ExitCode::SUCCESS)
}

/// The page about these games, with the map where the scenario is known.
///
/// # Errors
/// There are no games, or they are of several scenarios.
pub fn page_of(rows: Vec<Row>, scenario: Option<&library::Scenario>) -> anyhow::Result<String> {
    Ok(page::html(&Study::of(rows)?, scenario))
}

/// The scenario, to draw its map: if it is still there and still the same.
fn drawn(study: &Study) -> Option<library::Scenario> {
    let scenario = library::open(&study.scenario).ok();
    let same = scenario.filter(|scenario| scenario.hash().starts_with(&study.hash));
    if same.is_none() {
        eprintln!("note: `{}` is gone or has changed since: the page has no map", study.scenario);
    }
    same
}

impl Study {
    fn of(rows: Vec<Row>) -> anyhow::Result<Study> {
        let Some(first) = rows.first() else { bail!("there are no games in the results") };
        if let Some(other) = rows.iter().find(|row| row.scenario_hash != first.scenario_hash) {
            bail!(
                "the results are of `{}` and of `{}`: a page is about one scenario",
                first.scenario,
                other.scenario
            );
        }
        Ok(Study { scenario: first.scenario.clone(), hash: first.scenario_hash.clone(), rows })
    }
}
