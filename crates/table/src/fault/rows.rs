//! Entries of a list as rows of a table: `units = "oob.csv"` names a file whose first row has the keys of `[[unit]]`;
//! `[[units]]` has keys that all its rows share, and the rows themselves in `rows` or in a `file`. Each row becomes an
//! entry in the tree, each cell a value with its own place, so that a fault names the line and column of the cell.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

use super::near::with_near;
use super::source::{Part, Source};

/// A list that may be written as a table.
pub struct Rows {
    /// The key of the table: `units`.
    word: &'static str,
    /// The list that its rows belong to: `unit`.
    list: &'static str,
    fits: fn(&[&str], DeValue<'static>) -> bool,
    keys: fn() -> Vec<String>,
}

impl Rows {
    /// The table `word` of entries of `list`, each of them read as a `T`, which knows its keys.
    pub fn of<T: DeserializeOwned>(word: &'static str, list: &'static str) -> Rows {
        Rows { word, list, fits: fits::<T>, keys: known::<T> }
    }
}

/// The files of tables that a file names, as they were read: kept apart, so that what is read can borrow from them.
#[derive(Default)]
pub struct TableTexts(OnceCell<Vec<(String, Result<String, String>)>>);

impl TableTexts {
    /// The text of a file that was fetched.
    fn text(&self, name: &str) -> Result<&str, &str> {
        let found = self.0.get().into_iter().flatten().find(|(file, _)| file == name);
        match found {
            Some((_, text)) => text.as_deref().map_err(String::as_str),
            None => Err("it was not looked for"),
        }
    }
}

/// The keys of a type that denies all others, as it tells them itself.
fn known<T: DeserializeOwned>() -> Vec<String> {
    let mut odd = DeTable::new();
    odd.insert(Spanned::new(0..0, Cow::Borrowed("\0")), Spanned::new(0..0, DeValue::Boolean(true)));
    let told = T::deserialize(Deserializer::from(Spanned::new(0..0, odd))).err();
    let told = told.map(|error| error.message().to_owned()).unwrap_or_default();
    told.split('`').skip(1).step_by(2).skip(1).map(str::to_owned).collect()
}

/// Whether a key of a type takes a value of this kind.
fn fits<T: DeserializeOwned>(path: &[&str], value: DeValue<'static>) -> bool {
    const PLACE: Range<usize> = 7..8;
    let mut value = Spanned::new(PLACE, value);
    for key in path.iter().rev() {
        let mut table = DeTable::new();
        table.insert(Spanned::new(1..2, Cow::Owned((*key).to_owned())), value);
        value = Spanned::new(2..3, DeValue::Table(table));
    }
    let DeValue::Table(table) = value.into_inner() else { return false };
    match T::deserialize(Deserializer::from(Spanned::new(0..1, table))) {
        Ok(_) => true,
        Err(error) => error.span() != Some(PLACE) || error.message().starts_with("unknown variant"),
    }
}

/// What the cells of a column are.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Words,
    Text,
    Number,
    Flag,
}

struct Column<'t> {
    path: Vec<&'t str>,
    kind: Kind,
}

/// A cell: where it stands in the text, and what it says.
type Cell<'t> = (Range<usize>, Cow<'t, str>);

impl<'a> Source<'a> {
    /// As [`Source::read`], where lists may be written as tables; `beside` fetches a file by the name that is written.
    pub fn read_with<T: DeserializeOwned>(
        &mut self,
        rows: &[Rows],
        texts: &'a TableTexts,
        beside: &mut dyn FnMut(&str) -> Result<String, String>,
    ) -> Option<T> {
        let mut root = self.tree()?;
        let fetched =
            files(root.get_ref(), rows).into_iter().map(|name| (name.clone(), beside(&name))).collect();
        texts.0.set(fetched).ok();
        let mut changed = false;
        for rows in rows {
            if let Some((_, value)) = root.get_mut().remove_entry(rows.word) {
                self.expand(root.get_mut(), rows, value, texts);
                changed = true;
            }
        }
        self.read_tree(root, changed)
    }

