//! Seats that are offered: to anybody who looks into the lobby, or to a member who is asked by his name.

use ::store::{Fault, Row, Sql, Value, values};
use table::Side;

use super::rows::side_of;
use super::{Store, seats_changed};
use crate::Error;
use crate::seat::Holder;
use crate::timing::terms::Terms;
use crate::token::TokenHash;

/// To whom a seat is offered: to everybody, to one member, or to both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewOpenSeat {
    pub side: Side,
    pub open: bool,
    /// The member who is asked.
    pub person: Option<String>,
}

/// An offer as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenSeatRow {
    pub key: i64,
    pub game: String,
    pub scenario: String,
    pub options: Vec<String>,
    pub private: bool,
    pub side: Side,
    pub open: bool,
    /// What the member who is asked is called.
    pub to: Option<String>,
    pub since: i64,
    /// Who plays the other side: he offers it.
    pub by: String,
    pub by_person: Option<String>,
    /// How much time there is, where a clock runs.
    pub terms: Option<Terms>,
}

/// Where a page of a list ended: the time of its last line, and of which game that is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub since: i64,
    pub key: i64,
}

impl Place {
    /// As who asks for the next page sends it back.
    pub fn word(self) -> String {
        format!("{}-{}", self.since, self.key)
    }

    /// # Errors
    /// It is none of ours.
    pub fn read(word: &str) -> Result<Place, Error> {
        let place = word
            .split_once('-')
            .and_then(|(since, key)| Some(Place { since: since.parse().ok()?, key: key.parse().ok()? }));
        place.ok_or_else(|| Error::Malformed("`before`: expected what the page before told as `next`".into()))
    }
}

const COLUMNS: &str =
    "open_seat.game, game.id, game.scenario, game.options, game.private, open_seat.side, open_seat.open,
     asked.name, open_seat.created, other.name, other.person, clock.terms";
const OPEN_SEATS: &str = "open_seat JOIN game ON game.key = open_seat.game
     JOIN seat AS other ON other.game = open_seat.game AND other.side = 1 - open_seat.side
     LEFT JOIN clock ON clock.game = open_seat.game
     LEFT JOIN person AS asked ON asked.id = open_seat.person";

fn read(row: &Row) -> Result<OpenSeatRow, Fault> {
    Ok(OpenSeatRow {
        key: row.int(0)?,
        game: row.text(1)?,
        scenario: row.text(2)?,
        options: row.text(3)?.split_whitespace().map(str::to_owned).collect(),
        private: row.int(4)? != 0,
        side: side_of(row.int(5)?),
        open: row.int(6)? != 0,
        to: row.maybe_text(7)?,
        since: row.int(8)?,
        by: row.text(9)?,
        by_person: row.maybe_text(10)?,
        terms: row.maybe_text(11)?.and_then(|text| serde_json::from_str(&text).ok()),
    })
}

pub(super) fn put(sql: &mut dyn Sql, game: i64, offer: &NewOpenSeat, now: i64) -> Result<(), Fault> {
    sql.execute(
        "INSERT INTO open_seat (game, side, open, person, created) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (game, side) DO UPDATE SET open = excluded.open, person = excluded.person,
         created = excluded.created",
        &values![game, offer.side as u8, offer.open, offer.person.as_ref(), now],
    )?;
    Ok(())
}

/// Nobody is offered this seat any more; whether anybody was.
pub(super) fn withdraw(sql: &mut dyn Sql, game: i64, side: Side) -> Result<bool, Fault> {
    let gone =
        sql.execute("DELETE FROM open_seat WHERE game = ?1 AND side = ?2", &values![game, side as u8])?;
    Ok(gone > 0)
}

impl Store {
    /// Seats that anybody may take, the newest first, after that place.
    pub async fn open_seats(&self, after: Option<Place>, most: usize) -> Result<Vec<OpenSeatRow>, Error> {
        let work = move |sql: &mut dyn Sql| {
            let order = "ORDER BY open_seat.created DESC, open_seat.game DESC LIMIT ?1";
            let rows = match after {
                None => {
                    let select =
                        format!("SELECT {COLUMNS} FROM {OPEN_SEATS} WHERE open_seat.open = 1 {order}");
                    sql.query(&select, &values![most])?
                }
                Some(Place { since, key }) => {
                    let select = format!(
                        "SELECT {COLUMNS} FROM {OPEN_SEATS} WHERE open_seat.open = 1
                         AND (open_seat.created, open_seat.game) < (?2, ?3) {order}"
                    );
                    sql.query(&select, &values![most, since, key])?
                }
            };
            rows.iter().map(read).collect::<Result<Vec<_>, Fault>>()
        };
        Ok(self.base().read(work).await?)
    }

