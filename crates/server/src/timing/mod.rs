//! Time at the tables: clocks, games that rest, members who are away, and calling who is waited for.
//!
//! What is left of whose time is kept in the database and changes in the same transaction as the order that hands a decision
//! over; what a server has in memory is only for showing.

mod nudge;
mod over;
mod rest;
pub mod rows;
mod shown;
pub mod terms;
pub mod time;

use std::sync::{Arc, Mutex, PoisonError};

use ::store::{Also, Fault, Sql};
use table::{BySide, Side};

use crate::Error;
use crate::hosted::{HostedGame, Locked};
use crate::seat::Holder;
use crate::store::Store;
use time::{Away, Clock, Rest};

/// What is known of time at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Timing {
    pub clock: Option<Clock>,
    pub away: Away,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing { clock: None, away: BySide::from_fn(|_| Vec::new()) }
    }
}

impl Timing {
    /// Why nobody may play on now, if the game rests.
    pub fn rests(&self) -> bool {
        self.clock.as_ref().is_some_and(|clock| clock.resting != Rest::No)
    }
}

/// Whether two people play against each other: time matters to nobody else.
pub fn are_two(holders: &BySide<Holder>) -> bool {
    let person = |side: Side| holders[side].officer.is_none() && holders[side].invitation.is_none();
    let (union, confederate) = (&holders[Side::Union], &holders[Side::Confederate]);
    let same = union.person == confederate.person && union.token == confederate.token;
    Side::BOTH.into_iter().all(person) && !same
}

/// What is found out inside a transaction, for whoever waits for it.
pub type Slot = Arc<Mutex<Option<Timing>>>;

/// A decision has passed to these sides: the clock of the game follows.
fn follow(
    sql: &mut dyn Sql,
    game: i64,
    waiting: u8,
    undone: bool,
    now: i64,
) -> Result<Option<Timing>, Fault> {
    rows::beat(sql, now)?;
    let Some(mut clock) = rows::hold(sql, game)? else { return Ok(None) };
    let (holders, away) = rows::table(sql, game)?;
    let asked = if are_two(&holders) && clock.resting == Rest::No { waiting } else { 0 };
    clock.ask(asked, undone, now, &away);
    rows::put(sql, game, &clock, &away)?;
    Ok(Some(Timing { clock: Some(clock), away }))
}

impl HostedGame {
    /// What has to be done to the clock together with orders after which these sides are asked; nothing where none goes.
    pub(crate) fn clock_follows(&self, timing: &Timing, waiting: u8, undone: bool) -> Option<(Also, Slot)> {
        let clock = timing.clock.as_ref().filter(|clock| clock.terms.clock.is_some())?;
        let asked = if are_two(&self.holders()) { waiting } else { 0 };
        if clock.running == asked {
            return None;
        }
        let (game, now, slot) = (self.row.key, self.time.now(), Slot::default());
        let found = slot.clone();
        let also = Also::new(move |sql| {
            let timing = follow(sql, game, waiting, undone, now)?;
            *found.lock().unwrap_or_else(PoisonError::into_inner) = timing;
            Ok(())
        });
        Some((also, slot))
    }
}

impl Locked<'_> {
    /// What is known of time at this table.
    pub(crate) fn timing(&self) -> Timing {
        self.timing_if_known().cloned().unwrap_or_default()
    }

    /// Looks at the clock anew.
    pub(crate) async fn timing_again(&mut self, store: &Store) -> Result<(), Error> {
        let timing = store.timing(self.hosted.row.key).await?;
        self.position().timing = Some(timing);
        Ok(())
    }
}
