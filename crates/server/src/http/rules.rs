//! The rules to read: the index of clauses, the book of each system, its words and pictures.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use library::{Book, Sequence, Term};
use schemars::JsonSchema;
use serde::Deserialize;

use super::extract::{Path, Query};
use super::openapi::Routes;
use super::scenarios::drawn;
use crate::{Clause, Error, Games};

pub fn routes() -> Routes {
    Routes::about("Rules")
        .get("/rules", rules, "The rule index of a system")
        .get("/rules/book", book, "The book of a system: chapters, the sequence of play, charts, pictures")
        .get("/rules/sequence", sequence, "The turn of a system as a card")
        .get("/rules/glossary", glossary, "The words of a system")
        .get("/rules/names", names, "What clauses are cited by, from the start of their ids")
        .get("/rules/pictures/{file}", plate, "A picture of the book: `{id}.svg`")
        .sends("image/svg+xml")
        .get("/rules/{clause}", rule, "A clause by its id, or the first of a section")
}

#[derive(Deserialize, JsonSchema)]
pub struct Which {
    system: String,
}

pub async fn rules(State(games): State<Games>, Query(which): Query<Which>) -> Json<Vec<Clause>> {
    Json(games.catalog().clauses(&which.system))
}

pub async fn rule(State(games): State<Games>, Path(id): Path<String>) -> Result<Json<Clause>, Error> {
    games.catalog().clause(&id).map(Json).ok_or_else(|| Error::no_such("rule", &id))
}

fn find(games: &Games, which: &Which) -> Result<&'static Book, Error> {
    games.catalog().book(&which.system).ok_or_else(|| Error::no_such("book", &which.system))
}

pub async fn book(
    State(games): State<Games>,
    Query(which): Query<Which>,
) -> Result<Json<&'static Book>, Error> {
    find(&games, &which).map(Json)
}

pub async fn sequence(
    State(games): State<Games>,
    Query(which): Query<Which>,
) -> Result<Json<&'static Sequence>, Error> {
    find(&games, &which).map(|book| Json(&book.sequence))
}

pub async fn glossary(State(games): State<Games>, Query(which): Query<Which>) -> Json<&'static [Term]> {
    Json(games.catalog().glossary(&which.system))
}

pub async fn names(State(games): State<Games>) -> Json<BTreeMap<&'static str, &'static str>> {
    Json(games.catalog().cited_by())
}

pub async fn plate(
    State(games): State<Games>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let Some(id) = file.strip_suffix(".svg").map(str::to_owned) else {
        return Err(Error::no_such("picture", &file));
    };
    let name = format!("plate {id}");
    let (drawings, work) =
        (games.drawings().clone(), move || games.catalog().plate(&id).ok_or(("picture", id)));
    drawn(&drawings, &name, &headers, work).await
}
