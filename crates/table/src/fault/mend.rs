//! Reading on after a slip. Serde stops at the first thing that does not fit; here that is told and mended in the tree,
//! as the author probably meant it where that can be guessed, and the tree is read again until it fits.

use std::borrow::Cow;
use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer, Error};

use super::keys::{self, Found, Path, Step};
use super::near::nearest;

/// Stands in made-up names, so that what follows from them is known as such.
pub(super) const MADE_UP: char = '\u{10fffd}';
/// Places of made-up values lie beyond every text.
const BEYOND: usize = usize::MAX / 2;
/// More slips than this are not told of one file.
const MOST: usize = 200;

/// Whether a value was put there to go on reading.
pub(super) fn is_made_up(span: &Range<usize>) -> bool {
    span.start >= BEYOND
}

/// Something that does not fit the wanted shape.
pub(super) struct Slip {
    pub span: Range<usize>,
    pub key: String,
    pub what: String,
}

/// Reads a tree as the wanted type; every slip on the way is mended in it.
pub(super) fn read<T: DeserializeOwned>(root: &mut Spanned<DeTable<'_>>) -> (Option<T>, Vec<Slip>) {
    let mut mender = Mender { slips: Vec::new(), made: 0 };
    // A made-up value may take a few tries.
    for _ in 0..MOST * 8 {
        match T::deserialize(Deserializer::from(root.clone())) {
            Ok(value) => return (Some(value), mender.slips),
            Err(error) => {
                let goes_on = mender.mend(root, &error);
                if !goes_on || mender.slips.len() >= MOST {
                    break;
                }
            }
        }
    }
    (None, mender.slips)
}

struct Mender {
    slips: Vec<Slip>,
    /// How many values were made up.
    made: usize,
}

/// What serde says, taken apart.
enum Said<'e> {
    UnknownKey(&'e str, Vec<&'e str>),
    UnknownWord(&'e str, Vec<&'e str>),
    Missing(&'e str),
    Other,
}

fn said(message: &str) -> Said<'_> {
    let word = |text: &str| text.find('`');
    let take = |prefix: &str| {
        let rest = message.strip_prefix(prefix)?;
        let end = word(rest)?;
        Some((&message[prefix.len()..prefix.len() + end], &message[prefix.len() + end + 1..]))
    };
    let quoted = |text: &'_ str| -> Vec<(usize, usize)> {
        let ticks: Vec<usize> = text.match_indices('`').map(|(at, _)| at).collect();
        ticks.chunks_exact(2).map(|pair| (pair[0] + 1, pair[1])).collect()
    };
    if let Some((name, rest)) = take("unknown field `") {
        return Said::UnknownKey(name, quoted(rest).into_iter().map(|(a, b)| &rest[a..b]).collect());
    }
    if let Some((name, rest)) = take("unknown variant `") {
        return Said::UnknownWord(name, quoted(rest).into_iter().map(|(a, b)| &rest[a..b]).collect());
    }
    match take("missing field `") {
        Some((name, _)) => Said::Missing(name),
        None => Said::Other,
    }
}

impl Mender {
    /// Tells a slip and mends it; whether there is any sense in reading on.
    fn mend(&mut self, root: &mut Spanned<DeTable<'_>>, error: &Error) -> bool {
        let span = error.span().unwrap_or(0..0);
        let whole = root.span();
        let root = root.get_mut();
        let found = match keys::find(root, &span) {
            Some(found) => found,
            None if span == whole || span == (0..0) => Found::Value(Path::new()),
            None => return self.give_up(span, error),
        };
        match said(error.message()) {
            Said::UnknownKey(name, known) => self.unknown_key(root, found, name, &known),
            Said::UnknownWord(word, known) => self.unknown_word(root, found, word, &known),
            Said::Missing(key) => match found {
                Found::Value(path) => self.missing(root, path, span, key),
                Found::Key(_) => self.give_up(span, error),
            },
            Said::Other => match found {
                Found::Value(path) => self.unfit(root, path, span, error.message()),
                Found::Key(path) => {
                    self.tell(root, &path, span, plain(error.message()));
                    remove(root, &path)
                }
            },
        }
    }

    fn tell(&mut self, root: &DeTable, path: &[Step], span: Range<usize>, what: String) {
        if !is_made_up(&span) {
            self.slips.push(Slip { span, key: keys::written(root, path), what });
        }
    }

    fn give_up(&mut self, span: Range<usize>, error: &Error) -> bool {
        if !is_made_up(&span) {
            self.slips.push(Slip { span, key: String::new(), what: plain(error.message()) });
        }
        false
    }

    fn unknown_key(&mut self, root: &mut DeTable<'_>, found: Found, name: &str, known: &[&str]) -> bool {
        let path = match found {
            Found::Key(path) => Some(path),
            Found::Value(path) => keys::key_below(root, &path, name),
        };
        let Some(path) = path else { return false };
        let (Some(Step::Key(last)), around) = (path.last().cloned(), &path[..path.len() - 1]) else {
            return false;
        };
        let missing: Vec<&str> = {
            let table = match around.is_empty() {
                true => Some(&*root),
                false => keys::at(root, around).and_then(|value| value.get_ref().as_table()),
            };
            known.iter().copied().filter(|key| table.is_none_or(|table| !table.contains_key(*key))).collect()
        };
        let meant = nearest(name, missing);
        let mut what = format!("there is no key `{name}` here: expected {}", known.join(", "));
        if known.is_empty() {
            what = format!("there is no key `{name}` here");
        }
        if let Some(meant) = meant.or_else(|| nearest(name, known.iter().copied())) {
            what = format!("{what}; did you mean `{meant}`?");
        }
        let Some(table) = keys::table_mut(root, around) else { return false };
        let Some((key, value)) = table.remove_entry(last.as_str()) else { return false };
        let span = key.span();
        if let Some(meant) = meant {
            table.insert(Spanned::new(span.clone(), Cow::Owned(meant.to_owned())), value);
        }
        let mut written = keys::written(root, around);
        let is_entry = written.starts_with("[[");
        let is_table = around.len() == 1 && !is_entry;
        written = match (around.is_empty(), is_table) {
            (true, _) => last,
            (_, true) => format!("[{written}] {last}"),
            _ if is_entry && !written.contains(": ") => format!("{written}: {last}"),
            _ => format!("{written}.{last}"),
        };
        if !is_made_up(&span) {
            self.slips.push(Slip { span, key: written, what });
        }
        true
    }

