//! Where computer players think: a few threads of their own, so that no thought ever holds up a request.
//!
//! Games share the threads fairly. Each has an account of the time it was given; the game whose account would be
//! lowest after its thought goes next, so that a short thought passes those who take long and nobody who asks for
//! much keeps the others waiting. While many wait they are given less, those who ask for most first. A further thread takes only short
//! thoughts: long ones that began before cannot be hurried.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A thought is told how long it may take.
type Thought = Box<dyn FnOnce(Duration) + Send>;

/// Thoughts up to this long are short.
const SHORT: Duration = Duration::from_secs(1);
/// How long the last in the queue should wait: with many waiting everybody's time is cut down to this end,
const PATIENCE: Duration = Duration::from_secs(3);
/// but never below this.
const LEAST: Duration = Duration::from_millis(20);
/// What a thought without a time of its own counts as.
const AT_ONCE: Duration = Duration::from_millis(20);

/// The queue and the threads that work on it. The threads end with the last handle.
pub struct Thinkers(Arc<Queue>);

struct Queue {
    state: Mutex<State>,
    more: Condvar,
    threads: u32,
}

#[derive(Default)]
struct State {
    waiting: Vec<Waiting>,
    /// The account of each game: up to when its time is used, on the clock of the queue.
    accounts: HashMap<i64, Duration>,
    clock: Duration,
    closed: bool,
}

struct Waiting {
    time: Duration,
    begins: Duration,
    /// The account of its game after it.
    ends: Duration,
    thought: Thought,
}

impl Thinkers {
    /// With so many threads, and one more for short thoughts if there are long ones.
    pub fn new(threads: usize, long_ones: bool) -> Thinkers {
        let threads = threads.max(1);
        let queue =
            Arc::new(Queue { state: Mutex::default(), more: Condvar::new(), threads: threads as u32 });
        for n in 0..threads + usize::from(long_ones) {
            let (own, only_short) = (queue.clone(), n == threads);
            let thread = std::thread::Builder::new().name(format!("officer {n}"));
            // Without this thread the others go on; without any, computer seats never move, as if
            // they thought for ever, and people can still play.
            if let Err(why) = thread.spawn(move || own.work(only_short)) {
                tracing::error!(%why, "a thread for computer players cannot be started");
            }
        }
        Thinkers(queue)
    }

    /// As many threads as the machine has: those who think by the clock share it, and each still answers
    /// in his time.
    pub fn of_this_machine() -> Thinkers {
        Thinkers::new(std::thread::available_parallelism().map_or(1, std::num::NonZero::get), true)
    }

    /// Puts a thought of a game in the queue; `time`: how long it would like to take.
    pub fn put(&self, game: i64, time: Duration, thought: impl FnOnce(Duration) + Send + 'static) {
        let mut state = self.0.state();
        state.forget_old_accounts();
        let begins = state.accounts.get(&game).copied().unwrap_or_default().max(state.clock);
        let ends = begins + time.max(AT_ONCE);
        state.accounts.insert(game, ends);
        state.waiting.push(Waiting { time, begins, ends, thought: Box::new(thought) });
        // Not every thread takes every thought.
        self.0.more.notify_all();
    }

    /// How many wait.
    pub fn waiting(&self) -> usize {
        self.0.state().waiting.len()
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.0.state().closed = true;
        self.0.more.notify_all();
    }
}

impl State {
    /// The next thought and its time.
    fn take(&mut self, only_short: bool, threads: u32) -> Option<(Thought, Duration)> {
        let fits = |w: &Waiting| !only_short || w.time <= SHORT;
        let all = self.waiting.iter().enumerate().filter(|(_, w)| fits(w));
        let place = all.min_by_key(|(_, w)| w.ends).map(|(place, _)| place)?;
        let next = self.waiting.remove(place);
        self.clock = self.clock.max(next.begins);
        // Whoever asks for more than others do is cut down first.
        let others = self.waiting.iter().filter(|w| w.time <= next.time).count();
        let time = match others as u32 {
            0 => next.time,
            others => next.time.min((PATIENCE * threads / others).max(LEAST)),
        };
        Some((next.thought, time))
    }

