//! The ending of a game for people at a terminal.

use std::io::{self, Write};

use ending::{Ending, Luck, Otherwise, TurningPoint};
use table::{BySide, Side};

use crate::text;

type Out<'a> = &'a mut dyn Write;

pub fn print(out: Out, ending: &Ending, otherwise: &[Otherwise], asked: bool) -> io::Result<()> {
    writeln!(out, "{}.", ending.headline)?;
    text::paragraph(out, "", &ending.why)?;
    if !ending.conditions.is_empty() {
        text::paragraph(out, "", &ending.conditions)?;
    }
    sources(out, ending)?;
    turns(out, ending)?;
    luck(out, &ending.luck)?;
    heading(out, "Where the game turned")?;
    if ending.turning_points.is_empty() {
        writeln!(out, "  Nowhere: it went one way from the beginning.")?;
    }
    for point in &ending.turning_points {
        turning_point(out, point)?;
    }
    if asked {
        heading(out, "Where the general would have chosen otherwise")?;
        if otherwise.is_empty() {
            writeln!(out, "  Nowhere among the decisions he was asked about.")?;
        }
        for other in otherwise {
            chosen_otherwise(out, other)?;
        }
    }
    Ok(())
}

fn heading(out: Out, words: &str) -> io::Result<()> {
    writeln!(out, "\n{words}")
}

fn row(first: &str, union: impl ToString, confederate: impl ToString) -> Vec<String> {
    vec![first.to_owned(), union.to_string(), confederate.to_string()]
}

fn sources(out: Out, ending: &Ending) -> io::Result<()> {
    heading(out, "Where the points came from")?;
    let mut rows = vec![row("", "Union", "Confederate")];
    let shown = |n: i32| if n == 0 { "-".to_owned() } else { n.to_string() };
    for source in &ending.sources {
        rows.push(row(&source.label, shown(source.points.union), shown(source.points.confederate)));
    }
    rows.push(row("Together", ending.points.union, ending.points.confederate));
    text::columns(out, "  ", &rows)
}

fn turns(out: Out, ending: &Ending) -> io::Result<()> {
    let losses = &ending.losses;
    heading(out, &format!("Turn by turn: victory points, and {} lost", losses.of))?;
    let both = |n: &BySide<i32>| format!("{} to {}", n.union, n.confederate);
    let mut rows = vec![row("At the end of", "Union to Confederate", "lost")];
    for turn in &ending.course.turns {
        rows.push(row(&turn.label, both(&turn.points), both(&turn.lost)));
    }
    text::columns(out, "  ", &rows)?;
    for side in Side::BOTH {
        let (lost, had) = (losses.lost[side], losses.strength[side]);
        writeln!(out, "  The {side} side lost {lost} of {had} {}.", losses.of)?;
    }
    Ok(())
}

fn luck(out: Out, luck: &Luck) -> io::Result<()> {
    heading(out, "The dice, beside their exact odds")?;
    for toll in &luck.tolls {
        for side in Side::BOTH {
            let fights = text::counted(toll.fights as usize, "fight");
            let (expected, fell) = (toll.expected[side], toll.fell[side]);
            let say = format!(
                "{side}: expected to lose {expected:.1} {} in {fights} ({}), lost {fell}.",
                toll.of, toll.how
            );
            text::hanging(out, "  ", "    ", &say)?;
        }
    }
    for of in &luck.fights {
        let fights = text::counted(of.fought as usize, "time");
        let say = format!(
            "{}: {} {fights}; {:.1} successes were to be expected, {} came.",
            of.by, of.how, of.expected, of.won
        );
        text::hanging(out, "  ", "    ", &say)?;
    }
    for side in Side::BOTH {
        let of = &luck.dice[side];
        if of.dice > 0 {
            let mean = f64::from(of.sum) / f64::from(of.dice);
            let dice = if of.dice == 1 { "die".to_owned() } else { "dice".to_owned() };
            writeln!(
                out,
                "  On {side} orders {} {dice} fell, {mean:.2} on average (3.50 expected).",
                of.dice
            )?;
        }
    }
    Ok(())
}

fn turning_point(out: Out, point: &TurningPoint) -> io::Result<()> {
    let TurningPoint { n, when, seat, order, say, scored, favours, swing } = point;
    let head = format!("{when}, order {n} ({seat}: {order}): {swing:.1} points towards the {favours} side.");
    text::hanging(out, "  ", "    ", &head)?;
    text::paragraph(out, "    ", &format!("{say} {scored}"))
}

fn chosen_otherwise(out: Out, other: &Otherwise) -> io::Result<()> {
    let gain = other.gain.map_or_else(String::new, |gain| format!(" (better by about {gain:.1} points)"));
    let head = format!(
        "{}, order {}: {} did \u{201c}{}\u{201d}; he would have done \u{201c}{}\u{201d}{gain}.",
        other.when, other.n, other.seat, other.did, other.would
    );
    text::hanging(out, "  ", "    ", &head)?;
    if other.why.is_empty() { Ok(()) } else { text::paragraph(out, "    ", &other.why) }
}
