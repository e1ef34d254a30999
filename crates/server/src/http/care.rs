//! The care of the club over HTTP: reports of members, and what moderators and owners do about them.

use axum::Json;
use axum::extract::State;
use club::care::{Keeper, NewReport, RestraintKind};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::extract::{Bearer, Body, MaySend, Path, Query};
use super::openapi::Routes;
use super::people::Signed;
use crate::names::name as good_name;
use crate::wire_club::CareBook;
use crate::{Error, Games};

pub fn routes() -> Routes {
    Routes::about("Care")
        .post("/reports", report, "Reports a person to who looks after the club, with a sentence")
        .get("/care", book, "Reports, who is held back, and what was done; for moderators and owners")
        .post("/care/reports/{id}/settle", settle, "A report was looked at")
        .post("/care/addresses/{id}/free", free_address, "New names are taken again from an address")
        .post("/persons/{name}/mute", mute, "Mutes somebody in chat, for a while or for good")
        .post("/persons/{name}/unmute", unmute, "Lets somebody speak again")
        .post("/persons/{name}/block", block, "Shuts somebody out, for a while or for good")
        .post("/persons/{name}/unblock", unblock, "Lets somebody in again")
        .post("/persons/{name}/bar-address", bar_address, "Takes no new names from where somebody took his")
        .post("/persons/{name}/rename", rename, "Takes somebody's name away and gives him another")
        .post("/games/{id}/chat/{n}/report", report_line, "Reports a line of chat, with a sentence")
        .post("/games/{id}/chat/{n}/remove", remove_line, "Takes a line of chat away")
        .post("/games/{id}/delete", delete_game, "Deletes a game for good")
}

type Done = Result<Json<Value>, Error>;

fn done() -> Done {
    Ok(Json(json!({})))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NewReport")]
struct Reporting {
    /// Whom it is about.
    person: String,
    /// A game it happened in.
    #[serde(default)]
    game: Option<String>,
    /// What happened, in a sentence.
    words: String,
}

async fn report(
    State(games): State<Games>,
    _may: MaySend,
    Signed(who): Signed,
    Body(new): Body<Reporting>,
) -> Done {
    let game = new.game.map(|game| game.chars().take(40).collect());
    let report = NewReport { name: Some(new.person), game, words: new.words, ..NewReport::default() };
    games.club().report(&who.person, report).await?;
    done()
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LineReport")]
struct AboutLine {
    /// What is wrong with it, in a sentence.
    words: String,
}

async fn report_line(
    State(games): State<Games>,
    _may: MaySend,
    Path((id, n)): Path<(String, u64)>,
    Signed(who): Signed,
    Bearer(token): Bearer,
    Body(AboutLine { words }): Body<AboutLine>,
) -> Done {
    let token = token.ok_or(Error::NotSignedIn)?;
    games.report_line(&who, &token, (&id, n), &words).await?;
    done()
}

async fn remove_line(
    State(games): State<Games>,
    Signed(who): Signed,
    Path((id, n)): Path<(String, u64)>,
    Body(Why { why }): Body<Why>,
) -> Done {
    games.remove_line(&Keeper::Person(who.person), &id, n, &why).await?;
    done()
}

#[derive(Deserialize, JsonSchema)]
struct Before {
    /// What the page before told as `next`.
    #[serde(default)]
    before: Option<String>,
}

async fn book(
    State(games): State<Games>,
    Signed(who): Signed,
    Query(page): Query<Before>,
) -> Result<Json<CareBook>, Error> {
    games.care_book(&Keeper::Person(who.person), page.before.as_deref()).await.map(Json)
}

/// Why something is done.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Why {
    why: String,
}

async fn settle(
    State(games): State<Games>,
    Signed(who): Signed,
    Path(id): Path<String>,
    Body(Why { why }): Body<Why>,
) -> Done {
    games.club().settle(&Keeper::Person(who.person), &id, &why).await?;
    done()
}

async fn free_address(
    State(games): State<Games>,
    Signed(who): Signed,
    Path(id): Path<String>,
    Body(Why { why }): Body<Why>,
) -> Done {
    games.club().unbar_address(&Keeper::Person(who.person), &id, &why).await?;
    done()
}

/// Until when, in seconds since 1970, and why; without `until` for good.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct HoldBack {
    #[serde(default)]
    until: Option<i64>,
    why: String,
}

async fn mute(
    State(games): State<Games>,
    Signed(who): Signed,
    Path(name): Path<String>,
    Body(HoldBack { until, why }): Body<HoldBack>,
) -> Done {
    games.club().hold(&Keeper::Person(who.person), &name, RestraintKind::Mute, until, &why).await?;
    done()
}

async fn unmute(
    State(games): State<Games>,
    Signed(who): Signed,
    Path(name): Path<String>,
    Body(Why { why }): Body<Why>,
) -> Done {
    games.club().let_go(&Keeper::Person(who.person), &name, RestraintKind::Mute, &why).await?;
    done()
}

async fn block(
    State(games): State<Games>,
    Signed(who): Signed,
    Path(name): Path<String>,
    Body(HoldBack { until, why }): Body<HoldBack>,
) -> Done {
    games.club().hold(&Keeper::Person(who.person), &name, RestraintKind::Block, until, &why).await?;
    done()
}

async fn unblock(
    State(games): State<Games>,
    Signed(who): Signed,
    Path(name): Path<String>,
    Body(Why { why }): Body<Why>,
) -> Done {
    games.club().let_go(&Keeper::Person(who.person), &name, RestraintKind::Block, &why).await?;
    done()
}

async fn bar_address(
    State(games): State<Games>,
    Signed(who): Signed,
    Path(name): Path<String>,
    Body(HoldBack { until, why }): Body<HoldBack>,
) -> Done {
    games.club().bar_address_of(&Keeper::Person(who.person), &name, until, &why).await?;
    done()
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewName {
    /// One that says nothing, if none is said.
    #[serde(default)]
    name: Option<String>,
    why: String,
}

async fn rename(
    State(games): State<Games>,
    Signed(who): Signed,
    Path(name): Path<String>,
    Body(new): Body<NewName>,
) -> Done {
    let given = new.name.map(|name| good_name(&name, games.staff())).transpose()?;
    let by = Keeper::Person(who.person);
    let person = games.club().take_name(&by, &name, given.as_deref(), &new.why).await?;
    Ok(Json(json!({ "name": person.name })))
}

async fn delete_game(
    State(games): State<Games>,
    Signed(who): Signed,
    Path(id): Path<String>,
    Body(Why { why }): Body<Why>,
) -> Done {
    games.delete_game(&Keeper::Person(who.person), &id, &why).await?;
    done()
}
