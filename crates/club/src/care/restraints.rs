//! People who may not speak, and people who are shut out.

use store::{Row, Sql};

use super::book::{self, About, What};
use super::{Keeper, sentence};
use crate::club::now;
use crate::people::{Person, devices, named};
use crate::token::word;
use crate::{Club, Error};

/// What somebody may not do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Say anything in chat.
    Mute,
    /// Be here at all.
    Block,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Kind::Mute => "mute",
            Kind::Block => "block",
        }
    }

    fn read(word: &str) -> Kind {
        if word == "mute" { Kind::Mute } else { Kind::Block }
    }
}

/// Somebody who is held back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restraint {
    pub name: String,
    pub kind: Kind,
    /// Nothing: for good.
    pub until: Option<i64>,
    pub why: String,
    pub at: i64,
}

/// Until when a person is held back in this way, if he is: 0 for good.
pub fn held(sql: &mut dyn Sql, person: &str, kind: Kind) -> Result<Option<i64>, store::Fault> {
    let select = "SELECT until FROM restraint WHERE person = ?1 AND kind = ?2 AND (until = 0 OR until > ?3)";
    let rows = sql.query(select, &[person.into(), kind.word().into(), now().into()])?;
    rows.first().map(|row| row.int(0)).transpose()
}

/// # Errors
/// He is shut out.
pub(crate) fn refuse_blocked(sql: &mut dyn Sql, person: &str) -> Result<(), Error> {
    match held(sql, person, Kind::Block)? {
        Some(until) => Err(Error::Forbidden(format!("you are shut out of this server{}", words(until)))),
        None => Ok(()),
    }
}

fn words(until: i64) -> String {
    if until == 0 { String::new() } else { format!(" for another {}", span(until - now())) }
}

fn span(seconds: i64) -> String {
    match seconds.max(60) {
        minutes @ 0..7_200 => format!("{} min", minutes / 60),
        hours @ 7_200..172_800 => format!("{} hours", hours / 3_600),
        days => format!("{} days", days / 86_400),
    }
}

/// A moment in the future, or for good.
fn read_until(until: Option<i64>) -> Result<i64, Error> {
    match until {
        None => Ok(0),
        Some(until) if until > now() => Ok(until),
        Some(_) => Err(Error::Malformed("`until`: expected a moment to come, in seconds since 1970".into())),
    }
}

impl Club {
    /// Holds somebody back until then, or for good. Who is blocked is signed out everywhere, and his games go on as if he had
    /// left.
    ///
    /// # Errors
    /// `by` may not, or there is nobody of that name.
    pub async fn hold(
        &self,
        by: &Keeper,
        name: &str,
        kind: Kind,
        until: Option<i64>,
        why: &str,
    ) -> Result<Person, Error> {
        let (by, name, why) = (by.clone(), name.to_owned(), sentence(why)?);
        let until = read_until(until)?;
        let (person, gone) = self
            .write(move |sql| {
                let person = named(sql, &name)?;
                by.may(sql, Some(&person))?;
                sql.execute(
                    "INSERT INTO restraint (person, kind, until, why, at) VALUES (?1, ?2, ?3, ?4, ?5)
                     ON CONFLICT (person, kind) DO UPDATE SET until = excluded.until, why = excluded.why,
                     at = excluded.at",
                    &[
                        person.id.as_str().into(),
                        kind.word().into(),
                        until.into(),
                        why.as_str().into(),
                        now().into(),
                    ],
                )?;
                let (what, mut gone) =
                    (if kind == Kind::Mute { What::Mute } else { What::Block }, Vec::new());
                if kind == Kind::Block {
                    gone = devices::shut_all_out(sql, &person.id)?;
                    sql.execute("DELETE FROM pass WHERE person = ?1", &[person.id.as_str().into()])?;
                    sql.execute("DELETE FROM open_seat WHERE person = ?1", &[person.id.as_str().into()])?;
                    close_seats(sql, &person.id)?;
                }
                book::note(sql, &by, what, About::person(&person.id), &why)?;
                Ok((person, gone))
            })
            .await?;
        self.told_out(&gone);
        Ok(person)
    }

    /// Lets somebody go who was held back.
    ///
    /// # Errors
    /// `by` may not, there is nobody of that name, or he was not held back.
    pub async fn let_go(&self, by: &Keeper, name: &str, kind: Kind, why: &str) -> Result<Person, Error> {
        let (by, name, why) = (by.clone(), name.to_owned(), sentence(why)?);
        self.write(move |sql| {
            let person = named(sql, &name)?;
            by.may(sql, Some(&person))?;
            let delete = "DELETE FROM restraint WHERE person = ?1 AND kind = ?2";
            if sql.execute(delete, &[person.id.as_str().into(), kind.word().into()])? == 0 {
                return Err(Error::NotFound(match kind {
                    Kind::Mute => "he is not muted".into(),
                    Kind::Block => "he is not blocked".into(),
                }));
            }
            let what = if kind == Kind::Mute { What::Unmute } else { What::Unblock };
            book::note(sql, &by, what, About::person(&person.id), &why)?;
            Ok(person)
        })
        .await
    }

