//! What players do beside orders: words, private notes, names, the next game, lists.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use table::Side;

use super::extract::{Bearer, Body, MayBegin, MayChat, MayOrder, Path, Query};
use super::openapi::Routes;
use crate::chat::ChatLine;
use crate::{Error, Games, wire};

pub fn routes() -> Routes {
    Routes::about("Courtesies")
        .get("/games/{id}/chat", chat, "What was said at the table, the newest 500 lines")
        .post("/games/{id}/chat", say, "Says something at the table; for who holds a seat")
        .get("/games/{id}/notes", notes, "The bearer's private notes on hexes and pieces")
        .put("/games/{id}/notes", write_note, "Writes a private note, or deletes it by emptying it")
        .post("/games/{id}/rematch", rematch, "The next game of the same players, sides changed; made once")
        .put("/games/{id}/name", rename, "What both sides call the game")
        .put("/games/{id}/hidden", hide, "Puts a finished game out of a member's list, or back into it")
        .delete("/games/{id}", delete, "Deletes a game in which nobody else has anything to lose")
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ChatSpan")]
pub struct Span {
    /// The number of the last line that is known.
    #[serde(default)]
    after: u64,
}

pub async fn chat(
    State(games): State<Games>,
    Path(id): Path<String>,
    Query(Span { after }): Query<Span>,
    Bearer(token): Bearer,
) -> Result<Json<wire::Chat>, Error> {
    let (hosted, _) = games.enter(&id, token.as_ref()).await?;
    Ok(Json(wire::Chat { lines: games.chat(&hosted, after).await? }))
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ChatWords")]
#[serde(deny_unknown_fields)]
pub struct Say {
    words: String,
    #[serde(default)]
    seat: Option<Side>,
}

pub async fn say(
    State(games): State<Games>,
    _may: MayChat,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(Say { words, seat }): Body<Say>,
) -> Result<Json<ChatLine>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    Ok(Json(games.say(&hosted, access, seat, &words).await?))
}

pub async fn notes(
    State(games): State<Games>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
) -> Result<Json<BTreeMap<String, String>>, Error> {
    let (hosted, access, member) = games.enter_as(&id, token.as_ref()).await?;
    Ok(Json(games.remarks(&hosted, access, token.as_ref(), member.as_ref()).await?))
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "PrivateNote")]
#[serde(deny_unknown_fields)]
pub struct Remark {
    /// `hex 4611` or `piece Brown`.
    about: String,
    words: String,
}

pub async fn write_note(
    State(games): State<Games>,
    _may: MayOrder,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(Remark { about, words }): Body<Remark>,
) -> Result<Json<BTreeMap<String, String>>, Error> {
    let (hosted, access, member) = games.enter_as(&id, token.as_ref()).await?;
    games.remark(&hosted, (access, token.as_ref(), member.as_ref()), &about, &words).await?;
    Ok(Json(games.remarks(&hosted, access, token.as_ref(), member.as_ref()).await?))
}

/// A guest's token of the old game opens his seat in the new one.
pub async fn rematch(
    State(games): State<Games>,
    _may: MayBegin,
    Path(id): Path<String>,
    Bearer(token): Bearer,
) -> Result<Json<wire::Rematch>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    Ok(Json(wire::Rematch { id: games.rematch(&hosted, access).await? }))
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "GameName")]
#[serde(deny_unknown_fields)]
pub struct Name {
    name: String,
}

pub async fn rename(
    State(games): State<Games>,
    _may: MayOrder,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(Name { name }): Body<Name>,
) -> Result<Json<wire::Named>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    games.rename(&hosted, access, &name).await?;
    Ok(Json(wire::Named { name: hosted.about().name }))
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Hiding")]
#[serde(deny_unknown_fields)]
pub struct Hide {
    hidden: bool,
}

pub async fn hide(
    State(games): State<Games>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(Hide { hidden }): Body<Hide>,
) -> Result<Json<wire::Hidden>, Error> {
    let (hosted, access, member) = games.enter_as(&id, token.as_ref()).await?;
    games.hide(&hosted, access, member.as_ref(), hidden).await?;
    Ok(Json(wire::Hidden { hidden }))
}

pub async fn delete(
    State(games): State<Games>,
    _may: MayOrder,
    Path(id): Path<String>,
    Bearer(token): Bearer,
) -> Result<Json<wire::Deleted>, Error> {
    let (hosted, access, member) = games.enter_as(&id, token.as_ref()).await?;
    Ok(Json(wire::Deleted { deleted: games.delete(&hosted, access, member.as_ref()).await? }))
}
