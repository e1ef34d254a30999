//! Why something was not done. Nothing has changed then.

use table::{AskError, PlayError, Rule};

/// What a game refuses, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The seat has fewer legal orders.
    #[error("there is no order {nth}: the seat has {of}, counted from 0")]
    NoOrder {
        /// The number that was asked for.
        nth: usize,
        /// How many there are.
        of: usize,
    },
    /// The rules refuse the order, or it cannot be read.
    #[error("{0}")]
    Play(#[from] PlayError),
    /// Nothing can be done before the set-up has its dice.
    #[error("the set-up waits for its dice: give them with `roll`")]
    SetUp,
    /// Dice were given, and none is waited for.
    #[error("no roll is wanted")]
    NotRolling,
    /// No die shows this.
    #[error("{0} is on no die: a die shows 1 to 6")]
    NoFace(u8),
    /// More dice were given than the step rolls.
    #[error("{given} dice were given, {used} are rolled")]
    TooManyDice {
        /// How many were given.
        given: usize,
        /// How many are rolled.
        used: usize,
    },
    /// The caller gave dice to a game that has its own.
    #[error("the dice of this game fall from its seed")]
    Seeded,
    /// More steps are to be taken back than there are.
    #[error("{asked} steps cannot be taken back: there are {steps}")]
    TooFar {
        /// How many were asked for.
        asked: usize,
        /// How many there are.
        steps: usize,
    },
    /// The referee has no answer.
    #[error("{0}")]
    Ask(#[from] AskError),
    /// The order has no question that the referee could answer.
    #[error("no referee's question belongs to this order: no dice fall on it, or not by a chart")]
    NoOdds,
    /// The caller's room is not as long as an observation.
    #[error("there is room for {given} numbers, the position has {needed}")]
    NoRoom {
        /// The numbers that have room.
        given: usize,
        /// The numbers of an observation.
        needed: usize,
    },
    /// No legal order has these four numbers.
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