    fn unknown_word(&mut self, root: &mut DeTable<'_>, found: Found, word: &str, known: &[&str]) -> bool {
        let what = format!("`{word}`: expected {}", one_of(known));
        let instead = nearest(word, known.iter().copied()).or(known.first().copied());
        match found {
            Found::Value(path) => {
                let Some(place) = keys::at(root, &path) else { return false };
                let span = keys::word_in(place, word).unwrap_or_else(|| place.span());
                self.tell(root, &path, span.clone(), what);
                let Some(instead) = instead else { return remove(root, &path) };
                let Some(Found::Value(path)) = keys::find(root, &span) else { return remove(root, &path) };
                let made = self.place();
                let text = DeValue::String(Cow::Owned(instead.to_owned()));
                keys::at_mut(root, &path).map(|value| *value = Spanned::new(made, text)).is_some()
            }
            Found::Key(path) => {
                let Some(Step::Key(last)) = path.last().cloned() else { return false };
                let Some(table) = keys::table_mut(root, &path[..path.len() - 1]) else { return false };
                let Some((key, _)) = table.remove_entry(last.as_str()) else { return false };
                self.tell(root, &path, key.span(), what);
                true
            }
        }
    }

    fn missing(&mut self, root: &mut DeTable<'_>, path: Path, span: Range<usize>, key: &str) -> bool {
        let within: Path = path.iter().cloned().chain([Step::Key(key.to_owned())]).collect();
        self.tell(root, &within, span, format!("the key `{key}` is missing"));
        let made = self.place();
        let Some(table) = keys::table_mut(root, &path) else { return remove(root, &path) };
        let name = Spanned::new(made.clone(), Cow::Owned(key.to_owned()));
        table.insert(name, Spanned::new(made, guess(0)));
        true
    }

    /// A value of the wrong kind: another is tried in its place.
    fn unfit(&mut self, root: &mut DeTable<'_>, path: Path, span: Range<usize>, message: &str) -> bool {
        self.tell(root, &path, span.clone(), plain(message));
        let tried = if is_made_up(&span) { span.end - span.start } else { 0 };
        if path.is_empty() {
            return false;
        }
        if tried >= GUESSES {
            return remove(root, &path);
        }
        let start = self.place().start;
        let value = Spanned::new(start..start + tried + 1, guess(tried));
        keys::at_mut(root, &path).map(|old| *old = value).is_some()
    }

    /// A place that no value has: how long it is says how many guesses were made.
    fn place(&mut self) -> Range<usize> {
        self.made += 1;
        let start = BEYOND + self.made * (GUESSES + 2);
        start..start + 1
    }
}

/// How many kinds of values are tried.
const GUESSES: usize = 7;

/// A value to go on with where one is missing or does not fit.
fn guess<'i>(n: usize) -> DeValue<'i> {
    let read = |text: &'static str| DeValue::parse(text).map(Spanned::into_inner);
    let text = ["", "1", "1.0", "false", "[]", "{}", "[1.0, 1.0]"].get(n).copied().unwrap_or_default();
    match read(text) {
        Ok(value) if !text.is_empty() => value,
        _ => DeValue::String(Cow::Owned(MADE_UP.to_string())),
    }
}

/// Takes away what cannot be mended: a key, or an entry of a list.
fn remove(root: &mut DeTable<'_>, path: &[Step]) -> bool {
    let Some((last, around)) = path.split_last() else { return false };
    match last {
        Step::Key(key) => {
            keys::table_mut(root, around).is_some_and(|table| table.remove(key.as_str()).is_some())
        }
        Step::Nth(n) => match keys::at_mut(root, around).map(Spanned::get_mut) {
            Some(DeValue::Array(list)) if *n < list.len() => {
                let kept = list.clone().into_iter().enumerate();
                *list = kept.filter(|(at, _)| at != n).map(|(_, value)| value).collect();
                true
            }
            _ => false,
        },
    }
}

fn one_of(words: &[&str]) -> String {
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "nothing".to_owned(),
    }
}

/// Serde's words for people.
fn plain(message: &str) -> String {
    let message = message.trim();
    if message.starts_with("data did not match any variant") {
        return "a value of the wrong kind: see the key's entry in the documentation".to_owned();
    }
    let found = ["invalid type: ", "invalid value: ", "invalid length "];
    let Some(rest) = found.iter().find_map(|prefix| message.strip_prefix(prefix)) else {
        return message.to_owned();
    };
    let Some((found, expected)) = rest.split_once(", expected ") else { return rest.to_owned() };
    let expected = match expected {
        "u8" => "a whole number 0 to 255",
        "u16" => "a whole number 0 to 65535",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "u32" | "u64" | "usize" => "a whole number from 0",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" => "words in quotes",
        "a sequence" => "a list in brackets",
        "a map" => "a table",
        other if other.starts_with("struct ") => "a table",
        other => other,
    };
    let found = found.replace("integer `", "`").replace("string \"", "`").replace('"', "`");
    format!("{found}: expected {expected}")
}
