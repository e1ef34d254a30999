//! What the server sends, as types. docs/http.md tells what the keys mean; `web/js/wire.d.ts`, from which the
//! browser client is checked, is written from these types and those of `table` (`cargo wire`).

use std::borrow::Cow;
use std::collections::BTreeMap;

use ending::{Ending, Otherwise};
use library::lesson::Coach;
use library::{Finding, Plan};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use table::{
    BySide, Closing, Heard, OrderCard, Origin, Outcome, Played, Roll, Seats, Show, Side, View, Viewer,
};

pub use crate::chat::ChatLine;
pub use crate::closing::Proposed;
use crate::journal::Given;
use crate::live::Live;
use crate::staff::Weighed;
pub use crate::strength::Strength;
pub use crate::timing::terms::Terms;
pub use crate::undo::TakingBack;

/// An order and its events, as one viewer may know them.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Line {
    /// The number of the order in the game, from 1; 0 is the set-up.
    pub n: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<Side>,
    /// The order's words; only for those who may know all that its seat knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub order: Option<String>,
    /// The order as its card said it; also for everybody where the game keeps nothing secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub words: Option<String>,
    #[cfg_attr(feature = "ts", ts(type = "ToldEvent[]"))]
    pub events: Vec<Event>,
    /// The dice that fell, where the game keeps nothing secret or the viewer may know all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Roll>>"))]
    pub dice: Vec<Roll>,
    /// What a computer player considered, on the same terms.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<crate::staff::Note>"))]
    #[schemars(with = "Option<crate::staff::Note>")]
    pub note: Option<Value>,
}

/// An event with its sentence.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ToldEvent")]
pub struct Event {
    pub say: String,
    /// How it can be played on the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub show: Option<Show>,
    /// With the keys of its system.
    #[serde(flatten)]
    #[schemars(with = "BTreeMap<String, Value>")]
    pub event: Value,
}

impl Line {
    /// `secrets`: whether the game keeps anything from anybody.
    pub fn order(n: usize, given: &Given, played: &Played, viewer: Viewer, secrets: bool) -> Line {
        let open = !secrets || viewer == Viewer::Referee;
        let note = given.note.as_ref().filter(|_| open);
        Line {
            n,
            seat: Some(given.seat),
            order: viewer.knows(given.seat).then(|| given.order.to_string()),
            words: (open || viewer.knows(given.seat)).then(|| played.words.clone()),
            events: events(played, viewer),
            dice: if open { played.rolls.clone() } else { Vec::new() },
            note: note.and_then(|text| read_note(text)),
        }
    }

    pub fn start(played: &Played, viewer: Viewer, secrets: bool) -> Line {
        let open = !secrets || viewer == Viewer::Referee;
        let dice = if open { played.rolls.clone() } else { Vec::new() };
        Line { n: 0, seat: None, order: None, words: None, events: events(played, viewer), dice, note: None }
    }
}

fn read_note(text: &str) -> Option<Value> {
    let read = serde_json::from_str(text);
    read.inspect_err(|why| tracing::warn!(%why, "what a computer player considered cannot be read")).ok()
}

fn events(played: &Played, viewer: Viewer) -> Vec<Event> {
    let keyed = |event: Value| match event {
        object @ Value::Object(_) => object,
        other => serde_json::json!({ "type": other }),
    };
    let told = |heard: Heard| Event { say: heard.say, show: heard.show, event: keyed(heard.event) };
    played.seen_by(viewer).into_iter().map(told).collect()
}

/// Who decides what, or how the game ended: one of the two.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Standing {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub waiting: Option<Decision>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub over: Option<Outcome>,
    /// How people ended it, if they did and not the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub closed: Option<Closing>,
}

/// What is to be decided, with the section of the printed rulebook beside the clause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Decision {
    #[cfg_attr(feature = "ts", ts(type = "Side[]"))]
    pub seats: Seats,
    pub kind: &'static str,
    pub prompt: &'static str,
    pub rule: &'static str,
    pub section: Cow<'static, str>,
}

impl From<&table::Standing> for Standing {
    fn from(standing: &table::Standing) -> Standing {
        match standing {
            table::Standing::Over(outcome) => Standing { over: Some(outcome.clone()), ..Standing::default() },
            table::Standing::Waiting(asked) => {
                let table::Decision { seats, kind, prompt, rule } = *asked;
                let waiting = Decision { seats, kind, prompt, rule: rule.0, section: rule.section() };
                Standing { waiting: Some(waiting), ..Standing::default() }
            }
        }
    }
}

