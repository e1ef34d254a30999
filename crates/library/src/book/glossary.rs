//! The words of a system and what they mean.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::file;
use crate::systems::systems;

/// A word that players must know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Term {
    /// The word that is explained.
    pub term: String,
    /// Other spellings that mean the same in a text.
    #[serde(default)]
    pub also: Vec<String>,
    /// What it means.
    pub text: String,
    /// The clause to read.
    pub rule: String,
    /// A picture of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub picture: Option<String>,
}

impl Term {
    /// Every spelling of it.
    pub fn spellings(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.term.as_str()).chain(self.also.iter().map(String::as_str))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Glossary {
    term: Vec<Term>,
}

/// The words of a system, in alphabetical order.
pub fn glossary(system: &str) -> &'static [Term] {
    static ALL: OnceLock<Vec<(&'static str, Vec<Term>)>> = OnceLock::new();
    let all = ALL.get_or_init(|| systems().iter().map(|about| (about.id, read(about.id))).collect());
    all.iter().find(|(id, _)| *id == system).map_or(&[], |(_, terms)| terms)
}

fn read(system: &str) -> Vec<Term> {
    let mut terms = file::<Glossary>(system, "glossary").map_or_else(|_| Vec::new(), |g| g.term);
    terms.sort_by_key(|term| term.term.to_lowercase());
    terms
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_glossary_can_be_read() {
        for about in systems() {
            let faults = file::<Glossary>(about.id, "glossary").err().map(|faults| faults.to_string());
            assert_eq!(faults, None);
            assert!(glossary(about.id).len() >= 60, "{}", about.id);
        }
    }

    #[test]
    fn every_term_is_told_once_and_cites_a_rule_of_its_system() {
        for about in systems() {
            let mut seen = BTreeSet::new();
            for term in glossary(about.id) {
                for spelling in term.spellings() {
                    assert!(seen.insert(spelling.to_lowercase()), "{}: `{spelling}` twice", about.id);
                }
                let clause =
                    crate::clause(&term.rule).unwrap_or_else(|| panic!("{}: {}", term.term, term.rule));
                assert_eq!(clause.system(), about.id, "{}", term.term);
                assert!(term.text.ends_with('.'), "{}: {}", term.term, term.text);
            }
        }
    }
}
