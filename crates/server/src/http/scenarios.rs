//! Scenarios, their maps, computer players and the rule index.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use library::About;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::hosted::hex;
use crate::{Clause, Error, Games, Officer, ScenarioCard};

pub async fn about() -> Json<Value> {
    Json(json!({ "name": "Hardtack", "version": env!("CARGO_PKG_VERSION"), "interface": 1 }))
}

pub async fn list(State(games): State<Games>) -> Json<Vec<ScenarioCard>> {
    Json(games.catalog().list())
}

pub async fn one(State(games): State<Games>, Path(id): Path<String>) -> Result<Json<ScenarioCard>, Error> {
    let card = games.catalog().list().into_iter().find(|card| card.id == id);
    card.map(Json).ok_or_else(|| Error::no_such("scenario", &id))
}

pub async fn systems(State(games): State<Games>) -> Json<&'static [About]> {
    Json(games.catalog().systems())
}

pub async fn map(
    State(games): State<Games>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    drawn(headers, move || games.catalog().map(&id).ok_or_else(|| Error::no_such("map", &id))).await
}

pub async fn picture(
    State(games): State<Games>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    drawn(headers, move || games.catalog().picture(&id).ok_or_else(|| Error::no_such("picture", &id))).await
}

/// Draws on a thread of its own: a large map takes longer than a request should hold up others. A browser that
/// has the same picture is not sent it again.
async fn drawn(
    headers: HeaderMap,
    draw: impl FnOnce() -> Result<String, Error> + Send + 'static,
) -> Result<Response, Error> {
    let work = move || draw().map(|svg| (format!("\"{}\"", &hex(&Sha256::digest(&svg))[..16]), svg));
    let done = tokio::task::spawn_blocking(work).await;
    let (tag, svg) = done.map_err(|_| Error::Unavailable("the map could not be drawn".into()))??;
    let known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let head =
        [(CONTENT_TYPE, "image/svg+xml".to_owned()), (CACHE_CONTROL, "max-age=3600".to_owned()), (ETAG, tag)];
    Ok(match known {
        true => (StatusCode::NOT_MODIFIED, head).into_response(),
        false => (head, svg).into_response(),
    })
}

pub async fn officers(State(games): State<Games>) -> Json<Vec<Officer>> {
    Json(games.staff().list().to_vec())
}

#[derive(Deserialize)]
pub struct Which {
    system: String,
}

pub async fn rules(State(games): State<Games>, Query(which): Query<Which>) -> Json<Vec<Clause>> {
    Json(games.catalog().clauses(&which.system))
}

pub async fn rule(State(games): State<Games>, Path(id): Path<String>) -> Result<Json<Clause>, Error> {
    games.catalog().clause(&id).map(Json).ok_or_else(|| Error::no_such("rule", &id))
}
