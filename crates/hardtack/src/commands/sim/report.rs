//! What a series of games came to.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

use serde::Serialize;
use table::{Outcome, Side};

use crate::series::{Ended, Series};
use crate::text;

#[derive(Serialize)]
pub struct Report {
    scenario: String,
    players: [String; 2],
    seed: u64,
    games: usize,
    wins: [usize; 2],
    /// Of the games that ended, Union first.
    win_rate: [f64; 2],
    draws: usize,
    /// How often each degree of victory came up: `union decisive`.
    degrees: BTreeMap<String, usize>,
    /// Mean victory points, Union first.
    points: [f64; 2],
    decisions: usize,
    seconds: f64,
    decisions_per_second: f64,
    /// The same for the same games, in whatever order they were played.
    fingerprint: String,
    pub failed: Vec<Failed>,
}

#[derive(Serialize)]
pub struct Failed {
    game: u64,
    why: String,
    record: String,
}

impl Report {
    pub fn of(series: &Series, ended: &[Ended], took: Duration) -> Report {
        let outcomes: Vec<Outcome> = ended.iter().filter_map(|e| e.outcome.as_ref().ok().copied()).collect();
        let wins = Side::BOTH.map(|side| outcomes.iter().filter(|o| o.winner == Some(side)).count());
        let share = |n: f64| if outcomes.is_empty() { 0.0 } else { n / outcomes.len() as f64 };
        let decisions = ended.iter().map(|e| e.decisions).sum();
        let seconds = took.as_secs_f64();
        Report {
            scenario: series.scenario.id.clone(),
            players: series.players.map(|player| player.to_string()),
            seed: series.seed,
            games: ended.len(),
            wins,
            win_rate: wins.map(|n| share(n as f64)),
            draws: outcomes.iter().filter(|o| o.winner.is_none()).count(),
            degrees: degrees(&outcomes),
            points: [0, 1].map(|side| share(outcomes.iter().map(|o| f64::from(o.points[side])).sum())),
            decisions,
            seconds,
            decisions_per_second: decisions as f64 / seconds.max(1e-9),
            fingerprint: format!("{:016x}", fingerprint(ended)),
            failed: ended.iter().filter_map(failed).collect(),
        }
    }

    pub fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let games = text::counted(self.games, "game");
        let [union, confederate] = &self.players;
        writeln!(
            out,
            "{games} of {}, {union} (Union) against {confederate}, seed {}",
            self.scenario, self.seed
        )?;
        for side in Side::BOTH {
            writeln!(out, "  {:<12}{}", side.to_string(), self.rate(side))?;
        }
        writeln!(out, "  {:<12}{:>6}", "Draws", self.draws)?;
        for (degree, count) in &self.degrees {
            writeln!(out, "    {degree}: {count}")?;
        }
        let each = self.decisions / self.games.max(1);
        writeln!(
            out,
            "  {} ({each} a game) in {:.2} s: {:.0}/s",
            text::counted(self.decisions, "decision"),
            self.seconds,
            self.decisions_per_second
        )?;
        writeln!(out, "  Positions {}", self.fingerprint)?;
        for failed in &self.failed {
            text::hanging(out, "  ", "    ", &format!("Game {} {}. Its record:", failed.game, failed.why))?;
            writeln!(out, "    {}", failed.record)?;
        }
        Ok(())
    }

    /// Wins, rate, and how far the true rate may lie from it (95 of 100 times).
    fn rate(&self, side: Side) -> String {
        let ended = self.games - self.failed.len();
        let rate = self.win_rate[side as usize];
        let margin = 1.96 * (rate * (1.0 - rate) / ended.max(1) as f64).sqrt();
        let points = self.points[side as usize];
        format!(
            "{:>6} wins  {:5.1}% ± {:.1}  {points:7.2} points a game",
            self.wins[side as usize],
            100.0 * rate,
            100.0 * margin
        )
    }
}

fn degrees(outcomes: &[Outcome]) -> BTreeMap<String, usize> {
    let mut count = BTreeMap::new();
    for outcome in outcomes.iter().filter(|o| o.winner.is_some()) {
        let side = outcome.winner.map(Side::word).unwrap_or_default();
        *count.entry(format!("{side} {}", outcome.degree)).or_default() += 1;
    }
    count
}

/// A sum that does not depend on the order of the games but on which game ended where.
fn fingerprint(ended: &[Ended]) -> u64 {
    let one = |e: &Ended| (e.fingerprint ^ e.number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    ended.iter().map(one).fold(0, u64::wrapping_add)
}

fn failed(ended: &Ended) -> Option<Failed> {
    let failure = ended.outcome.as_ref().err()?;
    Some(Failed {
        game: ended.number,
        why: failure.why.clone(),
        record: failure.record.display().to_string(),
    })
}
