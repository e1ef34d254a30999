//! Private notes on hexes and pieces.

use std::collections::BTreeMap;

use ::store::{Sql, values};

use super::Store;
use crate::{Error, hosted::now};

impl Store {
    /// The notes of one author in a game, by what they are about.
    pub async fn remarks(&self, game: i64, author: String) -> Result<BTreeMap<String, String>, Error> {
        let work = move |sql: &mut dyn Sql| {
            let select = "SELECT about, words FROM remark WHERE game = ?1 AND author = ?2";
            let rows = sql.query(select, &values![game, author])?;
            rows.iter().map(|row| Ok((row.text(0)?, row.text(1)?))).collect()
        };
        Ok(self.base().read(work).await?)
    }

    /// Writes a note in place of the one about the same, or without words deletes it; false if there are `most` others.
    pub async fn remark(
        &self,
        game: i64,
        author: String,
        about: String,
        words: String,
        most: i64,
    ) -> Result<bool, Error> {
        let work = move |sql: &mut dyn Sql| {
            if words.is_empty() {
                let delete = "DELETE FROM remark WHERE game = ?1 AND author = ?2 AND about = ?3";
                sql.execute(delete, &values![game, author, about])?;
                return Ok(true);
            }
            let others = "SELECT count(*) FROM remark WHERE game = ?1 AND author = ?2 AND about <> ?3";
            if sql.number(others, &values![game, &author, &about])? >= most {
                return Ok(false);
            }
            sql.execute(
                "INSERT INTO remark (game, author, about, words, at) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (game, author, about) DO UPDATE SET words = excluded.words, at = excluded.at",
                &values![game, author, about, words, now()],
            )?;
            Ok(true)
        };
        Ok(self.base().write(work).await?)
    }
}
