//! Connections that read: a few, each used by one at a time, made when they are first wanted.

use std::sync::{Condvar, Mutex, PoisonError};

use crate::Fault;

/// So many at most, and how a new one is made.
pub(crate) struct Pool<C> {
    state: Mutex<State<C>>,
    back: Condvar,
    most: usize,
    connect: Box<dyn Fn() -> Result<C, Fault> + Send + Sync>,
}

struct State<C> {
    idle: Vec<C>,
    /// All there are, idle or not.
    made: usize,
}

impl<C> Pool<C> {
    /// With the first of them, so that what is in the way is told at once.
    pub(crate) fn open(
        most: usize,
        connect: impl Fn() -> Result<C, Fault> + Send + Sync + 'static,
    ) -> Result<Pool<C>, Fault> {
        let state = Mutex::new(State { idle: vec![connect()?], made: 1 });
        Ok(Pool { state, back: Condvar::new(), most: most.max(1), connect: Box::new(connect) })
    }

    /// Does something on a connection of its own. `work` says whether the connection can be used again.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut C) -> (T, bool)) -> Result<T, Fault> {
        let mut connection = self.take()?;
        let (done, well) = work(&mut connection);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if well {
            state.idle.push(connection);
        } else {
            state.made -= 1;
            // Those beside it are probably gone too.
            state.made -= state.idle.len();
            state.idle.clear();
        }
        self.back.notify_one();
        Ok(done)
    }

    fn take(&self) -> Result<C, Fault> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(connection) = state.idle.pop() {
                return Ok(connection);
            }
            if state.made < self.most {
                state.made += 1;
                break;
            }
            state = self.back.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        (self.connect)().inspect_err(|_| {
            self.state.lock().unwrap_or_else(PoisonError::into_inner).made -= 1;
            self.back.notify_one();
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Barrier};

    use super::*;

    #[test]
    fn no_more_are_made_than_allowed_and_broken_ones_are_left() {
        let made = Arc::new(AtomicUsize::new(0));
        let count = made.clone();
        let pool = Arc::new(Pool::open(2, move || Ok(count.fetch_add(1, Ordering::SeqCst))).unwrap());
        let both = Arc::new(Barrier::new(2));
        let threads: Vec<_> = (0..8)
            .map(|_| {
                let (pool, both) = (pool.clone(), both.clone());
                // Two at a time: with one connection this would wait for ever.
                std::thread::spawn(move || pool.with(|_| (_ = both.wait(), true)).unwrap())
            })
            .collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!(made.load(Ordering::SeqCst), 2);
        pool.with(|_| ((), false)).unwrap();
        pool.with(|connection| (assert_eq!(*connection, 2, "a new one"), true)).unwrap();
    }

    #[test]
    fn who_cannot_connect_keeps_nobody_waiting() {
        let once = AtomicUsize::new(0);
        let connect = move || match once.fetch_add(1, Ordering::SeqCst) {
            0 => Ok(()),
            _ => Err(Fault::Unavailable("no".into())),
        };
        let pool = Pool::open(1, connect).unwrap();
        pool.with(|()| ((), false)).unwrap();
        for _ in 0..3 {
            assert!(pool.with(|()| ((), true)).is_err());
        }
    }
}
