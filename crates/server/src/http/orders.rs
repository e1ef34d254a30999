//! Orders, questions before an order, and taking orders back.

use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use table::Side;

use super::extract::{Bearer, Body, MayAsk, MayOrder, Path};
use super::openapi::Routes;
use crate::hosted::lines;
use crate::{Error, Games, ways, wire};

pub fn routes() -> Routes {
    Routes::about("Orders")
        .post("/games/{id}/orders", give, "Gives orders at a moment; they stand once this is answered")
        .post("/games/{id}/check", check, "Whether an order is legal; nothing is done")
        .post("/games/{id}/why", why, "What the rules say to the orders that may be meant")
        .post("/games/{id}/reach", reach, "Where a piece can be brought, and by which orders")
        .post("/games/{id}/ask", ask, "A question to the referee, who answers as far as the bearer may know")
        .post("/games/{id}/hint", hint, "What the best computer player would do in the bearer's place")
        .post("/games/{id}/hurry", hurry, "Makes the computer player who decides now choose at once")
        .post(
            "/games/{id}/undo",
            undo,
            "Takes the bearer's last order back, or asks the other player to agree",
        )
        .post("/games/{id}/undo/answer", answer_undo, "Answers a wish to take orders back")
}

const MOST_ORDERS: usize = 500;
const LONGEST_ORDER: usize = 2_000;

#[derive(Deserialize, JsonSchema)]
pub struct Orders {
    /// The moment the orders are meant for.
    seq: u64,
    #[serde(default)]
    seat: Option<Side>,
    orders: Vec<String>,
    /// Whether the answer should hold the whole table as it is afterwards.
    #[serde(default)]
    table: bool,
    /// Whether it should hold the words of the next legal orders: all that a program needs.
    #[serde(default)]
    list: bool,
}

pub async fn give(
    State(games): State<Games>,
    _may: MayOrder,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(given): Body<Orders>,
) -> Result<Json<wire::Answer>, Error> {
    if given.orders.len() > MOST_ORDERS || given.orders.iter().any(|o| o.len() > LONGEST_ORDER) {
        return Err(Error::Malformed(format!("at most {MOST_ORDERS} orders of {LONGEST_ORDER} bytes")));
    }
    let begun = Instant::now();
    let (hosted, access) = games.enter_at(&id, token.as_ref(), given.seq).await?;
    let done = games.submit(hosted.clone(), access, given.seat, given.seq, given.orders).await?;
    counted(&games, &id, done.done.len(), begun.elapsed());
    let viewer = access.viewer(done.standing.whole.is_over());
    let refused = done.refused.as_ref().map(|(n, why)| wire::Refused { n: Some(*n), ..why.told() });
    let mut answer = wire::Answer {
        seq: done.seq,
        orders: done.orders,
        accepted: done.done.len(),
        lines: lines(&done.done, viewer, done.secrets),
        standing: done.standing.seen_by(viewer),
        refused,
        table: None,
        legal: None,
    };
    if given.table {
        answer.table = Some(hosted.lock(games.store()).await?.table(access)?);
    }
    if given.list {
        answer.legal = Some(hosted.lock(games.store()).await?.legal(access));
    }
    Ok(Json(answer))
}

/// Orders that take longer than this are told in the log.
const SLOW: Duration = Duration::from_millis(500);

fn counted(games: &Games, id: &str, orders: usize, time: Duration) {
    games.metrics().orders.inc_by(orders as u64);
    games.metrics().order_seconds.observe(time.as_secs_f64());
    if time > SLOW {
        tracing::warn!(game = id, orders, milliseconds = time.as_millis() as u64, "orders were slow");
    }
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "CheckAsked")]
pub struct Check {
    #[serde(default)]
    seat: Option<Side>,
    order: String,
}

