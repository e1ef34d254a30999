//! What moderators and owners see and do beyond people: the book of care, lines of chat, and games that are deleted.

use ::store::{Fault, Sql, values};
use club::care::book::{self, About, What};
use club::care::{Keeper, NewReport};
use club::people::devices::Bearer;

use crate::hosted::now;
use crate::keeping::Care;
use crate::wire_club::CareBook;
use crate::{Error, Games, Token};

/// Lines of the book on one page, and reports.
const A_PAGE: usize = 50;
const REPORTS: usize = 100;

impl Games {
    /// What waits for who looks after the club, and what was done.
    ///
    /// # Errors
    /// He may not look, or `before` is no place.
    pub async fn care_book(&self, by: &Keeper, before: Option<&str>) -> Result<CareBook, Error> {
        let club = self.club();
        let before = before.map(read_place).transpose()?;
        let mut acts = club.acts(by, before, A_PAGE + 1).await?;
        let more = acts.len() > A_PAGE;
        acts.truncate(A_PAGE);
        let next = acts.last().filter(|_| more).map(|act| format!("{}-{}", act.at, act.id));
        Ok(CareBook {
            reports: club.reports(by, REPORTS).await?.into_iter().map(Into::into).collect(),
            restraints: club.restraints(by).await?.into_iter().map(Into::into).collect(),
            addresses: club.barred_addresses(by).await?.into_iter().map(Into::into).collect(),
            acts: acts.into_iter().map(Into::into).collect(),
            next,
        })
    }

    /// Deletes a game for good; whoever is at its table hears no more of it, at any server.
    ///
    /// # Errors
    /// He may not, or there is no such game.
    pub async fn delete_game(&self, by: &Keeper, id: &str, why: &str) -> Result<(), Error> {
        self.club().may_care(by).await?;
        let why = reason(why)?;
        Care(self.store().base().clone()).delete(id).await?;
        let (by, game) = (by.clone(), id.to_owned());
        self.store()
            .base()
            .write(move |sql| {
                let about = About { person: None, game: Some(&game) };
                match book::note(sql, &by, What::DeleteGame, about, &why) {
                    Err(club::Error::Store(fault)) => Err(fault),
                    done => Ok(done),
                }
            })
            .await??;
        if let Some(hosted) = self.rooms().get(id) {
            self.rooms().forget(&hosted);
        }
        Ok(())
    }
}

/// A line of chat as it stands: whose it is, and its words.
fn line_of(sql: &mut dyn Sql, game: &str, n: u64) -> Result<Option<(i64, Option<String>, String)>, Fault> {
    let select = "SELECT chat.game, chat.person, chat.words FROM chat JOIN game ON game.key = chat.game
                  WHERE game.id = ?1 AND chat.n = ?2 AND chat.removed IS NULL";
    let row = sql.first(select, &values![game, n])?;
    row.map(|row| Ok((row.int(0)?, row.maybe_text(1)?, row.text(2)?))).transpose()
}

impl Games {
    /// Reports a line of chat at a table that one may look at, with its words as they are now.
    ///
    /// # Errors
    /// There is no such line.
    pub async fn report_line(
        &self,
        by: &Bearer,
        token: &Token,
        (game, n): (&str, u64),
        words: &str,
    ) -> Result<(), Error> {
        self.enter(game, Some(token)).await?;
        let id = game.to_owned();
        let line = self.store().base().read(move |sql| line_of(sql, &id, n)).await?;
        let (_, person, quote) = line.ok_or_else(|| Error::NotFound(format!("there is no line {n}")))?;
        let report = NewReport {
            name: None,
            person,
            game: Some(game.to_owned()),
            line: Some(n as i64),
            quote,
            words: words.to_owned(),
        };
        Ok(self.club().report(&by.person, report).await?)
    }

    /// Takes a line of chat away: it stays in its place, without its words.
    ///
    /// # Errors
    /// He may not, or there is no such line.
    pub async fn remove_line(&self, by: &Keeper, game: &str, n: u64, why: &str) -> Result<(), Error> {
        self.club().may_care(by).await?;
        let why = reason(why)?;
        let (by, id) = (by.clone(), game.to_owned());
        let work = move |sql: &mut dyn Sql| {
            let Some((key, person, _)) = line_of(sql, &id, n)? else { return Ok(Ok(false)) };
            sql.execute("UPDATE chat SET removed = ?3 WHERE game = ?1 AND n = ?2", &values![key, n, now()])?;
            sql.notify(&format!("chat {key} {n}"))?;
            let about = About { person: person.as_deref(), game: Some(&id) };
            match book::note(sql, &by, What::RemoveLine, about, &why) {
                Err(club::Error::Store(fault)) => Err(fault),
                done => Ok(done.map(|()| true)),
            }
        };
        if !self.store().base().write(work).await?? {
            return Err(Error::NotFound(format!("there is no line {n}")));
        }
        // Whoever reads it here loses it at once; other servers have heard of it.
        match self.rooms().get(game) {
            Some(hosted) => self.chat_again(&hosted, n).await,
            None => Ok(()),
        }
    }
}

/// A sentence that has to be said.
fn reason(why: &str) -> Result<String, Error> {
    let why = club::names::line(why, club::care::LONGEST_WORDS);
    if why.is_empty() { Err(Error::Malformed("say why in a sentence".into())) } else { Ok(why) }
}

fn read_place(words: &str) -> Result<(i64, String), Error> {
    let place = words.split_once('-').and_then(|(at, id)| Some((at.parse().ok()?, id.to_owned())));
    place.ok_or_else(|| Error::Malformed("`before`: expected what the page before told as `next`".into()))
}
