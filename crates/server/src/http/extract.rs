//! What handlers take from a request, with our own errors.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::openapi::{Argument, Telling};
use crate::door::Guest;
use crate::limits::{Deed, Doer};
use crate::{Error, Games, Token};

/// A JSON body of the wanted shape.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Games> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, games: &Games) -> Result<Self, Error> {
        let told = |e: JsonRejection| match e.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge(e.body_text()),
            _ => Error::Malformed(e.body_text()),
        };
        let read = Json::<T>::from_request(request, games);
        let body = tokio::time::timeout(games.settings().body_time, read).await;
        body.map_err(|_| Error::TooSlow)?.map(|Json(body)| Body(body)).map_err(told)
    }
}

/// What stands in the address of a request.
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let read = axum::extract::Path::from_request_parts(parts, state).await;
        read.map(|axum::extract::Path(found)| Path(found)).map_err(|no| Error::Malformed(no.body_text()))
    }
}

/// What stands after the question mark.
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let read = axum::extract::Query::from_request_parts(parts, state).await;
        read.map(|axum::extract::Query(found)| Query(found)).map_err(|no| Error::Malformed(no.body_text()))
    }
}

/// The token of `Authorization: Bearer ...`, if there is one.
pub struct Bearer(pub Option<Token>);

impl<S: Send + Sync> FromRequestParts<S> for Bearer {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let Some(header) = parts.headers.get(AUTHORIZATION) else { return Ok(Bearer(None)) };
        let token = header.to_str().ok().and_then(|text| text.strip_prefix("Bearer "));
        token.map(|t| Bearer(Some(Token::read(t.trim())))).ok_or(Error::UnknownToken)
    }
}

/// The token that a request shows, whoever's it is.
fn token(parts: &Parts) -> Option<Token> {
    let header = parts.headers.get(AUTHORIZATION).and_then(|header| header.to_str().ok());
    header.and_then(|text| text.strip_prefix("Bearer ")).map(|word| Token::read(word.trim()))
}

/// Who sends a request, as far as limits know him.
async fn doer(parts: &Parts, games: &Games, deed: Deed) -> Result<Doer, Error> {
    let token = token(parts);
    let guest = parts.extensions.get::<Guest>().copied();
    let mut doer = Doer { guest, token: token.as_ref().map(Token::hash), person: None };
    if let Some(token) = token.filter(|_| games.limits().counts(deed, &doer)) {
        doer.person = games.club().bearer(&token).await?.map(|bearer| bearer.person);
    }
    Ok(doer)
}

/// Counts what somebody does, if he may do it now; who is muted says nothing in chat.
async fn may_do(parts: &Parts, games: &Games, deed: Deed) -> Result<(), Error> {
    games.limits().take(deed, &doer(parts, games, deed).await?)?;
    if deed == Deed::Chat
        && let Some(token) = token(parts)
        && let Some(bearer) = games.club().bearer(&token).await?
    {
        games.club().may_speak(&bearer.person).await?;
    }
    Ok(())
}

/// An argument that lets a handler be called only as often as its limit allows. It stands before the body, which is not
/// read for who asks too often.
macro_rules! may {
    ($(#[$about:meta])* $name:ident, $deed:expr) => {
        $(#[$about])*
        pub struct $name;

        impl FromRequestParts<Games> for $name {
            type Rejection = Error;

            async fn from_request_parts(parts: &mut Parts, games: &Games) -> Result<Self, Error> {
                may_do(parts, games, $deed).await.map(|()| $name)
            }
        }

        impl Argument for $name {
            fn tell(_: &mut Telling) {}
        }
    };
}

may!(
    /// Somebody who may give orders now.
    MayOrder,
    Deed::Order
);
may!(
    /// Somebody who may have something worked out now.
    MayAsk,
    Deed::Question
);
may!(
    /// Somebody who may say something now.
    MayChat,
    Deed::Chat
);
may!(
    /// Somebody who may begin a game now.
    MayBegin,
    Deed::NewGame
);
may!(
    /// Somebody who may send something to another person now.
    MaySend,
    Deed::Message
);
