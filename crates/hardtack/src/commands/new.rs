//! `hardtack new`: a scenario to begin with.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;

use crate::usage::{Usage, wrong_line};

/// Write a map and a scenario to begin with: they fit, and can be played at once
///
/// Nothing is written over.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  hardtack new gcacw cold-harbor
  hardtack new vnb \"Cold Harbor\" --out mine")]
pub struct Args {
    /// The rule system: gcacw, lfm or vnb
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(library::systems().iter().map(|s| s.id)))]
    system: String,
    /// What it is called: `cold-harbor`, or a title such as \"Cold Harbor\"
    name: String,
    /// The folder to write to; where it is left out, this one
    #[arg(long, value_name = "DIR", default_value = ".", hide_default_value = true)]
    out: PathBuf,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let files = library::skeleton(&args.system, &args.name).map_err(Usage::new)?;
    let folder = if args.out == Path::new(".") { Path::new("") } else { &args.out };
    let files: Vec<(PathBuf, &str)> =
        files.iter().map(|(name, text)| (folder.join(name), text.as_str())).collect();
    if let Some((there, _)) = files.iter().find(|(path, _)| path.exists()) {
        wrong_line!("`{}` is there already: nothing is written over", there.display());
    }
    fs::create_dir_all(&args.out).with_context(|| format!("`{}` cannot be made", args.out.display()))?;
    for (n, (path, text)) in files.iter().enumerate() {
        if let Err(error) = write(path, text) {
            // One file without the other is of no use.
            files[..n].iter().for_each(|(written, _)| drop(fs::remove_file(written)));
            return Err(error);
        }
    }
    for (path, _) in &files {
        writeln!(out, "{}", path.display())?;
    }
    if let Some((scenario, _)) = files.last() {
        writeln!(out, "They fit: `hardtack play {}` plays them. Change what you like.", scenario.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a file that is not there yet.
fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let file = File::create_new(path);
    if file.as_ref().is_err_and(|e| e.kind() == ErrorKind::AlreadyExists) {
        wrong_line!("`{}` is there already: nothing is written over", path.display());
    }
    let cannot = || format!("`{}` cannot be written", path.display());
    let written = file.with_context(cannot)?.write_all(text.as_bytes());
    written.inspect_err(|_| drop(fs::remove_file(path))).with_context(cannot)
}
