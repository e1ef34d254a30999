//! Ends that people make: resigning, and proposals that the other side accepts or not.
//!
//! A proposal stands until it is answered or withdrawn, or the other side gives an order instead. What ends a game is an entry of
//! its journal, so that it happens once, whichever server was asked.

use std::sync::Arc;

use club::notices::Kind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Closing, Side};

use crate::hosted::{HostedGame, Locked};
use crate::journal::Entry;
use crate::seat::Access;
use crate::store::Store;
use crate::{Error, Games};

/// What one side proposes to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Proposal {
    /// To call the game a draw.
    Draw,
    /// To leave it without a result.
    Abandon,
}

impl Proposal {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Proposal::Draw => "draw",
            Proposal::Abandon => "abandon",
        }
    }

    pub(crate) fn read(word: &str) -> Option<Proposal> {
        [Proposal::Draw, Proposal::Abandon].into_iter().find(|kind| kind.word() == word)
    }

    fn closing(self) -> Closing {
        match self {
            Proposal::Draw => Closing::Drawn,
            Proposal::Abandon => Closing::Abandoned,
        }
    }

    /// What the other side is asked.
    fn asks(self) -> &'static str {
        match self {
            Proposal::Draw => "offers a draw",
            Proposal::Abandon => "proposes to leave the game without a result",
        }
    }
}

/// A proposal that waits for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Proposed {
    pub kind: Proposal,
    pub by: Side,
}

impl Locked<'_> {
    /// Ends the game and commits it.
    ///
    /// # Errors
    /// It is over, or another server was first.
    pub(crate) async fn close(&mut self, store: &Store, closing: Closing) -> Result<(), Error> {
        self.goes_on()?;
        let seq = self.live().seq;
        self.position().live.close(closing);
        self.commit(store, seq, vec![Entry::Closed(closing)], true).await?;
        let proposed = self.position().proposed.take();
        (self.position().asked, self.position().stuck) = (None, None);
        self.tell(Vec::new(), None);
        if proposed.is_some() {
            self.proposal_is_over(store).await;
        }
        Ok(())
    }

    /// What it was about is settled and committed already: should this fail, the one who made it can withdraw it.
    async fn proposal_is_over(&mut self, store: &Store) {
        if let Err(why) = store.set_proposed(self.hosted.row.key, None).await {
            tracing::error!(game = self.hosted.row.id, %why, "a proposal that was answered could not be forgotten");
        }
    }

    /// # Errors
    /// The game is over.
    pub(crate) fn goes_on(&self) -> Result<(), Error> {
        self.live().is_open()?;
        match self.standing().is_over() {
            true => Err(Error::Finished("the game is over".into())),
            false => Ok(()),
        }
    }

    /// Looks which proposal waits; whether that is news.
    pub(crate) async fn proposal_again(&mut self, store: &Store) -> Result<bool, Error> {
        let proposed = store.proposed(self.hosted.row.key).await?;
        let changed = proposed != self.position().proposed;
        self.position().proposed = proposed;
        Ok(changed)
    }

    /// Whoever is asked and gives an order instead has declined.
    pub(crate) async fn declined_by_order(&mut self, store: &Store, seat: Side) {
        if self.position().proposed.is_some_and(|proposed| proposed.by != seat) {
            self.position().proposed = None;
            self.proposal_is_over(store).await;
        }
    }

    /// # Errors
    /// Nobody could agree to anything: the seat across is a computer's or nobody's, or it is a lesson.
    fn somebody_across(&self, side: Side, what: Proposal) -> Result<(), Error> {
        let other = &self.hosted.holders()[side.other()];
        let no = |why: &str| Err(Error::Forbidden(why.into()));
        match what {
            _ if other.invitation.is_some() => {
                no("nobody has taken the other seat yet: delete the game instead")
            }
            Proposal::Draw if other.officer.is_some() => {
                no("a computer player agrees to no draw: play on, or resign")
            }
            Proposal::Abandon if other.officer.is_some() => {
                no("against a computer player nobody need agree: delete the game instead")
            }
            _ => Ok(()),
        }
    }

    /// # Errors
    /// It is a lesson, which nobody wins.
    fn is_no_lesson(&self) -> Result<(), Error> {
        match self.live().class {
            Some(_) => Err(Error::Forbidden("nobody wins a lesson: leave it, or delete it".into())),
            None => Ok(()),
        }
    }
}

impl Games {
    /// A side gives up.
    ///
    /// # Errors
    /// The game is over, it is a lesson, or it is not a seat of this bearer.
    pub async fn resign(
        &self,
        hosted: Arc<HostedGame>,
        access: Access,
        seat: Option<Side>,
    ) -> Result<(), Error> {
        let table = self.clone();
        let work = async move {
            let mut locked = hosted.lock(table.store()).await?;
            let by = access.seat(seat, locked.standing().seats())?;
            locked.is_no_lesson()?;
            if hosted.holders()[by.other()].invitation.is_some() {
                let why = "nobody has taken the other seat yet: delete the game instead";
                return Err(Error::Forbidden(why.into()));
            }
            locked.close_at_last(table.store(), Closing::Resigned { by }).await?;
            let words = format!("{} resigned.", locked.called(by));
            hosted.note_down(table.store(), Some(by), words).await;
            Ok(())
        };
        tokio::spawn(work).await.map_err(|_| Error::Broken("the rules failed".into()))?
    }

