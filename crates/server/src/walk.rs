//! Where a piece can be brought by one order after the other, and by which: found by playing the orders
//! on copies of the game, so that nothing here knows a rule of movement.

use std::collections::{BinaryHeap, HashMap};

use table::{Dice, Game, Side, View, Viewer};

use crate::wire::{Reach, Way};

/// The most positions looked at for one answer.
const MOST: usize = 400;

/// Dice that say whether they were asked for: what comes after them nobody knows beforehand.
#[derive(Default)]
struct Unknown(u8);

impl Dice for Unknown {
    fn d6(&mut self, _why: &'static str) -> u8 {
        self.0 = self.0 % 6 + 1;
        self.0
    }
}

/// A position on the way.
struct Stop {
    game: Box<dyn Game>,
    at: String,
    /// Movement that is left, in hundredths, where the system tells it; else fewer for every step.
    left: i64,
    orders: Vec<String>,
    path: Vec<String>,
    /// Whether the way may go on from here.
    open: bool,
}

/// The farthest movement left first: the cheapest way to every place is found first.
impl Ord for Stop {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.left, other.orders.len(), &self.at).cmp(&(other.left, self.orders.len(), &other.at))
    }
}
impl PartialOrd for Stop {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl PartialEq for Stop {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Stop {}

/// Where the piece is in a view, and the movement it has left.
fn whereabouts(view: &View, piece: &str) -> Option<(String, Option<i64>)> {
    let at = view.piece(piece)?.now.at.clone()?;
    let left = view.active.as_ref().and_then(|active| active.mp).map(|mp| (mp * 100.0).round() as i64);
    Some((at, left))
}

/// Every place the piece can be brought to, with the way there. The moment is for the caller to tell.
pub fn reach(game: &dyn Game, seat: Side, viewer: Viewer, piece: &str) -> Reach {
    let Some((from, start)) = whereabouts(&game.view(viewer), piece) else { return Reach::default() };
    let first = Stop {
        game: game.copy(),
        at: from.clone(),
        left: start.unwrap_or(0),
        orders: Vec::new(),
        path: vec![from.clone()],
        open: true,
    };
    let mut known: HashMap<String, Stop> = HashMap::new();
    let mut heap = BinaryHeap::from([first]);
    let mut looked = 0;
    while let Some(stop) = heap.pop() {
        if known.contains_key(&stop.at) {
            continue;
        }
        if stop.open {
            let next = steps(&stop, seat, viewer, (piece, start.is_some()), |at| known.contains_key(at));
            looked += next.len();
            heap.extend(next);
        }
        known.insert(stop.at.clone(), stop);
        if looked > MOST {
            break;
        }
    }
    known.remove(&from);
    let way = |stop: Stop| {
        let cost = start.map(|s| (s - stop.left) as f64 / 100.0);
        Way { orders: stop.orders, path: stop.path, cost, sure: stop.open }
    };
    let hexes = known.into_iter().map(|(at, stop)| (at, way(stop))).collect();
    Reach { seq: 0, from: Some(from), hexes }
}

/// Every order that brings the piece to the place on its card, played.
fn steps(
    stop: &Stop,
    seat: Side,
    viewer: Viewer,
    (piece, counted): (&str, bool),
    known: impl Fn(&str) -> bool,
) -> Vec<Stop> {
    let cards = stop.game.cards(seat).into_iter();
    let cards = cards.filter(|c| c.piece.as_deref() == Some(piece) && c.at.as_deref() != Some(&stop.at));
    cards
        .filter_map(|card| {
            let at = card.at.filter(|at| !known(at))?;
            let mut game = stop.game.copy();
            let mut dice = Unknown::default();
            game.play(seat, &card.order, &mut dice).ok()?;
            let (now, left) = whereabouts(&game.view(viewer), piece)?;
            if now != at {
                return None;
            }
            let open = dice.0 == 0 && game.standing().seats().is_some_and(|s| s.contains(seat));
            let orders = stop.orders.iter().cloned().chain([card.order]).collect();
            let path = stop.path.iter().cloned().chain([at.clone()]).collect();
            // Where the system counts movement, a move after which nothing is in motion has used it up.
            let left = left.unwrap_or(if counted { 0 } else { stop.left - 100 });
            Some(Stop { game, at, left, orders, path, open })
        })
        .collect()
}
