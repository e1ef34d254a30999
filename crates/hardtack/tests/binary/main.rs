//! Runs the real binary on real files, as a person or a script would.

mod ask;
mod common;
mod ladder;
mod play;
mod replay;
mod scenario;
mod sim;
