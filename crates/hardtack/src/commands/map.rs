//! `hardtack map`: check and draw maps.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use library::{OpenError, open_board};

use super::map_check as check;
use super::map_picture::on_picture;
use crate::usage::{Usage, wrong_line};

#[derive(clap::Subcommand)]
pub enum Command {
    /// Draw a map as SVG or PNG
    #[command(after_help = "\
Examples:
  hardtack map render my.map.toml --out my.svg
  hardtack map render my.scenario.toml --out my.png --scale 2
  hardtack map render second-manassas --setup --out setup.svg")]
    Render {
        /// A map file, a table file, a built-in map, or a scenario (id or file)
        map: String,
        /// Where to: a file that ends in .svg or .png
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Only the map, with hexes that a web page can make clickable
        #[arg(long)]
        interactive: bool,
        /// With the counters of a scenario's set-up on it
        #[arg(long, conflicts_with = "interactive")]
        setup: bool,
        /// How much larger a PNG is than the drawing
        #[arg(long, default_value_t = 1.0)]
        scale: f32,
    },
    /// Check a map: all faults and warnings at once, or `fits`
    #[command(after_help = "\
Faults keep a map from loading; warnings are probably slips: a river in pieces
(M1), a road over a river without a crossing (M2), and so on: docs/maps.md.

Exit status: 0 it fits; 1 it has faults, with --strict also warnings.")]
    Check {
        /// A map file, a table file, a built-in map, or a scenario (id or file)
        map: String,
        /// As a list of JSON, empty where everything fits
        #[arg(long)]
        json: bool,
        /// Warnings count as faults
        #[arg(long)]
        strict: bool,
    },
}

pub fn run(command: &Command, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match command {
        Command::Render { map, out: file, interactive, setup, scale } => {
            let board = told(map, open_board(map))?;
            draw(map, file, (*interactive, *setup), *scale)?;
            writeln!(out, "{}: {}, {}", file.display(), board.name(), board.measure())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Check { map, json, strict } => check::check(map, *json, *strict, out),
    }
}

/// The error of a map that cannot be opened, with what there is.
pub fn told<T>(map: &str, opened: Result<T, OpenError>) -> anyhow::Result<T> {
    opened.map_err(|error| match error {
        OpenError::Unknown { .. } => Usage::new(format!(
            "`{map}` is no map, table or scenario: give a file, or one of {}",
            library::list().iter().map(|e| format!("`{}`", e.id)).collect::<Vec<_>>().join(", ")
        ))
        .into(),
        OpenError::Unreadable(library::ReadError::Missing(_)) => Usage::new(error).into(),
        other => anyhow::anyhow!("{other}"),
    })
}

/// Writes the picture in the format that the file's ending asks for.
fn draw(map: &str, file: &Path, (interactive, setup): (bool, bool), scale: f32) -> anyhow::Result<()> {
    let ending = file.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    if !["svg", "png"].contains(&ending.as_str()) {
        wrong_line!("--out `{}`: expected a file that ends in .svg or .png", file.display());
    }
    let svg = match setup {
        true => super::open(map)?.picture_of_setup(),
        false => told(map, library::picture(map, interactive))?,
    };
    let (svg, photo) = if setup || interactive { (svg, None) } else { on_picture(map, svg)? };
    let cannot = || format!("`{}` cannot be written", file.display());
    if ending == "svg" {
        let svg = photo.as_ref().map_or(svg.clone(), |photo| photo.inside(&svg));
        return std::fs::write(file, svg).with_context(cannot);
    }
    // Under another name first: what fails half-way leaves the file as it was.
    let draft = file.with_extension("png.part");
    let photo = photo.map(|photo| photo.read()).transpose()?;
    let drawn = png(&svg, photo, scale, &draft).and_then(|()| Ok(std::fs::rename(&draft, file)?));
    drawn.inspect_err(|_| drop(std::fs::remove_file(&draft))).with_context(cannot)
}

fn png(svg: &str, photo: Option<raster::Photo>, scale: f32, file: &Path) -> anyhow::Result<()> {
    let mut out = BufWriter::new(File::create(file)?);
    raster::png_on(svg, photo, scale, &mut out).map_err(|error| match error {
        raster::Error::Size { .. } => anyhow::Error::from(Usage::new(format!("--scale {scale}: {error}"))),
        other => other.into(),
    })?;
    Ok(out.flush()?)
}
