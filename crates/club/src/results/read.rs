//! Results as everybody may read them.

use store::{Row, Sql};

use crate::people::{Person, read_person};
use crate::{Club, Error};

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub won: i64,
    pub drawn: i64,
    pub lost: i64,
}

/// A member in the table of a rule system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rated {
    pub name: String,
    pub elo: i64,
    pub games: i64,
    pub tally: Tally,
}

/// What one person came to in a rule system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pub system: String,
    pub elo: i64,
    pub games: i64,
    pub tally: Tally,
    /// When a rated game ended, and the rating after it; the oldest first.
    pub points: Vec<(i64, i64)>,
}

/// Results that are not rated, by the opponent: a computer player, or guests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Against {
    pub system: String,
    /// Nobody: guests, and members whose games are not rated.
    pub officer: Option<String>,
    pub tally: Tally,
}

/// Everything a person came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    pub lines: Vec<Line>,
    pub unrated: Vec<Against>,
}

/// Games of the last years that a chart shows.
const MOST_POINTS: usize = 400;

const TALLY: &str = "CAST(sum(CASE WHEN points = 2 THEN 1 ELSE 0 END) AS BIGINT),
     CAST(sum(CASE WHEN points = 1 THEN 1 ELSE 0 END) AS BIGINT),
     CAST(sum(CASE WHEN points = 0 THEN 1 ELSE 0 END) AS BIGINT)";

fn tally(row: &Row, from: usize) -> Result<Tally, store::Fault> {
    let number = |column: usize| row.maybe_int(column).map(Option::unwrap_or_default);
    Ok(Tally { won: number(from)?, drawn: number(from + 1)?, lost: number(from + 2)? })
}

fn rated_tally(sql: &mut dyn Sql, person: &str, system: &str) -> Result<Tally, store::Fault> {
    let select = format!("SELECT {TALLY} FROM score WHERE person = ?1 AND system = ?2 AND after IS NOT NULL");
    let rows = sql.query(&select, &[person.into(), system.into()])?;
    rows.first().map_or(Ok(Tally::default()), |row| tally(row, 0))
}

impl Club {
    /// The members with a rating in a rule system, the strongest first.
    ///
    /// # Errors
    /// The store failed.
    pub async fn ratings(&self, system: &str, most: usize) -> Result<Vec<Rated>, Error> {
        let system = system.to_owned();
        self.read(move |sql| {
            let rows = sql.query(
                "SELECT person.id, person.name, rating.elo, rating.games FROM rating
                 JOIN person ON person.id = rating.person WHERE rating.system = ?1
                 ORDER BY rating.elo DESC, rating.games DESC, person.key LIMIT ?2",
                &[system.as_str().into(), most.into()],
            )?;
            let mut found = Vec::new();
            for row in &rows {
                let tally = rated_tally(sql, &row.text(0)?, &system)?;
                found.push(Rated { name: row.text(1)?, elo: row.int(2)?, games: row.int(3)?, tally });
            }
            Ok(found)
        })
        .await
    }

    /// Members by the alphabet, after the one of this name.
    ///
    /// # Errors
    /// The store failed.
    pub async fn members(&self, after: Option<&str>, most: usize) -> Result<Vec<Person>, Error> {
        let after = after.and_then(crate::names::key).unwrap_or_default();
        self.read(move |sql| {
            let rows = sql.query(
                "SELECT id, name, role, mail, wishes, zone, created FROM person WHERE key > ?1
                 ORDER BY key LIMIT ?2",
                &[after.into(), most.into()],
            )?;
            rows.iter().map(|row| Ok(read_person(row)?)).collect()
        })
        .await
    }

    /// How many members there are.
    ///
    /// # Errors
    /// The store failed.
    pub async fn count(&self) -> Result<u64, Error> {
        self.read(|sql| Ok(sql.number("SELECT count(*) FROM person", &[])? as u64)).await
    }

    /// Everything a person came to.
    ///
    /// # Errors
    /// The store failed.
    pub async fn record(&self, person: &str) -> Result<Record, Error> {
        let person = person.to_owned();
        self.read(move |sql| {
            let mut record = Record::default();
            let rated = "SELECT system, elo, games FROM rating WHERE person = ?1 ORDER BY system";
            for row in sql.query(rated, &[person.as_str().into()])? {
                let system = row.text(0)?;
                let mut points = sql.query(
                    "SELECT ended, after FROM score WHERE person = ?1 AND system = ?2 AND after IS NOT NULL
                     ORDER BY ended DESC, game DESC LIMIT ?3",
                    &[person.as_str().into(), system.as_str().into(), MOST_POINTS.into()],
                )?;
                points.reverse();
                let points = points.iter().map(|row| Ok((row.int(0)?, row.int(1)?)));
                let points = points.collect::<Result<Vec<_>, store::Fault>>()?;
                let tally = rated_tally(sql, &person, &system)?;
                record.lines.push(Line { system, elo: row.int(1)?, games: row.int(2)?, tally, points });
            }
            let unrated = format!(
                "SELECT system, officer, {TALLY} FROM score WHERE person = ?1 AND after IS NULL
                 GROUP BY system, officer ORDER BY system, officer"
            );
            for row in sql.query(&unrated, &[person.as_str().into()])? {
                let (system, officer) = (row.text(0)?, row.maybe_text(1)?);
                record.unrated.push(Against { system, officer, tally: tally(&row, 2)? });
            }
            Ok(record)
        })
        .await
    }
}
