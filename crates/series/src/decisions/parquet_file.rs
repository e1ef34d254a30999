//! Decisions as Parquet: dice as lists, nulls where there is nothing.

use std::fs::File;
use std::sync::Arc;

use anyhow::Context;
use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use super::Decision;

/// Rows that are written together, about.
const GROUP: usize = 50_000;

/// A file, and the rows that wait to be written.
pub(super) struct Rows {
    writer: SerializedFileWriter<File>,
    waiting: Vec<Decision>,
}

impl Rows {
    pub(super) fn new(file: File) -> anyhow::Result<Rows> {
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let writer = SerializedFileWriter::new(file, schema()?, Arc::new(properties))?;
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
        let chosen: Vec<i64> = rows.iter().filter_map(|row| row.chosen.map(|n| n as i64)).collect();
        let values: Vec<f64> = rows.iter().filter_map(|row| row.value).collect();
        // Numbers without a sign keep their bits.
        column::<Int64Type>(&mut group, &all(&rows, |row| row.game as i64), None, None)?;
        column::<Int64Type>(&mut group, &all(&rows, |row| row.number as i64), None, None)?;
        column::<ByteArrayType>(&mut group, &all(&rows, |row| text(row.seat.word())), None, None)?;
        column::<ByteArrayType>(&mut group, &all(&rows, |row| text(row.kind)), None, None)?;
        column::<Int64Type>(&mut group, &all(&rows, |row| row.legal as i64), None, None)?;
        let there = all(&rows, |row| i16::from(row.chosen.is_some()));
        column::<Int64Type>(&mut group, &chosen, Some(&there), None)?;
        let (dice, defined, repeated) = dice(&rows);
        column::<Int32Type>(&mut group, &dice, Some(&defined), Some(&repeated))?;
        let there = all(&rows, |row| i16::from(row.value.is_some()));
        column::<DoubleType>(&mut group, &values, Some(&there), None)?;
        group.close()?;
        Ok(())
    }
}

fn schema() -> anyhow::Result<TypePtr> {
    let (once, maybe) = (Repetition::REQUIRED, Repetition::OPTIONAL);
    let column = |name: &str, physical, repetition, logical| -> anyhow::Result<TypePtr> {
        let builder = Type::primitive_type_builder(name, physical);
        Ok(Arc::new(builder.with_repetition(repetition).with_logical_type(logical).build()?))
    };
    let whole = |is_signed| Some(LogicalType::integer(64, is_signed));
    let text = Some(LogicalType::String);
    let die = column("element", Physical::INT32, once, Some(LogicalType::integer(8, false)))?;
    let list = Type::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![die])
        .build()?;
    let dice = Type::group_type_builder("dice")
        .with_repetition(once)
        .with_converted_type(ConvertedType::LIST)
        .with_logical_type(Some(LogicalType::List))
        .with_fields(vec![Arc::new(list)])
        .build()?;
    let columns = vec![
        column("game", Physical::INT64, once, whole(false))?,
        column("number", Physical::INT64, once, whole(true))?,
        column("seat", Physical::BYTE_ARRAY, once, text.clone())?,
        column("kind", Physical::BYTE_ARRAY, once, text)?,
        column("legal", Physical::INT64, once, whole(true))?,
        column("chosen", Physical::INT64, maybe, whole(true))?,
        Arc::new(dice),
        column("value", Physical::DOUBLE, maybe, None)?,
    ];
    Ok(Arc::new(Type::group_type_builder("decisions").with_fields(columns).build()?))
}

fn all<T>(rows: &[Decision], cell: impl Fn(&Decision) -> T) -> Vec<T> {
    rows.iter().map(cell).collect()
}

/// All dice, which rows have any (0: the list is empty), and which of them go on a list (1) or begin one (0).
fn dice(rows: &[Decision]) -> (Vec<i32>, Vec<i16>, Vec<i16>) {
    let (mut dice, mut defined, mut repeated) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        dice.extend(row.dice.iter().map(|die| i32::from(*die)));
        let slots = row.dice.len().max(1);
        defined.extend(std::iter::repeat_n(i16::from(!row.dice.is_empty()), slots));
        repeated.extend((0..slots).map(|slot| i16::from(slot > 0)));
    }
    (dice, defined, repeated)
}

fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    values: &[T::T],
    defined: Option<&[i16]>,
    repeated: Option<&[i16]>,
) -> anyhow::Result<()> {
    let mut column = group.next_column()?.context("a column too few")?;
    column.typed::<T>().write_batch(values, defined, repeated)?;
    Ok(column.close()?)
}
