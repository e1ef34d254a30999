//! A client that cheats gets nowhere: every trick is refused and leaves the game as it was.

mod common;

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use common::{App, Game};
use serde_json::{Value, json};

/// Everything anybody can see of a game, to see that nothing changed.
async fn everything(app: &App, game: &Game) -> Vec<Vec<u8>> {
    let mut seen = Vec::new();
    for token in [Some(game.union.as_str()), Some(game.confederate.as_str()), None] {
        seen.push(app.get_bytes(&format!("/games/{}", game.id), token).await);
        seen.push(app.get_bytes(&format!("/games/{}/log", game.id), token).await);
    }
    seen
}

async fn refused(app: &App, game: &Game, token: Option<&str>, body: Value, trick: &str) {
    let (status, answer) = app.post(&format!("/games/{}/orders", game.id), token, body).await;
    assert!(status.is_client_error(), "{trick}: {status} {answer}");
    assert!(answer["error"].is_string() && answer["message"].is_string(), "{trick}: {answer}");
}

/// Orders nobody listed: words of other decisions, other pieces, other places, and noise.
fn unlisted(cards: &[Value]) -> Vec<String> {
    let listed: Vec<&str> = cards.iter().filter_map(|c| c["order"].as_str()).collect();
    let mut tries: Vec<String> = [
        "stand",
        "run",
        "end",
        "walk Abner 0606",
        "walk Xenia 0101",
        "walk  0101",
        "",
        "camp 9999",
        "camp",
        "CAMP 0101",
        "walk Abner 0301 ",
        "end\nend",
        "\u{0}",
        "walk 🐴 0101",
    ]
    .map(String::from)
    .to_vec();
    tries.extend((1..=6).flat_map(|r| (1..=6).map(move |c| format!("walk Buford {r:02}{c:02}"))));
    tries.retain(|order| !listed.contains(&order.as_str()));
    tries
}

#[tokio::test]
async fn no_trick_works_at_any_decision_of_a_game() {
    let app = App::new();
    let game = app.two_players("meadow").await;
    let stranger = app.two_players("meadow").await;
    let path = format!("/games/{}/orders", game.id);
    let mut last = (String::new(), Value::Null);
    for turn in 0..40 {
        let table = app.table(&game.id, None).await;
        let Some(side) = table["standing"]["waiting"]["seats"][0].as_str() else { break };
        let alone = table["standing"]["waiting"]["seats"].as_array().unwrap().len() == 1;
        let (own, other) =
            (game.token(side), game.token(if side == "union" { "confederate" } else { "union" }));
        let seq = table["seq"].as_u64().unwrap();
        let cards = app.table(&game.id, Some(own)).await["cards"].as_array().unwrap().clone();
        let legal = cards[turn * 5 % cards.len()]["order"].clone();
        let before = everything(&app, &game).await;
        let good = json!({"seq": seq, "orders": [legal]});
        if alone {
            refused(&app, &game, Some(other), good.clone(), "the other seat").await;
        }
        let named = json!({"seq": seq, "orders": [legal], "seat": side});
        refused(&app, &game, Some(other), named, "the other seat, named").await;
        refused(&app, &game, None, good.clone(), "no token").await;
        refused(&app, &game, Some(&stranger.union), good.clone(), "another game's token").await;
        refused(&app, &game, Some(""), good.clone(), "an empty token").await;
        for moment in [seq + 1, seq.wrapping_sub(1), u64::MAX] {
            if moment.wrapping_add(1) == seq && last == (side.to_owned(), legal.clone()) {
                continue; // Asked for again, not for another moment.
            }
            let stale = json!({"seq": moment, "orders": [legal]});
            refused(&app, &game, Some(own), stale, "another moment").await;
        }
        for order in unlisted(&cards) {
            let body = json!({"seq": seq, "orders": [order]});
            refused(&app, &game, Some(own), body, &format!("unlisted `{order}`")).await;
        }
        refused(&app, &game, Some(own), json!({"seq": seq, "orders": []}), "no order").await;
        refused(&app, &game, Some(own), json!({"seq": seq, "orders": vec!["end"; 501]}), "too many").await;
        for mangled in mangled(&good) {
            let (status, _) = app.send(Method::POST, &path, Some(own), Some(mangled.clone())).await;
            assert!(status.is_client_error(), "{status}: {}", String::from_utf8_lossy(&mangled));
        }
        assert!(everything(&app, &game).await == before, "something changed at {seq}");
        app.ok(&path, Some(own), good).await;
        last = (side.to_owned(), legal);
    }
    assert!(app.seq(&game.id).await > 20, "the game was long enough to try much");
}

