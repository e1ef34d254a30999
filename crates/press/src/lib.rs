//! Games on paper: maps in pages, counters, rosters, turn tracks and charts, as PDF with lines and letters, not pixels.
//!
//! Every page is first a drawing in SVG, measured in millimetres; [`pdf`] makes a file of them. The same scenario always
//! gives the same bytes.

mod charts;
mod counters;
mod leaf;
mod map;
mod paper;
pub mod pdf;
mod roster;
mod svg;
mod track;

pub use charts::charts;
pub use counters::counters;
pub use map::{Map, Tiling};
pub use paper::{Length, Paper};
pub use roster::roster;
pub use track::track;

use svg::{INK, SOFT};

/// What a page leaves free around a map: at the upper edge and the sides, and at the foot. Printers need that much.
pub(crate) const MARGIN: (f64, f64) = (10.0, 14.0);

/// A file, and how many pages it has.
pub struct Printed {
    /// The file as it is written to disk.
    pub bytes: Vec<u8>,
    /// How many pages it has.
    pub pages: usize,
}

/// Why nothing can be printed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A picture cannot be read.
    #[error("the drawing is not SVG: {0}")]
    Svg(#[from] usvg::Error),
    /// It does not fit on the paper, and why.
    #[error("{0}")]
    Paper(String),
}