impl Live {
    /// Where the game stands, as somebody may know it.
    pub(crate) fn told(&self, viewer: Viewer) -> Standing {
        Standing { closed: self.closed, ..Standing::from(&self.standing_for(viewer)) }
    }
}

/// The standing whole, and as each player and the spectators may know it.
#[derive(Clone, Debug)]
pub struct Standings {
    pub whole: table::Standing,
    seen: [table::Standing; 3],
    closed: Option<Closing>,
}

impl Standings {
    pub fn of(live: &Live) -> Standings {
        let viewers = [Viewer::Seat(Side::Union), Viewer::Seat(Side::Confederate), Viewer::Spectator];
        let seen = viewers.map(|viewer| live.standing_for(viewer));
        Standings { whole: live.standing(), seen, closed: live.closed }
    }

    pub fn seen_by(&self, viewer: Viewer) -> Standing {
        let standing = Standing::from(match viewer {
            Viewer::Seat(side) => &self.seen[side as usize],
            Viewer::Spectator => &self.seen[2],
            Viewer::Referee => &self.whole,
        });
        Standing { closed: self.closed, ..standing }
    }
}

/// Who plays a side, as everybody is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatInfo {
    pub kind: SeatKind,
    pub name: String,
    /// The computer player, if it is one.
    pub officer: Option<String>,
    /// Whether he is a member of the club.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub member: bool,
    /// Why the computer player gives no order, if he is stuck: somebody has to be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub stuck: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum SeatKind {
    Person,
    Computer,
    /// Nobody has taken the invitation yet.
    Open,
}

/// As whom somebody looks at a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Eyes {
    Union,
    Confederate,
    Spectator,
    Referee,
}

impl From<Viewer> for Eyes {
    fn from(viewer: Viewer) -> Eyes {
        match viewer {
            Viewer::Seat(Side::Union) => Eyes::Union,
            Viewer::Seat(Side::Confederate) => Eyes::Confederate,
            Viewer::Spectator => Eyes::Spectator,
            Viewer::Referee => Eyes::Referee,
        }
    }
}

/// A legal order and whose it is.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Card {
    #[serde(flatten)]
    #[cfg_attr(feature = "ts", ts(flatten))]
    pub card: OrderCard,
    pub seat: Side,
}

/// A game as the bearer of a token may see it.
#[derive(Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Table {
    pub id: String,
    pub scenario: String,
    /// The optional rules that are played.
    pub options: Vec<String>,
    /// The word of the rule system.
    pub system: &'static str,
    /// Seconds since 1970.
    pub created: i64,
    pub seats: BySide<SeatInfo>,
    /// Whether only its players may look at it.
    pub private: bool,
    /// How many watch, as far as this server knows.
    pub spectators: u32,
    /// The sides the bearer holds.
    pub you: Vec<Side>,
    pub viewer: Eyes,
    /// How many entries the journal has: the moment. The next order is sent with it.
    pub seq: u64,
    /// How many orders stand.
    pub orders: usize,
    pub standing: Standing,
    pub view: View,
    /// The legal orders of the bearer's seats.
    pub cards: Vec<Card>,
    /// Orders that may be given whoever is asked.
    pub at_any_time: Vec<Card>,
    /// What taking back would mean, for each own side.
    #[cfg_attr(feature = "ts", ts(type = "Partial<Record<Side, TakingBack | null>>"))]
    pub undo: BTreeMap<Side, Option<TakingBack>>,
    /// A wish to take back that waits for an answer.
    pub asked: Option<TakingBack>,
    /// What one side proposes to the other.
    pub proposed: Option<Proposed>,
    /// What its players call the game, if they call it anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub name: Option<String>,
    /// The game that followed it, sides changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub next: Option<String>,
    /// SHA-256 of the seed of the dice; empty in a lesson, whose dice are written down. The seed itself once the game
    /// is over.
    pub seed_hash: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seed: Option<String>,
    /// The game it was played on from, and after how many of its orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub from: Option<Origin>,
    /// What each side may try first, as the scenario's author says it; Union first, nothing where he is silent.
    pub first: [String; 2],
    /// What the coach says, in a lesson.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub coach: Option<Coach>,
    /// How the clocks stand, whether the game rests, who is away; nothing where there is nothing of it to tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clock: Option<GameClock>,
}

