//! The command line of a program.

/// What a program's name begins with wherever a level can be named.
pub const PREFIX: &str = "cmd:";

/// The words of a command line. No shell reads it: blanks part words, single or double quotes hold them together, and
/// a backslash is a letter like any other, as paths on Windows need.
///
/// # Errors
/// There is no word, or a quote has no end.
pub(super) fn words(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(format!("`{PREFIX}{text}`: a quote {open} has no end"));
    }
    words.extend(word);
    match words.first() {
        Some(program) if !program.is_empty() => Ok(words),
        _ => Err(format!("`{PREFIX}{text}`: expected a program, such as `{PREFIX}python3 player.py`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_part_words_and_quotes_hold_them_together() {
        assert_eq!(words("python3  my.py -v").unwrap(), ["python3", "my.py", "-v"]);
        assert_eq!(words(r#""C:\my bots\a.exe" 'a "b"' """#).unwrap(), [r"C:\my bots\a.exe", "a \"b\"", ""]);
        assert!(words("  ").unwrap_err().contains("expected a program"));
        assert!(words("''").unwrap_err().contains("expected a program"));
        assert!(words("a 'b").unwrap_err().contains("no end"));
    }
}
