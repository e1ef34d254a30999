//! Many games in play and many viewers of one.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::client::{LONG, Play, Times};
use crate::server::{Folder, OPEN, Server};
use crate::wire::Wire;
use crate::{Row, Scale};

/// Clients that play at the same time, each over one connection.
pub const HANDS: usize = 64;

/// Gives an order in each of `count` games in turn, the next as soon as the last is acknowledged; a game that is over
/// is followed by another. The clock runs once everybody has begun his games.
pub async fn hand(
    address: String,
    count: usize,
    number: usize,
    barrier: Arc<tokio::sync::Barrier>,
    time: Duration,
) -> std::io::Result<Times> {
    let mut wire = Wire::connect(&address).await?;
    let mut plays = Vec::new();
    for n in 0..count {
        plays.push(Play::begin(&mut wire, LONG, json!({"kind": "me"}), (number * 10_000 + n) as u64).await?);
    }
    barrier.wait().await;
    let until = Instant::now() + time;
    let mut times = Times::default();
    let mut turn = 0;
    while Instant::now() < until {
        let play = &mut plays[turn % count];
        turn += 1;
        match play.next() {
            Some((seat, order)) => {
                let (status, took) = play.give(&mut wire, &seat, &order).await?;
                if status != 200 {
                    return Err(std::io::Error::other(format!("an order was answered with {status}")));
                }
                times.push(took);
            }
            None => *play = Play::begin(&mut wire, LONG, json!({"kind": "me"}), turn as u64).await?,
        }
    }
    Ok(times)
}

/// Orders a second and the time of the 99th of a hundred in milliseconds, with so many games at once; what failed.
async fn measured(scale: &Scale, games: usize) -> (f64, f64, f64, usize) {
    let folder = Folder::new("games");
    let server = Server::start(&scale.binary, &folder.0, &OPEN);
    // Nobody plays two games while somebody has none.
    let hands = games.min(HANDS);
    let barrier = Arc::new(tokio::sync::Barrier::new(hands));
    let hands = (0..hands).map(|number| {
        let count = games / hands + usize::from(number < games % hands);
        tokio::spawn(hand(server.address.clone(), count, number, barrier.clone(), scale.time))
    });
    let mut times = Times::default();
    let mut failed = 0;
    for hand in hands.collect::<Vec<_>>() {
        match hand.await.expect("a hand") {
            Ok(more) => times.extend(more),
            Err(why) => {
                eprintln!("games: {why}");
                failed += 1;
            }
        }
    }
    let memory = server.memory();
    server.kill();
    (times.len() as f64 / scale.time.as_secs_f64(), times.at(0.99), memory, failed)
}

pub async fn games(scale: &Scale) -> Vec<Row> {
    let (few, few_p99, few_memory, few_failed) = measured(scale, HANDS).await;
    let (many, many_p99, many_memory, many_failed) = measured(scale, scale.games).await;
    let share = many / few * 100.0;
    vec![
        Row {
            name: "64 games at once",
            tried: format!("{:.0} orders", few * scale.time.as_secs_f64()),
            failed: few_failed,
            figure: format!("{few:.0} durable orders/s, p99 {few_p99:.1} ms, {few_memory:.0} MB"),
        },
        Row {
            name: "thousands of games at once",
            tried: format!("{} games, {:.0} orders", scale.games, many * scale.time.as_secs_f64()),
            failed: many_failed + usize::from(share < 70.0),
            figure: format!(
                "{many:.0} durable orders/s ({share:.0} % of that), p99 {many_p99:.1} ms, {many_memory:.0} MB"
            ),
        },
    ]
}

/// Orders a second by how many games are played at once.
pub async fn by_games(scale: &Scale) -> Vec<Row> {
    let mut rows = Vec::new();
    for games in [1, 4, 16, 64, 512, scale.games] {
        let (rate, p99, memory, failed) = measured(scale, games).await;
        rows.push(Row {
            name: "games at once",
            tried: games.to_string(),
            failed,
            figure: format!("{rate:.0} durable orders/s, p99 {p99:.1} ms, {memory:.0} MB"),
        });
    }
    rows
}

/// How soon news come by how many follow a game.
pub async fn by_viewers(scale: &Scale) -> Vec<Row> {
    let mut rows = Vec::new();
    for viewers in [10, 100, scale.viewers, scale.viewers * 4] {
        rows.extend(followed(scale, viewers).await);
    }
    rows
}

