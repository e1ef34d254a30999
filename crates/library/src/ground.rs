//! A picture as the ground of a board: where it lies, and what is drawn with it.

use hexmap::HexMap;
use hexmap::render::{self, Layout, Options};

use crate::Board;

/// The picture under a map of hexes, in units of the map's plan.
#[derive(Clone, PartialEq, Debug)]
pub struct Ground {
    /// The name of the picture, beside the map.
    pub file: String,
    /// From pixels of the picture to units of the drawing: `x' = a x + c y + e`, `y' = b x + d y + f`.
    pub place: [f64; 6],
    /// How much the picture is seen, 0 to 1.
    pub opacity: f64,
    /// What is drawn where the picture is there; the picture lies before its group [`render::OVER_PICTURE`].
    pub svg: String,
}

impl Ground {
    /// That of the bare plan, or of a page to look at.
    pub(crate) fn of(board: &Board<'_>, bare: bool) -> Option<Ground> {
        let Board::Hexes(map) = board else { return None };
        on_hexes(map, if bare { Options::bare() } else { Options::default() })
    }
}

fn on_hexes(map: &HexMap, options: Options) -> Option<Ground> {
    let picture = map.picture.as_ref()?;
    let options = Options { on_picture: true, ..options };
    let layout = Layout::new(map, &options);
    Some(Ground {
        file: picture.file.clone(),
        place: picture.fit.onto(layout.origin(), layout.step()),
        opacity: picture.opacity,
        svg: render::svg(map, &options),
    })
}
