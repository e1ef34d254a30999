//! Where a piece can be brought, and by which orders: found by playing the orders on copies of the game, so
//! that nothing here knows a rule of movement.
//!
//! A person names a piece and a place; what lies between (taking the piece in hand, who goes along, the
//! usual answers to questions on the way) is told by the cards. Where dice fall first, the answer is a
//! chance for every place, and the orders go as far as the dice.

mod hand;
mod walk;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use table::{Game, Side, Viewer, chances};

use crate::wire::{Reach, Way};
use hand::{InHand, take_in_hand};

/// More dice than this and nobody could say beforehand where it leads.
const MOST_DICE: usize = 4;

/// What somebody wants to bring somewhere.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    pub piece: String,
    /// Who goes along.
    pub with: Vec<String>,
    /// To go farther than usual, at a price: a force march.
    pub press: bool,
}

/// Every place the piece can be brought to, with the way there. The moment is for the caller to tell.
pub fn reach(game: &dyn Game, seat: Side, viewer: Viewer, wish: &Wish) -> Reach {
    let mut trial = hand::Counted::default();
    let Some(first) = take_in_hand(game, seat, viewer, wish, &mut trial) else { return Reach::default() };
    if trial.fell() == 0 {
        let from = first.at.clone();
        let hexes = walk::places(&first, seat, viewer, wish).into_iter();
        let hexes = hexes.map(|(at, stop)| (at, stop.way(&first, None))).collect();
        let orders = first.orders.clone();
        let (who, harder) = (first.who.clone(), first.harder.clone());
        return Reach { from, who, harder, first: orders, hexes, ..Reach::default() };
    }
    if trial.fell() > MOST_DICE {
        return Reach::default();
    }
    after_dice(game, seat, viewer, wish)
}

/// How far it comes is up to the dice: a chance for every place.
fn after_dice(game: &dyn Game, seat: Side, viewer: Viewer, wish: &Wish) -> Reach {
    // Falls that leave the piece as much movement in the same place are one.
    let falls = chances(|dice| Fall(take_in_hand(game, seat, viewer, wish, dice)));
    let mut falls: Vec<(InHand, f64)> =
        falls.into_iter().filter_map(|(fall, chance)| Some((fall.0?, chance))).collect();
    falls.sort_by_key(|(hand, _)| std::cmp::Reverse(hand.left));
    let Some((best, _)) = falls.first() else { return Reach::default() };
    let (from, who, first) = (best.at.clone(), best.who.clone(), best.before_dice().to_vec());
    let harder = falls.iter().find_map(|(hand, _)| hand.harder.clone());
    let allowances = falls.iter().filter_map(|(hand, chance)| Some((hand.allowance()?, *chance))).collect();
    let mut hexes: BTreeMap<String, Way> = BTreeMap::new();
    for (hand, chance) in &falls {
        for (at, stop) in walk::places(hand, seat, viewer, wish) {
            match hexes.get_mut(&at) {
                Some(way) => way.chance = way.chance.map(|sum| sum + chance),
                None => {
                    hexes.insert(at, stop.way(hand, Some(*chance)));
                }
            }
        }
    }
    Reach { seq: 0, from, who, harder, first, allowances, hexes }
}

/// The piece in hand after some fall of the dice.
struct Fall(Option<InHand>);

impl PartialEq for Fall {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => (a.left, &a.at, &a.who) == (b.left, &b.at, &b.who),
            (None, None) => true,
            _ => false,
        }
    }
}
