//! The book of a system: chapters in the order in which a player learns them, the turn as a card, charts, a glossary.
//! The texts stand in `data/book/SYSTEM`; the clauses are those of the index, the charts those of the rules.

mod glossary;
mod plates;
mod sequence;

use std::sync::OnceLock;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use table::{Chart, Faults, Source};

pub use glossary::{Term, glossary};
pub use plates::{Plate, plate};
pub use sequence::{Sequence, Step};

use crate::systems::{charts, systems};
use crate::{Clause, built_in, rules};

/// The book of a rule system.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Book {
    /// The word of the rule system.
    pub system: &'static str,
    /// What the system is called.
    pub title: &'static str,
    /// Its chapters, in the order of the printed book.
    pub chapters: Vec<Chapter>,
    /// The sequence of a turn.
    pub sequence: Sequence,
    /// Its charts, from the values the rules use.
    pub charts: Vec<Chart>,
    /// Its pictures.
    pub pictures: Vec<Plate>,
}

/// A chapter: what it is about, then its sections.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chapter {
    /// What addresses call it.
    pub id: String,
    /// What stands over it.
    pub title: String,
    /// One to three paragraphs.
    pub overview: Vec<String>,
    /// Its sections.
    pub sections: Vec<Section>,
    /// The ids of pictures and charts that belong to it.
    pub pictures: Vec<String>,
    /// The ids of the charts that belong to it.
    pub charts: Vec<String>,
}

/// A section of the printed book, or what stands for one.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Section {
    /// What the ids of its clauses begin with: `G5.1`.
    pub id: String,
    /// Its number in the printed book: `5.1`; empty where it has none.
    pub number: String,
    /// What stands over it.
    pub title: String,
    /// What its clauses are cited by where it has no number: `Morale`.
    pub short: String,
    /// Where parts of it begin, by the number of a clause.
    pub heads: Vec<Head>,
    /// Its clauses.
    pub clauses: Vec<BookClause>,
}

/// A part of a long section begins at a clause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Head {
    /// The number of the clause it begins at.
    pub at: u16,
    /// What stands over the part.
    pub title: String,
}

/// A clause as the book sets it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BookClause {
    /// The clause's id: `G7.4-83`.
    pub id: &'static str,
    /// Its number in the section.
    pub n: u16,
    /// The clause in a few words.
    pub title: &'static str,
    /// The clause, in our words.
    pub text: &'static str,
}

impl Section {
    /// `5.1 Marches`, or the title alone.
    pub fn heading(&self) -> String {
        if self.number.is_empty() { self.title.clone() } else { format!("{} {}", self.number, self.title) }
    }
}

impl Chapter {
    /// How many clauses it holds.
    pub fn clauses(&self) -> usize {
        self.sections.iter().map(|section| section.clauses.len()).sum()
    }
}

/// The books of all systems.
pub fn books() -> &'static [Book] {
    static BOOKS: OnceLock<Vec<Book>> = OnceLock::new();
    BOOKS.get_or_init(|| systems().iter().filter_map(|about| read(about.id).ok()).collect())
}

/// The book of a system.
pub fn book(system: &str) -> Option<&'static Book> {
    books().iter().find(|book| book.system == system)
}

/// The section whose clauses begin so (`G5.1`), with its chapter.
pub fn section_of(prefix: &str) -> Option<(&'static Chapter, &'static Section)> {
    let chapters = books().iter().flat_map(|book| &book.chapters);
    chapters
        .flat_map(|chapter| chapter.sections.iter().map(move |section| (chapter, section)))
        .find(|(_, section)| section.id.eq_ignore_ascii_case(prefix))
}

/// How people cite a clause: by the number of its section (`5.1`), or by name where the book has no numbers
/// (`Morale 7`).
pub fn cited(id: &str) -> String {
    let (prefix, number) = id.rsplit_once('-').unwrap_or((id, ""));
    match section_of(prefix) {
        Some((_, section)) if section.number.is_empty() => format!("{} {number}", section.short),
        Some((_, section)) => section.number.clone(),
        None => id.to_owned(),
    }
}

