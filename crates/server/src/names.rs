//! The names of players: what others read must be what it seems to be.

use club::names::{look, shown};

use crate::{Error, Staff};

/// A name as others read it, and not a computer player's. It may be empty: then he is called by his side.
///
/// # Errors
/// It looks like the name of a computer player.
pub fn name(text: &str, staff: &Staff) -> Result<String, Error> {
    let name = shown(text);
    let looks = look(&name);
    let copied = staff.list().iter().find(|officer| {
        let title = look(&officer.title);
        looks == title || looks.strip_prefix(&title).is_some_and(|rest| rest.starts_with(','))
    });
    match copied {
        Some(officer) => {
            Err(Error::Malformed(format!("`{}` is a computer player: take another name", officer.title)))
        }
        None => Ok(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_passes_for_a_computer_player() {
        // With a Cyrillic o, with a zero, and as a computer's name is written with its time.
        for copy in ["Random orders", "rand\u{43e}m  orders", "Rand0m Orders", "RANDOM ORDERS, 1 s"] {
            assert!(name(copy, &Staff::random()).is_err(), "{copy}");
        }
        assert_eq!(name("Random Joe", &Staff::random()).unwrap(), "Random Joe");
    }
}
