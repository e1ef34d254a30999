//! The book of what was done: who, when, what, to whom, and why. Nothing is ever struck out of it; of who has left only that
//! he was somebody.

use std::time::{SystemTime, UNIX_EPOCH};

use store::{Row, Sql};

use super::Keeper;
use crate::club::now;
use crate::token::word;
use crate::{Club, Error};

/// What can be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    Mute,
    Unmute,
    Block,
    Unblock,
    BarAddress,
    UnbarAddress,
    Rename,
    RemoveLine,
    DeleteGame,
    SettleReport,
    Role,
    SignOut,
    DeletePerson,
}

impl What {
    pub fn word(self) -> &'static str {
        match self {
            What::Mute => "mute",
            What::Unmute => "unmute",
            What::Block => "block",
            What::Unblock => "unblock",
            What::BarAddress => "bar-address",
            What::UnbarAddress => "unbar-address",
            What::Rename => "rename",
            What::RemoveLine => "remove-line",
            What::DeleteGame => "delete-game",
            What::SettleReport => "settle-report",
            What::Role => "role",
            What::SignOut => "sign-out",
            What::DeletePerson => "delete-person",
        }
    }
}

/// A line of the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Act {
    pub id: String,
    pub at: i64,
    /// Who did it, by his name now; nobody: the command line, or one who has left.
    pub by: Option<String>,
    pub what: String,
    pub about: Option<String>,
    pub game: Option<String>,
    pub why: String,
}

/// Whom an act was about, and which game.
#[derive(Clone, Copy, Default, Debug)]
pub struct About<'a> {
    pub person: Option<&'a str>,
    pub game: Option<&'a str>,
}

impl<'a> About<'a> {
    pub fn person(id: &'a str) -> About<'a> {
        About { person: Some(id), game: None }
    }
}

/// Ids in the order of time, so that acts of one second stand as they were done.
fn next_id() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{:016x}{}", since.as_nanos() as u64, word::<6>())
}

/// Writes an act down, in the transaction that does it.
pub fn note(sql: &mut dyn Sql, by: &Keeper, what: What, about: About<'_>, why: &str) -> Result<(), Error> {
    sql.execute(
        "INSERT INTO act (id, at, by_person, what, about, game, why) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        &[
            next_id().into(),
            now().into(),
            by.id().map(str::to_owned).into(),
            what.word().into(),
            about.person.map(str::to_owned).into(),
            about.game.map(str::to_owned).into(),
            why.into(),
        ],
    )?;
    Ok(())
}

impl Club {
    /// What was done, the newest first, for who looks after the club; `before` is a moment and the id of the last one known.
    ///
    /// # Errors
    /// He may not look.
    pub async fn acts(
        &self,
        by: &Keeper,
        before: Option<(i64, String)>,
        most: usize,
    ) -> Result<Vec<Act>, Error> {
        let by = by.clone();
        self.read(move |sql| {
            by.may(sql, None)?;
            let (at, id) = before.unwrap_or((i64::MAX, String::new()));
            let rows = sql.query(
                "SELECT act.id, act.at, doer.name, act.what, whom.name, act.game, act.why FROM act
                 LEFT JOIN person AS doer ON doer.id = act.by_person
                 LEFT JOIN person AS whom ON whom.id = act.about
                 WHERE act.at < ?1 OR (act.at = ?1 AND act.id < ?2) ORDER BY act.at DESC, act.id DESC LIMIT ?3",
                &[at.into(), id.into(), most.into()],
            )?;
            let read = |row: &Row| {
                Ok(Act {
                    id: row.text(0)?,
                    at: row.int(1)?,
                    by: row.maybe_text(2)?,
                    what: row.text(3)?,
                    about: row.maybe_text(4)?,
                    game: row.maybe_text(5)?,
                    why: row.text(6)?,
                })
            };
            rows.iter().map(read).collect()
        })
        .await
    }
}