    fn expand(
        &mut self,
        root: &mut DeTable<'a>,
        rows: &Rows,
        value: Spanned<DeValue<'a>>,
        texts: &'a TableTexts,
    ) {
        let span = value.span();
        let mut entries = Vec::new();
        match value.into_inner() {
            DeValue::String(name) => self.file(rows, (&name, span), &DeTable::new(), texts, &mut entries),
            DeValue::Array(blocks) if blocks.iter().all(|block| block.get_ref().is_table()) => {
                for (n, block) in blocks.into_iter().enumerate() {
                    let place = block.span();
                    if let DeValue::Table(block) = block.into_inner() {
                        self.block(rows, (n, place), block, texts, &mut entries);
                    }
                }
            }
            _ => {
                let what = format!("expected a file such as \"oob.csv\", or [[{}]] with `rows`", rows.word);
                self.fault_at(span, rows.word, what);
            }
        }
        let key = Spanned::new(0..0, Cow::Borrowed(rows.list));
        let list = root.entry(key).or_insert(Spanned::new(0..0, DeValue::Array(Default::default())));
        if let DeValue::Array(list) = list.get_mut() {
            entries.into_iter().for_each(|entry| list.push(entry));
        }
    }

    /// One `[[units]]`: what its rows share, and where they are.
    fn block(
        &mut self,
        rows: &Rows,
        (n, place): (usize, Range<usize>),
        mut block: DeTable<'a>,
        texts: &'a TableTexts,
        entries: &mut Vec<Spanned<DeValue<'a>>>,
    ) {
        let title = format!("[[{}]] {}", rows.word, n + 1);
        let (text, file) = (block.remove("rows"), block.remove("file"));
        let known = (rows.keys)();
        let odd: Vec<_> =
            block.keys().filter(|key| !known.iter().any(|k| k == key.get_ref())).cloned().collect();
        for key in odd {
            block.remove(key.get_ref().as_ref());
            let words = known.iter().map(String::as_str).chain(["rows", "file"]);
            let what = format!("there is no key `{}` here: expected {}", key.get_ref(), known.join(", "));
            self.fault_at(
                key.span(),
                format!("{title}: {}", key.get_ref()),
                with_near(what, key.get_ref(), words),
            );
        }
        match (text, file) {
            (Some(text), None) if text.get_ref().is_str() => {
                match self.inside(&text.span(), text.get_ref().as_str().unwrap_or_default()) {
                    Some(inside) => self.table(rows, inside, &block, entries),
                    None => {
                        self.fault_at(text.span(), format!("{title}: rows"), "expected words without `\\`")
                    }
                }
            }
            (None, Some(file)) if file.get_ref().is_str() => {
                let name = file.get_ref().as_str().unwrap_or_default();
                self.file(rows, (name, file.span()), &block, texts, entries);
            }
            _ => self.fault_at(place, title, "expected `rows = \"\"\"...\"\"\"`, or a `file` that has them"),
        }
    }

    /// The words of a string and where they begin in the text, if they stand there as they are.
    fn inside(&self, span: &Range<usize>, words: &str) -> Option<(&'a str, usize)> {
        let raw = self.text.get(span.clone())?;
        let at = span.start + raw.find(words)?;
        Some((&self.text[at..at + words.len()], at))
    }

    fn file(
        &mut self,
        rows: &Rows,
        (name, span): (&str, Range<usize>),
        shared: &DeTable<'a>,
        texts: &'a TableTexts,
        entries: &mut Vec<Spanned<DeValue<'a>>>,
    ) {
        match texts.text(name) {
            Ok(text) => {
                let start =
                    self.parts.last().map_or(self.text.len(), |part| part.start + part.text.len()) + 1;
                self.parts.push(Part { start, file: name.to_owned(), text });
                self.table(rows, (text, start), shared, entries);
            }
            Err(why) => self.fault_at(span, rows.word, format!("`{name}` cannot be read: {why}")),
        }
    }

