//! Scenarios, their maps and computer players.

use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use library::About;
use library::own::is_own;

use super::extract::Path;
use super::openapi::Routes;
use crate::drawing::Drawings;
use crate::{Error, Games, Officer, ScenarioCard, Uploads, wire};

pub fn routes() -> Routes {
    Routes::about("Scenarios and computer players")
        .get("/", about, "What this server is")
        .get("/scenarios", list, "All scenarios")
        .get("/scenarios/{id}", one, "One of them")
        .get("/scenarios/{id}/map.svg", map, "The map for play; every hex is a `polygon.hex` with `data-hex`")
        .sends("image/svg+xml")
        .get("/scenarios/{id}/picture.svg", picture, "The map as a page to look at")
        .sends("image/svg+xml")
        .get("/systems", systems, "The rule systems, and what can be laid over their maps")
        .get("/officers", officers, "The computer players, the usual one first")
}

pub async fn about(State(games): State<Games>) -> Json<wire::AboutServer> {
    let uploads = match (games.catalog().own(), &games.settings().uploads) {
        (None, _) | (_, Uploads::Nobody) => "nobody",
        (_, Uploads::Anybody) => "anybody",
        (_, Uploads::With(_)) => "token",
    };
    let version = env!("CARGO_PKG_VERSION");
    Json(wire::AboutServer { name: "Hardtack", version, interface: 1, uploads })
}

/// The first to ask has every scenario opened: not where requests are answered.
async fn cards(games: &Games) -> Result<Vec<ScenarioCard>, Error> {
    let own = games.clone();
    games.study(move || own.catalog().list()).await
}

pub async fn list(State(games): State<Games>) -> Result<Json<Vec<ScenarioCard>>, Error> {
    cards(&games).await.map(Json)
}

pub async fn one(State(games): State<Games>, Path(id): Path<String>) -> Result<Json<ScenarioCard>, Error> {
    let card = cards(&games).await?.into_iter().find(|card| card.id == id);
    card.map(Json).ok_or_else(|| Error::no_such("scenario", &id))
}

pub async fn systems(State(games): State<Games>) -> Json<&'static [About]> {
    Json(games.catalog().systems())
}

pub async fn map(
    State(games): State<Games>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let name = format!("map {}", games.shelf().name_today(&id).await?);
    let own = is_own(&id);
    let (drawings, work) = (games.drawings().clone(), move || games.catalog().map(&id).ok_or(("map", id)));
    Ok(fresh(own, drawn(&drawings, &name, &headers, work).await?))
}

pub async fn picture(
    State(games): State<Games>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let name = format!("picture {}", games.shelf().name_today(&id).await?);
    let own = is_own(&id);
    let (drawings, work) =
        (games.drawings().clone(), move || games.catalog().picture(&id).ok_or(("picture", id)));
    Ok(fresh(own, drawn(&drawings, &name, &headers, work).await?))
}

/// What is drawn from files that may change any moment is asked for each time.
fn fresh(own: bool, mut answer: Response) -> Response {
    if own {
        answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    }
    answer
}

/// Drawn once; `draw` gives the picture, or what there is none of.
pub(super) async fn drawn(
    drawings: &Drawings,
    name: &str,
    headers: &HeaderMap,
    draw: impl FnOnce() -> Result<String, (&'static str, String)> + Send + 'static,
) -> Result<Response, Error> {
    let draw = || draw().map(String::into_bytes).map_err(|(what, id)| Error::no_such(what, &id));
    Ok(drawings.get(name, "image/svg+xml", draw).await?.answer(headers))
}

pub async fn officers(State(games): State<Games>) -> Json<Vec<Officer>> {
    Json(games.staff().list().to_vec())
}
