//! Record files: JSON lines, a header and one line a decision.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};
use library::Scenario;
use serde::Deserialize;
use table::{Header, Line};

use crate::commands::open_recorded;
use crate::usage::wrong_line;

pub use series::RecordWriter as Writer;

/// A record as read from a file. A line that cannot be read stands where it stood.
pub struct Record {
    pub header: Header,
    /// Name and text of every file the scenario was made of, where the record carries them.
    pub texts: Vec<(String, String)>,
    pub lines: Vec<Result<Line, String>>,
}

/// A record larger than this is no game: those of the longest campaigns have some hundred kilobytes.
const LARGEST: u64 = 16 << 20;

/// Reads a record file.
///
/// # Errors
/// The file cannot be read, or its first line is no header.
pub fn read(path: &Path) -> anyhow::Result<Record> {
    let mut bytes = Vec::new();
    let shown = path.display();
    if !path.exists() {
        wrong_line!("there is no record `{shown}`");
    }
    let file = File::open(path).with_context(|| format!("the record `{shown}` cannot be opened"))?;
    file.take(LARGEST + 1).read_to_end(&mut bytes).with_context(|| format!("`{shown}` cannot be read"))?;
    if bytes.len() as u64 > LARGEST {
        bail!("`{shown}` is larger than 16 MiB: no record is");
    }
    parse(&bytes).with_context(|| format!("`{shown}` is no record"))
}

/// What a header may carry beside what the rules need.
#[derive(Deserialize)]
struct Carried {
    #[serde(default)]
    texts: Vec<(String, String)>,
}

impl Record {
    /// The scenario it is of: the one that is asked for, that of the texts it carries, or the one it names.
    ///
    /// # Errors
    /// There is none, or it has faults.
    pub fn scenario(&self, asked: Option<&str>) -> anyhow::Result<Scenario> {
        let named = &self.header.scenario;
        match asked {
            None if !self.texts.is_empty() => {
                let mut words = named.split(" +");
                let id = words.next().unwrap_or_default();
                let options: Vec<String> = words.map(|word| word.trim().to_owned()).collect();
                library::open_kept(id, &options, &self.texts)
                    .map_err(|why| anyhow::anyhow!("{why}"))
                    .context("the texts that the record carries cannot be played")
            }
            asked => open_recorded(asked, named),
        }
    }
}

fn parse(bytes: &[u8]) -> anyhow::Result<Record> {
    let mut lines = bytes.split(|b| *b == b'\n');
    let first = lines.next().unwrap_or_default();
    let header: Header = serde_json::from_slice(first).context("line 1 is no header")?;
    let Carried { texts } = serde_json::from_slice(first).context("line 1: texts")?;
    if header.format != Header::FORMAT {
        bail!("line 1: format `{}`: expected `{}`", header.format, Header::FORMAT);
    }
    let mut lines: Vec<&[u8]> = lines.collect();
    if lines.last().is_some_and(|last| last.is_empty()) {
        lines.pop();
    }
    let read = |line: &[u8]| serde_json::from_slice(line).map_err(|e| format!("not a decision: {e}"));
    Ok(Record { header, texts, lines: lines.into_iter().map(read).collect() })
}

/// The 32 bytes of a seed written in hexadecimal.
pub fn seed_from_hex(text: &str) -> Option<[u8; 32]> {
    let mut seed = [0u8; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (byte, digits) in seed.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some(seed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::SeededDice;

    #[test]
    fn a_seed_is_read_as_it_is_written() {
        let seed = SeededDice::seed_of_number(3);
        let text: String = seed.iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(seed_from_hex(&text), Some(seed));
        assert_eq!(seed_from_hex("xyz"), None);
        assert_eq!(seed_from_hex(&"é".repeat(32)), None);
    }

    #[test]
    fn what_is_no_record_says_so() {
        for bad in ["", "{}", "[1]", "{\"format\":\"hardtack-record/9\"}"] {
            assert!(parse(bad.as_bytes()).is_err(), "{bad}");
        }
    }
}
