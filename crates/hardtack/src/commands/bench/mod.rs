//! `hardtack bench`: how fast the rules run and the computer players decide.

mod speed;
mod staff;

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

use library::Scenario;
use serde_json::{Map, Value};
use table::Viewer;

use super::json_line;
use super::scenario::system_name;
use crate::text;

/// Measure how fast the rules run on this machine
///
/// For each rule system, on its largest map below a campaign's size, with one thread: random play with
/// every legal order listed at every decision, and the questions that are asked most often; the same play on
/// its lesson and on its largest scenario of all; how long a veteran and a general take for a decision in the
/// scenario with the most pieces; and how many games a minute veterans play on its lesson. Takes a minute or
/// two; nothing else should run on the machine.
///
/// With scenarios named, only random play and the questions on those:
///
///   hardtack bench chickamauga-1863 lesson-spring-hill
#[derive(clap::Args)]
pub struct Args {
    /// Scenarios to measure instead, by id or file; `all` for every one
    // Not `scenarios`: that is the name of the folders of own scenarios, which every command takes.
    #[arg(value_name = "SCENARIO")]
    named: Vec<String>,
    /// As JSON: {"gcacw": {"scenario", "decisions_per_second", "view_us", "observe_us", ...}, "lfm": {...},
    /// "vnb": {...}, "lesson": {"gcacw": {"scenario", "decisions_per_second", "view_us", "observe_us"}, ...},
    /// "largest": {"gcacw": {...}, ...}, "sim": {"gcacw_games_per_minute", ...},
    /// "staff": {"gcacw": {"veteran_ms", "general_ms", ...}, ...}}
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
    if !args.named.is_empty() {
        return some(args, out);
    }
    let battle = most(|scenario| Some(scenario.board().size()).filter(|size| *size <= A_BATTLE).unwrap_or(0));
    let largest = most(|scenario| scenario.board().size());
    let (lessons, crowded) = (lessons()?, most(pieces));
    if args.json {
        let mut figures = Map::new();
        for scenario in battle.values() {
            figures.insert(scenario.system.to_owned(), whole(scenario).into());
        }
        figures.insert("lesson".into(), by_system(&lessons));
        figures.insert("largest".into(), by_system(&largest));
        figures.insert("sim".into(), sim(&lessons)?.into());
        let thinking = crowded.values().map(|s| (s.system, staff::thinking(s)));
        figures.insert("staff".into(), serde_json::to_value(thinking.collect::<BTreeMap<_, _>>())?);
        writeln!(out, "{}", json_line(&figures)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    for scenario in battle.values() {
        show(out, scenario, &scenario.board().measure(), &whole(scenario))?;
    }
    for scenario in lessons.values() {
        show(out, scenario, "the lesson", &brief(scenario))?;
    }
    for scenario in largest.values() {
        show(out, scenario, &scenario.board().measure(), &brief(scenario))?;
    }
    for scenario in crowded.values() {
        let thinking = serde_json::to_value(staff::thinking(scenario))?;
        let figures = thinking.as_object().cloned().unwrap_or_default();
        show(out, scenario, &text::counted(pieces(scenario), "piece"), &figures)?;
    }
    writeln!(out, "Games between veterans, on the lesson of each system")?;
    text::columns(out, "  ", &sim(&lessons)?.iter().map(row).collect::<Vec<_>>())?;
    Ok(ExitCode::SUCCESS)
}

/// The scenarios that were named.
fn some(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let all = || library::list().into_iter().map(|entry| entry.id).collect();
    let ids: Vec<String> = if args.named == ["all"] { all() } else { args.named.clone() };
    let mut figures = Map::new();
    for id in &ids {
        let scenario = super::open(id)?;
        let found = whole(&scenario);
        if args.json {
            figures.insert(id.clone(), found.into());
        } else {
            show(out, &scenario, &scenario.board().measure(), &found)?;
        }
    }
    if args.json {
        writeln!(out, "{}", json_line(&figures)?)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Every figure of the rules on a scenario.
fn whole(scenario: &Scenario) -> Map<String, Value> {
    let mut figures = Map::new();
    figures.insert("scenario".into(), scenario.id.clone().into());
    figures.insert("decisions_per_second".into(), speed::decisions_per_second(scenario).into());
    for (key, micros) in speed::questions(scenario) {
        figures.insert(key.into(), micros.into());
    }
    figures
}

/// The figures that every scenario has.
fn brief(scenario: &Scenario) -> Map<String, Value> {
    let mut figures = Map::new();
    figures.insert("scenario".into(), scenario.id.clone().into());
    figures.insert("decisions_per_second".into(), speed::decisions_per_second(scenario).into());
    figures.insert("view_us".into(), speed::view_us(scenario).into());
    figures.insert("observe_us".into(), speed::observe_us(scenario).into());
    figures
}

/// The same for one scenario of each system.
fn by_system(scenarios: &BTreeMap<&'static str, Scenario>) -> Value {
    scenarios
        .values()
        .map(|scenario| (scenario.system.to_owned(), brief(scenario).into()))
        .collect::<Map<_, _>>()
        .into()
}

fn show(
    out: &mut dyn Write,
    scenario: &Scenario,
    about: &str,
    figures: &Map<String, Value>,
) -> anyhow::Result<()> {
    writeln!(out, "{} ({}, {about})", system_name(scenario.system), scenario.name)?;
    let rows = figures.iter().filter(|(key, _)| *key != "scenario").map(row);
    text::columns(out, "  ", &rows.collect::<Vec<_>>())?;
    Ok(())
}

/// The lesson of each system.
fn lessons() -> anyhow::Result<BTreeMap<&'static str, Scenario>> {
    let mut first = BTreeMap::new();
    for entry in library::list().into_iter().filter(|entry| entry.lesson) {
        let scenario = super::open(&entry.id)?;
        first.entry(scenario.system).or_insert(scenario);
    }
    Ok(first)
}

/// Games a minute between veterans on the lesson of each system.
fn sim(lessons: &BTreeMap<&'static str, Scenario>) -> anyhow::Result<Map<String, Value>> {
    let games = lessons.values().map(|scenario| {
        let key = format!("{}_games_per_minute", scenario.system);
        Ok((key, staff::games_per_minute(scenario)?.into()))
    });
    games.collect()
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
