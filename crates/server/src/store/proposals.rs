//! Proposeds that wait for the other side's answer.

use ::store::{Sql, values};
use table::Side;

use super::{Store, rows::side_of};
use crate::Error;
use crate::closing::{Proposal, Proposed};
use crate::hosted::now;

impl Store {
    /// Keeps a proposal until it is answered, or forgets it.
    pub async fn set_proposed(&self, game: i64, proposed: Option<Proposed>) -> Result<(), Error> {
        let work = move |sql: &mut dyn Sql| {
            match proposed {
                Some(Proposed { kind, by }) => sql.execute(
                    "INSERT INTO proposal (game, kind, by, at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (game) DO UPDATE
                     SET kind = excluded.kind, by = excluded.by, at = excluded.at",
                    &values![game, kind.word(), by as u8, now()],
                )?,
                None => sql.execute("DELETE FROM proposal WHERE game = ?1", &values![game])?,
            };
            sql.notify(&format!("proposal {game}"))
        };
        Ok(self.base().write(work).await?)
    }

    /// The proposal that waits at a game.
    pub async fn proposed(&self, game: i64) -> Result<Option<Proposed>, Error> {
        let work = move |sql: &mut dyn Sql| {
            let Some(row) = sql.first("SELECT kind, by FROM proposal WHERE game = ?1", &values![game])?
            else {
                return Ok(None);
            };
            let (kind, by): (_, Side) = (Proposal::read(&row.text(0)?), side_of(row.int(1)?));
            Ok(kind.map(|kind| Proposed { kind, by }))
        };
        Ok(self.base().read(work).await?)
    }
}
