//! Clocks: one that never goes back, and the time of day.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Since the program first asked.
pub fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// The time of day by which players' clocks go. It can be set forward, so that nobody has to wait for days to see what
/// happens then; a copy shows the same time.
#[derive(Clone, Debug, Default)]
pub struct Time(Arc<AtomicI64>);

impl Time {
    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64);
        since + self.0.load(Ordering::Relaxed)
    }

    /// Sets it forward.
    pub fn forward(&self, by: Duration) {
        self.0.fetch_add(by.as_millis() as i64, Ordering::Relaxed);
    }
}
