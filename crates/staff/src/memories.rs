//! Memories of computer players between two games.

use std::sync::{Mutex, PoisonError};

use table::{Game, Memory};

/// Memories of one scenario that nobody uses at the moment: to work the same things out for every game would cost
/// more than many a game.
#[derive(Default)]
pub struct Memories(Mutex<Vec<Memory>>);

impl Memories {
    /// A memory for this game: one that is free, or a new one, with nothing in it of another game.
    pub fn take(&self, game: &dyn Game) -> Memory {
        let free = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut memory = free.unwrap_or_else(|| game.memory());
        memory.begin();
        memory
    }

    /// Keeps what was remembered for the next game.
    pub fn give_back(&self, memory: Memory) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
    }
}
