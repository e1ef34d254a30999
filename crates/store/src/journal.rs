//! The journals of games: what is appended, and how it is read.

use std::sync::Arc;

use crate::{Fault, Sql, Store, values};

/// An entry to be kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEntry {
    /// The entry itself.
    pub body: Vec<u8>,
    /// What is told beside it.
    pub note: Option<Arc<str>>,
}

/// An entry that was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Its place in the journal.
    pub seq: u64,
    /// The entry itself.
    pub body: Vec<u8>,
    /// What is told beside it.
    pub note: Option<String>,
}

/// What lists of games show without opening them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// When something last happened, in seconds since 1970.
    pub touched: i64,
    /// The sides that are asked: 1 Union, 2 Confederate; 0 when the game is over.
    pub waiting: u8,
    /// Where the game stands, in words.
    pub headline: String,
}

/// Something to be done in the same transaction as entries, if they are accepted.
#[derive(Clone)]
pub struct Also(Arc<Work>);

type Work = dyn Fn(&mut dyn Sql) -> Result<(), Fault> + Send + Sync;

impl Also {
    /// What is done. Should it fail the entries are not kept.
    pub fn new(work: impl Fn(&mut dyn Sql) -> Result<(), Fault> + Send + Sync + 'static) -> Also {
        Also(Arc::new(work))
    }

    pub(crate) fn carry_out(&self, sql: &mut dyn Sql) -> Result<(), Fault> {
        (self.0)(sql)
    }
}

impl std::fmt::Debug for Also {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Also(..)")
    }
}

/// Entries for the end of a journal.
#[derive(Clone, Debug)]
pub struct Append {
    /// The key of the game.
    pub game: i64,
    /// How long its journal is before.
    pub seq: u64,
    /// One or more.
    pub entries: Vec<NewEntry>,
    /// If it has changed.
    pub summary: Option<Summary>,
    /// What else is to be done with them.
    pub also: Option<Also>,
}

/// The entries of a game ?1 from place ?2 on, sorted or not.
const ENTRIES: &str = "SELECT seq, body FROM entry WHERE game = ?1 AND seq >= ?2
     UNION ALL SELECT seq, body FROM recent WHERE game = ?1 AND seq >= ?2";

/// Notes the summary of a game; one that is over waits to be reckoned.
pub(crate) fn put_summary(sql: &mut dyn Sql, game: i64, summary: &Summary) -> Result<(), Fault> {
    let put = "INSERT INTO summary (game, touched, waiting, headline) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (game) DO UPDATE SET touched = excluded.touched, waiting = excluded.waiting,
         headline = excluded.headline";
    sql.execute(put, &values![game, summary.touched, summary.waiting, &summary.headline])?;
    if summary.waiting == 0 {
        sql.execute("INSERT INTO ended (game) VALUES (?1) ON CONFLICT (game) DO NOTHING", &values![game])?;
    }
    Ok(())
}

impl Summary {
    /// Notes it for a game that is just made.
    ///
    /// # Errors
    /// The database fails.
    pub fn put(&self, sql: &mut dyn Sql, game: i64) -> Result<(), Fault> {
        put_summary(sql, game, self)
    }
}

impl Store {
    /// The journal of a game from this place on. Where one moment has two entries both are there, the one that counts first.
    ///
    /// # Errors
    /// The database fails.
    pub async fn journal(&self, game: i64, from: u64) -> Result<Vec<Kept>, Fault> {
        self.read(move |sql| {
            let select = format!(
                "SELECT journal.seq, journal.body, note.body FROM ({ENTRIES}) AS journal
                 LEFT JOIN note ON note.game = ?1 AND note.seq = journal.seq ORDER BY journal.seq"
            );
            let rows = sql.query(&select, &values![game, from])?;
            let kept = rows.into_iter().map(|row| {
                Ok(Kept { seq: row.int(0)? as u64, body: row.bytes(1)?, note: row.maybe_text(2)? })
            });
            kept.collect()
        })
        .await
    }

    /// How many entries the journal of a game has.
    ///
    /// # Errors
    /// The database fails.
    pub async fn length(&self, game: i64) -> Result<u64, Fault> {
        self.read(move |sql| {
            let longest = format!("SELECT coalesce(max(seq) + 1, 0) FROM ({ENTRIES}) AS journal");
            sql.number(&longest, &values![game, 0])
        })
        .await
        .map(|length| length as u64)
    }
}
