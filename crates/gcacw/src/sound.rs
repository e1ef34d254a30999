//! What must be true of every position.

use hexmap::Terrain;

use crate::pending::Pending;
use crate::setup::{Arm, LeaderId, Setup, UnitId};
use crate::state::{State, Whereabouts};

/// Numbers on the counters, places, stacks and leaders.
pub(crate) fn sound(setup: &Setup, state: &State) -> Result<(), String> {
    for id in setup.unit_ids() {
        unit(setup, state, id).map_err(|fault| format!("{} {fault}", setup.unit(id).name))?;
    }
    for hex in setup.map.grid.hexes() {
        let mut sides = state.stack(hex).map(|u| setup.unit(u).side);
        if sides.next().is_some_and(|first| sides.any(|side| side != first)) {
            return Err(format!("enemies share {}", setup.map.grid.label(hex)));
        }
    }
    for id in setup.leader_ids() {
        leader(setup, state, id).map_err(|fault| format!("{} {fault}", setup.leader(id).name))?;
    }
    Ok(())
}

/// Out of play for good.
fn is_lost(state: &State, id: UnitId) -> bool {
    use Whereabouts::{BrokenDown, Eliminated, Surrendered};
    matches!(state.unit(id).whereabouts, Eliminated | Surrendered | BrokenDown)
}

fn unit(setup: &Setup, state: &State, id: UnitId) -> Result<(), String> {
    let (it, printed) = (state.unit(id), setup.unit(id));
    if it.fatigue > 4 || it.demoralized > 2 {
        return Err(format!("has a fatigue of {} and is demoralized {}", it.fatigue, it.demoralized));
    }
    // In a campaign men may come to a unit.
    let most = if setup.advanced { setup.module.max_manpower } else { printed.manpower };
    if it.manpower > most {
        return Err(format!("has a manpower of {}, and {most} at most", it.manpower));
    }
    // A wagon train that breaks down on the road is out of play without a loss in battle.
    let lost = is_lost(state, id);
    if (it.manpower == 0) != lost && !(lost && printed.arm == Arm::Wagon) {
        return Err(format!("has a manpower of {} and is {:?}", it.manpower, it.whereabouts));
    }
    if !it.is_on_map() {
        return Ok(());
    }
    let label = setup.map.grid.label(it.hex);
    if setup.map.terrain(it.hex) == Terrain::Water {
        return Err(format!("stands in the water at {label}"));
    }
    match state.stack(it.hex).any(|u| u == id) {
        true => Ok(()),
        false => Err(format!("is not in the stack of its hex {label}")),
    }
}

/// A leader is with a unit of his command that is still there, or out of play, or about to find one (7.5).
fn leader(setup: &Setup, state: &State, id: LeaderId) -> Result<(), &'static str> {
    let (it, printed) = (state.leaders[id.index()], setup.leader(id));
    let finding = || matches!(state.pending.last(), Some(Pending::Haven(_)));
    match it.unit {
        None if it.out || finding() => Ok(()),
        None => Err("is alone"),
        Some(unit) if is_lost(state, unit) => Err("is with a lost unit"),
        Some(unit) if printed.rank.is_high() && setup.unit(unit).arm != Arm::Infantry => {
            Err("is of high rank and not with infantry")
        }
        Some(unit) if printed.commands.has(unit) || setup.unit(unit).arm == Arm::Artillery => Ok(()),
        Some(_) => Err("is with a stranger"),
    }
}
