//! What servers that share a database tell each other.

use std::sync::Arc;

/// Something that happened in the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// Entries were added to the journal of this game, which has so many now.
    Moved {
        /// The key of the game.
        game: i64,
        /// How many entries its journal has.
        length: u64,
    },
    /// Words that somebody told with [`crate::Sql::notify`].
    Words(Arc<str>),
    /// The line was cut for a while: whatever is known from before may be old.
    Missed,
}

/// The channel of PostgreSQL on which they speak.
pub(crate) const CHANNEL: &str = "hardtack";

impl Notice {
    /// How it is sent. An address of a game is marked, everything else are words.
    pub(crate) fn moved(game: i64, length: u64) -> String {
        format!("!{game} {length}")
    }

    pub(crate) fn read(payload: &str) -> Notice {
        let moved = payload.strip_prefix('!').and_then(|rest| rest.split_once(' '));
        let moved = moved.and_then(|(game, length)| Some((game.parse().ok()?, length.parse().ok()?)));
        match moved {
            Some((game, length)) => Notice::Moved { game, length },
            None => Notice::Words(payload.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_reads_as_it_was_sent() {
        assert_eq!(Notice::read(&Notice::moved(7, 12)), Notice::Moved { game: 7, length: 12 });
        assert_eq!(Notice::read("seat 7"), Notice::Words("seat 7".into()));
    }
}