/// Time at a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameClock {
    /// How much time there is, and what happens when it is over; none: nobody is hurried.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub terms: Option<Terms>,
    /// The milliseconds that each side has left at the moment this is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<Side, number>"))]
    pub left: Option<BySide<i64>>,
    /// Whose time runs.
    pub running: Vec<Side>,
    /// Why the game rests, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub resting: Option<Resting>,
    /// Who wants the game to rest, or while it rests, to go on.
    pub says: Vec<Side>,
    /// Until when a player is on holiday now, in seconds since 1970: the days of a turn do not count for him.
    #[cfg_attr(feature = "ts", ts(type = "Record<Side, number | null>"))]
    pub away: BySide<Option<i64>>,
    /// When who waits may call the other one again, if somebody was called before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub nudge_at: Option<i64>,
}

/// Why a game rests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Resting {
    /// Both players wanted it.
    Agreed,
    /// Somebody's time was over.
    Time,
}

/// Something happened at a table.
#[derive(Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct News {
    pub seq: u64,
    pub orders: usize,
    pub lines: Vec<Line>,
    pub standing: Standing,
    pub asked: Option<TakingBack>,
    pub proposed: Option<Proposed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub next: Option<String>,
    pub taken_back: Option<TakingBack>,
    pub seats: BySide<SeatInfo>,
    /// As at the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clock: Option<GameClock>,
}

/// How many watch a game now, approximately: each open table counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Watching {
    pub spectators: u32,
}

/// What a computer player would do in somebody's place.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Hint {
    pub seq: u64,
    pub seat: Side,
    pub order: String,
    /// Who says so: `General`.
    pub by: String,
    /// The reason in a sentence; may be empty.
    pub why: String,
    /// The orders he weighed, the best first.
    pub weighed: Vec<Weighed>,
}

/// A stretch of a game's log.
#[derive(Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Log {
    pub seq: u64,
    pub orders: usize,
    pub lines: Vec<Line>,
    /// Whenever orders were taken back, in turn.
    pub taken_back: Vec<TakingBack>,
}

/// A moment of the past.
#[derive(Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Moment {
    pub n: usize,
    pub orders: usize,
    pub standing: Standing,
    pub view: View,
}

/// What came of a request with orders.
#[derive(Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Answer {
    pub seq: u64,
    pub orders: usize,
    pub accepted: usize,
    pub lines: Vec<Line>,
    pub standing: Standing,
    pub refused: Option<Refused>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub table: Option<Table>,
    /// The words of the next legal orders, by seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Partial<Record<Side, string[]>>"))]
    pub legal: Option<BTreeMap<Side, Vec<String>>>,
}

/// Why a request was not carried out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Refused {
    /// A short stable word for programs.
    pub error: &'static str,
    /// A sentence for people.
    pub message: String,
    /// The section of the printed book.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rule: Option<Cow<'static, str>>,
    /// The entry of the rule index.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clause: Option<&'static str>,
    /// Where the game stands, if it has moved on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seq: Option<u64>,
    /// The number of the order in the request, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub n: Option<usize>,
    /// What was found in files that cannot be played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Finding>>"))]
    pub findings: Vec<Finding>,
}

/// An own scenario that was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OwnWritten {
    pub id: String,
    pub findings: Vec<Finding>,
    /// Of its texts: to be said when they are changed.
    pub hash: String,
}

/// The files of an own scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OwnFiles {
    pub id: String,
    pub files: BTreeMap<String, String>,
    /// Of its texts: to be said when they are changed.
    pub hash: String,
    /// The names of the pictures beside them.
    pub pictures: Vec<String>,
}

/// What was found in files that were only looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OwnFindings {
    pub findings: Vec<Finding>,
}

/// What the rules say to orders that may have been meant.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WhyNot {
    /// Those that are legal after all.
    pub legal: Vec<String>,
    pub refusals: Vec<NotLegal>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct NotLegal {
    pub order: String,
    pub group: String,
    pub message: String,
    pub rule: Cow<'static, str>,
    pub clause: &'static str,
}

/// Where a piece can be brought by its holder's orders.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Reach {
    pub seq: u64,
    /// Where it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub from: Option<String>,
    /// All who would go, the one who was asked about among them.
    pub who: Vec<String>,
    /// How they could go farther at a price, in words: ask again with `press`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub harder: Option<String>,
    /// What comes before the first step, as far as the first dice: where they decide how far it comes, give these and
    /// ask again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub first: Vec<String>,
    /// And the movement points they may give, each with its chance.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<(f64, f64)>>"))]
    pub allowances: Vec<(f64, f64)>,
    #[cfg_attr(feature = "ts", ts(type = "Record<string, Way>"))]
    pub hexes: BTreeMap<String, Way>,
}

