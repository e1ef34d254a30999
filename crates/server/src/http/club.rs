//! The club's pages over HTTP: ratings, members, what a person has played.

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;

use super::extract::{MayAsk, Path, Query};
use super::openapi::Routes;
use crate::wire_club::{ClubTable, Members, PersonGames, PersonRecord};
use crate::{Error, Games};

pub fn routes() -> Routes {
    Routes::about("The club")
        .get("/club/ratings", ratings, "The ratings of the members, by rule system")
        .get("/club/members", members, "The members by the alphabet")
        .get(
            "/persons/{name}/record",
            record,
            "What a person came to: ratings, and results that are not rated",
        )
        .get("/persons/{name}/games", games, "The games of a person that are not private, the newest first")
}

async fn ratings(State(games): State<Games>, _may: MayAsk) -> Result<Json<ClubTable>, Error> {
    games.club_table().await.map(Json)
}

#[derive(Deserialize, JsonSchema)]
struct After {
    /// What the page before told as `next`.
    #[serde(default)]
    after: Option<String>,
}

async fn members(
    State(games): State<Games>,
    _may: MayAsk,
    Query(page): Query<After>,
) -> Result<Json<Members>, Error> {
    games.members(page.after.as_deref()).await.map(Json)
}

async fn record(
    State(games): State<Games>,
    _may: MayAsk,
    Path(name): Path<String>,
) -> Result<Json<PersonRecord>, Error> {
    games.record_of(&name).await.map(Json)
}

#[derive(Deserialize, JsonSchema)]
struct Before {
    /// What the page before told as `next`.
    #[serde(default)]
    before: Option<String>,
}

async fn games(
    State(games): State<Games>,
    _may: MayAsk,
    Path(name): Path<String>,
    Query(page): Query<Before>,
) -> Result<Json<PersonGames>, Error> {
    games.games_of(&name, page.before.as_deref()).await.map(Json)
}
