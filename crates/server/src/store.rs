//! What is kept on the disk: games, seats and journals, in one SQLite file.
//!
//! New entries of all journals are put one after the other into `recent`, so that a commit of many games
//! writes one or two pages and not one for every game; from time to time the writer sorts them into `entry`,
//! game by game. What changes with every order (`summary`) is apart from what never does (`game`) for the same
//! reason.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, OptionalExtension, Row, params};
use table::{BySide, Side};

use crate::Error;
use crate::journal::{Entry, Given};
use crate::seat::Holder;
use crate::token::TokenHash;
use crate::writer::{Sorting, Writer};

/// The tables, in the order in which they came to be; `user_version` counts those done.
const MIGRATIONS: &[&str] = &[
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
];

/// A game as the store knows it, without its journal.
#[derive(Clone, Debug)]
pub struct GameRow {
    pub key: i64,
    pub id: String,
    pub scenario: String,
    pub options: Vec<String>,
    pub scenario_hash: String,
    pub version: String,
    pub seed: [u8; 32],
    pub created: i64,
    pub summary: Summary,
}

/// What lists of games show without opening them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    pub touched: i64,
    /// The sides that are asked: 1 Union, 2 Confederate; 0 when the game is over.
    pub waiting: u8,
    pub headline: String,
}

#[derive(Clone)]
pub struct Store {
    writer: Writer,
    reader: Arc<Mutex<Connection>>,
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    // FULL: a commit has reached the disk, not only the operating system, when it returns.
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;
         PRAGMA foreign_keys = ON; PRAGMA cache_size = -2000; PRAGMA journal_size_limit = 16000000;",
    )?;
    Ok(connection)
}

fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let done: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    for (n, step) in MIGRATIONS.iter().enumerate().skip(done as usize) {
        let change = connection.transaction()?;
        change.execute_batch(step)?;
        change.pragma_update(None, "user_version", n as u32 + 1)?;
        change.commit()?;
    }
    Ok(())
}

impl Store {
    /// Opens the file, or makes it.
    pub fn open(path: &Path) -> Result<Store, Error> {
        let mut connection = connect(path)?;
        migrate(&mut connection)?;
        let recent: u32 = connection.query_row("SELECT count(*) FROM recent", [], |row| row.get(0))?;
        let sorting = Sorting { waiting: recent as usize, sort: sort_recent };
        let writer = Writer::start(connection, sorting).map_err(|e| Error::Unavailable(e.to_string()))?;
        Ok(Store { writer, reader: Arc::new(Mutex::new(connect(path)?)) })
    }

    /// Reads on a thread that may wait for the disk.
    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, Error> {
        let reader = self.reader.clone();
        let read = move || work(&reader.lock().unwrap_or_else(PoisonError::into_inner));
        let done = tokio::task::spawn_blocking(read).await;
        Ok(done.map_err(|e| Error::Unavailable(e.to_string()))??)
    }

    /// Keeps a new game with its seats; its key.
    pub async fn create(&self, row: GameRow, holders: BySide<Holder>) -> Result<i64, Error> {
        self.writer
            .write(move |c| {
                let key = insert_game(c, &row)?;
                for side in Side::BOTH {
                    insert_seat(c, key, side, &holders[side])?;
                }
                Ok(key)
            })
            .await
    }

    /// Appends to a journal, if `seq` is still its length, and notes the summary if it changed.
    pub async fn append(
        &self,
        game: i64,
        seq: u64,
        entries: Vec<Entry>,
        summary: Option<Summary>,
    ) -> Result<(), Error> {
        self.writer
            .write(move |c| {
                let mut insert =
                    c.prepare_cached("INSERT INTO recent (game, seq, body) VALUES (?1, ?2, ?3)")?;
                for (n, entry) in entries.iter().enumerate() {
                    let seq = seq as i64 + n as i64;
                    insert.execute(params![game, seq, entry.to_bytes()])?;
                    if let Entry::Order(Given { note: Some(note), .. }) = entry {
                        c.prepare_cached("INSERT INTO note (game, seq, body) VALUES (?1, ?2, ?3)")?
                            .execute(params![game, seq, note.as_ref()])?;
                    }
                }
                summary.map_or(Ok(()), |s| put_summary(c, game, &s))
            })
            .await
    }

    /// Gives the seat an invitation is for to the bearer of `token`; which game and side it was.
    /// `None` if the invitation is unknown or was used.
    pub async fn take_seat(
        &self,
        invitation: TokenHash,
        token: TokenHash,
        name: String,
    ) -> Result<Option<(String, Side)>, Error> {
        self.writer
            .write(move |c| {
                let taken = c
                    .query_row(
                        "UPDATE seat SET token = ?2, name = ?3, invitation = NULL WHERE invitation = ?1
                         RETURNING game, side",
                        params![invitation, token, name],
                        |row| Ok((row.get::<_, i64>(0)?, side_of(row.get(1)?))),
                    )
                    .optional()?;
                let Some((key, side)) = taken else { return Ok(None) };
                let id = c.query_row("SELECT id FROM game WHERE key = ?1", [key], |row| row.get(0))?;
                Ok(Some((id, side)))
            })
            .await
    }

