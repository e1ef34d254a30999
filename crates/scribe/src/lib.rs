//! Changes in the text of a map, a table, a scenario or a lesson, made where they belong: whatever a change does not
//! name stays as it was written, letter for letter, with its comments, its order and its blank lines.
//!
//! A file is read with `toml_edit` for the place of everything in it; a change is then a splice in the text itself.
//!
//! ```
//! use scribe::{Change, Step, Value};
//! let text = "# The ground\n[terrain]\ndefault = \"clear\" # mostly\n";
//! let change = Change::Set { at: vec!["terrain".into(), "woods".into()], value: Value::from(["0101", "0102"]) };
//! assert_eq!(
//!     scribe::apply(text, &[change]).unwrap(),
//!     "# The ground\n[terrain]\ndefault = \"clear\" # mostly\nwoods = [\"0101\", \"0102\"]\n"
//! );
//! ```

mod find;
mod list;
mod order;
mod section;
mod splice;
mod value;
mod write;

use serde::{Deserialize, Serialize};

pub use value::Value;

/// One step of the way to a place in a file: a key, or a number in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ChangeStep"))]
#[serde(untagged)]
pub enum Step {
    /// The nth entry of a list, from 0.
    Nth(usize),
    /// The value under a key.
    Key(String),
}

impl From<&str> for Step {
    fn from(key: &str) -> Step {
        Step::Key(key.to_owned())
    }
}

impl From<usize> for Step {
    fn from(nth: usize) -> Step {
        Step::Nth(nth)
    }
}

/// A change of one place.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Change {
    /// The value is this from now on; its key, and the table it stands in, are written where they are missing.
    Set {
        /// The way to it.
        at: Vec<Step>,
        /// What it is then.
        value: Value,
    },
    /// The key with its value, or the entry of a list, is gone. What is not there need not go.
    Remove {
        /// The way to it.
        at: Vec<Step>,
    },
    /// One more `[[entry]]`, before the one with this number, or as the last.
    Insert {
        /// The way to the list.
        at: Vec<Step>,
        /// Before which entry, from 0; nothing: as the last.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nth: Option<usize>,
        /// What it holds.
        value: Value,
    },
}

/// Why nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// The text is no TOML.
    #[error("line {line}: {message}")]
    NotToml {
        /// The line, counted from 1.
        line: usize,
        /// What was expected there.
        message: String,
    },
    /// Nothing stands at that place.
    #[error("there is no `{0}` to change")]
    Nowhere(String),
    /// The value cannot stand there, and why.
    #[error("`{0}` cannot be written so: {1}")]
    Unfit(String, &'static str),
}

/// The way to a place, as messages write it.
pub(crate) fn told(at: &[Step]) -> String {
    let mut out = String::new();
    for step in at {
        match step {
            Step::Key(key) if out.is_empty() => out.push_str(key),
            Step::Key(key) => {
                out.push('.');
                out.push_str(key);
            }
            Step::Nth(nth) => out.push_str(&format!("[{nth}]")),
        }
    }
    out
}

/// The text with all these changes, made one after the other.
///
/// # Errors
/// The text is no TOML, or a change names a place that is not there. Nothing is changed then.
pub fn apply(text: &str, changes: &[Change]) -> Result<String, Error> {
    let mut text = text.to_owned();
    for change in changes {
        text = splice::one(&text, change)?;
    }
    // A change that would spoil the file is no change.
    find::parse(&text)?;
    Ok(text)
}

/// Everything a file says, in the order in which it is written.
///
/// # Errors
/// The text is no TOML.
pub fn read(text: &str) -> Result<Value, Error> {
    Ok(Value::of_table(find::parse(text)?.as_table()))
}
