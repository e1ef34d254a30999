//! The catalog of what is built in: every scenario, map and rule of the library.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use library::lesson::{Lesson, LessonCard};
use serde_json::Value;
use table::{AskError, Dice, Game, Played, SeededDice, Viewer};

use crate::blurb::blurb;
use crate::catalog::{Catalog, Clause, OptionalRule, Scenario, ScenarioCard, Sheet};

/// Everything that is built in. Files on disk are not on it: whoever reaches the server could read them.
#[derive(Default)]
pub struct BuiltIn {
    cards: OnceLock<Vec<ScenarioCard>>,
}

struct Opened(library::Scenario);

impl Scenario for Opened {
    fn begin(&self, dice: &mut dyn Dice) -> (Box<dyn Game>, Played) {
        self.0.start(dice)
    }
    fn hash(&self) -> String {
        self.0.hash()
    }
    fn texts(&self) -> Vec<(String, String)> {
        self.0.texts.clone()
    }
}

fn open(id: &str, options: &[String]) -> Result<library::Scenario, String> {
    if !library::is_playable(id) {
        return Err(format!("there is no scenario `{}`", id.chars().take(80).collect::<String>()));
    }
    library::open_with(id, options).map_err(|why| why.to_string())
}

fn card(entry: library::Entry) -> ScenarioCard {
    let opened = library::open(&entry.id)
        .inspect_err(|why| tracing::error!(scenario = entry.id, %why, "a built-in scenario cannot be opened"))
        .ok();
    let begun = opened.as_ref().map(|s| s.start(&mut SeededDice::from_number(1)).0);
    let blurb = begun.map(|game| blurb(&game.view(Viewer::Spectator))).unwrap_or_default();
    let options = opened.iter().flat_map(library::Scenario::optional).map(|rule| OptionalRule {
        id: rule.word.to_owned(),
        title: rule.title.to_owned(),
        text: rule.text.to_owned(),
        usual: rule.usual,
    });
    ScenarioCard {
        length: blurb.length,
        subtitle: blurb.when,
        sides: blurb.sides,
        victory: blurb.victory,
        id: entry.id,
        system: entry.system.to_owned(),
        title: entry.name,
        description: entry.description,
        turns: entry.turns.into(),
        lesson: entry.lesson,
        lessons: entry.lessons,
        options: options.collect(),
    }
}

fn clause(clause: &library::Clause) -> Clause {
    Clause {
        id: clause.id.clone(),
        system: clause.system().to_owned(),
        section: clause.section().into_owned(),
        cited: library::cited(&clause.id),
        chapter: chapter(&clause.id).unwrap_or_default(),
        title: clause.title.clone(),
        text: clause.text.clone(),
    }
}

/// The id of the chapter that holds a clause.
fn chapter(id: &str) -> Option<String> {
    let (chapter, _) = library::section_of(id.rsplit_once('-')?.0)?;
    Some(chapter.id.clone())
}

impl Catalog for BuiltIn {
    fn list(&self) -> Vec<ScenarioCard> {
        self.cards.get_or_init(|| library::list().into_iter().map(card).collect()).clone()
    }

    fn systems(&self) -> &'static [library::About] {
        library::systems()
    }

    fn open(&self, id: &str, options: &[String]) -> Result<Arc<dyn Scenario>, String> {
        Ok(Arc::new(Opened(open(id, options)?)))
    }

    fn reopen(
        &self,
        id: &str,
        options: &[String],
        texts: &[(String, String)],
    ) -> Result<Arc<dyn Scenario>, String> {
        let opened = library::open_kept(id, options, texts).map_err(|why| why.to_string())?;
        Ok(Arc::new(Opened(opened)))
    }

    fn lessons(&self) -> Vec<LessonCard> {
        library::lesson::lessons()
    }

    fn lesson(&self, id: &str, text: Option<&str>) -> Result<Lesson, String> {
        // Only what is built in: whoever reaches the server could read other files.
        if library::lesson::lesson(id).is_none() {
            return Err(format!("there is no lesson `{}`", id.chars().take(80).collect::<String>()));
        }
        match text {
            Some(text) => library::lesson::reopen_lesson(id, text).map_err(|why| why.to_string()),
            None => library::lesson::open_lesson(id).map_err(|why| why.to_string()),
        }
    }

    fn map(&self, id: &str) -> Option<String> {
        Some(open(id, &[]).ok()?.picture(true))
    }

    fn sheet(&self, id: &str) -> Option<Sheet> {
        let scenario = open(id, &[]).ok()?;
        Some(Sheet { svg: scenario.plan(""), plan: scenario.sheet() })
    }

    fn picture(&self, id: &str) -> Option<String> {
        Some(open(id, &[]).ok()?.picture(false))
    }

    fn clause(&self, id: &str) -> Option<Clause> {
        // Modifiers cite the section of the printed book: its first clause stands for it.
        library::clause(id).or_else(|| library::section(id).next()).map(clause)
    }

    fn book(&self, system: &str) -> Option<&'static library::Book> {
        library::book(system)
    }

    fn glossary(&self, system: &str) -> &'static [library::Term] {
        library::glossary(system)
    }

    fn cited_by(&self) -> BTreeMap<&'static str, &'static str> {
        let sections = library::books().iter().flat_map(|book| &book.chapters).flat_map(|c| &c.sections);
        let name = |s: &'static library::Section| if s.number.is_empty() { &s.short } else { &s.number };
        sections.map(|s| (s.id.as_str(), name(s).as_str())).collect()
    }

    fn plate(&self, id: &str) -> Option<String> {
        library::plate(id)
    }

    fn odds_forms(&self) -> Value {
        library::odds_forms()
    }

    fn odds(&self, system: &str, question: &Value) -> Result<Value, AskError> {
        library::odds(system, question)
    }

    fn clauses(&self, of: &str) -> Vec<Clause> {
        library::rules().iter().filter(|c| c.system() == of).map(clause).collect()
    }
}
