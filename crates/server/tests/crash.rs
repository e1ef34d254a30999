//! `kill -9` in the middle of everything, fifty times: nothing acknowledged is lost, nothing is doubled.

mod common;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use common::wire::Wire;
use common::{Folder, Meadows};
use serde_json::{Value, json};
use server::{Staff, Table};

const KILLS: usize = 50;
const CLIENTS: usize = 8;
const FILE: &str = "HARDTACK_CRASH_TEST_FILE";

/// Not a test: the server that is killed. The test below starts this program again with only this
/// function and the file in the environment.
#[test]
fn the_process_that_is_killed() {
    let Some(file) = std::env::var_os(FILE) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let table = Table::open(Path::new(&file), Arc::new(Meadows::default()), Staff::random()).unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        println!("\nlistening {}", listener.local_addr().unwrap());
        server::serve(listener, table).await.unwrap();
    });
}

fn start(file: &Path) -> (Child, String) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["the_process_that_is_killed", "--exact", "--nocapture", "--test-threads=1"])
        .env(FILE, file)
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
    /// Orders that were acknowledged.
    acknowledged: u64,
    /// Whether one more was sent and its answer never came.
    in_flight: bool,
}

async fn begin(wire: &mut Wire) -> std::io::Result<Known> {
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "me"}});
    let (_, begun) = wire.post("/games", "", &json!({"scenario": "meadow", "seats": seats})).await?;
    let text = |key: &str| begun[key].as_str().unwrap_or_default().to_owned();
    Ok(Known { id: text("id"), token: text("token"), ..Known::default() })
}

/// The order that is always legal at this moment of a game in which nobody ever walks.
fn order(seq: u64) -> Value {
    match seq {
        0 => json!({"seq": 0, "seat": "union", "orders": ["camp 0101"]}),
        1 => json!({"seq": 1, "seat": "confederate", "orders": ["camp 0606"]}),
        n => json!({"seq": n, "orders": ["end"]}),
    }
}

/// Plays until the server is gone.
async fn play(address: String, mut known: Known, all: Arc<std::sync::Mutex<Vec<Known>>>) -> Known {
    let Ok(mut wire) = Wire::connect(&address).await else { return known };
    loop {
        if known.id.is_empty() {
            match begin(&mut wire).await {
                Ok(begun) => known = begun,
                Err(_) => return known,
            }
        }
        known.in_flight = true;
        let path = format!("/games/{}/orders", known.id);
        match wire.post(&path, &known.token, &order(known.acknowledged)).await {
            Ok((200, answer)) => {
                known.acknowledged += 1;
                assert_eq!(answer["seq"], known.acknowledged);
                known.in_flight = false;
                if answer["standing"]["over"].is_object() {
                    all.lock().unwrap().push(std::mem::take(&mut known));
                }
            }
            Ok((status, answer)) => panic!("{status} {answer}"),
            Err(_) => return known,
        }
    }
}

/// Compares what the server has with what it said; counts an order whose answer was lost.
async fn verify(wire: &mut Wire, known: &mut Known) {
    let (status, table) =
        wire.send("GET", &format!("/games/{}", known.id), &known.token, None).await.unwrap();
    assert_eq!(status, 200, "a game that was begun is gone: {table}");
    let (seq, orders) = (table["seq"].as_u64().unwrap(), table["orders"].as_u64().unwrap());
    let most = known.acknowledged + u64::from(known.in_flight);
    assert!(seq >= known.acknowledged, "lost: {seq} of {}", known.acknowledged);
    assert!(seq <= most && orders == seq, "doubled: {seq} and {orders} of {most}");
    known.acknowledged = seq;
    known.in_flight = false;
    if table["standing"]["over"].is_object() {
        *known = Known::default();
    }
}

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let folder = Folder::new();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut clients = vec![Known::default(); CLIENTS];
        let finished = Arc::new(std::sync::Mutex::new(Vec::new()));
        let mut orders = 0;
        for round in 0..KILLS {
            let (mut child, address) = start(&folder.file());
            let mut wire = Wire::connect(&address).await.unwrap();
            let mut over: Vec<Known> = std::mem::take(&mut *finished.lock().unwrap());
            for known in clients.iter_mut().chain(&mut over) {
                orders += known.acknowledged;
                if !known.id.is_empty() {
                    verify(&mut wire, known).await;
                }
            }
            let tasks: Vec<_> = clients
                .drain(..)
                .map(|known| tokio::spawn(play(address.clone(), known, finished.clone())))
                .collect();
            tokio::time::sleep(Duration::from_millis(30 + round as u64 * 37 % 90)).await;
            child.kill().unwrap();
            child.wait().unwrap();
            for task in tasks {
                clients.push(task.await.unwrap());
            }
        }
        assert!(orders > 500, "the server was under load: {orders} orders");
    });
}
