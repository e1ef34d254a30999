//! What moderators and owners see and do beyond people: the book of care, and games that are deleted.

use club::care::Keeper;
use club::care::book::{self, About, What};

use crate::keeping::Care;
use crate::wire_club::CareBook;
use crate::{Error, Games};

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
        let why = club::names::line(why, club::care::LONGEST_WORDS);
        if why.is_empty() {
            return Err(Error::Malformed("say why in a sentence".into()));
        }
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

fn read_place(words: &str) -> Result<(i64, String), Error> {
    let place = words.split_once('-').and_then(|(at, id)| Some((at.parse().ok()?, id.to_owned())));
    place.ok_or_else(|| Error::Malformed("`before`: expected what the page before told as `next`".into()))
}
