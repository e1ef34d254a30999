//! Pictures beside own scenarios: scans of maps, art for counters. They are shown, and never part of a record.

use axum::body::{Body, to_bytes};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::own::{Author, shelf};
use crate::{Error, Games};

/// The largest picture, in bytes.
const MOST_PICTURE: usize = 40_000_000;
/// A picture may take so many times as long to come as other bodies.
const PATIENCE: u32 = 10;

/// What kind of picture bytes are, by how they begin.
pub(super) fn kind(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        _ => None,
    }
}

pub async fn read(
    State(games): State<Games>,
    _author: Author,
    Path((id, name)): Path<(String, String)>,
) -> Result<Response, Error> {
    let shelf = shelf(&games)?;
    let no = Error::no_such("picture", &name);
    let work = move || shelf.picture(&id, &name).and_then(|path| std::fs::read(path).ok());
    let bytes = games.study(work).await?.ok_or(no)?;
    let kind = kind(&bytes).unwrap_or("application/octet-stream");
    Ok(([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], bytes).into_response())
}

pub async fn write(
    State(games): State<Games>,
    _author: Author,
    Path((id, name)): Path<(String, String)>,
    body: Body,
) -> Result<StatusCode, Error> {
    let shelf = shelf(&games)?;
    let too_large = |_| Error::TooLarge(format!("a picture has at most {MOST_PICTURE} bytes"));
    let wait = games.settings().body_time * PATIENCE;
    let bytes = tokio::time::timeout(wait, to_bytes(body, MOST_PICTURE)).await;
    let bytes = bytes.map_err(|_| Error::TooSlow)?.map_err(too_large)?;
    if kind(&bytes).is_none() {
        return Err(Error::Malformed(format!("`{name}` is no picture: expected JPEG, PNG or WebP")));
    }
    games.study(move || shelf.write_picture(&id, &name, &bytes)).await??;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn remove(
    State(games): State<Games>,
    _author: Author,
    Path((id, name)): Path<(String, String)>,
) -> Result<StatusCode, Error> {
    let shelf = shelf(&games)?;
    games.study(move || shelf.remove_picture(&id, &name)).await??;
    Ok(StatusCode::NO_CONTENT)
}
