//! Clocks, games that rest, days off and calls, over HTTP: on a file, and with two servers on one PostgreSQL where that is
//! installed. The time of day is set forward, nobody waits.

mod common;

use std::time::Duration;

use axum::http::{Method, StatusCode};
use common::{App, Folder, Game};
use serde_json::{Value, json};
use server::{Place, Settings, Time};
use store::{Sql, throwaway};

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Two servers of the same games, or one twice, with one time of day.
struct Bench {
    name: &'static str,
    time: Time,
    here: App,
    /// Where games are kept by several servers, another one.
    there: Option<App>,
    _folder: Folder,
}

fn settings(time: &Time) -> Settings {
    Settings { time: time.clone(), ..Settings::default() }
}

async fn benches() -> Vec<Bench> {
    let (time, folder) = (Time::default(), Folder::new());
    let here = App::at(&Place::File(folder.file()), settings(&time));
    let mut all = vec![Bench { name: "file", time, here, there: None, _folder: folder }];
    if let Some(cluster) = throwaway::shared() {
        let (time, place) = (Time::default(), Place::Postgres(cluster.database()));
        let (here, there) = (App::at(&place, settings(&time)), App::at(&place, settings(&time)));
        all.push(Bench { name: "PostgreSQL", time, here, there: Some(there), _folder: Folder::new() });
    }
    // They hear of each other.
    for app in all.iter().flat_map(|bench| std::iter::once(&bench.here).chain(&bench.there)) {
        app.listen().await;
    }
    all
}

impl Bench {
    /// The other server, where there is one.
    fn there(&self) -> &App {
        self.there.as_ref().unwrap_or(&self.here)
    }

    /// Time goes by while the servers run.
    async fn passes(&self, time: Duration) {
        let mut left = time;
        while !left.is_zero() {
            let step = left.min(30 * SECOND).max(left / 200);
            self.time.forward(step);
            left -= step;
            self.look().await;
        }
    }

    /// All servers look at the clocks.
    async fn look(&self) {
        self.here.games.look_at_clocks().await.unwrap();
        self.there().games.look_at_clocks().await.unwrap();
    }

    /// What everybody is told of the clock, once both servers tell the same.
    async fn clock(&self, game: &Game) -> Value {
        for _ in 0..300 {
            let (near, far) =
                (self.here.table(&game.id, None).await, self.there().table(&game.id, None).await);
            let (near, far) = (near["clock"].clone(), far["clock"].clone());
            let same = ["running", "resting", "says", "away"].iter().all(|key| near[key] == far[key]);
            if same
                && (near["left"] == Value::Null || (left(&near, "union") - left(&far, "union")).abs() <= 1)
            {
                return near;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{}: the servers do not agree", self.name);
    }

    async fn order(&self, app: &App, game: &Game, side: &str, order: &str) -> (StatusCode, Value) {
        let seq = app.seq(&game.id).await;
        let body = json!({"seq": seq, "orders": [order]});
        app.post(&format!("/games/{}/orders", game.id), Some(game.token(side)), body).await
    }
}

/// Seconds that a side has left.
fn left(clock: &Value, side: &str) -> i64 {
    (clock["left"][side].as_i64().unwrap_or_else(|| panic!("{clock}")) + 999) / 1000
}

/// A member who can be reached, so that what is to be told is kept until it is told.
async fn member(app: &App, name: &str) -> String {
    let token = app.ok("/me", None, json!({"name": name})).await["token"].as_str().unwrap().to_owned();
    let hook = json!({"kind": "json", "address": "https://hooks.example.org/hardtack"});
    app.ok("/me/hooks", Some(&token), hook).await;
    token
}

/// A game of two guests on these terms.
async fn begin(app: &App, terms: Value) -> Game {
    begin_as(app, terms, None, None).await
}

/// A game of two members.
async fn members(app: &App, terms: Value) -> Game {
    let (ann, bob) = (member(app, "Ann").await, member(app, "Bob").await);
    let game = begin_as(app, terms, Some(ann), Some(bob)).await;
    app.ok(&format!("/games/{}/seen", game.id), Some(&game.union), json!({})).await;
    game
}

async fn begin_as(app: &App, terms: Value, union: Option<String>, confederate: Option<String>) -> Game {
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "friend"}});
    let new = json!({"scenario": "meadow", "seats": seats, "terms": terms, "name": "Ann"});
    let begun = app.ok("/games", union.as_deref(), new).await;
    let join = json!({"invitation": begun["invitations"]["confederate"], "name": "Bob"});
    let joined = app.ok("/join", confederate.as_deref(), join).await;
    let text = |own: Option<String>, told: &Value| own.unwrap_or_else(|| told.as_str().unwrap().to_owned());
    Game {
        id: begun["id"].as_str().unwrap().to_owned(),
        union: text(union, &begun["token"]),
        confederate: text(confederate, &joined["token"]),
    }
}

