//! Scenarios, their maps, computer players and the rule index.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{Clause, Error, Officer, ScenarioCard, Table};

pub async fn about() -> Json<Value> {
    Json(json!({ "name": "Hardtack", "version": env!("CARGO_PKG_VERSION"), "interface": 1 }))
}

pub async fn list(State(table): State<Table>) -> Json<Vec<ScenarioCard>> {
    Json(table.shelf().list())
}

pub async fn one(State(table): State<Table>, Path(id): Path<String>) -> Result<Json<ScenarioCard>, Error> {
    let card = table.shelf().list().into_iter().find(|card| card.id == id);
    card.map(Json).ok_or_else(|| Error::no_such("scenario", &id))
}

pub async fn map(State(table): State<Table>, Path(id): Path<String>) -> Result<impl IntoResponse, Error> {
    drawn(move || table.shelf().map(&id).ok_or_else(|| Error::no_such("map", &id))).await
}

pub async fn picture(State(table): State<Table>, Path(id): Path<String>) -> Result<impl IntoResponse, Error> {
    drawn(move || table.shelf().picture(&id).ok_or_else(|| Error::no_such("picture", &id))).await
}

/// Draws on a thread of its own: a large map takes longer than a request should hold up others.
async fn drawn(
    draw: impl FnOnce() -> Result<String, Error> + Send + 'static,
) -> Result<impl IntoResponse, Error> {
    let done = tokio::task::spawn_blocking(draw).await;
    let svg = done.map_err(|_| Error::Unavailable("the map could not be drawn".into()))??;
    Ok(([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "max-age=3600")], svg))
}

pub async fn officers(State(table): State<Table>) -> Json<Vec<Officer>> {
    Json(table.staff().list().to_vec())
}

#[derive(Deserialize)]
pub struct Which {
    system: String,
}

pub async fn rules(State(table): State<Table>, Query(which): Query<Which>) -> Json<Vec<Clause>> {
    Json(table.shelf().clauses(&which.system))
}

pub async fn rule(State(table): State<Table>, Path(id): Path<String>) -> Result<Json<Clause>, Error> {
    table.shelf().clause(&id).map(Json).ok_or_else(|| Error::no_such("rule", &id))
}
