//! Whether the server is well, and its figures: for programs that watch over it.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use crate::Games;

/// Well: games can be read, and the last orders could be written.
pub async fn healthz(State(games): State<Games>) -> impl IntoResponse {
    match (games.store().count().await, games.metrics().is_well()) {
        (Ok(_), true) => (StatusCode::OK, "ok\n"),
        (Ok(_), false) => (StatusCode::SERVICE_UNAVAILABLE, "the last orders could not be written\n"),
        (Err(_), _) => (StatusCode::SERVICE_UNAVAILABLE, "the games cannot be read\n"),
    }
}

pub async fn metrics(State(games): State<Games>) -> impl IntoResponse {
    let metrics = games.metrics();
    metrics.games_in_memory.set(games.rooms().len() as i64);
    metrics.streams.set(games.streams() as i64);
    let waiting = games.thinkers(true).waiting() + games.thinkers(false).waiting();
    metrics.thoughts_waiting.set(waiting as i64);
    ([(CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], metrics.text())
}
