//! The mail address of a person: it is his once he has opened a link that was sent there.

use super::passes::{self, Purpose};
use super::person;
use crate::letter::Letter;
use crate::mail::{Post, read_address};
use crate::token::Token;
use crate::{Club, Error};

impl Club {
    pub(crate) fn post(&self) -> Result<&Post, Error> {
        let why = "this server sends no mail: its owner has set none up";
        self.settings().post.as_ref().ok_or_else(|| Error::Missing(why.into()))
    }

    /// Sends a link to an address, to see whether it is the person's.
    ///
    /// # Errors
    /// It is no address, or the letter was not taken.
    pub async fn offer_mail(&self, id: &str, address: &str) -> Result<(), Error> {
        let address = read_address(address).map_err(|why| Error::Malformed(why.into()))?;
        let post = self.post()?.clone();
        let (id, to) = (id.to_owned(), address.clone());
        let (name, word) = self
            .write(move |sql| {
                let name = person(sql, &id)?.name;
                let word = passes::issue(sql, Purpose::Mail, Some(&id), &address, passes::AN_HOUR)?;
                Ok((name, word))
            })
            .await?;
        let link = self.settings().link(&format!("/mail#{}", word.as_str()));
        let letter = Letter::with_link(
            "Is this your address?",
            &format!("{name}, open this link to say that this address is yours."),
            "Yes, it is mine",
            &link,
            "It is good for an hour and one time. If you did not ask for it, leave it alone: nothing happens.",
        );
        let sent = post.send(&to, &letter, None).await;
        sent.inspect_err(super::entry::undelivered)
            .map_err(|_| Error::Unavailable("the letter could not be sent: try again later".into()))
    }

    /// Believes an address whose link was opened; which it is. Nobody else has it from now on.
    ///
    /// # Errors
    /// The word is unknown, too old, or was used.
    pub async fn prove_mail(&self, word: Token) -> Result<String, Error> {
        self.write(move |sql| {
            let pass = passes::redeem(sql, Purpose::Mail, &word)?;
            let Some(passes::Pass { person: Some(id), value }) = pass else {
                return Err(Error::Forbidden("this link is unknown, too old, or has been used".into()));
            };
            sql.execute("UPDATE person SET mail = NULL WHERE mail = ?1", &[value.as_str().into()])?;
            sql.execute("UPDATE person SET mail = ?2 WHERE id = ?1", &[id.into(), value.as_str().into()])?;
            Ok(value)
        })
        .await
    }

    /// Forgets the address of a person.
    pub async fn forget_mail(&self, id: &str) -> Result<(), Error> {
        let id = id.to_owned();
        self.write(move |sql| {
            sql.execute("UPDATE person SET mail = NULL WHERE id = ?1", &[id.into()])?;
            Ok(())
        })
        .await
    }
}
