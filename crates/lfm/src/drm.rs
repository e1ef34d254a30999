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

/// The most modifiers of one roll: a combat has ten kinds of them (8.9), a charge six (3.10), a fire five.
const MOST: usize = 10;

/// All modifiers of one roll, without the heap: odds are asked for many thousand times a second.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drm {
    lines: [Option<Line>; MOST],
    count: usize,
}

impl Drm {
    /// Notes a modifier; 0 is not worth a line.
    pub(crate) fn add(&mut self, book: &'static str, rule: Rule, name: &'static str, value: i16) {
        if value == 0 {
            return;
        }
        debug_assert!(self.count < MOST, "{name}: a modifier too many");
        if let Some(slot) = self.lines.get_mut(self.count) {
            *slot = Some(Line { name, value, book, rule });
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
