//! What a program is told, and what it answers: the words of docs/engine.md.

use serde::{Deserialize, Serialize};
use table::{Outcome, Rule, Side, View};

use crate::talk::{Error, Form, Orders};

/// A line to a program.
#[derive(Serialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub(super) enum Message<'a> {
    /// Once, when it is started; wants [`Ready`].
    Hello { protocol: u32, version: &'static str, time_ms: u64 },
    /// A game begins; wants no answer.
    Begin {
        seat: Side,
        system: &'a str,
        #[serde(flatten)]
        post: &'a super::Post,
    },
    /// It decides; wants [`Answer`].
    Choose(Box<Choose>),
    /// Its last answer was none; the same is asked again, or somebody else goes on. Wants no answer.
    Error { id: u64, error: &'a Error, faults: u32, left: u32 },
    /// The game is over; wants no answer.
    Over {
        #[serde(skip_serializing_if = "Option::is_none")]
        game: Option<u64>,
        over: &'a Outcome,
    },
}

/// A decision, and all that the seat may know.
#[derive(Serialize)]
pub(super) struct Choose {
    pub id: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    pub system: &'static str,
    pub steps: usize,
    pub seat: Side,
    pub kind: &'static str,
    pub prompt: &'static str,
    pub rule: Rule,
    pub time_ms: u64,
    /// How many legal orders there are.
    pub legal: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<Orders>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub poses: Option<Vec<Option<[f32; 4]>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
}

/// It can play, and says what it needs to be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ready {
    pub ready: bool,
    /// How legal orders are told.
    #[serde(default)]
    pub form: Form,
    /// Whether the position is told.
    #[serde(default = "yes")]
    pub view: bool,
}

fn yes() -> bool {
    true
}

/// Which order it gives, by its number or as it is written.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answer {
    /// Of the question, where it cares to say.
    pub id: Option<u64>,
    pub n: Option<usize>,
    pub order: Option<String>,
    /// How well it thinks it stands, on a scale of its own.
    pub value: Option<f64>,
    /// A sentence for the opponent.
    pub why: Option<String>,
}
