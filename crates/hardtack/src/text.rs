//! Text for people at a terminal: wrapped at 80 columns, lists in columns.

use std::io::{self, Write};

pub const WIDTH: usize = 80;

/// Prints a paragraph, every line behind `indent`.
pub fn paragraph(out: &mut dyn Write, indent: &str, text: &str) -> io::Result<()> {
    hanging(out, indent, indent, text)
}

/// Prints a paragraph whose first line begins with `first` and every other with `rest`.
pub fn hanging(out: &mut dyn Write, first: &str, rest: &str, text: &str) -> io::Result<()> {
    let options = textwrap::Options::new(WIDTH)
        .initial_indent(first)
        .subsequent_indent(rest)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    for (n, part) in text.trim().split("\n\n").enumerate() {
        if n > 0 {
            writeln!(out)?;
        }
        let joined = part.split_whitespace().collect::<Vec<_>>().join(" ");
        for line in textwrap::wrap(&joined, &options) {
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(())
}

/// Prints rows in columns as wide as their widest cell; the last column is wrapped.
pub fn columns(out: &mut dyn Write, indent: &str, rows: &[Vec<String>]) -> io::Result<()> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| textwrap::core::display_width(cell)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    for row in rows {
        let mut line = indent.to_owned();
        for (cell, width) in row.iter().zip(&widths).take(count.saturating_sub(1)) {
            let padding = width.saturating_sub(textwrap::core::display_width(cell)) + 2;
            line.push_str(cell);
            line.push_str(&" ".repeat(padding));
        }
        match row.get(count.saturating_sub(1)) {
            Some(last) => hanging(out, &line, &" ".repeat(line.chars().count().min(60)), last)?,
            None => writeln!(out, "{}", line.trim_end())?,
        }
    }
    Ok(())
}

/// `1 game`, `2 games`.
pub fn counted(n: usize, thing: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}

/// The word with its first letter in capitals.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(write: impl Fn(&mut dyn Write) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn paragraphs_stay_within_eighty_columns() {
        let text = printed(|out| paragraph(out, "  ", &"word ".repeat(60)));
        assert!(text.lines().all(|line| line.len() <= WIDTH && line.starts_with("  word")), "{text}");
        assert_eq!(text.split_whitespace().count(), 60);
    }

    #[test]
    fn columns_are_aligned_and_an_empty_list_prints_nothing() {
        let row = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
        let text = printed(|out| columns(out, "", &[row("a", "first"), row("long", "second")]));
        assert_eq!(text, "a     first\nlong  second\n");
        assert_eq!(printed(|out| columns(out, "", &[])), "");
    }
}
