//! Places in a file of TOML: from a written key such as `[[unit]] Brown: hex` to where it stands, and back.

use std::collections::HashMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A step from a value to one inside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Key(String),
    Nth(usize),
}

pub(super) type Path = Vec<Step>;

/// The value at the end of a path.
pub(super) fn at<'a, 'i>(root: &'a DeTable<'i>, path: &[Step]) -> Option<&'a Spanned<DeValue<'i>>> {
    let (Step::Key(first), rest) = path.split_first()? else { return None };
    rest.iter().try_fold(root.get(first.as_str())?, |value, step| match (step, value.get_ref()) {
        (Step::Key(key), DeValue::Table(table)) => table.get(key.as_str()),
        (Step::Nth(n), DeValue::Array(list)) => list.get(*n),
        _ => None,
    })
}

/// The value at the end of a path, to be changed.
pub(super) fn at_mut<'a, 'i>(
    root: &'a mut DeTable<'i>,
    path: &[Step],
) -> Option<&'a mut Spanned<DeValue<'i>>> {
    let (Step::Key(first), rest) = path.split_first()? else { return None };
    rest.iter().try_fold(root.get_mut(first.as_str())?, |value, step| match (step, value.get_mut()) {
        (Step::Key(key), DeValue::Table(table)) => table.get_mut(key.as_str()),
        (Step::Nth(n), DeValue::Array(list)) => list.get_mut(*n),
        _ => None,
    })
}

/// The table at the end of a path; the whole file for the empty one.
pub(super) fn table_mut<'a, 'i>(root: &'a mut DeTable<'i>, path: &[Step]) -> Option<&'a mut DeTable<'i>> {
    if path.is_empty() {
        return Some(root);
    }
    match at_mut(root, path)?.get_mut() {
        DeValue::Table(table) => Some(table),
        _ => None,
    }
}

/// What a stretch of the text is: the deepest value that stands there, or a key.
pub(super) enum Found {
    Value(Path),
    Key(Path),
}

/// Every value of a file with its path, those inside after those around them.
pub(super) fn find(root: &DeTable, span: &Range<usize>) -> Option<Found> {
    fn walk(table: &DeTable, span: &Range<usize>, path: &mut Path, found: &mut Option<Found>) {
        for (key, value) in table.iter() {
            path.push(Step::Key(key.get_ref().to_string()));
            if key.span() == *span {
                *found = Some(Found::Key(path.clone()));
            }
            inside(value, span, path, found);
            path.pop();
        }
    }
    fn inside(value: &Spanned<DeValue>, span: &Range<usize>, path: &mut Path, found: &mut Option<Found>) {
        if value.span() == *span {
            *found = Some(Found::Value(path.clone()));
        }
        match value.get_ref() {
            DeValue::Table(table) => walk(table, span, path, found),
            DeValue::Array(list) => {
                for (n, value) in list.iter().enumerate() {
                    path.push(Step::Nth(n));
                    inside(value, span, path, found);
                    path.pop();
                }
            }
            _ => {}
        }
    }
    let mut found = None;
    walk(root, span, &mut Vec::new(), &mut found);
    found
}

/// The key called so nearest to the top, inside the value at a path.
pub(super) fn key_below(root: &DeTable, path: &[Step], name: &str) -> Option<Path> {
    fn inside(value: &DeValue, name: &str, path: &mut Path) -> Option<Path> {
        let mut below: Vec<(Step, &DeValue)> = Vec::new();
        match value {
            DeValue::Table(table) => {
                if table.contains_key(name) {
                    return Some(path.iter().cloned().chain([Step::Key(name.to_owned())]).collect());
                }
                below.extend(table.iter().map(|(k, v)| (Step::Key(k.get_ref().to_string()), v.get_ref())));
            }
            DeValue::Array(list) => {
                below.extend(list.iter().enumerate().map(|(n, v)| (Step::Nth(n), v.get_ref())));
            }
            _ => {}
        }
        below.into_iter().find_map(|(step, value)| {
            path.push(step);
            let found = inside(value, name, path);
            path.pop();
            found
        })
    }
    let mut path = path.to_vec();
    match path.is_empty() {
        true => inside(&DeValue::Table(root.clone()), name, &mut path),
        false => {
            let value = at(root, &path)?.get_ref().clone();
            inside(&value, name, &mut path)
        }
    }
}

