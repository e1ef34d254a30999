//! A file being read: turns places in its text into lines and columns and gathers faults.

use std::cell::OnceCell;
use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

use super::mend::{self, MADE_UP, is_made_up};
use super::near::of_expected;
use super::{Fault, Faults, keys};

/// A file being read.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// The file's name, for its faults.
    pub file: String,
    /// What stands in it.
    pub text: &'a str,
    /// Further texts whose words are read as if they stood in the file: places in them count on from its end.
    pub(super) parts: Vec<Part<'a>>,
    pub(super) document: OnceCell<Spanned<DeTable<'a>>>,
    faults: Vec<Fault>,
    warnings: Vec<Fault>,
}

/// A text that belongs to a file: units in a table of their own.
#[derive(Clone, Debug)]
pub(super) struct Part<'a> {
    pub start: usize,
    pub file: String,
    pub text: &'a str,
}

impl<'a> Source<'a> {
    /// The format that scenarios of all systems name.
    pub const SCENARIO: &'static str = "hardtack-scenario/1";

    /// A file of which nothing wrong is known yet.
    pub fn new(file: impl Into<String>, text: &'a str) -> Self {
        let (parts, faults, warnings) = (Vec::new(), Vec::new(), Vec::new());
        Source { file: file.into(), text, parts, document: OnceCell::new(), faults, warnings }
    }