/// The cheapest way to a place.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Way {
    /// To be sent as one request.
    pub orders: Vec<String>,
    pub path: Vec<String>,
    /// Movement points, where they are counted.
    pub cost: Option<f64>,
    /// False where dice or another's decision may end the way.
    pub sure: bool,
    /// The chance to come there, where dice fall first; `orders` are then those before the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub chance: Option<f64>,
}

/// A game in the list of those somebody plays.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameRow {
    pub id: String,
    pub scenario: String,
    /// The lesson, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub lesson: Option<String>,
    /// Whether only its players may look at it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub private: bool,
    /// What its players call it, if they call it anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub name: Option<String>,
    /// Whether the member who asks does not want to see it in his list.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub hidden: bool,
    pub created: i64,
    pub touched: i64,
    pub headline: String,
    pub you: Vec<Side>,
    pub waiting: Vec<Side>,
    pub over: bool,
    pub your_turn: bool,
    pub seats: BySide<SeatInfo>,
    /// As at the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clock: Option<GameClock>,
}

/// What a finished game came to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Review {
    #[cfg_attr(feature = "ts", ts(as = "Ending"))]
    pub ending: std::sync::Arc<Ending>,
    pub otherwise: ThoughtAgain,
}

/// Decisions that a computer player thinks about again: he is done when all are asked.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ThoughtAgain {
    /// Who he is; nobody where there is none who takes his time.
    pub by: Option<String>,
    /// How many decisions he thinks about, and about how many he has.
    pub of: usize,
    pub asked: usize,
    /// Those in which he would have chosen otherwise, in turn.
    pub found: Vec<Otherwise>,
}

/// A game that was begun. The only place where its secrets are told.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Begun {
    pub id: String,
    pub token: Option<String>,
    pub invitations: BySide<Option<String>>,
    pub seed_hash: String,
}

/// What a client must know of a map: `maps/{hash}/board.json`. Its tiles lie at `maps/{hash}/{level}/{x}_{y}.png`.
#[derive(Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Board {
    pub hash: String,
    /// Pixels along a side of a tile.
    pub tile: u32,
    /// Pixels a unit of the picture, level by level.
    pub scales: Vec<f32>,
    pub plan: Plan,
    /// Whether its ground is a picture of the owner's.
    pub photo: bool,
    /// The pictures of its counters, if it has any: `games/{id}/art/{name}`.
    pub art: Option<CounterArt>,
}

/// What pictures of counters are called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CounterArt {
    pub folder: String,
    /// `{side}_{name}.png`.
    pub name: String,
}

/// How a grid lies on a picture.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Calibrated {
    pub origin: [f64; 2],
    pub hex: [f64; 2],
    pub turn: f64,
    /// How far the worst of the hexes lies from where it was said to be, in pixels.
    pub off: f64,
    /// Where the centres of all hexes come to lie, in pixels.
    pub centres: Vec<[f64; 2]>,
}

/// The games somebody plays.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Mine {
    pub games: Vec<GameRow>,
    /// How strong he is in each rule system, by his finished games against computer players; not there before there are a few.
    pub strength: BTreeMap<String, Strength>,
}

/// A seat that was taken. The only place where its token is told; a member needs none.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Joined {
    pub id: String,
    pub side: Side,
    pub token: Option<String>,
}

/// A guest's seat that was opened in another browser.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SeatOpened {
    pub id: String,
    /// The sides it holds.
    pub you: Vec<Side>,
    pub token: String,
}

/// An order is legal: otherwise the answer is the refusal.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Legal {
    pub legal: bool,
    pub seq: u64,
}

/// Whether a computer player was hurried: false where nobody thinks.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Hurried {
    pub hurried: bool,
}

/// Whether orders were taken back, or the other player is asked.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Undone {
    pub done: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<bool>,
}

/// What was said at a table.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Chat {
    pub lines: Vec<ChatLine>,
}

/// The game that follows.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Rematch {
    pub id: String,
}

/// What a game is called now.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Named {
    pub name: Option<String>,
}

/// Whether a game is out of the list of who asks.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Hidden {
    pub hidden: bool,
}

/// Whether a game was deleted; otherwise it is only out of the list of who asked.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Deleted {
    pub deleted: bool,
}

/// Whether the game is over by what was asked.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Ended {
    pub over: bool,
}

/// What a server is.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct AboutServer {
    pub name: &'static str,
    pub version: &'static str,
    /// The version of the interface.
    pub interface: u32,
    /// Who may write own scenarios: `nobody`, `anybody`, or who has a `token`.
    pub uploads: &'static str,
}
