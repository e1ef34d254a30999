//! How often somebody may do something: counted by the address he comes from, by the token he shows, and by the member whose
//! device it is of.
//!
//! A limit holds for one seat or device, another for all of a member's; an address, behind which a whole club may sit, has ten times as much, except where
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
    /// A line of chat.
    Chat,
    /// Something that reaches another person: he is asked to play, or reported.
    Message,
}

impl Deed {
    const ALL: [Deed; 5] = [Deed::Order, Deed::Question, Deed::NewGame, Deed::Chat, Deed::Message];

    /// As figures and messages call it.
    pub fn word(self) -> &'static str {
        match self {
            Deed::Order => "orders",
            Deed::Question => "questions",
            Deed::NewGame => "new games",
            Deed::Chat => "lines of chat",
            Deed::Message => "messages",
        }
    }

    fn per_minute(self, settings: &Settings) -> u32 {
        match self {
            Deed::Order => settings.orders_per_minute,
            Deed::Question => settings.questions_per_minute,
            Deed::NewGame => settings.games_per_minute,
            Deed::Chat => settings.chat_per_minute,
            Deed::Message => settings.messages_per_minute,
        }
    }

    /// By one member, whatever his seats and devices.
    fn per_person(self, settings: &Settings) -> u32 {
        match self {
            Deed::Order => settings.orders_per_person,
            Deed::Question => settings.questions_per_person,
            Deed::NewGame => settings.games_per_person,
            Deed::Chat => settings.chat_per_minute,
            Deed::Message => settings.messages_per_minute,
        }
    }

    /// How many times as much an address has as one who sits there.
    fn of_an_address(self) -> u32 {
        match self {
            Deed::Order | Deed::Question | Deed::Chat | Deed::Message => 10,
            // Whoever begins a game need not be anybody yet.
            Deed::NewGame => 1,
        }
    }

    /// Whether this machine itself is limited too.
    fn holds_here(self) -> bool {
        matches!(self, Deed::NewGame | Deed::Chat)
    }
}

/// Who does something.
#[derive(Clone, Debug, Default)]
pub struct Doer {
    /// Where he comes from, if that is known.
    pub guest: Option<Guest>,
    /// The token he shows.
    pub token: Option<TokenHash>,
    /// The member whose device it is of.
    pub person: Option<String>,
}

/// Everybody's measures.
pub struct Limits {
    measures: [Measure; Deed::ALL.len()],
    proxy: bool,
}

struct Measure {
    by_address: Rate<Guest>,
    by_token: Rate<TokenHash>,
    by_person: Rate<String>,
}

impl Limits {
    pub fn new(settings: &Settings) -> Limits {
        let measure = |deed: Deed| {
            let most = deed.per_minute(settings);
            Measure {
                by_address: Rate::new(most.saturating_mul(deed.of_an_address())),
                by_token: Rate::new(most),
                by_person: Rate::new(deed.per_person(settings)),
            }
        };
        Limits { measures: Deed::ALL.map(measure), proxy: settings.proxy }
    }

    /// Counts it, if it may be done now.
    ///
    /// # Errors
    /// It was done too often; how long to wait.
    pub fn take(&self, deed: Deed, by: &Doer) -> Result<(), Error> {
        if !self.counts(deed, by) {
            return Ok(());
        }
        let measure = &self.measures[deed as usize];
        let address = by.guest.map_or(Ok(()), |guest| measure.by_address.take(&guest));
        // An address that had too much is not counted against its seats.
        let token = || by.token.map_or(Ok(()), |token| measure.by_token.take(&token));
        let person = || by.person.as_ref().map_or(Ok(()), |person| measure.by_person.take(person));
        address.and_then(|()| token()).and_then(|()| person()).map_err(|wait| Error::TooOften { deed, wait })
    }

    /// Counts what a member does, wherever he comes from.
    ///
    /// # Errors
    /// It was done too often; how long to wait.
    pub fn take_as(&self, deed: Deed, person: &str) -> Result<(), Error> {
        let taken = self.measures[deed as usize].by_person.take(&person.to_owned());
        taken.map_err(|wait| Error::TooOften { deed, wait })
    }

    /// Whether it is counted at all.
    pub fn counts(&self, deed: Deed, by: &Doer) -> bool {
        deed.holds_here() || !self.is_this_machine(by)
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
        Doer { guest: Some(Guest::of(address.parse().unwrap())), token: Some([token; 32]), person: None }
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
    fn a_member_with_many_devices_is_slowed_as_one() {
        let limits = Limits::new(&Settings { orders_per_person: 10, ..Settings::default() });
        let by = |person: &str, device| Doer { person: Some(person.into()), ..from("10.0.0.1", device) };
        let all: usize = (0..20).map(|device| done(&limits, Deed::Order, &by("ann", device), 5)).sum();
        assert_eq!(all, 20, "twice ten at once, whatever his devices");
        assert_eq!(done(&limits, Deed::Order, &by("bob", 1), 20), 20);
        let limits = Limits::new(&Settings { messages_per_minute: 3, ..Settings::default() });
        assert_eq!(done(&limits, Deed::Message, &by("ann", 1), 50), 6);
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
