//! `kill -9` in the middle of everything, a hundred times: nothing acknowledged is lost, nothing is doubled, whether the games are
//! in a file, in PostgreSQL, or one of two servers on it is killed.

mod common;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::wire::Wire;
use common::{Folder, Meadows};
use serde_json::{Value, json};
use server::{Games, Settings, Staff};
use store::throwaway;

const CLIENTS: usize = 8;
const PLACE: &str = "HARDTACK_CRASH_TEST_PLACE";

/// Not a test: the server that is killed. The test below starts this program again with only this
/// function and the file in the environment.
#[test]
fn the_process_that_is_killed() {
    let Ok(place) = std::env::var(PLACE) else { return };
    let folder = Folder::new();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (place, catalog) = (place.parse().unwrap(), Arc::new(Meadows::default()));
        let beside = folder.file();
        let beside = beside.parent().unwrap();
        let table = Games::open_at(&place, beside, catalog, Staff::random(), Settings::default()).unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        println!("\nlistening {}", listener.local_addr().unwrap());
        server::serve(listener, table).await.unwrap();
    });
}

fn start(place: &str) -> (Child, String) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["the_process_that_is_killed", "--exact", "--nocapture", "--test-threads=1"])
        .env(PLACE, place)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let address = lines.find_map(|line| line.unwrap().strip_prefix("listening ").map(str::to_owned)).unwrap();
    (child, address)
}

/// What a client knows of its game.
#[derive(Clone, Default)]
struct Known {
    id: String,
    token: String,
    /// The orders that were acknowledged, seat and words.
    acknowledged: Vec<(String, String)>,
    /// One more that was sent and whose answer never came.
    in_flight: Option<(String, String)>,
    number: usize,
}

async fn begin(wire: &mut Wire) -> std::io::Result<Known> {
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "me"}});
    let (_, begun) = wire.post("/games", "", &json!({"scenario": "meadow", "seats": seats})).await?;
    let text = |key: &str| begun[key].as_str().unwrap_or_default().to_owned();
    Ok(Known { id: text("id"), token: text("token"), ..Known::default() })
}

/// An order that is legal now, another one every time: first the camps, then walks and ends of turns.
async fn next_order(wire: &mut Wire, known: &Known) -> std::io::Result<Option<(String, String)>> {
    let (_, table) = wire.send("GET", &format!("/games/{}", known.id), &known.token, None).await?;
    let Some(cards) = table["cards"].as_array().filter(|cards| !cards.is_empty()) else { return Ok(None) };
    let card = &cards[(known.number * 7 + known.acknowledged.len() * 5) % cards.len()];
    let text = |key: &str| card[key].as_str().unwrap_or_default().to_owned();
    Ok(Some((text("seat"), text("order"))))
}

/// Plays until the server is gone, or until it is told to stop.
async fn play(
    address: String,
    mut known: Known,
    all: Arc<std::sync::Mutex<Vec<Known>>>,
    stop: Arc<AtomicBool>,
) -> Known {
    let Ok(mut wire) = Wire::connect(&address).await else { return known };
    while !stop.load(Ordering::Relaxed) {
        if known.id.is_empty() {
            match begin(&mut wire).await {
                Ok(begun) => known = Known { number: known.number, ..begun },
                Err(_) => return known,
            }
        }
        let Ok(next) = next_order(&mut wire, &known).await else { return known };
        let Some((seat, order)) = next else {
            let fresh = Known { number: known.number + 1, ..Known::default() };
            all.lock().unwrap().push(std::mem::replace(&mut known, fresh));
            continue;
        };
        known.in_flight = Some((seat.clone(), order.clone()));
        let path = format!("/games/{}/orders", known.id);
        let body = json!({"seq": known.acknowledged.len(), "seat": seat, "orders": [order]});
        match wire.post(&path, &known.token, &body).await {
            Ok((200, answer)) => {
                known.acknowledged.extend(known.in_flight.take());
                assert_eq!(answer["seq"], known.acknowledged.len());
            }
            Ok((status, answer)) => panic!("{status} {answer}"),
            Err(_) => return known,
        }
    }
    known
}

/// Compares the journal the server has, word for word, with what it acknowledged; an order whose answer
/// was lost may be there once or not at all.
async fn verify(wire: &mut Wire, known: &mut Known) {
    let (status, log) =
        wire.send("GET", &format!("/games/{}/log?from=0", known.id), &known.token, None).await.unwrap();
    assert_eq!(status, 200, "a game that was begun is gone: {log}");
    let text = |line: &Value, key: &str| line[key].as_str().unwrap_or_default().to_owned();
    let lines = log["lines"].as_array().unwrap().iter().skip(1);
    let kept: Vec<(String, String)> = lines.map(|l| (text(l, "seat"), text(l, "order"))).collect();
    assert_eq!(log["seq"], kept.len(), "nobody took anything back");
    let said = known.acknowledged.len();
    assert!(kept.len() >= said, "lost: {} of {said} orders", kept.len());
    assert_eq!(kept[..said], known.acknowledged, "an acknowledged order has changed");
    match &kept[said..] {
        [] => {}
        [one] => assert_eq!(Some(one), known.in_flight.as_ref(), "an order that nobody sent"),
        more => panic!("doubled or made up: {more:?} after {:?}", known.in_flight),
    }
    known.acknowledged = kept;
    known.in_flight = None;
}

/// Kills one of so many servers so often, while all of them are at work.
fn kill_and_compare(place: &str, count: usize, kills: usize) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut clients: Vec<Known> =
            (0..CLIENTS).map(|number| Known { number, ..Known::default() }).collect();
        let finished = Arc::new(std::sync::Mutex::new(Vec::new()));
        let mut servers: Vec<(Child, String)> = (0..count).map(|_| start(place)).collect();
        let mut orders = 0;
        for round in 0..kills {
            let stop = Arc::new(AtomicBool::new(false));
            let tasks: Vec<_> = clients
                .drain(..)
                .map(|known| {
                    let (_, address) = &servers[(known.number + round) % count];
                    tokio::spawn(play(address.clone(), known, finished.clone(), stop.clone()))
                })
                .collect();
            tokio::time::sleep(Duration::from_millis(30 + round as u64 * 37 % 90)).await;
            let (dying, _) = &mut servers[round % count];
            dying.kill().unwrap();
            dying.wait().unwrap();
            stop.store(true, Ordering::Relaxed);
            for task in tasks {
                clients.push(task.await.unwrap());
            }
            servers[round % count] = start(place);
            // Those who did not die, and those who came after, must know the same.
            let mut wire = Wire::connect(&servers[(round + 1) % count].1).await.unwrap();
            let mut over: Vec<Known> = std::mem::take(&mut *finished.lock().unwrap());
            orders += over.iter().map(|known| known.acknowledged.len()).sum::<usize>();
            for known in clients.iter_mut().chain(&mut over) {
                if !known.id.is_empty() {
                    verify(&mut wire, known).await;
                }
            }
        }
        for (server, _) in &mut servers {
            server.kill().unwrap();
            server.wait().unwrap();
        }
        assert!(orders > 300, "the servers were under load: {orders} orders");
    });
}

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let folder = Folder::new();
    kill_and_compare(folder.file().to_str().unwrap(), 1, 50);
}

#[test]
fn nor_with_postgresql() {
    let Some(cluster) = throwaway::shared() else { return };
    kill_and_compare(&cluster.database(), 1, 50);
}

#[test]
fn nor_when_one_of_two_servers_on_postgresql_is_killed() {
    let Some(cluster) = throwaway::shared() else { return };
    kill_and_compare(&cluster.database(), 2, 50);
}
