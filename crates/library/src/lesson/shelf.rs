//! Finding and opening lessons, built in or on disk.

use std::path::Path;
use std::sync::OnceLock;

use serde::Serialize;
use table::{Faults, Side};

use super::Lesson;
use crate::catalog::{SCENARIO, guided};
use crate::files::read_text;
use crate::{BuiltIn, OpenError, Scenario, built_in, open, own};

/// How the files of lessons end.
pub const LESSON: &str = ".lesson.toml";

/// A lesson as a menu shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LessonCard {
    /// What [`lesson`](super::lesson) calls it.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The word of the rule system.
    pub system: &'static str,
    /// The id of the scenario it is played on.
    pub scenario: String,
    /// What is learnt in it.
    pub about: String,
    /// About how long it takes.
    pub minutes: u16,
    /// The student's side.
    pub you: Side,
    /// How many steps it has.
    pub steps: usize,
}

/// The built-in lessons in the order in which a newcomer takes them, system by system.
pub fn lessons() -> Vec<LessonCard> {
    static CARDS: OnceLock<Vec<LessonCard>> = OnceLock::new();
    CARDS.get_or_init(gather).clone()
}

/// The card of a built-in lesson.
pub fn lesson(id: &str) -> Option<LessonCard> {
    lessons().into_iter().find(|card| card.id == id)
}

fn gather() -> Vec<LessonCard> {
    let order = guided();
    let place = |id: &str| order.iter().position(|one| one == id).unwrap_or(usize::MAX);
    let mut files = built_in(LESSON);
    files.sort_by_key(|file| (place(file.stem(LESSON)), file.path.clone()));
    files
        .iter()
        .filter(|file| is_taught(file))
        .filter_map(|file| read_built_in(file).ok())
        .map(card)
        .collect()
}

/// Examples of the format are not.
fn is_taught(file: &BuiltIn) -> bool {
    !file.path.starts_with("examples/")
}

pub(crate) fn card((lesson, system): (Lesson, &'static str)) -> LessonCard {
    LessonCard {
        steps: lesson.len(),
        id: lesson.id,
        title: lesson.title,
        system,
        scenario: lesson.scenario,
        about: lesson.about,
        minutes: lesson.minutes,
        you: lesson.you,
    }
}

/// Opens a built-in lesson by its id, an own one by its own (`own:NAME/LESSON`), or a lesson file by its path.
///
/// # Errors
/// Nothing is called so, a file cannot be read, or everything in it that does not fit.
pub fn open_lesson(id_or_path: &str) -> Result<Lesson, OpenError> {
    if let Some(shelf) = own::shelf().filter(|_| own::is_own(id_or_path)) {
        return shelf.lesson(id_or_path);
    }
    if let Some(file) = built_in(LESSON).into_iter().find(|f| f.stem(LESSON) == id_or_path) {
        return Ok(read_built_in(&file)?.0);
    }
    if !crate::scenario::is_file(id_or_path) {
        return Err(OpenError::Unknown { asked: id_or_path.to_owned(), near: None });
    }
    let path = Path::new(id_or_path);
    let text = read_text(path)?;
    let id = path.file_name().and_then(|name| name.to_str()).unwrap_or(id_or_path);
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let beside = |name: &str| {
        let file = folder.join(format!("{name}{SCENARIO}"));
        if file.exists() { file.display().to_string() } else { name.to_owned() }
    };
    let names = (id.strip_suffix(LESSON).unwrap_or(id), id_or_path);
    Ok(read(names, &text, beside, |id| folder.join(format!("{id}{LESSON}")).exists())?.0)
}

/// The lessons that are played on a scenario: by id for a built-in one, else the files beside it.
pub fn beside(id_or_path: &str) -> Vec<String> {
    if let Some(shelf) = own::shelf().filter(|_| own::is_own(id_or_path)) {
        let entry = shelf.entry(id_or_path).ok().and_then(|own| own.entry.clone());
        return entry.map(|entry| entry.lessons).unwrap_or_default();
    }
    let path = Path::new(id_or_path);
    let stem = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(SCENARIO));
    let (Some(stem), Some(folder)) = (stem, path.parent()) else {
        return lessons()
            .into_iter()
            .filter(|card| card.scenario == id_or_path)
            .map(|card| card.id)
            .collect();
    };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<String> = files
        .filter(|file| file.to_str().is_some_and(|name| name.ends_with(LESSON)))
        .filter(|file| read_text(file).is_ok_and(|text| names(&text, stem)))
        .filter_map(|file| file.to_str().map(str::to_owned))
        .collect();
    found.sort();
    found
}

