//! What a game is called, which one followed it, and which games somebody does not want to see in his list.

use ::store::{Sql, values};

use super::{Store, forgetting};
use crate::{Error, hosted::now};

/// What other servers are told when a game is called otherwise or was followed by another.
fn about_changed(game: i64) -> String {
    format!("about {game}")
}

/// What everybody is told of a game beside its position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// What its players call it.
    pub name: Option<String>,
    /// The game that followed it.
    pub next: Option<String>,
}

impl Store {
    pub async fn about(&self, game: i64) -> Result<About, Error> {
        let work = move |sql: &mut dyn Sql| {
            let row = sql.first("SELECT name FROM game WHERE key = ?1", &values![game])?;
            let name = row.map(|row| row.maybe_text(0)).transpose()?.flatten();
            let row = sql.first("SELECT next FROM successor WHERE game = ?1", &values![game])?;
            Ok(About { name, next: row.map(|row| row.text(0)).transpose()? })
        };
        Ok(self.base().read(work).await?)
    }

    pub async fn rename(&self, game: i64, name: Option<String>) -> Result<(), Error> {
        let work = move |sql: &mut dyn Sql| {
            sql.execute("UPDATE game SET name = ?2 WHERE key = ?1", &values![game, name])?;
            sql.notify(&about_changed(game))
        };
        Ok(self.base().write(work).await?)
    }

    /// Puts a game out of the list of a person, or back into it.
    pub async fn hide(&self, person: String, game: i64, hidden: bool) -> Result<(), Error> {
        let work = move |sql: &mut dyn Sql| {
            match hidden {
                true => sql.execute(
                    "INSERT INTO hidden (person, game, at) VALUES (?1, ?2, ?3) ON CONFLICT (person, game) DO NOTHING",
                    &values![person, game, now()],
                ),
                false => {
                    sql.execute("DELETE FROM hidden WHERE person = ?1 AND game = ?2", &values![person, game])
                }
            }
            .map(|_| ())
        };
        Ok(self.base().write(work).await?)
    }

    /// The games that a person does not want to see in his list.
    pub async fn hidden(&self, person: String) -> Result<Vec<i64>, Error> {
        let work = move |sql: &mut dyn Sql| {
            let rows = sql.query("SELECT game FROM hidden WHERE person = ?1", &values![person])?;
            rows.iter().map(|row| row.int(0)).collect()
        };
        Ok(self.base().read(work).await?)
    }

    /// Takes a game away, with everything that belongs to it.
    pub async fn delete(&self, game: i64) -> Result<(), Error> {
        Ok(self.base().write(move |sql| forgetting::delete(sql, game)).await?)
    }
}

/// Notes which game followed another; fails with `Doubled` where one did already.
pub(super) fn succeed(sql: &mut dyn Sql, game: i64, next: &str) -> Result<(), ::store::Fault> {
    // One that was deleted meanwhile is followed by nothing.
    let gone = "DELETE FROM successor WHERE game = ?1 AND NOT EXISTS (SELECT 1 FROM game WHERE id = next)";
    sql.execute(gone, &values![game])?;
    sql.execute("INSERT INTO successor (game, next, at) VALUES (?1, ?2, ?3)", &values![game, next, now()])?;
    sql.notify(&about_changed(game))
}
