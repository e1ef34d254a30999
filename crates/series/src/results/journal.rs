//! The games of a series that are finished, kept game by game, so that a series that was stopped can go on.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, bail};

use super::{Row, read, write};

/// Finished games in a file beside the results, `FILE.part`: JSON lines, a line a game, in the order in
/// which they ended. It is gone once the results are written.
pub struct Journal {
    path: PathBuf,
    file: Mutex<File>,
}

/// The key of a game within one file of results: who had which side, the seed and the number.
type Key = (String, String, u64, u64);

fn key(row: &Row) -> Key {
    (row.union.clone(), row.confederate.clone(), row.seed, row.game)
}

/// In the order of a finished file, each game once.
pub fn in_order(rows: impl IntoIterator<Item = Row>) -> Vec<Row> {
    rows.into_iter().map(|row| (key(&row), row)).collect::<BTreeMap<Key, Row>>().into_values().collect()
}

impl Journal {
    /// Opens the journal of these results, and gives the games that need not be played again: with
    /// `resume` those of the results and the journal, else none.
    ///
    /// # Errors
    /// Another run left its games behind and is not resumed, or a file cannot be read or written.
    pub fn open(results: &Path, resume: bool) -> anyhow::Result<(Journal, Vec<Row>)> {
        let path = journal_of(results);
        let mut done = Vec::new();
        if !resume && path.exists() {
            bail!(
                "`{}` holds the games of a run that was stopped: `--resume` goes on with it; delete the file \
                 to begin anew",
                path.display()
            );
        }
        for file in [results, &path].into_iter().filter(|file| resume && file.exists()) {
            done.extend(read(file)?);
        }
        let done = in_order(done);
        // Written anew: a line that a killed program could not finish must not stand before the next.
        if resume && path.exists() {
            let lines = path.with_extension("jsonl.part");
            write(&lines, &done)?;
            fs::rename(&lines, &path)?;
        }
        let cannot = || format!("`{}` cannot be written", path.display());
        let file = OpenOptions::new().create(true).append(true).open(&path).with_context(cannot)?;
        Ok((Journal { path, file: Mutex::new(file) }, done))
    }

    /// Keeps a game. It is in the file when this is done, whole.
    ///
    /// # Errors
    /// The disk is full or gone.
    pub fn keep(&self, row: &Row) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(&super::whereabouts::kept(row.clone(), &self.path))?;
        line.push(b'\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(&line).with_context(|| format!("`{}` cannot be written", self.path.display()))
    }

    /// Writes the results, all files, and takes the journal away.
    ///
    /// # Errors
    /// A file cannot be written; the journal is then still there.
    pub fn finish(self, files: &[PathBuf], rows: &[Row]) -> anyhow::Result<()> {
        for file in files {
            write(file, rows)?;
        }
        fs::remove_file(&self.path).with_context(|| format!("`{}` cannot be removed", self.path.display()))
    }
}

/// The file of the finished games beside these results.
pub fn journal_of(results: &Path) -> PathBuf {
    let mut name = results.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::super::a_row as row;
    use super::*;

    #[test]
    fn a_stopped_run_goes_on_with_every_whole_game() {
        let folder = tempfile::tempdir().unwrap();
        let results = folder.path().join("a.csv");
        let (journal, done) = Journal::open(&results, false).unwrap();
        assert!(done.is_empty());
        for game in [2, 0] {
            journal.keep(&row(game)).unwrap();
        }
        // Killed in the middle of a line.
        journal.file.lock().unwrap().write_all(b"{\"scenario\":\"my").unwrap();
        drop(journal);
        let again = Journal::open(&results, false).map(drop).unwrap_err();
        assert!(again.to_string().contains("--resume"), "{again}");
        let (journal, done) = Journal::open(&results, true).unwrap();
        assert_eq!(done, [row(0), row(2)]);
        journal.keep(&row(1)).unwrap();
        drop(journal);
        let (journal, done) = Journal::open(&results, true).unwrap();
        assert_eq!(done, [row(0), row(1), row(2)]);
        journal.finish(std::slice::from_ref(&results), &done).unwrap();
        assert!(!journal_of(&results).exists());
        assert_eq!(read(&results).unwrap(), done);
        // A finished file can be added to.
        assert_eq!(Journal::open(&results, true).unwrap().1, done);
    }
}