/// The string that stands for an entry of a list in messages: its name, else its id.
fn entry_name<'a>(entry: &'a DeValue<'_>) -> Option<&'a str> {
    let DeValue::Table(table) = entry else { return None };
    ["name", "id"].iter().find_map(|key| table.get(*key)?.get_ref().as_str())
}

/// How an author points at what a path leads to: `[[unit]] Brown: hex`, `[gcacw] year`, `map`.
pub(super) fn written(root: &DeTable, path: &[Step]) -> String {
    let entry = path.iter().position(|step| matches!(step, Step::Nth(_)));
    let is_entry = |n: usize| at(root, &path[..=n]).is_some_and(|value| value.get_ref().is_table());
    let names = |steps: &[Step]| {
        let name = |step: &Step| match step {
            Step::Key(key) => Some(key.clone()),
            Step::Nth(_) => None,
        };
        steps.iter().filter_map(name).collect::<Vec<_>>().join(".")
    };
    if let Some(n) = entry.filter(|n| is_entry(*n)) {
        let Step::Nth(nth) = path[n] else { return String::new() };
        let name = at(root, &path[..=n]).and_then(|entry| entry_name(entry.get_ref()));
        let name = name.map_or_else(|| (nth + 1).to_string(), str::to_owned);
        let (list, rest) = (names(&path[..n]), names(&path[n + 1..]));
        return if rest.is_empty() {
            format!("[[{list}]] {name}")
        } else {
            format!("[[{list}]] {name}: {rest}")
        };
    }
    let first_is_table =
        path.len() > 1 && at(root, &path[..1]).is_some_and(|value| value.get_ref().is_table());
    match path {
        [Step::Key(table), rest @ ..] if first_is_table => format!("[{table}] {}", names(rest)),
        _ => names(path),
    }
}

/// How the entries of a list are pointed at, by name; of two with one name the second is `[[unit]] Brown (2)`.
pub fn entry_keys<'n>(list: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let key = |name: &'n str| {
        let times = seen.entry(name).or_default();
        *times += 1;
        if *times == 1 { format!("[[{list}]] {name}") } else { format!("[[{list}]] {name} ({times})") }
    };
    names.into_iter().map(key).collect()
}

/// Where a written key stands: its value if it is there, else what is nearest around it.
pub(super) fn place(root: &DeTable, written: &str) -> Option<(Path, Range<usize>)> {
    if let Some((list, rest)) = written.strip_prefix("[[").and_then(|rest| rest.split_once("]]")) {
        let list: Path = list.split('.').map(|key| Step::Key(key.to_owned())).collect();
        return in_list(root, list, rest.trim());
    }
    let (table, rest) = match written.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((table, rest)) => (table, rest.trim_start_matches([':', ' '])),
        None => ("", written),
    };
    let path = table.split('.').filter(|key| !key.is_empty()).map(|key| Step::Key(key.to_owned())).collect();
    below(root, path, rest)
}