/// Both hide their camps; who is asked then.
async fn camped(bench: &Bench, game: &Game) -> &'static str {
    assert_eq!(bench.order(&bench.here, game, "union", "camp 0101").await.0, StatusCode::OK);
    // At the same server: two of them, asked within a moment, may write down in any order whom to call.
    assert_eq!(bench.order(&bench.here, game, "confederate", "camp 0606").await.0, StatusCode::OK);
    asked(&bench.here, game).await
}

async fn asked(app: &App, game: &Game) -> &'static str {
    match app.table(&game.id, None).await["standing"]["waiting"]["seats"][0].as_str() {
        Some("union") => "union",
        _ => "confederate",
    }
}

fn other(side: &str) -> &'static str {
    if side == "union" { "confederate" } else { "union" }
}

fn days(days: u32) -> Value {
    json!({"clock": {"kind": "days", "days": days}})
}

fn evening(minutes: u32, seconds: u32) -> Value {
    json!({"clock": {"kind": "evening", "minutes": minutes, "seconds": seconds}})
}

/// Who is to be told what, once it is so.
async fn noted(app: &App, wanted: &[(&str, &str)]) {
    let mut found = Vec::new();
    for _ in 0..500 {
        let select = "SELECT person.name, notice.kind FROM notice JOIN person ON person.id = notice.person
                      ORDER BY person.name, notice.kind";
        let rows = app.games.store().base().read(move |sql| sql.query(select, &[])).await.unwrap();
        found = rows.iter().map(|row| (row.text(0).unwrap(), row.text(1).unwrap())).collect();
        if found.iter().map(|(who, kind)| (who.as_str(), kind.as_str())).eq(wanted.iter().copied()) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{found:?} instead of {wanted:?}");
}

/// Until somebody is to be told something, or need not be any more: servers write that down after they have answered.
async fn called(app: &App, who: &'static str, kind: &'static str, is: bool) {
    for _ in 0..500 {
        let select = "SELECT count(*) FROM notice JOIN person ON person.id = notice.person
                      WHERE person.name = ?1 AND notice.kind = ?2";
        let read = move |sql: &mut dyn Sql| sql.number(select, &[who.into(), kind.into()]);
        if (app.games.store().base().read(read).await.unwrap() > 0) == is {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{who}, {kind}: not {is}");
}

#[tokio::test]
async fn terms_that_cannot_be_are_refused() {
    let app = App::new();
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "friend"}});
    let alone = json!({"union": {"kind": "me"}, "confederate": {"kind": "computer"}});
    let nobody =
        json!({"clock": {"kind": "days", "days": 3}, "over": {"kind": "computer", "officer": "nobody"}});
    for (terms, seats, status) in [
        (days(0), &seats, StatusCode::BAD_REQUEST),
        (days(31), &seats, StatusCode::BAD_REQUEST),
        (evening(0, 0), &seats, StatusCode::BAD_REQUEST),
        (evening(60, 9_999), &seats, StatusCode::BAD_REQUEST),
        (nobody, &seats, StatusCode::NOT_FOUND),
        (days(3), &alone, StatusCode::BAD_REQUEST),
        (json!({"clock": {"kind": "sand"}}), &seats, StatusCode::BAD_REQUEST),
        (json!({}), &alone, StatusCode::OK),
        (days(30), &seats, StatusCode::OK),
    ] {
        let (got, told) =
            app.post("/games", None, json!({"scenario": "meadow", "seats": seats, "terms": terms})).await;
        assert_eq!(got, status, "{terms}: {told}");
    }
    let game = app.two_players("meadow").await;
    assert_eq!(app.table(&game.id, None).await["clock"], Value::Null, "without terms there is no clock");
}

