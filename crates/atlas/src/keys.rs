//! The keys of an atlas file, as written. Values keep their place in the text, so that a fault names its line.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

/// A string and where it stands in the file.
pub type Text = Spanned<String>;

/// Latitude and longitude.
pub type Position = Spanned<[f64; 2]>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    pub format: Text,
    pub name: String,
    pub system: Text,
    /// What the map shows and where that is from: becomes the head of the map file.
    #[serde(default)]
    pub about: Option<String>,
    pub frame: Spanned<FrameKeys>,
    #[serde(default)]
    pub source: Vec<SourceKeys>,
    /// Points that a water runs through, by its name.
    #[serde(default)]
    pub bend: BTreeMap<Text, Vec<Position>>,
    #[serde(default)]
    pub place: BTreeMap<Text, PlaceKeys>,
    #[serde(default)]
    pub line: Vec<LineKeys>,
    #[serde(default)]
    pub area: Vec<AreaKeys>,
    #[serde(default)]
    pub ford: Vec<CrossingKeys>,
    #[serde(default)]
    pub bridge: Vec<CrossingKeys>,
    #[serde(default)]
    pub ferry: Vec<CrossingKeys>,
    #[serde(default)]
    pub dam: Vec<CrossingKeys>,
    #[serde(default, rename = "override")]
    pub overrides: OverrideKeys,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FrameKeys {
    pub centre: Position,
    #[serde(default)]
    pub rows: Option<u16>,
    #[serde(default)]
    pub columns: Option<u16>,
    #[serde(default)]
    pub yards_per_hex: Option<Spanned<u32>>,
    /// Tables: size in inches.
    #[serde(default)]
    pub width: Option<Spanned<f64>>,
    #[serde(default)]
    pub height: Option<Spanned<f64>>,
    #[serde(default)]
    pub yards_per_inch: Option<Spanned<f64>>,
    #[serde(default)]
    pub turn: Option<Spanned<f64>>,
    #[serde(default)]
    pub shape: Option<hexmap::Shape>,
    #[serde(default)]
    pub label: Option<hexmap::LabelOrder>,
    #[serde(default)]
    pub row_one: Option<hexmap::RowOne>,
    #[serde(default)]
    pub shifted: Option<hexmap::Parity>,
    #[serde(default)]
    pub first_row: Option<u16>,
    #[serde(default)]
    pub first_column: Option<u16>,
    /// The terrain of every hex that nothing else covers.
    #[serde(default)]
    pub ground: Option<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceKeys {
    pub file: Text,
    #[serde(rename = "as")]
    pub role: Text,
    /// One word for all, or a word for each name.
    #[serde(default)]
    pub kind: Option<Kinds>,
    /// The kind of what `kind` does not name; without it, that is left out.
    #[serde(default)]
    pub default: Option<Text>,
    #[serde(default)]
    pub only: Option<Vec<Text>>,
    #[serde(default)]
    pub except: Vec<Text>,
    /// The name on the map for a name of the source.
    #[serde(default)]
    pub rename: BTreeMap<String, String>,
    /// Which features: those with these properties.
    #[serde(default)]
    pub tag: BTreeMap<String, String>,
    #[serde(default)]
    pub share: Option<Spanned<f64>>,
    #[serde(default)]
    pub levels: Option<Spanned<Vec<f64>>>,
    #[serde(default)]
    pub terrain: Option<Vec<Text>>,
    /// Coasts: a point in each piece of open water.
    #[serde(default)]
    pub sea: Vec<Position>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceKeys {
    pub at: Position,
    #[serde(default)]
    pub kind: Option<Text>,
    /// The terrain of its hex.
    #[serde(default)]
    pub terrain: Option<Text>,
    /// Which bank of which water it stands on: `{ Rappahannock = "south" }`.
    #[serde(default)]
    pub bank: BTreeMap<Text, Text>,
    /// Works in its hex, and whom they shelter: a side, or `both`.
    #[serde(default)]
    pub redoubt: Option<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineKeys {
    pub kind: Text,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub via: Option<Spanned<Vec<Spanned<Stop>>>>,
    #[serde(default)]
    pub points: Option<Spanned<Vec<Spanned<Stop>>>>,
    /// Ridges: which side of the line, seen along it, is high ground.
    #[serde(default)]
    pub high: Option<Text>,
    /// Railroads: the places with a station; without it, its towns and villages.
    #[serde(default)]
    pub stations: Option<Vec<Text>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaKeys {
    pub kind: Text,
    #[serde(default)]
    pub name: Option<String>,
    pub points: Spanned<Vec<Spanned<Stop>>>,
    #[serde(default)]
    pub share: Option<Spanned<f64>>,
    /// How much of the area is really so; the rest stays as it was, in patches.
    #[serde(default)]
    pub cover: Option<Spanned<f64>>,
    /// The level of the ground (The Last Full Measure), or the contour of a hill (Volley & Bayonet).
    #[serde(default)]
    pub level: Option<Spanned<u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrossingKeys {
    pub name: Text,
    #[serde(default)]
    pub road: Option<Text>,
    #[serde(default)]
    pub water: Option<Text>,
    #[serde(default)]
    pub at: Option<Position>,
    #[serde(default)]
    pub indestructible: bool,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct OverrideKeys {
    #[serde(default)]
    pub terrain: BTreeMap<Text, Text>,
    #[serde(default)]
    pub elevation: BTreeMap<Text, Spanned<u8>>,
    /// A hexside and the name of its water, or `none`.
    #[serde(default)]
    pub water: BTreeMap<Text, Text>,
    /// A hexside and its crossing, or `none`.
    #[serde(default)]
    pub crossing: BTreeMap<Text, Text>,
    /// A place and its hex, or `none`.
    #[serde(default)]
    pub place: BTreeMap<Text, Text>,
    /// A road and all its hexes.
    #[serde(default)]
    pub road: BTreeMap<Text, Vec<Text>>,
}

/// A stop of a line: the name of a place, or latitude and longitude.
pub enum Stop {
    Name(String),
    Point([f64; 2]),
}

impl<'de> Deserialize<'de> for Stop {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StopVisitor)
    }
}

struct StopVisitor;

impl<'de> Visitor<'de> for StopVisitor {
    type Value = Stop;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a place, or latitude and longitude such as [38.31, -77.63]")
    }
    fn visit_str<E>(self, text: &str) -> Result<Stop, E> {
        Ok(Stop::Name(text.to_owned()))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Stop, A::Error> {
        let mut numbers = Vec::new();
        while let Some(number) = seq.next_element::<f64>()? {
            numbers.push(number);
        }
        match numbers[..] {
            [latitude, longitude] => Ok(Stop::Point([latitude, longitude])),
            _ => Err(serde::de::Error::invalid_length(numbers.len(), &self)),
        }
    }
}

/// One kind for all features of a source, or one for each name.
pub enum Kinds {
    All(String),
    Each(BTreeMap<String, String>),
}

impl<'de> Deserialize<'de> for Kinds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(KindsVisitor)
    }
}

struct KindsVisitor;

impl<'de> Visitor<'de> for KindsVisitor {
    type Value = Kinds;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a kind such as \"creek\", or one for each name such as { Rapidan = \"minor-river\" }")
    }
    fn visit_str<E>(self, text: &str) -> Result<Kinds, E> {
        Ok(Kinds::All(text.to_owned()))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Kinds, A::Error> {
        let mut each = BTreeMap::new();
        while let Some((name, kind)) = map.next_entry()? {
            each.insert(name, kind);
        }
        Ok(Kinds::Each(each))
    }
}
