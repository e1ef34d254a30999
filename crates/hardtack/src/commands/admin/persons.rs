//! `hardtack admin`: the people of a server.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use club::care::{Keeper, RestraintKind};
use club::people::{Person, Role};
use club::{Club, Settings};
use serde_json::{Value, json};
use server::{Error, Place, keeping};

use super::super::keep::block_on;
use super::said;
use crate::text;
use crate::usage::wrong_line;

#[derive(clap::Subcommand)]
pub enum Asked {
    /// The members by the alphabet
    Persons {
        /// Those after this name
        #[arg(long, value_name = "NAME")]
        after: Option<String>,
        /// So many at most
        #[arg(long, value_name = "N", default_value_t = 50)]
        most: usize,
    },
    /// One member: his role, devices, ratings, and what he is held back from
    Person {
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Make somebody member, moderator or owner
    Role {
        #[arg(value_name = "NAME")]
        name: String,
        #[arg(value_name = "ROLE")]
        role: RoleWord,
    },
    /// Shut somebody out: he is signed out everywhere and cannot come in
    Block {
        #[arg(value_name = "NAME")]
        name: String,
        /// For so many days; without it for good
        #[arg(long, value_name = "N")]
        days: Option<u32>,
        #[command(flatten)]
        why: Why,
    },
    /// Let somebody in again
    Unblock {
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        why: Why,
    },
    /// Sign somebody out on all his devices
    SignOut {
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        why: Why,
    },
    /// Delete a person for good: his seats stay as those of a former member, nothing else of him is kept
    DeletePerson {
        #[arg(value_name = "NAME")]
        name: String,
        /// Do it: nothing brings him back but a backup
        #[arg(long)]
        yes: bool,
        #[command(flatten)]
        why: Why,
    },
    /// What members have reported, what waits first
    Reports {
        /// So many at most
        #[arg(long, value_name = "N", default_value_t = 50)]
        most: usize,
    },
}

/// Why something is done: it is kept.
#[derive(clap::Args)]
pub struct Why {
    /// Why, in a sentence: it is kept, and shown to moderators and owners
    #[arg(long, value_name = "SENTENCE", default_value = "From the command line.")]
    why: String,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum RoleWord {
    Member,
    Moderator,
    Owner,
}

impl From<RoleWord> for Role {
    fn from(word: RoleWord) -> Role {
        match word {
            RoleWord::Member => Role::Member,
            RoleWord::Moderator => Role::Moderator,
            RoleWord::Owner => Role::Owner,
        }
    }
}

/// For a look, beside a server that may run.
fn look<T>(place: &Place, work: impl AsyncFnOnce(Club) -> Result<T, club::Error>) -> anyhow::Result<T> {
    block_on(async { Ok(work(Club::new(keeping::look(place)?, Settings::default())).await?) })
}

/// To change something, with the server stopped where games are in a file.
fn change<T>(place: &Place, work: impl AsyncFnOnce(Club) -> Result<T, club::Error>) -> anyhow::Result<T> {
    block_on(async {
        let _held = keeping::hold(place)?;
        work(Club::new(keeping::open(place)?, Settings::default())).await.map_err(Error::from)
    })
}

pub fn run(what: &Asked, place: &Place, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    match what {
        Asked::Persons { after, most } => {
            let all = look(place, async |club| club.members(after.as_deref(), *most).await)?;
            if json {
                let all: Vec<Value> = all.iter().map(card).collect();
                writeln!(out, "{}", Value::from(all))?;
            } else {
                let rows: Vec<Vec<String>> = all.iter().map(row).collect();
                text::columns(out, "", &rows)?;
            }
        }
        Asked::Person { name } => person(place, name, json, out)?,
        Asked::Role { name, role } => {
            let person = change(place, async |club| club.appoint(name, (*role).into()).await)?;
            let words = format!("{} is {} now.", person.name, person.role.word());
            said(out, json, &words, &card(&person))?;
        }
        Asked::Block { name, days, why } => {
            let until = days.map(|days| now() + i64::from(days) * 86_400);
            let kind = RestraintKind::Block;
            let person =
                change(place, async |club| club.hold(&Keeper::Machine, name, kind, until, &why.why).await)?;
            let told = json!({ "blocked": person.name, "until": until });
            said(out, json, &format!("{} is shut out.", person.name), &told)?;
        }
        Asked::Unblock { name, why } => {
            let kind = RestraintKind::Block;
            let person =
                change(place, async |club| club.let_go(&Keeper::Machine, name, kind, &why.why).await)?;
            said(
                out,
                json,
                &format!("{} may come in again.", person.name),
                &json!({ "unblocked": person.name }),
            )?;
        }
        Asked::SignOut { name, why } => {
            let gone =
                change(place, async |club| club.sign_out_everywhere(&Keeper::Machine, name, &why.why).await)?;
            said(
                out,
                json,
                &format!("{name} is signed out on {gone} devices."),
                &json!({ "devices": gone }),
            )?;
        }
        Asked::DeletePerson { name, yes, why } => {
            if !yes {
                wrong_line!("a deleted person is gone: say --yes to delete {name}");
            }
            change(place, async |club| club.delete_person(&Keeper::Machine, name, &why.why).await)?;
            said(out, json, &format!("{name} is deleted."), &json!({ "deleted": name }))?;
        }
        Asked::Reports { most } => reports(place, *most, json, out)?,
    }
    Ok(())
}

fn person(place: &Place, name: &str, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let (person, devices, record, held) = look(place, async |club| {
        let person = club.named(name).await?;
        let (devices, record) = (club.devices(&person.id).await?, club.record(&person.id).await?);
        let held = club.held_back(&person.id).await?;
        Ok((person, devices, record, held))
    })?;
    let held: Vec<&str> = held.iter().map(|kind| kind.word()).collect();
    let ratings: Vec<Value> = record
        .lines
        .iter()
        .map(|line| json!({ "system": line.system, "elo": line.elo, "games": line.games }))
        .collect();
    if json {
        let mut told = card(&person);
        told["devices"] = json!(devices.len());
        told["held"] = json!(held);
        told["ratings"] = json!(ratings);
        told["mail"] = json!(person.mail.is_some());
        writeln!(out, "{told}")?;
        return Ok(());
    }
    writeln!(out, "{}, {}", person.name, person.role.word())?;
    writeln!(out, "since {} (seconds since 1970)", person.created)?;
    writeln!(out, "{} devices, {} mail", devices.len(), if person.mail.is_some() { "with" } else { "no" })?;
    if !held.is_empty() {
        writeln!(out, "held back: {}", held.join(", "))?;
    }
    for line in &record.lines {
        writeln!(out, "{}: {} after {} games", line.system, line.elo, line.games)?;
    }
    Ok(())
}

fn reports(place: &Place, most: usize, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let all = look(place, async |club| club.reports(&Keeper::Machine, most).await)?;
    if json {
        let told: Vec<Value> = all
            .iter()
            .map(|report| {
                json!({ "id": report.id, "at": report.at, "by": report.by, "about": report.about,
                        "game": report.game, "line": report.line, "quote": report.quote, "words": report.words,
                        "settled": report.settled })
            })
            .collect();
        writeln!(out, "{}", Value::from(told))?;
        return Ok(());
    }
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "a former member".to_owned());
    for report in &all {
        let state = if report.settled.is_some() { "settled" } else { "waits" };
        writeln!(
            out,
            "{} {state}: {} about {}: {}",
            report.id,
            name(&report.by),
            name(&report.about),
            report.words
        )?;
    }
    Ok(())
}

fn card(person: &Person) -> Value {
    json!({ "name": person.name, "role": person.role, "created": person.created })
}

fn row(person: &Person) -> Vec<String> {
    vec![person.name.clone(), person.role.word().to_owned(), person.created.to_string()]
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}
