//! Clocks in the database.

use ::store::{Fault, Row, Sql, values};
use table::{BySide, Side};

use super::Timing;
use super::terms::{MINUTE, SECOND, Terms};
use super::time::{Away, Clock, Off, Rest};
use crate::Error;
use crate::seat::Holder;
use crate::store::{Store, read_seats};

const COLUMNS: &str = "terms, union_left, confederate_left, running, since, warned, resting, says, nudged";

fn read_clock(row: &Row) -> Result<Clock, Fault> {
    let broken = |why: serde_json::Error| Fault::Broken(format!("the terms of a game cannot be read: {why}"));
    Ok(Clock {
        terms: serde_json::from_str(&row.text(0)?).map_err(broken)?,
        left: BySide { union: row.int(1)?, confederate: row.int(2)? },
        running: row.int(3)? as u8,
        since: row.int(4)?,
        warned: row.int(5)? as u8,
        resting: Rest::read(row.int(6)?),
        says: row.int(7)? as u8,
        nudged: row.int(8)?,
    })
}

/// The clock of a game, and nobody else changes it until the transaction ends.
pub fn hold(sql: &mut dyn Sql, game: i64) -> Result<Option<Clock>, Fault> {
    let hold = format!("UPDATE clock SET since = since WHERE game = ?1 RETURNING {COLUMNS}");
    sql.first(&hold, &values![game])?.as_ref().map(read_clock).transpose()
}

/// As [`hold`]; a game that has no clock is given one that nobody is hurried by.
pub fn hold_or_make(sql: &mut dyn Sql, game: i64, now: i64) -> Result<Clock, Fault> {
    match hold(sql, game)? {
        Some(clock) => Ok(clock),
        None => {
            make(sql, game, &Clock::new(Terms::default(), now))?;
            hold(sql, game)?.ok_or_else(|| Fault::Broken("a clock that was just made is gone".into()))
        }
    }
}

/// A clock for a game that has none.
pub fn make(sql: &mut dyn Sql, game: i64, clock: &Clock) -> Result<(), Fault> {
    let terms = serde_json::to_string(&clock.terms).unwrap_or_default();
    sql.execute(
        "INSERT INTO clock (game, terms, union_left, confederate_left, running, since, warned, resting, says, nudged)
         VALUES (?1, ?2, ?3, ?4, 0, ?5, 0, 0, 0, 0) ON CONFLICT (game) DO NOTHING",
        &values![game, terms, clock.left.union, clock.left.confederate, clock.since],
    )?;
    Ok(())
}

/// Writes down how a clock stands now.
pub fn put(sql: &mut dyn Sql, game: i64, clock: &Clock, away: &Away) -> Result<(), Fault> {
    sql.execute(
        "UPDATE clock SET union_left = ?2, confederate_left = ?3, running = ?4, since = ?5, ends = ?6, warn = ?7,
         warned = ?8, resting = ?9, says = ?10, nudged = ?11 WHERE game = ?1",
        &values![
            game,
            clock.left.union,
            clock.left.confederate,
            clock.running,
            clock.since,
            clock.ends(away),
            clock.warns(away),
            clock.warned,
            clock.resting.number(),
            clock.says,
            clock.nudged,
        ],
    )?;
    Ok(())
}

/// What other servers are told when a clock has changed otherwise than by an order.
pub fn changed(game: i64) -> String {
    format!("clock {game}")
}

/// The days on which a person is away, in turn.
fn off(sql: &mut dyn Sql, person: Option<&String>) -> Result<Vec<Off>, Fault> {
    let Some(person) = person else { return Ok(Vec::new()) };
    let rows =
        sql.query("SELECT starts, ends FROM holiday WHERE person = ?1 ORDER BY starts", &values![person])?;
    rows.iter().map(|row| Ok(Off { starts: row.int(0)? * SECOND, ends: row.int(1)? * SECOND })).collect()
}

/// Who sits at a game, and when they are away.
pub fn table(sql: &mut dyn Sql, game: i64) -> Result<(BySide<Holder>, Away), Fault> {
    let holders = read_seats(sql, game)?;
    let away = BySide {
        union: off(sql, holders.union.person.as_ref())?,
        confederate: off(sql, holders.confederate.person.as_ref())?,
    };
    Ok((holders, away))
}

/// Everything about time at a game.
pub fn timing(sql: &mut dyn Sql, game: i64) -> Result<Timing, Fault> {
    let select = format!("SELECT {COLUMNS} FROM clock WHERE game = ?1");
    let clock = sql.first(&select, &values![game])?.as_ref().map(read_clock).transpose()?;
    let (_, away) = table(sql, game)?;
    Ok(Timing { clock, away })
}

