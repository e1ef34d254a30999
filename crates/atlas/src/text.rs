//! How values are written in map and table files.

use std::fmt::Write;

use crate::plan::Plan;

/// No line of a list is longer.
const WIDTH: usize = 110;

/// A text in quotes.
pub fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// A word of a closed list in quotes.
pub fn word(value: &impl serde::Serialize) -> String {
    toml::Value::try_from(value).map(|value| value.to_string()).unwrap_or_default()
}

/// A list of labels, over several lines if it is long.
pub fn list(labels: &[String]) -> String {
    let quoted: Vec<String> = labels.iter().map(|label| format!("\"{label}\"")).collect();
    let one = format!("[{}]", quoted.join(", "));
    if one.len() < WIDTH - 12 { one } else { format!("[\n{}]", lines(&quoted)) }
}

/// Values with commas between them, so many to a line as go on it.
pub fn lines(values: &[String]) -> String {
    let mut out = String::new();
    let mut line = String::new();
    for value in values {
        if !line.is_empty() && line.len() + value.len() + 6 > WIDTH {
            let _ = writeln!(out, "    {}", line.trim_end());
            line.clear();
        }
        let _ = write!(line, "{value}, ");
    }
    let _ = writeln!(out, "    {}", line.trim_end());
    out
}

/// The comment at the top: what it shows, and that it is compiled.
pub fn head(plan: &Plan, file: &str) -> String {
    let mut out = String::new();
    for line in plan.about.iter().flat_map(|about| about.trim().lines()) {
        let _ = writeln!(out, "{}", format!("# {line}").trim_end());
    }
    let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let _ = writeln!(
        out,
        "# Compiled from {file} by `hardtack atlas compile`: change that file and compile again.\n"
    );
    out
}

/// Where the map lies.
pub fn geo(plan: &Plan) -> String {
    let centre = plan.geo.centre;
    let mut out = format!("[geo]\ncentre = [{:?}, {:?}]\n", centre.latitude, centre.longitude);
    if plan.geo.turn != 0.0 {
        let _ = writeln!(out, "turn = {:?}", plan.geo.turn);
    }
    out
}
