//! The page about the library: a list of all scenarios and a table of figures, each between marks; all else on the page is
//! left as somebody wrote it.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::{Context, ensure};
use serde_json::Value;

use super::row::{HEAD, Row};

/// A scenario as the page lists it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Listed {
    pub id: String,
    pub system: String,
    pub name: String,
    pub game: String,
    pub year: String,
    pub turns: u64,
    pub length: String,
    pub size: u64,
    pub line: String,
}

/// How a system is called on the page.
const TITLES: [(&str, &str); 3] =
    [("gcacw", "Great Campaigns"), ("lfm", "The Last Full Measure"), ("vnb", "Volley & Bayonet")];
/// A line of the list has at least so many letters, where the description has.
const LEAST: usize = 60;

impl Listed {
    /// From an entry of `scenario list` and the answer of `scenario show`.
    ///
    /// # Errors
    /// Something is missing.
    pub fn read(entry: &Value, shown: &Value) -> anyhow::Result<Listed> {
        let text = |value: &Value, key: &str| -> anyhow::Result<String> {
            Ok(value[key].as_str().with_context(|| format!("no `{key}` in {entry}"))?.to_owned())
        };
        let number = |key: &str| entry[key].as_u64().with_context(|| format!("no number `{key}` in {entry}"));
        Ok(Listed {
            id: text(entry, "id")?,
            system: text(entry, "system")?,
            name: text(entry, "name")?,
            game: entry["game"].as_str().unwrap_or_default().to_owned(),
            year: entry["year"].as_u64().map(|year| year.to_string()).unwrap_or_default(),
            turns: number("turns")?,
            length: text(entry, "length")?,
            size: number("size")?,
            line: line(&text(shown, "description")?),
        })
    }
}

/// The first sentences of a description, until they say something.
fn line(description: &str) -> String {
    let first = description.lines().next().unwrap_or_default();
    let ends = first.char_indices().filter(|(at, c)| {
        let next = first[at + c.len_utf8()..].chars().next();
        matches!(c, '.' | '?' | '!') && next.is_none_or(char::is_whitespace)
    });
    let end = ends.map(|(at, _)| at + 1).find(|end| *end >= LEAST).unwrap_or(first.len());
    first[..end].replace('|', "/")
}

/// The page with the list as it is now, and with one new row.
///
/// # Errors
/// The page has no such marks.
pub fn written(page: &str, list: &[Listed], new: Option<(&str, &Row)>) -> anyhow::Result<String> {
    let listed = between(page, "list")?.0;
    let (figures, kept) = between(page, "figures")?;
    ensure!(listed.end <= figures.start, "the list stands before the figures");
    let mut rows = rows(kept);
    if let Some((id, row)) = new {
        rows.insert(id.to_owned(), row.to_string());
    }
    let mut table = format!("\n{HEAD}");
    for row in list.iter().filter_map(|one| rows.get(&one.id)) {
        _ = writeln!(table, "{row}");
    }
    Ok([&page[..listed.start], &tables(list), &page[listed.end..figures.start], &table, &page[figures.end..]]
        .concat())
}

/// What stands between two marks.
fn between<'p>(page: &'p str, what: &str) -> anyhow::Result<(std::ops::Range<usize>, &'p str)> {
    let mark = |word: &str| format!("<!-- {word} {what}: written by `cargo xtask studies` -->\n");
    let (begin, end) = (mark("begin"), mark("end"));
    let missing = || format!("the page has no marks of the {what}");
    let start = page.find(&begin).with_context(missing)? + begin.len();
    let end = start + page[start..].find(&end).with_context(missing)?;
    Ok((start..end, &page[start..end]))
}

/// The rows of a table by their scenarios.
fn rows(table: &str) -> BTreeMap<String, String> {
    let row = |line: &str| {
        let id = line.strip_prefix("| `")?.split_once('`')?.0;
        Some((id.to_owned(), line.to_owned()))
    };
    table.lines().filter_map(row).collect()
}

/// The list, a table for each system.
fn tables(list: &[Listed]) -> String {
    let mut text = String::new();
    for (system, title) in TITLES {
        let of: Vec<&Listed> = list.iter().filter(|one| one.system == system).collect();
        if of.is_empty() {
            continue;
        }
        let games = of.iter().any(|one| !one.game.is_empty());
        let (head, rule) = if games { (" game |", " --- |") } else { ("", "") };
        _ = write!(
            text,
            "\n## {title}\n\n| scenario |{head} year | turns | length | units | what it is |\n\
             | --- |{rule} --- | --: | --- | --: | --- |\n"
        );
        for one in of {
            let game = if games { format!(" {} |", one.game) } else { String::new() };
            _ = writeln!(
                text,
                "| **{}** `{}` |{game} {} | {} | {} | {} | {} |",
                one.name, one.id, one.year, one.turns, one.length, one.size, one.line
            );
        }
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::super::row::tests::series;
    use super::*;

    const PAGE: &str = "# Library\n\n<!-- begin list: written by `cargo xtask studies` -->\n\
         <!-- end list: written by `cargo xtask studies` -->\nWords.\n\
         <!-- begin figures: written by `cargo xtask studies` -->\n\
         <!-- end figures: written by `cargo xtask studies` -->\nMore words.\n";

    fn one(id: &str, system: &str, game: &str) -> Listed {
        let (id, system, game) = (id.to_owned(), system.to_owned(), game.to_owned());
        let line = "A fight.".to_owned();
        Listed { name: id.to_uppercase(), id, system, game, turns: 4, size: 30, line, ..Listed::default() }
    }

    fn row(id: &str) -> Row {
        Row::read(&series(id, 0)).unwrap()
    }

    #[test]
    fn rows_of_others_are_kept_and_all_stand_in_the_order_of_the_list() {
        let list = [one("b", "gcacw", "HCR"), one("a", "lfm", ""), one("c", "lfm", "")];
        let page = written(PAGE, &list, Some(("c", &row("c")))).unwrap();
        let page = written(&page, &list, Some(("b", &row("b")))).unwrap();
        let again = written(&page, &list, Some(("b", &row("b")))).unwrap();
        assert_eq!(page, again, "the same study writes the same page");
        let figures = between(&page, "figures").unwrap().1;
        let ids: Vec<&str> =
            figures.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
        assert_eq!(ids, ["b", "c"]);
        assert!(
            page.contains("\nWords.\n")
                && page.ends_with("\nMore words.\n")
                && page.starts_with("# Library\n")
        );
        let gone = written(&page, &list[..1], None).unwrap();
        assert!(!gone.contains("`c`"), "a scenario that is no more has no row");
    }

    #[test]
    fn a_system_with_several_games_names_them() {
        let page = written(PAGE, &[one("b", "gcacw", "HCR"), one("a", "lfm", "")], None).unwrap();
        assert!(page.contains("| **B** `b` | HCR |  | 4 |  | 30 | A fight. |\n"), "{page}");
        assert!(page.contains("| **A** `a` |  | 4 |  | 30 | A fight. |\n"), "{page}");
    }

    #[test]
    fn a_page_without_marks_is_not_touched() {
        assert!(written("# Library\n", &[], None).unwrap_err().to_string().contains("no marks of the list"));
    }

    #[test]
    fn a_line_is_as_many_sentences_as_say_something() {
        let long =
            "Nine in the morning. Two of Heth's brigades are forming on Herr Ridge, west of the town. More.";
        assert_eq!(line(long), long.strip_suffix(" More.").unwrap());
        assert_eq!(line("Short.\n\nSecond."), "Short.");
        assert_eq!(line("a | b"), "a / b");
    }
}
