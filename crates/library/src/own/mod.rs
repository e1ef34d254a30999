//! Own scenarios: files that an author or owner keeps on shelves of his own, beside those that are built in.
//!
//! A shelf is a folder on disk. A folder on it is a scenario with its map, lessons, tables and pictures, `own:NAME`; a
//! scenario file that lies on the shelf itself is one too. Files are read again whenever they have changed. One that
//! does not fit is listed with what was found in it.

mod lessons;
mod names;
mod places;
#[cfg(test)]
mod tests;
mod under;
mod write;

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use sha2::{Digest, Sha256};
use table::{Fault, Faults};

use names::is_text;
pub use names::{Files, MOST_FILES, MOST_TEXT, PICTURES, TEXTS, is_picture};
use places::{Place, files_of, place, places};
pub use under::Under;
pub use write::{WriteError, check};

use crate::files::{Shelf, read_text};
use crate::scenario::load_with;
use crate::{Entry, Finding, OpenError, Scenario};

/// What the ids of own scenarios and lessons begin with.
pub const OWN: &str = "own:";

/// Whether this is the id of an own scenario or lesson.
pub fn is_own(id: &str) -> bool {
    id.starts_with(OWN)
}

/// An own scenario, as a menu shows it.
#[derive(Clone, Debug)]
pub struct OwnEntry {
    /// What [`open`](crate::open) calls it: `own:NAME`.
    pub id: String,
    /// The folder that holds its files.
    pub folder: PathBuf,
    /// The names of its files: texts, then pictures.
    pub files: Vec<String>,
    /// What was found in its texts.
    pub findings: Vec<Finding>,
    /// Nothing where it cannot be played.
    pub entry: Option<Entry>,
}

/// The shelves of own scenarios. What is written goes onto the first.
pub struct OwnShelf {
    folders: Vec<PathBuf>,
    /// What was read of each, with the stamp it had then.
    known: Mutex<HashMap<String, (String, Arc<OwnEntry>)>>,
    writing: Mutex<()>,
}

