//! A guest carries his seat to another browser: a link that is good one time. Only who has the link can read what it holds.

use sha2::{Digest, Sha256};

use super::entry::DeviceLink;
use super::passes::{self, Purpose};
use crate::club::now;
use crate::token::Token;
use crate::{Club, Error, qr};

/// Hides the token of a seat by the word of the link, or shows it again: the database has neither.
fn veiled(word: &Token, secret: &[u8]) -> Vec<u8> {
    let veil = Sha256::new().chain_update(b"seat ").chain_update(word.as_str().as_bytes()).finalize();
    secret.iter().zip(veil).map(|(byte, veil)| byte ^ veil).collect()
}

impl Club {
    /// A link that opens the seat of this token in another browser.
    ///
    /// # Errors
    /// The store failed.
    pub async fn seat_link(&self, game: &str, token: &Token) -> Result<DeviceLink, Error> {
        let (game, token) = (game.to_owned(), token.clone());
        let word = Token::new();
        let value = format!("{game} {}", hex(&veiled(&word, token.as_str().as_bytes())));
        let issued = word.clone();
        self.write(move |sql| passes::keep(sql, Purpose::Seat, &issued, None, &value, passes::TEN_MINUTES))
            .await?;
        let link = self.settings().link(&format!("/seat#{}", word.as_str()));
        let qr = qr::svg(&link).unwrap_or_default();
        Ok(DeviceLink { link, qr, until: now() + passes::TEN_MINUTES })
    }

    /// The game and the token of the seat that a link opens.
    ///
    /// # Errors
    /// It is unknown, too old, or was used.
    pub async fn open_seat(&self, word: Token) -> Result<(String, Token), Error> {
        let used = word.clone();
        let pass = self.write(move |sql| Ok(passes::redeem(sql, Purpose::Seat, &used)?)).await?;
        let read = |value: &str| {
            let (game, hidden) = value.split_once(' ')?;
            let token = String::from_utf8(veiled(&word, &unhex(hidden)?)).ok()?;
            Some((game.to_owned(), Token::read(&token)))
        };
        pass.and_then(|pass| read(&pass.value)).ok_or_else(|| {
            Error::Forbidden("this link is unknown, too old, or has been used: make another".into())
        })
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let pair = |n: usize| u8::from_str_radix(text.get(n..n + 2)?, 16).ok();
    (0..text.len()).step_by(2).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_word_shows_the_token() {
        let (word, token) = (Token::new(), Token::new());
        let hidden = veiled(&word, token.as_str().as_bytes());
        assert_ne!(hidden, token.as_str().as_bytes());
        assert_eq!(veiled(&word, &unhex(&hex(&hidden)).unwrap()), token.as_str().as_bytes());
        assert_ne!(veiled(&Token::new(), &hidden), token.as_str().as_bytes());
        assert_eq!((unhex("0"), unhex("zz")), (None, None));
    }
}
