//! What is hidden from a seat does not change a byte of what it is sent.

mod common;

use std::sync::Arc;

use common::{App, Folder, Game, Meadows};
use serde_json::{Value, json};
use server::{BuiltIn, Staff};

/// Two servers with the same game, token for token and seed for seed; only the strengths of the
/// Confederate scouts differ, which the Union player may not know.
async fn twins(folders: &[Folder; 2]) -> ([App; 2], Game) {
    let app = App::on(&folders[0].file());
    let game = app.two_players("meadow").await;
    drop(app);
    copy(folders);
    let apps = [false, true].map(|other| App::with(&folders[other as usize].file(), Meadows { other }));
    (apps, game)
}

/// Puts everything into the one file of a server that was stopped; then there are two of it.
fn copy(folders: &[Folder; 2]) {
    let log = folders[0].file().with_extension("db-wal");
    for _ in 0..200 {
        std::thread::sleep(std::time::Duration::from_millis(20));
        if !log.exists() {
            break;
        }
        // Where the last two handles were closed at the same moment, neither has done it.
        let base = rusqlite::Connection::open(folders[0].file()).unwrap();
        base.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    }
    std::fs::copy(folders[0].file(), folders[1].file()).unwrap();
}

async fn seen_by_union(app: &App, game: &Game) -> Vec<Vec<u8>> {
    let orders = app.table(&game.id, None).await["orders"].as_u64().unwrap();
    let union = Some(game.union.as_str());
    let mut seen = Vec::new();
    for token in [union, None] {
        seen.push(app.get_bytes(&format!("/games/{}", game.id), token).await);
        seen.push(app.get_bytes(&format!("/games/{}/log", game.id), token).await);
        seen.push(app.get_bytes(&format!("/games/{}/at/{orders}", game.id), token).await);
    }
    for question in [json!({"ask": "strengths"}), json!({"ask": "nothing"})] {
        seen.push(app.post(&format!("/games/{}/ask", game.id), union, question).await.1.to_string().into());
    }
    seen.push(
        app.post(&format!("/games/{}/why", game.id), union, json!({"piece": "Xenia", "at": "0606"}))
            .await
            .1
            .to_string()
            .into(),
    );
    seen
}

#[tokio::test]
async fn a_seat_is_sent_the_same_bytes_whatever_is_hidden_from_it() {
    let folders = [Folder::new(), Folder::new()];
    let (apps, game) = twins(&folders).await;
    let mut news = [
        apps[0].stream(&game.id, Some(&game.union)).await,
        apps[1].stream(&game.id, Some(&game.union)).await,
    ];
    assert_eq!(news[0].next().await, news[1].next().await);
    // The enemy hides his camp at two different places; then both servers play the same game.
    let mut orders = vec![("confederate", ["camp 0606", "camp 0505"]), ("union", ["camp 0101"; 2])];
    orders.extend([
        ("confederate", ["walk Xenia 0204"; 2]),
        ("confederate", ["end"; 2]),
        ("union", ["end"; 2]),
    ]);
    let mut differed = false;
    for (side, order) in orders {
        let mut answers = Vec::new();
        for n in [0, 1] {
            answers.push(apps[n].order(&game.id, game.token(side), &[order[n]]).await);
        }
        assert_eq!(answers[0].0, answers[1].0);
        if side == "union" {
            assert_eq!(answers[0].1.to_string(), answers[1].1.to_string());
        }
        if answers[0].0.is_success() {
            assert_eq!(news[0].next().await, news[1].next().await, "{order:?}");
        }
        let (a, b) = (seen_by_union(&apps[0], &game).await, seen_by_union(&apps[1], &game).await);
        assert!(a == b, "after {order:?}");
        let own = |n: usize| apps[n].get_bytes_of(&game);
        differed |= own(0).await != own(1).await;
    }
    assert!(differed, "the two games do differ for the one who may know");
}

impl App {
    async fn get_bytes_of(&self, game: &Game) -> Vec<u8> {
        self.get_bytes(&format!("/games/{}", game.id), Some(&game.confederate)).await
    }
}

