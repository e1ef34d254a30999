//! Tries to break a server: kills, second servers, locks, a full disk, slow and greedy clients, thousands of games and
//! viewers; and prints one table of what was tried, what failed, and what was measured.
//!
//!     cargo xtask trial [--short] [NAME...]
//!
//! Everything runs on this machine, clients and server alike.

mod client;
mod crowds;
mod faults;
mod load;
mod nodes;
mod server;

#[path = "../../tests/common/wire.rs"]
mod wire;

use std::time::Duration;

/// One line of the table.
struct Row {
    pub name: &'static str,
    pub tried: String,
    pub failed: usize,
    pub figure: String,
}

/// How much of everything.
struct Scale {
    pub binary: String,
    pub kills: usize,
    pub slow_clients: usize,
    pub greedy_games: usize,
    pub picture_clients: usize,
    pub games: usize,
    pub viewers: usize,
    /// How long each crowd is there, and how long the load is measured.
    pub time: Duration,
}

impl Scale {
    fn new(binary: String, short: bool) -> Scale {
        let part = if short { 10 } else { 1 };
        Scale {
            binary,
            kills: 100 / part,
            slow_clients: 1_100,
            greedy_games: 500 / part,
            picture_clients: 100,
            games: 5_000 / part,
            viewers: 1_000 / part,
            time: Duration::from_secs(if short { 4 } else { 15 }),
        }
    }
}

/// What is tried, by name.
const TRIALS: [&str; 11] =
    ["kills", "postgres", "two", "locks", "full", "slow", "greedy", "pictures", "games", "viewers", "nodes"];
/// What is measured only when it is asked for: how a server grows.
const CURVES: [&str; 2] = ["by-games", "by-viewers"];

#[tokio::main]
async fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let short = args.iter().any(|arg| arg == "--short");
    args.retain(|arg| arg != "--short");
    let binary = if args.is_empty() { "target/release/hardtack".to_owned() } else { args.remove(0) };
    let known = TRIALS.iter().chain(&CURVES);
    if let Some(unknown) = args.iter().find(|name| !known.clone().any(|known| known == name)) {
        let all: Vec<&str> = known.copied().collect();
        eprintln!("there is no trial `{unknown}`: expected {}", all.join(", "));
        std::process::exit(2);
    }
    let scale = Scale::new(binary, short);
    let mut rows = Vec::new();
    let usual = |name: &&&str| args.is_empty() && TRIALS.contains(name);
    let asked = |name: &&&str| args.iter().any(|asked| asked == **name);
    for name in known.filter(|name| usual(name) || asked(name)) {
        eprintln!("{name} ...");
        rows.extend(match *name {
            "kills" => vec![faults::kills(&scale).await],
            "postgres" => faults::kills_on_postgres(&scale).await,
            "two" => vec![faults::two_servers(&scale).await],
            "locks" => vec![faults::locks(&scale).await],
            "full" => vec![faults::full_disk(&scale).await],
            "slow" => vec![crowds::slow_clients(&scale).await],
            "greedy" => crowds::greedy_thinkers(&scale).await,
            "pictures" => vec![crowds::picture_clients(&scale).await],
            "games" => load::games(&scale).await,
            "by-games" => load::by_games(&scale).await,
            "by-viewers" => load::by_viewers(&scale).await,
            "nodes" => nodes::nodes(&scale).await,
            _ => load::viewers(&scale).await,
        });
    }
    println!("| what | tried | failed | figure |\n| --- | --- | --- | --- |");
    for Row { name, tried, failed, figure } in &rows {
        println!("| {name} | {tried} | {failed} | {figure} |");
    }
    std::process::exit(i32::from(rows.iter().any(|row| row.failed > 0)));
}
