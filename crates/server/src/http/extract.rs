//! What handlers take from a request, with our own errors.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::{Error, Games, Token};

/// A JSON body of the wanted shape.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Games> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, games: &Games) -> Result<Self, Error> {
        let told = |e: JsonRejection| Error::Malformed(e.body_text());
        let read = Json::<T>::from_request(request, games);
        let body = tokio::time::timeout(games.settings().body_time, read).await;
        body.map_err(|_| Error::TooSlow)?.map(|Json(body)| Body(body)).map_err(told)
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
