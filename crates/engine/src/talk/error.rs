//! A request that was not done: a short word, a sentence and, where a rule refuses, its clause.

use library::OpenError;
use serde::Serialize;
use table::Rule;

use crate::Fault;

/// Why a request was not done, as its answer says it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Error {
    /// A word that stays the same, for programs: docs/engine.md lists them.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
    /// The section of the printed book, and the clause that `hardtack rules` explains.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The clause of the rule index that refuses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<&'static str>,
}

impl Error {
    /// An error that no rule is the reason of.
    pub fn new(code: &'static str, message: impl Into<String>) -> Error {
        Error { code, message: message.into(), rule: None, clause: None }
    }

    /// A request with a key too many, too few, or of the wrong kind.
    pub(super) fn bad(what: impl Into<String>) -> Error {
        Error::new("bad-request", what)
    }

    /// A line that was longer than lines may be, and was not read.
    pub fn too_long(most: usize) -> Error {
        Error::new("too-long", format!("a request has at most {most} bytes"))
    }

    fn by(rule: Option<Rule>, code: &'static str, message: String) -> Error {
        let section = rule.map(|rule| rule.section().into_owned());
        Error { code, message, rule: section, clause: rule.map(|rule| rule.0) }
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        Error::by(fault.rule(), fault.code(), fault.to_string())
    }
}

impl From<OpenError> for Error {
    fn from(error: OpenError) -> Error {
        let code = match error {
            OpenError::Faults(_) => "faulty-scenario",
            OpenError::Unknown { .. } | OpenError::Unreadable(_) => "no-scenario",
        };
        Error::new(code, error.to_string())
    }
}
