//! A computer player: how good he is and how long he may think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::Habit;

/// A computer player's skill.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Any legal order.
    Random,
    /// Follows the doctrine of the system, and often misjudges.
    Recruit,
    /// Follows the doctrine, and seldom errs.
    Veteran,
    /// Plays the best orders out many times before he gives one.
    Colonel,
    /// Looks wider and farther than a colonel, and judges by what was learned from many games.
    General,
    /// No rung of the ladder: a yardstick for those who are.
    Fixed(Habit),
    /// As strong as this rating says, wherever that is between the rungs ([`table::Ratings`]).
    Rated(u16),
}

impl Level {
    /// The rungs of the ladder, weakest first.
    pub const ALL: [Level; 5] =
        [Level::Random, Level::Recruit, Level::Veteran, Level::Colonel, Level::General];

    /// The ratings that can be asked for.
    pub const RATED: std::ops::RangeInclusive<u16> = 400..=3000;

    /// Whether it looks ahead, and so takes a budget.
    pub const fn thinks(self) -> bool {
        matches!(self, Level::Colonel | Level::General | Level::Rated(_))
    }

    /// The word on the command line and in requests.
    pub const fn word(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Recruit => "recruit",
            Level::Veteran => "veteran",
            Level::Colonel => "colonel",
            Level::General => "general",
            Level::Fixed(habit) => habit.word(),
            Level::Rated(_) => "elo",
        }
    }

    /// The level of that name; one by rating is written with it, `elo1600`.
    pub fn from_word(word: &str) -> Option<Level> {
        if let Some(rating) = word.strip_prefix("elo") {
            return rating.parse().ok().filter(|rating| Level::RATED.contains(rating)).map(Level::Rated);
        }
        let fixed = Habit::ALL.into_iter().map(Level::Fixed);
        Level::ALL.into_iter().chain(fixed).find(|level| level.word() == word)
    }

    /// How it plays, in a sentence.
    pub const fn about(self) -> &'static str {
        match self {
            Level::Random => "Gives any legal order, with no plan at all.",
            Level::Recruit => "Has heard of the doctrine and often misjudges. Answers at once.",
            Level::Veteran => {
                "Follows the doctrine of the game: ground, odds, rest and flanks. Sometimes errs, answers at once."
            }
            Level::Colonel => "Plays the best orders out many times before he gives one. Takes his time.",
            Level::General => {
                "Looks wider and farther, and has learned from many games who will win from there. Takes his time."
            }
            Level::Rated(_) => {
                "As strong as you like: errs more or less often, or thinks more or less often."
            }
            Level::Fixed(_) => "Follows the doctrine with one fixed idea: a yardstick for other players.",
        }
    }
}

/// How long a colonel or general may think about one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So long by the clock.
    Time(Duration),
    /// Orders played in trials: the same on every machine.
    Steps(u32),
}

impl Budget {
    /// What he takes unless told otherwise.
    pub const DEFAULT: Budget = Budget::Time(Duration::from_secs(1));

    /// What is left when a share of it is spent.
    pub(crate) fn without(self, spent: f64) -> Budget {
        let left = (1.0 - spent).clamp(0.0, 1.0);
        match self {
            Budget::Time(time) => Budget::Time(time.mul_f64(left)),
            Budget::Steps(steps) => Budget::Steps((f64::from(steps) * left) as u32),
        }
    }
}

/// A level and its budget, written `veteran`, `general`, `general:20ms`, `general:1.5s` or
/// `general:4000steps`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player {
    /// How he thinks.
    pub level: Level,
    /// How long he may think about a decision.
    pub budget: Budget,
}

impl From<Level> for Player {
    fn from(level: Level) -> Player {
        Player { level, budget: Budget::DEFAULT }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.level.word())?;
        if let Level::Rated(rating) = self.level {
            write!(f, "{rating}")?;
        }
        match self.budget {
            _ if !self.level.thinks() || self.budget == Budget::DEFAULT => Ok(()),
            Budget::Time(time) => write!(f, ":{}ms", time.as_millis()),
            Budget::Steps(steps) => write!(f, ":{steps}steps"),
        }
    }
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Player, String> {
        let (word, budget) = text.split_once(':').map_or((text, None), |(w, b)| (w, Some(b)));
        let level = Level::from_word(word).ok_or_else(|| {
            let names = Level::ALL.map(|level| format!("`{}`", level.word())).join(", ");
            let (low, high) = Level::RATED.into_inner();
            format!(
                "there is no computer player `{word}`: there is {names}, and one of any strength from `elo{low}` to \
                 `elo{high}`"
            )
        })?;
        match budget {
            None => Ok(level.into()),
            Some(_) if !level.thinks() => {
                Err(format!("`{word}` answers at once: only `colonel` and `general` take a budget"))
            }
            Some(budget) => Ok(Player { level, budget: read_budget(budget)? }),
        }
    }
}

/// The longest he may think about one decision.
const LONGEST: f64 = 600.0;

fn read_budget(text: &str) -> Result<Budget, String> {
    let wrong = || format!("`{text}` is no budget: write for example 20ms, 1.5s or 4000steps");
    if let Some(steps) = text.strip_suffix("steps") {
        return steps.parse().map(Budget::Steps).map_err(|_| wrong());
    }
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => (text.strip_suffix('s').ok_or_else(wrong)?, 1.0),
    };
    let seconds = number.parse::<f64>().map_err(|_| wrong())? * unit;
    if !(0.0..=LONGEST).contains(&seconds) {
        return Err(format!("`{text}`: a decision may take up to {LONGEST} seconds"));
    }
    Ok(Budget::Time(Duration::from_secs_f64(seconds)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_read_as_they_are_written() {
        for text in [
            "random",
            "recruit",
            "veteran",
            "colonel:20ms",
            "general",
            "general:20ms",
            "general:4000steps",
            "elo1600",
            "elo1600:20ms",
        ] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
        assert_eq!("general:1.5s".parse::<Player>().unwrap().to_string(), "general:1500ms");
    }

    #[test]
    fn whoever_has_a_rating_is_known_by_the_name_he_is_written_with() {
        let usual = table::Ratings::USUAL;
        let rungs = Level::ALL.map(|level| usual.of(level.word()).unwrap());
        assert!(rungs.windows(2).all(|two| two[0] < two[1]), "{rungs:?}");
        assert_eq!(usual.of("elo1620:20ms"), Some(1620));
        assert_eq!(usual.of("general:20ms"), Some(usual.general));
        assert_eq!(usual.of("mine"), None);
    }

    #[test]
    fn what_is_no_player_is_told_what_there_is() {
        let said = |text: &str| text.parse::<Player>().unwrap_err();
        assert!(said("genius").contains("`veteran`"));
        assert!(said("elo").contains("`elo400`") && said("elo99").contains("`elo400`"));
        assert!(said("veteran:20ms").contains("only `colonel`"));
        assert!(said("general:soon").contains("20ms"));
        assert!(said("general:1e9s").contains("600"));
        assert!(said("general:-1s").contains("600"));
        assert!(said("general:NaNs").contains("600"));
    }
}
