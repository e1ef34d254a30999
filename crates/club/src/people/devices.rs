//! The devices on which people are signed in. A device has a token of its own, so that one can be shut out alone.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use store::{Fault, Sql};
use tokio::sync::broadcast;

use crate::club::now;
use crate::token::{Token, TokenHash, word};
use crate::{Club, Error, names};

/// Who is signed in, and on which of his devices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bearer {
    pub person: String,
    pub name: String,
    pub device: String,
}

/// A device as its owner sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    pub id: String,
    pub name: String,
    pub created: i64,
    pub seen: i64,
}

/// So long a token is believed without asking the database again; a device that is shut out is forgotten at once.
const BELIEVED: Duration = Duration::from_secs(30);
/// How often it is written down that a device was seen, in seconds.
const SEEN: i64 = 900;
/// More devices than anybody has.
const MOST: usize = 50;

/// The tokens that were looked up lately, and word of devices that were shut out.
pub struct Devices {
    known: Mutex<HashMap<TokenHash, (Bearer, Instant)>>,
    /// Tokens that are no device's, such as those of seats. They never become one's.
    others: Mutex<HashMap<TokenHash, Instant>>,
    pub out: broadcast::Sender<String>,
}

impl Default for Devices {
    fn default() -> Devices {
        Devices { known: Mutex::default(), others: Mutex::default(), out: broadcast::channel(256).0 }
    }
}

impl Devices {
    fn known(&self, token: &TokenHash) -> Option<Bearer> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(token).filter(|(_, at)| at.elapsed() < BELIEVED).map(|(bearer, _)| bearer.clone())
    }

    fn keep(&self, token: TokenHash, bearer: Bearer) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= 10_000 {
            known.retain(|_, (_, at)| at.elapsed() < BELIEVED);
        }
        known.insert(token, (bearer, Instant::now()));
    }

    fn is_no_device(&self, token: &TokenHash) -> bool {
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        others.get(token).is_some_and(|at| at.elapsed() < BELIEVED)
    }

    fn keep_other(&self, token: TokenHash) {
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if others.len() >= 10_000 {
            others.retain(|_, at| at.elapsed() < BELIEVED);
        }
        // Whoever makes tokens up does not fill the memory.
        if others.len() < 100_000 {
            others.insert(token, Instant::now());
        }
    }

    /// A device was shut out, here or by another process.
    pub fn shut_out(&self, device: &str) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, (bearer, _)| bearer.device != device);
        drop(known);
        // Fails only where nobody listens.
        let _ = self.out.send(device.to_owned());
    }

    /// What is known of a person is not true any more.
    pub fn forget(&self, person: &str) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, (bearer, _)| bearer.person != person);
    }
}

impl Devices {
    /// Nothing that is remembered is sure any more.
    pub fn forget_all(&self) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// A new device of a person; its token, which is told this once.
pub fn add(sql: &mut dyn Sql, person: &str, name: &str) -> Result<Token, Fault> {
    let token = Token::new();
    let name = names::shown(name);
    let name = if name.is_empty() { "A browser" } else { &name };
    sql.execute(
        "INSERT INTO device (id, person, token, name, created, seen) VALUES (?1, ?2, ?3, ?4, ?5, ?5)",
        &[word::<12>().into(), person.into(), token.hash().to_vec().into(), name.into(), now().into()],
    )?;
    // Whoever signs in again and again leaves nothing behind.
    sql.execute(
        "DELETE FROM device WHERE person = ?1 AND id NOT IN
         (SELECT id FROM device WHERE person = ?1 ORDER BY seen DESC, created DESC LIMIT ?2)",
        &[person.into(), (MOST as i64).into()],
    )?;
    Ok(token)
}

impl Club {
    /// Who bears this token, if it is the token of a device.
    ///
    /// # Errors
    /// The store failed.
    pub async fn bearer(&self, token: &Token) -> Result<Option<Bearer>, Error> {
        let hash = token.hash();
        if let Some(bearer) = self.0.devices.known(&hash) {
            return Ok(Some(bearer));
        }
        if self.0.devices.is_no_device(&hash) {
            return Ok(None);
        }
        let found = self.read(move |sql| found(sql, hash)).await?;
        let Some((bearer, seen)) = found else {
            self.0.devices.keep_other(hash);
            return Ok(None);
        };
        if seen + SEEN < now() {
            let device = bearer.device.clone();
            self.write(move |sql| {
                sql.execute("UPDATE device SET seen = ?2 WHERE id = ?1", &[device.into(), now().into()])?;
                Ok(())
            })
            .await?;
        }
        self.0.devices.keep(hash, bearer.clone());
        Ok(Some(bearer))
    }

