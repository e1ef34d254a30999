//! Runs the real binary on real files, as a person or a script would.

mod admin;
mod ask;
mod backup;
mod common;
mod config;
mod console;
mod ending;
mod engine;
mod ladder;
mod log;
mod map;
mod new;
mod odds;
mod own;
mod paper;
mod play;
mod players;
mod replay;
mod report;
mod rules;
mod scenario;
mod serve;
mod sim;
mod wrong_lines;
