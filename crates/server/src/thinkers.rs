//! Where computer players think: a few threads of their own, first come first served, so that no
//! thought ever holds up a request.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

type Thought = Box<dyn FnOnce() + Send>;

/// A queue of thoughts and the threads that work on it. The threads end with the last handle.
#[derive(Clone)]
pub struct Thinkers(Sender<Thought>);

impl Thinkers {
    pub fn new(threads: usize) -> Thinkers {
        let (send, receive) = channel();
        let receive = Arc::new(Mutex::new(receive));
        for n in 0..threads.max(1) {
            let queue = receive.clone();
            let thread = std::thread::Builder::new().name(format!("officer {n}"));
            // Without this thread the others go on; without any, computer seats never move, as if
            // they thought for ever, and people can still play.
            if let Err(why) = thread.spawn(move || work(&queue)) {
                tracing::error!(%why, "a thread for computer players cannot be started");
            }
        }
        Thinkers(send)
    }

    /// As many threads as the machine has: those who think by the clock share it, and each still answers
    /// in his time.
    pub fn of_this_machine() -> Thinkers {
        Thinkers::new(std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
    }

    pub fn put(&self, thought: impl FnOnce() + Send + 'static) {
        if self.0.send(Box::new(thought)).is_err() {
            tracing::error!("no thread is left for computer players to think on");
        }
    }
}

fn work(queue: &Mutex<Receiver<Thought>>) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(thought) = next else { return };
        // A panic in one thought must not end the thread for all games.
        if let Err(panic) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(thought)) {
            tracing::error!(why = said(panic.as_ref()), "a thought panicked");
        }
    }
}

/// What a panic said.
pub fn said(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("nothing")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thought_that_panics_does_not_stop_the_next() {
        let thinkers = Thinkers::new(1);
        let (send, receive) = channel();
        thinkers.put(|| panic!("on purpose"));
        thinkers.put(move || send.send(7).unwrap());
        assert_eq!(receive.recv(), Ok(7));
    }
}
