//! Maps as pictures. What is named by the hash of its map never changes, and browsers may keep it for ever.

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};

use library::own::is_own;

use super::extract::{Bearer, Path};
use super::openapi::Routes;
use crate::tiles::Piece;
use crate::{Error, Games};

pub(super) const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// What is named by its scenario may change with the next version of the program; an own one whenever its file does.
const A_DAY: &str = "public, max-age=86400";

pub fn routes() -> Routes {
    Routes::about("Maps")
        .get("/scenarios/{id}/board.json", of_scenario, "Leads to the board of a scenario")
        .leads_on()
        .get("/games/{id}/board.json", of_game, "Leads to the board of a game, as it was when the game began")
        .leads_on()
        .get("/scenarios/{id}/small.jpg", small, "The middle of the map in 384 by 240 pixels")
        .sends("image/jpeg")
        .get("/scenarios/{id}/large.jpg", large, "The whole map, at most 1000 pixels a side")
        .sends("image/jpeg")
        .get("/maps/{hash}/board.json", board, "What a client must know to lay counters on a map")
        .answers::<crate::wire::Board>()
        .get("/maps/{hash}/{level}/{file}", tile, "A tile of a map: `{column}_{row}.png`; it never changes")
        .sends("image/png")
}

/// To the board of a scenario, by the hash of its map.
pub async fn of_scenario(State(games): State<Games>, Path(id): Path<String>) -> Result<Response, Error> {
    let map = games.tiles().map_of(&id).await?;
    let to = Redirect::temporary(&format!("/api/v1/maps/{}/board.json", map.hash));
    Ok(([(CACHE_CONTROL, "no-cache")], to).into_response())
}

/// To the board of a game, on the map as it was when the game began.
pub async fn of_game(
    State(games): State<Games>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
) -> Result<Response, Error> {
    let (hosted, _) = games.enter(&id, token.as_ref()).await?;
    let row = &hosted.row;
    let today = games.shelf().today(&row.scenario, &row.options).await.ok();
    let map = match today.filter(|today| today.hash == row.scenario_hash) {
        Some(_) => games.tiles().map_of(&row.scenario).await?,
        None => {
            let then = hosted.scenario.clone();
            games.tiles().map_then(&row.scenario, &row.scenario_hash, then).await?
        }
    };
    let to = Redirect::temporary(&format!("/api/v1/maps/{}/board.json", map.hash));
    Ok(([(CACHE_CONTROL, "no-cache")], to).into_response())
}

pub async fn board(State(games): State<Games>, Path(hash): Path<String>) -> Result<Response, Error> {
    let map = games.tiles().map(&hash).await?;
    let head = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, FOR_EVER)];
    Ok((head, map.board.clone()).into_response())
}

/// `maps/{hash}/{level}/{column}_{row}.png`
pub async fn tile(
    State(games): State<Games>,
    Path((hash, level, file)): Path<(String, usize, String)>,
) -> Result<Response, Error> {
    let piece = placed(level, &file).ok_or_else(|| Error::no_such("tile", &file))?;
    let png = games.tiles().piece(&hash, piece).await?;
    Ok(([(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, FOR_EVER)], png).into_response())
}

fn placed(level: usize, file: &str) -> Option<Piece> {
    let (column, row) = file.strip_suffix(".png")?.split_once('_')?;
    Some(Piece::Tile { level, column: column.parse().ok()?, row: row.parse().ok()? })
}

pub async fn small(games: State<Games>, id: Path<String>, headers: HeaderMap) -> Result<Response, Error> {
    picture(games, id, Piece::Small, &headers).await
}

pub async fn large(games: State<Games>, id: Path<String>, headers: HeaderMap) -> Result<Response, Error> {
    picture(games, id, Piece::Large, &headers).await
}

async fn picture(
    State(games): State<Games>,
    Path(id): Path<String>,
    piece: Piece,
    headers: &HeaderMap,
) -> Result<Response, Error> {
    let map = games.tiles().map_of(&id).await?;
    let tag = format!("\"{}\"", map.hash);
    let keep = if is_own(&id) { "no-cache" } else { A_DAY };
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response());
    }
    let jpeg = games.tiles().piece(&map.hash, piece).await?;
    let head = [(CONTENT_TYPE, "image/jpeg"), (CACHE_CONTROL, keep), (ETAG, &tag)];
    Ok((head, jpeg).into_response())
}
