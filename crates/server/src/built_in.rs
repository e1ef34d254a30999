//! The catalog of the library: every scenario, map and rule that is built in, and what lies on the owner's shelves.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use library::lesson::{Lesson, LessonCard};
use library::own::{OWN, is_own};
use library::{OpenError, OwnEntry, OwnShelf};
use serde_json::Value;
use table::{AskError, Dice, Game, Played, SeededDice, Side, Viewer};

use crate::blurb::blurb;
use crate::catalog::{Catalog, Clause, OptionalRule, Scenario, ScenarioCard, Sheet, Whose};

/// Everything that is built in, and the shelves of own scenarios. Other files on disk are not on it: whoever reaches
/// the server could read them.
#[derive(Default)]
pub struct BuiltIn {
    cards: OnceLock<Vec<ScenarioCard>>,
    own: Option<Arc<OwnShelf>>,
    /// The cards of own scenarios as they were read last.
    own_cards: Mutex<HashMap<String, (Arc<OwnEntry>, ScenarioCard)>>,
}

impl BuiltIn {
    /// With shelves of own scenarios.
    pub fn with_own(shelf: OwnShelf) -> BuiltIn {
        BuiltIn { own: Some(Arc::new(shelf)), ..BuiltIn::default() }
    }

    fn open(&self, id: &str, options: &[String]) -> Result<library::Scenario, String> {
        match self.own.as_ref().filter(|_| is_own(id)) {
            Some(own) => own.open(id, options).map_err(|why| match why {
                OpenError::Unknown { .. } => no_such("scenario", id),
                why => why.to_string(),
            }),
            None if library::is_playable(id) => {
                library::open_with(id, options).map_err(|why| why.to_string())
            }
            None => Err(no_such("scenario", id)),
        }
    }

    /// With its picture, if that lies on the shelf.
    fn laid(&self, id: &str, sheet: Sheet) -> Sheet {
        let own = self.own.as_ref().filter(|_| is_own(id));
        let photo = own.zip(sheet.ground.as_ref()).and_then(|(own, ground)| own.picture(id, &ground.file));
        Sheet { photo, art: sheet.art.filter(|_| own.is_some()), ..sheet }
    }

    /// The cards of own scenarios; those of files that have not changed are not made again.
    fn own_cards(&self) -> Vec<ScenarioCard> {
        let listed = self.own.as_ref().map(|own| own.list()).unwrap_or_default();
        let mut known = self.own_cards.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|id, _| listed.iter().any(|own| own.id == *id));
        let mut card = |entry: Arc<OwnEntry>| match known.get(&entry.id) {
            Some((then, card)) if Arc::ptr_eq(then, &entry) => card.clone(),
            _ => {
                let card = self.own_card(&entry);
                known.insert(entry.id.clone(), (entry, card.clone()));
                card
            }
        };
        listed.into_iter().map(&mut card).collect()
    }

    fn own_card(&self, own: &OwnEntry) -> ScenarioCard {
        let opened = self.open(&own.id, &[]).ok();
        let name = || own.id.strip_prefix(OWN).unwrap_or(&own.id).to_owned();
        let card = match (&own.entry, opened) {
            (Some(entry), Some(scenario)) => {
                ScenarioCard { playable: true, ..card(entry.clone(), Some(scenario)) }
            }
            _ => ScenarioCard { id: own.id.clone(), title: name(), ..ScenarioCard::default() },
        };
        ScenarioCard { origin: Whose::Own, findings: own.findings.clone(), ..card }
    }
}

fn no_such(what: &str, id: &str) -> String {
    format!("there is no {what} `{}`", id.chars().take(80).collect::<String>())
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
    fn first(&self) -> [String; 2] {
        first(&self.0)
    }
    fn sheet(&self) -> Option<Sheet> {
        Some(sheet(&self.0))
    }
}

/// What each side may try first; nothing where the author does not say.
fn first(scenario: &library::Scenario) -> [String; 2] {
    Side::BOTH.map(|side| scenario.foreword.first[side].clone().unwrap_or_default())
}