/// The request cut short at every byte, with wrong types, and not JSON at all.
fn mangled(good: &Value) -> Vec<Vec<u8>> {
    let bytes = good.to_string().into_bytes();
    let mut all: Vec<Vec<u8>> = (0..bytes.len()).map(|n| bytes[..n].to_vec()).collect();
    all.extend(
        [
            &b"[]"[..],
            b"null",
            b"{\"seq\":\"0\",\"orders\":[\"end\"]}",
            b"{\"seq\":-1,\"orders\":[\"end\"]}",
            b"{\"seq\":0,\"orders\":\"end\"}",
            b"{\"seq\":0,\"orders\":[7]}",
            b"\xff\xfe",
            b"{\"orders\":[\"end\"]}",
        ]
        .map(<[u8]>::to_vec),
    );
    all.push(vec![b'['; 100_000]);
    all.push(vec![b' '; 300_000]);
    all
}

#[tokio::test]
async fn secrets_of_a_game_are_not_for_asking() {
    let app = App::new();
    let game = app.two_players("meadow").await;
    let ask = json!({"ask": "strengths"});
    let (status, _) = app.post(&format!("/games/{}/ask", game.id), Some(&game.union), ask.clone()).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let (id, token) = app.alone(json!({"kind": "me"})).await;
    let known = app.ok(&format!("/games/{id}/ask"), Some(&token), ask).await;
    assert_eq!(known[0], json!([2, 2, 2]), "who plays both sides knows both");
}

#[tokio::test]
async fn what_is_not_there_is_said_to_be_so() {
    let app = App::new();
    for path in
        ["/games/nothing", "/scenarios/nothing", "/rules/nothing", "/nothing", "/games/nothing/stream"]
    {
        let (status, body) = app.send(Method::GET, path, None, None).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert!(serde_json::from_slice::<Value>(&body).unwrap()["message"].is_string(), "{path}");
    }
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "computer", "officer": "nobody"}});
    let (status, _) = app.post("/games", None, json!({"scenario": "meadow", "seats": seats})).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

/// A small generator: which order is picked matters to nobody, but the test is the same every time.
struct Pick(u64);

impl Pick {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// A game of the product in play, and what a cheat has learnt of it.
struct Cheated {
    app: App,
    game: Game,
    stranger: Game,
    pick: Pick,
    /// Every order that was ever legal.
    words: BTreeSet<String>,
    /// The last order that was given, and whose.
    last: (String, Value),
}

impl Cheated {
    /// Plays a random game to its end; at every decision everything is tried before the legal order is given.
    async fn play(mut self) -> usize {
        let mut seq = 0;
        let mut legal = self.first_orders().await;
        while let Some((side, orders)) = legal.as_object().and_then(|seats| seats.iter().next()) {
            let (side, orders) = (side.clone(), orders.as_array().unwrap().clone());
            let order = orders[self.pick.below(orders.len())].clone();
            self.words.extend(orders.iter().filter_map(Value::as_str).map(str::to_owned));
            self.tricks(&side, seq, &order, &orders).await;
            let body = json!({"seq": seq, "seat": side, "orders": [order], "list": true});
            let token = self.game.token(&side).to_owned();
            let done = self.app.ok(&format!("/games/{}/orders", self.game.id), Some(&token), body).await;
            seq = done["seq"].as_u64().unwrap();
            self.last = (side, order);
            legal = self.legal_now(done).await;
        }
        let over = self.app.table(&self.game.id, None).await;
        assert!(over["standing"]["over"].is_object(), "{}", over["standing"]);
        seq as usize
    }

    async fn first_orders(&self) -> Value {
        let mut legal = serde_json::Map::new();
        for side in ["union", "confederate"] {
            let table = self.app.table(&self.game.id, Some(self.game.token(side))).await;
            let orders: Vec<Value> =
                table["cards"].as_array().unwrap().iter().map(|c| c["order"].clone()).collect();
            if !orders.is_empty() {
                legal.insert(side.into(), orders.into());
            }
        }
        Value::Object(legal)
    }

    /// The next legal orders: in the answer if they are the same player's, else the other is asked.
    async fn legal_now(&self, done: Value) -> Value {
        match done["legal"].as_object() {
            Some(own) if !own.is_empty() => done["legal"].clone(),
            _ => self.first_orders().await,
        }
    }

