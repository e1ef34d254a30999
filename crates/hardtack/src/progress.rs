//! Series of games, with a bar at a terminal that shows how far they are.

use indicatif::{ProgressBar, ProgressStyle};
use series::{Finished, Job, Keep, Series};

/// Plays games as [`series::play_all`] does.
///
/// # Errors
/// As there.
pub fn play_all(series: &[Series], jobs: &[Job], threads: usize, keep: Keep<'_>) -> anyhow::Result<Finished> {
    let bar = bar(jobs.len() as u64);
    let finished = series::play_all(series, jobs, threads, keep, &|games| bar.inc(games as u64));
    bar.finish_and_clear();
    finished
}

/// A progress bar for so many games; it shows itself at a terminal only.
fn bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left");
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
