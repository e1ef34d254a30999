//! Several servers on one PostgreSQL: any may answer any request, an order is accepted once, every stream is complete, and
//! when one dies the games go on at the others. Left out, loudly, where PostgreSQL is not installed.

mod common;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::wire::Wire;
use common::{Folder, Meadows};
use serde_json::{Value, json};
use server::{Games, Place, Settings, Staff};
use store::throwaway;

const DATABASE: &str = "HARDTACK_NODES_TEST_DATABASE";

/// Not a test: one of the servers. The tests below start this program again with only this function and the database in the
/// environment.
#[test]
fn one_of_the_servers() {
    let Ok(database) = std::env::var(DATABASE) else { return };
    let folder = Folder::new();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let catalog = Arc::new(Meadows::default());
        let (place, beside) = (Place::Postgres(database), folder.file());
        let games =
            Games::open_at(&place, beside.parent().unwrap(), catalog, Staff::random(), Settings::default());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        println!("\nlistening {}", listener.local_addr().unwrap());
        server::serve(listener, games.unwrap()).await.unwrap();
    });
}

/// A server that dies with the test.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(database: &str) -> Server {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["one_of_the_servers", "--exact", "--nocapture", "--test-threads=1"])
            .env(DATABASE, database)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines.find_map(|line| line.unwrap().strip_prefix("listening ").map(str::to_owned));
        Server { child, address: address.unwrap() }
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be dead already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn servers(count: usize) -> Option<(String, Vec<Server>)> {
    let database = throwaway::shared()?.database();
    let servers = (0..count).map(|_| Server::start(&database)).collect();
    Some((database, servers))
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

struct Game {
    id: String,
    token: String,
}

async fn begin(address: &str, confederate: Value) -> Game {
    let mut wire = Wire::connect(address).await.unwrap();
    let seats = json!({"union": {"kind": "me"}, "confederate": confederate});
    let new = json!({"scenario": "meadow", "seats": seats});
    let (status, begun) = wire.post("/games", "", &new).await.unwrap();
    assert_eq!(status, 200, "{begun}");
    let text = |key: &str| begun[key].as_str().unwrap().to_owned();
    Game { id: text("id"), token: text("token") }
}

/// Numbers that look like chance, the same in every run.
struct Lots(u64);

impl Lots {
    fn draw(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }
}

/// The orders that were acknowledged, by the moment they were given for.
type Acknowledged = Vec<(usize, String)>;

/// Plays a game with one of two hands that do not know of each other, each order at another server.
async fn hammer(addresses: Vec<String>, game: Arc<Game>, hand: u64) -> Acknowledged {
    let mut lots = Lots(hand * 7919 + game.id.bytes().map(u64::from).sum::<u64>());
    let mut wires = Vec::new();
    for address in &addresses {
        wires.push(Wire::connect(address).await.unwrap());
    }
    let mut accepted = Vec::new();
    for _ in 0..40 {
        let there = lots.draw(wires.len());
        let path = format!("/games/{}", game.id);
        let (status, table) = wires[there].send("GET", &path, &game.token, None).await.unwrap();
        assert_eq!(status, 200, "{table}");
        let Some(cards) = table["cards"].as_array().filter(|cards| !cards.is_empty()) else { break };
        let card = &cards[lots.draw(cards.len())];
        let order = json!({"seq": table["seq"], "seat": card["seat"], "orders": [card["order"]]});
        let elsewhere = lots.draw(wires.len());
        let (status, answer) =
            wires[elsewhere].post(&format!("{path}/orders"), &game.token, &order).await.unwrap();
        match status {
            200 => accepted
                .push((table["seq"].as_u64().unwrap() as usize, card["order"].as_str().unwrap().to_owned())),
            409 => {}
            _ => panic!("{status} {answer}"),
        }
    }
    accepted
}

/// Follows a game at a server until the news tell this moment; the numbers of the orders that were told.
async fn follow(
    address: String,
    game: Arc<Game>,
    end: tokio::sync::watch::Receiver<Option<u64>>,
) -> Vec<u64> {
    let mut told = Vec::new();
    let mut news = common::wire::Stream::open(&address, &game.id, &game.token).await.unwrap();
    let mut end = end;
    let mut seq = 0;
    loop {
        if end.borrow().is_some_and(|end| seq >= end) {
            return told;
        }
        tokio::select! {
            next = news.next() => {
                let next = next.unwrap();
                seq = next["seq"].as_u64().unwrap_or(seq);
                told.extend(next["lines"].as_array().into_iter().flatten().filter_map(|line| line["n"].as_u64()));
            }
            _ = end.changed() => {}
        }
    }
}

async fn hammered(count: usize, games: usize) {
    let Some((_, servers)) = servers(count) else { return };
    let addresses: Vec<String> = servers.iter().map(|server| server.address.clone()).collect();
    let mut tasks = Vec::new();
    for n in 0..games {
        let game = Arc::new(begin(&addresses[n % count], json!({"kind": "me"})).await);
        let addresses = addresses.clone();
        tasks.push(tokio::spawn(async move {
            let (say, end) = tokio::sync::watch::channel(None);
            let streams: Vec<_> = addresses
                .iter()
                .map(|address| tokio::spawn(follow(address.clone(), game.clone(), end.clone())))
                .collect();
            let hands = [1, 2].map(|hand| tokio::spawn(hammer(addresses.clone(), game.clone(), hand)));
            let mut acknowledged = Acknowledged::new();
            for hand in hands {
                acknowledged.extend(hand.await.unwrap());
            }
            // Both hands may give the same order for the same moment: it is carried out once and acknowledged to both.
            let moments: BTreeSet<usize> = acknowledged.iter().map(|(seq, _)| *seq).collect();
            let accepted = moments.len() as u64;
            for address in &addresses {
                let mut wire = Wire::connect(address).await.unwrap();
                let path = format!("/games/{}/log?from=0", game.id);
                let (_, log) = wire.send("GET", &path, &game.token, None).await.unwrap();
                assert_eq!(log["seq"], accepted, "as many entries as were accepted, at every server");
                for (seq, order) in &acknowledged {
                    let line = &log["lines"][seq + 1];
                    assert_eq!(
                        line["order"], **order,
                        "what was acknowledged stands, and nothing else in its place"
                    );
                }
            }
            say.send_replace(Some(accepted));
            for stream in streams {
                let told = tokio::time::timeout(Duration::from_secs(60), stream).await;
                let told = told.expect("every stream comes to the end").unwrap();
                let wanted: Vec<u64> = (accepted - told.len() as u64 + 1..=accepted).collect();
                assert_eq!(told, wanted, "a stream tells every order once, in turn");
            }
            accepted
        }));
    }
    let mut all = 0;
    for task in tasks {
        all += task.await.unwrap();
    }
    assert!(all as usize > games * 10, "{all} orders");
}

#[test]
fn two_servers_accept_every_order_once_and_tell_it_everywhere() {
    runtime().block_on(hammered(2, 64));
}

#[test]
fn four_servers_accept_every_order_once_and_tell_it_everywhere() {
    runtime().block_on(hammered(4, 64));
}

/// Plays one order wherever a server still answers; when it was accepted.
async fn play_on(addresses: &[String], game: &Game) -> Instant {
    loop {
        for address in addresses {
            let Ok(mut wire) = Wire::connect(address).await else { continue };
            let path = format!("/games/{}", game.id);
            let Ok((200, table)) = wire.send("GET", &path, &game.token, None).await else { continue };
            let Some(card) = table["cards"].as_array().and_then(|cards| cards.last()) else {
                // The computer player is asked.
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            };
            let order = json!({"seq": table["seq"], "seat": card["seat"], "orders": [card["order"]]});
            if let Ok((200, _)) = wire.post(&format!("{path}/orders"), &game.token, &order).await {
                return Instant::now();
            }
        }
    }
}

#[test]
fn when_a_server_dies_its_games_go_on_at_the_others() {
    runtime().block_on(async {
        let Some((_, mut servers)) = servers(2) else { return };
        let addresses: Vec<String> = servers.iter().map(|server| server.address.clone()).collect();
        let mut games = Vec::new();
        for _ in 0..8 {
            // Against a computer player, who thinks at the server that dies.
            games.push(begin(&addresses[0], json!({"kind": "computer"})).await);
        }
        for game in &games {
            play_on(&addresses[..1], game).await;
        }
        let killed = Instant::now();
        servers[0].kill();
        for game in &games {
            let gone_on = play_on(&addresses[1..], game).await;
            let after = gone_on - killed;
            assert!(after < Duration::from_secs(5), "{after:?}");
        }
    });
}
