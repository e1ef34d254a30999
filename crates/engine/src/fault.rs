//! Why something was not done. Nothing has changed then.

use table::{AskError, PlayError, Rule};

/// What a game refuses, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    #[error("there is no order {nth}: the seat has {of}, counted from 0")]
    NoOrder { nth: usize, of: usize },
    #[error("{0}")]
    Play(#[from] PlayError),
    #[error("the set-up waits for its dice: give them with `roll`")]
    SetUp,
    #[error("no roll is wanted")]
    NotRolling,
    #[error("{0} is on no die: a die shows 1 to 6")]
    NoFace(u8),
    #[error("{given} dice were given, {used} are rolled")]
    TooManyDice { given: usize, used: usize },
    #[error("the dice of this game fall from its seed")]
    Seeded,
    #[error("{asked} steps cannot be taken back: there are {steps}")]
    TooFar { asked: usize, steps: usize },
    #[error("{0}")]
    Ask(#[from] AskError),
    #[error("no referee's question belongs to this order: no dice fall on it, or not by a chart")]
    NoOdds,
    #[error("there is room for {given} numbers, the position has {needed}")]
    NoRoom { given: usize, needed: usize },
    #[error("no legal order has these numbers")]
    NoFactors,
}

impl Fault {
    /// A short word that stays the same: for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Fault::NoOrder { .. } => "no-order",
            Fault::Play(PlayError::Unreadable { .. }) => "unreadable-order",
            Fault::Play(PlayError::NotYourDecision(_)) => "not-your-decision",
            Fault::Play(PlayError::Over) => "over",
            Fault::Play(PlayError::Refused(_)) => "refused",
            Fault::SetUp => "rolling",
            Fault::NotRolling => "not-rolling",
            Fault::NoFace(_) | Fault::TooManyDice { .. } | Fault::Seeded => "bad-dice",
            Fault::TooFar { .. } => "too-far",
            Fault::Ask(_) => "no-answer",
            Fault::NoOdds => "no-odds",
            Fault::NoRoom { .. } => "no-room",
            Fault::NoFactors => "no-order",
        }
    }

    /// The clause that refuses, where one does.
    pub fn rule(&self) -> Option<Rule> {
        match self {
            Fault::Play(PlayError::Refused(refusal)) => Some(refusal.rule),
            Fault::Ask(error) => error.rule,
            _ => None,
        }
    }
}