fn in_list(root: &DeTable, list: Path, rest: &str) -> Option<(Path, Range<usize>)> {
    let value = at(root, &list)?;
    let Some(entries) = value.get_ref().as_array() else { return below(root, list, rest) };
    let after = |name: &str| match rest.strip_prefix(name)? {
        "" => Some(""),
        more => more.strip_prefix(": ").or_else(|| more.strip_prefix(" (").map(|_| more)),
    };
    let named = |(n, entry): (usize, &Spanned<DeValue>)| {
        let name = entry_names(entry.get_ref()).into_iter().filter(|name| after(name).is_some());
        name.max_by_key(|name| name.len()).map(|name| (n, name.len()))
    };
    let mut matches: Vec<(usize, usize)> = entries.iter().enumerate().filter_map(named).collect();
    let longest = matches.iter().map(|(_, length)| *length).max();
    matches.retain(|(_, length)| Some(*length) == longest);
    let (nth, mut rest) = match (matches.first(), longest) {
        (Some((first, _)), Some(length)) => {
            let more = rest[length..].trim_start();
            // `Brown (2): hex` is the second of that name.
            let again = more.strip_prefix('(').and_then(|more| more.split_once(')'));
            let again = again.and_then(|(n, more)| Some((n.parse::<usize>().ok()?, more)));
            match again.and_then(|(n, more)| Some((matches.get(n.checked_sub(1)?)?.0, more))) {
                Some((nth, more)) => (nth, more),
                None => (*first, more),
            }
        }
        _ => {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let nth = rest[..digits].parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            match nth.filter(|n| *n < entries.len()) {
                Some(nth) => (nth, rest[digits..].split_once(": ").map_or("", |(_, more)| more)),
                None => return below(root, list, ""),
            }
        }
    };
    rest = rest.trim_start_matches([':', ' ']);
    let path = list.into_iter().chain([Step::Nth(nth)]).collect();
    below(root, path, rest)
}

/// What an entry may be called in messages.
fn entry_names<'a>(entry: &'a DeValue<'_>) -> Vec<&'a str> {
    let DeValue::Table(table) = entry else { return Vec::new() };
    ["id", "name", "hex", "unit"].iter().filter_map(|key| table.get(*key)?.get_ref().as_str()).collect()
}

/// Goes on from a path by the words of a key such as `arrives.turn` or `x, y`, as far as they are there.
fn below(root: &DeTable, mut path: Path, rest: &str) -> Option<(Path, Range<usize>)> {
    let has = |path: &[Step], key: &str| match path.is_empty() {
        true => root.contains_key(key),
        false => at(root, path).is_some_and(|v| v.get_ref().as_table().is_some_and(|t| t.contains_key(key))),
    };
    if has(&path, rest) {
        path.push(Step::Key(rest.to_owned()));
    } else {
        for word in rest.split(['.', ' ', ',', '[', ']']).filter(|word| !word.is_empty()) {
            if has(&path, word) {
                path.push(Step::Key(word.to_owned()));
            }
        }
    }
    match path.is_empty() {
        true => Some((path, 0..0)),
        false => at(root, &path).map(|value| value.span()).map(|span| (path, span)),
    }
}

/// The key of a table that a message begins with, as in `hex: the enemy is there` or `manpower 44: expected 1 to 21`, and
/// what is left of the message.
pub(super) fn named<'m>(value: &DeValue, what: &'m str) -> Option<(&'m str, &'m str)> {
    let table = value.as_table()?;
    let letters = what.bytes().take_while(|b| b.is_ascii_lowercase() || *b == b'_').count();
    let (key, rest) = what.split_at(letters);
    let rest =
        rest.strip_prefix(": ").or_else(|| rest.strip_prefix(' ').filter(|rest| rest.contains(": ")))?;
    table.contains_key(key).then_some((key, rest))
}

/// Where a word stands inside a value: a string of a list, or a key.
pub(super) fn word_in(value: &Spanned<DeValue>, word: &str) -> Option<Range<usize>> {
    match value.get_ref() {
        DeValue::String(text) => (text == word).then(|| value.span()),
        DeValue::Integer(number) => (number.as_str() == word).then(|| value.span()),
        DeValue::Array(list) => list.iter().find_map(|value| word_in(value, word)),
        DeValue::Table(table) => table.iter().find_map(|(key, value)| match key.get_ref() == word {
            true => Some(key.span()),
            false => word_in(value, word),
        }),
        _ => None,
    }
}
