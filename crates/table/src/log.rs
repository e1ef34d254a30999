//! Where events go. When nobody listens, an event is not even built.

/// A listener for the events of one ruleset.
pub trait Log<E> {
    /// Whether anybody listens; ask before building a costly event.
    fn on(&self) -> bool;
    fn push(&mut self, event: E);
}

/// Nobody listens: simulation, search, odds.
pub struct NoLog;

impl<E> Log<E> for NoLog {
    #[inline]
    fn on(&self) -> bool {
        false
    }
    #[inline]
    fn push(&mut self, _event: E) {}
}

impl<E> Log<E> for Vec<E> {
    #[inline]
    fn on(&self) -> bool {
        true
    }
    fn push(&mut self, event: E) {
        Vec::push(self, event);
    }
}
