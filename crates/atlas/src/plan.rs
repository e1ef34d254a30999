//! An atlas in which everything fits: all that is to be drawn, on the plane of the map. The unit is a hex (from
//! centre to centre) or an inch; x runs to the right, y down, from the middle of the map.

use std::ops::Range;

use geo::{Coord, LineString, MultiPolygon, Rect};
use hexmap::{Crossing, Grid, PlaceKind, Terrain, Wall, Water, Way};
use table::{Geo, Side};

/// Where something stands in the text of the atlas, for faults that show only while it is laid out.
pub type Span = Range<usize>;

pub struct Plan {
    pub name: String,
    pub about: Option<String>,
    pub system: System,
    pub geo: Geo,
    /// Yards in a hex or an inch.
    pub yards: f64,
    /// The map's own rectangle.
    pub frame: Rect,
    pub ground: Ground,
    pub streams: Vec<Stream>,
    /// Points that a water runs through, known better than its course.
    pub bends: Vec<(String, Coord)>,
    pub coasts: Vec<Coast>,
    pub roads: Vec<Road>,
    pub rims: Vec<Rim>,
    pub areas: Vec<Area>,
    pub heights: Vec<Heights>,
    pub places: Vec<Place>,
    pub crossings: Vec<Listed>,
    pub overrides: Overrides,
    pub notes: Vec<String>,
}

table::words! {
    /// A rule system, by the word that scenarios use.
    System {
        GreatCampaigns = "gcacw",
        LastFullMeasure = "lfm",
        VolleyAndBayonet = "vnb",
    }
}

/// What the map is laid out on.
pub enum Ground {
    Hexes(Hexes),
    Inches(Inches),
}

pub struct Hexes {
    pub grid: Grid,
    pub yards: u32,
    pub default: Terrain,
}

/// A table of so many inches.
pub struct Inches {
    pub width: f64,
    pub height: f64,
}

/// The courses of one water of one kind: a line for every feature of the sources.
pub struct Stream {
    pub kind: Water,
    pub name: Option<String>,
    /// What the source calls it.
    pub alias: Option<String>,
    pub lines: Vec<LineString>,
    pub key: String,
    pub span: Span,
}

impl Stream {
    pub fn is_called(&self, name: &str) -> bool {
        self.name.as_deref() == Some(name) || self.alias.as_deref() == Some(name)
    }

    /// How notes speak of it.
    pub fn title(&self) -> &str {
        self.name.as_deref().unwrap_or(self.kind.word())
    }
}

/// Coast lines, and points in the open water beyond them.
pub struct Coast {
    pub lines: Vec<LineString>,
    pub sea: Vec<Coord>,
}

pub struct Road {
    pub kind: Way,
    pub name: Option<String>,
    pub stops: Vec<Stop>,
    /// Names of the places with a station; `None`: towns and villages.
    pub stations: Option<Vec<(String, Span)>>,
    pub key: String,
    pub span: Span,
}

impl Road {
    /// How notes speak of it.
    pub fn title(&self) -> &str {
        self.name.as_deref().unwrap_or(self.kind.word())
    }
}

/// A stop of a road.
#[derive(Clone, Copy)]
pub struct Stop {
    pub at: Coord,
    /// The place whose hex the road goes through.
    pub place: Option<usize>,
}

/// A line that is neither water nor a way.
pub struct Rim {
    pub kind: RimKind,
    pub name: Option<String>,
    pub line: LineString,
    pub key: String,
    pub span: Span,
}

pub enum RimKind {
    /// A ridge; high ground lies left of its line, or right of it.
    Ridge {
        high_left: bool,
    },
    Wall(Wall),
    /// Any other line of a table.
    Table(vnb::terrain::Terrain),
}

pub struct Area {
    pub kind: AreaKind,
    pub name: Option<String>,
    pub shape: MultiPolygon,
    /// How much of a hex has to lie inside.
    pub share: f64,
    /// How much of the area is really so.
    pub cover: f64,
}

#[derive(Clone, Copy)]
pub enum AreaKind {
    Terrain(Terrain),
    /// Higher ground of The Last Full Measure.
    Level(u8),
    /// An area of a table, with the contour of a hill.
    Table(vnb::terrain::Terrain, u8),
}

/// A grid of heights with what they mean on the map.
pub struct Heights {
    pub columns: usize,
    pub rows: usize,
    /// Latitude and longitude of the first value: rows run from the north, each from the west.
    pub north_west: (f64, f64),
    /// Degrees from one value to the next.
    pub step: f64,
    /// `NAN` where nothing is known.
    pub values: Vec<f32>,
    /// From which height on each level begins.
    pub levels: Vec<f64>,
    /// Great Campaigns: the terrain of each level.
    pub terrain: Vec<Terrain>,
}

pub struct Place {
    pub name: String,
    pub at: Coord,
    pub kind: PlaceKind,
    /// What its hex is made of.
    pub terrain: Option<Terrain>,
    /// Waters, and which way from each the place lies.
    pub banks: Vec<(String, Coord)>,
    /// Whom the works in its hex shelter; none where there are no works.
    pub redoubt: Option<&'static [Side]>,
    pub key: String,
    pub span: Span,
}

/// A ford, bridge, ferry or dam that the author names.
pub struct Listed {
    pub name: String,
    pub kind: Crossing,
    pub road: Option<String>,
    pub water: Option<String>,
    pub at: Option<Coord>,
    pub indestructible: bool,
    pub key: String,
    pub span: Span,
}

impl Listed {
    /// Whether it is of this water, or may be.
    pub fn fits(&self, stream: &Stream) -> bool {
        self.water.as_deref().is_none_or(|name| stream.is_called(name))
    }

    /// Whether this road may use it.
    pub fn serves(&self, road: &Road) -> bool {
        self.road.is_none() || self.road == road.name
    }
}

/// Labels of hexes, each with its place in the text.
pub type Labels = Vec<(String, Span)>;

/// The author's last word, by label.
#[derive(Default)]
pub struct Overrides {
    pub terrain: Vec<(String, Terrain, Span)>,
    pub elevation: Vec<(String, u8, Span)>,
    pub water: Vec<(String, Option<String>, Span)>,
    pub crossing: Vec<(String, Option<Crossing>, Span)>,
    pub place: Vec<(String, Option<String>, Span)>,
    pub road: Vec<(String, Labels, Span)>,
}
