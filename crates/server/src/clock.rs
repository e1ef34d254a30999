//! A clock that never goes back.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Since the program first asked.
pub fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
