//! Where own scenarios are looked for: `scenarios` in the data folder, then every folder given with `--scenarios`.

use std::path::{Path, PathBuf};

use anyhow::Context;
use library::OwnShelf;

use crate::usage::wrong_line;

/// Own scenarios in the folder of the games.
pub const FOLDER: &str = "scenarios";

/// Lets every command find own scenarios by their ids.
///
/// # Errors
/// A folder that was given is none.
pub fn use_them(given: &[PathBuf]) -> anyhow::Result<()> {
    if let Some(none) = given.iter().find(|folder| !folder.is_dir()) {
        wrong_line!("--scenarios {}: expected a folder", none.display());
    }
    // Without a home there is no usual folder, which matters only to whoever keeps games in it.
    library::own::use_shelf(shelf(data_folder().ok().as_deref(), given));
    Ok(())
}

/// The shelves of a data folder and of the command line.
pub fn shelf(data: Option<&Path>, given: &[PathBuf]) -> OwnShelf {
    let usual = data.map(|folder| folder.join(FOLDER));
    OwnShelf::new(usual.into_iter().chain(given.iter().cloned()).collect())
}

/// Where this user keeps games and scenarios: where the environment says, as for `serve`, or by the customs of his system.
///
/// # Errors
/// He has no home.
pub fn data_folder() -> anyhow::Result<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    if let Some(store) = from(&crate::config::variable("data")) {
        return Ok(store);
    }
    let home = || from("HOME").or_else(|| from("USERPROFILE"));
    let folder = if cfg!(windows) {
        from("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|h| h.join("Library/Application Support"))
    } else {
        from("XDG_DATA_HOME").or_else(|| home().map(|h| h.join(".local/share")))
    };
    folder.map(|f| f.join("hardtack")).context("no home folder: say where to keep games with --data DIR")
}
