//! Every scenario of every system, and every optional rule, under the laws of the table.
//!
//! `HARDTACK_GAMES=50 cargo test -p hardtack-library --test laws` plays more games of each.

use std::collections::BTreeSet;

use library::{Entry, Scenario};
use table::laws::{Law, Report, Trial};

/// Laws that a system does not keep yet. An entry goes when the system is mended.
const NOT_YET: [(&str, Law); 0] = [];

/// Games of each scenario: half of them at random, half after the doctrine.
fn games(usual: u64) -> u64 {
    std::env::var("HARDTACK_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

fn open(id: &str) -> Scenario {
    library::open(id).unwrap_or_else(|e| panic!("{id}: {e}"))
}

/// Decisions of a system's games that are looked at from all sides, however many scenarios it has: they are what takes time,
/// and a scenario more is a place more to look at, not a reason to look longer.
const LOOKS: usize = 4800;
/// No game is looked at less often.
const LEAST: usize = 60;

/// How often a scenario is played unless somebody says otherwise: twice where a game has many turns of many units.
fn usual(entry: &Entry) -> u64 {
    if usize::from(entry.turns) * entry.size > 400 { 2 } else { 4 }
}

/// Plays games of a scenario under the laws.
fn hold(scenario: &Scenario, games: u64) -> Report {
    hold_looking(scenario, games, Trial::default().looks)
}

fn hold_looking(scenario: &Scenario, games: u64, looks: usize) -> Report {
    let off = NOT_YET.iter().filter(|(system, _)| *system == scenario.system).map(|(_, law)| *law).collect();
    let trial = Trial { games: 0..games, looks, off, ..Trial::default() };
    let report = scenario.laws(&trial).unwrap_or_else(|broken| panic!("{}: {broken}", scenario.id));
    println!("{}: {report}", scenario.id);
    report
}

/// Plays every built-in scenario of a system; the kinds of decisions that came up.
fn hold_all(system: &str) -> BTreeSet<&'static str> {
    let mut all = Report::default();
    let entries: Vec<Entry> = library::list().into_iter().filter(|entry| entry.system == system).collect();
    let in_all: u64 = entries.iter().map(usual).sum();
    let looks = (LOOKS / in_all as usize).clamp(LEAST, Trial::default().looks);
    for entry in &entries {
        all.add(hold_looking(&open(&entry.id), games(usual(entry)), looks));
    }
    assert!(all.legal > 1000 && all.refused > 1000 && all.followed > 200, "too little was tried: {all}");
    all.kinds.into_keys().collect()
}

#[test]
fn great_campaigns() {
    hold_all("gcacw");
}

#[test]
fn the_last_full_measure() {
    hold_all("lfm");
}

#[test]
fn volley_and_bayonet() {
    hold_all("vnb");
}

#[test]
fn the_examples() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/examples/");
    for name in ["crossroads-campaign", "crossroads-gcacw", "crossroads", "lfm-example"] {
        hold(&open(&format!("{folder}{name}.scenario.toml")), games(6));
    }
}

/// Two armies that hide what they have.
#[test]
fn limited_intelligence() {
    let report = hold(&open("second-manassas +limited-intelligence"), games(4));
    assert!(report.twins > 200, "hardly anything was hidden: {report}");
}

/// Each optional rule in the first scenario that leaves it to the players, and all of them together.
#[test]
fn optional_rules() {
    let mut tried = BTreeSet::new();
    for entry in library::list() {
        let rules = open(&entry.id).optional();
        let free: Vec<&str> = rules.iter().filter(|rule| !rule.usual).map(|rule| rule.word).collect();
        for word in &free {
            if tried.insert((entry.system, *word)) {
                hold(&open(&format!("{} +{word}", entry.id)), games(2));
            }
        }
        if free.len() > 1 && tried.insert((entry.system, "all of them")) {
            hold(&open(&format!("{} +{}", entry.id, free.join(" +"))), games(2));
        }
    }
    assert!(tried.len() > 5, "{tried:?}");
}
