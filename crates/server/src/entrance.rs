//! How often somebody may try to come in, by address.

use crate::Error;
use crate::door::{Guest, Rate};

pub struct Entrance {
    /// New members.
    pub register: Rate<Guest>,
    /// Words, codes and keys that are tried.
    pub tries: Rate<Guest>,
    /// Letters and trial messages that are asked for.
    pub letters: Rate<Guest>,
    /// Letters to one mail address, whoever asks for them.
    to: Rate<String>,
}

impl Default for Entrance {
    fn default() -> Entrance {
        Entrance { register: Rate::new(5), tries: Rate::new(15), letters: Rate::new(5), to: Rate::new(2) }
    }
}

impl Entrance {
    /// Whether this address may do it now, which counts.
    ///
    /// # Errors
    /// It has done it too often.
    pub fn check(&self, rate: &Rate<Guest>, guest: Option<Guest>) -> Result<(), Error> {
        let told = |_| Error::TooMany("so often from one address: wait a minute".into());
        guest.map_or(Ok(()), |guest| rate.take(&guest).map_err(told))
    }

    /// Whether a letter to this mail address may be asked for now, which counts.
    ///
    /// # Errors
    /// It was asked for too often.
    pub fn check_address(&self, address: &str) -> Result<(), Error> {
        let told = |_| Error::TooMany("so many letters to one address: wait a minute".into());
        self.to.take(&address.trim().to_lowercase()).map_err(told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_drowned_in_letters_and_nobody_guesses_for_long() {
        let entrance = Entrance::default();
        let asked = (0..20).filter(|_| entrance.check_address(" Ann@example.org").is_ok()).count();
        assert_eq!(asked, 4);
        assert!(entrance.check_address("bob@example.org").is_ok());
        let guest = Some(Guest::of("10.0.0.1".parse().unwrap()));
        let tried = (0..100).filter(|_| entrance.check(&entrance.tries, guest).is_ok()).count();
        assert_eq!(tried, 30);
    }
}
