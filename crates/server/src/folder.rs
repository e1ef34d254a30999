//! The games of a folder belong to one server at a time, and to one user.
//!
//! Two servers would both acknowledge orders for the same moment of a game. So the first to come locks a file
//! beside the games; the lock goes with its process, however that ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::Error;

/// A server that is just stopping is waited for.
const PATIENCE: Duration = Duration::from_millis(1500);

/// The right to serve the games of a file, until it is dropped.
pub struct Claim(File);

impl Claim {
    /// Takes the games of this file for this process.
    ///
    /// # Errors
    /// Another server has them: which one, and where it can be opened. Or the folder cannot be written.
    pub fn take(games: &Path) -> Result<Claim, Error> {
        let path = games.with_extension("lock");
        let open = || private().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = open().map_err(|why| cannot_write(&path, &why))?;
        let begun = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                Err(TryLockError::WouldBlock) => return Err(held(games, &mut file)),
                Err(TryLockError::Error(why)) => return Err(cannot_write(&path, &why)),
            }
        }
        let claim = Claim(file);
        claim.write(&format!("{}\n", std::process::id())).map_err(|why| cannot_write(&path, &why))?;
        Ok(claim)
    }

    /// Says where the games can be opened, for whoever tries to serve them once more.
    ///
    /// # Errors
    /// The disk is full or gone.
    pub fn announce(&self, address: &str) -> std::io::Result<()> {
        self.write(&format!("{}\n{address}\n", std::process::id()))
    }

    fn write(&self, text: &str) -> std::io::Result<()> {
        let mut file = &self.0;
        file.set_len(0)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(text.as_bytes())?;
        file.sync_data()
    }
}

fn held(games: &Path, file: &mut File) -> Error {
    let mut text = String::new();
    // Where a locked file cannot be read, nothing more is known of who holds it.
    let _ = file.take(1000).read_to_string(&mut text);
    let mut lines = text.lines();
    let process = lines.next().map_or_else(String::new, |pid| format!(" (process {pid})"));
    let open = match lines.next() {
        Some(address) => format!("open {address} in a browser"),
        None => "open the address it printed when it started".to_owned(),
    };
    let shown = games.display();
    Error::Folder(format!(
        "the games in {shown} are served already by another hardtack{process}: {open}, or stop it first"
    ))
}

fn cannot_write(path: &Path, why: &std::io::Error) -> Error {
    Error::Folder(format!("{} cannot be written: {why}", path.display()))
}

/// Files that only their owner reads: they hold the seeds of the dice.
fn private() -> OpenOptions {
    #[allow(unused_mut, reason = "only Unix has modes")]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes the file of the games, if there is none, so that nobody but its owner can read it or what SQLite puts
/// beside it.
///
/// # Errors
/// It cannot be written.
pub fn make_private(games: &Path) -> Result<(), Error> {
    let open = private().append(true).create(true).open(games);
    let file = open.map_err(|why| cannot_write(games, &why))?;
    close_to_others(games, &file).map_err(|why| cannot_write(games, &why))
}

#[cfg(unix)]
fn close_to_others(games: &Path, file: &File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let own = std::fs::Permissions::from_mode(0o600);
    file.set_permissions(own.clone())?;
    let beside = |ending: &str| PathBuf::from(format!("{}{ending}", games.display()));
    for file in [beside("-wal"), beside("-shm")] {
        if file.exists() {
            std::fs::set_permissions(file, own.clone())?;
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn close_to_others(_: &Path, _: &File) -> std::io::Result<()> {
    Ok(())
}

/// Makes a folder for games, open to nobody but its owner. One that was there before is left as it is.
///
/// # Errors
/// It cannot be made.
pub fn make_folder(path: &Path) -> Result<(), Error> {
    if path.is_dir() {
        return Ok(());
    }
    #[allow(unused_mut, reason = "only Unix has modes")]
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    let made = builder.create(path);
    made.map_err(|why| Error::Folder(format!("the folder {} cannot be made: {why}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("hardtack-folder-{}-{name}", std::process::id()));
        std::fs::remove_dir_all(&path).ok();
        make_folder(&path).unwrap();
        path
    }

    #[test]
    fn the_second_server_is_told_who_has_the_games() {
        let folder = folder("claim");
        let games = folder.join("games.db");
        let first = Claim::take(&games).unwrap();
        first.announce("http://127.0.0.1:1863/").unwrap();
        let told = Claim::take(&games).err().unwrap().to_string();
        assert!(told.contains("open http://127.0.0.1:1863/ in a browser"), "{told}");
        assert!(told.contains(&format!("process {}", std::process::id())), "{told}");
        drop(first);
        assert!(Claim::take(&games).is_ok(), "the lock goes with its server");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_can_read_what_is_made() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder("modes");
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700);
        let games = folder.join("games.db");
        std::fs::write(&games, "").unwrap();
        std::fs::set_permissions(&games, std::fs::Permissions::from_mode(0o644)).unwrap();
        make_private(&games).unwrap();
        let _claim = Claim::take(&games).unwrap();
        assert_eq!((mode(&games), mode(&games.with_extension("lock"))), (0o600, 0o600));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_written_says_so() {
        let folder = folder("none");
        let told = Claim::take(&folder.join("nowhere/games.db")).err().unwrap().to_string();
        assert!(told.contains("cannot be written"), "{told}");
        std::fs::write(folder.join("file"), "").unwrap();
        let told = make_folder(&folder.join("file/below")).unwrap_err().to_string();
        assert!(told.contains("cannot be made"), "{told}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
