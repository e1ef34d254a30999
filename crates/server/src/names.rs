//! The names of players: what others read must be what it seems to be.

use unicode_security::skeleton;

use crate::{Error, Staff};

const LONGEST: usize = 40;
/// More marks than this on one letter are no name but a blot.
const MOST_MARKS: usize = 2;

/// A name as others read it: in one line, nothing invisible, not too long, and not a computer player's. It may be
/// empty: then he is called by his side.
///
/// # Errors
/// It looks like the name of a computer player.
pub fn name(text: &str, staff: &Staff) -> Result<String, Error> {
    let mut marks = 0;
    let shown = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|c| {
        marks = if is_mark(*c) { marks + 1 } else { 0 };
        !c.is_control() && !is_invisible(*c) && marks <= MOST_MARKS
    });
    let name: String = shown.take(LONGEST * 4).collect();
    let name = name.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let name: String = name.chars().take(LONGEST).collect();
    let name = name.trim();
    let looks = look(name);
    let copied = staff.list().iter().find(|officer| {
        let title = look(&officer.title);
        looks == title || looks.strip_prefix(&title).is_some_and(|rest| rest.starts_with(','))
    });
    match copied {
        Some(officer) => {
            Err(Error::Malformed(format!("`{}` is a computer player: take another name", officer.title)))
        }
        None => Ok(name.to_owned()),
    }
}

/// What a name looks like, whatever alphabet its letters are from.
fn look(name: &str) -> String {
    let lower = name.to_lowercase();
    let bare: String = skeleton(&lower).collect();
    bare.to_lowercase().chars().filter(|c| c.is_alphanumeric() || *c == ',').collect()
}

/// Marks that are put on the letter before them.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Characters without a shape, and those that turn the direction of writing.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> String {
        name(text, &Staff::random()).unwrap()
    }

    #[test]
    fn a_name_is_what_it_seems_to_be() {
        assert_eq!(told("  Ann\u{202e}\u{200b} of\t\nOhio\u{0} "), "Ann of Ohio");
        assert_eq!(told("Zoë Müller 李"), "Zoë Müller 李");
        assert_eq!(told("e\u{301}\u{301}\u{301}\u{301}\u{301}"), "e\u{301}\u{301}");
        assert_eq!(told("\u{200b}\u{feff}\u{2800}"), "");
        assert_eq!(told(&"x".repeat(100)).chars().count(), LONGEST);
    }

    #[test]
    fn nobody_passes_for_a_computer_player() {
        // With a Cyrillic o, with a zero, and as a computer's name is written with its time.
        for copy in ["Random orders", "rand\u{43e}m  orders", "Rand0m Orders", "RANDOM ORDERS, 1 s"] {
            assert!(name(copy, &Staff::random()).is_err(), "{copy}");
        }
        assert_eq!(told("Random Joe"), "Random Joe");
    }
}
