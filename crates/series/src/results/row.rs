//! One game of a series as one row: the same in every format.

use serde::{Deserialize, Serialize};
use staff::Follies;
use table::{Fight, Side};

use crate::{Ended, Series};

/// What a game came to. The columns are described in [`COLUMNS`], in this order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// Id or file of the scenario.
    pub scenario: String,
    /// The first 16 digits of the SHA-256 of everything it was read from.
    pub scenario_hash: String,
    /// The word of the rule system: `gcacw`, `lfm`, `vnb`.
    pub system: String,
    /// Of the program that played.
    pub version: String,
    /// Of the series.
    pub seed: u64,
    /// The number of the game there, from 0.
    pub game: u64,
    /// Who played the Union side.
    pub union: String,
    /// Who played the Confederate side.
    pub confederate: String,
    /// `union`, `confederate` or `draw`.
    pub winner: String,
    /// Of the victory, in the scenario's word.
    pub degree: String,
    /// Victory points of the Union side.
    pub union_points: i64,
    /// Victory points of the Confederate side.
    pub confederate_points: i64,
    /// The turn in which the game ended.
    pub turns: u64,
    /// Orders that both players gave.
    pub decisions: u64,
    /// Strength of the Union side in all, later arrivals too.
    pub union_strength: i64,
    /// Strength of the Confederate side in all, later arrivals too.
    pub confederate_strength: i64,
    /// Strength that the Union side lost.
    pub union_lost: i64,
    /// Strength that the Confederate side lost.
    pub confederate_lost: i64,
    /// Decisions of the Union player with more than one legal order.
    pub union_choices: u64,
    /// Decisions of the Confederate player with more than one legal order.
    pub confederate_choices: u64,
    /// Milliseconds that the Union player thought, in all.
    pub union_ms: f64,
    /// Milliseconds that the Confederate player thought, in all.
    pub confederate_ms: f64,
    /// How long the game took.
    pub seconds: f64,
    /// Of the last position, in hexadecimal: the same for the same game.
    pub fingerprint: String,
    /// Every combat, in the order in which they were fought.
    pub fights: Vec<Fight>,
    /// Follies of the Union player.
    #[serde(default)]
    pub union_follies: Follies,
    /// Follies of the Confederate player.
    #[serde(default)]
    pub confederate_follies: Follies,
    /// Wrong, late and missing answers of a program that played the Union side.
    #[serde(default)]
    pub union_faults: u64,
    /// Wrong, late and missing answers of a program that played the Confederate side.
    #[serde(default)]
    pub confederate_faults: u64,
    /// Orders that a recruit gave in place of the Union's program.
    #[serde(default)]
    pub union_replaced: u64,
    /// Orders that a recruit gave in place of the Confederate program.
    #[serde(default)]
    pub confederate_replaced: u64,
}

/// How the values of a column are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Text.
    Text,
    /// A whole number.
    Whole,
    /// A number with a fraction.
    Real,
    /// A list: itself in JSON lines, JSON text elsewhere.
    List,
}

