//! Resigning, and proposals to the other side.

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use table::Side;

use super::extract::{Bearer, Body, MayOrder, Path};
use super::openapi::Routes;
use crate::closing::Proposal;
use crate::{Error, Games, wire};

pub fn routes() -> Routes {
    Routes::about("Ends that people make")
        .post("/games/{id}/resign", resign, "A side gives up: the other has won")
        .post(
            "/games/{id}/proposal",
            propose,
            "Proposes a draw to the other side, or to leave the game without a result",
        )
        .post("/games/{id}/proposal/answer", answer, "Agrees to what the other side proposes, or declines")
        .delete("/games/{id}/proposal", withdraw, "Withdraws what the bearer proposed")
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Resigning")]
#[serde(deny_unknown_fields)]
pub struct Resign {
    #[serde(default)]
    seat: Option<Side>,
}

pub async fn resign(
    State(games): State<Games>,
    _may: MayOrder,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(Resign { seat }): Body<Resign>,
) -> Result<Json<wire::Ended>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    games.resign(hosted, access, seat).await?;
    Ok(Json(wire::Ended { over: true }))
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Proposing")]
#[serde(deny_unknown_fields)]
pub struct Proposing {
    kind: Proposal,
    #[serde(default)]
    seat: Option<Side>,
}

pub async fn propose(
    State(games): State<Games>,
    _may: MayOrder,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(Proposing { kind, seat }): Body<Proposing>,
) -> Result<Json<wire::Ended>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    Ok(Json(wire::Ended { over: games.propose(hosted, access, seat, kind).await? }))
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ProposalAnswer")]
#[serde(deny_unknown_fields)]
pub struct Answering {
    /// What is answered: another proposal may have come in its place.
    kind: Proposal,
    agree: bool,
}

pub async fn answer(
    State(games): State<Games>,
    _may: MayOrder,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(Answering { kind, agree }): Body<Answering>,
) -> Result<Json<wire::Ended>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    Ok(Json(wire::Ended { over: games.answer_proposal(hosted, access, kind, agree).await? }))
}

pub async fn withdraw(
    State(games): State<Games>,
    _may: MayOrder,
    Path(id): Path<String>,
    Bearer(token): Bearer,
) -> Result<Json<wire::Ended>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    games.withdraw_proposal(hosted, access).await?;
    Ok(Json(wire::Ended { over: false }))
}
