//! A decision is one room: what is asked, of whom, which orders are legal, and what each of them does.
//!
//! Every decision of a rule system is a small type that implements [`Room`], in the file of its chapter,
//! beside the rules it asks about. What has to be known to go on (the march under way, the retreat and its
//! path) is the type's own data. A state keeps its open decisions as a stack of such values
//! (`pending.rs` of each system), so that a game can be saved in the middle of a combat; the system's one
//! exhaustive match from a pending decision to its room is all the spine there is (`decide.rs`).
//!
//! Adding a decision: the type with its `impl Room`, its line in `Pending`, its arm in `Pending::room`, and
//! its tests. The compiler asks for whatever is forgotten.

use crate::{Decision, Refusal, Rule, Ruleset, Seats, Side, Standing};

/// How a decision is put to a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ask {
    /// A short stable word, for programs: `retreat-hex`.
    pub kind: &'static str,
    /// The question in plain words, without names: `Choose the hex to retreat into`.
    pub prompt: &'static str,
    /// The clause that asks.
    pub rule: Rule,
}

impl Ask {
    /// A question: a word for programs, the question for people, the clause that asks.
    pub const fn new(kind: &'static str, prompt: &'static str, rule: &'static str) -> Ask {
        Ask { kind, prompt, rule: Rule(rule) }
    }

    /// What an order is told that answers another question than the one that is asked.
    pub fn not_asked(self) -> Refusal {
        Refusal::new(self.rule, format!("that is not what is to be decided now: {}", self.prompt))
    }
}

/// One kind of decision.
pub trait Room<R: Ruleset> {
    /// The question.
    fn ask(&self, pos: R::Pos<'_>) -> Ask;

    /// Who answers.
    fn seats(&self, pos: R::Pos<'_>) -> Seats;

    /// Appends the legal orders: every one passes [`check`](Room::check).
    fn orders(&self, pos: R::Pos<'_>, out: &mut Vec<R::Order>);

    /// Whether an order is a legal answer. An order that answers another question gets
    /// [`Ask::not_asked`].
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check(&self, pos: R::Pos<'_>, order: &R::Order) -> Result<(), Refusal>;

    /// Carries out an order that was checked. The spine has taken the decision off the stack before; where
    /// it is still to be decided, the room puts itself back.
    fn apply(&self, play: &mut R::Play<'_>, order: &R::Order);
}

impl<R: Ruleset> dyn Room<R> + '_ {
    /// The decision as everybody above the rules sees it.
    pub fn standing(&self, pos: R::Pos<'_>) -> Standing {
        let Ask { kind, prompt, rule } = self.ask(pos);
        Standing::Waiting(Decision { seats: self.seats(pos), kind, prompt, rule })
    }

    /// Whether a seat is asked.
    ///
    /// # Errors
    /// It is the other player who decides.
    pub fn asks(&self, pos: R::Pos<'_>, seat: Side) -> Result<(), Refusal> {
        match self.seats(pos).contains(seat) {
            true => Ok(()),
            false => Err(Refusal::new(self.ask(pos).rule, "it is the other player who decides now")),
        }
    }
}
