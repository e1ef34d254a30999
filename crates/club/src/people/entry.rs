//! Coming in: on a new device, by whatever a person has to show that it is he.

use serde_json::Value;
use store::Sql;

use super::passes::{self, Pass, Purpose};
use super::{Person, devices, keys, named, person};
use crate::care::restraints::refuse_blocked;
use crate::club::now;
use crate::courier::Undelivered;
use crate::letter::Letter;
use crate::passkey::{Kept, Passkeys};
use crate::token::Token;
use crate::{Club, Error, codes, mail, qr};

/// A link for another device, good for ten minutes and one time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceLink {
    pub link: String,
    /// The link as a square code, in SVG.
    pub qr: String,
    pub until: i64,
}

/// Somebody who has come in, and the token of his device.
pub type Entered = (Person, Token);

impl Club {
    /// Comes in by a word of a letter or of another device.
    ///
    /// # Errors
    /// It is unknown, too old, or was used.
    pub async fn enter_by_word(&self, word: Token, device: &str) -> Result<Entered, Error> {
        let device = device.to_owned();
        self.write(move |sql| {
            let pass = match passes::redeem(sql, Purpose::Device, &word)? {
                Some(pass) => Some(pass),
                None => passes::redeem(sql, Purpose::Letter, &word)?,
            };
            match pass {
                Some(Pass { person: Some(id), .. }) => enter(sql, &id, &device),
                _ => Err(Error::Forbidden(
                    "this link is unknown, too old, or has been used: ask for another".into(),
                )),
            }
        })
        .await
    }

    /// Comes in by a recovery code, which is used up by that.
    ///
    /// # Errors
    /// There is no such code; it is not told whether there is such a person.
    pub async fn enter_by_code(&self, name: &str, code: &str, device: &str) -> Result<Entered, Error> {
        let (name, hash, device) = (name.to_owned(), codes::hash(code), device.to_owned());
        self.write(move |sql| {
            let wrong = || Error::Forbidden("this name and this code do not go together".into());
            let person = match named(sql, &name) {
                Err(Error::NotFound(_)) => return Err(wrong()),
                found => found?,
            };
            let used = sql.execute(
                "DELETE FROM code WHERE person = ?1 AND hash = ?2",
                &[person.id.as_str().into(), hash.to_vec().into()],
            )?;
            if used == 0 { Err(wrong()) } else { enter(sql, &person.id, &device) }
        })
        .await
    }

    /// Sends a letter with a way in to whoever has this address; nobody is told whether anybody has.
    ///
    /// # Errors
    /// It is no address, or this server sends no letters.
    pub async fn send_way_in(&self, address: &str) -> Result<(), Error> {
        let address = mail::read_address(address).map_err(|why| Error::Malformed(why.into()))?;
        let post = self.post()?.clone();
        let to = address.clone();
        let issued = self
            .write(move |sql| {
                let rows = sql.query("SELECT id, name FROM person WHERE mail = ?1", &[address.into()])?;
                let Some(row) = rows.first() else { return Ok(None) };
                let (id, name) = (row.text(0)?, row.text(1)?);
                let word = passes::issue(sql, Purpose::Letter, Some(&id), "", passes::AN_HOUR)?;
                Ok(Some((name, word)))
            })
            .await?;
        let Some((name, word)) = issued else { return Ok(()) };
        let link = self.settings().link(&format!("/in#{}", word.as_str()));
        let letter = Letter::with_link(
            "Your way in",
            &format!("{name}, this link signs you in on the device you open it with."),
            "Sign in",
            &link,
            "It is good for an hour and one time. If you did not ask for it, leave it alone: nothing happens.",
        );
        // Whoever asks does not wait for the mail server: its time would tell him whether anybody is there.
        tokio::spawn(async move {
            if let Err(why) = post.send(&to, &letter, None).await {
                undelivered(&why);
            }
        });
        Ok(())
    }

    /// A link for another device of a person.
    ///
    /// # Errors
    /// The store failed.
    pub async fn device_link(&self, person: &str) -> Result<DeviceLink, Error> {
        let person = person.to_owned();
        let word = self
            .write(move |sql| passes::issue(sql, Purpose::Device, Some(&person), "", passes::TEN_MINUTES))
            .await?;
        let link = self.settings().link(&format!("/in#{}", word.as_str()));
        let qr = qr::svg(&link).unwrap_or_default();
        Ok(DeviceLink { link, qr, until: now() + passes::TEN_MINUTES })
    }

    /// Begins to come in by a passkey: what the browser gets, and the name of the ceremony.
    ///
    /// # Errors
    /// This server has no passkeys.
    pub async fn begin_entry(&self) -> Result<(String, Value), Error> {
        let begun = self.passkeys()?.begin_entry()?;
        let ceremony = self.write(move |sql| keys::remember(sql, None, &begun.state)).await?;
        Ok((ceremony, begun.challenge))
    }

    /// Comes in by a passkey.
    ///
    /// # Errors
    /// The key is nobody's, or the proof is wrong.
    pub async fn finish_entry(&self, ceremony: &str, answer: Value, device: &str) -> Result<Entered, Error> {
        let passkeys = self.passkeys()?.clone();
        let (ceremony, device) = (ceremony.to_owned(), device.to_owned());
        self.write(move |sql| {
            let (_, state) = keys::recall(sql, &ceremony)?;
            let (owner, key) = keys::kept(sql, &Passkeys::whose(&answer)?)?;
            let Kept { id, body } = passkeys.finish_entry(&state, answer, &owner, &key)?;
            sql.execute(
                "UPDATE passkey SET body = ?2, used = ?3 WHERE id = ?1",
                &[id.into(), body.into(), now().into()],
            )?;
            enter(sql, &owner, &device)
        })
        .await
    }
}

fn enter(sql: &mut dyn Sql, id: &str, device: &str) -> Result<Entered, Error> {
    let person = person(sql, id)?;
    refuse_blocked(sql, id)?;
    let token = devices::add(sql, id, device)?;
    Ok((person, token))
}

/// That a letter did not go out is for the owner to know; to whom it was to go is not.
pub(crate) fn undelivered(why: &Undelivered) {
    match why {
        Undelivered::Refused(_) => tracing::warn!("the mail server refused a letter"),
        _ => tracing::warn!("the mail server could not be reached or took no letter"),
    }
    tracing::debug!(%why, "a letter was not taken");
}
