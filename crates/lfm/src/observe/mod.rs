//! A position in numbers and orders in numbers, for programs that learn (docs/observation.md). This system hides
//! nothing: both seats see the same, each its own side first.

mod factors;
mod planes;
#[cfg(test)]
mod tests;
mod tokens;
mod vector;

pub(crate) use planes::Country;

use table::observation::Sheet;
use table::{Factors, Labels, Observed, Shape, Side, Space};

use crate::order::Order;
use crate::position::Pos;
use crate::ruleset::Lfm;
use crate::setup::Setup;
use crate::state::State;
use planes::Plane;
use tokens::Fact;
use vector::Figure;

/// Changes when the meaning of any number does.
const VERSION: u16 = 1;

impl Observed for Lfm {
    const DECISIONS: &'static [&'static str] = &[
        "command",
        "construction",
        "artillery",
        "fire",
        "movement",
        "move",
        "charge",
        "raze",
        "target",
        "attackers",
        "retreat-before-combat",
        "stand",
        "stand-test",
        "retreat-hex",
        "loss",
        "exchange",
        "name-unit",
        "advance",
        "break-off",
        "break-off-hex",
        "overstacked",
        "commander-hex",
        "rejoin",
        "recovery",
        "return-hex",
    ];

    fn shape(setup: &Setup) -> Shape {
        Shape {
            version: VERSION,
            planes: Plane::ALL.len(),
            rows: setup.map.grid.rows.into(),
            columns: setup.map.grid.columns.into(),
            tokens: setup.pieces.len(),
            token: Fact::ALL.len(),
            vector: Self::standing_count() + Figure::ALL.len(),
        }
    }

    fn labels(setup: &Setup) -> Labels {
        let none = || std::iter::once(String::new());
        Labels {
            planes: Plane::ALL.iter().map(|plane| plane.word()).collect(),
            token: Fact::ALL.iter().map(|fact| fact.word()).collect(),
            vector: Self::standing_labels()
                .chain(Figure::ALL.iter().map(|figure| figure.word().to_owned()))
                .collect(),
            kinds: factors::KINDS.to_vec(),
            pieces: none().chain(setup.pieces.iter().map(|piece| piece.id.clone())).collect(),
            places: none().chain(setup.map.grid.hexes().map(|hex| setup.label(hex))).collect(),
        }
    }

    fn observe(setup: &Setup, state: &State, seat: Side, out: &mut [f32]) {
        let pos = Pos::new(setup, state);
        let mut sheet = Sheet::new(&Self::shape(setup), out);
        planes::planes(pos, seat, &mut sheet);
        tokens::tokens(pos, seat, &mut sheet);
        sheet.vector.fill(0.0);
        Self::observe_standing(setup, state, seat, sheet.vector);
        vector::vector(pos, seat, &mut sheet.vector[Self::standing_count()..]);
    }

    fn space(setup: &Setup) -> Space {
        Space {
            version: VERSION,
            kinds: factors::KINDS.len(),
            pieces: 1 + setup.pieces.len(),
            places: 1 + setup.map.grid.len(),
            options: factors::OPTIONS,
        }
    }

    fn factors(setup: &Setup, orders: &[Order], out: &mut Vec<Factors>) {
        out.extend(orders.iter().map(|order| factors::factors(setup, *order)));
    }

    fn order_of(setup: &Setup, factors: Factors) -> Option<Order> {
        factors::order(setup, factors)
    }
}
