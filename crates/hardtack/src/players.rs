//! Computer players by name.

use anyhow::bail;
use staff::Level;

/// The level of that name.
///
/// # Errors
/// No player is called so; says which there are.
pub fn level(name: &str) -> anyhow::Result<Level> {
    match Level::from_word(name) {
        Some(level) => Ok(level),
        None => bail!("there is no computer player `{name}`: there is {}", names()),
    }
}

/// The names of all levels, weakest first: `random`, `recruit`.
pub fn names() -> String {
    Level::ALL.map(|level| format!("`{}`", level.word())).join(", ")
}

/// The best player there is.
pub fn best() -> Level {
    Level::ALL[Level::ALL.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_level_names_those_there_are() {
        assert!(level("genius").unwrap_err().to_string().contains("`random`"));
        assert_eq!(level("random").unwrap(), Level::Random);
    }
}
