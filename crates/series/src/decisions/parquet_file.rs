//! Decisions as Parquet: dice as lists, nulls where there is nothing.

use std::fs::File;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};

use super::Decision;
use crate::parquet_columns::{self as columns, Lists};

/// Rows that are written together, about.
const GROUP: usize = 50_000;

/// A file, and the rows that wait to be written.
pub(super) struct Rows {
    writer: SerializedFileWriter<File>,
    waiting: Vec<Decision>,
}

impl Rows {
    pub(super) fn new(file: File) -> anyhow::Result<Rows> {
        let writer = SerializedFileWriter::new(file, schema()?, columns::properties())?;
        Ok(Rows { writer, waiting: Vec::new() })
    }

    pub(super) fn write(&mut self, mut decisions: Vec<Decision>) -> anyhow::Result<()> {
        self.waiting.append(&mut decisions);
        if self.waiting.len() < GROUP { Ok(()) } else { self.write_group() }
    }

    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        self.write_group()?;
        self.writer.close()?;
        Ok(())
    }

    fn write_group(&mut self) -> anyhow::Result<()> {
        let rows = std::mem::take(&mut self.waiting);
        if rows.is_empty() {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        let text = |text: &'static str| ByteArray::from(text);
        // Numbers without a sign keep their bits.
        columns::write::<Int64Type>(&mut group, &all(&rows, |row| row.game as i64))?;
        columns::write::<Int64Type>(&mut group, &all(&rows, |row| row.number as i64))?;
        columns::write::<ByteArrayType>(&mut group, &all(&rows, |row| text(row.seat.word())))?;
        columns::write::<ByteArrayType>(&mut group, &all(&rows, |row| text(row.kind)))?;
        columns::write::<Int64Type>(&mut group, &all(&rows, |row| row.legal as i64))?;
        let chosen: Vec<i64> = rows.iter().filter_map(|row| row.chosen.map(|n| n as i64)).collect();
        let there = all(&rows, |row| i16::from(row.chosen.is_some()));
        columns::write_some::<Int64Type>(&mut group, &chosen, &there)?;
        let dice: Vec<i32> = rows.iter().flat_map(|row| &row.dice).map(|die| i32::from(*die)).collect();
        let lists = Lists::of(rows.iter().map(|row| row.dice.len()));
        columns::write_lists::<Int32Type>(&mut group, &dice, &lists)?;
        let values: Vec<f64> = rows.iter().filter_map(|row| row.value).collect();
        let there = all(&rows, |row| i16::from(row.value.is_some()));
        columns::write_some::<DoubleType>(&mut group, &values, &there)?;
        group.close()?;
        Ok(())
    }
}

fn schema() -> anyhow::Result<TypePtr> {
    let (once, maybe) = (Repetition::REQUIRED, Repetition::OPTIONAL);
    let whole = |is_signed| Some(LogicalType::integer(64, is_signed));
    let text = Some(LogicalType::String);
    let die = columns::plain("element", Physical::INT32, once, Some(LogicalType::integer(8, false)))?;
    let all = vec![
        columns::plain("game", Physical::INT64, once, whole(false))?,
        columns::plain("number", Physical::INT64, once, whole(true))?,
        columns::plain("seat", Physical::BYTE_ARRAY, once, text.clone())?,
        columns::plain("kind", Physical::BYTE_ARRAY, once, text)?,
        columns::plain("legal", Physical::INT64, once, whole(true))?,
        columns::plain("chosen", Physical::INT64, maybe, whole(true))?,
        columns::list("dice", die)?,
        columns::plain("value", Physical::DOUBLE, maybe, None)?,
    ];
    Ok(Arc::new(Type::group_type_builder("decisions").with_fields(all).build()?))
}

fn all<T>(rows: &[Decision], cell: impl Fn(&Decision) -> T) -> Vec<T> {
    rows.iter().map(cell).collect()
}
