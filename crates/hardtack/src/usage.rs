//! What is wrong with the command line: exit status 2.

pub use series::{Usage, wrong_line};
