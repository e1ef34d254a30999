//! What finished games were to the members who played them: results, and ratings by rule system.
//!
//! A game is noted once, whoever notes it and however often he tries. Rated are games between two different members; those
//! against computer players and guests are kept as results, without a rating: how strong a computer player is depends on the
//! machine and on the time it was given.

pub mod elo;
mod read;

use store::{Fault, Sql};

pub use read::{Against, Line, Rated, Record, Tally};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The first or the second seat has won.
    Won(usize),
    Drawn,
    /// Left without a result.
    Abandoned,
}

/// Who had a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// The member, if he is one.
    pub person: Option<String>,
    /// The computer player, by what others read.
    pub officer: Option<String>,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    pub game: i64,
    /// The word of the rule system.
    pub system: String,
    pub at: i64,
    pub ended: Ended,
    /// Whether it may be rated at all.
    pub fair: bool,
    pub players: [Player; 2],
}

/// Makes whoever else reckons wait: two games of one member may end at the same time.
fn one_at_a_time(sql: &mut dyn Sql) -> Result<(), Fault> {
    sql.execute(
        "INSERT INTO club_key (name, body) VALUES ('reckoning', ?1)
         ON CONFLICT (name) DO UPDATE SET body = excluded.body",
        &[vec![0_u8].into()],
    )?;
    Ok(())
}

/// Notes a game, if nobody has; whether it is new.
///
/// # Errors
/// The store failed.
pub fn note(sql: &mut dyn Sql, done: &Finished) -> Result<bool, Fault> {
    one_at_a_time(sql)?;
    let winner: Option<i64> = match done.ended {
        Ended::Won(seat) => Some(seat as i64),
        Ended::Drawn => Some(2),
        Ended::Abandoned => None,
    };
    let [first, second] = &done.players;
    let two = first.person.is_some() && second.person.is_some() && first.person != second.person;
    let rated = two && done.fair && done.ended != Ended::Abandoned;
    let new = sql.execute(
        "INSERT INTO result (game, system, ended, winner, rated) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (game) DO NOTHING",
        &[done.game.into(), done.system.as_str().into(), done.at.into(), winner.into(), rated.into()],
    )?;
    if new == 0 {
        return Ok(false);
    }
    if done.ended == Ended::Abandoned || (first.person.is_some() && first.person == second.person) {
        return Ok(true);
    }
    let points = |seat: usize| match done.ended {
        Ended::Won(winner) if winner == seat => 2,
        Ended::Drawn => 1,
        _ => 0,
    };
    let mut before = [None; 2];
    if rated {
        for (seat, player) in done.players.iter().enumerate() {
            before[seat] = Some(rating(sql, player.person.as_deref().unwrap_or_default(), &done.system)?);
        }
    }
    for (seat, player) in done.players.iter().enumerate() {
        let Some(person) = player.person.as_deref() else { continue };
        let (own, other) = (before[seat], before[1 - seat]);
        let after = own.zip(other).map(|(own, other)| elo::after(own, other.elo, points(seat)));
        if let Some((own, after)) = own.zip(after) {
            put_rating(sql, person, &done.system, after, own.games + 1)?;
        }
        let against = &done.players[1 - seat];
        sql.execute(
            "INSERT INTO score (game, person, system, side, against, officer, points, before, after, ended)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            &[
                done.game.into(),
                person.into(),
                done.system.as_str().into(),
                seat.into(),
                against.person.clone().into(),
                against.officer.clone().into(),
                i64::from(points(seat)).into(),
                own.map(|own| own.elo).into(),
                after.into(),
                done.at.into(),
            ],
        )?;
    }
    Ok(true)
}

/// How strong somebody is so far.
fn rating(sql: &mut dyn Sql, person: &str, system: &str) -> Result<elo::Rating, Fault> {
    let rows = sql.query(
        "SELECT elo, games FROM rating WHERE person = ?1 AND system = ?2",
        &[person.into(), system.into()],
    )?;
    match rows.first() {
        Some(row) => Ok(elo::Rating { elo: row.int(0)?, games: row.int(1)? }),
        None => Ok(elo::Rating::default()),
    }
}

fn put_rating(sql: &mut dyn Sql, person: &str, system: &str, elo: i64, games: i64) -> Result<(), Fault> {
    sql.execute(
        "INSERT INTO rating (person, system, elo, games) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (person, system) DO UPDATE SET elo = excluded.elo, games = excluded.games",
        &[person.into(), system.into(), elo.into(), games.into()],
    )?;
    Ok(())
}
