//! What a client must know to lay counters on the picture of a board: how large it is, where places are, and what
//! to say of them. The picture itself is [`crate::Scenario::plan`].

use std::collections::HashMap;

use hexmap::render::{Layout, Options, ground};
use hexmap::{HexMap, LabelOrder, Parity, PlaceKind, RowOne, Shape};
use serde::Serialize;

use crate::Board;

/// A bare board in units of its picture.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Plan {
    /// Hexes.
    Hexes(HexPlan),
    /// A table measured in inches.
    Inches(TablePlan),
}

/// A map of hexes: all centres follow from these numbers.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HexPlan {
    /// The width of the picture, in its units.
    pub width: f64,
    /// The height of the picture.
    pub height: f64,
    /// How hexes stand.
    pub shape: HexShape,
    /// Row before column in a label.
    pub row_first: bool,
    /// How many rows there are.
    pub rows: u16,
    /// How many columns there are.
    pub columns: u16,
    /// The label of the first row.
    pub first_row: u16,
    /// The label of the first column.
    pub first_column: u16,
    /// Row labels grow southwards.
    pub row_one_north: bool,
    /// Even labels are moved half a hex: rows east (pointy), columns south (flat).
    pub even_moved: bool,
    /// What every label begins with.
    pub sheet: String,
    /// How many digits row and column take in a label.
    pub digits: [usize; 2],
    /// The length of a hex's edge.
    pub edge: f64,
    /// The centre of the first row and column, not moved.
    pub origin: [f64; 2],
    /// What there is on the ground, in words.
    pub words: Vec<String>,
    /// Which of the words each hex has, row by row.
    pub ground: Vec<u16>,
    /// Towns and other places with their hexes, to be named where a counter covers them.
    pub places: Vec<(String, String)>,
}

/// How hexes stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum HexShape {
    /// A corner is up.
    Pointy,
    /// An edge is up.
    Flat,
}

/// A table of inches.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TablePlan {
    /// From west to east, in inches.
    pub width: f64,
    /// From south to north, in inches.
    pub height: f64,
    /// Units of the picture to an inch.
    pub inch: f64,
}

impl Plan {
    pub(crate) fn of(board: &Board<'_>) -> Plan {
        match board {
            Board::Hexes(map) => Plan::Hexes(hexes(map)),
            Board::Table(table) => Plan::Inches(TablePlan {
                width: f64::from(table.width) / 100.0 * vnb::PICTURE_SCALE,
                height: f64::from(table.height) / 100.0 * vnb::PICTURE_SCALE,
                inch: vnb::PICTURE_SCALE,
            }),
        }
    }
}

fn hexes(map: &HexMap) -> HexPlan {
    let (grid, layout) = (&map.grid, Layout::new(map, &Options::bare()));
    let mut words: Vec<String> = Vec::new();
    let mut known: HashMap<String, u16> = HashMap::new();
    let mut number = |said: String| {
        *known.entry(said).or_insert_with_key(|said| {
            words.push(said.clone());
            (words.len() - 1) as u16
        })
    };
    let ground = grid.hexes().map(|hex| number(ground(map, hex))).collect();
    let (rows, columns) = grid.widths();
    HexPlan {
        width: layout.size().0,
        height: layout.size().1,
        shape: match grid.shape {
            Shape::Pointy => HexShape::Pointy,
            Shape::Flat => HexShape::Flat,
        },
        row_first: grid.label == LabelOrder::RowColumn,
        rows: grid.rows,
        columns: grid.columns,
        first_row: grid.first_row,
        first_column: grid.first_column,
        row_one_north: grid.row_one == RowOne::North,
        even_moved: grid.shifted == Parity::Even,
        sheet: grid.sheet.map(String::from).unwrap_or_default(),
        digits: [rows, columns],
        edge: layout.edge,
        origin: layout.origin().into(),
        words,
        ground,
        places: places(map),
    }
}

fn places(map: &HexMap) -> Vec<(String, String)> {
    let named = map.places.iter().filter(|place| place.kind != PlaceKind::Entry);
    named.map(|place| (map.grid.label(place.hex), place.name.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hex_has_its_words() {
        let board = crate::open_board("crossroads-gcacw").unwrap();
        let (Plan::Hexes(plan), Board::Hexes(map)) = (Plan::of(&board), &board) else { panic!("hexes") };
        assert_eq!(plan.ground.len(), map.grid.len());
        let hex = map.grid.hex("4811").unwrap();
        let said = &plan.words[usize::from(plan.ground[hex.index()])];
        assert!(said.contains("Columbia"), "{said}");
        assert!(plan.words.len() < plan.ground.len());
        assert!(plan.places.contains(&("4811".to_owned(), "Columbia".to_owned())));
    }

    #[test]
    fn a_table_is_as_large_as_its_picture() {
        let scenario = crate::open("lesson-henry-hill").unwrap();
        let Plan::Inches(plan) = scenario.sheet() else { panic!("a table") };
        let size = format!("viewBox=\"0 0 {:.0} {:.0}\"", plan.width, plan.height);
        assert!(scenario.plan("").contains(&size), "{size}");
    }

    #[test]
    fn a_map_is_as_large_as_its_picture() {
        let scenario = crate::open("lesson-spring-hill").unwrap();
        let Plan::Hexes(plan) = scenario.sheet() else { panic!("hexes") };
        let (x, y) = scenario.place(&scenario_label(&plan)).unwrap();
        let moved = (x - plan.origin[0]).abs() + (y - plan.origin[1]).abs();
        assert!(moved < plan.edge, "the first cell is at the origin, or half a hex beside it: {moved}");
    }

    /// The label of the first row and column.
    fn scenario_label(plan: &HexPlan) -> String {
        let row = if plan.row_one_north { plan.first_row } else { plan.first_row + plan.rows - 1 };
        let (r, c) = (plan.digits[0], plan.digits[1]);
        match plan.row_first {
            true => format!("{}{row:0r$}{:0c$}", plan.sheet, plan.first_column),
            false => format!("{}{:0c$}{row:0r$}", plan.sheet, plan.first_column),
        }
    }
}
