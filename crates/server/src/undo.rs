//! Taking orders back: free until dice fell or something hidden was revealed; after that only if the
//! other player agrees.

use schemars::JsonSchema;
use serde::Serialize;
use table::view::{Marker, Piece};
use table::{Side, View, Viewer};

use crate::Error;
use crate::journal::Given;
use crate::live::Live;

/// What taking back the last order of a side would mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TakingBack {
    pub by: Side,
    /// How many orders would stand afterwards.
    pub kept: usize,
    /// How many of its own orders go, and how many of the other side's.
    pub own: usize,
    pub others: usize,
    /// Whether the other side must agree.
    pub consent: bool,
}

/// Once a game is over the seed of its dice is told: whoever took it back or went on could foretell them.
/// In a lesson there is nothing to foretell: its dice are written down.
pub fn seed_is_secret(live: &Live) -> Result<(), Error> {
    if live.class.is_none() && (live.told || live.standing().is_over()) {
        let why = "the game is over and the seed of its dice is told: nothing can be taken back or go on";
        return Err(Error::Finished(why.into()));
    }
    Ok(())
}

/// What it would mean for `side` to take back its last order; `None` if it has given none, or nothing can be
/// taken back any more.
pub fn taking_back(live: &Live, side: Side) -> Result<Option<TakingBack>, Error> {
    if seed_is_secret(live).is_err() {
        return Ok(None);
    }
    let last = live.orders.iter().rposition(|given| given.seat == side);
    let Some(kept) = last.filter(|kept| *kept >= live.brought) else { return Ok(None) };
    let undone = &live.orders[kept..];
    let others_or_dice = undone.iter().any(|given| given.seat != side || !given.dice.is_empty());
    let consent = others_or_dice || revealed(live, side, kept)?;
    Ok(Some(TakingBack { consent, ..TakingBack::to(&live.orders, side, kept) }))
}

impl TakingBack {
    /// Back to where only the first `kept` of these orders stand.
    pub(crate) fn to(orders: &[Given], by: Side, kept: usize) -> TakingBack {
        let own = orders[kept..].iter().filter(|given| given.seat == by).count();
        TakingBack { by, kept, own, others: orders.len() - kept - own, consent: false }
    }
}

/// Whether the orders after the first `kept` showed `side` anything about the enemy. In a game that
/// keeps nothing from anybody there is nothing to show; otherwise any change of the enemy's pieces or
/// markers in this side's view counts.
fn revealed(live: &Live, side: Side, kept: usize) -> Result<bool, Error> {
    if !live.game.has_secrets() {
        return Ok(false);
    }
    let enemy = |view: View| -> (Vec<Piece>, Vec<Marker>) {
        let of = Some(side.other());
        let pieces = view.pieces.into_iter().filter(|piece| piece.side == of);
        (pieces.collect(), view.markers.into_iter().filter(|marker| marker.side == of).collect())
    };
    let before = live.at(kept)?.view(Viewer::Seat(side));
    let after = live.game.view(Viewer::Seat(side));
    Ok(enemy(before) != enemy(after))
}
