//! The frame: which piece of the earth, and how many hexes or inches it takes.

use geo::{Coord, Rect};
use hexmap::{Grid, LabelOrder, Parity, RowOne, Shape, Terrain};
use table::{Earth, Geo, Source};

use crate::keys::{File, FrameKeys};
use crate::plan::{Ground, Hexes, Inches, Overrides, Plan, System};

/// Hexes of the published maps: Great Campaigns, then The Last Full Measure.
const YARDS: [u32; 2] = [1940, 250];
/// The largest side of a table in inches.
const LARGEST: f64 = 400.0;

/// The plan with nothing in it yet.
pub fn read(keys: &File, system: System, source: &mut Source) -> Option<Plan> {
    let frame = keys.frame.get_ref();
    let geo = geo(frame, source);
    let ground = match system {
        System::VolleyAndBayonet => inches(frame, source).map(Ground::Inches),
        _ => hexes(keys, system, source).map(Ground::Hexes),
    };
    let (geo, ground) = (geo?, ground?);
    let (yards, half) = match &ground {
        Ground::Hexes(hexes) => (f64::from(hexes.yards), half_of(&hexes.grid)),
        Ground::Inches(inches) => (vnb::Table::YARDS, (inches.width / 2.0, inches.height / 2.0)),
    };
    let corner = Coord { x: half.0, y: half.1 };
    Some(Plan {
        name: keys.name.clone(),
        about: keys.about.clone(),
        system,
        geo,
        yards,
        frame: Rect::new(-corner, corner),
        ground,
        streams: Vec::new(),
        bends: Vec::new(),
        coasts: Vec::new(),
        roads: Vec::new(),
        rims: Vec::new(),
        areas: Vec::new(),
        heights: Vec::new(),
        places: Vec::new(),
        crossings: Vec::new(),
        overrides: Overrides::default(),
        notes: Vec::new(),
    })
}

/// Half the width and height of all hexes, in hexes.
fn half_of(grid: &Grid) -> (f64, f64) {
    let (rows, columns) = (f64::from(grid.rows), f64::from(grid.columns));
    let edge = 3f64.sqrt().recip();
    let (wide, high) = match grid.shape {
        Shape::Pointy => (columns + 0.5, (rows * 1.5 + 0.5) * edge),
        Shape::Flat => ((columns * 1.5 + 0.5) * edge, rows + 0.5),
    };
    (wide / 2.0, high / 2.0)
}

fn geo(frame: &FrameKeys, source: &mut Source) -> Option<Geo> {
    let [latitude, longitude] = *frame.centre.get_ref();
    let centre = Earth::new(latitude, longitude);
    if centre.is_none() {
        let what =
            format!("[{latitude}, {longitude}]: expected latitude and longitude such as [38.33, -77.68]");
        source.fault_at(frame.centre.span(), "[frame] centre", what);
    }
    let turn = frame.turn.as_ref().map_or(0.0, |turn| *turn.get_ref());
    if let Some(key) = frame.turn.as_ref().filter(|_| turn.is_nan() || turn.abs() > 360.0) {
        source.fault_at(key.span(), "[frame] turn", format!("{turn}: expected degrees, -360 to 360"));
        return None;
    }
    Some(Geo { centre: centre?, turn })
}

fn hexes(keys: &File, system: System, source: &mut Source) -> Option<Hexes> {
    let (span, frame) = (keys.frame.span(), keys.frame.get_ref());
    if frame.width.is_some() || frame.height.is_some() || frame.yards_per_inch.is_some() {
        source.fault_at(
            span.clone(),
            "[frame]",
            "width, height and yards_per_inch are for vnb: expected rows and columns",
        );
    }
    let great = system == System::GreatCampaigns;
    let (Some(rows), Some(columns)) = (frame.rows, frame.columns) else {
        source.fault_at(span, "[frame]", "expected rows and columns, the size of the map in hexes");
        return None;
    };
    let count = usize::from(rows) * usize::from(columns);
    let first = (frame.first_row.unwrap_or(1), frame.first_column.unwrap_or(1));
    let last = (u32::from(first.0) + u32::from(rows)).max(u32::from(first.1) + u32::from(columns));
    if count == 0 || count > Grid::MOST || last > 10_000 {
        let what = format!(
            "{rows} rows and {columns} columns: expected 1 to {} hexes, labels below 10000",
            Grid::MOST
        );
        source.fault_at(span, "[frame]", what);
        return None;
    }
    let yards =
        frame.yards_per_hex.as_ref().map_or(if great { YARDS[0] } else { YARDS[1] }, |y| *y.get_ref());
    if let Some(key) = frame.yards_per_hex.as_ref().filter(|_| yards == 0) {
        source.fault_at(key.span(), "[frame] yards_per_hex", "0: expected at least 1");
        return None;
    }
    let default = frame.ground.as_ref().map_or(Some(Terrain::Clear), |word| {
        let found = Terrain::from_word(word.get_ref());
        if found.is_none() {
            let what = format!("`{}`: expected one of {}", word.get_ref(), Terrain::expected());
            source.fault_at(word.span(), "[frame] ground", what);
        }
        found
    })?;
    let grid = Grid::new(
        frame.shape.unwrap_or(Shape::Pointy),
        frame.label.unwrap_or(LabelOrder::RowColumn),
        (rows, columns),
        first,
        frame.row_one.unwrap_or(if great { RowOne::South } else { RowOne::North }),
        frame.shifted.unwrap_or(Parity::Even),
        None,
    );
    Some(Hexes { grid, yards, default })
}

fn inches(frame: &FrameKeys, source: &mut Source) -> Option<Inches> {
    if let Some(yards) = frame.yards_per_inch.as_ref().filter(|y| *y.get_ref() != vnb::Table::YARDS) {
        let what = format!("{}: an inch stands for {} yards", yards.get_ref(), vnb::Table::YARDS);
        source.fault_at(yards.span(), "[frame] yards_per_inch", what);
    }
    let mut side = |key: &str, value: &Option<toml::Spanned<f64>>, default: f64| {
        let Some(value) = value else { return Some(default) };
        let fits = (3.0..=LARGEST).contains(value.get_ref());
        if !fits {
            let what = format!("{}: expected 3 to {LARGEST} inches", value.get_ref());
            source.fault_at(value.span(), format!("[frame] {key}"), what);
        }
        fits.then_some(*value.get_ref())
    };
    let (width, height) = (side("width", &frame.width, 96.0), side("height", &frame.height, 72.0));
    Some(Inches { width: width?, height: height? })
}
