//! The atlas compiler: from latitude and longitude to a map of hexes or a table in inches.
//!
//! An atlas (`NAME.atlas.toml`, docs/atlas.md) names a frame on the earth, sources (rivers and coasts as GeoJSON,
//! places as CSV, heights as grids), and what the author adds by hand: places, roads, streams, woods, crossings, and
//! overrides that have the last word. [`compile`] turns it into the text of a map or a table file. It is pure: the
//! same texts give the same bytes, and files are read through a function of the caller's.
//!
//! The way of a compilation: `read` makes a `plan::Plan` of the file, in which everything fits and lies on the
//! plane of the map; `hexes` or `inches` lay it out and write it.

mod courses;
mod ground;
mod hexes;
mod inches;
mod keys;
mod plan;
mod read;
mod text;

use table::{Faults, Source};

use plan::Ground;

/// What became of an atlas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiled {
    /// The map file, or the table file for Volley & Bayonet.
    pub text: String,
    /// What the compiler decided by itself, for the author to judge.
    pub notes: Vec<String>,
}

/// Reads a file that the atlas names, or says why it cannot.
pub type Reader<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// Compiles an atlas. `file` is only for messages, and for the head of the map.
///
/// # Errors
/// Everything in the atlas or its sources that does not fit, each with its line and what was expected.
pub fn compile(file: &str, text: &str, reader: Reader<'_>) -> Result<Compiled, Faults> {
    let mut source = Source::new(file, text);
    let plan = read::plan(&mut source, reader)?;
    if source.has_faults() {
        return Err(source.into_faults());
    }
    let mut notes = plan.notes.clone();
    let text = match &plan.ground {
        Ground::Hexes(ground) => hexes::compile(&plan, ground, &mut source, &mut notes),
        Ground::Inches(ground) => inches::compile(&plan, ground, &mut source, &mut notes),
    };
    source.finish(Compiled { text, notes })
}

/// The hexes of an atlas as GeoJSON polygons with their labels, to lay over other maps.
///
/// # Errors
/// As [`compile`]; and an atlas of a table has no hexes.
pub fn grid(file: &str, text: &str, reader: Reader<'_>) -> Result<String, Faults> {
    let mut source = Source::new(file, text);
    let plan = read::plan(&mut source, reader)?;
    match &plan.ground {
        Ground::Hexes(ground) => source.finish(hexes::outlines(&plan, ground)),
        Ground::Inches(_) => {
            source.fault("system", "`vnb` has a table in inches and no hexes: expected gcacw or lfm");
            Err(source.into_faults())
        }
    }
}

/// The files that an atlas names.
///
/// # Errors
/// The text is no atlas.
pub fn sources(file: &str, text: &str) -> Result<Vec<String>, Faults> {
    let keys: keys::File = Source::new(file, text).parse()?;
    Ok(keys.source.into_iter().map(|source| source.file.into_inner()).collect())
}
