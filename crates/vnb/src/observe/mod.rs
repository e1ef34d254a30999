//! A position in numbers and orders in numbers, for programs that learn (docs/observation.md). There are no hexes here:
//! a stand is a row of numbers with its pose. This system hides nothing: both seats see the same, each its own side
//! first.

mod factors;
#[cfg(test)]
mod tests;
mod tokens;
mod vector;

use table::observation::Sheet;
use table::{Factors, Labels, Observed, Shape, Side, Space};

use crate::order::Order;
use crate::position::Pos;
use crate::ruleset::Vnb;
use crate::setup::Setup;
use crate::state::State;
use tokens::Fact;
use vector::Figure;

/// Changes when the meaning of any number does.
const VERSION: u16 = 1;

impl Observed for Vnb {
    const DECISIONS: &'static [&'static str] = &[
        "guns",
        "pick",
        "act",
        "cover",
        "exploit",
        "breakthrough",
        "rally",
        "ground",
        "attack",
        "answer",
        "share",
        "give-way",
        "advance",
        "follow",
        "last-fire",
    ];

    fn shape(setup: &Setup) -> Shape {
        Shape {
            version: VERSION,
            tokens: setup.stands.len(),
            token: Fact::ALL.len(),
            vector: Self::standing_count() + vector::count(setup),
            ..Shape::default()
        }
    }

    fn labels(setup: &Setup) -> Labels {
        let none = || std::iter::once(String::new());
        let stands = || setup.stands.iter().map(|stand| stand.name.clone());
        let objectives = (1..=setup.objectives.len())
            .flat_map(|nth| vector::OF_OBJECTIVE.map(|word| format!("objective-{nth}-{word}")));
        Labels {
            planes: Vec::new(),
            token: Fact::ALL.iter().map(|fact| fact.word()).collect(),
            vector: Self::standing_labels()
                .chain(Figure::ALL.iter().map(|figure| figure.word().to_owned()))
                .chain(objectives)
                .collect(),
            kinds: factors::KINDS.to_vec(),
            pieces: none().chain(stands()).collect(),
            places: none().chain(stands()).chain(factors::cell_names(setup)).collect(),
        }
    }

    fn observe(setup: &Setup, state: &State, seat: Side, out: &mut [f32]) {
        let pos = Pos::new(setup, state);
        let mut sheet = Sheet::new(&Self::shape(setup), out);
        tokens::tokens(&pos, seat, &mut sheet);
        sheet.vector.fill(0.0);
        Self::observe_standing(setup, state, seat, sheet.vector);
        vector::vector(&pos, seat, &mut sheet.vector[Self::standing_count()..]);
    }

    fn space(setup: &Setup) -> Space {
        Space {
            version: VERSION,
            kinds: factors::KINDS.len(),
            pieces: 1 + setup.stands.len(),
            places: 1 + setup.stands.len() + factors::cells(setup),
            options: factors::options(setup),
        }
    }

    fn factors(setup: &Setup, orders: &[Order], out: &mut Vec<Factors>) {
        let before = out.len();
        out.extend(orders.iter().map(|order| factors::factors(setup, order)));
        table::observation::told_apart(&mut out[before..], factors::options(setup));
    }

    fn pose_of(setup: &Setup, order: &Order) -> Option<[f32; 4]> {
        factors::pose(setup, order)
    }
}
