//! SQLite: one file, one server.
//!
//! New entries of all journals are put one after the other into `recent`, so that a commit of many games
//! writes one or two pages and not one for every game; from time to time the writer sorts them into `entry`,
//! game by game. What changes with every order (`summary`) is apart from what never does (`game`) for the same
//! reason.

mod recent;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, params, params_from_iter};
use tokio::sync::broadcast;

use crate::journal::put_summary;
use crate::writer::Base;
use crate::{Append, Fault, Notice, Row, Sql, Value};

/// Opens a connection; `wait`: how long it waits for another that writes.
pub(crate) fn connect(path: &Path, wait: Duration) -> Result<Connection, Fault> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(wait)?;
    connection.set_prepared_statement_cache_capacity(128);
    // FULL: a commit has reached the disk, not only the operating system, when it returns. Pages go from the log into
    // the file rarely, since whoever waits for a commit waits for that too.
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 8000;
         PRAGMA foreign_keys = ON; PRAGMA cache_size = -2000; PRAGMA journal_size_limit = 64000000;",
    )?;
    Ok(connection)
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Int(number) => ValueRef::Integer(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

fn value(read: ValueRef<'_>) -> Result<Value, Fault> {
    let broken = |what: &str| Fault::Broken(format!("a column holds {what}"));
    match read {
        ValueRef::Null => Ok(Value::Null),
        ValueRef::Integer(number) => Ok(Value::Int(number)),
        ValueRef::Text(text) => {
            let text = std::str::from_utf8(text).map_err(|_| broken("no UTF-8"))?;
            Ok(Value::Text(text.to_owned()))
        }
        ValueRef::Blob(bytes) => Ok(Value::Bytes(bytes.to_vec())),
        ValueRef::Real(_) => Err(broken("a number with a fraction")),
    }
}

/// A connection as [`Sql`]; what is told on it waits for the commit.
pub(crate) struct Speaker<'a> {
    pub(crate) connection: &'a Connection,
    pub(crate) told: &'a mut Vec<String>,
}

impl Sql for Speaker<'_> {
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, Fault> {
        let mut statement = self.connection.prepare_cached(sql)?;
        Ok(statement.execute(params_from_iter(values))? as u64)
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, Fault> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let columns = statement.column_count();
        let mut rows = statement.query(params_from_iter(values))?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let values = (0..columns).map(|n| value(row.get_ref(n)?));
            found.push(Row::new(values.collect::<Result<_, _>>()?));
        }
        Ok(found)
    }

    fn notify(&mut self, words: &str) -> Result<(), Fault> {
        self.told.push(words.to_owned());
        Ok(())
    }
}

/// The connection that writes.
pub(crate) struct Sqlite {
    connection: Connection,
    told: Vec<String>,
    notices: broadcast::Sender<Notice>,
}

impl Sqlite {
    pub(crate) fn new(connection: Connection, notices: broadcast::Sender<Notice>) -> Sqlite {
        Sqlite { connection, told: Vec::new(), notices }
    }

    fn execute(&self, sql: &str) -> Result<(), Fault> {
        self.connection.prepare_cached(sql)?.execute([])?;
        Ok(())
    }

    fn append_one(&mut self, append: &Append) -> Result<(), Fault> {
        let Append { game, seq, .. } = append;
        let c = &self.connection;
        // That it is in `recent` already is seen by the key of that table.
        let mut sorted = c.prepare_cached("SELECT 1 FROM entry WHERE game = ?1 AND seq = ?2")?;
        if sorted.exists(params![game, *seq as i64])? {
            return Err(Fault::Doubled);
        }
        let mut insert = c.prepare_cached("INSERT INTO recent (game, seq, body) VALUES (?1, ?2, ?3)")?;
        for (n, entry) in append.entries.iter().enumerate() {
            let seq = *seq as i64 + n as i64;
            insert.execute(params![game, seq, entry.body])?;
            if let Some(note) = &entry.note {
                c.prepare_cached("INSERT INTO note (game, seq, body) VALUES (?1, ?2, ?3)")?
                    .execute(params![game, seq, note.as_ref()])?;
            }
        }
        let mut sql = Speaker { connection: c, told: &mut self.told };
        if let Some(summary) = &append.summary {
            put_summary(&mut sql, *game, summary)?;
        }
        append.also.as_ref().map_or(Ok(()), |also| also.carry_out(&mut sql))
    }

    /// A full or failing disk ends the whole transaction, and the savepoint with it.
    fn in_savepoint(&mut self, work: &mut dyn FnMut(&mut Sqlite) -> Result<(), Fault>) -> Result<(), Fault> {
        if self.connection.is_autocommit() {
            return Err(Fault::lost());
        }
        self.execute("SAVEPOINT job")?;
        let told = self.told.len();
        let done = work(self);
        if self.connection.is_autocommit() {
            return done;
        }
        if done.is_err() {
            self.told.truncate(told);
            self.execute("ROLLBACK TO job")?;
        }
        self.execute("RELEASE job")?;
        done
    }
}

impl Base for Sqlite {
    fn begin(&mut self) -> Result<(), Fault> {
        self.told.clear();
        self.execute("BEGIN IMMEDIATE")
    }

    fn commit(&mut self) -> Result<(), Fault> {
        let done = self.execute("COMMIT");
        if done.is_err() {
            if !self.connection.is_autocommit()
                && let Err(why) = self.connection.execute_batch("ROLLBACK")
            {
                tracing::error!(%why, "what could not be committed could not be rolled back");
            }
            return done;
        }
        for words in self.told.drain(..) {
            // Nobody may be listening.
            let _ = self.notices.send(Notice::Words(words.into()));
        }
        Ok(())
    }

    fn stands(&mut self) -> bool {
        !self.connection.is_autocommit()
    }

    fn step(&mut self, work: &mut dyn FnMut(&mut dyn Sql) -> Result<(), Fault>) -> Result<(), Fault> {
        self.in_savepoint(&mut |base| {
            let mut sql = Speaker { connection: &base.connection, told: &mut base.told };
            work(&mut sql)
        })
    }

    fn append(&mut self, all: &[Append]) -> Vec<Result<(), Fault>> {
        all.iter().map(|append| self.in_savepoint(&mut |base| base.append_one(append))).collect()
    }

    fn is_due(&mut self, done: usize) -> bool {
        recent::is_due(&self.connection, done).unwrap_or_else(|why| {
            tracing::error!(%why, "how many new entries there are cannot be read");
            false
        })
    }

    fn tidy(&mut self) -> bool {
        let sorted = recent::sort(&self.connection);
        if let Err(why) = &sorted {
            tracing::error!(%why, "new entries could not be sorted into their journals");
        }
        sorted.is_ok()
    }

    fn untidied(&mut self) -> usize {
        let count = self.connection.query_row("SELECT count(*) FROM recent", [], |row| row.get::<_, u32>(0));
        count.unwrap_or(1) as usize
    }

    fn settle(&mut self) -> Result<(), Fault> {
        Ok(self.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?)
    }
}
