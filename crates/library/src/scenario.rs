//! Opening a scenario: by id from the built-in ones, or by path from disk.

use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use table::laws::{Broken, Report, Trial};
use table::{BySide, Dice, Fault, Faults, Foreword, Game, Header, Played, Side, Source, Viewer};

use crate::catalog::{SCENARIO, ids};
use crate::files::{Shelf, read_text};
use crate::own::{is_own, open_own};
use crate::systems::{self, Asked, Loaded, OptionalRule, Published};
use crate::{Board, BuiltIn, Ground, Plan, ReadError, built_in, set_up};

/// A scenario that was read whole and fits: it can be played any number of times.
#[derive(Clone)]
pub struct Scenario {
    /// Its id if it is built in, else its path as it was asked for; with the optional rules that were asked
    /// for, as [`open`] reads them.
    pub id: String,
    /// Its title.
    pub name: String,
    /// `gcacw`, `lfm` or `vnb`.
    pub system: &'static str,
    /// How many turns it has.
    pub turns: u16,
    /// What it is about, in a sentence or two.
    pub description: String,
    /// What its author says of it before it is played.
    pub foreword: Foreword,
    /// The published game, where the system has several.
    pub game: Option<Published>,
    /// How many units each side has, those that arrive later too.
    pub units: BySide<usize>,
    /// The sides in the order in which they are told.
    pub sides: [Side; 2],
    /// The optional rules that were asked for beyond those of the file, in order.
    pub options: Vec<String>,
    /// Name and text of every file it was made of, in the order of reading.
    pub texts: Vec<(String, String)>,
    loaded: Arc<dyn Loaded>,
}

impl std::fmt::Debug for Scenario {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scenario").field("id", &self.id).field("system", &self.system).finish_non_exhaustive()
    }
}

impl Scenario {
    /// The word every scenario begins with.
    pub const FORMAT: &'static str = table::Source::SCENARIO;

    /// How many minutes it takes two people who know the rules: as its author says, else a guess from turns and units.
    pub fn minutes(&self) -> u16 {
        let a_piece = crate::system(self.system).map_or(1.0, |system| system.minutes);
        let units = (self.units.union + self.units.confederate) as f64;
        let guess = f64::from(self.turns) * units * a_piece;
        self.foreword.minutes.unwrap_or(guess.clamp(1.0, 10_000.0) as u16)
    }

    /// Sets a game up and runs the rules to the first decision.
    pub fn start(&self, dice: &mut dyn Dice) -> (Box<dyn Game>, Played) {
        self.loaded.start(dice)
    }

    /// The position as the file writes it, before any rule has run: what the referee is asked about.
    pub fn position(&self) -> Box<dyn Game> {
        self.loaded.position()
    }

    /// The map or table it is played on.
    pub fn board(&self) -> Board<'_> {
        self.loaded.board()
    }

    /// What its rules are asked most often, to be timed.
    pub fn drills(&self) -> Vec<table::Drill<'_>> {
        self.loaded.drills()
    }

    /// Plays games of it and holds them to the laws of the table.
    ///
    /// # Errors
    /// The first law that does not hold.
    pub fn laws(&self, trial: &Trial) -> Result<Report, Box<Broken>> {
        self.loaded.laws(trial)
    }

    /// The picture of its map or table as SVG: a page to print, or for a client to click on.
    pub fn picture(&self, interactive: bool) -> String {
        self.loaded.picture(interactive)
    }

    /// The page to print with the counters of the set-up on it.
    pub fn picture_of_setup(&self) -> String {
        let pieces = self.position().view(Viewer::Referee).pieces;
        set_up::picture(&self.loaded.board(), &pieces)
    }

    /// The bare map or table with a further layer of SVG on it, in the coordinates of
    /// [`Scenario::place`].
    pub fn plan(&self, overlay: &str) -> String {
        self.loaded.plan(overlay)
    }

    /// What a client must know of the plan without layers: its size, where places are, what to say of them.
    pub fn sheet(&self) -> Plan {
        Plan::of(&self.loaded.board())
    }

    /// The picture under its plan, if its map names one.
    pub fn ground(&self) -> Option<Ground> {
        Ground::of(&self.loaded.board(), true)
    }

    /// The pictures of its counters, if its map names any.
    pub fn art(&self) -> Option<hexmap::Art> {
        match self.loaded.board() {
            Board::Hexes(map) => map.art.clone(),
            Board::Table(_) => None,
        }
    }

    /// Where a place lies on the plan: a hex by its label, a point of a table in inches as `x,y`.
    pub fn place(&self, at: &str) -> Option<(f64, f64)> {
        self.loaded.place(at)
    }

    /// SHA-256 of everything it was read from and of the optional rules asked for: two records with the
    /// same hash are of the same game.
    pub fn hash(&self) -> String {
        let options = self.options.iter().map(String::as_str);
        Header::hash(self.texts.iter().map(|(_, text)| text.as_str()).chain(options))
    }

    /// The optional rules of this scenario: which there are, and which of them its file switches on.
    pub fn optional(&self) -> Vec<OptionalRule> {
        let mut rules = self.loaded.optional();
        for rule in &mut rules {
            rule.usual &= !self.options.iter().any(|o| o == rule.word);
        }
        rules
    }
}

