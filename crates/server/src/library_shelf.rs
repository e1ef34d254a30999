//! The built-in scenarios and rules on the server's shelf.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde_json::Value;
use table::{AskError, Dice, Game, Played, SeededDice, Viewer};

use crate::blurb::blurb;
use crate::shelf::{Clause, OptionalRule, Scenario, ScenarioCard, Shelf};

/// Everything that is built in. Files on disk are not on it: whoever reaches the server could read them.
#[derive(Default)]
pub struct LibraryShelf {
    /// Maps that were drawn: a large one takes a while.
    drawn: Mutex<HashMap<String, String>>,
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
}

fn open(id: &str, options: &[String]) -> Result<library::Scenario, String> {
    if !library::list().iter().any(|entry| entry.id == id) {
        return Err(format!("there is no scenario `{}`", id.chars().take(80).collect::<String>()));
    }
    library::open_with(id, options).map_err(|why| why.to_string())
}

fn card(entry: library::Entry) -> ScenarioCard {
    let opened = library::open(&entry.id).ok();
    let begun = opened.as_ref().map(|s| s.start(&mut SeededDice::from_number(1)).0);
    let blurb = begun.map(|game| blurb(&game.view(Viewer::Spectator).to_value())).unwrap_or_default();
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
        options: options.collect(),
    }
}

fn clause(clause: &library::Clause) -> Clause {
    Clause {
        id: clause.id.clone(),
        system: system(&clause.id).to_owned(),
        section: section(&clause.id),
        title: clause.title.clone(),
        text: clause.text.clone(),
    }
}

/// The system whose clauses begin with this letter.
fn system(id: &str) -> &'static str {
    match id.as_bytes().first() {
        Some(b'L') => "lfm",
        Some(b'V') => "vnb",
        _ => "gcacw",
    }
}

/// The section of the printed book, as [`table::Rule::section`] reads it off a clause's id.
fn section(id: &str) -> String {
    let Some((chapter, _)) = id.rsplit_once('-') else { return id.to_owned() };
    match chapter.get(1..) {
        Some(number) if number.starts_with(|c: char| c.is_ascii_digit()) => number.to_owned(),
        _ => chapter.to_owned(),
    }
}

impl Shelf for LibraryShelf {
    fn list(&self) -> Vec<ScenarioCard> {
        self.cards.get_or_init(|| library::list().into_iter().map(card).collect()).clone()
    }

    fn open(&self, id: &str, options: &[String]) -> Result<Arc<dyn Scenario>, String> {
        Ok(Arc::new(Opened(open(id, options)?)))
    }

    fn map(&self, id: &str) -> Option<String> {
        let known = self.drawn.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
        known.or_else(|| {
            let svg = open(id, &[]).ok()?.picture(true);
            self.drawn.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned(), svg.clone());
            Some(svg)
        })
    }

    fn picture(&self, id: &str) -> Option<String> {
        Some(open(id, &[]).ok()?.picture(false))
    }

    fn clause(&self, id: &str) -> Option<Clause> {
        let exact = library::clause(id);
        // Modifiers cite the section of the printed book: its first clause stands for it.
        let first = || library::rules().iter().find(|c| section(&c.id) == id);
        exact.or_else(first).map(clause)
    }

    fn odds_forms(&self) -> Value {
        library::odds_forms()
    }

    fn odds(&self, system: &str, question: &Value) -> Result<Value, AskError> {
        library::odds(system, question)
    }

    fn clauses(&self, of: &str) -> Vec<Clause> {
        library::rules().iter().filter(|c| system(&c.id) == of).map(clause).collect()
    }
}
