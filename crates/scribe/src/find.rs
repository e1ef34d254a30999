//! Where things stand in a text.

use std::ops::Range;

use toml_edit::{Document, Item, Table};

use crate::{Error, Step, told};

/// The file, with the place of everything in it.
pub fn parse(text: &str) -> Result<Document<&str>, Error> {
    Document::parse(text).map_err(|no| {
        let at = no.span().map_or(0, |span| span.start);
        let line = text.as_bytes()[..at.min(text.len())].iter().filter(|b| **b == b'\n').count() + 1;
        Error::NotToml { line, message: no.message().trim().replace('\n', ", ") }
    })
}

/// A table with lines of its own: the file itself, a `[table]` or one of `[[tables]]`, and below it dotted keys.
pub enum Here<'a> {
    Table(&'a Table),
    Item(&'a Item),
}

/// What stands at a place, through `[[entries]]` too.
pub fn walk<'a>(document: &'a Document<&str>, at: &[Step]) -> Option<Here<'a>> {
    let mut here = Here::Table(document.as_table());
    for step in at {
        here = match (here, step) {
            (Here::Table(table), Step::Key(key)) => of_item(table.get(key)?),
            (Here::Item(Item::ArrayOfTables(tables)), Step::Nth(nth)) => Here::Table(tables.get(*nth)?),
            (Here::Item(item), Step::Key(key)) => of_item(item.get(key.as_str())?),
            (Here::Item(item), Step::Nth(nth)) => of_item(item.get(*nth)?),
            (Here::Table(_), Step::Nth(_)) => return None,
        };
    }
    Some(here)
}

fn of_item(item: &Item) -> Here<'_> {
    match item {
        Item::Table(table) => Here::Table(table),
        item => Here::Item(item),
    }
}

/// Where the line of a place begins.
pub fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |n| n + 1)
}

/// The start of the line after a place.
pub fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |n| at + n + 1)
}

/// The span of a value.
pub fn span(item: &Item, at: &[Step]) -> Result<Range<usize>, Error> {
    item.span().ok_or_else(|| Error::Nowhere(told(at)))
}

/// The end of the last line that a table has of its own: of its header, its keys and their dotted ones.
pub fn own_end(text: &str, table: &Table) -> usize {
    let mut end = 0;
    if let Some(span) = table.span().filter(|_| !table.is_dotted()) {
        end = line_end(text, span.start);
    }
    for (_, item) in table.iter() {
        end = end.max(match item {
            Item::Value(value) => value.span().map_or(0, |span| line_end(text, span.end)),
            Item::Table(below) if below.is_dotted() => own_end(text, below),
            _ => 0,
        });
    }
    end
}

/// The end of the last line of a table and of everything below it.
pub fn whole_end(text: &str, table: &Table) -> usize {
    let below = table.iter().map(|(_, item)| match item {
        Item::Table(table) => whole_end(text, table),
        Item::ArrayOfTables(tables) => tables.iter().map(|t| whole_end(text, t)).max().unwrap_or(0),
        _ => 0,
    });
    below.max().unwrap_or(0).max(own_end(text, table))
}
