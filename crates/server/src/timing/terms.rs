//! What players agree on before a game: how much time they have, and what happens when it is over.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Error, Staff};

/// The terms of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Terms {
    /// None: nobody is hurried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clock: Option<Pace>,
    /// What happens when a side's time is over; it rests unless told otherwise.
    #[serde(default, skip_serializing_if = "TimeOver::is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<TimeOver>"))]
    pub over: TimeOver,
}

/// How much time there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[schemars(rename = "ClockPace")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "ClockPace"))]
pub enum Pace {
    /// So many days each time a side is asked.
    Days { days: u32 },
    /// So many minutes a side for the whole game, and so many seconds more whenever it hands the decision over.
    Evening {
        minutes: u32,
        #[serde(default, skip_serializing_if = "is_zero")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<u32>"))]
        seconds: u32,
    },
}

/// What happens when a side's time is over.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum TimeOver {
    /// The game rests until both players want to go on.
    #[default]
    Adjourn,
    /// A computer player takes the seat: the first of the staff unless one is named.
    Computer {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        officer: Option<String>,
    },
    /// The game is lost.
    Resign,
}

impl TimeOver {
    fn is_usual(&self) -> bool {
        *self == TimeOver::Adjourn
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde wants it")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

pub const SECOND: i64 = 1_000;
pub const MINUTE: i64 = 60 * SECOND;
pub const HOUR: i64 = 60 * MINUTE;
pub const DAY: i64 = 24 * HOUR;

impl Pace {
    /// What a side has at the beginning, in milliseconds.
    pub fn whole(self) -> i64 {
        match self {
            Pace::Days { days } => i64::from(days) * DAY,
            Pace::Evening { minutes, .. } => i64::from(minutes) * MINUTE,
        }
    }

    /// With so much left a player is told that it is little.
    pub fn little(self) -> i64 {
        match self {
            Pace::Days { .. } => 12 * HOUR,
            Pace::Evening { .. } => self.whole() / 10,
        }
    }
}

impl Terms {
    /// Whether a game can be played on these terms.
    ///
    /// # Errors
    /// What cannot.
    pub fn check(&self, staff: &Staff) -> Result<(), Error> {
        let no = |why: &str| Err(Error::Malformed(why.to_owned()));
        match self.clock {
            Some(Pace::Days { days }) if !(1..=30).contains(&days) => {
                return no("`days`: expected 1 to 30 days a turn");
            }
            Some(Pace::Evening { minutes, .. }) if !(1..=1440).contains(&minutes) => {
                return no("`minutes`: expected 1 to 1440 minutes a side");
            }
            Some(Pace::Evening { seconds, .. }) if seconds > 3_600 => {
                return no("`seconds`: expected at most 3600 seconds");
            }
            _ => {}
        }
        if let TimeOver::Computer { officer } = &self.over {
            staff.post(officer.as_deref(), None)?;
        }
        Ok(())
    }
}
