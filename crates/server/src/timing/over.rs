//! When somebody's time is over, or nearly: looked for by every server, done once.

use std::sync::Arc;
use std::time::Duration;

use ::store::Sql;
use club::notices::Kind;
use table::{BySide, Closing, Side};

use super::shown::in_words;
use super::terms::{Pace, TimeOver};
use super::time::{Clock, Rest, sides};
use super::{are_two, rows};
use crate::hosted::{HostedGame, Locked};
use crate::staff::Posted;
use crate::{Error, Games};

/// How often clocks are looked at.
const LOOK: Duration = Duration::from_secs(2);

/// What is to be done about a clock that has run out.
enum Found {
    /// Nothing: it has not, or another server was first.
    Nothing,
    /// The game rests.
    Rests(BySide<bool>),
    /// A computer player has the seat.
    HandedOver(Side),
    /// The game is to be lost for this side.
    Lost(Side),
}

impl Games {
    /// Looks at clocks until the server stops.
    pub(crate) async fn watch_clocks(self) {
        let mut closing = self.closing();
        loop {
            if let Err(why) = self.look_at_clocks().await {
                tracing::error!(%why, "the clocks could not be looked at");
            }
            tokio::select! {
                () = tokio::time::sleep(LOOK) => {}
                _ = closing.wait_for(|closing| *closing) => return,
            }
        }
    }

    /// Does what is due by the clocks now: for whose time is over, and for who has to be told that little is left.
    ///
    /// # Errors
    /// The store failed.
    pub async fn look_at_clocks(&self) -> Result<(), Error> {
        let now = self.settings().time.now();
        for id in self.store().clocks_due(now).await? {
            let done = async {
                let hosted = self.unvisited(&id).await?;
                let mut locked = hosted.lock(self.store()).await?;
                locked.catch_up(self.store()).await?;
                if !self.time_over(&hosted, &mut locked).await? {
                    self.time_is_little(&hosted, &mut locked).await?;
                }
                Ok::<_, Error>(())
            };
            if let Err(why) = done.await {
                tracing::error!(game = id, %why, "a clock could not be looked at");
            }
        }
        Ok(())
    }

    /// Ends the time of whoever has none left, if anybody; whether somebody had none.
    pub(crate) async fn time_over(
        &self,
        hosted: &Arc<HostedGame>,
        locked: &mut Locked<'_>,
    ) -> Result<bool, Error> {
        let timing = locked.timing();
        let Some(clock) = &timing.clock else { return Ok(false) };
        if clock.ends(&timing.away).is_none() {
            return Ok(false);
        }
        let (game, now) = (hosted.row.key, hosted.time.now());
        let posted = match clock.over() {
            TimeOver::Computer { officer } => Some(self.instead(officer.as_deref())?),
            _ => None,
        };
        let word = posted.as_ref().map(|posted| (posted.title(), posted.word()));
        let work = move |sql: &mut dyn Sql| {
            rows::beat(sql, now)?;
            let Some(mut clock) = rows::hold(sql, game)? else { return Ok(Found::Nothing) };
            let (holders, away) = rows::table(sql, game)?;
            let out = clock.out(now, &away).filter(|_| are_two(&holders));
            let Some(out) = out else {
                // Somebody is away, or the clocks stood meanwhile: later, then.
                rows::put(sql, game, &clock, &away)?;
                return Ok(Found::Nothing);
            };
            let one = Side::BOTH.into_iter().find(|side| out[*side] && !out[side.other()]);
            let found = match (clock.over(), one, word) {
                (TimeOver::Resign, Some(side), _) => return Ok(Found::Lost(side)),
                (TimeOver::Computer { .. }, Some(side), Some((title, word))) => {
                    clock.stop(now, &away);
                    rows::hand_over(sql, game, side, &title, &word)?;
                    Found::HandedOver(side)
                }
                _ => {
                    clock.rest(Rest::TimeOver, now, &away);
                    Found::Rests(out)
                }
            };
            rows::put(sql, game, &clock, &away)?;
            sql.notify(&rows::changed(game))?;
            Ok(found)
        };
        let (before, found) = (hosted.holders(), self.store().base().write(work).await?);
        locked.timing_again(self.store()).await?;
        let called = |side: Side| before[side].called(side);
        match found {
            Found::Nothing => return Ok(false),
            Found::Rests(out) => {
                for side in Side::BOTH {
                    locked.uncall(side, &[Kind::YourTurn, Kind::ClockLow]);
                    let whose = if out[side] {
                        "Your time".into()
                    } else {
                        format!("{}'s time", called(side.other()))
                    };
                    let words = format!("{whose} is over: the game rests until both of you go on.");
                    locked.call(side, Kind::Asked, words);
                }
                locked.tell(Vec::new(), None);
            }
            Found::HandedOver(side) => {
                let title = posted.map(|posted| posted.title()).unwrap_or_default();
                if let Some(person) = &before[side].person {
                    hosted.bell.still(person, &hosted.row.id, &[Kind::YourTurn, Kind::ClockLow, Kind::Asked]);
                }
                locked.call_of(
                    &before,
                    side,
                    Kind::ClockLow,
                    format!("Your time is over: {title} plays on in your place."),
                );
                let words = format!("{}'s time is over: {title} plays on.", called(side));
                locked.call_of(&before, side.other(), Kind::SeatTaken, words);
                hosted.seats_are(self.store().seats(game).await?);
                locked.tell(Vec::new(), None);
                self.wake_computer(hosted, locked);
            }
            Found::Lost(side) => {
                // Another server may have been first, or an order at the last moment.
                if let Err(why) = locked.close(self.store(), Closing::OutOfTime { by: side }).await {
                    return if matches!(why, Error::Stale { .. }) { Ok(true) } else { Err(why) };
                }
                locked.uncall(side, &[Kind::YourTurn, Kind::ClockLow, Kind::Asked]);
                locked.call(side, Kind::GameOver, "Your time is over: the game is lost.".into());
            }
        }
        Ok(true)
    }

