//! Players from outside: programs in any language that give orders for a seat.
//!
//! A [`Program`] is started without a shell and speaks JSON lines: it is asked on its standard input and answers on its
//! standard output (docs/players.md). Who answers wrongly is told why and asked again; who is late or gone is started
//! anew; after too many faults in a game a recruit plays on in its place. So every game comes to its end, and its
//! course depends on the answers alone.
//!
//! [`Contender`] is whoever can be named for a seat: a computer player or such a program. Only who owns the machine may
//! name a program: whatever a visitor or a file names is read as [`staff::Player`], which knows none.

mod command;
mod contender;
mod envoy;
mod message;
mod occupant;
mod process;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

pub use command::PREFIX;
pub use contender::Contender;
pub use envoy::{Conduct, Post};
pub use occupant::{Chosen, Occupant, Order};

use process::{Process, Trouble};

/// How long a program is waited for, and how often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For an answer.
    pub time: Duration,
    /// With so many faults in a game a recruit plays on.
    pub faults: u32,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { time: Duration::from_secs(10), faults: 3 }
    }
}

/// A program that plays. Copies share its processes: each plays one game at a time and is kept for the next, so that
/// what takes long to load is loaded once.
#[derive(Clone)]
pub struct Program(Arc<Shared>);

struct Shared {
    /// As it was written, without [`PREFIX`].
    text: String,
    words: Vec<String>,
    patience: Patience,
    free: Mutex<Vec<Process>>,
}

impl Program {
    /// Reads a command line: words with blanks between, those with blanks in them in quotes.
    ///
    /// # Errors
    /// There is no word, or a quote has no end.
    pub fn read(text: &str, patience: Patience) -> Result<Program, String> {
        let words = command::words(text)?;
        Ok(Program(Arc::new(Shared {
            text: text.trim().to_owned(),
            words,
            patience,
            free: Mutex::default(),
        })))
    }

    /// Starts it once, so that one that cannot play is known before anything is played.
    ///
    /// # Errors
    /// It cannot be started, or does not say that it is ready.
    pub fn try_out(&self) -> Result<(), String> {
        let process = self.process().map_err(|trouble| format!("`{self}` cannot play: it {trouble}"))?;
        self.give_back(process);
        Ok(())
    }

    /// How long it is waited for, and how often.
    pub fn patience(&self) -> Patience {
        self.0.patience
    }

    /// A process that plays no game, or a new one.
    fn process(&self) -> Result<Process, Trouble> {
        let free = self.0.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        free.map_or_else(|| Process::start(&self.0.words, self.0.patience.time), Ok)
    }

    fn give_back(&self, process: Process) {
        self.0.free.lock().unwrap_or_else(PoisonError::into_inner).push(process);
    }
}

impl std::fmt::Display for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{PREFIX}{}", self.0.text)
    }
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Program({self})")
    }
}

impl PartialEq for Program {
    fn eq(&self, other: &Program) -> bool {
        self.0.words == other.0.words
    }
}

impl Eq for Program {}
