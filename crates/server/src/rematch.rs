//! The next game between the same players, sides changed. A finished game knows the one that followed it: who asks twice, or
//! both at once, gets the same one.
//!
//! Everybody sits there at once: a computer player, a member, and a guest too, whose token of the old game opens his seat in the
//! new one.

use std::sync::Arc;

use ::store::Fault;
use club::notices::{Kind, Notice};
use table::{BySide, Side};

use crate::hosted::{HostedGame, summary};
use crate::live::Live;
use crate::seat::{Access, Holder};
use crate::store::{Begins, GameRow};
use crate::timing::time::Clock;
use crate::token::{random, word};
use crate::{Error, Games};

impl Games {
    /// Begins the game that follows a finished one, or finds it; its id.
    ///
    /// # Errors
    /// The bearer holds no seat, the game goes on, or it is a lesson.
    pub async fn rematch(&self, old: &Arc<HostedGame>, access: Access) -> Result<String, Error> {
        let by = access.seat(None, None)?;
        if old.row.lesson.is_some() {
            return Err(Error::Forbidden("a lesson is taken again, not played with sides changed".into()));
        }
        if !old.lock(self.store()).await?.standing().is_over() {
            return Err(Error::Forbidden("the game goes on: a rematch follows once it is over".into()));
        }
        let holders = old.holders();
        if let Some(open) = Side::BOTH.into_iter().find(|side| holders[*side].invitation.is_some()) {
            return Err(Error::Forbidden(format!("nobody has taken the {open} seat")));
        }
        if let Some(next) = self.next_of(old).await? {
            return Ok(next);
        }
        let holders = BySide::from_fn(|side| holders[side.other()].clone());
        match self.begin_after(old, holders).await {
            Err(Error::Store(Fault::Doubled)) => {
                self.next_of(old).await?.ok_or_else(|| Error::Unavailable("try again".into()))
            }
            Ok(new) => {
                self.about_again(old).await?;
                let who = old.holders()[by].called(by);
                old.note_down(self.store(), Some(by), format!("{who} began a rematch, sides changed.")).await;
                self.tell_of_rematch(&new, by).await?;
                Ok(new.row.id.clone())
            }
            Err(why) => Err(why),
        }
    }

    /// The game that followed, if it is still there.
    async fn next_of(&self, old: &HostedGame) -> Result<Option<String>, Error> {
        let Some(next) = self.store().about(old.row.key).await?.next else { return Ok(None) };
        Ok(self.store().game(next.clone()).await?.map(|_| next))
    }

    async fn begin_after(&self, old: &HostedGame, holders: BySide<Holder>) -> Result<Arc<HostedGame>, Error> {
        let laid = self.shelf().of(&old.row, self.store()).await?;
        let seed = random::<32>();
        let live = Live::begin(laid.scenario.as_ref(), seed, None, None);
        let summary = summary(&live);
        let mut row = GameRow {
            key: 0,
            id: word::<12>(),
            scenario: old.row.scenario.clone(),
            options: old.row.options.clone(),
            lesson: None,
            origin: None,
            private: old.row.private,
            scenario_hash: old.row.scenario_hash.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed,
            created: summary.touched,
            summary,
        };
        let people = Side::BOTH.iter().all(|side| holders[*side].officer.is_none());
        let terms = self.store().timing(old.row.key).await?.clock.map(|clock| clock.terms);
        let terms = terms.filter(|terms| people && terms.clock.is_some());
        let clock = terms.map(|terms| Clock::new(terms, self.settings().time.now()));
        let begins =
            Begins { texts: laid.texts_to_keep(), clock, after: Some(old.row.key), ..Begins::default() };
        row.key = self.store().create(row.clone(), holders.clone(), begins).await?;
        laid.are_kept();
        self.metrics().games_begun.inc();
        let new = self.host(row, holders, laid.scenario.clone(), None, Some(live));
        new.visit();
        self.wake_if_asked(&new).await?;
        Ok(new)
    }

    /// Tells the member on the other side that the next game waits.
    async fn tell_of_rematch(&self, new: &HostedGame, by: Side) -> Result<(), Error> {
        // Who sat on one side sits on the other now.
        let holders = new.holders();
        let (asked, asks) = (&holders[by], &holders[by.other()]);
        let Some(person) = asked.person.clone().filter(|person| asks.person.as_ref() != Some(person)) else {
            return Ok(());
        };
        let title = new.lock(self.store()).await?.title();
        let notice = Notice {
            person,
            game: new.row.id.clone(),
            kind: Kind::Invited,
            title,
            words: format!("{} wants a rematch: you play the {by} side now.", asks.called(by.other())),
            path: format!("/game/{}", new.row.id),
        };
        Ok(self.club().notify(vec![notice], Vec::new()).await?)
    }
}
