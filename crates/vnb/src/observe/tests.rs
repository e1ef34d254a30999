//! What the numbers of a battle depend on, and what not.

use std::path::Path;

use table::{NoLog, Observed, Ruleset, SeededDice, Side};

use crate::ids::StandId;
use crate::kinds::Level;
use crate::setup::Setup;
use crate::state::{Presence, State, mark};
use crate::{Vnb, load};

fn henry_hill() -> (Setup, State) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/vnb");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(|e| e.to_string());
    let file = "lesson-henry-hill.scenario.toml";
    let setup = load(file, &read(file).unwrap(), &mut |name| read(name)).unwrap_or_else(|e| panic!("{e}"));
    let mut dice = SeededDice::from_number(5);
    let mut state = Vnb::start(&setup, &mut dice, &mut NoLog);
    let mut orders = Vec::new();
    for step in 0..60 {
        let Some(seats) = Vnb::standing(&setup, &state).seats() else { break };
        orders.clear();
        Vnb::orders(&setup, &state, seats.first(), &mut orders);
        let order = orders.swap_remove(step * 5 % orders.len());
        Vnb::apply(&setup, &mut state, seats.first(), &order, &mut dice, &mut NoLog);
    }
    (setup, state)
}

fn numbers(setup: &Setup, state: &State) -> [Vec<f32>; 2] {
    Side::BOTH.map(|seat| {
        let mut numbers = vec![0.0; Vnb::shape(setup).len()];
        Vnb::observe(setup, state, seat, &mut numbers);
        numbers
    })
}

/// Nothing is hidden from a player here but what the rules keep for themselves: how stands stood before, and where they
/// came from.
#[test]
fn what_the_rules_keep_for_themselves_is_not_in_the_numbers() {
    let (setup, state) = henry_hill();
    assert!(!Vnb::has_secrets(&setup));
    let mut other = state.clone();
    other.before.clear();
    other.before_trampled.clear();
    for piece in &mut other.pieces {
        (piece.from, piece.marsh, piece.link) = ((1, 2), 4, StandId::new(0));
    }
    assert!(state != other);
    assert_eq!(numbers(&setup, &state), numbers(&setup, &other));
}

#[test]
fn what_everybody_sees_is_in_the_numbers() {
    let (setup, state) = henry_hill();
    let stand = (0..state.pieces.len()).find(|n| state.pieces[*n].on_table()).unwrap();
    type Change<'a> = &'a dyn Fn(&mut State);
    let changes: [(&str, Change); 12] = [
        ("a stand moves by a hundredth of an inch", &|s| s.pieces[stand].pose.x += 1),
        ("a stand turns by a tenth of a degree", &|s| s.pieces[stand].pose.facing += 10),
        ("a stand has a loss", &|s| s.pieces[stand].sp += 1),
        ("a stand is lost", &|s| s.pieces[stand].presence = Presence::Gone),
        ("a stand routs", &|s| s.pieces[stand].level = Level::Routed),
        ("a stand changes formation", &|s| s.pieces[stand].marks ^= mark::COLUMN),
        ("a stand has moved", &|s| s.pieces[stand].marks ^= mark::MOVED),
        ("a stand loses touch", &|s| s.pieces[stand].marks ^= mark::IN_COMMAND),
        ("a division has losses", &|s| s.losses[0].total += 1),
        ("a division is exhausted", &|s| s.losses[0].exhausted ^= true),
        ("a turn later", &|s| s.turn += 1),
        ("an objective changes hands", &|s| {
            s.objectives[0] = s.objectives[0].map_or(Some(Side::Union), |_| None)
        }),
    ];
    let before = numbers(&setup, &state);
    for (what, change) in changes {
        let mut other = state.clone();
        change(&mut other);
        let now = numbers(&setup, &other);
        assert!(before[0] != now[0] && before[1] != now[1], "{what}: the numbers are the same");
    }
}
