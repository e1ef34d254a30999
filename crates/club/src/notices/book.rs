//! The book of notices: what is to be told to whom, until it has been told or is not true any more.

use store::{Fault, Row, Sql};

use super::policy::Due;
use super::{Channel, Kind};
use crate::club::now;
use crate::letter::Item;
use crate::token::word;
use crate::{Club, Error};

/// How long it is sure that somebody has a game open, after it was said, in seconds.
pub const HERE: i64 = 60;
/// A notice that nobody could be told in so many days is forgotten.
const STALE: i64 = 14 * 24 * 3600;

/// Something to tell a person about a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    pub person: String,
    pub game: String,
    pub kind: Kind,
    /// What the game is called.
    pub title: String,
    /// What happened, in a sentence.
    pub words: String,
    /// The page of the very moment, as `/game/abc?n=12`.
    pub path: String,
}

/// Writes a notice down. Of one kind and game there is one at a time: the later takes the place of the earlier, and
/// goes out when that would have.
pub fn write(sql: &mut dyn Sql, notice: &Notice, at: i64) -> Result<(), Fault> {
    sql.execute(
        "INSERT INTO notice (id, person, game, kind, title, words, path, at, done)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, '')
         ON CONFLICT (person, game, kind) DO UPDATE SET id = excluded.id, title = excluded.title,
         words = excluded.words, path = excluded.path, done = '',
         at = CASE WHEN notice.done = '' THEN notice.at ELSE excluded.at END",
        &[
            word::<16>().into(),
            notice.person.as_str().into(),
            notice.game.as_str().into(),
            notice.kind.word().into(),
            notice.title.as_str().into(),
            notice.words.as_str().into(),
            notice.path.as_str().into(),
            at.into(),
        ],
    )?;
    look_soon(sql, &notice.person, at)
}

/// Whoever sends has a look at what this person is to be told.
pub fn look_soon(sql: &mut dyn Sql, person: &str, at: i64) -> Result<(), Fault> {
    sql.execute(
        "INSERT INTO outbox (person, look_at, claimed_until) VALUES (?1, ?2, 0)
         ON CONFLICT (person) DO UPDATE SET look_at =
         CASE WHEN outbox.look_at < excluded.look_at THEN outbox.look_at ELSE excluded.look_at END",
        &[person.into(), at.into()],
    )?;
    Ok(())
}

/// What is not true any more is not told: he has moved, answered, or looked.
pub fn withdraw(sql: &mut dyn Sql, person: &str, game: &str, kind: Kind) -> Result<(), Fault> {
    sql.execute(
        "DELETE FROM notice WHERE person = ?1 AND game = ?2 AND kind = ?3",
        &[person.into(), game.into(), kind.word().into()],
    )?;
    Ok(())
}

/// What is to be told to a person, with its words; the oldest first.
pub(super) fn due(sql: &mut dyn Sql, person: &str) -> Result<Vec<(Due, Item)>, Fault> {
    let rows = sql.query(
        "SELECT id, game, kind, title, words, path, at, done FROM notice WHERE person = ?1 ORDER BY at, id LIMIT 100",
        &[person.into()],
    )?;
    let read = |row: &Row| {
        let (kind, done) = (row.text(2)?, row.text(7)?);
        let Some(known) = Kind::read(&kind) else { return Ok(None) };
        let due = Due {
            id: row.text(0)?,
            game: row.text(1)?,
            kind: known,
            at: row.int(6)?,
            done: done.split(' ').filter_map(Channel::read).collect(),
        };
        Ok(Some((due, Item { kind, title: row.text(3)?, words: row.text(4)?, link: row.text(5)? })))
    };
    rows.iter().filter_map(|row| read(row).transpose()).collect()
}

impl Club {
    /// Writes notices down, and takes back those that are not true any more; whoever sends hears of it.
    ///
    /// # Errors
    /// The store failed.
    pub async fn notify(&self, notices: Vec<Notice>, over: Vec<(String, String, Kind)>) -> Result<(), Error> {
        if notices.is_empty() && over.is_empty() {
            return Ok(());
        }
        self.write(move |sql| {
            for (person, game, kind) in over {
                withdraw(sql, &person, &game, kind)?;
            }
            for notice in &notices {
                write(sql, notice, now())?;
            }
            Ok(())
        })
        .await?;
        self.0.due.notify_one();
        Ok(())
    }

    /// A person has seen how a game stands: he need not be told.
    ///
    /// # Errors
    /// The store failed.
    pub async fn seen(&self, person: &str, game: &str) -> Result<(), Error> {
        let (person, game) = (person.to_owned(), game.to_owned());
        self.write(move |sql| {
            sql.execute("DELETE FROM notice WHERE person = ?1 AND game = ?2", &[person.into(), game.into()])?;
            Ok(())
        })
        .await
    }

    /// A person has a game open, and will have for a while: until when that is believed.
    ///
    /// # Errors
    /// The store failed.
    pub async fn is_here(&self, person: &str, game: &str) -> Result<i64, Error> {
        let (person, game, until) = (person.to_owned(), game.to_owned(), now() + HERE);
        self.write(move |sql| {
            sql.execute(
                "INSERT INTO presence (person, game, until) VALUES (?1, ?2, ?3)
                 ON CONFLICT (person, game) DO UPDATE SET until = excluded.until",
                &[person.into(), game.into(), until.into()],
            )?;
            Ok(until)
        })
        .await
    }

    /// A person has closed a game of which it was last said that he has it open until then; what was said later, of
    /// another page of his, stands.
    ///
    /// # Errors
    /// The store failed.
    pub async fn has_left(&self, person: &str, game: &str, until: i64) -> Result<(), Error> {
        let (person, game) = (person.to_owned(), game.to_owned());
        self.write(move |sql| {
            let gone = "DELETE FROM presence WHERE person = ?1 AND game = ?2 AND until <= ?3";
            sql.execute(gone, &[person.as_str().into(), game.into(), until.into()])?;
            // What waited for him to see it himself need not wait any longer.
            let soon = "UPDATE outbox SET look_at = ?2 WHERE person = ?1 AND look_at > ?2";
            sql.execute(soon, &[person.into(), now().into()])?;
            Ok(())
        })
        .await?;
        self.0.due.notify_one();
        Ok(())
    }

    /// Forgets what is too old to matter.
    pub(super) async fn sweep(&self) -> Result<(), Error> {
        self.write(|sql| {
            sql.execute("DELETE FROM notice WHERE at < ?1", &[(now() - STALE).into()])?;
            sql.execute("DELETE FROM presence WHERE until < ?1", &[now().into()])?;
            sql.execute("DELETE FROM told WHERE at < ?1", &[(now() - STALE).into()])?;
            crate::care::addresses::sweep(sql)?;
            Ok(())
        })
        .await
    }
}