/// Every column: its name, how it is written, and what it says.
pub const COLUMNS: [(&str, Kind, &str); 31] = [
    ("scenario", Kind::Text, "id or file of the scenario"),
    ("scenario_hash", Kind::Text, "first 16 digits of the SHA-256 of everything it was read from"),
    ("system", Kind::Text, "gcacw, lfm or vnb"),
    ("version", Kind::Text, "of the program that played"),
    ("seed", Kind::Whole, "of the series"),
    ("game", Kind::Whole, "number of the game, from 0: seed and game give the same game again"),
    ("union", Kind::Text, "who played the Union side"),
    ("confederate", Kind::Text, "who played the Confederate side"),
    ("winner", Kind::Text, "union, confederate or draw"),
    ("degree", Kind::Text, "of the victory, in the scenario's word"),
    ("union_points", Kind::Whole, "victory points of the Union side"),
    ("confederate_points", Kind::Whole, "victory points of the Confederate side"),
    ("turns", Kind::Whole, "turn in which the game ended"),
    ("decisions", Kind::Whole, "orders given by both players"),
    ("union_strength", Kind::Whole, "strength the Union side has in all, later arrivals too"),
    ("confederate_strength", Kind::Whole, "the same of the Confederate side"),
    ("union_lost", Kind::Whole, "strength the Union side lost"),
    ("confederate_lost", Kind::Whole, "strength the Confederate side lost"),
    ("union_choices", Kind::Whole, "decisions of the Union player with more than one legal order"),
    ("confederate_choices", Kind::Whole, "the same of the Confederate player"),
    ("union_ms", Kind::Real, "milliseconds the Union player thought, in all"),
    ("confederate_ms", Kind::Real, "the same of the Confederate player"),
    ("seconds", Kind::Real, "how long the game took"),
    ("fingerprint", Kind::Text, "of the last position: the same for the same game"),
    ("fights", Kind::List, "every combat: at, by (side), how, p (its chance), won"),
    ("union_follies", Kind::List, "follies of the Union player, {times, of} for each kind"),
    ("confederate_follies", Kind::List, "the same of the Confederate player"),
    ("union_faults", Kind::Whole, "wrong, late and missing answers of a program that played the Union side"),
    ("confederate_faults", Kind::Whole, "the same of the Confederate side"),
    ("union_replaced", Kind::Whole, "orders that a recruit gave in place of that program"),
    ("confederate_replaced", Kind::Whole, "the same of the Confederate side"),
];

/// The column that Parquet has beside [`COLUMNS`], behind them: `fights` as a list of values with names instead of text.
pub const COMBATS: &str = "combats";

/// Columns that results of before do not have: they are then as nothing had happened.
pub const LATER: [&str; 4] = ["union_faults", "confederate_faults", "union_replaced", "confederate_replaced"];

/// How a program behaved over one game or many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Conduct {
    /// Wrong, late and missing answers.
    pub faults: u64,
    /// Orders that a recruit gave in its place, and in how many games.
    pub replaced: u64,
    /// Games in which a recruit played on.
    pub games: u64,
}

impl Conduct {
    /// How it behaved over all of these together.
    pub fn of(all: impl IntoIterator<Item = Conduct>) -> Conduct {
        all.into_iter().fold(Conduct::default(), |sum, one| Conduct {
            faults: sum.faults + one.faults,
            replaced: sum.replaced + one.replaced,
            games: sum.games + one.games,
        })
    }
}

/// What all rows of a series have in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Common {
    scenario: String,
    scenario_hash: String,
    system: &'static str,
}

impl Common {
    /// What the rows of this series share.
    pub fn of(series: &Series) -> Common {
        Common {
            scenario: series.scenario.id.clone(),
            scenario_hash: series.scenario.hash().chars().take(16).collect(),
            system: series.scenario.system,
        }
    }

    /// The row of a game that came to its end.
    pub fn row(&self, series: &Series, ended: &Ended) -> Option<Row> {
        let outcome = ended.outcome.as_ref().ok()?;
        let [union, confederate] = series.names();
        let [thought, answered] = Side::BOTH.map(|side| ended.thought[side]);
        let ms = |time: std::time::Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
        Some(Row {
            scenario: self.scenario.clone(),
            scenario_hash: self.scenario_hash.clone(),
            system: self.system.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: series.seed,
            game: ended.number,
            union,
            confederate,
            winner: outcome.winner.map_or("draw", Side::word).to_owned(),
            degree: outcome.degree.clone().into_owned(),
            union_points: outcome.points[0].into(),
            confederate_points: outcome.points[1].into(),
            turns: ended.tally.turn.into(),
            decisions: ended.decisions as u64,
            union_strength: ended.tally.strength[0].into(),
            confederate_strength: ended.tally.strength[1].into(),
            union_lost: ended.tally.lost[0].into(),
            confederate_lost: ended.tally.lost[1].into(),
            union_choices: thought.choices.into(),
            confederate_choices: answered.choices.into(),
            union_ms: ms(thought.time),
            confederate_ms: ms(answered.time),
            seconds: (ended.time.as_secs_f64() * 1e6).round() / 1e6,
            fingerprint: format!("{:016x}", ended.fingerprint),
            fights: ended.fights.clone(),
            union_follies: ended.follies[Side::Union],
            confederate_follies: ended.follies[Side::Confederate],
            union_faults: ended.conduct[Side::Union].faults.into(),
            confederate_faults: ended.conduct[Side::Confederate].faults.into(),
            union_replaced: ended.conduct[Side::Union].replaced.into(),
            confederate_replaced: ended.conduct[Side::Confederate].replaced.into(),
        })
    }