fn sheet(scenario: &library::Scenario) -> Sheet {
    let (ground, art) = (scenario.ground(), scenario.art());
    Sheet { svg: scenario.plan(""), plan: scenario.sheet(), ground, photo: None, art }
}

fn built_in_card(entry: library::Entry) -> ScenarioCard {
    let opened = library::open(&entry.id)
        .inspect_err(|why| tracing::error!(scenario = entry.id, %why, "a built-in scenario cannot be opened"))
        .ok();
    ScenarioCard { playable: opened.is_some(), ..card(entry, opened) }
}

fn card(entry: library::Entry, opened: Option<library::Scenario>) -> ScenarioCard {
    let begun = opened.as_ref().map(|s| s.start(&mut SeededDice::from_number(1)).0);
    let blurb = begun.map(|game| blurb(&game.view(Viewer::Spectator))).unwrap_or_default();
    let options = opened.iter().flat_map(library::Scenario::optional).map(|rule| OptionalRule {
        id: rule.word.to_owned(),
        title: rule.title.to_owned(),
        text: rule.text.to_owned(),
        usual: rule.usual,
    });
    let count = |side| opened.as_ref().map_or(0, |s| s.units[side] as u32);
    ScenarioCard {
        minutes: entry.minutes.into(),
        length: library::in_words(entry.minutes),
        game: opened.as_ref().and_then(|s| s.game).map(|game| [game.code, game.name].map(str::to_owned)),
        year: entry.year,
        campaign: entry.campaign,
        units: Side::BOTH.map(count),
        first: opened.as_ref().map(first).unwrap_or_default(),
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
        ..ScenarioCard::default()
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
        let built_in = self.cards.get_or_init(|| library::list().into_iter().map(built_in_card).collect());
        built_in.iter().cloned().chain(self.own_cards()).collect()
    }

    fn systems(&self) -> &'static [library::About] {
        library::systems()
    }

    fn open(&self, id: &str, options: &[String]) -> Result<Arc<dyn Scenario>, String> {
        Ok(Arc::new(Opened(self.open(id, options)?)))
    }

    fn own(&self) -> Option<&Arc<OwnShelf>> {
        self.own.as_ref()
    }

    fn stamp(&self, id: &str) -> Option<String> {
        self.own.as_ref().filter(|_| is_own(id))?.stamp(id)
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
        let own = self.own.as_ref().map(|own| own.lessons()).unwrap_or_default();
        library::lesson::lessons().into_iter().chain(own).collect()
    }

    fn lesson(&self, id: &str) -> Result<Lesson, String> {
        if let Some(own) = self.own.as_ref().filter(|_| is_own(id)) {
            return own.lesson(id).map_err(|why| why.to_string());
        }
        // Only what is built in: whoever reaches the server could read other files.
        if library::lesson::lesson(id).is_none() {
            return Err(no_such("lesson", id));
        }
        library::lesson::open_lesson(id).map_err(|why| why.to_string())
    }

    fn reopen_lesson(
        &self,
        id: &str,
        text: &str,
        scenario: &str,
        texts: &[(String, String)],
    ) -> Result<Lesson, String> {
        let scenario = library::open_kept(scenario, &[], texts).map_err(|why| why.to_string())?;
        library::lesson::reopen_lesson_on(id, text, scenario).map_err(|why| why.to_string())
    }

    fn map(&self, id: &str) -> Option<String> {
        Some(self.open(id, &[]).ok()?.picture(true))
    }

    fn sheet(&self, id: &str) -> Option<Sheet> {
        Some(self.laid(id, sheet(&self.open(id, &[]).ok()?)))
    }

    fn sheet_of(&self, id: &str, scenario: &dyn Scenario) -> Option<Sheet> {
        Some(self.laid(id, scenario.sheet()?))
    }

    fn picture(&self, id: &str) -> Option<String> {
        Some(self.open(id, &[]).ok()?.picture(false))
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