/// Why a scenario cannot be opened.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum OpenError {
    /// Nothing is called so.
    #[error("`{asked}` is neither a built-in scenario nor a file{}", did_you_mean(near))]
    Unknown {
        /// What was asked for.
        asked: String,
        /// What was probably meant.
        near: Option<String>,
    },
    /// A file of it cannot be read.
    #[error("{0}")]
    Unreadable(#[from] ReadError),
    /// Something in its files does not fit; all of it is told.
    #[error("{0}")]
    Faults(#[from] Faults),
}

fn did_you_mean(near: &Option<String>) -> String {
    near.as_ref().map_or_else(String::new, |id| format!("; did you mean `{id}`?"))
}

/// Opens a built-in scenario by its id, an own one by its own (`own:NAME`), or a scenario file by its path; optional rules may follow as
/// records write them: `second-manassas +limited-intelligence`.
///
/// # Errors
/// Nothing is called so, a file cannot be read, or everything in it that does not fit.
pub fn open(id_or_path: &str) -> Result<Scenario, OpenError> {
    let mut words = id_or_path.split(" +");
    let id = words.next().unwrap_or_default();
    let options: Vec<String> = words.map(|word| word.trim().to_owned()).collect();
    open_with(id, &options)
}

/// Opens a scenario with optional rules, by their words, beyond those that its file switches on.
///
/// # Errors
/// As [`open`]; also a word that is no optional rule of the scenario's system.
pub fn open_with(id_or_path: &str, options: &[String]) -> Result<Scenario, OpenError> {
    let mut options = options.to_vec();
    options.sort();
    options.dedup();
    if is_own(id_or_path) {
        return open_own(id_or_path, &options);
    }
    let (file, text, shelf) = locate(id_or_path)?;
    Ok(load((id_or_path, &file), text, options, &shelf)?)
}

/// Whether this is meant as a path, not as an id.
pub(crate) fn is_file(asked: &str) -> bool {
    asked.ends_with(".toml") || asked.contains(['/', '\\']) || Path::new(asked).exists()
}

fn open_built_in(file: &BuiltIn, options: Vec<String>) -> Result<Scenario, Faults> {
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let name = format!("data/{}", file.path);
    load((file.stem(SCENARIO), &name), file.text(), options, &Shelf::Embedded(folder.to_owned()))
}

/// The built-in scenario whose id is most like what was asked for, if any is like it at all.
fn nearest(asked: &str) -> Option<String> {
    let asked = asked.to_lowercase();
    let likeness = |id: &String| if id.contains(&asked) { 1.0 } else { strsim::jaro_winkler(id, &asked) };
    let best = ids().into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(&best) > 0.75).then_some(best)
}

/// What must be known of a scenario file before its system can read it.
#[derive(Deserialize)]
pub(crate) struct Kind {
    pub format: Option<String>,
    system: Option<String>,
}

/// The `system` of a scenario text, once it is known to be a scenario.
fn system_of(file: &str, text: &str) -> Result<String, Faults> {
    const FORMAT: &str = Scenario::FORMAT;
    let kind: Kind = Source::new(file, text).parse()?;
    let fault = |key: &str, what: String| {
        let mut source = Source::new(file, text);
        source.fault(key, what);
        Err(source.into_faults())
    };
    match (kind.format.as_deref(), kind.system) {
        (Some(FORMAT), Some(system)) => Ok(system),
        (Some(FORMAT), None) => missing(file, text, "system", "`gcacw`, `lfm` or `vnb`"),
        (Some(other), _) => fault("format", format!("`{other}` is no scenario: expected `{FORMAT}`")),
        (None, _) => missing(file, text, "format", &format!("`{FORMAT}`")),
    }
}

/// A key that must be there is not, or is there under a name like it.
fn missing(file: &str, text: &str, key: &str, expected: &str) -> Result<String, Faults> {
    let mut source = Source::new(file, text);
    let keys = text.parse::<toml::Table>().unwrap_or_default();
    match table::nearest(key, keys.keys().map(String::as_str)) {
        Some(like) => {
            source
                .fault(like, format!("there is no key `{like}` here: expected {key}; did you mean `{key}`?"));
        }
        None => source.fault(key, format!("missing: expected {expected}")),
    }
    Err(source.into_faults())
}

