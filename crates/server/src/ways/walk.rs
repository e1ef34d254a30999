//! From hex to hex, the cheapest way first.

use std::collections::{BinaryHeap, HashMap};

use table::{Game, Side, Viewer};

use super::Wish;
use super::hand::{Counted, InHand, whereabouts};
use crate::wire::Way;

/// The most positions looked at for one answer.
const MOST: usize = 1_200;

/// A position on the way.
pub struct Stop {
    game: Box<dyn Game>,
    at: String,
    /// Movement that is left, in hundredths, where the system tells it; else fewer for every step.
    left: i64,
    orders: Vec<String>,
    path: Vec<String>,
    /// Whether the way may go on from here.
    open: bool,
}

impl Stop {
    /// The way from the hand to here; with a chance where dice come first, whose fall nobody knows yet.
    pub fn way(self, hand: &InHand, chance: Option<f64>) -> Way {
        let cost = hand.left.map(|start| (start - self.left) as f64 / 100.0);
        let orders = if chance.is_some() { hand.before_dice().to_vec() } else { self.orders };
        Way { orders, path: self.path, cost, sure: self.open && chance.is_none(), chance }
    }
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

/// Every place that can be come to from here, without dice and before anybody else decides.
pub fn places(hand: &InHand, seat: Side, viewer: Viewer, wish: &Wish) -> HashMap<String, Stop> {
    let Some(here) = &hand.at else { return HashMap::new() };
    let first = Stop {
        game: hand.game.copy(),
        at: here.clone(),
        left: hand.left.unwrap_or(0),
        orders: hand.orders.clone(),
        path: vec![here.clone()],
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
            let next =
                steps(&stop, seat, viewer, (&wish.piece, hand.left.is_some()), |at| known.contains_key(at));
            looked += next.len();
            heap.extend(next);
        }
        known.insert(stop.at.clone(), stop);
        if looked > MOST {
            break;
        }
    }
    known.remove(here);
    known
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
    // An attack, a transfer or somebody who comes along is no step, whatever place its card names.
    let steps = cards.filter(|c| {
        c.piece.as_deref().is_none_or(|p| p == piece)
            && c.target.is_none()
            && !(c.joins || c.takes_up || c.sets_out)
    });
    steps
        .filter_map(|card| {
            let at = card.at.filter(|at| *at != stop.at && !at.contains('/') && !known(at))?;
            let mut game = stop.game.copy();
            let mut dice = Counted::default();
            game.play(seat, &card.order, &mut dice).ok()?;
            let (now, left) = whereabouts(game.as_ref(), viewer, piece)?;
            if now != at {
                return None;
            }
            let open = dice.fell() == 0 && game.standing().seats().is_some_and(|s| s.contains(seat));
            let orders = stop.orders.iter().cloned().chain([card.order]).collect();
            let path = stop.path.iter().cloned().chain([at.clone()]).collect();
            // Where the system counts movement, a move after which nothing is in motion has used it up.
            let left = left.unwrap_or(if counted { 0 } else { stop.left - 100 });
            Some(Stop { game, at, left, orders, path, open })
        })
        .collect()
}
