//! What members report: a person, or a line of chat, with a sentence.

use store::Row;

use super::book::{self, About, What};
use super::{Keeper, sentence};
use crate::club::now;
use crate::people::named;
use crate::token::word;
use crate::{Club, Error};

/// Open reports that one member may have.
const MOST_OPEN: usize = 20;

/// Something that a member reports.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewReport {
    /// The name of whom it is about, or else his id.
    pub name: Option<String>,
    pub person: Option<String>,
    /// The game and the line of chat, with its words as they were.
    pub game: Option<String>,
    pub line: Option<i64>,
    pub quote: String,
    pub words: String,
}

/// A report, as who looks after the club sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub id: String,
    pub at: i64,
    /// Names as they are now; nobody: he has left.
    pub by: Option<String>,
    pub about: Option<String>,
    pub game: Option<String>,
    pub line: Option<i64>,
    pub quote: String,
    pub words: String,
    /// When somebody settled it.
    pub settled: Option<i64>,
}

impl Club {
    /// Keeps a report until somebody settles it.
    ///
    /// # Errors
    /// There is nobody of that name, nothing is said, or he has reported so much that waits.
    pub async fn report(&self, by: &str, new: NewReport) -> Result<(), Error> {
        let (by, words) = (by.to_owned(), sentence(&new.words)?);
        self.write(move |sql| {
            let open = "SELECT id FROM report WHERE by_person = ?1 AND settled IS NULL LIMIT 50";
            if sql.query(open, &[by.as_str().into()])?.len() >= MOST_OPEN {
                let why = format!("{MOST_OPEN} reports of yours wait to be looked at: wait for those");
                return Err(Error::Conflict(why));
            }
            let about = match &new.name {
                Some(name) => Some(named(sql, name)?.id),
                None => new.person.clone(),
            };
            sql.execute(
                "INSERT INTO report (id, at, by_person, about, game, line, quote, words)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                &[
                    word::<12>().into(),
                    now().into(),
                    by.into(),
                    about.into(),
                    new.game.into(),
                    new.line.into(),
                    new.quote.into(),
                    words.into(),
                ],
            )?;
            Ok(())
        })
        .await
    }

    /// What was reported, what waits first and then the newest.
    ///
    /// # Errors
    /// He may not look.
    pub async fn reports(&self, by: &Keeper, most: usize) -> Result<Vec<Report>, Error> {
        let by = by.clone();
        self.read(move |sql| {
            by.may(sql, None)?;
            let rows = sql.query(
                "SELECT report.id, report.at, teller.name, whom.name, report.game, report.line, report.quote,
                 report.words, report.settled FROM report
                 LEFT JOIN person AS teller ON teller.id = report.by_person
                 LEFT JOIN person AS whom ON whom.id = report.about
                 ORDER BY CASE WHEN report.settled IS NULL THEN 0 ELSE 1 END, report.at DESC, report.id LIMIT ?1",
                &[most.into()],
            )?;
            let read = |row: &Row| {
                Ok(Report {
                    id: row.text(0)?,
                    at: row.int(1)?,
                    by: row.maybe_text(2)?,
                    about: row.maybe_text(3)?,
                    game: row.maybe_text(4)?,
                    line: row.maybe_int(5)?,
                    quote: row.text(6)?,
                    words: row.text(7)?,
                    settled: row.maybe_int(8)?,
                })
            };
            rows.iter().map(read).collect()
        })
        .await
    }

    /// A report was looked at; what came of it.
    ///
    /// # Errors
    /// `by` may not, or there is no such report that waits.
    pub async fn settle(&self, by: &Keeper, id: &str, why: &str) -> Result<(), Error> {
        let (by, id, why) = (by.clone(), id.to_owned(), sentence(why)?);
        self.write(move |sql| {
            by.may(sql, None)?;
            let rows = sql.query(
                "UPDATE report SET settled = ?2 WHERE id = ?1 AND settled IS NULL RETURNING about, game",
                &[id.into(), now().into()],
            )?;
            let Some(row) = rows.first() else {
                return Err(Error::NotFound("there is no such report that waits".into()));
            };
            let (about, game) = (row.maybe_text(0)?, row.maybe_text(1)?);
            let about = About { person: about.as_deref(), game: game.as_deref() };
            book::note(sql, &by, What::SettleReport, about, &why)
        })
        .await
    }
}
