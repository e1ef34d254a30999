//! The ending of a record.

use std::cell::RefCell;

use table::{Dice, Game, Header, Line, Played, ReplayError, replay_whole};

use crate::analyst::Analyst;
use crate::told::Ending;

/// Plays a record again, checking every step, and tells what the game came to; nothing if it goes on.
///
/// # Errors
/// The first place where the record differs from the rules.
pub fn of_record(
    header: &Header,
    lines: impl IntoIterator<Item = Result<Line, String>>,
    start: impl FnOnce(&mut dyn Dice) -> (Box<dyn Game>, Played),
) -> Result<Option<Ending>, ReplayError> {
    let analyst = RefCell::new(None::<Analyst>);
    let mut ending = None;
    let begin = |dice: &mut dyn Dice| {
        let (game, played) = start(dice);
        analyst.replace(Some(Analyst::begin(game.as_ref())));
        (game, played)
    };
    let (_, game) = replay_whole(header, lines, begin, |game, line, played| {
        if let Some(analyst) = analyst.borrow_mut().as_mut() {
            analyst.see(game, line.seat, played);
        }
        if game.standing().is_over() {
            ending = analyst.take().and_then(|analyst| analyst.end(game, None));
        }
    })?;
    if header.closed.is_some() && ending.is_none() {
        ending = analyst.take().and_then(|analyst| analyst.end(game.as_ref(), header.closed));
    }
    Ok(ending)
}