pub async fn check(
    State(games): State<Games>,
    _may: MayAsk,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(check): Body<Check>,
) -> Result<Json<wire::Legal>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    let locked = hosted.lock(games.store()).await?;
    let seat = access.seat(check.seat, locked.standing().seats())?;
    locked.live().is_open()?;
    locked.live().game.check(seat, &check.order)?;
    Ok(Json(wire::Legal { legal: true, seq: locked.live().seq }))
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "WhyNotAsked")]
pub struct WhyNot {
    #[serde(default)]
    piece: Option<String>,
    #[serde(default)]
    at: Option<String>,
}

pub async fn why(
    State(games): State<Games>,
    _may: MayAsk,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(asked): Body<WhyNot>,
) -> Result<Json<wire::WhyNot>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    let locked = hosted.lock(games.store()).await?;
    Ok(Json(locked.why_not(access, asked.piece.as_deref(), asked.at.as_deref())?))
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ReachAsked")]
pub struct Reach {
    piece: String,
    /// Who goes along.
    #[serde(default)]
    with: Vec<String>,
    /// To go farther at a price: a force march.
    #[serde(default)]
    press: bool,
}

/// Where the bearer can bring a piece by orders of his own before anybody else decides: the orders, or where
/// dice fall first, the chance.
pub async fn reach(
    State(games): State<Games>,
    _may: MayAsk,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(asked): Body<Reach>,
) -> Result<Json<wire::Reach>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    let locked = hosted.lock(games.store()).await?;
    let standing = locked.standing();
    let seat = access.seat(None, standing.seats())?;
    locked.live().is_open()?;
    // On the game as he knows it: how far he comes must not tell him what he cannot see.
    let viewer = access.viewer(standing.is_over());
    let (game, seq) = (locked.live().game.known(viewer), locked.live().seq);
    drop(locked);
    let wish = ways::Wish { piece: asked.piece, with: asked.with, press: asked.press };
    let work = move || ways::reach(game.as_ref(), seat, viewer, &wish);
    let mut answer = games.study(work).await?;
    answer.seq = seq;
    Ok(Json(answer))
}

/// The body is the question itself: the referee's words, as far as this bearer may know.
pub async fn ask(
    State(games): State<Games>,
    _may: MayAsk,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(question): Body<Value>,
) -> Result<Json<Value>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    let locked = hosted.lock(games.store()).await?;
    let viewer = access.viewer(locked.standing().is_over());
    // The answer is worked out on a copy, so that a long one holds up nobody at this table.
    let game = locked.live().game.copy();
    drop(locked);
    Ok(Json(games.study(move || game.ask(viewer, &question)).await??))
}

/// Somebody does not want to wait for a computer player.
pub async fn hurry(
    State(games): State<Games>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
) -> Result<Json<wire::Hurried>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    Ok(Json(wire::Hurried { hurried: games.hurry(&hosted, access)? }))
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "HintAsked")]
#[serde(deny_unknown_fields)]
pub struct AskedHint {
    /// The moment it is about.
    seq: u64,
    #[serde(default)]
    seat: Option<Side>,
}

/// What a computer player would do in one's place.
pub async fn hint(
    State(games): State<Games>,
    _may: MayAsk,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(asked): Body<AskedHint>,
) -> Result<Json<wire::Hint>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    games.hint(&hosted, access, asked.seat, asked.seq).await.map(Json)
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "UndoAsked")]
pub struct Undo {
    seq: u64,
    #[serde(default)]
    seat: Option<Side>,
}

pub async fn undo(
    State(games): State<Games>,
    _may: MayOrder,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(undo): Body<Undo>,
) -> Result<Json<wire::Undone>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    let done = games.undo(hosted, access, undo.seat, undo.seq).await?;
    Ok(Json(wire::Undone { done, asked: Some(!done) }))
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "UndoAnswer")]
pub struct Consent {
    seq: u64,
    agree: bool,
}

pub async fn answer_undo(
    State(games): State<Games>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(answer): Body<Consent>,
) -> Result<Json<wire::Undone>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    games.answer_undo(hosted, access, answer.seq, answer.agree).await?;
    Ok(Json(wire::Undone { done: answer.agree, asked: None }))
}
