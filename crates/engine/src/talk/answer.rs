//! What is answered, beside the `id` of the request.

use serde::Serialize;
use serde_json::Value;
use table::{Factors, Game, Labels, OrderCard, Outcome, Roll, Rule, Shape, Side, Space, Standing, View};

use super::request::Form;
use crate::{Running, Wanted};

/// An answer of any kind.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Answer {
    Hello(Hello),
    List(List),
    Stands(Box<Stands>),
    State(Box<State>),
    Legal(Legal),
    View(Box<Seen>),
    Observed(Box<Observed>),
    Space(Box<Spaces>),
    Referee { answer: Value },
    Thought(Box<Thought>),
    Record { record: String },
    Done { done: bool },
}

#[derive(Serialize)]
pub(super) struct Hello {
    pub engine: &'static str,
    pub version: &'static str,
    pub protocol: u32,
    pub requests: Vec<&'static str>,
    pub levels: Vec<&'static str>,
    pub limits: super::Limits,
}

#[derive(Serialize)]
pub(super) struct List {
    /// Built-in ones, then own ones that can be played.
    pub scenarios: Vec<library::Entry>,
}

/// Where a game is: who decides what, or which roll is wanted, or how it ended.
#[derive(Serialize)]
pub(super) struct Stands {
    pub game: u64,
    pub steps: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<Wanted>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// How many legal orders there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    pub told: Option<Told>,
}

/// What happened, for whoever wanted to be told.
#[derive(Serialize)]
pub(super) struct Told {
    pub rolls: Vec<Roll>,
    pub said: Vec<String>,
    pub events: Vec<Value>,
}

impl Stands {
    pub(super) fn of(game: u64, running: &Running) -> Stands {
        let roll = running.wanted();
        let (mut kind, mut over, mut seat) = (None, None, None);
        if roll.is_none() {
            match running.standing() {
                Standing::Waiting(asked) => (kind, seat) = (Some(asked.kind), Some(asked.seats.first())),
                Standing::Over(outcome) => over = Some(outcome),
            }
        }
        let legal = seat.map(|seat| running.order_count(seat));
        Stands { game, steps: running.steps(), roll, seat, kind, legal, over, told: None }
    }
}

/// Everything about where a game is.
#[derive(Serialize)]
pub(super) struct State {
    #[serde(flatten)]
    pub stands: Stands,
    pub scenario: String,
    pub system: &'static str,
    /// Everybody who is asked now.
    pub seats: Vec<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Rule>,
    pub turn: u16,
    /// Union first.
    pub points: [i32; 2],
    pub strength: [i32; 2],
    pub lost: [i32; 2],
    pub because: String,
    pub secrets: bool,
    pub fingerprint: String,
}

impl State {
    pub(super) fn of(game: u64, running: &Running) -> State {
        let tally = running.tally();
        let asked = match running.standing() {
            Standing::Waiting(asked) if running.is_set_up().is_ok() => Some(asked),
            _ => None,
        };
        State {
            stands: Stands::of(game, running),
            scenario: running.opened().scenario.id.clone(),
            system: running.game().system(),
            seats: asked.iter().flat_map(|asked| asked.seats.iter()).collect(),
            prompt: asked.as_ref().map(|asked| asked.prompt),
            rule: asked.as_ref().map(|asked| asked.rule),
            turn: tally.turn,
            points: tally.points,
            strength: tally.strength,
            lost: tally.lost,
            because: running.game().because(),
            secrets: running.game().has_secrets(),
            fingerprint: format!("{:016x}", running.fingerprint()),
        }
    }
}

#[derive(Serialize)]
pub(super) struct Legal {
    pub seat: Side,
    pub count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<Orders>,
    /// Where orders lead on a table of inches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub poses: Option<Vec<Option<[f32; 4]>>>,
}

/// Legal orders, as somebody wants to be told of them.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Orders {
    Written(Vec<String>),
    Factors(Vec<Factors>),
    Cards(Vec<Numbered>),
}

impl Orders {
    pub(crate) fn of(game: &dyn Game, seat: Side, form: Form) -> Option<Orders> {
        let numbered = |(n, card): (usize, OrderCard)| Numbered { n, card };
        match form {
            Form::Count => None,
            Form::Factors => {
                let mut factors = Vec::new();
                game.factors(seat, &mut factors);
                Some(Orders::Factors(factors))
            }
            Form::Orders => Some(Orders::Written(game.orders(seat))),
            Form::Cards => {
                Some(Orders::Cards(game.cards(seat).into_iter().enumerate().map(numbered).collect()))
            }
        }
    }
}

/// Where legal orders lead on a table of inches, for who is told of them in factors.
pub(crate) fn poses(game: &dyn Game, seat: Side, form: Form) -> Option<Vec<Option<[f32; 4]>>> {
    let mut poses = Vec::new();
    if form == Form::Factors {
        game.poses(seat, &mut poses);
    }
    poses.iter().any(Option::is_some).then_some(poses)
}

/// An order with its number.
#[derive(Serialize)]
pub(crate) struct Numbered {
    pub n: usize,
    #[serde(flatten)]
    pub card: OrderCard,
}

#[derive(Serialize)]
pub(super) struct Seen {
    #[serde(rename = "as")]
    pub eyes: &'static str,
    pub view: View,
}

/// A position in numbers.
#[derive(Serialize)]
pub(super) struct Observed {
    #[serde(rename = "as")]
    pub seat: Side,
    pub shape: Shape,
    pub planes: Vec<f32>,
    pub tokens: Vec<f32>,
    pub vector: Vec<f32>,
}

/// How many numbers there are, how large they can be, and what they are called.
#[derive(Serialize)]
pub(super) struct Spaces {
    pub shape: Shape,
    pub space: Space,
    pub labels: Labels,
}

/// What a computer player would do, and where the game is if he did it.
#[derive(Serialize)]
pub(super) struct Thought {
    pub n: usize,
    pub of: usize,
    pub order: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weighed: Option<Vec<Weighed>>,
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    pub stands: Option<Stands>,
}

#[derive(Serialize)]
pub(super) struct Weighed {
    pub order: String,
    pub score: f64,
    pub trials: u32,
}
