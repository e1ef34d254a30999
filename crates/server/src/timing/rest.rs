//! Games that rest because both players want it, and go on because both want that.

use std::sync::Arc;

use ::store::Sql;
use club::notices::Kind;
use table::Side;

use super::time::{Rest, bit, sides};
use super::{are_two, rows};
use crate::hosted::{HostedGame, waiting};
use crate::seat::Access;
use crate::{Error, Games};

/// What came of a wish.
enum Done {
    Nothing,
    /// The other one is asked.
    Asked,
    Rests,
    GoesOn,
}

impl Games {
    /// A player wants the game to rest, or to go on. It does once both want the same; who wants what is already so takes
    /// the other wish back, his own or the other player's.
    ///
    /// # Errors
    /// He has no seat, nobody sits across from him, or the game is over.
    pub async fn want_rest(&self, hosted: Arc<HostedGame>, access: Access, rest: bool) -> Result<(), Error> {
        let mine = access.sides().map(bit).sum::<u8>();
        if mine == 0 {
            return Err(Error::NoSeat);
        }
        let games = self.clone();
        let work = async move {
            let mut locked = hosted.lock(games.store()).await?;
            let asked = waiting(&locked.standing());
            if asked == 0 {
                return Err(Error::Finished("the game is over".into()));
            }
            if !are_two(&hosted.holders()) {
                return Err(Error::Conflict(
                    "a game rests between two players: here it waits for you".into(),
                ));
            }
            let (game, now) = (hosted.row.key, hosted.time.now());
            let change = move |sql: &mut dyn Sql| {
                rows::beat(sql, now)?;
                let mut clock = rows::hold_or_make(sql, game, now)?;
                let (_, away) = rows::table(sql, game)?;
                let resting = clock.resting != Rest::No;
                let done = match rest == resting {
                    // It is so already: nobody wants anything else any more.
                    true if clock.says == 0 => return Ok(Done::Nothing),
                    true => {
                        clock.says = 0;
                        Done::Nothing
                    }
                    false if clock.says | mine != 3 => {
                        clock.says |= mine;
                        Done::Asked
                    }
                    false if rest => {
                        clock.rest(Rest::Agreed, now, &away);
                        Done::Rests
                    }
                    false => {
                        clock.go_on(asked, now, &away);
                        Done::GoesOn
                    }
                };
                rows::put(sql, game, &clock, &away)?;
                sql.notify(&rows::changed(game))?;
                Ok(done)
            };
            let done = games.store().base().write(change).await?;
            locked.timing_again(games.store()).await?;
            locked.tell(Vec::new(), None);
            let name = |side: Side| hosted.holders()[side].called(side);
            for side in Side::BOTH.into_iter().filter(|side| mine & bit(*side) == 0) {
                let who = name(side.other());
                match done {
                    Done::Asked if rest => locked.call(side, Kind::Asked, format!("{who} asks to adjourn.")),
                    Done::Asked => locked.call(side, Kind::Asked, format!("{who} would like to go on.")),
                    Done::Rests => locked.uncall(side, &[Kind::YourTurn, Kind::ClockLow, Kind::Asked]),
                    Done::GoesOn if sides(asked).any(|one| one == side) => {
                        locked.call(side, Kind::YourTurn, format!("{who} goes on: it is your turn."));
                    }
                    Done::Nothing | Done::GoesOn => {}
                }
            }
            for side in sides(mine) {
                let over: &[Kind] = match done {
                    Done::Rests => &[Kind::YourTurn, Kind::ClockLow, Kind::Asked],
                    _ => &[Kind::Asked],
                };
                locked.uncall(side, over);
            }
            Ok(())
        };
        tokio::spawn(work).await.map_err(|_| Error::Broken("the rules failed".into()))?
    }
}