/// What `chapters.toml` says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chapters {
    chapter: Vec<ChapterText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChapterText {
    id: String,
    title: String,
    overview: String,
    #[serde(default)]
    pictures: Vec<String>,
    #[serde(default)]
    charts: Vec<String>,
    sections: Vec<SectionText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionText {
    id: String,
    title: String,
    short: Option<String>,
    #[serde(default)]
    heads: Vec<(u16, String)>,
}

/// Reads one file of a system's book.
fn file<T: DeserializeOwned>(system: &str, name: &str) -> Result<T, Faults> {
    let path = format!("book/{system}/{name}.toml");
    let text = built_in(&path).first().map(crate::BuiltIn::text).unwrap_or_default();
    Source::new(format!("data/{path}"), &text).parse()
}

fn read(system: &'static str) -> Result<Book, Faults> {
    let chapters: Chapters = file(system, "chapters")?;
    Ok(Book {
        system,
        title: crate::system(system).map_or("", |about| about.title),
        chapters: chapters.chapter.into_iter().map(chapter).collect(),
        sequence: file(system, "sequence")?,
        charts: charts(system),
        pictures: plates::plates(system),
    })
}

fn chapter(text: ChapterText) -> Chapter {
    Chapter {
        id: text.id,
        title: text.title,
        overview: text
            .overview
            .split("\n\n")
            .map(|p| p.trim().to_owned())
            .filter(|p| !p.is_empty())
            .collect(),
        sections: text.sections.into_iter().map(section).collect(),
        pictures: text.pictures,
        charts: text.charts,
    }
}

fn section(text: SectionText) -> Section {
    let own =
        |clause: &&'static Clause| clause.id.rsplit_once('-').is_some_and(|(prefix, _)| prefix == text.id);
    let clauses: Vec<BookClause> = rules().iter().filter(own).map(book_clause).collect();
    let printed = clauses
        .first()
        .map(|first| table::section(first.id))
        .filter(|number| number.starts_with(|c: char| c.is_ascii_digit()));
    Section {
        number: printed.map(std::borrow::Cow::into_owned).unwrap_or_default(),
        short: text.short.unwrap_or_else(|| text.title.clone()),
        heads: text.heads.into_iter().map(|(at, title)| Head { at, title }).collect(),
        id: text.id,
        title: text.title,
        clauses,
    }
}

fn book_clause(clause: &'static Clause) -> BookClause {
    let n = clause.id.rsplit_once('-').and_then(|(_, n)| n.parse().ok()).unwrap_or(0);
    BookClause { id: &clause.id, n, title: &clause.title, text: &clause.text }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn every_book_can_be_read() {
        for about in systems() {
            let faults = read(about.id).err().map(|faults| faults.to_string());
            assert_eq!(faults, None);
        }
    }

    #[test]
    fn every_clause_belongs_to_exactly_one_chapter() {
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        for section in books().iter().flat_map(|b| &b.chapters).flat_map(|c| &c.sections) {
            assert!(!section.clauses.is_empty(), "{} has no clause", section.id);
            for clause in &section.clauses {
                *seen.entry(clause.id).or_default() += 1;
            }
        }
        for clause in rules() {
            assert_eq!(seen.get(clause.id.as_str()), Some(&1), "{}", clause.id);
        }
    }

    #[test]
    fn chapters_say_what_they_are_about() {
        for book in books() {
            let ids: BTreeSet<&str> = book.chapters.iter().map(|c| c.id.as_str()).collect();
            assert_eq!(ids.len(), book.chapters.len(), "{}: an id is given twice", book.system);
            for chapter in &book.chapters {
                let words: usize = chapter.overview.iter().map(|p| p.split_whitespace().count()).sum();
                assert!((1..=3).contains(&chapter.overview.len()), "{}", chapter.id);
                assert!((25..=170).contains(&words), "{}/{}: {words} words", book.system, chapter.id);
                for chart in &chapter.charts {
                    assert!(book.charts.iter().any(|c| c.id == chart), "{}: no chart {chart}", chapter.id);
                }
            }
        }
    }

    #[test]
    fn every_chart_stands_in_a_chapter_and_names_its_rule() {
        for book in books() {
            for chart in &book.charts {
                assert!(crate::clause(chart.rule).is_some(), "{}: {}", chart.id, chart.rule);
                let shown = book.chapters.iter().any(|c| c.charts.iter().any(|id| id == chart.id));
                assert!(shown, "no chapter shows {}", chart.id);
            }
        }
    }

    #[test]
    fn parts_begin_at_clauses_that_are_there() {
        for section in books().iter().flat_map(|b| &b.chapters).flat_map(|c| &c.sections) {
            let mut before = 0;
            for head in &section.heads {
                assert!(head.at > before, "{}: {}", section.id, head.title);
                assert!(section.clauses.iter().any(|c| c.n == head.at), "{}-{}", section.id, head.at);
                before = head.at;
            }
            assert!(section.heads.first().is_none_or(|head| head.at == 1), "{}", section.id);
        }
    }

    #[test]
    fn people_cite_by_number_or_by_name() {
        assert_eq!(cited("G5.1-2"), "5.1");
        assert_eq!(cited("G9-4"), "9.0");
        assert_eq!(cited("L8-6"), "8");
        assert_eq!(cited("LSEQ-9"), "Sequence of play 9");
        assert_eq!(cited("VMOR-7"), "Morale 7");
        assert_eq!(cited("VTER-3"), "Terrain 3");
        for clause in rules() {
            assert!(!cited(&clause.id).contains(&clause.id), "{}", clause.id);
        }
    }

    #[test]
    fn a_section_is_headed_by_what_it_is_about() {
        let (chapter, section) = section_of("g5.1").expect("marches");
        assert_eq!((chapter.id.as_str(), section.heading().as_str()), ("actions", "5.1 Marches"));
    }
}
