//! What a game looks like in words.

use std::io::Write;

use serde_json::Value;
use table::view::{Piece, Victory};
use table::{Decision, Side, View};

use crate::{forecast, text};

/// The line above a decision: turn, phase, weather, what is under way.
pub fn heading(out: &mut dyn Write, view: &View) -> anyhow::Result<()> {
    // `Turn 1 of 6 · Turn 1, 10:30` would say it twice.
    let said = format!("Turn {}", view.turn);
    let label = view.turn_label.strip_prefix(&said).unwrap_or(&view.turn_label);
    let label = label.trim_start_matches([',', ' ', ':']);
    let mut line = format!("Turn {} of {}", view.turn, view.turns);
    for part in [label, &view.phase, view.weather.as_deref().unwrap_or_default()] {
        if !part.is_empty() {
            line.push_str(" · ");
            line.push_str(part);
        }
    }
    writeln!(out, "\n{}", text::rule())?;
    text::paragraph(out, "", &line)?;
    if let Some(active) = &view.active {
        let who: Vec<&str> = [active.piece.as_str()].into_iter().chain(active.leader.as_deref()).collect();
        text::paragraph(out, "", &format!("Under way: {} ({})", who.join(", with "), active.label))?;
    }
    Ok(())
}

/// The question, with the rule it comes from.
pub fn question(out: &mut dyn Write, seat: Side, decision: &Decision) -> anyhow::Result<()> {
    let asked = format!("{}: {} [{}]", seat, decision.prompt, decision.rule);
    Ok(text::paragraph(out, "", &asked)?)
}

/// One piece in full, or whatever lies in a hex.
pub fn look(out: &mut dyn Write, view: &View, name: &str) -> anyhow::Result<()> {
    let asked = name.to_lowercase();
    let is_it = |piece: &&Piece| {
        let words = [Some(piece.id.as_str()), Some(piece.name.as_str()), piece.now.at.as_deref()];
        words.into_iter().flatten().any(|word| word.to_lowercase() == asked)
    };
    let found: Vec<&Piece> = view.pieces.iter().filter(is_it).collect();
    if found.is_empty() {
        writeln!(out, "Nothing is called `{name}` or stands there.")?;
    }
    for piece in found {
        text::hanging(out, "  ", "    ", &piece.label)?;
        let values: Vec<String> =
            piece.values.iter().map(|(name, value)| format!("{name} {value}")).collect();
        text::paragraph(out, "    ", &values.join(", "))?;
    }
    Ok(())
}

/// Victory points, line by line.
pub fn victory(out: &mut dyn Write, victory: &Victory) -> anyhow::Result<()> {
    for (side, points) in Side::BOTH.into_iter().zip([victory.union, victory.confederate]) {
        writeln!(out, "  {:<12} {points:>4}", side.to_string())?;
        for line in victory.lines.iter().filter(|line| line.side == Some(side)) {
            text::hanging(out, &format!("    {:>4}  ", line.points), "          ", &line.label)?;
        }
    }
    let leader = victory.leader.map_or_else(|| "Nobody".to_owned(), |side| side.to_string());
    writeln!(out, "  {leader} leads: {}.", victory.degree)?;
    Ok(())
}

/// A referee's answer for people: values, modifiers with their rules, outcomes with their chances.
pub fn answer(out: &mut dyn Write, answer: &Value) -> anyhow::Result<()> {
    let Some(fields) = answer.as_object() else {
        writeln!(out, "  {answer}")?;
        return Ok(());
    };
    forecast::show(out, "  ", answer)?;
    for (key, value) in fields.iter().filter(|(key, _)| *key != "words") {
        let name = text::capital(&key.replace('_', " "));
        match value {
            Value::Array(items) if items.iter().any(Value::is_object) => {
                writeln!(out, "  {name}:")?;
                for item in items {
                    text::hanging(out, "    ", "      ", &flat(item))?;
                }
            }
            other => text::hanging(out, "  ", "    ", &format!("{name}: {}", flat(other)))?,
        }
    }
    Ok(())
}

/// A value in one line; chances as per cent.
fn flat(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(flat).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            let field = |(key, value): (&String, &Value)| match value.as_f64() {
                Some(p) if matches!(key.as_str(), "p" | "chance" | "pass" | "fails") => {
                    format!("{:.1}%", 100.0 * p)
                }
                _ => format!("{key} {}", flat(value)),
            };
            fields.iter().map(field).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
