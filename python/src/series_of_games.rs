//! Series of games between computer players, as `hardtack sim` plays them, and the page of `hardtack report`.

use std::path::PathBuf;
use std::time::Duration;

use engine::program::{Contender, Patience};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use series::decisions::Decisions;
use series::report::Study;
use series::results::{self, Row};
use series::{Finished, Job, Keep, Memories, Records, Series, play_all};
use staff::Player;

use crate::convert::python;
use crate::fault::{refused, wrong};
use crate::table_of_games::columns;

/// Games that are played before the interpreter is asked whether somebody wants to stop, for each thread.
const TOGETHER: u64 = 64;

/// Games that went wrong, how, and their records.
type Failures = Vec<(u64, String, String)>;

/// A computer player or a program, which is started once so that one that cannot play is told at once.
fn player(py: Python<'_>, name: &str, patience: Patience) -> PyResult<Contender> {
    let contender = Contender::read(name.trim(), patience).map_err(|why| wrong("no-player", why))?;
    py.detach(|| contender.try_out()).map_err(|why| wrong("no-player", why))?;
    Ok(contender)
}

/// The computer player of that name, as results call him.
#[pyfunction(name = "player")]
pub fn named(name: &str) -> PyResult<String> {
    let player: Player = name.parse().map_err(|why: String| wrong("no-player", why))?;
    Ok(player.to_string())
}

fn told(why: anyhow::Error) -> PyErr {
    wrong("broken", format!("{why:#}"))
}

/// The longest that anybody waits for an answer: a day.
const LONGEST: Duration = Duration::from_secs(86_400);

/// How long programs are waited for, and how often.
fn patience(seconds: f64, faults: u32) -> PyResult<Patience> {
    let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
    let time = time.filter(|time| *time <= LONGEST);
    let why = || wrong("bad-request", format!("program_time={seconds}: expected seconds, up to a day"));
    let time = time.ok_or_else(why)?;
    if faults == 0 {
        return Err(wrong("bad-request", "program_faults=0: expected one or more"));
    }
    Ok(Patience { time, faults })
}

fn records(folder: Option<PathBuf>) -> PyResult<Records> {
    let Some(folder) = folder else { return Ok(Records::FailedElsewhere) };
    let cannot = |why| wrong("broken", format!("the folder `{}` cannot be made: {why}", folder.display()));
    std::fs::create_dir_all(&folder).map_err(cannot)?;
    Ok(Records::All(folder))
}

/// Plays games `first` to `first + count - 1` of a series. Gives the columns, and the games that went wrong.
#[pyfunction]
#[pyo3(signature = (scenario, players, seed, first, count, threads, cap, options, decisions, records, program_time, program_faults))]
pub fn simulate<'py>(
    py: Python<'py>,
    scenario: &str,
    players: [String; 2],
    seed: u64,
    first: u64,
    count: u64,
    threads: usize,
    cap: usize,
    options: Vec<String>,
    decisions: Option<PathBuf>,
    records: Option<PathBuf>,
    program_time: f64,
    program_faults: u32,
) -> PyResult<(Bound<'py, PyDict>, Failures)> {
    let last = first.checked_add(count).ok_or_else(|| wrong("bad-request", "there are no such games"))?;
    let patience = patience(program_time, program_faults)?;
    let opened = if options.is_empty() { library::open(scenario) } else { library::open_with(scenario, &options) };
    let series = Series {
        scenario: opened.map_err(|why| refused(why.into()))?,
        players: [player(py, &players[0], patience)?, player(py, &players[1], patience)?],
        seed,
        records: self::records(records)?,
        cap,
        facts: true,
        memories: Memories::default(),
    };
    results::check_names(decisions.as_slice()).map_err(told)?;
    let decisions = decisions.as_deref().map(Decisions::create).transpose().map_err(told)?;
    let (rows, failed) = played(py, &series, first..last, threads, decisions.as_ref())?;
    decisions.map_or(Ok(()), Decisions::finish).map_err(told)?;
    Ok((columns(py, &rows)?, failed))
}

/// Plays these games, some at a time, so that whoever wants to stop is heard in between.
fn played(
    py: Python<'_>,
    series: &Series,
    games: std::ops::Range<u64>,
    threads: usize,
    decisions: Option<&Decisions>,
) -> PyResult<(Vec<Row>, Failures)> {
    let series = std::slice::from_ref(series);
    let cores =
        if threads == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { threads };
    let together = TOGETHER * cores as u64;
    let (mut rows, mut failures): (Vec<Row>, Failures) = Default::default();
    let mut next = games.start;
    while next < games.end {
        let until = games.end.min(next.saturating_add(together));
        let jobs: Vec<Job> = (next..until).map(|game| Job { series: 0, game }).collect();
        let keep = Keep { decisions, ..Keep::default() };
        let played = py.detach(|| play_all(series, &jobs, threads, keep, &|_| ()));
        let Finished { rows: more, failed } = played.map_err(told)?;
        rows.extend(more);
        failures.extend(failed.into_iter().map(|failed| (failed.game, failed.why, failed.record)));
        next = until;
        py.check_signals()?;
    }
    Ok((rows, failures))
}

/// The page about results, and its figures.
#[pyfunction]
pub fn report<'py>(py: Python<'py>, files: Vec<PathBuf>) -> PyResult<(String, Bound<'py, PyAny>)> {
    let done = py.detach(|| {
        let study = Study::of(results::read_all(&files)?)?;
        let scenario = study.drawn();
        anyhow::Ok((study.page(scenario.as_ref()), study.figures(scenario.as_ref())))
    });
    let (page, figures) = done.map_err(told)?;
    Ok((page, python(py, &figures)?))
}
