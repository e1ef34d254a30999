//! Players by name: computer players, and programs that play.

use std::time::Duration;

use engine::program::{Contender, Patience};
use series::results::Conduct;
use staff::{Level, Player};

use crate::text;
use crate::usage::Usage;

/// The player of that name, with the budget it may give: `general:20ms`.
///
/// # Errors
/// No player is called so; says which there are.
pub fn player(name: &str) -> anyhow::Result<Player> {
    Ok(name.parse().map_err(|why: String| Usage::new(why))?)
}

/// How long programs that play are waited for.
#[derive(clap::Args)]
#[command(next_help_heading = "Programs that play (cmd:PROGRAM)")]
pub struct Waiting {
    /// Seconds that a program may take for an answer
    #[arg(long, value_name = "S", default_value_t = Patience::default().time.as_secs_f64(), value_parser = seconds)]
    program_time: f64,
    /// Wrong, late or missing answers in a game, or at one decision of `serve`, after which a recruit plays on
    #[arg(long, value_name = "N", default_value_t = Patience::default().faults, value_parser = clap::value_parser!(u32).range(1..))]
    program_faults: u32,
}

/// The longest that anybody waits for an answer: a day.
const LONGEST: f64 = 86_400.0;

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= LONGEST => Ok(seconds),
        _ => Err(format!("expected seconds, up to {LONGEST}")),
    }
}

impl Default for Waiting {
    fn default() -> Waiting {
        let Patience { time, faults } = Patience::default();
        Waiting { program_time: time.as_secs_f64(), program_faults: faults }
    }
}

impl Waiting {
    pub fn patience(&self) -> Patience {
        Patience { time: Duration::from_secs_f64(self.program_time), faults: self.program_faults }
    }

    /// The computer player of that name, or the program.
    ///
    /// # Errors
    /// Nobody is called so; says who there is.
    pub fn contender(&self, name: &str) -> anyhow::Result<Contender> {
        Ok(Contender::read(name, self.patience()).map_err(Usage::new)?)
    }
}

/// Starts every program once, so that one that cannot play is told before anything is played.
///
/// # Errors
/// A program cannot be started, or does not say that it is ready.
pub fn try_out<'a>(contenders: impl IntoIterator<Item = &'a Contender>) -> anyhow::Result<()> {
    for contender in contenders {
        contender.try_out().map_err(Usage::new)?;
    }
    Ok(())
}

/// How a program behaved, in a sentence about whoever it is.
pub fn conduct(conduct: &Conduct, who: &str) -> String {
    let faults = text::counted(conduct.faults as usize, "fault");
    let games = text::counted(conduct.games as usize, "game");
    match conduct.replaced {
        0 => format!("{who}: {faults}"),
        n => format!("{who}: {faults}; a recruit played on in {games} ({n} orders)"),
    }
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
