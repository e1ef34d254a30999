//! Games that have ended, and those of a person.

use ::store::{Fault, Sql, values};
use table::BySide;

use super::rows::{GAME_COLUMNS, GAMES, read_game, read_seats};
use super::{GameRow, Place, Store};
use crate::Error;
use crate::seat::Holder;

/// A game whose end waits to be reckoned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    pub key: i64,
    pub scenario: String,
    pub lesson: bool,
    /// Whether it was played on from another.
    pub brought: bool,
    pub over: bool,
    pub touched: i64,
    pub headline: String,
}

impl Store {
    /// Games that have ended and were not reckoned, with who played them.
    pub async fn ended(&self, most: usize) -> Result<Vec<(Ending, BySide<Holder>)>, Error> {
        let work = move |sql: &mut dyn Sql| {
            let select = format!(
                "SELECT {GAME_COLUMNS} FROM {GAMES} WHERE key IN (SELECT game FROM ended ORDER BY game LIMIT ?1)
                 ORDER BY touched, key"
            );
            let mut found = Vec::new();
            for row in sql.query(&select, &values![most])? {
                let row = read_game(&row)?;
                let ending = Ending {
                    key: row.key,
                    scenario: row.scenario,
                    lesson: row.lesson.is_some(),
                    brought: row.origin.is_some(),
                    over: row.summary.waiting == 0,
                    touched: row.summary.touched,
                    headline: row.summary.headline,
                };
                found.push((ending, read_seats(sql, row.key)?));
            }
            Ok(found)
        };
        Ok(self.base().read(work).await?)
    }

    /// The games of a person that everybody may look at, those in which something happened last first, after that place.
    pub async fn open_games_of(
        &self,
        person: String,
        after: Option<Place>,
        most: usize,
    ) -> Result<Vec<(GameRow, BySide<Holder>)>, Error> {
        let work = move |sql: &mut dyn Sql| {
            let select = format!(
                "SELECT {GAME_COLUMNS} FROM {GAMES} WHERE key IN (SELECT game FROM seat WHERE person = ?1)
                 AND private = 0 AND lesson IS NULL AND (touched, key) < (?2, ?3)
                 ORDER BY touched DESC, key DESC LIMIT ?4"
            );
            let after = after.unwrap_or(Place { since: i64::MAX, key: 0 });
            let rows = sql.query(&select, &values![person, after.since, after.key, most])?;
            let mut found = Vec::new();
            for row in rows {
                let row = read_game(&row)?;
                let seats = read_seats(sql, row.key)?;
                found.push((row, seats));
            }
            Ok::<_, Fault>(found)
        };
        Ok(self.base().read(work).await?)
    }
}
