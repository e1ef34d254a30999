//! `hardtack backup`, `hardtack restore` and `hardtack move-store`: everything a server keeps, in one file or elsewhere.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use server::keeping;
use store::Place;

use super::keep::{Kept, block_on};

/// Back up games and own scenarios into one file, while the server runs
///
/// The file is one of SQLite, with the own scenarios in it. It is of one moment, and is looked through before it takes the place of
/// an older one: every page, every journal, every entry.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    kept: Kept,
    /// The file to write; what is there is replaced once the new backup is whole
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// A bar that shows itself at a terminal only.
fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {msg} {pos}/{len}");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let (place, scenarios) = args.kept.place()?;
    let bar = bar();
    let shown = bar.clone();
    let heard = move |what: &str, done: u64, all: u64| {
        shown.set_message(what.to_owned());
        shown.set_length(all.max(done));
        shown.set_position(done);
    };
    let holds = block_on(keeping::back_up(&place, Some(&scenarios), &args.out, heard));
    bar.finish_and_clear();
    let holds = holds?;
    writeln!(
        out,
        "{}: {}, {} of journals, {} of own scenarios; looked through and whole.",
        args.out.display(),
        counted(holds.games, "game"),
        if holds.entries == 1 { "1 entry".to_owned() } else { format!("{} entries", holds.entries) },
        counted(holds.files, "file"),
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Put a backup where a server finds it
///
/// The server must be stopped. The backup is looked through first.
#[derive(clap::Args)]
pub struct RestoreArgs {
    /// The backup
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    kept: Kept,
    /// Also where there are games already, which get another name, and files of own scenarios, which are replaced
    #[arg(long)]
    force: bool,
}

pub fn restore(args: &RestoreArgs, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let (place, scenarios) = args.kept.place()?;
    let holds = block_on(keeping::restore(&args.file, &place, &scenarios, args.force))?;
    let (games, files) = (counted(holds.games, "game"), counted(holds.files, "file"));
    writeln!(out, "{place}: {games} restored, {files} of own scenarios.")?;
    Ok(ExitCode::SUCCESS)
}

/// Copy everything from one store to another: a folder or file, or a PostgreSQL
///
/// The servers of both must be stopped. The other store must have no games. Rows are counted and compared by their hashes
/// afterwards; nothing is changed in the first.
#[derive(clap::Args)]
#[command(after_help = "\
  hardtack move-store ~/.local/share/hardtack postgres://hardtack@localhost/hardtack")]
pub struct MoveArgs {
    /// A data folder, a file, or postgres://USER@HOST/NAME
    #[arg(value_name = "FROM")]
    from: String,
    /// The same
    #[arg(value_name = "TO")]
    to: String,
}

/// A folder means the games in it.
fn meant(text: &str) -> Place {
    match text.parse() {
        Ok(Place::File(path)) if path.extension().is_none_or(|ending| ending != "db") => {
            Place::File(path.join("games.db"))
        }
        Ok(place) => place,
        Err(never) => match never {},
    }
}

pub fn move_store(args: &MoveArgs, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let (from, to) = (meant(&args.from), meant(&args.to));
    let bar = bar();
    let shown = bar.clone();
    let moved = block_on(keeping::move_store(&from, &to, move |table, rows| {
        shown.set_message(table);
        shown.set_length(rows);
        shown.set_position(rows);
    }));
    bar.finish_and_clear();
    for table in moved? {
        writeln!(out, "{:<14} {:>9} rows, the same in both ({:016x})", table.table, table.rows, table.hash)?;
    }
    writeln!(out, "Everything from {from} is in {to} now.")?;
    Ok(ExitCode::SUCCESS)
}