/// Whether a lesson's text names this scenario; what cannot be read as a lesson is checked too.
pub(crate) fn names(text: &str, scenario: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct Named {
        scenario: String,
    }
    table::Source::new("", text).parse::<Named>().map_or(true, |named| named.scenario == scenario)
}

/// Opens a lesson from the text it had when a game with it began; its scenario as it is built in.
///
/// # Errors
/// Everything in it that does not fit any more.
pub fn reopen_lesson(id: &str, text: &str) -> Result<Lesson, Faults> {
    let file = format!("{id}{LESSON}");
    Ok(read((id, &file), text, str::to_owned, |_| true)?.0)
}

/// Opens a lesson from the text it had when a game with it began, on the scenario of that game.
///
/// # Errors
/// Everything in it that does not fit any more.
pub fn reopen_lesson_on(id: &str, text: &str, scenario: Scenario) -> Result<Lesson, Faults> {
    let (file, on) = (format!("{id}{LESSON}"), scenario.id.clone());
    Ok(Lesson { scenario: on, ..read_on((id, &file), text, scenario, |_| true)? })
}

/// Reads a lesson on a scenario that was opened; `known` finds lessons and scenarios that are not built in.
pub(crate) fn read_on(
    names: (&str, &str),
    text: &str,
    scenario: Scenario,
    known: impl Fn(&str) -> bool,
) -> Result<Lesson, Faults> {
    Lesson::read(names, text, |_| Ok(scenario), |id| known(id) || is_built_in(id))
}

/// The title in a lesson's text.
pub(crate) fn title(text: &str) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Titled {
        title: String,
    }
    table::Source::new("", text).parse::<Titled>().ok().map(|titled| titled.title)
}

/// Whether a lesson or scenario of this id is built in.
fn is_built_in(id: &str) -> bool {
    [LESSON, SCENARIO].iter().any(|ending| built_in(ending).iter().any(|file| file.stem(ending) == id))
}

fn read_built_in(file: &BuiltIn) -> Result<(Lesson, &'static str), Faults> {
    let name = format!("data/{}", file.path);
    read((file.stem(LESSON), &name), &file.text(), str::to_owned, |_| false)
}

/// Reads a lesson whose scenario `scenario` opens; what comes next may be anything.
pub(crate) fn read_among(
    file: &str,
    text: &str,
    scenario: impl FnOnce(&str) -> Result<Scenario, String>,
) -> Result<Lesson, Faults> {
    let id = file.strip_suffix(LESSON).unwrap_or(file);
    Lesson::read((id, file), text, scenario, |_| true)
}

/// `beside` finds the scenario of a name, `known` lessons that are not built in.
fn read(
    names: (&str, &str),
    text: &str,
    beside: impl FnOnce(&str) -> String,
    known: impl Fn(&str) -> bool,
) -> Result<(Lesson, &'static str), Faults> {
    let mut system = "";
    let scenario = |name: &str| {
        let opened = open(&beside(name)).map_err(|why| why.to_string())?;
        system = opened.system;
        Ok(opened)
    };
    let lesson = Lesson::read(names, text, scenario, |id| known(id) || is_built_in(id))?;
    Ok((lesson, system))
}

/// Reads every built-in lesson, examples too: each id with what is wrong with it.
pub fn check_lessons() -> Vec<(String, Result<Lesson, Faults>)> {
    let read = |file: &BuiltIn| read_built_in(file).map(|(lesson, _)| lesson);
    built_in(LESSON).iter().map(|file| (file.stem(LESSON).to_owned(), read(file))).collect()
}
