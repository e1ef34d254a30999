//! The list of built-in scenarios.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use table::Source;

use crate::{Scenario, built_in, open};

pub(crate) const SCENARIO: &str = ".scenario.toml";

/// A built-in scenario, as a menu shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Entry {
    /// What [`open`](crate::open) calls it.
    pub id: String,
    /// Its title.
    pub name: String,
    /// The word of its rule system.
    pub system: &'static str,
    /// The code of the published game, where the system has several: `HCR`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<&'static str>,
    /// The year it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year: Option<u16>,
    /// How many turns it has.
    pub turns: u16,
    /// For two people who know the rules: as its author says, or a guess.
    pub minutes: u16,
    /// Long, and meant to be.
    pub campaign: bool,
    /// Units of both sides.
    pub size: usize,
    /// The ids of the guided lessons that are played on it.
    pub lessons: Vec<String>,
    /// What it is about, in a sentence or two.
    #[serde(skip)]
    pub description: String,
    /// Made to learn the game with.
    #[serde(skip)]
    pub lesson: bool,
}

/// The built-in scenarios: lessons first, then system by system, short ones first.
pub fn list() -> Vec<Entry> {
    static LIST: OnceLock<Vec<Entry>> = OnceLock::new();
    LIST.get_or_init(gather).clone()
}

fn gather() -> Vec<Entry> {
    let lessons = file().lessons;
    let place = |id: &str| lessons.iter().position(|lesson| lesson == id);
    let mut entries: Vec<Entry> = ids()
        .into_iter()
        .filter_map(|id| open(&id).ok())
        .map(|scenario| listed(scenario, &lessons))
        .collect();
    let key = |e: &Entry| (place(&e.id).unwrap_or(usize::MAX), e.system, e.turns, e.name.clone());
    entries.sort_by_cached_key(key);
    entries
}

fn listed(scenario: Scenario, lessons: &[String]) -> Entry {
    let taught = crate::lesson::lessons().into_iter().filter(|card| card.scenario == scenario.id);
    let taught = taught.map(|card| card.id).collect();
    Entry { lesson: lessons.contains(&scenario.id), ..entry(scenario, taught) }
}

/// What a scenario is listed with; `lessons`: the ids of those that are played on it.
pub(crate) fn entry(scenario: Scenario, lessons: Vec<String>) -> Entry {
    Entry {
        lessons,
        lesson: false,
        game: scenario.game.map(|game| game.code),
        year: scenario.foreword.year,
        minutes: scenario.minutes(),
        campaign: scenario.foreword.campaign,
        size: scenario.units.union + scenario.units.confederate,
        id: scenario.id,
        name: scenario.name,
        system: scenario.system,
        turns: scenario.turns,
        description: scenario.description,
    }
}

/// What `data/lessons.toml` says.
#[derive(Default, Deserialize)]
struct Lessons {
    lessons: Vec<String>,
    guided: Vec<String>,
    drills: Vec<String>,
}

fn file() -> Lessons {
    const FILE: &str = "lessons.toml";
    let text = built_in(FILE).into_iter().find(|file| file.path == FILE).map(|file| file.text());
    Source::new(FILE, &text.unwrap_or_default()).parse().unwrap_or_default()
}

/// The ids of the guided lessons, in their order.
pub(crate) fn guided() -> Vec<String> {
    file().guided
}

/// Whether a scenario of this id is built in and meant to be played, listed or made for a guided lesson.
pub fn is_playable(id: &str) -> bool {
    static IDS: OnceLock<Vec<String>> = OnceLock::new();
    IDS.get_or_init(|| ids().into_iter().chain(file().drills).collect()).iter().any(|known| known == id)
}

/// The ids of all built-in scenarios that are meant to be played for themselves: examples of the rules and positions
/// made for a guided lesson are not.
pub(crate) fn ids() -> Vec<String> {
    let drills = file().drills;
    let files = built_in(SCENARIO).into_iter().filter(|f| !f.path.starts_with("examples/"));
    files.map(|f| f.stem(SCENARIO).to_owned()).filter(|id| !drills.contains(id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_scenario_is_listed_once() {
        let mut ids = ids();
        let mut listed: Vec<String> = list().into_iter().map(|e| e.id).collect();
        ids.sort();
        listed.sort();
        assert_eq!(ids, listed, "a built-in scenario has faults, or two have the same id");
        listed.dedup();
        assert_eq!(ids, listed);
    }

    #[test]
    fn lessons_come_first() {
        let listed: Vec<String> = list().into_iter().map(|e| e.id).collect();
        let lessons = file().lessons;
        assert!(!lessons.is_empty());
        assert_eq!(listed[..lessons.len()], lessons, "data/lessons.toml names a scenario that is not there");
    }
}
