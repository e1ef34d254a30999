//! `cargo xtask train`: builds the trainer and lets it play and learn.

use std::path::Path;
use std::process::Command;

use anyhow::Context;

/// Whether it came to an end.
///
/// # Errors
/// It cannot be run.
pub fn run(root: &Path, args: &[String]) -> anyhow::Result<bool> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut train = Command::new(cargo);
    train
        .current_dir(root)
        .args(["run", "--release", "-p", "hardtack-staff", "--example", "train", "--"])
        .args(args);
    Ok(train.status().context("cargo cannot be run")?.success())
}