    /// The devices of a person, those seen last first.
    pub async fn devices(&self, person: &str) -> Result<Vec<Device>, Error> {
        let person = person.to_owned();
        self.read(move |sql| {
            let rows = sql.query(
                "SELECT id, name, created, seen FROM device WHERE person = ?1 ORDER BY seen DESC, id",
                &[person.into()],
            )?;
            let device = |row: &store::Row| {
                Ok(Device { id: row.text(0)?, name: row.text(1)?, created: row.int(2)?, seen: row.int(3)? })
            };
            rows.iter().map(device).collect()
        })
        .await
    }

    /// Shuts a device of a person out; its streams end at once.
    ///
    /// # Errors
    /// He has no such device.
    pub async fn revoke(&self, person: &str, device: &str) -> Result<(), Error> {
        let (person, id) = (person.to_owned(), device.to_owned());
        let gone = self
            .write(move |sql| {
                shut_out(sql, "DELETE FROM device WHERE person = ?1 AND id = ?2 RETURNING id", &person, &id)
            })
            .await?;
        if gone.is_empty() {
            return Err(Error::NotFound("there is no such device".into()));
        }
        self.told_out(&gone);
        Ok(())
    }

    /// Shuts every device of a person out but this one; how many.
    pub async fn revoke_others(&self, person: &str, but: &str) -> Result<usize, Error> {
        let (person, but) = (person.to_owned(), but.to_owned());
        let gone = self
            .write(move |sql| {
                shut_out(sql, "DELETE FROM device WHERE person = ?1 AND id <> ?2 RETURNING id", &person, &but)
            })
            .await?;
        self.told_out(&gone);
        Ok(gone.len())
    }

    pub(crate) fn told_out(&self, gone: &[String]) {
        gone.iter().for_each(|device| self.0.devices.shut_out(device));
    }

    /// Hears of devices that are shut out.
    pub fn shut_out(&self) -> broadcast::Receiver<String> {
        self.0.devices.out.subscribe()
    }
}

/// Shuts every device of a person out; which.
pub(crate) fn shut_all_out(sql: &mut dyn Sql, person: &str) -> Result<Vec<String>, Error> {
    shut_out(sql, "DELETE FROM device WHERE person = ?1 AND id <> ?2 RETURNING id", person, "")
}

/// The devices that go, told to every process; push messages to them end as well.
fn shut_out(sql: &mut dyn Sql, delete: &str, person: &str, device: &str) -> Result<Vec<String>, Error> {
    let rows = sql.query(delete, &[person.into(), device.into()])?;
    let gone: Vec<String> = rows.iter().map(|row| row.text(0)).collect::<Result<_, _>>()?;
    for device in &gone {
        sql.execute("DELETE FROM push WHERE device = ?1", &[device.as_str().into()])?;
        sql.notify(&format!("device {device}"))?;
    }
    Ok(gone)
}

fn found(sql: &mut dyn Sql, token: TokenHash) -> Result<Option<(Bearer, i64)>, Error> {
    let rows = sql.query(
        "SELECT device.id, device.person, person.name, device.seen FROM device
         JOIN person ON person.id = device.person WHERE device.token = ?1",
        &[token.to_vec().into()],
    )?;
    let read = |row: &store::Row| {
        let bearer = Bearer { device: row.text(0)?, person: row.text(1)?, name: row.text(2)? };
        Ok((bearer, row.int(3)?))
    };
    rows.first().map(read).transpose()
}
