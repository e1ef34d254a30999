//! How an event can be played on a map, in words that all systems share: a client that shows what the other side
//! did needs to know no system for it.

use serde::Serialize;

/// What an event looks like on the map. Which pieces change their place is said by [`crate::Happened::now`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Show {
    /// What is done.
    pub kind: Act,
    /// Who acts or suffers it, by id.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub pieces: Vec<String>,
    /// Where it comes from: hexes; on a table of inches the stands themselves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub from: Vec<String>,
    /// What it is aimed at, or where it ends.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub to: Vec<String>,
    /// The hexes entered on the way, where there is more than one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub path: Vec<String>,
}

/// What kind of thing happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Act {
    /// Pieces go somewhere in good order.
    Move,
    /// Pieces close in on the enemy.
    Attack,
    /// Troops go for the enemy with the bayonet.
    Charge,
    /// Pieces fire from where they are.
    Fire,
    /// Pieces give way.
    Retreat,
    /// Pieces lose men, or are lost.
    Loss,
    /// Pieces come onto the map.
    Arrival,
    /// Something is built, burnt or torn down.
    Work,
    /// Dice decide how pieces bear up.
    Roll,
}

impl Act {
    fn by<I: Into<String>>(self, pieces: impl IntoIterator<Item = I>) -> Show {
        let pieces = pieces.into_iter().map(Into::into).collect();
        Show { kind: self, pieces, from: Vec::new(), to: Vec::new(), path: Vec::new() }
    }

    /// Done or suffered by these pieces.
    pub fn of(self, pieces: &[String]) -> Show {
        self.by(pieces.iter().cloned())
    }

    /// Done or suffered by one piece.
    pub fn one(self, piece: &str) -> Show {
        self.by([piece])
    }

    /// Nobody is named.
    pub fn nameless(self) -> Show {
        self.by::<String>([])
    }
}

impl Show {
    /// It begins at this place.
    #[must_use]
    pub fn from(mut self, place: &str) -> Show {
        self.from.push(place.to_owned());
        self
    }

    /// It ends at this place, or is aimed at it.
    #[must_use]
    pub fn to(mut self, place: &str) -> Show {
        self.to.push(place.to_owned());
        self
    }

    /// From several places to several.
    #[must_use]
    pub fn between(self, from: &[String], to: &[String]) -> Show {
        Show { from: from.to_vec(), to: to.to_vec(), ..self }
    }

    /// It goes by these places.
    #[must_use]
    pub fn along(self, path: &[String]) -> Show {
        Show { path: path.to_vec(), ..self }
    }
}
