//! Every door at which a clause turns an order away: the order that is refused there, and nowhere else.

mod charging;
mod fighting;
mod ground;
mod moving;

use table::Ruleset;
use vnb::{Order, Vnb};

use crate::common::*;

/// A stand at (30, 10) facing north with its commander, and others.
fn with(kind: &str, weapon: &str, more: &str, features: &[&str], others: &[String]) -> World {
    let mut stands = vec![
        stand('u', "A", kind, weapon, (30.0, 10.0, 0.0), more),
        leader('u', "L", "division", (30.0, 10.0), ""),
    ];
    stands.extend_from_slice(others);
    world("", features, &stands)
}

fn ib(side: char, name: &str, x: f64, y: f64, facing: f64) -> String {
    stand(side, name, "ib", "rm", (x, y, facing), "")
}

/// A has beaten T and may advance; others are about.
fn won(x: f64, features: &[&str], others: &[String]) -> World {
    let mut stands = vec![
        stand('u', "A", "ib", "rm", (30.0, 28.5, 0.0), "charged = { target = \"T\", from = [30.0, 20.0] }"),
        ib('c', "T", x, 31.5, 180.0),
    ];
    stands.extend_from_slice(others);
    let mut w = world("phase = \"combat\"", features, &stands);
    w.play(&["attack {T}"], &[6, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(w.waits(), "advance");
    w
}

/// A has destroyed a skirmisher in front of it and may advance over its ground.
fn cleared(kind: &str, weapon: &str, y: f64, features: &[&str], others: &[String]) -> World {
    let charged = format!("charged = {{ target = \"T\", from = [30.0, {}] }}", y - 8.0);
    let mut stands = vec![
        stand('u', "A", kind, weapon, (30.0, y, 0.0), &charged),
        stand('c', "T", "is", "rm", (30.0, y + 2.25, 180.0), "sp = 1"),
        ib('c', "X", 80.0, 30.0, 180.0),
    ];
    stands.extend_from_slice(others);
    let mut w = world("phase = \"combat\"", features, &stands);
    let (own, theirs) = (w.pos().melee_dice(w.id("A")), w.pos().melee_dice(w.id("T")));
    let mut dice = vec![6; usize::from(own)];
    dice.extend(vec![1; usize::from(theirs)]);
    w.play(&["attack {T}"], &dice);
    assert_eq!(w.waits(), "advance");
    w
}

/// Two lines three inches apart; U has been attacked, T may still fire.
fn last_fire() -> World {
    let mut w = world(
        "phase = \"combat\"",
        &[],
        &[
            ib('u', "A", 28.5, 18.5, 0.0),
            ib('u', "B", 31.5, 18.5, 0.0),
            ib('c', "T", 28.5, 24.5, 180.0),
            ib('c', "U", 31.5, 24.5, 180.0),
        ],
    );
    w.play(&["attack {U} with {A}", "answer {B}", "end"], &[1, 1, 1, 1]);
    assert_eq!(w.waits(), "last-fire");
    w
}

/// Cavalry that has broken T and may break through; others are about.
fn through(features: &[&str], others: &[String]) -> World {
    let mut stands = vec![
        stand('u', "A", "cb", "rc", (30.0, 52.0, 180.0), ""),
        leader('u', "L", "division", (30.0, 52.0), ""),
        stand('c', "T", "ib", "rm", (30.0, 46.0, 0.0), "state = \"disordered\""),
    ];
    stands.extend_from_slice(others);
    let mut w = world("", features, &stands);
    w.play(&["charge {A} {T} @180", "end", "decline"], &[1, 6]);
    assert_eq!(w.waits(), "breakthrough");
    w
}

/// The rule against an order that no text can say: of a stand that is not there.
fn nobody(w: &World, order: &Order) -> &'static str {
    Vnb::check(&w.setup, &w.state, w.seat(), order).unwrap_err().rule.0
}
