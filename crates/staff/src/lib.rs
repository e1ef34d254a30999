//! Computer players. They see a game through [`table::Game`] alone and know no rule: what is legal, what an
//! order leads to and how good a position is, the rule systems say.
//!
//! - `random` gives any legal order.
//! - `recruit` looks a few decisions ahead: he tries every order, plays on as he thinks best under several
//!   falls of the dice, and takes the order that leaves him best off. Where a rule system gives no
//!   judgement of positions ([`table::Ruleset::worth`]) he is no better than `random`.
//!
//! The choice depends on the position, the level and the numbers drawn from [`Chooser`] alone, so that a
//! game of computer players can be played again.

mod chooser;
mod recruit;

use table::{Game, Side};

pub use chooser::Chooser;

/// A computer player's skill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    Random,
    Recruit,
}

impl Level {
    /// Weakest first.
    pub const ALL: [Level; 2] = [Level::Random, Level::Recruit];

    /// The word on the command line and in requests.
    pub const fn word(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Recruit => "recruit",
        }
    }

    pub fn from_word(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.word() == word)
    }

    /// How it plays, in a sentence.
    pub const fn about(self) -> &'static str {
        match self {
            Level::Random => "Gives any legal order, with no plan at all.",
            Level::Recruit => {
                "Looks a few decisions ahead and takes what leaves him best off. Answers at once."
            }
        }
    }
}

/// The order a computer player gives for a seat; `None` if the seat has none to give.
pub fn choose(level: Level, game: &dyn Game, seat: Side, chooser: &mut Chooser) -> Option<String> {
    let mut orders = game.orders(seat);
    let best = match (level, orders.len()) {
        (_, 0) => return None,
        (_, 1) => 0,
        (Level::Recruit, n) if is_judged(game) => recruit::best(game, seat, n, chooser),
        (_, n) => chooser.below(n),
    };
    Some(orders.swap_remove(best))
}

/// Whether the rule system has a judgement of positions at all; without one nobody can look ahead.
fn is_judged(game: &dyn Game) -> bool {
    Side::BOTH.into_iter().any(|side| game.worth(side) != 0.0)
}
