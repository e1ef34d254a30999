//! Records: a game as JSON lines, and playing it again.
//!
//! The first line is a [`Header`], every further one a [`Line`]: seat, order, the dice that fell with
//! their purpose, and the events. State = scenario + record; a replay that differs is a fault.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::{Closing, Dice, Game, Played, Roll, Side, Standing};

/// The first line of a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Always `hardtack-record/1`.
    pub format: String,
    /// The word of the rule system.
    pub system: String,
    /// The scenario's id or file.
    pub scenario: String,
    /// SHA-256 of everything the scenario was loaded from.
    pub scenario_hash: String,
    /// The version of Hardtack that wrote the record.
    pub version: String,
    /// Who played, Union first.
    pub players: [String; 2],
    /// The hash of the dice seed, shown when the game began.
    pub seed_hash: String,
    /// The seed itself in hexadecimal, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The game that this one was played on from, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
    /// How people ended the game after its last order, if they did and not the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<Closing>,
    /// Dice and events of the set-up, before the first order.
    #[serde(default)]
    pub dice: Vec<Roll>,
    /// What happened in the set-up.
    #[serde(default)]
    pub events: Vec<Value>,
}

/// A moment of another game, from which a game was played on. Its set-up and orders up to there, with their dice, are the
/// first lines of the record; the dice of the seed begin after them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Origin {
    /// The id of that game.
    pub game: String,
    /// How many of its orders stand.
    pub orders: usize,
}

impl Header {
    /// The word that every header begins with.
    pub const FORMAT: &'static str = "hardtack-record/1";

    /// The hash of scenario texts, in the order given.
    pub fn hash<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
        let mut sum = Sha256::new();
        for text in texts {
            sum.update((text.len() as u64).to_le_bytes());
            sum.update(text);
        }
        sum.finalize().iter().map(|b| format!("{b:02x}")).collect()
    }
}

/// One decision of a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// Who gave the order.
    pub seat: Side,
    /// The order as it is written.
    pub order: String,
    /// The dice that fell on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Roll>,
    /// What happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Value>,
}

impl Line {
    /// The line of an order and what came of it.
    pub fn of(seat: Side, order: &str, played: &Played) -> Line {
        Line { seat, order: order.to_owned(), dice: played.rolls.clone(), events: played.events.clone() }
    }
}

/// Why a record does not replay. `line` counts from 1; line 1 is the header.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// No line of a record, or one of another system.
    #[error("line {line}: {why}")]
    Unreadable {
        /// The line.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// The rules refuse an order.
    #[error("line {line}: the order `{order}` of the {seat} player is refused: {why}")]
    Refused {
        /// The line.
        line: usize,
        /// Who gave it.
        seat: Side,
        /// The order.
        order: String,
        /// Why it is refused.
        why: String,
    },
    /// Dice were asked for otherwise, or are not those of the seed.
    #[error("line {line}: the dice differ: {why}")]
    Dice {
        /// The line.
        line: usize,
        /// What differs.
        why: String,
    },
    /// Something else happens now.
    #[error("line {line}: event {number} differs: recorded {recorded}, now {now}")]
    Event {
        /// The line.
        line: usize,
        /// Which of its events, from 1.
        number: usize,
        /// What was recorded.
        recorded: Value,
        /// What happens now.
        now: Value,
    },
}

/// What a replay came to.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Orders that were given again.
    pub decisions: usize,
    /// Where the game stands after them.
    pub standing: Standing,
    /// Of the last position.
    pub fingerprint: u64,
}

/// The dice of one recorded line; remembers a purpose that differs or a die that is missing.
struct Recorded {
    next: VecDeque<Roll>,
    fault: Option<String>,
    made_up: u8,
}

impl Recorded {
    fn new(rolls: &[Roll]) -> Self {
        Recorded { next: rolls.iter().cloned().collect(), fault: None, made_up: 0 }
    }

    /// A die after the fault, so that the procedure comes to its end. No two in a row are alike: a tie
    /// that is rolled again would go on for ever.
    fn make_up(&mut self) -> u8 {
        self.made_up = self.made_up % 6 + 1;
        self.made_up
    }

