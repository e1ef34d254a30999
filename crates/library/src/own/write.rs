//! Writing onto a shelf: whole scenarios, or their pictures. Nothing is written half.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use super::names::{Files, checked, is_picture, is_text, plain, small};
use super::places::{MOST_PLACES, Place, files_of, places};
use super::{OWN, OwnShelf, hash_of, texts};
use crate::OpenError;

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A name or a number of files that cannot be.
    #[error("{0}")]
    Wrong(String),
    /// More is to be written than a scenario may have.
    #[error("{0}")]
    TooLarge(String),
    /// Somebody has the name already.
    #[error("there is an own scenario `{0}` already: choose another name, or take that one away first")]
    Taken(String),
    /// Somebody else has written since.
    #[error("the files of `{0}` have changed since they were read: read them again")]
    Changed(String),
    /// What is there cannot be opened.
    #[error("{0}")]
    Open(#[from] OpenError),
    /// No shelf for own scenarios was named.
    #[error("there is no folder for own scenarios")]
    NoFolder,
    /// The system does not take it: the file, and what the system says.
    #[error("`{0}` cannot be written: {1}")]
    Disk(String, io::Error),
}

fn disk(path: &Path) -> impl FnOnce(io::Error) -> WriteError {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    move |why| WriteError::Disk(name, why)
}

impl OwnShelf {
    fn lock(&self) -> std::sync::MutexGuard<'_, ()> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a new scenario onto the first shelf; its id.
    ///
    /// # Errors
    /// It cannot be called so, there is one of this name, or the disk failed.
    pub fn add(&self, name: &str, files: &Files) -> Result<String, WriteError> {
        let _turn = self.lock();
        check(name, files)?;
        let id = format!("{OWN}{name}");
        if places(&self.folders).len() >= MOST_PLACES {
            return Err(WriteError::Wrong(format!(
                "there are {MOST_PLACES} own scenarios: take some away first"
            )));
        }
        let is_there = |shelf: &PathBuf| shelf.join(name).exists();
        if self.folders.iter().any(is_there) || self.place(&id).is_ok() {
            return Err(WriteError::Taken(id));
        }
        let shelf = self.folders.first().ok_or(WriteError::NoFolder)?;
        let folder = shelf.join(name);
        fs::create_dir_all(&folder).map_err(disk(&folder))?;
        if let Err(why) = write_all(&folder, files) {
            fs::remove_dir_all(&folder).ok();
            return Err(why);
        }
        Ok(id)
    }

    /// Writes the texts of a scenario in place of those it has; files that are not among them are taken away. `was` is the
    /// hash of the texts as they were read.
    ///
    /// # Errors
    /// There is no such scenario, it has changed since, a file cannot be called so, or the disk failed.
    pub fn write(&self, id: &str, files: &Files, was: &str) -> Result<(), WriteError> {
        let _turn = self.lock();
        fits(files)?;
        let place = self.place(id)?;
        let before = texts(&place)?;
        if hash_of(&before) != was {
            return Err(WriteError::Changed(id.to_owned()));
        }
        let foreign = |name: &&String| !before.contains_key(*name) && place.folder.join(name).exists();
        if let Some(name) = files.keys().find(foreign) {
            return Err(WriteError::Wrong(format!(
                "`{name}` is a file of another scenario in the same folder"
            )));
        }
        write_all(&place.folder, files)?;
        for name in before.keys().filter(|name| !files.contains_key(*name)) {
            let path = place.folder.join(name);
            fs::remove_file(&path).map_err(disk(&path))?;
        }
        self.known().remove(id);
        Ok(())
    }

    /// Takes a scenario away: its folder with the texts and pictures in it, or its one file where it shares a folder.
    ///
    /// # Errors
    /// There is no such scenario, or the disk failed.
    pub fn remove(&self, id: &str) -> Result<(), WriteError> {
        let _turn = self.lock();
        let place = self.place(id)?;
        let alone = !place.loose && !id.contains('/');
        match (&place.main, alone) {
            (Some(main), false) => {
                let path = place.folder.join(main);
                fs::remove_file(&path).map_err(disk(&path))?;
            }
            _ => remove_folder(&place.folder)?,
        }
        self.known().remove(&place.id);
        Ok(())
    }

