//! What was found in files that somebody wrote, as programs get it: faults and warnings, each with its place.

use std::fmt;

use serde::Serialize;
use table::Fault;

/// One thing found in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// The file it was found in.
    pub file: String,
    /// The line, counted from 1, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub line: Option<usize>,
    /// Counted in characters from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub column: Option<usize>,
    /// Where in the file, as an author would point at it: `[[unit]] Brown: hex`.
    pub key: String,
    /// `fault`, which keeps a file from being played, or `warning`, probably a slip.
    pub severity: &'static str,
    /// Its code, where it has one: `S8`.
    pub code: &'static str,
    /// What was found and what was expected.
    pub message: String,
    /// What would have fitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub expected: Option<String>,
    /// The word that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub did_you_mean: Option<String>,
}

impl Finding {
    /// The code of faults of maps and tables.
    pub const BOARD: &'static str = "M0";
    /// The code of faults of everything else.
    pub const FAULT: &'static str = "F0";

    /// Whether it keeps the file from being played.
    pub fn is_fault(&self) -> bool {
        self.severity == "fault"
    }

    pub(crate) fn fault(fault: Fault) -> Finding {
        let board = [".map.toml", ".table.toml"].iter().any(|ending| fault.file.ends_with(ending));
        let code = match fault.code {
            "" if board => Self::BOARD,
            "" => Self::FAULT,
            own => own,
        };
        Self::of("fault", code, fault)
    }

    pub(crate) fn warning(warning: Fault) -> Finding {
        Self::of("warning", warning.code, warning)
    }

    /// S8, a warning about how games of a scenario go.
    pub fn about_play(file: String, message: String) -> Finding {
        let mut fault = Fault::new(file, "", message);
        (fault.line, fault.column) = (Some(1), Some(1));
        Self::of("warning", "S8", fault)
    }

    fn of(severity: &'static str, code: &'static str, fault: Fault) -> Finding {
        let (expected, meant) = (fault.expected(), fault.did_you_mean());
        let (expected, did_you_mean) = (expected.map(str::to_owned), meant.map(str::to_owned));
        let Fault { file, line, column, key, what: message, .. } = fault;
        Finding { file, line, column, key, severity, code, message, expected, did_you_mean }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        for number in [self.line, self.column].into_iter().flatten() {
            write!(f, ":{number}")?;
        }
        if !self.is_fault() {
            write!(f, ": warning {}", self.code)?;
        }
        if !self.key.is_empty() {
            write!(f, ": {}", self.key)?;
        }
        write!(f, ": {}", self.message)
    }
}