    pub async fn game(&self, id: String) -> Result<Option<(GameRow, BySide<Holder>)>, Error> {
        self.read(move |c| {
            let sql = format!("SELECT {GAME_COLUMNS} FROM {GAMES} WHERE id = ?1");
            let row = c.prepare_cached(&sql)?.query_row([&id], read_game).optional()?;
            row.map(|row| Ok((read_seats(c, row.key)?, row)).map(|(seats, row)| (row, seats))).transpose()
        })
        .await
    }

    /// The games these tokens hold a seat in, newest first.
    pub async fn held(&self, tokens: Vec<TokenHash>) -> Result<Vec<GameRow>, Error> {
        self.read(move |c| {
            let sql = format!(
                "SELECT {GAME_COLUMNS} FROM {GAMES} WHERE key IN (SELECT game FROM seat WHERE token = ?1)"
            );
            let mut find = c.prepare_cached(&sql)?;
            let mut found: Vec<GameRow> = Vec::new();
            for token in tokens {
                for row in find.query_map([token], read_game)? {
                    found.push(row?);
                }
            }
            found.sort_by_key(|row| std::cmp::Reverse((row.summary.touched, row.key)));
            found.dedup_by_key(|row| row.key);
            Ok(found)
        })
        .await
    }

    /// The journal of a game; `None` where an entry cannot be read.
    pub async fn journal(&self, game: i64) -> Result<Option<Vec<Entry>>, Error> {
        self.read(move |c| {
            let mut select = c.prepare_cached(
                "SELECT journal.body, note.body FROM (
                     SELECT seq, body FROM entry WHERE game = ?1
                     UNION ALL SELECT seq, body FROM recent WHERE game = ?1
                 ) AS journal LEFT JOIN note ON note.game = ?1 AND note.seq = journal.seq
                 ORDER BY journal.seq",
            )?;
            let rows = select.query_map([game], |row| Ok((row.get::<_, Vec<u8>>(0)?, row.get(1)?)))?;
            rows.map(|row| row.map(|(body, note)| read_entry(&body, note))).collect()
        })
        .await
    }

    /// Keeps a wish to take an order back until it is answered, or forgets it.
    pub async fn wish(&self, game: i64, wish: Option<(u64, Side)>) -> Result<(), Error> {
        self.writer
            .write(move |c| {
                match wish {
                    Some((seq, by)) => c
                        .prepare_cached("INSERT OR REPLACE INTO wish (game, seq, by) VALUES (?1, ?2, ?3)")?
                        .execute(params![game, seq as i64, by as u8])?,
                    None => c.prepare_cached("DELETE FROM wish WHERE game = ?1")?.execute([game])?,
                };
                Ok(())
            })
            .await
    }

    /// Who wishes to take his last order back at this moment of a game.
    pub async fn wished(&self, game: i64, seq: u64) -> Result<Option<Side>, Error> {
        self.read(move |c| {
            c.prepare_cached("SELECT by FROM wish WHERE game = ?1 AND seq = ?2")?
                .query_row(params![game, seq as i64], |row| row.get(0).map(side_of))
                .optional()
        })
        .await
    }
}

/// Puts the recent entries where they belong.
fn sort_recent(c: &Connection) -> rusqlite::Result<()> {
    c.execute_batch(
        "BEGIN IMMEDIATE;
         INSERT INTO entry (game, seq, body) SELECT game, seq, body FROM recent ORDER BY game, seq;
         DELETE FROM recent;
         COMMIT;",
    )
    .inspect_err(|_| {
        if let Err(why) = c.execute_batch("ROLLBACK") {
            tracing::error!(%why, "a failed sorting of entries could not be rolled back");
        }
    })
}

const GAME_COLUMNS: &str =
    "key, id, scenario, options, scenario_hash, version, seed, created, touched, waiting, headline";
/// Every game has its summary.
const GAMES: &str = "game JOIN summary ON summary.game = game.key";

fn read_game(row: &Row) -> rusqlite::Result<GameRow> {
    let options: String = row.get(3)?;
    Ok(GameRow {
        key: row.get(0)?,
        id: row.get(1)?,
        scenario: row.get(2)?,
        options: options.split_whitespace().map(str::to_owned).collect(),
        scenario_hash: row.get(4)?,
        version: row.get(5)?,
        seed: row.get(6)?,
        created: row.get(7)?,
        summary: Summary { touched: row.get(8)?, waiting: row.get(9)?, headline: row.get(10)? },
    })
}

