//! What is always true of a position, and a number that tells positions apart.

use std::hash::{Hash, Hasher};

use table::Fnv;

use crate::position::Pos;
use crate::setup::{Id, Setup};
use crate::state::{Phase, State, Where, flag};

pub(crate) fn fingerprint(state: &State) -> u64 {
    let mut sum = Fnv::default();
    for piece in &state.pieces {
        (piece.hex, piece.flags, piece.mp, piece.place as u8, piece.mine, piece.left).hash(&mut sum);
        piece.group.hash(&mut sum);
    }
    state.brigades.hash(&mut sum);
    for hex in state.works.iter() {
        hex.0.hash(&mut sum);
    }
    state.burned.hash(&mut sum);
    (state.turn, state.phase, state.side, state.first, state.second_half, state.level, state.round)
        .hash(&mut sum);
    state.held.hash(&mut sum);
    (state.army.union, state.army.confederate).hash(&mut sum);
    (state.casualties.union, state.casualties.confederate).hash(&mut sum);
    (&state.pending, &state.group, state.stepped, state.must_charge, &state.retreat).hash(&mut sum);
    (&state.fight, &state.mission, &state.advance).hash(&mut sum);
    (&state.open, &state.used, &state.columns, &state.flipped, &state.rolled).hash(&mut sum);
    state.outcome.is_some().hash(&mut sum);
    sum.finish()
}

/// Checks what must hold after every order.
///
/// # Errors
/// The first thing that does not.
pub(crate) fn sound(setup: &Setup, state: &State) -> Result<(), String> {
    let pos = Pos::new(setup, state);
    lists(pos)?;
    for hex in setup.map.grid.hexes() {
        let mut sides = pos.units(hex).map(|u| pos.counter(u).side);
        if let Some(first) = sides.next()
            && sides.any(|s| s != first)
        {
            return Err(format!("{} holds units of both sides", setup.label(hex)));
        }
    }
    strengths(pos)?;
    order(pos)?;
    if !pos.ways_still_hold() {
        return Err("a way that was found before is not there".into());
    }
    stacks(pos)
}

/// Every piece on the map stands in exactly one list, that of its hex.
fn lists(pos: Pos) -> Result<(), String> {
    let mut seen = vec![0u8; pos.setup.pieces.len()];
    for hex in pos.setup.map.grid.hexes() {
        for id in pos.units(hex).chain(pos.leaders(hex)) {
            seen[id.index()] += 1;
            if pos.piece(id).hex != hex.0 || !pos.piece(id).on_map() || seen[id.index()] > 1 {
                return Err(format!("{} stands in a wrong list", pos.counter(id).id));
            }
        }
    }
    for (n, count) in seen.iter().enumerate() {
        let id = Id(n as u16);
        if pos.piece(id).on_map() != (*count == 1) {
            return Err(format!("{} is lost between hexes", pos.counter(id).id));
        }
    }
    Ok(())
}

/// What a brigade lost is what is eliminated of it, since its total was noted.
fn strengths(pos: Pos) -> Result<(), String> {
    for (n, brigade) in pos.setup.brigades.iter().enumerate() {
        let gone = |r: &&Id| matches!(pos.piece(**r).place, Where::Lost | Where::Gone);
        let lost: u16 = brigade.regiments.iter().filter(gone).map(|r| pos.counter(*r).sp as u16).sum();
        let missing = brigade
            .strength
            .saturating_sub(brigade.regiments.iter().map(|r| pos.counter(*r).sp as u16).sum());
        if pos.state.brigades[n].lost > lost + missing {
            return Err(format!("brigade {} lost more than it had", brigade.label));
        }
    }
    Ok(())
}

/// Shattered units carry no marker; a stack is in order or not as a whole once it stands.
fn order(pos: Pos) -> Result<(), String> {
    let moving = !pos.state.group.is_empty() || !pos.state.pending.is_empty();
    for id in pos.setup.unit_ids().filter(|id| pos.piece(*id).on_map()) {
        let marked = pos.piece(id).has(flag::D);
        if marked && pos.shattered(id) {
            return Err(format!("{} is shattered and disorganized", pos.counter(id).id));
        }
        let others = pos.units(pos.piece(id).at()).filter(|u| !pos.shattered(*u));
        if !moving && marked && others.into_iter().any(|u| !pos.piece(u).has(flag::D)) {
            return Err(format!("the stack of {} is only partly disorganized", pos.counter(id).id));
        }
    }
    Ok(())
}

/// After movement the phasing player's stacks keep the limits.
fn stacks(pos: Pos) -> Result<(), String> {
    let moved = pos.state.phase == Phase::Combat && pos.state.round == 1;
    let untouched = pos.state.used.is_empty() && pos.state.pending.is_empty();
    let retreated = |h: &hexmap::Hex| pos.units(*h).any(|u| pos.piece(u).has(flag::CHARGE));
    if moved && untouched {
        for hex in pos.stacks_of(pos.state.side).filter(|h| !retreated(h)) {
            if pos.overstacked(hex) {
                return Err(format!("{} is overstacked after movement", pos.setup.label(hex)));
            }
        }
    }
    Ok(())
}
