//! Hex maps: geometry, the map file format, reachable sets, and drawing.
//!
//! A map file becomes a [`HexMap`] only if everything in it fits; after that every [`Hex`] is on the map
//! and nothing asks again. This crate knows the words of the maps (woods, pike, ford) but no rule about
//! them.
//!
//! ```
//! let map = hexmap::HexMap::parse("tiny.map.toml", r#"
//!     format = "hardtack-map/1"
//!     name = "Two hexes"
//!     yards_per_hex = 1940
//!     [grid]
//!     shape = "pointy"
//!     label = "RRCC"
//!     rows = 1
//!     columns = 2
//!     [terrain]
//!     default = "clear"
//!     woods = ["0102"]
//! "#).unwrap();
//! let west = map.grid.hex("0101").unwrap();
//! let east = map.grid.hex("0102").unwrap();
//! assert_eq!(map.grid.distance(west, east), 1);
//! assert_eq!(map.terrain(east), hexmap::Terrain::Woods);
//! ```

mod grid;
mod hexset;
mod lint;
mod load;
mod map;
mod picture;
mod reach;
pub mod render;
mod terrain;

pub use grid::{Dir, Grid, Hex, LabelOrder, Parity, RowOne, Shape};
pub use hexset::HexSet;
pub use lint::{Subject, Warning, warnings};
pub use map::{Art, CrossingSite, Drawn, HexMap, Hexside, Place, Redoubt, Ridge, River};
pub use picture::{Draw, Fit, Picture, calibrate};
pub use reach::{Frontier, Reach, Step};
pub use terrain::{Crossing, PlaceKind, Terrain, Wall, Water, Way, Ways};
