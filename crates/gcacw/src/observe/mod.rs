//! A position in numbers and orders in numbers, for programs that learn (docs/observation.md).
//!
//! Everything is read from the position as the seat knows it ([`State::known_to`]) and from what its counters show at a
//! glance: the same that its view is made from.

mod planes;
mod tokens;
mod vector;

pub(crate) use planes::Terrains;

use std::borrow::Cow;

use table::observation::Sheet;
use table::{Factors, Labels, Observed, Shape, Side, Space, Viewer};

use crate::forces::MARKERS;
use crate::order::{self, Order};
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::setup::Setup;
use crate::state::State;
use planes::Plane;
use tokens::Fact;
use vector::Figure;

/// Changes when the meaning of any number does.
const VERSION: u16 = 1;

impl Setup {
    /// Markers of a side that the game has.
    pub(crate) fn markers_in_play(&self) -> usize {
        if self.options.limited_intelligence { MARKERS.into() } else { 0 }
    }
}

impl Observed for Gcacw {
    const DECISIONS: &'static [&'static str] = &[
        "initiative",
        "yielded-initiative",
        "insubordination",
        "choose-action",
        "select-units",
        "attach-leader",
        "accompany",
        "next-unit",
        "force-march",
        "march",
        "attack-type",
        "destroy-bridge",
        "assault-units",
        "assault-target",
        "lee",
        "keep-units",
        "grand-assault",
        "join-units",
        "losses",
        "haven",
        "retreat-hex",
        "withdraw",
        "advance",
        "cavalry-retreat",
        "cavalry-loss",
        "arrival",
        "swamp",
        "transfer-leaders",
        "recovery-work",
        "forage",
        "other-player",
        "roll",
        "feint",
        "along",
        "sham-activation",
        "sham-departure",
        "wagon-return",
        "emergency-supply",
        "repair-station",
        "build-depots",
        "load-wagons",
        "empty-wagons",
        "off-map-transfer",
        "reroll",
        "keep-roll",
        "attack-bonus",
        "join-leader",
        "manpower",
        "raid",
        "night-march",
        "attachment",
        "off-map-removal",
        "cavalry-return",
    ];

    fn shape(setup: &Setup) -> Shape {
        Shape {
            version: VERSION,
            planes: Plane::ALL.len(),
            rows: setup.map.grid.rows.into(),
            columns: setup.map.grid.columns.into(),
            tokens: setup.units.len() + setup.leaders.len() + 2 * setup.markers_in_play(),
            token: Fact::ALL.len(),
            vector: Self::standing_count() + Figure::ALL.len(),
        }
    }

    fn labels(setup: &Setup) -> Labels {
        let grid = &setup.map.grid;
        let units = setup.units.iter().map(|unit| unit.name.clone());
        let leaders = setup.leaders.iter().map(|leader| leader.name.clone());
        let markers = (0..setup.markers_in_play()).map(|n| format!("Force {}", n + 1));
        let none = || std::iter::once(String::new());
        Labels {
            planes: Plane::ALL.iter().map(|plane| plane.word()).collect(),
            token: Fact::ALL.iter().map(|fact| fact.word()).collect(),
            vector: Self::standing_labels()
                .chain(Figure::ALL.iter().map(|figure| figure.word().to_owned()))
                .collect(),
            kinds: order::KINDS.to_vec(),
            pieces: none().chain(units).chain(leaders).chain(markers).collect(),
            places: none()
                .chain(grid.hexes().map(|hex| grid.label(hex)))
                .chain(setup.logistics.boxes.iter().cloned())
                .collect(),
        }
    }

    fn observe(setup: &Setup, state: &State, seat: Side, out: &mut [f32]) {
        let known: Cow<State> = state.known_to(setup, Viewer::Seat(seat));
        let pos = Pos { setup, state: &known };
        let mut sheet = Sheet::new(&Self::shape(setup), out);
        planes::planes(&pos, seat, &mut sheet);
        tokens::tokens(&pos, seat, &mut sheet);
        sheet.vector.fill(0.0);
        // Who is asked is told from the true position: it says itself what a viewer may know.
        Self::observe_standing(setup, state, seat, sheet.vector);
        vector::vector(&pos, seat, &mut sheet.vector[Self::standing_count()..]);
    }

    fn space(setup: &Setup) -> Space {
        let pieces = 1 + setup.units.len() + setup.leaders.len() + setup.markers_in_play();
        Space {
            version: VERSION,
            kinds: order::KINDS.len(),
            pieces,
            places: 1 + setup.map.grid.len() + setup.logistics.boxes.len(),
            options: pieces.max(1 + order::MOST_OPTIONS),
        }
    }

    fn factors(setup: &Setup, orders: &[Order], out: &mut Vec<Factors>) {
        out.extend(orders.iter().map(|order| order::factors(setup, *order)));
    }

    fn order_of(setup: &Setup, factors: Factors) -> Option<Order> {
        order::of_factors(setup, factors)
    }
}
