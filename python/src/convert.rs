//! JSON values as Python objects, and back.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::fault::wrong;

/// Anything the crates write as JSON, as a Python object.
pub fn told<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let value = serde_json::to_value(value).map_err(|why| wrong("broken", why.to_string()))?;
    python(py, &value)
}

pub fn python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => flag.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(n), _) => n.into_pyobject(py)?.into_any(),
            (None, Some(n)) => n.into_pyobject(py)?.into_any(),
            _ => number.as_f64().unwrap_or(f64::NAN).into_pyobject(py)?.into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(list) => {
            let items = list.iter().map(|item| python(py, item)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Object(keys) => {
            let dict = PyDict::new(py);
            for (key, value) in keys {
                dict.set_item(key, python(py, value)?)?;
            }
            dict.into_any()
        }
    })
}

/// What a program asks, as JSON.
pub fn json(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = value.cast::<pyo3::types::PyBool>() {
        return Ok(flag.is_true().into());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_cow()?.into_owned().into());
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        let pairs = dict.iter().map(|(key, value)| Ok((key.extract::<String>()?, json(&value)?)));
        return Ok(Value::Object(pairs.collect::<PyResult<Map<_, _>>>()?));
    }
    if let Ok(n) = value.extract::<i64>() {
        return Ok(n.into());
    }
    if let Ok(n) = value.extract::<f64>() {
        return Ok(n.into());
    }
    let items = value.try_iter()?.map(|item| json(&item?));
    Ok(Value::Array(items.collect::<PyResult<Vec<_>>>()?))
}
