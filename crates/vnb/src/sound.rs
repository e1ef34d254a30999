//! What must be true of every position.

use crate::geometry::CENT;
use crate::ids::StandId;
use crate::kinds::{Arm, Kind, Level};
use crate::position::Pos;
use crate::setup::Setup;
use crate::state::{Presence, State, mark};

/// Strengths, order and markers of every stand, and nobody on another or off the table.
pub(crate) fn sound(setup: &Setup, state: &State) -> Result<(), String> {
    let pos = Pos::new(setup, state);
    for n in 0..state.pieces.len() {
        let id = StandId::new(n);
        strength(pos, id)?;
        if state.pieces[n].presence == Presence::OnTable {
            markers(pos, id)?;
            room(pos, id)?;
        }
    }
    Ok(())
}

/// No stand grows, and one that stands has strength and is not eliminated.
fn strength(pos: Pos, id: StandId) -> Result<(), String> {
    let (stand, piece) = (&pos.setup.stands[id.index()], &pos.state.pieces[id.index()]);
    let fault = match piece.presence {
        _ if piece.sp > stand.sp.max(1) => "has grown",
        Presence::OnTable if piece.sp == 0 => "stands with no strength",
        Presence::OnTable if piece.level == Level::Eliminated => "is eliminated and stands",
        _ => return Ok(()),
    };
    Err(format!("{} {fault}", stand.name))
}

/// Markers that exclude each other.
fn markers(pos: Pos, id: StandId) -> Result<(), String> {
    let (stand, piece) = (&pos.setup.stands[id.index()], &pos.state.pieces[id.index()]);
    let arm = Arm::of(stand.kind, piece.has(mark::DISMOUNTED));
    let on_the_way = piece.has(mark::COLUMN | mark::GROUND | mark::LIMBERED);
    let routed = piece.level == Level::Routed;
    let fault = match () {
        () if stand.militia && matches!(piece.level, Level::Good | Level::Disordered) => {
            "is militia in order"
        }
        () if piece.has(mark::STATIONARY) && (!arm.can_be_stationary() || on_the_way) => {
            "cannot be stationary"
        }
        () if routed && (piece.guns > 0 || piece.has(mark::STATIONARY | mark::COLUMN)) => {
            "is routed but keeps guns, place or column"
        }
        () if piece.has(mark::COLUMN) && pos.unlimbered(id) => "marches unlimbered",
        () => return Ok(()),
    };
    Err(format!("{} {fault}", stand.name))
}

/// On the table, and on nobody else; commanders take no room, and a garrison is under one roof.
fn room(pos: Pos, id: StandId) -> Result<(), String> {
    let (stand, piece) = (&pos.setup.stands[id.index()], &pos.state.pieces[id.index()]);
    if !pos.setup.table.holds(&pos.own(id).0) {
        return Err(format!("{} is off the table at {}", stand.name, piece.pose));
    }
    if stand.kind == Kind::Commander {
        return Ok(());
    }
    for other in (0..id.index()).map(StandId::new) {
        let (it, there) = (&pos.setup.stands[other.index()], &pos.state.pieces[other.index()]);
        let together = piece.garrison.is_some() && piece.garrison == there.garrison;
        if there.presence != Presence::OnTable || it.kind == Kind::Commander || together {
            continue;
        }
        let depth = pos.own(id).depth_of_overlap(&pos.own(other));
        if depth > 3 * CENT {
            return Err(format!(
                "{} at {} and {} at {} overlap by {depth}",
                stand.name, piece.pose, it.name, there.pose
            ));
        }
    }
    Ok(())
}