fn insert_game(c: &Connection, row: &GameRow) -> rusqlite::Result<i64> {
    c.prepare_cached(
        "INSERT INTO game (id, scenario, options, scenario_hash, version, seed, created)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![
        row.id,
        row.scenario,
        row.options.join(" "),
        row.scenario_hash,
        row.version,
        row.seed,
        row.created
    ])?;
    let key = c.last_insert_rowid();
    put_summary(c, key, &row.summary)?;
    Ok(key)
}

fn insert_seat(c: &Connection, game: i64, side: Side, holder: &Holder) -> rusqlite::Result<()> {
    c.execute(
        "INSERT INTO seat (game, side, name, officer, token, invitation) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![game, side as u8, holder.name, holder.officer, holder.token, holder.invitation],
    )?;
    Ok(())
}

fn put_summary(c: &Connection, game: i64, summary: &Summary) -> rusqlite::Result<()> {
    c.prepare_cached(
        "INSERT OR REPLACE INTO summary (game, touched, waiting, headline) VALUES (?1, ?2, ?3, ?4)",
    )?
    .execute(params![game, summary.touched, summary.waiting, summary.headline])?;
    Ok(())
}

fn read_entry(body: &[u8], note: Option<String>) -> Option<Entry> {
    let mut entry = Entry::from_bytes(body)?;
    if let Entry::Order(given) = &mut entry {
        given.note = note.map(Into::into);
    }
    Some(entry)
}

fn side_of(number: u8) -> Side {
    if number == 0 { Side::Union } else { Side::Confederate }
}

fn read_seats(c: &Connection, game: i64) -> rusqlite::Result<BySide<Holder>> {
    let mut select =
        c.prepare_cached("SELECT name, officer, token, invitation FROM seat WHERE game = ?1 AND side = ?2")?;
    let mut read = |side: Side| {
        select.query_row(params![game, side as u8], |row| {
            Ok(Holder {
                name: row.get(0)?,
                officer: row.get(1)?,
                token: row.get(2)?,
                invitation: row.get(3)?,
            })
        })
    };
    Ok(BySide { union: read(Side::Union)?, confederate: read(Side::Confederate)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that goes away with the test.
    struct File(std::path::PathBuf);

    impl File {
        fn new(name: &str) -> File {
            let file = std::env::temp_dir().join(format!("hardtack-store-{}-{name}.db", std::process::id()));
            File::remove(&file);
            File(file)
        }
        fn remove(file: &Path) {
            for ending in ["db", "db-wal", "db-shm"] {
                std::fs::remove_file(file.with_extension(ending)).ok();
            }
        }
    }

    impl Drop for File {
        fn drop(&mut self) {
            File::remove(&self.0);
        }
    }

    fn order(words: &str) -> Entry {
        Entry::Order(Given { seat: Side::Union, order: words.into(), dice: [].into(), note: None })
    }

    #[tokio::test]
    async fn a_file_of_the_first_version_is_read_on() {
        let file = File::new("old");
        let old = Connection::open(&file.0).unwrap();
        old.execute_batch(MIGRATIONS[0]).unwrap();
        old.pragma_update(None, "user_version", 1).unwrap();
        old.execute_batch(
            "INSERT INTO game VALUES (7, 'abc', 'meadow', '', 'h', '0', zeroblob(32), 1, 2, 1, 'Turn 3');
             INSERT INTO seat (game, side, name) VALUES (7, 0, 'Ann'), (7, 1, 'Bob');",
        )
        .unwrap();
        old.execute("INSERT INTO entry VALUES (7, 0, ?1)", [order("first").to_bytes()]).unwrap();
        drop(old);
        let store = Store::open(&file.0).unwrap();
        let (row, seats) = store.game("abc".into()).await.unwrap().unwrap();
        assert_eq!((row.summary.headline.as_str(), row.summary.touched), ("Turn 3", 2));
        assert_eq!(seats.confederate.name, "Bob");
        store.append(7, 1, vec![order("second")], None).await.unwrap();
        assert_eq!(store.journal(7).await.unwrap().unwrap(), [order("first"), order("second")]);
    }

    #[tokio::test]
    async fn a_journal_reads_the_same_before_and_after_sorting() {
        let file = File::new("sorting");
        let store = Store::open(&file.0).unwrap();
        for n in 0..20 {
            store.append(n % 3, n as u64 / 3, vec![order(&format!("{n}"))], None).await.unwrap();
        }
        let wanted: Vec<Entry> = [1, 4, 7, 10, 13, 16, 19].map(|n| order(&n.to_string())).to_vec();
        assert_eq!(store.journal(1).await.unwrap().unwrap(), wanted);
        store
            .writer
            .write(|c| c.execute_batch("RELEASE job; COMMIT").and_then(|()| sort_recent(c)))
            .await
            .ok();
        let left: i64 = Connection::open(&file.0)
            .unwrap()
            .query_row("SELECT count(*) FROM recent", [], |row| row.get(0))
            .unwrap();
        assert_eq!(left, 0);
        assert_eq!(store.journal(1).await.unwrap().unwrap(), wanted);
    }
}
