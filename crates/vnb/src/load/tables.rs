//! Reading a table file.

use serde::Deserialize;
use table::{Fault, Faults, GeoKeys, Source};

use crate::geometry::{CENT, Pt, Quad, cents, segments_meet, sides};
use crate::grid::{FeatureSet, Grid};

use crate::setup::{Feature, Table};
use crate::terrain::Terrain;

/// The largest table side in inches: beyond it the arithmetic would need more room, and no floor is larger.
pub const LARGEST: f64 = 400.0;
/// Features and points one file may hold.
const MOST_FEATURES: usize = 250;
const MOST_POINTS: usize = 2_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTable {
    format: String,
    name: Option<String>,
    width: Option<f64>,
    height: Option<f64>,
    #[serde(default)]
    geo: Option<GeoKeys>,
    #[serde(default)]
    feature: Vec<RawFeature>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFeature {
    kind: String,
    name: Option<String>,
    shape: RawShape,
    contours: Option<i64>,
    construction: Option<String>,
    blocks_los: Option<bool>,
    flattened: Option<bool>,
    entrances: Option<Vec<[f64; 2]>>,
    breaches: Option<Vec<[f64; 2]>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawShape {
    polygon: Option<Vec<[f64; 2]>>,
    line: Option<Vec<[f64; 2]>>,
    point: Option<[f64; 2]>,
}

/// Reads a table.
///
/// # Errors
/// Everything that is wrong with it.
pub fn load_table(file: &str, text: &str) -> Result<Table, Faults> {
    match read_table_file(file, text) {
        (Some(table), faults) if faults.0.is_empty() => Ok(table),
        (_, faults) => Err(faults),
    }
}

/// Everything that is wrong with a table, and what is probably a slip.
pub fn examine_table(file: &str, text: &str) -> (Faults, Vec<Fault>) {
    let mut source = Source::new(file, text);
    if let Some(table) = read_table(&mut source).filter(|_| !source.has_faults()) {
        crate::lint::table_warnings(&table, &mut source);
    }
    let warnings = source.take_warnings();
    (source.into_faults(), warnings)
}

/// The table as far as it can be read, and everything that is wrong with it.
pub(crate) fn read_table_file(file: &str, text: &str) -> (Option<Table>, Faults) {
    let mut source = Source::new(file, text);
    let table = read_table(&mut source);
    (table, source.into_faults())
}

fn read_table(source: &mut Source) -> Option<Table> {
    let raw: RawTable = source.read()?;
    if raw.format != "hardtack-table/1" {
        source.fault("format", format!("`{}`: expected `hardtack-table/1`", raw.format));
    }
    let side = |source: &mut Source, key: &str, value: Option<f64>, default: f64| {
        let inches = value.unwrap_or(default);
        if (3.0..=LARGEST).contains(&inches) {
            return hundredths(inches);
        }
        source.fault(key, format!("{inches}: expected 3 to {LARGEST} inches"));
        hundredths(default)
    };
    let width = side(source, "width", raw.width, 96.0);
    let height = side(source, "height", raw.height, 72.0);
    if raw.feature.len() > MOST_FEATURES {
        source.fault("feature", format!("{} features: expected at most {MOST_FEATURES}", raw.feature.len()));
        return None;
    }
    let mut table = empty(width, height);
    table.name = raw.name.unwrap_or_else(|| source.file.trim_end_matches(".table.toml").to_owned());
    table.geo = raw.geo.as_ref().and_then(|geo| geo.read(source));
    for (n, raw) in raw.feature.iter().enumerate() {
        let key = format!(
            "[[feature]] {}",
            raw.name.clone().unwrap_or_else(|| format!("{} ({})", n + 1, raw.kind))
        );
        if let Some(feature) = feature(source, &table, &key, raw) {
            if feature.name.is_some() && table.features.iter().any(|f| f.name == feature.name) {
                source.fault(&key, "the name is used twice: expected a name of its own");
            }
            table.features.push(feature);
        }
    }
    crossings_lie_on_water(source, &table);
    table.has_crops = table.features.iter().any(|f| f.kind == Terrain::Crops);
    table.grid = Grid::new(table.width, table.height, &table.features);
    table.underfoot = FeatureSet::of(&table.features, Terrain::is_underfoot);
    table.roads = FeatureSet::of(&table.features, Terrain::is_road);
    table.has_hills = table.features.iter().any(|f| f.kind == Terrain::Hill);
    Some(table)
}

pub(crate) fn empty(width: i32, height: i32) -> Table {
    Table {
        name: String::new(),
        width,
        height,
        geo: None,
        features: Vec::new(),
        has_crops: false,
        has_hills: false,
        grid: Grid::default(),
        underfoot: FeatureSet::default(),
        roads: FeatureSet::default(),
    }
}

/// Inches as hundredths, rounded.
pub fn hundredths(inches: f64) -> i32 {
    (inches * 100.0).round().clamp(-1e8, 1e8) as i32
}

fn feature(source: &mut Source, table: &Table, key: &str, raw: &RawFeature) -> Option<Feature> {
    let Some(kind) = Terrain::from_word(&raw.kind) else {
        source.fault(
            format!("{key}: kind"),
            format!("`{}`: expected one of {}", raw.kind, Terrain::expected()),
        );
        return None;
    };
    let points = shape(source, table, key, kind, &raw.shape)?;
    let mut feature = Feature::new(kind, points);
    feature.name = raw.name.clone();
    extras(source, table, key, raw, &mut feature);
    if kind.is_area() {
        simple(source, key, &feature);
    }
    if kind.is_building() {
        feature.quad = building(source, key, &feature);
    }
    Some(feature)
}

/// The points of a shape, if it is the one its kind wants and lies on the table.
fn shape(source: &mut Source, table: &Table, key: &str, kind: Terrain, raw: &RawShape) -> Option<Vec<Pt>> {
    let key = format!("{key}: shape");
    let given = usize::from(raw.polygon.is_some())
        + usize::from(raw.line.is_some())
        + usize::from(raw.point.is_some());
    let (want, least, found) = if kind.is_area() {
        ("{ polygon = [...] } of at least 3 points", 3, raw.polygon.clone())
    } else if kind.is_line() {
        ("{ line = [...] } of at least 2 points", 2, raw.line.clone())
    } else {
        ("{ point = [x, y] }", 1, raw.point.map(|p| vec![p]))
    };
    let Some(found) = found.filter(|p| given == 1 && p.len() >= least && p.len() <= MOST_POINTS) else {
        source.fault(key, format!("a {} is {want}", kind.word()));
        return None;
    };
    let mut points: Vec<Pt> = Vec::with_capacity(found.len());
    for p in found {
        let pt = place(source, table, &key, p)?;
        // The same point twice in a row says nothing.
        if points.last() != Some(&pt) {
            points.push(pt);
        }
    }
    if kind.is_area() && points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    if points.len() < least {
        source.fault(key, format!("points that fall on one another: a {} is {want}", kind.word()));
        return None;
    }
    Some(points)
}

fn place(source: &mut Source, table: &Table, key: &str, [x, y]: [f64; 2]) -> Option<Pt> {
    let on = |v: f64, most: i32| v.is_finite() && (0..=most).contains(&hundredths(v));
    if !on(x, table.width) || !on(y, table.height) {
        let (w, h) = (f64::from(table.width) / 100.0, f64::from(table.height) / 100.0);
        source.fault(key, format!("[{x}, {y}] is not on the table: expected 0 to {w} and 0 to {h}"));
        return None;
    }
    Some(Pt::cents(hundredths(x), hundredths(y)))
}

/// The keys that only some kinds have.
fn extras(source: &mut Source, table: &Table, key: &str, raw: &RawFeature, feature: &mut Feature) {
    let kind = feature.kind;
    let mut only = |name: &str, given: bool, fits: bool| {
        if given && !fits {
            source.fault(format!("{key}: {name}"), format!("a {} has no `{name}`", kind.word()));
        }
        given && fits
    };
    let contours = only("contours", raw.contours.is_some(), kind == Terrain::Hill);
    let construction = only("construction", raw.construction.is_some(), kind.is_building());
    let dense = matches!(kind, Terrain::BrokenGround | Terrain::Swamp);
    feature.blocks_los = only("blocks_los", raw.blocks_los.is_some(), dense) && raw.blocks_los == Some(true);
    let flat = only("flattened", raw.flattened.is_some(), kind == Terrain::Crops);
    feature.flattened = flat && raw.flattened == Some(true);
    let entrances = only("entrances", raw.entrances.is_some(), kind.is_fort());
    let breaches = only("breaches", raw.breaches.is_some(), kind.is_fort());
    if contours {
        match raw.contours {
            Some(n @ 1..=9) => feature.level = n as u8,
            Some(n) => source.fault(format!("{key}: contours"), format!("{n}: expected 1 to 9")),
            None => {}
        }
    }
    if construction {
        match raw.construction.as_deref() {
            Some("stone") => feature.stone = true,
            Some("wooden") => {}
            other => source.fault(
                format!("{key}: construction"),
                format!("`{}`: expected `stone` or `wooden`", other.unwrap_or("")),
            ),
        }
    }
    for (name, wanted, given) in
        [("entrances", entrances, &raw.entrances), ("breaches", breaches, &raw.breaches)]
    {
        let points = given.iter().flatten().take(if wanted { MOST_POINTS } else { 0 });
        let found: Vec<Pt> =
            points.filter_map(|p| place(source, table, &format!("{key}: {name}"), *p)).collect();
        if name == "entrances" { feature.entrances = found } else { feature.breaches = found }
    }
}

/// An outline must not cross itself.
fn simple(source: &mut Source, key: &str, feature: &Feature) {
    let n = feature.points.len();
    let edges: Vec<(Pt, Pt)> = sides(&feature.points).collect();
    for i in 0..n {
        for j in i + 1..n {
            let neighbours = j == i + 1 || (i == 0 && j == n - 1);
            let ((a, b), (c, d)) = (edges[i], edges[j]);
            if !neighbours && segments_meet(a, b, c, d) {
                source
                    .fault(format!("{key}: shape"), "the outline crosses itself: expected a simple polygon");
                return;
            }
        }
    }
    if n == 3 && (feature.points[1] - feature.points[0]).cross(feature.points[2] - feature.points[0]) == 0 {
        source.fault(format!("{key}: shape"), "the three points lie on one line: expected an area");
    }
}

/// A town block is 3 x 3 inches, a village 3 x 1.5, to within what rounding costs.
fn building(source: &mut Source, key: &str, feature: &Feature) -> Option<Quad> {
    let square = feature.kind == Terrain::Town;
    let quad = rectangle(&feature.points, if square { (300, 300) } else { (300, 150) });
    if quad.is_none() {
        let want = if square { "a square of 3 x 3 inches" } else { "a rectangle of 3 x 1.5 inches" };
        source.fault(format!("{key}: shape"), format!("a {} is {want}", feature.kind.word()));
    }
    quad
}

fn rectangle(points: &[Pt], (long, short): (i64, i64)) -> Option<Quad> {
    let mut corners: [Pt; 4] = points.try_into().ok()?;
    if (corners[1] - corners[0]).cross(corners[2] - corners[0]) > 0 {
        corners.reverse();
    }
    let near = |d: i64, want: i64| (cents(d) - want).abs() <= 6;
    let side = |n: usize| corners[n].dist(corners[(n + 1) % 4]);
    let fits = |a: i64, b: i64| near(side(0), a) && near(side(2), a) && near(side(1), b) && near(side(3), b);
    let diagonal = ((long * long + short * short) * CENT * CENT).isqrt();
    let square = near(corners[0].dist(corners[2]), cents(diagonal))
        && near(corners[1].dist(corners[3]), cents(diagonal));
    if !square || !(fits(long, short) || fits(short, long)) {
        return None;
    }
    if !fits(long, short) {
        corners.rotate_left(1);
    }
    Some(Quad(corners))
}

/// A bridge or ford lies within half an inch of water.
fn crossings_lie_on_water(source: &mut Source, table: &Table) {
    for (n, f) in table.features.iter().enumerate().filter(|(_, f)| f.kind.is_point()) {
        let wet =
            table.features.iter().any(|w| w.kind.is_water() && cents(w.line_distance(f.points[0])) <= 50);
        if !wet {
            let key = format!(
                "[[feature]] {}",
                f.name.clone().unwrap_or_else(|| format!("{} ({})", n + 1, f.kind.word()))
            );
            source.fault(
                key,
                format!(
                    "a {} lies within half an inch of the water it crosses: there is none",
                    f.kind.word()
                ),
            );
        }
    }
}