/// Follows a game: when each of its news came. What else a stream tells (who talks, who watches) is not counted.
async fn follow(address: String, id: String, wanted: usize, come: Arc<AtomicUsize>) -> Vec<Instant> {
    let mut heard = Vec::new();
    let Ok(mut stream) = TcpStream::connect(&address).await else { return heard };
    let ask = format!("GET /api/v1/games/{id}/stream HTTP/1.1\r\nhost: {address}\r\n\r\n");
    if stream.write_all(ask.as_bytes()).await.is_err() {
        return heard;
    }
    let mut lines = BufReader::new(stream).lines();
    // Not after each line: a stream that has nothing to tell still says that it is there.
    let until = tokio::time::Instant::now() + Duration::from_secs(40);
    let mut is_news = false;
    while let Ok(Ok(Some(line))) = tokio::time::timeout_at(until, lines.next_line()).await {
        if let Some(event) = line.strip_prefix("event:") {
            is_news = event.trim() == "news";
        } else if is_news && line.starts_with("data:") {
            heard.push(Instant::now());
            if heard.len() == 1 {
                come.fetch_add(1, Ordering::Relaxed);
            }
            if heard.len() > wanted {
                break;
            }
        }
    }
    heard
}

/// A crowd that follows the game, each until he has heard so many news after the first; once all of them have come.
async fn crowd(
    viewers: usize,
    server: &Server,
    play: &Play,
    wanted: usize,
) -> Vec<tokio::task::JoinHandle<Vec<Instant>>> {
    let come = Arc::new(AtomicUsize::new(0));
    let mut crowd = Vec::with_capacity(viewers);
    for n in 0..viewers {
        crowd.push(tokio::spawn(follow(server.address.clone(), play.id.clone(), wanted, come.clone())));
        // Not all in the same moment: the system queues no more than a thousand who knock.
        if n % 100 == 99 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    for _ in 0..150 {
        if come.load(Ordering::Relaxed) >= viewers {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    // Until they were told how many they are.
    tokio::time::sleep(Duration::from_secs(3)).await;
    crowd
}

pub async fn viewers(scale: &Scale) -> Vec<Row> {
    followed(scale, scale.viewers).await
}

async fn followed(scale: &Scale, viewers: usize) -> Vec<Row> {
    const ORDERS: usize = 20;
    let folder = Folder::new("viewers");
    let server = Server::start(&scale.binary, &folder.0, &OPEN);
    let mut wire = Wire::connect(&server.address).await.expect("a server");
    let mut play = Play::begin(&mut wire, LONG, json!({"kind": "me"}), 7).await.expect("a game");
    eprintln!("{viewers} viewers");
    let before = server.memory();
    let first = crowd(viewers, &server, &play, ORDERS).await;
    let during = server.memory();
    let mut sent = Vec::new();
    for _ in 0..ORDERS {
        let (seat, order) = play.next().expect("a long game");
        sent.push(Instant::now());
        play.give(&mut wire, &seat, &order).await.expect("an order");
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    let (mut times, mut missed) = (Times::default(), 0);
    for viewer in first {
        let heard = viewer.await.expect("a viewer");
        missed += (ORDERS + 1).saturating_sub(heard.len());
        // The first says where the game stood.
        for (sent, heard) in sent.iter().zip(heard.iter().skip(1)) {
            times.push(heard.duration_since(*sent));
        }
    }
    let (p50, p99) = (times.at(0.5), times.at(0.99));
    let after = when_quiet(&server, &mut wire, &mut play).await;
    // What a process has once had of the system it may keep to use again; a leak grows with every crowd.
    for _ in 0..3 {
        let again = crowd(viewers, &server, &play, 1).await;
        let (seat, order) = play.next().expect("a long game");
        wire = Wire::connect(&server.address).await.expect("a server");
        play.give(&mut wire, &seat, &order).await.expect("an order");
        for viewer in again {
            missed += 2usize.saturating_sub(viewer.await.expect("a viewer").len());
        }
    }
    let again = when_quiet(&server, &mut wire, &mut play).await;
    server.kill();
    let tried = format!("{viewers} streams, {} news", viewers * (ORDERS + 3));
    vec![
        Row {
            name: "viewers of one game",
            tried: tried.clone(),
            failed: missed,
            figure: format!("p50 {p50:.0} ms, p99 {p99:.0} ms after the order was sent"),
        },
        Row {
            name: "memory of the viewers",
            tried,
            failed: usize::from(again - after > 5.0_f64.max((during - before) / 10.0)),
            figure: format!(
                "{before:.0} MB before, {during:.0} with them, {after:.0} after, {again:.0} after three more such crowds"
            ),
        },
    ]
}

/// Memory once everybody has gone; it is given back by those who go on working.
async fn when_quiet(server: &Server, wire: &mut Wire, play: &mut Play) -> f64 {
    tokio::time::sleep(Duration::from_secs(6)).await;
    // Who has said nothing for long was hung up on.
    *wire = Wire::connect(&server.address).await.expect("a server");
    for _ in 0..50 {
        play.look(wire).await.expect("a table");
    }
    server.memory()
}
