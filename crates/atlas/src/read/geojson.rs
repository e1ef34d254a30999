//! Lines and areas from GeoJSON.

use std::collections::BTreeMap;

use geojson::{GeoJson, GeometryValue, Position};
use table::Earth;

/// A feature with its name and its shape on the earth.
#[derive(Default)]
pub struct Feature {
    pub name: Option<String>,
    pub tags: BTreeMap<String, String>,
    pub lines: Vec<Vec<Earth>>,
    /// Polygons: the outer ring, then the holes.
    pub areas: Vec<Vec<Vec<Earth>>>,
}

impl Feature {
    pub fn has_tags(&self, wanted: &BTreeMap<String, String>) -> bool {
        wanted.iter().all(|(key, value)| self.tags.get(key) == Some(value))
    }
}

/// Reads the features of a text.
///
/// # Errors
/// Why it is no GeoJSON, or that it holds no line and no area.
pub fn read(bytes: &[u8]) -> Result<Vec<Feature>, String> {
    let text =
        std::str::from_utf8(bytes).map_err(|_| "it is not text in UTF-8: expected GeoJSON".to_owned())?;
    let json = text.parse::<GeoJson>().map_err(|e| format!("it is no GeoJSON: {e}"))?;
    let features: Vec<Feature> = match json {
        GeoJson::FeatureCollection(all) => all.features.into_iter().map(feature).collect::<Result<_, _>>()?,
        GeoJson::Feature(one) => vec![feature(one)?],
        GeoJson::Geometry(geometry) => {
            let mut bare = Feature::default();
            take(&geometry.value, &mut bare)?;
            vec![bare]
        }
    };
    if features.iter().all(|f| f.lines.is_empty() && f.areas.is_empty()) {
        return Err("it has no line and no area in it: expected LineString or Polygon features".to_owned());
    }
    Ok(features)
}

fn feature(from: geojson::Feature) -> Result<Feature, String> {
    let mut feature = Feature::default();
    for (key, value) in from.properties.into_iter().flatten() {
        let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        if key == "name" && !word.is_empty() && !value.is_null() {
            feature.name = Some(word.clone());
        }
        feature.tags.insert(key, word);
    }
    if let Some(geometry) = from.geometry {
        take(&geometry.value, &mut feature)?;
    }
    Ok(feature)
}

fn take(value: &GeometryValue, into: &mut Feature) -> Result<(), String> {
    match value {
        GeometryValue::LineString { coordinates } => into.lines.push(line(coordinates)?),
        GeometryValue::MultiLineString { coordinates } => {
            for one in coordinates {
                into.lines.push(line(one)?);
            }
        }
        GeometryValue::Polygon { coordinates } => into.areas.push(rings(coordinates)?),
        GeometryValue::MultiPolygon { coordinates } => {
            for one in coordinates {
                into.areas.push(rings(one)?);
            }
        }
        GeometryValue::GeometryCollection { geometries } => {
            for one in geometries {
                take(&one.value, into)?;
            }
        }
        GeometryValue::Point { .. } | GeometryValue::MultiPoint { .. } => {}
    }
    Ok(())
}

fn rings(rings: &[Vec<Position>]) -> Result<Vec<Vec<Earth>>, String> {
    rings.iter().map(|ring| line(ring)).collect()
}

fn line(points: &[Position]) -> Result<Vec<Earth>, String> {
    points.iter().map(point).collect()
}

fn point(at: &Position) -> Result<Earth, String> {
    let told = || format!("{:?} is no point: expected longitude, then latitude, in degrees", at.as_slice());
    match *at.as_slice() {
        [longitude, latitude, ..] => Earth::new(latitude, longitude).ok_or_else(told),
        _ => Err(told()),
    }
}
