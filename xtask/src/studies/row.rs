//! What came of the games of one scenario, as a row of a table.

use std::fmt;

use anyhow::{Context, ensure};
use serde_json::Value;

/// The heads of the columns, and how they are set.
pub const HEAD: &str = "\
| scenario | games | Union won | Confederates won | drawn | Union score | 95% | points, Union : Confederate | decisions | seconds | veteran over random | random games ended |
| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |
";

/// What the command answered.
pub struct Series {
    pub veterans: Value,
    pub random: Value,
    pub against: Value,
    pub threads: usize,
}

/// The figures of a scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    scenario: String,
    games: u64,
    wins: [u64; 2],
    draws: u64,
    points: [f64; 2],
    /// A game.
    decisions: f64,
    /// A game, on one core.
    seconds: f64,
    /// Veteran over random, in games: won and drawn ones, of so many.
    against: (f64, u64),
    /// Random games that ended, of so many.
    ended: (u64, u64),
}

fn number(value: &Value, key: &str) -> anyhow::Result<f64> {
    value[key].as_f64().with_context(|| format!("no number `{key}` in {value}"))
}

fn pair(value: &Value, key: &str) -> anyhow::Result<[f64; 2]> {
    let of = |n: usize| value[key][n].as_f64().with_context(|| format!("no two numbers `{key}` in {value}"));
    Ok([of(0)?, of(1)?])
}

impl Row {
    /// # Errors
    /// A figure is missing, or a game of veterans did not end.
    pub fn read(series: &Series) -> anyhow::Result<Row> {
        let Series { veterans, random, against, threads } = series;
        let scenario = veterans["scenario"].as_str().context("a series without a scenario")?.to_owned();
        for games in [veterans, against] {
            let failed = games["failed"].as_array().map_or(0, Vec::len);
            ensure!(failed == 0, "{scenario}: {failed} games went wrong");
        }
        let games = number(veterans, "games")?;
        let failed = random["failed"].as_array().map_or(0, Vec::len) as u64;
        let ended = number(random, "games")? as u64;
        let pairing = &against["pairings"][0];
        let score = match pairing["players"][0].as_str() {
            Some("veteran") => number(pairing, "score")?,
            _ => 1.0 - number(pairing, "score")?,
        };
        let fought = number(pairing, "games")?;
        Ok(Row {
            scenario,
            games: games as u64,
            wins: pair(veterans, "wins")?.map(|n| n as u64),
            draws: number(veterans, "draws")? as u64,
            points: pair(veterans, "points")?,
            decisions: number(veterans, "decisions")? / games,
            seconds: number(veterans, "seconds")? * *threads as f64 / games,
            against: (score * fought, fought as u64),
            ended: (ended, ended + failed),
        })
    }

    /// How often the Union wins, a draw counted as half.
    fn score(&self) -> f64 {
        (self.wins[0] as f64 + self.draws as f64 / 2.0) / self.games as f64
    }
}

/// Wilson's 95% interval of a share of `n`.
fn interval(share: f64, n: f64) -> (f64, f64) {
    const Z: f64 = 1.959_964;
    let (middle, whole) = (share + Z * Z / (2.0 * n), 1.0 + Z * Z / n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    ((middle - half) / whole, (middle + half) / whole)
}

/// `5,113`.
fn grouped(n: f64) -> String {
    let digits = format!("{n:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: f64| format!("{:.1}%", 100.0 * share);
        let (low, high) = interval(self.score(), self.games as f64);
        let (better, fought) = self.against;
        let cells = [
            format!("`{}`", self.scenario),
            self.games.to_string(),
            self.wins[0].to_string(),
            self.wins[1].to_string(),
            self.draws.to_string(),
            percent(self.score()),
            format!("{:.0} to {:.0}%", 100.0 * low, 100.0 * high),
            format!("{:.1} : {:.1}", self.points[0], self.points[1]),
            grouped(self.decisions),
            format!("{:.1}", self.seconds),
            format!("{} of {fought}", percent(better / fought as f64)),
            format!("{} of {}", self.ended.0, self.ended.1),
        ];
        write!(f, "| {} |", cells.join(" | "))
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use serde_json::json;

    pub fn series(scenario: &str, failed: usize) -> Series {
        Series {
            veterans: json!({"scenario": scenario, "games": 400, "wins": [206, 184], "draws": 10, "points": [4.42, 6.4],
                "decisions": 2_045_200, "seconds": 100.0, "failed": []}),
            random: json!({"games": 200 - failed, "failed": vec![json!({}); failed]}),
            against: json!({"pairings": [{"players": ["veteran", "random"], "games": 40, "score": 0.975}], "failed": []}),
            threads: 2,
        }
    }

    #[test]
    fn a_row_tells_all_of_it() {
        let row = Row::read(&series("rummels-farm", 3)).unwrap().to_string();
        let wanted = "| `rummels-farm` | 400 | 206 | 184 | 10 | 52.8% | 48 to 58% | 4.4 : 6.4 | 5,113 | 0.5 | 97.5% of 40 | 197 of 200 |";
        assert_eq!(row, wanted);
        assert_eq!(row.matches(" |").count(), HEAD.lines().next().unwrap().matches(" |").count());
    }

    #[test]
    fn the_weaker_may_be_named_first() {
        let mut swapped = series("x", 0);
        swapped.against =
            json!({"pairings": [{"players": ["random", "veteran"], "games": 40, "score": 0.05}]});
        assert!(Row::read(&swapped).unwrap().to_string().contains("| 95.0% of 40 |"));
    }

    #[test]
    fn games_of_veterans_that_went_wrong_are_no_study() {
        let mut broken = series("x", 0);
        broken.veterans["failed"] = json!([{"game": 7}]);
        assert!(Row::read(&broken).unwrap_err().to_string().contains("1 games went wrong"));
        broken.veterans = json!({"scenario": "x", "games": 4});
        assert!(Row::read(&broken).unwrap_err().to_string().contains("`wins`"));
    }
}
