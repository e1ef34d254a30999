//! Beginning, joining and finding games; a table as its bearer may see it.

use axum::Json;
use axum::extract::{Path, State};
use serde::Deserialize;
use serde_json::{Value, json};
use table::Side;

use super::extract::{Bearer, Body};
use crate::{Error, NewGame, Table, Token};

/// More tokens than anybody has games.
const MOST_TOKENS: usize = 2_000;

pub async fn begin(State(table): State<Table>, Body(new): Body<NewGame>) -> Result<Json<Value>, Error> {
    let opened = table.begin(new).await?;
    let invitation = |side: Side| opened.invitations[side].as_ref().map(Token::as_str);
    Ok(Json(json!({
        "id": opened.id,
        "token": opened.token.as_ref().map(Token::as_str),
        "invitations": { "union": invitation(Side::Union), "confederate": invitation(Side::Confederate) },
        "seed_hash": opened.seed_hash,
    })))
}

#[derive(Deserialize)]
pub struct Mine {
    tokens: Vec<String>,
}

pub async fn mine(State(table): State<Table>, Body(mine): Body<Mine>) -> Result<Json<Value>, Error> {
    if mine.tokens.len() > MOST_TOKENS {
        return Err(Error::Malformed(format!("at most {MOST_TOKENS} tokens at once")));
    }
    let tokens: Vec<Token> = mine.tokens.iter().map(|t| Token::read(t)).collect();
    Ok(Json(json!({ "games": table.mine(&tokens).await? })))
}

#[derive(Deserialize)]
pub struct Join {
    invitation: String,
    #[serde(default)]
    name: String,
}

pub async fn join(State(table): State<Table>, Body(join): Body<Join>) -> Result<Json<Value>, Error> {
    let (id, side, token) = table.join(&Token::read(&join.invitation), &join.name).await?;
    Ok(Json(json!({ "id": id, "side": side, "token": token.as_str() })))
}

pub async fn table(
    State(table): State<Table>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
) -> Result<Json<Value>, Error> {
    let (room, access) = table.enter(&id, token.as_ref()).await?;
    let seen = room.sit(table.store()).await?.table_json(access)?;
    Ok(Json(seen))
}
