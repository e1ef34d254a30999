//! Many games at once, on all cores, and how far they are.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;

use super::{Ended, Series};
use crate::results::{Common, Journal, Row};

/// What came of many games.
#[derive(Default)]
pub struct Finished {
    /// In the order in which they were asked for.
    pub rows: Vec<Row>,
    pub failed: Vec<Failed>,
}

/// A game that went wrong, with the record to look at.
#[derive(Clone, Debug, Serialize)]
pub struct Failed {
    pub players: [String; 2],
    pub game: u64,
    pub why: String,
    pub record: String,
}

/// Plays games of one or more series: on so many threads (0: one for each core), without those that are
/// done already, each kept in the journal as soon as it is over. Games are begun in the order of the jobs,
/// so that none waits behind a long one.
///
/// # Errors
/// Games that are done belong to another series, or a file cannot be written.
pub fn play_all(
    jobs: &[(&Series, u64)],
    threads: usize,
    journal: Option<&Journal>,
    done: Vec<Row>,
) -> anyhow::Result<Finished> {
    let commons = commons(jobs);
    let mut done = done_before(jobs, &commons, done)?;
    let open: Vec<usize> = (0..jobs.len()).filter(|job| !done.contains_key(job)).collect();
    let bar = bar(jobs.len() as u64);
    bar.inc(done.len() as u64);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let played: anyhow::Result<Vec<(usize, Result<Row, Failed>)>> = pool.install(|| {
        let play = |job: usize| {
            let (series, number) = jobs[job];
            let ended = series.play(number)?;
            let row = commons[&address(series)].row(series, &ended);
            if let (Some(journal), Some(row)) = (journal, &row) {
                journal.keep(row)?;
            }
            bar.inc(1);
            Ok((job, row.ok_or_else(|| failed(series, &ended))))
        };
        open.into_iter().par_bridge().map(play).collect()
    });
    bar.finish_and_clear();
    let mut finished = Finished::default();
    let mut played = played?;
    played.sort_unstable_by_key(|(job, _)| *job);
    for (job, came_to) in played {
        match came_to {
            Ok(row) => drop(done.insert(job, row)),
            Err(failed) => finished.failed.push(failed),
        }
    }
    finished.rows = done.into_values().collect();
    Ok(finished)
}

/// A series is known by its place in memory: there are a few of them, each with many jobs.
fn address(series: &Series) -> usize {
    std::ptr::from_ref(series).addr()
}

fn commons(jobs: &[(&Series, u64)]) -> BTreeMap<usize, Common> {
    let mut commons = BTreeMap::new();
    for (series, _) in jobs {
        commons.entry(address(series)).or_insert_with(|| Common::of(series));
    }
    commons
}

/// The jobs that need not be done again. No finished game is thrown away because fewer were asked for.
fn done_before(
    jobs: &[(&Series, u64)],
    commons: &BTreeMap<usize, Common>,
    done: Vec<Row>,
) -> anyhow::Result<BTreeMap<usize, Row>> {
    let mut found = BTreeMap::new();
    let mut series: Vec<&Series> = Vec::new();
    let mut seen = BTreeSet::new();
    for (one, _) in jobs {
        if seen.insert(address(one)) {
            series.push(one);
        }
    }
    let places: BTreeMap<(usize, u64), usize> =
        jobs.iter().enumerate().map(|(job, (series, number))| ((address(series), *number), job)).collect();
    for row in done {
        let fits = |one: &&&Series| commons[&address(one)].fits(one, &row).is_ok();
        let Some(one) = series.iter().find(fits) else {
            let why = series.first().map(|one| commons[&address(one)].fits(one, &row));
            bail!(
                "the results are of another series: {}",
                why.and_then(Result::err).unwrap_or_else(|| "there is nothing to play".to_owned())
            );
        };
        let Some(job) = places.get(&(address(one), row.game)) else {
            bail!("the results hold game {}: ask for at least as many games as there are", row.game);
        };
        found.insert(*job, row);
    }
    Ok(found)
}

fn failed(series: &Series, ended: &Ended) -> Failed {
    let failure = ended.outcome.as_ref().err();
    Failed {
        players: series.players.map(|player| player.to_string()),
        game: ended.number,
        why: failure.map(|failure| failure.why.clone()).unwrap_or_default(),
        record: failure.map(|failure| failure.record.display().to_string()).unwrap_or_default(),
    }
}

/// A progress bar for so many games; it shows itself at a terminal only.
fn bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left");
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
