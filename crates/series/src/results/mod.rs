//! Results of series: a row a game, as CSV, JSON lines or Parquet.

#[cfg(feature = "parquet")]
mod combats;
mod folder;
mod journal;
#[cfg(feature = "parquet")]
mod parquet_file;
mod row;
mod text_file;
mod whereabouts;

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::{Map, Value};

use crate::wrong_line;

pub use folder::{read_all, read_folder};
pub use journal::{Journal, journal_of};
#[doc(hidden)]
pub use row::a_row;
pub use row::{COLUMNS, COMBATS, Common, Conduct, Kind, LATER, Row};

/// How results are written, told by a file's ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Csv,
    JsonLines,
    Parquet,
}

pub(crate) fn format_of(path: &Path) -> anyhow::Result<Format> {
    match path.extension().unwrap_or_default().to_string_lossy().to_lowercase().as_str() {
        "csv" => Ok(Format::Csv),
        "jsonl" | "ndjson" | "part" => Ok(Format::JsonLines),
        "parquet" if cfg!(feature = "parquet") => Ok(Format::Parquet),
        _ => wrong_line!("`{}`: results end in .csv, .jsonl or .parquet", path.display()),
    }
}

/// Checks before anything is played that all of these can be written.
///
/// # Errors
/// A file ends in something else, or its folder is not there.
pub fn check_names(files: &[PathBuf]) -> anyhow::Result<()> {
    for file in files {
        format_of(file)?;
        if file.parent().is_some_and(|folder| folder != Path::new("") && !folder.is_dir()) {
            wrong_line!("`{}`: there is no such folder", file.display());
        }
    }
    Ok(())
}

/// Reads results.
///
/// # Errors
/// The file cannot be read, or what it holds are no results.
pub fn read(path: &Path) -> anyhow::Result<Vec<Row>> {
    let format = format_of(path)?;
    if !path.exists() {
        wrong_line!("there is no file `{}`", path.display());
    }
    let file = File::open(path).with_context(|| format!("`{}` cannot be opened", path.display()))?;
    let rows = match format {
        Format::Csv => text_file::read_csv(file),
        Format::JsonLines => text_file::read_lines(file),
        Format::Parquet => read_parquet(file),
    };
    let rows = rows.with_context(|| format!("`{}` cannot be read as results", path.display()))?;
    Ok(rows.into_iter().map(|row| whereabouts::found(row, path)).collect())
}

/// Writes results in the order of the games: the file is whole or not there at all.
///
/// # Errors
/// The disk is full or the folder cannot be written.
pub fn write(path: &Path, rows: &[Row]) -> anyhow::Result<()> {
    let cannot = || format!("`{}` cannot be written", path.display());
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".new");
    let file = File::create(&unfinished).with_context(cannot)?;
    let rows: Vec<Row> = rows.iter().map(|row| whereabouts::kept(row.clone(), path)).collect();
    let rows = rows.as_slice();
    match format_of(path)? {
        Format::Csv => text_file::write_csv(&file, rows),
        Format::JsonLines => write_lines(&file, rows),
        Format::Parquet => write_parquet(&file, rows),
    }
    .and_then(|()| Ok(file.sync_all()?))
    .with_context(cannot)?;
    fs::rename(&unfinished, path).with_context(cannot)
}

fn write_lines(file: &File, rows: &[Row]) -> anyhow::Result<()> {
    let mut file = BufWriter::new(file);
    for row in rows {
        serde_json::to_writer(&mut file, row)?;
        file.write_all(b"\n")?;
    }
    Ok(file.flush()?)
}

#[cfg(feature = "parquet")]
use parquet_file::{read as read_parquet, write as write_parquet};

#[cfg(not(feature = "parquet"))]
fn read_parquet(_: File) -> anyhow::Result<Vec<Row>> {
    bail!("this program was built without Parquet")
}

#[cfg(not(feature = "parquet"))]
fn write_parquet(_: &File, _: &[Row]) -> anyhow::Result<()> {
    bail!("this program was built without Parquet")
}

