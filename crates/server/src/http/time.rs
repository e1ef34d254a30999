//! Time at a table over HTTP: games that rest, calling who is waited for, days off; and a guest's seat in another browser.

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::extract::{Bearer, Body, MayOrder, Path};
use super::openapi::Routes;
use super::people::{From, Signed};
use crate::wire_people::{LinkForDevice, MyHoliday};
use crate::{Error, Games, Token, wire};

pub fn routes() -> Routes {
    Routes::about("Time")
        .post(
            "/games/{id}/rest",
            rest,
            "Wants the game to rest, or to go on; it does once both players want it",
        )
        .post("/games/{id}/nudge", nudge, "Calls the player who is waited for to the game")
        .post("/games/{id}/seat-link", seat_link, "A link that opens a guest's seat in another browser, once")
        .post("/seat", open_seat, "Opens the seat that such a link is for")
        .get("/me/holidays", holidays, "The days on which one is or was away")
        .post("/me/holidays", take_holiday, "Takes days off: the days of a turn do not count then")
        .delete("/me/holidays/{id}", end_holiday, "Takes a holiday back; one that has begun ends now")
}

type Done = Result<Json<Value>, Error>;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "RestWanted")]
pub struct Rest {
    /// Whether the game is to rest, or to go on.
    rest: bool,
}

async fn rest(
    State(games): State<Games>,
    _may: MayOrder,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(Rest { rest }): Body<Rest>,
) -> Result<Json<wire::Table>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    games.want_rest(hosted.clone(), access, rest).await?;
    Ok(Json(hosted.lock(games.store()).await?.table(access)?))
}

async fn nudge(
    State(games): State<Games>,
    _may: MayOrder,
    Path(id): Path<String>,
    Bearer(token): Bearer,
) -> Done {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    games.nudge(&hosted, access).await?;
    Ok(Json(json!({})))
}

async fn seat_link(
    State(games): State<Games>,
    From(guest): From,
    Path(id): Path<String>,
    Bearer(token): Bearer,
) -> Result<Json<LinkForDevice>, Error> {
    let limit = games.entrance();
    limit.check(&limit.tries, guest)?;
    let (_, access, member) = games.enter_as(&id, token.as_ref()).await?;
    access.seat(None, None)?;
    match (token, member) {
        (Some(token), None) => Ok(Json(games.club().seat_link(&id, &token).await?.into())),
        _ => Err(Error::Conflict(
            "your seat is yours wherever you sign in: sign in on the other device".into(),
        )),
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SeatWord")]
pub struct SeatWord {
    word: String,
}

/// Whoever opens the link has the seat as well as whoever made it.
async fn open_seat(
    State(games): State<Games>,
    From(guest): From,
    Body(SeatWord { word }): Body<SeatWord>,
) -> Result<Json<wire::SeatOpened>, Error> {
    let limit = games.entrance();
    limit.check(&limit.tries, guest)?;
    let (id, token) = games.club().open_seat(Token::read(&word)).await?;
    let (_, access) = games.enter(&id, Some(&token)).await?;
    Ok(Json(wire::SeatOpened { id, you: access.sides().collect(), token: token.as_str().to_owned() }))
}

async fn holidays(State(games): State<Games>, Signed(who): Signed) -> Result<Json<Vec<MyHoliday>>, Error> {
    let now = games.settings().time.now() / 1000;
    let holidays = games.club().holidays(&who.person, now).await?;
    Ok(Json(holidays.into_iter().map(Into::into).collect()))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewHoliday {
    /// Seconds since 1970.
    starts: i64,
    /// The first moment after it.
    ends: i64,
}

async fn take_holiday(
    games: State<Games>,
    Signed(who): Signed,
    Body(new): Body<NewHoliday>,
) -> Result<Json<Vec<MyHoliday>>, Error> {
    let now = games.settings().time.now() / 1000;
    games.club().take_holiday(&who.person, new.starts, new.ends, now).await?;
    games.days_off_changed(&who.person).await?;
    holidays(games, Signed(who)).await
}

async fn end_holiday(
    games: State<Games>,
    Signed(who): Signed,
    Path(id): Path<String>,
) -> Result<Json<Vec<MyHoliday>>, Error> {
    let now = games.settings().time.now() / 1000;
    games.club().end_holiday(&who.person, &id, now).await?;
    games.days_off_changed(&who.person).await?;
    holidays(games, Signed(who)).await
}