    /// What both players see. The log is long and follows from the rest: it is compared now and then.
    async fn seen(&self, seq: u64) -> Vec<Vec<u8>> {
        let mut seen = Vec::new();
        for token in [&self.game.union, &self.game.confederate] {
            seen.push(self.app.get_bytes(&format!("/games/{}", self.game.id), Some(token)).await);
            if seq.is_multiple_of(100) {
                seen.push(self.app.get_bytes(&format!("/games/{}/log", self.game.id), Some(token)).await);
            }
        }
        seen
    }

    async fn tricks(&mut self, side: &str, seq: u64, order: &Value, listed: &[Value]) {
        let before = self.seen(seq).await;
        let other = self.game.token(if side == "union" { "confederate" } else { "union" }).to_owned();
        let own = self.game.token(side).to_owned();
        let good = json!({"seq": seq, "orders": [order]});
        let named = json!({"seq": seq, "seat": side, "orders": [order]});
        for (token, body, trick) in [
            (Some(&other), &good, "the other seat"),
            (Some(&other), &named, "the other seat, named"),
            (None, &good, "no token"),
            (Some(&self.stranger.union), &good, "another game's token"),
            (Some(&self.stranger.confederate), &named, "another game's token, named"),
        ] {
            refused(&self.app, &self.game, token.map(String::as_str), body.clone(), trick).await;
        }
        for moment in [seq + 1, seq.wrapping_sub(1)] {
            if moment.wrapping_add(1) == seq && self.last == (side.to_owned(), order.clone()) {
                continue; // Asked for again, not for another moment.
            }
            let stale = json!({"seq": moment, "orders": [order]});
            refused(&self.app, &self.game, Some(&own), stale, "another moment").await;
        }
        for order in self.unlisted(side, listed).await {
            let body = json!({"seq": seq, "orders": [order]});
            refused(&self.app, &self.game, Some(&own), body, &format!("unlisted `{order}`")).await;
        }
        let bytes = good.to_string().into_bytes();
        let cut = bytes[..self.pick.below(bytes.len())].to_vec();
        let wrong = json!({"seq": seq, "orders": order}).to_string().into_bytes();
        let path = format!("/games/{}/orders", self.game.id);
        for mangled in [cut, wrong] {
            let (status, _) = self.app.send(Method::POST, &path, Some(&own), Some(mangled.clone())).await;
            assert!(status.is_client_error(), "{status}: {}", String::from_utf8_lossy(&mangled));
        }
        assert!(self.seen(seq).await == before, "something changed at {seq}");
    }

    /// Orders that were legal at some other decision, and noise. On a table of inches the list is a choice
    /// of poses, not all of them: there what the rules would allow is no trick.
    async fn unlisted(&mut self, side: &str, listed: &[Value]) -> Vec<String> {
        let known: Vec<String> =
            self.words.iter().filter(|w| !listed.iter().any(|l| l == w.as_str())).cloned().collect();
        let mut tries = vec!["".to_owned(), "attack".to_owned(), format!("{} ", "x".repeat(300))];
        for _ in 0..4.min(known.len()) {
            let word = &known[self.pick.below(known.len())];
            let path = format!("/games/{}/check", self.game.id);
            let body = json!({"order": word, "seat": side});
            if !self.app.post(&path, Some(self.game.token(side)), body).await.0.is_success() {
                tries.push(word.clone());
            }
        }
        tries
    }
}

/// On hexes the list is complete: whatever is not on it must be refused.
async fn real_games(scenario: &str, games: u64) {
    let mut decisions = 0;
    for number in 1..=games {
        let app = App::real();
        let game = app.two_players(scenario).await;
        let stranger = app.two_players(scenario).await;
        let cheated = Cheated {
            app,
            game,
            stranger,
            pick: Pick(1863 * number),
            words: BTreeSet::new(),
            last: Default::default(),
        };
        decisions += cheated.play().await;
    }
    assert!(decisions > 100, "{scenario}: {decisions} decisions are too few to try much");
}

#[tokio::test]
async fn no_trick_works_in_great_campaigns() {
    real_games("lesson-spring-hill", 12).await;
}

#[tokio::test]
async fn no_trick_works_in_the_last_full_measure() {
    real_games("rummels-farm", 1).await;
}

#[tokio::test]
async fn no_trick_works_in_volley_and_bayonet() {
    real_games("lesson-henry-hill", 1).await;
}
