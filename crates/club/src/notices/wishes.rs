//! What a person wants to be told, how, and how often.

use serde::{Deserialize, Serialize};

/// What there is to tell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "NoticeKind"))]
#[cfg_attr(feature = "schema", schemars(rename = "NoticeKind"))]
pub enum Kind {
    YourTurn,
    /// Somebody wants an answer: to take an order back, to call it a draw.
    Asked,
    Chat,
    GameOver,
    SeatTaken,
    ClockLow,
    Invited,
}

impl Kind {
    pub const ALL: [Kind; 7] = [
        Kind::YourTurn,
        Kind::Asked,
        Kind::Chat,
        Kind::GameOver,
        Kind::SeatTaken,
        Kind::ClockLow,
        Kind::Invited,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Kind::YourTurn => "your-turn",
            Kind::Asked => "asked",
            Kind::Chat => "chat",
            Kind::GameOver => "game-over",
            Kind::SeatTaken => "seat-taken",
            Kind::ClockLow => "clock-low",
            Kind::Invited => "invited",
        }
    }

    pub fn read(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Whether it has to be told however lately something else was told of the same game.
    pub fn is_pressing(self) -> bool {
        matches!(self, Kind::ClockLow | Kind::GameOver)
    }
}

/// A way to reach a person.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Channel {
    Push,
    Mail,
    Hook,
}

impl Channel {
    pub const ALL: [Channel; 3] = [Channel::Push, Channel::Mail, Channel::Hook];

    pub fn word(self) -> &'static str {
        match self {
            Channel::Push => "push",
            Channel::Mail => "mail",
            Channel::Hook => "hook",
        }
    }

    pub fn read(word: &str) -> Option<Channel> {
        Channel::ALL.into_iter().find(|channel| channel.word() == word)
    }
}

/// How soon something goes out on a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Pace {
    Never,
    AtOnce,
    /// Once a day, all together.
    Daily,
}

/// The wishes of a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(transform = without_required))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Wishes {
    pub push: Pace,
    pub mail: Pace,
    pub hook: Pace,
    /// Minutes between two notices of the same game on one channel.
    pub apart: u16,
    /// The hour of the day at which what is told once a day is told.
    pub hour: u8,
    /// What is not told at all.
    pub without: Vec<Kind>,
}

/// Wishes are sent and answered under one name, and who sends them may leave any out.
#[cfg(feature = "schema")]
fn without_required(schema: &mut schemars::Schema) {
    schema.remove("required");
}

impl Default for Wishes {
    /// Who gives a browser or a hook wants to hear from us; a mail address is first of all a way in.
    fn default() -> Wishes {
        let without = Vec::new();
        Wishes { push: Pace::AtOnce, mail: Pace::Never, hook: Pace::AtOnce, apart: 10, hour: 8, without }
    }
}

impl Wishes {
    pub fn pace(&self, channel: Channel) -> Pace {
        match channel {
            Channel::Push => self.push,
            Channel::Mail => self.mail,
            Channel::Hook => self.hook,
        }
    }

    /// Whether this can be wished.
    ///
    /// # Errors
    /// What cannot.
    pub fn check(&self) -> Result<(), String> {
        if self.hour > 23 {
            return Err("`hour`: expected an hour of the day, 0 to 23".into());
        }
        if self.apart > 24 * 60 {
            return Err("`apart`: expected minutes, at most those of a day".into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lead_back() {
        for kind in Kind::ALL {
            assert_eq!(Kind::read(kind.word()), Some(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.word());
        }
        for channel in Channel::ALL {
            assert_eq!(Channel::read(channel.word()), Some(channel));
        }
    }

    #[test]
    fn wishes_that_were_kept_before_there_were_more_are_read() {
        let read: Wishes = serde_json::from_str(r#"{"mail": "daily"}"#).unwrap();
        assert_eq!(read, Wishes { mail: Pace::Daily, ..Wishes::default() });
        assert!(Wishes { hour: 24, ..Wishes::default() }.check().is_err());
    }
}
