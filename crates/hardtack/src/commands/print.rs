//! `hardtack print`: games on paper.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use indicatif::ProgressBar;
use library::{Board, Scenario, open_board};
use press::{Length, Map, Paper};

use super::map::told;
use super::open;
use crate::usage::{Usage, wrong_line};

/// Print maps, counters, rosters, tracks and charts as PDF
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  hardtack print map second-manassas --out map.pdf --hex 16mm
  hardtack print counters second-manassas --out counters.pdf --size 1/2in
  hardtack print roster my.scenario.toml --out roster.pdf --paper letter

A map becomes a key page and pages to be cut and joined; print them at actual
size. docs/print.md shows how it looks.")]
pub struct Args {
    /// What to print
    what: What,
    /// A built-in scenario's id, or a scenario file; `map` takes maps and tables too
    scenario: String,
    /// Where to: a file that ends in .pdf
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The paper: a4 or letter
    #[arg(long, default_value = "a4", value_parser = clap::value_parser!(Paper))]
    paper: Paper,
    /// map: how wide a hex is from side to side
    #[arg(long, value_name = "LENGTH", default_value = "16mm")]
    hex: Length,
    /// map and counters of a table: how long an inch of it is; 1in is full size
    #[arg(long, value_name = "LENGTH", default_value = "10mm")]
    inch: Length,
    /// map: how much neighbouring pages share
    #[arg(long, value_name = "LENGTH", default_value = "8mm")]
    overlap: Length,
    /// map: with the counters of the set-up on it
    #[arg(long)]
    setup: bool,
    /// counters: how large, 1/2in or 5/8in as a rule
    #[arg(long, value_name = "LENGTH", default_value = "5/8in")]
    size: Length,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum What {
    /// The map in pages, with a key page
    Map,
    /// Counters, fronts and backs
    Counters,
    /// Every unit and leader with boxes
    Roster,
    /// The turn track with arrivals
    Track,
    /// The charts of the system
    Charts,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    if args.out.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("pdf")) {
        wrong_line!("--out `{}`: expected a file that ends in .pdf", args.out.display());
    }
    for (name, length) in [("hex", args.hex), ("inch", args.inch), ("size", args.size)] {
        if length.0 < 2.0 {
            wrong_line!("--{name}: {} mm is too small to be seen: expected 2 mm or more", length.0);
        }
    }
    let bar = ProgressBar::new(0);
    let mut tell = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let made = match args.what {
        What::Map => map(args, &mut tell)?,
        What::Counters => {
            press::counters(&open(&args.scenario)?, args.paper, args.size, args.inch, &mut tell)
        }
        What::Roster => press::roster(&open(&args.scenario)?, args.paper, &mut tell),
        What::Track => press::track(&open(&args.scenario)?, args.paper, &mut tell),
        What::Charts => charts(&open(&args.scenario)?, args.paper, &mut tell)?,
    };
    bar.finish_and_clear();
    let printed = made.map_err(|error| match error {
        press::Error::Paper(why) => anyhow::Error::from(Usage::new(why)),
        other => anyhow::Error::from(other),
    })?;
    keep(&args.out, &printed.bytes)?;
    let pages = crate::text::counted(printed.pages, "page");
    writeln!(out, "{}: {pages}, {}", args.out.display(), args.paper.name())?;
    Ok(ExitCode::SUCCESS)
}

type Made = Result<press::Printed, press::Error>;

fn map(args: &Args, tell: &mut dyn FnMut(usize, usize)) -> anyhow::Result<Made> {
    let board = told(&args.scenario, open_board(&args.scenario))?;
    let svg = match args.setup {
        true => open(&args.scenario)?.picture_of_setup(),
        false => told(&args.scenario, library::picture(&args.scenario, false))?,
    };
    let (unit, of) = match &board {
        Board::Hexes(_) => (args.hex, "a hex"),
        Board::Table(_) => (args.inch, "an inch of the table"),
    };
    let (title, units, trim) = (board.name(), board.unit(), board.bare_edge());
    Ok(Map { title, svg: &svg, units, unit, trim, of, overlap: args.overlap, paper: args.paper }.print(tell))
}

fn charts(scenario: &Scenario, paper: Paper, tell: &mut dyn FnMut(usize, usize)) -> anyhow::Result<Made> {
    let book = library::book(scenario.system).context("this system has no charts")?;
    Ok(press::charts(book.title, &book.charts, paper, tell))
}

/// Under another name first: what fails half-way leaves the file as it was.
fn keep(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let draft = file.with_extension("pdf.part");
    let kept = std::fs::write(&draft, bytes).and_then(|()| std::fs::rename(&draft, file));
    kept.inspect_err(|_| drop(std::fs::remove_file(&draft)))
        .with_context(|| format!("`{}` cannot be written", file.display()))
}