#[tokio::test]
async fn time_runs_from_when_both_are_there_and_passes_with_the_decision() {
    for bench in benches().await {
        let app = &bench.here;
        let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "friend"}});
        let new = json!({"scenario": "meadow", "seats": seats, "terms": evening(60, 10)});
        let begun = app.ok("/games", None, new).await;
        let id = begun["id"].as_str().unwrap();
        bench.passes(10 * MINUTE).await;
        let alone = app.table(id, None).await["clock"].clone();
        assert_eq!((&alone["running"], left(&alone, "union")), (&json!([]), 3600), "nobody sits across yet");
        let joined = app.ok("/join", None, json!({"invitation": begun["invitations"]["confederate"]})).await;
        let text = |told: &Value| told.as_str().unwrap().to_owned();
        let game =
            Game { id: id.to_owned(), union: text(&begun["token"]), confederate: text(&joined["token"]) };
        assert_eq!(bench.clock(&game).await["running"], json!(["union", "confederate"]), "{}", bench.name);
        bench.passes(5 * MINUTE).await;
        let side = camped(&bench, &game).await;
        let clock = bench.clock(&game).await;
        assert_eq!(clock["running"], json!([side]));
        // The Union handed over first and was given ten seconds; who camped last handed over only if the other walks first.
        bench.passes(10 * MINUTE).await;
        assert!(
            (left(&bench.clock(&game).await, side) - (left(&clock, side) - 600)).abs() <= 1,
            "{}",
            bench.name
        );
        assert_eq!(left(&bench.clock(&game).await, other(side)), left(&clock, other(side)));
        assert_eq!(bench.order(bench.there(), &game, side, "end").await.0, StatusCode::OK);
        let after = bench.clock(&game).await;
        assert_eq!(after["running"], json!([other(side)]));
        assert!((left(&after, side) - (left(&clock, side) - 590)).abs() <= 1, "ten seconds for handing over");
    }
}

#[tokio::test]
async fn who_has_no_time_left_cannot_order_and_the_game_rests() {
    for bench in benches().await {
        let game = members(&bench.here, evening(10, 0)).await;
        let side = camped(&bench, &game).await;
        bench.passes(10 * MINUTE).await;
        bench.look().await;
        let clock = bench.clock(&game).await;
        assert_eq!((&clock["resting"], left(&clock, side)), (&json!("time"), 0), "{}", bench.name);
        assert_eq!(clock["running"], json!([]));
        let (status, told) = bench.order(bench.there(), &game, side, "end").await;
        assert_eq!((status, &told["error"]), (StatusCode::CONFLICT, &json!("resting")), "{}", bench.name);
        noted(&bench.here, &[("Ann", "asked"), ("Bob", "asked")]).await;
        // Both have to go on.
        let path = format!("/games/{}/rest", game.id);
        let one = bench.here.ok(&path, Some(game.token(side)), json!({"rest": false})).await;
        assert_eq!((&one["clock"]["says"], &one["clock"]["resting"]), (&json!([side]), &json!("time")));
        let both = bench.there().ok(&path, Some(game.token(other(side))), json!({"rest": false})).await;
        assert_eq!(both["clock"]["resting"], Value::Null);
        assert_eq!(left(&bench.clock(&game).await, side), 600, "he is given ten minutes");
        assert_eq!(bench.order(bench.there(), &game, side, "end").await.0, StatusCode::OK);
    }
}

#[tokio::test]
async fn an_order_that_comes_too_late_is_refused_before_anybody_has_looked() {
    for bench in benches().await {
        let game = begin(&bench.here, days(2)).await;
        let side = camped(&bench, &game).await;
        bench.time.forward(2 * DAY + SECOND);
        let (status, told) = bench.order(&bench.here, &game, side, "end").await;
        assert_eq!((status, &told["error"]), (StatusCode::CONFLICT, &json!("out-of-time")), "{}", bench.name);
        assert_eq!(bench.clock(&game).await["resting"], "time");
        assert_eq!(bench.order(bench.there(), &game, side, "end").await.1["error"], "resting");
    }
}

