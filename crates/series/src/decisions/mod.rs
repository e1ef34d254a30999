//! The decisions of a series, a row a decision, as CSV, JSON lines or Parquet: for who studies how games are played.

#[cfg(feature = "parquet")]
mod parquet_file;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use serde::Serialize;
use table::Side;

use crate::results::{Format, format_of};

/// One decision of one game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Decision {
    /// Number of the game in its series.
    pub game: u64,
    /// Number of the decision in its game, from 0.
    pub number: u64,
    /// Who decided.
    pub seat: Side,
    /// What was asked, in a word for programs.
    pub kind: &'static str,
    /// How many legal orders there were.
    pub legal: u64,
    /// Which of them was given, from 0; nothing where a program gave one that is not listed.
    pub chosen: Option<u64>,
    /// The dice that fell on it.
    pub dice: Vec<u8>,
    /// How good it looked to the player, where he says so.
    pub value: Option<f64>,
}

/// The names of the columns, in their order.
pub const COLUMNS: [&str; 8] = ["game", "number", "seat", "kind", "legal", "chosen", "dice", "value"];

/// A file of decisions that is written while games are played, in the order of the games whatever their order of ending.
pub struct Decisions {
    path: PathBuf,
    state: Mutex<State>,
}

struct State {
    /// The place of the game that is written next.
    next: usize,
    /// Games that ended before their turn.
    early: BTreeMap<usize, Vec<Decision>>,
    file: Rows,
}

enum Rows {
    Csv(Box<csv::Writer<File>>),
    Lines(BufWriter<File>),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet_file::Rows>),
}

impl Decisions {
    /// Begins a file; the ending says its format. It gets its name when it is whole.
    ///
    /// # Errors
    /// It ends in something else, or cannot be written.
    pub fn create(path: &Path) -> anyhow::Result<Decisions> {
        let format = format_of(path)?;
        let file = File::create(unfinished(path)).with_context(|| cannot(path))?;
        let file = match format {
            Format::Csv => {
                let mut csv = csv::Writer::from_writer(file);
                csv.write_record(COLUMNS)?;
                Rows::Csv(Box::new(csv))
            }
            Format::JsonLines => Rows::Lines(BufWriter::new(file)),
            #[cfg(feature = "parquet")]
            Format::Parquet => Rows::Parquet(Box::new(parquet_file::Rows::new(file)?)),
            #[cfg(not(feature = "parquet"))]
            Format::Parquet => anyhow::bail!("this program was built without Parquet"),
        };
        let state = State { next: 0, early: BTreeMap::new(), file };
        Ok(Decisions { path: path.to_owned(), state: Mutex::new(state) })
    }

    /// How many games it holds.
    pub(crate) fn games(&self) -> usize {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).next
    }

    /// Writes the decisions of the game at this place, or keeps them until those before it have come.
    ///
    /// # Errors
    /// The disk is full or gone.
    pub fn keep(&self, place: usize, decisions: Vec<Decision>) -> anyhow::Result<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.early.insert(place, decisions);
        loop {
            let next = state.next;
            let Some(decisions) = state.early.remove(&next) else { return Ok(()) };
            state.file.write(decisions).with_context(|| cannot(&self.path))?;
            state.next += 1;
        }
    }

    /// The file is whole.
    ///
    /// # Errors
    /// The disk is full or gone.
    pub fn finish(self) -> anyhow::Result<()> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.file.finish().with_context(|| cannot(&self.path))?;
        fs::rename(unfinished(&self.path), &self.path).with_context(|| cannot(&self.path))
    }
}

impl Rows {
    fn write(&mut self, decisions: Vec<Decision>) -> anyhow::Result<()> {
        match self {
            Rows::Csv(csv) => {
                decisions.iter().try_for_each(|decision| Ok(csv.write_record(cells(decision))?))
            }
            Rows::Lines(lines) => decisions.iter().try_for_each(|decision| {
                serde_json::to_writer(&mut *lines, decision)?;
                Ok(lines.write_all(b"\n")?)
            }),
            #[cfg(feature = "parquet")]
            Rows::Parquet(rows) => rows.write(decisions),
        }
    }

    fn finish(self) -> anyhow::Result<()> {
        match self {
            Rows::Csv(mut csv) => Ok(csv.flush()?),
            Rows::Lines(mut lines) => Ok(lines.flush()?),
            #[cfg(feature = "parquet")]
            Rows::Parquet(rows) => rows.finish(),
        }
    }
}

/// A decision as a row of CSV: dice with blanks between, nothing where there is nothing.
fn cells(decision: &Decision) -> [String; 8] {
    let dice: Vec<String> = decision.dice.iter().map(u8::to_string).collect();
    [
        decision.game.to_string(),
        decision.number.to_string(),
        decision.seat.word().to_owned(),
        decision.kind.to_owned(),
        decision.legal.to_string(),
        decision.chosen.map(|nth| nth.to_string()).unwrap_or_default(),
        dice.join(" "),
        decision.value.map(|value| value.to_string()).unwrap_or_default(),
    ]
}

fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    name.into()
}

fn cannot(path: &Path) -> String {
    format!("`{}` cannot be written", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(game: u64, number: u64) -> Decision {
        Decision {
            game,
            number,
            seat: if number.is_multiple_of(2) { Side::Union } else { Side::Confederate },
            kind: "march",
            legal: 3,
            chosen: (number != 1).then_some(2),
            dice: (0..number as u8).map(|n| n + 1).collect(),
            value: (number == 2).then_some(-0.5),
        }
    }

    fn game(number: u64) -> Vec<Decision> {
        (0..4).map(|n| decision(number, n)).collect()
    }

    #[test]
    fn games_are_written_in_their_order_whatever_their_order_of_ending() {
        let folder = tempfile::tempdir().unwrap();
        let [first, other] = ["a.csv", "b.csv"].map(|name| folder.path().join(name));
        for (path, order) in [(&first, [0, 1, 2]), (&other, [2, 0, 1])] {
            let file = Decisions::create(path).unwrap();
            for place in order {
                file.keep(place, if place == 1 { Vec::new() } else { game(place as u64) }).unwrap();
            }
            assert!(!path.exists(), "what is not whole has no name");
            file.finish().unwrap();
        }
        let text = fs::read_to_string(&first).unwrap();
        assert_eq!(text, fs::read_to_string(&other).unwrap());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "game,number,seat,kind,legal,chosen,dice,value");
        assert_eq!(lines[2], "0,1,confederate,march,3,,1,");
        assert_eq!(lines[3], "0,2,union,march,3,2,1 2,-0.5");
        assert_eq!((lines.len(), lines[8].starts_with("2,3,")), (9, true));
    }

    #[cfg(feature = "parquet")]
    #[test]
    fn parquet_holds_dice_as_lists_and_nothing_as_nothing() {
        use parquet::file::reader::{FileReader, SerializedFileReader};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.parquet");
        let file = Decisions::create(&path).unwrap();
        file.keep(1, game(1)).unwrap();
        file.keep(0, game(0)).unwrap();
        file.finish().unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let rows: Vec<String> =
            reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        assert_eq!(rows.len(), 8);
        let told = |n: usize, part: &str| assert!(rows[n].contains(part), "{part}: {}", rows[n]);
        told(0, "dice: []");
        told(3, "dice: [1, 2, 3]");
        told(1, "chosen: null");
        told(2, "value: -5E-1");
        told(6, "game: 1");
        told(7, "seat: \"confederate\"");
    }
}
