//! What was found in files that somebody wrote, as programs get it: faults and warnings, each with its place.

use serde::Serialize;
use table::{Fault, Source};

/// One thing found in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Finding {
    pub file: String,
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
    pub code: &'static str,
    /// What was found and what was expected.
    pub message: String,
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

    pub fn is_fault(&self) -> bool {
        self.severity == "fault"
    }

    /// A fault as a finding.
    pub(crate) fn of(fault: Fault) -> Finding {
        let board = [".map.toml", ".table.toml"].iter().any(|ending| fault.file.ends_with(ending));
        let expected = fault.what.rsplit_once("expected ").map(|(_, expected)| expected.to_owned());
        Finding {
            file: fault.file,
            line: fault.line,
            column: None,
            key: fault.key,
            severity: "fault",
            code: if board { Self::BOARD } else { Self::FAULT },
            message: fault.what,
            expected,
            did_you_mean: None,
        }
    }

    /// A warning about a map as a finding; without the map's text it has no line.
    pub(crate) fn warning(file: &str, text: &str, warning: &hexmap::Warning) -> Finding {
        let place = warning.subject.place(text);
        let column =
            |at: usize| text[text[..at].rfind('\n').map_or(0, |end| end + 1)..at].chars().count() + 1;
        Finding {
            file: file.to_owned(),
            line: place.as_ref().map(|span| Source::new(file, text).line(span)),
            column: place.map(|span| column(span.start)),
            key: warning.subject.key(),
            severity: "warning",
            code: warning.code,
            message: warning.what.clone(),
            expected: None,
            did_you_mean: None,
        }
    }
}
