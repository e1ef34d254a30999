//! What players do at a table: giving orders and taking them back.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use club::notices::Kind;
use table::Side;

use crate::hosted::{HostedGame, Submitted};
use crate::seat::Access;
use crate::undo::{seed_is_secret, taking_back};
use crate::{Error, Games};

impl Games {
    /// Gives orders. Runs to its end even if the request that asked for it is gone.
    ///
    /// # Errors
    /// The first order is refused, or the request is for another moment or another's seat.
    pub async fn submit(
        &self,
        hosted: Arc<HostedGame>,
        access: Access,
        seat: Option<Side>,
        seq: u64,
        orders: Vec<String>,
    ) -> Result<Submitted, Error> {
        let work = self.clone().carry_out(hosted, access, seat, seq, orders, None);
        tokio::spawn(work).await.map_err(|_| Error::Broken("the rules failed".into()))?
    }

    /// As [`Games::submit`], with what a computer player considered.
    pub(crate) async fn carry_out(
        self,
        hosted: Arc<HostedGame>,
        access: Access,
        seat: Option<Side>,
        seq: u64,
        orders: Vec<String>,
        note: Option<Arc<str>>,
    ) -> Result<Submitted, Error> {
        let mut locked = hosted.lock(self.store()).await?;
        if let Some(done) = locked.done_before(access, seat, seq, &orders)? {
            return Ok(done);
        }
        locked.meant_for(seq)?;
        let seat = access.seat(seat, locked.standing().seats())?;
        self.in_time(&hosted, &mut locked).await?;
        let done = locked.submit(self.store(), seat, seq, &orders, note).await?;
        self.wake_computer(&hosted, &mut locked);
        Ok(done)
    }

    /// Makes the computer player who decides now choose by what he knows so far, and those after him, until a person is
    /// asked. Whether anybody was thinking.
    ///
    /// # Errors
    /// The bearer only watches.
    pub fn hurry(&self, hosted: &HostedGame, access: Access) -> Result<bool, Error> {
        access.seat(None, None)?;
        let thinks = hosted.thought.borrow().is_some();
        if thinks {
            hosted.hurry.store(true, Ordering::Relaxed);
        }
        Ok(thinks)
    }

    /// Takes back the last order of a side, or asks the other player to agree to it. Whether it was done.
    ///
    /// # Errors
    /// Nothing to take back, not a seat of this bearer, or the game has moved on.
    pub async fn undo(
        &self,
        hosted: Arc<HostedGame>,
        access: Access,
        seat: Option<Side>,
        seq: u64,
    ) -> Result<bool, Error> {
        let table = self.clone();
        let work = async move {
            let mut locked = hosted.lock(table.store()).await?;
            locked.meant_for(seq)?;
            seed_is_secret(locked.live())?;
            table.in_time(&hosted, &mut locked).await?;
            let side = match (access, seat) {
                (Access::Both, None) => locked.live().orders.last().map_or(Side::Union, |g| g.seat),
                _ => access.seat(seat, None)?,
            };
            let back = taking_back(locked.live(), side)?;
            let back = back.ok_or_else(|| Error::Forbidden("there is no order to take back".into()))?;
            let alone = access == Access::Both || hosted.holders()[side.other()].officer.is_some();
            if back.consent && !alone {
                table.store().wish(hosted.row.key, Some((seq, side))).await?;
                locked.position().asked = Some(back);
                locked.tell(Vec::new(), None);
                let who = hosted.holders()[side].called(side);
                locked.call(side.other(), Kind::Asked, format!("{who} asks to take an order back."));
                return Ok(false);
            }
            locked.take_back(table.store(), back).await?;
            table.wake_computer(&hosted, &mut locked);
            Ok(true)
        };
        tokio::spawn(work).await.map_err(|_| Error::Broken("the rules failed".into()))?
    }

    /// Answers the other player's wish to take an order back.
    ///
    /// # Errors
    /// Nobody asked, or it is not this bearer who has to answer.
    pub async fn answer_undo(
        &self,
        hosted: Arc<HostedGame>,
        access: Access,
        seq: u64,
        agree: bool,
    ) -> Result<(), Error> {
        let table = self.clone();
        let work = async move {
            let mut locked = hosted.lock(table.store()).await?;
            locked.meant_for(seq)?;
            seed_is_secret(locked.live())?;
            table.in_time(&hosted, &mut locked).await?;
            let asked = locked.position().asked;
            let back = asked.ok_or_else(|| Error::Forbidden("nobody asks to take an order back".into()))?;
            if !access.holds(back.by.other()) {
                return Err(Error::NotYourSeat(back.by.other()));
            }
            if agree {
                return locked.take_back(table.store(), back).await;
            }
            table.store().wish(hosted.row.key, None).await?;
            locked.position().asked = None;
            locked.tell(Vec::new(), None);
            Ok(())
        };
        tokio::spawn(work).await.map_err(|_| Error::Broken("the rules failed".into()))?
    }
}
