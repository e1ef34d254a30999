//! `hardtack completions` and `hardtack man`: what shells and `man` want to know.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Command;
use clap_complete::Shell;

/// Write what a shell needs to complete commands and options
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  hardtack completions bash > ~/.local/share/bash-completion/completions/hardtack
  hardtack completions zsh > ~/.zfunc/_hardtack
  hardtack completions fish > ~/.config/fish/completions/hardtack.fish")]
pub struct Args {
    /// The shell
    shell: Shell,
}

pub fn run(args: &Args, mut command: Command, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "hardtack", &mut script);
    out.write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// Write manual pages into a folder, one for each command
#[derive(clap::Args)]
#[command(after_help = "Example:\n  hardtack man ~/.local/share/man/man1")]
pub struct ManArgs {
    /// The folder; it is made if it is not there
    dir: PathBuf,
}

pub fn man(args: &ManArgs, command: Command, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let cannot = || format!("`{}` cannot be written", args.dir.display());
    std::fs::create_dir_all(&args.dir).with_context(cannot)?;
    clap_mangen::generate_to(command, &args.dir).with_context(cannot)?;
    writeln!(out, "{}: man hardtack shows them", args.dir.display())?;
    Ok(ExitCode::SUCCESS)
}