/// A row by the names of its columns.
fn cells(row: &Row) -> anyhow::Result<Map<String, Value>> {
    match serde_json::to_value(row)? {
        Value::Object(cells) => Ok(cells),
        _ => bail!("a row is an object"),
    }
}

/// The row of these cells; lists may be given as JSON text, and combats as the lists of Parquet alone.
fn row_of(mut cells: Map<String, Value>) -> anyhow::Result<Row> {
    if let Some(combats) = cells.remove(COMBATS).filter(|_| !cells.contains_key("fights")) {
        cells.insert("fights".to_owned(), combats);
    }
    for (name, ..) in COLUMNS.iter().filter(|(_, kind, _)| *kind == Kind::List) {
        if let Some(Value::String(text)) = cells.get(*name) {
            let list = serde_json::from_str(text).with_context(|| format!("column `{name}`"))?;
            cells.insert((*name).to_owned(), list);
        }
    }
    Ok(serde_json::from_value(Value::Object(cells))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use row::a_row as row;

    #[test]
    fn every_format_gives_back_what_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let rows: Vec<Row> = (0..50).map(row).collect();
        for name in ["a.csv", "a.jsonl", "a.parquet"] {
            let path = folder.path().join(name);
            write(&path, &rows).unwrap();
            assert_eq!(read(&path).unwrap(), rows, "{name}");
            write(&path, &[]).unwrap();
            assert_eq!(read(&path).unwrap(), [], "{name}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing unfinished is left");
    }

    #[cfg(feature = "parquet")]
    #[test]
    fn parquet_holds_combats_as_lists_too() {
        use parquet::file::reader::{FileReader, SerializedFileReader};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.parquet");
        let rows: Vec<Row> = (0..5).map(row).collect();
        write(&path, &rows).unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let names: Vec<&str> = reader
            .metadata()
            .file_metadata()
            .schema()
            .get_fields()
            .iter()
            .map(|field| field.name())
            .collect();
        let expected: Vec<&str> = COLUMNS.iter().map(|(name, ..)| *name).chain([COMBATS]).collect();
        assert_eq!(names, expected, "behind the columns that every format has");
        for (read, row) in reader.get_row_iter(None).unwrap().zip(&rows) {
            let mut told = parquet_file::named(read.unwrap().into_columns());
            let text: Value = serde_json::from_str(told["fights"].as_str().unwrap()).unwrap();
            assert_eq!(told[COMBATS], text, "the same as in the text");
            // A file of somebody who kept only the lists.
            told.remove("fights");
            assert_eq!(row_of(told).unwrap(), *row);
        }
    }

    #[test]
    fn results_of_before_are_read_without_the_columns_of_later() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let rows: Vec<Row> = (0..3).map(row).collect();
        write(&path, &rows).unwrap();
        let mut csv = csv::Reader::from_path(&path).unwrap();
        let heads = csv.headers().unwrap().clone();
        let kept: Vec<usize> = (0..heads.len()).filter(|n| !LATER.contains(&&heads[*n])).collect();
        let records: Vec<csv::StringRecord> = csv.records().map(Result::unwrap).collect();
        let mut old = csv::Writer::from_path(&path).unwrap();
        for record in [heads].iter().chain(&records) {
            old.write_record(kept.iter().map(|n| &record[*n])).unwrap();
        }
        old.flush().unwrap();
        let of_before = |row: Row| Row {
            union_faults: 0,
            confederate_faults: 0,
            union_replaced: 0,
            confederate_replaced: 0,
            ..row
        };
        assert_eq!(read(&path).unwrap(), rows.into_iter().map(of_before).collect::<Vec<_>>());
    }

    #[test]
    fn what_are_no_results_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let told = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            format!("{:#}", read(&path).unwrap_err())
        };
        assert!(told("a.txt", "").contains(".parquet"));
        assert!(told("a.csv", "a,b\n1,2\n").contains("column"), "{}", told("a.csv", "a,b\n1,2\n"));
        assert!(told("a.jsonl", "{}\n{}\n").contains("line 1"));
        assert!(told("a.parquet", "PAR1").contains("a.parquet"));
        assert!(check_names(&[folder.path().join("nowhere/a.csv")]).is_err());
    }
}
