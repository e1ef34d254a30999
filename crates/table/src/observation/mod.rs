//! A position as numbers, and orders as four numbers each: what programs that learn look at and choose from
//! (docs/observation.md).

mod factors;
mod sheet;

pub use factors::{Factors, Space, told_apart};
pub use sheet::{Sheet, flag};

use serde::Serialize;

use crate::{Ruleset, Side, Standing, Viewer};

/// How many numbers an observation has, and how they lie: planes by hex (one plane after the other, row by row),
/// then a row for each piece, then the vector. It is the same all game long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Shape {
    /// Changes when the meaning of any number does.
    pub version: u16,
    /// Planes by hex; 0 on a table of inches.
    pub planes: usize,
    /// Rows of the map.
    pub rows: usize,
    /// Columns of the map.
    pub columns: usize,
    /// Pieces that have a row of their own.
    pub tokens: usize,
    /// Numbers of a token.
    pub token: usize,
    /// Numbers about the whole game.
    pub vector: usize,
}

impl Shape {
    /// Numbers in all.
    #[inline]
    pub const fn len(&self) -> usize {
        self.planes * self.rows * self.columns + self.tokens * self.token + self.vector
    }

    /// Whether there is nothing to see at all.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Numbers of all planes, and of all tokens.
    pub const fn parts(&self) -> (usize, usize) {
        (self.planes * self.rows * self.columns, self.tokens * self.token)
    }
}

/// What the numbers are called.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Labels {
    /// What each plane says.
    pub planes: Vec<&'static str>,
    /// Of a token's numbers.
    pub token: Vec<&'static str>,
    /// What each number of the vector says.
    pub vector: Vec<String>,
    /// Of the kinds of orders.
    pub kinds: Vec<&'static str>,
    /// Of pieces and places by their numbers in an order; the first is nobody and nowhere.
    pub pieces: Vec<String>,
    /// The places that orders can be aimed at, in their order.
    pub places: Vec<String>,
}

/// What every system's vector begins with, before the decision at hand.
const STANDING: [&str; 4] = ["asked", "other-asked", "over", "won"];

/// A rule system for programs that learn. Whatever they see is what their seat may know.
pub trait Observed: Ruleset {
    /// The words of all decisions, in an order that stays.
    const DECISIONS: &'static [&'static str] = &[];

    /// How many numbers there are: always the same for a scenario.
    fn shape(_setup: &Self::Setup) -> Shape {
        Shape::default()
    }

    /// What they are called.
    fn labels(_setup: &Self::Setup) -> Labels {
        Labels::default()
    }

    /// Writes the position as a seat knows it, its own side first. `out` has the length of the
    /// [`shape`](Observed::shape); what it held before does not matter.
    fn observe(_setup: &Self::Setup, _state: &Self::State, _seat: Side, _out: &mut [f32]) {}

    /// How large the four numbers of orders can be.
    fn space(_setup: &Self::Setup) -> Space {
        Space { version: 1, kinds: 1, pieces: 1, places: 1, options: usize::from(u16::MAX) + 1 }
    }

    /// Appends the four numbers of each legal order of a position. No two are the same.
    fn factors(_setup: &Self::Setup, orders: &[Self::Order], out: &mut Vec<Factors>) {
        out.extend((0..orders.len()).map(|nth| [0, 0, 0, 1 + nth as u16]));
    }

    /// Where an order leads on a table of inches: x, y and the facing's shares of north and east, as they stand in a
    /// token. None: to no place, or to a hex, which its numbers name.
    fn pose_of(_setup: &Self::Setup, _order: &Self::Order) -> Option<[f32; 4]> {
        None
    }

    /// The order that these numbers stand for, legal or not. None: they stand for no order, or only the list of
    /// legal orders tells which.
    fn order_of(_setup: &Self::Setup, _factors: Factors) -> Option<Self::Order> {
        None
    }

    /// Which of the legal orders has these numbers.
    fn nth_of(setup: &Self::Setup, orders: &[Self::Order], factors: Factors) -> Option<usize> {
        if let Some(order) = Self::order_of(setup, factors) {
            return orders.iter().position(|legal| *legal == order);
        }
        let mut all = Vec::with_capacity(orders.len());
        Self::factors(setup, orders, &mut all);
        all.iter().position(|of| *of == factors)
    }

    /// The first labels of the vector, the same in all systems: who is asked, and what.
    fn standing_labels() -> impl Iterator<Item = String> {
        let decisions = Self::DECISIONS.iter().map(|kind| format!("decision-{kind}"));
        STANDING.into_iter().map(str::to_owned).chain(decisions)
    }

    /// How many they are.
    fn standing_count() -> usize {
        STANDING.len() + Self::DECISIONS.len()
    }

    /// Writes them into the beginning of the vector, as far as the seat may know.
    fn observe_standing(setup: &Self::Setup, state: &Self::State, seat: Side, vector: &mut [f32]) {
        let standing = Self::standing_for(setup, state, Viewer::Seat(seat));
        match standing {
            Standing::Over(outcome) => (vector[2], vector[3]) = (1.0, sign(outcome.winner, seat)),
            Standing::Waiting(asked) => {
                vector[0] = flag(asked.seats.contains(seat));
                vector[1] = flag(asked.seats.contains(seat.other()));
                let decisions = &mut vector[STANDING.len()..];
                for (number, kind) in decisions.iter_mut().zip(Self::DECISIONS) {
                    *number = flag(asked.kind == *kind);
                }
            }
        }
    }
}

/// 1 for the own side, -1 for the enemy, 0 for nobody.
#[inline]
pub fn sign(side: Option<Side>, seat: Side) -> f32 {
    match side {
        None => 0.0,
        Some(side) if side == seat => 1.0,
        Some(_) => -1.0,
    }
}
