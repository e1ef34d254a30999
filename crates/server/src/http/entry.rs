//! Becoming a member and coming in.

use axum::Json;
use axum::extract::State;
use club::people::Newcomer;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::extract::Body;
use super::people::From;
use crate::names::name;
use crate::wire_people::{Ceremony, Entered};
use crate::{Error, Games, Token};

/// More seats than anybody brings along.
pub const MOST_SEATS: usize = 2_000;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Register {
    name: String,
    #[serde(default)]
    device: String,
    #[serde(default)]
    invitation: Option<String>,
    #[serde(default)]
    zone: i32,
    /// The tokens of the seats he brings along.
    #[serde(default)]
    seats: Vec<String>,
}

pub async fn register(
    State(games): State<Games>,
    From(guest): From,
    Body(new): Body<Register>,
) -> Result<Json<Entered>, Error> {
    let limit = games.entrance();
    limit.check(&limit.register, guest)?;
    let seats = tokens(&new.seats)?;
    let newcomer = Newcomer {
        name: name(&new.name, games.staff())?,
        device: new.device,
        invitation: new.invitation.as_deref().map(Token::read),
        zone: new.zone,
        address: guest.map(|guest| guest.0.to_string()),
    };
    let entered = games.club().register(newcomer).await?;
    games.bring_seats(&entered.0.id, &seats).await?;
    Ok(Json(entered.into()))
}

/// Tokens of seats, as they are sent.
pub fn tokens(words: &[String]) -> Result<Vec<Token>, Error> {
    if words.len() > MOST_SEATS {
        return Err(Error::Malformed(format!("at most {MOST_SEATS} tokens at once")));
    }
    Ok(words.iter().map(|word| Token::read(word)).collect())
}

pub async fn begin(State(games): State<Games>, From(guest): From) -> Result<Json<Ceremony>, Error> {
    let limit = games.entrance();
    limit.check(&limit.tries, guest)?;
    let (ceremony, asked) = games.club().begin_entry().await?;
    Ok(Json(Ceremony { ceremony, asked }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    ceremony: String,
    answer: Value,
    #[serde(default)]
    device: String,
}

pub async fn finish(
    State(games): State<Games>,
    From(guest): From,
    Body(proof): Body<Proof>,
) -> Result<Json<Entered>, Error> {
    let limit = games.entrance();
    limit.check(&limit.tries, guest)?;
    let entered = games.club().finish_entry(&proof.ceremony, proof.answer, &proof.device).await?;
    Ok(Json(entered.into()))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Address {
    pub address: String,
}

/// Whether anybody has this address is not told.
pub async fn mail(
    State(games): State<Games>,
    From(guest): From,
    Body(Address { address }): Body<Address>,
) -> Result<Json<Value>, Error> {
    let limit = games.entrance();
    limit.check(&limit.letters, guest)?;
    limit.check_address(&address)?;
    games.club().send_way_in(&address).await?;
    Ok(Json(json!({})))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByWord {
    word: String,
    #[serde(default)]
    device: String,
}

pub async fn word(
    State(games): State<Games>,
    From(guest): From,
    Body(by): Body<ByWord>,
) -> Result<Json<Entered>, Error> {
    let limit = games.entrance();
    limit.check(&limit.tries, guest)?;
    Ok(Json(games.club().enter_by_word(Token::read(&by.word), &by.device).await?.into()))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByCode {
    name: String,
    code: String,
    #[serde(default)]
    device: String,
}

pub async fn code(
    State(games): State<Games>,
    From(guest): From,
    Body(by): Body<ByCode>,
) -> Result<Json<Entered>, Error> {
    let limit = games.entrance();
    limit.check(&limit.tries, guest)?;
    Ok(Json(games.club().enter_by_code(&by.name, &by.code, &by.device).await?.into()))
}
