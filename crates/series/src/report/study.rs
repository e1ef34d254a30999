//! What the games of a series say, in numbers.

use std::collections::BTreeMap;

use table::Side;

use crate::results::Row;
use crate::stats::wilson;

/// The games of one scenario, and what they say together.
pub struct Study {
    /// Its id or file.
    pub scenario: String,
    /// The hash of its texts, as rows keep it.
    pub hash: String,
    /// A row a game.
    pub rows: Vec<Row>,
}

/// A share with its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    pub count: usize,
    pub of: usize,
    pub low: f64,
    pub high: f64,
}

impl Share {
    pub fn of(count: usize, of: usize) -> Share {
        let [low, high] = wilson(count as f64, of);
        Share { count, of, low, high }
    }
    pub fn value(&self) -> f64 {
        if self.of == 0 { 0.0 } else { self.count as f64 / self.of as f64 }
    }
}

/// The mean of some numbers, and half its 95% interval.
pub fn mean(values: &[f64]) -> (f64, f64) {
    let n = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
    let deviation = if values.len() < 2 { 0.0 } else { (squares / (n - 1.0)).sqrt() };
    (mean, 1.96 * deviation / n.sqrt())
}

/// Counts in steps of equal width.
#[derive(Clone, PartialEq, Debug)]
pub struct Histogram {
    pub first: i64,
    pub step: i64,
    /// One list of counts for each series.
    pub counts: Vec<Vec<usize>>,
}

impl Histogram {
    /// The steps are 1, 2, 5, 10, ... wide, so that there are `most` at most.
    pub fn of(series: &[Vec<i64>], most: i64) -> Histogram {
        let all = || series.iter().flatten().copied();
        let (least, greatest) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
        let widths = (0..18).flat_map(|power| [1, 2, 5].map(|n| n * 10i64.pow(power)));
        let steps = |step: i64| greatest.div_euclid(step) - least.div_euclid(step) + 1;
        let step = widths.into_iter().find(|step| steps(*step) <= most).unwrap_or(i64::MAX / 2);
        let first = least.div_euclid(step);
        let count = |values: &Vec<i64>| {
            let mut counts = vec![0; steps(step) as usize];
            values.iter().for_each(|v| counts[(v.div_euclid(step) - first) as usize] += 1);
            counts
        };
        Histogram { first: first * step, step, counts: series.iter().map(count).collect() }
    }

    /// What a step holds, in words: `3`, or `10 to 14`.
    pub fn label(&self, nth: usize) -> String {
        let low = self.first + nth as i64 * self.step;
        if self.step == 1 { low.to_string() } else { format!("{low} to {}", low + self.step - 1) }
    }
}

/// Fights whose chance lay between two tenths.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tenth {
    pub fights: usize,
    pub won: usize,
    /// The sum of the chances.
    pub promised: f64,
}

impl Study {
    /// The share of games that a side won; nobody: that were drawn.
    pub fn share_won(&self, side: Option<Side>) -> Share {
        Share::of(self.rows.iter().filter(|row| row.won_by() == side).count(), self.rows.len())
    }

    /// Winner and degree, as often as they came up, the most frequent first.
    pub fn degrees(&self) -> Vec<(String, usize)> {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for row in &self.rows {
            let degree = match row.won_by() {
                Some(side) => format!("{side}, {}", row.degree),
                None => "Draw".to_owned(),
            };
            *counts.entry(degree).or_default() += 1;
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts
    }

    /// Who played which side, and how these games ended.
    pub fn pairings(&self) -> Vec<([String; 2], [usize; 2], usize)> {
        let mut counts: BTreeMap<[String; 2], ([usize; 2], usize)> = BTreeMap::new();
        for row in &self.rows {
            let count = counts.entry([row.union.clone(), row.confederate.clone()]).or_default();
            match row.won_by() {
                Some(side) => count.0[side as usize] += 1,
                None => count.1 += 1,
            }
        }
        counts.into_iter().map(|(players, (wins, draws))| (players, wins, draws)).collect()
    }

    /// The Union's points less the Confederate's, of every game.
    pub fn leads(&self) -> Vec<i64> {
        self.rows.iter().map(|row| row.union_points - row.confederate_points).collect()
    }

    /// Percent of its strength that a side lost, of every game.
    pub fn losses(&self, side: Side) -> Vec<i64> {
        let percent = |row: &Row| {
            let (lost, of) = (row.lost()[side as usize], row.strength()[side as usize]);
            (100 * lost + of / 2).checked_div(of).unwrap_or(0)
        };
        self.rows.iter().map(percent).collect()
    }

    /// The fights of all games.
    pub fn fights(&self) -> impl Iterator<Item = &table::Fight> {
        self.rows.iter().flat_map(|row| &row.fights)
    }

    /// The fights a side began, by their chance: tenth by tenth.
    pub fn tenths(&self, by: Option<Side>) -> [Tenth; 10] {
        let mut tenths = [Tenth::default(); 10];
        for fight in self.fights().filter(|fight| by.is_none_or(|side| fight.by == side)) {
            let tenth = &mut tenths[((fight.p * 10.0) as usize).min(9)];
            tenth.fights += 1;
            tenth.won += usize::from(fight.won);
            tenth.promised += fight.p;
        }
        tenths
    }

    /// Kinds of fights: how many, their mean chance, and the share that succeeded.
    pub fn kinds(&self) -> Vec<(String, Tenth)> {
        let mut kinds: BTreeMap<String, Tenth> = BTreeMap::new();
        for fight in self.fights() {
            let kind = kinds.entry(fight.how.to_string()).or_default();
            kind.fights += 1;
            kind.won += usize::from(fight.won);
            kind.promised += fight.p;
        }
        kinds.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::a_row;

    #[test]
    fn steps_are_as_wide_as_they_must_be() {
        let few = Histogram::of(&[vec![-1, 0, 0, 3]], 10);
        assert_eq!((few.first, few.step, &few.counts[0]), (-1, 1, &vec![1, 2, 0, 0, 1]));
        let many = Histogram::of(&[vec![-7, 12], vec![40]], 10);
        assert_eq!((many.first, many.step, many.counts[0].len()), (-10, 10, 6));
        assert_eq!(many.label(0), "-10 to -1");
        assert_eq!(many.counts[1], [0, 0, 0, 0, 0, 1]);
        assert_eq!(Histogram::of(&[Vec::new()], 10).counts, [[0]]);
    }

    #[test]
    fn a_mean_has_its_margin() {
        let (middle, margin) = mean(&[1.0, 2.0, 3.0, 4.0]);
        assert!((middle - 2.5).abs() < 1e-12 && (margin - 1.96 * 1.290_994 / 2.0).abs() < 1e-5);
        assert_eq!(mean(&[]), (0.0, 0.0));
    }

    #[test]
    fn games_and_fights_are_counted() {
        let rows: Vec<Row> = (0..9).map(a_row).collect();
        let study = Study { scenario: String::new(), hash: String::new(), rows };
        assert_eq!(study.share_won(Some(Side::Confederate)).count, 6);
        assert_eq!(study.degrees(), [("Confederate, marginal".to_owned(), 6), ("Draw".to_owned(), 3)]);
        assert_eq!(study.losses(Side::Union)[0], 10);
        let tenth = study.tenths(Some(Side::Union))[2];
        assert_eq!((tenth.fights, tenth.won, tenth.promised), (9, 0, 2.25));
        assert_eq!(study.tenths(Some(Side::Confederate))[2].fights, 0);
    }
}
