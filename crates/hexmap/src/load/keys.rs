//! The keys of a map file, as written. Strings keep their place in the text, so that a fault names its line.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use table::GeoKeys;
use toml::Spanned;

use crate::grid::{LabelOrder, Parity, RowOne, Shape};
use crate::{Crossing, PlaceKind, Terrain, Wall, Water, Way};

/// A string and where it stands in the file.
pub(super) type Text = Spanned<String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub format: Text,
    pub name: String,
    #[serde(default = "default_yards")]
    pub yards_per_hex: Spanned<u32>,
    pub grid: Spanned<GridKeys>,
    #[serde(default)]
    pub geo: Option<GeoKeys>,
    pub terrain: Spanned<BTreeMap<Text, Spanned<Entry>>>,
    #[serde(default)]
    pub elevation: BTreeMap<Text, Spanned<Entry>>,
    #[serde(default)]
    pub road: Vec<RoadKeys>,
    #[serde(default)]
    pub water: Vec<WaterKeys>,
    #[serde(default)]
    pub crossing: Vec<CrossingKeys>,
    #[serde(default)]
    pub ridge: Vec<RidgeKeys>,
    #[serde(default)]
    pub wall: Vec<WallKeys>,
    #[serde(default)]
    pub border: Vec<BorderKeys>,
    #[serde(default)]
    pub place: Vec<PlaceKeys>,
    #[serde(default)]
    pub features: Features,
    #[serde(default)]
    pub picture: Option<Spanned<PictureKeys>>,
    #[serde(default)]
    pub art: Option<ArtKeys>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PictureKeys {
    pub file: Text,
    pub origin: [f64; 2],
    pub hex: Spanned<[f64; 2]>,
    #[serde(default)]
    pub turn: Option<Spanned<f64>>,
    #[serde(default)]
    pub opacity: Option<Spanned<f64>>,
    #[serde(default)]
    pub draw: Option<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArtKeys {
    pub folder: Text,
    pub name: Text,
}

fn default_yards() -> Spanned<u32> {
    Spanned::new(0..0, 250)
}

fn one() -> u16 {
    1
}

fn even() -> Parity {
    Parity::Even
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GridKeys {
    pub shape: Shape,
    pub label: LabelOrder,
    pub rows: u16,
    pub columns: u16,
    #[serde(default = "one")]
    pub first_row: u16,
    #[serde(default = "one")]
    pub first_column: u16,
    #[serde(default)]
    pub row_one: RowOne,
    #[serde(default = "even")]
    pub shifted: Parity,
    #[serde(default)]
    pub sheet: Option<Text>,
}

/// What stands behind a key of `[terrain]` or `[elevation]`: a word, a number, or a list of hexes.
pub(super) enum Entry {
    Word(String),
    Number(i64),
    List(Vec<Spanned<toml::Value>>),
    Other,
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(EntryVisitor)
    }
}

struct EntryVisitor;

impl<'de> Visitor<'de> for EntryVisitor {
    type Value = Entry;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of hexes such as [\"4610\", \"4611..4614\"]")
    }
    fn visit_str<E>(self, text: &str) -> Result<Entry, E> {
        Ok(Entry::Word(text.to_owned()))
    }
    fn visit_i64<E>(self, number: i64) -> Result<Entry, E> {
        Ok(Entry::Number(number))
    }
    fn visit_bool<E>(self, _: bool) -> Result<Entry, E> {
        Ok(Entry::Other)
    }
    fn visit_f64<E>(self, _: f64) -> Result<Entry, E> {
        Ok(Entry::Other)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Entry, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = seq.next_element()? {
            list.push(value);
        }
        Ok(Entry::List(list))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RoadKeys {
    pub kind: Text,
    pub path: Spanned<Vec<Text>>,
    #[serde(default)]
    pub name: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WaterKeys {
    pub kind: Text,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub sides: Vec<Text>,
    /// Hexes on one bank and hexes on the other: every hexside between the two.
    #[serde(default)]
    pub between: Option<Spanned<[Vec<Text>; 2]>>,
    /// Corners of hexes one after the other, each written as the hexes that meet there.
    #[serde(default)]
    pub path: Option<Spanned<Vec<Text>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CrossingKeys {
    pub kind: Text,
    pub side: Text,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub indestructible: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RidgeKeys {
    pub side: Text,
    pub high: Text,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WallKeys {
    pub kind: Text,
    pub side: Text,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BorderKeys {
    pub sides: Vec<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlaceKeys {
    pub hex: Text,
    pub name: String,
    pub kind: Text,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct Features {
    #[serde(default)]
    pub rr_station: Vec<Text>,
    #[serde(default)]
    pub redoubt: OneOrMany<RedoubtKeys>,
    /// Permanent forts: they work as redoubts.
    #[serde(default)]
    pub fort: OneOrMany<RedoubtKeys>,
    #[serde(default)]
    pub sunken_road: Vec<Text>,
    /// Hexes on top of a plateau (Great Campaigns).
    #[serde(default)]
    pub plateau: Vec<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RedoubtKeys {
    pub hexes: Vec<Text>,
    #[serde(default)]
    pub benefits: Option<Vec<Text>>,
}

/// A table, or a list of such tables. Not serde's `untagged`, which would lose the lines.
pub(super) struct OneOrMany<T>(pub Vec<T>);

impl<T> Default for OneOrMany<T> {
    fn default() -> Self {
        OneOrMany(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneOrManyVisitor(PhantomData))
    }
}

struct OneOrManyVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for OneOrManyVisitor<T> {
    type Value = OneOrMany<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a table such as { hexes = [\"4610\"], benefits = [\"union\"] }, or a list of such tables",
        )
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        Ok(OneOrMany(vec![T::deserialize(MapAccessDeserializer::new(map))?]))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Self::Value, A::Error> {
        Ok(OneOrMany(Vec::deserialize(SeqAccessDeserializer::new(seq))?))
    }
}

/// A word of a closed list, such as the kinds of roads.
pub(super) trait Word: Sized + Copy + 'static {
    const WHAT: &'static str;
    fn read(word: &str) -> Option<Self>;
    fn words() -> Vec<&'static str>;
}

macro_rules! word {
    ($($kind:ident: $what:literal),+) => {$(
        impl Word for $kind {
            const WHAT: &'static str = $what;
            fn read(word: &str) -> Option<Self> {
                $kind::from_word(word)
            }
            fn words() -> Vec<&'static str> {
                $kind::ALL.iter().map(|k| k.word()).collect()
            }
        }
    )+};
}

word!(
    Terrain: "terrain",
    Way: "kind of road",
    Water: "kind of water",
    Crossing: "kind of crossing",
    Wall: "kind of wall",
    PlaceKind: "kind of place"
);
