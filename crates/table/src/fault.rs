//! What is wrong with a file somebody wrote, said so that he can mend it: all faults at once, each with
//! file, line where known, key, and what was expected.

use std::fmt;
use std::ops::Range;

/// One thing wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub file: String,
    pub line: Option<usize>,
    /// Where in the file, as an author would point at it: `[[unit]] Brown: hex`.
    pub key: String,
    /// What was found and what was expected.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
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

/// A file being read: turns places in its text into line numbers and gathers faults.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    pub file: String,
    pub text: &'a str,
    faults: Vec<Fault>,
}

impl<'a> Source<'a> {
    /// The format that scenarios of all systems name.
    pub const SCENARIO: &'static str = "hardtack-scenario/1";

    pub fn new(file: impl Into<String>, text: &'a str) -> Self {
        Source { file: file.into(), text, faults: Vec::new() }
    }

    /// Reads the text as TOML of the wanted shape.
    ///
    /// # Errors
    /// Not TOML, or a key that is unknown, missing or of the wrong kind.
    pub fn parse<T: serde::de::DeserializeOwned>(&self) -> Result<T, Faults> {
        toml::from_str(self.text).map_err(|e| {
            let line = e.span().map(|span| self.line(&span));
            Faults(vec![Fault {
                file: self.file.clone(),
                line,
                key: String::new(),
                what: e.message().trim().to_owned(),
            }])
        })
    }

    /// Whether the file says of itself that it is a scenario of this system: the first two keys of every one.
    pub fn is_scenario_of(&mut self, wanted: &str, format: &str, system: &str) -> bool {
        let before = self.faults.len();
        if format != Self::SCENARIO {
            self.fault("format", format!("`{format}`: expected `{}`", Self::SCENARIO));
        }
        if system != wanted {
            self.fault("system", format!("`{system}`: expected `{wanted}`"));
        }
        self.faults.len() == before
    }

    /// The line on which a stretch of the text begins, counted from 1.
    pub fn line(&self, span: &Range<usize>) -> usize {
        let upto = span.start.min(self.text.len());
        self.text.as_bytes()[..upto].iter().filter(|b| **b == b'\n').count() + 1
    }

    /// Notes a fault at a key.
    pub fn fault(&mut self, key: impl Into<String>, what: impl Into<String>) {
        self.faults.push(Fault { file: self.file.clone(), line: None, key: key.into(), what: what.into() });
    }

    /// Notes a fault at a place in the text.
    pub fn fault_at(&mut self, span: Range<usize>, key: impl Into<String>, what: impl Into<String>) {
        let line = Some(self.line(&span));
        self.faults.push(Fault { file: self.file.clone(), line, key: key.into(), what: what.into() });
    }

    pub fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    /// The value if nothing was wrong, else everything that was.
    ///
    /// # Errors
    /// The faults noted so far.
    pub fn finish<T>(self, value: T) -> Result<T, Faults> {
        if self.faults.is_empty() { Ok(value) } else { Err(Faults(self.faults)) }
    }

    /// The faults noted so far.
    pub fn into_faults(self) -> Faults {
        Faults(self.faults)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Tiny {
        #[expect(dead_code, reason = "only its absence matters here")]
        name: String,
    }

    #[test]
    fn a_syntax_fault_names_file_and_line() {
        let source = Source::new("a.map.toml", "name = \"x\"\nnam = 3\n");
        let fault = &source.parse::<Tiny>().unwrap_err().0[0];
        assert_eq!((fault.file.as_str(), fault.line), ("a.map.toml", Some(2)));
        assert!(fault.what.contains("nam"), "{fault}");
    }

    #[test]
    fn all_faults_are_told_at_once() {
        let mut source = Source::new("b.scenario.toml", "x\ny\n");
        source.fault("[[unit]] Brown: hex", "`9999` is not on the map");
        source.fault_at(2..3, "[[unit]] Bate", "manpower 0: expected 1 to 21");
        let text = source.finish(()).unwrap_err().to_string();
        assert_eq!(
            text,
            "b.scenario.toml: [[unit]] Brown: hex: `9999` is not on the map\n\
             b.scenario.toml:2: [[unit]] Bate: manpower 0: expected 1 to 21"
        );
    }
}
