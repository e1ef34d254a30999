//! The two sides of every game, and who is looking.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of the two armies. Every system has exactly these two; one person may play both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[repr(u8)]
pub enum Side {
    /// The United States.
    Union = 0,
    /// The Confederate States.
    Confederate = 1,
}

impl Side {
    /// Both sides, in the order in which pairs of values have them.
    pub const BOTH: [Side; 2] = [Side::Union, Side::Confederate];

    /// The enemy of this side.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::Union => Side::Confederate,
            Side::Confederate => Side::Union,
        }
    }

    /// The word used in files and JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Side::Union => "union",
            Side::Confederate => "confederate",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Union => "Union",
            Side::Confederate => "Confederate",
        })
    }
}

impl FromStr for Side {
    type Err = UnknownSide;
    fn from_str(text: &str) -> Result<Side, UnknownSide> {
        match text {
            "union" => Ok(Side::Union),
            "confederate" => Ok(Side::Confederate),
            _ => Err(UnknownSide(text.to_owned())),
        }
    }
}

/// A word that is neither `union` nor `confederate`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no side: expected `union` or `confederate`")]
pub struct UnknownSide(String);

/// One value for each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct BySide<T> {
    /// The Union's.
    pub union: T,
    /// The Confederacy's.
    pub confederate: T,
}

impl<T> BySide<T> {
    /// A value for each side.
    pub fn from_fn(mut f: impl FnMut(Side) -> T) -> Self {
        BySide { union: f(Side::Union), confederate: f(Side::Confederate) }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::Union => &self.union,
            Side::Confederate => &self.confederate,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Union => &mut self.union,
            Side::Confederate => &mut self.confederate,
        }
    }
}

/// Who looks at a game. A view holds only what its viewer may know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Viewer {
    /// The player of one side.
    Seat(Side),
    /// Somebody who watches: sees what both sides may know.
    Spectator,
    /// One person who plays both sides, the referee, or anybody once the game is over.
    Referee,
}

impl Viewer {
    /// Whether the viewer may know what this side keeps to itself.
    pub fn knows(self, side: Side) -> bool {
        match self {
            Viewer::Seat(own) => own == side,
            Viewer::Spectator => false,
            Viewer::Referee => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_knows_its_own_side_only() {
        let union = Viewer::Seat(Side::Union);
        assert!(union.knows(Side::Union) && !union.knows(Side::Confederate));
        assert!(!Viewer::Spectator.knows(Side::Union) && Viewer::Referee.knows(Side::Confederate));
    }

    #[test]
    fn sides_are_written_as_in_files() {
        assert_eq!("union".parse(), Ok(Side::Union));
        assert!("Union!".parse::<Side>().unwrap_err().to_string().contains("expected `union`"));
    }
}
