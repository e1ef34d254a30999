//! Crowds that take what they can: while they are there, a person's order is answered in time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};

use crate::client::{LONG, Times, against_general, person};
use crate::server::{Folder, OPEN, Server};
use crate::wire::Wire;
use crate::{Row, Scale};

/// What a person's order may take at the 99th of a hundred, in milliseconds.
const WANTED: f64 = 250.0;
/// What a general of half a second may take at the worst, in milliseconds.
const GENERAL: f64 = 2_000.0;

fn answered(name: &'static str, tried: String, times: std::io::Result<Times>, more: String) -> Row {
    match times {
        Ok(mut times) => {
            let (p99, worst) = (times.at(0.99), times.worst());
            let orders = times.len();
            let figure = format!("a person's {orders} orders: p99 {p99:.0} ms, worst {worst:.0} ms{more}");
            Row { name, tried, failed: usize::from(p99 > WANTED), figure }
        }
        Err(why) => Row { name, tried, failed: 1, figure: format!("a person could not play: {why}") },
    }
}

/// Half of a request, from one of a few addresses of this machine.
async fn slow_client(address: &str, number: usize) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.bind(format!("127.0.0.{}:0", 2 + number % 5).parse().ok()?).ok()?;
    let mut stream = socket.connect(address.parse().ok()?).await.ok()?;
    let said = [
        "",
        "GET / HTTP/1.1\r\nhost: loc",
        "POST /api/v1/games HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{",
    ];
    // Whoever is turned away may have been before he could speak.
    let _ = stream.write_all(said[number % 3].as_bytes()).await;
    Some(stream)
}

pub async fn slow_clients(scale: &Scale) -> Row {
    let folder = Folder::new("slow");
    let server = Server::start(&scale.binary, &folder.0, &[]);
    let mut slow = Vec::new();
    for number in 0..scale.slow_clients {
        slow.extend(slow_client(&server.address, number).await);
    }
    let times = person(server.address.clone(), Instant::now() + scale.time).await;
    server.kill();
    answered("slow clients", format!("{} connections", slow.len()), times, String::new())
}

/// Games between generals of a minute that nobody plays; each is looked at once, so that they think at all.
async fn begin_greedy(wire: &mut Wire) -> std::io::Result<()> {
    let general = json!({"kind": "computer", "officer": "general", "seconds": 60.0});
    let seats = json!({"union": general, "confederate": general});
    let (_, begun) = wire.post("/games", "", &json!({"scenario": LONG, "seats": seats})).await?;
    let id = begun["id"].as_str().unwrap_or_default();
    wire.send("GET", &format!("/games/{id}"), "", None).await?;
    Ok(())
}

pub async fn greedy_thinkers(scale: &Scale) -> Vec<Row> {
    let folder = Folder::new("greedy");
    let server = Server::start(&scale.binary, &folder.0, &OPEN);
    let mut wire = Wire::connect(&server.address).await.expect("a server");
    for _ in 0..scale.greedy_games {
        begin_greedy(&mut wire).await.expect("a greedy game");
    }
    let tried = format!("{} games", scale.greedy_games);
    let playing = tokio::spawn(person(server.address.clone(), Instant::now() + scale.time));
    let general = against_general(server.address.clone(), 10).await;
    let times = playing.await.expect("a person");
    server.kill();
    let first = answered("greedy thinkers (60 s)", tried.clone(), times, String::new());
    let name = "the same: a general of 0.5 s";
    let second = match general {
        Ok(mut times) => {
            let (worst, count) = (times.worst(), times.len());
            let figure = format!("{count} answers, the slowest after {worst:.0} ms");
            Row { name, tried, failed: usize::from(worst > GENERAL || count == 0), figure }
        }
        Err(why) => Row { name, tried, failed: 1, figure: why.to_string() },
    };
    vec![first, second]
}

/// Asks for pictures until it is time; how many came.
async fn looks(address: String, paths: Arc<Vec<String>>, number: usize, until: Instant) -> usize {
    let mut seen = 0;
    let Ok(mut wire) = Wire::connect(&address).await else { return 0 };
    while Instant::now() < until {
        let path = &paths[(number + seen) % paths.len()];
        match wire.get_bytes(path).await {
            Ok((200, _)) => seen += 1,
            _ => return seen,
        }
    }
    seen
}

pub async fn picture_clients(scale: &Scale) -> Row {
    let folder = Folder::new("pictures");
    let server = Server::start(&scale.binary, &folder.0, &OPEN);
    let mut wire = Wire::connect(&server.address).await.expect("a server");
    let (_, list) = wire.send("GET", "/scenarios", "", None).await.expect("the scenarios");
    let ids = list.as_array().into_iter().flatten().filter_map(|card: &Value| card["id"].as_str());
    let paths = ids.flat_map(|id| ["map", "picture"].map(|what| format!("/scenarios/{id}/{what}.svg")));
    let paths = Arc::new(paths.collect::<Vec<_>>());
    let until = Instant::now() + scale.time;
    let came = Arc::new(AtomicUsize::new(0));
    let crowd: Vec<_> = (0..scale.picture_clients)
        .map(|number| {
            let (address, paths, came) = (server.address.clone(), paths.clone(), came.clone());
            tokio::spawn(async move {
                came.fetch_add(looks(address, paths, number, until).await, Ordering::Relaxed);
            })
        })
        .collect();
    let times = person(server.address.clone(), until - Duration::from_millis(200)).await;
    let memory = server.memory();
    for client in crowd {
        client.await.expect("a client");
    }
    server.kill();
    let more = format!("; {} pictures, {memory:.0} MB", came.load(Ordering::Relaxed));
    answered("picture clients", format!("{} clients", scale.picture_clients), times, more)
}
