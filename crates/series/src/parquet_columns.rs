//! What all Parquet files of series share: how a column is described and written, and lists in it.

use std::io::Write;
use std::sync::Arc;

use anyhow::Context;
use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::data_type::DataType;
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::SerializedRowGroupWriter;
use parquet::schema::types::{Type, TypePtr};

/// How files are written.
pub fn properties() -> WriterPropertiesPtr {
    Arc::new(WriterProperties::builder().set_compression(Compression::SNAPPY).build())
}

/// A column of plain values.
pub fn plain(
    name: &str,
    physical: Physical,
    repetition: Repetition,
    logical: Option<LogicalType>,
) -> anyhow::Result<TypePtr> {
    let builder = Type::primitive_type_builder(name, physical);
    Ok(Arc::new(builder.with_repetition(repetition).with_logical_type(logical).build()?))
}

/// Values that belong together, under one name.
pub fn group(name: &str, fields: Vec<TypePtr>) -> anyhow::Result<TypePtr> {
    let builder = Type::group_type_builder(name).with_repetition(Repetition::REQUIRED);
    Ok(Arc::new(builder.with_fields(fields).build()?))
}

/// A column whose values are lists: none is missing, some are empty. The format wants the elements called `element`.
pub fn list(name: &str, element: TypePtr) -> anyhow::Result<TypePtr> {
    let repeated = Type::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![element])
        .build()?;
    let list = Type::group_type_builder(name)
        .with_repetition(Repetition::REQUIRED)
        .with_converted_type(ConvertedType::LIST)
        .with_logical_type(Some(LogicalType::List))
        .with_fields(vec![Arc::new(repeated)])
        .build()?;
    Ok(Arc::new(list))
}

/// Where lists begin and end among the values of a column.
pub struct Lists {
    /// 0 for an empty list, 1 for each value.
    defined: Vec<i16>,
    /// 0 for what begins a list, 1 for what goes on with it.
    repeated: Vec<i16>,
}

impl Lists {
    /// Of lists so long.
    pub fn of(lengths: impl Iterator<Item = usize>) -> Lists {
        let (mut defined, mut repeated) = (Vec::new(), Vec::new());
        for length in lengths {
            let slots = length.max(1);
            defined.extend(std::iter::repeat_n(i16::from(length > 0), slots));
            repeated.extend((0..slots).map(|slot| i16::from(slot > 0)));
        }
        Lists { defined, repeated }
    }
}

/// The next column of a group of rows.
pub fn write<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: &[T::T],
) -> anyhow::Result<()> {
    write_levels::<T>(group, values, None, None)
}

/// The next column, where some rows have no value: `there` is 1 for those that have.
pub fn write_some<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: &[T::T],
    there: &[i16],
) -> anyhow::Result<()> {
    write_levels::<T>(group, values, Some(there), None)
}

/// The next column, whose values lie in lists.
pub fn write_lists<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: &[T::T],
    lists: &Lists,
) -> anyhow::Result<()> {
    write_levels::<T>(group, values, Some(&lists.defined), Some(&lists.repeated))
}

fn write_levels<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: &[T::T],
    defined: Option<&[i16]>,
    repeated: Option<&[i16]>,
) -> anyhow::Result<()> {
    let mut column = group.next_column()?.context("a column too few")?;
    column.typed::<T>().write_batch(values, defined, repeated)?;
    Ok(column.close()?)
}
