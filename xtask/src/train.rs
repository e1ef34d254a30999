//! `cargo xtask train` and `tune`: builds the trainer or the tuner, and lets it play and learn.

use std::path::Path;
use std::process::Command;

use anyhow::Context;

/// Whether it came to an end.
///
/// # Errors
/// It cannot be run.
pub fn run(root: &Path, example: &str, args: &[String]) -> anyhow::Result<bool> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut train = Command::new(cargo);
    train
        .current_dir(root)
        .args(["run", "--release", "-p", "hardtack-staff", "--example", example, "--"])
        .args(args);
    Ok(train.status().context("cargo cannot be run")?.success())
}
