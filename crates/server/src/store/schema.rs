//! The tables and how they came to be. A file of an older version is brought forward; one of a newer version is
//! refused, never guessed at.

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;

use crate::Error;
use crate::hosted::now;

/// The tables, in the order in which they came to be; `user_version` counts those done.
pub(super) const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE game (
        key INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        scenario TEXT NOT NULL,
        options TEXT NOT NULL,
        scenario_hash TEXT NOT NULL,
        version TEXT NOT NULL,
        seed BLOB NOT NULL,
        created INTEGER NOT NULL,
        touched INTEGER NOT NULL,
        waiting INTEGER NOT NULL,
        headline TEXT NOT NULL
    );
    CREATE TABLE seat (
        game INTEGER NOT NULL REFERENCES game (key),
        side INTEGER NOT NULL,
        name TEXT NOT NULL,
        officer TEXT,
        token BLOB,
        invitation BLOB,
        PRIMARY KEY (game, side)
    ) WITHOUT ROWID;
    CREATE INDEX seat_token ON seat (token) WHERE token IS NOT NULL;
    CREATE INDEX seat_invitation ON seat (invitation) WHERE invitation IS NOT NULL;
    CREATE TABLE entry (
        game INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (game, seq)
    ) WITHOUT ROWID;
",
    "
    CREATE TABLE note (
        game INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (game, seq)
    ) WITHOUT ROWID;
    CREATE TABLE wish (
        game INTEGER PRIMARY KEY,
        seq INTEGER NOT NULL,
        by INTEGER NOT NULL
    );
",
    "
    CREATE TABLE recent (game INTEGER NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL);
    CREATE TABLE summary (
        game INTEGER PRIMARY KEY,
        touched INTEGER NOT NULL,
        waiting INTEGER NOT NULL,
        headline TEXT NOT NULL
    );
    INSERT INTO summary SELECT key, touched, waiting, headline FROM game;
    ALTER TABLE game DROP COLUMN touched;
    ALTER TABLE game DROP COLUMN waiting;
    ALTER TABLE game DROP COLUMN headline;
",
    // Two servers on one file, before that was forbidden, may have left two entries for one moment: the first
    // stands. `started` tells which versions have had the file; `text` holds the texts of scenarios, deflated.
    "
    CREATE TABLE recent_once (
        game INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        body BLOB NOT NULL,
        UNIQUE (game, seq)
    );
    INSERT OR IGNORE INTO recent_once SELECT game, seq, body FROM recent ORDER BY rowid;
    DROP TABLE recent;
    ALTER TABLE recent_once RENAME TO recent;
    CREATE TABLE started (at INTEGER NOT NULL, version TEXT NOT NULL);
    CREATE TABLE text (hash TEXT PRIMARY KEY, body BLOB NOT NULL);
    CREATE TABLE scenario_text (
        scenario_hash TEXT NOT NULL,
        place INTEGER NOT NULL,
        name TEXT NOT NULL,
        text TEXT NOT NULL REFERENCES text (hash),
        PRIMARY KEY (scenario_hash, place)
    ) WITHOUT ROWID;
",
    // The lesson a game was begun with, and the text it had then.
    "
    ALTER TABLE game ADD COLUMN lesson TEXT;
    ALTER TABLE game ADD COLUMN lesson_text TEXT REFERENCES text (hash);
",
    // The game that one was played on from, how many of its orders, and the dice of its set-up.
    "
    ALTER TABLE game ADD COLUMN origin TEXT;
    ALTER TABLE game ADD COLUMN origin_orders INTEGER;
    ALTER TABLE game ADD COLUMN origin_dice BLOB;
",
];

/// Opens a connection; `wait`: how long it waits for another that writes.
pub(super) fn connect(path: &Path, wait: Duration) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(wait)?;
    // FULL: a commit has reached the disk, not only the operating system, when it returns. Pages go from the log into
    // the file rarely, since whoever waits for a commit waits for that too.
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 8000;
         PRAGMA foreign_keys = ON; PRAGMA cache_size = -2000; PRAGMA journal_size_limit = 64000000;",
    )?;
    Ok(connection)
}

/// Brings the tables to this version.
///
/// # Errors
/// The file is of a newer version, or cannot be written.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), Error> {
    let done: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if done as usize > MIGRATIONS.len() {
        return Err(newer(connection, done));
    }
    for (n, step) in MIGRATIONS.iter().enumerate().skip(done as usize) {
        let change = connection.transaction()?;
        change.execute_batch(step)?;
        change.pragma_update(None, "user_version", n as u32 + 1)?;
        change.commit()?;
    }
    Ok(())
}

fn newer(connection: &Connection, format: u32) -> Error {
    let last = "SELECT version FROM started ORDER BY at DESC LIMIT 1";
    let by: Result<String, _> = connection.query_row(last, [], |row| row.get(0));
    let by = by.map_or_else(|_| String::new(), |version| format!(" (last used by hardtack {version})"));
    Error::Folder(format!(
        "the games were kept by a newer version of hardtack{by}: their format is {format}, this version, {}, reads \
         up to {}. Nothing was changed; start the newer version",
        env!("CARGO_PKG_VERSION"),
        MIGRATIONS.len()
    ))
}

/// Writes down that this version has the games now: it proves that they can be written.
pub(super) fn note_start(connection: &Connection) -> Result<(), Error> {
    let noted = connection.execute(
        "INSERT INTO started (at, version) VALUES (?1, ?2)",
        rusqlite::params![now(), env!("CARGO_PKG_VERSION")],
    );
    Ok(noted.map(|_| ())?)
}