#[tokio::test]
async fn news_hold_the_orders_of_the_own_side_only() {
    let app = App::new();
    let game = app.two_players("meadow").await;
    let mut ann = app.stream(&game.id, Some(&game.union)).await;
    let mut bob = app.stream(&game.id, Some(&game.confederate)).await;
    ann.next().await;
    bob.next().await;
    app.order(&game.id, &game.confederate, &["camp 0606"]).await;
    let (told_ann, told_bob) = (ann.next().await, bob.next().await);
    assert!(!told_ann.contains("0606") && told_ann.contains("has hidden a camp"), "{told_ann}");
    assert!(told_bob.contains("camp 0606"), "{told_bob}");
    let line = told_ann.lines().find_map(|l| l.strip_prefix("data: ")).unwrap();
    let news: Value = serde_json::from_str(line).unwrap();
    assert_eq!(news["seq"], 1);
}

/// Two servers with the same game of Great Campaigns with Limited Intelligence.
struct Campaign {
    apps: [App; 2],
    game: Game,
    /// The side that hides its forces, and the one that must not see them.
    hider: &'static str,
    seer: &'static str,
    /// The two units that have changed places under their markers.
    swapped: [String; 2],
}

/// The whole table of a side.
async fn table_of(app: &App, game: &Game, side: &str) -> Value {
    app.table(&game.id, Some(game.token(side))).await
}

fn cards(table: &Value) -> Vec<&Value> {
    table["cards"].as_array().unwrap().iter().collect()
}

/// A hex of the hider with two units in it where markers may be put down, and those units.
fn hiding_place(table: &Value, hider: &str) -> Option<(String, [String; 2])> {
    let orders: Vec<&str> = cards(table).iter().filter_map(|c| c["order"].as_str()).collect();
    orders.iter().filter_map(|order| order.strip_prefix("marker ")).find_map(|hex| {
        let here = table["view"]["pieces"].as_array().unwrap().iter();
        let mut units = here
            .filter(|p| p["kind"] == "unit" && p["side"] == hider && p["at"] == hex)
            .map(|p| p["id"].as_str().unwrap().to_owned());
        Some((hex.to_owned(), [units.next()?, units.next()?]))
    })
}

impl Campaign {
    /// Plays to the first action, hides two units of one hex under two markers, each time the other way round.
    async fn begin(folders: &[Folder; 2]) -> Option<Campaign> {
        let open = |folder: &Folder| App::of(&folder.file(), Arc::new(BuiltIn::default()), Staff::random());
        let app = open(&folders[0]);
        let game = app.two_players("second-manassas +limited-intelligence").await;
        loop {
            let table = app.table(&game.id, Some(&game.union)).await;
            let asked = table["standing"]["waiting"]["seats"][0].as_str().unwrap().to_owned();
            let own = table_of(&app, &game, &asked).await;
            if own["standing"]["waiting"]["kind"] == "choose-action" {
                break;
            }
            let wanted = |c: &&&Value| {
                let label = c["label"].as_str().unwrap();
                label.starts_with("Done") || label.starts_with("Take the initiative")
            };
            let all = cards(&own);
            let card = all.iter().find(wanted).or(all.last()).unwrap();
            app.order(&game.id, game.token(&asked), &[card["order"].as_str().unwrap()]).await;
        }
        let asked = app.table(&game.id, None).await["standing"]["waiting"]["seats"][0].clone();
        let (hider, seer) =
            if asked == "union" { ("union", "confederate") } else { ("confederate", "union") };
        let (hex, swapped) = hiding_place(&table_of(&app, &game, hider).await, hider)?;
        for _ in 0..2 {
            let (status, told) = app.order(&game.id, game.token(hider), &[&format!("marker {hex}")]).await;
            assert!(status.is_success(), "{told}");
        }
        drop(app);
        copy(folders);
        let apps = [open(&folders[0]), open(&folders[1])];
        Some(Campaign { apps, game, hider, seer, swapped })
    }

