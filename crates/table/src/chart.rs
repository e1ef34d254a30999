//! The charts of a system as rows of words, for players who want to read them. Every system makes them from the
//! very values its rules use, so that a chart on the page cannot differ from the game.

use std::borrow::Cow;

use serde::Serialize;

type Text = Cow<'static, str>;

/// A chart: a head, and rows whose first cell names them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "RuleChart"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RuleChart"))]
pub struct Chart {
    /// `g-ratio`: what chapters and addresses call it.
    pub id: &'static str,
    /// What stands over it.
    pub title: &'static str,
    /// How it is read, in a sentence; may be empty.
    pub note: &'static str,
    /// The head: what each column is.
    #[cfg_attr(feature = "ts", ts(type = "string[]"))]
    pub columns: Vec<Text>,
    /// The rows, each as long as the head.
    #[cfg_attr(feature = "ts", ts(type = "string[][]"))]
    pub rows: Vec<Vec<Text>>,
    /// The clause that uses it.
    pub rule: &'static str,
    /// Its values are ours, because our sources lack the printed ones.
    pub ours: bool,
}

impl Chart {
    /// An empty chart of printed values.
    pub fn new(id: &'static str, title: &'static str, rule: &'static str) -> Chart {
        Chart { id, title, note: "", columns: Vec::new(), rows: Vec::new(), rule, ours: false }
    }

    /// With a sentence that says how it is read.
    #[must_use]
    pub fn note(mut self, note: &'static str) -> Chart {
        self.note = note;
        self
    }

    /// Marked as ours: its values are not those of a printed chart.
    #[must_use]
    pub fn ours(mut self) -> Chart {
        self.ours = true;
        self
    }

    /// With this head.
    #[must_use]
    pub fn columns<T: Into<Text>>(mut self, names: impl IntoIterator<Item = T>) -> Chart {
        self.columns = names.into_iter().map(Into::into).collect();
        self
    }

    /// Adds a row: its name and its cells.
    pub fn row<T: Into<Text>>(&mut self, name: impl Into<Text>, cells: impl IntoIterator<Item = T>) {
        let mut row = vec![name.into()];
        row.extend(cells.into_iter().map(Into::into));
        self.rows.push(row);
    }
}

/// A modifier as charts and previews write it: `+1`, `-2`, `0`.
pub fn signed(value: i16) -> String {
    if value > 0 { format!("+{value}") } else { value.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_begins_with_its_name() {
        let mut chart = Chart::new("x-one", "One", "X1-1").columns(["", "die"]).ours();
        chart.row("flank", [signed(2)]);
        chart.row("rain", [signed(-1)]);
        assert_eq!(chart.rows, [["flank", "+2"], ["rain", "-1"]]);
        assert!(chart.ours && chart.columns.len() == 2);
        assert_eq!(signed(0), "0");
    }
}
