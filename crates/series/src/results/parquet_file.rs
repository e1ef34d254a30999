//! Results as Parquet.

use std::fs::File;
use std::sync::Arc;

use anyhow::Context;
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::Field;
use parquet::schema::types::{Type, TypePtr};
use serde_json::{Map, Number, Value};

use super::{COLUMNS, Kind, Row, cells, combats, row_of};
use crate::parquet_columns as columns;

/// Columns without a sign that may need all 64 bits.
const UNSIGNED: [&str; 2] = ["seed", "game"];

fn schema() -> anyhow::Result<TypePtr> {
    let column = |(name, kind, _): &(&'static str, Kind, &str)| {
        let (physical, logical) = match kind {
            Kind::Text | Kind::List => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Kind::Whole => (Physical::INT64, Some(LogicalType::integer(64, !UNSIGNED.contains(name)))),
            Kind::Real => (Physical::DOUBLE, None),
        };
        columns::plain(name, physical, Repetition::REQUIRED, logical)
    };
    let mut columns = COLUMNS.iter().map(column).collect::<Result<Vec<_>, _>>()?;
    columns.push(combats::schema()?);
    Ok(Arc::new(Type::group_type_builder("games").with_fields(columns).build()?))
}

/// Rows that are written together.
const GROUP: usize = 10_000;

pub fn write(file: &File, rows: &[Row]) -> anyhow::Result<()> {
    let mut writer = SerializedFileWriter::new(file, schema()?, columns::properties())?;
    for rows in rows.chunks(GROUP) {
        let cells = rows.iter().map(cells).collect::<Result<Vec<_>, _>>()?;
        let mut group = writer.next_row_group()?;
        for (name, kind, _) in &COLUMNS {
            write_column(&mut group, *kind, cells.iter().map(|row| &row[*name]))?;
        }
        combats::write(&mut group, rows)?;
        group.close()?;
    }
    writer.close()?;
    Ok(())
}

fn write_column<'a>(
    group: &mut SerializedRowGroupWriter<'_, &File>,
    kind: Kind,
    values: impl Iterator<Item = &'a Value>,
) -> anyhow::Result<()> {
    match kind {
        Kind::Text | Kind::List => {
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let values: Vec<ByteArray> = values.map(|v| ByteArray::from(text(v).into_bytes())).collect();
            columns::write::<ByteArrayType>(group, &values)
        }
        Kind::Whole => {
            // Numbers without a sign keep their bits.
            let bits = |value: &Value| value.as_i64().or(value.as_u64().map(|n| n as i64));
            let values: Vec<i64> = values.map(|v| bits(v).unwrap_or_default()).collect();
            columns::write::<Int64Type>(group, &values)
        }
        Kind::Real => {
            let values: Vec<f64> = values.map(|v| v.as_f64().unwrap_or_default()).collect();
            columns::write::<DoubleType>(group, &values)
        }
    }
}

pub fn read(file: File) -> anyhow::Result<Vec<Row>> {
    let reader = SerializedFileReader::new(file)?;
    let mut rows = Vec::new();
    for (n, row) in reader.get_row_iter(None)?.enumerate() {
        let cells: Map<String, Value> = named(row?.into_columns());
        rows.push(row_of(cells).with_context(|| format!("row {}", n + 1))?);
    }
    Ok(rows)
}

pub(super) fn named(fields: Vec<(String, Field)>) -> Map<String, Value> {
    fields.into_iter().map(|(name, field)| (name, value(field))).collect()
}

fn value(field: Field) -> Value {
    match field {
        Field::Bool(flag) => Value::Bool(flag),
        Field::Str(text) => Value::String(text),
        Field::Long(n) => n.into(),
        Field::ULong(n) => n.into(),
        Field::Int(n) => n.into(),
        Field::UInt(n) => n.into(),
        Field::Double(n) => Number::from_f64(n).map_or(Value::Null, Value::Number),
        Field::Float(n) => Number::from_f64(n.into()).map_or(Value::Null, Value::Number),
        Field::ListInternal(list) => list.elements().iter().cloned().map(value).collect(),
        Field::Group(row) => Value::Object(named(row.into_columns())),
        _ => Value::Null,
    }
}
