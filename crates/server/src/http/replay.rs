//! The past of a game: its log, any moment of it, and the record.

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use table::{Header, Line, Roll, Side, Viewer};

use super::extract::{Bearer, Path, Query};
use super::openapi::Routes;
use crate::hosted::{HostedGame, hex};
use crate::live::Live;
use crate::store::OriginRow;
use crate::{Error, Games, wire};

/// The most orders of one answer.
const MOST_LINES: usize = 2_000;

pub fn routes() -> Routes {
    Routes::about("The past")
        .get("/games/{id}/log", log, "Lines of the orders from one to before another, at most 2,000")
        .get("/games/{id}/at/{n}", at, "The position after the first orders")
        .get("/games/{id}/record", record, "The record as JSON lines")
        .sends("application/jsonl")
        .get("/games/{id}/ending", ending, "What a finished game came to, and why")
}

#[derive(Deserialize, JsonSchema)]
pub struct Span {
    /// The first order wanted, counted from 0.
    #[serde(default)]
    from: usize,
    /// The order before which to stop.
    #[serde(default)]
    to: Option<usize>,
}

pub async fn log(
    State(games): State<Games>,
    Path(id): Path<String>,
    Query(span): Query<Span>,
    Bearer(token): Bearer,
) -> Result<Json<wire::Log>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    let locked = hosted.lock(games.store()).await?;
    let viewer = access.viewer(locked.standing().is_over());
    let live = locked.live();
    let to = span.to.unwrap_or(usize::MAX).min(live.orders.len()).min(span.from.saturating_add(MOST_LINES));
    let secrets = live.game.has_secrets();
    let mut lines = Vec::new();
    if span.from == 0 {
        lines.push(wire::Line::start(&live.start, viewer, secrets));
    }
    live.again_between(span.from, to, |n, given, played| {
        lines.push(wire::Line::order(n, given, played, viewer, secrets));
    })?;
    let taken_back = live.taken_back.clone();
    Ok(Json(wire::Log { seq: live.seq, orders: live.orders.len(), lines, taken_back }))
}

/// The position after the first `n` orders, as this bearer knew it then.
pub async fn at(
    State(games): State<Games>,
    Path((id, n)): Path<(String, usize)>,
    Bearer(token): Bearer,
) -> Result<Json<wire::Moment>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    let locked = hosted.lock(games.store()).await?;
    let viewer = access.viewer(locked.standing().is_over());
    let live = locked.live();
    if n > live.orders.len() {
        return Err(Error::NotFound(format!("the game has only {} orders", live.orders.len())));
    }
    let then = live.at(n)?;
    let standing = match n == live.orders.len() {
        true => live.told(viewer),
        false => wire::Standing::from(&then.standing_for(viewer)),
    };
    Ok(Json(wire::Moment { n, orders: live.orders.len(), standing, view: then.view(viewer) }))
}

/// What the game came to, once it is over.
pub async fn ending(
    State(games): State<Games>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
) -> Result<Json<wire::Review>, Error> {
    let (hosted, _) = games.enter(&id, token.as_ref()).await?;
    Ok(Json(games.ending(&hosted).await?.told()))
}

#[derive(Deserialize, JsonSchema)]
pub struct Wanted {
    /// 1: with the texts of the scenario.
    #[serde(default)]
    texts: u8,
}

pub async fn record(
    State(games): State<Games>,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
    Bearer(token): Bearer,
) -> Result<Response, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    let locked = hosted.lock(games.store()).await?;
    let over = locked.standing().is_over();
    let texts = if wanted.texts > 0 { hosted.scenario.texts() } else { Vec::new() };
    let text = written(&hosted, locked.live(), access.viewer(over), (over, &texts))?;
    let name = format!(
        "attachment; filename=\"{}-{}.jsonl\"",
        hosted.row.scenario.replace(|c: char| !c.is_ascii_alphanumeric(), "-"),
        id
    );
    Ok(([(CONTENT_TYPE, "application/jsonl".to_owned()), (CONTENT_DISPOSITION, name)], text).into_response())
}

/// The record as JSON lines. It holds everything, so that a running game with secrets keeps it back.
fn written(
    hosted: &HostedGame,
    live: &Live,
    viewer: Viewer,
    (over, texts): (bool, &[(String, String)]),
) -> Result<String, Error> {
    if live.game.has_secrets() && viewer != Viewer::Referee {
        return Err(Error::Forbidden("the record of a game with secrets is open once it is over".into()));
    }
    let mut lines = vec![header(hosted, live, over, texts)];
    live.again_between(0, live.orders.len(), |_, given, played| {
        let line = Line::of(given.seat, &given.order, played);
        lines.push(serde_json::to_string(&line).unwrap_or_default());
    })?;
    Ok(lines.join("\n") + "\n")
}

fn header(hosted: &HostedGame, live: &Live, over: bool, texts: &[(String, String)]) -> String {
    let (row, holders) = (&hosted.row, hosted.holders());
    let options = row.options.iter().map(|o| format!(" +{o}")).collect::<String>();
    let header = Header {
        format: Header::FORMAT.to_owned(),
        system: live.game.system().to_owned(),
        scenario: format!("{}{options}", row.scenario),
        scenario_hash: row.scenario_hash.clone(),
        version: row.version.clone(),
        players: Side::BOTH.map(|side| holders[side].called(side)),
        seed_hash: row.seed_hash(),
        seed: (over && row.lesson.is_none()).then(|| hex(&row.seed)),
        from: row.origin.as_ref().map(OriginRow::told),
        closed: live.closed,
        dice: live.start.rolls.iter().map(|r| Roll { why: r.why.clone(), die: r.die }).collect(),
        events: live.start.events.clone(),
    };
    let mut header = json!(header);
    if !texts.is_empty() {
        header["texts"] = json!(texts);
    }
    header.to_string()
}
