//! Die roll modifiers: a list, then a sum, each with the place in the book that gives it.

use serde_json::{Value, json};
use table::Rule;

/// One modifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    pub name: &'static str,
    pub value: i16,
    /// The paragraph of the book.
    pub book: &'static str,
    pub rule: Rule,
}

/// All modifiers of one roll.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drm {
    lines: [Option<Line>; 14],
    count: usize,
}

impl Drm {
    /// Notes a modifier; 0 is not worth a line.
    pub(crate) fn add(&mut self, book: &'static str, rule: Rule, name: &'static str, value: i16) {
        if value != 0 && self.count < self.lines.len() {
            self.lines[self.count] = Some(Line { name, value, book, rule });
            self.count += 1;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().flatten()
    }

    pub(crate) fn sum(&self) -> i16 {
        self.iter().map(|l| l.value).sum()
    }

    pub(crate) fn to_json(&self) -> Value {
        let line = |l: &Line| json!({ "name": l.name, "value": l.value, "rule": l.book, "clause": l.rule.0 });
        Value::Array(self.iter().map(line).collect())
    }
}
