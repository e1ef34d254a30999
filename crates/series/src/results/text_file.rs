//! Results as CSV and as JSON lines.

use std::fs::File;
use std::io::{BufRead, BufReader};

use anyhow::{Context, bail};
use serde_json::{Map, Value};

use super::{COLUMNS, Kind, LATER, Row, cells, row_of};

pub fn write_csv(file: &File, rows: &[Row]) -> anyhow::Result<()> {
    let mut csv = csv::Writer::from_writer(file);
    csv.write_record(COLUMNS.map(|(name, ..)| name))?;
    for row in rows {
        let cells = cells(row)?;
        csv.write_record(COLUMNS.map(|(name, ..)| match &cells[name] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }))?;
    }
    Ok(csv.flush()?)
}

pub fn read_csv(file: File) -> anyhow::Result<Vec<Row>> {
    let mut csv = csv::Reader::from_reader(file);
    let heads: Vec<String> = csv.headers()?.iter().map(str::to_owned).collect();
    let needed = COLUMNS.iter().filter(|(name, ..)| !LATER.contains(name));
    if let Some((missing, ..)) = needed.into_iter().find(|(name, ..)| !heads.iter().any(|head| head == name))
    {
        bail!("there is no column `{missing}`");
    }
    let mut rows = Vec::new();
    for (n, record) in csv.records().enumerate() {
        let record = record?;
        let cells = heads.iter().cloned().zip(record.iter().map(str::to_owned));
        let typed = cells.map(|(name, text)| cell(&name, text).map(|cell| (name, cell)));
        let cells = typed.collect::<anyhow::Result<Map<String, Value>>>();
        rows.push(cells.and_then(row_of).with_context(|| format!("row {}", n + 1))?);
    }
    Ok(rows)
}

fn cell(column: &str, text: String) -> anyhow::Result<Value> {
    let kind = COLUMNS.iter().find(|(name, ..)| *name == column).map_or(Kind::Text, |(_, kind, _)| *kind);
    match kind {
        Kind::Text | Kind::List => Ok(Value::String(text)),
        Kind::Whole | Kind::Real => {
            serde_json::from_str(&text).with_context(|| format!("column `{column}`: `{text}` is no number"))
        }
    }
}

/// Reads JSON lines. A last line without an end is what a killed program could not finish: left out.
pub fn read_lines(file: File) -> anyhow::Result<Vec<Row>> {
    let mut file = BufReader::new(file);
    let (mut rows, mut line, mut number) = (Vec::new(), Vec::new(), 0);
    while file.read_until(b'\n', &mut line)? > 0 {
        number += 1;
        if line.last() == Some(&b'\n') && !line.trim_ascii().is_empty() {
            rows.push(serde_json::from_slice(&line).with_context(|| format!("line {number}"))?);
        }
        line.clear();
    }
    Ok(rows)
}
