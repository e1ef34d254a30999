//! Series of games, with a bar at a terminal that shows how far they are.

use indicatif::{ProgressBar, ProgressStyle};
use series::decisions::Decisions;
use series::results::{Journal, Row};
use series::{Finished, Job, Series};

/// Plays games as [`series::play_all`] does.
///
/// # Errors
/// As there.
pub fn play_all(
    series: &[Series],
    jobs: &[Job],
    threads: usize,
    journal: Option<&Journal>,
    done: Vec<Row>,
) -> anyhow::Result<Finished> {
    play_all_told(series, jobs, threads, journal, done, None)
}

/// Plays games as [`series::play_all_told`] does.
///
/// # Errors
/// As there.
pub fn play_all_told(
    series: &[Series],
    jobs: &[Job],
    threads: usize,
    journal: Option<&Journal>,
    done: Vec<Row>,
    decisions: Option<&Decisions>,
) -> anyhow::Result<Finished> {
    let bar = bar(jobs.len() as u64);
    let over = |games: usize| bar.inc(games as u64);
    let finished = series::play_all_told(series, jobs, threads, journal, done, decisions, &over);
    bar.finish_and_clear();
    finished
}

/// A progress bar for so many games; it shows itself at a terminal only.
fn bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left");
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
