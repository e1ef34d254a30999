//! Games in which nobody ever gave an order are forgotten after a while.

use ::store::{Fault, Sql, values};

use super::Store;
use crate::Error;

/// The tables with rows of a game, beside its journal and itself.
pub const OF_A_GAME: &[&str] = &[
    "seat",
    "summary",
    "wish",
    "note",
    "proposal",
    "chat",
    "remark",
    "hidden",
    "successor",
    "clock",
    "open_seat",
    "ended",
    "watching",
];

/// Takes a game away, with everything that belongs to it, and tells other servers.
pub fn delete(sql: &mut dyn Sql, key: i64) -> Result<(), Fault> {
    for table in OF_A_GAME.iter().chain(&["entry"]) {
        sql.execute(&format!("DELETE FROM {table} WHERE game = ?1"), &values![key])?;
    }
    // With PostgreSQL it is a view of nothing.
    if sql.number("SELECT count(*) FROM recent WHERE game = ?1", &values![key])? > 0 {
        sql.execute("DELETE FROM recent WHERE game = ?1", &values![key])?;
    }
    sql.execute("DELETE FROM game WHERE key = ?1", &values![key])?;
    sql.notify(&format!("gone {key}"))
}

/// So many are forgotten at once, so that nobody's order waits long for it.
const AT_ONCE: i64 = 200;

impl Store {
    /// Forgets games without a single order that were begun before this time (seconds since 1970), but none of
    /// `held`; how many.
    pub async fn forget_unplayed(&self, before: i64, held: Vec<i64>) -> Result<usize, Error> {
        let mut all = 0;
        loop {
            let forgotten = self.forget_some(before, held.clone()).await?;
            all += forgotten;
            if forgotten < AT_ONCE as usize {
                return Ok(all);
            }
        }
    }

    async fn forget_some(&self, before: i64, held: Vec<i64>) -> Result<usize, Error> {
        let work = move |sql: &mut dyn Sql| {
            let rows = sql.query(
                "SELECT key FROM game WHERE created < ?1
                 AND NOT EXISTS (SELECT 1 FROM entry WHERE entry.game = key)
                 AND NOT EXISTS (SELECT 1 FROM recent WHERE recent.game = key) LIMIT ?2",
                &values![before, AT_ONCE],
            )?;
            let keys: Result<Vec<i64>, _> = rows.iter().map(|row| row.int(0)).collect();
            let mut keys = keys?;
            keys.retain(|key| !held.contains(key));
            for key in &keys {
                for table in OF_A_GAME {
                    sql.execute(&format!("DELETE FROM {table} WHERE game = ?1"), &values![*key])?;
                }
                sql.execute("DELETE FROM game WHERE key = ?1", &values![*key])?;
            }
            Ok(keys.len())
        };
        Ok(self.base().write(work).await?)
    }
}
