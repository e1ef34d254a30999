//! Rows of games as columns: numbers as arrays, words and combats as lists.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::{Map, Value};
use series::results::{COLUMNS, COMBATS, Kind, Row};

use crate::convert::told;
use crate::fault::wrong;

/// The columns by their names, in their order.
pub fn columns<'py>(py: Python<'py>, rows: &[Row]) -> PyResult<Bound<'py, PyDict>> {
    let cells: Vec<Map<String, Value>> = rows.iter().map(cells).collect::<PyResult<_>>()?;
    let columns = PyDict::new(py);
    for (name, kind, _) in COLUMNS {
        let values = cells.iter().map(|row| &row[name]);
        match kind {
            Kind::Text | Kind::List => columns.set_item(name, PyList::new(py, values.map(text))?)?,
            // Seeds may need all 64 bits.
            Kind::Whole if ["seed", "game"].contains(&name) => {
                let numbers: Vec<u64> = values.map(|v| v.as_u64().unwrap_or_default()).collect();
                columns.set_item(name, PyArray1::from_vec(py, numbers))?;
            }
            Kind::Whole => {
                let numbers: Vec<i64> = values.map(|v| v.as_i64().unwrap_or_default()).collect();
                columns.set_item(name, PyArray1::from_vec(py, numbers))?;
            }
            Kind::Real => {
                let numbers: Vec<f64> = values.map(|v| v.as_f64().unwrap_or_default()).collect();
                columns.set_item(name, PyArray1::from_vec(py, numbers))?;
            }
        }
    }
    let combats = rows.iter().map(|row| told(py, &row.fights)).collect::<PyResult<Vec<_>>>()?;
    columns.set_item(COMBATS, PyList::new(py, combats)?)?;
    Ok(columns)
}

fn cells(row: &Row) -> PyResult<Map<String, Value>> {
    match serde_json::to_value(row) {
        Ok(Value::Object(cells)) => Ok(cells),
        Ok(_) => Err(wrong("broken", "a row is an object")),
        Err(why) => Err(wrong("broken", why.to_string())),
    }
}

/// Text as it is; a list as JSON text, as in Parquet.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
