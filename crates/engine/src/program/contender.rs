//! Whoever can be named for a seat by the owner of the machine.

use std::fmt;

use staff::{Level, Player};

use super::command::PREFIX;
use super::{Occupant, Patience, Post, Program};

/// A computer player, or a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contender {
    /// A computer player of ours.
    Staff(Player),
    /// A program that is asked on its standard input.
    Program(Program),
}

impl Contender {
    /// Reads `veteran`, `general:20ms` or `cmd:python3 player.py`.
    ///
    /// # Errors
    /// There is no such computer player, or nothing that could be a program.
    pub fn read(text: &str, patience: Patience) -> Result<Contender, String> {
        match text.strip_prefix(PREFIX) {
            Some(command) => Program::read(command, patience).map(Contender::Program),
            None => {
                text.parse().map(Contender::Staff).map_err(|why: String| format!("{why}, or {PREFIX}PROGRAM"))
            }
        }
    }

    /// Whether it gives any legal order and nothing else.
    pub fn is_random(&self) -> bool {
        matches!(self, Contender::Staff(Player { level: Level::Random, .. }))
    }

    /// The computer player, if it is one.
    pub fn staff(&self) -> Option<Player> {
        match self {
            Contender::Staff(player) => Some(*player),
            Contender::Program(_) => None,
        }
    }

    /// As [`Program::try_out`]; computer players can always play.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn try_out(&self) -> Result<(), String> {
        match self {
            Contender::Staff(_) => Ok(()),
            Contender::Program(program) => program.try_out(),
        }
    }

    /// Sits down to play one game.
    pub fn sits(&self, post: Post) -> Occupant {
        Occupant::new(self, post)
    }
}

impl From<Player> for Contender {
    fn from(player: Player) -> Contender {
        Contender::Staff(player)
    }
}

impl From<Level> for Contender {
    fn from(level: Level) -> Contender {
        Contender::Staff(level.into())
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contender::Staff(player) => player.fmt(f),
            Contender::Program(program) => program.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contenders_read_as_they_are_written() {
        for text in ["veteran", "general:20ms", "cmd:python3 'my player.py'"] {
            let contender = Contender::read(text, Patience::default()).unwrap();
            assert_eq!(contender.to_string(), text);
            assert_eq!(contender, Contender::read(text, Patience::default()).unwrap());
        }
        let told = |text: &str| Contender::read(text, Patience::default()).unwrap_err();
        assert!(told("genius").contains("`veteran`") && told("genius").contains("cmd:PROGRAM"));
        assert!(told("cmd:").contains("expected a program"));
    }

    #[test]
    fn what_files_and_visitors_name_is_never_a_program() {
        assert!("cmd:true".parse::<Player>().is_err());
    }
}
