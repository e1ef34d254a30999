//! `hardtack bench`: how fast the rules run and the computer players decide.

mod staff;

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

use library::Scenario;
use serde_json::Value;
use table::Viewer;

use super::json_line;
use super::scenario::system_name;
use crate::text;

/// Measure how fast the rules run on this machine
///
/// For each rule system, on its largest map below a campaign's size, with one thread: random play with
/// every legal order listed at every decision, and the questions that are asked most often; how long a
/// veteran and a general take for a decision in the scenario with the most pieces; and how many games a
/// minute veterans play on its lesson. Takes a minute or two; nothing else should run on the machine.
#[derive(clap::Args)]
pub struct Args {
    /// As JSON: {"gcacw": {"decisions_per_second", "reach_us", ...}, "lfm": {...}, "vnb": {...},
    /// "sim": {"gcacw_games_per_minute", ...}, "staff": {"gcacw": {"veteran_ms", "general_ms", ...}, ...}}
    #[arg(long)]
    json: bool,
}

/// Hexes or square inches of the largest battlefields; the maps of campaigns are larger, and figures of one
/// year should compare with those of another.
const A_BATTLE: usize = 4000;

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    if cfg!(debug_assertions) {
        eprintln!("note: this is a debug build; `cargo run --release -- bench` measures the real thing");
    }
    let largest =
        most(|scenario| Some(scenario.board().size()).filter(|size| *size <= A_BATTLE).unwrap_or(0));
    let crowded = most(pieces);
    if args.json {
        let mut figures: BTreeMap<&str, Value> = largest.values().map(|s| (s.system, s.bench())).collect();
        figures.insert("sim", sim()?.into());
        let thinking = crowded.values().map(|s| (s.system, staff::thinking(s)));
        figures.insert("staff", serde_json::to_value(thinking.collect::<BTreeMap<_, _>>())?);
        writeln!(out, "{}", json_line(&figures)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    for scenario in largest.values() {
        let name = system_name(scenario.system);
        writeln!(out, "{name} ({}, {})", scenario.name, scenario.board().measure())?;
        let figures = scenario.bench();
        let rows = figures.as_object().into_iter().flatten().map(row);
        text::columns(out, "  ", &rows.collect::<Vec<_>>())?;
    }
    for scenario in crowded.values() {
        let name = system_name(scenario.system);
        writeln!(out, "{name} ({}, {})", scenario.name, text::counted(pieces(scenario), "piece"))?;
        let thinking = serde_json::to_value(staff::thinking(scenario))?;
        let rows = thinking.as_object().into_iter().flatten().filter(|(key, _)| *key != "scenario").map(row);
        text::columns(out, "  ", &rows.collect::<Vec<_>>())?;
    }
    writeln!(out, "Games between veterans, on the lesson of each system")?;
    text::columns(out, "  ", &sim()?.iter().map(row).collect::<Vec<_>>())?;
    Ok(ExitCode::SUCCESS)
}

/// Games a minute between veterans on the lesson of each system.
fn sim() -> anyhow::Result<serde_json::Map<String, Value>> {
    let mut figures = serde_json::Map::new();
    for lesson in library::list().into_iter().filter(|entry| entry.lesson) {
        let scenario = super::open(&lesson.id)?;
        let key = format!("{}_games_per_minute", lesson.system);
        if !figures.contains_key(&key) {
            figures.insert(key, staff::games_per_minute(&scenario)?.into());
        }
    }
    Ok(figures)
}

/// The scenario with the most of something, for each system.
fn most(of: impl Fn(&Scenario) -> usize) -> BTreeMap<&'static str, Scenario> {
    let mut most: BTreeMap<&'static str, Scenario> = BTreeMap::new();
    for scenario in library::list().iter().filter_map(|entry| library::open(&entry.id).ok()) {
        if most.get(scenario.system).map_or(0, &of) < of(&scenario) {
            most.insert(scenario.system, scenario);
        }
    }
    most
}

/// Counters or stands, those that arrive later too.
fn pieces(scenario: &Scenario) -> usize {
    scenario.position().view(Viewer::Referee).pieces.len()
}

fn row((key, value): (&String, &Value)) -> Vec<String> {
    let name = key.replace("_us", " (microseconds)").replace("_ms", " (milliseconds)").replace('_', " ");
    let figure = match value.as_f64() {
        Some(number) if number >= 1000.0 => format!("{number:.0}"),
        Some(number) => format!("{number:.2}"),
        None => value.to_string(),
    };
    vec![name, format!("{figure:>12}")]
}
