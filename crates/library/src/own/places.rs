//! Where own scenarios lie: folders of a shelf, or files that lie on it by themselves.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::OWN;
use super::names::{is_picture, is_text};
use crate::catalog::SCENARIO;

/// More than anybody has; a folder of a whole disk given by mistake is not walked through.
pub(super) const MOST_PLACES: usize = 1_000;
const MOST_LOOKED_AT: usize = 5_000;

/// One scenario on a shelf.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub id: String,
    /// The folder that holds its files.
    pub folder: PathBuf,
    /// The name of its scenario file; a folder may have none yet.
    pub main: Option<String>,
    /// It shares its folder with others: what lies beside it is not all its own.
    pub loose: bool,
}

impl Place {
    /// The part of the id that lessons beside it have before their names.
    pub fn lesson_id(&self, stem: &str) -> String {
        match (self.loose, self.folder.file_name().and_then(|name| name.to_str())) {
            (false, Some(folder)) => format!("{OWN}{folder}/{stem}"),
            _ => format!("{OWN}{stem}"),
        }
    }
}

/// The files of a folder that may be of a scenario, by name: how large, and when they were changed.
pub(super) fn files_of(folder: &Path) -> Vec<(String, u64, SystemTime)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().take(MOST_LOOKED_AT);
    let mut found: Vec<_> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let known = !name.starts_with('.') && (is_text(&name) || is_picture(&name));
            // Of the file itself where the entry is a link to it.
            let about = std::fs::metadata(entry.path()).ok().filter(|about| known && about.is_file())?;
            Some((name, about.len(), about.modified().unwrap_or(SystemTime::UNIX_EPOCH)))
        })
        .collect();
    found.sort();
    found
}

fn scenarios(files: &[(String, u64, SystemTime)]) -> Vec<(String, String)> {
    let stem = |name: &str| Some((name.strip_suffix(SCENARIO)?.to_owned(), name.to_owned()));
    files.iter().filter_map(|(name, ..)| stem(name)).collect()
}

/// All that lies on these shelves; of two with the same id the first counts.
pub(super) fn places(shelves: &[PathBuf]) -> Vec<Place> {
    let mut found: Vec<Place> = Vec::new();
    for shelf in shelves {
        let loose = scenarios(&files_of(shelf)).into_iter().map(|(stem, file)| Place {
            id: format!("{OWN}{stem}"),
            folder: shelf.clone(),
            main: Some(file),
            loose: true,
        });
        let new = loose.chain(folders(shelf).into_iter().flat_map(|name| in_folder(shelf, &name)));
        for place in new {
            if found.len() < MOST_PLACES && found.iter().all(|known| known.id != place.id) {
                found.push(place);
            }
        }
    }
    found.sort_by(|a, b| a.id.cmp(&b.id));
    found
}

fn folders(shelf: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(shelf).into_iter().flatten().flatten().take(MOST_LOOKED_AT);
    let folders = entries.filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> = folders.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.retain(|name| !name.starts_with('.'));
    names.sort();
    names
}

/// A folder with one scenario is called as the folder, of several each by its own name as well.
fn in_folder(shelf: &Path, name: &str) -> Vec<Place> {
    let folder = shelf.join(name);
    let files = files_of(&folder);
    let place = |id: String, main| Place { id, folder: folder.clone(), main, loose: false };
    match scenarios(&files).as_slice() {
        [] if !files.iter().any(|(name, ..)| name.ends_with(".toml")) => Vec::new(),
        [] => vec![place(format!("{OWN}{name}"), None)],
        [(_, file)] => vec![place(format!("{OWN}{name}"), Some(file.clone()))],
        several => {
            let each =
                |(stem, file): &(String, String)| place(format!("{OWN}{name}/{stem}"), Some(file.clone()));
            several.iter().map(each).collect()
        }
    }
}

/// The place of an id. A scenario that got a fellow is still found by the name of its folder.
pub(super) fn place(shelves: &[PathBuf], id: &str) -> Option<Place> {
    let all = places(shelves);
    if let Some(place) = all.iter().find(|place| place.id == id) {
        return Some(place.clone());
    }
    let name = id.strip_prefix(OWN)?;
    let (folder, stem) = name.split_once('/').unwrap_or((name, name));
    let file = format!("{stem}{SCENARIO}");
    let is = |place: &&Place| {
        !place.loose
            && place.folder.file_name().and_then(|own| own.to_str()) == Some(folder)
            && place.main.as_deref() == Some(&file)
    };
    all.iter().find(is).cloned()
}
