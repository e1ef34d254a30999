//! What cannot be done, as an exception.

use engine::Fault;
use engine::talk::Error;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pyo3::create_exception!(
    hardtack,
    Refused,
    PyValueError,
    "Something that was not done; nothing has changed. `code` is a word for programs (docs/engine.md, Errors); \
     `rule` and `clause` name the rule where one refuses."
);

/// The exception of an error of the engine.
pub fn refused(error: Error) -> PyErr {
    let refused = Refused::new_err(error.message);
    Python::attach(|py| {
        let value = refused.value(py);
        let told = value
            .setattr("code", error.code)
            .and_then(|()| value.setattr("rule", error.rule))
            .and_then(|()| value.setattr("clause", error.clause));
        told.map_or_else(|why| why, |()| refused.clone_ref(py))
    })
}

pub fn wrong(code: &'static str, message: impl Into<String>) -> PyErr {
    refused(Error::new(code, message))
}

pub fn fault(fault: Fault) -> PyErr {
    refused(fault.into())
}
