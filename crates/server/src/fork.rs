//! Playing on from a moment of a finished game: the same set-up, orders and dice up to there, then dice of its own.

use std::sync::Arc;

use table::Origin;

use crate::journal::{Entry, Given};
use crate::live::Live;
use crate::shelf::Laid;
use crate::store::OriginRow;
use crate::{Error, Games, NewGame, Token};

/// What another game brings along.
pub(crate) struct Brought {
    /// The scenario as it was when that game began.
    pub laid: Arc<Laid>,
    pub origin: OriginRow,
    pub journal: Vec<Entry>,
}

impl OriginRow {
    /// As everybody is told it.
    pub(crate) fn told(&self) -> Origin {
        Origin { game: self.game.clone(), orders: self.orders }
    }
}

impl Games {
    /// What the game that is named brings along, if one is; it says what is played. Only a finished game can be played on
    /// from: of one that goes on it would show what is hidden. From a private one only its players play on.
    pub(crate) async fn brought_by(
        &self,
        new: &mut NewGame,
        token: Option<&Token>,
    ) -> Result<Option<Brought>, Error> {
        let Some(from) = new.from.clone() else { return Ok(None) };
        if new.scenario.is_some() || !new.options.is_empty() || new.lesson.is_some() {
            let why =
                "the game that is played on says what is played: give `seats` beside `from`, nothing else";
            return Err(Error::Malformed(why.into()));
        }
        let source = self.game(&from.game).await?;
        if source.row.private {
            self.admit(&source, token).await?;
        }
        let laid = self.shelf().of(&source.row, self.store()).await?;
        let locked = source.lock(self.store()).await?;
        let live = locked.live();
        if !live.standing().is_over() {
            let why = "this game goes on: it can be played on from a moment of it once it is over";
            return Err(Error::Forbidden(why.into()));
        }
        // Where people ended it the rules would have let it go on from its last order too.
        let moments = live.orders.len() + usize::from(live.closed.is_some());
        if from.orders >= moments {
            let last = moments.saturating_sub(1);
            return Err(Error::NotFound(format!(
                "the game can be played on after 0 to {last} of its orders"
            )));
        }
        let dice = live.start.rolls.iter().map(|roll| roll.die).collect();
        let kept = |given: &Given| Entry::Order(Given { note: None, ..given.clone() });
        let journal = live.orders[..from.orders].iter().map(kept).collect();
        new.scenario = Some(source.row.scenario.clone());
        new.options = source.row.options.clone();
        Ok(Some(Brought { laid, origin: OriginRow { game: from.game, orders: from.orders, dice }, journal }))
    }

    /// The position at that moment, with a seed of its own from there on.
    pub(crate) async fn play_on(&self, brought: &Brought, seed: [u8; 32]) -> Result<Live, Error> {
        let (laid, origin, journal) = (brought.laid.clone(), brought.origin.clone(), brought.journal.clone());
        let build = move || Live::rebuild(laid.scenario.as_ref(), seed, None, Some(&origin), journal);
        self.study(build).await?
    }
}
