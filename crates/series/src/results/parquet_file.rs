//! Results as Parquet.

use std::fs::File;
use std::sync::Arc;

use anyhow::Context;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::Field;
use parquet::schema::types::{Type, TypePtr};
use serde_json::{Map, Number, Value};

use super::{COLUMNS, Kind, Row, cells, row_of};

/// Columns without a sign that may need all 64 bits.
const UNSIGNED: [&str; 2] = ["seed", "game"];

fn schema() -> anyhow::Result<TypePtr> {
    let column = |(name, kind, _): &(&'static str, Kind, &str)| -> anyhow::Result<TypePtr> {
        let (physical, logical) = match kind {
            Kind::Text | Kind::List => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Kind::Whole => (Physical::INT64, Some(whole(!UNSIGNED.contains(name)))),
            Kind::Real => (Physical::DOUBLE, None),
        };
        let builder = Type::primitive_type_builder(name, physical);
        Ok(Arc::new(builder.with_repetition(Repetition::REQUIRED).with_logical_type(logical).build()?))
    };
    let columns = COLUMNS.iter().map(column).collect::<Result<Vec<_>, _>>()?;
    Ok(Arc::new(Type::group_type_builder("games").with_fields(columns).build()?))
}

fn whole(is_signed: bool) -> LogicalType {
    LogicalType::integer(64, is_signed)
}

/// Rows that are written together.
const GROUP: usize = 10_000;

pub fn write(file: &File, rows: &[Row]) -> anyhow::Result<()> {
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = SerializedFileWriter::new(file, schema()?, Arc::new(properties))?;
    for group in rows.chunks(GROUP) {
        let cells = group.iter().map(cells).collect::<Result<Vec<_>, _>>()?;
        let mut columns = writer.next_row_group()?;
        for (name, kind, _) in &COLUMNS {
            write_column(&mut columns, *kind, cells.iter().map(|row| &row[*name]))?;
        }
        columns.close()?;
    }
    writer.close()?;
    Ok(())
}

fn write_column<'a>(
    columns: &mut SerializedRowGroupWriter<'_, &File>,
    kind: Kind,
    values: impl Iterator<Item = &'a Value>,
) -> anyhow::Result<()> {
    let mut column = columns.next_column()?.context("a column too few")?;
    match kind {
        Kind::Text | Kind::List => {
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let values: Vec<ByteArray> = values.map(|v| ByteArray::from(text(v).into_bytes())).collect();
            column.typed::<ByteArrayType>().write_batch(&values, None, None)?;
        }
        Kind::Whole => {
            // Numbers without a sign keep their bits.
            let bits = |value: &Value| value.as_i64().or(value.as_u64().map(|n| n as i64));
            let values: Vec<i64> = values.map(|v| bits(v).unwrap_or_default()).collect();
            column.typed::<Int64Type>().write_batch(&values, None, None)?;
        }
        Kind::Real => {
            let values: Vec<f64> = values.map(|v| v.as_f64().unwrap_or_default()).collect();
            column.typed::<DoubleType>().write_batch(&values, None, None)?;
        }
    }
    Ok(column.close()?)
}

pub fn read(file: File) -> anyhow::Result<Vec<Row>> {
    let reader = SerializedFileReader::new(file)?;
    let mut rows = Vec::new();
    for (n, row) in reader.get_row_iter(None)?.enumerate() {
        let cells: Map<String, Value> =
            row?.into_columns().into_iter().map(|(name, field)| (name, value(field))).collect();
        rows.push(row_of(cells).with_context(|| format!("row {}", n + 1))?);
    }
    Ok(rows)
}

fn value(field: Field) -> Value {
    match field {
        Field::Str(text) => Value::String(text),
        Field::Long(n) => n.into(),
        Field::ULong(n) => n.into(),
        Field::Int(n) => n.into(),
        Field::UInt(n) => n.into(),
        Field::Double(n) => Number::from_f64(n).map_or(Value::Null, Value::Number),
        Field::Float(n) => Number::from_f64(n.into()).map_or(Value::Null, Value::Number),
        _ => Value::Null,
    }
}
