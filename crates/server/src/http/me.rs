//! What a person sees and changes of himself.

use axum::Json;
use axum::extract::State;
use club::hook::{Hook, HookKind};
use club::notices::{Channel, Wishes};
use club::push::Subscription;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::entry::{Address, tokens};
use super::extract::{Body, Path};
use super::people::{From, Signed};
use crate::names::name;
use crate::wire_people::{Ceremony, LinkForDevice, Me, MyDevice};
use crate::{Error, Games, Token};

type Done = Result<Json<Value>, Error>;

fn done() -> Done {
    Ok(Json(json!({})))
}

pub async fn me(State(games): State<Games>, Signed(who): Signed) -> Result<Json<Me>, Error> {
    let (club, id) = (games.club(), who.person.as_str());
    let person = club.person(id).await?;
    let pushed = club.pushed(id).await?;
    let devices = club.devices(id).await?.into_iter();
    Ok(Json(Me {
        name: person.name,
        role: person.role,
        created: person.created,
        mail: person.mail,
        wishes: person.wishes,
        zone: person.zone,
        devices: devices.map(|device| MyDevice::of(device, &who.device, &pushed)).collect(),
        passkeys: club.keys(id).await?.into_iter().map(Into::into).collect(),
        codes: club.codes_left(id).await?,
        hooks: club.hooks(id).await?.into_iter().map(Into::into).collect(),
        push_key: club.push_key().await?,
    }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Name {
    name: String,
}

pub async fn rename(State(games): State<Games>, Signed(who): Signed, Body(new): Body<Name>) -> Done {
    let name = name(&new.name, games.staff())?;
    let person = games.club().rename(&who.person, &name).await?;
    Ok(Json(json!({ "name": person.name })))
}

/// Signs this device out.
pub async fn leave(State(games): State<Games>, Signed(who): Signed) -> Done {
    games.club().revoke(&who.person, &who.device).await?;
    done()
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seats {
    tokens: Vec<String>,
}

/// Seats that he held as a guest are his from now on, on every device; their tokens are good for nothing any more.
pub async fn seats(State(games): State<Games>, Signed(who): Signed, Body(held): Body<Seats>) -> Done {
    let brought = games.bring_seats(&who.person, &tokens(&held.tokens)?).await?;
    Ok(Json(json!({ "seats": brought })))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NewWishes")]
pub struct Wish {
    wishes: Wishes,
    #[serde(default)]
    zone: i32,
}

pub async fn wish(State(games): State<Games>, Signed(who): Signed, Body(wish): Body<Wish>) -> Done {
    games.club().wish(&who.person, wish.wishes, wish.zone).await?;
    done()
}

pub async fn devices(State(games): State<Games>, Signed(who): Signed) -> Result<Json<Vec<MyDevice>>, Error> {
    let pushed = games.club().pushed(&who.person).await?;
    let devices = games.club().devices(&who.person).await?.into_iter();
    Ok(Json(devices.map(|device| MyDevice::of(device, &who.device, &pushed)).collect()))
}

pub async fn revoke(State(games): State<Games>, Signed(who): Signed, Path(id): Path<String>) -> Done {
    games.club().revoke(&who.person, &id).await?;
    done()
}

pub async fn revoke_others(State(games): State<Games>, Signed(who): Signed) -> Done {
    let out = games.club().revoke_others(&who.person, &who.device).await?;
    Ok(Json(json!({ "out": out })))
}

pub async fn device_link(
    State(games): State<Games>,
    Signed(who): Signed,
) -> Result<Json<LinkForDevice>, Error> {
    Ok(Json(games.club().device_link(&who.person).await?.into()))
}

pub async fn invite(State(games): State<Games>, Signed(who): Signed) -> Done {
    let word = games.club().invite(&who.person).await?;
    let link = games.club().settings().link(&format!("/me#invited={}", word.as_str()));
    Ok(Json(json!({ "link": link })))
}

pub async fn begin_key(State(games): State<Games>, Signed(who): Signed) -> Result<Json<Ceremony>, Error> {
    let (ceremony, asked) = games.club().begin_key(&who.person).await?;
    Ok(Json(Ceremony { ceremony, asked }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewKey {
    ceremony: String,
    answer: Value,
    #[serde(default)]
    name: String,
}

pub async fn finish_key(State(games): State<Games>, Signed(who): Signed, Body(key): Body<NewKey>) -> Done {
    games.club().finish_key(&who.person, &key.ceremony, key.answer, &key.name).await?;
    done()
}

pub async fn remove_key(State(games): State<Games>, Signed(who): Signed, Path(id): Path<String>) -> Done {
    games.club().remove_key(&who.person, &id).await?;
    done()
}

pub async fn new_codes(State(games): State<Games>, Signed(who): Signed) -> Done {
    Ok(Json(json!({ "codes": games.club().new_codes(&who.person).await? })))
}

pub async fn offer_mail(
    State(games): State<Games>,
    From(guest): From,
    Signed(who): Signed,
    Body(Address { address }): Body<Address>,
) -> Done {
    let limit = games.entrance();
    limit.check(&limit.letters, guest)?;
    limit.check_address(&address)?;
    games.club().offer_mail(&who.person, &address).await?;
    done()
}

pub async fn forget_mail(State(games): State<Games>, Signed(who): Signed) -> Done {
    games.club().forget_mail(&who.person).await?;
    done()
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Word {
    word: String,
}

/// Nobody has to be signed in: the letter may be opened in another browser.
pub async fn prove_mail(
    State(games): State<Games>,
    From(guest): From,
    Body(Word { word }): Body<Word>,
) -> Done {
    let limit = games.entrance();
    limit.check(&limit.tries, guest)?;
    let address = games.club().prove_mail(Token::read(&word)).await?;
    Ok(Json(json!({ "address": address })))
}

pub async fn subscribe(
    State(games): State<Games>,
    Signed(who): Signed,
    Body(told): Body<Subscription>,
) -> Done {
    games.club().subscribe(&who.person, &who.device, told).await?;
    done()
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Endpoint {
    endpoint: String,
}

pub async fn unsubscribe(State(games): State<Games>, Signed(who): Signed, Body(at): Body<Endpoint>) -> Done {
    games.club().unsubscribe(&who.person, &at.endpoint).await?;
    done()
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewHook {
    kind: HookKind,
    address: String,
    #[serde(default)]
    secret: Option<String>,
}

pub async fn add_hook(State(games): State<Games>, Signed(who): Signed, Body(new): Body<NewHook>) -> Done {
    let secret = new.secret.map(|secret| secret.trim().to_owned()).filter(|secret| !secret.is_empty());
    let hook = Hook { kind: new.kind, address: new.address.trim().to_owned(), secret };
    games.club().add_hook(&who.person, hook).await?;
    done()
}

pub async fn remove_hook(State(games): State<Games>, Signed(who): Signed, Path(id): Path<String>) -> Done {
    games.club().remove_hook(&who.person, &id).await?;
    done()
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Try {
    channel: Channel,
}

/// Sends a message now, so that he sees whether it comes.
pub async fn try_channel(
    State(games): State<Games>,
    From(guest): From,
    Signed(who): Signed,
    Body(Try { channel }): Body<Try>,
) -> Done {
    let limit = games.entrance();
    limit.check(&limit.letters, guest)?;
    games.club().try_channel(&who.person, channel).await?;
    done()
}

/// He has the game before his eyes: he need not be told what he sees.
pub async fn seen(State(games): State<Games>, Signed(who): Signed, Path(id): Path<String>) -> Done {
    games.club().seen(&who.person, &id).await?;
    done()
}
