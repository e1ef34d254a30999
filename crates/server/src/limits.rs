//! How often somebody may do something: counted by the address he comes from, and by the token he shows.
//!
//! A limit holds for one seat or person; an address, behind which a whole club may sit, has ten times as much, except where
//! whoever asks need not be anybody. What comes straight from this machine is not limited in playing: it is its owner's.

use std::time::Duration;

use crate::door::{Guest, Rate};
use crate::token::TokenHash;
use crate::{Error, Settings};

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// A request with orders.
    Order,
    /// Something that is worked out for who asks: the referee, ways, hints, odds.
    Question,
    NewGame,
}

impl Deed {
    const ALL: [Deed; 3] = [Deed::Order, Deed::Question, Deed::NewGame];

    /// As figures and messages call it.
    pub fn word(self) -> &'static str {
        match self {
            Deed::Order => "orders",
            Deed::Question => "questions",
            Deed::NewGame => "new games",
        }
    }

    fn per_minute(self, settings: &Settings) -> u32 {
        match self {
            Deed::Order => settings.orders_per_minute,
            Deed::Question => settings.questions_per_minute,
            Deed::NewGame => settings.games_per_minute,
        }
    }

    /// How many times as much an address has as one who sits there.
    fn of_an_address(self) -> u32 {
        match self {
            Deed::Order | Deed::Question => 10,
            // Whoever begins a game need not be anybody yet.
            Deed::NewGame => 1,
        }
    }

    /// Whether this machine itself is limited too.
    fn holds_here(self) -> bool {
        self == Deed::NewGame
    }
}

/// Who does something.
#[derive(Clone, Copy, Debug, Default)]
pub struct Doer {
    /// Where he comes from, if that is known.
    pub guest: Option<Guest>,
    /// The token he shows.
    pub token: Option<TokenHash>,
}

/// Everybody's measures.
pub struct Limits {
    measures: [Measure; Deed::ALL.len()],
    proxy: bool,
}

struct Measure {
    by_address: Rate<Guest>,
    by_token: Rate<TokenHash>,
}

impl Limits {
    pub fn new(settings: &Settings) -> Limits {
        let measure = |deed: Deed| {
            let most = deed.per_minute(settings);
            Measure {
                by_address: Rate::new(most.saturating_mul(deed.of_an_address())),
                by_token: Rate::new(most),
            }
        };
        Limits { measures: Deed::ALL.map(measure), proxy: settings.proxy }
    }

    /// Counts it, if it may be done now.
    ///
    /// # Errors
    /// It was done too often; how long to wait.
    pub fn take(&self, deed: Deed, by: &Doer) -> Result<(), Error> {
        if !deed.holds_here() && self.is_this_machine(by) {
            return Ok(());
        }
        let measure = &self.measures[deed as usize];
        let address = by.guest.map_or(Ok(()), |guest| measure.by_address.take(&guest));
        // An address that had too much is not counted against its seats.
        let token = || by.token.map_or(Ok(()), |token| measure.by_token.take(&token));
        address.and_then(|()| token()).map_err(|wait| Error::TooOften { deed, wait })
    }

    /// Behind a proxy nobody is known to be here; a request without an address never left this process.
    fn is_this_machine(&self, by: &Doer) -> bool {
        by.guest.is_none_or(|Guest(address)| address.is_loopback() && !self.proxy)
    }
}

/// Whole seconds to wait, never none.
pub fn seconds(wait: Duration) -> u64 {
    (wait.as_secs_f64().ceil() as u64).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(address: &str, token: u8) -> Doer {
        Doer { guest: Some(Guest::of(address.parse().unwrap())), token: Some([token; 32]) }
    }

    fn done(limits: &Limits, deed: Deed, by: &Doer, times: usize) -> usize {
        (0..times).filter(|_| limits.take(deed, by).is_ok()).count()
    }

    #[test]
    fn one_seat_is_slowed_and_the_other_at_the_same_address_is_not() {
        let limits = Limits::new(&Settings { orders_per_minute: 10, ..Settings::default() });
        assert_eq!(done(&limits, Deed::Order, &from("10.0.0.1", 1), 50), 20);
        assert_eq!(done(&limits, Deed::Order, &from("10.0.0.1", 2), 15), 15);
        let Err(Error::TooOften { wait, .. }) = limits.take(Deed::Order, &from("10.0.0.1", 1)) else {
            panic!("he may go on")
        };
        assert!(seconds(wait) <= 6, "{wait:?}: ten a minute are one in six seconds");
    }

    #[test]
    fn an_address_with_many_tokens_is_slowed_too() {
        let limits = Limits::new(&Settings { orders_per_minute: 10, ..Settings::default() });
        let all: usize = (0..100).map(|token| done(&limits, Deed::Order, &from("10.0.0.1", token), 10)).sum();
        assert_eq!(all, 200, "ten times twice ten");
        assert_eq!(done(&limits, Deed::Order, &from("10.0.0.2", 1), 10), 10, "another address is not");
    }

    #[test]
    fn this_machine_plays_as_fast_as_it_likes_unless_a_proxy_speaks_for_others() {
        let settings = Settings { orders_per_minute: 1, games_per_minute: 1, ..Settings::default() };
        let here = from("127.0.0.1", 1);
        assert_eq!(done(&Limits::new(&settings), Deed::Order, &here, 50), 50);
        assert_eq!(done(&Limits::new(&settings), Deed::NewGame, &here, 50), 2);
        let limits = Limits::new(&Settings { proxy: true, ..settings });
        assert_eq!(done(&limits, Deed::Order, &here, 50), 2);
    }
}
