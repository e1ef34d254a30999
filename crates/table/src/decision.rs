//! Whose decision it is, or how the game ended.

use std::borrow::Cow;

use serde::Serialize;

use crate::{Rule, Side};

/// The seats that owe an answer: one, or both at once where a phase lets both players choose unseen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seats(u8);

/// Written as a list of sides.
#[cfg(feature = "schema")]
impl schemars::JsonSchema for Seats {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Seats".into()
    }

    fn json_schema(words: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Vec::<Side>::json_schema(words)
    }
}

impl Seats {
    /// Both sides are asked at once.
    pub const BOTH: Seats = Seats(0b11);

    /// This side alone.
    pub const fn one(side: Side) -> Seats {
        Seats(1 << side as u8)
    }
    /// Whether this side is asked.
    pub const fn contains(self, side: Side) -> bool {
        self.0 & (1 << side as u8) != 0
    }
    /// The seat if there is only one; the Union seat first where both are asked.
    pub fn first(self) -> Side {
        if self.contains(Side::Union) { Side::Union } else { Side::Confederate }
    }
    /// The sides that are asked, the Union first.
    pub fn iter(self) -> impl Iterator<Item = Side> {
        Side::BOTH.into_iter().filter(move |s| self.contains(*s))
    }
}

impl From<Side> for Seats {
    fn from(side: Side) -> Seats {
        Seats::one(side)
    }
}

impl Serialize for Seats {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.iter())
    }
}

/// What is to be decided, by whom, under which rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Decision {
    /// Who is asked.
    pub seats: Seats,
    /// A short stable word for the kind of decision (`choose-action`, `retreat-hex`): for programs.
    pub kind: &'static str,
    /// The question in plain words, without names: `Choose the hex to retreat into`.
    pub prompt: &'static str,
    /// The clause that asks.
    pub rule: Rule,
}

/// How the game ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// Nobody: a draw.
    pub winner: Option<Side>,
    /// The degree, in the scenario's words: `decisive`, `marginal`, `draw`.
    pub degree: Cow<'static, str>,
    /// Victory points, Union first, where the scenario counts them.
    pub points: [i32; 2],
}

/// A game waits for somebody or is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Somebody has to decide.
    Waiting(Decision),
    /// The game has ended so.
    Over(Outcome),
}

impl Standing {
    /// These are asked: a word for programs, a question for people, and the clause that asks.
    pub fn waiting(seats: impl Into<Seats>, kind: &'static str, prompt: &'static str, rule: Rule) -> Self {
        Standing::Waiting(Decision { seats: seats.into(), kind, prompt, rule })
    }
    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        matches!(self, Standing::Over(_))
    }
    /// The seats that owe an answer, if any.
    pub fn seats(&self) -> Option<Seats> {
        match self {
            Standing::Waiting(d) => Some(d.seats),
            Standing::Over(_) => None,
        }
    }
}
