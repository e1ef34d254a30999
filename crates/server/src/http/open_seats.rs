//! Seats that are offered, over HTTP.

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use table::Side;

use super::extract::{Bearer, Body, Path, Query};
use super::openapi::Routes;
use super::people::{MaybeSigned, Signed};
use crate::wire_club::{MyOpenSeats, OpenSeats};
use crate::{Error, Games, Token, wire};

pub fn routes() -> Routes {
    Routes::about("Open seats")
        .get("/open-seats", list, "Seats that anybody may take, the newest first")
        .post("/open-seats/mine", mine, "What one is asked to play, and what one offers oneself")
        .post("/games/{id}/sit", sit, "Takes a seat that is offered")
        .post("/games/{id}/decline", decline, "Does not take a seat that one was asked to take")
        .put(
            "/games/{id}/open-seat",
            open,
            "Offers a seat that nobody has taken; who plays the other side may",
        )
        .delete("/games/{id}/open-seat/{side}", take_back, "Takes an offer back")
}

const MOST_TOKENS: usize = 200;

#[derive(Deserialize, JsonSchema)]
struct Page {
    /// What the page before told as `next`.
    #[serde(default)]
    before: Option<String>,
}

async fn list(State(games): State<Games>, Query(page): Query<Page>) -> Result<Json<OpenSeats>, Error> {
    games.open_seats(page.before.as_deref()).await.map(Json)
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "MyOpenSeatsAsked")]
struct Mine {
    /// Of the seats that one holds as a guest.
    #[serde(default)]
    tokens: Vec<String>,
}

async fn mine(
    State(games): State<Games>,
    MaybeSigned(member): MaybeSigned,
    Body(mine): Body<Mine>,
) -> Result<Json<MyOpenSeats>, Error> {
    if mine.tokens.len() > MOST_TOKENS {
        return Err(Error::Malformed(format!("at most {MOST_TOKENS} tokens at once")));
    }
    let tokens: Vec<Token> = mine.tokens.iter().map(|token| Token::read(token)).collect();
    games.my_open_seats(&tokens, member.as_ref().map(|member| member.person.as_str())).await.map(Json)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Sit {
    side: Side,
    /// What others read, for a guest.
    #[serde(default)]
    name: String,
}

/// A guest is given a token for the seat, a member needs none.
async fn sit(
    State(games): State<Games>,
    Path(id): Path<String>,
    MaybeSigned(member): MaybeSigned,
    Body(sit): Body<Sit>,
) -> Result<Json<wire::Joined>, Error> {
    let who = games.sitter(member.as_ref(), &sit.name)?;
    games.sit(&id, sit.side, &who).await?;
    Ok(Json(wire::Joined { id, side: sit.side, token: who.token().map(|token| token.as_str().to_owned()) }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Decline {
    side: Side,
}

async fn decline(
    State(games): State<Games>,
    Path(id): Path<String>,
    Signed(who): Signed,
    Body(Decline { side }): Body<Decline>,
) -> Result<Json<Value>, Error> {
    games.decline(&id, side, &who).await?;
    Ok(Json(json!({})))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NewOpenSeat")]
struct Offering {
    side: Side,
    /// Anybody may take it.
    #[serde(default)]
    open: bool,
    /// The member who is asked.
    #[serde(default)]
    member: Option<String>,
}

async fn open(
    State(games): State<Games>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(new): Body<Offering>,
) -> Result<Json<Value>, Error> {
    if !new.open && new.member.is_none() {
        return Err(Error::Malformed("expected `open` or `member`: to whom the seat is offered".into()));
    }
    games.offer_seat(&id, token.as_ref(), (new.side, new.open, new.member.as_deref())).await?;
    Ok(Json(json!({})))
}

async fn take_back(
    State(games): State<Games>,
    Path((id, side)): Path<(String, Side)>,
    Bearer(token): Bearer,
) -> Result<Json<Value>, Error> {
    games.close_seat(&id, token.as_ref(), side).await?;
    Ok(Json(json!({})))
}
