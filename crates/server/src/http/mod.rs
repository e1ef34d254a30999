//! The HTTP interface, version 1, and the pages. `docs/http.md` describes it for people who write
//! clients. Handlers turn a request into a call of [`crate::Games`] and its answer into JSON, nothing else.

mod coach;
mod edit;
mod extract;
mod games;
mod guard;
mod health;
mod maps;
mod odds;
mod orders;
mod own;
mod pages;
mod pictures;
mod replay;
mod rules;
mod scenarios;
mod stream;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post, put};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};

use crate::Games;

/// Every route of the server.
pub fn router(games: Games) -> Router {
    let texts = DefaultBodyLimit::max(own::MOST_BODY);
    let api = Router::new()
        .route("/", get(scenarios::about))
        .route("/scenarios", get(scenarios::list).post(own::add).layer(texts))
        .route("/scenarios/{id}", get(scenarios::one).delete(own::remove))
        .route("/scenarios/{id}/files", get(own::files).put(own::write).layer(texts))
        .route(
            "/scenarios/{id}/pictures/{*name}",
            get(pictures::read).put(pictures::write).delete(pictures::remove),
        )
        .route("/scenarios/{id}/picture", put(pictures::lay_under))
        .route("/pictures/calibrate", post(pictures::calibrate).layer(texts))
        .route("/check", post(own::check).layer(texts))
        .route("/scenarios/{id}/map.svg", get(scenarios::map))
        .route("/scenarios/{id}/picture.svg", get(scenarios::picture))
        .route("/scenarios/{id}/board.json", get(maps::of_scenario))
        .route("/scenarios/{id}/small.jpg", get(maps::small))
        .route("/scenarios/{id}/large.jpg", get(maps::large))
        .route("/maps/{hash}/board.json", get(maps::board))
        .route("/maps/{hash}/{level}/{file}", get(maps::tile))
        .route("/lessons", get(coach::list))
        .route("/systems", get(scenarios::systems))
        .route("/officers", get(scenarios::officers))
        .route("/rules", get(rules::rules))
        .route("/rules/book", get(rules::book))
        .route("/rules/sequence", get(rules::sequence))
        .route("/rules/glossary", get(rules::glossary))
        .route("/rules/names", get(rules::names))
        .route("/rules/pictures/{file}", get(rules::plate))
        .route("/rules/{clause}", get(rules::rule))
        .route("/edit/new", post(edit::new))
        .route("/edit/trials", post(edit::begin_trial).layer(DefaultBodyLimit::max(edit::MOST_BYTES)))
        .route("/edit/trials/{id}", get(edit::trial).delete(edit::stop_trial))
        .route("/edit/patch", post(edit::patch).layer(DefaultBodyLimit::max(edit::MOST_BYTES)))
        .route("/odds", get(odds::forms).post(odds::answer))
        .route("/games", post(games::begin))
        .route("/games/mine", post(games::mine))
        .route("/join", post(games::join))
        .route("/games/{id}", get(games::table))
        .route("/games/{id}/orders", post(orders::give))
        .route("/games/{id}/check", post(orders::check))
        .route("/games/{id}/why", post(orders::why))
        .route("/games/{id}/reach", post(orders::reach))
        .route("/games/{id}/ask", post(orders::ask))
        .route("/games/{id}/hurry", post(orders::hurry))
        .route("/games/{id}/hint", post(orders::hint))
        .route("/games/{id}/coach", post(coach::tell))
        .route("/games/{id}/undo", post(orders::undo))
        .route("/games/{id}/undo/answer", post(orders::answer_undo))
        .route("/games/{id}/stream", get(stream::stream))
        .route("/games/{id}/log", get(replay::log))
        .route("/games/{id}/at/{n}", get(replay::at))
        .route("/games/{id}/record", get(replay::record))
        .route("/games/{id}/board.json", get(maps::of_game))
        .route("/games/{id}/art/{name}", get(pictures::art))
        .route("/games/{id}/ending", get(replay::ending))
        .fallback(pages::no_such_route)
        .method_not_allowed_fallback(guard::wrong_method);
    let most_bytes = games.settings().body_bytes;
    Router::new()
        .nest("/api/v1", api)
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
