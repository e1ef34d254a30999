//! Where scenarios, their maps and the rule index come from.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use library::lesson::{Lesson, LessonCard};
use library::{About, Book, Finding, OwnShelf, Term};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{AskError, Dice, Game, Played};

/// A scenario as the browser lists it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ScenarioCard {
    pub id: String,
    /// The word of the rule system: see [`Catalog::systems`].
    pub system: String,
    pub title: String,
    /// When and where, in a line.
    pub subtitle: String,
    pub description: String,
    /// What each side commands and wants, Union first.
    pub sides: [String; 2],
    /// How it is won, in a sentence or two.
    pub victory: String,
    pub turns: u32,
    /// How long it takes two people who know the rules, in minutes.
    pub minutes: u32,
    /// The same in plain words.
    pub length: String,
    /// The code of the published game, where the system has several, and its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub game: Option<[String; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub year: Option<u16>,
    /// Long, and meant to be.
    #[serde(default)]
    pub campaign: bool,
    /// How many units each side has, Union first.
    #[serde(default)]
    pub units: [u32; 2],
    /// What each side may try first, Union first; empty where its author does not say.
    #[serde(default)]
    pub first: [String; 2],
    /// Short, with few rules: a good first game.
    pub lesson: bool,
    /// The ids of the guided lessons that are played on it.
    #[serde(default)]
    pub lessons: Vec<String>,
    pub options: Vec<OptionalRule>,
    #[serde(default)]
    pub origin: Whose,
    /// What was found in the files of an own one.
    #[serde(default, skip_deserializing)]
    pub findings: Vec<Finding>,
    /// Whether it can be played: a built-in one always can.
    #[serde(default)]
    pub playable: bool,
}

/// Where a scenario comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    #[default]
    BuiltIn,
    /// From a shelf of the owner.
    Own,
}

/// A rule that players may switch on for a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OptionalRule {
    pub id: String,
    pub title: String,
    pub text: String,
    /// On unless the players say otherwise.
    pub usual: bool,
}

/// A clause of the rule index, in our own words.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Clause {
    pub id: String,
    pub system: String,
    /// The section of the printed book.
    pub section: String,
    /// How people cite it: the section, or `Morale 7` where the book has no numbers.
    pub cited: String,
    /// The chapter of the book that holds it.
    pub chapter: String,
    pub title: String,
    pub text: String,
}

/// A scenario that was opened: everything in it fits.
pub trait Scenario: Send + Sync {
    /// Sets a game up under the given dice.
    fn begin(&self, dice: &mut dyn Dice) -> (Box<dyn Game>, Played);
    /// SHA-256 of everything it was read from.
    fn hash(&self) -> String;
    /// Name and text of every file it was made of, in the order of reading, for [`Catalog::reopen`].
    fn texts(&self) -> Vec<(String, String)> {
        Vec::new()
    }
    /// What each side may try first, as its author says it; Union first.
    fn first(&self) -> [String; 2] {
        Default::default()
    }
    /// What tiles are made of.
    fn sheet(&self) -> Option<Sheet> {
        None
    }
}

/// The ground of a scenario: its bare picture as SVG, and what a client must know to lay counters on it.
pub struct Sheet {
    pub svg: String,
    pub plan: library::Plan,
    /// The picture that its map names.
    pub ground: Option<library::Ground>,
    /// Where that picture lies, if it is there: then [`library::Ground::svg`] is drawn on it.
    pub photo: Option<PathBuf>,
    /// The pictures of counters.
    pub art: Option<hexmap::Art>,
}

/// The scenarios, maps and rules at hand.
pub trait Catalog: Send + Sync {
    fn list(&self) -> Vec<ScenarioCard>;

    /// The rule systems: their titles, and what a client may lay over their maps.
    fn systems(&self) -> &'static [About] {
        &[]
    }

    /// Opens a scenario with the optional rules named.
    ///
    /// # Errors
    /// Why it cannot be played, for the person who asked.
    fn open(&self, id: &str, options: &[String]) -> Result<Arc<dyn Scenario>, String>;

    /// The shelves of own scenarios, if there are any.
    fn own(&self) -> Option<&Arc<OwnShelf>> {
        None
    }

    /// Changes whenever a file of a scenario does; nothing where files cannot change. It looks at the disk: not for where
    /// requests are answered.
    fn stamp(&self, _id: &str) -> Option<String> {
        None
    }

    /// Opens a scenario as it once was, from the texts it gave then.
    ///
    /// # Errors
    /// Why it cannot be played any more.
    fn reopen(
        &self,
        id: &str,
        _options: &[String],
        _texts: &[(String, String)],
    ) -> Result<Arc<dyn Scenario>, String> {
        Err(format!("`{id}` cannot be opened as it once was"))
    }

    /// The guided lessons, in the order in which a newcomer takes them.
    fn lessons(&self) -> Vec<LessonCard> {
        Vec::new()
    }

    /// Opens a lesson as it is today.
    ///
    /// # Errors
    /// Why it cannot be taken.
    fn lesson(&self, id: &str) -> Result<Lesson, String> {
        Err(format!("there is no lesson `{id}`"))
    }

    /// Opens a lesson from the text it once had, on a scenario from the texts that one had.
    ///
    /// # Errors
    /// Why it cannot be taken any more.
    fn reopen_lesson(
        &self,
        id: &str,
        _text: &str,
        _scenario: &str,
        _texts: &[(String, String)],
    ) -> Result<Lesson, String> {
        Err(format!("there is no lesson `{id}`"))
    }

    /// The map of a scenario as SVG, for play.
    fn map(&self, id: &str) -> Option<String>;

    /// What tiles are made of.
    fn sheet(&self, _id: &str) -> Option<Sheet> {
        None
    }

    /// The same of a scenario as it once was.
    fn sheet_of(&self, _id: &str, scenario: &dyn Scenario) -> Option<Sheet> {
        scenario.sheet()
    }

    /// A smaller picture for lists; the map itself unless there is a better one.
    fn picture(&self, id: &str) -> Option<String> {
        self.map(id)
    }

    /// A clause by its id, or the first of a section of the printed book.
    fn clause(&self, id: &str) -> Option<Clause>;

    /// The whole rule index of a system, in the order of its book.
    fn clauses(&self, system: &str) -> Vec<Clause>;

    /// The book of a system: chapters, the turn as a card, charts.
    fn book(&self, _system: &str) -> Option<&'static Book> {
        None
    }

    /// The words of a system.
    fn glossary(&self, _system: &str) -> &'static [Term] {
        &[]
    }

    /// What clauses are cited by: `VMOR` is `Morale`, `G9` is `9.0`.
    fn cited_by(&self) -> BTreeMap<&'static str, &'static str> {
        BTreeMap::new()
    }

    /// A picture of the book as SVG.
    fn plate(&self, _id: &str) -> Option<String> {
        None
    }

    /// The combat of each system as a form.
    fn odds_forms(&self) -> Value {
        Value::Array(Vec::new())
    }

    /// Answers a filled-in form of [`Catalog::odds_forms`].
    ///
    /// # Errors
    /// What is wrong with the question.
    fn odds(&self, _system: &str, _question: &Value) -> Result<Value, AskError> {
        Err(AskError::new("no system here answers questions without a game"))
    }
}