    /// Reads a table whose text begins at a place; the first row has the keys.
    fn table(
        &mut self,
        rows: &Rows,
        (text, start): (&'a str, usize),
        shared: &DeTable<'a>,
        entries: &mut Vec<Spanned<DeValue<'a>>>,
    ) {
        let mut lines = lines(text);
        let Some((first, header)) = lines.next() else {
            self.fault_at(start..start, rows.word, "the table is empty: expected a first row with the keys");
            return;
        };
        let by = separator(header);
        let columns = self.columns(rows, cells(header, by, start + first));
        for (at, line) in lines {
            let found = cells(line, by, start + at);
            let (begin, end) = (start + at, start + at + line.len());
            if let Some((extra, _)) = found.get(columns.len()) {
                let what = format!("{} cells: expected {}, as the first row has", found.len(), columns.len());
                self.fault_at(extra.clone(), row_title(rows, &found), what);
            }
            let mut entry = shared.clone();
            for (column, (span, words)) in columns.iter().zip(&found) {
                if let Some(column) = column.as_ref().filter(|_| !words.is_empty()) {
                    put(&mut entry, &column.path, span.clone(), value(column.kind, words, span));
                }
            }
            entries.push(Spanned::new(begin..end, DeValue::Table(entry)));
        }
    }

    /// The columns of a first row; a key that is none is told once.
    fn columns(&mut self, rows: &Rows, header: Vec<Cell<'a>>) -> Vec<Option<Column<'a>>> {
        let known = (rows.keys)();
        let mut found: Vec<Option<Column<'a>>> = Vec::new();
        for (span, name) in header {
            let key = format!("{}, first row", rows.word);
            let path: Vec<&'a str> = match &name {
                Cow::Borrowed(name) => name.split('.').collect(),
                Cow::Owned(_) => Vec::new(),
            };
            let is_known = path.first().is_some_and(|top| known.iter().any(|k| k == top));
            let again = found.iter().flatten().any(|column| column.path == path);
            if !is_known {
                let what = format!("there is no key `{name}`: expected {}", known.join(", "));
                self.fault_at(span, key, with_near(what, &name, known.iter().map(String::as_str)));
            } else if again {
                self.fault_at(span, key, format!("`{name}` is there twice"));
            }
            let kind = || kind_of(rows, &path);
            found.push((is_known && !again).then(|| Column { kind: kind(), path: path.clone() }));
        }
        found
    }
}

/// The names of the files that have tables.
fn files(root: &DeTable, rows: &[Rows]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for value in rows.iter().filter_map(|rows| root.get(rows.word)) {
        let blocks = value.get_ref().as_array().into_iter().flat_map(|blocks| blocks.iter());
        let inside = blocks.filter_map(|block| block.get_ref().as_table()?.get("file"));
        for name in [value].into_iter().chain(inside).filter_map(|value| value.get_ref().as_str()) {
            if !names.iter().any(|other| other == name) {
                names.push(name.to_owned());
            }
        }
    }
    names
}

fn row_title(rows: &Rows, cells: &[Cell]) -> String {
    format!("{}, row {}", rows.word, cells.first().map(|(_, words)| words.as_ref()).unwrap_or_default())
}

fn kind_of(rows: &Rows, path: &[&str]) -> Kind {
    let text = || DeValue::String(Cow::Borrowed("x"));
    let list = [Spanned::new(8..9, text())].into_iter().collect();
    if (rows.fits)(path, DeValue::Array(list)) {
        return Kind::Words;
    }
    let number = || DeValue::parse("1").map_or(DeValue::Boolean(true), Spanned::into_inner);
    match () {
        () if (rows.fits)(path, text()) => Kind::Text,
        () if (rows.fits)(path, DeValue::Boolean(true)) => Kind::Flag,
        () if (rows.fits)(path, number()) => Kind::Number,
        () => Kind::Text,
    }
}

/// A cell as a value of the kind its key wants; what is none stays text, and is told as any other wrong value.
fn value<'a>(kind: Kind, words: &Cow<'a, str>, span: &Range<usize>) -> DeValue<'a> {
    let text = || DeValue::String(words.clone());
    match (kind, words.as_ref()) {
        (Kind::Words, _) => {
            let word = |word: &str| Spanned::new(span.clone(), DeValue::String(Cow::Owned(word.to_owned())));
            DeValue::Array(words.split_whitespace().map(word).collect())
        }
        (Kind::Flag, "yes" | "true" | "x") => DeValue::Boolean(true),
        (Kind::Flag, "no" | "false") => DeValue::Boolean(false),
        (Kind::Number, _) => match words {
            Cow::Borrowed(number) => match DeValue::parse(number).map(Spanned::into_inner) {
                Ok(number @ (DeValue::Integer(_) | DeValue::Float(_))) => number,
                _ => text(),
            },
            Cow::Owned(_) => text(),
        },
        _ => text(),
    }
}

