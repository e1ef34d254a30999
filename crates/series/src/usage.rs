//! What is wrong with the command line: exit status 2.

use std::fmt::Display;

/// The command line asks for something that there is not, or that cannot be; nothing was done.
#[derive(Debug)]
pub struct Usage(String);

impl Usage {
    /// Says what is wrong with what was asked.
    pub fn new(what: impl Display) -> Self {
        Usage(what.to_string())
    }
}

impl Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Leaves with a [`Usage`] error, as `bail!` does with others.
#[macro_export]
macro_rules! wrong_line {
    ($($what:tt)*) => {
        return Err($crate::Usage::new(format!($($what)*)).into())
    };
}
