//! The laws of the table: what holds in every game of every rule system, whoever plays it.
//!
//! [`uphold`] plays seeded games of a scenario and holds the rules to every [`Law`]. A game is played three
//! times: once for itself, once told and watched, once more from its record. All that a law looks at comes
//! from the one interface ([`Ruleset`](crate::Ruleset), [`Commander`]), so that a new system is under the
//! same laws from its first day. The answer is what was tried, or the first broken law with the game, the
//! order and what differs.
//!
//! This is a test bench; games do not use it.

pub mod chart;
mod decision;
mod follow;
mod law;
mod numbers;
mod secrets;
mod slips;
mod trial;
mod wrong;

use std::any::Any;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

pub use law::Law;
pub use slips::Slips;

use crate::{Commander, Dice, SeededDice};
use trial::Match;

/// What to play, and how closely to look.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Dice and choices of all games follow from it.
    pub seed: u64,
    /// The numbers of the games. Those with odd numbers are played after the doctrine, the others at random.
    pub games: Range<u64>,
    /// Decisions of a game that are looked at from all sides, spread over the whole of it.
    pub looks: usize,
    /// Listed orders of such a decision that are tried; of more, this many are drawn.
    pub sample: usize,
    /// Orders from the beginning of a game that are played again from its record.
    pub recorded: usize,
    /// The most orders that a game may take.
    pub most: usize,
    /// Laws that are not asked.
    pub off: Vec<Law>,
}

impl Default for Trial {
    fn default() -> Self {
        Trial {
            seed: 1863,
            games: 0..2,
            looks: 200,
            sample: 40,
            recorded: 600,
            most: 100_000,
            off: Vec::new(),
        }
    }
}

impl Trial {
    fn asks(&self, law: Law) -> bool {
        !self.off.contains(&law)
    }
}

/// What was tried, when all laws held.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Games that were played.
    pub games: u64,
    /// Orders given.
    pub orders: usize,
    /// Decisions looked at from all sides.
    pub looks: usize,
    /// Listed orders that were checked there.
    pub legal: usize,
    /// Wrong orders that were refused there.
    pub refused: usize,
    /// Positions in which the conditions kept from the events were compared with the view.
    pub followed: usize,
    /// Positions that were compared with one that differs in what is hidden.
    pub twins: usize,
    /// Orders after which the numbers of all pieces were compared with what the pieces look like.
    pub numbered: usize,
    /// How often each kind of decision came up.
    pub kinds: BTreeMap<&'static str, usize>,
}

impl Report {
    /// Adds what another trial tried.
    pub fn add(&mut self, other: Report) {
        self.games += other.games;
        self.orders += other.orders;
        self.looks += other.looks;
        self.legal += other.legal;
        self.refused += other.refused;
        self.followed += other.followed;
        self.twins += other.twins;
        self.numbered += other.numbered;
        for (kind, times) in other.kinds {
            *self.kinds.entry(kind).or_default() += times;
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { games, orders, looks, legal, refused, followed, twins, numbered, kinds } = self;
        write!(
            f,
            "{games} games, {orders} orders, {looks} decisions of {} kinds watched: {legal} orders legal, \
             {refused} refused, {followed} positions followed, {twins} twins, {numbered} orders in numbers",
            kinds.len()
        )
    }
}

/// A law that does not hold, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("broken: {law} ({law:?})\n  game {game} of seed {seed}, order {order}: {text}\n  {what}")]
pub struct Broken {
    /// The law that does not hold.
    pub law: Law,
    /// The seed of the games.
    pub seed: u64,
    /// The number of the game in which it broke.
    pub game: u64,
    /// How many orders were given before the one at hand.
    pub order: usize,
    /// The order at hand with its seat, or the decision.
    pub text: String,
    /// What differs.
    pub what: String,
}

/// Plays the games of a trial and holds the rules to the laws.
///
/// # Errors
/// The first law that does not hold.
pub fn uphold<R: Commander>(setup: &Arc<R::Setup>, trial: &Trial) -> Result<Report, Box<Broken>> {
    let mut report = Report::default();
    for number in trial.games.clone() {
        let at = Cell::new(0);
        let game = Match::<R>::new(setup, trial, number, &at);
        match catch_unwind(AssertUnwindSafe(|| game.play(&mut report))) {
            Ok(held) => held?,
            Err(panic) => {
                return Err(game.broken(Law::NothingPanics, at.get(), String::new(), said(&*panic)));
            }
        }
        report.games += 1;
    }
    Ok(report)
}

/// The words of a panic.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_owned())
}

/// Choices of a trial, apart from the dice of its games.
pub(crate) struct Picks(SeededDice);

impl Picks {
    pub fn new(seed: u64, number: u64) -> Picks {
        Picks(SeededDice::of_series(seed, number))
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        (0..7).fold(0, |sum, _| sum * 6 + usize::from(self.0.d6("pick")) - 1) % n
    }

    /// At most `most` of the numbers below `n`, in order.
    pub fn some(&mut self, n: usize, most: usize) -> Vec<usize> {
        match n <= most {
            true => (0..n).collect(),
            // One from each of as many equal stretches: also the last orders of a long list are tried.
            false => (0..most).map(|i| i * n / most + self.below((n / most).max(1))).collect(),
        }
    }
}

/// The first place where two texts differ, with what stands around it.
pub(crate) fn difference(a: &str, b: &str) -> String {
    let same = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count();
    let cut = |s: &str| s.chars().skip(same.saturating_sub(60)).take(160).collect::<String>();
    format!("one: {}\n  other: {}", cut(a), cut(b))
}
