//! Files, records, orders and questions with slips in them: a clear answer or a game, never a crash.
//!
//! `HARDTACK_SLIPS=1000000 cargo test --release -p hardtack-library --test slips` tries a million of each instead of some
//! hundred; `HARDTACK_SEED` makes others. A text that ever broke a reader lies in `corpus` and is read every time,
//! as it is and with further slips.

mod bench;
mod files;
mod orders;
