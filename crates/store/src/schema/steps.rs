//! The steps that both databases take, written once for both.

/// In turn; a step never changes once a version with it was given to anybody.
pub const STEPS: &[&str] =
    &[super::people::PEOPLE, super::club::CLUB, super::clocks::CLOCKS, super::courtesies::COURTESIES];
