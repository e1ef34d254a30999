//! Where things lie on a picture: hexes and points of a table in the units of the drawing.

use hexmap::HexMap;
use hexmap::render::{Layout, Options};
use table::view::Piece;

use crate::{Board, Scenario};

pub(super) type Point = (f64, f64);

/// A board and the pieces on it, measured.
pub(super) struct Sheet<'a> {
    scenario: &'a Scenario,
    layout: Option<(Layout, HexMap)>,
    pub(super) pieces: &'a [Piece],
}

impl<'a> Sheet<'a> {
    pub(super) fn new(scenario: &'a Scenario, pieces: &'a [Piece]) -> Sheet<'a> {
        let layout = match scenario.board() {
            Board::Hexes(map) => Some((Layout::new(&map, &Options::bare()), map.into_owned())),
            Board::Table(_) => None,
        };
        Sheet { scenario, layout, pieces }
    }

    /// A hex, a piece by its id, or a point of a table as `x,y`.
    pub(super) fn at(&self, place: &str) -> Option<Point> {
        if let Some(piece) = self.pieces.iter().find(|piece| piece.id == place) {
            return self.piece(piece);
        }
        self.scenario.place(place)
    }

    /// Where a piece is.
    pub(super) fn piece(&self, piece: &Piece) -> Option<Point> {
        match (piece.now.pose, &piece.now.at) {
            (Some(pose), _) => self.scenario.place(&format!("{},{}", pose.x, pose.y)),
            (None, Some(at)) => self.scenario.place(at),
            (None, None) => None,
        }
    }

    /// The corners of a hex.
    pub(super) fn corners(&self, label: &str) -> Option<[Point; 6]> {
        let (layout, map) = self.layout.as_ref()?;
        Some(layout.corners(map.grid.hex(label)?))
    }

    /// How wide a hex is, or an inch of a table.
    pub(super) fn unit(&self) -> f64 {
        let Some((layout, map)) = &self.layout else { return vnb::PICTURE_SCALE };
        let Some(first) = map.grid.hexes().next() else { return 1.0 };
        let corners = layout.corners(first);
        let xs = corners.iter().map(|c| c.0);
        xs.clone().fold(f64::MIN, f64::max) - xs.fold(f64::MAX, f64::min)
    }

    pub(super) fn is_table(&self) -> bool {
        self.layout.is_none()
    }
}

/// The part of a drawing that is shown.
pub(super) struct Window {
    low: Point,
    high: Point,
}

impl Window {
    /// The part of a board between two places, or all of it inside its frame.
    pub(super) fn of(text: &str, places: &[String]) -> Option<Window> {
        match HexMap::parse("board", text) {
            Ok(map) => Window::of_map(&map, places),
            Err(_) => Window::of_table(&vnb::load_table("board", text).ok()?, places),
        }
    }

    fn of_map(map: &HexMap, places: &[String]) -> Option<Window> {
        let layout = Layout::new(map, &Options::bare());
        let (least, most) = layout.map_rect();
        let [first, second] = places else { return Some(Window { low: least, high: most }) };
        let corners: Vec<Point> =
            [layout.corners(map.grid.hex(first)?), layout.corners(map.grid.hex(second)?)].concat();
        Some(Window::around(&corners, least, most))
    }

    fn of_table(table: &vnb::Table, places: &[String]) -> Option<Window> {
        let units = |cents: i32| f64::from(cents) / 100.0 * vnb::PICTURE_SCALE;
        let (least, most) = ((0.0, 0.0), (units(table.width), units(table.height)));
        let [first, second] = places else { return Some(Window { low: least, high: most }) };
        let point = |place: &str| {
            let (x, y) = place.split_once(',')?;
            Some(vnb::place(table, x.parse().ok()?, y.parse().ok()?))
        };
        Some(Window::around(&[point(first)?, point(second)?], least, most))
    }

    /// What holds all these points, and nothing beyond the board.
    fn around(points: &[Point], least: Point, most: Point) -> Window {
        let xs = points.iter().map(|p| p.0);
        let ys = points.iter().map(|p| p.1);
        Window {
            low: (
                xs.clone().fold(most.0, f64::min).max(least.0),
                ys.clone().fold(most.1, f64::min).max(least.1),
            ),
            high: (xs.fold(least.0, f64::max).min(most.0), ys.fold(least.1, f64::max).min(most.1)),
        }
    }

    pub(super) fn width(&self) -> u32 {
        (self.high.0 - self.low.0).round() as u32
    }

    pub(super) fn height(&self) -> u32 {
        (self.high.1 - self.low.1).round() as u32
    }

    /// The drawing with this part of it in view.
    pub(super) fn cut(&self, svg: &str) -> String {
        let (wide, high) = (self.width(), self.height());
        let Some((head, rest)) = svg.split_once('>') else { return svg.to_owned() };
        let kept: Vec<&str> = head
            .split_inclusive("\" ")
            .filter(|part| {
                !["width=", "height=", "viewBox="].iter().any(|key| part.trim_start().starts_with(key))
            })
            .collect();
        let (x, y) = self.low;
        format!(
            "{} width=\"{wide}\" height=\"{high}\" viewBox=\"{x:.1} {y:.1} {wide} {high}\">{rest}",
            kept.concat().trim_end()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_cut_to_its_window() {
        let window = Window { low: (10.0, 20.0), high: (110.0, 70.0) };
        let cut = window
            .cut("<svg xmlns=\"x\" width=\"9\" height=\"9\" viewBox=\"0 0 9 9\" role=\"img\"><g/></svg>");
        assert_eq!(
            cut,
            "<svg xmlns=\"x\" role=\"img\" width=\"100\" height=\"50\" viewBox=\"10.0 20.0 100 50\"><g/></svg>"
        );
    }
}