    /// # Errors
    /// Nobody may play now: the game rests, or somebody's time is over, and what then happens has happened.
    pub(crate) async fn in_time(
        &self,
        hosted: &Arc<HostedGame>,
        locked: &mut Locked<'_>,
    ) -> Result<(), Error> {
        let timing = locked.timing();
        if timing.rests() {
            return Err(Error::Resting);
        }
        let ends = timing.clock.as_ref().and_then(|clock| clock.ends(&timing.away));
        if ends.is_some_and(|ends| ends <= hosted.time.now()) && self.time_over(hosted, locked).await? {
            return Err(Error::OutOfTime);
        }
        Ok(())
    }

    /// Clocks are reckoned anew after somebody has changed his days off, and everybody is told.
    ///
    /// # Errors
    /// The store failed.
    pub async fn days_off_changed(&self, person: &str) -> Result<(), Error> {
        for game in self.store().games_of(person.to_owned()).await? {
            self.store().reckon_clock(game).await?;
            let Some(hosted) = self.rooms().of_key(game) else { continue };
            if let Some(mut locked) = hosted.lock_if_there().await {
                locked.timing_again(self.store()).await?;
                locked.tell(Vec::new(), None);
            }
        }
        Ok(())
    }

    /// Who plays on for somebody whose time is over.
    fn instead(&self, officer: Option<&str>) -> Result<Posted, Error> {
        // Who was named may be gone from the staff by now.
        self.staff().post(officer, None).or_else(|_| self.staff().post(None, None))
    }

    async fn time_is_little(&self, hosted: &HostedGame, locked: &mut Locked<'_>) -> Result<(), Error> {
        let (game, now) = (hosted.row.key, hosted.time.now());
        let work = move |sql: &mut dyn Sql| {
            let Some(mut clock) = rows::hold(sql, game)? else { return Ok(None) };
            let (_, away) = rows::table(sql, game)?;
            let due = clock.warn(now, &away);
            rows::put(sql, game, &clock, &away)?;
            let left = BySide::from_fn(|side| clock.left_at(side, now, &away));
            Ok((due != 0).then_some((due, left, clock)))
        };
        let found: Option<(u8, BySide<i64>, Clock)> = self.store().base().write(work).await?;
        locked.timing_again(self.store()).await?;
        let Some((due, left, clock)) = found else { return Ok(()) };
        let holders = hosted.holders();
        for side in sides(due) {
            let other = holders[side.other()].called(side.other());
            let for_what = match clock.terms.clock {
                Some(Pace::Days { .. }) => "for this turn",
                _ => "for the rest of the game",
            };
            let words = format!("{} left {for_what} against {other}.", in_words(left[side]));
            locked.call(side, Kind::ClockLow, words);
        }
        Ok(())
    }
}
