//! `hardtack report`: a page about a series of games.

mod fighting;
mod page;
mod plots;
mod study;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use serde_json::{Value, json};
use table::Side;

use super::json_line;
use crate::results::{self, Row};
use crate::text;
use crate::usage::wrong_line;
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
    let mut rows: Vec<Row> = Vec::new();
    for file in &args.results {
        rows.extend(match file.is_dir() {
            true => results::read_folder(file)?,
            false => results::read(file)?,
        });
    }
    let study = Study::of(rows)?;
    let scenario = drawn(&study);
    let page = page::html(&study, scenario.as_ref());
    std::fs::write(&args.out, page).with_context(|| format!("`{}` cannot be written", args.out.display()))?;
    if args.json {
        writeln!(out, "{}", json_line(&figures(&study, scenario.as_ref()))?)?;
        return Ok(ExitCode::SUCCESS);
    }
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

/// What the page says, for programs.
fn figures(study: &Study, scenario: Option<&library::Scenario>) -> Value {
    let leads: Vec<f64> = study.leads().iter().map(|lead| *lead as f64).collect();
    let (mean, margin) = study::mean(&leads);
    let places: Vec<Value> = fighting::spots(study, scenario)
        .iter()
        .map(|spot| json!({ "at": spot.at, "name": fighting::name(scenario, &spot.at), "fights": spot.fights(), "won": spot.won }))
        .collect();
    let degrees: serde_json::Map<String, Value> =
        study.degrees().into_iter().map(|(degree, count)| (degree, json!(count))).collect();
    json!({
        "scenario": study.scenario,
        "games": study.rows.len(),
        "wins": Side::BOTH.map(|side| study.share_won(Some(side)).count),
        "draws": study.share_won(None).count,
        "lead": { "mean": mean, "margin": margin },
        "degrees": degrees,
        "places": places,
    })
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
