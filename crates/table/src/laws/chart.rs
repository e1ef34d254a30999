//! Charts as a reader meets them.

use crate::Chart;

/// Whether every chart has rows, and each row is as long as the head, or says one thing beside its name.
///
/// # Panics
/// If not: the test fails.
pub fn even(charts: &[Chart]) {
    for chart in charts {
        assert!(!chart.rows.is_empty(), "{}: it has no rows", chart.id);
        for row in &chart.rows {
            assert!(row.len() == chart.columns.len() || row.len() == 2, "{}: {row:?}", chart.id);
        }
    }
}

/// What stands in a chart, in the row of this name.
///
/// # Panics
/// If there is no such chart or row: the test fails.
pub fn cell(charts: &[Chart], id: &str, name: &str, column: usize) -> String {
    let chart = charts.iter().find(|c| c.id == id).unwrap_or_else(|| panic!("no chart {id}"));
    let row = chart.rows.iter().find(|r| r[0] == name).unwrap_or_else(|| panic!("{id}: no {name}"));
    row[column].to_string()
}
