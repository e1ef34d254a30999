//! New tables, and entries of `[[tables]]`: each with a blank line before it.

use toml_edit::{Document, Item};

use crate::find::{line_end, line_start, own_end, whole_end};
use crate::order::rank;
use crate::write::{INDENT, key, pair};
use crate::{Error, Step, Value, told};

/// The lines of a table: its header, its values, then the tables in it that need lines of their own.
pub fn lines(name: &[&str], entry: bool, value: &Value) -> Result<String, Error> {
    let Value::Table(pairs) = value else {
        return Err(Error::Unfit(name.join("."), "an entry is a table"));
    };
    let name: Vec<String> = name.iter().map(|part| key(part)).collect();
    let name = name.join(".");
    let mut out = if entry { format!("[[{name}]]\n") } else { format!("[{name}]\n") };
    for (key, value) in pairs {
        out.push_str(&pair(key, value, INDENT));
    }
    Ok(out)
}

/// The names on the way to a table; numbers are of the last entries so far, which a header means by itself.
fn names<'a>(document: &Document<&str>, at: &'a [Step]) -> Result<Vec<&'a str>, Error> {
    let mut out = Vec::new();
    for (n, step) in at.iter().enumerate() {
        match step {
            Step::Key(key) => out.push(key.as_str()),
            Step::Nth(nth) => {
                let count = match crate::find::walk(document, &at[..n]) {
                    Some(crate::find::Here::Item(Item::ArrayOfTables(tables))) => tables.len(),
                    _ => 0,
                };
                if nth + 1 != count {
                    return Err(Error::Unfit(told(at), "write it in the text"));
                }
            }
        }
    }
    Ok(out)
}

/// Behind the comments that follow a place without a gap, unless they stand right above a header: then they are its own.
fn past_comments(text: &str, at: usize) -> usize {
    let mut end = at;
    while text[end..].trim_start_matches([' ', '\t']).starts_with('#') {
        end = line_end(text, end);
    }
    if text[end..].trim_start_matches([' ', '\t']).starts_with('[') { at } else { end }
}

/// Puts lines with a blank one before them behind a place that ends a line.
pub fn behind(text: &str, at: usize, lines: &str) -> String {
    let (before, after) = text.split_at(past_comments(text, at));
    let mut out = before.to_owned();
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    if !out.is_empty() && !out.ends_with("\n\n") {
        out.push('\n');
    }
    out.push_str(lines);
    if !after.is_empty() && !after.starts_with('\n') && !after.starts_with("\r\n") {
        out.push('\n');
    }
    out + after
}

/// A new table or first entry, after the parts that usually stand before it.
pub fn begin(
    text: &str,
    document: &Document<&str>,
    at: &[Step],
    entry: bool,
    value: &Value,
) -> Result<String, Error> {
    let names = names(document, at)?;
    let first = names.first().copied().unwrap_or_default();
    let root = document.as_table();
    let mut end = own_end(text, root);
    for (_, item) in root.iter().filter(|(part, _)| rank(part) <= rank(first)) {
        end = end.max(match item {
            Item::Table(table) if !table.is_dotted() => whole_end(text, table),
            Item::ArrayOfTables(tables) => tables.iter().map(|t| whole_end(text, t)).max().unwrap_or(0),
            _ => 0,
        });
    }
    if end == 0 {
        // Nothing but comments: they are the head of the file.
        end = text.len();
    }
    Ok(behind(text, end, &lines(&names, entry, value)?))
}

/// One more entry before number `nth`, or behind the last.
pub fn insert(
    text: &str,
    document: &Document<&str>,
    tables: &toml_edit::ArrayOfTables,
    at: &[Step],
    nth: Option<usize>,
    value: &Value,
) -> Result<String, Error> {
    let lines = lines(&names(document, at)?, true, value)?;
    let next = nth.and_then(|nth| tables.get(nth)).and_then(|table| table.span());
    if let Some(next) = next {
        // Comments right above an entry are its own.
        let mut at = line_start(text, next.start);
        while at > 0 {
            let above = line_start(text, at - 1);
            if !text[above..at].trim_start().starts_with('#') {
                break;
            }
            at = above;
        }
        let (before, after) = text.split_at(at);
        return Ok(format!("{before}{lines}\n{after}"));
    }
    let end = tables.iter().map(|table| whole_end(text, table)).max().unwrap_or(text.len());
    Ok(behind(text, end, &lines))
}

/// Takes the lines of a table out, and the blank ones behind them.
pub fn remove(text: &str, start: usize, end: usize) -> String {
    let start = line_start(text, start);
    let mut end = end;
    while end < text.len() && text[end..line_end(text, end)].trim().is_empty() {
        end = line_end(text, end);
    }
    let mut out = text[..start].to_owned();
    if end == text.len() {
        // At the end of the file no blank line stays behind.
        out.truncate(out.trim_end_matches(['\n', '\r']).len());
        if !out.is_empty() {
            out.push('\n');
        }
    }
    out + &text[end..]
}
