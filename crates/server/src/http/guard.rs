//! What holds for every request and every answer: by which name the server may be called, the number of a request,
//! the headers that keep browsers careful, and the figures.

use std::borrow::Cow;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tracing::Instrument;

use crate::door::Guest;
use crate::error::Kind;
use crate::limits::Deed;
use crate::{Error, Games};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const FORWARDED: &str = "x-forwarded-for";

/// Nothing that is no page may load or run anything; maps carry style attributes.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'",
);

/// Stands before everything else.
pub async fn guard(State(games): State<Games>, mut request: Request, next: Next) -> Response {
    static COUNT: AtomicU64 = AtomicU64::new(1);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    games.metrics().requests.inc();
    if games.settings().proxy
        && let Some(guest) = forwarded(request.headers())
    {
        request.extensions_mut().insert(guest);
    }
    let span = span(number, &request);
    let mut response = match called(&games, request.headers()) {
        Ok(()) => answered(request, next).instrument(span).await,
        Err(why) => span.in_scope(|| why.into_response()),
    };
    if let Some(Kind(kind)) = response.extensions().get() {
        games.metrics().refused(kind);
    }
    if let Some(deed) = response.extensions().get::<Deed>() {
        games.metrics().slowed(deed.word());
    }
    // What has not changed keeps the policy it was sent with: a browser takes over whatever a 304 says.
    let kept = response.status() == StatusCode::NOT_MODIFIED;
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    if !kept {
        headers.entry(CONTENT_SECURITY_POLICY).or_insert(POLICY);
    }
    headers.insert(REQUEST_ID, HeaderValue::from(number));
    response
}

async fn answered(request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let response = next.run(request).await;
    let (status, time) = (response.status().as_u16(), begun.elapsed());
    tracing::debug!(status, microseconds = time.as_micros() as u64, "answered");
    response
}

/// What the log says of an address. Those of pages can hold invitations and are left out; those of the interface hold no
/// secret, but names of people, which are left out too.
fn logged(path: &str) -> Cow<'_, str> {
    const PERSONS: &str = "/api/v1/persons/";
    match path.strip_prefix(PERSONS) {
        Some(named) => match named.split_once('/') {
            Some((_, rest)) => format!("{PERSONS}-/{rest}").into(),
            None => format!("{PERSONS}-").into(),
        },
        None if path.starts_with("/api/") => path.into(),
        None => "page".into(),
    }
}

/// What the log says of a request.
fn span(number: u64, request: &Request) -> tracing::Span {
    let path = request.uri().path();
    let path = logged(path);
    tracing::info_span!("request", number, method = %request.method(), %path)
}

/// Whom a proxy speaks for: the last address in its header is the one it saw itself.
fn forwarded(headers: &HeaderMap) -> Option<Guest> {
    let last = headers.get_all(FORWARDED).iter().next_back()?.to_str().ok()?;
    last.rsplit(',').next()?.trim().parse().ok().map(Guest::of)
}

/// A page of another site can make a browser send requests here under a name of its own; only names that are ours
/// are answered. Addresses cannot be given away like that.
fn called(games: &Games, headers: &HeaderMap) -> Result<(), Error> {
    let Some(host) = headers.get(HOST) else { return Ok(()) };
    let host = host.to_str().unwrap_or_default().to_ascii_lowercase();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => &host,
    };
    let name = name.trim_end_matches('.');
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    let own = name == "localhost" || name.ends_with(".localhost") || bare.parse::<IpAddr>().is_ok();
    let allowed = |known: &String| known == "*" || known.eq_ignore_ascii_case(name);
    if own || games.settings().hosts.iter().any(allowed) {
        return Ok(());
    }
    let name: String = name.chars().take(80).collect();
    Err(Error::WrongHost(format!("this server is not called `{name}`: start it with --host {name} if it is")))
}

/// For routes that are there, but not for this.
pub async fn wrong_method(method: Method) -> Error {
    Error::WrongMethod(method.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_named_by_the_address_he_is_asked_for_at() {
        assert_eq!(logged("/api/v1/persons/Ann%20of%20Ohio/games"), "/api/v1/persons/-/games");
        assert_eq!(logged("/api/v1/persons/Ann"), "/api/v1/persons/-");
        assert_eq!((logged("/api/v1/games/x"), logged("/join/x")), ("/api/v1/games/x".into(), "page".into()));
    }

    #[test]
    fn a_proxy_is_believed_for_the_address_it_saw() {
        let mut headers = HeaderMap::new();
        headers.insert(FORWARDED, "6.6.6.6, 10.0.0.9".parse().unwrap());
        assert_eq!(forwarded(&headers), Some(Guest("10.0.0.9".parse().unwrap())));
        headers.insert(FORWARDED, "nobody".parse().unwrap());
        assert_eq!(forwarded(&headers), None);
    }
}
