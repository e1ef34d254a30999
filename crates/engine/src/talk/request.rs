//! What can be asked for. Every request has `do` beside these keys, and may have an `id` to be echoed.

use serde::Deserialize;
use serde_json::Value;
use table::{Factors, Side, Viewer};

/// A request by the word in `do`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verb {
    Hello,
    List,
    New,
    Reset,
    State,
    Legal,
    Check,
    Step,
    Roll,
    Undo,
    Copy,
    View,
    Observe,
    Space,
    Ask,
    Odds,
    Think,
    Record,
    Drop,
    Quit,
}

impl Verb {
    pub(super) const ALL: [(&'static str, Verb); 20] = [
        ("hello", Verb::Hello),
        ("list", Verb::List),
        ("new", Verb::New),
        ("reset", Verb::Reset),
        ("state", Verb::State),
        ("legal", Verb::Legal),
        ("check", Verb::Check),
        ("step", Verb::Step),
        ("roll", Verb::Roll),
        ("undo", Verb::Undo),
        ("copy", Verb::Copy),
        ("view", Verb::View),
        ("observe", Verb::Observe),
        ("space", Verb::Space),
        ("ask", Verb::Ask),
        ("odds", Verb::Odds),
        ("think", Verb::Think),
        ("record", Verb::Record),
        ("drop", Verb::Drop),
        ("quit", Verb::Quit),
    ];
}

/// Nothing but `do`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

/// Which game, and no more.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OfGame {
    pub game: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct New {
    /// An id or a path.
    pub scenario: String,
    /// Optional rules by their words.
    #[serde(default)]
    pub options: Vec<String>,
    pub seed: Option<u64>,
    /// The number of the game in the series of `hardtack sim` with that seed.
    pub number: Option<u64>,
    pub dice: Option<Roller>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Roller {
    Ask,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OtherDice {
    pub game: u64,
    pub seed: Option<u64>,
    pub number: Option<u64>,
    pub dice: Option<Roller>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Legal {
    pub game: u64,
    pub seat: Option<Side>,
    #[serde(default)]
    pub form: Form,
}

/// How much is told of legal orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Form {
    /// With label, place and piece.
    #[default]
    Cards,
    /// As they are written.
    Orders,
    /// As four numbers each.
    Factors,
    /// How many.
    Count,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Order {
    pub game: u64,
    pub seat: Option<Side>,
    pub n: Option<usize>,
    pub order: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    pub game: u64,
    pub seat: Option<Side>,
    pub n: Option<usize>,
    pub order: Option<String>,
    /// An order by its numbers.
    pub factors: Option<Factors>,
    /// The rolls that are known already.
    #[serde(default)]
    pub dice: Vec<u8>,
    /// Who wants to be told what happened.
    pub tell: Option<Eyes>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Roll {
    pub game: u64,
    pub dice: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Undo {
    pub game: u64,
    #[serde(default = "one")]
    pub steps: usize,
}

fn one() -> usize {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct View {
    pub game: u64,
    #[serde(rename = "as")]
    pub eyes: Option<Eyes>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Observe {
    pub game: u64,
    /// A seat: nobody else looks at a game so.
    #[serde(rename = "as")]
    pub seat: Option<Side>,
}

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Eyes {
    Union,
    Confederate,
    /// Sees what both sides may know.
    Spectator,
    /// Sees everything.
    Open,
}

impl From<Eyes> for Viewer {
    fn from(eyes: Eyes) -> Viewer {
        match eyes {
            Eyes::Union => Viewer::Seat(Side::Union),
            Eyes::Confederate => Viewer::Seat(Side::Confederate),
            Eyes::Spectator => Viewer::Spectator,
            Eyes::Open => Viewer::Referee,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ask {
    pub game: u64,
    pub question: Value,
    #[serde(rename = "as")]
    pub eyes: Option<Eyes>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Think {
    pub game: u64,
    /// `veteran`, `general:20ms`.
    pub level: String,
    pub budget: Option<String>,
    pub seat: Option<Side>,
    #[serde(default)]
    pub seed: u64,
    /// Whether he shall say why.
    #[serde(default)]
    pub why: bool,
    /// Whether the order is given at once.
    #[serde(default)]
    pub step: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    pub game: u64,
    /// Who played, Union first.
    pub players: Option<[String; 2]>,
}