fn load(names: (&str, &str), text: String, options: Vec<String>, shelf: &Shelf) -> Result<Scenario, Faults> {
    load_with(names, text, options, &|name| shelf.beside(name).map_err(|why| shelf.why(name, &why)))
}

/// A file out of those at hand, by the name that another gives.
pub(crate) fn among<'t>(
    name: &str,
    mut files: impl Iterator<Item = (&'t str, &'t str)> + Clone,
) -> Result<String, String> {
    let names = files.clone().map(|(file, _)| file);
    let found = files.find(|(file, _)| *file == name).map(|(_, text)| text.to_owned());
    found.ok_or_else(|| table::with_near(format!("there is no `{name}`"), name, names))
}

/// Opens a scenario from the texts it had when it was opened before ([`Scenario::texts`]), whatever is built in now.
///
/// # Errors
/// There is no text, or everything in them that does not fit any more.
pub fn open_kept(id: &str, options: &[String], texts: &[(String, String)]) -> Result<Scenario, OpenError> {
    let unknown = || OpenError::Unknown { asked: id.to_owned(), near: None };
    let ((file, text), beside) = texts.split_first().ok_or_else(unknown)?;
    let files = beside.iter().map(|(file, text)| (file.as_str(), text.as_str()));
    let read = |name: &str| among(name, files.clone());
    Ok(load_with((id, file), text.clone(), options.to_vec(), &read)?)
}

/// Opens a scenario that is nowhere but in memory, with the files it names.
///
/// # Errors
/// Everything in it that does not fit.
pub fn open_texts(file: &str, text: String, beside: &[(&str, String)]) -> Result<Scenario, Faults> {
    let files = beside.iter().map(|(file, text)| (*file, text.as_str()));
    load_with((file, file), text, Vec::new(), &|name| among(name, files.clone()))
}

/// As [`open_texts`], for a position that is only looked at: one side may be alone on it.
pub(crate) fn open_position(file: &str, text: String, board: (&str, &str)) -> Result<Scenario, Faults> {
    let files = std::iter::once(board);
    load_for((file, file), text, Vec::new(), &|name| among(name, files.clone()), false)
}

