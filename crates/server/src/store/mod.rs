//! What is kept on the disk: games, seats and journals, in one SQLite file.
//!
//! New entries of all journals are put one after the other into `recent`, so that a commit of many games
//! writes one or two pages and not one for every game; from time to time the writer sorts them into `entry`,
//! game by game. What changes with every order (`summary`) is apart from what never does (`game`) for the same
//! reason.

mod forgetting;
mod rows;
mod schema;
mod sorting;
#[cfg(test)]
mod tests;
mod texts;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};
use table::{BySide, SeededDice, Side};

use crate::Error;
use crate::journal::{Entry, Given};
use crate::seat::Holder;
use crate::token::TokenHash;
use crate::writer::{Committed, Sorting, Writer};
use rows::{
    GAME_COLUMNS, GAMES, insert_game, insert_seat, put_summary, read_entry, read_game, read_seats, side_of,
};
pub use texts::{Texts, hash_of};

/// A game as the store knows it, without its journal.
#[derive(Clone, Debug)]
pub struct GameRow {
    pub key: i64,
    pub id: String,
    pub scenario: String,
    pub options: Vec<String>,
    /// The lesson, if it is one.
    pub lesson: Option<LessonRow>,
    /// The game it was played on from, if it was.
    pub origin: Option<OriginRow>,
    pub scenario_hash: String,
    pub version: String,
    pub seed: [u8; 32],
    pub created: i64,
    pub summary: Summary,
}

/// The lesson a game was begun with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonRow {
    pub id: String,
    /// The hash of its text.
    pub text: String,
}

/// The moment of another game that a game was played on from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OriginRow {
    pub game: String,
    pub orders: usize,
    /// The dice of the set-up.
    pub dice: Vec<u8>,
}

impl GameRow {
    /// What is told of the dice before the game is over; nothing in a lesson, whose dice are written down.
    pub fn seed_hash(&self) -> String {
        if self.lesson.is_some() { String::new() } else { SeededDice::commitment(&self.seed) }
    }
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

impl Store {
    /// Opens the file, or makes it. `wait`: how long to wait while another program writes it; `committed` is told of
    /// every group that was committed.
    ///
    /// # Errors
    /// The file is of a newer version, is none of ours, or cannot be written.
    pub fn open(path: &Path, wait: Duration, committed: Committed) -> Result<Store, Error> {
        let mut connection = schema::connect(path, wait)?;
        schema::migrate(&mut connection)?;
        schema::note_start(&connection)?;
        let recent: u32 = connection.query_row("SELECT count(*) FROM recent", [], |row| row.get(0))?;
        let sorting =
            Sorting { waiting: recent as usize, is_due: sorting::is_due, sort: sorting::sort_recent };
        let writer = Writer::start(connection, sorting, committed);
        let writer = writer.map_err(|e| Error::Unavailable(e.to_string()))?;
        Ok(Store { writer, reader: Arc::new(Mutex::new(schema::connect(path, wait)?)) })
    }

    /// Brings everything into the one file.
    ///
    /// # Errors
    /// The disk failed.
    pub async fn checkpoint(&self) -> Result<(), Error> {
        self.writer.checkpoint().await
    }

    /// How many games there are.
    pub async fn count(&self) -> Result<u64, Error> {
        self.read(|c| c.query_row("SELECT count(*) FROM game", [], |row| row.get::<_, i64>(0)))
            .await
            .map(|n| n as u64)
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

    /// Keeps a new game with its seats, the texts it is played by, the text of its lesson and the orders it begins with;
    /// its key.
    pub async fn create(
        &self,
        row: GameRow,
        holders: BySide<Holder>,
        texts: Option<Arc<Texts>>,
        lesson: Option<String>,
        journal: Vec<Entry>,
    ) -> Result<i64, Error> {
        self.writer
            .write(move |c| {
                if let Some(texts) = texts {
                    texts::keep(c, &row.scenario_hash, &texts)?;
                }
                if let Some(text) = lesson {
                    texts::keep_one(c, &text)?;
                }
                let key = insert_game(c, &row)?;
                for side in Side::BOTH {
                    insert_seat(c, key, side, &holders[side])?;
                }
                let mut insert =
                    c.prepare_cached("INSERT INTO entry (game, seq, body) VALUES (?1, ?2, ?3)")?;
                for (seq, entry) in journal.iter().enumerate() {
                    insert.execute(params![key, seq as i64, entry.to_bytes()])?;
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
                // That it is in `recent` already is seen by the key of that table.
                let mut sorted = c.prepare_cached("SELECT 1 FROM entry WHERE game = ?1 AND seq = ?2")?;
                if sorted.exists(params![game, seq as i64])? {
                    return Err(doubled());
                }
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

    /// The journal of a game; `None` where an entry is missing or cannot be read.
    pub async fn journal(&self, game: i64) -> Result<Option<Vec<Entry>>, Error> {
        self.read(move |c| {
            let mut select = c.prepare_cached(
                "SELECT journal.seq, journal.body, note.body FROM (
                     SELECT seq, body FROM entry WHERE game = ?1
                     UNION ALL SELECT seq, body FROM recent WHERE game = ?1
                 ) AS journal LEFT JOIN note ON note.game = ?1 AND note.seq = journal.seq
                 ORDER BY journal.seq",
            )?;
            let rows = select.query_map([game], |row| {
                Ok((row.get::<_, u32>(0)? as usize, row.get::<_, Vec<u8>>(1)?, row.get(2)?))
            })?;
            let mut journal: Vec<Entry> = Vec::new();
            for row in rows {
                let (seq, body, note) = row?;
                // Of two entries for one moment the first stands, as when they are sorted.
                if seq + 1 == journal.len() {
                    continue;
                }
                match read_entry(&body, note) {
                    Some(entry) if seq == journal.len() => journal.push(entry),
                    _ => return Ok(None),
                }
            }
            Ok(Some(journal))
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

/// Somebody else has written an entry for this moment.
fn doubled() -> rusqlite::Error {
    let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE);
    rusqlite::Error::SqliteFailure(code, Some("this moment of the game has an entry already".into()))
}