#[tokio::test]
async fn a_computer_player_takes_the_seat_of_who_has_no_time_left() {
    for bench in benches().await {
        let terms =
            json!({"clock": {"kind": "days", "days": 1}, "over": {"kind": "computer", "officer": "random"}});
        let game = members(&bench.here, terms).await;
        let side = camped(&bench, &game).await;
        bench.time.forward(DAY + MINUTE);
        // All look at once: one of them does it.
        let (one, two) =
            tokio::join!(bench.here.games.look_at_clocks(), bench.there().games.look_at_clocks());
        one.and(two).unwrap();
        bench.clock(&game).await;
        let mut table = Value::Null;
        // The other server hears of it a moment later.
        for _ in 0..500 {
            table = bench.there().table(&game.id, Some(game.token(other(side)))).await;
            if table["seats"][side]["kind"] == "computer" {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(table["seats"][side]["kind"], "computer", "{}", bench.name);
        assert_eq!(table["seats"][side]["name"], "Random orders");
        assert_eq!(table["clock"]["running"], json!([]), "a computer's time never counts");
        let his = bench.here.table(&game.id, Some(game.token(side))).await;
        assert_eq!(his["you"], json!([]), "he has no seat any more");
        let (name, rival) = if side == "union" { ("Ann", "Bob") } else { ("Bob", "Ann") };
        let mut wanted = vec![(name, "clock-low"), (rival, "seat-taken")];
        wanted.sort_unstable();
        let mut told = Vec::new();
        for _ in 0..300 {
            let select =
                "SELECT person.name, notice.kind FROM notice JOIN person ON person.id = notice.person
                          WHERE kind <> 'your-turn' ORDER BY person.name";
            let rows = bench.here.games.store().base().read(move |sql| sql.query(select, &[])).await.unwrap();
            told = rows.iter().map(|row| (row.text(0).unwrap(), row.text(1).unwrap())).collect::<Vec<_>>();
            if told.len() == 2 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert!(told.iter().map(|(who, kind)| (who.as_str(), kind.as_str())).eq(wanted), "{told:?}");
    }
}

#[tokio::test]
async fn a_game_is_lost_by_who_has_no_time_left() {
    for bench in benches().await {
        let terms = json!({"clock": {"kind": "evening", "minutes": 5}, "over": {"kind": "resign"}});
        let game = members(&bench.here, terms).await;
        let side = camped(&bench, &game).await;
        bench.passes(5 * MINUTE).await;
        bench.look().await;
        for app in [&bench.here, bench.there()] {
            let table = app.table(&game.id, None).await;
            assert_eq!(
                table["standing"]["over"]["winner"],
                other(side),
                "{}: {}",
                bench.name,
                table["standing"]
            );
            assert_eq!(table["clock"]["running"], json!([]));
            assert_eq!(table["seq"], 3, "it is written down once");
        }
        noted(&bench.here, &[("Ann", "game-over"), ("Bob", "game-over")]).await;
        let (status, told) = bench.order(&bench.here, &game, side, "end").await;
        assert_eq!((status, &told["error"]), (StatusCode::CONFLICT, &json!("over")));
    }
}

#[tokio::test]
async fn an_evenings_clock_stands_while_no_server_runs_and_a_days_clock_does_not() {
    for bench in benches().await {
        let (quick, slow) = (begin(&bench.here, evening(60, 0)).await, begin(&bench.here, days(3)).await);
        bench.passes(5 * MINUTE).await;
        let before = bench.clock(&quick).await;
        // Nobody looks at the clocks for a night.
        bench.time.forward(9 * HOUR);
        bench.look().await;
        let after = bench.clock(&quick).await;
        assert!(
            (left(&after, "union") - left(&before, "union")).abs() <= 31,
            "{}: {before} {after}",
            bench.name
        );
        assert_eq!(after["running"], json!(["union", "confederate"]));
        let gone = 3 * 86_400 - left(&bench.clock(&slow).await, "union");
        assert!((gone - 9 * 3600 - 300).abs() <= 2, "{gone}");
        // An order may come before anybody has looked.
        bench.time.forward(9 * HOUR);
        assert_eq!(bench.order(&bench.here, &quick, "union", "camp 0101").await.0, StatusCode::OK);
        let last = bench.clock(&quick).await;
        assert!((left(&last, "union") - left(&before, "union")).abs() <= 62, "{last}");
    }
}

#[tokio::test]
async fn a_clock_is_the_same_after_the_server_was_stopped() {
    let (time, folder) = (Time::default(), Folder::new());
    let place = Place::File(folder.file());
    let app = App::at(&place, settings(&time));
    let game = begin(&app, days(3)).await;
    app.order(&game.id, &game.union, &["camp 0101"]).await;
    time.forward(DAY);
    let before = app.table(&game.id, None).await["clock"].clone();
    app.games.close().await.unwrap();
    let copy = Folder::new();
    std::fs::copy(folder.file(), copy.file()).unwrap();
    let again = App::at(&Place::File(copy.file()), settings(&time));
    let after = again.table(&game.id, None).await["clock"].clone();
    assert_eq!((&after["running"], left(&after, "confederate")), (&json!(["confederate"]), 2 * 86_400));
    assert!((left(&after, "confederate") - left(&before, "confederate")).abs() <= 1);
    assert_eq!(after["terms"], before["terms"]);
    let row =
        again.ok("/games/mine", None, json!({"tokens": [game.union.as_str()]})).await["games"][0].clone();
    assert_eq!(row["clock"]["running"], json!(["confederate"]), "the list of games tells it too");
}

#[tokio::test]
async fn little_time_is_told_once_and_not_after_the_decision() {
    for bench in benches().await {
        let game = members(&bench.here, days(2)).await;
        let side = camped(&bench, &game).await;
        let (name, rival) = if side == "union" { ("Ann", "Bob") } else { ("Bob", "Ann") };
        let app = &bench.here;
        // What is written down later than the order it is about must not come after it was seen. Bob, who hid his camp last, is
        // not called to what he has before him.
        if name == "Ann" {
            noted(app, &[(name, "your-turn")]).await;
        }
        for token in [&game.union, &game.confederate] {
            app.ok(&format!("/games/{}/seen", game.id), Some(token), json!({})).await;
        }
        noted(app, &[]).await;
        bench.time.forward(DAY);
        bench.look().await;
        noted(app, &[]).await;
        bench.time.forward(12 * HOUR);
        bench.look().await;
        noted(app, &[(name, "clock-low")]).await;
        app.ok(&format!("/games/{}/seen", game.id), Some(game.token(side)), json!({})).await;
        bench.look().await;
        noted(app, &[]).await;
        bench.order(app, &game, side, "end").await;
        noted(app, &[(rival, "your-turn")]).await;
    }
}

#[tokio::test]
async fn taking_back_gives_no_time() {
    for bench in benches().await {
        let game = begin(&bench.here, evening(60, 30)).await;
        let side = camped(&bench, &game).await;
        let before = left(&bench.clock(&game).await, side);
        for _ in 0..3 {
            bench.passes(MINUTE).await;
            assert_eq!(bench.order(&bench.here, &game, side, "end").await.0, StatusCode::OK);
            let seq = bench.here.seq(&game.id).await;
            let undo = format!("/games/{}/undo", game.id);
            let done = bench.here.ok(&undo, Some(game.token(side)), json!({"seq": seq})).await;
            if done["done"] == false {
                let answer = json!({"seq": seq, "agree": true});
                bench.here.ok(&format!("{undo}/answer"), Some(game.token(other(side))), answer).await;
            }
        }
        let after = bench.clock(&game).await;
        assert_eq!(after["running"], json!([side]));
        assert!((before - 180 - left(&after, side)).abs() <= 2, "{}: {before} {after}", bench.name);
    }
}

#[tokio::test]
async fn a_game_rests_when_both_want_it() {
    for bench in benches().await {
        let game = members(&bench.here, evening(60, 0)).await;
        let side = camped(&bench, &game).await;
        let path = format!("/games/{}/rest", game.id);
        let (here, there) = (&bench.here, bench.there());
        let wants = |app: &'static str, who: &'static str, rest: bool| {
            let (app, path, token) =
                (if app == "here" { here } else { there }, path.clone(), game.token(who).to_owned());
            async move { app.ok(&path, Some(&token), json!({"rest": rest})).await["clock"].clone() }
        };
        assert_eq!(wants("here", "union", true).await["says"], json!(["union"]));
        called(here, "Bob", "asked", true).await;
        assert_eq!(wants("there", "confederate", false).await["says"], json!([]), "he does not");
        called(here, "Bob", "asked", false).await;
        wants("here", "union", true).await;
        called(here, "Bob", "asked", true).await;
        assert_eq!(bench.clock(&game).await["resting"], Value::Null);
        assert_eq!(wants("there", "confederate", true).await["resting"], "agreed");
        let before = bench.clock(&game).await;
        bench.passes(3 * HOUR).await;
        assert_eq!(bench.clock(&game).await["left"], before["left"], "{}: both clocks stand", bench.name);
        assert_eq!(bench.order(here, &game, side, "end").await.1["error"], "resting");
        noted(here, &[]).await;
        wants("here", "confederate", false).await;
        wants("here", "union", false).await;
        assert_eq!(bench.clock(&game).await["running"], json!([side]));
        assert_eq!(bench.order(there, &game, side, "end").await.0, StatusCode::OK);
        let (status, _) = here.post(&path, None, json!({"rest": true})).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "who only watches wants nothing");
        // Without a clock too; against a computer player there is nothing to agree on.
        let plain = here.two_players("meadow").await;
        let path = format!("/games/{}/rest", plain.id);
        here.ok(&path, Some(&plain.union), json!({"rest": true})).await;
        let rests = here.ok(&path, Some(&plain.confederate), json!({"rest": true})).await;
        assert_eq!((&rests["clock"]["resting"], &rests["clock"]["terms"]), (&json!("agreed"), &Value::Null));
        let (alone, token) = here.alone(json!({"kind": "computer"})).await;
        let (status, _) =
            here.post(&format!("/games/{alone}/rest"), Some(&token), json!({"rest": true})).await;
        assert_eq!(status, StatusCode::CONFLICT);
    }
}

#[tokio::test]
async fn days_off_do_not_count_and_are_seen() {
    for bench in benches().await {
        let game = members(&bench.here, days(3)).await;
        let side = camped(&bench, &game).await;
        let his = game.token(side);
        let now = bench.time.now() / 1000;
        let day = 86_400;
        let off = |from: i64, to: i64| json!({"starts": now + from * day, "ends": now + to * day});
        let (here, there) = (&bench.here, bench.there());
        assert_eq!(here.post("/me/holidays", Some(his), off(0, 31)).await.0, StatusCode::CONFLICT);
        assert_eq!(here.post("/me/holidays", Some(his), off(3, 2)).await.0, StatusCode::BAD_REQUEST);
        assert_eq!(here.post("/me/holidays", Some(his), off(400, 402)).await.0, StatusCode::BAD_REQUEST);
        let kept = here.ok("/me/holidays", Some(his), off(1, 11)).await;
        assert_eq!(kept.as_array().unwrap().len(), 1);
        assert_eq!(here.post("/me/holidays", Some(his), off(5, 12)).await.0, StatusCode::CONFLICT);
        assert_eq!(here.post("/me/holidays", Some(his), off(20, 41)).await.0, StatusCode::CONFLICT);
        bench.time.forward(5 * DAY);
        bench.look().await;
        let clock = bench.clock(&game).await;
        assert!((left(&clock, side) - 2 * day).abs() <= 2, "{}: {clock}", bench.name);
        assert_eq!(clock["away"][side].as_i64(), Some(now + 11 * day), "the other one sees it");
        let nudged =
            here.post(&format!("/games/{}/nudge", game.id), Some(game.token(other(side))), json!({})).await;
        assert!(nudged.1["message"].as_str().unwrap().ends_with("is on holiday"), "{nudged:?}");
        // He comes back early: his time runs on.
        let id = kept[0]["id"].as_str().unwrap();
        let path = format!("/me/holidays/{id}");
        let (status, _) = there.send(Method::DELETE, &path, Some(his), None).await;
        assert_eq!(status, StatusCode::OK);
        bench.time.forward(DAY + HOUR);
        let clock = bench.clock(&game).await;
        assert!((left(&clock, side) - 23 * 3600).abs() <= 3, "{}: {clock}", bench.name);
        assert_eq!(clock["away"][side], Value::Null);
        bench.time.forward(DAY);
        bench.look().await;
        assert_eq!(bench.clock(&game).await["resting"], "time");
    }
}

#[tokio::test]
async fn who_waits_may_call_the_other_now_and_then() {
    for bench in benches().await {
        let game = members(&bench.here, json!({})).await;
        let side = camped(&bench, &game).await;
        let (here, path) = (&bench.here, format!("/games/{}/nudge", game.id));
        let rival = other(side);
        for token in [&game.union, &game.confederate] {
            here.ok(&format!("/games/{}/seen", game.id), Some(token), json!({})).await;
        }
        noted(here, &[]).await;
        assert_eq!(
            here.post(&path, Some(game.token(side)), json!({})).await.0,
            StatusCode::CONFLICT,
            "his turn"
        );
        let name = if side == "union" { "Ann" } else { "Bob" };
        let mut stream = here.stream(&game.id, Some(game.token(side))).await;
        stream.next().await;
        let opened = tokio::spawn(async move { stream.next().await });
        let present = "SELECT count(*) FROM presence";
        while here.games.store().base().read(move |sql| sql.number(present, &[])).await.unwrap() == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let (status, told) = here.post(&path, Some(game.token(rival)), json!({})).await;
        assert_eq!(status, StatusCode::CONFLICT);
        assert!(told["message"].as_str().unwrap().contains("has the game open"), "{told}");
        opened.abort();
        // Whose last page is closed is not there any more.
        while here.games.store().base().read(move |sql| sql.number(present, &[])).await.unwrap() > 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        here.ok(&path, Some(game.token(rival)), json!({})).await;
        noted(here, &[(name, "your-turn")]).await;
        let (status, told) = bench.there().post(&path, Some(game.token(rival)), json!({})).await;
        assert_eq!(status, StatusCode::CONFLICT, "{told}");
        assert!(told["message"].as_str().unwrap().contains("not long ago"), "{told}");
        bench.time.forward(12 * HOUR);
        bench.there().ok(&path, Some(game.token(rival)), json!({})).await;
        let guests = here.two_players("meadow").await;
        let (status, _) =
            here.post(&format!("/games/{}/nudge", guests.id), Some(&guests.union), json!({})).await;
        assert_eq!(status, StatusCode::CONFLICT);
    }
}

#[tokio::test]
async fn a_guest_carries_his_seat_to_another_browser_by_a_link_that_works_once() {
    let app = App::new();
    let game = begin(&app, days(3)).await;
    let made = app.ok(&format!("/games/{}/seat-link", game.id), Some(&game.union), json!({})).await;
    assert!(made["qr"].as_str().unwrap().starts_with("<svg"));
    let word = made["link"].as_str().unwrap().split_once("/seat#").unwrap().1;
    let opened = app.ok("/seat", None, json!({"word": word})).await;
    assert_eq!((&opened["id"], &opened["you"]), (&json!(game.id), &json!(["union"])));
    let there = opened["token"].as_str().unwrap();
    assert_eq!(app.table(&game.id, Some(there)).await["you"], json!(["union"]));
    assert_eq!(app.table(&game.id, Some(&game.union)).await["you"], json!(["union"]), "and here still");
    assert_eq!(app.post("/seat", None, json!({"word": word})).await.0, StatusCode::FORBIDDEN, "once");
    assert_eq!(app.post("/seat", None, json!({"word": "nonsense"})).await.0, StatusCode::FORBIDDEN);
    let watcher = app.post(&format!("/games/{}/seat-link", game.id), None, json!({})).await;
    assert_eq!(watcher.0, StatusCode::FORBIDDEN);
    let ann = member(&app, "Ann").await;
    app.ok("/me/seats", Some(&ann), json!({"tokens": [game.union.as_str()]})).await;
    let (status, _) = app.post(&format!("/games/{}/seat-link", game.id), Some(&ann), json!({})).await;
    assert_eq!(status, StatusCode::CONFLICT, "a member signs in there instead");
    // What the database keeps of a link does not open the seat.
    app.ok(&format!("/games/{}/seat-link", game.id), Some(&game.confederate), json!({})).await;
    let kept = app.games.store().base().read(|sql| sql.query("SELECT value FROM pass", &[])).await.unwrap();
    assert!(kept.iter().all(|row| !row.text(0).unwrap().contains(&game.confederate)));
}
