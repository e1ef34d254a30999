//! What `scenario check` and `map check` found, told to people or programs.

use std::io::Write;
use std::process::ExitCode;

use library::Finding;

use super::json_line;
use crate::text;

/// One thing that was asked about, what was found in it, and what is said where nothing is wrong.
pub struct Checked {
    pub name: String,
    pub fits: String,
    pub findings: Vec<Finding>,
}

/// Tells everything; fails on faults, where it is `strict` on warnings too.
pub fn tell(checked: &[Checked], json: bool, strict: bool, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    if json {
        let all: Vec<&Finding> = checked.iter().flat_map(|one| &one.findings).collect();
        writeln!(out, "{}", json_line(&all)?)?;
    } else {
        checked.iter().try_for_each(|one| in_words(one, out))?;
    }
    let fails = |finding: &Finding| strict || finding.is_fault();
    let failed = checked.iter().flat_map(|one| &one.findings).any(fails);
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn in_words(checked: &Checked, out: &mut dyn Write) -> anyhow::Result<()> {
    let Checked { name, fits, findings } = checked;
    for finding in findings {
        writeln!(out, "{finding}")?;
    }
    let faults = findings.iter().filter(|finding| finding.is_fault()).count();
    let warnings = findings.len() - faults;
    let counted = [(faults, "fault"), (warnings, "warning")];
    let counted = counted.iter().filter(|(n, _)| *n > 0).map(|(n, what)| text::counted(*n, what));
    let counted: Vec<String> = counted.collect();
    match (faults, counted.is_empty()) {
        (0, true) => writeln!(out, "{name}: {fits}")?,
        (0, false) => writeln!(out, "{name}: {fits}, {}", counted.join(", "))?,
        _ => writeln!(out, "{name}: {}", counted.join(", "))?,
    }
    Ok(())
}
