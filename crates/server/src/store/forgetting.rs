//! Games in which nobody ever gave an order are forgotten after a while.

use rusqlite::params;

use super::Store;
use crate::Error;

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
        self.writer
            .write(move |c| {
                let mut select = c.prepare_cached(
                    "SELECT key FROM game WHERE created < ?1
                     AND NOT EXISTS (SELECT 1 FROM entry WHERE entry.game = key)
                     AND NOT EXISTS (SELECT 1 FROM recent WHERE recent.game = key) LIMIT ?2",
                )?;
                let keys = select.query_map(params![before, AT_ONCE], |row| row.get(0))?;
                let mut keys: Vec<i64> = keys.collect::<rusqlite::Result<_>>()?;
                keys.retain(|key| !held.contains(key));
                for key in &keys {
                    for table in ["seat", "summary", "wish", "note"] {
                        c.prepare_cached(&format!("DELETE FROM {table} WHERE game = ?1"))?.execute([key])?;
                    }
                    c.prepare_cached("DELETE FROM game WHERE key = ?1")?.execute([key])?;
                }
                Ok(keys.len())
            })
            .await
    }
}