/// The time of a game may begin to run: somebody has sat down.
pub fn start(sql: &mut dyn Sql, game: i64, now: i64) -> Result<(), Fault> {
    let waiting = sql.number("SELECT waiting FROM summary WHERE game = ?1", &values![game])?;
    super::follow(sql, game, waiting as u8, false, now).map(|_| ())
}

/// A server that is alive says so at least as often, while there are evenings' clocks that run.
const OFTEN: i64 = 20 * SECOND;
/// Where no server said so for longer, none was.
const SILENCE: i64 = MINUTE;

/// Evenings' clocks that run.
const EVENINGS: &str = "ends IS NOT NULL AND terms LIKE '%\"evening\"%'";

/// Says that a server is alive. Where none was for a while, evenings' clocks have stood for as long.
pub fn beat(sql: &mut dyn Sql, now: i64) -> Result<(), Fault> {
    let last = sql.first("SELECT at FROM beat WHERE name = 'alive'", &[])?;
    let Some(last) = last.map(|row| row.int(0)).transpose()? else {
        let first = "INSERT INTO beat (name, at) VALUES ('alive', ?1) ON CONFLICT (name) DO NOTHING";
        return sql.execute(first, &values![now]).map(|_| ());
    };
    if now - last < OFTEN {
        return Ok(());
    }
    let mine = "UPDATE beat SET at = ?1 WHERE name = 'alive' AND at = ?2";
    if sql.execute(mine, &values![now, last])? == 0 || now - last <= SILENCE {
        return Ok(());
    }
    let stood = "(?1 - CASE WHEN since > ?2 THEN since ELSE ?2 END)";
    let shift = format!(
        "UPDATE clock SET since = since + {stood}, ends = ends + {stood}, warn = warn + {stood} WHERE {EVENINGS}
         RETURNING game"
    );
    for row in sql.query(&shift, &values![now, last])? {
        sql.notify(&changed(row.int(0)?))?;
    }
    Ok(())
}

/// Whether any evening's clock runs.
pub fn any_evening(sql: &mut dyn Sql) -> Result<bool, Fault> {
    Ok(sql.first(&format!("SELECT 1 FROM clock WHERE {EVENINGS} LIMIT 1"), &[])?.is_some())
}

impl Store {
    /// Everything about time at a game.
    pub async fn timing(&self, game: i64) -> Result<Timing, Error> {
        Ok(self.base().read(move |sql| timing(sql, game)).await?)
    }

    /// The games in which something is due by now: a clock has run out, or somebody has to be told. Evenings' clocks that
    /// stood while no server was alive are set right first.
    pub async fn clocks_due(&self, now: i64) -> Result<Vec<String>, Error> {
        if self.base().read(any_evening).await? {
            self.base().write(move |sql| beat(sql, now)).await?;
        }
        let work = move |sql: &mut dyn Sql| {
            let select = "SELECT game.id FROM clock JOIN game ON game.key = clock.game
                          WHERE clock.ends <= ?1 OR clock.warn <= ?1 LIMIT 100";
            sql.query(select, &values![now])?.iter().map(|row| row.text(0)).collect()
        };
        Ok(self.base().read(work).await?)
    }

    /// The games that are not over in which a person has a seat.
    pub async fn games_of(&self, person: String) -> Result<Vec<i64>, Error> {
        let work = move |sql: &mut dyn Sql| {
            let select = "SELECT DISTINCT seat.game FROM seat JOIN summary ON summary.game = seat.game
                          WHERE seat.person = ?1 AND summary.waiting <> 0";
            sql.query(select, &values![person])?.iter().map(|row| row.int(0)).collect()
        };
        Ok(self.base().read(work).await?)
    }

    /// Reckons anew when a clock ends, after a player has changed his days off.
    pub async fn reckon_clock(&self, game: i64) -> Result<(), Error> {
        let work = move |sql: &mut dyn Sql| {
            if let Some(clock) = hold(sql, game)? {
                let (_, away) = table(sql, game)?;
                put(sql, game, &clock, &away)?;
            }
            sql.notify(&changed(game))
        };
        Ok(self.base().write(work).await?)
    }
}

/// Gives a seat to a computer player.
pub fn hand_over(sql: &mut dyn Sql, game: i64, side: Side, name: &str, officer: &str) -> Result<(), Fault> {
    sql.execute(
        "UPDATE seat SET name = ?3, officer = ?4, token = NULL, person = NULL, invitation = NULL
         WHERE game = ?1 AND side = ?2",
        &values![game, side as u8, name, officer],
    )?;
    sql.notify(&crate::store::seats_changed(game))
}
