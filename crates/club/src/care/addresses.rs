//! Addresses from which no new names are taken.
//!
//! An address is kept as a hash with a key of this club, so that the database tells nobody where people live: with each person
//! for a while, so that a moderator can bar where he came from without ever seeing it.

use sha2::{Digest, Sha256};
use store::{Fault, Row, Sql};

use super::book::{self, About, What};
use super::{Keeper, sentence};
use crate::club::now;
use crate::people::named;
use crate::token::random;
use crate::{Club, Error};

/// So many seconds it is known where somebody took his name.
pub const KNOWN: i64 = 90 * 24 * 3_600;

/// An address that is barred.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Barred {
    /// What it is called here: it tells nothing of the address.
    pub id: String,
    /// Nothing: for good.
    pub until: Option<i64>,
    pub why: String,
    pub at: i64,
}

/// What is kept of an address.
fn hash(sql: &mut dyn Sql, address: &str) -> Result<Vec<u8>, Fault> {
    sql.execute(
        "INSERT INTO club_key (name, body) VALUES ('addresses', ?1) ON CONFLICT (name) DO NOTHING",
        &[random::<32>().to_vec().into()],
    )?;
    let rows = sql.query("SELECT body FROM club_key WHERE name = 'addresses'", &[])?;
    let key = rows.first().map_or(Ok(Vec::new()), |row| row.bytes(0))?;
    Ok(Sha256::new().chain_update(key).chain_update(address.as_bytes()).finalize().to_vec())
}

/// # Errors
/// No names are taken from there.
pub(crate) fn refuse_barred(sql: &mut dyn Sql, address: Option<&str>) -> Result<(), Error> {
    let Some(address) = address else { return Ok(()) };
    let hash = hash(sql, address)?;
    let barred = "SELECT 1 FROM barred WHERE address = ?1 AND (until = 0 OR until > ?2)";
    if sql.query(barred, &[hash.into(), now().into()])?.is_empty() {
        return Ok(());
    }
    let why = "no new names are taken from this address: ask who looks after this server";
    Err(Error::Forbidden(why.into()))
}

/// Notes where somebody took his name.
pub(crate) fn came_from(sql: &mut dyn Sql, person: &str, address: Option<&str>) -> Result<(), Fault> {
    let Some(address) = address else { return Ok(()) };
    let hash = hash(sql, address)?;
    sql.execute(
        "INSERT INTO came_from (person, address, at) VALUES (?1, ?2, ?3)",
        &[person.into(), hash.into(), now().into()],
    )?;
    Ok(())
}

/// Forgets where people came from long ago, and addresses that are barred no more.
pub(crate) fn sweep(sql: &mut dyn Sql) -> Result<(), Fault> {
    sql.execute("DELETE FROM came_from WHERE at < ?1", &[(now() - KNOWN).into()])?;
    sql.execute("DELETE FROM barred WHERE until > 0 AND until < ?1", &[now().into()])?;
    sql.execute("DELETE FROM restraint WHERE until > 0 AND until < ?1", &[now().into()])?;
    Ok(())
}

/// A hash as a word.
fn id_of(hash: &[u8]) -> String {
    hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

fn bar(sql: &mut dyn Sql, hash: Vec<u8>, until: i64, why: &str) -> Result<(), Fault> {
    sql.execute(
        "INSERT INTO barred (address, until, why, at) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (address) DO UPDATE SET until = excluded.until, why = excluded.why, at = excluded.at",
        &[hash.into(), until.into(), why.into(), now().into()],
    )?;
    Ok(())
}

impl Club {
    /// Takes no new names any more from where this person took his.
    ///
    /// # Errors
    /// `by` may not, there is nobody of that name, or it is not known any more where he came from.
    pub async fn bar_address_of(
        &self,
        by: &Keeper,
        name: &str,
        until: Option<i64>,
        why: &str,
    ) -> Result<(), Error> {
        let (by, name, why) = (by.clone(), name.to_owned(), sentence(why)?);
        self.write(move |sql| {
            let person = named(sql, &name)?;
            by.may(sql, Some(&person))?;
            let known =
                sql.query("SELECT address FROM came_from WHERE person = ?1", &[person.id.as_str().into()])?;
            let Some(address) = known.first() else {
                return Err(Error::NotFound("it is not known any more where he took his name".into()));
            };
            bar(sql, address.bytes(0)?, until.unwrap_or(0), &why)?;
            book::note(sql, &by, What::BarAddress, About::person(&person.id), &why)
        })
        .await
    }

    /// Takes new names from an address again.
    ///
    /// # Errors
    /// `by` may not, or it is not barred.
    pub async fn unbar_address(&self, by: &Keeper, id: &str, why: &str) -> Result<(), Error> {
        let (by, id, why) = (by.clone(), id.to_owned(), sentence(why)?);
        self.write(move |sql| {
            by.may(sql, None)?;
            for row in sql.query("SELECT address FROM barred", &[])? {
                let address = row.bytes(0)?;
                if id_of(&address) == id {
                    sql.execute("DELETE FROM barred WHERE address = ?1", &[address.into()])?;
                    return book::note(sql, &by, What::UnbarAddress, About::default(), &why);
                }
            }
            Err(Error::NotFound("this address is not barred".into()))
        })
        .await
    }

    /// The addresses that are barred, for who looks after the club.
    ///
    /// # Errors
    /// He may not look.
    pub async fn barred_addresses(&self, by: &Keeper) -> Result<Vec<Barred>, Error> {
        let by = by.clone();
        self.read(move |sql| {
            by.may(sql, None)?;
            let rows = sql.query(
                "SELECT address, until, why, at FROM barred WHERE until = 0 OR until > ?1
                 ORDER BY at DESC LIMIT 500",
                &[now().into()],
            )?;
            let read = |row: &Row| {
                Ok(Barred {
                    id: id_of(&row.bytes(0)?),
                    until: Some(row.int(1)?).filter(|until| *until > 0),
                    why: row.text(2)?,
                    at: row.int(3)?,
                })
            };
            rows.iter().map(read).collect()
        })
        .await
    }
}
