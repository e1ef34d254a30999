//! Beginning, joining and finding games; a table as its bearer may see it.

use axum::extract::{Path, State};
use axum::{Extension, Json};
use serde::Deserialize;
use serde_json::{Value, json};
use table::BySide;

use super::extract::{Bearer, Body};
use crate::door::Guest;
use crate::{Error, Games, NewGame, Token, wire};

/// More tokens than anybody has games.
const MOST_TOKENS: usize = 2_000;

pub async fn begin(
    State(games): State<Games>,
    guest: Option<Extension<Guest>>,
    Body(new): Body<NewGame>,
) -> Result<Json<wire::Begun>, Error> {
    if let Some(Extension(guest)) = guest
        && !games.beginnings().allows(&guest)
    {
        return Err(Error::TooMany("so many new games from one address: wait a minute".into()));
    }
    let opened = games.begin(new).await?;
    let word = |token: &Option<Token>| token.as_ref().map(|token| token.as_str().to_owned());
    Ok(Json(wire::Begun {
        id: opened.id,
        token: word(&opened.token),
        invitations: BySide::from_fn(|side| word(&opened.invitations[side])),
        seed_hash: opened.seed_hash,
    }))
}

#[derive(Deserialize)]
pub struct Mine {
    tokens: Vec<String>,
}

pub async fn mine(State(games): State<Games>, Body(mine): Body<Mine>) -> Result<Json<Value>, Error> {
    if mine.tokens.len() > MOST_TOKENS {
        return Err(Error::Malformed(format!("at most {MOST_TOKENS} tokens at once")));
    }
    let tokens: Vec<Token> = mine.tokens.iter().map(|t| Token::read(t)).collect();
    Ok(Json(json!({ "games": games.mine(&tokens).await? })))
}

#[derive(Deserialize)]
pub struct Join {
    invitation: String,
    #[serde(default)]
    name: String,
}

pub async fn join(State(games): State<Games>, Body(join): Body<Join>) -> Result<Json<Value>, Error> {
    let (id, side, token) = games.join(&Token::read(&join.invitation), &join.name).await?;
    Ok(Json(json!({ "id": id, "side": side, "token": token.as_str() })))
}

pub async fn table(
    State(games): State<Games>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
) -> Result<Json<wire::Table>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    let seen = hosted.lock(games.store()).await?.table(access)?;
    Ok(Json(seen))
}
