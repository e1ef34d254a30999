//! Many games at once, and how far they are.

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

/// A progress bar for so many games; it shows itself at a terminal only.
pub fn bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left");
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Does every job on so many threads (0: one for each core), and gives the answers in the order of the
/// jobs. Jobs are begun one by one in their order, so that none waits behind a long one.
///
/// # Errors
/// The first error of a job, or the threads cannot be started.
pub fn on_threads<J: Sync, T: Send>(
    threads: usize,
    jobs: &[J],
    work: impl Fn(&J) -> anyhow::Result<T> + Sync,
) -> anyhow::Result<Vec<T>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let answers: anyhow::Result<Vec<(usize, T)>> = pool.install(|| {
        let numbered = jobs.iter().enumerate().par_bridge();
        numbered.map(|(n, job)| work(job).map(|answer| (n, answer))).collect()
    });
    let mut answers = answers?;
    answers.sort_unstable_by_key(|(n, _)| *n);
    Ok(answers.into_iter().map(|(_, answer)| answer).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_the_order_of_the_jobs() {
        let jobs: Vec<u64> = (0..500).collect();
        let doubled = on_threads(4, &jobs, |n| Ok(n * 2)).unwrap();
        assert!(doubled.iter().zip(&jobs).all(|(twice, once)| *twice == once * 2));
        assert!(on_threads(2, &jobs, |n| if *n == 7 { anyhow::bail!("seven") } else { Ok(()) }).is_err());
    }
}
