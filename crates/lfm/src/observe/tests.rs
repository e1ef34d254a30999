//! What the numbers of a battle depend on, and what not.

use std::path::Path;

use hexmap::{Hex, HexSet};
use table::{NoLog, Observed, Ruleset, SeededDice, Side};

use crate::setup::{Id, Setup};
use crate::state::{State, Where, flag};
use crate::{Lfm, load};

fn rummels_farm() -> (Setup, State) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/lfm");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(|e| e.to_string());
    let file = "rummels-farm.scenario.toml";
    let setup = load(file, &read(file).unwrap(), &mut |name| read(name)).unwrap_or_else(|e| panic!("{e}"));
    let mut dice = SeededDice::from_number(5);
    let mut state = Lfm::start(&setup, &mut dice, &mut NoLog);
    let mut orders = Vec::new();
    for step in 0..120 {
        let Some(seats) = Lfm::standing(&setup, &state).seats() else { break };
        orders.clear();
        Lfm::orders(&setup, &state, seats.first(), &mut orders);
        let order = orders[step * 5 % orders.len()];
        Lfm::apply(&setup, &mut state, seats.first(), &order, &mut dice, &mut NoLog);
    }
    (setup, state)
}

fn numbers(setup: &Setup, state: &State) -> [Vec<f32>; 2] {
    Side::BOTH.map(|seat| {
        let mut numbers = vec![0.0; Lfm::shape(setup).len()];
        Lfm::observe(setup, state, seat, &mut numbers);
        numbers
    })
}

/// Nothing is hidden from a player here but what the rules keep for themselves: what they know by heart, and room to
/// search in.
#[test]
fn what_the_rules_keep_for_themselves_is_not_in_the_numbers() {
    let (setup, state) = rummels_farm();
    assert!(!Lfm::has_secrets(&setup));
    let mut other = state.clone();
    other.zones_change();
    other.influence = HexSet::new(setup.map.grid.len());
    other.control = HexSet::new(setup.map.grid.len());
    (other.guns_known, other.choices_of) = (false, None);
    other.ready.clear();
    other.choices.push(Hex(3));
    assert_eq!(numbers(&setup, &state), numbers(&setup, &other));
}

#[test]
fn what_everybody_sees_is_in_the_numbers() {
    let (setup, state) = rummels_farm();
    let unit = setup.unit_ids().find(|id| state.piece(*id).on_map()).unwrap();
    let commander = (setup.units..setup.pieces.len()).map(|n| Id(n as u16)).next().unwrap();
    let near = setup.map.grid.neighbors(state.piece(unit).at()).next().unwrap().1;
    type Change<'a> = &'a dyn Fn(&mut State);
    let changes: [(&str, Change); 12] = [
        ("a unit moves", &|s| s.shift(&setup, unit, near)),
        ("a unit is lost", &|s| s.lift(&setup, unit, Where::Lost)),
        ("a unit falls into disorder", &|s| s.pieces[unit.index()].flags ^= flag::D),
        ("a unit is detached", &|s| s.pieces[unit.index()].flags ^= flag::DETACHED),
        ("a commander is replaced", &|s| s.pieces[commander.index()].flags ^= flag::REPLACED),
        ("a unit has marched", &|s| s.pieces[unit.index()].mp ^= 12),
        ("works are built", &|s| s.works.insert(near)),
        ("a brigade shatters", &|s| s.brigades[0].shattered ^= true),
        ("a brigade has losses", &|s| s.brigades[0].lost += 1),
        ("a turn later", &|s| s.turn += 1),
        ("the other side's turn", &|s| s.side = s.side.other()),
        ("the score changes", &|s| s.casualties.union += 1),
    ];
    let before = numbers(&setup, &state);
    for (what, change) in changes {
        let mut other = state.clone();
        change(&mut other);
        let now = numbers(&setup, &other);
        assert!(before[0] != now[0] && before[1] != now[1], "{what}: the numbers are the same");
    }
}
