//! Computer players by name.

use staff::{Level, Player};

use crate::usage::Usage;

/// The player of that name, with the budget it may give: `general:20ms`.
///
/// # Errors
/// No player is called so; says which there are.
pub fn player(name: &str) -> anyhow::Result<Player> {
    Ok(name.parse().map_err(|why: String| Usage::new(why))?)
}

/// The names of all levels, weakest first: `random`, `recruit`.
pub fn names() -> String {
    Level::ALL.map(|level| format!("`{}`", level.word())).join(", ")
}

/// The best player there is.
pub fn best() -> Player {
    Level::ALL[Level::ALL.len() - 1].into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_level_names_those_there_are() {
        assert!(player("genius").unwrap_err().to_string().contains("`random`"));
        assert_eq!(player("random").unwrap(), Level::Random.into());
    }
}
