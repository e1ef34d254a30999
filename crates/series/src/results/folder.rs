//! Results in a folder: the parts of a series that was played in several places.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::{Row, format_of, read};
use crate::wrong_line;

/// Reads files of results and folders of them.
///
/// # Errors
/// One cannot be read.
pub fn read_all(paths: &[PathBuf]) -> anyhow::Result<Vec<Row>> {
    let rows = paths.iter().map(|path| if path.is_dir() { read_folder(path) } else { read(path) });
    Ok(rows.collect::<anyhow::Result<Vec<_>>>()?.concat())
}

/// Reads every file of results in a folder, in the order of their names. A game that stands in several of them, as
/// where a series was written in two formats, counts once.
///
/// # Errors
/// There is none, or one cannot be read.
pub fn read_folder(folder: &Path) -> anyhow::Result<Vec<Row>> {
    let cannot = || format!("the folder `{}` cannot be read", folder.display());
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot)? {
        let path = entry.with_context(cannot)?.path();
        if path.is_file() && format_of(&path).is_ok() {
            files.push(path);
        }
    }
    if files.is_empty() {
        wrong_line!("`{}` holds no results: expected .csv, .jsonl or .parquet", folder.display());
    }
    files.sort();
    let (mut rows, mut seen) = (Vec::new(), BTreeSet::new());
    for file in files {
        rows.extend(read(&file)?.into_iter().filter(|row| seen.insert(game_of(row))));
    }
    Ok(rows)
}

/// Which game a row is of.
fn game_of(row: &Row) -> (String, String, String, u64, u64) {
    let of = |text: &String| text.clone();
    (of(&row.scenario_hash), of(&row.union), of(&row.confederate), row.seed, row.game)
}

#[cfg(test)]
mod tests {
    use super::super::{a_row as row, write};
    use super::*;

    #[test]
    fn parts_of_a_series_are_read_together_and_each_game_counts_once() {
        let folder = tempfile::tempdir().unwrap();
        let rows: Vec<Row> = (0..9).map(row).collect();
        for (name, part) in [("b.csv", &rows[4..]), ("a.parquet", &rows[..4]), ("c.jsonl", &rows[2..6])] {
            write(&folder.path().join(name), part).unwrap();
        }
        fs::write(folder.path().join("notes.txt"), "not results").unwrap();
        fs::create_dir(folder.path().join("d.csv")).unwrap();
        assert_eq!(read_folder(folder.path()).unwrap(), rows);
        let none = read_folder(&folder.path().join("d.csv")).unwrap_err().to_string();
        assert!(none.contains("holds no results"), "{none}");
    }
}
