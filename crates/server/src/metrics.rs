//! Figures of the server for whoever watches over it, as Prometheus reads them. Nothing here names a game, a player
//! or an address.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// Why something was refused.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Why {
    kind: &'static str,
}

pub struct Metrics {
    registry: Registry,
    pub orders: Counter,
    pub order_seconds: Histogram,
    refusals: Family<Why, Counter>,
    pub requests: Counter,
    pub commits: Counter,
    commit_seconds: Histogram,
    pub games_begun: Counter,
    pub games: Gauge,
    pub games_in_memory: Gauge,
    pub streams: Gauge,
    pub connections: Gauge,
    turned_away: Family<Why, Counter>,
    slowed: Family<Why, Counter>,
    pub thoughts_waiting: Gauge,
    pub thoughts: Counter,
    pub thoughts_failed: Counter,
    memory: Gauge,
    /// Whether the last group of orders could not be committed.
    failing: AtomicBool,
}

impl Metrics {
    pub fn new() -> Metrics {
        let seconds = || Histogram::new(exponential_buckets(0.001, 2.0, 14));
        let mut metrics = Metrics {
            registry: Registry::with_prefix("hardtack"),
            orders: Counter::default(),
            order_seconds: seconds(),
            refusals: Family::default(),
            requests: Counter::default(),
            commits: Counter::default(),
            commit_seconds: seconds(),
            games_begun: Counter::default(),
            games: Gauge::default(),
            games_in_memory: Gauge::default(),
            streams: Gauge::default(),
            connections: Gauge::default(),
            turned_away: Family::default(),
            slowed: Family::default(),
            thoughts_waiting: Gauge::default(),
            thoughts: Counter::default(),
            thoughts_failed: Counter::default(),
            memory: Gauge::default(),
            failing: AtomicBool::new(false),
        };
        metrics.register();
        metrics
    }

    fn register(&mut self) {
        let all = &mut self.registry;
        all.register("orders", "Orders that were acknowledged", self.orders.clone());
        all.register("order_seconds", "How long requests with orders took", self.order_seconds.clone());
        all.register(
            "refusals",
            "Requests that were refused, by the word of the error",
            self.refusals.clone(),
        );
        all.register("requests", "Requests", self.requests.clone());
        all.register("commits", "Groups of orders that were committed", self.commits.clone());
        all.register("commit_seconds", "How long a group took to commit", self.commit_seconds.clone());
        all.register("games_begun", "Games that were begun", self.games_begun.clone());
        all.register("games", "Games that are kept", self.games.clone());
        all.register("games_in_memory", "Games in memory", self.games_in_memory.clone());
        all.register("streams", "Streams of news that are open", self.streams.clone());
        all.register("connections", "Connections that are open", self.connections.clone());
        all.register("turned_away", "Connections that were turned away", self.turned_away.clone());
        all.register("slowed", "Requests that came too often, by what they wanted", self.slowed.clone());
        all.register(
            "thoughts_waiting",
            "Decisions of computer players that wait",
            self.thoughts_waiting.clone(),
        );
        all.register("thoughts", "Decisions of computer players", self.thoughts.clone());
        all.register("thoughts_failed", "Computer players who failed at one", self.thoughts_failed.clone());
        all.register("memory_bytes", "Memory of the process", self.memory.clone());
    }

    pub fn refused(&self, kind: &'static str) {
        self.refusals.get_or_create(&Why { kind }).inc();
    }

    pub fn slowed(&self, kind: &'static str) {
        self.slowed.get_or_create(&Why { kind }).inc();
    }

    pub fn turned_away(&self, kind: &'static str) {
        self.turned_away.get_or_create(&Why { kind }).inc();
    }

    /// A group was committed, or was not.
    pub fn committed(&self, time: Option<Duration>) {
        self.failing.store(time.is_none(), Ordering::Relaxed);
        if let Some(time) = time {
            self.commits.inc();
            self.commit_seconds.observe(time.as_secs_f64());
        }
    }

    /// Whether the last thing that was to be written was.
    pub fn is_well(&self) -> bool {
        !self.failing.load(Ordering::Relaxed)
    }

    /// Everything as text.
    pub fn text(&self) -> String {
        self.memory.set(memory().map_or(0, |bytes| bytes as i64));
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// The memory of this process in bytes, where the system tells it.
pub fn memory() -> Option<u64> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    let resident: u64 = pages.split(' ').nth(1)?.parse().ok()?;
    Some(resident * page_bytes())
}

#[cfg(unix)]
fn page_bytes() -> u64 {
    rustix::param::page_size() as u64
}

#[cfg(not(unix))]
fn page_bytes() -> u64 {
    4096
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_counted_is_told() {
        let metrics = Metrics::new();
        metrics.orders.inc_by(7);
        metrics.refused("stale");
        metrics.committed(Some(Duration::from_millis(3)));
        let text = metrics.text();
        for line in [
            "hardtack_orders_total 7",
            "hardtack_refusals_total{kind=\"stale\"} 1",
            "hardtack_commits_total 1",
        ] {
            assert!(text.contains(line), "{line}: {text}");
        }
        assert!(metrics.is_well());
        metrics.committed(None);
        assert!(!metrics.is_well());
    }
}