    /// Proposes something to the other side. Who plays both sides agrees with himself; who is proposed the same agrees by it.
    /// Whether the game is over by that.
    ///
    /// # Errors
    /// The game is over, nobody could agree, or it is not a seat of this bearer.
    pub async fn propose(
        &self,
        hosted: Arc<HostedGame>,
        access: Access,
        seat: Option<Side>,
        kind: Proposal,
    ) -> Result<bool, Error> {
        let table = self.clone();
        let work = async move {
            let mut locked = hosted.lock(table.store()).await?;
            let by = access.seat(seat, locked.standing().seats())?;
            locked.goes_on()?;
            locked.is_no_lesson()?;
            locked.somebody_across(by, kind)?;
            locked.proposal_again(table.store()).await?;
            let waits = locked.position().proposed;
            if access == Access::Both || waits == Some(Proposed { kind, by: by.other() }) {
                locked.close_at_last(table.store(), kind.closing()).await?;
                hosted.note_down(table.store(), None, kind.closing().because()).await;
                return Ok(true);
            }
            if waits.is_some_and(|waits| waits.by != by) {
                return Err(Error::Conflict(
                    "the other player has proposed something: answer that first".into(),
                ));
            }
            if waits == Some(Proposed { kind, by }) {
                return Ok(false);
            }
            let proposed = Proposed { kind, by };
            table.store().set_proposed(hosted.row.key, Some(proposed)).await?;
            locked.position().proposed = Some(proposed);
            locked.tell(Vec::new(), None);
            let who = hosted.holders()[by].called(by);
            locked.call(by.other(), Kind::Asked, format!("{who} {}.", kind.asks()));
            hosted.note_down(table.store(), Some(by), format!("{who} {}.", kind.asks())).await;
            Ok(false)
        };
        tokio::spawn(work).await.map_err(|_| Error::Broken("the rules failed".into()))?
    }

    /// Answers what the other side proposes. Whether the game is over by that.
    ///
    /// # Errors
    /// Nothing is proposed, or it is not this bearer who has to answer.
    pub async fn answer_proposal(
        &self,
        hosted: Arc<HostedGame>,
        access: Access,
        kind: Proposal,
        agree: bool,
    ) -> Result<bool, Error> {
        let table = self.clone();
        let work = async move {
            let mut locked = hosted.lock(table.store()).await?;
            access.seat(None, None)?;
            locked.goes_on()?;
            locked.proposal_again(table.store()).await?;
            let waits = locked.position().proposed.filter(|proposed| proposed.kind == kind);
            let waits = waits.ok_or_else(|| Error::Conflict("this is not proposed, or no longer".into()))?;
            if !access.holds(waits.by.other()) {
                return Err(Error::NotYourSeat(waits.by.other()));
            }
            if agree {
                locked.close_at_last(table.store(), kind.closing()).await?;
                hosted.note_down(table.store(), None, kind.closing().because()).await;
                return Ok(true);
            }
            locked.forget_proposal(table.store()).await?;
            let words = format!("{} declined.", locked.called(waits.by.other()));
            hosted.note_down(table.store(), Some(waits.by.other()), words).await;
            Ok(false)
        };
        tokio::spawn(work).await.map_err(|_| Error::Broken("the rules failed".into()))?
    }

    /// Withdraws what this bearer proposed; nothing happens if nothing is proposed any more.
    ///
    /// # Errors
    /// It is not this bearer's.
    pub async fn withdraw_proposal(&self, hosted: Arc<HostedGame>, access: Access) -> Result<(), Error> {
        let table = self.clone();
        let work = async move {
            let mut locked = hosted.lock(table.store()).await?;
            access.seat(None, None)?;
            locked.proposal_again(table.store()).await?;
            match locked.position().proposed {
                Some(proposed) if !access.holds(proposed.by) => Err(Error::NotYourSeat(proposed.by)),
                Some(proposed) => {
                    locked.forget_proposal(table.store()).await?;
                    let words = format!("{} withdrew the proposal.", locked.called(proposed.by));
                    hosted.note_down(table.store(), Some(proposed.by), words).await;
                    Ok(())
                }
                None => Ok(()),
            }
        };
        tokio::spawn(work).await.map_err(|_| Error::Broken("the rules failed".into()))?
    }
}

/// How often an end is tried while orders on other servers come in between.
const TRIES: usize = 5;

impl Locked<'_> {
    /// Ends the game at whatever moment it stands: who gives up means it, though an order on another server came first.
    async fn close_at_last(&mut self, store: &Store, closing: Closing) -> Result<(), Error> {
        for _ in 1..TRIES {
            match self.close(store, closing).await {
                Err(Error::Stale { .. }) if matches!(closing, Closing::Resigned { .. }) => {}
                done => return done,
            }
        }
        self.close(store, closing).await
    }

    async fn forget_proposal(&mut self, store: &Store) -> Result<(), Error> {
        store.set_proposed(self.hosted.row.key, None).await?;
        self.position().proposed = None;
        self.tell(Vec::new(), None);
        Ok(())
    }
}
