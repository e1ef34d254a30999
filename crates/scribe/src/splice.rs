//! One change as a splice in the text.

use toml_edit::Item;

use crate::find::{Here, line_end, line_start, own_end, parse, span, walk, whole_end};
use crate::write::{INDENT, pair, value as written};
use crate::{Change, Error, Step, Value, list, section, told};

pub fn one(text: &str, change: &Change) -> Result<String, Error> {
    match change {
        Change::Set { at, value } => set(text, at, value),
        Change::Remove { at } => remove(text, at),
        Change::Insert { at, nth, value } => insert(text, at, *nth, value),
    }
}

fn set(text: &str, at: &[Step], value: &Value) -> Result<String, Error> {
    let document = parse(text)?;
    let Some((last, above)) = at.split_last() else {
        return Err(Error::Unfit("the whole file".to_owned(), "name a key"));
    };
    match (walk(&document, at), value) {
        (Some(Here::Item(Item::Value(old))), _) => Ok(replace(text, at, old, value)?),
        (Some(Here::Table(_)), Value::Table(pairs)) => {
            // A table with lines of its own: key by key, so that what is written about them stays.
            let mut text = text.to_owned();
            for (key, value) in pairs {
                let mut at = at.to_vec();
                at.push(Step::Key(key.clone()));
                text = set(&text, &at, value)?;
            }
            Ok(text)
        }
        (Some(_), _) => Err(Error::Unfit(told(at), "it is a table with lines of its own")),
        (None, _) => match (walk(&document, above), last) {
            (Some(Here::Table(table)), Step::Key(key)) => {
                let line = pair(key, value, INDENT);
                let end = own_end(text, table);
                if end == 0 && !above.is_empty() {
                    // The table has no lines yet, only tables below it.
                    let new = Value::Table(vec![(key.clone(), value.clone())]);
                    return section::begin(text, &document, above, false, &new);
                }
                let (before, after) = text.split_at(end);
                let gap = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
                Ok(format!("{before}{gap}{line}{after}"))
            }
            (Some(Here::Item(item @ Item::Value(_))), step) => {
                let whole = with(Value::of(item), step, Some(value.clone()));
                set(text, above, &whole.ok_or_else(|| Error::Nowhere(told(at)))?)
            }
            (None, Step::Key(key)) if above.iter().all(|step| matches!(step, Step::Key(_))) => {
                let new = Value::Table(vec![(key.clone(), value.clone())]);
                section::begin(text, &document, above, false, &new)
            }
            _ => Err(Error::Nowhere(told(at))),
        },
    }
}

/// A value in the place of another.
fn replace(text: &str, at: &[Step], old: &toml_edit::Value, value: &Value) -> Result<String, Error> {
    let span = old.span().ok_or_else(|| Error::Nowhere(told(at)))?;
    let mut indent = INDENT.to_owned();
    if let (toml_edit::Value::Array(array), Value::List(wanted)) = (old, value) {
        if let Some(own) = list::indent(text, span.clone(), array) {
            indent = own;
        }
        if list::has_comment(text, span.clone(), array) {
            let new = list::mend(text, span.clone(), array, wanted, &indent);
            return Ok(format!("{}{new}{}", &text[..span.start], &text[span.end..]));
        }
    }
    if Value::of(&Item::Value(old.clone())) == *value {
        return Ok(text.to_owned());
    }
    let taken = span.start - line_start(text, span.start);
    let new = written(value, taken, &indent);
    Ok(format!("{}{new}{}", &text[..span.start], &text[span.end..]))
}

/// A value inside which something was set or taken away.
fn with(whole: Value, step: &Step, part: Option<Value>) -> Option<Value> {
    match (whole, step) {
        (Value::Table(mut pairs), Step::Key(key)) => {
            match (pairs.iter().position(|(known, _)| known == key), part) {
                (Some(n), Some(part)) => pairs[n].1 = part,
                (Some(n), None) => drop(pairs.remove(n)),
                (None, Some(part)) => pairs.push((key.clone(), part)),
                (None, None) => {}
            }
            Some(Value::Table(pairs))
        }
        (Value::List(mut values), Step::Nth(nth)) => {
            match part {
                Some(part) if *nth < values.len() => values[*nth] = part,
                Some(part) if *nth == values.len() => values.push(part),
                None if *nth < values.len() => drop(values.remove(*nth)),
                _ => return None,
            }
            Some(Value::List(values))
        }
        _ => None,
    }
}

fn remove(text: &str, at: &[Step]) -> Result<String, Error> {
    let document = parse(text)?;
    let Some((last, above)) = at.split_last() else {
        return Err(Error::Unfit("the whole file".to_owned(), "name a key"));
    };
    let Some(here) = walk(&document, at) else { return Ok(text.to_owned()) };
    match here {
        Here::Table(table) if table.is_dotted() => Err(Error::Unfit(told(at), "take its keys away")),
        Here::Table(table) => match table.span() {
            Some(span) => Ok(section::remove(text, span.start, whole_end(text, table))),
            None => Err(Error::Unfit(told(at), "take away what is in it")),
        },
        Here::Item(Item::ArrayOfTables(tables)) => {
            let mut text = text.to_owned();
            for nth in (0..tables.len()).rev() {
                let mut at = at.to_vec();
                at.push(Step::Nth(nth));
                text = remove(&text, &at)?;
            }
            Ok(text)
        }
        Here::Item(item) => match (walk(&document, above), last) {
            (Some(Here::Table(table)), Step::Key(key)) => {
                let start = table.key(key).and_then(toml_edit::Key::span);
                let start = start.ok_or_else(|| Error::Nowhere(told(at)))?.start;
                let end = line_end(text, span(item, at)?.end);
                Ok(format!("{}{}", &text[..line_start(text, start)], &text[end..]))
            }
            (Some(Here::Item(whole)), step) => {
                let whole = with(Value::of(whole), step, None);
                set(text, above, &whole.ok_or_else(|| Error::Nowhere(told(at)))?)
            }
            _ => Err(Error::Nowhere(told(at))),
        },
    }
}

fn insert(text: &str, at: &[Step], nth: Option<usize>, value: &Value) -> Result<String, Error> {
    let document = parse(text)?;
    match walk(&document, at) {
        Some(Here::Item(Item::ArrayOfTables(tables))) => {
            section::insert(text, &document, tables, at, nth, value)
        }
        Some(Here::Item(item)) => match Value::of(item) {
            Value::List(mut values) => {
                values.insert(nth.unwrap_or(values.len()).min(values.len()), value.clone());
                set(text, at, &Value::List(values))
            }
            _ => Err(Error::Unfit(told(at), "it is no list")),
        },
        Some(Here::Table(_)) => Err(Error::Unfit(told(at), "it is no list")),
        None => section::begin(text, &document, at, true, value),
    }
}
