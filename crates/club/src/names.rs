//! The names of people: what others read must be what it seems to be, and nobody's twice.

use unicode_security::skeleton;

pub const LONGEST: usize = 40;
/// More marks than this on one letter are no name but a blot.
const MOST_MARKS: usize = 2;

/// A name as others read it: in one line, nothing invisible, not too long. It may come out empty.
pub fn shown(text: &str) -> String {
    line(text, LONGEST)
}

/// A sentence of somebody's as others read it: in one line, nothing invisible, not too long. It may come out empty.
pub fn line(text: &str, most: usize) -> String {
    let mut marks = 0;
    let shown = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|c| {
        marks = if is_mark(*c) { marks + 1 } else { 0 };
        !c.is_control() && !is_invisible(*c) && marks <= MOST_MARKS
    });
    let line: String = shown.take(most * 4).collect();
    let line = line.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    line.chars().take(most).collect::<String>().trim().to_owned()
}

/// What a name looks like, whatever alphabet its letters are from: two names that look alike are one.
pub fn look(name: &str) -> String {
    let lower = name.to_lowercase();
    let bare: String = skeleton(&lower).collect();
    bare.to_lowercase().chars().filter(|c| c.is_alphanumeric() || *c == ',').collect()
}

/// The key under which a person's name is kept. `None` if nothing is left to read.
pub fn key(name: &str) -> Option<String> {
    let key: String = look(name).chars().filter(|c| c.is_alphanumeric()).collect();
    (!key.is_empty()).then_some(key)
}

/// Marks that are put on the letter before them.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Characters without a shape, and those that turn the direction of writing.
/// Whether nobody could see that it is there.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_what_it_seems_to_be() {
        assert_eq!(shown("  Ann\u{202e}\u{200b} of\t\nOhio\u{0} "), "Ann of Ohio");
        assert_eq!(shown("Zoë Müller 李"), "Zoë Müller 李");
        assert_eq!(shown("e\u{301}\u{301}\u{301}\u{301}\u{301}"), "e\u{301}\u{301}");
        assert_eq!(shown("\u{200b}\u{feff}\u{2800}"), "");
        assert_eq!(shown(&"x".repeat(100)).chars().count(), LONGEST);
    }

    #[test]
    fn names_that_look_alike_have_one_key() {
        // With a Cyrillic o, with a zero, with other spaces.
        for alike in ["Tom Jones", "tom  jones", "T\u{43e}m J\u{43e}nes", "T0m-J0nes", "TOM JONES"] {
            assert_eq!(key(alike), key("Tom Jones"), "{alike}");
        }
        assert_ne!(key("Tom Jones"), key("Tom James"));
        assert_eq!(key(" -- "), None);
        assert!(key("李").is_some());
    }
}