/// Puts a value into a table, inside further ones where its key has dots.
fn put<'i>(table: &mut DeTable<'i>, path: &[&'i str], span: Range<usize>, value: DeValue<'i>) {
    let [first, rest @ ..] = path else { return };
    let key = Spanned::new(span.clone(), Cow::Borrowed(*first));
    if rest.is_empty() {
        table.remove(*first);
        table.insert(key, Spanned::new(span, value));
        return;
    }
    let inner = table.entry(key).or_insert(Spanned::new(span.clone(), DeValue::Table(DeTable::new())));
    if let DeValue::Table(inner) = inner.get_mut() {
        put(inner, rest, span, value);
    }
}

/// The lines of a table with their places, without empty ones and remarks.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let marked = text.strip_prefix('\u{feff}').map_or(0, |_| '\u{feff}'.len_utf8());
    let mut at = marked;
    text[marked..].split_inclusive('\n').filter_map(move |line| {
        let begins = at;
        at += line.len();
        let line = line.trim_end();
        (!line.is_empty() && !line.trim_start().starts_with('#')).then_some((begins, line))
    })
}

/// What parts the cells: as spreadsheets write them, else blanks.
fn separator(header: &str) -> Option<char> {
    [',', ';', '\t'].into_iter().find(|by| header.contains(*by))
}

/// The cells of a line, trimmed; one in quotes may hold anything, a quote in it twice.
fn cells<'t>(line: &'t str, by: Option<char>, start: usize) -> Vec<Cell<'t>> {
    let ends = |c: char| by.map_or(c.is_whitespace(), |by| c == by);
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        let blanks = |c: &char| c.is_whitespace() && (by.is_none() || !ends(*c));
        at += line[at..].chars().take_while(blanks).map(char::len_utf8).sum::<usize>();
        if by.is_none() && at >= line.len() {
            return found;
        }
        let rest = &line[at..];
        let (length, words) = match rest.strip_prefix('"') {
            Some(quoted) => in_quotes(quoted),
            None => {
                let length = rest.find(ends).unwrap_or(rest.len());
                (length, Cow::Borrowed(rest[..length].trim_end()))
            }
        };
        found.push((start + at..start + at + words.len().max(1), words));
        at += length;
        at += line[at..].find(ends).unwrap_or(line.len() - at);
        match line[at..].chars().next() {
            Some(c) if by.is_some() => at += c.len_utf8(),
            Some(_) => {}
            None => return found,
        }
    }
}

/// How long a cell in quotes is with them, and what it says.
fn in_quotes(quoted: &str) -> (usize, Cow<'_, str>) {
    let mut words = String::new();
    let mut rest = quoted;
    loop {
        let Some((before, after)) = rest.split_once('"') else {
            words.push_str(rest);
            return (quoted.len() + 1, Cow::Owned(words));
        };
        words.push_str(before);
        match after.strip_prefix('"') {
            Some(more) => {
                words.push('"');
                rest = more;
            }
            None => return (quoted.len() - after.len() + 1, Cow::Owned(words)),
        }
    }
}
