//! The editor: texts changed where they belong, and what a new scenario begins with. Nothing is kept here.

use std::collections::{BTreeMap, BTreeSet};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::extract::{Body, Path};
use super::openapi::Routes;
use super::own::Author;
use crate::trials::Trial;
use crate::{Error, Games, SeriesAsked};

/// The largest request: a scenario with its map, twice over.
pub const MOST_BYTES: usize = 4 << 20;
/// Changes in one request; more come one after the other.
const MOST_CHANGES: usize = 2_000;
/// Files of one scenario.
const MOST_FILES: usize = 32;
/// Rows or columns of a new map, or inches of a new table.
const MOST_SIDE: u32 = 240;

pub fn routes() -> Routes {
    Routes::about("The editor")
        .post("/edit/new", new, "The files of a new scenario")
        .get("/edit/trials/{id}", trial, "How far a series of games is; its report once it is over")
        .delete("/edit/trials/{id}", stop_trial, "Stops a series of games")
        .with_bodies_of(MOST_BYTES)
        .post("/edit/trials", begin_trial, "Lets computer players play a series of games with these files")
        .post("/edit/patch", patch, "Makes changes in texts and leaves the rest of them as it was written")
}

#[derive(Deserialize, JsonSchema)]
pub struct Patch {
    files: BTreeMap<String, String>,
    #[serde(default)]
    changes: Vec<OfFile>,
    /// Whether everything that the files say is wanted too.
    #[serde(default)]
    docs: bool,
    /// Whether somebody wants to know what is wrong with them.
    #[serde(default)]
    check: bool,
}

/// A change in one of the files.
#[derive(Deserialize, JsonSchema)]
struct OfFile {
    file: String,
    #[serde(flatten)]
    change: scribe::Change,
}

#[derive(Serialize, JsonSchema)]
pub struct Patched {
    /// The files that were changed.
    files: BTreeMap<String, String>,
    /// What each file says; none where it is no TOML.
    #[serde(skip_serializing_if = "Option::is_none")]
    docs: Option<BTreeMap<String, Option<scribe::Value>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    findings: Option<Vec<library::Finding>>,
}

pub async fn patch(
    State(games): State<Games>,
    _author: Author,
    Body(asked): Body<Patch>,
) -> Result<Json<Patched>, Error> {
    if asked.files.len() > MOST_FILES || asked.changes.len() > MOST_CHANGES {
        return Err(Error::Malformed(format!(
            "at most {MOST_FILES} files and {MOST_CHANGES} changes at once"
        )));
    }
    games.study(move || patched(asked)).await?.map(Json)
}

fn patched(asked: Patch) -> Result<Patched, Error> {
    let mut files = asked.files;
    let mut by_file: BTreeMap<String, Vec<scribe::Change>> = BTreeMap::new();
    for OfFile { file, change } in asked.changes {
        by_file.entry(file).or_default().push(change);
    }
    let mut changed = BTreeSet::new();
    for (file, changes) in by_file {
        let Some(text) = files.get_mut(&file) else {
            return Err(Error::no_such("file", &file));
        };
        *text = scribe::apply(text, &changes).map_err(|no| Error::Malformed(format!("{file}: {no}")))?;
        changed.insert(file);
    }
    let findings = asked.check.then(|| {
        let texts: Vec<(String, String)> = files.iter().map(|(n, t)| (n.clone(), t.clone())).collect();
        library::examine(&texts)
    });
    let docs = asked.docs.then(|| {
        let toml = files.iter().filter(|(name, _)| name.ends_with(".toml"));
        toml.map(|(name, text)| (name.clone(), scribe::read(text).ok())).collect()
    });
    files.retain(|name, _| changed.contains(name));
    Ok(Patched { files, docs, findings })
}

/// What a new scenario shall be: a copy of a built-in one, or one of a system under a name.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "NewScenario")]
pub struct New {
    #[serde(default)]
    from: String,
    #[serde(default)]
    system: String,
    #[serde(default)]
    name: String,
    /// Rows and columns of hexes, or height and width in inches; none: the small example that the system has.
    size: Option<[u32; 2]>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "NewFiles")]
pub struct Begun {
    files: BTreeMap<String, String>,
}

pub async fn new(State(games): State<Games>, Body(asked): Body<New>) -> Result<Json<Begun>, Error> {
    let files = match asked.from.is_empty() {
        true => begun(&asked)?,
        false => games.study(move || copied(&asked.from)).await??,
    };
    Ok(Json(Begun { files: files.into_iter().collect() }))
}

fn begun(asked: &New) -> Result<Vec<(String, String)>, Error> {
    let unfit = |no: library::SkeletonError| Error::Malformed(no.to_string());
    let Some(size) = asked.size else {
        return library::skeleton(&asked.system, &asked.name).map_err(unfit);
    };
    if size.iter().any(|n| !(4..=MOST_SIDE).contains(n)) {
        return Err(Error::Malformed(format!("a side of the map is from 4 to {MOST_SIDE}")));
    }
    library::blank(&asked.system, &asked.name, size).map_err(unfit)
}

/// The texts of a built-in scenario, under the bare names of their files.
fn copied(id: &str) -> Result<Vec<(String, String)>, Error> {
    let none = || Error::no_such("scenario", id);
    if !library::is_playable(id) {
        return Err(none());
    }
    let scenario = library::open(id).map_err(|_| none())?;
    let bare = |file: &str| file.rsplit('/').next().unwrap_or(file).to_owned();
    Ok(scenario.texts.iter().map(|(file, text)| (bare(file), text.clone())).collect())
}

/// A series of games to be played with these files.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "SeriesWanted")]
pub struct Wanted {
    files: BTreeMap<String, String>,
    games: u64,
    players: String,
}

/// How far a series is; the report once it is over.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SeriesStanding")]
pub struct Standing {
    id: String,
    games: u64,
    done: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<String>,
}

impl Standing {
    fn of(trial: &Trial) -> Standing {
        let told = trial.told();
        let came_to = told.and_then(|told| told.as_ref().ok());
        Standing {
            id: trial.id.clone(),
            games: trial.games,
            done: trial.done(),
            summary: came_to.map(|told| told.summary.clone()),
            report: came_to.map(|told| told.report.clone()),
            failed: told.and_then(|told| told.as_ref().err().cloned()),
        }
    }
}

pub async fn begin_trial(
    State(games): State<Games>,
    _author: Author,
    Body(wanted): Body<Wanted>,
) -> Result<Json<Standing>, Error> {
    let files = wanted.files.into_iter().collect();
    let asked = SeriesAsked { files, games: wanted.games, players: wanted.players };
    Ok(Json(Standing::of(&*games.trials().begin(asked)?)))
}

pub async fn trial(
    State(games): State<Games>,
    _author: Author,
    Path(id): Path<String>,
) -> Result<Json<Standing>, Error> {
    Ok(Json(Standing::of(&*games.trials().get(&id)?)))
}

pub async fn stop_trial(
    State(games): State<Games>,
    _author: Author,
    Path(id): Path<String>,
) -> Result<StatusCode, Error> {
    games.trials().stop(&id)?;
    Ok(StatusCode::NO_CONTENT)
}