    /// Everything the seer can get out of a server.
    async fn seen(&self, n: usize) -> Vec<String> {
        let (app, game) = (&self.apps[n], &self.game);
        let table = table_of(app, game, self.seer).await;
        let orders = table["orders"].as_u64().unwrap();
        let token = Some(game.token(self.seer));
        let mut seen = vec![table.to_string()];
        for path in [format!("/games/{}/log", game.id), format!("/games/{}/at/{orders}", game.id)] {
            seen.push(app.get(&path, token).await.to_string());
        }
        for unit in &self.swapped {
            for question in [
                json!({"ask": "reach", "unit": unit, "movement": 6}),
                json!({"ask": "extended-march", "unit": unit}),
                json!({"ask": "zoc", "side": self.hider}),
            ] {
                seen.push(app.post(&format!("/games/{}/ask", game.id), token, question).await.1.to_string());
            }
            for path in ["why", "reach", "check"] {
                let body = json!({"piece": unit, "order": format!("march {unit}")});
                seen.push(app.post(&format!("/games/{}/{path}", game.id), token, body).await.1.to_string());
            }
        }
        seen.push(app.table(&game.id, None).await.to_string());
        seen
    }

    /// Gives an order on both servers, not always the same one.
    async fn order(&self, side: &str, orders: [&str; 2]) {
        for n in [0, 1] {
            let (status, told) = self.apps[n].order(&self.game.id, self.game.token(side), &[orders[n]]).await;
            assert!(status.is_success(), "{side} {}: {told}", orders[n]);
        }
    }

    /// An order that both servers offer the side, about none of the units that are not the same on both.
    async fn common(&self, side: &str, step: usize) -> Option<String> {
        let tables = [
            table_of(&self.apps[0], &self.game, side).await,
            table_of(&self.apps[1], &self.game, side).await,
        ];
        let other: Vec<&Value> = cards(&tables[1]);
        let plain = |card: &Value| {
            let text = card.to_string();
            !self.swapped.iter().any(|unit| text.contains(unit.as_str()))
                && !["marker ", "under ", "feint "]
                    .iter()
                    .any(|word| card["order"].as_str().unwrap().starts_with(word))
        };
        let both: Vec<&Value> =
            cards(&tables[0]).into_iter().filter(|c| plain(c) && other.contains(c)).collect();
        (!both.is_empty()).then(|| both[step * 7 % both.len()]["order"].as_str().unwrap().to_owned())
    }
}

#[tokio::test]
async fn forces_under_their_markers_are_not_told_apart_by_a_single_byte() {
    let (mut games, mut steps) = (0, 0);
    for _ in 0..12 {
        let folders = [Folder::new(), Folder::new()];
        let Some(twins) = Campaign::begin(&folders).await else { continue };
        let game = &twins.game;
        let mut news = [
            twins.apps[0].stream(&game.id, Some(game.token(twins.seer))).await,
            twins.apps[1].stream(&game.id, Some(game.token(twins.seer))).await,
        ];
        assert_eq!(news[0].next().await, news[1].next().await);
        let under = |unit: usize, marker: usize| format!("under {} > {marker}", twins.swapped[unit]);
        for unit in [0, 1] {
            let (one, two) = (under(unit, unit + 1), under(unit, 2 - unit));
            twins.order(twins.hider, [&one, &two]).await;
            assert_eq!(news[0].next().await, news[1].next().await, "{one} or {two}");
            assert!(twins.seen(0).await == twins.seen(1).await, "{one} or {two}");
        }
        let own = |n: usize| table_of(&twins.apps[n], game, twins.hider);
        assert_ne!(own(0).await["view"], own(1).await["view"], "the two games do differ for who may know");
        for step in 0..12 {
            let standing = twins.apps[0].table(&game.id, None).await["standing"].clone();
            let Some(side) = standing["waiting"]["seats"][0].as_str().map(str::to_owned) else { break };
            let Some(order) = twins.common(&side, step).await else { break };
            twins.order(&side, [&order, &order]).await;
            assert_eq!(news[0].next().await, news[1].next().await, "{side}: {order}");
            assert!(twins.seen(0).await == twins.seen(1).await, "{side}: {order}");
            steps += 1;
        }
        games += 1;
        if games == 3 {
            break;
        }
    }
    assert!(games > 0 && steps > 10, "{games} games, {steps} orders");
}
