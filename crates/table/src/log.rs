//! Where events go. When nobody listens, an event is not even built.

use serde::{Deserialize, Serialize};

use crate::{BySide, Happened, Side};

/// One combat as it was fought, in terms that all systems share: for studies of many games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fight {
    /// Where the target stood: the label of a hex, or inches as `x,y`.
    pub at: String,
    /// Who attacked.
    pub by: Side,
    /// What it was, in a word of the system: `attack`, `charge`, `fire`.
    pub how: std::borrow::Cow<'static, str>,
    /// The exact chance, before the dice, that the attack succeeds as the system understands it.
    pub p: f64,
    /// Whether it did.
    pub won: bool,
    /// What it cost, where the dice alone decide that. Series of games are kept without it.
    #[serde(skip)]
    pub toll: Option<Toll>,
}

/// What the dice of one combat cost both sides, beside what they cost on average over every fall.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Toll {
    /// What is lost, in the words of the system: `Manpower`.
    pub of: &'static str,
    /// The mean of the exact distribution, before the dice.
    pub expected: BySide<f64>,
    /// What the dice made of it.
    pub fell: BySide<u16>,
}

/// What a game has come to, in terms that all systems share.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// The turn the game is in.
    pub turn: u16,
    /// Strength of each side at the start, later arrivals too, Union first.
    pub strength: [i32; 2],
    /// How much of it is lost.
    pub lost: [i32; 2],
    /// What strength is counted in, in the words of the system: `Manpower`.
    pub of: &'static str,
    /// Victory points as they stand, Union first.
    pub points: [i32; 2],
}

/// A listener for the events of one ruleset.
pub trait Log<E> {
    /// Whether anybody listens; ask before building a costly event.
    fn on(&self) -> bool;
    /// Hears an event.
    fn push(&mut self, event: Happened<E>);
    /// Whether anybody counts fights; ask before working out what a [`Fight`] says.
    fn counts(&self) -> bool {
        false
    }
    /// Hears of a fight; nobody is told unless he counts.
    fn fought(&mut self, _fight: Fight) {}
}

/// Counts the fights and hears nothing else: series of games that are studied.
#[derive(Clone, Debug, Default)]
pub struct Fights(pub Vec<Fight>);

impl<E> Log<E> for Fights {
    fn on(&self) -> bool {
        false
    }
    fn push(&mut self, _event: Happened<E>) {}
    fn counts(&self) -> bool {
        true
    }
    fn fought(&mut self, fight: Fight) {
        self.0.push(fight);
    }
}

/// Hears everything.
pub(crate) struct Everything<E> {
    pub events: Vec<Happened<E>>,
    pub fights: Fights,
}

impl<E> Log<E> for Everything<E> {
    fn on(&self) -> bool {
        true
    }
    fn push(&mut self, event: Happened<E>) {
        self.events.push(event);
    }
    fn counts(&self) -> bool {
        true
    }
    fn fought(&mut self, fight: Fight) {
        self.fights.0.push(fight);
    }
}

/// Nobody listens: simulation, search, odds.
pub struct NoLog;

impl<E> Log<E> for NoLog {
    #[inline]
    fn on(&self) -> bool {
        false
    }
    #[inline]
    fn push(&mut self, _event: Happened<E>) {}
}

impl<E> Log<E> for Vec<Happened<E>> {
    #[inline]
    fn on(&self) -> bool {
        true
    }
    fn push(&mut self, event: Happened<E>) {
        Vec::push(self, event);
    }
}

/// The bare events, for those who do not ask what they changed.
impl<E> Log<E> for Vec<E> {
    #[inline]
    fn on(&self) -> bool {
        true
    }
    fn push(&mut self, event: Happened<E>) {
        Vec::push(self, event.what);
    }
}
