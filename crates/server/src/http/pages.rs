//! The browser client, embedded in the binary.

use std::borrow::Cow;

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::Error;
use crate::hosted::hex;

#[derive(RustEmbed)]
#[folder = "../../web"]
#[include = "*.html"]
#[include = "*.css"]
#[include = "*.svg"]
#[include = "js/*.js"]
#[include = "js/**/*.js"]
#[exclude = "node_modules/*"]
struct Client;

/// Everything the pages load comes from this server; SVG maps carry style attributes.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

pub async fn no_such_route(uri: Uri) -> Error {
    Error::no_such("such thing at", uri.path())
}

/// A file of the client: the embedded one, or in a debug build that of the folder `HARDTACK_WEB`, so that
/// who works on the client need not build anything.
fn client(path: &str) -> Option<(Cow<'static, [u8]>, String)> {
    if cfg!(debug_assertions)
        && let Some(folder) = std::env::var_os("HARDTACK_WEB")
        && !path.split('/').any(|part| part.is_empty() || part.starts_with('.'))
    {
        let bytes = std::fs::read(std::path::Path::new(&folder).join(path)).ok()?;
        return Some((Cow::Owned(bytes), String::new()));
    }
    let file = Client::get(path)?;
    let tag = format!("\"{}\"", &hex(&file.metadata.sha256_hash())[..16]);
    Some((file.data, tag))
}

/// A file of the client, or the one page that shows them all.
pub async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return Error::WrongMethod(method.to_string()).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = client(path).filter(|_| path != "index.html") {
        return send(path, file, &headers);
    }
    // Addresses of pages have no dot; a file that is not there is not there.
    if path.rsplit('/').next().is_some_and(|last| last.contains('.')) {
        return Error::no_such("file", path).into_response();
    }
    match client("index.html") {
        Some(file) => send("index.html", file, &headers),
        None => Error::Unavailable("this build has no pages".into()).into_response(),
    }
}

/// The typeface of the maps, for the pages too.
pub async fn font(Path(name): Path<String>) -> Result<impl IntoResponse, Error> {
    let font = hexmap::render::FONTS.iter().find(|(file, _)| *file == name);
    let (_, bytes) = font.ok_or_else(|| Error::no_such("font", &name))?;
    Ok(([(CONTENT_TYPE, "font/otf"), (CACHE_CONTROL, "max-age=604800")], *bytes))
}

fn send(path: &str, (data, tag): (Cow<'static, [u8]>, String), headers: &HeaderMap) -> Response {
    if !tag.is_empty() && headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let head = [
        (CONTENT_TYPE, kind.to_owned()),
        (ETAG, tag),
        (CACHE_CONTROL, "no-cache".to_owned()),
        (CONTENT_SECURITY_POLICY, POLICY.to_owned()),
    ];
    (head, data).into_response()
}
