//! People over HTTP: what everybody may know of the club, and which routes there are.

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use club::people::Role;
use club::people::devices::Bearer;
use schemars::JsonSchema;
use serde::Deserialize;

use super::extract::{self, Body, Path};
use super::openapi::{Argument, Routes, Telling};
use super::{entry, me};
use crate::door::Guest;
use crate::wire_people::{ClubInfo, PersonCard};
use crate::{Error, Games};

pub fn routes() -> Routes {
    Routes::about("People")
        .get("/club", club, "What everybody may know of the club")
        .get("/persons/{name}", person, "What everybody may know of a person")
        .put("/persons/{name}/role", set_role, "Makes somebody member, moderator or owner; owners may")
        .post(
            "/in/passkey/begin",
            entry::begin,
            "What a browser is asked before somebody comes in by a passkey",
        )
        .post("/in/passkey/finish", entry::finish, "Comes in by a passkey")
        .post("/in/mail", entry::mail, "Asks for a letter with a link that lets one in")
        .post("/in/word", entry::word, "Comes in by the word of a link")
        .post("/in/code", entry::code, "Comes in by a recovery code, which is used up")
        .get("/me", me::me, "Everything that is kept of whoever asks")
        .post("/me", entry::register, "Takes a name; the only answer that tells the token of the device")
        .put("/me/name", me::rename, "Takes another name")
        .post("/me/leave", me::leave, "Signs this device out")
        .post("/me/seats", me::seats, "Seats that were held as a guest are a member's from now on")
        .put("/me/wishes", me::wish, "What to be told, where and how often")
        .get("/me/devices", me::devices, "Where one is signed in")
        .delete("/me/devices", me::revoke_others, "Signs all other devices out")
        .delete("/me/devices/{id}", me::revoke, "Signs a device out")
        .post("/me/device-link", me::device_link, "A link that lets another device in, once")
        .post("/me/invitations", me::invite, "A link by which a friend becomes a member")
        .post("/me/passkeys/begin", me::begin_key, "What a browser is asked to make a passkey")
        .post("/me/passkeys/finish", me::finish_key, "Keeps a passkey")
        .delete("/me/passkeys/{id}", me::remove_key, "Forgets a passkey")
        .post("/me/recovery", me::new_codes, "New recovery codes; those of before are good for nothing")
        .post("/me/mail", me::offer_mail, "Sends a letter that shows whether an address is one's own")
        .delete("/me/mail", me::forget_mail, "Forgets the address")
        .post(
            "/me/mail/verify",
            me::prove_mail,
            "Shows by the word of a letter that its address is one's own",
        )
        .put("/me/push", me::subscribe, "Push messages go to this browser")
        .delete("/me/push", me::unsubscribe, "No more push messages to this browser")
        .post("/me/hooks", me::add_hook, "Notices go to another program too")
        .delete("/me/hooks/{id}", me::remove_hook, "No more notices there")
        .post("/me/try", me::try_channel, "Sends a notice now, to see whether it comes")
        .post("/games/{id}/seen", me::seen, "One has a game before one's eyes and need not be told of it")
}

/// Whoever is signed in, by the token of his device.
pub struct Signed(pub Bearer);

impl FromRequestParts<Games> for Signed {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, games: &Games) -> Result<Self, Error> {
        MaybeSigned::from_request_parts(parts, games).await?.0.map(Signed).ok_or(Error::NotSignedIn)
    }
}

impl Argument for Signed {
    fn tell(telling: &mut Telling) {
        extract::Bearer::tell(telling);
    }
}

/// Whoever is signed in, or nobody: the token may be one of a seat.
pub struct MaybeSigned(pub Option<Bearer>);

impl FromRequestParts<Games> for MaybeSigned {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, games: &Games) -> Result<Self, Error> {
        match extract::Bearer::from_request_parts(parts, games).await?.0 {
            Some(token) => Ok(MaybeSigned(games.club().bearer(&token).await?)),
            None => Ok(MaybeSigned(None)),
        }
    }
}

impl Argument for MaybeSigned {
    fn tell(telling: &mut Telling) {
        extract::Bearer::tell(telling);
    }
}

/// The address somebody asks from, where it is known.
pub struct From(pub Option<Guest>);

impl<S: Send + Sync> FromRequestParts<S> for From {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        Ok(From(parts.extensions.get::<Guest>().copied()))
    }
}

impl Argument for From {
    fn tell(_: &mut Telling) {}
}

async fn club(State(games): State<Games>) -> Json<ClubInfo> {
    let (club, settings) = (games.club(), games.club().settings());
    Json(ClubInfo {
        registration: settings.registration.word(),
        guests: settings.guests,
        mail: settings.post.is_some(),
        passkeys: club.has_passkeys(),
        address: settings.link("/"),
    })
}

async fn person(State(games): State<Games>, Path(name): Path<String>) -> Result<Json<PersonCard>, Error> {
    Ok(Json(games.club().named(&name).await?.into()))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRole {
    role: Role,
}

async fn set_role(
    State(games): State<Games>,
    Signed(by): Signed,
    Path(name): Path<String>,
    Body(NewRole { role }): Body<NewRole>,
) -> Result<Json<PersonCard>, Error> {
    Ok(Json(games.club().set_role(&by.person, &name, role).await?.into()))
}
