//! `hardtack admin`: looking after the games and the people of a server.

mod limits;
mod persons;

use std::io::Write;
use std::process::ExitCode;

use server::keeping::{self, Care, Cared};
use table::Side;

use super::keep::{Kept, block_on};
use crate::config::Config;
use crate::text;

/// Look after the games and the people of a server: list and show them, delete, block, give roles and seats
///
/// What only reads may be done while the server runs. What changes something needs the server stopped where games are kept in a
/// file; servers that share a database are told.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    kept: Kept,
    /// Answer as JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// How many games there are, and how large they are
    Counts,
    /// The games in which something happened last, the newest first
    Games {
        /// So many at most
        #[arg(long, value_name = "N", default_value_t = 50)]
        most: u32,
    },
    /// One game
    Game {
        #[arg(value_name = "ID")]
        id: String,
    },
    /// Delete a game for good
    Delete {
        #[arg(value_name = "ID")]
        id: String,
        /// Do it: nothing brings it back but a backup
        #[arg(long)]
        yes: bool,
    },
    /// Take a person's seat from whoever holds it, and print a new invitation to it
    Invite {
        #[arg(value_name = "ID")]
        id: String,
        /// union or confederate
        #[arg(value_name = "SIDE")]
        side: SideWord,
    },
    #[command(flatten)]
    Persons(persons::Asked),
    /// The limits that a server started now would have, and where each comes from
    Limits,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum SideWord {
    Union,
    Confederate,
}

impl From<SideWord> for Side {
    fn from(word: SideWord) -> Side {
        match word {
            SideWord::Union => Side::Union,
            SideWord::Confederate => Side::Confederate,
        }
    }
}

pub fn run(
    args: &Args,
    config: &Config,
    command: &clap::Command,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let json = args.json;
    if matches!(args.what, What::Limits) {
        limits::run(config, command, json, out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (place, _) = args.kept.place()?;
    match &args.what {
        What::Limits => {}
        What::Persons(what) => persons::run(what, &place, json, out)?,
        What::Counts => {
            let keeps = block_on(async { Care(keeping::look(&place)?).keeps().await })?;
            if json {
                writeln!(out, "{}", serde_json::to_string(&keeps)?)?;
            } else {
                let (all, running) = (keeps.games, keeps.running);
                writeln!(out, "{all} games, {running} of them not over")?;
                writeln!(out, "{} entries of journals, {} bytes", keeps.entries, keeps.bytes)?;
            }
        }
        What::Games { most } => {
            let games = block_on(async { Care(keeping::look(&place)?).games(*most).await })?;
            if json {
                writeln!(out, "{}", serde_json::to_string(&games)?)?;
            } else {
                let rows: Vec<Vec<String>> = games.iter().map(row).collect();
                text::columns(out, "", &rows)?;
            }
        }
        What::Game { id } => {
            let game = block_on(async { Care(keeping::look(&place)?).game(id).await })?;
            if json {
                writeln!(out, "{}", serde_json::to_string(&game)?)?;
            } else {
                shown(out, &game)?;
            }
        }
        What::Delete { id, yes } => {
            if !yes {
                crate::usage::wrong_line!("a deleted game is gone: say --yes to delete {id}");
            }
            block_on(async {
                let _held = keeping::hold(&place)?;
                Care(keeping::open(&place)?).delete(id).await
            })?;
            said(out, json, &format!("{id} is deleted."), &serde_json::json!({ "deleted": id }))?;
        }
        What::Invite { id, side } => {
            let invitation = block_on(async {
                let _held = keeping::hold(&place)?;
                Care(keeping::open(&place)?).invite(id, (*side).into()).await
            })?;
            let word = invitation.as_str();
            said(
                out,
                json,
                &format!("The seat is open to who has this invitation: /join#{word}"),
                &serde_json::json!({ "game": id, "invitation": word }),
            )?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn said(out: &mut dyn Write, json: bool, words: &str, told: &serde_json::Value) -> std::io::Result<()> {
    if json { writeln!(out, "{told}") } else { writeln!(out, "{words}") }
}

fn row(game: &Cared) -> Vec<String> {
    let seats: Vec<&str> = game.seats.iter().map(|seat| seat.kind).collect();
    vec![
        game.id.clone(),
        game.scenario.clone(),
        seats.join("/"),
        format!("{} entries", game.entries),
        if game.over { "over".to_owned() } else { "goes on".to_owned() },
        game.headline.clone(),
    ]
}

fn shown(out: &mut dyn Write, game: &Cared) -> std::io::Result<()> {
    writeln!(out, "{} {}", game.id, game.scenario)?;
    writeln!(out, "{}", game.headline)?;
    for seat in &game.seats {
        writeln!(out, "{}: {} {}", seat.side, seat.kind, seat.name)?;
    }
    writeln!(out, "begun {}, touched {} (seconds since 1970)", game.created, game.touched)?;
    writeln!(out, "{} entries, {} bytes{}", game.entries, game.bytes, if game.over { ", over" } else { "" })
}
