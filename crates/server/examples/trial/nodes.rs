//! One server on a file, beside one, two and four on a PostgreSQL: the same load, in one run.

use std::sync::Arc;

use store::throwaway::Cluster;
use tokio::sync::Barrier;

use crate::client::Times;
use crate::load::{HANDS, hand};
use crate::server::{Folder, OPEN, Server};
use crate::{Row, Scale};

/// Orders a second and the time of the 99th of a hundred in milliseconds, with the clients dealt out to these servers; what
/// failed.
async fn measured(scale: &Scale, servers: &[Server], games: usize) -> (f64, f64, usize) {
    let barrier = Arc::new(Barrier::new(HANDS));
    let hands = (0..HANDS).map(|number| {
        let address = servers[number % servers.len()].address.clone();
        tokio::spawn(hand(address, games / HANDS, number, barrier.clone(), scale.time))
    });
    let (mut times, mut failed) = (Times::default(), 0);
    for hand in hands.collect::<Vec<_>>() {
        match hand.await.expect("a hand") {
            Ok(more) => times.extend(more),
            Err(why) => {
                eprintln!("nodes: {why}");
                failed += 1;
            }
        }
    }
    (times.len() as f64 / scale.time.as_secs_f64(), times.at(0.99), failed)
}

pub async fn nodes(scale: &Scale) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, count) in [
        ("a file", 0),
        ("PostgreSQL, 1 server", 1),
        ("PostgreSQL, 2 servers", 2),
        ("PostgreSQL, 4 servers", 4),
    ] {
        let folders: Vec<Folder> = (0..count.max(1)).map(|n| Folder::new(&format!("node{n}"))).collect();
        // A new one for each, and durable as an owner's would be.
        let cluster = (count > 0).then(|| Cluster::start(true));
        let address = match &cluster {
            Some(None) => continue,
            Some(Some(cluster)) => Some(cluster.database()),
            None => None,
        };
        let more: Vec<&str> =
            OPEN.into_iter().chain(address.iter().flat_map(|a| ["--database", a])).collect();
        let servers: Vec<Server> =
            folders.iter().map(|folder| Server::start(&scale.binary, &folder.0, &more)).collect();
        let (rate, p99, failed) = measured(scale, &servers, HANDS).await;
        servers.into_iter().for_each(Server::kill);
        rows.push(Row {
            name,
            tried: format!("{HANDS} games, {:.0} orders", rate * scale.time.as_secs_f64()),
            failed,
            figure: format!("{rate:.0} durable orders/s, p99 {p99:.1} ms"),
        });
    }
    rows
}