    /// What this member is asked to play.
    pub async fn asked(&self, person: String) -> Result<Vec<OpenSeatRow>, Error> {
        self.offers_where("open_seat.person = ?1", vec![person.into()]).await
    }

    /// What these tokens or this member open_seat.
    pub async fn offered_by(
        &self,
        tokens: Vec<TokenHash>,
        person: Option<String>,
    ) -> Result<Vec<OpenSeatRow>, Error> {
        let mut found = Vec::new();
        if let Some(person) = person {
            found.extend(self.offers_where("other.person = ?1", vec![person.into()]).await?);
        }
        for token in tokens {
            found.extend(self.offers_where("other.token = ?1", vec![token.into()]).await?);
        }
        Ok(found)
    }

    async fn offers_where(&self, test: &'static str, values: Vec<Value>) -> Result<Vec<OpenSeatRow>, Error> {
        let work = move |sql: &mut dyn Sql| {
            let select = format!(
                "SELECT {COLUMNS} FROM {OPEN_SEATS} WHERE {test} ORDER BY open_seat.created DESC LIMIT 100"
            );
            sql.query(&select, &values)?.iter().map(read).collect::<Result<Vec<_>, Fault>>()
        };
        Ok(self.base().read(work).await?)
    }

    /// Gives an offered seat to whoever sits down, if it is offered to him; whether it was. `now`: from then on the time of its
    /// players may run, in milliseconds.
    pub async fn sit(&self, game: i64, side: Side, holder: Holder, now: i64) -> Result<bool, Error> {
        let work = move |sql: &mut dyn Sql| {
            let taken = "DELETE FROM open_seat WHERE game = ?1 AND side = ?2 AND (open = 1 OR person = ?3)";
            if sql.execute(taken, &values![game, side as u8, holder.person.as_ref()])? == 0 {
                return Ok(false);
            }
            let sit = "UPDATE seat SET token = ?3, name = ?4, person = ?5, invitation = NULL
                       WHERE game = ?1 AND side = ?2 AND invitation IS NOT NULL";
            let values = values![game, side as u8, holder.token, holder.name, holder.person];
            let sat = sql.execute(sit, &values)? > 0;
            crate::timing::rows::start(sql, game, now)?;
            sql.notify(&seats_changed(game))?;
            Ok(sat)
        };
        Ok(self.base().write(work).await?)
    }

    /// Offers a seat that nobody has taken; whether it is one.
    pub async fn open_seat(&self, game: i64, offer: NewOpenSeat, now: i64) -> Result<bool, Error> {
        let work = move |sql: &mut dyn Sql| {
            let free = "SELECT 1 FROM seat WHERE game = ?1 AND side = ?2 AND invitation IS NOT NULL";
            if sql.first(free, &values![game, offer.side as u8])?.is_none() {
                return Ok(false);
            }
            put(sql, game, &offer, now)?;
            Ok(true)
        };
        Ok(self.base().write(work).await?)
    }

    /// Who is asked to take a seat, if anybody is.
    pub async fn asked_for(&self, game: i64, side: Side) -> Result<Option<String>, Error> {
        let work = move |sql: &mut dyn Sql| {
            let select = "SELECT person FROM open_seat WHERE game = ?1 AND side = ?2";
            let row = sql.first(select, &values![game, side as u8])?;
            row.map_or(Ok(None), |row| row.maybe_text(0))
        };
        Ok(self.base().read(work).await?)
    }

    /// Takes an offer back; whether there was one.
    pub async fn close_seat(&self, game: i64, side: Side) -> Result<bool, Error> {
        Ok(self.base().write(move |sql| withdraw(sql, game, side)).await?)
    }

    /// A member does not want a seat that he was asked to take; whether he was.
    pub async fn decline(&self, game: i64, side: Side, person: String) -> Result<bool, Error> {
        let work = move |sql: &mut dyn Sql| {
            let gone = "DELETE FROM open_seat WHERE game = ?1 AND side = ?2 AND person = ?3 AND open = 0";
            let asked = "UPDATE open_seat SET person = NULL WHERE game = ?1 AND side = ?2 AND person = ?3";
            let values = values![game, side as u8, person];
            Ok(sql.execute(gone, &values)? > 0 || sql.execute(asked, &values)? > 0)
        };
        Ok(self.base().write(work).await?)
    }
}
