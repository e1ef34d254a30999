//! What rules are asked most often, for whoever has a clock.

use std::hint::black_box;

/// A question that is asked very often, to be timed: the rules themselves have no clock.
pub struct Drill<'a> {
    /// What an answer costs, as a key of figures: `reach_us`.
    pub key: &'static str,
    ask: Box<dyn FnMut(usize) + 'a>,
}

impl<'a> Drill<'a> {
    /// `ask` is called with 0, 1, 2, ... and asks another time each time.
    pub fn new<T>(key: &'static str, mut ask: impl FnMut(usize) -> T + 'a) -> Self {
        Drill { key, ask: Box::new(move |n| drop(black_box(ask(n)))) }
    }

    /// Asks the nth time.
    pub fn ask(&mut self, nth: usize) {
        (self.ask)(nth);
    }
}
