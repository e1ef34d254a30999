//! The index of rules: every clause in our own words, for the player who asks why.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use table::{Faults, Source};

use crate::built_in;

/// One clause of the rule index.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// `G7.4-83`: system letter, section of the rulebook, number.
    pub id: String,
    /// `restriction`, `procedure`, `table`, ...
    pub kind: String,
    pub title: String,
    pub text: String,
    /// Where it is implemented; empty where nothing is to be.
    #[serde(default)]
    pub code: String,
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
    fn every_clause_says_something() {
        for clause in rules() {
            assert!(!clause.title.trim().is_empty() && !clause.text.trim().is_empty(), "{}", clause.id);
        }
    }
}