    /// Whether somebody may speak in chat.
    ///
    /// # Errors
    /// He is muted.
    pub async fn may_speak(&self, person: &str) -> Result<(), Error> {
        let person = person.to_owned();
        self.read(move |sql| match held(sql, &person, Kind::Mute)? {
            Some(until) => {
                Err(Error::Forbidden(format!("a moderator has muted you in chat{}", words(until))))
            }
            None => Ok(()),
        })
        .await
    }

    /// Everybody who is held back, for who looks after the club.
    ///
    /// # Errors
    /// He may not look.
    pub async fn restraints(&self, by: &Keeper) -> Result<Vec<Restraint>, Error> {
        let by = by.clone();
        self.read(move |sql| {
            by.may(sql, None)?;
            let rows = sql.query(
                "SELECT person.name, restraint.kind, restraint.until, restraint.why, restraint.at FROM restraint
                 JOIN person ON person.id = restraint.person
                 WHERE restraint.until = 0 OR restraint.until > ?1 ORDER BY restraint.at DESC LIMIT 500",
                &[now().into()],
            )?;
            rows.iter().map(read).collect()
        })
        .await
    }

    /// What a person is held back from.
    ///
    /// # Errors
    /// The store failed.
    pub async fn held_back(&self, id: &str) -> Result<Vec<Kind>, Error> {
        let id = id.to_owned();
        self.read(move |sql| {
            let mut kinds = Vec::new();
            for kind in [Kind::Mute, Kind::Block] {
                if held(sql, &id, kind)?.is_some() {
                    kinds.push(kind);
                }
            }
            Ok(kinds)
        })
        .await
    }

    /// Signs somebody out everywhere; how many devices that were.
    ///
    /// # Errors
    /// `by` may not, or there is nobody of that name.
    pub async fn sign_out_everywhere(&self, by: &Keeper, name: &str, why: &str) -> Result<usize, Error> {
        let (by, name, why) = (by.clone(), name.to_owned(), sentence(why)?);
        let gone = self
            .write(move |sql| {
                let person = named(sql, &name)?;
                by.may(sql, Some(&person))?;
                book::note(sql, &by, What::SignOut, About::person(&person.id), &why)?;
                devices::shut_all_out(sql, &person.id)
            })
            .await?;
        self.told_out(&gone);
        Ok(gone.len())
    }

    /// Takes a name away and gives another: the one that is said, or one that says nothing.
    ///
    /// # Errors
    /// `by` may not, there is nobody of that name, or the new one is taken.
    pub async fn take_name(
        &self,
        by: &Keeper,
        name: &str,
        new: Option<&str>,
        why: &str,
    ) -> Result<Person, Error> {
        let (by, name, why) = (by.clone(), name.to_owned(), sentence(why)?);
        let new = new.map_or_else(|| format!("Member {}", word::<6>()), str::to_owned);
        let (new, key) = crate::people::good_name(&new)?;
        let done = self
            .write(move |sql| {
                let person = named(sql, &name)?;
                by.may(sql, Some(&person))?;
                let why = format!("{why} (was: {})", person.name);
                crate::people::give_name(sql, &person.id, &new, &key)?;
                book::note(sql, &by, What::Rename, About::person(&person.id), &why)?;
                crate::people::person(sql, &person.id)
            })
            .await?;
        self.0.devices.forget(&done.id);
        Ok(done)
    }
}

/// Nobody sits down across from who is shut out: what he offers stands in no lobby.
fn close_seats(sql: &mut dyn Sql, person: &str) -> Result<(), Error> {
    sql.execute(
        "DELETE FROM open_seat WHERE EXISTS (SELECT 1 FROM seat WHERE seat.game = open_seat.game
         AND seat.side = 1 - open_seat.side AND seat.person = ?1)",
        &[person.into()],
    )?;
    Ok(())
}

fn read(row: &Row) -> Result<Restraint, Error> {
    Ok(Restraint {
        name: row.text(0)?,
        kind: Kind::read(&row.text(1)?),
        until: Some(row.int(2)?).filter(|until| *until > 0),
        why: row.text(3)?,
        at: row.int(4)?,
    })
}
