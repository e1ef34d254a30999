//! The passkeys of people, and ceremonies that are under way.

use serde_json::Value;
use store::Sql;

use super::person;
use crate::club::now;
use crate::passkey::Kept;
use crate::token::word;
use crate::{Club, Error, names};

/// How long somebody may take over a ceremony, in seconds.
const PATIENCE: i64 = 600;
/// More keys than anybody has.
const MOST: usize = 20;

/// A key as its owner sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    pub id: String,
    pub name: String,
    pub created: i64,
    pub used: Option<i64>,
}

/// Keeps the first half of a ceremony; its name. Those that nobody finished are forgotten by the way.
pub(super) fn remember(sql: &mut dyn Sql, person: Option<&str>, state: &str) -> Result<String, Error> {
    let ceremony = word::<24>();
    sql.execute("DELETE FROM ceremony WHERE until < ?1", &[now().into()])?;
    sql.execute(
        "INSERT INTO ceremony (id, person, state, until) VALUES (?1, ?2, ?3, ?4)",
        &[
            ceremony.as_str().into(),
            person.map(str::to_owned).into(),
            state.into(),
            (now() + PATIENCE).into(),
        ],
    )?;
    Ok(ceremony)
}

/// The first half of a ceremony, once: whose it is, and what was remembered.
pub(super) fn recall(sql: &mut dyn Sql, ceremony: &str) -> Result<(Option<String>, String), Error> {
    let rows = sql.query(
        "DELETE FROM ceremony WHERE id = ?1 AND until >= ?2 RETURNING person, state",
        &[ceremony.into(), now().into()],
    )?;
    match rows.first() {
        Some(row) => Ok((row.maybe_text(0)?, row.text(1)?)),
        None => Err(Error::Forbidden("that took too long, or was done before: begin again".into())),
    }
}

/// A key by its id, and whose it is.
pub(super) fn kept(sql: &mut dyn Sql, id: &str) -> Result<(String, Kept), Error> {
    let rows = sql.query("SELECT person, body FROM passkey WHERE id = ?1", &[id.into()])?;
    match rows.first() {
        Some(row) => Ok((row.text(0)?, Kept { id: id.to_owned(), body: row.text(1)? })),
        None => Err(Error::Forbidden("this passkey is nobody's here any more".into())),
    }
}

impl Club {
    /// Begins to make a passkey: the name of the ceremony, and what the browser gets.
    ///
    /// # Errors
    /// This server has none, or the person has too many.
    pub async fn begin_key(&self, id: &str) -> Result<(String, Value), Error> {
        let (passkeys, id) = (self.passkeys()?.clone(), id.to_owned());
        self.write(move |sql| {
            let name = person(sql, &id)?.name;
            let rows = sql.query("SELECT id, body FROM passkey WHERE person = ?1", &[id.as_str().into()])?;
            if rows.len() >= MOST {
                return Err(Error::Conflict(format!("you have {MOST} passkeys: remove one first")));
            }
            let has = rows.iter().map(|row| Ok(Kept { id: row.text(0)?, body: row.text(1)? }));
            let has = has.collect::<Result<Vec<_>, store::Fault>>()?;
            let begun = passkeys.begin(&id, &name, &has)?;
            Ok((remember(sql, Some(&id), &begun.state)?, begun.challenge))
        })
        .await
    }

    /// Keeps the passkey that a browser made.
    ///
    /// # Errors
    /// It is not the one that was asked for.
    pub async fn finish_key(&self, id: &str, ceremony: &str, answer: Value, name: &str) -> Result<(), Error> {
        let (passkeys, id) = (self.passkeys()?.clone(), id.to_owned());
        let (ceremony, name) = (ceremony.to_owned(), names::shown(name));
        self.write(move |sql| {
            let (whose, state) = recall(sql, &ceremony)?;
            if whose.as_deref() != Some(&id) {
                return Err(Error::Forbidden("this was begun by somebody else".into()));
            }
            let key = passkeys.finish(&state, answer)?;
            let name = if name.is_empty() { "A passkey".to_owned() } else { name };
            sql.execute(
                "INSERT INTO passkey (id, person, name, body, created) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (id) DO NOTHING",
                &[key.id.into(), id.into(), name.into(), key.body.into(), now().into()],
            )?;
            Ok(())
        })
        .await
    }

    /// The passkeys of a person.
    pub async fn keys(&self, person: &str) -> Result<Vec<Key>, Error> {
        let person = person.to_owned();
        self.read(move |sql| {
            let rows = sql.query(
                "SELECT id, name, created, used FROM passkey WHERE person = ?1 ORDER BY created, id",
                &[person.into()],
            )?;
            let key = |row: &store::Row| {
                Ok(Key {
                    id: row.text(0)?,
                    name: row.text(1)?,
                    created: row.int(2)?,
                    used: row.maybe_int(3)?,
                })
            };
            rows.iter().map(key).collect()
        })
        .await
    }

    /// Takes a passkey off.
    ///
    /// # Errors
    /// The person has no such key.
    pub async fn remove_key(&self, person: &str, id: &str) -> Result<(), Error> {
        let (person, id) = (person.to_owned(), id.to_owned());
        self.write(move |sql| {
            let delete = "DELETE FROM passkey WHERE person = ?1 AND id = ?2";
            match sql.execute(delete, &[person.into(), id.into()])? {
                0 => Err(Error::NotFound("there is no such passkey".into())),
                _ => Ok(()),
            }
        })
        .await
    }
}
