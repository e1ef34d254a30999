//! `hardtack scenario`: list, show, check.

use std::io::Write;
use std::process::ExitCode;

use library::{Entry, Finding, OwnShelf, Scenario, own};
use serde_json::{Value, json};
use table::view::{Piece, Pose, Victory};
use table::{Side, View, Viewer};

use super::play::map::excerpt;
use super::{json_line, open, scenario_check};
use crate::{style, text};

#[derive(clap::Subcommand)]
pub enum Command {
    /// List the built-in scenarios, lessons first, then your own
    List {
        /// As JSON: a list of {"id", "name", "system", "game", "year", "turns", "minutes", "length", "campaign", "size",
        /// "lessons", "origin", "findings"}
        #[arg(long)]
        json: bool,
    },
    /// Show what a scenario is about: description, forces, victory
    Show {
        /// A built-in scenario's id, or a scenario file
        scenario: String,
        /// As JSON: {"id", "name", "system", "turns", "description", "pieces", "track", "victory", ...}
        #[arg(long)]
        json: bool,
        /// With the map in characters around a hex, a place or a unit; a table is shown whole
        #[arg(long, value_name = "AROUND", num_args = 0..=1, default_missing_value = "", conflicts_with = "json")]
        map: Option<String>,
    },
    /// Check a scenario, every file it names and the lessons beside it, or a lesson alone: all faults at once, or `fits`
    ///
    /// Without SCENARIO, every built-in scenario and lesson is checked.
    #[command(after_help = "\
Faults keep a scenario from being played; warnings are probably slips: a leader
who commands nobody (S1), no victory conditions (S4), and so on:
docs/scenarios-gcacw.md, docs/maps.md.

Exit status: 0 it fits; 1 it has faults, with --strict also warnings.

Examples:
  hardtack scenario check my.scenario.toml
  hardtack scenario check my.scenario.toml --json --strict --play 20")]
    Check {
        /// The id of a built-in scenario or lesson, or the file of one
        scenario: Vec<String>,
        /// As a list of JSON, empty where everything fits
        #[arg(long)]
        json: bool,
        /// Warnings count as faults
        #[arg(long)]
        strict: bool,
        /// Play so many games of recruits, and warn if nobody fights or always the same side wins (S8)
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
        play: Option<u16>,
    },
}