pub(crate) fn load_with(
    names: (&str, &str),
    text: String,
    options: Vec<String>,
    beside: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Scenario, Faults> {
    load_for(names, text, options, beside, true)
}

/// `played`: not only looked at.
fn load_for(
    (id, file): (&str, &str),
    text: String,
    options: Vec<String>,
    beside: &dyn Fn(&str) -> Result<String, String>,
    played: bool,
) -> Result<Scenario, Faults> {
    let system = system_of(file, &text)?;
    let mut texts = vec![(file.to_owned(), text.clone())];
    let mut read = |name: &str| {
        let found = beside(name)?;
        texts.push((name.to_owned(), found.clone()));
        Ok(found)
    };
    let asked = Asked { file, text: &text, options: &options, played };
    let loaded = systems::load(&system, &asked, &mut read)?;
    let head = loaded.head();
    Ok(Scenario {
        id: options.iter().fold(id.to_owned(), |id, word| format!("{id} +{word}")),
        name: head.name,
        system: head.system,
        turns: head.turns,
        description: head.description,
        foreword: head.foreword,
        game: head.game,
        units: head.units,
        sides: Side::BOTH,
        options,
        texts,
        loaded,
    })
}

/// Everything wrong with a scenario, and what is probably a slip; name and text of every file it names are handed to `seen`.
pub(crate) fn examine_text(
    file: &str,
    text: &str,
    beside: &dyn Fn(&str) -> Result<String, String>,
    seen: &mut dyn FnMut(&str, &str),
) -> (Faults, Vec<Fault>) {
    let system = match system_of(file, text) {
        Ok(system) => system,
        Err(faults) => return (faults, Vec::new()),
    };
    let mut read = |name: &str| {
        let found = beside(name)?;
        seen(name, &found);
        Ok(found)
    };
    let asked = Asked { file, text, options: &[], played: true };
    if crate::system(&system).is_none() {
        return (systems::load(&system, &asked, &mut read).err().unwrap_or_default(), Vec::new());
    }
    systems::examine(&system, &asked, &mut read)
}

/// Where a scenario's files lie: its name in messages, its text, and what is beside it.
pub(crate) fn locate(id_or_path: &str) -> Result<(String, String, Shelf), OpenError> {
    if let Some(file) = built_in(SCENARIO).into_iter().find(|f| f.stem(SCENARIO) == id_or_path) {
        let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        return Ok((format!("data/{}", file.path), file.text(), Shelf::Embedded(folder.to_owned())));
    }
    if !is_file(id_or_path) {
        return Err(OpenError::Unknown { asked: id_or_path.to_owned(), near: nearest(id_or_path) });
    }
    let path = Path::new(id_or_path);
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    Ok((id_or_path.to_owned(), read_text(path)?, Shelf::Disk(folder)))
}

/// Opens every built-in scenario, examples too: each id with what is wrong with it.
pub fn check_all() -> Vec<(String, Result<Scenario, Faults>)> {
    let files = built_in(SCENARIO);
    files.iter().map(|f| (f.stem(SCENARIO).to_owned(), open_built_in(f, Vec::new()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::SeededDice;

    #[test]
    fn everything_built_in_fits_and_starts() {
        for (id, opened) in check_all() {
            let scenario = opened.unwrap_or_else(|faults| panic!("{id}: {faults}"));
            let (game, _) = scenario.start(&mut SeededDice::from_number(1));
            assert_eq!(game.system(), scenario.system);
            assert!(scenario.turns > 0 && !scenario.name.is_empty(), "{id}");
        }
    }

    #[test]
    fn an_unknown_id_is_told_with_the_nearest_one() {
        let id = ids().pop().expect("a built-in scenario");
        let typed = format!("{}x", &id[..id.len() - 1]);
        let error = open(&typed).unwrap_err();
        assert_eq!(error, OpenError::Unknown { asked: typed, near: Some(id) });
        assert!(error.to_string().contains("did you mean"), "{error}");
    }

    #[test]
    fn optional_rules_are_switched_on_by_their_words() {
        let hidden = ["limited-intelligence".to_owned()];
        let plain = open("second-manassas").unwrap();
        let with = open_with("second-manassas", &hidden).unwrap();
        assert_eq!(with.options, hidden);
        assert_eq!(with.id, "second-manassas +limited-intelligence", "what records call it");
        assert_ne!(plain.hash(), with.hash(), "records of the two must not be taken for one another");
        assert_eq!(open("second-manassas +limited-intelligence").unwrap().hash(), with.hash());
        assert!(plain.optional().iter().any(|o| o.word == "limited-intelligence" && !o.usual));
        let told = open_with("second-manassas", &["fog".to_owned()]).unwrap_err().to_string();
        assert!(told.contains("options") && told.contains("limited-intelligence"), "{told}");
        let of = |system: &str| crate::list().into_iter().find(|e| e.system == system).unwrap().id;
        assert!(open_with(&of("lfm"), &hidden).unwrap_err().to_string().contains("no optional rules"));
        assert!(open_with(&of("vnb"), &hidden).unwrap_err().to_string().contains("pursuit-in-woods"));
        let woods = open_with(&of("vnb"), &["pursuit-in-woods".to_owned()]).unwrap();
        assert_ne!(woods.hash(), open(&of("vnb")).unwrap().hash());
    }

    #[test]
    fn a_scenario_opens_from_the_texts_it_had() {
        for entry in crate::list() {
            let first = open(&entry.id).unwrap();
            let again = open_kept(&entry.id, &first.options, &first.texts).unwrap();
            assert_eq!((again.hash(), again.id), (first.hash(), first.id));
        }
        let manassas = open("second-manassas +limited-intelligence").unwrap();
        let mut texts = manassas.texts.clone();
        texts[0].1 = texts[0].1.replacen("name = \"", "name = \"The old ", 1);
        let old = open_kept("second-manassas", &manassas.options, &texts).unwrap();
        assert!(old.name.starts_with("The old ") && old.hash() != manassas.hash(), "{}", old.name);
        assert!(open_kept("second-manassas", &[], &texts[..1]).is_err(), "a text is missing");
        assert!(open_kept("second-manassas", &[], &[]).is_err());
    }

    #[test]
    fn a_file_that_is_no_scenario_says_what_was_expected() {
        let told = |text| system_of("x.scenario.toml", text).unwrap_err().to_string();
        assert_eq!(told(""), "x.scenario.toml:1:1: format: missing: expected `hardtack-scenario/1`");
        assert!(told("format = \"hardtack-map/1\"").contains("`hardtack-map/1` is no scenario"));
        assert!(told("format = \"hardtack-scenario/1\"").contains("system: missing"));
        assert!(told("format = 3").contains("x.scenario.toml:1"));
    }

    #[test]
    fn a_file_on_disk_and_the_built_in_text_are_the_same_scenario() {
        let id = ids().pop().expect("a built-in scenario");
        let built_in = open(&id).unwrap();
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in &built_in.texts {
            std::fs::write(folder.path().join(name.rsplit('/').next().unwrap()), text).unwrap();
        }
        let path = folder.path().join(format!("{id}{SCENARIO}"));
        let on_disk = open(path.to_str().unwrap()).unwrap();
        assert_eq!(on_disk.hash(), built_in.hash());
        assert_eq!(on_disk.name, built_in.name);
    }
}
