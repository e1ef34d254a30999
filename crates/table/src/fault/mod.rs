//! What is wrong with a file somebody wrote, said so that he can mend it: all faults at once, each with file, line,
//! column, key, and what was expected.
//!
//! A [`Source`] is a file being read. Its faults are pointed at as an author would, by the written key:
//! `[[unit]] Brown: hex`; where that stands is looked up only when something is wrong (keys.rs). A key that serde does
//! not know, a word of no list, a value of the wrong kind: each is told and mended in memory, and reading goes on, so
//! that the next one is told as well (mend.rs). Units may come as rows of a table (rows.rs).

mod keys;
mod mend;
mod near;
mod rows;
mod source;
#[cfg(test)]
mod tests;
mod whole;

use std::fmt;

pub use keys::entry_keys;
pub use near::{nearest, with_near};
pub use rows::{Rows, TableTexts};
pub use source::Source;
pub use whole::{examine_whole, load_whole};

/// One thing wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The file's name.
    pub file: String,
    /// The line, counted from 1, where it has one.
    pub line: Option<usize>,
    /// Counted in characters from 1.
    pub column: Option<usize>,
    /// Where in the file, as an author would point at it: `[[unit]] Brown: hex`.
    pub key: String,
    /// What was found and what was expected.
    pub what: String,
    /// The code of a warning, or of a fault that has one of its own; empty for all others.
    pub code: &'static str,
}

impl Fault {
    /// A fault of a file whose text is not at hand.
    pub fn new(file: impl Into<String>, key: impl Into<String>, what: impl Into<String>) -> Fault {
        let (file, key, what) = (file.into(), key.into(), what.into());
        Fault { file, line: None, column: None, key, what, code: "" }
    }

    /// What was expected, as the message says it.
    pub fn expected(&self) -> Option<&str> {
        let (_, expected) = self.what.split_once("expected ")?;
        Some(expected.split_once("; did you mean").map_or(expected, |(words, _)| words))
    }

    /// The word that was probably meant, as the message says it.
    pub fn did_you_mean(&self) -> Option<&str> {
        let (_, meant) = self.what.split_once("did you mean `")?;
        meant.split_once('`').map(|(word, _)| word)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        for number in [self.line, self.column].into_iter().flatten() {
            write!(f, ":{number}")?;
        }
        if !self.key.is_empty() {
            write!(f, ": {}", self.key)?;
        }
        write!(f, ": {}", self.what)
    }
}

/// Everything wrong with a file; never empty when returned as an error.
#[derive(Clone, PartialEq, Eq, Debug, Default, thiserror::Error)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, fault) in self.0.iter().enumerate() {
            if n > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}