    fn forget_old_accounts(&mut self) {
        if self.accounts.len() > 10_000 {
            let clock = self.clock;
            self.accounts.retain(|_, used| *used > clock);
        }
    }
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, only_short: bool) {
        give_way();
        while let Some((thought, time)) = self.next(only_short) {
            // A panic in one thought must not end the thread for all games.
            let thinking = std::panic::AssertUnwindSafe(|| thought(time));
            if let Err(panic) = std::panic::catch_unwind(thinking) {
                tracing::error!(why = said(panic.as_ref()), "a thought panicked");
            }
        }
    }

    fn next(&self, only_short: bool) -> Option<(Thought, Duration)> {
        let mut state = self.state();
        loop {
            if let Some(next) = state.take(only_short, self.threads) {
                return Some(next);
            }
            if state.closed {
                return None;
            }
            state = self.more.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Requests come before thoughts.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(why) = rustix::process::setpriority_process(None, 10) {
        tracing::debug!(%why, "computer players do not give way to requests");
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
    use std::sync::mpsc::channel;
    use std::time::Instant;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_thought_that_panics_does_not_stop_the_next() {
        let thinkers = Thinkers::new(1, false);
        let (send, receive) = channel();
        thinkers.put(1, Duration::ZERO, |_| panic!("on purpose"));
        thinkers.put(2, Duration::ZERO, move |_| send.send(7).unwrap());
        assert_eq!(receive.recv(), Ok(7));
    }

    /// Puts thoughts into a queue nobody works on; the games in the order they are taken, with their times.
    fn taken(thoughts: &[(i64, u64)]) -> Vec<(i64, Duration)> {
        let queue = Thinkers(Arc::new(Queue { state: Mutex::default(), more: Condvar::new(), threads: 2 }));
        let (send, receive) = channel();
        for (game, seconds) in thoughts {
            let (send, game) = (send.clone(), *game);
            queue.put(game, SECOND * *seconds as u32, move |time| send.send((game, time)).unwrap());
        }
        while let Some((thought, time)) = queue.0.state().take(false, 2) {
            thought(time);
        }
        drop(send);
        receive.iter().collect()
    }

    #[test]
    fn a_short_thought_passes_the_long_ones() {
        let games: Vec<i64> =
            taken(&[(1, 60), (2, 60), (3, 60), (4, 1)]).iter().map(|(game, _)| *game).collect();
        assert_eq!(games, [4, 1, 2, 3]);
    }

    #[test]
    fn a_game_that_thought_long_waits_for_the_others() {
        // The first game asks three times in a row, as one that thinks without end does.
        let games: Vec<i64> =
            taken(&[(1, 5), (1, 5), (1, 5), (2, 4), (3, 4)]).iter().map(|(game, _)| *game).collect();
        assert_eq!(games, [2, 3, 1, 1, 1]);
    }

    #[test]
    fn while_many_wait_everybody_is_given_less() {
        let many: Vec<(i64, u64)> = (0..500).map(|game| (game, 60)).collect();
        let times: Vec<Duration> = taken(&many).iter().map(|(_, time)| *time).collect();
        assert_eq!(times[0], LEAST);
        assert_eq!(*times.last().unwrap(), SECOND * 60, "the last one keeps nobody waiting");
        let all: Duration = times[..400].iter().sum();
        assert!(all / 2 < SECOND * 10, "{all:?}");
    }

    #[test]
    fn who_asks_for_little_is_not_cut_down_for_those_who_ask_for_much() {
        let many = (0..500).map(|game| (game, 60)).chain([(999, 1)]);
        assert_eq!(taken(&many.collect::<Vec<_>>())[0], (999, SECOND));
    }

    #[test]
    fn long_thoughts_leave_a_thread_to_the_short_ones() {
        let thinkers = Thinkers::new(2, true);
        for game in 0..2 {
            thinkers.put(game, SECOND * 60, |_| std::thread::sleep(SECOND));
        }
        std::thread::sleep(Duration::from_millis(100));
        let (send, receive) = channel();
        let put = Instant::now();
        thinkers.put(9, SECOND / 2, move |_| send.send(()).unwrap());
        receive.recv().unwrap();
        assert!(put.elapsed() < SECOND * 7 / 10, "{:?}", put.elapsed());
    }
}
