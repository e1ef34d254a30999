//! Backups: made while a server runs, looked through before they count, restored only where nothing is lost by it.

use std::path::{Component, Path, PathBuf};

use ::store::backup::{self, Holds};
use ::store::{Fault, Place};

use super::{hold, nothing, open, reads, told};
use crate::folder::{make_folder, make_private};
use crate::{Error, hosted};

/// Backs up what is kept at `from`, and the files below `scenarios`, into the file `to`. What stood there before is replaced
/// once the new backup is whole and was looked through. `told` hears how far it is.
///
/// # Errors
/// There is nothing to back up, the disk failed, or the copy is not whole.
pub async fn back_up(
    from: &Place,
    scenarios: Option<&Path>,
    to: &Path,
    mut heard: impl FnMut(&str, u64, u64) + Send + 'static,
) -> Result<Holds, Error> {
    let part = beside(to, "part");
    let fail = |why: std::io::Error| Error::Folder(format!("{} cannot be written: {why}", part.display()));
    match std::fs::remove_file(&part) {
        Err(why) if why.kind() != std::io::ErrorKind::NotFound => return Err(fail(why)),
        _ => {}
    }
    let files = scenarios.map_or(Ok(Vec::new()), files_below).map_err(fail)?;
    make_private(&part)?;
    match from {
        Place::File(file) if !file.exists() => return Err(nothing(file)),
        Place::File(file) => {
            backup::copy_file(file, &part, &mut |done, all| heard("pages", done, all))
                .map_err(|why| told(from, why))?;
        }
        Place::Postgres(_) => {
            let source = open(from)?;
            let copy = open(&Place::File(part.clone()))?;
            source.copy_into(&copy, move |table, rows| heard(table, rows, 0)).await?;
            copy.settle().await?;
        }
    }
    let (copy, place) = (part.clone(), to.to_owned());
    let done = tokio::task::spawn_blocking(move || {
        backup::finish(&copy, &files)?;
        let holds = backup::check(&copy, &reads)?;
        std::fs::File::open(&copy).and_then(|file| file.sync_all()).map_err(lost(&copy))?;
        std::fs::rename(&copy, &place).map_err(lost(&place))?;
        Ok::<_, Fault>(holds)
    });
    Ok(done.await.map_err(|why| Error::Unavailable(why.to_string()))??)
}

fn lost(path: &Path) -> impl Fn(std::io::Error) -> Fault {
    let shown = path.display().to_string();
    move |why| Fault::Unavailable(format!("{shown} cannot be written: {why}"))
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    file.with_file_name(name)
}

/// Every file below a folder, by its name there; links are not followed.
fn files_below(folder: &Path) -> std::io::Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        let entries = match std::fs::read_dir(&next) {
            Err(why) if why.kind() == std::io::ErrorKind::NotFound => continue,
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_dir() {
                open.push(entry.path());
            } else if kind.is_file() {
                let path = entry.path();
                let parts = path.strip_prefix(folder).unwrap_or(&path).components();
                let name: Vec<_> =
                    parts.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
                found.push((name.join("/"), path));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Restores a backup: the games to `to`, the files below `scenarios`. Games that are there are put aside under another name if
/// `force` says so, and are otherwise a reason to do nothing; so are files.
///
/// # Errors
/// The backup is not whole, a server has the games, or there are some already.
pub async fn restore(from: &Path, to: &Place, scenarios: &Path, force: bool) -> Result<Holds, Error> {
    if !from.exists() {
        return Err(Error::Folder(format!("there is no file {}", from.display())));
    }
    let source = from.to_owned();
    let checked = tokio::task::spawn_blocking(move || backup::check(&source, &reads));
    let holds = checked.await.map_err(|why| Error::Unavailable(why.to_string()))??;
    if let Place::File(file) = to {
        make_folder(file.parent().unwrap_or(Path::new("")))?;
    }
    let _held = hold(to)?;
    if !force {
        refuse_to_lose(from, to, scenarios)?;
    }
    match to {
        Place::File(file) => {
            let part = beside(file, "part");
            make_private(&part)?;
            std::fs::copy(from, &part).map_err(lost(&part))?;
            backup::strip(&part)?;
            put_aside(file)?;
            std::fs::rename(&part, file).map_err(lost(file))?;
            make_private(file)?;
        }
        Place::Postgres(_) => {
            let copy = beside(from, "copy");
            std::fs::copy(from, &copy).map_err(lost(&copy))?;
            let done = into_database(&copy, to).await;
            for ending in ["", "-wal", "-shm"] {
                // What was copied only for this.
                let _ = std::fs::remove_file(PathBuf::from(format!("{}{ending}", copy.display())));
            }
            done?;
        }
    }
    backup::files(from, &mut |name, body| write_below(scenarios, name, body))?;
    Ok(holds)
}

async fn into_database(copy: &Path, to: &Place) -> Result<(), Error> {
    backup::strip(copy)?;
    open(&Place::File(copy.to_owned()))?.copy_into(&open(to)?, |_, _| ()).await?;
    Ok(())
}

fn refuse_to_lose(from: &Path, to: &Place, scenarios: &Path) -> Result<(), Error> {
    let mut there: Option<PathBuf> = None;
    if let Place::File(file) = to
        && std::fs::metadata(file).is_ok_and(|file| file.len() > 0)
    {
        there = Some(file.clone());
    }
    backup::files(from, &mut |name, _| {
        let place = scenarios.join(name);
        if there.is_none() && place.exists() {
            there = Some(place);
        }
        Ok(())
    })?;
    match there {
        None => Ok(()),
        Some(there) => Err(Error::Folder(format!(
            "{} is there already; nothing was changed. With --force games that are there are put aside, and files of \
             own scenarios replaced",
            there.display()
        ))),
    }
}

/// Games are never lost by restoring others: they get another name.
fn put_aside(file: &Path) -> Result<(), Error> {
    if !file.exists() {
        return Ok(());
    }
    let name = format!("before-{}", hosted::now());
    for ending in ["", "-wal", "-shm"] {
        let old = PathBuf::from(format!("{}{ending}", file.display()));
        if old.exists() {
            let aside = PathBuf::from(format!("{}{ending}", beside(file, &name).display()));
            std::fs::rename(&old, &aside).map_err(lost(&aside))?;
        }
    }
    Ok(())
}

/// Writes a file of a backup, whose names are not trusted.
fn write_below(folder: &Path, name: &str, body: &[u8]) -> Result<(), Fault> {
    let inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    if !inside || name.contains('\\') {
        return Err(Fault::Unusable(format!("the backup names a file outside its folder: `{name}`")));
    }
    let place = folder.join(name);
    let parent = place.parent().unwrap_or(folder);
    std::fs::create_dir_all(parent).map_err(lost(parent))?;
    let part = beside(&place, "part");
    std::fs::write(&part, body).map_err(lost(&part))?;
    std::fs::rename(&part, &place).map_err(lost(&place))
}
