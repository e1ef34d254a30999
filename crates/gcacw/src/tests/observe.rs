//! What the numbers of a game depend on: on what a seat sees, and on nothing else. That they do not depend on what the
//! enemy hides is tried in `leaks` too, in thousands of positions.

use table::{NoLog, Observed, Ruleset, SeededDice, Side, rule};

use super::leaks::{favourite, scenario};
use crate::setup::Setup;
use crate::state::Burnt;
use crate::works::Works;
use crate::{Gcacw, State, UnitId, Whereabouts};

fn numbers(setup: &Setup, state: &State, seat: Side) -> Vec<f32> {
    let mut numbers = vec![0.0; Gcacw::shape(setup).len()];
    Gcacw::observe(setup, state, seat, &mut numbers);
    numbers
}

/// A position in which a side has somebody under a marker.
fn somebody_hidden(setup: &Setup) -> (State, UnitId) {
    for game in 0..20 {
        let (mut dice, mut choices) = (SeededDice::of_series(51, game), SeededDice::of_series(52, game));
        let mut state = Gcacw::start(setup, &mut dice, &mut NoLog);
        let mut orders = Vec::new();
        while let Some(seats) = Gcacw::standing(setup, &state).seats() {
            if let Some(unit) = setup.unit_ids().find(|unit| state.marker_of(*unit).is_some()) {
                return (state, unit);
            }
            orders.clear();
            Gcacw::orders(setup, &state, seats.first(), &mut orders);
            let order = favourite(&orders, &mut choices);
            Gcacw::apply(setup, &mut state, seats.first(), &order, &mut dice, &mut NoLog);
        }
    }
    panic!("nobody was ever hidden")
}

#[rule("GLI-2")]
#[test]
fn a_hidden_unit_is_in_its_owners_numbers_alone() {
    let setup = scenario("second-manassas");
    let (state, unit) = somebody_hidden(&setup);
    let owner = setup.unit(unit).side;
    type Change<'a> = &'a dyn Fn(&mut State);
    let changes: [(&str, Change); 4] = [
        ("tired", &|s| s.unit_mut(unit).fatigue ^= 1),
        ("in disorder", &|s| s.unit_mut(unit).disorganized ^= true),
        ("weaker", &|s| s.unit_mut(unit).manpower -= 1),
        ("dug in", &|s| s.unit_mut(unit).works = Works::Fort),
    ];
    for (what, change) in changes {
        let mut other = state.clone();
        change(&mut other);
        assert!(
            numbers(&setup, &state, owner) != numbers(&setup, &other, owner),
            "{what}: its owner sees it"
        );
        let enemy = owner.other();
        assert!(
            numbers(&setup, &state, enemy) == numbers(&setup, &other, enemy),
            "{what}: the enemy sees it"
        );
    }
}

#[test]
fn what_everybody_sees_is_in_the_numbers() {
    let setup = scenario("second-manassas");
    let state = Gcacw::start(&setup, &mut SeededDice::from_number(3), &mut NoLog);
    let unit = setup.unit_ids().find(|unit| state.unit(*unit).is_on_map()).unwrap();
    let hex = state.unit(unit).hex;
    let near = setup.map.grid.neighbors(hex).next().unwrap().1;
    let leader = setup.leader_ids().find(|leader| state.leader_hex(*leader).is_some()).unwrap();
    type Change<'a> = &'a dyn Fn(&mut State);
    let changes: [(&str, Change); 12] = [
        ("a unit moves", &|s| {
            s.lift(unit, Whereabouts::Retreating);
            s.put(unit, near);
        }),
        ("a unit is lost", &|s| s.lift(unit, Whereabouts::Eliminated)),
        ("a unit tires", &|s| s.unit_mut(unit).fatigue ^= 1),
        ("a unit is exhausted", &|s| s.unit_mut(unit).exhausted ^= true),
        ("a unit has losses", &|s| s.unit_mut(unit).manpower -= 1),
        ("a unit digs", &|s| s.unit_mut(unit).works = Works::Breastwork),
        ("a leader is out", &|s| s.leaders[leader.index()].unit = None),
        ("flanks are refused", &|s| s.refused.push(hex)),
        ("a station burns", &|s| s.burnt.push((hex, Burnt::Destroyed))),
        ("it rains", &|s| s.skies.rain_until = s.turn),
        ("a turn later", &|s| s.turn += 1),
        ("the other side acts", &|s| s.active = s.active.other()),
    ];
    for seat in Side::BOTH {
        let before = numbers(&setup, &state, seat);
        for (what, change) in changes {
            let mut other = state.clone();
            change(&mut other);
            assert!(before != numbers(&setup, &other, seat), "{what}: {seat} does not see it");
        }
    }
}
