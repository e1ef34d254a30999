//! What a game looks like in words.

use std::io::Write;

use serde_json::Value;
use table::{Decision, Side};

use crate::text;

/// The line above a decision: turn, phase, weather, what is under way.
pub fn heading(out: &mut dyn Write, view: &Value) -> anyhow::Result<()> {
    let word = |key: &str| view[key].as_str().filter(|word| !word.is_empty());
    let mut line = match (view["turn"].as_u64(), view["turns"].as_u64()) {
        (Some(turn), Some(turns)) => format!("Turn {turn} of {turns}"),
        _ => String::new(),
    };
    // `Turn 1 of 6 · Turn 1, 10:30` would say it twice.
    let said = view["turn"].as_u64().map_or_else(String::new, |turn| format!("Turn {turn}"));
    let label = word("turn_label").map(|label| label.strip_prefix(&said).unwrap_or(label));
    let label = label.map(|label| label.trim_start_matches([',', ' ', ':']));
    let label = label.filter(|label| !label.is_empty());
    for part in [label, word("phase"), word("weather")].into_iter().flatten() {
        if !line.is_empty() {
            line.push_str(" · ");
        }
        line.push_str(part);
    }
    writeln!(out, "\n{}", "─".repeat(text::WIDTH))?;
    text::paragraph(out, "", &line)?;
    let active = &view["active"];
    if let Some(label) = active["label"].as_str() {
        let who: Vec<&str> = ["piece", "leader"].iter().filter_map(|key| active[*key].as_str()).collect();
        text::paragraph(out, "", &format!("Under way: {} ({label})", who.join(", with ")))?;
    }
    Ok(())
}

/// The question, with the rule it comes from.
pub fn question(out: &mut dyn Write, seat: Side, decision: &Decision) -> anyhow::Result<()> {
    let asked = format!("{}: {} [{}]", seat, decision.prompt, decision.rule);
    Ok(text::paragraph(out, "", &asked)?)
}

/// One piece in full, or whatever lies in a hex.
pub fn look(out: &mut dyn Write, view: &Value, name: &str) -> anyhow::Result<()> {
    let pieces = view["pieces"].as_array().map(Vec::as_slice).unwrap_or_default();
    let asked = name.to_lowercase();
    let is_it = |p: &&Value| {
        ["id", "name", "at"]
            .iter()
            .any(|key| p[*key].as_str().is_some_and(|word| word.to_lowercase() == asked))
    };
    let found: Vec<&Value> = pieces.iter().filter(is_it).collect();
    if found.is_empty() {
        writeln!(out, "Nothing is called `{name}` or stands there.")?;
    }
    for piece in found {
        text::hanging(out, "  ", "    ", piece["label"].as_str().unwrap_or("?"))?;
        let values = piece["values"].as_array().map(Vec::as_slice).unwrap_or_default();
        let pair = |v: &Value| Some(format!("{} {}", v[0].as_str()?, v[1].as_str()?));
        let values: Vec<String> = values.iter().filter_map(pair).collect();
        text::paragraph(out, "    ", &values.join(", "))?;
    }
    Ok(())
}

/// Victory points, line by line.
pub fn victory(out: &mut dyn Write, view: &Value) -> anyhow::Result<()> {
    let victory = &view["victory"];
    for side in Side::BOTH {
        writeln!(out, "  {:<12} {:>4}", side.to_string(), victory[side.word()].to_string())?;
        let lines = victory["lines"].as_array().map(Vec::as_slice).unwrap_or_default();
        for line in lines.iter().filter(|line| line["side"] == side.word()) {
            let label = line["label"].as_str().unwrap_or_default();
            text::hanging(out, &format!("    {:>4}  ", line["points"].to_string()), "          ", label)?;
        }
    }
    if let Some(degree) = victory["degree"].as_str() {
        let leader = victory["leader"].as_str().map_or_else(|| "Nobody".to_owned(), text::capital);
        writeln!(out, "  {leader} leads: {degree}.")?;
    }
    Ok(())
}

/// A referee's answer for people: values, modifiers with their rules, outcomes with their chances.
pub fn answer(out: &mut dyn Write, answer: &Value) -> anyhow::Result<()> {
    let Some(fields) = answer.as_object() else {
        writeln!(out, "  {answer}")?;
        return Ok(());
    };
    for (key, value) in fields {
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
