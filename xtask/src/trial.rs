//! `cargo xtask trial`: builds the server and the program that tries to break it, and runs them.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};

/// Whether everything held.
///
/// # Errors
/// Something cannot be built or run.
pub fn run(root: &Path, short: bool, names: &[String]) -> anyhow::Result<bool> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let build = [
        "build",
        "--release",
        "-p",
        "hardtack",
        "-p",
        "hardtack-server",
        "--bin",
        "hardtack",
        "--example",
        "trial",
    ];
    let built = Command::new(cargo).current_dir(root).args(build).status().context("cargo cannot be run")?;
    ensure!(built.success(), "the server cannot be built");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    let mut trial = Command::new(target.join("release/examples/trial"));
    trial.current_dir(root).arg(target.join("release/hardtack")).args(names);
    if short {
        trial.arg("--short");
    }
    Ok(trial.status().context("the trial cannot be run")?.success())
}
