//! What is left of the time, or of the orders, that a player may think with.

use std::time::{Duration, Instant};

use crate::{Budget, Watch};

/// The order still has to be given, and the last step may run over.
const RESERVE: Duration = Duration::from_micros(200);

pub(crate) struct Clock<'a> {
    watch: &'a dyn Watch,
    given: Budget,
    began: Instant,
    steps: u32,
}

impl<'a> Clock<'a> {
    pub(crate) fn start(budget: Budget, watch: &'a dyn Watch) -> Clock<'a> {
        let steps = match budget {
            Budget::Time(_) => u32::MAX,
            Budget::Steps(steps) => steps,
        };
        Clock { watch, given: budget, began: Instant::now(), steps }
    }

    /// One more step: whether less than `share` of everything has been spent before it.
    pub(crate) fn tick(&mut self, share: f64) -> bool {
        self.steps = self.steps.saturating_sub(1);
        self.within(share)
    }

    pub(crate) fn within(&self, share: f64) -> bool {
        self.spent() < share && !self.watch.hurried()
    }

    /// The share that is spent, 0 to 1.
    pub(crate) fn spent(&self) -> f64 {
        match self.given {
            Budget::Time(time) => {
                let time = time.saturating_sub(RESERVE).as_secs_f64();
                if time > 0.0 { self.began.elapsed().as_secs_f64() / time } else { 1.0 }
            }
            Budget::Steps(steps) => 1.0 - f64::from(self.steps) / f64::from(steps.max(1)),
        }
    }
}
