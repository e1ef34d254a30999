//! What players do with a whole game: calling it something, putting it out of their list, deleting it.

use std::sync::Arc;

use club::people::devices::Bearer;

use crate::hosted::HostedGame;
use crate::seat::Access;
use crate::{Error, Games};

impl Games {
    /// Calls a game something both sides read; without words it is called by its scenario again.
    ///
    /// # Errors
    /// The bearer holds no seat.
    pub async fn rename(&self, hosted: &HostedGame, access: Access, name: &str) -> Result<(), Error> {
        let by = access.seat(None, None)?;
        let name = Some(club::names::shown(name)).filter(|name| !name.is_empty());
        if name == hosted.about().name {
            return Ok(());
        }
        self.store().rename(hosted.row.key, name.clone()).await?;
        self.about_again(hosted).await?;
        let who = hosted.holders()[by].called(by);
        let words = match name {
            Some(name) => format!("{who} named the game “{name}”."),
            None => format!("{who} took the name of the game away."),
        };
        hosted.note_down(self.store(), Some(by), words).await;
        Ok(())
    }

    /// Looks what a game is called and what followed it, and tells who listens if that is news.
    pub(crate) async fn about_again(&self, hosted: &HostedGame) -> Result<(), Error> {
        let reading = hosted.reading.lock().await;
        let changed = hosted.about_is(self.store().about(hosted.row.key).await?);
        drop(reading);
        if changed && let Some(mut locked) = hosted.lock_if_there().await {
            locked.tell(Vec::new(), None);
        }
        Ok(())
    }

    /// Puts a finished game out of a member's list, or back into it.
    ///
    /// # Errors
    /// The bearer holds no seat, is a guest, or the game goes on.
    pub async fn hide(
        &self,
        hosted: &HostedGame,
        access: Access,
        member: Option<&Bearer>,
        hidden: bool,
    ) -> Result<(), Error> {
        access.seat(None, None)?;
        let Some(member) = member else {
            let why = "without a name of your own the list of your games is kept by your browser";
            return Err(Error::Forbidden(why.into()));
        };
        if hidden && !hosted.lock(self.store()).await?.standing().is_over() {
            return Err(Error::Forbidden("the game goes on: only a finished one can be hidden".into()));
        }
        self.store().hide(member.person.clone(), hosted.row.key, hidden).await
    }

    /// Deletes a game in which nobody else has anything to lose. A finished game against a person is only put out of the list
    /// of who asks. Whether it was deleted.
    ///
    /// # Errors
    /// The bearer holds no seat, or another person still plays.
    pub async fn delete(
        &self,
        hosted: &Arc<HostedGame>,
        access: Access,
        member: Option<&Bearer>,
    ) -> Result<bool, Error> {
        let own = access.seat(None, None)?;
        let other = hosted.holders()[own.other()].clone();
        let alone = access == Access::Both || other.officer.is_some() || other.invitation.is_some();
        if alone {
            self.store().delete(hosted.row.key).await?;
            self.rooms().forget(hosted);
            return Ok(true);
        }
        if !hosted.lock(self.store()).await?.standing().is_over() {
            let why = "another person plays too: resign, agree on a draw, or agree to leave the game first";
            return Err(Error::Forbidden(why.into()));
        }
        if let Some(member) = member {
            self.store().hide(member.person.clone(), hosted.row.key, true).await?;
        }
        Ok(false)
    }
}
