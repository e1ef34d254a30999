//! Who waits may call the other one to the game, now and then.

use ::store::Sql;
use club::notices::Kind;

use super::terms::{HOUR, SECOND};
use super::time::{Rest, bit};
use super::{are_two, rows};
use crate::hosted::{HostedGame, waiting};
use crate::seat::Access;
use crate::{Error, Games};

/// So long lies between two calls, in milliseconds.
pub const APART: i64 = 12 * HOUR;

impl Games {
    /// Calls the player who is asked to the game.
    ///
    /// # Errors
    /// It is not he who is waited for, he cannot be called, sits there already, is away, or was called not long ago.
    pub async fn nudge(&self, hosted: &HostedGame, access: Access) -> Result<(), Error> {
        let no = |why: String| Err(Error::Conflict(why));
        let own = access.seat(None, None)?;
        let side = own.other();
        let mut locked = hosted.lock(self.store()).await?;
        let (asked, holders, now) = (waiting(&locked.standing()), hosted.holders(), hosted.time.now());
        let other = holders[side].called(side);
        if !are_two(&holders) || access == Access::Both {
            return no("nobody else is waited for".into());
        }
        if asked & bit(side) == 0 || asked & bit(own) != 0 {
            return no(format!("{other} is not waited for: it is your turn"));
        }
        let Some(person) = holders[side].person.clone() else {
            return no(format!("{other} plays as a guest and cannot be called"));
        };
        if locked.timing().told(now).is_some_and(|told| told.away[side].is_some()) {
            return no(format!("{other} is on holiday"));
        }
        if self.club().has_open(&person, &hosted.row.id).await? {
            return no(format!("{other} has the game open"));
        }
        let game = hosted.row.key;
        let called = move |sql: &mut dyn Sql| {
            let mut clock = rows::hold_or_make(sql, game, now)?;
            if clock.resting != Rest::No || now < clock.nudged + APART {
                return Ok(Err(clock));
            }
            clock.nudged = now;
            let (_, away) = rows::table(sql, game)?;
            rows::put(sql, game, &clock, &away)?;
            sql.notify(&rows::changed(game))?;
            Ok(Ok(()))
        };
        match self.store().base().write(called).await? {
            Ok(()) => {}
            Err(clock) if clock.resting != Rest::No => return no("the game rests".into()),
            Err(clock) => {
                let minutes = (clock.nudged + APART - now) / (60 * SECOND) + 1;
                let wait = super::shown::in_words(minutes * 60 * SECOND);
                return no(format!("{other} was called not long ago: wait {wait}"));
            }
        }
        locked.timing_again(self.store()).await?;
        let words = format!("{} waits for you: it is your turn.", holders[own].called(own));
        locked.call(side, Kind::YourTurn, words);
        locked.tell(Vec::new(), None);
        Ok(())
    }
}