    /// Whether a row is of a game of this series; if not, what differs.
    ///
    /// # Errors
    /// The first column that says otherwise.
    pub fn fits(&self, series: &Series, row: &Row) -> Result<(), String> {
        let [union, confederate] = series.names();
        let version = env!("CARGO_PKG_VERSION");
        let same = [
            ("scenario_hash", self.scenario_hash.as_str(), row.scenario_hash.as_str()),
            ("version", version, &row.version),
            ("union", &union, &row.union),
            ("confederate", &confederate, &row.confederate),
        ];
        if let Some((column, now, then)) = same.into_iter().find(|(_, now, then)| now != then) {
            return Err(format!("its {column} is `{then}`, now `{now}`"));
        }
        if row.seed != series.seed {
            return Err(format!("its seed is {}, now {}", row.seed, series.seed));
        }
        Ok(())
    }
}

impl Row {
    /// Who won; nobody: a draw.
    pub fn won_by(&self) -> Option<Side> {
        self.winner.parse().ok()
    }

    /// How the program that played a side behaved.
    pub fn conduct(&self, side: Side) -> Conduct {
        let (faults, replaced) = match side {
            Side::Union => (self.union_faults, self.union_replaced),
            Side::Confederate => (self.confederate_faults, self.confederate_replaced),
        };
        Conduct { faults, replaced, games: u64::from(replaced > 0) }
    }

    /// Victory points, the Union's first.
    pub fn points(&self) -> [i64; 2] {
        [self.union_points, self.confederate_points]
    }

    /// Strength that was lost, the Union's first.
    pub fn lost(&self) -> [i64; 2] {
        [self.union_lost, self.confederate_lost]
    }

    /// Strength of both sides, the Union's first.
    pub fn strength(&self) -> [i64; 2] {
        [self.union_strength, self.confederate_strength]
    }
}

/// A row of a game that was never played: for tests of whatever reads rows.
#[doc(hidden)]
pub fn a_row(game: u64) -> Row {
    let fight =
        Fight { at: "4610".into(), by: Side::Union, how: "attack".into(), p: 0.25, won: false, toll: None };
    Row {
        scenario: "my, \"own\" scenario".into(),
        scenario_hash: "0123456789abcdef".into(),
        system: "gcacw".into(),
        version: "0.1.0".into(),
        seed: u64::MAX - 1,
        game,
        union: "recruit".into(),
        confederate: "general:20ms".into(),
        winner: if game.is_multiple_of(3) { "draw" } else { "confederate" }.into(),
        degree: "marginal".into(),
        union_points: -3,
        confederate_points: 12,
        turns: 2,
        decisions: 321,
        union_strength: 40,
        confederate_strength: 55,
        union_lost: 4,
        confederate_lost: 0,
        union_choices: 100,
        confederate_choices: 99,
        union_ms: 0.125,
        confederate_ms: 1999.5,
        seconds: 2.25,
        fingerprint: format!("{game:016x}"),
        fights: vec![fight; (game % 3) as usize],
        union_follies: Follies::default(),
        confederate_follies: Follies::default(),
        union_faults: game % 2,
        confederate_faults: 3,
        union_replaced: 0,
        confederate_replaced: 57,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_described_in_the_order_of_the_row() {
        let json = serde_json::to_string(&a_row(1)).unwrap();
        let places: Vec<_> = COLUMNS.iter().map(|(name, ..)| json.find(&format!("\"{name}\":"))).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}\n{json}");
        let value = serde_json::to_value(a_row(1)).unwrap();
        assert_eq!(value.as_object().unwrap().len(), COLUMNS.len());
    }
}
