//! Programs that the owner of a server offers as computer players, by names of his choice: no visitor can name one.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use engine::program::{Chosen, Contender, Order, Post, Program};
use server::{Choice, Note, Officer};
use staff::{Chooser, Level};
use table::{Game, Side};

use crate::players::{self, Waiting};
use crate::text;
use crate::usage::wrong_line;

/// The officers that `--player NAME=cmd:PROGRAM` asks for.
///
/// # Errors
/// A name cannot be used, or a program cannot be started.
pub fn officers(named: &[String], waiting: &Waiting) -> anyhow::Result<Vec<Officer>> {
    let mut officers: Vec<Officer> = Vec::new();
    for said in named {
        let Some((name, command)) = said.split_once('=') else {
            wrong_line!("--player `{said}`: expected NAME=cmd:PROGRAM");
        };
        check(name)?;
        if officers.iter().any(|known| known.name == name) {
            wrong_line!("--player `{said}`: there is a `{name}` already");
        }
        let contender = waiting.contender(command)?;
        players::try_out([&contender])?;
        match contender {
            Contender::Program(program) => officers.push(officer(name, program)),
            Contender::Staff(_) => wrong_line!("--player `{said}`: expected a program, cmd:PROGRAM"),
        }
    }
    Ok(officers)
}

/// Names stand in requests and in the database beside those of the levels.
fn check(name: &str) -> anyhow::Result<()> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || name.len() > 32 || !name.chars().all(fits) {
        wrong_line!("--player `{name}`: a name has up to 32 small letters, digits and hyphens");
    }
    if Level::from_word(name).is_some() {
        wrong_line!("--player `{name}`: there is a computer player of that name");
    }
    Ok(())
}

fn officer(name: &str, program: Program) -> Officer {
    let (title, asked) = (text::capital(name), AtomicU64::new(0));
    let by = title.clone();
    Officer {
        name: name.to_owned(),
        title,
        about: "A program of whoever runs this server. Takes its time.".to_owned(),
        // He waits among those who think, whatever time he takes.
        seconds: Some(program.patience().time.as_secs_f64().min(1.0)),
        ratings: None,
        rated: None,
        choose: Arc::new(move |game, seat, time, _| {
            let number = asked.fetch_add(1, Ordering::Relaxed);
            let chosen = choose(&program, game, seat, time, number)?;
            Some(told(&by, chosen, game, seat))
        }),
    }
}

/// One decision by itself: games wait for days, are taken back and forked, so that every question says all there is.
fn choose(program: &Program, game: &dyn Game, seat: Side, time: Duration, number: u64) -> Option<Chosen> {
    let mut occupant = Contender::Program(program.clone()).sits(Post::default());
    let mut chooser = Chooser::new(game.fingerprint(), number, seat);
    occupant.choose(game, seat, 0, Some(time), &mut game.memory(), &mut chooser)
}

fn told(by: &str, chosen: Chosen, game: &dyn Game, seat: Side) -> Choice {
    let order = match chosen.order {
        Order::Nth(nth) => game.orders(seat).swap_remove(nth),
        Order::Written(order) => order,
    };
    let why = match chosen.instead {
        Some(trouble) => format!("The program {trouble}; a recruit gave this order in its place."),
        None => chosen.why.unwrap_or_default(),
    };
    Choice { order, note: Note { by: by.to_owned(), why, weighed: Vec::new() } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_cannot_be_used_are_told() {
        let told = |said: &str| {
            let refused = officers(&[said.to_owned()], &Waiting::default()).err();
            refused.map(|why| why.to_string()).unwrap_or_default()
        };
        assert!(told("cmd:true").contains("expected NAME="));
        assert!(told("veteran=cmd:true").contains("of that name"));
        assert!(told("My Bot=cmd:true").contains("small letters"));
        assert!(told("mine=recruit").contains("expected a program"));
        assert!(told("mine=cmd:/no/such/program").contains("cannot be started"));
    }
}
