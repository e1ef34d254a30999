//! Beginning, joining and finding games; a table as its bearer may see it.

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use table::BySide;

use super::extract::{Bearer, Body, MayBegin, Path};
use super::openapi::Routes;
use super::people::MaybeSigned;
use crate::{Error, Games, NewGame, Token, wire};

pub fn routes() -> Routes {
    Routes::about("Games")
        .post("/games", begin, "Begins a game; the only answer that tells its secrets")
        .post("/games/mine", mine, "The games that these tokens hold a seat in, newest first")
        .post("/join", join, "Takes the seat that an invitation is for")
        .get("/games/{id}", table, "The table as the bearer may see it")
}

/// More tokens than anybody has games.
const MOST_TOKENS: usize = 2_000;

pub async fn begin(
    State(games): State<Games>,
    _may: MayBegin,
    MaybeSigned(member): MaybeSigned,
    Bearer(token): Bearer,
    Body(new): Body<NewGame>,
) -> Result<Json<wire::Begun>, Error> {
    let opened = games.begin(new, member.as_ref(), token.as_ref()).await?;
    let word = |token: &Option<Token>| token.as_ref().map(|token| token.as_str().to_owned());
    Ok(Json(wire::Begun {
        id: opened.id,
        token: word(&opened.token),
        invitations: BySide::from_fn(|side| word(&opened.invitations[side])),
        seed_hash: opened.seed_hash,
    }))
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "MineAsked")]
pub struct Mine {
    tokens: Vec<String>,
}

pub async fn mine(
    State(games): State<Games>,
    MaybeSigned(member): MaybeSigned,
    Body(mine): Body<Mine>,
) -> Result<Json<wire::Mine>, Error> {
    if mine.tokens.len() > MOST_TOKENS {
        return Err(Error::Malformed(format!("at most {MOST_TOKENS} tokens at once")));
    }
    let tokens: Vec<Token> = mine.tokens.iter().map(|t| Token::read(t)).collect();
    let person = member.as_ref().map(|member| member.person.as_str());
    let strength = games.strength(&tokens, person).await?;
    Ok(Json(wire::Mine { games: games.mine(&tokens, person).await?, strength }))
}

#[derive(Deserialize, JsonSchema)]
pub struct Join {
    invitation: String,
    #[serde(default)]
    name: String,
}

/// A guest is given a token for the seat, a member needs none.
pub async fn join(
    State(games): State<Games>,
    MaybeSigned(member): MaybeSigned,
    Body(join): Body<Join>,
) -> Result<Json<wire::Joined>, Error> {
    let who = games.sitter(member.as_ref(), &join.name)?;
    let (id, side) = games.join(&Token::read(&join.invitation), &who).await?;
    Ok(Json(wire::Joined { id, side, token: who.token().map(|token| token.as_str().to_owned()) }))
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
