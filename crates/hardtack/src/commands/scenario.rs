//! `hardtack scenario`: list, show, check.

use std::io::Write;
use std::process::ExitCode;

use library::{OpenError, Scenario};
use serde_json::Value;
use table::{Side, Viewer};

use super::{json_line, open};
use crate::text;

#[derive(clap::Subcommand)]
pub enum Command {
    /// List the built-in scenarios, lessons first
    List {
        /// As JSON: a list of {"id", "name", "system", "turns"}
        #[arg(long)]
        json: bool,
    },
    /// Show what a scenario is about: description, forces, victory
    Show {
        /// A built-in scenario's id, or a scenario file
        scenario: String,
    },
    /// Check a scenario and every file it names: all faults at once, or `fits`
    ///
    /// Without SCENARIO, every built-in scenario is checked. Exit status 1 if there are faults.
    #[command(after_help = "Example:\n  hardtack scenario check my.scenario.toml")]
    Check {
        /// A built-in scenario's id, or a scenario file
        scenario: Option<String>,
    },
}

pub fn run(command: &Command, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match command {
        Command::List { json: true } => writeln!(out, "{}", json_line(&library::list())?)?,
        Command::List { json: false } => list(out)?,
        Command::Show { scenario } => show(&open(scenario)?, out)?,
        Command::Check { scenario: Some(scenario) } => return check(scenario, out),
        Command::Check { scenario: None } => return check_built_in(out),
    }
    Ok(ExitCode::SUCCESS)
}

/// The name of a rule system as its players know it.
pub fn system_name(system: &str) -> &str {
    match system {
        "gcacw" => "Great Campaigns",
        "lfm" => "The Last Full Measure",
        "vnb" => "Volley & Bayonet",
        other => other,
    }
}

fn list(out: &mut dyn Write) -> anyhow::Result<()> {
    let mut rows = vec![["ID", "SYSTEM", "TURNS", "NAME"].map(str::to_owned).to_vec()];
    for e in library::list() {
        rows.push(vec![e.id, system_name(e.system).to_owned(), format!("{:>5}", e.turns), e.name]);
    }
    Ok(text::columns(out, "", &rows)?)
}

fn check(scenario: &str, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match library::open(scenario) {
        Ok(_) => writeln!(out, "{scenario}: fits")?,
        Err(OpenError::Faults(faults)) => {
            writeln!(out, "{faults}\n{scenario}: {}", text::counted(faults.0.len(), "fault"))?;
            return Ok(ExitCode::FAILURE);
        }
        Err(_) => drop(open(scenario)?),
    }
    Ok(ExitCode::SUCCESS)
}

fn check_built_in(out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for (id, opened) in library::check_all() {
        match opened {
            Ok(_) => writeln!(out, "{id}: fits")?,
            Err(faults) => {
                writeln!(out, "{faults}\n{id}: {}", text::counted(faults.0.len(), "fault"))?;
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}

fn show(scenario: &Scenario, out: &mut dyn Write) -> anyhow::Result<()> {
    let view = scenario.position().view(Viewer::Referee).to_value();
    writeln!(out, "{}", scenario.name)?;
    let turns = text::counted(scenario.turns.into(), "turn");
    writeln!(out, "{}, {turns}  [{}]", system_name(scenario.system), scenario.id)?;
    if !scenario.description.trim().is_empty() {
        writeln!(out)?;
        text::paragraph(out, "", &scenario.description)?;
    }
    for side in scenario.sides {
        writeln!(out, "\n{side}")?;
        roster(out, &view, side)?;
    }
    victory(out, &view)
}

/// The pieces of one side: name, what it is, strength, where.
pub fn roster(out: &mut dyn Write, view: &Value, side: Side) -> anyhow::Result<()> {
    let pieces = view["pieces"].as_array().map(Vec::as_slice).unwrap_or_default();
    let own = pieces.iter().filter(|p| p["side"] == side.word());
    let rows: Vec<Vec<String>> = own.map(roster_row).collect();
    if rows.is_empty() {
        writeln!(out, "  (nothing)")?;
    }
    Ok(text::columns(out, "  ", &rows)?)
}

fn roster_row(piece: &Value) -> Vec<String> {
    let word = |key: &str| match &piece[key] {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    };
    let kind = what(&word("arm"), &word("size"), &word("kind"));
    let mut notes: Vec<String> = Vec::new();
    if piece["fatigue"].as_u64().is_some_and(|f| f > 0) {
        notes.push(format!("fatigue {}", piece["fatigue"]));
    }
    let states = piece["state"].as_array().map(Vec::as_slice).unwrap_or_default();
    notes.extend(states.iter().filter_map(Value::as_str).map(str::to_owned));
    notes.extend(piece["works"].as_str().map(str::to_owned));
    vec![word("name"), kind, word("strength"), place(piece), notes.join(", ")]
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
fn place(piece: &Value) -> String {
    let inches = |key: &str| piece[key].as_f64();
    match (piece["at"].as_str().or(piece["where"].as_str()), inches("x"), inches("y")) {
        (Some(place), _, _) => place.to_owned(),
        (None, Some(x), Some(y)) => format!("{x:.1}, {y:.1}"),
        _ => String::new(),
    }
}

fn victory(out: &mut dyn Write, view: &Value) -> anyhow::Result<()> {
    let Some(lines) = view["victory"]["lines"].as_array().filter(|lines| !lines.is_empty()) else {
        return Ok(());
    };
    writeln!(out, "\nVictory")?;
    let text_of = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let rows: Vec<Vec<String>> = lines
        .iter()
        .map(|line| {
            let side = line["side"].as_str().map(text::capital).unwrap_or_default();
            vec![side, format!("{:>3}", text_of(&line["points"])), text_of(&line["label"])]
        })
        .collect();
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
