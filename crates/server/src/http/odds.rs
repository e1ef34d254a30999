//! The combat of each system as a form, for people at a physical table.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::Value;

use super::extract::Body;
use crate::{Error, Games};

pub async fn forms(State(games): State<Games>) -> Json<Value> {
    Json(games.catalog().odds_forms())
}

#[derive(Deserialize)]
pub struct Question {
    system: String,
    question: Value,
}

pub async fn answer(State(games): State<Games>, Body(asked): Body<Question>) -> Result<Json<Value>, Error> {
    let own = games.clone();
    Ok(Json(games.study(move || own.catalog().odds(&asked.system, &asked.question)).await??))
}
