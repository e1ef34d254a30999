//! Pictures beside own scenarios: scans of maps, art for counters. They are shown, and never part of a record.

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use hexmap::{Draw, Fit, Hex, HexMap};
use library::own::{Under, is_own};
use schemars::JsonSchema;
use serde::Deserialize;

use super::extract::{Bearer, Body as Asked, Path};
use super::openapi::Routes;
use super::own::{Author, shelf};
use crate::{Error, Games, wire};

pub fn routes() -> Routes {
    const ONE: &str = "/scenarios/{id}/pictures/{*name}";
    Routes::about("Pictures of own scenarios")
        .get(ONE, read, "A picture beside the files of an own scenario")
        .sends("image/*")
        .put(ONE, write, "Puts a picture beside the files of an own scenario")
        .delete(ONE, remove, "Takes a picture away")
        .put(
            "/scenarios/{id}/picture",
            lay_under,
            "Writes into the map of an own scenario that a picture lies under it",
        )
        .get("/games/{id}/art/{name}", art, "The picture of a counter")
        .sends("image/*")
        .with_bodies_of(super::own::MOST_BODY)
        .post("/pictures/calibrate", calibrate, "How a grid lies on a picture on which some hexes are known")
}

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
    let work = move || {
        raster::check(&bytes).map_err(|why| Error::Malformed(why.to_string()))?;
        Ok::<_, Error>(shelf.write_picture(&id, &name, &bytes)?)
    };
    games.study(work).await??;
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

/// A picture of a counter, for everybody who sees the game.
pub async fn art(
    State(games): State<Games>,
    Path((id, name)): Path<(String, String)>,
    Bearer(token): Bearer,
) -> Result<Response, Error> {
    let (hosted, _) = games.enter(&id, token.as_ref()).await?;
    let scenario = hosted.row.scenario.clone();
    let no = Error::no_such("picture", &name);
    let shelf = shelf(&games).ok().filter(|_| is_own(&scenario));
    let work = move || {
        let art = hosted.scenario.sheet()?.art?;
        let path = shelf?.picture(&scenario, &format!("{}/{name}", art.folder))?;
        std::fs::read(path).ok()
    };
    let bytes = games.study(work).await?.ok_or(no)?;
    let kind = kind(&bytes).unwrap_or("application/octet-stream");
    Ok(([(CONTENT_TYPE, kind), (CACHE_CONTROL, "max-age=600")], bytes).into_response())
}

/// Hexes whose places on a picture are known.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "KnownHexes")]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// The text of the map.
    map: String,
    points: Vec<Point>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "KnownHex")]
#[serde(deny_unknown_fields)]
pub struct Point {
    hex: String,
    at: [f64; 2],
}

/// More than anybody clicks.
const MOST_POINTS: usize = 200;

/// How a grid lies on a picture on which some hexes are known; nothing is written.
pub async fn calibrate(
    State(games): State<Games>,
    _author: Author,
    Asked(known): Asked<Known>,
) -> Result<Json<wire::Calibrated>, Error> {
    games.study(move || calibrated(&known)).await?.map(Json)
}

fn calibrated(known: &Known) -> Result<wire::Calibrated, Error> {
    if known.points.len() > MOST_POINTS {
        return Err(Error::Malformed(format!("at most {MOST_POINTS} hexes")));
    }
    let map = HexMap::parse("map", &known.map).map_err(|why| Error::Malformed(why.to_string()))?;
    let place = |point: &Point| -> Result<(Hex, [f64; 2]), Error> {
        let no = || Error::Malformed(format!("`{}` is no hex of this map", point.hex));
        Ok((map.grid.hex(&point.hex).ok_or_else(no)?, point.at))
    };
    let points: Vec<(Hex, [f64; 2])> = known.points.iter().map(place).collect::<Result<_, _>>()?;
    let (fit, off) = hexmap::calibrate(&map.grid, &points).map_err(Error::Malformed)?;
    let centres = map.grid.hexes().map(|hex| fit.centre(&map.grid, hex)).collect();
    Ok(wire::Calibrated { origin: fit.origin, hex: fit.hex, turn: fit.turn, off, centres })
}

/// A picture to be laid under a map.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "LaidUnder")]
#[serde(deny_unknown_fields)]
pub struct Laid {
    file: String,
    origin: [f64; 2],
    hex: [f64; 2],
    #[serde(default)]
    turn: f64,
    #[serde(default = "whole")]
    opacity: f64,
    #[serde(default)]
    draw: Drawn,
}

fn whole() -> f64 {
    1.0
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Drawn {
    #[default]
    Grid,
    All,
    None,
}

/// Writes into the map file of an own scenario that a picture lies under it.
pub async fn lay_under(
    State(games): State<Games>,
    _author: Author,
    Path(id): Path<String>,
    Asked(laid): Asked<Laid>,
) -> Result<StatusCode, Error> {
    let shelf = shelf(&games)?;
    let draw = match laid.draw {
        Drawn::Grid => Draw::Grid,
        Drawn::All => Draw::All,
        Drawn::None => Draw::None,
    };
    let fit = Fit { origin: laid.origin, hex: laid.hex, turn: laid.turn };
    let under = Under { file: laid.file, fit, opacity: laid.opacity, draw };
    games.study(move || shelf.lay_under(&id, &under)).await??;
    Ok(StatusCode::NO_CONTENT)
}
