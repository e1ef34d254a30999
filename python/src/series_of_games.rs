//! Series of games between computer players, as `hardtack sim` plays them, and the page of `hardtack report`.

use std::path::PathBuf;

use engine::program::{Contender, Patience};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use series::report::Study;
use series::results::{self, Row};
use series::{Finished, Job, Memories, Series, play_all};
use staff::Player;

use crate::convert::python;
use crate::fault::{refused, wrong};
use crate::table_of_games::columns;

/// Games that are played before the interpreter is asked whether somebody wants to stop, for each thread.
const TOGETHER: u64 = 64;

/// Games that went wrong, and how.
type Failures = Vec<(u64, String)>;

fn player(name: &str) -> PyResult<Contender> {
    Contender::read(name.trim(), Patience::default()).map_err(|why| wrong("no-player", why))
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

/// Plays games `first` to `first + count - 1` of a series. Gives the columns, and the games that went wrong.
#[pyfunction]
#[pyo3(signature = (scenario, players, seed, first, count, threads, cap))]
pub fn simulate<'py>(
    py: Python<'py>,
    scenario: &str,
    players: [String; 2],
    seed: u64,
    first: u64,
    count: u64,
    threads: usize,
    cap: usize,
) -> PyResult<(Bound<'py, PyDict>, Failures)> {
    let last = first.checked_add(count).ok_or_else(|| wrong("bad-request", "there are no such games"))?;
    let series = Series {
        scenario: library::open(scenario).map_err(|why| refused(why.into()))?,
        players: [player(&players[0])?, player(&players[1])?],
        seed,
        records: None,
        cap,
        facts: true,
        memories: Memories::default(),
    };
    let series = std::slice::from_ref(&series);
    let cores =
        if threads == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { threads };
    let together = TOGETHER * cores as u64;
    let (mut rows, mut failed): (Vec<Row>, Failures) = Default::default();
    let mut next = first;
    while next < last {
        let until = last.min(next.saturating_add(together));
        let jobs: Vec<Job> = (next..until).map(|game| Job { series: 0, game }).collect();
        let played = py.detach(|| play_all(series, &jobs, threads, None, Vec::new(), &|_| ()));
        let Finished { rows: more, failed: wrong } = played.map_err(told)?;
        rows.extend(more);
        failed.extend(wrong.into_iter().map(|failed| (failed.game, failed.why)));
        next = until;
        py.check_signals()?;
    }
    Ok((columns(py, &rows)?, failed))
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
