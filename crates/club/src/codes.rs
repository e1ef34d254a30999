//! Recovery codes: a handful, shown once, each good for one time.

use crate::token::{Token, TokenHash, word};

/// How many there are at once.
pub const HANDFUL: usize = 8;
const GROUP: usize = 4;
const GROUPS: usize = 4;

/// Fresh codes as they are written down: `abcd-efgh-jkmn-pqrs`, 80 random bits each.
pub fn fresh() -> Vec<String> {
    (0..HANDFUL).map(|_| grouped(&word::<{ GROUP * GROUPS }>())).collect()
}

fn grouped(letters: &str) -> String {
    let letters: Vec<char> = letters.chars().collect();
    letters.chunks(GROUP).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

/// What is kept of a code, whatever hyphens, spaces and capitals its owner types; letters that are never used are
/// read as those they look like.
pub fn hash(typed: &str) -> TokenHash {
    let letters = typed.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
    let read: String = letters.map(|c| if matches!(c, 'l' | '1') { 'i' } else { c }).collect();
    Token::read(&grouped(&read)).hash()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_differ_and_are_read_as_they_are_typed() {
        let codes = fresh();
        assert_eq!(codes.len(), HANDFUL);
        assert_eq!(codes[0].len(), 19);
        assert_ne!(hash(&codes[0]), hash(&codes[1]));
        let sloppy = codes[0].to_uppercase().replace('-', " ");
        assert_eq!(hash(&sloppy), hash(&codes[0]));
        assert_eq!(hash("abi2-efgh-jkmn-pqrs"), hash("AB12 EFGH JKMN PQRS"));
    }
}
