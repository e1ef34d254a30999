//! Where a person can be reached beside by mail: browsers that take push messages, and hooks.

use sha2::{Digest, Sha256};
use store::{Fault, Row, Sql};

use crate::club::now;
use crate::hook::{Hook, HookKind};
use crate::push::{Keys, Subscription};
use crate::token::word;
use crate::{Club, Error};

const MOST_BROWSERS: usize = 20;
const MOST_HOOKS: usize = 5;

/// A hook as its owner sees it: its secret is not told again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptHook {
    pub id: String,
    pub kind: HookKind,
    pub address: String,
    pub created: i64,
}

/// Browsers are told apart by the address of their push service, which is long.
fn id_of(endpoint: &str) -> String {
    Sha256::digest(endpoint.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(crate) fn browsers(sql: &mut dyn Sql, person: &str) -> Result<Vec<(String, Subscription)>, Fault> {
    let rows = sql.query(
        "SELECT id, endpoint, p256dh, auth FROM push WHERE person = ?1 ORDER BY created DESC, id",
        &[person.into()],
    )?;
    let read = |row: &Row| {
        let keys = Keys { p256dh: row.text(2)?, auth: row.text(3)? };
        Ok((row.text(0)?, Subscription { endpoint: row.text(1)?, keys }))
    };
    rows.iter().map(read).collect()
}

pub(crate) fn hooks(sql: &mut dyn Sql, person: &str) -> Result<Vec<(KeptHook, Hook)>, Fault> {
    let rows = sql.query(
        "SELECT id, kind, address, secret, created FROM hook WHERE person = ?1 ORDER BY created, id",
        &[person.into()],
    )?;
    let read = |row: &Row| {
        let kind = HookKind::read(&row.text(1)?).unwrap_or(HookKind::Json);
        let (id, address) = (row.text(0)?, row.text(2)?);
        let hook = Hook { kind, address: address.clone(), secret: row.maybe_text(3)? };
        Ok((KeptHook { id, kind, address, created: row.int(4)? }, hook))
    };
    rows.iter().map(read).collect()
}

impl Club {
    /// Push messages go to this browser from now on.
    ///
    /// # Errors
    /// What the browser told cannot be used.
    pub async fn subscribe(&self, person: &str, device: &str, told: Subscription) -> Result<(), Error> {
        told.read().map_err(|why| Error::Malformed(why.into()))?;
        self.0.courier.judge(&told.endpoint).map_err(|why| Error::Malformed(why.into()))?;
        let (person, device) = (person.to_owned(), device.to_owned());
        self.write(move |sql| {
            let has = browsers(sql, &person)?;
            let id = id_of(&told.endpoint);
            for (old, _) in has.iter().filter(|(old, _)| *old != id).skip(MOST_BROWSERS - 1) {
                sql.execute("DELETE FROM push WHERE id = ?1", &[old.as_str().into()])?;
            }
            // A browser in which somebody else signs in is his from then on.
            sql.execute(
                "INSERT INTO push (id, person, device, endpoint, p256dh, auth, created)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 ON CONFLICT (id) DO UPDATE SET person = excluded.person, device = excluded.device,
                 p256dh = excluded.p256dh, auth = excluded.auth, created = excluded.created",
                &[
                    id.into(),
                    person.into(),
                    device.into(),
                    told.endpoint.into(),
                    told.keys.p256dh.into(),
                    told.keys.auth.into(),
                    now().into(),
                ],
            )?;
            Ok(())
        })
        .await
    }

    /// No more push messages to this browser.
    pub async fn unsubscribe(&self, person: &str, endpoint: &str) -> Result<(), Error> {
        let (person, id) = (person.to_owned(), id_of(endpoint));
        self.write(move |sql| {
            sql.execute("DELETE FROM push WHERE person = ?1 AND id = ?2", &[person.into(), id.into()])?;
            Ok(())
        })
        .await
    }

    /// The devices of a person that take push messages.
    pub async fn pushed(&self, person: &str) -> Result<Vec<String>, Error> {
        let person = person.to_owned();
        self.read(move |sql| {
            let rows = sql.query("SELECT device FROM push WHERE person = ?1", &[person.into()])?;
            rows.iter().map(|row| Ok(row.text(0)?)).collect()
        })
        .await
    }

    pub async fn hooks(&self, person: &str) -> Result<Vec<KeptHook>, Error> {
        let person = person.to_owned();
        self.read(move |sql| Ok(hooks(sql, &person)?.into_iter().map(|(kept, _)| kept).collect())).await
    }

    /// Keeps a hook of a person.
    ///
    /// # Errors
    /// Nothing may be sent to that address, or he has enough.
    pub async fn add_hook(&self, person: &str, hook: Hook) -> Result<(), Error> {
        let wrong = |why: &str| Error::Malformed(why.to_owned());
        self.0.courier.judge(&hook.address).map_err(wrong)?;
        if hook.address.len() > 1_000 || hook.secret.as_ref().is_some_and(|secret| secret.len() > 1_000) {
            return Err(wrong("the address or the secret is too long"));
        }
        if hook.secret.as_ref().is_some_and(|secret| secret.chars().any(|c| !c.is_ascii_graphic())) {
            return Err(wrong("the secret has letters that cannot be sent"));
        }
        let person = person.to_owned();
        self.write(move |sql| {
            if hooks(sql, &person)?.len() >= MOST_HOOKS {
                return Err(Error::Conflict(format!("you have {MOST_HOOKS} hooks: remove one first")));
            }
            sql.execute(
                "INSERT INTO hook (id, person, kind, address, secret, created) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                &[
                    word::<12>().into(),
                    person.into(),
                    hook.kind.word().into(),
                    hook.address.trim().into(),
                    hook.secret.into(),
                    now().into(),
                ],
            )?;
            Ok(())
        })
        .await
    }

    /// Takes a hook off.
    ///
    /// # Errors
    /// The person has no such hook.
    pub async fn remove_hook(&self, person: &str, id: &str) -> Result<(), Error> {
        let (person, id) = (person.to_owned(), id.to_owned());
        self.write(move |sql| {
            match sql
                .execute("DELETE FROM hook WHERE person = ?1 AND id = ?2", &[person.into(), id.into()])?
            {
                0 => Err(Error::NotFound("there is no such hook".into())),
                _ => Ok(()),
            }
        })
        .await
    }
}
