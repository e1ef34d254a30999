//! How people end a game that the rules would let go on.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::{Game, Outcome, Side, Standing, Viewer};

/// A game that people ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Closing {
    /// A side gave up.
    Resigned {
        /// Which.
        by: Side,
    },
    /// Both agreed to call it a draw.
    Drawn,
    /// A side had no time left.
    OutOfTime {
        /// Which.
        by: Side,
    },
    /// Both agreed to leave it without a result.
    Abandoned,
}

impl Closing {
    /// The side that lost by it.
    pub fn loser(self) -> Option<Side> {
        match self {
            Closing::Resigned { by } | Closing::OutOfTime { by } => Some(by),
            Closing::Drawn | Closing::Abandoned => None,
        }
    }

    /// In a word or two, as the degree of a victory.
    pub fn degree(self) -> &'static str {
        match self {
            Closing::Resigned { .. } => "resigned",
            Closing::Drawn => "draw agreed",
            Closing::OutOfTime { .. } => "out of time",
            Closing::Abandoned => "abandoned",
        }
    }

    /// Who won and how, in a line.
    pub fn headline(self) -> String {
        match self {
            Closing::Resigned { by } => format!("{} victory, {by} resigned", by.other()),
            Closing::OutOfTime { by } => format!("{} victory, {by} out of time", by.other()),
            Closing::Drawn => "A draw, agreed".to_owned(),
            Closing::Abandoned => "Abandoned without a result".to_owned(),
        }
    }

    /// Why the game ended, in a sentence.
    pub fn because(self) -> String {
        match self {
            Closing::Resigned { by } => format!("The {by} player resigned."),
            Closing::OutOfTime { by } => format!("The {by} player had no time left."),
            Closing::Drawn => "Both players agreed to a draw.".to_owned(),
            Closing::Abandoned => "Both players agreed to leave the game without a result.".to_owned(),
        }
    }

    /// The outcome, with the points as they stand.
    pub fn outcome(self, points: [i32; 2]) -> Outcome {
        Outcome { winner: self.loser().map(Side::other), degree: Cow::Borrowed(self.degree()), points }
    }

    /// Where a game stands that may have been ended so: what the rules ended stays as they did.
    pub fn standing(closed: Option<Closing>, game: &dyn Game) -> Standing {
        Closing::over(closed, game).unwrap_or_else(|| game.standing())
    }

    /// The same, as far as somebody may know.
    pub fn standing_for(closed: Option<Closing>, game: &dyn Game, viewer: Viewer) -> Standing {
        Closing::over(closed, game).unwrap_or_else(|| game.standing_for(viewer))
    }

    fn over(closed: Option<Closing>, game: &dyn Game) -> Option<Standing> {
        let closed = closed.filter(|_| !game.standing().is_over())?;
        Some(Standing::Over(closed.outcome(game.tally().points)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_gives_up_or_runs_out_of_time_loses_and_nobody_else_does() {
        let by = Side::Union;
        assert_eq!(Closing::Resigned { by }.outcome([9, 1]).winner, Some(Side::Confederate));
        assert_eq!(Closing::OutOfTime { by }.outcome([9, 1]).winner, Some(Side::Confederate));
        assert_eq!(Closing::Drawn.outcome([9, 1]).winner, None);
        assert_eq!(Closing::Abandoned.outcome([9, 1]).points, [9, 1]);
        assert_eq!(Closing::Resigned { by }.headline(), "Confederate victory, Union resigned");
    }

    #[test]
    fn it_is_written_with_a_word_and_read_back() {
        let written = serde_json::to_string(&Closing::OutOfTime { by: Side::Confederate }).unwrap();
        assert_eq!(written, r#"{"how":"out-of-time","by":"confederate"}"#);
        for closing in [Closing::Drawn, Closing::Abandoned, Closing::Resigned { by: Side::Union }] {
            let written = serde_json::to_string(&closing).unwrap();
            assert_eq!(serde_json::from_str::<Closing>(&written).unwrap(), closing);
        }
    }
}
