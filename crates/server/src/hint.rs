//! What the best computer player would do in a person's place, and why.
//!
//! He thinks in the queue of those who play, about no more than the seat may know. Against another person nobody is
//! helped.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use table::{Seats, Side};

use crate::hosted::HostedGame;
use crate::seat::Access;
use crate::thought::Thought;
use crate::wire::Hint;
use crate::{Error, Games};

/// How long he thinks about it, in seconds.
const SECONDS: f64 = 1.0;

impl Games {
    /// What the seat that is asked could do.
    ///
    /// # Errors
    /// The game has moved on or is over, the seat is not asked, or the other seat is another person's.
    pub async fn hint(
        &self,
        hosted: &Arc<HostedGame>,
        access: Access,
        seat: Option<Side>,
        seq: u64,
    ) -> Result<Hint, Error> {
        // Who asks twice waits for the same answer.
        let mut kept = hosted.hint.lock().await;
        let (seat, game) = {
            let locked = hosted.lock(self.store()).await?;
            let (asked, live) = (locked.standing().seats(), locked.live());
            let seat = access.seat(seat, asked)?;
            if live.seq != seq {
                return Err(Error::Stale { now: live.seq, meant: seq });
            }
            if !access.holds(seat.other()) && hosted.holders()[seat.other()].officer.is_none() {
                let why =
                    "against another person nobody is helped: ask in a game against the computer, or alone";
                return Err(Error::Forbidden(why.into()));
            }
            if !asked.is_some_and(|asked: Seats| asked.contains(seat)) {
                return Err(Error::Forbidden("you have nothing to decide now".into()));
            }
            (seat, live.game.copy())
        };
        if let Some(known) = kept.as_ref().filter(|known| known.seq == seq && known.seat == seat) {
            return Ok(known.clone());
        }
        let Some(posted) = self.best_officer(SECONDS) else {
            return Err(Error::Forbidden("no computer player here takes time to think".into()));
        };
        let (send, receive) = tokio::sync::oneshot::channel();
        let (quick, time, by) = (posted.is_quick(), posted.time, posted.officer.title.clone());
        self.thinkers(quick).put(hosted.row.key, time, move |time| {
            let thought = Thought::aside(seq, seat, game.as_ref());
            let think = || (posted.officer.choose)(game.as_ref(), seat, time, &thought);
            let choice = catch_unwind(AssertUnwindSafe(think)).ok().flatten();
            // Who asked may have gone.
            let _ = send.send(choice);
        });
        let choice = receive.await.ok().flatten();
        let choice = choice.ok_or_else(|| Error::Broken("the computer player found no order".into()))?;
        let hint =
            Hint { seq, seat, order: choice.order, by, why: choice.note.why, weighed: choice.note.weighed };
        *kept = Some(hint.clone());
        Ok(hint)
    }
}