pub fn run(command: &Command, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match command {
        Command::List { json: true } => writeln!(out, "{}", json_line(&listed())?)?,
        Command::List { json: false } => list(out)?,
        Command::Show { scenario, json: true, .. } => {
            writeln!(out, "{}", json_line(&shown(&open(scenario)?))?)?;
        }
        Command::Show { scenario, map, .. } => show(&open(scenario)?, map.as_deref(), out)?,
        Command::Check { scenario, json, strict, play } => {
            return scenario_check::check(scenario, *json, *strict, *play, out);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The name of a rule system as its players know it.
pub fn system_name(system: &str) -> &str {
    library::system(system).map_or(system, |known| known.title)
}

fn list(out: &mut dyn Write) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    rows.extend(library::list().iter().map(row));
    for own in own::shelf().map(OwnShelf::list).unwrap_or_default() {
        rows.push(match &own.entry {
            Some(entry) => row(entry),
            None => {
                let faults = own.findings.iter().filter(|finding| finding.is_fault()).count();
                let told =
                    format!("{}: `hardtack scenario check {}`", text::counted(faults, "fault"), own.id);
                let none = || "-".to_owned();
                vec![own.id.clone(), none(), none(), "    -".to_owned(), none(), told]
            }
        });
    }
    Ok(text::table(out, &["ID", "SYSTEM", "YEAR", "TURNS", "LENGTH", "NAME"], &rows)?)
}

/// A line of the list.
fn row(entry: &Entry) -> Vec<String> {
    let year = entry.year.map_or_else(|| "-".to_owned(), |year| year.to_string());
    let length = library::in_words(entry.minutes);
    let turns = format!("{:>5}", entry.turns);
    vec![entry.id.clone(), system_and_game(entry.system, entry.game), year, turns, length, entry.name.clone()]
}

/// `Great Campaigns, HCR`.
fn system_and_game(system: &str, game: Option<&str>) -> String {
    let named = game.map(|code| format!(", {code}")).unwrap_or_default();
    format!("{}{named}", system_name(system))
}

/// Built-in scenarios, then own ones with what was found in them.
fn listed() -> Vec<Value> {
    let told = |entry: &Entry| {
        let mut all = json!(entry);
        all["length"] = json!(library::in_words(entry.minutes));
        all
    };
    let built_in = library::list().into_iter().map(|entry| with(told(&entry), "built-in", &[]));
    let own = own::shelf().map(OwnShelf::list).unwrap_or_default();
    let own = own.into_iter().map(|own| {
        let entry = own.entry.as_ref().map_or_else(|| json!({ "id": own.id }), told);
        with(entry, "own", &own.findings)
    });
    built_in.chain(own).collect()
}

fn with(mut entry: Value, origin: &str, findings: &[Finding]) -> Value {
    entry["origin"] = json!(origin);
    if !findings.is_empty() {
        entry["findings"] = json!(findings);
    }
    entry
}

/// Everything of a scenario that a program may want.
fn shown(scenario: &Scenario) -> Value {
    let mut all = scenario.position().view(Viewer::Referee).to_value();
    all["id"] = json!(scenario.id);
    all["name"] = json!(scenario.name);
    all["description"] = json!(scenario.description.trim());
    all["minutes"] = json!(scenario.minutes());
    all["year"] = json!(scenario.foreword.year);
    all["campaign"] = json!(scenario.foreword.campaign);
    all["first"] = json!(scenario.foreword.first);
    all["hash"] = json!(scenario.hash());
    all
}

fn show(scenario: &Scenario, map: Option<&str>, out: &mut dyn Write) -> anyhow::Result<()> {
    let view = scenario.position().view(Viewer::Referee);
    writeln!(out, "{}", style::bold(&scenario.name))?;
    let turns = text::counted(scenario.turns.into(), "turn");
    let system = system_and_game(scenario.system, scenario.game.map(|game| game.code));
    writeln!(out, "{system}, {turns}, {}  [{}]", library::in_words(scenario.minutes()), scenario.id)?;
    if !scenario.description.trim().is_empty() {
        writeln!(out)?;
        text::paragraph(out, "", &scenario.description)?;
    }
    for side in scenario.sides {
        writeln!(out, "\n{}", style::side(side, &side.to_string()))?;
        roster(out, &view, side)?;
        if let Some(text) = &scenario.foreword.first[side] {
            text::paragraph(out, "  ", &format!("What to try first: {text}"))?;
        }
    }
    victory(out, &view.victory)?;
    if let Some(around) = map {
        writeln!(out)?;
        excerpt(out, scenario.board(), &view, Side::Union, around)?;
    }
    Ok(())
}

/// The pieces of one side: name, what it is, strength, where.
pub fn roster(out: &mut dyn Write, view: &View, side: Side) -> anyhow::Result<()> {
    let own = view.pieces.iter().filter(|piece| piece.side == Some(side));
    let rows: Vec<Vec<String>> = own.map(roster_row).collect();
    if rows.is_empty() {
        writeln!(out, "  (nothing)")?;
    }
    Ok(text::columns(out, "  ", &rows)?)
}

fn roster_row(piece: &Piece) -> Vec<String> {
    let now = &piece.now;
    let (arm, size) = (piece.arm.as_deref().unwrap_or_default(), piece.size.as_deref().unwrap_or_default());
    let mut notes: Vec<String> = Vec::new();
    notes.extend(now.fatigue.filter(|fatigue| *fatigue > 0).map(|fatigue| format!("fatigue {fatigue}")));
    notes.extend(now.state.iter().chain(&now.works).map(ToString::to_string));
    let strength = now.strength.clone().unwrap_or_default();
    vec![piece.name.clone(), what(arm, size, &piece.kind), strength, place(piece), notes.join(", ")]
}

/// `infantry division`, `cavalry corps leader`, `brigade commander`.
fn what(arm: &str, size: &str, kind: &str) -> String {
    let commands = arm == "commander" || kind == "leader" || kind == "commander";
    let role = if arm == "commander" { "commander" } else { kind };
    let words = [arm, size, if commands { role } else { "" }];
    let last = words.iter().rposition(|word| !word.is_empty());
    let once = |(n, word): (usize, &&str)| !word.is_empty() && (Some(n) == last || *word != role);
    let words: Vec<&str> = words.iter().enumerate().filter(|w| once((w.0, w.1))).map(|(_, w)| *w).collect();
    if words.is_empty() { kind.to_owned() } else { words.join(" ") }
}

/// Where a piece is, in a word or two.
fn place(piece: &Piece) -> String {
    match (piece.now.at.as_ref().or(piece.now.r#where.as_ref()), piece.now.pose) {
        (Some(place), _) => place.clone(),
        (None, Some(Pose { x, y, .. })) => format!("{x:.1}, {y:.1}"),
        (None, None) => String::new(),
    }
}

fn victory(out: &mut dyn Write, victory: &Victory) -> anyhow::Result<()> {
    if victory.lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}", style::bold("Victory"))?;
    let row = |line: &table::view::Points| {
        let side = line.side.map(|side| side.to_string()).unwrap_or_default();
        vec![side, format!("{:>3}", line.points), line.label.clone()]
    };
    let rows: Vec<Vec<String>> = victory.lines.iter().map(row).collect();
    Ok(text::columns(out, "  ", &rows)?)
}

#[cfg(test)]
mod tests {
    use super::what;

    #[test]
    fn pieces_are_called_as_players_call_them() {
        assert_eq!(what("infantry", "division", "unit"), "infantry division");
        assert_eq!(what("cavalry", "corps", "leader"), "cavalry corps leader");
        assert_eq!(what("commander", "brigade", "leader"), "brigade commander");
        assert_eq!(what("commander", "", "commander"), "commander");
        assert_eq!(what("infantry-brigade", "", "stand"), "infantry-brigade");
        assert_eq!(what("", "", "stand"), "stand");
    }
}