    /// Puts a picture beside the files of a scenario, or into a folder in theirs, in place of one that is called so.
    ///
    /// # Errors
    /// There is no such scenario, it cannot be called so, or the disk failed.
    pub fn write_picture(&self, id: &str, name: &str, bytes: &[u8]) -> Result<(), WriteError> {
        let _turn = self.lock();
        let place = self.place(id)?;
        let path = picture_path(&place, name)?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(disk(folder))?;
        }
        draft(&path, bytes)?;
        fs::rename(draft_of(&path), &path).map_err(disk(&path))?;
        self.known().remove(&place.id);
        Ok(())
    }

    /// Takes a picture away.
    ///
    /// # Errors
    /// There is none, or the disk failed.
    pub fn remove_picture(&self, id: &str, name: &str) -> Result<(), WriteError> {
        let _turn = self.lock();
        let place = self.place(id)?;
        let path = picture_path(&place, name)?;
        fs::remove_file(&path).map_err(disk(&path))?;
        self.known().remove(&place.id);
        Ok(())
    }
}

fn picture_path(place: &Place, name: &str) -> Result<PathBuf, WriteError> {
    let parts: Vec<&str> = name.split('/').collect();
    for part in &parts {
        plain(part).map_err(WriteError::Wrong)?;
    }
    if parts.len() > 2 || !is_picture(name) {
        let endings = super::PICTURES.join(", ");
        return Err(WriteError::Wrong(format!("`{name}`: a picture ends in one of {endings}")));
    }
    Ok(place.folder.join(name))
}

/// Whether a scenario could be written so, before anything is worked out about it.
///
/// # Errors
/// A name or a number of files that cannot be, or too much text.
pub fn check(name: &str, files: &Files) -> Result<(), WriteError> {
    plain(name).map_err(WriteError::Wrong)?;
    fits(files)
}

fn fits(files: &Files) -> Result<(), WriteError> {
    checked(files).map_err(WriteError::Wrong)?;
    small(files).map_err(WriteError::TooLarge)
}

/// A name that is no scenario's, for what is not whole yet.
fn draft_of(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.part"))
}

fn draft(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let draft = draft_of(path);
    fs::write(&draft, bytes).map_err(|why| {
        fs::remove_file(&draft).ok();
        disk(path)(why)
    })
}

/// All or nothing: only when every file is on the disk the first is put in its place.
fn write_all(folder: &Path, files: &Files) -> Result<(), WriteError> {
    for (name, text) in files {
        if let Err(why) = draft(&folder.join(name), text.as_bytes()) {
            files.keys().for_each(|name| drop(fs::remove_file(draft_of(&folder.join(name)))));
            return Err(why);
        }
    }
    for name in files.keys() {
        let path = folder.join(name);
        fs::rename(draft_of(&path), &path).map_err(disk(&path))?;
    }
    Ok(())
}

/// Takes away what a scenario is made of; whatever else lies there stays, and its folder with it.
fn remove_folder(folder: &Path) -> Result<(), WriteError> {
    let inner = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let pictures: Vec<PathBuf> =
        inner.filter(|path| path.is_dir() && !path.is_symlink() && holds_pictures(path)).collect();
    for folder in pictures.iter().map(PathBuf::as_path).chain([folder]) {
        for (name, ..) in files_of(folder).iter().filter(|(name, ..)| is_text(name) || is_picture(name)) {
            let path = folder.join(name);
            fs::remove_file(&path).map_err(disk(&path))?;
        }
        // Not empty: there is something that was not put there through the shelf.
        fs::remove_dir(folder).ok();
    }
    Ok(())
}

/// Whether pictures are all that a folder holds.
fn holds_pictures(folder: &Path) -> bool {
    let files =
        fs::read_dir(folder).into_iter().flatten().flatten().filter_map(|e| e.file_name().into_string().ok());
    files.into_iter().all(|name| is_picture(&name))
}
