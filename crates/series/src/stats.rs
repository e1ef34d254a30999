//! Shares with their intervals, and Elo ratings.

/// 95 of 100 times the truth lies within this many standard errors.
const Z95: f64 = 1.959_963_984_540_054;

/// The 95% interval of a share by Wilson's score: `won` of `games`, a draw counting half.
pub fn wilson(won: f64, games: usize) -> [f64; 2] {
    if games == 0 {
        return [0.0, 1.0];
    }
    let n = games as f64;
    let (p, z2) = (won / n, Z95 * Z95);
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

/// What two players did against each other: `a` and `b` are places in a list of players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    /// The place of the one.
    pub a: usize,
    /// The place of the other.
    pub b: usize,
    /// Wins of `a`, a draw counting half.
    pub won: f64,
    /// Games they played.
    pub games: f64,
}

/// Ratings whose mean is 0, and how sure they are.
#[derive(Clone, PartialEq, Debug)]
pub struct Elo {
    /// Of each player, in the order of the list.
    pub rating: Vec<f64>,
    /// Covariances, in Elo squared, from the Fisher information at the maximum.
    covariance: Vec<Vec<f64>>,
}

/// Elo points of one unit of log odds.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

impl Elo {
    /// The ratings under which these scores are likeliest (Bradley and Terry's model, found by Newton's
    /// method).
    pub fn of(players: usize, scores: &[Score]) -> Elo {
        let mut rating = vec![0.0; players];
        for _ in 0..100 {
            let inverse = inverse(&information(&rating, scores));
            let gradient = gradient(&rating, scores);
            let step: Vec<f64> = inverse.iter().map(|row| dot(row, &gradient)).collect();
            let longest = step.iter().fold(0.0f64, |a, s| a.max(s.abs()));
            // A long step may overshoot where one player wins nearly always.
            let shorter = if longest > 1.0 { 1.0 / longest } else { 1.0 };
            rating.iter_mut().zip(&step).for_each(|(r, s)| *r += s * shorter);
            if longest < 1e-12 {
                break;
            }
        }
        let mut covariance = inverse(&information(&rating, scores));
        covariance.iter_mut().flatten().for_each(|c| *c *= POINTS * POINTS);
        Elo { rating: rating.iter().map(|r| r * POINTS).collect(), covariance }
    }

    /// Half the 95% interval of a rating, against the mean of all.
    pub fn margin(&self, player: usize) -> f64 {
        Z95 * self.covariance[player][player].max(0.0).sqrt()
    }

    /// Half the 95% interval of the difference of two ratings.
    pub fn margin_between(&self, a: usize, b: usize) -> f64 {
        let c = &self.covariance;
        Z95 * (c[a][a] + c[b][b] - 2.0 * c[a][b]).max(0.0).sqrt()
    }
}

fn expected(rating: &[f64], score: &Score) -> f64 {
    1.0 / (1.0 + (rating[score.b] - rating[score.a]).exp())
}

fn gradient(rating: &[f64], scores: &[Score]) -> Vec<f64> {
    let mut sum = vec![0.0; rating.len()];
    for score in scores {
        let more = score.won - score.games * expected(rating, score);
        sum[score.a] += more;
        sum[score.b] -= more;
    }
    sum
}

/// The Fisher information. Only differences of ratings show in scores, so it would have no inverse: a
/// constant in every cell fixes the mean and leaves everything else as it is.
fn information(rating: &[f64], scores: &[Score]) -> Vec<Vec<f64>> {
    let mut cells = vec![vec![1.0; rating.len()]; rating.len()];
    for score in scores {
        let p = expected(rating, score);
        let weight = (score.games * p * (1.0 - p)).max(1e-9);
        for (row, column, sign) in [
            (score.a, score.a, 1.0),
            (score.b, score.b, 1.0),
            (score.a, score.b, -1.0),
            (score.b, score.a, -1.0),
        ] {
            cells[row][column] += sign * weight;
        }
    }
    cells
}

/// The inverse by Gauss and Jordan, without the constant that [`information`] put in.
fn inverse(cells: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = cells.len();
    let unit = |row: usize| (0..n).map(move |column| if row == column { 1.0 } else { 0.0 });
    let mut work: Vec<Vec<f64>> =
        cells.iter().enumerate().map(|(r, row)| row.iter().copied().chain(unit(r)).collect()).collect();
    for column in 0..n {
        let largest = |a: &usize, b: &usize| work[*a][column].abs().total_cmp(&work[*b][column].abs());
        let pivot = (column..n).max_by(largest).unwrap_or(column);
        work.swap(column, pivot);
        let head = work[column][column];
        work[column].iter_mut().for_each(|cell| *cell /= head);
        let done = work[column].clone();
        for (_, row) in work.iter_mut().enumerate().filter(|(r, _)| *r != column) {
            let factor = row[column];
            row.iter_mut().zip(&done).for_each(|(cell, of)| *cell -= factor * of);
        }
    }
    let constant = 1.0 / (n * n) as f64;
    work.into_iter().map(|row| row[n..].iter().map(|cell| cell - constant).collect()).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(a: usize, b: usize, won: f64, games: f64) -> Score {
        Score { a, b, won, games }
    }

    #[test]
    fn wilsons_interval_has_its_known_values() {
        let [low, high] = wilson(70.0, 100);
        assert!((low - 0.6042).abs() < 1e-3 && (high - 0.7811).abs() < 1e-3, "{low} {high}");
        let [low, high] = wilson(10.0, 10);
        assert!((low - 0.7225).abs() < 1e-3 && (high - 1.0).abs() < 1e-9, "{low} {high}");
        assert_eq!(wilson(0.0, 0), [0.0, 1.0]);
    }

    #[test]
    fn three_wins_of_four_are_191_points() {
        let elo = Elo::of(2, &[score(0, 1, 75.0, 100.0)]);
        assert!((elo.rating[0] - elo.rating[1] - 190.848).abs() < 0.001, "{elo:?}");
        assert!((elo.rating[0] + elo.rating[1]).abs() < 1e-9);
        // 1 / sqrt(n p q) in log odds: 0.2309, in points 40.12, at 95% 78.63.
        assert!((elo.margin_between(0, 1) - 78.63).abs() < 0.01, "{}", elo.margin_between(0, 1));
    }

    #[test]
    fn ratings_that_made_a_table_are_found_in_it() {
        let truth = [-300.0, -40.0, 90.0, 250.0];
        let mut scores = Vec::new();
        for b in 0..4 {
            for a in b + 1..4 {
                let p = 1.0 / (1.0 + 10f64.powf((truth[b] - truth[a]) / 400.0));
                scores.push(score(a, b, 200.0 * p, 200.0));
            }
        }
        let elo = Elo::of(4, &scores);
        assert!(elo.rating.iter().zip(truth).all(|(found, true_one)| (found - true_one).abs() < 1e-6));
        assert!((0..4).all(|n| elo.margin(n) > 10.0 && elo.margin(n) < 80.0), "{elo:?}");
    }

    #[test]
    fn twice_as_far_is_four_times_the_games() {
        let few = Elo::of(2, &[score(0, 1, 60.0, 100.0)]);
        let many = Elo::of(2, &[score(0, 1, 240.0, 400.0)]);
        assert!((few.margin_between(0, 1) / many.margin_between(0, 1) - 2.0).abs() < 1e-9);
    }
}
