//! Many games at once, on all cores.

use std::collections::BTreeMap;

use anyhow::bail;
use rayon::prelude::*;
use serde::Serialize;

use crate::decisions::Decisions;
use crate::results::{Common, Journal, Row};
use crate::{Ended, Series};

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

/// A game to play: of which of the series, and its number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Job {
    pub series: usize,
    pub game: u64,
}

/// Plays games of one or more series: on so many threads (0: one for each core), without those that are
/// done already, each kept in the journal as soon as it is over. Games are begun in the order of the jobs,
/// so that none waits behind a long one. `over` hears of games that are done: of those from before, then one by one.
///
/// # Errors
/// Games that are done belong to another series, or a file cannot be written.
pub fn play_all(
    series: &[Series],
    jobs: &[Job],
    threads: usize,
    journal: Option<&Journal>,
    done: Vec<Row>,
    over: &(dyn Fn(usize) + Sync),
) -> anyhow::Result<Finished> {
    play_all_told(series, jobs, threads, journal, done, None, over)
}

/// As [`play_all`], with every decision of the games that came to their end written into a file.
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
    over: &(dyn Fn(usize) + Sync),
) -> anyhow::Result<Finished> {
    let commons: Vec<Common> = series.iter().map(Common::of).collect();
    let mut done = done_before(series, jobs, &commons, done)?;
    let open: Vec<usize> = (0..jobs.len()).filter(|job| !done.contains_key(job)).collect();
    over(done.len());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let played: anyhow::Result<Vec<(usize, Result<Row, Failed>)>> = pool.install(|| {
        let play = |job: usize| {
            let Job { series: which, game } = jobs[job];
            let one = &series[which];
            let mut ended = one.play_told(game, decisions.is_some())?;
            let row = commons[which].row(one, &ended);
            if let Some(file) = decisions {
                let decided = std::mem::take(&mut ended.decided);
                file.keep(job, if row.is_some() { decided } else { Vec::new() })?;
            }
            if let (Some(journal), Some(row)) = (journal, &row) {
                journal.keep(row)?;
            }
            over(1);
            Ok((job, row.ok_or_else(|| failed(one, &ended))))
        };
        open.into_iter().par_bridge().map(play).collect()
    });
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

/// The jobs that need not be done again. No finished game is thrown away because fewer were asked for.
fn done_before(
    series: &[Series],
    jobs: &[Job],
    commons: &[Common],
    done: Vec<Row>,
) -> anyhow::Result<BTreeMap<usize, Row>> {
    let places: BTreeMap<Job, usize> = jobs.iter().enumerate().map(|(place, job)| (*job, place)).collect();
    let fits = |which: usize, row: &Row| commons[which].fits(&series[which], row);
    let mut found = BTreeMap::new();
    for row in done {
        let Some(which) = (0..series.len()).find(|which| fits(*which, &row).is_ok()) else {
            let why = if series.is_empty() { Ok(()) } else { fits(0, &row) };
            let why = why.err().unwrap_or_else(|| "there is nothing to play".to_owned());
            bail!("the results are of another series: {why}");
        };
        let Some(job) = places.get(&Job { series: which, game: row.game }) else {
            bail!(
                "the results hold game {}: ask for at least as many games as there are, it among them",
                row.game
            );
        };
        found.insert(*job, row);
    }
    Ok(found)
}

fn failed(series: &Series, ended: &Ended) -> Failed {
    let failure = ended.outcome.as_ref().err();
    Failed {
        players: series.names(),
        game: ended.number,
        why: failure.map(|failure| failure.why.clone()).unwrap_or_default(),
        record: failure.map(|failure| failure.record.display().to_string()).unwrap_or_default(),
    }
}
