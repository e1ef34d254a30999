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
    /// Games that went wrong, in the same order.
    pub failed: Vec<Failed>,
}

/// A game that went wrong, with the record to look at.
#[derive(Clone, Debug, Serialize)]
pub struct Failed {
    /// Who played, the Union first.
    pub players: [String; 2],
    /// Its number in the series.
    pub game: u64,
    /// What it did, as the rest of a sentence: `did not end`.
    pub why: String,
    /// The file of its record.
    pub record: String,
}

/// A game to play: of which of the series, and its number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Job {
    /// The place of the series among all of them.
    pub series: usize,
    /// The number of the game there.
    pub game: u64,
}

/// What is kept of many games beside their rows; nothing unless told otherwise.
#[derive(Default)]
pub struct Keep<'a> {
    /// Games of before, which need not be played again.
    pub done: Vec<Row>,
    /// Gets each game as soon as it is over.
    pub journal: Option<&'a Journal>,
    /// Gets every decision of the games that come to their end.
    pub decisions: Option<&'a Decisions>,
}

/// Plays games of one or more series, on so many threads (0: one for each core). Games are begun in the order of the
/// jobs, so that none waits behind a long one. `over` hears of games that are done: of those from before, then one by
/// one.
///
/// # Errors
/// Games that are done belong to another series, or a file cannot be written.
pub fn play_all(
    series: &[Series],
    jobs: &[Job],
    threads: usize,
    keep: Keep<'_>,
    over: &(dyn Fn(usize) + Sync),
) -> anyhow::Result<Finished> {
    let Keep { done, journal, decisions } = keep;
    let commons: Vec<Common> = series.iter().map(Common::of).collect();
    let mut done = done_before(series, jobs, &commons, done)?;
    let open: Vec<usize> = (0..jobs.len()).filter(|job| !done.contains_key(job)).collect();
    over(done.len());
    // A file of decisions may hold games of an earlier call.
    let before = decisions.map_or(0, Decisions::games);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let played: anyhow::Result<Vec<(usize, Result<Row, Failed>)>> = pool.install(|| {
        let play = |(place, job): (usize, usize)| {
            let Job { series: which, game } = jobs[job];
            let one = &series[which];
            let mut ended = one.play(game, decisions.is_some())?;
            let row = commons[which].row(one, &ended);
            if let Some(file) = decisions {
                let decided = std::mem::take(&mut ended.decided);
                file.keep(before + place, if row.is_some() { decided } else { Vec::new() })?;
            }
            if let (Some(journal), Some(row)) = (journal, &row) {
                journal.keep(row)?;
            }
            over(1);
            Ok((job, row.ok_or_else(|| failed(one, &ended))))
        };
        open.into_iter().enumerate().par_bridge().map(play).collect()
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
