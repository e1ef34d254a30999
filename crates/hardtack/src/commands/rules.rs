//! `hardtack rules`: the book of rules, in our words.

use std::io::Write;
use std::process::ExitCode;

use library::{Book, Clause, Section, Term};
use serde_json::{Value, json};

use super::json_line;
use crate::usage::Usage;
use crate::{style, text};

/// Look a rule up
///
/// By the id that refusals and modifiers cite, by section, by chapter of the printed book, or by words. The sections are those of
/// the printed rulebooks; the texts are our own summary and no substitute for the book.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  hardtack rules                   the chapters of every system
  hardtack rules G5                the sections of a chapter
  hardtack rules G7.4              a whole section
  hardtack rules G7.4-49           one clause
  hardtack rules zone of control   what a word means, and every clause that says it")]
pub struct Args {
    /// A clause, a section, a chapter, or words to look for
    words: Vec<String>,
    /// As JSON: a list of {"id", "kind", "title", "text", "code", "section", "chapter"}
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let asked = args.words.join(" ");
    let asked = asked.trim();
    if args.json {
        let found = if asked.is_empty() { library::rules().iter().collect() } else { find(asked) };
        if found.is_empty() {
            return Err(nothing(asked));
        }
        writeln!(out, "{}", json_line(&found.into_iter().map(as_json).collect::<Vec<_>>())?)?;
        return Ok(ExitCode::SUCCESS);
    }
    if asked.is_empty() {
        contents(out)?;
    } else if let Some(clause) = library::clause(asked) {
        show(clause, out)?;
    } else if let Some((_, section)) = library::section_of(asked) {
        show_section(section, out)?;
    } else if let Some(sections) = sections_of(asked) {
        list(&sections, out)?;
    } else {
        say(asked, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn nothing(asked: &str) -> anyhow::Error {
    Usage::new(format!("no clause is or says `{asked}`; `hardtack rules` shows the chapters there are"))
        .into()
}

/// The clause of that id; else the clauses of that section or chapter; else those that say it.
pub fn find(asked: &str) -> Vec<&'static Clause> {
    if let Some(clause) = library::clause(asked) {
        return vec![clause];
    }
    if let Some((_, section)) = library::section_of(asked) {
        return clauses(section);
    }
    match sections_of(asked) {
        Some(sections) => sections.into_iter().flat_map(clauses).collect(),
        None => saying(asked),
    }
}

fn clauses(section: &Section) -> Vec<&'static Clause> {
    section.clauses.iter().filter_map(|c| library::clause(c.id)).collect()
}

fn saying(asked: &str) -> Vec<&'static Clause> {
    let words = asked.to_lowercase();
    let says =
        |c: &&Clause| c.title.to_lowercase().contains(&words) || c.text.to_lowercase().contains(&words);
    library::rules().iter().filter(says).collect()
}

/// The sections of a chapter of the printed book: `G5` is 5.0, 5.1 and so on.
fn sections_of(asked: &str) -> Option<Vec<&'static Section>> {
    let dotted = format!("{}.", asked.to_lowercase());
    let chapters = library::books().iter().flat_map(|book| &book.chapters);
    let sections = chapters.flat_map(|chapter| &chapter.sections);
    let found: Vec<&Section> = sections.filter(|s| s.id.to_lowercase().starts_with(&dotted)).collect();
    (!found.is_empty()).then_some(found)
}

fn as_json(clause: &Clause) -> Value {
    let mut json = serde_json::to_value(clause).unwrap_or_default();
    json["section"] = json!(library::cited(&clause.id));
    if let Some((chapter, _)) = clause.id.rsplit_once('-').and_then(|(prefix, _)| library::section_of(prefix))
    {
        json["chapter"] = json!(chapter.title);
    }
    json
}

/// The chapters of every system.
fn contents(out: &mut dyn Write) -> anyhow::Result<()> {
    for (n, book) in library::books().iter().enumerate() {
        if n > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", style::bold(book.title))?;
        let rows: Vec<Vec<String>> = book
            .chapters
            .iter()
            .map(|c| {
                vec![c.title.clone(), c.sections.iter().map(|s| s.id.as_str()).collect::<Vec<_>>().join(" ")]
            })
            .collect();
        text::columns(out, "  ", &rows)?;
    }
    writeln!(out, "\n{} in all", text::counted(library::rules().len(), "clause"))?;
    Ok(())
}

/// The sections of a chapter with their titles and parts.
fn list(sections: &[&Section], out: &mut dyn Write) -> anyhow::Result<()> {
    let rows: Vec<Vec<String>> = sections
        .iter()
        .map(|s| vec![s.id.clone(), text::counted(s.clauses.len(), "clause"), s.title.clone()])
        .collect();
    text::columns(out, "", &rows)?;
    Ok(())
}

/// A section with its title, its parts and its clauses.
fn show_section(section: &Section, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}\n", style::bold(&section.heading()))?;
    for clause in &section.clauses {
        if let Some(head) = section.heads.iter().find(|head| head.at == clause.n) {
            writeln!(out, "  -- {} --", head.title)?;
        }
        if let Some(clause) = library::clause(clause.id) {
            show(clause, out)?;
        }
    }
    Ok(())
}

/// What a word means, and the clauses that say it.
fn say(asked: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let terms: Vec<(&Book, &Term)> = library::books()
        .iter()
        .flat_map(|book| library::glossary(book.system).iter().map(move |term| (book, term)))
        .filter(|(_, term)| term.spellings().any(|word| word.eq_ignore_ascii_case(asked)))
        .collect();
    let found = saying(asked);
    if found.is_empty() && terms.is_empty() {
        return Err(nothing(asked));
    }
    for (book, term) in &terms {
        writeln!(out, "{} ({})", term.term, book.title)?;
        text::paragraph(out, "    ", &format!("{} See {}.", term.text, term.rule))?;
    }
    if !terms.is_empty() && !found.is_empty() {
        writeln!(out)?;
    }
    for clause in found {
        show(clause, out)?;
    }
    Ok(())
}

pub fn show(clause: &Clause, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}  {}", style::bold(&clause.id), clause.title)?;
    text::paragraph(out, "    ", &clause.text)?;
    if !clause.code.is_empty() {
        writeln!(out, "    [{}; {}]", clause.kind, clause.code)?;
    }
    Ok(())
}
