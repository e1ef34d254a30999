//! Secrets that hold a seat: made once, shown once, kept only as a hash.

use std::fmt;

use sha2::{Digest, Sha256};

/// An unguessable word: 160 random bits.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// What the database keeps of a token.
pub type TokenHash = [u8; 32];

const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// `N` bytes from the operating system.
///
/// # Panics
/// If the operating system has no randomness to give: no seat could be safe.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// A random word of `N` letters that can be read aloud, five bits each.
pub fn word<const N: usize>() -> String {
    random::<N>().iter().map(|b| LETTERS[(b & 31) as usize] as char).collect()
}

impl Token {
    pub fn new() -> Token {
        Token(word::<32>())
    }
    pub fn read(text: &str) -> Token {
        Token(text.to_owned())
    }
    pub fn as_str(&self) -> &str {
        &self.0
    }
    pub fn hash(&self) -> TokenHash {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

impl Default for Token {
    fn default() -> Self {
        Token::new()
    }
}

/// Never written by accident.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_do_not_print() {
        let (a, b) = (Token::new(), Token::new());
        assert_ne!(a, b);
        assert_eq!(a.as_str().len(), 32);
        assert_eq!(format!("{a:?}"), "Token(..)");
        assert_eq!(Token::read(a.as_str()).hash(), a.hash());
    }
}
