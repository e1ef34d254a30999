//! The index of rules: every clause in our own words, for the player who asks why.

use std::borrow::Cow;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use table::{Faults, Source};

use crate::built_in;
use crate::systems::of_clause;

/// One clause of the rule index.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// `G7.4-83`: system letter, section of the rulebook, number.
    pub id: String,
    /// `restriction`, `procedure`, `table`, ...
    pub kind: String,
    /// The clause in a few words.
    pub title: String,
    /// The clause, in our words.
    pub text: String,
    /// Where it is implemented; empty where nothing is to be.
    #[serde(default)]
    pub code: String,
}

impl Clause {
    /// The word of the rule system it is of; empty if none has such clauses.
    pub fn system(&self) -> &'static str {
        of_clause(&self.id).map_or("", |system| system.id)
    }

    /// The section of the printed book, as refusals and modifiers cite it.
    pub fn section(&self) -> Cow<'_, str> {
        table::section(&self.id)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chapter {
    clause: Vec<Clause>,
}

/// The whole index, sorted so that `G5.1-2` stands before `G5.1-10`.
pub fn rules() -> &'static [Clause] {
    static INDEX: OnceLock<Vec<Clause>> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut index: Vec<Clause> = chapters().filter_map(Result::ok).flatten().collect();
        index.sort_by(|a, b| order_of(&a.id).cmp(&order_of(&b.id)));
        index
    })
}

/// The clause of that id, if the index has it.
pub fn clause(id: &str) -> Option<&'static Clause> {
    rules().iter().find(|c| c.id.eq_ignore_ascii_case(id))
}

/// The clauses of a section as refusals cite it (`5.1`, `9.0`), in the order of the book.
pub fn section(number: &str) -> impl Iterator<Item = &'static Clause> {
    rules().iter().filter(move |clause| clause.section() == number)
}

fn chapters() -> impl Iterator<Item = Result<Vec<Clause>, Faults>> {
    built_in(".toml").into_iter().filter(|f| f.path.starts_with("rules/")).map(|f| {
        let text = f.text();
        Source::new(format!("data/{}", f.path), &text).parse::<Chapter>().map(|c| c.clause)
    })
}

/// Section by section, and inside one the numbers compare as numbers.
fn order_of(id: &str) -> (Vec<(&str, u32)>, u32) {
    let (section, number) = id.rsplit_once('-').unwrap_or((id, ""));
    let part = |part: &'_ str| part.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let parts = section.split('.').map(|p| (&p[..part(p)], p[part(p)..].parse().unwrap_or(0)));
    (parts.collect(), number.parse().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chapter_can_be_read_and_every_id_is_given_once() {
        let faults: Vec<String> = chapters().filter_map(Result::err).map(|f| f.to_string()).collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        for pair in rules().windows(2) {
            assert_ne!(pair[0].id, pair[1].id);
        }
    }

    #[test]
    fn ids_are_in_the_order_of_the_book() {
        let mut ids = ["G10-1", "G5.1-10", "G5.1-2", "VMOR-3", "G5-4", "LTAB-9"];
        ids.sort_by(|a, b| order_of(a).cmp(&order_of(b)));
        assert_eq!(ids, ["G5-4", "G5.1-2", "G5.1-10", "G10-1", "LTAB-9", "VMOR-3"]);
    }

    #[test]
    fn every_clause_is_of_a_system_and_stands_in_its_section() {
        for clause in rules() {
            assert!(!clause.system().is_empty(), "{}", clause.id);
            assert!(section(&clause.section()).any(|c| c.id == clause.id), "{}", clause.id);
        }
        for (number, system) in
            [("5.1", "gcacw"), ("8.0", "gcacw"), ("9.0", "gcacw"), ("12.0", "gcacw"), ("8", "lfm")]
        {
            let first = section(number).next().unwrap_or_else(|| panic!("no section {number}"));
            assert_eq!((first.section().as_ref(), first.system()), (number, system));
        }
    }

    #[test]
    fn every_clause_says_something() {
        for clause in rules() {
            assert!(!clause.title.trim().is_empty() && !clause.text.trim().is_empty(), "{}", clause.id);
        }
    }
}