    /// Reads the text as TOML of the wanted shape.
    ///
    /// # Errors
    /// Everything that is not TOML, and every key that is unknown, missing or of the wrong kind.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, Faults> {
        let mut source = Source::new(self.file.clone(), self.text);
        match source.read() {
            Some(value) => source.finish(value),
            None => Err(source.into_faults()),
        }
    }

    /// Reads the text as TOML of the wanted shape and notes every key that is unknown, missing or of the wrong kind. Where
    /// these can be mended there is a value all the same, so that whatever else is wrong can be told too.
    pub fn read<T: DeserializeOwned>(&mut self) -> Option<T> {
        let root = self.tree()?;
        self.read_tree(root, false)
    }

    /// The text as a tree of TOML; whatever is none is noted.
    pub(super) fn tree(&mut self) -> Option<Spanned<DeTable<'a>>> {
        let (root, errors) = DeTable::parse_recoverable(self.text);
        for error in &errors {
            let span = error.span().unwrap_or(0..0);
            self.note(span, String::new(), error.message().trim().to_owned(), "");
        }
        // Of a key that is there twice the first counts; from anything else no sense can be made.
        if errors.iter().any(|error| error.message() != "duplicate key") {
            return None;
        }
        Some(root)
    }

    /// `changed`: the tree is no longer that of the text alone.
    pub(super) fn read_tree<T: DeserializeOwned>(
        &mut self,
        root: Spanned<DeTable<'a>>,
        changed: bool,
    ) -> Option<T> {
        // Nearly every file is right: its tree is used up, and made again only for one that is not.
        let copy = changed.then(|| root.clone());
        let error = match T::deserialize(Deserializer::from(root)) {
            Ok(value) => {
                copy.map(|root| self.document.set(root));
                return Some(value);
            }
            Err(error) => error,
        };
        let mut root = copy.unwrap_or_else(|| DeTable::parse_recoverable(self.text).0);
        let before = self.faults.len();
        let (value, slips) = mend::read(&mut root);
        for slip in slips {
            self.note(slip.span, slip.key, slip.what, "");
        }
        if self.faults.len() == before {
            // Nothing that could be said better.
            let (file, line, column) = self.position(error.span().unwrap_or(0..0).start);
            let mut fault = Fault::new(file, "", error.message().trim());
            (fault.line, fault.column) = (Some(line), Some(column));
            self.faults.push(fault);
        }
        self.document.set(root).ok();
        value
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
        self.position(span.start).1
    }

    /// The file, line and column of a place, the last two counted from 1.
    pub fn position(&self, at: usize) -> (&str, usize, usize) {
        let part = self.parts.iter().rev().find(|part| part.start <= at);
        let (file, text, at) = match part {
            Some(part) => (part.file.as_str(), part.text, at - part.start),
            None => (self.file.as_str(), self.text, at),
        };
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let begins = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let line = text[..begins].bytes().filter(|byte| *byte == b'\n').count() + 1;
        (file, line, text[begins..at].chars().count() + 1)
    }

    /// Notes a fault at a key.
    pub fn fault(&mut self, key: impl Into<String>, what: impl Into<String>) {
        self.fault_with("", key, what);
    }

    /// Notes a fault at a key, with a code of its own.
    pub fn fault_with(&mut self, code: &'static str, key: impl Into<String>, what: impl Into<String>) {
        let (span, key, what) = self.find(key.into(), what.into());
        self.note(span, key, what, code);
    }

    /// Notes a fault at a key where a name is of no list of names.
    pub fn fault_near<'n>(
        &mut self,
        key: impl Into<String>,
        what: impl Into<String>,
        word: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        self.fault(key, super::with_near(what.into(), word, known));
    }

    /// Notes a fault at a place in the text.
    pub fn fault_at(&mut self, span: Range<usize>, key: impl Into<String>, what: impl Into<String>) {
        let (key, what) = (key.into(), what.into());
        let root = self.root();
        let entry = match keys::find(root, &span) {
            Some(keys::Found::Value(path)) => {
                keys::at(root, &path).filter(|value| value.get_ref().is_table())
            }
            _ => None,
        };
        let (span, key, what) = match entry {
            Some(entry) => self.closer(entry, span, key, what),
            None => (span, key, what),
        };
        self.note(span, key, what, "");
    }

    /// Notes at a key what is probably a slip.
    pub fn warn(&mut self, code: &'static str, key: impl Into<String>, what: impl Into<String>) {
        let (span, key, what) = self.find(key.into(), what.into());
        let (file, line, column) = self.position(span.start);
        let (file, line, column) = (file.to_owned(), Some(line), Some(column));
        self.warnings.push(Fault { file, line, column, key, what, code });
    }

    /// Notes faults of another file that this one names.
    pub fn include(&mut self, others: Faults) {
        self.faults.extend(others.0);
    }

    fn note(&mut self, span: Range<usize>, key: String, what: String, code: &'static str) {
        // What follows from a value that was made up to go on reading is no fault of the author's.
        if is_made_up(&span) || key.contains(MADE_UP) || what.contains(MADE_UP) {
            return;
        }
        let (file, line, column) = self.position(span.start);
        let (file, line, column) = (file.to_owned(), Some(line), Some(column));
        let fault = Fault { file, line, column, key, what: of_expected(what), code };
        // What many rows share is wrong once.
        let same = |old: &Fault| {
            (&old.file, old.line, old.column, &old.what) == (&fault.file, line, column, &fault.what)
        };
        if !self.faults.iter().any(same) {
            self.faults.push(fault);
        }
    }

    /// The tree of the file, made when something is wrong.
    fn root(&self) -> &DeTable<'a> {
        self.document.get_or_init(|| DeTable::parse_recoverable(self.text).0).get_ref()
    }

    /// Where a written key stands. A message about an entry may begin with one of its keys, one about a list name a word
    /// of it: then it is that.
    fn find(&self, key: String, what: String) -> (Range<usize>, String, String) {
        let root = self.root();
        let Some((path, span)) = keys::place(root, &key) else { return (0..0, key, what) };
        let Some(value) = keys::at(root, &path) else { return (span, key, what) };
        self.closer(value, span, key, what)
    }

    fn closer(
        &self,
        value: &Spanned<DeValue<'a>>,
        span: Range<usize>,
        key: String,
        what: String,
    ) -> (Range<usize>, String, String) {
        if let Some((word, rest)) = keys::named(value.get_ref(), &what)
            && let Some(inner) = value.get_ref().get(word)
        {
            let key = if key.starts_with("[[") { format!("{key}: {word}") } else { format!("{key} {word}") };
            return self.closer(inner, inner.span(), key, rest.to_owned());
        }
        let word = what.split('`').nth(1).filter(|_| !is_made_up(&span));
        let inside = word.and_then(|word| keys::word_in(value, word));
        (inside.unwrap_or(span), key, what)
    }

    /// Whether a value of this table was wrong or missing, so that nothing can be built on it. A key that was only
    /// misspelt is no such fault.
    pub fn has_faults_in(&self, table: &str) -> bool {
        let wrong = |f: &&Fault| f.key.starts_with(table) && !f.what.starts_with("there is no key");
        self.faults.iter().any(|fault| wrong(&fault))
    }

    /// Whether anything is wrong with it; warnings do not count.
    pub fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    /// The value if nothing was wrong, else everything that was.
    ///
    /// # Errors
    /// The faults noted so far.
    pub fn finish<T>(self, value: T) -> Result<T, Faults> {
        if self.faults.is_empty() { Ok(value) } else { Err(self.into_faults()) }
    }

    /// The faults noted so far, those of this file first, from its top to its end.
    pub fn into_faults(mut self) -> Faults {
        let file = &self.file;
        self.faults.sort_by_key(|fault| (fault.file != *file, fault.file.clone(), fault.line, fault.column));
        Faults(self.faults)
    }

    /// The warnings noted so far.
    pub fn take_warnings(&mut self) -> Vec<Fault> {
        std::mem::take(&mut self.warnings)
    }
}
