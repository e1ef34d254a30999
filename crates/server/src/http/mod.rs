//! The HTTP interface, version 1, and the pages. `docs/http.md` describes it for people who write
//! clients. Handlers turn a request into a call of [`crate::Games`] and its answer into JSON, nothing else.

mod care;
mod closing;
mod club;
mod coach;
mod courtesies;
mod edit;
mod entry;
mod extract;
mod games;
mod guard;
mod health;
mod maps;
mod me;
mod odds;
mod open_seats;
mod openapi;
mod orders;
mod own;
mod pages;
mod people;
mod pictures;
mod replay;
mod rules;
mod scenarios;
mod stream;
mod time;

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use axum::{Json, Router};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};

use self::openapi::Routes;
use crate::Games;

/// Where the interface lies.
const API: &str = "/api/v1";

/// Every route of the interface. What is added here is told by the document too.
fn api() -> Routes {
    Routes::about("")
        .and(scenarios::routes())
        .and(coach::routes())
        .and(maps::routes())
        .and(rules::routes())
        .and(odds::routes())
        .and(games::routes())
        .and(open_seats::routes())
        .and(orders::routes())
        .and(closing::routes())
        .and(courtesies::routes())
        .and(stream::routes())
        .and(replay::routes())
        .and(own::routes())
        .and(pictures::routes())
        .and(edit::routes())
        .and(people::routes())
        .and(time::routes())
        .and(club::routes())
        .and(care::routes())
}

/// Every route of the server.
pub fn router(games: Games) -> Router {
    let routes = api();
    let document = Arc::new(openapi::document(&routes, API));
    let told = document.clone();
    let api = routes
        .router()
        .route("/openapi.json", get(move || async move { Json(told) }))
        .fallback(pages::no_such_route)
        .method_not_allowed_fallback(guard::wrong_method);
    let most_bytes = games.settings().body_bytes;
    Router::new()
        .nest(API, api)
        // As the document's address of the server and its path `/` come together.
        .route(&format!("{API}/"), get(scenarios::about))
        .route("/api", get(move || async move { openapi::page(&document) }))
        .route("/healthz", get(health::healthz))
        .route("/metrics", get(health::metrics))
        .route("/fonts/{name}", get(pages::font))
        .route("/v/{version}/{*path}", get(pages::versioned))
        .fallback(pages::page)
        .method_not_allowed_fallback(guard::wrong_method)
        .layer(DefaultBodyLimit::max(most_bytes))
        .layer(compression())
        .layer(from_fn_with_state(games.clone(), guard::guard))
        .with_state(games)
}

/// What is worked out for one request is compressed quickly; pictures are compressed well, once, where they are drawn.
fn compression() -> CompressionLayer<impl Predicate> {
    let worth_it = DefaultPredicate::new().and(NotForContentType::new("image/"));
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worth_it)
}
