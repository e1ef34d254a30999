//! Text for people at a terminal: wrapped as wide as it is, lists in columns. In a pipe nothing is wrapped, so that other
//! programs get whole lines.

use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;

use crate::style;

/// Lines of prose that are longer are hard to read.
const PROSE: usize = 100;
/// Where a terminal does not say how wide it is.
const USUAL: usize = 80;

/// How wide the terminal is; without one, as wide as anything.
pub fn width() -> usize {
    static WIDTH: OnceLock<usize> = OnceLock::new();
    *WIDTH.get_or_init(|| {
        if !io::stdout().is_terminal() {
            return usize::MAX;
        }
        let said = || std::env::var("COLUMNS").ok()?.parse().ok();
        let seen = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
        seen.or_else(said).unwrap_or(USUAL).max(40)
    })
}

/// A line across the screen.
pub fn rule() -> String {
    "─".repeat(width().min(USUAL))
}

/// Prints a paragraph, every line behind `indent`.
pub fn paragraph(out: &mut dyn Write, indent: &str, text: &str) -> io::Result<()> {
    hanging(out, indent, indent, text)
}

/// Prints a paragraph whose first line begins with `first` and every other with `rest`.
pub fn hanging(out: &mut dyn Write, first: &str, rest: &str, text: &str) -> io::Result<()> {
    let width = width();
    wrapped(out, if width == usize::MAX { width } else { width.min(PROSE) }, (first, rest), text)
}

fn wrapped(out: &mut dyn Write, width: usize, (first, rest): (&str, &str), text: &str) -> io::Result<()> {
    let options = textwrap::Options::new(width)
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
            Some(last) => {
                let rest = " ".repeat(textwrap::core::display_width(&line).min(60));
                wrapped(out, self::width(), (&line, &rest), last)?;
            }
            None => writeln!(out, "{}", line.trim_end())?,
        }
    }
    Ok(())
}

/// Prints rows in columns under a row of headings.
pub fn table(out: &mut dyn Write, heads: &[&str], rows: &[Vec<String>]) -> io::Result<()> {
    let heads = heads.iter().map(|head| style::bold(head)).collect();
    let all: Vec<Vec<String>> = std::iter::once(heads).chain(rows.iter().cloned()).collect();
    columns(out, "", &all)
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
    fn paragraphs_stay_within_their_width() {
        let text = printed(|out| wrapped(out, 80, ("  ", "  "), &"word ".repeat(60)));
        assert!(text.lines().all(|line| line.len() <= 80 && line.starts_with("  word")), "{text}");
        assert_eq!(text.split_whitespace().count(), 60);
        assert!(text.lines().count() > 3);
    }

    #[test]
    fn nothing_is_wrapped_in_a_pipe() {
        let text = printed(|out| wrapped(out, usize::MAX, ("", "    "), &"word ".repeat(600)));
        assert_eq!(text.lines().count(), 1);
    }

    #[test]
    fn columns_are_aligned_and_an_empty_list_prints_nothing() {
        let row = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
        let text = printed(|out| columns(out, "", &[row("a", "first"), row("long", "second")]));
        assert_eq!(text, "a     first\nlong  second\n");
        assert_eq!(printed(|out| columns(out, "", &[])), "");
    }
}