impl OwnShelf {
    /// These folders, whether they are there yet or not.
    pub fn new(folders: Vec<PathBuf>) -> OwnShelf {
        OwnShelf { folders, known: Mutex::default(), writing: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, (String, Arc<OwnEntry>)>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn place(&self, id: &str) -> Result<Place, OpenError> {
        place(&self.folders, id).ok_or_else(|| self.unknown(id))
    }

    fn unknown(&self, id: &str) -> OpenError {
        let likeness = |place: &Place| strsim::jaro_winkler(&place.id, id);
        let all = places(&self.folders);
        let near = all.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        let near = near.filter(|place| likeness(place) > 0.85).map(|place| place.id.clone());
        OpenError::Unknown { asked: id.to_owned(), near }
    }

    /// Everything on the shelves, by id.
    pub fn list(&self) -> Vec<Arc<OwnEntry>> {
        let all = places(&self.folders);
        self.known().retain(|id, _| all.iter().any(|place| place.id == *id));
        all.iter().map(|place| self.read(place)).collect()
    }

    /// One of them.
    ///
    /// # Errors
    /// There is none of this id.
    pub fn entry(&self, id: &str) -> Result<Arc<OwnEntry>, OpenError> {
        Ok(self.read(&self.place(id)?))
    }

    /// As it was read before, unless a file has changed since.
    fn read(&self, place: &Place) -> Arc<OwnEntry> {
        let stamp = stamp(place);
        if let Some((then, entry)) = self.known().get(&place.id)
            && *then == stamp
        {
            return entry.clone();
        }
        let entry = Arc::new(self.examined(place));
        self.known().insert(place.id.clone(), (stamp, entry.clone()));
        entry
    }

    fn examined(&self, place: &Place) -> OwnEntry {
        let texts = texts(place);
        let lessons = self.lessons_at(place);
        let taught = lessons.into_iter().map(|card| card.id).collect();
        let opened = open(place, &place.id, &[]).ok();
        let entry = opened.map(|scenario| crate::catalog::entry(scenario, taught));
        let findings = match texts {
            Ok(files) => {
                let others = |name: &str| {
                    name.ends_with(crate::catalog::SCENARIO) && place.main.as_deref() != Some(name)
                };
                let texts: Vec<(String, String)> =
                    files.into_iter().filter(|(name, _)| place.main.is_none() || !others(name)).collect();
                crate::examine(&texts)
            }
            Err(why) => vec![unreadable(place, why.to_string())],
        };
        let mut files: Vec<String> = names(place);
        files.sort_by_key(|name| (is_picture(name), name.clone()));
        OwnEntry { id: place.id.clone(), folder: place.folder.clone(), files, findings, entry }
    }

    /// Changes whenever a file of it does.
    pub fn stamp(&self, id: &str) -> Option<String> {
        self.place(id).ok().map(|place| stamp(&place))
    }

    /// Opens one with optional rules.
    ///
    /// # Errors
    /// There is none of this id, or everything in it that does not fit.
    pub fn open(&self, id: &str, options: &[String]) -> Result<Scenario, OpenError> {
        open(&self.place(id)?, id, options)
    }

    /// Its texts by the names of their files.
    ///
    /// # Errors
    /// There is none of this id, or a file cannot be read.
    pub fn texts(&self, id: &str) -> Result<Files, OpenError> {
        texts(&self.place(id)?)
    }

    /// The path of a picture that lies beside its files, or in a folder in theirs.
    pub fn picture(&self, id: &str, name: &str) -> Option<PathBuf> {
        let parts: Vec<&str> = name.split('/').collect();
        let fits =
            parts.len() <= 2 && parts.iter().all(|part| names::plain(part).is_ok()) && is_picture(name);
        let path = self.place(id).ok().filter(|_| fits)?.folder.join(name);
        path.is_file().then_some(path)
    }
}

/// The hash of texts, by which somebody who changes them says what he has read.
pub fn hash_of(files: &Files) -> String {
    let mut all = Sha256::new();
    for part in files.iter().flat_map(|(name, text)| [name, text]) {
        all.update(part.len().to_le_bytes());
        all.update(part);
    }
    all.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unreadable(place: &Place, what: String) -> Finding {
    let file = place.main.clone().unwrap_or_default();
    Finding::fault(Fault::new(file, "", what))
}

/// Of the names, sizes and times of its files.
fn stamp(place: &Place) -> String {
    let mut all = Sha256::new();
    all.update(format!("{place:?}"));
    for file in files_of(&place.folder) {
        all.update(format!("{file:?}"));
    }
    all.finalize()[..12].iter().map(|byte| format!("{byte:02x}")).collect()
}

fn open(place: &Place, id: &str, options: &[String]) -> Result<Scenario, OpenError> {
    let Some(main) = &place.main else {
        let what = "there is no file that ends in .scenario.toml: expected one".to_owned();
        return Err(Faults(vec![Fault::new(id, "", what)]).into());
    };
    let mut options = options.to_vec();
    options.sort();
    options.dedup();
    let text = read_text(&place.folder.join(main))?;
    let beside = Shelf::Disk(place.folder.clone());
    let read = |name: &str| beside.beside(name).map_err(|why| why.to_string());
    Ok(load_with((id, main), text, options, &read)?)
}

/// The names of all files that are its own.
fn names(place: &Place) -> Vec<String> {
    if !place.loose {
        return files_of(&place.folder).into_iter().map(|(name, ..)| name).collect();
    }
    let main = place.main.iter().cloned();
    let mut all: Vec<String> = main.chain(named(place)).chain(lessons::files_beside(place)).collect();
    all.sort();
    all.dedup();
    all
}

/// The files that a scenario names, as far as it can be read.
fn named(place: &Place) -> Vec<String> {
    let seen = RefCell::new(Vec::new());
    let beside = Shelf::Disk(place.folder.clone());
    let read = |name: &str| {
        let text = beside.beside(name).map_err(|why| why.to_string())?;
        seen.borrow_mut().push(name.to_owned());
        Ok(text)
    };
    let main = place.main.as_deref().unwrap_or_default();
    if let Ok(text) = read_text(&place.folder.join(main)) {
        // What does not fit is told elsewhere: here only its files are wanted.
        drop(load_with((main, main), text, Vec::new(), &read));
    }
    seen.into_inner()
}

fn texts(place: &Place) -> Result<Files, OpenError> {
    let mut files = Files::new();
    for name in names(place).into_iter().filter(|name| is_text(name)) {
        let text = read_text(&place.folder.join(&name))?;
        files.insert(name, text);
    }
    Ok(files)
}

static SHELF: OnceLock<OwnShelf> = OnceLock::new();

/// The shelf that [`crate::open`] finds own scenarios on, for a program that has one of them: said once, at its start.
pub fn use_shelf(shelf: OwnShelf) {
    drop(SHELF.set(shelf));
}

/// The shelf that was said to be used.
pub fn shelf() -> Option<&'static OwnShelf> {
    SHELF.get()
}

/// Opens an own scenario from the shelf in use.
pub(crate) fn open_own(id: &str, options: &[String]) -> Result<Scenario, OpenError> {
    match shelf() {
        Some(shelf) => shelf.open(id, options),
        None => Err(OpenError::Unknown { asked: id.to_owned(), near: None }),
    }
}

/// The file of an own scenario on the shelf in use.
pub fn path_of(id: &str) -> Option<PathBuf> {
    let place = shelf()?.place(id).ok()?;
    Some(Path::new(&place.folder).join(place.main?))
}
