//! What is said at a table.

use ::store::{Fault, Row, Sql, values};

use super::{Store, rows::side_of};
use crate::chat::{ChatKind, ChatLine, Saying};
use crate::{Error, hosted::now};

const COLUMNS: &str = "n, at, side, name, kind, words, removed";

impl Store {
    /// Keeps a line; it is told under the next number.
    pub async fn add_chat(&self, game: i64, saying: Saying) -> Result<ChatLine, Error> {
        // Two servers may take the same number at once: then one of them takes the next.
        for _ in 0..20 {
            let saying = saying.clone();
            let work = move |sql: &mut dyn Sql| {
                let n =
                    sql.number("SELECT coalesce(max(n), 0) + 1 FROM chat WHERE game = ?1", &values![game])?;
                let at = now();
                sql.execute(
                    "INSERT INTO chat (game, n, at, side, person, name, kind, words)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                    &values![
                        game,
                        n,
                        at,
                        saying.side.map(|side| side as u8),
                        saying.person.as_ref(),
                        &saying.name,
                        saying.kind.word(),
                        &saying.words
                    ],
                )?;
                sql.notify(&format!("chat {game} {n}"))?;
                let Saying { side, name, kind, words, .. } = saying;
                Ok(ChatLine { n: n as u64, at, side, name, kind, words, removed: false })
            };
            match self.base().write(work).await {
                Err(Fault::Doubled) => {}
                done => return Ok(done?),
            }
        }
        Err(Error::Unavailable("too many write at once: try again".into()))
    }

    /// The newest lines after this number, at most so many, the oldest first.
    pub async fn chat(&self, game: i64, after: u64, most: usize) -> Result<Vec<ChatLine>, Error> {
        let work = move |sql: &mut dyn Sql| {
            let select =
                format!("SELECT {COLUMNS} FROM chat WHERE game = ?1 AND n > ?2 ORDER BY n DESC LIMIT ?3");
            let rows = sql.query(&select, &values![game, after, most])?;
            rows.iter().rev().map(read).collect::<Result<Vec<_>, Fault>>()
        };
        Ok(self.base().read(work).await?)
    }

    /// One line.
    pub async fn chat_line(&self, game: i64, n: u64) -> Result<Option<ChatLine>, Error> {
        let work = move |sql: &mut dyn Sql| {
            let select = format!("SELECT {COLUMNS} FROM chat WHERE game = ?1 AND n = ?2");
            sql.first(&select, &values![game, n])?.as_ref().map(read).transpose()
        };
        Ok(self.base().read(work).await?)
    }

    /// Marks a line as taken away; whether there is such a line.
    pub async fn remove_chat(&self, game: i64, n: u64) -> Result<bool, Error> {
        let work = move |sql: &mut dyn Sql| {
            let update = "UPDATE chat SET removed = ?3 WHERE game = ?1 AND n = ?2";
            let found = sql.execute(update, &values![game, n, now()])? > 0;
            if found {
                sql.notify(&format!("chat {game} {n}"))?;
            }
            Ok(found)
        };
        Ok(self.base().write(work).await?)
    }
}

/// The words of a line that was taken away are told to nobody.
fn read(row: &Row) -> Result<ChatLine, Fault> {
    let removed = row.maybe_int(6)?.is_some();
    Ok(ChatLine {
        n: row.int(0)? as u64,
        at: row.int(1)?,
        side: row.maybe_int(2)?.map(side_of),
        name: row.text(3)?,
        kind: ChatKind::read(&row.text(4)?),
        words: if removed { String::new() } else { row.text(5)? },
        removed,
    })
}
