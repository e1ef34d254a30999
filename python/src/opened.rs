//! Scenarios, read once, and the calculator of odds.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use engine::{DiceFrom, Opened};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value};

use crate::convert::{json, python, told};
use crate::fault::{fault, refused, wrong};

/// Built-in scenarios that were asked for: they never change.
static READ: OnceLock<Mutex<BTreeMap<String, Arc<Opened>>>> = OnceLock::new();

/// A scenario by its id or path.
pub fn open(scenario: &str, options: &[String]) -> PyResult<Arc<Opened>> {
    let read = || {
        let opened = match options {
            [] => library::open(scenario),
            _ => library::open_with(scenario, options),
        };
        Ok(Arc::new(Opened::new(opened.map_err(|why| refused(why.into()))?)))
    };
    if !library::is_playable(scenario) {
        return read();
    }
    let known = READ.get_or_init(Mutex::default);
    let key = format!("{scenario} {}", options.join(" "));
    if let Some(opened) = known.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return Ok(opened.clone());
    }
    let opened = read()?;
    known.lock().unwrap_or_else(PoisonError::into_inner).insert(key, opened.clone());
    Ok(opened)
}

/// Where dice come from, as a caller says it; nothing where he says nothing.
pub fn dice(seed: Option<u64>, number: Option<u64>, dice: Option<&str>) -> PyResult<Option<DiceFrom>> {
    match (seed, number, dice) {
        (None, None, None) => Ok(None),
        (Some(seed), None, None) => Ok(Some(DiceFrom::number(seed))),
        (Some(seed), Some(number), None) => Ok(Some(DiceFrom::series(seed, number))),
        (None, None, Some("ask")) => Ok(Some(DiceFrom::Caller)),
        (None, None, Some(other)) => {
            Err(wrong("bad-request", format!("dice=`{other}`: expected `ask`, or a seed")))
        }
        (None, Some(_), None) => {
            Err(wrong("bad-request", "`number` is of a series: expected its `seed` too"))
        }
        (.., Some(_)) => {
            Err(wrong("bad-request", "dice either fall from a `seed` or are asked for: expected one of both"))
        }
    }
}

/// The built-in scenarios.
#[pyfunction]
pub fn scenarios(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    told(py, &library::list())
}

/// Every fact of a system's form with its usual value.
fn usual(system: &str) -> PyResult<Map<String, Value>> {
    let forms = library::odds_forms();
    let form = forms.as_array().into_iter().flatten().find(|form| form["system"] == system);
    let form = form.ok_or_else(|| wrong("bad-request", format!("there is no system `{system}`")))?;
    let filled = |field: &Value| Some((field["key"].as_str()?.to_owned(), field["usual"].clone()));
    Ok(form["fields"].as_array().into_iter().flatten().filter_map(filled).collect())
}

/// What a combat of a system can come to, by the facts of `hardtack odds SYSTEM --help`: those that are not told are as
/// usual there.
#[pyfunction]
#[pyo3(signature = (system, **facts))]
pub fn odds<'py>(
    py: Python<'py>,
    system: &str,
    facts: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut question = usual(system)?;
    for (fact, told) in facts.into_iter().flat_map(|facts| facts.iter()) {
        let fact: String = fact.extract()?;
        let known = question.keys().cloned().collect::<Vec<_>>().join(", ");
        let place = question.get_mut(&fact);
        let none = || wrong("bad-request", format!("there is no fact `{fact}`: expected {known}"));
        *place.ok_or_else(none)? = json(&told)?;
    }
    let question = Value::Object(question);
    let answer = py.detach(|| library::odds(system, &question)).map_err(|why| fault(why.into()))?;
    python(py, &answer)
}
