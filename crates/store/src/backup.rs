//! A backup: one SQLite file with everything a store has, and the files that belong to it in a table of their own.
//!
//! A file that a server uses is copied while it does: the copy is of one moment, and nobody waits for it. It is written beside
//! its place under another name and put there once it is whole.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags, params};

use crate::{Fault, schema};

/// Pages that are copied between two looks at how far it is.
const AT_ONCE: i32 = 2_000;

/// What a backup holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Holds {
    /// How many games there are.
    pub games: u64,
    /// Orders and whatever else the journals keep.
    pub entries: u64,
    /// Files of own scenarios.
    pub files: u64,
}

const FILES: &str = "CREATE TABLE backup_file (path TEXT PRIMARY KEY, body BLOB NOT NULL);
     CREATE TABLE backup_of (games INTEGER NOT NULL, entries INTEGER NOT NULL, files INTEGER NOT NULL)";

fn open(file: &Path) -> Result<Connection, Fault> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    Ok(connection)
}

/// Copies the file of a store that may be in use; `told` hears how many pages of how many are done.
///
/// # Errors
/// There is no such file, or the disk fails.
pub fn copy_file(from: &Path, to: &Path, told: &mut dyn FnMut(u64, u64)) -> Result<(), Fault> {
    let source = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    source.busy_timeout(Duration::from_secs(10))?;
    // What is written meanwhile is not seen by this transaction: otherwise the copy would begin again and again.
    source.execute_batch("BEGIN")?;
    source.query_row("SELECT count(*) FROM game", [], |row| row.get::<_, i64>(0))?;
    let mut copy = Connection::open(to)?;
    let work = Backup::new(&source, &mut copy)?;
    loop {
        let step = work.step(AT_ONCE)?;
        let progress = work.progress();
        let (all, left) = (progress.pagecount.max(0) as u64, progress.remaining.max(0) as u64);
        told(all - left, all);
        match step {
            StepResult::Done => return Ok(()),
            StepResult::More => {}
            _ => std::thread::sleep(Duration::from_millis(20)),
        }
    }
}

/// Makes a backup of a copied store: the files (the name and the place of each) go in, and what it holds is noted.
///
/// # Errors
/// A file cannot be read, or the disk fails.
pub fn finish(copy: &Path, files: &[(String, PathBuf)]) -> Result<Holds, Fault> {
    let mut connection = open(copy)?;
    // One file and nothing beside it.
    connection.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?;
    let change = connection.transaction()?;
    change.execute_batch("DROP TABLE IF EXISTS backup_file; DROP TABLE IF EXISTS backup_of")?;
    change.execute_batch(FILES)?;
    for (name, place) in files {
        let read = std::fs::read(place);
        let body =
            read.map_err(|why| Fault::Unavailable(format!("{} cannot be read: {why}", place.display())))?;
        change.execute("INSERT INTO backup_file (path, body) VALUES (?1, ?2)", params![name, body])?;
    }
    let holds = counted(&change)?;
    let Holds { games, entries, files } = holds;
    change.execute(
        "INSERT INTO backup_of VALUES (?1, ?2, ?3)",
        params![games as i64, entries as i64, files as i64],
    )?;
    change.commit()?;
    Ok(holds)
}

fn counted(c: &Connection) -> Result<Holds, Fault> {
    let count = |table: &str| {
        let count = format!("SELECT count(*) FROM {table}");
        c.query_row(&count, [], |row| row.get::<_, i64>(0)).map(|n| n as u64)
    };
    Ok(Holds {
        games: count("game")?,
        entries: count("entry")? + count("recent")?,
        files: count("backup_file")?,
    })
}

/// Looks through a backup: the file is sound, it holds what was noted, no journal has a gap, and every entry can be read
/// (`reads`).
///
/// # Errors
/// What is wrong with it.
pub fn check(backup: &Path, reads: &dyn Fn(&[u8]) -> bool) -> Result<Holds, Fault> {
    let wrong = |what: String| Fault::Unusable(format!("{} is no whole backup: {what}", backup.display()));
    let c = Connection::open_with_flags(backup, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    schema::refuse_newer(&c)?;
    let sound: String = c.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if sound != "ok" {
        return Err(wrong(sound));
    }
    let noted = "SELECT games, entries, files FROM backup_of";
    let noted = c.query_row(noted, [], |row| {
        let number = |n: usize| row.get::<_, i64>(n).map(|n| n as u64);
        Ok(Holds { games: number(0)?, entries: number(1)?, files: number(2)? })
    });
    let noted = noted.map_err(|_| wrong("it does not say what it holds".into()))?;
    let holds = counted(&c)?;
    if holds != noted {
        return Err(wrong(format!("it should hold {noted:?} and holds {holds:?}")));
    }
    let both = "(SELECT game, seq, body FROM entry UNION ALL SELECT game, seq, body FROM recent)";
    let gaps = format!(
        "SELECT count(*) FROM (SELECT game FROM {both} GROUP BY game
         HAVING min(seq) <> 0 OR count(DISTINCT seq) <> max(seq) + 1 OR game NOT IN (SELECT key FROM game))"
    );
    let gaps: i64 = c.query_row(&gaps, [], |row| row.get(0))?;
    if gaps > 0 {
        return Err(wrong(format!("{gaps} journals have gaps or belong to no game")));
    }
    let mut all = c.prepare(&format!("SELECT game, seq, body FROM {both}"))?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        let body = row.get_ref(2)?.as_blob().unwrap_or_default();
        if !reads(body) {
            let (game, seq): (i64, i64) = (row.get(0)?, row.get(1)?);
            return Err(wrong(format!("entry {seq} of game {game} cannot be read")));
        }
    }
    Ok(holds)
}

/// What is done with each file: its name and what is in it.
pub type Each<'a> = dyn FnMut(&str, &[u8]) -> Result<(), Fault> + 'a;

/// The files of own scenarios in a backup, one after the other.
///
/// # Errors
/// It cannot be read, or `each` fails.
pub fn files(backup: &Path, each: &mut Each<'_>) -> Result<(), Fault> {
    let c = Connection::open_with_flags(backup, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let mut all = c.prepare("SELECT path, body FROM backup_file ORDER BY path")?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        let path: String = row.get(0)?;
        each(&path, row.get_ref(1)?.as_blob().unwrap_or_default())?;
    }
    Ok(())
}

/// Makes the copy of a backup what a server opens: without what only a backup has.
///
/// # Errors
/// The disk fails.
pub fn strip(copy: &Path) -> Result<(), Fault> {
    let c = open(copy)?;
    Ok(c.execute_batch("DROP TABLE IF EXISTS backup_file; DROP TABLE IF EXISTS backup_of; VACUUM")?)
}