    fn verdict(self, line: usize) -> Result<(), ReplayError> {
        let why = match (self.fault, self.next.front()) {
            (Some(why), _) => why,
            (None, Some(left)) => format!("a die for `{}` was recorded but is not rolled now", left.why),
            (None, None) => return Ok(()),
        };
        Err(ReplayError::Dice { line, why })
    }
}

impl Dice for Recorded {
    fn d6(&mut self, why: &'static str) -> u8 {
        match self.next.pop_front() {
            Some(roll) if roll.why == why && (1..=6).contains(&roll.die) => roll.die,
            Some(roll) => {
                let found = format!("recorded {} for `{}`, now a die for `{why}`", roll.die, roll.why);
                self.fault.get_or_insert(found);
                self.make_up()
            }
            None => {
                self.fault.get_or_insert(format!("no die was recorded for `{why}`"));
                self.make_up()
            }
        }
    }
}

fn same_events(line: usize, recorded: &[Value], now: &[Value]) -> Result<(), ReplayError> {
    for number in 0..recorded.len().max(now.len()) {
        let old = recorded.get(number).cloned().unwrap_or(Value::Null);
        let new = now.get(number).cloned().unwrap_or(Value::Null);
        if old != new {
            return Err(ReplayError::Event { line, number: number + 1, recorded: old, now: new });
        }
    }
    Ok(())
}

/// Plays a record again: every order must be legal, every die be rolled for the same purpose, every
/// event be the same. `begin` sets the game up with the given dice; `each` sees the game after every
/// line, and what came of it.
///
/// # Errors
/// The first place where the record differs from the rules.
pub fn replay(
    header: &Header,
    lines: impl IntoIterator<Item = Result<Line, String>>,
    begin: impl FnOnce(&mut dyn Dice) -> (Box<dyn Game>, Played),
    each: impl FnMut(&dyn Game, &Line, &Played),
) -> Result<Replay, ReplayError> {
    replay_whole(header, lines, begin, each).map(|(replay, _)| replay)
}

/// As [`replay`], with the game as it stands after the last line.
///
/// # Errors
/// The first place where the record differs from the rules.
pub fn replay_whole(
    header: &Header,
    lines: impl IntoIterator<Item = Result<Line, String>>,
    begin: impl FnOnce(&mut dyn Dice) -> (Box<dyn Game>, Played),
    mut each: impl FnMut(&dyn Game, &Line, &Played),
) -> Result<(Replay, Box<dyn Game>), ReplayError> {
    let mut dice = Recorded::new(&header.dice);
    let (mut game, played) = begin(&mut dice);
    dice.verdict(1)?;
    same_events(1, &header.events, &played.events)?;
    let mut decisions = 0;
    for (n, read) in lines.into_iter().enumerate() {
        let line = n + 2;
        let recorded = read.map_err(|why| ReplayError::Unreadable { line, why })?;
        let mut dice = Recorded::new(&recorded.dice);
        let played =
            game.play(recorded.seat, &recorded.order, &mut dice).map_err(|why| ReplayError::Refused {
                line,
                seat: recorded.seat,
                order: recorded.order.clone(),
                why: why.to_string(),
            })?;
        dice.verdict(line)?;
        same_events(line, &recorded.events, &played.events)?;
        decisions += 1;
        each(game.as_ref(), &recorded, &played);
    }
    let standing = Closing::standing(header.closed, game.as_ref());
    Ok((Replay { decisions, standing, fingerprint: game.fingerprint() }, game))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tie_that_is_rolled_again_ends_even_when_the_record_has_run_out_of_dice() {
        let mut dice = Recorded::new(&[Roll { why: "initiative".into(), die: 1 }]);
        let mut rolls = 0;
        while dice.d6("initiative") == dice.d6("initiative") {
            rolls += 1;
            assert!(rolls < 10, "the tie goes on for ever");
        }
        assert!(dice.verdict(2).unwrap_err().to_string().contains("no die was recorded"));
    }
}
