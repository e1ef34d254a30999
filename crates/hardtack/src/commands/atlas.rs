//! `hardtack atlas`: maps and tables from latitude and longitude.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use library::BuiltIn;
use table::Faults;

use crate::text;
use crate::usage::wrong_line;

/// How the files of atlases end.
const ENDING: &str = ".atlas.toml";

#[derive(clap::Subcommand)]
pub enum Command {
    /// Compile an atlas to a map of hexes, or to a table for Volley & Bayonet
    #[command(after_help = "\
Examples:
  hardtack atlas compile my.atlas.toml --out my.map.toml
  hardtack atlas compile my.atlas.toml --out my.map.toml --notes
  hardtack map render my.map.toml --out my.png

docs/atlas.md makes a map in twenty minutes.")]
    Compile {
        /// The atlas
        #[arg(value_name = "NAME.atlas.toml")]
        atlas: PathBuf,
        /// Where to: NAME.map.toml, or NAME.table.toml
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Tell what the compiler decided by itself
        #[arg(long)]
        notes: bool,
    },
    /// The hexes of an atlas as GeoJSON, to lay over other maps
    Grid {
        /// The atlas
        #[arg(value_name = "NAME.atlas.toml")]
        atlas: PathBuf,
        /// Where to: a file that ends in .geojson
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Copy a built-in atlas and the files it names, to begin with
    Copy {
        /// Its name, such as `chancellorsville`
        name: String,
        /// The folder to copy it to
        #[arg(long, value_name = "FOLDER", default_value = ".")]
        to: PathBuf,
    },
}

pub fn run(command: &Command, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match command {
        Command::Compile { atlas, out: file, notes } => compile(atlas, file, *notes, out),
        Command::Grid { atlas, out: file } => grid(atlas, file, out),
        Command::Copy { name, to } => copy(name, to, out),
    }
}

fn compile(atlas: &Path, file: &Path, notes: bool, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let (name, text) = read(atlas)?;
    let reader = |source: &str| library::read_beside(atlas, source).map_err(|e| e.to_string());
    let compiled = match atlas::compile(&name, &text, &reader) {
        Ok(compiled) => compiled,
        Err(faults) => return told(&name, &faults, out),
    };
    write(file, &compiled.text)?;
    if notes {
        for note in &compiled.notes {
            writeln!(out, "{note}")?;
        }
    }
    let board = library::open_board(&file.to_string_lossy())?;
    writeln!(out, "{}: {}, {}", file.display(), board.name(), board.measure())?;
    Ok(ExitCode::SUCCESS)
}

fn grid(atlas: &Path, file: &Path, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let (name, text) = read(atlas)?;
    let reader = |source: &str| library::read_beside(atlas, source).map_err(|e| e.to_string());
    match atlas::grid(&name, &text, &reader) {
        Ok(grid) => write(file, &grid)?,
        Err(faults) => return told(&name, &faults, out),
    }
    writeln!(out, "{}: the hexes of {name}", file.display())?;
    Ok(ExitCode::SUCCESS)
}

fn copy(name: &str, to: &Path, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let atlases = library::built_in(ENDING);
    let Some(found) = atlases.iter().find(|file| file.stem(ENDING) == name) else {
        let names: Vec<&str> = atlases.iter().map(|file| file.stem(ENDING)).collect();
        wrong_line!("there is no atlas `{name}`: expected one of {}", names.join(", "));
    };
    let folder = found.path.trim_end_matches(|c| c != '/');
    let mut files = vec![found.clone()];
    for source in atlas::sources(&found.path, &found.text())? {
        files.push(BuiltIn { path: format!("{folder}{source}") });
    }
    for file in files {
        let target = to.join(file.path.trim_start_matches(folder));
        if target.exists() {
            wrong_line!("`{}` is there already: nothing is written over", target.display());
        }
        write(&target, &file.text())?;
        writeln!(out, "{}", target.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn read(atlas: &Path) -> anyhow::Result<(String, String)> {
    Ok((atlas.display().to_string(), library::read_text(atlas)?))
}

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(file, text).with_context(|| format!("`{}` cannot be written", file.display()))
}

fn told(name: &str, faults: &Faults, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    writeln!(out, "{faults}\n{name}: {}", text::counted(faults.0.len(), "fault"))?;
    Ok(ExitCode::FAILURE)
}
