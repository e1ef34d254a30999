//! The combat of each system as a form, for people at a physical table.

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::extract::{Body, MayAsk};
use super::openapi::Routes;
use crate::{Error, Games};

pub fn routes() -> Routes {
    Routes::about("Odds without a game").get("/odds", forms, "The combat of each system as a form").post(
        "/odds",
        answer,
        "Answers a filled-in form",
    )
}

pub async fn forms(State(games): State<Games>) -> Json<Value> {
    Json(games.catalog().odds_forms())
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "OddsAsked")]
pub struct Question {
    system: String,
    question: Value,
}

pub async fn answer(
    State(games): State<Games>,
    _may: MayAsk,
    Body(asked): Body<Question>,
) -> Result<Json<Value>, Error> {
    let own = games.clone();
    Ok(Json(games.study(move || own.catalog().odds(&asked.system, &asked.question)).await??))
}
