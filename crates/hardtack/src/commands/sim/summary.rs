//! What a series of games came to.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

use serde::Serialize;
use table::Side;

use crate::{players, style, text};
use series::results::{Conduct, Row};
use series::stats::wilson;
use series::{Failed, Finished, Series};

#[derive(Serialize)]
pub struct Summary {
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
    /// What programs among the players got wrong, Union first.
    #[serde(skip_serializing_if = "Option::is_none")]
    programs: Option<[Conduct; 2]>,
    /// The same for the same games, in whatever order they were played.
    fingerprint: String,
    failed: Vec<Failed>,
}

impl Summary {
    pub fn of(series: &Series, finished: &Finished, took: Duration) -> Summary {
        let rows = &finished.rows;
        let wins = Side::BOTH.map(|side| rows.iter().filter(|row| row.won_by() == Some(side)).count());
        let share = |n: f64| if rows.is_empty() { 0.0 } else { n / rows.len() as f64 };
        let decisions = rows.iter().map(|row| row.decisions as usize).sum();
        let seconds = took.as_secs_f64();
        Summary {
            scenario: series.scenario.id.clone(),
            players: series.names(),
            seed: series.seed,
            games: rows.len() + finished.failed.len(),
            wins,
            win_rate: wins.map(|n| share(n as f64)),
            draws: rows.iter().filter(|row| row.won_by().is_none()).count(),
            degrees: degrees(rows),
            points: [0, 1].map(|side| share(rows.iter().map(|row| row.points()[side] as f64).sum())),
            decisions,
            seconds,
            decisions_per_second: decisions as f64 / seconds.max(1e-9),
            programs: programs(series, rows),
            fingerprint: format!("{:016x}", fingerprint(rows)),
            failed: finished.failed.clone(),
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
            let name = style::side(side, &format!("{:<12}", side.to_string()));
            writeln!(out, "  {name}{}", self.rate(side))?;
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
        for (side, conduct) in Side::BOTH.into_iter().zip(self.programs.unwrap_or_default()) {
            if conduct.faults > 0 {
                writeln!(out, "  {}", players::conduct(&conduct, &format!("{side} program")))?;
            }
        }
        writeln!(out, "  Positions {}", self.fingerprint)?;
        for failed in &self.failed {
            text::hanging(out, "  ", "    ", &format!("Game {} {}. Its record:", failed.game, failed.why))?;
            writeln!(out, "    {}", failed.record)?;
        }
        Ok(())
    }

    /// Wins, rate, and where the true rate lies 95 of 100 times.
    fn rate(&self, side: Side) -> String {
        let [low, high] = wilson(self.wins[side as usize] as f64, self.games - self.failed.len());
        format!(
            "{:>6} wins  {:5.1}% ({:.1} to {:.1}%)  {:7.2} points a game",
            self.wins[side as usize],
            100.0 * self.win_rate[side as usize],
            100.0 * low,
            100.0 * high,
            self.points[side as usize],
        )
    }
}

/// How the programs behaved over all games; nothing where computer players played alone.
fn programs(series: &Series, rows: &[Row]) -> Option<[Conduct; 2]> {
    let any = series.players.iter().any(|player| player.staff().is_none());
    any.then(|| Side::BOTH.map(|side| Conduct::of(rows.iter().map(|row| row.conduct(side)))))
}

fn degrees(rows: &[Row]) -> BTreeMap<String, usize> {
    let mut count = BTreeMap::new();
    for row in rows.iter().filter(|row| row.won_by().is_some()) {
        *count.entry(format!("{} {}", row.winner, row.degree)).or_default() += 1;
    }
    count
}

/// A sum that does not depend on the order of the games but on which game ended where.
fn fingerprint(rows: &[Row]) -> u64 {
    let one = |row: &Row| {
        let position = u64::from_str_radix(&row.fingerprint, 16).unwrap_or_default();
        (position ^ row.game).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
    };
    rows.iter().map(one).fold(0, u64::wrapping_add)
}
