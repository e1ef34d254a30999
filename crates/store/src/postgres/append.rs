//! Entries of many journals in a few statements, whatever their number: the way to the database is what costs.

use std::collections::HashSet;

use super::Line;
use crate::notice::CHANNEL;
use crate::{Append, Fault, Notice};

/// Each is accepted or refused by itself; the transaction has begun.
pub(super) fn append(line: &mut Line, all: &[Append]) -> Result<Vec<Result<(), Fault>>, Fault> {
    // In one order everywhere: two servers that write the same moments at once wait for each other, never both.
    let mut order: Vec<&Append> = all.iter().collect();
    order.sort_by_key(|append| (append.game, append.seq));
    let fresh = insert(line, &order)?;
    let is_kept = |append: &Append| places(append).all(|place| fresh.contains(&place));
    forget_parts(line, &order, &fresh, &is_kept)?;
    // Of two in one group for one moment the first is kept; the second finds nothing of its own.
    let mut seen = HashSet::new();
    let kept: Vec<bool> =
        all.iter().map(|append| is_kept(append) && seen.insert((append.game, append.seq))).collect();
    let stand: Vec<&Append> =
        all.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(append, _)| append).collect();
    note(line, &stand)?;
    summarize(line, &stand)?;
    also(line, &stand)?;
    tell(line, &stand)?;
    Ok(kept.into_iter().map(|kept| if kept { Ok(()) } else { Err(Fault::Doubled) }).collect())
}

fn places(append: &Append) -> impl Iterator<Item = (i64, i64)> {
    (0..append.entries.len() as i64).map(|n| (append.game, append.seq as i64 + n))
}

/// Puts in what nobody has written before; where.
fn insert(line: &mut Line, order: &[&Append]) -> Result<HashSet<(i64, i64)>, Fault> {
    let (mut games, mut seqs, mut bodies) = (Vec::new(), Vec::new(), Vec::new());
    let mut taken = HashSet::new();
    for append in order {
        // Another one of this group has the moment.
        if places(append).any(|place| taken.contains(&place)) {
            continue;
        }
        for (place, entry) in places(append).zip(&append.entries) {
            taken.insert(place);
            games.push(place.0);
            seqs.push(place.1);
            bodies.push(entry.body.as_slice());
        }
    }
    let statement = line.statement(
        "INSERT INTO entry (game, seq, body) SELECT * FROM unnest(?1::int8[], ?2::int8[], ?3::bytea[])
         ON CONFLICT DO NOTHING RETURNING game, seq",
    )?;
    let rows = line.client()?.query(&statement, &[&games, &seqs, &bodies])?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}

/// Of several entries that belong together all are kept or none.
fn forget_parts(
    line: &mut Line,
    order: &[&Append],
    fresh: &HashSet<(i64, i64)>,
    is_kept: &dyn Fn(&Append) -> bool,
) -> Result<(), Fault> {
    let parts = order.iter().filter(|append| append.entries.len() > 1 && !is_kept(append));
    let parts: Vec<(i64, i64)> =
        parts.flat_map(|append| places(append).filter(|place| fresh.contains(place))).collect();
    if parts.is_empty() {
        return Ok(());
    }
    let (games, seqs): (Vec<i64>, Vec<i64>) = parts.into_iter().unzip();
    let statement = line.statement(
        "DELETE FROM entry USING unnest(?1::int8[], ?2::int8[]) AS part (game, seq)
         WHERE entry.game = part.game AND entry.seq = part.seq",
    )?;
    line.client()?.execute(&statement, &[&games, &seqs])?;
    Ok(())
}

fn note(line: &mut Line, stand: &[&Append]) -> Result<(), Fault> {
    let (mut games, mut seqs, mut bodies) = (Vec::new(), Vec::new(), Vec::new());
    for append in stand {
        for (place, entry) in places(append).zip(&append.entries) {
            if let Some(note) = &entry.note {
                games.push(place.0);
                seqs.push(place.1);
                bodies.push(note.as_ref());
            }
        }
    }
    if games.is_empty() {
        return Ok(());
    }
    let statement = line.statement(
        "INSERT INTO note (game, seq, body) SELECT * FROM unnest(?1::int8[], ?2::int8[], ?3::text[])",
    )?;
    line.client()?.execute(&statement, &[&games, &seqs, &bodies])?;
    Ok(())
}

fn summarize(line: &mut Line, stand: &[&Append]) -> Result<(), Fault> {
    // Several of one game in a group: the last one tells where it stands.
    let mut last = std::collections::BTreeMap::new();
    for append in stand {
        if let Some(summary) = &append.summary {
            last.insert(append.game, summary);
        }
    }
    if last.is_empty() {
        return Ok(());
    }
    let games: Vec<i64> = last.keys().copied().collect();
    let touched: Vec<i64> = last.values().map(|summary| summary.touched).collect();
    let waiting: Vec<i64> = last.values().map(|summary| summary.waiting.into()).collect();
    let headlines: Vec<&str> = last.values().map(|summary| summary.headline.as_str()).collect();
    let statement = line.statement(
        "INSERT INTO summary (game, touched, waiting, headline)
         SELECT * FROM unnest(?1::int8[], ?2::int8[], ?3::int8[], ?4::text[])
         ON CONFLICT (game) DO UPDATE SET touched = excluded.touched, waiting = excluded.waiting,
         headline = excluded.headline",
    )?;
    line.client()?.execute(&statement, &[&games, &touched, &waiting, &headlines])?;
    let over: Vec<i64> =
        last.iter().filter(|(_, summary)| summary.waiting == 0).map(|(game, _)| *game).collect();
    if over.is_empty() {
        return Ok(());
    }
    let statement =
        line.statement("INSERT INTO ended (game) SELECT * FROM unnest(?1::int8[]) ON CONFLICT DO NOTHING")?;
    line.client()?.execute(&statement, &[&over])?;
    Ok(())
}

/// In the order of the games, for the same reason as above.
fn also(line: &mut Line, stand: &[&Append]) -> Result<(), Fault> {
    let mut more: Vec<&Append> = stand.iter().copied().filter(|append| append.also.is_some()).collect();
    more.sort_by_key(|append| (append.game, append.seq));
    more.iter().filter_map(|append| append.also.as_ref()).try_for_each(|also| also.carry_out(line))
}

/// Tells the other servers that these games have moved on.
fn tell(line: &mut Line, stand: &[&Append]) -> Result<(), Fault> {
    if stand.is_empty() {
        return Ok(());
    }
    let words: Vec<String> = stand
        .iter()
        .map(|append| Notice::moved(append.game, append.seq + append.entries.len() as u64))
        .collect();
    let statement = line.statement("SELECT pg_notify(?1, word) FROM unnest(?2::text[]) AS word")?;
    line.client()?.query(&statement, &[&CHANNEL, &words])?;
    Ok(())
}
