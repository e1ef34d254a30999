//! Measures a server: how fast it starts, what it weighs, and how many durable orders a second it takes
//! from 64 games at once.
//!
//!     cargo build --release && cargo run --release -p hardtack-server --example load -- target/release/hardtack
//!
//! Options after the binary: the scenario (a lesson unless said), the games at once, the seconds.
//! Each game is played by one client over one connection, an order a request, by random legal orders,
//! the next one sent as soon as the last is acknowledged.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

#[path = "../tests/common/wire.rs"]
mod wire;
use wire::Wire;

fn start(binary: &str, data: &Path) -> (Child, String, Duration) {
    let begun = Instant::now();
    let mut child = Command::new(binary)
        .args([
            "serve",
            "--port",
            "0",
            "--games-per-minute",
            "0",
            "--connections-per-address",
            "10000",
            "--data",
        ])
        .arg(data)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|why| panic!("{binary} does not start: {why}"));
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let line = lines.next().and_then(Result::ok).expect("a first line with the address");
    let address = line.split("http://").nth(1).expect("an address").trim_end_matches('/').to_owned();
    (child, address, begun.elapsed())
}

/// Resident memory in megabytes, as the system tells it.
fn memory(child: &Child) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:")).unwrap_or("0 kB");
    line.trim().trim_end_matches(" kB").trim().parse::<f64>().unwrap_or(0.0) / 1000.0
}

/// A small generator: which order is picked matters to nobody.
struct Pick(u64);

impl Pick {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// All that a client needs of an answer.
#[derive(serde::Deserialize)]
struct Answer {
    seq: u64,
    legal: BTreeMap<String, Vec<String>>,
}

async fn begin(wire: &mut Wire, scenario: &str) -> std::io::Result<(String, String, Answer)> {
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "me"}});
    let (_, begun) = wire.post("/games", "", &json!({"scenario": scenario, "seats": seats})).await?;
    let text = |key: &str| begun[key].as_str().unwrap_or_default().to_owned();
    let (id, token) = (text("id"), text("token"));
    let (_, table) = wire.send("GET", &format!("/games/{id}"), &token, None).await?;
    let mut legal: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for card in table["cards"].as_array().into_iter().flatten() {
        let text = |key: &str| card[key].as_str().unwrap_or_default().to_owned();
        legal.entry(text("seat")).or_default().push(text("order"));
    }
    Ok((id, token, Answer { seq: 0, legal }))
}

/// Plays game after game; the milliseconds each order took.
async fn client(address: String, scenario: String, number: u64, until: Instant) -> std::io::Result<Vec<f64>> {
    let mut pick = Pick(0x9e37_79b9_7f4a_7c15 ^ (number + 1));
    let mut wire = Wire::connect(&address).await?;
    let mut times = Vec::new();
    while Instant::now() < until {
        let (id, token, mut now) = begin(&mut wire, &scenario).await?;
        let path = format!("/games/{id}/orders");
        while Instant::now() < until {
            let Some((seat, list)) = now.legal.iter().find(|(_, list)| !list.is_empty()) else { break };
            let order = serde_json::to_string(&list[pick.below(list.len())])?;
            let body =
                format!("{{\"seq\":{},\"seat\":\"{seat}\",\"orders\":[{order}],\"list\":true}}", now.seq);
            let sent = Instant::now();
            let (status, answer) = wire.post_bytes(&path, &token, &body).await?;
            times.push(sent.elapsed().as_secs_f64() * 1000.0);
            assert_eq!(status, 200, "{}", String::from_utf8_lossy(&answer));
            now = serde_json::from_slice(&answer)?;
        }
    }
    Ok(times)
}

#[tokio::main]
async fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = |n: usize, usual: &str| args.get(n).cloned().unwrap_or_else(|| usual.to_owned());
    let (binary, scenario) = (text(0, "target/release/hardtack"), text(1, "lesson-spring-hill"));
    let games: u64 = text(2, "64").parse().expect("a number of games");
    let seconds: u64 = text(3, "10").parse().expect("a number of seconds");
    let data = std::env::temp_dir().join(format!("hardtack-load-{}", std::process::id()));
    // Once to make the database, once to measure.
    let (mut first, _, _) = start(&binary, &data);
    first.kill().and_then(|()| first.wait()).expect("the server ends");
    let (mut child, address, started) = start(&binary, &data);
    std::thread::sleep(Duration::from_millis(500));
    let idle = memory(&child);
    let until = Instant::now() + Duration::from_secs(seconds);
    let tasks: Vec<_> =
        (0..games).map(|n| tokio::spawn(client(address.clone(), scenario.clone(), n, until))).collect();
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.expect("a client").expect("a connection"));
    }
    let loaded = memory(&child);
    child.kill().and_then(|()| child.wait()).expect("the server ends");
    let size = |name: &str| std::fs::metadata(data.join(name)).map_or(0, |m| m.len());
    // What is still in the log goes into the file, where it stays.
    let base = rusqlite::Connection::open(data.join("games.db")).expect("the database");
    base.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").expect("a checkpoint");
    drop(base);
    let bytes = size("games.db");
    std::fs::remove_dir_all(&data).ok();
    report(&scenario, games, seconds, started, [idle, loaded], &mut times, bytes);
}

fn report(
    scenario: &str,
    games: u64,
    seconds: u64,
    started: Duration,
    [idle, loaded]: [f64; 2],
    times: &mut [f64],
    bytes: u64,
) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or(0.0);
    println!("scenario             {scenario}, {games} games at once, {seconds} s");
    println!("start                {:.0} ms", started.as_secs_f64() * 1000.0);
    println!("memory               {idle:.1} MB idle, {loaded:.1} MB after the load");
    println!(
        "durable orders       {:.0} a second ({} in all)",
        times.len() as f64 / seconds as f64,
        times.len()
    );
    println!(
        "time of an order     {:.2} ms median, {:.2} ms p99, {:.2} ms worst",
        at(0.5),
        at(0.99),
        at(1.0 - 1e-9)
    );
    println!(
        "stored               {:.0} bytes an order, games and seats included",
        bytes as f64 / times.len().max(1) as f64
    );
}
