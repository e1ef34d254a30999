//! `hardtack rules`: the index of rules, in our words.

use std::io::Write;
use std::process::ExitCode;

use library::Clause;

use super::json_line;
use crate::text;

/// Look a rule up
///
/// By the id that refusals and modifiers cite, by section, or by words. The sections are those of the
/// printed rulebooks; the texts are our own summary and no substitute for the book.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  hardtack rules              the sections there are
  hardtack rules G7.4-49      one clause
  hardtack rules G7.4         a whole section
  hardtack rules retreat      every clause that says so")]
pub struct Args {
    /// A clause, a section, or words to look for
    id: Option<String>,
    /// As JSON: a list of {"id", "kind", "title", "text", "code"}
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let Some(asked) = args.id.as_deref() else {
        match args.json {
            true => writeln!(out, "{}", json_line(&library::rules())?)?,
            false => sections(out)?,
        }
        return Ok(ExitCode::SUCCESS);
    };
    let found = find(asked);
    if found.is_empty() {
        anyhow::bail!("no clause is or says `{asked}`; `hardtack rules` shows the sections there are");
    }
    if args.json {
        writeln!(out, "{}", json_line(&found)?)?;
    } else {
        for clause in found {
            show(clause, out)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The clause of that id; else the clauses of that section; else those that say it.
pub fn find(asked: &str) -> Vec<&'static Clause> {
    if let Some(clause) = library::clause(asked) {
        return vec![clause];
    }
    let all = library::rules().iter();
    let section: Vec<_> = all.clone().filter(|c| section(c).eq_ignore_ascii_case(asked)).collect();
    if !section.is_empty() {
        return section;
    }
    let words = asked.to_lowercase();
    all.filter(|c| c.title.to_lowercase().contains(&words) || c.text.to_lowercase().contains(&words))
        .collect()
}

pub fn show(clause: &Clause, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}  {}", clause.id, clause.title)?;
    text::paragraph(out, "    ", &clause.text)?;
    if !clause.code.is_empty() {
        writeln!(out, "    [{}; {}]", clause.kind, clause.code)?;
    }
    Ok(())
}

fn section(clause: &Clause) -> &str {
    clause.id.rsplit_once('-').map_or(&clause.id, |(section, _)| section)
}

fn sections(out: &mut dyn Write) -> anyhow::Result<()> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for chapter in library::rules().chunk_by(|a, b| section(a) == section(b)) {
        let count = text::counted(chapter.len(), "clause");
        rows.push(vec![section(&chapter[0]).to_owned(), count, chapter[0].title.clone()]);
    }
    text::columns(out, "", &rows)?;
    writeln!(out, "\n{} in all", text::counted(library::rules().len(), "clause"))?;
    Ok(())
}
