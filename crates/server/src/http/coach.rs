//! Guided lessons: which there are, and what a student tells the coach.

use axum::Json;
use axum::extract::State;
use library::lesson::LessonCard;
use schemars::JsonSchema;
use serde::Deserialize;

use super::extract::{Bearer, Body, Path};
use super::openapi::Routes;
use crate::class::Wish;
use crate::{Error, Games, wire};

pub fn routes() -> Routes {
    Routes::about("Lessons")
        .get("/lessons", list, "The guided lessons, in the order in which a newcomer takes them")
        .post("/games/{id}/coach", tell, "Tells the coach of a lesson something; the table afterwards")
}

/// The first to ask has every lesson read: not where requests are answered.
pub async fn list(State(games): State<Games>) -> Result<Json<Vec<LessonCard>>, Error> {
    let own = games.clone();
    games.study(move || own.catalog().lessons()).await.map(Json)
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ToldToCoach")]
#[serde(deny_unknown_fields)]
pub struct Told {
    /// The moment it is meant for.
    seq: u64,
    r#do: Wish,
}

pub async fn tell(
    State(games): State<Games>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(told): Body<Told>,
) -> Result<Json<wire::Table>, Error> {
    games.coach(&id, token.as_ref(), told.seq, told.r#do).await.map(Json)
}
