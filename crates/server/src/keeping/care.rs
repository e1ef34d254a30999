//! Looking after games: which there are, how large they are, taking one away, giving a seat to somebody anew.

use ::store::{Fault, Row, Sql, Store, values};
use serde::Serialize;
use table::Side;

use crate::Error;
use crate::store::{delete as remove, seats_changed};
use crate::token::Token;

/// A game, as its keeper is told of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cared {
    pub id: String,
    pub scenario: String,
    /// Seconds since 1970.
    pub created: i64,
    pub touched: i64,
    pub headline: String,
    pub over: bool,
    pub entries: u64,
    pub bytes: u64,
    pub seats: Vec<SeatCared>,
}

/// Who has a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatCared {
    pub side: Side,
    /// `person`, `computer` or `open`.
    pub kind: &'static str,
    pub name: String,
}

/// What there is in all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Keeps {
    pub games: u64,
    pub running: u64,
    pub entries: u64,
    /// Of the journals.
    pub bytes: u64,
}

/// The journals, sorted or not.
const JOURNALS: &str = "(SELECT game, body FROM entry UNION ALL SELECT game, body FROM recent) AS journal";

/// Somebody who looks after a store.
pub struct Care(pub Store);

impl Care {
    /// How much there is.
    ///
    /// # Errors
    /// The store failed.
    pub async fn keeps(&self) -> Result<Keeps, Error> {
        let work = |sql: &mut dyn Sql| {
            let mut number = |select: &str| sql.number(select, &[]).map(|n| n as u64);
            Ok(Keeps {
                games: number("SELECT count(*) FROM game")?,
                running: number("SELECT count(*) FROM summary WHERE waiting <> 0")?,
                entries: number(&format!("SELECT count(*) FROM {JOURNALS}"))?,
                bytes: number(&format!(
                    "SELECT CAST(coalesce(sum(length(body)), 0) AS BIGINT) FROM {JOURNALS}"
                ))?,
            })
        };
        Ok(self.0.read(work).await?)
    }

    /// The games that something happened in last, the newest first.
    ///
    /// # Errors
    /// The store failed.
    pub async fn games(&self, most: u32) -> Result<Vec<Cared>, Error> {
        let work = move |sql: &mut dyn Sql| {
            let order = "ORDER BY summary.touched DESC, game.key DESC LIMIT ?1";
            let rows = sql.query(&select(order), &values![most])?;
            rows.iter().map(|row| cared(sql, row)).collect::<Result<Vec<_>, Fault>>()
        };
        Ok(self.0.read(work).await?)
    }

    /// One game.
    ///
    /// # Errors
    /// There is none of this id, or the store failed.
    pub async fn game(&self, id: &str) -> Result<Cared, Error> {
        let wanted = id.to_owned();
        let work = move |sql: &mut dyn Sql| {
            let row = sql.first(&select("WHERE game.id = ?1"), &values![wanted])?;
            row.map(|row| cared(sql, &row)).transpose()
        };
        self.0.read(work).await?.ok_or_else(|| Error::no_such("game", id))
    }

    /// Takes a game away, with everything that belongs to it.
    ///
    /// # Errors
    /// There is none of this id, or the store failed.
    pub async fn delete(&self, id: &str) -> Result<(), Error> {
        let wanted = id.to_owned();
        let work = move |sql: &mut dyn Sql| {
            let Some(key) = key_of(sql, &wanted)? else { return Ok(false) };
            remove(sql, key)?;
            Ok(true)
        };
        self.0.write(work).await?.then_some(()).ok_or_else(|| Error::no_such("game", id))
    }

    /// Opens a person's seat to whoever has the new invitation, which is told once. His token holds it no more.
    ///
    /// # Errors
    /// There is no such game, a computer has the seat, or the store failed.
    pub async fn invite(&self, id: &str, side: Side) -> Result<Token, Error> {
        let (wanted, invitation) = (id.to_owned(), Token::new());
        let hash = invitation.hash();
        let work = move |sql: &mut dyn Sql| {
            let Some(key) = key_of(sql, &wanted)? else { return Ok(None) };
            let opened = sql.execute(
                "UPDATE seat SET token = NULL, invitation = ?3
                 WHERE game = ?1 AND side = ?2 AND officer IS NULL",
                &values![key, side as u8, hash],
            )?;
            // While nobody sits there nobody's time runs.
            crate::timing::rows::start(sql, key, crate::Time::default().now())?;
            sql.notify(&seats_changed(key))?;
            Ok(Some(opened > 0))
        };
        match self.0.write(work).await? {
            None => Err(Error::no_such("game", id)),
            Some(false) => Err(Error::Forbidden("a computer player has this seat".into())),
            Some(true) => Ok(invitation),
        }
    }
}

fn select(rest: &str) -> String {
    format!(
        "SELECT game.key, game.id, game.scenario, game.created, summary.touched, summary.waiting, summary.headline
         FROM game JOIN summary ON summary.game = game.key {rest}"
    )
}

fn key_of(sql: &mut dyn Sql, id: &str) -> Result<Option<i64>, Fault> {
    let row = sql.first("SELECT key FROM game WHERE id = ?1", &values![id])?;
    row.map(|row| row.int(0)).transpose()
}

fn cared(sql: &mut dyn Sql, row: &Row) -> Result<Cared, Fault> {
    let key = row.int(0)?;
    let size = format!(
        "SELECT count(*), CAST(coalesce(sum(length(body)), 0) AS BIGINT) FROM {JOURNALS} WHERE game = ?1"
    );
    let size = sql.first(&size, &values![key])?.ok_or_else(|| Fault::Broken("no sum".into()))?;
    let seats = "SELECT side, name, officer, invitation FROM seat WHERE game = ?1 ORDER BY side";
    let seats = sql.query(seats, &values![key])?;
    let seats = seats.iter().map(|seat| {
        let kind = match (seat.maybe_text(2)?, seat.maybe_bytes(3)?) {
            (Some(_), _) => "computer",
            (None, Some(_)) => "open",
            (None, None) => "person",
        };
        let side = if seat.int(0)? == 0 { Side::Union } else { Side::Confederate };
        Ok(SeatCared { side, kind, name: seat.text(1)? })
    });
    Ok(Cared {
        id: row.text(1)?,
        scenario: row.text(2)?,
        created: row.int(3)?,
        touched: row.int(4)?,
        over: row.int(5)? == 0,
        headline: row.text(6)?,
        entries: size.int(0)? as u64,
        bytes: size.int(1)? as u64,
        seats: seats.collect::<Result<_, Fault>>()?,
    })
}
