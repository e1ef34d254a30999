//! The combats of games as a column of lists: what stands in `fights` as JSON text, for who need not take text apart.

use std::io::Write;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType};
use parquet::file::writer::SerializedRowGroupWriter;
use parquet::schema::types::TypePtr;
use table::Fight;

use super::{COMBATS, Row};
use crate::parquet_columns::{self as columns, Lists};

pub fn schema() -> anyhow::Result<TypePtr> {
    let field = |name, physical, logical| columns::plain(name, physical, Repetition::REQUIRED, logical);
    let text = |name| field(name, Physical::BYTE_ARRAY, Some(LogicalType::String));
    let fight = vec![
        text("at")?,
        text("by")?,
        text("how")?,
        field("p", Physical::DOUBLE, None)?,
        field("won", Physical::BOOLEAN, None)?,
    ];
    columns::list(COMBATS, columns::group("element", fight)?)
}

/// Writes the five columns that the lists come to, in the order of the schema.
pub fn write(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    rows: &[Row],
) -> anyhow::Result<()> {
    let lists = Lists::of(rows.iter().map(|row| row.fights.len()));
    let fights: Vec<&Fight> = rows.iter().flat_map(|row| &row.fights).collect();
    let texts = |of: fn(&Fight) -> &str| -> Vec<ByteArray> {
        fights.iter().map(|fight| ByteArray::from(of(fight).as_bytes().to_vec())).collect()
    };
    for text in [texts(|fight| &fight.at), texts(|fight| fight.by.word()), texts(|fight| &fight.how)] {
        columns::write_lists::<ByteArrayType>(group, &text, &lists)?;
    }
    let chances: Vec<f64> = fights.iter().map(|fight| fight.p).collect();
    columns::write_lists::<DoubleType>(group, &chances, &lists)?;
    let won: Vec<bool> = fights.iter().map(|fight| fight.won).collect();
    columns::write_lists::<BoolType>(group, &won, &lists)
}
